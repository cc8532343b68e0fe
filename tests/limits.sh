#!/bin/sh
# Times every command at 2,000 and 5,000 players: a limit of LIMIT seconds (5) must end it within a tenth more, and a SIGTERM within
# two seconds. Needs python3 to make the tournaments. `tests/limits.sh PROGRAM [PLAYERS...]`
set -u
program=$1
shift
here=$(dirname "$0")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
limit=${LIMIT:-5}
failed=0

now() { date +%s%N; }

# $1: what it is; $2: how many milliseconds it may take; then when it began, its exit code and the exit codes that are expected
judge() {
  took=$((($(now) - $3) / 1000000))
  verdict=ok
  case " $5 " in *" $4 "*) ;; *) verdict="EXIT CODE $4" ;; esac
  [ "$took" -le "$2" ] || verdict="LATE"
  [ "$verdict" = ok ] || failed=1
  printf '%8d ms  exit %3d  %-14s %s\n' "$took" "$4" "$verdict" "$1"
}

timed() {
  began=$(now)
  timeout -s KILL 120 "$program" "$@" --time-limit "$limit" >"$work/out" 2>"$work/err"
  judge "$*" $((limit * 1100)) "$began" $? "0 1 3 4 6"
}

# The limit ends nothing here: a signal does.
signalled() {
  timeout -s KILL 120 "$program" "$@" --time-limit 100 >"$work/out" 2>"$work/err" &
  child=$!
  sleep 1.5
  inner=$(ps -o pid= --ppid "$child" | head -n 1)
  began=$(now)
  [ -z "$inner" ] || kill -TERM "$inner"
  wait "$child"
  judge "SIGTERM: $*" 2000 "$began" $? "0 1 3 4 6 130 143"
}

cat >"$work/caps.toml" <<'MODEL'
kind = "objective"
name = "caps"
summary = "caps"
formulation = "pairs"
hard = ["no-rematch", "no-forbidden-pair", "no-third-colour", "colour-balance", "no-second-bye"]
[[tier]]
name = "scores"
terms = [{ term = "score-difference", weight = -1 }, { term = "bye-score", weight = -1 }]
[[tier]]
name = "colours"
terms = [{ term = "colour-difference", weight = -1 }]
[side]
max-downfloats = 6
MODEL
cat >"$work/expression.toml" <<'MODEL'
kind = "objective"
name = "expression"
summary = "an expression that takes long"
formulation = "pairs"
hard = []
[[define]]
name = "d0"
pair = 'sum([1,2,3,4,5,6,7,8,9].map(x, sum([1,2,3,4,5,6,7,8,9].map(y, x * y + a.rank - b.rank))))'
[[tier]]
name = "one"
terms = [{ term = "d0", weight = 1 }]
MODEL

for players in ${*:-2000 5000}; do
  t=$work/$players.trf
  python3 "$here/limits.py" "$players" 5 "$t" || exit 2
  echo "$players players, limit $limit"
  timed solve "$t"
  timed solve "$t" --model fair
  timed solve "$t" --model "$work/caps.toml"
  timed solve "$t" --model "$work/expression.toml"
  timed solve "$t" --model swiss
  timed solve "$t" --model slots
  timed solve "$t" --model dutch-2026
  timed solve "$t" --method highs
  timed solve "$t" --count-optima --model fair
  timed solve "$t" --relax
  timed solve "$t" --cuts
  timed solve "$t" --duals --model fair
  timed solve "$t" --trace-tiers --model fair
  timed solve "$t" --keep-open 5
  timed solve "$t" --repair --model fair
  timed solve "$t" --proof "$work/proof" --force --model fair
  for system in dutch-2026 dutch-2017 dutch-2012 dutch-1998 dubov-1997 tcec; do
    timed pair "$t" --system "$system"
  done
  timed why "$t" 1 2 --model fair
  timed why "$t" 1 9 --system dutch-2026
  timed explain "$t" --model fair
  timed explain "$t" --html "$work/page.html" --force
  timed compare "$t"
  timed compare "$t" --all-rounds
  timed pareto "$t" --between scores,colours
  timed prices "$t" --of downfloats
  timed model fair "$t" --write-model "$work/model.lp" --force
  timed model dutch-2026 "$t" --write-model "$work/model.opb" --force
  timed lesson weights "$t"
  timed lesson symmetry "$t"
  timed verify "$t" --round 3
  timed verify "$t" --round 3 --system dutch-2026
  timed check "$t" --system dutch-2026
  timed standings "$t"
  timed standings "$t" --tie-breaks BH-C1,BH,SB,DE
  timed convert "$t" --to json
  timed info "$t"
  timed --dutch=2026 "$t" -p "$work/out.pairs"
  timed --dutch=2026 "$t" -c
  signalled prices "$t" --of downfloats
  signalled pareto "$t" --between scores,colours
  signalled solve "$t" --model "$work/caps.toml"
  signalled solve "$t" --keep-open 5
  signalled solve "$t" --model "$work/expression.toml"
  signalled explain "$t" --model fair
  signalled lesson symmetry "$t"
  signalled verify "$t" --round 3
  signalled check "$t" --system dutch-2026
done
exit $failed
