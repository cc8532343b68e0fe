# Everything but the demo and a release is built with --release. HiGHS is the one of a Python package, where that can be fetched. Elsewhere,
# and for a release, it is compiled.
# Needs a Rust toolchain; `setup` sees to the rest. Nothing here asks for input.

CARGO ?= cargo
VERIPB_ROUNDS ?= 200
LEDGER_TOURNAMENTS ?= 50000
COPIES ?= 1
LIMIT ?= 5
MODEL ?= fair
PLAYERS ?= 2000 5000
WALKS ?= 20
# As part of `make test`.
PAGE_WALKS ?= 5
PAGE_LINKS ?= 30
# What the compiler uses, and every engine has.
WASM_FEATURES = $(addprefix --enable-,bulk-memory sign-ext mutable-globals nontrapping-float-to-int reference-types multivalue extended-const)
FUZZ_SECONDS ?= 600
FUZZ_TARGETS ?= trf json pairs model proof
# What is tested has all that is optional and builds everywhere.
FEATURES := --locked --features parquet,system-highs
TESTED := --release $(FEATURES)
TESTED_CRATES := $(addprefix -p ,swiss-ilp swiss-matching swiss-rule-proof swiss-trf swiss-ilp-py)
TARGET_DIR := $(or $(CARGO_TARGET_DIR),target)
DENY := $(abspath $(TARGET_DIR))/deny/bin/cargo-deny
VERIPB := $(abspath $(TARGET_DIR))/veripb/bin/veripb
HIGHSPY := $(abspath $(TARGET_DIR))/highspy/bin/python
SOLVERS := $(abspath $(TARGET_DIR))/solvers/bin/python
MDBOOK := $(abspath $(TARGET_DIR))/mdbook/bin/mdbook
PYTHON := $(abspath $(TARGET_DIR))/python
HIGHS := $(abspath $(TARGET_DIR))/highs
# Cargo, with the HiGHS that setup-highs has fetched; where there is none, it is compiled. The Python package is built without a Python.
BUILD := LD_LIBRARY_PATH=$(HIGHS)/lib PKG_CONFIG_PATH=$(HIGHS)/lib/pkgconfig HIGHS_RPATH=$(HIGHS)/lib PYO3_BUILD_EXTENSION_MODULE=1 PYO3_NO_PYTHON=1 $(CARGO)

# What a Python needs to find that package, and the program with which it is compared.
BUILT := SWISS_ILP=$(abspath $(TARGET_DIR))/release/swiss-ilp PYTHONPATH=$(PYTHON)/built LD_LIBRARY_PATH=$(HIGHS)/lib

export PATH := $(PATH):$(HOME)/.cargo/bin
export DEBIAN_FRONTEND := noninteractive

.DEFAULT_GOAL := help
# No target is a file.
.PHONY: $(shell awk -F: '/^[a-z][a-z-]*:/ { print $$1 }' $(firstword $(MAKEFILE_LIST)))

help: ## Say what each target does
	@echo 'usage: make TARGET'
	@echo
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { sub(/^suite-/, "  ", $$1); printf "  %-19s %s\n", $$1, $$2 }' Makefile
	@echo
	@echo 'make suite NAME=... runs one of those that are indented.'

# A profile of its own, which is built sooner: .cargo/config.toml.
demo: setup ## Pair round 8 of the British Championship 2026
	$(BUILD) build --profile demo --locked --features system-highs
	$(TARGET_DIR)/demo/swiss-ilp solve instances/british-championship-2026.trf --round 8 --model swiss

# What needs more than a Rust toolchain is left out with a sentence where it cannot be installed. Programs that are built for minutes, to
# check proofs and crates, are used if they are there: `make veripb` and `make suite NAME=deny` bring them.
test: setup setup-lints ## Check format, lints, tests, documentation and pages
	$(CARGO) fmt --check
	$(BUILD) clippy $(TESTED) $(TESTED_CRATES) --all-targets -- -D warnings
	@if $(CARGO) nextest --version >/dev/null 2>&1; then set -- nextest run --release; else set -- test --tests --release; fi; \
	echo "$(CARGO) $$* $(FEATURES)"; $(BUILD) "$$@" $(FEATURES) $(TESTED_CRATES)
	$(BUILD) test $(TESTED) $(TESTED_CRATES) --doc
	RUSTDOCFLAGS=-Dwarnings $(BUILD) doc $(TESTED) $(TESTED_CRATES) --no-deps
	@if $(MAKE) --no-print-directory setup-page; then $(MAKE) --no-print-directory soon-page; \
	else echo 'chromium or node cannot be installed here: the tests of the pages were left out' >&2; fi
	@if $(MAKE) --no-print-directory setup-python-smoke; then $(MAKE) --no-print-directory python-smoke; \
	else echo 'pytest cannot be installed here: the tests of the Python package were left out' >&2; fi
	@if test -x $(VERIPB); then VERIPB=$(VERIPB) VERIPB_ROUNDS=12 $(BUILD) test $(TESTED) $(TESTED_CRATES) --test suite veripb:: -- --ignored; \
	else echo 'VeriPB is not here: `make veripb` builds it, and holds proofs to it'; fi
	@if test -x $(DENY); then $(MAKE) --no-print-directory suite-deny; \
	else echo 'cargo-deny is not here: `make suite NAME=deny` builds it, and holds the crates to their licences'; fi

# Debian's compiler has no standard library for WebAssembly: it is built from Debian's source of it, which takes a bootstrap option.
# Nobody sees what a module says when it panics, so that it need not be able to. What the code generator leaves is made smaller by
# Binaryen, in the version of the lock file.
web: setup-web documents ## Build the page for browsers and the package for JavaScript, into target/web
	RUSTFLAGS='-Zunstable-options -Cpanic=immediate-abort -Zlocation-detail=none' CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=wasm-ld \
	  RUSTC_BOOTSTRAP=1 RUSTC=/usr/bin/rustc /usr/bin/cargo build --profile web --locked \
	  -Z build-std=std,panic_abort -Z build-std-features=optimize_for_size --target wasm32-unknown-unknown --target-dir $(abspath $(TARGET_DIR))/web -p swiss-ilp-web
	web/node_modules/.bin/wasm-opt -Oz $(WASM_FEATURES) $(TARGET_DIR)/web/wasm32-unknown-unknown/web/swiss_ilp_web.wasm -o $(TARGET_DIR)/web/swiss-ilp.wasm
	node web/build.mjs $(TARGET_DIR)/web/swiss-ilp.wasm $(TARGET_DIR)/web

# A release has the module of its sources. Between releases it may be older: it is a megabyte each time.
packed: web ## Make the page for browsers in the book again
	node web/build.mjs --packed $(TARGET_DIR)/web/swiss-ilp.wasm
	UPDATE_PACKED=1 $(BUILD) test $(TESTED) --test suite web::packed::

packed-page: setup-bundle ## The same without its module
	node web/build.mjs --packed
	UPDATE_PACKED=page $(BUILD) test $(TESTED) --test suite web::packed::

# What the book has of the program: schemas, the index of ids, and two rounds as pages.
documents: setup
	$(BUILD) run $(TESTED) --example documents
	$(BUILD) run $(TESTED) -- explain instances/british-championship-2026.trf --round 8 --html docs/src/pages/british-8.html --force --quiet >/dev/null
	$(BUILD) run $(TESTED) -- explain instances/teaching-8.json --html docs/src/pages/teaching-8.html --force --quiet >/dev/null

# Two builds with link-time optimisation, the program's and the wheel's, and HiGHS once more. The wheel's compiler is the one of the page.
dist bench: export COMPILE_HIGHS = yes
dist: setup setup-python documents $(if $(filter no,$(WHEEL)),,setup-web) ## Make a release for this machine, into target/dist (WHEEL=no leaves out the wheel)
	WHEEL=$(WHEEL) .ci/dist/make $(abspath $(TARGET_DIR))

dist-check: setup setup-python setup-page setup-bundle setup-dist-check ## Try what make dist has made, in clean roots, and build each package from itself (SUITE=trixie)
	.ci/dist/packages $(abspath $(TARGET_DIR))
	SUITE=$(SUITE) .ci/dist/check $(abspath $(TARGET_DIR))

docs: setup-mdbook documents ## Build the book in docs/ as HTML, into target/book
	$(MDBOOK) build --dest-dir $(abspath $(TARGET_DIR))/book docs

bench: setup ## Run the benchmarks
	$(CARGO) bench --locked

distributed: setup ## Pair an archive by GNU parallel and Slurm (RECIPES="slurm", COPIES=10)
	$(BUILD) build $(TESTED)
	COPIES=$(COPIES) examples/distributed/check.sh $(RECIPES)

veripb: setup setup-veripb ## Hold the proofs of random rounds to VeriPB, another checker (VERIPB_ROUNDS=200)
	VERIPB=$(VERIPB) VERIPB_ROUNDS=$(VERIPB_ROUNDS) $(BUILD) test $(TESTED) --test suite veripb:: -- --ignored

# LEDGER_WRITE=1 writes docs/src/evidence/ledger.csv; LEDGER_THREADS=2 is a number of threads.
ledger: setup ## Compare engines with both readings on random tournaments (LEDGER_TOURNAMENTS=5000, LEDGER_EDITIONS="dutch-2017")
	LEDGER_TOURNAMENTS=$(LEDGER_TOURNAMENTS) $(BUILD) test $(TESTED) --test suite ledger::the_ledger -- --ignored --nocapture

# STATES_WRITE=1 writes the tables of docs/src/evidence; STATES_THREADS=2 is a number of threads.
states: setup ## Pair every state of small fields by engine and both readings (STATES="4 5 6:4 5+:4", EDITIONS="dutch-2017")
	STATES='$(STATES)' EDITIONS='$(EDITIONS)' $(BUILD) test $(TESTED) --test suite states::tests::the_states -- --ignored --nocapture

limits: setup ## Time every command at many players against a limit and a SIGTERM (LIMIT=5, PLAYERS="2000 5000")
	$(BUILD) build $(TESTED)
	LIMIT=$(LIMIT) sh tests/limits.sh $(abspath $(TARGET_DIR))/release/swiss-ilp $(PLAYERS)

# The fresh environment has what the tests need, and the wheel, which is all that a user needs. The program beside it, with which it is compared,
# names the same commit: Cargo would leave one that was built of an older commit with the same sources.
python: setup setup-python ## Build the Python wheel, and test it in a fresh environment (LEAK_SOLVES=100000, PYTEST="-k frames")
	@touch build.rs
	$(BUILD) build $(TESTED)
	rm -rf $(PYTHON)/wheels $(PYTHON)/fresh
	$(PYTHON)/build/bin/maturin build --locked --compression-level 9 --target-dir $(abspath $(TARGET_DIR)) --out $(PYTHON)/wheels
	@size=$$(cat $(PYTHON)/wheels/*.whl | wc -c); echo "the wheel has $$size bytes"
	python3 -m venv $(PYTHON)/fresh
	$(PYTHON)/fresh/bin/python -m pip install --quiet $(PYTHON)/wheels/*.whl
	cd / && $(PYTHON)/fresh/bin/python -c 'import swiss_ilp as si; print("swiss-ilp", si.__version__, "with HiGHS", si.highs_version)'
	$(PYTHON)/fresh/bin/python -m pip install --quiet -r py/tests/requirements.txt
	$(PYTHON)/fresh/bin/mypy --python-executable $(PYTHON)/fresh/bin/python py/python/swiss_ilp
	SWISS_ILP=$(abspath $(TARGET_DIR))/release/swiss-ilp $(PYTHON)/fresh/bin/python -m pytest $(PYTEST)

# The package without a wheel: its library as `make test` builds it, beside its modules.
python-built:
	$(BUILD) build $(TESTED) $(TESTED_CRATES) --lib --bins --tests
	@rm -rf $(PYTHON)/built && mkdir -p $(PYTHON)/built && cp -r py/python/swiss_ilp $(PYTHON)/built
	@cp $(TARGET_DIR)/release/libswiss_ilp_py.so $(PYTHON)/built/swiss_ilp/_native.abi3.so

# What needs no other package than pytest.
python-smoke: python-built
	$(BUILT) $(PYTHON)/pytest/bin/python -m pytest -p no:cacheprovider py/tests/test_commands.py

python-tests: setup setup-python-tests python-built ## Run tests of the Python package, built without a wheel (PYTEST="-k exit")
	$(BUILT) $(PYTHON)/tests/bin/python -m pytest $(PYTEST)

# As `make documents` makes the schemas, of which these are types.
python-types: setup setup-python-tests python-built ## Make the types of answers in Python again, py/python/swiss_ilp/answers.pyi
	$(BUILT) $(PYTHON)/tests/bin/python py/stub.py

suite: ## Run one of the suites below: NAME=agreement
	@$(MAKE) --no-print-directory suite-$(or $(NAME),NAME-is-missing)

# Tests of random rounds, as many as ROUNDS says.
RANDOM = VERIPB=$(VERIPB) VERIPB_ROUNDS=$(VERIPB_ROUNDS) HIGHS_PYTHON=$(HIGHSPY) ROUNDS=$(ROUNDS) \
  $(BUILD) test $(TESTED) --test suite -- $(TESTS) --include-ignored --nocapture

suite-random: STRESS = 5
suite-random: setup ## Run the tests of random rounds with more of them, as many times as many (STRESS=5)
	STRESS=$(STRESS) $(BUILD) test $(TESTED) --test suite

suite-agreement: ROUNDS = 2000
suite-agreement: TESTS = agreement:: proof::slots:: tampered_certificate
suite-agreement: setup ## Hold four methods to one optimum, and prove every real round in slots (ROUNDS=2000)
	$(RANDOM)

suite-proofs: ROUNDS = 1000
suite-proofs: TESTS = by_rules:: proof::criteria:: proof::tampered_rules::
suite-proofs: setup setup-veripb ## Prove rounds by the rules of each system, also by VeriPB (ROUNDS=1000, PROOF_SYSTEMS="dutch-2012")
	$(RANDOM)

suite-wishes: ROUNDS = 1000
suite-wishes: TESTS = proof::wishes::
suite-wishes: setup ## Hold rounds with wishes to enumeration, and events of clubs to dropping protections (ROUNDS=1000)
	$(RANDOM)

suite-exports: ROUNDS = 500
suite-exports: TESTS = exports::
suite-exports: setup setup-exports ## Solve written programs by HiGHS, GLPK, CBC and clasp (ROUNDS=500)
	$(RANDOM)

suite-benchmark-set: setup ## Solve the benchmark set again, and compare with the recorded optima (ROUNDS="middle-64-5")
	$(BUILD) run $(TESTED) --example benchmark_set -- check $(ROUNDS)

# Minutes long, and the figures are only those of the machine.
suite-solvers: LIMIT = 60
suite-solvers: setup setup-solvers ## Solve the benchmark set by five other solvers, too (LIMIT=60, MODEL=fair, ROUNDS="middle-64-5")
	$(BUILD) build $(TESTED) --bins --example benchmark_set
	LIMIT=$(LIMIT) MODEL=$(MODEL) $(SOLVERS) benches/solvers.py $(ROUNDS)

# HiGHS links one of its tables twice, which the address sanitizer would take for a fault. RUSTC_BOOTSTRAP lets a stable
# compiler take the options of the sanitizer.
suite-fuzz: export ASAN_OPTIONS = detect_odr_violation=0
suite-fuzz: export RUSTC_BOOTSTRAP = 1
suite-fuzz: setup setup-fuzz ## Fuzz the readers and the checker (FUZZ_SECONDS=600, FUZZ_TARGETS="trf json")
	@mkdir -p $(patsubst %,tests/fuzz/corpus/%,trf json pairs model proof)
	@cp instances/*.trf tests/damaged/*.trf tests/data/oracle/dutch-2012/*.trf tests/fuzz/corpus/trf/
	@cp instances/*.json tests/damaged/*.json tests/data/oracle/tcec/*.json tests/fuzz/corpus/json/
	@cp instances/*.pairs instances/*.json tests/fuzz/corpus/pairs/
	@cp models/*.toml tests/fuzz/corpus/model/
	@cp tests/fuzz/seeds/proof/* tests/fuzz/corpus/proof/
	@failed=; for target in $(FUZZ_TARGETS); do \
	  echo "fuzzing $$target for $(FUZZ_SECONDS) seconds"; \
	  $(CARGO) fuzz run --fuzz-dir tests/fuzz "$$target" -- -max_total_time=$(FUZZ_SECONDS) || failed="$$failed $$target"; \
	done; \
	if [ -n "$$failed" ]; then echo "fuzzing found something in:$$failed (see tests/fuzz/artifacts)" >&2; exit 1; fi

suite-mutants: SINCE = main
suite-mutants: setup setup-mutants ## Change each expression of what differs from a commit, and list what no test catches (SINCE=main)
	@mkdir -p $(TARGET_DIR)
	git diff $(SINCE) > $(TARGET_DIR)/mutants.diff
	$(TARGET_DIR)/cargo-mutants/bin/cargo-mutants mutants --in-diff $(TARGET_DIR)/mutants.diff --output $(TARGET_DIR) --test-tool nextest --profile release -- --locked --features parquet

suite-notebooks: setup setup-python-tests python-built ## Execute the notebooks of the course, and compare what they print (NOTEBOOKS_RUN=--update stores it)
	$(BUILT) $(PYTHON)/tests/bin/python examples/course/run.py $(NOTEBOOKS_RUN)

# playwright-core and axe-core, of the versions in the lock file. Chromium is Debian's. The program is the one that the tests have
# built: alone it would be compiled once more, because development's crates ask for other features. The page for any tournament is
# the one in the book; if that is older than its sources, a new one is built, where it can be.
suite-page: setup setup-page ## Test the pages in a headless Chromium, with a new page if that in the book is older (WALKS=200)
	$(BUILD) build $(TESTED) --bins --tests
	@made=; \
	if ! PACKED=fresh $(BUILD) test $(TESTED) --test suite web::packed:: >/dev/null 2>&1; then \
	  echo 'the page in the book is older than its sources (make packed makes it again)'; \
	  if $(MAKE) --no-print-directory setup-web; then $(MAKE) --no-print-directory web && made=$(abspath $(TARGET_DIR))/web || exit 1; \
	  else echo 'nothing for WebAssembly can be installed here: the older one is tested' >&2; fi; \
	fi; \
	$(MAKE) --no-print-directory page-tests MADE=$$made WALKS=$(WALKS)

# As `make test` has the time for it: fewer rounds and walks, and no new page.
soon-page:
	@if PACKED=fresh $(BUILD) test $(TESTED) $(TESTED_CRATES) --test suite web::packed:: >/dev/null 2>&1; then set --; else \
	  echo 'the page in the book is older than its sources: its tests are left out, and `make suite NAME=page` makes a new one for them'; \
	  set -- ./pages.test.mjs ./drawing.test.mjs ./web/model.test.mjs; fi; \
	PROGRAM=$(abspath $(TARGET_DIR))/release/swiss-ilp BYTES=few WALKS=$(PAGE_WALKS) LINKS=$(PAGE_LINKS) tests/page/run.sh "$$@"

# MADE is a folder of make web; without it the page in the book is tested. BYTES=all compares the answers about every benchmark round
# of at most 300 players and every round of the real files, which takes long.
page-tests:
	MADE=$(MADE) PROGRAM=$(abspath $(TARGET_DIR))/release/swiss-ilp WALKS=$(WALKS) tests/page/run.sh

suite-web: setup setup-page web ## Build page and package for browsers, and compare their answers with the program's (WALKS=200)
	$(BUILD) build $(TESTED) --bins --tests
	$(MAKE) --no-print-directory page-tests MADE=$(abspath $(TARGET_DIR))/web

# Debian's compiler takes the standard library from its source, as for WebAssembly. HiGHS is left out: it would be compiled.
suite-other-systems: setup-web setup-other-systems ## Check the types of the program for Windows and macOS, without HiGHS
	for system in x86_64-pc-windows-gnu aarch64-apple-darwin; do \
	  RUSTC_BOOTSTRAP=1 RUSTC=/usr/bin/rustc /usr/bin/cargo check --locked -Z build-std=std,panic_abort,panic_unwind --target $$system \
	    --target-dir $(abspath $(TARGET_DIR))/other-systems -p swiss-ilp --no-default-features --features cli,parquet || exit 1; \
	done

suite-features: setup setup-lints ## Check the lints with the default features, and without any
	$(BUILD) clippy --release --locked --features system-highs -- -D warnings
	$(CARGO) clippy --release --locked --no-default-features --lib -- -D warnings

# Cargo says which crates are withdrawn when it makes a package. Without the registry it goes by what it last knew.
suite-deny: setup-deny ## Hold the crates to .cargo/deny.toml, and see that none is withdrawn
	$(DENY) --locked --workspace check -D warnings licenses bans sources
	@package='$(CARGO) package --workspace --exclude swiss-ilp-py --locked --allow-dirty --no-verify'; \
	said=$$($$package 2>&1 || $$package --offline 2>&1) || { echo "$$said" >&2; exit 1; }; \
	if echo "$$said" | grep 'is yanked' >&2; then exit 1; fi

# cargo, a C compiler and libclang (for highs-sys), and what HiGHS is found or compiled with. Where apt-get exists and may be used, all but
# cargo are installed; elsewhere this says what is missing and stops.
setup:
	@command -v $(CARGO) >/dev/null || { \
	  echo 'cargo is missing: install Rust 1.89 or newer from https://rustup.rs and run this again' >&2; exit 1; }
	@libclang() { \
	  if [ -n "$$LIBCLANG_PATH" ] || command -v clang >/dev/null; then return 0; fi; \
	  if command -v dpkg-query >/dev/null; then \
	    dpkg-query -W -f '$${Status}\n' 'libclang*-dev' 2>/dev/null | grep -q 'ok installed'; return; fi; \
	  [ -n "$$(find /usr/lib /usr/lib64 /usr/local/lib /usr/local/opt/llvm/lib /opt/homebrew/opt/llvm/lib \
	    /Library/Developer/CommandLineTools/usr/lib /Applications/Xcode.app \( -name 'libclang.so*' \
	    -o -name 'libclang-[0-9]*.so*' -o -name libclang.dylib \) 2>/dev/null | head -n 1)" ]; \
	}; \
	missing=; \
	if [ -z "$(COMPILE_HIGHS)" ] && $(MAKE) --no-print-directory setup-highs; then \
	  command -v pkg-config >/dev/null || missing="$$missing pkg-config"; \
	  command -v cc >/dev/null || missing="$$missing gcc"; \
	else \
	  command -v cmake >/dev/null || missing="$$missing cmake"; \
	  command -v "$${CXX:-c++}" >/dev/null || missing="$$missing g++"; \
	fi; \
	libclang || missing="$$missing libclang-dev"; \
	[ -n "$$missing" ] || exit 0; \
	as_root=; \
	if ! command -v apt-get >/dev/null; then as_root=no; \
	elif [ "$$(id -u)" != 0 ]; then \
	  if sudo -n true >/dev/null 2>&1; then as_root='sudo -n env DEBIAN_FRONTEND=noninteractive'; else as_root=no; fi; \
	fi; \
	if [ "$$as_root" = no ]; then \
	  echo "to build with HiGHS, install:$$missing" >&2; \
	  echo '(Debian names; elsewhere also clang with libclang, or set LIBCLANG_PATH)' >&2; \
	  exit 1; \
	fi; \
	echo "installing:$$missing"; \
	$$as_root apt-get update -q </dev/null && $$as_root apt-get install -y -q $$missing </dev/null

setup-lints:
	@for part in fmt:rustfmt clippy:clippy; do \
	  $(CARGO) $${part%%:*} --version >/dev/null 2>&1 || rustup component add $${part##*:} || { \
	    echo "$${part##*:} is missing: add it with 'rustup component add $${part##*:}'" >&2; exit 1; }; \
	done

# A Rust crate, once. Without optimisations it is there in less than half the time, and looks at the crates in a second all the same.
setup-deny:
	@test -x $(DENY) || { echo 'installing cargo-deny 0.20.2 into $(TARGET_DIR)/deny'; \
	  CARGO_PROFILE_DEV_DEBUG=0 $(CARGO) install --debug --quiet --locked --version 0.20.2 --root $(TARGET_DIR)/deny cargo-deny; }

# A Rust crate; it takes some minutes, once. No test needs it.
setup-mutants:
	@test -x $(TARGET_DIR)/cargo-mutants/bin/cargo-mutants || { echo 'installing cargo-mutants 27.1.0 into $(TARGET_DIR)/cargo-mutants'; \
	  $(CARGO) install --quiet --locked --version 27.1.0 --root $(TARGET_DIR)/cargo-mutants cargo-mutants; }

# A Rust crate; it takes some minutes, once. No test needs it.
setup-mdbook:
	@test -x $(MDBOOK) || { echo 'installing mdBook 0.5.4 into $(TARGET_DIR)/mdbook'; \
	  $(CARGO) install --quiet --locked --version 0.5.4 --no-default-features --features search --root $(TARGET_DIR)/mdbook mdbook; }

# A Rust crate, once. Its own settings take longer to compile than all proofs to check.
setup-veripb:
	@test -x $(VERIPB) || { echo 'installing VeriPB 3.0.2 into $(TARGET_DIR)/veripb'; \
	  CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 CARGO_PROFILE_RELEASE_OPT_LEVEL=1 $(CARGO) install --quiet --locked --version 3.0.2 --root $(TARGET_DIR)/veripb veripb; }

# HiGHS as somebody else has built it, a package of Python. Where there is none, or no network, it is compiled, which takes minutes.
setup-highs:
	@python3 -m pip --version >/dev/null 2>&1 || { command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ] && echo 'installing: python3-pip' && \
	  apt-get update -q </dev/null && apt-get install -y -q --no-install-recommends python3-pip </dev/null; } >/dev/null 2>&1 || true
	@test -e $(HIGHS)/lib/libhighs.so || { echo 'fetching HiGHS into $(HIGHS)'; \
	  rm -rf $(HIGHS) && mkdir -p $(HIGHS)/wheel && python3 -m pip --retries 1 --timeout 10 --disable-pip-version-check download --quiet --no-deps \
	    --only-binary :all: --dest $(HIGHS)/wheel highsbox==1.15.1 && python3 -m zipfile -e $(HIGHS)/wheel/*.whl $(HIGHS)/wheel && \
	  mv $(HIGHS)/wheel/*.data/purelib/highsbox/highs_dist/lib $(HIGHS)/wheel/*.data/purelib/highsbox/highs_dist/include $(HIGHS) && rm $(HIGHS)/lib/libopenblas.so && \
	  rm -r $(HIGHS)/wheel && sed -i 's|^prefix=.*|prefix=$(HIGHS)|; s|^libdir=.*|libdir=$(HIGHS)/lib|; s|^includedir=.*|includedir=$(HIGHS)/include/highs|' \
	    $(HIGHS)/lib/pkgconfig/highs.pc; } 2>/dev/null || { echo 'HiGHS is not to be had: it will be compiled' >&2; exit 1; }

setup-python:
	@test -x $(PYTHON)/build/bin/maturin || { echo 'installing maturin into $(TARGET_DIR)/python'; \
	  python3 -m venv $(PYTHON)/build && $(PYTHON)/build/bin/python -m pip install --quiet maturin==1.16.0; }

setup-python-smoke:
	@test -x $(PYTHON)/pytest/bin/pytest || { echo 'installing pytest into $(TARGET_DIR)/python'; \
	  python3 -m venv $(PYTHON)/pytest && $(PYTHON)/pytest/bin/python -m pip install --quiet $$(grep ^pytest py/tests/requirements.txt); }

setup-python-tests:
	@test -x $(PYTHON)/tests/bin/pytest || { echo 'installing what the tests need into $(TARGET_DIR)/python'; \
	  python3 -m venv $(PYTHON)/tests && $(PYTHON)/tests/bin/python -m pip install --quiet -r py/tests/requirements.txt; }

# The standard library for Windows names functions of its system by this tool.
setup-other-systems:
	@command -v x86_64-w64-mingw32-dlltool >/dev/null || { \
	  [ "$$(id -u)" = 0 ] && apt-get update -q </dev/null && apt-get install -y -q --no-install-recommends binutils-mingw-w64-x86-64 </dev/null; } || { \
	  echo 'to check the types for Windows, install: binutils-mingw-w64-x86-64' >&2; exit 1; }

setup-dist-check:
	@command -v debootstrap >/dev/null || { [ "$$(id -u)" = 0 ] && apt-get update -q </dev/null && apt-get install -y -q debootstrap </dev/null; } || { \
	  echo 'to try a release, install debootstrap and be root' >&2; exit 1; }

# Debian's packages, and HiGHS for Python in a folder of its own.
setup-exports:
	@missing=; for solver in glpsol:glpk-utils cbc:coinor-cbc clasp:clasp; do \
	  command -v $${solver%%:*} >/dev/null || missing="$$missing $${solver##*:}"; done; \
	if [ -n "$$missing" ]; then \
	  { [ "$$(id -u)" = 0 ] && apt-get update -q </dev/null && apt-get install -y -q $$missing </dev/null; } || { \
	  echo "to compare solvers, install:$$missing" >&2; exit 1; }; fi
	@test -x $(HIGHSPY) || { echo 'installing highspy 1.15.1 into $(TARGET_DIR)/highspy'; \
	  python3 -m venv $(abspath $(TARGET_DIR))/highspy && $(HIGHSPY) -m pip install --quiet highspy==1.15.1; }

setup-solvers:
	@test -x $(SOLVERS) || { echo 'installing highspy, ortools, networkx and rustworkx into $(TARGET_DIR)/solvers'; \
	  python3 -m venv $(abspath $(TARGET_DIR))/solvers && \
	  $(SOLVERS) -m pip install --quiet highspy==1.16.0 ortools==9.15.6755 networkx==3.6.1 rustworkx==0.18.1; }

# Debian's browser and Node, where apt-get may install them.
setup-page:
	@missing=; for tool in chromium:chromium node:nodejs npm:npm; do \
	  command -v $${tool%%:*} >/dev/null || missing="$$missing $${tool##*:}"; done; \
	if [ -n "$$missing" ]; then \
	  { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get update -q </dev/null && \
	    apt-get install -y -q $$missing </dev/null; } || { \
	  echo "to test the pages in a browser, install:$$missing" >&2; exit 1; }; fi

# Debian's Rust for WebAssembly, the source of its standard library, and its linker.
setup-web:
	@missing=; for part in rustc:rustc-web cargo:cargo-web wasm-ld:lld; do \
	  test -x /usr/bin/$${part%%:*} || missing="$$missing $${part##*:}"; done; \
	test -d "$$(/usr/bin/rustc --print sysroot 2>/dev/null)/lib/rustlib/src/rust/library" || missing="$$missing rust-web-src"; \
	for tool in node:nodejs npm:npm xz:xz-utils; do command -v $${tool%%:*} >/dev/null || missing="$$missing $${tool##*:}"; done; \
	if [ -n "$$missing" ]; then \
	  { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get update -q </dev/null && \
	    apt-get install -y -q $$missing </dev/null; } || { \
	  echo "to build for WebAssembly, install:$$missing" >&2; exit 1; }; fi
	@$(MAKE) --no-print-directory setup-bundle

# Binaryen and esbuild, of the versions in the lock file.
setup-bundle:
	@for tool in node npm xz; do command -v $$tool >/dev/null || { echo "to make the page, install $$tool" >&2; exit 1; }; done
	@npm ls --prefix web >/dev/null 2>&1 || npm ci --prefix web --no-audit --no-fund >/dev/null

setup-fuzz:
	@$(CARGO) fuzz --version >/dev/null 2>&1 || $(CARGO) install --quiet --locked cargo-fuzz
