// The results of a round, each a click: the whole stage is for them, and the next round is paired when somebody says so.
import { h } from "./dom.mjs";
import { button, cell, choice, number, plural, table } from "./words.mjs";

const FORFEITS = [["+/-", "+ −"], ["-/+", "− +"], ["-/-", "− −"]];
const RESULTS = [["1-0", "1–0", "White won"], ["1/2-1/2", "½", "a draw"], ["0-1", "0–1", "Black won"]];

/** How many games of a round have no result. */
const openIn = ({ games } = {}) => (games ?? []).filter(({ result }) => !result).length;

/** The boards of the round whose results are entered, with what was played on each. */
export function results(round) {
  const { entering } = round;
  const tournament = round.tournament();
  if (!tournament) return h("p", { class: "first-note" }, tournament === null ? "The results of this file cannot be changed here." : "Reading…");
  // Both players are said, so that no other board takes the result.
  const enter = (board, { white, black }, value) => round.edit({ round: entering, results: "results.csv" }, { results: entering }, { "results.csv": `board,white,black,result\n${board},${white},${black},${value}\n` }, entering < round.info.answer.rounds_played ? `Round ${entering + 1} was paired with the result that stood before, and stands: tell the federation of board ${board} in round ${entering}.` : undefined);
  const others = (result) => [["", result ? "" : "open"], ...FORFEITS, ...(result && ![...RESULTS, ...FORFEITS].some(([value]) => value === result) ? [[result, result]] : [])];
  const rows = round.games.map((game, at) => {
    const { white, black, result } = game;
    const two = `${round.who(white)} against ${round.who(black)}`;
    return h("tr", { key: `${white}-${black}` }, number(at + 1), cell(round.pairSaid([white, black])),
      h("td", { class: "choices" }, RESULTS.map(([value, said, words]) => button(said, () => enter(at + 1, game, value), { class: "small", "aria-pressed": String(result === value), "aria-label": `${two}: ${words}` })),
        choice(`${two}: another result`, RESULTS.some(([value]) => value === result) ? "" : result ?? "", others(result), (value) => value && enter(at + 1, game, value), { class: "small" })));
  });
  const byes = round.byes.map((id) => h("tr", { key: `bye ${id}` }, number("bye"), cell(round.who(id)), cell()));
  const rounds = tournament.rounds.slice(0, round.info.answer.rounds_played).map((one, at) => [at + 1, `round ${at + 1}${openIn(one) > 0 ? ` (${openIn(one)} open)` : ""}`]);
  return h("div", { class: "results", key: "results" }, h("p", { class: "row" }, "Results of ", choice("Results of this round", entering, rounds, (value) => round.set({ results: Number(value) }))),
    table(`Results of round ${entering}`, [{ n: "Board" }, "White – Black", "Result"], [...rows, ...byes]));
}

/** The tie-breaks of the standings: those of the guide. */
const TIE_BREAKS = "BH-C1,BH,SB,DE";

/** Who is first, and the report for the federation. */
function standings(round) {
  const ask = (format) => round.ask("standings", { tie_breaks: TIE_BREAKS }, { format });
  const reply = ask("table");
  const saving = ({ text, said }) => (text ? round.save(`${round.info.answer.tournament || "tournament"}.trf`, text) : round.say(said));
  return h("details", { key: "standings" }, h("summary", null, `Standings after round ${round.info.answer.rounds_played}`),
    reply?.text && button("Save them with the tournament as TRF", () => round.later(() => ask("trf"), saving)),
    h("pre", { class: "listing", tabindex: 0 }, reply ? reply.text ?? reply.said : "…"));
}

/** What is done once the results are there. */
export function afterResults(round) {
  const { entering, info: { answer: { next_round: next, results_missing: missing } } } = round;
  const open = round.games.filter(({ result }) => !result).length;
  const { round: shown } = round.store.state;
  return [
    h("p", { class: "first-note", "aria-live": "polite" }, open > 0 ? `Round ${entering} is paired: ${plural(open, "board")} without a result.` : `Round ${entering} has all its results.`),
    h("p", { class: "row" },
      missing === 0 && next !== null && button(`Pair round ${next}`, () => round.set({ results: null, round: null, tab: "solve" }), { id: "pair-next" }),
      shown !== null && shown !== next && button(`Back to round ${shown}`, () => round.set({ results: null })),
      shown !== entering && button(`Pair round ${entering} anew, to compare`, () => round.set({ results: null, round: entering, tab: "solve" }))),
    open === 0 && missing > 0 && h("p", null, "A round before has an open result: choose it beside the boards."),
    missing === 0 && next === null && h("p", null, "No round is left to pair. Save has the tournament."),
    missing === 0 && standings(round),
    h("p", { class: "hint" }, "View, Print the sheet: the boards of this round."),
  ];
}

/** The way to the results of this round, or of the last one before it that has been played. */
export const correcting = (round) => round.info.answer.rounds_played > 0 && h("p", { key: "correct" }, button("Correct a result", () => round.set({ results: Math.min(round.list.round, round.info.answer.rounds_played) }), { id: "correct" }));
