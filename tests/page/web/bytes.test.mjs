// What the module answers in a browser is what the program writes: the same bytes of `--format json`, but for times, and the same sentences.
// With BYTES=all of every round of the real files, and of every benchmark round of at most 300 players; without, of some; with BYTES=few of
// one real round, which is what `make test` has the time for.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { launch } from "../browser.mjs";
import { instance, program, root } from "../program.mjs";
import { asker, started } from "./support.mjs";

const isAll = process.env.BYTES === "all";
const isFew = process.env.BYTES === "few";
const MODELS = ["pairs", "fair", "swiss"];
const OTHER_MODELS = ["monrad", "burstein", "random", "soft-bans", "mcmahon", "debating"];
/** The real files, with the last round that can be paired. The tournaments of organisers have what three of the models ask for. */
const REAL = isFew ? { "british-championship-2026.trf": 9 } : { "aeroflot-open-2026.trf": 9, "arad-2026-a.trf": 9, "british-championship-2026.trf": 9, "graz-open-2026-a.trf": 9, "gros-open-2010.trf": 5 };
const ORGANISERS = ["clubs.json", "debating.json", "go.json"];
const teaching = readdirSync(instance()).filter((name) => name.startsWith("teaching-"));
const benchmark = readdirSync(instance("benchmark-set/rounds")).filter((name) => !name.endsWith(".gz"));

/** The systems of the list, without the edition in force. */
let OF_PAGE;
let browser;
let page;
let ask;
let folder;
before(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "swiss-ilp-bytes-"));
  browser = await launch();
  ({ page } = await started(browser));
  ask = await asker(page);
  OF_PAGE = (await page.$$eval('option[value^="system "]', (options) => options.map(({ value }) => value.slice(7)))).filter((system) => system !== "dutch");
  assert.ok(OF_PAGE.length > 8);
});
after(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

/** What the program writes, whatever its exit code. */
const written = (...given) => new Promise((resolve) => {
  execFile(program, given, { cwd: folder, maxBuffer: 1 << 28 }, (_, stdout, stderr) => resolve({ stdout, stderr }));
});
const withoutTimes = (text) => text.replace(/"seconds":\{[^}]*\},?/, "").trim();

/** Do all of this, two at a time, so that the program and the browser are both at work; the sum of what comes out. */
async function each(list, what) {
  const left = [...list];
  const found = [];
  const lane = async () => { while (left.length > 0) found.push(await what(left.shift())); };
  await Promise.all([lane(), lane()]);
  return found.reduce((sum, one) => sum + one, 0);
}

/** Ask both; whether there was an answer. */
async function same(file, round, question, request, given, contents) {
  const about = [question, path.basename(file), round ? `round ${round}` : "", ...given].join(" ");
  const at = round ? { at: { round } } : {};
  const [reply, expected] = await Promise.all([
    ask(readFileSync(file), { question, request: { ...at, ...request }, format: "json", ...(contents ? { contents } : {}) }),
    written(question, file, ...given, ...(round ? ["--round", String(round)] : []), "--format", "json"),
  ]);
  if (reply.text === undefined) assert.equal(reply.said, JSON.parse(expected.stdout).error.replaceAll("--", ""), about);
  else assert.equal(withoutTimes(reply.text), withoutTimes(expected.stdout), about);
  return reply.text !== undefined;
}

/** Everything that is asked of a round; how many answers there were. */
async function round(file, at, models) {
  const answers = [];
  const hold = async (...asked) => answers.push(await same(file, at, ...asked));
  for (const model of models) await hold("solve", { model }, ["--model", model]);
  for (const system of OF_PAGE) await hold("pair", { system }, ["--system", system]);
  await hold("why", { one: "1", other: "2" }, ["1", "2"]);
  await hold("why", { one: "1", other: "2", rules: { system: "dutch-2026" } }, ["1", "2", "--system", "dutch-2026"]);
  const { text } = await ask(readFileSync(file), { question: "solve", request: at ? { at: { round: at } } : {}, format: "pairs" });
  if (text) {
    // It has the same name in the browser and in the folder.
    const name = `${path.basename(file)}.${at}.pairs`;
    writeFileSync(path.join(folder, name), text);
    const pairing = { pairing: { pairing: name } };
    await hold("verify", pairing, ["--pairing", name], { [name]: text });
    for (const system of OF_PAGE) await hold("verify", { ...pairing, rules: { system } }, ["--pairing", name, "--system", system], { [name]: text });
  }
  return answers.filter(Boolean).length;
}

/** Ask about all of these rounds; there are more than so many answers. */
async function many(t, rounds, least, what) {
  const answers = await each(rounds, what);
  t.diagnostic(`${answers} answers about ${rounds.length} rounds`);
  assert.ok(answers > least, `${answers} answers`);
}

test("of every teaching round", (t) => many(t, teaching, 200, (name) => round(instance(name), null, MODELS)));

test("of real rounds, and of organisers' by all models of pairs", async (t) => {
  const some = (last) => (isAll ? Array.from({ length: last }, (_, at) => at + 1) : isFew ? [last] : [Math.ceil(last / 2), last]);
  const rounds = Object.entries(REAL).flatMap(([name, last]) => some(last).map((at) => [name, at]));
  rounds.push(...ORGANISERS.map((name) => [name, null]));
  await many(t, rounds, 20 * rounds.length, ([name, at]) => round(instance(name), at, [...MODELS, ...OTHER_MODELS]));
});

test("of every benchmark round up to 300 players", { skip: isAll ? false : "BYTES=all asks for them" }, (t) => (
  many(t, benchmark, 500, (name) => round(instance("benchmark-set/rounds", name), null, MODELS))
));

test("a pairing that was played is verified as the program does", async (t) => {
  const played = Object.entries(REAL).flatMap(([name, last]) => (isAll ? Array.from({ length: last - 1 }, (_, at) => at + 1) : [last - 1]).map((at) => [name, at]));
  await many(t, played, 5 * played.length, async ([name, at]) => {
    let found = Number(await same(instance(name), at, "verify", {}, []));
    for (const system of OF_PAGE) found += Number(await same(instance(name), at, "verify", { rules: { system } }, ["--system", system]));
    return found;
  });
});

test("tournaments, pairs and certificates are what the program writes", async () => {
  const british = instance("british-championship-2026.trf");
  const at = { round: 8 };
  const given = [british, "--round", "8", "--format"];
  for (const format of ["trf", "pairs", "csv", "json"]) {
    const reply = await ask(readFileSync(british), { question: "solve", request: { at }, format });
    assert.equal(withoutTimes(reply.text), withoutTimes((await written("solve", ...given, format)).stdout), format);
  }
  const json = await ask(readFileSync(british), { question: "convert", request: { to: "json" }, format: "table" });
  assert.equal(json.text, (await written("convert", british, "--to", "json")).stdout);
  const proof = await ask(readFileSync(british), { question: "solve", request: { at, proof: "proof" }, kept: ["proof/certificate.json"] });
  const certificate = JSON.parse(proof.files["proof/certificate.json"]);
  assert.equal(certificate.round, 8);
  const duals = await ask(readFileSync(british), { question: "verify", request: { at, duals: "duals" }, contents: { duals: proof.files["proof/certificate.json"] } });
  assert.equal(duals.answer.distance, "0");
});

test("the faults of every damaged file are said in the program's words, with their places", async () => {
  const damaged = path.join(root, "tests/damaged");
  const files = readdirSync(damaged).filter((name) => /\.(trf|json)$/.test(name));
  assert.ok(files.length > 20);
  await each(files, async (name) => {
    const from = path.join(damaged, name);
    const [{ said }, { stderr }] = await Promise.all([ask(readFileSync(from), { question: "solve" }), written("solve", from)]);
    const expected = stderr.replaceAll(from, "the tournament").replace(/\n+For more about[^]*$/, "").trimEnd().replace(/^error: /, "").replaceAll("--", "");
    assert.equal(said?.trimEnd().replaceAll("--", ""), expected, name);
  });
});

test("what needs HiGHS says so, a limit is kept by the clock of the page, and what is no request is refused", async () => {
  const british = readFileSync(instance("british-championship-2026.trf"));
  const at = { round: 8 };
  const slots = await ask(british, { question: "solve", request: { at, model: "slots", method: "highs" } });
  assert.match(slots.said, /take the program with HiGHS/);
  const within = await ask(british, { question: "solve", request: { at }, seconds: 1000 });
  assert.equal(within.answer.status, "optimal");
  const nothing = await ask(british, { question: "solve", request: { threads: 0 } });
  assert.deepEqual([nothing.ended, nothing.said.startsWith("threads ")], ["refused", true]);
});
