// The results of a round, each a click, and the standings: the whole stage is for them, and the next round is paired when somebody says so.
import { h } from "./dom.mjs";
import { AWAY, button, cell, choice, number, plural, table } from "./words.mjs";

const OTHERS = [["+/-", "+ −"], ["-/+", "− +"], ["-/-", "− −"], ["0-0", "0–0"], ["1/2-0", "½–0"], ["0-1/2", "0–½"]];
const RESULTS = [["1-0", "1–0", "White won"], ["1/2-1/2", "½", "a draw"], ["0-1", "0–1", "Black won"]];
/** What takes a result back. */
const NONE = ["?", "open"];

/** How many games of a round have no result. */
const openIn = ({ games } = {}) => (games ?? []).filter(({ result }) => !result).length;

/** A round with how many of its results are open. */
export const resultsOf = (round, number) => {
  const open = openIn(round.tournament()?.rounds?.[number - 1]);
  return `round ${number}: ${open > 0 ? `${open} open` : "results"}`;
};

/** The boards of the round whose results are entered, with what was played on each; or the standings. */
export function results(round) {
  const { entering } = round;
  const tournament = round.tournament();
  if (!tournament) return h("p", { class: "first-note" }, tournament === null ? "The results of this file cannot be changed here." : "Reading…");
  // Both players are said, so that no other board takes the result.
  const enter = (board, { white, black }, value) => round.edit({ round: entering, results: "results.csv" }, { results: entering }, { "results.csv": `board,white,black,result\n${board},${white},${black},${value}\n` }, entering < round.info.answer.rounds_played ? `Round ${entering + 1} was paired with the result that stood before, and stands: tell the federation of board ${board} in round ${entering}.` : undefined);
  const others = (result) => [["", result ? "" : "open"], ...OTHERS, ...(result && ![...RESULTS, ...OTHERS].some(([value]) => value === result) ? [[result, result]] : []), ...(result ? [NONE] : [])];
  const rows = round.games.map((game, at) => {
    const { white, black, result } = game;
    const two = `${round.who(white)} against ${round.who(black)}`;
    return h("tr", { key: `${white}-${black}` }, number(at + 1), cell(round.pairSaid([white, black])),
      h("td", { class: "choices" }, RESULTS.map(([value, said, words]) => button(said, () => enter(at + 1, game, value), { class: "small", "aria-pressed": String(result === value), "aria-label": `${two}: ${words}` })),
        choice(`${two}: another result`, RESULTS.some(([value]) => value === result) ? "" : result ?? "", others(result), (value) => value && enter(at + 1, game, value), { class: "small" })));
  });
  const byes = [...round.byes.map((player) => ({ player, said: "bye" })), ...round.unpaired.map(({ player, kind }) => ({ player, said: AWAY[kind] }))];
  const without = byes.map(({ player, said }) => h("tr", { key: `bye ${player}` }, number(""), cell(round.who(player)), cell(said)));
  return h("div", { class: "results", key: "results" },
    entering > 0 ? table(`Results of round ${entering}`, [{ n: "Board" }, "White – Black", "Result"], [...rows, ...without]) : standings(round));
}

/** What each tie-break is (C.07). */
const MEANING = { PTS: "points", "BH-C1": "Buchholz, the opponents’ points, without the lowest", BH: "Buchholz of all opponents", SB: "Sonneborn-Berger, the points of those whom one has beaten and half of those of draws", DE: "direct encounter" };

/** What a tournament may know of its players, with the heads of its columns. */
const KNOWN = { rating: "Rating", federation: "Fed.", club: "Club" };

/** The standings as a cross table; on paper with what the tournament knows of the players. */
export function standings(round, isPrinted = false) {
  const reply = round.standings();
  if (!reply?.answer) return h("p", null, reply ? reply.said : "…");
  const { tie_breaks: criteria, rounds, standings: lines } = reply.answer;
  const players = new Map((round.tournament()?.players ?? []).map((player) => [player.id, player]));
  const known = Object.keys(KNOWN).filter((what) => isPrinted && [...players.values()].some((player) => player[what]));
  const heads = [{ n: "Rank" }, { n: "No." }, "Player", ...known.map((what) => KNOWN[what]), ...Array.from({ length: rounds }, (_, at) => String(at + 1)), ...criteria.map((n) => ({ n }))];
  const row = (line) => h("tr", { key: line.id }, number(line.rank), number(line.id), cell([players.get(line.id)?.title, line.name].filter(Boolean).join(" ")), known.map((what) => cell(players.get(line.id)?.[what] ?? "")), line.games.map((game) => h("td", { class: "game" }, game)), criteria.map((name) => number(line[name] ?? "")));
  return [table(`Standings after round ${rounds}`, heads, lines.map(row)), h("p", { class: "hint", key: "meaning" }, `${criteria.map((name) => `${name}: ${MEANING[name] ?? name}`).join("; ")}.`)];
}

/** What is done once the results are there. */
export function afterResults(round) {
  const { entering, ranked, info: { answer: { next_round: next, results_missing: missing } } } = round;
  const open = openIn(round);
  const { round: shown } = round.store.state;
  const said = open > 0 ? `Round ${entering} is paired: ${plural(open, "board")} without a result.` : `Round ${entering} has all its results.`;
  return [
    h("p", { class: "first-note", "aria-live": "polite" }, entering > 0 ? said : `Standings after round ${ranked}, by points and FIDE’s tie-breaks.`),
    h("p", { class: "row" },
      missing === 0 && next !== null && button(`Pair round ${next}`, () => round.set({ results: null, round: null, tab: "solve" }), { id: "pair-next" }),
      entering > 0 && ranked > 0 && button(`Standings after round ${ranked}`, () => round.set({ results: 0 }), { id: "standings" }),
      shown !== null && ![next, entering].includes(shown) && button(`Back to round ${shown}`, () => round.set({ results: null })),
      entering > 0 && button(`Pair round ${entering} anew, to compare`, () => round.set({ results: null, round: entering, tab: "solve" }))),
    open === 0 && missing > 0 && h("p", null, "An open result is left: choose its round above."),
    missing === 0 && next === null && h("p", null, `No round is left to pair. Save has the report for the federation${round.info.answer.format === "json" ? ", and Change the number of rounds" : ""}.`),
    h("p", { class: "hint" }, `View, Print the sheet: ${entering > 0 ? "the boards of this round, with the results so far" : "these standings"}. ${next === null ? "" : "Change is for who is away, leaves or enters."}`),
  ];
}

/** The way to the results of this round, or of the last one before it that has been played. */
export const correcting = (round) => round.info.answer.rounds_played > 0 && h("p", { key: "correct" }, button("Correct a result", () => round.set({ results: Math.min(round.list.round, round.info.answer.rounds_played) }), { id: "correct" }));
