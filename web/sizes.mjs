// What fills the module: bytes of code by crate, or by function, and of data, as `make web-sizes` asks. It needs a module with names.
//
// node web/sizes.mjs MODULE [crates|modules|functions [PREFIX]]

import { readFileSync } from 'node:fs';

const [, , module, by = 'crates', prefix = ''] = process.argv;
const bytes = readFileSync(module);
let at = 8;

/** A number of the format (LEB128). */
function number() {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++];
    value += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return value;
  }
}

const text = () => {
  const length = number();
  at += length;
  return bytes.toString('utf8', at - length, at);
};

const sections = [];
let imported = 0;
const bodies = [];
const names = new Map();
while (at < bytes.length) {
  const id = bytes[at++];
  const size = number();
  const end = at + size;
  let title = { 0: 'custom', 1: 'types', 2: 'imports', 3: 'functions', 4: 'tables', 5: 'memory', 6: 'globals', 7: 'exports', 9: 'elements', 10: 'code', 11: 'data', 12: 'data count' }[id] ?? id;
  if (id === 2) {
    for (let left = number(); left > 0; left -= 1) {
      text();
      text();
      if (bytes[at++] !== 0) throw new Error('an import is no function');
      number();
      imported += 1;
    }
  } else if (id === 10) {
    for (let left = number(); left > 0; left -= 1) {
      const length = number();
      bodies.push(length);
      at += length;
    }
  } else if (id === 0) {
    title = `custom ${text()}`;
    while (title === 'custom name' && at < end) {
      const kind = bytes[at++];
      const until = number() + at;
      if (kind === 1) for (let left = number(); left > 0; left -= 1) names.set(number(), text());
      at = until;
    }
  }
  sections.push([title, size]);
  at = end;
}

/** A mangled name as a path, of either kind of mangling, as far as it is needed to add up. */
function path(name) {
  if (name.startsWith('_R')) {
    const parts = [...name.matchAll(/(?:C(?:s[0-9a-zA-Z]*_)?|N[a-zA-Z]|\d_|^_R\w*?)(\d+)_?/g)];
    const found = [];
    const walk = /C(?:s[0-9a-zA-Z]*_)?(\d+)/.exec(name);
    if (!walk || parts.length === 0) return name;
    let from = walk.index + walk[0].length;
    for (let length = walk[1]; length; ) {
      if (name[from] === '_') from += 1;
      found.push(name.slice(from, from + Number(length)));
      from += Number(length);
      const more = /^(?:s[0-9a-zA-Z]*_)?(\d+)/.exec(name.slice(from));
      length = more?.[1];
      from += more?.[0].length ?? 0;
    }
    return found.join('::');
  }
  const found = [];
  let rest = name.replace(/^_ZN/, '');
  if (rest === name) return name.replace(/^<+&?(mut )?/, '');
  for (let more = /^(\d+)/.exec(rest); more; more = /^(\d+)/.exec(rest)) {
    found.push(rest.slice(more[1].length, more[1].length + Number(more[1])));
    rest = rest.slice(more[1].length + Number(more[1]));
  }
  const plain = found.slice(0, -1).join('::').replaceAll('$LT$', '<').replaceAll('$GT$', '>').replaceAll('$RF$', '&').replaceAll('$u20$', ' ').replaceAll('..', '::').replaceAll('$C$', ',');
  return plain.replace(/^[_<&\s]+(?:mut )?(?:dyn )?/, '');
}

const sums = new Map();
bodies.forEach((size, place) => {
  const whole = path(names.get(place + imported) ?? 'without a name');
  if (!whole.startsWith(prefix)) return;
  const parts = whole.split('::');
  const key = by === 'crates' ? parts[0].replace(/[<>\s(].*/s, '') : by === 'modules' ? parts.slice(0, 3).join('::') : whole;
  const sum = sums.get(key) ?? { size: 0, count: 0 };
  sum.size += size;
  sum.count += 1;
  sums.set(key, sum);
});
for (const [title, size] of sections.sort((a, b) => b[1] - a[1]).slice(0, 6)) console.log(String(size).padStart(9), title);
console.log();
for (const [key, { size, count }] of [...sums].sort((a, b) => b[1].size - a[1].size).slice(0, 60)) console.log(String(size).padStart(9), String(count).padStart(6), key);
