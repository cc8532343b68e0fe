// The pages in a real browser.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { execFile, execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { launch, open } from "./browser.mjs";
import { program, root } from "./program.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const british = [path.join(root, "instances/british-championship-2026.trf"), "--round", "8"];
const teaching = [path.join(root, "instances/teaching-8.json")];
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

/** A number of a certificate in the unit of the values: of a whole number of tenths, unless the last tier says otherwise. */
function inValues({ tiers }, number) {
  return String(Number(number) * (tiers.at(-1).unit ?? 0.1)).replace(/(\.\d*?[1-9])0{5,}\d*$/, "$1");
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
  gros: ["explain", path.join(root, "instances/gros-open-2010.trf"), "--round", "5"],
  teaching: ["explain", ...teaching],
  fair: ["explain", ...teaching, "--model", "fair"],
  odd: ["explain", path.join(root, "docs/src/models/triangles.json")],
  british: ["explain", ...british],
  compare: ["compare", ...teaching],
  "british side by side": ["compare", ...british],
  infeasible: ["explain", path.join(root, "instances/teaching-infeasible.json")],
  rounds: ["compare", path.join(root, "instances/gros-open-2010.trf"), "--all-rounds"],
};
for (const [name, command] of Object.entries(PAGES)) {
  test(`${name}: quiet, without a network, below a megabyte, and accessible in light and dark`, () => sound(written(name, ...command).file));
}

test("rounds side by side: pairings that are the same are one row, bars stand where they differ, and a sentence has the finding", async () => {
  for (const [name, given] of [["rounds", PAGES.rounds.slice(1)], ["rounds british", [british[0], "--all-rounds"]]]) {
    const { file, record } = written(name, "compare", ...given);
    const { page, context } = await open(browser, file);
    const of = (round, who) => round.pairings.find((one) => one.name === who);
    const boards = (who) => record.rounds.map((round) => {
      const one = of(round, who);
      return one ? JSON.stringify([one.pairs.map(({ white, black }) => `${white}-${black}`).sort(), one.bye]) : null;
    });
    const kinds = new Map();
    for (const { name: who } of record.totals.pairings) {
      const key = JSON.stringify(boards(who));
      kinds.set(key, [...(kinds.get(key) ?? []), who]);
    }
    const said = (list) => (list.length < 2 ? list.join("") : `${list.slice(0, -1).join(", ")} and ${list.at(-1)}`);
    assert.ok(kinds.size < record.totals.pairings.length);
    let shown = 0;
    for (const [label, metric] of [["Score difference", "score_difference"], ["Downfloats", "downfloats"], ["Strong preferences denied", "strong_denied"]]) {
      const counts = record.rounds.map((round) => [...kinds.values()].map(([who]) => of(round, who)?.metrics[metric]));
      const differs = counts.map((round) => new Set(round.filter((count) => count !== undefined)).size > 1);
      const table = page.locator("table.matrix", { has: page.locator(`caption:text("${label}, round by round")`) });
      assert.equal(await table.count(), differs.includes(true) ? 1 : 0, label);
      if (!differs.includes(true)) continue;
      shown += 1;
      const rows = await table.locator("tbody tr").evaluateAll((all) => all.map((row) => [...row.cells].map((cell) => [cell.textContent, cell.querySelector(".bar") && Number(cell.querySelector(".bar").style.getPropertyValue("--part")), Boolean(cell.querySelector(".least"))])));
      const most = Math.max(...counts.flat().filter((count) => count !== undefined));
      const expected = [...kinds.values()].map((names, row) => [
        [said(names), null, false],
        ...counts.map((round, at) => [String(round[row] ?? ""), differs[at] && round[row] !== undefined ? Math.floor((100 * round[row]) / most + 1e-9) : null, differs[at] && round[row] === Math.min(...round.filter((count) => count !== undefined))]),
        [String(record.totals.pairings.find((one) => one.name === names[0]).metrics[metric]), null, false],
      ]);
      assert.deepEqual(rows, expected, label);
    }
    assert.ok(shown > 0);
    // As many rounds as the nearest of the others pairs as they were played.
    const played = boards("played");
    const same = record.totals.pairings.filter((one) => one.name !== "played").map((one) => [one.name, boards(one.name).filter((round, at) => round !== null && round === played[at]).length]);
    const most = Math.max(...same.map(([, count]) => count));
    const nearest = same.filter(([, count]) => count === most).map(([who]) => who);
    const [found, contrast] = (await page.textContent(".finding")).split("; ");
    assert.equal(found, most === 0 ? "No round is paired as it was played" : `${said(nearest)} ${nearest.length === 1 ? "pairs" : "pair"} ${most === played.length ? `all ${most}` : `${most} of ${played.length}`} rounds as they were played`);
    const [, who] = /^(\S+?),? /.exec(contrast);
    const totals = (whose) => record.totals.pairings.find((one) => one.name === whose).metrics;
    for (const [words, metric] of [[/score difference of ([\d.]+) instead of ([\d.]+)/, "score_difference"], [/(no|[\d.]+) downfloats instead of (none|[\d.]+)/, "downfloats"], [/(no|[\d.]+) strong preferences denied instead of (none|[\d.]+)/, "strong_denied"]]) {
      const numbers = words.exec(contrast)?.slice(1).map((word) => (word === "no" || word === "none" ? 0 : Number(word)));
      const [one, other] = [who, "played"].map((whose) => totals(whose)[metric]);
      assert.deepEqual(numbers, one === other ? undefined : [one, other], `${contrast}: ${metric}`);
    }
    await context.close();
  }
});

test("an archive's page is sound, and its numbers are the summary's", async () => {
  const [file, records, summary] = ["batch.html", "batch.jsonl", "batch.json"].map((name) => path.join(folder, name));
  const inputs = ["instances/gros-open-2010.trf", "instances/teaching-infeasible.json", "Cargo.toml"].map((name) => path.join(root, name));
  spawnSync(program, ["batch", ...inputs, "--rounds", "all", "--systems", "dutch-2012", "--out", records, "--summary", summary, "--html", file, "--force", "--quiet"]);
  await sound(file);
  const { page, context } = await open(browser, file);
  const record = JSON.parse(readFileSync(summary, "utf8"));
  assert.deepEqual(await page.evaluate(() => JSON.parse(document.getElementById("data").textContent).summary), record);
  const facts = await page.$$eval(".facts dd", (all) => all.map((one) => Number(one.textContent)));
  assert.deepEqual(facts, [record.files, record.records, record.unusable, record.unproven, record.failed]);
  const rows = (place) => page.$$eval("table", (tables, at) => [...tables[at].tBodies[0].rows].map((row) => [...row.cells].map((cell) => cell.textContent.trim())), place);
  const counts = Object.values(record.models).map((one) => [one.rounds, one.optimal, one.verified, one.certified, one.infeasible, one.limit, one.failed].map(String));
  assert.deepEqual((await rows(0)).map((row) => row.slice(1, 8)), counts);
  const alike = record.alike.map((one) => [one.one, one.other, ...[one.rounds, one.same, one.boards].map(String)]);
  assert.deepEqual((await rows(1)).map((row) => row.slice(0, 5)), alike);
  assert.ok(alike.length > 0 && record.unusable === 1);
  await context.close();
});

test("every number is the record's", async () => {
  const { file, record } = written("numbers", "explain", ...british);
  const { page, context } = await open(browser, file);
  const embedded = await page.evaluate(() => JSON.parse(document.getElementById("data").textContent));
  assert.deepEqual(embedded.explain, record);
  const rows = await page.$$eval("#boards tbody tr", (all) => all.map((row) => [...row.cells].map((cell) => cell.textContent.trim())));
  assert.equal(rows.length, record.boards.length);
  rows.forEach((row, place) => {
    const board = record.boards[place];
    assert.deepEqual([Number(row[1]), Number(row[5] || 0), Number(row[8])], [board.white, board.black, board.value[0].value]);
  });
  const duals = JSON.parse(execFileSync(program, ["solve", ...british, "--show", "duals", "--format", "json"])).duals;
  assert.deepEqual(embedded.duals, duals);
  const shown = await page.$$eval("#duals tbody tr", (all) => all.map((row) => [Number(row.cells[0].textContent), row.cells[2].textContent]));
  assert.deepEqual(shown, duals.seats.map((row) => [row.seat, inValues(duals, row.dual)]));
  await context.close();
});

test("what it says of two players is what why says", async () => {
  const { file, record } = written("why", "explain", ...british);
  const { page, context } = await open(browser, file);
  const seats = record.boards.flatMap((board) => [board.white, board.black]).filter((seat) => seat !== 0);
  for (const [one, other] of [[0, 1], [0, 2], [1, 9], [5, 40], [20, 21], [30, 90], [60, 61]].map((pair) => pair.map((at) => seats[at]))) {
    const answer = JSON.parse(execFileSync(program, ["why", ...british, String(one), String(other), "--model", "pairs", "--format", "json"]));
    await page.selectOption("#ask-one", String(one));
    await page.selectOption("#ask-other", String(other));
    await page.click("#ask button");
    const text = await page.textContent("#answer");
    if (answer.status === "paired") assert.match(text, /They are paired/);
    else if (answer.legal) assert.equal(Number(await page.textContent("#answer .price")), answer.price[0].value);
    else answer.rules.forEach((rule) => assert.ok(text.includes(rule.what) && text.includes(rule.rule), `${text} lacks ${rule.what}`));
  }
  await context.close();
});

test("the proof adds up before one's eyes, and a wrong dual value does not", async () => {
  const { file } = written("proof", "explain", ...teaching);
  const { page, context } = await open(browser, file);
  await page.click("#check");
  assert.match(await page.textContent("#checked"), /The proof holds/);
  await context.close();
  const wrong = path.join(folder, "wrong.html");
  const dual = /("seats":\[\{"seat":\d+,"name":"[^"]*","dual":")(-?\d+)"/;
  for (const change of [-10, 10]) {
    writeFileSync(wrong, readFileSync(file, "utf8").replace(dual, (_, before, number) => `${before}${Number(number) + change}"`));
    const opened = await open(browser, wrong);
    await opened.page.click("#check");
    assert.match(await opened.page.textContent("#checked"), /does not hold/);
    await opened.context.close();
  }
});

test("a name is text, whatever it is", async () => {
  const names = ["<script>alert(1)</script>", "</script><img src=x onerror=alert(1)>", "\"'><b>", "<!-- & -->", "]]>", "x".repeat(400)];
  const file = path.join(folder, "names.json");
  writeFileSync(file, JSON.stringify({ name: names[1], players: names.map((name, place) => ({ id: place + 1, name })), rounds: [] }));
  const { file: html } = written("names", "explain", file);
  const { page, context, complaints } = await open(browser, html);
  let dialogs = 0;
  page.on("dialog", (dialog) => { dialogs += 1; dialog.dismiss(); });
  await page.click(".card >> nth=0");
  await page.click(".card >> nth=2");
  assert.equal(await page.evaluate(() => document.querySelectorAll("main img, main b:not(.who b):not(.number)").length), 0);
  assert.equal(await page.textContent(".card .name >> nth=0"), names[0]);
  assert.deepEqual([complaints, dialogs], [[], 0]);
  await context.close();
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

test("a name that turns the direction of writing turns nothing", async () => {
  const file = path.join(folder, "turning.json");
  const names = ["\u202egnuT", "a\u2069\u202eb", "\u2067\u200fc", "d\u2029e\tf"];
  writeFileSync(file, JSON.stringify({ name: `Open ${names.join(" ")}`, players: names.map((name, place) => ({ id: place + 1, name })), rounds: [] }));
  const { page, context } = await open(browser, written("turning", "explain", file).file);
  await page.click(".card >> nth=0");
  await turnsNothing(page);
  assert.equal(await page.textContent("#answer h3 bdi"), "\ufffdgnuT");
  await page.click(".card >> nth=2");
  await page.click("#check-slowly");
  await turnsNothing(page);
  await context.close();
  const beside = await open(browser, written("turning beside", "compare", file).file);
  await turnsNothing(beside.page);
  await beside.context.close();
});

test("a round is in the window as far as its cards can be read, and its answers are beside it, or below it in a narrow window", async () => {
  for (const [name, command] of [["width", british], ["width small", teaching]]) {
    for (const width of [320, 850, 851, 1280, 1920, 2560]) {
      const { page, context } = await open(browser, written(name, "explain", ...command).file, { viewport: { width, height: 800 } });
      const size = () => page.$eval("#frame", (one) => ({ seen: one.clientWidth, content: one.scrollWidth }));
      const isNarrow = width <= 850;
      if (width > 1000 || command === teaching) assert.ok((await size()).content <= (await size()).seen, `${name} at ${width}: ${JSON.stringify(await size())}`);
      assert.equal(await page.$eval("#fold", (one) => one.checkVisibility()), isNarrow);
      await page.click(".card");
      assert.match(await page.textContent("#answer"), command === british ? /^Board 1/ : /^Board 3/);
      assert.ok(await page.$eval("#answer", (one) => one.getBoundingClientRect().top < innerHeight), "the answer is out of sight");
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

// The seats whose cards a pointer cannot hit in the middle, as the page lies or each after it has been scrolled into view.
const missed = (page, isScrolled) => page.evaluate((scrolled) => [...document.querySelectorAll(".card")].filter((card) => {
  if (scrolled) card.scrollIntoView({ block: "nearest", inline: "nearest" });
  const { left, right, top, bottom } = card.getBoundingClientRect();
  return !card.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
}).map((card) => card.dataset.seat), isScrolled);

for (const [width, height] of [[1366, 650], [1366, 768], [1280, 720], [1024, 768], [390, 844], [844, 390]]) {
  test(`"Why" covers no card at ${width} x ${height}`, async () => {
    for (const [name, command] of [["uncovered", teaching], ["uncovered many", british]]) {
      const { file, record } = written(name, "explain", ...command);
      const { page, context } = await open(browser, file, { viewport: { width, height } });
      // Where the page lies, pointing at a card moves and covers nothing.
      await page.evaluate(() => document.getElementById("frame").scrollIntoView({ block: "nearest" }));
      const before = await missed(page, false);
      const seats = await page.$$eval(".card", (all) => all.map((one) => one.dataset.seat));
      const inSight = seats.filter((seat) => !before.includes(seat));
      assert.ok(inSight.length > 0);
      for (const seat of [inSight[0], inSight.at(-1)]) {
        const card = page.locator(`.card[data-seat="${seat}"]`);
        const { x, y, width: w, height: h } = await card.boundingBox();
        await page.mouse.move(x + w / 2, y + h / 2);
        const { board } = record.boards.find(({ white, black }) => [white, black].includes(Number(seat)));
        assert.match(await page.textContent("#answer"), new RegExp(`^(Board ${board}:|The bye)`));
        assert.deepEqual(await missed(page, false), before);
      }
      // What is chosen is in sight with its answer, and every card can be hit.
      for (const number of [seats.length - 1, 0]) {
        const card = page.locator(".card").nth(number);
        await card.click();
        assert.ok(!(await missed(page, false)).includes(seats[number]), `${seats[number]} is covered`);
        const { y } = await page.locator("#answer h3").first().boundingBox();
        assert.ok(y >= 0 && y < height, `the answer is at ${y}`);
        assert.deepEqual(await missed(page, true), []);
      }
      assert.match(await page.textContent("#answer h3"), / and /);
      // The same with the whole round in sight, and from the board list.
      await page.selectOption("#cards", "whole");
      assert.deepEqual(await missed(page, true), []);
      const button = page.locator("#boards tbody button").last();
      await button.click();
      const [panel, row] = [await page.locator(".panel").boundingBox(), await button.boundingBox()];
      const head = await page.locator("#answer h3").first().boundingBox();
      assert.match(await page.textContent("#answer"), /^(Board|The bye)/);
      assert.ok(head.y >= 0 && head.y < height, `the answer is at ${head.y}`);
      assert.ok(row.y >= panel.y + panel.height || row.x + row.width <= panel.x, "the row is covered");
      assert.deepEqual(await missed(page, true), []);
      await context.close();
    }
  });
}

test("Escape clears the answer, and the focus stays where it makes sense", async () => {
  const { page, context } = await open(browser, written("escape", "explain", ...teaching).file);
  const cleared = async () => {
    assert.equal(await page.textContent("#answer"), "Choose a board, or two players.");
    assert.equal(await page.locator(".lit, .card[aria-pressed=true], .picking").count(), 0);
    assert.equal(await page.locator(".arc.ghost").count(), 0);
  };
  const focused = () => page.evaluate(() => document.activeElement.dataset.seat ?? document.activeElement.id);
  await page.hover(".card >> nth=2");
  await page.keyboard.press("Escape");
  await cleared();
  await page.click(".card >> nth=0");
  await page.click(".card >> nth=3");
  assert.match(await page.textContent("#answer"), / and /);
  assert.equal(await page.locator(".arc.ghost").count(), 1);
  await page.keyboard.press("Escape");
  await cleared();
  assert.equal(await focused(), "4");
  // From within the answer back to the card; in the form it stays.
  await page.keyboard.press("Enter");
  await page.focus("#answer summary");
  await page.keyboard.press("Escape");
  await cleared();
  assert.equal(await focused(), "4");
  await page.focus("#ask-one");
  await page.click("#ask button");
  await page.focus("#ask-one");
  await page.keyboard.press("Escape");
  await cleared();
  assert.equal(await focused(), "ask-one");
  // What is chosen stays while the pointer passes other cards on its way.
  await page.click(".card >> nth=0");
  const answer = await page.textContent("#answer");
  await page.hover(".card >> nth=4");
  assert.equal(await page.textContent("#answer"), answer);
  await context.close();
});

test("the numbers of a page are in one unit", async () => {
  for (const [name, command] of [["one unit", teaching], ["one unit of tiers", [...teaching, "--model", "fair"]]]) {
    const { file, record } = written(name, "explain", ...command);
    const { page, context } = await open(browser, file);
    const duals = JSON.parse(execFileSync(program, ["solve", ...command, "--show", "duals", "--format", "json"])).duals;
    const weights = duals.tiers.map((tier) => Number(tier.weight));
    // A list of tiers as one number, in tenths.
    const combined = (list) => list.reduce((sum, number, tier) => sum + Math.round(number * 10) * weights[tier], 0);
    const value = combined(record.objective.map((tier) => tier.value)) / 10;
    assert.equal(Number(await page.textContent("#proof-title ~ ol .number")), value);
    await page.click("#check");
    assert.match(await page.textContent("#checked .done"), new RegExp(`^${value} = ${value}: `));
    const seats = await page.$$eval(".card", (all) => all.map((one) => one.dataset.seat));
    let losses = 0;
    for (const one of seats) {
      for (const other of seats.filter((seat) => Number(seat) > Number(one))) {
        await page.selectOption("#ask-one", one);
        await page.selectOption("#ask-other", other);
        await page.click("#ask button");
        const text = await page.textContent("#answer");
        if (!(await page.locator("#answer .price").count())) continue;
        const price = combined(JSON.parse((await page.textContent("#answer .price")).replace(/\+/g, "").replace(/^([^[].*)$/, "[$1]"))) / 10;
        if (weights.length > 1) assert.ok(text.includes(`As one number the price is ${price}.`), `${text}: ${price}`);
        const [, given, weight] = text.match(/give the pair (-?[\d.]+), and it weighs (-?[\d.]+)\./).map(Number);
        const loss = Number(text.match(/a loss of at least ([\d.]+):/)?.[1] ?? 0);
        assert.equal(Math.round(10 * loss), Math.round(10 * (given - weight)));
        assert.ok(loss >= 0 && loss <= -price, `${loss} is more than ${price}`);
        if (loss > 0) losses += 1;
      }
    }
    assert.ok(losses > 3);
    await context.close();
  }
});

// Whether the frames of each odd set hold exactly the cards of its members, two corners and the middle, and its lines pass no card.
const enclosed = (page) => page.evaluate(() => {
  const { duals } = JSON.parse(document.getElementById("data").textContent);
  const faults = [];
  const svg = document.querySelector("svg.arcs");
  const [width, height] = ["--cw", "--ch"].map((name) => Number(document.querySelector(".field").style.getPropertyValue(name)));
  const cards = [...document.querySelectorAll(".card")].map((card) => ({ seat: Number(card.dataset.seat), x: Number(card.style.getPropertyValue("--x")), y: Number(card.style.getPropertyValue("--y")) }));
  const drawn = [...document.querySelectorAll(".ring")];
  if (drawn.length !== duals.odd_sets.length) faults.push(`${drawn.length} sets are drawn`);
  drawn.forEach((group, at) => {
    const members = new Set(duals.odd_sets[at].seats);
    const [frames, lines] = ["frames", "lines"].map((name) => group.querySelector(`.${name}`));
    const isIn = (x, y) => frames.isPointInFill(Object.assign(svg.createSVGPoint(), { x, y }));
    for (const { seat, x, y } of cards) {
      const points = [[0, 0], [width, height], [width / 2, height / 2]].map(([dx, dy]) => isIn(x + dx, y + dy));
      if (points.some((inside) => inside !== members.has(seat))) faults.push(`set ${at + 1}: ${seat}`);
    }
    for (const [, ...ends] of lines.getAttribute("d").matchAll(/M([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)/g)) {
      const [x1, y1, x2, y2] = ends.map(Number);
      const isOver = ({ x, y }) => Math.min(x1, x2) <= x + width && Math.max(x1, x2) >= x && Math.min(y1, y2) <= y + height && Math.max(y1, y2) >= y;
      if (cards.some(isOver)) faults.push(`set ${at + 1}: a line over a card`);
    }
  });
  return { faults, count: drawn.length };
});

test("the outline of every odd set encloses its members and nobody else", async () => {
  const rounds = readdirSync(path.join(root, "instances")).filter((name) => /\.(json|trf)$/.test(name)).map((name) => [path.join(root, "instances", name)]);
  const many = ["3", "5", "7", "8"].map((round) => [british[0], "--round", round]);
  const left = [...rounds, ...many, [path.join(root, "docs/src/models/triangles.json")]].flatMap((round) => ["pairs", "fair"].map((model) => [...round, "--model", model]));
  let seen = 0;
  /** While one page is looked at, the program writes the next one. */
  const lane = async (file) => {
    for (let given = left.shift(); given; given = left.shift()) {
      const args = ["explain", ...given, "--html", file, "--force", "--quiet"];
      // Some files of the folder are no rounds.
      if (!await new Promise((then) => { execFile(program, args, { maxBuffer: 1 << 26 }, (error) => then(!error)); })) continue;
      const { page, context } = await open(browser, file);
      if (await page.locator("#show-sets:enabled").count()) {
        await page.check("#show-sets");
        const { faults: wrong, count } = await enclosed(page);
        assert.deepEqual(wrong, [], given.join(" "));
        seen += count;
        // One of several is shown alone, and said.
        if (count > 1) {
          await page.selectOption("#which-set", "2");
          assert.equal(await page.locator(".ring").count(), 1);
          assert.match(await page.textContent("#sets-said"), /^Odd set(: [\d, ]+(the bye)?)?\. Its \d+ members have room/);
        }
      }
      await context.close();
    }
  };
  await Promise.all(["sets-1.html", "sets-2.html"].map((name) => lane(path.join(folder, name))));
  assert.ok(seen > 40, `${seen} odd sets`);
});

test("275 players as a whole are no wider than the page, and no card is under the heads", async () => {
  const { file } = written("whole", "explain", path.join(root, "instances/graz-open-2026-a.trf"));
  for (const [width, height] of [[1920, 1080], [1366, 650], [1280, 720], [1024, 768], [390, 844], [320, 640]]) {
    const { page, context } = await open(browser, file, { viewport: { width, height } });
    await page.selectOption("#cards", "whole");
    const { seen, content } = await page.$eval("#frame", (one) => ({ seen: one.clientWidth, content: one.scrollWidth }));
    assert.ok(content <= seen, `${content} pixels of the whole round in ${seen}, at ${width}`);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `wider than ${width}`);
    const covered = await page.evaluate(() => {
      document.getElementById("frame").scrollIntoView({ block: "nearest" });
      const foot = document.querySelector(".heads").getBoundingClientRect().bottom;
      return [...document.querySelectorAll(".card")].filter((card) => card.getBoundingClientRect().top < foot).length;
    });
    assert.equal(covered, 0);
    assert.deepEqual(await missed(page, true), []);
    await context.close();
  }
});

test("the head of the pairing sheet is on each of its sheets", { skip: spawnSync("mutool", ["-v"]).error ? "mutool is missing" : false }, async () => {
  const { file } = written("printed", "explain", ...british);
  const { page, context } = await open(browser, file);
  const sheets = path.join(folder, "sheets.pdf");
  await page.pdf({ path: sheets, format: "A4" });
  const text = execFileSync("mutool", ["draw", "-F", "txt", sheets], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  const heads = text.split("\n").filter((line) => /^Board\b/.test(line)).length;
  assert.ok(heads >= 2 && heads === text.split("\f").filter((sheet) => sheet.trim()).length, `${heads} heads`);
  await context.close();
});

test("names from right to left leave White at the left and Black at the right", async () => {
  const file = path.join(folder, "right-to-left.json");
  writeFileSync(file, JSON.stringify({ players: ["\u0645\u062d\u0645\u062f", "\u05d3\u05d5\u05d3"].map((name, place) => ({ id: place + 1, name })), rounds: [] }));
  const { page, context } = await open(browser, written("right-to-left", "explain", file).file);
  await page.hover(".card >> nth=0");
  const lefts = await page.$eval("#answer h3", (title) => [...title.childNodes].filter(({ data }) => /^[12] $/.test(data)).map((text) => {
    const range = document.createRange();
    range.selectNode(text);
    return range.getBoundingClientRect().left;
  }));
  assert.ok(lefts.length === 2 && lefts[0] < lefts[1], `White at ${lefts[0]}, Black at ${lefts[1]}`);
  await context.close();
});

test("the keyboard reaches every card and asks about two players", async () => {
  const { file } = written("keyboard", "explain", ...teaching);
  const { page, context } = await open(browser, file);
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
  await press("Escape", 1);
  assert.equal(await page.locator(".card[aria-pressed=true]").count(), 0);
  await context.close();
});

test("a card that the keyboard reaches is in sight, whatever is docked below", async () => {
  const { file } = written("in sight", "explain", ...british);
  for (const viewport of [{ width: 320, height: 640 }, { width: 1280, height: 800 }]) {
    const { page, context } = await open(browser, file, { viewport });
    await page.focus(".card");
    const keys = [...Array(5).fill("ArrowRight"), ...Array(17).fill("ArrowDown"), "ArrowRight", ...Array(6).fill("ArrowUp"), ...Array(8).fill("ArrowRight")];
    for (const key of keys) {
      await page.keyboard.press(key);
      const hidden = await page.evaluate(() => {
        const card = document.activeElement;
        const { left, right, top, bottom } = card.getBoundingClientRect();
        const seen = [[left + 4, top + 4], [right - 4, bottom - 4]].map(([x, y]) => document.elementFromPoint(x, y));
        return seen.every((one) => card.contains(one)) ? null : card.dataset.seat;
      });
      assert.equal(hidden, null, `after ${key}, at ${viewport.width} pixels`);
    }
    await context.close();
  }
});

test("a dispute is drawn, and what the proof speaks about stands out", async () => {
  const html = path.join(folder, "dispute.html");
  const given = ["verify", teaching[0], "--system", "dutch-2026"];
  const { pairs } = JSON.parse(execFileSync(program, ["pair", ...teaching, "--system", "dutch-2026", "--format", "json"]));
  const own = pairs.map(({ white, black }) => [white, black]);
  for (const [boards, lit] of [
    [own, []],
    // The colours of one board turned; two boards crossed, so that two meet again.
    [own.with(0, [...own[0]].reverse()), [0]],
    [own.with(0, [own[0][0], own[1][1]]).with(1, [own[1][0], own[0][1]]), [1]],
  ]) {
    const input = `${boards.length}\n${boards.map((pair) => pair.join(" ")).join("\n")}\n`;
    const { stderr } = spawnSync(program, [...given, "--pairing", "-", "--proof", path.join(folder, "dispute"), "--make", "--html", html, "--force", "--quiet"], { input, encoding: "utf8" });
    const seen = await open(browser, html);
    const stands = await seen.page.$$eval(".card.lit", (all) => all.map((one) => Number(one.dataset.seat)).sort((a, b) => a - b));
    // Boards are numbered anew where pairs are others.
    const expected = lit.flatMap((at) => boards[at]).sort((a, b) => a - b);
    assert.deepEqual(stands, expected, stderr);
    assert.equal(await seen.page.locator(".arc.board").count(), boards.length);
    assert.equal(await seen.page.locator(".arc.lit").count(), lit.length);
    await seen.context.close();
    await sound(html);
  }
});

test("the list is sorted by a column, and the page has its tables without a script", async () => {
  const { file, record } = written("sorted", "explain", ...british);
  const { page, context } = await open(browser, file);
  await page.click("#boards th:nth-child(2) button");
  const numbers = await page.$$eval("#boards tbody tr", (all) => all.map((row) => Number(row.cells[1].textContent)));
  assert.deepEqual(numbers, [...numbers].sort((one, other) => one - other));
  await context.close();
  const plain = await open(browser, file, { javaScriptEnabled: false });
  assert.equal(await plain.page.locator("#boards tbody tr").count(), record.boards.length);
  assert.equal(await plain.page.locator("#players tbody tr").count(), 2 * record.boards.length - record.boards.filter(({ black }) => black === 0).length);
  assert.match(await plain.page.innerText("noscript"), /The drawing needs a script/);
  await plain.context.close();
});

describe("a page", { concurrency: 2 }, () => tests.forEach((given) => it(...given)));
