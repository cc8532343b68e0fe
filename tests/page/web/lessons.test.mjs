// The links from the book into the page: each opens its round, its tab and its question, and what it hides is hidden.
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { PACKED } from "../../../web/packed.mjs";
import { LESSONS } from "../../../web/page/lessons.mjs";
import { launch, open } from "../browser.mjs";
import { asked, instance, pairsOf, root } from "../program.mjs";
import { TABS, again, boards, card, clean, closed, drag, file, follow, go, press, say, settled, started, write } from "./support.mjs";

const book = path.join(root, "docs/src");
const links = readdirSync(book, { recursive: true }).filter((name) => name.endsWith(".md")).flatMap((name) => {
  const text = readFileSync(path.join(book, name), "utf8").replace(/\s+/g, " ");
  return [...text.matchAll(/(?:\]\(|<iframe src=")([^)"#]*browser\.html)#([^)"]*)[)"]/g)].map(([, file, hash]) => ({ name, file: path.resolve(book, path.dirname(name), file), hash }));
});

let browser;
let one;
let page;
before(async () => {
  browser = await launch();
  one = await started(browser);
  ({ page } = one);
});
after(() => browser.close());

test("each link leads to a lesson of the page in the book", () => {
  for (const { name, file, hash } of links) {
    assert.equal(file, PACKED, name);
    assert.ok(Object.hasOwn(LESSONS, hash.replace(/^lesson=/, "")), `${name}: #${hash}`);
  }
});

test("each chapter with a lesson of its name has its round beside the text, without what leads elsewhere", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "swiss-ilp-framed-"));
  const text = path.join(folder, "chapter.html");
  for (const lesson of Object.keys(LESSONS)) {
    const chapter = path.join(book, "course", `${lesson}.md`);
    if (existsSync(chapter)) assert.equal(readFileSync(chapter, "utf8").split(`<iframe src="../pages/browser.html#lesson=${lesson}"`).length, 2, lesson);
  }
  writeFileSync(text, `<!DOCTYPE html><iframe src="${pathToFileURL(file)}#lesson=duals" width="740" height="600"></iframe>`);
  const framed = await open(browser, text);
  const inside = framed.page.frameLocator("iframe");
  await inside.locator("html:not([data-busy]) .card .badge").first().waitFor();
  assert.deepEqual([await inside.locator("#source").isVisible(), await inside.locator("#undo").isVisible(), await inside.locator(".card:visible").count()], [false, true, 8]);
  await closed(framed);
  rmSync(folder, { recursive: true });
});

test("a lesson opens its round, its tab and its question, and what it hides is hidden", async () => {
  for (const [lesson, { source, system, tab, hide, question }] of Object.entries(LESSONS)) {
    const file = instance(`${source.teaching}.json`);
    const list = asked("pair", file, "--system", "dutch-2026", "--checklist");
    const best = String(asked("solve", file).objective[0].value);
    await follow(page, `#lesson=${lesson}`);
    const value = (id) => page.locator(id).inputValue();
    assert.deepEqual([await value("#source"), await value("#round"), await value("#by")], [source.teaching, String(list.round), system ? `system ${system}` : "model pairs"], lesson);
    assert.deepEqual(await page.$$eval(".card:not(.nobody)", (cards) => cards.map((each) => Number(each.dataset.seat))), list.players.map(({ id }) => id), lesson);
    assert.equal(await page.locator('[role="tab"][aria-selected="true"]').getAttribute("id"), `tab-${tab}`, lesson);
    assert.ok((await page.locator("#panel").innerText()).startsWith(question), lesson);
    assert.equal(await page.locator("#panel .bad, .fault").count(), 0, lesson);
    for (const other of hide ? TABS : ["solve"]) {
      await go(page, other);
      const text = await page.locator("#panel").innerText();
      const seen = await page.locator(".arc:not(.ghost), .badge:not(.own)").count();
      if (hide) assert.deepEqual([seen, text.includes(best), await page.locator(".sheet .result").count()], [0, false, 0], `${lesson} ${other}: ${text}`);
      else assert.ok(seen > 0 && text.includes(best), `${lesson}: ${text}`);
    }
    await page.locator(".menu summary", { hasText: "Save" }).click();
    assert.equal(await page.getByRole("button", { name: "Record (JSON)" }).count(), hide ? 0 : 1, lesson);
    await page.keyboard.press("Escape");
  }
  clean(one);
});

test("the term of the last chapter is written in the page, and its answer is the program's", async () => {
  assert.equal(LESSONS["your-own-rule"].tables.attributes, readFileSync(instance("clubs.csv"), "utf8"));
  const model = path.join(book, "course/at-home.toml");
  const [, expression] = /^pair = "(.*)"$/m.exec(readFileSync(model, "utf8"));
  const expected = pairsOf(asked("solve", instance("clubs.json"), "--model", model, "--attributes", instance("clubs.csv")));
  await follow(page, "#lesson=your-own-rule");
  const before = await boards(page);
  await page.getByText("A term of your own", { exact: true }).click();
  await page.locator("#own-term").fill(expression);
  await say(page, "Add as a last tier");
  const after = await boards(page);
  assert.deepEqual(after, expected);
  assert.notDeepEqual(after, before);
  assert.equal(await page.locator('[data-term="own-1"]').inputValue(), "-1");
  assert.equal(await page.locator("#panel .bad").count(), 0);
});

test("the lesson of dual values does not say what it asks, and says when it is reached", async () => {
  await follow(page, "#lesson=duals");
  const said = () => page.locator("#panel").innerText();
  assert.match(await said(), /Sum 200\s+A bound\. Take something away/);
  await page.getByText("All dual values").click();
  const { seats } = JSON.parse(readFileSync(path.join(book, "course/mine.json"), "utf8")).proof.optimal;
  for (const { seat, dual } of seats) {
    assert.doesNotMatch(await said(), /185/);
    await write(page.locator("tr input").nth(seat - 1), String(dual / 10));
  }
  assert.match(await said(), /Sum 185\s+This proves the optimum/);
  assert.equal(await page.locator(".arc").count(), 0);
  await say(page, "Show the optimum");
  assert.equal(await page.locator(".arc.board").count(), 4);
});

test("whoever sends the link of a lesson hides what the lesson hides, and a level leads to the next one", async () => {
  await follow(page, "#lesson=round");
  await drag(page, 1, 3);
  await settled(page);
  await again(page);
  assert.equal(await page.locator(".arc").count(), 1);
  await go(page, "solve");
  assert.match(await page.locator("#panel").innerText(), /This link hides the optimum/);
  const levels = [];
  for (;;) {
    levels.push(await page.locator(".card").count());
    const next = page.getByRole("link", { name: "The next level" });
    if (await next.count() === 0) break;
    await next.click();
    await page.waitForURL((url) => !url.hash.startsWith("#lesson"));
    await settled(page);
  }
  assert.deepEqual(levels, [6, 8, 10]);
  await say(page, "Undo");
  assert.equal(await page.locator(".card").count(), 8);
});

test("in print, a round without boards is a sheet to fill in, and with boards the list for the wall", async () => {
  const file = instance("teaching-8.json");
  const { players } = asked("pair", file, "--system", "dutch-2026", "--checklist");
  await follow(page, "#lesson=eight");
  await page.emulateMedia({ media: "print" });
  const visible = async () => page.locator("body").innerText();
  const text = await visible();
  for (const { name, colours, opponents } of players) assert.match(text, new RegExp(`${name}\\s+[\\d.]+\\s+${colours}\\s+[WwBb]*\\s+${opponents.sort((one, other) => one - other).join(", ")}`));
  assert.equal(await page.locator(".pencil tbody tr").count(), players.length / 2);
  assert.match(text, /Name\s+Sum/);
  assert.ok(text.includes(LESSONS.eight.question));
  assert.doesNotMatch(text, /Guess|Undo/);
  await page.emulateMedia({ media: "screen" });
  await card(page, 1).click();
  await press(card(page, 4));
  await page.emulateMedia({ media: "print" });
  assert.match(await visible(), /1\s+4\s+Dan\s+1.5\s+:\s+1\s+Ada\s+2/);
  await page.emulateMedia({ media: "screen" });
});
