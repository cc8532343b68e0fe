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

# At so many players the cap of the suite leaves no pairing.
sed 's/^max-downfloats = .*/max-downfloats = 6/' "$here/limits/caps.toml" >"$work/caps.toml"

for players in ${*:-2000 5000}; do
  t=$work/$players.trf
  python3 "$here/limits.py" "$players" 5 "$t" || exit 2
  echo "$players players, limit $limit"
  while read -r _ how command <&3; do
    case $how in limit | signal) ;; *) continue ;; esac
    set --
    for word in $command; do
      case $word in
        T) word=$t ;;
        C) word=$work/caps.toml ;;
        E) word=$here/limits/expression.toml ;;
        N) word=$here/limits/constant.toml ;;
        P*) word=$work/$word ;;
      esac
      set -- "$@" "$word"
    done
    timed "$@"
    [ "$how" != signal ] || signalled "$@"
  done 3<"$here/limits/commands.txt"
done

# Proofs by rules at a number of players at which they are whole, and many players of whom few may meet.
for system in tcec dutch-1998 dutch-2012 dutch-2017 dutch-2026; do
  python3 "$here/limits.py" 401 5 "$work/t.trf" && timed pair "$work/t.trf" --system $system --proof "$work/proof" --force
done
python3 "$here/limits.py" 3001 5 "$work/t.trf" && timed solve "$work/t.trf" --model "$here/limits/few.toml" --proof "$work/proof" --force
exit $failed
