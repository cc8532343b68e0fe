// Makes the page from its parts: one file that loads nothing.
//
// node web/build.mjs MODULE PAGE
// It makes the package for other programs, too, in the folder pkg beside the page.

import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { declarations } from './types.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, '..');
const read = (...path) => readFileSync(join(root, ...path), 'utf8');

const IMPORT = /^import \{[^}]*\} from "([^"]+)";\n/gm;

const DECLARED = /^(?:export )?(?:async )?(?:const|let|function|class) (\w+)/gm;

/** A module with all that it imports, as one script. So every name at the top must be another one. */
function joined(entry, seen = new Map()) {
  const file = resolve(entry);
  if (seen.has(file)) return '';
  seen.set(file, null);
  const text = readFileSync(file, 'utf8');
  for (const [, name] of text.matchAll(DECLARED)) {
    if (seen.has(name)) throw new Error(`${name} is declared by ${seen.get(name)} and by ${file}`);
    seen.set(name, file);
  }
  const before = [...text.matchAll(IMPORT)].map(([, path]) => joined(join(dirname(file), path), seen));
  return before.join('') + text.replace(IMPORT, '').replace(/^export /gm, '');
}

/** Text within an element of this page, which nothing in it can end. */
const inline = (text) => text.replaceAll('<', '\\u003c');
/** A script keeps its signs; none may end its element. */
function script(text) {
  if (/<\/script|<!--/i.test(text)) throw new Error('a script would end its element');
  return text;
}

const hash = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const [, , module, page] = process.argv;
const names = (folder, pattern) => readdirSync(join(root, folder)).filter((name) => pattern.test(name)).sort();
const models = names('models', /\.toml$/).map((name) => [name.replace('.toml', ''), read('models', name)]).filter(([, text]) => /^formulation = "pairs"/m.test(text) && /^kind = "objective"/m.test(text));
const first = (name) => (name === 'pairs' ? 0 : name === 'fair' ? 1 : 2);
models.sort(([one], [other]) => first(one) - first(other) || (one < other ? -1 : 1));
const teaching = names('instances', /^teaching-.*\.json$/).map((name) => [name.replace('.json', ''), JSON.stringify(JSON.parse(read('instances', name)))]);
const [, version] = /^version = "([^"]+)"/m.exec(read('Cargo.toml'));

const style = `${read('src/page/page.css')}${read('web/page/style.css')}`;
const main = script(joined(join(here, 'page/main.mjs')));
const worker = script(joined(join(here, 'page/worker.mjs')));
const policy = ["default-src 'none'", `script-src ${hash(main)} 'wasm-unsafe-eval'`, `style-src ${hash(style)}`, 'worker-src blob:', 'img-src data:', "base-uri 'none'", "form-action 'none'"].join('; ');
const parts = {
  policy,
  version,
  style,
  given: inline(JSON.stringify({ version, models: Object.fromEntries(models), teaching: Object.fromEntries(teaching) })),
  worker,
  module: gzipSync(readFileSync(module), { level: 9 }).toString('base64'),
  script: main,
};
const html = read('web/page/index.html').replace(/\{\{(\w+)\}\}/g, (_, name) => parts[name]);
mkdirSync(dirname(resolve(page)), { recursive: true });
writeFileSync(page, html);
console.log(`${page} has ${html.length} bytes`);

// The package is beside the page.
const pkg = join(dirname(resolve(page)), 'pkg');
mkdirSync(pkg, { recursive: true });
const schemas = names('docs/schema', /\.schema\.json$/).map((name) => [name.replace('.schema.json', ''), JSON.parse(read('docs/schema', name))]);
writeFileSync(join(pkg, 'records.d.ts'), declarations(schemas));
writeFileSync(join(pkg, 'package.json'), read('web/pkg/package.json').replace(/"version": "[^"]+"/, `"version": "${version}"`));
for (const name of ['index.mjs', 'index.d.ts', 'README.md']) writeFileSync(join(pkg, name), read('web/pkg', name));
writeFileSync(join(pkg, 'swiss-ilp.mjs'), read('web/swiss-ilp.mjs'));
writeFileSync(join(pkg, 'swiss-ilp.wasm'), readFileSync(module));
