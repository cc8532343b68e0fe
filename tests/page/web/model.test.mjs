// What the page says of models and systems without asking the library is what the program says.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { HARD_RULES, expressionOf, hardOf, switched, weighed, weights, withKnown, withTerm } from "../../../web/page/model.mjs";
import { joined, split } from "../../../web/page/streams.mjs";
import { fromSigns, inSigns } from "../../../web/page/unpack.mjs";
import { decimal, unitsOf } from "../../../web/page/words.mjs";
import { program, root } from "../program.mjs";
import { random } from "./support.mjs";

const folder = path.join(root, "models");
const texts = readdirSync(folder).filter((name) => name.endsWith(".toml")).map((name) => [name.replace(".toml", ""), readFileSync(path.join(folder, name), "utf8")]).filter(([, text]) => /^kind = "objective"/m.test(text) && !text.includes("objective-of"));
const skip = existsSync(program) ? false : "the program is not built";

/** The model of this text as the program reads it. */
function read(text) {
  const file = path.join(root, "target/web-test-model.toml");
  return JSON.parse(execFileSync("sh", ["-c", `cat > "$1" && "$2" model "$1" --format json`, "sh", file, program], { encoding: "utf8", input: text }));
}

const listed = ({ tier }) => tier.flatMap((one, at) => one.terms.map(({ term, weight }) => [at + 1, term, weight]));

test("weights and hard rules of every model are found, and changed where they stand", { skip }, () => {
  assert.ok(texts.length > 8);
  for (const [name, text] of texts) {
    const model = read(text);
    assert.deepEqual(weights(text).map(({ tier, term, weight }) => [tier, term, weight]), listed(model), name);
    assert.deepEqual(hardOf(text), model.hard ?? [], name);
    weights(text).forEach((_, place) => assert.equal(weights(weighed(text, place, 7))[place].weight, 7, name));
    const changed = read(weighed(text, 0, 7));
    assert.equal(listed(changed)[0][2], 7, name);
  }
  const [, pairs] = texts.find(([name]) => name === "pairs");
  for (const rule of HARD_RULES) {
    const without = switched(pairs, rule, false);
    assert.deepEqual(read(without).hard, HARD_RULES.filter((one) => one !== rule));
    assert.deepEqual(hardOf(switched(without, rule, true)).sort(), [...HARD_RULES].sort());
  }
  const bare = pairs.replace(/^hard.*\n/m, "");
  assert.deepEqual(read(switched(bare, "no-rematch", true)).hard, ["no-rematch"]);
});

test("a term of one's own stands after all else or in the last sum, once more under another name", { skip }, () => {
  const expression = "a.club != '' && a.club == b.club";
  for (const [name, text] of texts) {
    const before = listed(read(text));
    const tiers = read(text).tier.length;
    for (const [where, tier] of [["last", tiers + 1], ["sum", tiers]]) {
      const once = withTerm(text, expression, where);
      const number = text.includes('"own-1"') ? 2 : 1;
      assert.deepEqual(listed(read(once)), [...before, [tier, `own-${number}`, -1]], name);
      assert.equal(expressionOf(once, `own-${number}`), `"${expression}"`, name);
      const known = ["colour-difference", "bye-score"].find((term) => before.every(([, other]) => other !== term)) ?? "rating-difference";
      assert.deepEqual(listed(read(withKnown(text, known))), [...before, [tiers + 1, known, -1]], name);
      const twice = read(withTerm(once, 'a.title == "GM"', "sum"));
      assert.deepEqual(listed(twice).at(-1), [tier, `own-${number + 1}`, -1], name);
    }
  }
});

test("the list of hard rules is the program's", { skip }, () => {
  const rules = spawnSync(program, ["solve", path.join(root, "instances/teaching-6.json"), "--repair=x"], { encoding: "utf8" }).stderr;
  assert.deepEqual(HARD_RULES, /there are ([a-z, -]+)/.exec(rules)[1].trim().split(", "));
});

test("dual values are exact decimals", () => {
  for (const [units, places, text] of [[225n, 1, "22.5"], [-5n, 1, "-0.5"], [0n, 1, "0"], [12345678901234567890n, 3, "12345678901234567.89"], [40n, 0, "40"], [-40n, 1, "-4"]]) {
    assert.equal(decimal(units, places), text);
    assert.equal(unitsOf(text, places), units);
  }
  for (const text of ["", "x", "1.25", "1e3", "--1", "1.2.3"]) assert.equal(unitsOf(text, 1), null);
  assert.equal(unitsOf(" \u22121,5 ", 1), -15n);
});

test("a module comes back from its streams, and what is not known in it is said", () => {
  const module = (...body) => Uint8Array.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 4, 1, 0x60, 0, 0, 3, 2, 1, 0, 10, body.length + 4, 1, body.length + 2, 0, ...body, 0x0b]);
  const bodies = [
    [0x41, 0x80, 0x7f, 0x1a],
    [0x02, 0x40, 0x41, 3, 0x0e, 2, 0, 1, 0, 0x0b],
    [0x43, 1, 2, 3, 4, 0x1a, 0x44, 1, 2, 3, 4, 5, 6, 7, 0x8b, 0x1a, 0x42, 0xff, 0, 0x1a],
    [0x41, 0, 0x28, 2, 0xff, 1, 0x1a, 0x41, 0, 0x41, 0, 0x41, 0, 0xfc, 10, 0, 0, 0x3f, 0, 0x1a],
    [0x20, 0, 0x21, 1, 0x22, 2, 0x23, 0, 0x24, 0, 0x10, 7, 0x11, 1, 0, 0x1c, 1, 0x7f, 0xd0, 0x70, 0xd1, 0xd2, 0, 0xc0],
  ];
  for (const body of bodies) assert.deepEqual(joined(split(module(...body))), module(...body));
  assert.throws(() => split(module(0xfd, 12)), /the instruction 253/);
});

test("bytes come back from the signs of the page, none of which ends its element", () => {
  const below = random(1);
  for (let length = 0; length < 2000; length += 7) {
    const most = [1, 2, 64, 256][length % 4];
    const bytes = Uint8Array.from({ length }, () => below(most));
    const text = inSigns(bytes);
    const back = fromSigns(text);
    assert.doesNotMatch(text, /[\0\r\n<]/);
    assert.deepEqual(back.subarray(0, length), bytes);
    assert.ok(back.length <= length + 2 && back.subarray(length).every((byte) => byte === 0));
  }
});
