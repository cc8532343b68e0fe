// The page for any tournament, and what a person does in it. It is that of the folder MADE, which `make web` makes, or that of the book.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { PACKED, moduleOf } from "../../../web/packed.mjs";
import { open } from "../browser.mjs";

export const made = process.env.MADE || null;

export const file = made ? path.join(made, "index.html") : PACKED;
export const TABS = ["guess", "solve", "why", "prove", "change"];

/** Wait until everything that is wanted has been answered, and the link is that of the state. */
export async function settled(page) {
  await page.locator("html:not([data-busy]) #tab-guess").waitFor({ timeout: 120_000 });
}

/** Press what is there, write or choose a value in it, and wait for the answer. */
const answered = (act) => async (there, ...value) => {
  await act(there, ...value);
  await settled(there.page());
};
export const press = answered((there) => there.click());
export const enter = answered((there, value) => there.fill(value));
export const choose = answered((there, value) => there.selectOption(value));
/** Write a value into a field, and leave it. */
export const write = answered(async (there, value) => {
  await there.fill(value);
  await there.blur();
});
export const go = (page, tab) => press(page.locator(`#tab-${tab}`));
export const say = (page, name) => press(page.getByRole("button", { name, exact: true }));

/** Open the page, with a fragment, and wait for its drawing. */
export async function started(browser, options = {}, hash = "", page = file) {
  const one = await open(browser, page, options, hash);
  await settled(one.page);
  return one;
}

/** The page has complained of nothing, and asked no network. */
export const clean = (one) => assert.deepEqual([one.complaints, one.requests], [[], []]);

/** Close a page that was clean. */
export async function closed(one) {
  clean(one);
  await one.context.close();
}

/** Go where a link of this fragment leads, from where the page is. */
export async function follow(page, hash) {
  await page.evaluate((to) => { location.hash = to; }, hash);
  // The page puts its state there in place of what it has followed.
  await page.waitForURL((url) => url.hash !== hash);
  await settled(page);
}

/** What the page shows, as text, but for what it shows of a slider as long as that is held. */
export const shown = (page) => page.evaluate(() => ["bar", "frame", "panel", "sheet"].map((id) => {
  const copy = document.getElementById(id).cloneNode(true);
  copy.querySelectorAll("[data-held]").forEach((held) => held.remove());
  return copy.textContent;
}).join("\n"));

/** The pairs of the list for the wall. */
export const boards = (page) => page.$$eval(".sheet tr:has(.result)", (rows) => rows.map((row) => [1, 5].map((place) => Number(row.cells[place].textContent))));

/** The rows of a table, as the texts of their cells. */
export const rowsOf = (page, table) => page.$$eval(`${table} tbody tr`, (rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent)));

export const card = (page, id) => page.locator(`.card[data-seat="${id}"]`);

/** Draw a line from card to card, if both are there. */
export async function drag(page, one, other) {
  const box = (id) => page.evaluate((seat) => {
    const found = document.querySelector(`.card[data-seat="${seat}"]`);
    found?.scrollIntoView({ block: "nearest", inline: "nearest" });
    return found?.getBoundingClientRect().toJSON();
  }, id);
  const [from, to] = [await box(one), await box(other)];
  if (!from || !to) return;
  await page.mouse.move(from.x + 8, from.y + 8);
  await page.mouse.down();
  await page.mouse.move(from.x + 24, from.y + 20, { steps: 2 });
  await page.mouse.move(to.x + 8, to.y + 8, { steps: 3 });
  await page.mouse.up();
}

/** Give the page a file of this name and content, as if somebody had opened it. */
export const give = (page, name, content) => page.locator("#open").setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(content) });

/** The same, when the page has answered, and then this tab. */
export async function opened(page, name, content, tab = null) {
  await give(page, name, content);
  await settled(page);
  if (tab) await go(page, tab);
}

/** Press a button of the menu that saves, and return what is saved. */
export async function savedBy(page, name) {
  await page.locator(".menu summary", { hasText: "Save" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name, exact: true }).click();
  assert.equal(await page.locator(".menu[open]").count(), 0);
  const saved = await download;
  return { name: saved.suggestedFilename(), text: readFileSync(await saved.path(), "utf8") };
}

/** The tournament as it stands: its text, or what a file in JSON says. */
export const kept = async (page) => (await savedBy(page, "The tournament as it stands")).text;
export const keptJson = async (page) => JSON.parse(await kept(page));

export async function again(page) {
  await page.reload();
  await settled(page);
}

/** Ask the module that is in the page, in a worker as the page does: `asked` are questions about a file. */
export async function asker(page) {
  const module = Buffer.from(moduleOf(file)).toString("base64");
  await page.evaluate(async (packed) => {
    const worker = new Worker(URL.createObjectURL(new Blob([document.getElementById("worker").textContent], { type: "text/javascript" })));
    worker.postMessage({ module: await WebAssembly.compile(Uint8Array.from(atob(packed), (c) => c.charCodeAt(0))) });
    const waiting = new Map();
    worker.onmessage = ({ data }) => waiting.get(data.number)(data);
    window.ask = (content, asked) => new Promise((resolve) => {
      const number = waiting.size;
      waiting.set(number, resolve);
      worker.postMessage({ number, file: Uint8Array.from(atob(content), (c) => c.charCodeAt(0)), asked });
    });
  }, module);
  return async (content, asked) => {
    const { reply, fault, milliseconds } = await page.evaluate(([text, question]) => window.ask(text, question), [Buffer.from(content).toString("base64"), asked]);
    if (fault) throw new Error(fault);
    return { ...reply, milliseconds };
  };
}

/** Numbers from 0 below `most`, the same for the same seed (mulberry32). */
export function random(seed) {
  let state = seed >>> 0;
  return (most) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * most);
  };
}
