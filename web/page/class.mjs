// A class: the guesses in the links that pupils have sent, side by side. The links have all of it, so that no server is asked.
import { h } from "./dom.mjs";
import { opening } from "./lessons.mjs";
import { FIRST, fromLink } from "./state.mjs";
import { broken, button, cell, compare, number, plural, table, valueOf } from "./words.mjs";

/** Whether the field is unfolded: it stays so when the guesses are taken away. */
let isOpen = false;
/** In how many lines a mail program may have broken a link. */
const MOST_PARTS = 20;

/** The states of the links in a text, null of one that is not whole; that of a lesson has no boards yet. Lines into which one was broken are joined; whatever else is between links is passed over. */
async function statesIn(text) {
  const found = [];
  // One after another: each may unpack to a large tournament.
  for (const [, after, lesson] of text.matchAll(/#((?:lesson=([\w-]*)|[\w~-]{8,})[^#]*)/g)) {
    const parts = lesson === undefined ? after.match(/[^\s>]+/g).slice(0, MOST_PARTS) : [];
    let [link, state] = ["", opening(lesson) && { ...FIRST, ...opening(lesson) }];
    for (const part of parts) {
      const [more] = /^[\w~-]*/.exec(part);
      state = await fromLink(link += more);
      if (state || more !== part) break;
    }
    found.push(state);
  }
  return found;
}

/** What two states must have in common so that their boards are of one round. A round that is not named is that of the file. */
const roundOf = ({ source, round, absent, late, bye }, next) => JSON.stringify([source.teaching ?? source.text, round ?? next, absent, late, bye]);

/** The guesses in a text of links: the boards of each, null if they are of another round than `state` is, or false if the link is not whole. */
export async function guessesIn(text, state, next) {
  const boards = (one) => (roundOf(one, next) === roundOf(state, next) ? one.mine : null);
  return (await statesIn(text)).map((one, at) => ({ who: one?.who || `link ${at + 1}`, mine: one !== null && boards(one) }));
}

/** What a guess is worth, once that is known: `{ who, order, said, value, loss }`. */
function judged(round, { who, mine }) {
  if (!mine) return { who, order: 3, said: mine === null ? "of another round" : "This link is not whole" };
  if (mine.length === 0) return { who, order: 3, said: "no boards" };
  const { system } = round.state;
  const answer = round.verify(mine)?.answer;
  const bySystem = system === null ? answer : round.verify(mine, system)?.answer;
  if (!answer || !bySystem) return { who, order: 2, said: "…" };
  const missing = round.missing(mine);
  const value = answer.objective;
  if (missing > 0) return { who, order: 1, said: `${plural(missing, "player")} without a board`, value };
  if (!bySystem.legal) return { who, order: 1, said: ["Not legal: ", broken(bySystem.violations[0])], value };
  const isBest = answer.distance?.price.every((tier) => tier.value === 0);
  return { who, order: 0, said: round.isHidden ? "legal" : isBest ? "an optimum" : "legal", value, isBest };
}

/** The field for links, and the table of what they are worth. */
export function classroom(round) {
  const { pupils } = round.state;
  const rows = pupils.map((one) => ({ ...judged(round, one), mine: one.mine })).sort((one, other) => one.order - other.order || (one.order === 0 ? compare(one.value, other.value) : 0));
  const best = round.isHidden ? null : round.solve()?.answer;
  return h("details", { key: "class", id: "class", open: isOpen || pupils.length > 0, ontoggle: ({ target }) => { isOpen = target.open; } }, h("summary", null, "A class: many guesses side by side"),
    h("label", { for: "links" }, "Paste the links of all pupils here. Each one’s boards are counted in your browser."),
    h("textarea", { id: "links", rows: 3, value: "", "aria-label": "Links of a class", spellcheck: "false", oninput: (event) => round.paste(event.target) }),
    pupils.length > 0 && [
      table("What each guess is worth", ["Who", { n: "Value" }, "What it is"], rows.map(({ who, mine, said, value, isBest, order }, at) => h("tr", { key: `${at} ${who}` }, cell(mine?.length > 0 ? button(who, () => round.set({ mine, chosen: [] }), { class: "small", title: "Draw these boards" }) : who), number(value?.length ? (order === 1 ? `(${valueOf(value)})` : valueOf(value)) : ""), h("td", { class: order === 1 ? "bad" : isBest && !round.isHidden ? "good" : null }, said)))),
      h("p", { class: "hint" }, `${plural(pupils.length, "link")}. `, rows.some(({ order }) => order === 1) && "A value in brackets does not count. ", best?.objective?.length > 0 && `The optimum is worth ${valueOf(best.objective)}.`),
      button("Take them away", () => round.set({ pupils: [] })),
    ]);
}
