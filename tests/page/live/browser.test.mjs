// The page in a browser: opened from the disk, a slider moved by keyboard, a rule switched, and a player named as a script.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { launch, open as openFile, solved } from "../browser.mjs";
import { dataOf, folder, pageOf, random, root, solveByProgram } from "./support.mjs";

let browser;
before(async () => { browser = await launch(); });
after(() => browser?.close());

// Open a page and wait for its first pairing. Whatever it says on the console, or asks of a network, is a fault.
async function open(path, options = {}) {
  const { page, context, complaints, requests } = await openFile(browser, path, options);
  await solved(page);
  return { page, context, faults: () => [...complaints, ...requests] };
}

const boardsOf = (page) =>
  page.$$eval("#live .results > div:first-child tbody tr", (rows) => rows.map((row) => [1, 2].map((place) => Number.parseInt(row.cells[place].textContent, 10))));

const pairsOf = ({ boards }) => boards.map(({ white, black }) => [white, black]);

test("teaching-8: the slider moved by keyboard gives the pairing of the command line", async () => {
  const file = "instances/teaching-8.json";
  const { page, context, faults } = await open(pageOf(file));
  const data = dataOf(file);
  const settings = { tier: structuredClone(data.model.tier), hard: data.rules.map((rule) => rule.name) };
  assert.deepEqual(await boardsOf(page), pairsOf(solveByProgram(file, settings)));
  const slider = page.locator('#live input[type="range"][data-term="score-difference"]');
  await slider.focus();
  for (let step = 0; step < 10; step++) await page.keyboard.press("ArrowRight");
  assert.equal(await slider.inputValue(), "0");
  assert.match(await solved(page), /proved in whole numbers/);
  settings.tier[0].terms.find(({ term }) => term === "score-difference").weight = 0;
  assert.deepEqual(await boardsOf(page), pairsOf(solveByProgram(file, settings)));
  await page.locator('[id="live-rule-no-rematch"]').uncheck();
  settings.hard = settings.hard.filter((rule) => rule !== "no-rematch");
  await solved(page);
  assert.deepEqual(await boardsOf(page), pairsOf(solveByProgram(file, settings)));
  assert.deepEqual(faults(), []);
  await context.close();
});

test("teaching-8: sliders and switches set at random twenty times give the pairings of the command line", async () => {
  const file = "instances/teaching-8.json";
  const { page, context, faults } = await open(pageOf(file));
  const data = dataOf(file);
  const settings = { tier: structuredClone(data.model.tier), hard: data.rules.filter((rule) => rule.is_on).map((rule) => rule.name) };
  const next = random(20);
  const seen = new Set();
  for (let count = 0; count < 20; count++) {
    for (const one of settings.tier[0].terms.filter(() => next() < 0.4)) {
      const slider = page.locator(`#live input[type="range"][data-term="${one.term}"]`);
      const reach = Number(await slider.getAttribute("max"));
      one.weight = Math.floor(next() * (4 * reach + 1)) / 2 - reach;
      await slider.fill(String(one.weight));
    }
    if (next() < 0.3) {
      const { name } = data.rules[Math.floor(next() * data.rules.length)];
      const is_on = settings.hard.includes(name);
      await page.locator(`[id="live-rule-${name}"]`).setChecked(!is_on);
      settings.hard = is_on ? settings.hard.filter((rule) => rule !== name) : [...settings.hard, name];
    }
    await solved(page);
    const expected = solveByProgram(file, settings);
    assert.deepEqual(await boardsOf(page), expected.status === "optimal" ? pairsOf(expected) : [], JSON.stringify(settings));
    seen.add(JSON.stringify(expected.boards));
  }
  assert.ok(seen.size > 3, `${seen.size} pairings`);
  assert.deepEqual(faults(), []);
  await context.close();
});

test("what is not of the round solved again says so, and the pairs that are new are drawn", async () => {
  const file = "instances/teaching-8.json";
  const { page, context, faults } = await open(pageOf(file));
  const notes = () => page.$$eval(".first-note", (all) => all.filter((one) => one.checkVisibility()).map((one) => one.textContent));
  const boards = () => page.$$eval("#boards tbody tr", (rows) => rows.map((row) => [1, 5].map((place) => Number(row.cells[place].textContent))));
  assert.deepEqual(await notes(), []);
  const first = await boards();
  const field = page.locator('#live input[type="number"][data-term="colour-difference-two"]');
  const own = await field.inputValue();
  let drawn = 0;
  for (const weight of ["-19", "20", own]) {
    await field.fill(weight);
    const status = await solved(page);
    const now = await boardsOf(page);
    const isMet = ([one, other]) => first.some((pair) => pair.includes(one) && pair.includes(other));
    const fresh = now.filter((pair) => !isMet(pair));
    const said = await notes();
    if (weight === own) assert.deepEqual(said, []);
    else {
      // The headline, the drawing, "Why", the boards, the prices and the proof.
      assert.equal(said.length, 6);
      assert.ok(said[0].includes(`the value is ${status.match(/value (-?[\d.]+)/)[1]}, and ${fresh.length || "no"} pair`), said[0]);
      said.forEach((text) => assert.match(text, /of the first round/i));
    }
    assert.equal(await page.locator("#again path").count(), fresh.length);
    const moved = await page.$$eval(".card.moved", (all) => all.map((one) => Number(one.dataset.seat)).sort((a, b) => a - b));
    assert.deepEqual(moved, fresh.flat().sort((a, b) => a - b));
    drawn += fresh.length;
  }
  assert.ok(drawn > 0);
  assert.deepEqual(await boards(), first);
  await page.locator('[id="live-rule-no-rematch"]').uncheck();
  await solved(page);
  assert.equal((await notes()).length, 6);
  await page.click("#live button");
  assert.match(await solved(page), /^Solved/);
  assert.deepEqual(await notes(), []);
  assert.deepEqual(faults(), []);
  await context.close();
});

test("a name is text, whatever it says", async () => {
  const tournament = JSON.parse(readFileSync(join(root, "instances/teaching-8.json"), "utf8"));
  const name = "</script><script>window.isRead = true</script><img src=x onerror='window.isRead = true'>";
  tournament.players[0].name = name;
  tournament.name = name;
  const file = join(folder, "named.json");
  writeFileSync(file, JSON.stringify(tournament));
  const { page, context, faults } = await open(pageOf(file));
  assert.ok((await page.textContent("#live")).includes(name));
  assert.equal(await page.evaluate(() => window.isRead), undefined);
  assert.deepEqual(faults(), []);
  await context.close();
});

test("British Championship, round 8, is solved again in under two seconds, and fits 320 pixels", async (t) => {
  const { page, context, faults } = await open(pageOf("instances/british-championship-2026.trf", "--round", "8"), { viewport: { width: 320, height: 640 } });
  const field = page.locator('#live input[type="number"][data-term="score-difference"]');
  for (const weight of ["-9", "-1", "-5"]) {
    await field.fill(weight);
    const status = await solved(page);
    t.diagnostic(status);
    assert.ok(Number(status.match(/in ([\d.]+) s/)[1]) < 2, status);
  }
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 320), "wider than 320 pixels");
  assert.deepEqual(faults(), []);
  await context.close();
});

test("275 players are solved again in a few seconds", async (t) => {
  const { page, context, faults } = await open(pageOf("instances/graz-open-2026-a.trf"));
  const field = page.locator('#live input[type="number"][data-term="score-difference"]');
  for (const weight of ["-9", "-1", "-5"]) {
    const started = performance.now();
    await field.fill(weight);
    const status = await solved(page);
    const seconds = (performance.now() - started) / 1000;
    t.diagnostic(`${status} ${seconds.toFixed(2)} s until it was shown`);
    assert.match(status, /proved in whole numbers/);
    assert.ok(seconds < 6, `${seconds} s`);
  }
  assert.deepEqual(faults(), []);
  await context.close();
});

for (const colorScheme of ["light", "dark"]) test(`axe finds no serious fault, ${colorScheme}`, async () => {
  for (const args of [["instances/teaching-bye.json", "--model", "fair"], ["instances/british-championship-2026.trf", "--round", "8"], ["instances/teaching-infeasible.json"]]) {
    const { page, context } = await open(pageOf(...args), { colorScheme });
    await page.evaluate(readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8"));
    const { violations } = await page.evaluate(() => window.axe.run("#live"));
    const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
    assert.deepEqual(serious.map(({ id, nodes }) => [id, nodes[0].html]), []);
    await context.close();
  }
});
