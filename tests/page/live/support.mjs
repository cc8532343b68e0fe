// What the tests of the live part share: the program, the solver, and random settings.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { startSolver } from "../../../src/page/live/engine.js";
import { program, root } from "../program.mjs";

export { root };

const vendor = join(root, "src/page/live/vendor");

export const folder = mkdtempSync(join(tmpdir(), "swiss-ilp-live-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

export function run(...args) {
  return execFileSync(program, args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], maxBuffer: 1 << 28 });
}

export async function loadSolver() {
  const load = createRequire(import.meta.url)(join(vendor, "highs.js"));
  return startSolver(load, gunzipSync(readFileSync(join(vendor, "highs.wasm.gz"))));
}

/** Write the page of a round, and return its path. A round without a legal pairing has a page, too. */
export function pageOf(file, ...args) {
  const page = join(folder, "page.html");
  rmSync(page, { force: true });
  try {
    run("explain", file, "--live", "--html", page, "--quiet", ...args);
  } catch (error) {
    if (error.status !== 1) throw error;
  }
  return page;
}

/** The data in the page of a round. */
export function dataOf(file, ...args) {
  const page = readFileSync(pageOf(file, ...args), "utf8");
  return JSON.parse(page.match(/<script type="application\/json" id="live-data">(.*?)<\/script>/s)[1]);
}

/** What the command line gives for a round by these settings: boards, bye, and values; or that there is no pairing. */
export function solveByProgram(file, settings, ...args) {
  const model = join(folder, "model.toml");
  writeFileSync(model, modelFile(settings));
  try {
    const { pairs, bye, objective } = JSON.parse(run("solve", file, "--model", model, "--format", "json", ...args));
    return { status: "optimal", boards: pairs, bye, values: objective.map((tier) => String(tier.value)) };
  } catch (error) {
    if (error.status === 1) return { status: "infeasible" };
    throw error;
  }
}

function modelFile({ tier, hard }) {
  const tiers = tier.map(({ name, terms }) => {
    const lines = terms.map(({ term, weight }) => `  { term = "${term}", weight = ${weight} },\n`);
    return `[[tier]]\nname = "${name}"\nterms = [\n${lines.join("")}]\n`;
  });
  return `kind = "objective"\nname = "changed"\nsummary = "A setting of the page."\nformulation = "pairs"\nhard = ${JSON.stringify(hard)}\n${tiers.join("")}`;
}

/** Numbers from 0 to 1, the same for the same seed (Park and Miller 1988). */
export function random(seed) {
  let state = (seed % 2147483646) + 1;
  const next = () => (state = (state * 48271) % 2147483647) / 2147483647;
  for (let skip = 0; skip < 5; skip++) next();
  return next;
}

/** Some setting of the page: the model's terms and some others by random weights, in one to three tiers, and some of the rules. */
export function randomSettings(data, next) {
  const pick = (list) => list[Math.floor(next() * list.length)];
  const scale = () => pick([1, 1, 0.5, 0.1, 0.125]);
  const weight = () => (next() < 0.15 ? 0 : Math.round((Math.floor(next() * 101) - 50) * scale() * 1000) / 1000);
  const tiers = next() < 0.6 ? 1 : 2 + Math.floor(next() * 2);
  const own = data.model.tier.flatMap((tier) => tier.terms.map(({ term }) => term));
  const others = data.terms.map((term) => term.name).filter((name) => !own.includes(name));
  const names = [...own.filter(() => next() < 0.8), ...others.filter(() => next() < 0.12)];
  const tier = Array.from({ length: tiers }, (_, index) => ({ name: `tier-${index + 1}`, terms: [] }));
  for (const term of names) pick(tier).terms.push({ term, weight: weight() });
  for (const { terms } of tier) if (terms.length === 0) terms.push({ term: "score-difference", weight: -1 });
  const hard = data.rules.filter((rule) => next() < 0.75).map((rule) => rule.name);
  return { tier, hard };
}

/** What is to be equal: boards with their colours, the bye, and the values. */
export function essence({ status, boards, bye, values }) {
  return status === "optimal" ? { status, boards, bye, values } : { status };
}
