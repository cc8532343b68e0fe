// The page for any tournament in a real browser: its answers are the program's, and nothing that is opened or done breaks it.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { launch } from "../browser.mjs";
import { opening } from "../../../web/page/lessons.mjs";
import { SYSTEMS } from "../../../web/page/round.mjs";
import { FIRST, asBinary, fromLink, linked } from "../../../web/page/state.mjs";
import { asked, askedOf, instance, listOf, pairsOf, program, root } from "../program.mjs";
import {
  TABS, again, boards, card, choose, clean, closed, drag, enter, file, follow, give, go, kept, keptJson, opened, press, random, rowsOf, savedBy, say, settled, shown, started, write,
} from "./support.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const read = (name) => readFileSync(instance(name));
const teaching = readdirSync(instance()).filter((name) => name.startsWith("teaching-"));
/** How many random walks are made. */
const WALKS = Number(process.env.WALKS || 20)
/** How many links are followed that say what they should not. */
const LINKS = Number(process.env.LINKS || 60);

let browser;
let folder;
before(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "swiss-ilp-web-"));
  browser = await launch();
});
after(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

/** What the program writes, whatever its exit code. */
const written = (...given) => spawnSync(program, given, { encoding: "utf8", maxBuffer: 1 << 28 }).stdout;
/** Choose a player by what the list of Change says. */
const pick = (page, label) => choose(page.getByLabel("A player", { exact: true }), { label });
const panelOf = (page) => page.locator("#panel").innerText();
/** Go to Change, and open who is here. */
async function whoIsHere(page) {
  await go(page, "change");
  await page.getByText("Who is here, and who may not meet", { exact: true }).click();
}

/** A test in a page that is opened for it, at a fragment of its link. It complains of nothing, and asks no network. */
const tested = (name, { hash = "", ...options }, what) => test(name, async (t) => {
  const one = await started(browser, options, hash);
  await what(one.page, one, t);
  await closed(one);
});

tested("what cannot be read is said until the next action, a list by its rows, and what was open stays; the way back leads to what was open before", {}, async (page) => {
  const rounds = JSON.parse(read("teaching-8.json"));
  await opened(page, "night.json", JSON.stringify({ ...rounds, rounds: rounds.rounds.with(2, { games: rounds.rounds[2].games.map(({ result, ...game }) => game) }) }));
  await press(page.locator(".choices button").nth(4));
  const before = await page.locator("#frame").innerText();
  for (const [name, content, said] of [
    ["broken.trf", readFileSync(path.join(root, "tests/damaged/not-trf.trf")), /^broken\.trf cannot be opened; what was open stays\.\s+this is neither a tournament report nor JSON/],
    ["photo.jpg", Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]), /neither a tournament report nor JSON/],
    ["empty.csv", "", /the file is empty/],
    ["list.csv", "name,rating\nA,1900\nB,19oo\n,1\n", /Row 3: '19oo' is not a rating; write a whole number, or leave the cell empty\.\nRow 4: the row has no name/],
  ]) {
    await opened(page, name, content);
    const text = await page.locator(".side > .fault").innerText();
    assert.match(text, said);
    assert.doesNotMatch(text, /error\[|-->/);
    assert.equal(await page.locator("#frame").innerText(), before, name);
  }
  await go(page, "solve");
  assert.equal(await page.locator(".fault").count(), 0);
  await opened(page, "other.json", crowd(4));
  assert.equal(await page.locator(".card").count(), 4);
  await page.goBack();
  await page.locator("#frame .results").waitFor();
  await settled(page);
  assert.equal(await page.locator("#frame").innerText(), before);
});

tested("boards are drawn by hand, by two choices and by keyboard, and each is legal or names its rule", {}, async (page) => {
  await drag(page, 1, 4);
  await press(card(page, 2));
  const met = await page.$$eval(".card:has(.badge)", (cards) => cards.map((each) => Number(each.dataset.seat)));
  const { players } = asked("pair", instance("teaching-8.json"), "--system", "dutch-2026", "--checklist");
  assert.deepEqual(met, players.find(({ id }) => id === 2).opponents.sort((a, b) => a - b));
  await card(page, 6).click();
  await card(page, 3).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowUp");
  assert.equal(await page.evaluate(() => document.activeElement.dataset.seat), "5");
  await page.keyboard.press("Enter");
  await drag(page, 7, 8);
  await settled(page);
  const said = await panelOf(page);
  assert.match(said, /4 Dan – 1 Ada/);
  assert.match(said, /8 and 7 met in round 3/);
  assert.match(said, /Yours: 190.*the optimum: 185/);
  assert.equal(await page.locator(".arc.wrong").count(), 1);
  await press(page.locator("#undo"));
  assert.equal(await page.locator(".arc.wrong").count(), 0);
  assert.match(await panelOf(page), /2 players still without a board/);
});

tested("a file is paired by the edition in force on its first day, by swiss where none is known, and as somebody has chosen; a list begins today", {}, async (page) => {
  const by = page.locator("#by");
  await opened(page, "club.csv", "name,rating\nLow,1500\nHigh,2200\n", "solve");
  assert.equal(await by.inputValue(), "system dutch");
  await write(page.locator("#tournament-start_date"), "2016-03-01");
  assert.equal(await by.inputValue(), "model swiss");
  await opened(page, "british.trf", read("british-championship-2026.trf"));
  assert.equal(await by.inputValue(), "model swiss");
  await opened(page, "eight.json", read("teaching-8.json"));
  assert.equal(await by.inputValue(), "model swiss");
  await choose(by, "model fair");
  await opened(page, "gros.trf", read("gros-open-2010.trf"));
  assert.equal(await by.inputValue(), "model fair");
  await choose(page.locator("#source"), "teaching-6");
  assert.equal(await by.inputValue(), "model pairs");
});

tested("the first day that is shown is the one in the file, typed or by arrows; a year that is not whole is put back; what is pressed after writing is done by what was written", {}, async (page) => {
  const day = page.locator("#tournament-start_date");
  const atMonth = () => day.click({ position: { x: 12, y: 8 } });
  const begin = async () => {
    await opened(page, "club.csv", "name,rating\nLow,1500\nHigh,2200\nMid,1800\nNew,1700\n", "solve");
    await enter(day, "2026-11-30");
    await atMonth();
  };
  await begin();
  await page.keyboard.press("ArrowDown");
  await settled(page);
  assert.deepEqual([await day.inputValue(), (await keptJson(page)).start_date], ["2026-10-30", "2026-10-30"]);
  await atMonth();
  await page.keyboard.type("11272024", { delay: 30 });
  await settled(page);
  assert.deepEqual([await day.inputValue(), await page.evaluate(() => document.activeElement.id)], ["2024-11-27", "tournament-start_date"]);
  assert.match(await panelOf(page), /Paired by the rules of dutch, edition dutch-2017/);
  await atMonth();
  await page.keyboard.type("1127202");
  await press(page.locator("#play"));
  assert.match(await page.locator("#status").innerText(), /First day stays as it was\. ./);
  assert.equal(await day.inputValue(), "2024-11-27");
  for (const [type, what, value] of [
    [() => page.keyboard.type("11262026"), "start_date", "2026-11-26"],
    [() => page.locator("#tournament-name").fill("Night"), "name", "Night"],
    [() => page.locator("#tournament-rounds_planned").fill("2"), "rounds_planned", 2],
  ]) {
    await begin();
    await type();
    await press(page.locator("#play"));
    await page.getByText("Round 1 is paired").waitFor();
    const now = await keptJson(page);
    assert.deepEqual([now[what], now.rounds.length], [value, 1]);
  }
  await begin();
  await page.locator("#tournament-rounds_planned").fill("0");
  await press(page.locator("#play"));
  assert.match(await page.locator("#status").innerText(), /Rounds stays as it was\. ./);
  assert.equal(await page.locator("#tournament-rounds_planned").inputValue(), "3");
  await page.locator("#tournament-name").fill("Late night");
  await page.locator(".menu summary", { hasText: "Save" }).click();
  await page.locator(".menu[open]").waitFor();
  await press(page.locator("#play"));
  await page.getByText("Round 1 is paired").waitFor();
});

tested("who has left stays away when there are more rounds, and has come when somebody says so; a ban to the last round holds, too", {}, async (page) => {
  const file = JSON.parse(read("teaching-8.json"));
  const rounds = file.rounds.map(({ games }) => ({ games: games.filter(({ white, black }) => ![white, black].includes(8)), byes: [{ player: 8, kind: "zero" }, ...games.filter(({ white, black }) => [white, black].includes(8)).map(({ white, black }) => ({ player: white + black - 8, kind: "full" }))] }));
  const forbidden = [{ players: [1, 2], rounds: [2, rounds.length] }, { players: [1, 3], rounds: [1, 2] }];
  await opened(page, "left.json", JSON.stringify({ ...file, rounds, rounds_planned: rounds.length, forbidden }), "change");
  const planned = async (number) => {
    await write(page.locator("#tournament-rounds_planned"), String(number));
    const { rounds_planned: now, absences, forbidden: bans } = await keptJson(page);
    assert.deepEqual(bans.map((ban) => ban.rounds), [[2, 5], [1, 2]]);
    return [now, absences];
  };
  const away = (round) => ({ player: 8, round, kind: "zero" });
  assert.deepEqual(await planned(5), [5, [away(4), away(5)]]);
  await whoIsHere(page);
  assert.match(await panelOf(page), /8 Hana is not paired \(absent in rounds 4, 5\)/);
  assert.deepEqual(await planned(4), [4, [away(4)]]);
  assert.deepEqual(await planned(5), [5, [away(4), away(5)]]);
  await say(page, "8 Hana has come");
  assert.deepEqual((await keptJson(page)).absences ?? [], []);
});

tested("who may not meet, has left or has a half-point bye is so in the file from the next round on, and can be taken back", {}, async (page) => {
  const together = async (ids, name) => {
    for (const id of ids) await card(page, id).click();
    await say(page, name);
  };
  await opened(page, "family.csv", "name,rating\nAnn,2000\nBob,1900\nCai,1800\nDot,1700\nEve,1600\nFay,1500\n", "change");
  await card(page, 1).click();
  const left = page.getByRole("button", { name: "has left" });
  assert.equal(await left.isDisabled(), false);
  await write(page.locator("#tournament-rounds_planned"), "");
  assert.equal(await left.isDisabled(), true);
  await page.keyboard.press("Escape");
  await write(page.locator("#tournament-rounds_planned"), "3");
  // By the rules they would meet at once.
  await together([1, 4], "may not meet");
  await together([2, 5], "may not meet in this round only");
  await together([6], "has left");
  await together([5], "has a half-point bye");
  const { forbidden, absences } = await keptJson(page);
  assert.deepEqual(forbidden, [{ players: [1, 4] }]);
  assert.deepEqual(absences.map(({ player, round, kind }) => [player, round, kind]), [[6, 1, "zero"], [6, 2, "zero"], [6, 3, "zero"], [5, 1, "half"]]);
  assert.match(await panelOf(page), /5 Eve is not paired \(half-point bye in round 1\)[^]*6 Fay is not paired \(absent in rounds 1 to 3\)/);
  await go(page, "solve");
  await press(page.locator("#play"));
  for (const board of [0, 1]) await press(page.locator(".choices").nth(board).getByText("1–0"));
  await go(page, "change");
  assert.match(await panelOf(page), /1 Ann and 4 Dot may not meet ×/);
  assert.doesNotMatch(await panelOf(page), /in this round/);
  await say(page, "6 Fay has come");
  await say(page, "Let 1 Ann and 4 Dot meet");
  const after = await keptJson(page);
  assert.deepEqual([after.absences ?? [], after.forbidden], [[], [{ players: [1, 4], rounds: [1, 1] }, { players: [2, 5], rounds: [1, 1] }]]);
  // In a report, too, whose lines are as they were.
  await opened(page, "report.trf", read("gros-open-2010.trf"), "change");
  const before = await kept(page);
  await together([1, 2], "may not meet");
  assert.match(await kept(page), /^260 005 \d{3} {4}1 {4}2$/m);
  await press(page.getByRole("button", { name: /^Let 1 .* and 2 .* meet$/ }));
  assert.equal(await kept(page), before);
});

tested("who has one club does not meet, by the file, which a late entry joins and other programs read; and it can be taken back", {}, async (page) => {
  const odd = "Köln-O'Brien; <b>__proto__";
  const clubs = ["", "Linde", odd, "Linde", "", odd, "Eiche"];
  const box = page.getByLabel("no two of one club");
  const bans = async () => (await keptJson(page)).forbidden.map(({ players, rounds }) => [players, rounds ?? null]);
  await opened(page, "clubs.json", JSON.stringify({ start_date: "2026/11/27", rounds_planned: 3, players: clubs.slice(1).map((club, at) => ({ id: at + 1, name: `P${at + 1}`, rating: 1900 - at, ...(club && { club }) })), forbidden: [{ players: [1, 3], rounds: [1, 2] }, { players: [1, 4] }] }), "change");
  assert.equal(await page.getByLabel("no two of one federation").isDisabled(), true);
  await press(box);
  assert.match(await page.locator("#status").innerText(), /Written into the tournament as 2 bans, which a late entry joins: Linde \(1, 3\); Köln-O'Brien; <b>__proto__ \(2, 5\)\./);
  assert.deepEqual(await bans(), [[[1, 3], [1, 2]], [[1, 4], null], [[2, 5], null]]);
  await opened(page, "again.json", await kept(page));
  assert.equal(await box.isChecked(), true);
  for (const [name, club] of [["Lin", "Linde"], ["Eik", "Eiche"]]) {
    await page.locator("#late-name").fill(name);
    await page.locator("#late-club").fill(club);
    await say(page, "enters");
  }
  assert.deepEqual(await bans(), [[[1, 3, 8], [1, 2]], [[1, 4], null], [[2, 5], null], [[6, 7], null]]);
  await go(page, "solve");
  assert.deepEqual(await boards(page), pairsOf(askedOf(await kept(page), "pair", "-", "--system", "dutch")));
  await go(page, "change");
  await press(box);
  assert.deepEqual([await box.isChecked(), await bans()], [false, [[[1, 4], null]]]);
  // A report has federations alone.
  const report = (await savedBy(page, "The report for the federation (TRF)")).text.replaceAll(/^(001.{50})   /gm, "$1GER");
  await opened(page, "clubs.trf", report);
  assert.equal(await box.isDisabled(), true);
  await press(page.getByLabel("no two of one federation"));
  assert.match(await kept(page), /^XXP( +\d){8}$/m);
  await press(page.getByLabel("no two of one federation"));
  assert.equal(await kept(page), report);
});

tested("a list is numbered by strength; a name and a rating are corrected, numbers stay; what no report can hold is noted; what was decided can be taken back; files are called by tournament and round", {}, async (page) => {
  await opened(page, "list.csv", "name,rating,federation,club\nAnn,2000,Bayern,\nBob,1900,,Eiche\nCai,18000,,Linde\nDot,1700,,\nEve,1600,,\n");
  assert.match(await panelOf(page), /Row 2: no report \(TRF\) can hold the federation 'Bayern'; write three letters, such as GER\.\s+Row 4: no report \(TRF\) can hold the rating '18000'; write at most four digits\./);
  await write(page.locator("#tournament-name"), "  Open „2026“ / A: *½* ");
  await go(page, "change");
  // The strongest has number 1 for now.
  await pick(page, "Cai (1)");
  for (const [column, text] of [["name", "Cay = \"C\": D"], ["rating", "1800"], ["birth", "x"]]) await page.locator(`#correct-${column}`).fill(text);
  await say(page, "correct");
  assert.match(await page.locator("#status").innerText(), /numbers and what is paired stay[^]*go by the new one[^]*no report \(TRF\) can hold the birth 'x'/);
  await page.locator("#correct-rating").fill("many");
  await say(page, "correct");
  assert.match(await page.locator("#status").innerText(), /'many' is not a rating; write a whole number/);
  const { name, text } = await savedBy(page, "The tournament as it stands");
  assert.equal(name, "Open-2026-A-before-round-1.json");
  assert.deepEqual(JSON.parse(text).players[0], { id: 1, name: "Cay = \"C\": D", rating: 1800, club: "Linde", attributes: { birth: "x" } });
  // Who has the bye, and who is away, may leave nobody to pair.
  await pick(page, "Bob (3)");
  await say(page, "has the bye");
  await pick(page, "Eve (5)");
  await say(page, "is absent");
  assert.match(await page.locator("#frame").innerText(), /cannot be shown/);
  // One by one, or all at once; what is in the file stays.
  for (const name of ["5 Eve is there", "Let 3 Bob be paired"]) {
    await say(page, name);
    assert.equal(await page.locator(".card:not(.nobody)").count(), 4);
    await press(page.locator("#undo"));
  }
  await again(page);
  await press(page.locator("#take-back"));
  assert.equal(await page.locator(".card:not(.nobody)").count(), 4);
  assert.deepEqual((await keptJson(page)).absences, [{ player: 5, round: 1, kind: "zero" }]);
  await go(page, "solve");
  await say(page, "Play this round");
  assert.match(await page.locator("#sheet").textContent(), /^\s*Open „2026“ \/ A: \*½\*/);
  assert.equal((await savedBy(page, "The sheet for the printer (HTML)")).name, "Open-2026-A-round-1-sheet.html");
  // A file that is saved while a round is played is opened there, and takes its results.
  const begun = await savedBy(page, "The tournament as it stands");
  assert.equal(begun.name, "Open-2026-A-round-1.json");
  await opened(page, begun.name, begun.text);
  assert.equal(await page.locator("#round").inputValue(), "results 1");
  await choose(page.locator(".choices").nth(0).locator("select"), "-/+");
  await press(page.locator(".choices").nth(1).getByText("1–0"));
  assert.equal(await page.locator("#round").inputValue(), "results 1");
  const played = await savedBy(page, "The tournament as it stands");
  assert.equal(played.name, "Open-2026-A-after-round-1.json");
  // A round that is paired can be taken back.
  await press(page.locator("#pair-next"));
  await press(page.locator("#play"));
  await page.getByText("Round 2 is paired").waitFor();
  await press(page.locator("#undo"));
  assert.equal(await page.locator("#round").inputValue(), "2");
  // A file that has been played goes on with its next round; one that was is as it was, or not.
  await page.locator("#tab-guess").click();
  await opened(page, played.name, played.text);
  assert.deepEqual([await page.locator("#tab-solve").getAttribute("aria-selected"), await page.locator("#round").inputValue()], ["true", "2"]);
  await choose(page.locator("#round"), "1");
  assert.match(await panelOf(page), /Round 1 has been played\. This is how it would be paired now, as it was\./);
  await choose(page.locator("#round"), { label: "round 1: results" });
  assert.equal(await page.locator("#frame .results .choices").count(), 2);
});

tested("while a round is played, who is away, leaves or enters is said of the next one; a result is taken back; the sheets have results, byes and standings", {}, async (page) => {
  const sheets = async () => (await page.pdf({ format: "A4" })).toString("latin1").match(/\/Type \/Page\b/g).length;
  await opened(page, "evening.csv", `Linde Open 2026\n\n${readFileSync(path.join(root, "examples/evening/players.csv"), "utf8")}`);
  assert.match(await panelOf(page), /evening\.csv, read: name, rating, club, sex, birth, FIDE number \(FIDE-ID\); not read: the line above the headings\.\s+5 rounds are usual for 22 players/);
  assert.equal(await sheets(), 2, "the sheet to fill in");
  await choose(page.locator("#tournament-colour"), "black");
  await go(page, "solve");
  assert.match(await page.locator("#sheet tbody tr").first().textContent(), /^112Richter, Rosa0:1Dvořák, Dominik0$/);
  await say(page, "Play this round");
  await go(page, "change");
  await pick(page, "Peters, Paul (16)");
  await say(page, "has left");
  await pick(page, "Eberle, Emil (17)");
  await say(page, "has a half-point bye");
  // A round after the next one, too.
  await pick(page, "Adler, Anna (6)");
  await choose(page.locator("#from"), "4");
  await say(page, "is absent");
  for (const [column, text] of Object.entries({ name: "Thoma, Tilda", rating: "1500", title: "WFM", federation: "GER", club: "Gast", "FIDE-number": "900099", birth: "1990", sex: "w" })) await page.locator(`#late-${column}`).fill(text);
  await say(page, "enters");
  assert.match(await panelOf(page), /Round 1 is being played[^]*16 Peters, Paul: absent in rounds 2 to 5[^]*17 Eberle, Emil: half-point bye in round 2[^]*6 Adler, Anna: absent in round 4/);
  const choices = page.locator("#frame .choices");
  const open = async (said) => assert.equal(await page.locator("#round option:checked").textContent(), `round 1: ${said}`);
  for (let at = 0; at < 11; at += 1) await press(choices.nth(at).locator("button").nth(at % 3));
  await open("results");
  await choose(choices.nth(0).locator("select"), "?");
  await open("1 open");
  await choose(choices.nth(0).locator("select"), "+/-");
  await open("results");
  assert.deepEqual((await page.locator("#sheet td.result").allTextContents()).slice(0, 3), ["+ : -", "½ : ½", "0 : 1"]);
  await press(page.locator("#pair-next"));
  await press(page.locator("#play"));
  assert.equal(await sheets(), 1, "the boards");
  assert.match(await page.locator("#sheet").textContent(), /Not paired: 16 Peters, Paul \(absent\); 17 Eberle, Emil \(half-point bye\)\.$/);
  const { players, initial_colour: colour } = await keptJson(page);
  assert.deepEqual([colour, players[20]], ["black", { id: 21, name: "Thoma, Tilda", rating: 1500, title: "WFM", federation: "GER", club: "Gast", attributes: { birth: 1990, fide_id: 900099, sex: "w" } }]);
});

tested("results go to the boards of the rules, the next round is paired on demand, and the sheet is the same before and after a round is played", {}, async (page) => {
  const gros = instance("gros-open-2010.trf");
  const paired = path.join(folder, "paired.trf");
  writeFileSync(paired, written("pair", gros, "--system", "dutch", "--format", "tournament"));
  const all = pairsOf(asked("pair", gros, "--system", "dutch"));
  const pairs = all.slice(0, -1);
  await opened(page, "gros.trf", readFileSync(gros), "solve");
  const sheet = page.locator("#sheet");
  const [before, head] = [await rowsOf(page, "#sheet"), await sheet.locator("h1").textContent()];
  assert.deepEqual(before.map(([, white, , , , black]) => [Number(white), Number(black)]), all);
  await press(page.locator("#play"));
  await page.getByText("Round 5 is paired").waitFor();
  assert.deepEqual(await rowsOf(page, "#sheet"), before);
  const played = await sheet.locator("h1").textContent();
  assert.ok(head.startsWith(played) && /\w.*Round 5$/.test(played));
  assert.equal(await page.locator("#frame .results .choices").count(), pairs.length);
  for (const at of pairs.keys()) await press(page.locator(".results tr").nth(at + 1).locator("button").nth(at % 3));
  assert.match(await panelOf(page), /Round 5 has all its results/);
  const text = await kept(page);
  spawnSync(program, ["edit", paired, "--results", pairs.map((_, at) => ["1-0", "1/2-1/2", "0-1"][at % 3]).join()]);
  assert.equal(text, readFileSync(paired, "utf8"));
  await press(page.locator("#standings"));
  const ranked = asked("standings", paired, "--tie-breaks", "BH-C1,BH,SB,DE", "--cross-table");
  const lines = ranked.standings.map(({ rank, id, name, games, ...line }) => [rank, id, name, ...games, ...ranked.tie_breaks.map((by) => line[by] ?? "")].map(String));
  assert.deepEqual(await rowsOf(page, "#frame"), lines);
  // On paper there is what the tournament knows of the players, and what the tie-breaks mean.
  const known = new Map(JSON.parse(written("convert", paired, "--to", "json")).players.map(({ id, rating = "", federation = "" }) => [String(id), [String(rating), federation]]));
  assert.deepEqual(await rowsOf(page, "#sheet"), lines.map((line) => line.toSpliced(3, 0, ...known.get(line[1]))));
  assert.match(await sheet.innerText(), /BH-C1: Buchholz[^]*DE: direct encounter\.$/);
  assert.ok((await savedBy(page, "The sheet for the printer (HTML)")).text.includes(await sheet.locator("table").innerHTML()));
  assert.equal((await savedBy(page, "The report for the federation (TRF)")).text, written("standings", paired, "--tie-breaks", "BH-C1,BH,SB,DE", "--format", "trf"));
});

tested("on a phone a round of the game is as wide as the window, with whole names, a finger draws a board, and half boards have their weights", { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, hash: "#lesson=game" }, async (page, one) => {
  assert.ok(await page.$eval("#frame", (frame) => frame.scrollWidth <= frame.clientWidth));
  assert.deepEqual(await page.$$eval(".card .who", (all) => all.filter((who) => who.scrollWidth > who.clientWidth).map((who) => who.textContent)), []);
  const touch = await one.context.newCDPSession(page);
  const [from, to] = await Promise.all([6, 3].map((id) => card(page, id).boundingBox()));
  const at = (part) => [{ x: from.x + 20 + (to.x - from.x) * part, y: from.y + 12 + (to.y - from.y) * part }];
  await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at(0) });
  for (const part of [0.2, 0.5, 0.8, 1]) await touch.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: at(part) });
  await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await settled(page);
  assert.equal(await page.locator(".arc.board").count(), 1);
  assert.deepEqual(await page.evaluate(() => [scrollX, scrollY]), [0, 0]);
  // The weights of half boards are in the window, too.
  await follow(page, "#lesson=relaxation");
  const ends = await page.$$eval(".part", (all) => all.map((part) => part.getBoundingClientRect().right));
  // What is beyond an edge fades there.
  const edge = await page.$eval("#frame", (frame) => frame.getBoundingClientRect().right - 1.1 * 16 + 6);
  assert.ok(ends.length === 6 && ends.every((end) => end <= edge), `${ends}; ${edge}`);
});

tested("the game says what counts, a value shows its terms, and at the optimum nobody can do better", { hash: "#lesson=game" }, async (page) => {
  assert.match(await page.locator("#rules").innerText(), /A board counts 50, a point of difference between its scores -5\. A denied colour counts -30 where the card has !, and -4 where it has ·; ‼ may not be denied\./);
  for (const pair of asked("solve", instance("teaching-game.json")).pairs) await drag(page, pair.white, pair.black);
  await settled(page);
  assert.match(await panelOf(page), /235: nobody can do better/);
  await press(page.locator("#hand-in"));
  await page.keyboard.type("Kim");
  await press(page.locator("#copy"));
  assert.equal((await fromLink(new URL(page.url()).hash.slice(1))).who, "Kim");
  await page.locator("tr", { hasText: "10 Judy" }).locator(".value summary").click();
  assert.match(await page.locator("tr", { hasText: "10 Judy" }).innerText(), /Pairs made: 50 × 1 = 50\s+Score difference: -5 × 0.5 = -2.5/);
});

tested("a real file opens by the edition in force; all boards have values; the round is saved as figure, program and formulation, and a system's edition is named", {}, async (page) => {
  await choose(page.locator("#source"), "teaching-ties");
  await go(page, "solve");
  await press(page.getByRole("button", { name: "Show the next one" }));
  const values = () => page.locator('#panel [aria-label="Boards"] .value summary').allTextContents();
  assert.equal((await values()).reduce((sum, value) => sum + Number(value), 0), 185);
  const gros = instance("gros-open-2010.trf");
  await opened(page, "gros.trf", readFileSync(gros));
  assert.equal(await page.locator("#by").inputValue(), "system dutch");
  await choose(page.locator("#by"), "model swiss");
  assert.equal((await values()).length, 25);
  assert.match(await panelOf(page), /This is not FIDE’s pairing: for a rated event choose/);
  const figure = await savedBy(page, "Figure of what you see (SVG)");
  assert.equal(figure.text.match(/<rect/g).length, 50);
  assert.match((await savedBy(page, "Program for other solvers (LP)")).text, /^Maximize|\nMaximize/i);
  assert.equal((await savedBy(page, "Formulation of the round (LaTeX)")).text, written("model", "swiss", gros, "--latex"));
  await choose(page.locator("#by"), "system dutch");
  assert.equal((await values()).length, 25);
  assert.doesNotMatch(await panelOf(page), /optimum|tier/);
  await page.getByText("What it counts by the model swiss").click();
  assert.match(await panelOf(page), /^\d+ of 25 boards as in the optimum by swiss, worth \d+ less in tier 4, opponents\.$/m);
  assert.match(await page.locator("#sheet").textContent(), /paired by dutch, edition dutch-1998/);
  assert.equal(await page.locator("#sheet .figure").count(), 1);
  await page.locator(".menu summary", { hasText: "View" }).click();
  await page.locator("#theme").click();
  await again(page);
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
});

tested("a term of one's own is counted while it is written, as a wish and as a law; a wrong one empties nothing; halves are drawn without odd sets", { hash: "#lesson=relaxation" }, async (page) => {
  const relaxed = asked("solve", instance("teaching-triangle.json"), "--show", "relax").relax;
  assert.equal(await page.locator(".arc.half").count(), relaxed.circles.flat().length);
  // The whole boards beside the circles, without colours.
  assert.equal(await page.locator(".arc.board").count(), relaxed.pairs?.length ?? 0);
  assert.ok((await panelOf(page)).includes(`Without odd sets ${relaxed.values[0]}`));
  assert.equal(await page.locator('[aria-label="Half boards"] tr').last().locator("td").last().textContent(), relaxed.values[0]);
  await press(page.getByLabel("without odd sets"));
  assert.equal(await page.locator(".arc.half").count(), 0);
  await page.locator("#source").selectOption("clubs");
  await page.locator("#tab-change").click();
  await choose(page.locator("#known-term"), "colour-difference");
  assert.equal(await page.locator('[data-term="colour-difference"]').count(), 1);
  await page.locator("#undo").click();
  await page.getByText("A term of your own", { exact: true }).click();
  const lines = await page.locator(".arc").count();
  const clubs = new Map(JSON.parse(read("clubs.json")).players.map(({ id, club }) => [id, club]));
  const sameIn = ({ pairs }) => pairs.filter(({ white, black }) => clubs.get(white) && clubs.get(white) === clubs.get(black)).length;
  const before = sameIn(asked("solve", instance("clubs.json")));
  const wish = path.join(folder, "wish.toml");
  writeFileSync(wish, `${readFileSync(path.join(root, "models/pairs.toml"), "utf8")}\n[[define]]\nname = "own-1"\npair = "a.club != '' && a.club == b.club"\n\n[[tier]]\nname = "own-1"\nterms = [{ term = "own-1", weight = -1 }]\n`);
  const last = asked("solve", instance("clubs.json"), "--model", wish).objective.at(-1).terms[0];
  for (const [term, said] of [
    ["a.clb == b.club", /no player has the attribute 'clb'/],
    ["a.age < 12", /no player has the attribute 'age'/],
    ["a.title == 'GM'", /Nobody in this file has a title[^]*Now true of 0 boards\./],
    ["a.club != '' && a.club == b.club", new RegExp(`Now true of ${before} boards?\\. Once it is added as a wish: of ${last.count}, value \\[.*, ${last.value}\\]\\. As a law: of none, value`)],
  ]) {
    await enter(page.locator("#own-term"), term);
    assert.match(await page.locator("#own-said").innerText(), said, term);
    assert.equal(await page.locator(".arc").count(), lines, term);
  }
  await press(page.getByRole("button", { name: "Add as a law" }));
  assert.match(await page.locator("textarea").inputValue(), /forbid = "a.club != '' && a.club == b.club"/);
  await page.locator("#attributes").setInputFiles({ name: "age.csv", mimeType: "text/csv", buffer: Buffer.from("number,age\n1,9\n2,10\n") });
  await enter(page.locator("#own-term"), "a.age != '' && a.age < 12");
  assert.match(await page.locator("#own-said").innerText(), /as a wish/);
  await page.getByText("The model as text", { exact: true }).click();
  await enter(page.locator("textarea"), "kind = nonsense");
  assert.equal(await page.locator(".arc").count(), lines);
  assert.ok(await page.locator("#panel .bad").count() > 0);
});

tested("twelve score groups have names, and of hundreds of boards each is counted that is asked for", { viewport: { width: 1366, height: 650 } }, async (page) => {
  // A tournament at its end opens with its standings, and a tab leads to its last round: that of the British championship is only begun.
  await opened(page, "british.trf", read("british-championship-2026.trf"));
  assert.deepEqual([await page.locator("#round").inputValue(), await page.locator("#frame .results tbody tr").count()], ["results 0", 108]);
  await go(page, "solve");
  assert.equal(await page.locator("#round").inputValue(), "8");
  assert.equal(await page.locator(".field .column").count(), 12);
  const name = await page.locator('.card[data-seat="1"] .name').boundingBox();
  assert.ok(name.width > 20 && (await page.locator(".field").boundingBox()).width < 960, "names in the window");
  await opened(page, "graz.trf", read("graz-open-2026-a.trf"), "solve");
  await choose(page.locator("#round"), "5");
  await choose(page.locator("#by"), "system dutch-2026");
  await page.getByText("What it counts by the model swiss").click();
  const open = page.locator("#panel td button", { hasText: "count" });
  const [uncounted, values] = [await open.count(), page.locator('#panel [aria-label="Boards"] .value')];
  assert.equal(uncounted + await values.count(), await page.locator('#panel [aria-label="Boards"] tbody tr').count());
  await press(open.first());
  assert.ok(uncounted > 1 && await open.count() === uncounted - 1);
});

tested("a chosen player sees the price of each other one, or that a rule bars the pair", {}, async (page) => {
  await page.locator("#tab-why").click();
  await press(card(page, 1));
  const badges = Object.fromEntries(await page.$$eval(".card:has(.badge)", (cards) => cards.map((each) => [each.dataset.seat, each.querySelector(".badge").textContent])));
  const { opponents } = asked("why", instance("teaching-8.json"), "1");
  for (const { opponent, status, price } of opponents) assert.equal(badges[opponent], { worse: String(price?.[0].value), paired: "✓", forbidden: "✕" }[status]);
  await press(card(page, 2));
  assert.match(await panelOf(page), /may not meet[^]*1 and 2 met in round 2/);
  // Of two players who have not met, each has nobody else.
  await opened(page, "two.json", crowd(2));
  await press(card(page, 1));
  assert.equal(await card(page, 2).locator(".badge").textContent(), "✓");
});

tested("a dual value that is too small makes its pairs red, and one that is too large a higher bound", {}, async (page) => {
  await page.locator("#tab-prove").click();
  await press(card(page, 3));
  assert.match(await panelOf(page), /Sum 185 · the optimum 185/);
  await press(page.getByRole("button", { name: "Less for 3 Cleo" }).first());
  assert.match(await panelOf(page), /Sum 184[^]*No bound/);
  assert.ok(await page.locator(".arc.bad").count() > 0);
  for (const _ of [1, 2, 3]) await press(page.getByRole("button", { name: "More for 3 Cleo" }).first());
  assert.match(await panelOf(page), /Sum 187[^]*2 too high/);
});

tested("a weight, a rule, a result, an absence and a text change the answer as they change the program's, and what is new by them is said and drawn", {}, async (page) => {
  await go(page, "change");
  const model = path.join(folder, "changed.toml");
  const changed = async () => {
    writeFileSync(model, await page.locator("textarea").inputValue());
    return pairsOf(asked("solve", instance("teaching-8.json"), "--model", model));
  };
  const first = await boards(page);
  assert.equal(await page.locator(".arc.ghost").count(), 0);
  const slider = (term) => page.locator(`[data-term="${term}"]`);
  await slider("score-difference").focus();
  for (let step = 0; step < 5; step += 1) await page.keyboard.press("ArrowRight");
  await settled(page);
  assert.match(await page.locator("textarea").inputValue(), /term = "score-difference", weight = 0 /);
  // The answer really changes at the value that is said to be the next, and not one before it.
  const next = Number(await page.locator("[data-held] button").first().textContent());
  const keysOf = (pairs) => pairs.map((pair) => [...pair].sort((a, b) => a - b).join("-")).sort();
  const found = [];
  let drawn = 0;
  for (const [term, weight] of [
    ["score-difference", 0], ["score-difference", next + 1], ["score-difference", next], ["score-difference", 0],
    ["colour-difference-two", -19], ["colour-difference-two", 20], ["score-difference", -40],
  ]) {
    await enter(slider(term), String(weight));
    const now = await boards(page);
    assert.deepEqual(now, await changed());
    found.push(keysOf(now));
    const gone = keysOf(first).filter((pair) => !keysOf(now).includes(pair)).length;
    assert.equal(await page.locator(".arc.ghost").count(), gone);
    assert.match(await panelOf(page), gone === 0 ? /Nobody has another opponent than by pairs/ : new RegExp(`${gone} boards? not as by pairs`));
    drawn += gone;
  }
  assert.ok(drawn > 0);
  assert.deepEqual(found[1], found[0]);
  assert.notDeepEqual(found[2], found[0]);
  await press(page.locator('[data-rule="no-rematch"]'));
  assert.doesNotMatch(await page.locator("textarea").inputValue(), /no-rematch/);
  assert.deepEqual(await boards(page), await changed());
  await press(page.getByRole("button", { name: "Back to pairs" }));
  assert.deepEqual(await boards(page), first);
  await whoIsHere(page);
  await card(page, 4).click();
  await say(page, "is absent");
  assert.deepEqual(await boards(page), pairsOf(asked("solve", instance("teaching-8.json"), "--absent", "4")));
  await page.locator("#undo").click();
  await page.locator("#correct").click();
  await press(page.getByRole("button", { name: "1 Ada against 3 Cleo: Black won" }));
  await press(page.locator("#pair-next"));
  const other = JSON.parse(read("teaching-8.json"));
  other.rounds[2].games[0].result = "0-1";
  assert.deepEqual(await boards(page), pairsOf(askedOf(JSON.stringify(other), "solve", "-")));
});

tested("where there is no legal pairing, each tab says why", {}, async (page) => {
  await page.locator("#source").selectOption("teaching-infeasible");
  for (const tab of ["solve", "prove", "change"]) {
    await go(page, tab);
    assert.match(await panelOf(page), /no legal pairing exists: players 1, 3, 5 can only be paired among themselves/i, tab);
  }
  await press(page.locator('[data-rule="no-rematch"]'));
  assert.equal(await page.locator("#panel .bad").count(), 0);
});

tested("who has the bye and by what lots are drawn is the program's --bye and --lots, and what the program notes is said", {}, async (page) => {
  await choose(page.locator("#source"), "teaching-bye");
  await whoIsHere(page);
  // Who may not have the bye is not offered it.
  await card(page, 3).click();
  await page.getByRole("button", { name: "is absent" }).waitFor();
  assert.equal(await page.getByRole("button", { name: "has the bye" }).count(), 0);
  await card(page, 3).click();
  await card(page, 4).click();
  await say(page, "has the bye");
  assert.deepEqual(await boards(page), pairsOf(asked("solve", instance("teaching-bye.json"), "--bye", "4")));
  assert.match(await page.locator(".sheet").textContent(), /4Dan.*bye/);
  await go(page, "guess");
  await say(page, "Begin with the best pairing");
  assert.match(await panelOf(page), /Note: player 4 has the pairing-allocated bye of round 5[^]*your pairing is an optimum/);
  await whoIsHere(page);
  await say(page, "Let 4 Dan be paired");
  await page.locator("#source").selectOption("teaching-game");
  await page.locator("#by").selectOption("model random");
  const found = [];
  for (const lots of ["", "1", "2", "3", "900719925474099"]) {
    await write(page.locator("#lots"), lots);
    const now = await boards(page);
    found.push(JSON.stringify(now));
    assert.deepEqual(now, pairsOf(asked("solve", instance("teaching-game.json"), "--model", "random", ...(lots ? ["--lots", lots] : []))), lots);
  }
  assert.ok(new Set(found).size > 1);
});

tested("values of several tiers are the same in Solve and Prove, print has what Save has, and a tab is no step of Undo", {}, async (page) => {
  const text = async (tab, pattern) => {
    await go(page, tab);
    return pattern.exec(await panelOf(page))?.[1];
  };
  await page.locator("#by").selectOption("model swiss");
  const value = await text("solve", /^Value (\[.*?\])/m);
  assert.match(value, /^\[-\d.*\]$/);
  assert.equal(await text("prove", /^Sum (\[.*?\])/m), value);
  assert.equal(await text("prove", /the optimum\s+(\[.*?\])/), value);
  await choose(page.locator("#by"), "system dutch-2026");
  const sheets = [];
  for (const tab of ["solve", "prove", "change"]) {
    await text(tab, /./);
    sheets.push(await page.locator("#sheet").textContent());
  }
  assert.match(sheets[0], /Round 4 · paired by dutch-2026/);
  assert.deepEqual(new Set(sheets).size, 1);
  await press(page.locator("#undo"));
  assert.equal(await page.locator("#by").inputValue(), "model swiss");
});

tested("from 320 to 2,560 pixels, light or dark, no tab has a fault that axe finds, and the drawing and the panel are in the window", { reducedMotion: "reduce" }, async (page) => {
  await drag(page, 1, 4);
  await page.evaluate(axe);
  for (const [colorScheme, width, height] of [["light", 320, 640], ["light", 400, 800], ["light", 2560, 1300], ["dark", 768, 1024]]) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height });
    for (const tab of TABS) {
      await page.locator(`#tab-${tab}`).click();
      if (tab === "why" || tab === "prove") await card(page, 5).click();
      await settled(page);
      // In the dark only contrast can be another.
      const { violations } = await page.evaluate((only) => window.axe.run({ ...only, resultTypes: ["violations"] }), colorScheme === "dark" ? { runOnly: ["color-contrast"] } : {});
      assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes[0].html]), [], `${tab} ${colorScheme} ${width}`);
      // At 320 pixels the chooser of the rules is four pixels beyond the window.
      assert.ok(width < 400 || await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${tab} is wider than ${width}`);
      for (const id of ["frame", "panel"]) {
        const box = await page.locator(`#${id}`).boundingBox();
        assert.ok(box.height > 100 && box.y + box.height <= height + 1 && box.x + box.width <= width + 1, `${tab} ${id} ${width}: ${JSON.stringify(box)}`);
      }
    }
  }
});

/** A tournament of so many players, before round 1. */
const crowd = (count, name = (id) => `Player ${id}`) => JSON.stringify({ name: name(0), rounds_planned: 9, players: Array.from({ length: count }, (_, at) => ({ id: at + 1, name: name(at + 1), rating: 2600 - at })), rounds: [] });

/** The page that is saved at a state, opened; it shows what the page showed that saved it. */
async function savedPage(state) {
  const one = await started(browser, {}, `#${await linked({ ...FIRST, ...state })}`);
  const { text } = await savedBy(one.page, "This page with the round");
  const saved = path.join(folder, "saved.html");
  writeFileSync(saved, text);
  const again = await started(browser, {}, "", saved);
  assert.equal(await shown(again.page), await shown(one.page));
  await closed(one);
  return again;
}

test("the page is one file of at most 1.6 MB, and a saved one opens as it was left, with the pairing of the command line", async () => {
  assert.ok(statSync(file).size <= 1_600_000, `${statSync(file).size} bytes`);
  const british = instance("british-championship-2026.trf");
  const clubs = instance("clubs.json");
  const source = (name) => ({ name: path.basename(name), text: asBinary(readFileSync(name)) });
  const softBans = readFileSync(path.join(root, "models/soft-bans.toml"), "utf8");
  for (const [state, ...given] of [
    [{ source: source(british), round: 8, tab: "why" }, british, "--round", "8"],
    [{ source: source(british), round: 8, model: "fair", absent: [3, 8], forbid: [[1, 2], [5, 6]], tab: "change" }, british, "--round", "8", "--model", "fair", "--absent", "3,8", "--forbid", "1-2,5-6"],
    [{ source: source(clubs), same: ["club"], tab: "solve" }, clubs, "--avoid-same", "club"],
    [{ source: source(clubs), text: softBans, tables: { attributes: readFileSync(instance("clubs.csv"), "utf8") }, tab: "change" }, clubs, "--model", "soft-bans", "--attributes", instance("clubs.csv")],
    [{ source: { teaching: "teaching-bye" }, model: "fair", bye: 4, tab: "prove" }, instance("teaching-bye.json"), "--model", "fair", "--bye", "4"],
  ]) {
    const one = await savedPage(state);
    assert.deepEqual(await boards(one.page), pairsOf(asked("solve", ...given)), given.join(" "));
    assert.equal(await one.page.locator("#panel .bad, .fault").count(), 0, given.join(" "));
    await closed(one);
  }
});

test("a name is text in the page and in a saved one, whatever it says, and of a hostile file a sentence says what is wrong", async () => {
  const markup = "</script><script>window.hit = true</script><img src=x onerror='window.hit = true'><b> {{module}} \u202e";
  const one = await savedPage({ source: { name: `${markup}.json`, text: asBinary(Buffer.from(crowd(6, (id) => `${id} ${markup}`))) }, question: markup });
  const { page } = one;
  assert.ok((await page.locator("#frame").textContent()).includes(markup.replace("\u202e", "\ufffd").trim()));
  for (const tab of TABS) await go(page, tab);
  assert.equal(await page.locator(".card").count(), 6);
  assert.equal(await page.evaluate(() => window.hit), undefined);
  assert.equal(await page.locator("#frame img, #panel img, #bar img, #panel b b").count(), 0);
  await give(page, "rubbish.trf", Buffer.alloc(10_000_000, "\u0000<script>alert(1)</script>\n\ufffd"));
  await page.locator(".fault").waitFor();
  await closed(one);
});

tested("while 2,000 players are paired the page answers, and can stop", {}, async (page) => {
  await give(page, "crowd.json", crowd(2000));
  await page.locator("#tab-solve").click();
  await card(page, 2000).waitFor();
  await page.locator("#tab-guess").click();
  assert.equal(await page.locator("#tab-guess").getAttribute("aria-selected"), "true");
  await page.locator("#tab-solve").click();
  const stop = page.locator("#stop");
  await Promise.race([stop.waitFor().then(() => stop.click()).catch(() => {}), page.locator("#panel .price").waitFor({ timeout: 120_000 })]);
  await choose(page.locator("#source"), "teaching-6");
  assert.equal(await page.locator(".card").count(), 6);
});

/** An archive of these members: name, content, and whether its bytes are said to be those of the first one. */
function archive(members) {
  const [parts, list] = [[], []];
  let at = 0;
  for (const [name, content, isFirst] of members) {
    const [title, packed] = [Buffer.from(name), deflateRawSync(content)];
    const head = (signature, length, fields) => fields.reduce((made, [place, value, size]) => (made.writeUIntLE(value, place, size), made), Buffer.concat([Buffer.from(signature), Buffer.alloc(length - 4), title]));
    list.push(head("PK\x01\x02", 46, [[10, 8, 2], [20, packed.length, 4], [24, content.length, 4], [28, title.length, 2], [42, isFirst ? 0 : at, 4]]));
    parts.push(head("PK\x03\x04", 30, [[8, 8, 2], [26, title.length, 2]]), packed);
    at += 30 + title.length + packed.length;
  }
  const end = Buffer.concat([Buffer.from("PK\x05\x06"), Buffer.alloc(18)]);
  end.writeUInt16LE(members.length, 10);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, ...list, end]);
}

tested("an archive is a list of tournaments, of which each is unpacked when it is chosen, within the bounds of the command line", {}, async (page) => {
  const blank = Buffer.alloc(5_000_000, "\n");
  const [six, ten] = [read("teaching-6.json"), read("teaching-10.json")];
  await opened(page, "all.zip", archive([["__proto__.json", six], ["README.md", six], ["blank.trf", blank], ["ten.json", ten]]));
  assert.equal(await page.locator(".card").count(), 6);
  assert.deepEqual((await page.locator("#source option").allTextContents()).slice(0, 4), ["__proto__.json", "__proto__.json", "blank.trf", "ten.json"]);
  await page.locator("#source").selectOption({ label: "blank.trf" });
  await page.getByText("blank.trf cannot be opened: it unpacks to more than 200 times its size.").waitFor();
  assert.equal(await page.locator(".card").count(), 6);
  await choose(page.locator("#source"), { label: "ten.json" });
  const { absent } = asked("solve", instance("teaching-10.json"));
  assert.equal(await page.locator(".card:not(.nobody)").count(), JSON.parse(ten).players.length - absent.length);
  for (const [name, content, said] of [
    ["shared.zip", archive([["a.json", six], ["b.json", six, true]]), "members of the archive share bytes"],
    ["cut.zip", archive([["a.json", six], ["b.json", six]]).subarray(0, -30), "the archive has no table of contents"],
    ["none.zip", archive([["README.md", six]]), "it has no tournament"],
  ]) {
    await give(page, name, content);
    await page.getByText(`${name} cannot be opened: ${said}`).waitFor();
  }
});

/** What a link may say in place of what the page knows. */
const HOSTILE = [
  ...["constructor", "__proto__", "toString", "own", "your model", "", "\n\u202e<b>", "x".repeat(100_000)].flatMap((text) => [text, [text], { teaching: text }, { name: text, text }, { [text]: text }]),
  ...[-1, 0, 1, 9, 0.5, 1e21, 2 ** 32, 2 ** 53].flatMap((number) => [number, String(number), [number], [number, number], [[number, 1], [2, number]], { 1: String(number) }, [{ who: "x", mine: [[number, 1]] }]]),
  ...[null, true, [], {}, [[]], [{}], [null], "deep"],
];

tested("whatever a link says beyond what is known is left out, and the page draws its answer", {}, async (page, one) => {
  const pairs = readFileSync(path.join(root, "models/pairs.toml"), "utf8");
  const states = [["tab", "results", "cards"], ["model", "system", "lesson"], ["tables", "duals", "same"]].flatMap((names) => ["constructor", "__proto__", -1].map((value) => names.map((name) => [name, value])));
  states.push(...["constructor", "__proto__", "my own model", "your model"].map((name) => [["model", name], ["brought", { name, text: pairs }], ["tab", "solve"]]));
  const sound = states.length;
  const below = random(1);
  const any = (list) => list[below(list.length)];
  const names = [...Object.keys(FIRST), "__proto__", "constructor"];
  while (states.length < LINKS) states.push(Array.from({ length: 1 + below(5) }, () => [any(names), any(HOSTILE)]).concat([["tab", any(TABS)]]));
  for (const [at, state] of states.entries()) {
    // With a name that the page does not know, so that its own link is another one.
    const text = `{"toString":1,${state.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join()}}`.replaceAll('"deep"', `${"[".repeat(100_000)}${"]".repeat(100_000)}`);
    const said = `${at}: ${text.slice(0, 500)}`;
    await follow(page, `#${deflateRawSync(text).toString("base64url")}`);
    if (at % 10 === 0) await again(page);
    assert.equal(await page.locator('[role="tab"][aria-selected="true"]').count(), 1, said);
    assert.ok((await panelOf(page)).length > 20, said);
    const [cards, fault] = [await page.locator(".card").count(), await page.locator(".fault").allInnerTexts()];
    if (at < sound) assert.deepEqual([cards, await page.locator("#panel .bad").count()], [8, 0], said);
    else assert.ok(cards > 0 || fault.join().length > 50, said);
    assert.doesNotMatch(await page.locator("#frame").innerHTML(), /NaN|undefined/, said);
    clean(one);
  }
});

/** What the command line is asked for the state of a link; what it needs is written into the folder. */
function commandOf({ source, round, model, system, text, lots, absent, late, bye, forbid, same }) {
  const own = (name, content) => {
    const file = path.join(folder, name);
    writeFileSync(file, content, "latin1");
    return file;
  };
  const file = source.teaching ? instance(`${source.teaching}.json`) : own("walk.json", source.text);
  const named = text === null ? model : own("own.toml", Buffer.from(text).toString("latin1"));
  const decisions = { "--absent": absent, "--late": late, "--bye": bye === null ? [] : [bye], "--forbid": forbid.map((pair) => pair.join("-")), "--avoid-same": same };
  const given = Object.entries(decisions).filter(([, list]) => list.length > 0).flatMap(([option, list]) => [option, list.join(",")]);
  if (lots !== null && system === null && /random-distance/.test(text ?? model.replace("random", "random-distance"))) given.push("--lots", String(lots));
  return [...(system === null ? ["solve", file, "--model", named] : ["pair", file, "--system", system]), ...(round === null ? [] : ["--round", String(round)]), ...given];
}

tested("random walks break nothing, the link has the state, and the boards are the program's", { viewport: { width: 1100, height: 700 } }, async (page, one, t) => {
  // A link may name those that the page has.
  SYSTEMS.push(...await page.$$eval('#by option[value^="system "]', (all) => all.map(({ value }) => value.slice(7))));
  let [held, without] = [0, 0];
  for (let walk = 0; walk < WALKS; walk += 1) {
    const below = random(walk + 1);
    const ids = async () => page.$$eval(".card", (cards) => cards.map((each) => each.dataset.seat));
    const some = async () => { const all = await ids(); return all[below(all.length)]; };
    // What was there may be gone by now.
    const any = async (list) => {
      const index = below(await page.locator(`${list} option`).count());
      await page.locator(list).selectOption({ index }, { timeout: 2000 }).catch(() => {});
    };
    const steps = [
      async () => page.locator("#source").selectOption(teaching[below(teaching.length)].replace(".json", "")),
      async () => give(page, "walk.json", read(teaching[below(teaching.length)])),
      async () => page.locator(`#tab-${TABS[below(TABS.length)]}`).click(),
      async () => drag(page, await some(), await some()),
      async () => card(page, await some()).click({ force: true, timeout: 2000 }).catch(() => {}),
      async () => {
        await card(page, await some()).focus({ timeout: 2000 }).catch(() => {});
        await page.keyboard.press("Enter");
      },
      async () => any("#by"),
      async () => any("#round"),
      async () => page.keyboard.press("Control+z"),
      async () => page.keyboard.press("Escape"),
      async () => {
        await page.locator("#tab-change").click();
        const sliders = page.locator('#panel input[type="range"]');
        const count = await sliders.count();
        if (count > 0) await sliders.nth(below(count)).fill(String(below(100) - 50)).catch(() => {});
      },
      async () => {
        const buttons = page.locator("#panel button:visible:enabled");
        const count = await buttons.count();
        if (count > 0) await buttons.nth(below(count)).click({ timeout: 3000 }).catch(() => {});
      },
    ];
    const taken = Array.from({ length: 10 }, () => below(steps.length));
    for (const at of taken) await steps[at]();
    await settled(page);
    const state = await shown(page);
    const hash = new URL(page.url()).hash;
    await again(page);
    assert.equal(new URL(page.url()).hash, hash, `walk ${walk}: ${taken}`);
    // A tournament that was left can be chosen only until then.
    const [there, before] = [await shown(page), state].map((text) => text.replaceAll(/(walk|Teaching round[^.]*)\.json(, as it stood)?/g, ""));
    assert.equal(there, before, `walk ${walk}: ${taken}`);
    assert.deepEqual([one.complaints, one.requests], [[], []], `walk ${walk}: ${taken}`);
    const reached = await fromLink(hash.slice(1)) ?? FIRST;
    await go(page, "solve");
    // While a round is played its boards are shown, and nothing is paired.
    if (await page.locator(".results").count() > 0) continue;
    const found = await boards(page);
    const answer = asked(...commandOf(reached));
    const expected = pairsOf(answer);
    // Of equal optima the page may show another one.
    if (reached.optimum === 0 || reached.system !== null) assert.deepEqual(found, expected, `walk ${walk}: ${taken}: ${JSON.stringify(answer).slice(0, 300)}`);
    else assert.equal(found.length, expected.length);
    if (found.length > 0) held += 1;
    else without += 1;
  }
  t.diagnostic(`${WALKS} walks: ${held} ended with the boards of the program, and ${without} with none, as there`);
});

/** Paste links into the field for those of a class, and return the rows of its table. */
async function pasted(page, text) {
  await page.locator("#class summary").click();
  await page.locator("#links").fill(text);
  await page.locator("#class tbody tr").first().waitFor();
  await settled(page);
  return rowsOf(page, "#class");
}

tested("the links of a class, pasted into one field, are a table of what each guess is worth", { hash: "#lesson=game" }, async (page) => {
  const file = instance("teaching-game.json");
  const hashes = [];
  const values = [];
  const best = pairsOf(asked("solve", file));
  const everybody = JSON.parse(read("teaching-game.json")).players.map(({ id }) => id);
  for (let pupil = 0; pupil < 30; pupil += 1) {
    const below = random(100 + pupil);
    const lots = new Map(everybody.map((id) => [id, below(1_000_000)]));
    const order = everybody.toSorted((one, other) => lots.get(one) - lots.get(other));
    const mine = pupil === 7 ? best : Array.from({ length: order.length / 2 }, (_, at) => [order[2 * at], order[2 * at + 1]]);
    const { legal, objective } = askedOf(listOf(mine), "verify", file, "--pairing", "-");
    values.push([`Pupil ${pupil + 1}`, objective[0].value, legal]);
    hashes.push(await linked({ ...FIRST, ...opening("game"), who: `Pupil ${pupil + 1}`, mine }));
  }
  const other = await linked({ ...FIRST, source: { teaching: "teaching-8" }, mine: [[1, 2]], who: "Somebody" });
  const text = `${hashes.map((hash, at) => `Pupil ${at + 1}: file:///page.html#${hash} (sent by mail)`).join("\n")}\n#${other}\n#lesson=game\n`;
  const rows = await pasted(page, text);
  assert.equal(rows.length, 32);
  // What does not count is in brackets.
  assert.deepEqual(rows.slice(0, 30).map(([who, value]) => [who, value]).sort(), values.map(([who, value, isLegal]) => [who, isLegal ? String(value) : `(${value})`]).sort());
  const legal = new Set(values.filter(([, , isLegal]) => isLegal).map(([who]) => who));
  const first = rows.slice(0, legal.size);
  assert.ok(legal.size > 0 && first.every(([who]) => legal.has(who)), `${[...legal]}: ${JSON.stringify(first)}`);
  first.slice(1).forEach(([, value], at) => assert.ok(Number(value) <= Number(first[at][1])));
  assert.deepEqual(rows.slice(30), [["Somebody", "", "of another round"], ["link 32", "", "no boards"]]);
  // A name draws what was guessed, and what is taken away leaves the field.
  await press(page.getByRole("button", { name: "Pupil 8", exact: true }));
  assert.equal(await page.locator(".arc.board").count(), best.length);
  await page.locator("#undo").click();
  // The lesson hides the optimum, and so does its table.
  assert.doesNotMatch(await page.locator("#class").innerText(), /optimum/);
  assert.equal(await page.locator("#links").inputValue(), "");
  await again(page);
  assert.equal(await page.locator("#class tbody tr").count(), 32);
  await press(page.getByRole("button", { name: "Take them away" }));
  assert.equal(await page.locator("#links").isVisible(), true);
});

tested("a link that was cut or changed is said to be not whole, in the table of a class and where it is opened; lines are joined, and links without a sum open", { hash: "#lesson=game" }, async (page) => {
  const mine = [[1, 2], [6, 3]];
  const hash = await linked({ ...FIRST, ...opening("game"), who: "Tom", mine });
  const cut = [1, 6, 40, 100].map((length) => hash.slice(0, -length));
  const changed = `${hash.slice(0, 50)}${hash[50] === "A" ? "B" : "A"}${hash.slice(51)}`;
  const [old] = hash.split("~");
  const lines = [...cut, changed, `${hash.slice(0, 60)}\n> ${hash.slice(60)}`, old].map((link) => `page.html#${link}`);
  const rows = await pasted(page, `Hello,\n${lines.join("\nGreetings from me\n")}\n`);
  assert.deepEqual(rows.map(([who, , said]) => [who, said]), [["Tom", "6 players without a board"], ...[1, 2, 3, 4, 5].map((at) => [`link ${at}`, "This link is not whole"])]);
  for (const link of [cut[0], cut[3], changed]) {
    const again = await started(browser, {}, `#${link}`);
    assert.match(await again.page.locator("#frame").innerText(), /This link is not whole/);
    assert.equal(await again.page.locator(".card").count(), 0);
    await again.page.locator("#tab-solve").click();
    assert.match(await again.page.locator("#frame").innerText(), /This link is not whole/);
    await again.page.locator("#source").selectOption("teaching-8");
    await again.page.locator(".card").nth(7).waitFor();
    await closed(again);
  }
});
