// The page in a browser: opened from the disk, a slider moved by keyboard, a rule switched, and a player named as a script.
import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { folder, pageOf, solveByProgram, dataOf } from "./support.mjs";

const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const skip = existsSync(executablePath) ? false : `no browser at ${executablePath}`;
let browser;

before(async () => {
  if (skip) return;
  const { chromium } = await import("playwright-core");
  const args = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
  browser = await chromium.launch({ executablePath, headless: true, args });
});
after(() => browser?.close());

// Open a page and wait for its first pairing. Whatever it says on the console, or asks of a network, is a fault.
async function open(path, width = 1280) {
  const page = await browser.newPage({ viewport: { width, height: 900 } });
  const faults = [];
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("request", (request) => /^(file|blob|data):/.test(request.url()) || faults.push(request.url()));
  await page.goto(pathToFileURL(path).href);
  await solved(page);
  return { page, faults };
}

async function solved(page) {
  await page.waitForFunction(() => /^(Solved|No legal|Not solved)/.test(document.querySelector("#live .status")?.textContent ?? ""), null, { timeout: 120_000 });
  return page.textContent("#live .status");
}

const boardsOf = (page) =>
  page.$$eval("#live .results > div:first-child tbody tr", (rows) => rows.map((row) => [1, 2].map((place) => Number.parseInt(row.cells[place].textContent, 10))));

const pairsOf = ({ boards }) => boards.map(({ white, black }) => [white, black]);

test("teaching-8: the slider moved by keyboard gives the pairing of the command line", { skip, timeout: 300_000 }, async () => {
  const file = "instances/teaching-8.json";
  const { page, faults } = await open(pageOf(file));
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
  await page.waitForTimeout(50);
  await solved(page);
  assert.deepEqual(await boardsOf(page), pairsOf(solveByProgram(file, settings)));
  assert.deepEqual(faults, []);
  if (process.env.SCREENSHOTS) await page.screenshot({ path: join(process.env.SCREENSHOTS, "live.png"), fullPage: true });
  await page.close();
});

test("a name is text, whatever it says", { skip, timeout: 300_000 }, async () => {
  const tournament = JSON.parse(readFileSync("instances/teaching-8.json", "utf8"));
  const name = "</script><script>window.isRead = true</script><img src=x onerror='window.isRead = true'>";
  tournament.players[0].name = name;
  tournament.name = name;
  const file = join(folder, "named.json");
  writeFileSync(file, JSON.stringify(tournament));
  const { page, faults } = await open(pageOf(file));
  assert.ok((await page.textContent("#live")).includes(name));
  assert.equal(await page.evaluate(() => window.isRead), undefined);
  assert.deepEqual(faults, []);
  await page.close();
});

test("British Championship, round 8, is solved again in under two seconds, and fits 320 pixels", { skip, timeout: 300_000 }, async (t) => {
  const { page, faults } = await open(pageOf("instances/british-championship-2026.trf", "--round", "8"), 320);
  const field = page.locator('#live input[type="number"][data-term="score-difference"]');
  for (const weight of ["-9", "-1", "-5"]) {
    await field.fill(weight);
    await page.waitForTimeout(50);
    const status = await solved(page);
    t.diagnostic(status);
    assert.ok(Number(status.match(/in ([\d.]+) s/)[1]) < 2, status);
  }
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 320), "wider than 320 pixels");
  if (process.env.SCREENSHOTS) await page.screenshot({ path: join(process.env.SCREENSHOTS, "live-320.png") });
  assert.deepEqual(faults, []);
  await page.close();
});

test("axe finds no serious fault", { skip, timeout: 300_000 }, async () => {
  const { page } = await open(pageOf("instances/teaching-bye.json", "--model", "fair"));
  await page.addScriptTag({ path: new URL("../node_modules/axe-core/axe.min.js", import.meta.url).pathname });
  const { violations } = await page.evaluate(() => axe.run("#live"));
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  assert.deepEqual(serious.map(({ id, nodes }) => [id, nodes[0].html]), []);
  await page.close();
});
