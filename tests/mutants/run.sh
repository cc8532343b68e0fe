#!/usr/bin/env bash
# Plants each error of this folder in a copy of the project, one after another, and prints what catches it as a table.
# Usage: tests/mutants/run.sh [MUTANT…]
#
# The head of a patch says what is planted, where, and by which command it is caught: one that passes without the
# patch and fails with it. Fails itself if a patch does not apply or does not compile, or if a mutant survives.
set -euo pipefail
cd "$(dirname "$0")/../.."
work=${CARGO_TARGET_DIR:-target}/mutants
mkdir -p "$work"
work=$(cd "$work" && pwd)
copy=$work/copy log=$work/log patches=$PWD/tests/mutants
[ $# -gt 0 ] || set -- $(cd "$patches" && printf '%s\n' *.patch | sed 's/\.patch$//')

# One for all, so that HiGHS and the other dependencies are compiled once.
export CARGO_TARGET_DIR=$work/target CARGO_INCREMENTAL=1
export PATH=$work/target/release:$PATH
# The copy lies within a repository, whose paths git would take the patches' to be.
export GIT_CEILING_DIRECTORIES=$work

say() { echo "$*" >&2; }
head_of() { sed -n "s/^$2: //p;/^---/q" "$patches/$1.patch"; }
fail() { tail -n 40 "$log" >&2; say "$*"; exit 2; }

# Runs the command $1 in the copy. What cannot be built is not caught. An endless loop is: in time (124) or in memory.
run() {
  case $1 in
    'cargo test '*) set -- "$1" "cargo test --no-run ${1#cargo test }" ;;
    'make python-tests '*) set -- "$1" 'make python-tests PYTEST=--collect-only' ;;
    *) set -- "$1" 'cargo build --release --locked --bin swiss-ilp' ;;
  esac
  (cd "$copy" && bash -c "$2") >"$log" 2>&1 || fail "cannot be built: $2"
  (cd "$copy" && ulimit -S -v 8000000 && timeout 300 bash -c "$1") >"$log" 2>&1
}

# What ended the command $1 with the exit code $2: the tests that failed, after their module, or the code.
caught_by() {
  local tests
  tests=$(sed -n 's/^test \(.*\)::\([^:]*\) \.\.\. FAILED$/\1: `\2`/p' "$log" | sort | awk -F': ' '
    $1 != module { out = out (NR > 1 ? "; " : "") $1 ":"; module = $1 }
    { out = out " " $2 }
    END { print out }')
  if [ -n "$tests" ]; then echo "$tests"; else echo "\`$1\`: exit code $2"; fi
}

# Files with the times of now: cargo goes by them, and an interrupted run may have left newer objects.
rm -rf "$copy"
mkdir "$copy"
git ls-files -z | tar -cf - --null -T - | tar -xmf - -C "$copy"

say 'without any patch'
for mutant; do head_of "$mutant" Command; done | sort -u | while read -r command; do
  say "  $command"
  run "$command" </dev/null || fail "fails without any patch: $command"
done

survived=0
echo '| mutant | layer | planted | caught by |'
echo '|---|---|---|---|'
for mutant; do
  say "$mutant"
  command=$(head_of "$mutant" Command)
  git -C "$copy" apply "$patches/$mutant.patch" || { say "$mutant.patch does not apply"; exit 2; }
  status=0
  run "$command" </dev/null || status=$?
  git -C "$copy" apply -R "$patches/$mutant.patch"
  if [ "$status" = 0 ]; then
    survived=$((survived + 1)) caught='SURVIVED'
  else
    caught=$(caught_by "$command" "$status")
  fi
  echo "| \`$mutant\` | $(head_of "$mutant" Layer) | $(head_of "$mutant" Planted) | $caught |"
done
[ "$survived" = 0 ] || { say "$survived of $# mutants survived"; exit 1; }
