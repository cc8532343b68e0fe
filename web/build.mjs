// Makes the page from its parts: one file that loads nothing.
//
// node web/build.mjs MODULE FOLDER
// It makes index.html in the folder, and in its folder pkg the package for other programs.
//
// node web/build.mjs --packed [MODULE]
// It makes the page of the book. Without a module the page keeps the one that it has.
// It also makes the script of all other pages that the program writes, with the same drawing.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync, transformSync } from 'esbuild';
import { joined, split } from './page/streams.mjs';
import { fromSigns, inSigns, unlzma } from './page/unpack.mjs';
import { PACKED, moduleText } from './packed.mjs';
import { declarations } from './types.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, '..');
const read = (...path) => readFileSync(join(root, ...path), 'utf8');

/** A module of the page with all that it imports, as one small script. */
const bundled = (name, format = 'esm') => buildSync({ entryPoints: [join(here, 'page', name)], bundle: true, minify: true, format, charset: 'utf8', legalComments: 'none', write: false }).outputFiles[0].text.trimEnd();

/** A script keeps its signs; none may end its element. */
function script(text) {
  if (/<\/script|<!--/i.test(text)) throw new Error('a script would end its element');
  return text;
}

const sha256 = (text) => `sha256-${createHash('sha256').update(text).digest('base64')}`;
const hash = (text) => `'${sha256(text)}'`;

/** Bytes as the page has them: packed by LZMA, in signs. A byte is foretold by so many bits of the one before it. */
function packed(bytes, context) {
  const made = execFileSync('xz', ['--format=lzma', `--lzma1=preset=9e,lc=${context},pb=0,nice=100,depth=1000`, '--stdout'], { input: bytes, maxBuffer: 1 << 28 });
  // The head has the length in place of "until the end".
  made.writeBigUInt64LE(BigInt(bytes.length), 5);
  const text = inSigns(made);
  if (Buffer.compare(Buffer.from(unlzma(fromSigns(text))), bytes) !== 0) throw new Error('something is not unpacked as it was packed');
  return text;
}

function packedModule(module) {
  const streams = split(module);
  if (Buffer.compare(joined(streams), module) !== 0) throw new Error('the module does not come back from its streams');
  return packed(streams, 2);
}

const isPacked = process.argv[2] === '--packed';
const [module, folder] = isPacked ? [process.argv[3], dirname(PACKED)] : process.argv.slice(2);
const names = (folder, pattern) => readdirSync(join(root, folder)).filter((name) => pattern.test(name)).sort();
const models = names('models', /\.toml$/).map((name) => [name.replace('.toml', ''), read('models', name)]).filter(([, text]) => /^formulation = "pairs"/m.test(text) && /^kind = "objective"/m.test(text));
const first = (name) => (name === 'pairs' ? 0 : name === 'fair' ? 1 : 2);
models.sort(([one], [other]) => first(one) - first(other) || (one < other ? -1 : 1));
const teaching = names('instances', /^(teaching-.*|clubs)\.json$/).map((name) => [name.replace('.json', ''), JSON.stringify(JSON.parse(read('instances', name)))]);
const editions = [...read('src/rules/edition.rs').matchAll(/systems\/(\w+)\/articles\.toml/g)].map(([, folder]) => read('src/systems', folder, 'articles.toml'));
const systems = editions.map((text) => /^id = "(.+)"/m.exec(text)[1]);
const [, version] = /^version = "([^"]+)"/m.exec(read('Cargo.toml'));

const style = transformSync(`${read('src/questions/report/page/page.css')}${read('web/page/style.css')}`, { loader: 'css', minify: true, charset: 'utf8' }).code.trimEnd();
const boot = script(bundled('boot.mjs'));
const main = bundled('main.mjs');
const given = JSON.stringify({ version, systems, models: Object.fromEntries(models), teaching: Object.fromEntries(teaching) });
// In this order: the last one needs the others.
const unpacked = [
  ['style', { textContent: style }],
  ['script', { id: 'given', type: 'application/json', textContent: given }],
  ['script', { id: 'worker', type: 'text/plain', textContent: bundled('worker.mjs', 'iife') }],
  ['script', { type: 'module', textContent: main }],
];
const policy = ["default-src 'none'", `script-src ${hash(boot)} ${hash(main)} 'wasm-unsafe-eval'`, `style-src ${hash(style)}`, 'worker-src blob:', 'img-src data:', "base-uri 'none'", "form-action 'none'"].join('; ');
const parts = {
  policy,
  version,
  parts: packed(Buffer.from(JSON.stringify(unpacked)), 4),
  boot,
};
// The module may have any sign in it, so it comes last.
const html = read('web/page/index.html').replace(/\{\{(\w+)\}\}/g, (place, name) => parts[name] ?? place);
if (html.split('{{module}}').length !== 2) throw new Error('the page has not one place for the module');
const text = module ? packedModule(readFileSync(module)) : moduleText(readFileSync(PACKED, 'utf8'));
const page = html.replace('{{module}}', () => text);
mkdirSync(folder, { recursive: true });
writeFileSync(isPacked ? PACKED : join(folder, 'index.html'), page);
console.log(`the page has ${Buffer.byteLength(page)} bytes, of which ${Buffer.byteLength(text)} are the module`);
if (isPacked) {
  const written = script(bundled('written.mjs', 'iife'));
  writeFileSync(join(root, 'src/questions/report/page/page.js'), written);
  writeFileSync(join(root, 'src/questions/report/page/page.js.sha256'), sha256(written));
  process.exit();
}

// The package is in a folder of its own.
const pkg = join(folder, 'pkg');
mkdirSync(pkg, { recursive: true });
const schemas = names('docs/schema', /\.schema\.json$/).map((name) => [name.replace('.schema.json', ''), JSON.parse(read('docs/schema', name))]);
writeFileSync(join(pkg, 'records.d.ts'), declarations(schemas));
const [, repository] = /^repository = "([^"]*)"/m.exec(read('Cargo.toml'));
const manifest = { ...JSON.parse(read('web/pkg/package.json')), version, ...(repository ? { repository } : {}) };
writeFileSync(join(pkg, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
for (const name of ['index.mjs', 'index.d.ts', 'README.md']) writeFileSync(join(pkg, name), read('web/pkg', name));
writeFileSync(join(pkg, 'swiss-ilp.mjs'), read('web/swiss-ilp.mjs'));
writeFileSync(join(pkg, 'swiss-ilp.wasm'), readFileSync(module));
