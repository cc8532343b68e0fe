// "This page with the round", which Save writes: it opens as it was left, and pairs the round as the program does.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { FIRST, asBinary, linked } from "../../../web/page/state.mjs";
import { launch } from "../browser.mjs";
import { asked, instance, pairsOf, root } from "../program.mjs";
import { boards, enter, press, shown, started } from "./support.mjs";

let browser;
let folder;
before(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "swiss-ilp-saved-"));
  browser = await launch();
});
after(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

/** A file as the source of a state. */
const source = (file) => ({ name: path.basename(file), text: asBinary(readFileSync(file)) });

/** The page at a state. What its console says, and what it asks a network for, is a fault. */
async function opened(state, ...from) {
  const one = await started(browser, {}, state ? `#${await linked({ ...FIRST, ...state })}` : "", ...from);
  return { ...one, clean: () => assert.deepEqual([one.complaints, one.requests], [[], []]) };
}

/** The page that is saved at a state, opened; it shows what the page showed that saved it. */
async function saved(state) {
  const one = await opened(state);
  await one.page.locator(".menu summary", { hasText: "Save" }).click();
  const download = one.page.waitForEvent("download");
  await one.page.getByRole("button", { name: "This page with the round" }).click();
  const file = path.join(folder, "saved.html");
  await (await download).saveAs(file);
  const again = await opened(null, file);
  assert.equal(await shown(again.page), await shown(one.page));
  one.clean();
  await one.context.close();
  return { ...again, file };
}

/** The pairs of the command line. */
const solved = (...given) => pairsOf(asked("solve", ...given));

test("a saved page opens as it was left, with the pairing of the command line", async () => {
  const british = instance("british-championship-2026.trf");
  const clubs = instance("clubs.json");
  const softBans = readFileSync(path.join(root, "models/soft-bans.toml"), "utf8");
  for (const [state, ...given] of [
    [{ source: source(british), round: 8, tab: "why" }, british, "--round", "8"],
    [{ source: source(british), round: 8, model: "fair", absent: [3, 8], forbid: [[1, 2], [5, 6]], tab: "change" }, british, "--round", "8", "--model", "fair", "--absent", "3,8", "--forbid", "1-2,5-6"],
    [{ source: source(clubs), same: ["club"], tab: "solve" }, clubs, "--avoid-same", "club"],
    [{ source: source(clubs), text: softBans, tables: { attributes: readFileSync(instance("clubs.csv"), "utf8") }, tab: "change" }, clubs, "--model", "soft-bans", "--attributes", instance("clubs.csv")],
    [{ source: { teaching: "teaching-bye" }, model: "fair", bye: 4, tab: "prove" }, instance("teaching-bye.json"), "--model", "fair", "--bye", "4"],
  ]) {
    const one = await saved(state);
    assert.deepEqual(await boards(one.page), solved(...given), given.join(" "));
    assert.equal(await one.page.locator("#panel .bad, .fault").count(), 0, given.join(" "));
    one.clean();
    await one.context.close();
  }
});

test("a weight and a rule are changed, and what is new by them is said and drawn", async () => {
  const file = instance("teaching-8.json");
  const one = await opened({ source: { teaching: "teaching-8" }, tab: "change" });
  const { page } = one;
  const model = path.join(folder, "changed.toml");
  const changed = async () => {
    writeFileSync(model, await page.locator("textarea").inputValue());
    return solved(file, "--model", model);
  };
  const first = await boards(page);
  assert.equal(await page.locator(".arc.ghost").count(), 0);
  let drawn = 0;
  for (const [term, weight] of [["score-difference", 0], ["colour-difference-two", -19], ["colour-difference-two", 20], ["score-difference", -40]]) {
    await enter(page.locator(`[data-term="${term}"]`), String(weight));
    const now = await boards(page);
    assert.deepEqual(now, await changed());
    const key = (pair) => [...pair].sort((a, b) => a - b).join("-");
    const gone = first.filter((pair) => !now.map(key).includes(key(pair))).length;
    assert.equal(await page.locator(".arc.ghost").count(), gone);
    assert.match(await page.locator("#panel").innerText(), gone === 0 ? /Nobody has another opponent than by pairs/ : new RegExp(`${gone} boards? not as by pairs`));
    drawn += gone;
  }
  assert.ok(drawn > 0);
  await press(page.locator('[data-rule="no-rematch"]'));
  assert.deepEqual(await boards(page), await changed());
  await press(page.getByRole("button", { name: "Back to pairs" }));
  assert.deepEqual(await boards(page), first);
  one.clean();
  await one.context.close();
});

test("a name is text, whatever it says, and the state of the page is no place for markup", async () => {
  const name = "</script><script>window.isRead = true</script><img src=x onerror='window.isRead = true'> {{module}} \u202e";
  const tournament = JSON.parse(readFileSync(instance("teaching-8.json"), "utf8"));
  tournament.players[0].name = tournament.name = name;
  const file = path.join(folder, "named.json");
  writeFileSync(file, JSON.stringify(tournament));
  const one = await saved({ source: source(file), question: name });
  assert.ok((await one.page.locator("#frame").textContent()).includes(name.replace("\u202e", "\ufffd").trim()));
  assert.equal(await one.page.evaluate(() => window.isRead), undefined);
  one.clean();
  await one.context.close();
});
