#!/usr/bin/env bash
# Every round of the real tournaments by the command line: seconds as reported, and wall time and peak memory of the
# whole process (memory needs GNU time). Usage: benches/rounds.sh [MODEL…]
set -euo pipefail
cd "$(dirname "$0")/.."
program=${CARGO_TARGET_DIR:-target}/release/swiss-ilp
json=$(mktemp) measured=$(mktemp)
trap 'rm -f "$json" "$measured"' EXIT
[ $# -gt 0 ] || set -- pairs fair

# A round after the last is refused with 3.
measure() {
  local TIMEFORMAT=%R
  if [ -x /usr/bin/time ]; then
    /usr/bin/time -q -f '%e %M' -o "$measured" "$@" >"$json" 2>/dev/null
  else
    { time "$@" >"$json" 2>/dev/null; } 2>"$measured"
  fi
}
number() { grep -o "\"$1\": *[0-9.e-]*" "$json" | tail -n 1 | sed 's/.*: *//'; }

echo '| tournament | round | players | model | proof | seconds | wall s | peak MiB |'
echo '|---|---:|---:|---|---|---:|---:|---:|'
for file in british-championship-2026 aeroflot-open-2026 arad-2026-a graz-open-2026-a; do
  for model; do
    for round in $(seq 1 99); do
      status=0
      measure "$program" solve "instances/$file.trf" --round "$round" --model "$model" --format json --quiet || status=$?
      [ "$status" != 3 ] || break
      [ "$status" = 0 ] || { echo "$file, round $round, $model: exit $status" >&2; continue; }
      players=$((2 * $(grep -o '"white":' "$json" | wc -l) + $(grep -c '"bye": *[0-9]' "$json" || true)))
      proof=$(grep -o '"proof": *"[a-z-]*"' "$json" | sed 's/.*: *"//; s/"//')
      read -r wall memory <"$measured"
      [ -z "${memory:-}" ] || memory=$((memory / 1024))
      printf '| %s | %d | %d | %s | %s | %.3f | %s | %s |\n' \
        "$file" "$round" "$players" "$model" "$proof" "$(number total)" "$wall" "${memory:-}"
    done
  done
done
