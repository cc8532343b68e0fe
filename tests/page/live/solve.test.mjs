// The page and the command line give the same pairing and the same value, whatever the settings.
import assert from "node:assert/strict";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { solveRound } from "../../../src/page/live/round.js";
import { dataOf, essence, folder, loadSolver, random, randomSettings, root, run, solveByProgram } from "./support.mjs";

const highs = await loadSolver();

function compare(file, data, settings, ...args) {
  const found = solveRound(highs, data, settings);
  assert.deepEqual(essence(found), essence(solveByProgram(file, settings, ...args)), JSON.stringify(settings));
  assert.ok(found.status === "infeasible" || found.proved, `not proved: ${JSON.stringify(settings)}`);
  return found;
}

const ownSettings = (data) => ({ tier: data.model.tier, hard: data.rules.filter((rule) => rule.is_on).map((rule) => rule.name) });

test("teaching-8: one slider moved, at twenty places", () => {
  const file = "instances/teaching-8.json";
  const data = dataOf(file);
  const seen = new Set();
  for (let place = 0; place < 20; place++) {
    const settings = structuredClone(ownSettings(data));
    settings.tier[0].terms[place % 7].weight = [-50, -20, -2.5, 0, 7, 30][place % 6];
    seen.add(JSON.stringify(compare(file, data, settings).boards));
  }
  assert.ok(seen.size > 1, "the weights change nothing");
});

test("teaching-8: 100 random settings of weights, tiers and rules", () => {
  const file = "instances/teaching-8.json";
  const data = dataOf(file);
  const next = random(8);
  const seen = new Set();
  for (let count = 0; count < 100; count++) seen.add(JSON.stringify(compare(file, data, randomSettings(data, next)).boards));
  assert.ok(seen.size > 10, `${seen.size} pairings`);
});

test("every teaching round by its model, and by 5 random settings", () => {
  const next = random(6);
  for (const name of readdirSync(join(root, "instances")).filter((name) => /^teaching-.*json$/.test(name))) {
    const file = `instances/${name}`;
    const data = dataOf(file);
    compare(file, data, ownSettings(data));
    for (let count = 0; count < 5; count++) compare(file, data, randomSettings(data, next));
  }
});

test("British Championship, round 8: the models, and 6 random settings", (t) => {
  const file = "instances/british-championship-2026.trf";
  const args = ["--round", "8"];
  for (const model of ["pairs", "fair"]) {
    const data = dataOf(file, ...args, "--model", model);
    assert.equal(data.players.length, 103);
    const { seconds, solves, oddSets } = compare(file, data, ownSettings(data), ...args);
    t.diagnostic(`${model}: ${seconds.toFixed(2)} s, ${solves} linear programs, ${oddSets} odd sets`);
  }
  const data = dataOf(file, ...args);
  const next = random(108);
  for (let count = 0; count < 6; count++) {
    const { seconds, solves } = compare(file, data, randomSettings(data, next), ...args);
    t.diagnostic(`random: ${seconds?.toFixed(2)} s, ${solves} linear programs`);
  }
});

// ROUNDS_PER_SIZE asks for more of them.
const perSize = Number(process.env.ROUNDS_PER_SIZE ?? 12);

test(`${5 * perSize} small random rounds`, () => {
  const next = random(500);
  let infeasible = 0;
  for (const players of [6, 7, 10, 11, 14]) {
    const out = join(folder, `rounds-${players}`);
    const experiment = join(folder, `${players}.toml`);
    writeFileSync(experiment, experimentOf(players));
    run("generate", experiment, "--out", out, "--quiet");
    for (const name of readdirSync(out)) {
      const file = join(out, name);
      const args = ["--round", String(1 + Math.floor(next() * 4))];
      const data = dataOf(file, ...args);
      if (compare(file, data, randomSettings(data, next), ...args).status === "infeasible") infeasible++;
    }
  }
  assert.ok(infeasible < 2.5 * perSize, `${infeasible} rounds without a pairing`);
});

function experimentOf(players) {
  return `name = "small"
seed = ${players}
events = ${perSize}
players = ${players}
rounds = 4
first-colour = "lot"
tie-breaks = ["BH"]
[field]
rating = { normal = { mean = 2000, sd = 200 } }
[life]
absence = 0.05
half-point-bye = 0.05
forfeit = 0.05
[outcome]
model = "milvang"
[[arm]]
name = "dutch-2012"
system = "dutch-2012"
`;
}
