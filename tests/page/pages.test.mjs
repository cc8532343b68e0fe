// The pages in a real browser.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { launch, open } from "./browser.mjs";
import { asked, instance, listOf, pairsOf, program, root } from "./program.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const british = [instance("british-championship-2026.trf"), "--round", "8"];
const teaching = [instance("teaching-8.json")];
let folder;
let browser;

before(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "swiss-ilp-page-"));
  browser = await launch();
});
after(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

/** The tests are run two at a time: each has pages of its own. */
const tests = [];
const test = (...given) => tests.push(given);

const known = new Map();

/** The page that a command writes, and the record that it prints. Exit code 1: there is no pairing. A command is asked once. */
function written(name, command, ...options) {
  const key = JSON.stringify([command, options]);
  if (known.has(key)) return known.get(key);
  const file = path.join(folder, `${name}.html`);
  const args = [command, ...options, "--html", file, "--force", "--format", "json", "--quiet"];
  const { status, stdout, stderr } = spawnSync(program, args, { maxBuffer: 1 << 26 });
  assert.ok(status === 0 || status === 1, `${args.join(" ")}: ${stderr}`);
  const page = { file, record: JSON.parse(stdout) };
  known.set(key, page);
  return page;
}

/** Hold a page to what all pages promise. */
async function sound(file) {
  assert.ok(statSync(file).size < 1_000_000);
  for (const colorScheme of ["light", "dark"]) {
    const { page, context, complaints, requests } = await open(browser, file, { colorScheme });
    assert.deepEqual([complaints, requests], [[], []]);
    // In the dark only contrast can be another.
    assert.deepEqual(await faults(page, colorScheme === "dark" ? ["color-contrast"] : null), []);
    await context.close();
  }
  const { page, context } = await open(browser, file, { viewport: { width: 320, height: 640 } });
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 320), "wider than 320 pixels");
  await context.close();
}

/** The serious faults that axe finds, by some `rules` or all. */
async function faults(page, rules) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate((only) => window.axe.run({ ...(only ? { runOnly: only } : {}), resultTypes: ["violations"] }), rules);
  const serious = violations.filter((one) => ["serious", "critical"].includes(one.impact));
  return serious.map((one) => `${one.id}: ${one.nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(" | ")}`);
}

const PAGES = {
  fair: ["explain", ...teaching, "--model", "fair"],
  british: ["explain", ...british],
  compare: ["compare", ...teaching],
  "british side by side": ["compare", ...british],
  infeasible: ["explain", instance("teaching-infeasible.json")],
  rounds: ["compare", instance("gros-open-2010.trf"), "--all-rounds"],
};
for (const [name, command] of Object.entries(PAGES)) {
  test(`${name}: quiet, without a network, below a megabyte, and accessible in light and dark`, () => sound(written(name, ...command).file));
}

test("an archive's page is sound, and its numbers are the summary's", async () => {
  const [file, records, summary] = ["batch.html", "batch.jsonl", "batch.json"].map((name) => path.join(folder, name));
  const inputs = ["instances/gros-open-2010.trf", "instances/teaching-infeasible.json", "Cargo.toml"].map((name) => path.join(root, name));
  spawnSync(program, ["batch", ...inputs, "--rounds", "all", "--systems", "dutch-2012", "--out", records, "--summary", summary, "--html", file, "--force", "--quiet"]);
  await sound(file);
  const { page, context } = await open(browser, file);
  const record = JSON.parse(readFileSync(summary, "utf8"));
  const rows = (name) => page.locator(`[aria-label="${name}"] tbody tr`).evaluateAll((all) => all.map((row) => [...row.cells].map((cell) => cell.textContent)));
  const counts = Object.entries(record.models).map(([name, one]) => [name, one.rounds, one.optimal, one.verified, one.certified, one.infeasible, one.limit, one.failed].map(String));
  assert.deepEqual(await rows("models"), counts);
  const alike = record.alike.map((one) => [one.one, one.other, ...[one.rounds, one.same, one.boards].map(String)]);
  assert.deepEqual(await rows("alike"), alike);
  assert.ok(alike.length > 0 && record.unusable === 1);
  await context.close();
});

test("what it says of two players is what why says", async () => {
  const round = [instance("gros-open-2010.trf"), "--round", "5"];
  for (const [name, given] of [["why", round], ["why of eight", teaching]]) {
    const { file, record } = written(name, "explain", ...given);
    const { page, context } = await open(browser, file);
    const seats = record.boards.flatMap((board) => [board.white, board.black]).filter((seat) => seat !== 0);
    let priced = 0;
    for (const pair of [[0, 1], [0, 2], [1, 4], [5, 3], [2, 6], [3, 7]].map((places) => places.map((at) => seats[at]))) {
      const answer = asked("why", ...given, ...pair.map(String), "--model", "pairs");
      await page.keyboard.press("Escape");
      for (const seat of pair) await page.evaluate((id) => document.querySelector(`.card[data-seat="${id}"]`).click(), seat);
      const text = await page.textContent("#why");
      if (answer.status === "paired") assert.match(text, /^Board/);
      else if (answer.price.length > 0) assert.equal(Number(await page.textContent("#why .price")), answer.price[0].value);
      else assert.match(text, /They may not meet, or no legal pairing has them/);
      priced += answer.price.length;
      assert.equal(await page.locator(".arc.ghost").count(), answer.status === "paired" ? 0 : 1);
    }
    assert.ok(priced > 1);
    await context.close();
  }
});

// What a page shows has no character that turns the direction of writing, but for isolates around names, which end what they begin.
async function turnsNothing(page) {
  const texts = await page.evaluate(() => {
    const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT, (node) => (node.parentElement.closest("script, style") ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT));
    const found = [];
    while (walker.nextNode()) found.push(walker.currentNode.data);
    return found;
  });
  const bad = texts.filter((text) => /[\u061c\u200e\u200f\u202a-\u202e\u2066\u2067]/.test(text) || /[\u2068\u2069]/.test(text.replace(/\u2068[^\u2068\u2069]*\u2069/g, "")));
  assert.deepEqual(bad, []);
  assert.ok(texts.some((text) => text.includes("\ufffd")));
}

test("a name is text, whatever it is, and turns no direction of writing", async () => {
  const markup = ["<script>alert(1)</script>", "</script><img src=x onerror=alert(1)>", "\"'><b>", "<!-- & -->", "]]>", "x".repeat(400)];
  const names = ["\u202egnuT", ...markup, "a\u2069\u202eb", "\u2067\u200fc", "d\u2029e\tf"];
  const file = path.join(folder, "names.json");
  writeFileSync(file, JSON.stringify({ name: `Open ${names.join(" ")}`, players: names.map((name, place) => ({ id: place + 1, name })), rounds: [] }));
  for (const command of ["explain", "compare"]) {
    const { page, context, complaints } = await open(browser, written(`names by ${command}`, command, file).file);
    let dialogs = 0;
    page.on("dialog", (dialog) => { dialogs += 1; dialog.dismiss(); });
    await turnsNothing(page);
    if (command === "explain") {
      await page.click(".card >> nth=0");
      await turnsNothing(page);
      assert.equal(await page.textContent("#why h3 bdi"), "\ufffdgnuT");
      await page.click(".card >> nth=2");
      await turnsNothing(page);
      assert.equal(await page.textContent(".card .name >> nth=1"), markup[0]);
      assert.equal(await page.evaluate(() => document.querySelectorAll("main img, main b:not(.who b)").length), 0);
    }
    assert.deepEqual([complaints, dialogs], [[], 0]);
    await context.close();
  }
});

test("a round is in the window as far as its cards can be read, and its answers are beside it, or below it in a narrow window", async () => {
  for (const [name, command, widths] of [["width", british, [320, 851, 2560]], ["width small", teaching, [320, 850, 1280]]]) {
    for (const width of widths) {
      const { page, context } = await open(browser, written(name, "explain", ...command).file, { viewport: { width, height: 800 } });
      const size = () => page.$eval("#frame", (one) => ({ seen: one.clientWidth, content: one.scrollWidth }));
      if (width > 1000 || command === teaching) assert.ok((await size()).content <= (await size()).seen, `${name} at ${width}: ${JSON.stringify(await size())}`);
      await page.click(".card");
      assert.match(await page.textContent("#why"), command === british ? /^Board 1/ : /^Board 3/);
      assert.ok(width <= 850 || await page.$eval("#why", (one) => one.getBoundingClientRect().top < innerHeight), "the answer is out of sight");
      for (const cards of ["all", "names", "numbers", "whole"]) {
        await page.selectOption("#cards", cards);
        assert.equal(await page.locator(`.field.${cards === "whole" ? "numbers" : cards}`).count(), 1);
      }
      assert.ok((await size()).content <= (await size()).seen, `${name} as a whole at ${width}: ${JSON.stringify(await size())}`);
      assert.deepEqual(await faults(page, ["color-contrast", "aria-hidden-focus", "scrollable-region-focusable"]), []);
      await context.close();
    }
  }
});

test("what is chosen stays until Escape clears it, and the keyboard reaches every card", async () => {
  const { page, context } = await open(browser, written("keyboard", "explain", ...teaching).file);
  await page.hover(".card >> nth=2");
  assert.match(await page.textContent("#why"), /^Board/);
  assert.equal(await page.locator(".card.lit").count(), 2);
  await page.click(".card >> nth=0");
  const answer = await page.textContent("#why");
  await page.hover(".card >> nth=4");
  assert.equal(await page.textContent("#why"), answer);
  await page.keyboard.press("Escape");
  assert.match(await page.textContent("#why"), /^Point at/);
  const press = async (key, times) => { for (let time = 0; time < times; time += 1) await page.keyboard.press(key); };
  const reached = new Set();
  await page.focus(".card");
  for (let column = 0; column < 4; column += 1) {
    await press("ArrowUp", 8);
    for (let row = 0; row < 8; row += 1) {
      reached.add(await page.evaluate(() => document.activeElement.dataset.seat));
      await press("ArrowDown", 1);
    }
    await press("ArrowRight", 1);
  }
  assert.equal(reached.size, 8);
  await press("Enter", 1);
  await press("ArrowLeft", 1);
  await press("Enter", 1);
  assert.equal(await page.locator(".card[aria-pressed=true]").count(), 2);
  assert.match(await page.textContent("#why"), / and /);
  await press("Escape", 1);
  assert.equal(await page.locator(".lit, .card[aria-pressed=true], .picking, .arc.ghost").count(), 0);
  await context.close();
});

test("a dispute is drawn, and what the proof speaks about stands out", async () => {
  const html = path.join(folder, "dispute.html");
  const given = ["verify", teaching[0], "--system", "dutch-2026"];
  const own = pairsOf(asked("pair", ...teaching, "--system", "dutch-2026"));
  for (const [boards, lit] of [
    [own, []],
    // The colours of one board turned; two boards crossed, so that two meet again.
    [own.with(0, [...own[0]].reverse()), [0]],
    [own.with(0, [own[0][0], own[1][1]]).with(1, [own[1][0], own[0][1]]), [1]],
  ]) {
    const input = listOf(boards);
    const { stderr } = spawnSync(program, [...given, "--pairing", "-", "--proof", path.join(folder, "dispute"), "--make", "--html", html, "--force", "--quiet"], { input, encoding: "utf8" });
    const seen = await open(browser, html);
    const stands = await seen.page.$$eval(".card.lit", (all) => all.map((one) => Number(one.dataset.seat)).sort((a, b) => a - b));
    // Boards are numbered anew where pairs are others.
    const expected = lit.flatMap((at) => boards[at]).sort((a, b) => a - b);
    assert.deepEqual(stands, expected, stderr);
    assert.equal(await seen.page.locator(".arc.board").count(), boards.length);
    assert.equal(await seen.page.locator(".arc.lit").count(), lit.length);
    await seen.context.close();
  }
  await sound(html);
});

test("the list is sorted by a column, and the page has its tables without a script", async () => {
  const { file, record } = written("sorted", "explain", ...british);
  const { page, context } = await open(browser, file);
  const boards = '[aria-label="boards"]';
  await page.click(`${boards} th:nth-child(2) button`);
  const numbers = await page.$$eval(`${boards} tbody tr`, (all) => all.map((row) => Number(row.cells[1].textContent)));
  assert.deepEqual(numbers, [...numbers].sort((one, other) => one - other));
  await context.close();
  const plain = await open(browser, file, { javaScriptEnabled: false });
  assert.equal(await plain.page.locator(`${boards} tbody tr`).count(), record.boards.length);
  assert.equal(await plain.page.locator('[aria-label="next-best"] tbody tr').count(), 2 * record.boards.length);
  assert.match(await plain.page.innerText("noscript"), /The drawing needs a script/);
  await plain.context.close();
});

describe("a page", { concurrency: 2 }, () => tests.forEach((given) => it(...given)));
