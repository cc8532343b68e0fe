// Prove: dual values on the cards. No pair may weigh more than its two values, and then no pairing is worth more than their sum.
import { h } from "../dom.mjs";
import { keyOf } from "../drawing.mjs";
import { obstacle } from "../round.mjs";
import { hidden } from "./solve.mjs";
import { briefly, button, cell, check, choice, compare, decimal, listed, number, placesOf, plural, table, tiersSaid, unitsOf } from "../words.mjs";

/** More inputs at once are no help. */
const MOST_INPUTS = 60;
/** Of pairs that weigh too much, so many are listed. */
const MOST_LISTED = 5;
/** Of more boards with halves none is weighed. */
const MOST_WEIGHED = 30;
/** How many pairs an odd set has room for. */
const roomOf = ({ seats }) => (seats.length - 1) / 2;

/** The dual values: those of the program, and what somebody has written instead. */
function values(round) {
  const reply = round.duals();
  const answer = reply?.answer;
  if (!answer?.seats) return { reply };
  const places = placesOf(answer.tiers);
  const own = answer.seats.map(({ seat, dual }) => {
    const units = seat in round.state.duals ? unitsOf(round.state.duals[seat], places) : null;
    return { seat, units: units ?? BigInt(dual), isOwn: units !== null };
  });
  return { reply, answer, places, own, isOwn: own.some(({ isOwn }) => isOwn) };
}

/** A number over all tiers taken apart: of each tier, the nearest whole number of what a unit of it weighs. */
function tiered(units, tiers) {
  let rest = BigInt(units);
  return tiers.map((tier) => {
    const weight = BigInt(tier.weight);
    const half = rest < 0n ? -weight / 2n : weight / 2n;
    const part = (rest + half) / weight;
    rest -= part * weight;
    return decimal(part, placesOf([tier]));
  });
}

/** What the players' values come to, and those of the odd sets. */
const sumsOf = ({ own, answer }) => [own.reduce((sum, { units }) => sum + units, 0n), answer.odd_sets.reduce((sum, set) => sum + BigInt(set.dual) * BigInt(roomOf(set)), 0n)];

/** The certificate with these values. Its numbers are whole and may have any length. */
function certificateOf({ own, answer }) {
  const [players, inSets] = sumsOf({ own, answer });
  const seats = own.map(({ seat, units }) => `{"seat":${seat},"dual":${units}}`);
  const sets = answer.odd_sets.map(({ seats, dual }) => `{"seats":[${seats}],"dual":${dual}}`);
  return `{"round":${answer.round},"model":${JSON.stringify(answer.model)},"proof":{"optimal":{"bound":${players + inSets},"seats":[${seats}],"odd_sets":[${sets}]}}}`;
}

/** Whether every value is one that somebody has written: those the page may show where the optimum is hidden. */
const isAsked = ({ state: { relaxed, duals }, seats }) => !relaxed && seats.every((seat) => seat in duals);

/** What `verify` says of values that somebody has written. */
function checked(round, known) {
  if (!known.answer || !known.isOwn) return null;
  return round.verifyDuals(certificateOf(known));
}

function written(round, { places }, seat, text) {
  if (unitsOf(text, places) === null) return;
  round.set({ duals: { ...round.state.duals, [seat]: text.replace(",", ".").replace("−", "-").trim() } }, `dual ${seat}`);
}

function editor(round, known, { seat, units }) {
  const said = decimal(units, known.places);
  const step = 10n ** BigInt(known.places);
  const by = (sign) => () => written(round, known, seat, decimal(units + sign * step, known.places));
  return h("span", { class: "stepper" },
    button("−", by(-1n), { "aria-label": `Less for ${round.who(seat)}` }),
    h("input", { type: "text", inputmode: "decimal", size: 6, value: said, "aria-label": `Dual value of ${round.who(seat)}`, onchange: (event) => {
      written(round, known, seat, event.target.value);
      event.target.value = said;
    } }),
    button("+", by(1n), { "aria-label": `More for ${round.who(seat)}` }));
}

function sums(round, known) {
  const { answer } = known;
  const say = (units) => listed(tiered(units, answer.tiers));
  const [players, sets] = sumsOf(known);
  const bound = h("p", { class: "price" }, `Sum ${say(players + sets)}`, !round.isHidden && h("span", { class: "hint" }, ` · the optimum ${say(answer.bound)}`));
  const parts = sets !== 0n && h("p", { class: "hint" }, `Players ${say(players)} + odd sets ${say(sets)}. In an odd set, somebody must play outside.`);
  const valuesOf = (whose) => (answer.odd_sets.length > 0 ? `${whose} two values and those of the odd sets that hold both` : `${whose} two values`);
  const all = valuesOf("its");
  if (!known.isOwn) return [bound, parts, h("p", { class: "good" }, `No legal pair is worth more than ${all}, and the boards are worth exactly as much. So nothing is better.`)];
  const reply = checked(round, known);
  if (!reply) return [bound, h("p", null, "Checking…")];
  if (!reply.answer) return [bound, h("p", { class: "bad" }, reply.said)];
  const { feasible, violated, first, refused, distance } = reply.answer;
  if (refused) return [bound, h("p", { class: "bad" }, refused)];
  if (feasible) return [bound, parts, h("p", { class: distance === "0" ? "good" : null }, distance === "0" ? "This proves the optimum, too: no sum is smaller." : `A bound${round.isHidden ? "" : `, but ${say(distance)} too high`}. Take something away where you can.`)];
  const some = first.slice(0, MOST_LISTED);
  return [bound, parts, h("p", { class: "bad" }, violated === 1 ? `No bound: a pair is worth more than ${all}.` : `No bound: ${violated} pairs are worth more than ${valuesOf("their")}.`),
    h("ul", null, some.map(({ seats, weight, given }) => h("li", null, `${round.pairSaid(seats)} is worth ${say(weight)}, and has ${say(given)}`)), violated > some.length && h("li", null, `and ${violated - some.length} more`))];
}

/** What a pair weighs: the better of its two cases that are legal; undefined as long as it is not known. */
function weightOf(round, [one, other]) {
  const orders = one === 0 || other === 0 ? [[one || other, 0]] : [[one, other], [other, one]];
  const cases = orders.map((pair) => round.verify([pair], null, { seconds: 0.001 })?.answer);
  const legal = cases.filter((answer) => answer?.violations.every(({ rule }) => rule.startsWith("pairing.player-missing")));
  return cases.includes(undefined) ? undefined : legal.map(({ objective }) => objective).sort(compare)[0];
}

/** The boards of the linear program, halves first: `{ pair, part, weight }`, and no weights where there are many boards or several tiers. */
function parts(round, { circles, pairs = [] }) {
  const halves = circles.flatMap((circle) => circle.map((id, at) => [id, circle[(at + 1) % circle.length]]));
  const all = [...halves.map((pair) => ({ pair, part: 0.5 })), ...pairs.map((pair) => ({ pair, part: 1 }))];
  return all.map((one) => {
    const objective = all.length > MOST_WEIGHED ? null : weightOf(round, one.pair);
    return { ...one, weight: objective?.length === 1 ? objective[0].value : null };
  });
}

/** The boards of the linear program with their weights, added up; nothing if that is not its value. */
function addedUp(round, relax) {
  const all = parts(round, relax);
  const sum = all.reduce((before, { part, weight }) => before + part * weight, 0);
  if (all.some(({ weight }) => weight === null) || String(sum) !== String(relax.values[0])) return null;
  const rows = all.map(({ pair, part, weight }) => h("tr", { key: keyOf(pair) }, cell(round.pairSaid(pair)), number(`${part < 1 ? "½" : "1"} · ${weight}`), number(part * weight)));
  return table("Half boards", ["Board", { n: "Weight" }, { n: "Value" }], [...rows, h("tr", { key: "sum" }, cell("Sum"), number(), number(sum))]);
}

/** The linear program without odd sets: what it is worth, and why that is no pairing. */
function relaxedSaid(round) {
  const { answer, said } = round.relaxed() ?? { said: "Solving…" };
  if (!answer?.relax) return h("p", { class: "hint" }, said ?? "A limit came first.");
  const { values, circles } = answer.relax;
  return [
    h("p", { class: "price" }, `Without odd sets ${listed(values)}`, h("span", { class: "hint" }, ` · the optimum ${listed(answer.values)}`)),
    circles.length === 0 ? h("p", null, "There is no half here: the players’ numbers alone prove the optimum.")
      : h("p", null, `Each dotted line is half a board, and each of its players has two of them: ${circles.map((circle) => circle.map((id) => round.who(id)).join(" – ")).join("; ")}. An odd number of players cannot be paired among themselves, and an odd set says so: at most ${plural(Math.max(...circles.map(({ length }) => (length - 1) / 2)), "board")} within.`),
    circles.length > 0 && addedUp(round, answer.relax),
  ];
}

export const prove = {
  title: "Prove",
  hint: "Each card has a number, its dual value. If no legal pair is worth more than its two numbers, no pairing is worth more than the sum of all. Change a number: a purple line is a pair that is worth more than it has.",
  tiers: "For the proof the tiers are one number, which the fields have; elsewhere it is taken apart again.",
  draw(round) {
    if (round.isHidden && !isAsked(round)) return { lines: [] };
    const lines = round.isHidden ? [] : round.lines(round.solve());
    if (round.state.relaxed) {
      const relax = round.relaxed()?.answer?.relax;
      return { lines: relax?.circles.length > 0 ? parts(round, relax).map(({ pair, part, weight }) => ({ pair, weight, kind: part < 1 ? "half" : "board" })) : lines };
    }
    const known = values(round);
    if (!known.answer) return { lines };
    const wrong = checked(round, known)?.answer?.first ?? [];
    const badges = new Map(known.own.map(({ seat, units, isOwn }) => [seat, { text: briefly(tiered(units, known.answer.tiers)), kind: isOwn ? "dual own" : "dual", title: `dual value ${listed(tiered(units, known.answer.tiers))}` }]));
    // A board that is worth too much has its own line in another colour.
    const isWrong = new Set(wrong.map(({ seats }) => keyOf(seats)));
    const boards = lines.map((line) => (isWrong.has(keyOf(line.pair)) ? { ...line, kind: "wrong" } : line));
    const others = wrong.filter(({ seats }) => !lines.some(({ pair }) => keyOf(pair) === keyOf(seats)));
    return { lines: [...boards, ...others.map(({ seats }) => ({ pair: seats, kind: "bad" }))], badges, sets: round.isHidden ? [] : known.answer.odd_sets.map(({ seats }) => seats) };
  },
  panel: (round) => (!round.isHidden ? [
    h("p", null, check("without odd sets", round.state.relaxed, (relaxed) => round.set({ relaxed }))),
    round.state.relaxed ? relaxedSaid(round) : prove.byDuals(round),
  ] : isAsked(round) ? [prove.byDuals(round), h("p", null, button("Show the optimum", () => round.set({ hide: [] })))] : hidden(round)),
  byDuals(round) {
    const known = values(round);
    if (!known.answer) return [h("p", { class: "hint" }, prove.hint), h("p", { class: known.reply ? "bad" : "hint" }, known.reply ? obstacle(known.reply) ?? "There are no dual values." : "Proving…")];
    const [id] = round.state.chosen;
    const chosen = known.own.find(({ seat }) => seat === id);
    return [
      h("p", { class: "hint" }, prove.hint, known.answer.tiers.length > 1 && ` ${tiersSaid(known.answer.tiers)} ${prove.tiers}`),
      round.state.system !== null && h("p", { class: "hint" }, `A system has no dual values: the drawing and the proof are those of ${round.model}. The pairing of ${round.state.system} stands under Solve.`),
      h("p", { class: "row" }, choice("The player whose value is changed", id ?? "", [["", "choose a player"], ...round.options], (value) => round.set({ chosen: value === "" ? [] : [Number(value)] })), chosen && editor(round, known, chosen)),
      h("div", { "aria-live": "polite" }, sums(round, known)),
      h("p", { class: "row" },
        known.isOwn && !round.isHidden && button("Back to the proof", () => round.set({ duals: {} })),
        button("All 0", () => round.set({ duals: Object.fromEntries(known.own.map(({ seat }) => [seat, "0"])) })),
        !round.isHidden && button(known.isOwn ? "Save the program’s certificate" : "Save the certificate", () => round.save("certificate.json", known.answer.certificate, "application/json"))),
      known.own.length <= MOST_INPUTS && h("details", null, h("summary", null, "All dual values"),
        table("Dual values", ["Player", { n: "Dual value" }], known.own.map((one) => h("tr", { key: one.seat }, cell(round.who(one.seat)), number(editor(round, known, one)))))),
      known.answer.odd_sets.length > 0 && !round.isHidden && h("details", null, h("summary", null, plural(known.answer.odd_sets.length, "odd set")),
        h("ul", null, known.answer.odd_sets.map((set) => h("li", null, `${set.seats.map((seat) => round.who(seat)).join(", ")}: room for ${plural(roomOf(set), "pair")}, dual value ${listed(tiered(set.dual, known.answer.tiers))}`)))),
    ];
  },
  pick(round, id) {
    round.set({ chosen: round.state.chosen[0] === id ? [] : [id] });
  },
};
