#!/usr/bin/env bash
# Pairs the rounds of the tournaments whose paths are on standard input, a path a line, and writes their records.
# Usage: chunk.sh PART
#
# The records go into the file PART, which appears only when it is whole, so a chunk that is done twice, or by two workers at
# once, leaves its records once. If PART is there, nothing is done.
set -euo pipefail
[ ! -e "$1" ] || exit 0

# The exit codes 4 and 6 say that some records have no proof, or are errors. These records are answers: a second attempt
# would give them again, so the chunk is done. Each other code is a failure, which the engine repeats.
unfinished=$(mktemp "$(dirname "$1")/unfinished-XXXXXX")
swiss-ilp batch - --jobs 1 --no-times --quiet --format json >"$unfinished" || case $? in
  4 | 6) ;;
  *) exit 1 ;;
esac
mv "$unfinished" "$1"
