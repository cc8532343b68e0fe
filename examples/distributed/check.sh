#!/usr/bin/env bash
# Runs the recipes of this folder on one archive and compares their records with those of `swiss-ilp batch --jobs 2`.
# Each recipe is run twice: as it is, and with a worker that is killed by SIGKILL in the midst of a chunk.
# Usage: check.sh [RECIPE…], of parallel and slurm; without one, both.
#
# The archive is copied COPIES times, once if that is not set. What a recipe needs is installed where that is possible.
set -euo pipefail
cd "$(dirname "$0")/../.."
recipes=$PWD/examples/distributed
target=$(realpath "${CARGO_TARGET_DIR:-target}")
work=$target/distributed
chunks=$((24 * ${COPIES:=1}))
[ $# -gt 0 ] || set -- parallel slurm
export PATH=$target/release:$PATH DEBIAN_FRONTEND=noninteractive
mkdir -p "$work"

say() { echo "$*" >&2; }
fail() { say "$*"; exit 1; }

# The program $1, by Debian's package $2.
need() {
  if command -v "$1" >/dev/null; then return; fi
  local as_root=
  [ "$(id -u)" = 0 ] || as_root='sudo -n'
  # shellcheck disable=SC2086
  { $as_root apt-get update -q && $as_root apt-get install -y -q --no-install-recommends "$2"; } </dev/null >"$work/install.log" 2>&1 ||
    { say "$1 is missing: install it (Debian's package is $2)"; return 1; }
}

install_for() {
  case $1 in
    parallel) need parallel parallel ;;
    slurm) need munged munge && need sbatch slurm-wlm ;;
    *) fail "there is no recipe $1" ;;
  esac
}

# Pair the archive by the recipe $1, into the folder $2.
run() { "$recipes/$1.sh" "$work/paths" "$2" "$chunks"; }

# Whether the records in the folder $1 are those of batch.
compare() { cat "$1"/part-* | sort | cmp - "$work/expected" >&2; }

# The recipe $1, where the worker whose name matches $2 is killed.
run_killed() {
  rm -rf "$work/dying"
  mkdir "$work/dying"
  ln -s "$recipes/dies-once.sh" "$work/dying/swiss-ilp"
  printf "worker='%s' real=%q\n" "$2" "$target/release/swiss-ilp" >"$work/dying/settings"
  # A recipe that the killed worker ends, too, is run again, as its user would.
  PATH=$work/dying:$PATH run "$1" "$work/$1-killed" || PATH=$work/dying:$PATH run "$1" "$work/$1-killed"
  cat "$work/dying/killed"
}

# Which process is the worker: a task of Slurm is a script. In GNU parallel it is the program itself, with all that it has at work.
worker_of() {
  case $1 in
    parallel) echo '^(perl|parallel)$' ;;
    slurm) echo '^slurm_script$' ;;
  esac
}

seconds() { awk -v from="$1" -v to="$EPOCHREALTIME" 'BEGIN { printf "%.1f", to - from }'; }

rm -rf "$work/archive"
for copy in $(seq "$COPIES"); do
  mkdir -p "$work/archive/$copy"
  cp -r instances tests/data tests/damaged "$work/archive/$copy"
  # The archive is the one that docs/src/guide/distributed.md has measured.
  rm -r "$work/archive/$copy/instances/benchmark-set"
done
find "$work/archive" -type f \( -name '*.trf' -o -name '*.json' \) | sort >"$work/paths"

printf '%-12s %8s  %s\n' recipe seconds 'of batch'
start=$EPOCHREALTIME
swiss-ilp batch - --jobs 2 --no-times --format json <"$work/paths" 2>"$work/batch.log" | sed '/^{"status":/d' >"$work/records" || true
of_batch=$(seconds "$start")
printf '%-12s %8s  %s\n' batch "$of_batch" "$(wc -l <"$work/records") records of $(wc -l <"$work/paths") files"
sort "$work/records" >"$work/expected"

failed=
for recipe; do
  install_for "$recipe" || { say "$recipe: not run"; continue; }
  rm -rf "${work:?}/$recipe" "$work/$recipe-killed"
  start=$EPOCHREALTIME
  run "$recipe" "$work/$recipe" >"$work/$recipe.log" 2>&1 && compare "$work/$recipe" || failed="$failed $recipe"
  took=$(seconds "$start")
  run_killed "$recipe" "$(worker_of "$recipe")" >"$work/$recipe-killed.log" 2>&1 && compare "$work/$recipe-killed" ||
    failed="$failed $recipe-killed"
  printf '%-12s %8s  %s, %s\n' "$recipe" "$took" "$(awk -v a="$took" -v b="$of_batch" 'BEGIN { printf "%.1f times", a / b }')" \
    "$(tail -n 1 "$work/$recipe-killed.log")"
done
[ -z "$failed" ] || fail "not the same records:$failed (the logs are in $work)"
say 'each recipe has the records of batch, also with a worker killed'
