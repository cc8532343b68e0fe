// Guess: draw boards by hand. Each line is legal or names its rule, and all are counted beside the optimum.
import { classroom } from "../class.mjs";
import { byId, h } from "../dom.mjs";
import { keyOf } from "../drawing.mjs";
import { pairsOf } from "../round.mjs";
import { hardOf, weights } from "../model.mjs";
import { broken, button, differing, number, plural, priceOf, signed, table, termsOf, titled, valueOf, valued } from "../words.mjs";

/** What counts by the model, in words, with the numbers of its text. */
export function rulesSaid(round) {
  const text = round.state.text ?? round.models.get(round.state.model);
  const list = weights(text);
  const of = Object.fromEntries(list.map(({ term, weight }) => [term, weight]));
  const isOneSum = "pairs-made" in of && list.every(({ tier }) => tier === 1);
  const hard = hardOf(text);
  const isNever = ["no-third-colour", "colour-balance"].every((rule) => hard.includes(rule));
  const tiers = [...new Set(list.map(({ tier }) => tier))].map((tier) => list.filter((one) => one.tier === tier).map(({ term, weight }) => `${titled(term)} ${signed(weight)}`).join(", "));
  return [
    h("p", null, isOneSum
      ? `A board counts ${of["pairs-made"]}, a point of difference between its scores ${of["score-difference"] ?? 0}. A denied colour counts ${(of["strong-denied"] ?? 0) + (of["colour-difference-two"] ?? 0)} where the card has !, and ${of["alternation-denied"] ?? 0} where it has ·${isNever ? "; ‼ may not be denied" : ""}.`
      : `One of each counts: ${tiers.join("; then, among equals, ")}.`),
    h("p", null, `${hard.filter((rule) => rule !== "no-forbidden-pair" && (rule !== "no-second-bye" || round.players.size % 2 === 1)).map(titled).join(". ")}.`),
  ];
}

const strengthOf = (round, id) => ["mild", "strong", "absolute"].indexOf(round.players.get(id)?.strength);

/** The colours of two who meet: by what is due, and else the first has White. */
function coloured(round, one, other) {
  if (one === 0 || other === 0) return [one || other, 0];
  // Who wishes more strongly has the wish, or of equals the higher one.
  const [first, second] = [one, other].sort((a, b) => strengthOf(round, b) - strengthOf(round, a) || round.seats.indexOf(a) - round.seats.indexOf(b));
  const due = round.players.get(first)?.due;
  return due ? (due === "white" ? [first, second] : [second, first]) : [one, other];
}

/** The boards with one more; whoever was on another one leaves it. Once more, and the colours are turned. */
function joined(round, one, other) {
  const { mine } = round.state;
  const same = mine.findIndex((pair) => keyOf(pair) === keyOf([one, other]));
  if (same !== -1) return mine.map((pair, at) => (at === same && pair[1] !== 0 ? [pair[1], pair[0]] : pair));
  return [...mine.filter((pair) => !pair.includes(one) && !pair.includes(other)), coloured(round, one, other)];
}

/** What `verify` says of the boards: the rules that each breaks, and the whole. */
function verdicts(round) {
  const { mine, system } = round.state;
  const reply = mine.length > 0 ? round.verify(mine, system) : null;
  const broken = new Map(mine.map((pair) => [keyOf(pair), []]));
  for (const violation of reply?.answer?.violations ?? []) {
    const pair = mine.find((one) => violation.players.some((id) => one.includes(id)));
    if (pair && !violation.rule.startsWith("pairing.player-missing")) broken.get(keyOf(pair)).push(violation);
  }
  return { reply, broken };
}

function list(round, { reply, broken: rules }) {
  const { mine } = round.state;
  const rows = mine.map((pair) => {
    const breaks = rules.get(keyOf(pair));
    const said = !reply ? "…" : breaks.length > 0 ? breaks.map((one) => h("span", { class: "bad" }, broken(one))) : h("span", { class: "good" }, "legal");
    return h("tr", { key: keyOf(pair) }, h("td", null, h("span", { class: "board" }, round.pairSaid(pair)), said), number(valued(round.worth(pair))),
      h("td", { class: "choices" }, pair[1] !== 0 && button("⇄", () => round.set({ mine: joined(round, ...pair) }), { class: "small", title: "Turn the colours", "aria-label": `Turn the colours of ${round.pairSaid(pair)}` }),
        button("×", () => round.set({ mine: mine.filter((one) => one !== pair) }), { class: "small", title: "Take the board away", "aria-label": `Take ${round.pairSaid(pair)} away` })));
  });
  return table("Your boards", ["Your boards, White first", { n: "Value" }, h("span", { class: "hidden" }, "Change")], rows);
}

/** The optimum's boards, with their values, beside yours. */
function beside(round) {
  const best = round.explain()?.answer;
  if (!best?.boards?.length) return null;
  const mine = new Set(round.state.mine.map(keyOf));
  const rows = best.boards.map(({ white, black, value }) => {
    const pair = [white, black];
    const isSame = mine.has(keyOf(pair));
    return h("tr", { key: keyOf(pair) }, h("td", { class: isSame && "same" }, round.pairSaid(pair), isSame && " (yours, too)"), number(valued(value)));
  });
  return h("details", { key: "beside" }, h("summary", null, "The optimum, board by board"), table("The optimum’s boards", ["The optimum’s boards", { n: "Value" }], rows));
}

function sum(round, { reply, broken: rules }) {
  const answer = reply?.answer;
  const isLegal = [...rules.values()].every((list) => list.length === 0);
  if (!round.isWhole) {
    const best = round.isHidden ? null : round.solve()?.answer?.objective;
    const worth = answer?.objective?.length ? ` Your boards are worth ${valueOf(answer.objective)} so far${best?.length ? `; all those of the optimum, ${valueOf(best)}` : ""}.` : "";
    return h("p", null, `${plural(round.missing(round.state.mine), "player")} still without a board.`, isLegal ? worth : " A purple line breaks a rule.");
  }
  if (!answer) return h("p", null, reply?.said ?? "Counting…");
  const counted = round.state.system === null ? answer : round.verify(round.state.mine)?.answer;
  if (!counted) return h("p", null, "Counting…");
  const worth = h("details", { class: "price value" }, h("summary", null, `Yours: ${valueOf(counted.objective)}`, !round.isHidden && counted.distance && h("span", { class: "hint" }, ` · the optimum: ${valueOf(counted.distance.optimum)}`)), termsOf(counted.objective));
  if (!isLegal) return [worth, h("p", { class: "bad" }, "Not legal: a line breaks a rule. So the value does not count.")];
  const isBest = counted.distance?.price.every(({ value }) => value === 0);
  if (round.isHidden && isBest) return [worth, h("p", { class: "good" }, `${valueOf(counted.objective)}: nobody can do better.`)];
  if (round.isHidden || !counted.distance) return [worth, h("p", null, "Your pairing is legal.")];
  return [worth, h("p", { class: isBest ? "good" : null }, isBest ? `Nobody can do better by ${round.model}: your pairing is an optimum.` : `${priceOf(counted.distance.price)} against the optimum: ${differing(counted.distance.price)}.`)];
}

/** The way to the field for the name, whose link a teacher collects. The menus close with each click. */
const handIn = () => setTimeout(() => {
  byId("who").closest("details").open = true;
  byId("who").focus();
});

export const guess = {
  title: "Guess",
  hint: "Draw a line from card to card, or choose two cards, one after the other: they meet. Join them again to turn the colours. With the keyboard, arrows go from card to card.",
  intro: "This page pairs the next round of a Swiss tournament, and proves that no pairing is better. Try it by hand first: who should meet whom? Nobody meets twice, scores should be close, and everybody should get the colour that is due.",
  others: "Solve finds the best pairing of all, Why says what a wish costs, Prove shows by numbers that nothing is better, and Change is for weights, rules and results. Open a file for a tournament of your own.",
  canJoin: true,
  draw(round) {
    const { broken: rules } = verdicts(round);
    const lines = round.state.mine.map((pair, at) => ({ pair, kind: rules.get(keyOf(pair)).length > 0 ? "wrong" : "board", label: pair[1] === 0 ? "bye" : String(at + 1) }));
    // Whoever is chosen sees whom not to choose.
    const [one] = round.state.chosen;
    const met = round.players.get(one)?.opponents ?? [];
    return { lines, badges: new Map(met.map((id) => [id, { text: "met", kind: "locked", title: "they have met" }])) };
  },
  panel(round) {
    const found = verdicts(round);
    const { mine } = round.state;
    return [
      mine.length === 0 && !round.state.question && h("p", null, this.intro),
      mine.length === 0 && h("p", { class: "hint" }, this.hint),
      round.isHidden && h("div", { class: "hint", key: "rules", id: "rules" }, rulesSaid(round)),
      round.noted.map((said) => h("p", { class: "hint" }, said)),
      mine.length === 0 && !round.state.question && h("p", { class: "hint" }, this.others),
      mine.length > 0 && h("div", { "aria-live": "polite" }, sum(round, found)),
      mine.length > 0 && list(round, found),
      h("p", { class: "row" },
        round.isHidden && round.isWhole && button("Hand in", handIn, { id: "hand-in", title: "Write your name, and copy the link for your teacher" }),
        mine.length > 0 && button("Clear", () => round.set({ mine: [], chosen: [] })),
        !round.isHidden && button(round.state.system === null ? "Begin with the best pairing" : `Begin with the pairing of ${round.state.system}`, () => {
          const best = round.paired()?.answer;
          if (best?.pairs) round.set({ mine: pairsOf(best), chosen: [] });
        }, { disabled: !round.isHidden && !round.paired()?.answer?.pairs?.length })),
      !round.isHidden && round.isWhole && beside(round),
      !round.isHidden && h("details", { key: "rules", id: "rules" }, h("summary", null, "What counts, and what is forbidden"), rulesSaid(round)),
      classroom(round),
    ];
  },
  pick(round, id) {
    const [first] = round.state.chosen;
    if (first === undefined) round.set({ chosen: [id] });
    else if (first === id) round.set({ chosen: [] });
    else this.join(round, first, id);
  },
  join(round, one, other) {
    round.set({ mine: joined(round, one, other), chosen: [] });
  },
};
