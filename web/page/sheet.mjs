// The sheet for the printer: the list of boards for the wall, or a round to be paired with a pencil. It is seen in print alone.
import { h } from "./dom.mjs";
import { isSolid } from "./drawing.mjs";
import { figure } from "./figure.mjs";
import { standings } from "./results.mjs";
import { rulesSaid } from "./tabs/guess.mjs";
import { AWAY } from "./words.mjs";

/** A round of more players has no figure beside the sheet to fill in: it would be a sheet of its own. */
const MOST_DRAWN = 16;

const heads = (names) => h("thead", null, h("tr", null, names.map((head) => h("th", { scope: "col" }, head))));

/** A wish for a colour, as the chapters of the course write it. */
function wish({ due, strength }) {
  if (!due || !strength) return "";
  const letter = due === "white" ? "W" : "B";
  return { absolute: letter + letter, strong: letter, mild: letter.toLowerCase() }[strength] ?? "";
}

function wall(round, boards) {
  const score = (id) => round.players?.get(id)?.score ?? "";
  const name = (id) => (id === 0 ? "bye" : round.player(id)?.name);
  // Between the two halves of a result, which may begin with a minus.
  const result = (at) => round.games[at]?.result?.replaceAll("1/2", "½").replace(/^(.)[-/]/, "$1 : ") ?? ":";
  const row = ({ pair: [white, black], label }, at) => h("tr", null, [label, white, name(white), score(white)].map((text) => h("td", null, text)), h("td", { class: "result" }, black === 0 ? "" : result(at)), [black || "", name(black), score(black)].map((text) => h("td", null, text)));
  return h("table", { key: "wall" }, heads(["Board", "No.", "White", "Score", "Result", "No.", "Black", "Score"]), h("tbody", null, boards.map(row)));
}

function pencil(round) {
  const { players } = round.list;
  const row = (player) => h("tr", null, [player.id, player.name, player.score, player.colours, wish(player), player.opponents.toSorted((one, other) => one - other).join(", ")].map((text) => h("td", null, text)));
  const empty = Array.from({ length: Math.ceil(players.length / 2) }, (_, at) => h("tr", null, h("td", null, at + 1), [0, 0, 0].map(() => h("td", { class: "empty" }))));
  return [
    round.state.question && h("p", { key: "question" }, round.state.question),
    round.state.question && h("p", { key: "name", class: "name-line" }, h("span", null, "Name"), h("span", null, "Sum")),
    h("table", { key: "players" }, heads(["No.", "Player", "Score", "Colours", "Wants", "Has met"]), h("tbody", null, players.map(row))),
    h("p", { key: "wants" }, "Wants: WW must have White (‼), W should (!), w would like to (·); BB, B and b are the same for Black."),
    h("div", { key: "rules" }, rulesSaid(round)),
    h("table", { key: "boards", class: "pencil" }, heads(["Board", "White", "Black", "Value"]), h("tbody", null, empty)),
  ];
}

/** The sheet of a round with these lines, or the standings. Without a board it is one to fill in. */
export function sheet(round, lines) {
  const boards = lines.filter(isSolid);
  const isPlayed = round.entering !== null;
  if (isPlayed ? round.entering > 0 && boards.length === 0 : !round.list) return [];
  const by = isPlayed ? "" : round.state.tab === "guess" ? ` · drawn by hand${round.isWhole ? "" : "; somebody has no board yet"}` : ` · paired by ${round.by}${round.list.round <= round.info.answer.rounds_played && round.otherwise() > 0 ? "; it was played otherwise" : ""}`;
  const { tournament } = round.info.answer;
  const head = (said) => h("h1", null, tournament || round.state.source.name, h("span", { class: "sub" }, said));
  if (round.entering === 0) return [head(`Standings after round ${round.ranked}`), standings(round, true)].flat();
  const away = round.unpaired.map(({ player, kind }) => `${round.who(player)} (${AWAY[kind]})`);
  return [head(`Round ${round.entering ?? round.list.round}${boards.length > 0 ? by : ""}`),
    boards.length > 0 ? wall(round, boards) : pencil(round),
    away.length > 0 && h("p", { key: "away" }, `Not paired: ${away.join("; ")}.`),
    !isPlayed && (boards.length > 0 || round.players.size <= MOST_DRAWN) && figure({ ...round, lines })].flat().filter(Boolean);
}
