#!/bin/sh
# Test the pages in Debian's Chromium; say a word and leave the tests out where there is no browser or no Node.
# Usage: tests/page/run.sh [OPTION…] [FILE…], options of node --test, such as --test-name-pattern=WORDS; without a file all are tested
set -eu
cd "$(dirname "$0")"
chromium=${CHROMIUM:-$(command -v chromium || true)}
if [ -z "$chromium" ] || ! command -v node >/dev/null || ! command -v npm >/dev/null; then
  echo 'chromium or node is missing: the tests of the pages were left out' >&2
  exit 0
fi
if [ ! -d node_modules/playwright-core ] && ! npm ci --no-audit --no-fund >/dev/null; then
  echo 'playwright-core and axe-core cannot be installed: the tests of the pages were left out' >&2
  exit 0
fi
# Chromium and WebAssembly reserve far more addresses than they use: a soft limit on them is lifted.
ulimit -S -v unlimited 2>/dev/null || true
export CHROMIUM="$chromium"
case " $* " in *.test.mjs\ *) exec node --test "$@" ;; esac
# Two files at a time; what is measured in seconds has the machine for itself.
node --test --test-concurrency=2 "$@" $(find . -name '*.test.mjs' -not -path './node_modules/*' -not -name speed.test.mjs)
node --test "$@" speed.test.mjs
