#!/usr/bin/env bash
# Pairs an archive by GNU parallel, two chunks at once. The same command again goes on where a run was ended.
# Usage: parallel.sh PATHS OUT CHUNKS
set -euo pipefail
chunk=$(dirname "$(readlink -f "$0")")/chunk.sh
paths=$1 out=$2 chunks=$3
mkdir -p "$out"

# A chunk that fails is tried three times. The next run tries it again, and leaves out the chunks that are done.
seq "$chunks" | parallel --jobs 2 --retries 3 --joblog "$out/joblog" --resume-failed \
  "awk -v n=$chunks -v i={} 'NR % n == i - 1' '$paths' | '$chunk' '$out/part-{}'"
