// Solve: the optimum, or a system's pairing with what it counts; yours as ghost lines; equal optima.
import { h } from "../dom.mjs";
import { keyOf } from "../drawing.mjs";
import { correcting } from "../results.mjs";
import { obstacle, pairsOf, verdict } from "../round.mjs";
import { FIRST } from "../state.mjs";
import { button, check, counted, differing, number, plural, priceOf, table, tiersSaid, valueOf, valued } from "../words.mjs";

export const hidden = (round) => [
  h("p", null, "This link hides the optimum. Guess first."),
  button("Show it all the same", () => round.set({ hide: [] })),
];

/** What is hidden is said instead of the panel. */
export const orHidden = (panel) => (round) => (round.isHidden ? hidden(round) : panel(round));

/** How many boards of a system are those of the optimum by the model. */
function common(round, answer) {
  const best = round.solve()?.answer;
  if (!best?.pairs?.length) return null;
  const there = new Set(pairsOf(best).map(keyOf));
  return pairsOf(answer).filter((pair) => there.has(keyOf(pair))).length;
}

/** By how much a pairing is worth less than the optimum. */
const lessSaid = ({ price }) => (price.every(({ value }) => value === 0) ? "worth as much" : lessAt(price, price.findIndex(({ value }) => value !== 0)));
const lessAt = (price, at) => `worth ${-price[at].value} less${price.length > 1 ? ` in tier ${at + 1}, ${price[at].name}` : ""}`;

/** The boards of a pairing, with their values if `isCounted`. */
function boards(round, reply, isCounted = true) {
  // What is still open is not another board.
  const mine = new Set(round.isWhole ? round.state.mine.map(keyOf) : []);
  const rows = pairsOf(reply.answer).map((pair, at) => h("tr", { key: keyOf(pair) }, number(pair[1] === 0 ? "bye" : at + 1),
    h("td", null, round.pairSaid(pair), mine.size > 0 && !mine.has(keyOf(pair)) && h("span", { class: "float-mark" }, " not yours")), isCounted && number(valued(round.worth(pair)))));
  return table(isCounted ? "Boards" : "The pairing", [{ n: "Board" }, "White – Black", ...(isCounted ? [{ n: "Value" }] : [])], rows);
}

function equal(round, answer) {
  if (!answer.optimal || answer.unique !== false) return null;
  const all = round.state.optimum > 0 ? round.optima()?.answer?.all_optima : null;
  if (!all) return h("p", null, "Other pairings are worth as much. ", button("Show the next one", () => round.set({ optimum: 1 })));
  const at = Math.min(round.state.optimum, all.length - 1);
  const go = (step) => () => round.set({ optimum: (at + step + all.length) % all.length });
  return h("p", { class: "row" }, button("‹", go(-1), { "aria-label": "The optimum before" }), h("span", { "aria-live": "polite" }, `Optimum ${at + 1} of ${all.length}${all.length === 20 ? " or more" : ""}`), button("›", go(1), { "aria-label": "The next optimum" }));
}

function bySystem(round, reply) {
  const { answer } = reply;
  const seen = answer.pairs.length > 0 ? round.verify(pairsOf(answer))?.answer : null;
  const alike = common(round, answer);
  return [
    h("p", { class: "price" }, `Paired by the rules of ${round.by}`),
    boards(round, reply, false),
    seen && h("details", { key: "counted" }, h("summary", null, `What it counts by the model ${round.model}`),
      seen.distance && alike !== null && h("p", null, `${alike} of ${plural(pairsOf(answer).length, "board")} as in the optimum by ${round.model}, ${lessSaid(seen.distance)}.`),
      seen.distance && h("p", { class: "hint" }, `${valueOf(seen.objective)} against ${valueOf(seen.distance.optimum)}. `, differing(seen.distance.price)),
      !seen.legal && h("p", { class: "hint" }, `It breaks rules of the model: ${seen.violations.map(({ what }) => what).join("; ")}.`),
      boards(round, reply),
      seen.objective?.length > 0 && counted(seen.objective, "What the pairing counts")),
    answer.trace?.length > 0 && h("details", null, h("summary", null, "How it came about"), h("pre", { class: "trace", tabindex: 0 }, answer.trace.join("\n"))),
  ];
}

function byModel(round, reply) {
  const { answer } = reply;
  return [
    "text" in round.state.source && round.state.model !== FIRST.model && h("p", { class: "first-note", key: "not-fide" }, "This is not FIDE’s pairing: for a rated event choose “by the rules dutch” above, or one of its editions where the file has no first day."),
    answer.objective?.length > 0 && h("p", { class: "price" }, `Value ${valueOf(answer.objective)}`, h("span", { class: "hint" }, round.state.text === null ? ` · by the model ${round.model}` : ` · by ${round.model}`)),
    round.summary && h("p", { class: "hint" }, round.summary),
    tiersSaid(answer.objective) && h("p", { class: "hint" }, tiersSaid(answer.objective)),
    h("p", null, verdict(reply), answer.verified && answer.pairs?.length ? " A second count, by code of its own, agrees." : ""),
    equal(round, answer),
    answer.pairs?.length > 0 && boards(round, reply),
    answer.objective?.length > 0 && [h("h3", null, "What it counts"), counted(answer.objective, "What the optimum counts")],
  ];
}

/** What puts the round into the tournament. Rounds that have been played are not lost without a word. */
function plays(round) {
  const played = round.info.answer.rounds_played;
  const { round: number } = round.list;
  const play = (said) => h("p", { key: "plays" }, button(said, () => round.play(), { id: "play", title: "The round is put into the tournament, and awaits its results" }));
  if (number > played) return play("Play this round");
  const others = round.otherwise();
  return [
    h("p", { class: "first-note", key: "played" }, `Round ${number} has been played. This is how it would be paired now${others === undefined ? "" : others === 0 ? ", as it was" : `: ${plural(others, "board")} otherwise`}.`),
    h("details", { key: "anew" }, h("summary", null, "Play it anew"), play(`Delete ${number < played ? `rounds ${number} to ${played}` : `round ${number}`} with all results, and play this one`)),
  ];
}

export const solve = {
  title: "Solve",
  hint: "The best pairing of all, with a proof; or what a system of written rules pairs.",
  draw(round) {
    if (round.isHidden) return { lines: [] };
    const lines = round.lines(round.paired());
    const there = new Set(lines.map(({ pair }) => keyOf(pair)));
    const ghosts = round.state.ghosts ? round.state.mine.filter((pair) => !there.has(keyOf(pair))) : [];
    return { lines: [...lines, ...ghosts.map((pair) => ({ pair, kind: "ghost" }))] };
  },
  panel: orHidden((round) => {
    const reply = round.paired();
    if (!reply) return h("p", { class: "hint" }, "Solving…");
    if (!reply.answer?.pairs) return h("p", { class: "bad" }, obstacle(reply) ?? "There is no pairing.");
    const { mine } = round.state;
    const yours = mine.length > 0 ? round.verify(mine)?.answer : null;
    return [
      round.noted.map((said) => h("p", { class: "hint" }, said)),
      reply.ended === "no-pairing" && round.state.system !== null ? h("p", { class: "bad" }, obstacle(reply)) : round.state.system === null ? byModel(round, reply) : bySystem(round, reply),
      mine.length > 0 && check(`show your ${plural(mine.length, "board")} as dotted lines`, round.state.ghosts, (ghosts) => round.set({ ghosts })),
      reply.answer.pairs.length > 0 && round.state.optimum === 0 && plays(round),
      correcting(round),
      round.state.system === null && yours?.legal && yours.distance && h("p", { class: "hint" }, `Yours is worth ${valueOf(yours.objective)}: ${priceOf(yours.distance.price)}.`),
    ];
  }),
  pick(round, id) {
    round.set({ chosen: [id], tab: "why" });
  },
};
