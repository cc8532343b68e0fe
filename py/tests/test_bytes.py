"""The package gives the bytes of the command line, for every oracle and every real file."""

import sys
import warnings
from concurrent.futures import ThreadPoolExecutor

import pytest
import swiss_ilp as si
from conftest import INSTANCES, ORACLES, REAL, ROOT, TEACHING, run, without_times

FILES = [str(path.relative_to(ROOT)) for path in ORACLES + REAL + TEACHING]
SYSTEMS = si.systems()
pytestmark = pytest.mark.filterwarnings("ignore::swiss_ilp.SwissWarning")


def system_of(file):
    """The system whose pairings the file has, by its folder."""
    return next((system for system in SYSTEMS if f"/{system}/" in file), "dutch-2012")


def test_there_are_oracles_and_real_files():
    assert len(ORACLES) > 100 and len(REAL) >= 5 and len(TEACHING) >= 15


@pytest.mark.parametrize("file", FILES)
def test_a_file_is_paired_as_by_the_command_line(file):
    tournament = si.read(file)
    # The last round that can be paired, and one in the middle.
    played = tournament.rounds_played
    for number in {played[-1], played[len(played) // 2]} if played else {1}:
        state = tournament.round(number)
        if state.players:
            for format in ("json", "table", "csv", "pairs"):
                ours = si.solve(state)._native.render(format)
                theirs, _ = run("solve", file, "--round", number, "--model", "pairs", "--format", format)
                assert without_times(ours) == without_times(theirs), (number, format)
        paired = si.pair(state, system_of(file), trace=True)
        for format in ("json", "table"):
            theirs, _ = run("pair", file, "--round", number, "--system", system_of(file), "--trace", "--format", format)
            assert paired._native.render(format) == theirs, (number, format)
        if paired.has_pairing:
            theirs, exit_code = run("pair", file, "--round", number, "--system", system_of(file), "--format", "trf")
            if exit_code == 0:
                assert paired.to_trf() == theirs


@pytest.mark.parametrize("file", [str(path.relative_to(ROOT)) for path in ORACLES])
def test_an_oracle_is_replayed_as_by_the_command_line(file):
    check = si.read(file).check(system_of(file))
    assert check.to_json() == run("check", file, "--system", system_of(file), "--format", "json")[0]
    assert check.rounds_checked > 0


@pytest.mark.parametrize("file", [f"instances/{path.name}" for path in TEACHING])
def test_a_teaching_round_is_compared_and_verified_as_by_the_command_line(file):
    tournament = si.read(file)
    state = tournament.round()
    compared = si.compare(state)
    for format in ("json", "table", "csv", "pairs"):
        assert compared._native.render(format) == run("compare", file, "--format", format)[0]
    pairing = next((of.pairing for of in compared.pairings), None)
    if pairing is None:
        return
    for arguments in ({}, {"system": "tcec"}):
        verdict = si.verify(state, pairing, **arguments)
        options = ["--system", "tcec"] if arguments else []
        written = run("verify", file, "--pairing", "-", "--format", "json", *options, stdin=pairing.to_pairs())[0]
        assert verdict.to_json() == written


@pytest.mark.parametrize("file", ["instances/teaching-8.json", "instances/teaching-bye.json"])
def test_models_programs_and_explanations(file, tmp_path):
    state = si.read(file).round()
    for model in si.models():
        if model == "as-written":
            continue
        for format in ("lp", "mps", "opb"):
            path = tmp_path / f"{model}.{format}"
            _, exit_code = run("model", model, file, "--write-model", path)
            try:
                ours = getattr(state.model(model), f"to_{format}")()
            except si.SwissError as error:
                assert error.exit_code == exit_code, (model, format)
            else:
                assert (exit_code, ours) == (0, path.read_text()), (model, format)
    assert state.model("slots").to_latex().encode() == run("model", "slots", file, "--latex")[0]
    assert state.model("slots").programs().to_json() == run("model", "slots", file, "--format", "json")[0]
    assert si.explain(state).to_json() == run("explain", file, "--format", "json")[0]
    assert si.why(state, 1, 2).to_json() == run("why", file, 1, 2, "--format", "json")[0]
    assert si.Model("fair").show(True).encode() == run("model", "fair", "--show")[0]


def test_an_archive_is_paired_as_by_the_command_line(tmp_path):
    options = ["--models", "pairs,fair", "--systems", "dutch-2012", "--boards", "--no-times"]
    # Damaged files, too: they are records.
    paths = [*INSTANCES, "tests/damaged"]
    theirs, _ = run("batch", *paths, *options, "--format", "json")
    arguments = {"models": ["pairs", "fair"], "systems": ["dutch-2012"], "boards": True, "times": False}
    ours = si.batch(paths, jobs=2, **arguments)
    assert ours.lines == theirs and len(ours) > 100
    out = tmp_path / "records.csv"
    assert len(si.batch(paths, out=out, **arguments).lines) == 0
    run("batch", *paths, *options, "--out", tmp_path / "theirs.csv")
    assert out.read_bytes() == (tmp_path / "theirs.csv").read_bytes()
    frame = ours.frame()
    assert si.Frame.from_csv(out.read_text())["round"] == frame["round"]


def test_an_experiment_is_played_as_by_the_command_line(tmp_path):
    run("simulate", "examples/experiments/example.toml", "--events", 20, "--out", tmp_path / "theirs")
    ours = si.simulate("examples/experiments/example.toml", events=20, jobs=2)
    for name in ("events.csv", "summary.csv", "differences.csv", "plot.svg", "manifest.json"):
        assert (ours.folder / name).read_bytes() == (tmp_path / "theirs" / name).read_bytes(), name
    assert ours.is_complete and len(ours.events) == 60 and ours.plot.startswith("<svg")


def test_threads_of_python_have_the_same_result():
    states = [si.read(file).round(2) for file in FILES[:40]]
    alone = [without_times(si.solve(state).to_json()) for state in states]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda state: without_times(si.solve(state).to_json()), states))
    assert alone == together
