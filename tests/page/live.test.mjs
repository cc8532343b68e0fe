// `explain --html --live`: the page for any tournament, opened at a round as the command was asked for it.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { launch } from "./browser.mjs";
import { program, root } from "./program.mjs";
import { settled, started } from "./web/support.mjs";

const instance = (name) => path.join(root, "instances", name);
const british = [instance("british-championship-2026.trf"), "--round", "8"];
let browser;
let folder;
before(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "swiss-ilp-live-"));
  browser = await launch();
});
after(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

/** The page of a round, opened. What its console says, and what it asks a network for, is a fault. */
async function live(given, options) {
  const file = path.join(folder, "live.html");
  const { status, stderr } = spawnSync(program, ["explain", ...given, "--html", file, "--live", "--force", "--quiet"], { encoding: "utf8" });
  assert.ok(status === 0 || status === 1, stderr);
  const one = await started(browser, options, "", file);
  return { ...one, clean: () => assert.deepEqual([one.complaints, one.requests], [[], []]) };
}

/** The pairs of the command line, and those of the page's wall sheet. */
const solved = (...given) => {
  const { pairs, bye } = JSON.parse(execFileSync(program, ["solve", ...given, "--format", "json", "--quiet"], { encoding: "utf8" }));
  return [...pairs.map(({ white, black }) => [white, black]), ...(bye ? [[bye, 0]] : [])];
};
const boards = (page) => page.$$eval(".sheet tbody tr", (rows) => rows.map((row) => [1, 5].map((place) => Number(row.cells[place].textContent))));

test("whatever the round is asked with, the page opens with the pairing of the command line", async () => {
  const table = path.join(folder, "attributes.csv");
  writeFileSync(table, "number,team\n1,red\n2,red\n3,blue\n4,blue\n5,red\n6,blue\n7,red\n8,blue\n");
  const model = path.join(folder, "teams.toml");
  writeFileSync(model, `${readFileSync(path.join(root, "models/pairs.toml"), "utf8").replace('name = "pairs"', 'name = "teams"').replace(/\]\s*$/, '    { term = "one-team", weight = -100 },\n]\n')}
[[define]]
name = "one-team"
pair = 'a.team == b.team'
`);
  const teaching = instance("teaching-8.json");
  for (const given of [
    british,
    [...british, "--model", "fair", "--absent", "3,8", "--forbid", "1-2,5-6-7"],
    [instance("clubs.json"), "--avoid-same", "club"],
    [teaching, "--model", "slots"],
    [teaching, "--model", path.join(root, "docs/src/course/third-colour.toml")],
    [teaching, "--repair"],
    [teaching, "--model", model, "--attributes", table],
    [instance("teaching-bye.json"), "--model", "fair", "--bye", "4"],
    [instance("teaching-bye.json"), "--bye", "5", "--trust", "byes"],
  ]) {
    const one = await live(given);
    assert.deepEqual(await boards(one.page), solved(...given), given.join(" "));
    assert.equal(await one.page.locator("#panel .bad, .fault").count(), 0, given.join(" "));
    one.clean();
    await one.context.close();
  }
});

test("a model that asks for no table of the organiser is chosen all the same", async () => {
  const one = await live([instance("clubs.json"), "--model", "soft-bans", "--attributes", instance("clubs.csv")]);
  for (const model of ["pairs", "soft-bans"]) {
    await one.page.locator("#by").selectOption(`model ${model}`);
    await settled(one.page);
    assert.equal(await one.page.locator("#panel .bad, .fault").count(), 0, model);
    const tables = model === "pairs" ? [] : ["--attributes", instance("clubs.csv")];
    assert.deepEqual(await boards(one.page), solved(instance("clubs.json"), "--model", model, ...tables));
  }
  one.clean();
  await one.context.close();
});

test("a weight and a rule are changed, and what is new by them is said and drawn", async () => {
  const file = instance("teaching-8.json");
  const one = await live([file]);
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
    await page.locator(`[data-term="${term}"]`).fill(String(weight));
    await settled(page);
    const now = await boards(page);
    assert.deepEqual(now, await changed());
    const key = (pair) => [...pair].sort((a, b) => a - b).join("-");
    const gone = first.filter((pair) => !now.map(key).includes(key(pair))).length;
    assert.equal(await page.locator(".arc.ghost").count(), gone);
    assert.match(await page.locator("#panel").innerText(), gone === 0 ? /Nobody has another opponent than by pairs/ : new RegExp(`${gone} boards? not as by pairs`));
    drawn += gone;
  }
  assert.ok(drawn > 0);
  await page.locator('[data-rule="no-rematch"]').uncheck();
  await settled(page);
  assert.deepEqual(await boards(page), await changed());
  await page.getByRole("button", { name: "Back to pairs" }).click();
  await settled(page);
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
  const one = await live([file]);
  assert.ok((await one.page.locator("#frame").textContent()).includes(name.replace("\u202e", "\ufffd").trim()));
  assert.equal(await one.page.evaluate(() => window.isRead), undefined);
  one.clean();
  await one.context.close();
});

test("a round without a pairing says so, and a rule that is switched off lets it be paired", async () => {
  const one = await live([instance("teaching-infeasible.json")]);
  await one.page.locator("#tab-solve").click();
  await settled(one.page);
  assert.match(await one.page.locator("#panel").innerText(), /No legal pairing exists/);
  one.clean();
  await one.context.close();
});
