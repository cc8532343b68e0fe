#!/usr/bin/env bash
# Made rounds by the command line: wall time and peak memory of the whole process (memory needs GNU time), the median and the
# worst of several seeds. Usage: benches/made.sh PLAYERS…; the environment has MODELS, ROUNDS and SEEDS (how many).
set -euo pipefail
cd "$(dirname "$0")/.."
program=${CARGO_TARGET_DIR:-target}/release/swiss-ilp
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
[ $# -gt 0 ] || set -- 100 200 500 1000

cargo build --release --locked --quiet --bins --example made
echo '| players | round | model | median s | worst s | worst MiB |'
echo '|---:|---:|---|---:|---:|---:|'
for players; do
  for round in ${ROUNDS:-3 9}; do
    for seed in $(seq "${SEEDS:-5}"); do
      "$(dirname "$program")/examples/made" "$players" "$((round - 1))" "$seed" >"$made/$seed.json"
    done
    for model in ${MODELS:-pairs fair}; do
      for seed in $(seq "${SEEDS:-5}"); do
        /usr/bin/time -q -f '%e %M' -o "$made/time" "$program" solve "$made/$seed.json" --model "$model" --quiet >"$made/answer"
        grep -q '^Optimal: proven by its dual solution' "$made/answer"
        cat "$made/time"
      done | sort -n | awk -v row="$players | $round | $model" '
        { seconds[NR] = $1; if ($2 > most) most = $2 }
        END { printf "| %s | %.2f | %.2f | %d |\n", row, seconds[int((NR + 1) / 2)], seconds[NR], most / 1024 }'
    done
  done
done
