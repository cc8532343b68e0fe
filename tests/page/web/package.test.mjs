// The package for other programs: packed, installed in a folder of its own, and asked in Node.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { program, root } from "../program.mjs";
import { made as webMade } from "./support.mjs";

const made = webMade && path.join(webMade, "pkg");

test("the package is packed, installed, and pairs Graz as the program does", { skip: made ? false : "make web has not made the package" }, () => {
  const folder = mkdtempSync(path.join(tmpdir(), "swiss-ilp-npm-"));
  try {
    const run = (command, ...given) => execFileSync(command, given, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    const [{ filename, files }] = JSON.parse(run("npm", "pack", made, "--json"));
    assert.deepEqual(files.map(({ path: name }) => name).sort(), ["README.md", "index.d.ts", "index.mjs", "package.json", "records.d.ts", "swiss-ilp.mjs", "swiss-ilp.wasm"]);
    writeFileSync(path.join(folder, "package.json"), '{ "private": true, "type": "module" }');
    run("npm", "install", "--no-audit", "--no-fund", "--offline", filename);
    const graz = path.join(root, "instances/graz-open-2026-a.trf");
    writeFileSync(path.join(folder, "pair.mjs"), `
      import { readFileSync } from "node:fs";
      import { ask, open, SwissError } from "swiss-ilp";
      const tournament = open(readFileSync(process.argv[2]));
      const { seconds, ...record } = await ask(tournament, "solve", { at: { round: 5 } });
      const refused = await ask(tournament, "solve", { threads: 0 }).catch((error) => error);
      console.log(JSON.stringify({ record, isError: refused instanceof SwissError, ended: refused.ended }));`);
    const { record, isError, ended } = JSON.parse(run("node", "pair.mjs", graz));
    const { seconds, ...expected } = JSON.parse(run(program, "solve", graz, "--round", "5", "--format", "json"));
    assert.deepEqual(record, expected);
    assert.deepEqual([isError, ended], [true, "refused"]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
