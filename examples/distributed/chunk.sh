#!/usr/bin/env bash
# Pairs the rounds of the tournaments whose paths are on standard input, a path a line, and writes their records.
# Usage: chunk.sh [PART]
#
# The records go to standard output, or into the file PART. PART appears only when it is whole, so a chunk that is done
# twice, or by two workers at once, leaves its records once. If PART is there, nothing is done.
set -euo pipefail

# The exit codes 4 and 6 say that some records have no proof, or are errors. These records are answers: a second attempt
# would give them again, so the chunk is done. Each other code is a failure, which the engine repeats.
records() {
  swiss-ilp batch - --jobs 1 --no-times --quiet --format json || case $? in
    4 | 6) ;;
    *) exit 1 ;;
  esac
}

if [ $# = 0 ]; then
  records
elif [ ! -e "$1" ]; then
  unfinished=$(mktemp "$(dirname "$1")/unfinished-XXXXXX")
  records >"$unfinished"
  mv "$unfinished" "$1"
fi
