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
# Three files at a time, the longest first, since each waits for a browser or for the program now and then.
long='./pages.test.mjs ./web/bytes.test.mjs ./web/page.test.mjs'
others=$(find . -name '*.test.mjs' -not -path './node_modules/*' $(printf -- '-not -path %s ' $long))
exec node --test --test-concurrency=3 "$@" $long $others
