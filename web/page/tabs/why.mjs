// Why: choose a player, and every other card has its price or its lock.
import { h } from "../dom.mjs";
import { keyOf } from "../drawing.mjs";
import { obstacle } from "../round.mjs";
import { orHidden } from "./solve.mjs";
import { article, briefly, broken, choice, differing, isZero, plural, priceOf, signed, tiersSaid } from "../words.mjs";

/** What each other one costs a player, by the list of `why`. */
function badges(round) {
  const [id] = round.state.chosen;
  if (id === undefined || round.isHidden || round.state.system !== null) return new Map();
  const badge = ({ status, price }) => {
    if (status === "paired") return { text: "✓", kind: "good", title: "the optimum pairs them" };
    if (price) return { text: briefly(price.map(({ value }) => signed(value))), kind: isZero(price) ? "good" : "price", title: `with this pair the value would change by ${priceOf(price)}` };
    return ["forbidden", "no-round"].includes(status) ? { text: "✕", kind: "locked", title: "no legal pairing has this pair" } : null;
  };
  const known = round.why(id)?.answer?.opponents ?? [];
  return new Map(known.map((each) => [each.opponent, badge(each)]).filter(([, found]) => found));
}

function changed(round, displaced) {
  const seen = new Set();
  const pairs = displaced.filter(({ player, after }) => {
    const key = keyOf([player, after]);
    return !seen.has(key) && seen.add(key);
  });
  return h("details", { open: pairs.length < 7 }, h("summary", null, `${plural(pairs.length, "pair")} would be new`), h("ul", null, pairs.map(({ player, after }) => h("li", null, `${round.who(player)} – ${round.who(after)}`))));
}

/** Why two who meet have their colours, and those before. */
function coloursSaid(round, { colours, white, black }) {
  if (!colours) return null;
  const before = [white, black].map((id, at) => `${round.who(id)}: ${colours.so_far[at] || "none"}`).join(", ");
  return h("p", null, `Colours: ${colours.what} `, colours.rule && article(colours.rule), ` (so far ${before})`);
}

function whyByModel(round, answer) {
  const pair = [answer.white, answer.black].map((id) => round.who(id)).join(" and ");
  if (answer.status === "forbidden") return [h("h3", null, `${pair} may not meet`), h("ul", null, answer.rules.map((one) => h("li", null, broken(one))))];
  if (answer.status === "paired") return [
    h("h3", null, `${pair} meet in the optimum`),
    coloursSaid(round, answer),
    answer.without ? h("p", null, `Without this board the value of the round would change by ${priceOf(answer.without.price)}: ${differing(answer.without.price)}.`) : null,
    answer.without?.displaced && changed(round, answer.without.displaced),
  ];
  if (answer.reason) return [h("h3", null, `${pair}: no legal pairing has them`), h("p", null, `${answer.reason}.`)];
  if (!answer.price?.length) return [h("h3", null, pair), h("p", null, "A limit came before the price was known.")];
  return [
    h("h3", null, `If ${round.who(answer.white)}${answer.black === 0 ? " had the bye" : ` (White) and ${round.who(answer.black)} met`}`),
    h("p", { class: "price" }, isZero(answer.price) ? "Nothing would be lost: that is another optimum." : `The value of the round would change by ${priceOf(answer.price)}`),
    !isZero(answer.price) && h("p", null, `${differing(answer.price)}.`),
    answer.displaced?.length > 0 && changed(round, answer.displaced),
  ];
}

function whyBySystem(round, answer) {
  const pair = [answer.white, answer.black].map((id) => round.who(id)).join(" and ");
  return [
    h("h3", null, answer.status === "paired" ? `${pair} meet by ${answer.system}` : `Why ${pair} do not meet by ${answer.system}`),
    coloursSaid(round, answer),
    answer.rules.length > 0 && h("ul", null, answer.rules.map((one) => h("li", null, broken(one)))),
    answer.instead?.length > 0 && h("ul", null, answer.instead.map(({ player, opponent, rule }) => h("li", null, `${round.who(player)} meets ${round.who(opponent)} `, rule && article(rule)))),
    answer.step && h("p", null, `${answer.step.what}. `, answer.step.rule && article(answer.step.rule)),
    answer.reason && h("p", null, `${answer.reason}.`),
  ];
}

export const why = {
  title: "Why",
  hint: "Choose a player: each other card shows by how much the value of the whole round would change with that opponent; ✓ is whom the optimum gives, and ✕ whom no legal pairing gives. Choose a second player for the reasons.",
  bySystem: "Choose two players: the rules say why they do not meet, or why their colours are so. What an opponent would cost is known of a model alone: choose one above.",
  draw(round) {
    if (round.isHidden) return { lines: [] };
    const [one, other] = round.state.chosen;
    const lines = round.lines(round.paired());
    const asked = other !== undefined && !lines.some(({ pair }) => keyOf(pair) === keyOf([one, other]));
    return { lines: asked ? [...lines, { pair: [one, other], kind: "ghost" }] : lines, badges: badges(round) };
  },
  panel: orHidden((round) => {
    const [one, other] = round.state.chosen;
    const nobody = [["", "…"], ...round.options];
    const set = (at) => (value) => {
      const next = [...round.state.chosen];
      if (value === "") next.splice(at);
      else next[at] = Number(value);
      round.set({ chosen: next.filter((id, place) => id !== undefined && next.indexOf(id) === place) });
    };
    const reply = one === undefined || other === undefined ? null : round.why(one, other);
    return [
      h("p", { class: "hint" }, round.state.system === null ? why.hint : why.bySystem, one !== undefined && round.state.system === null && [" ", tiersSaid(round.solve()?.answer?.objective)]),
      h("p", { class: "row" }, "Why does ", choice("The first player", one ?? "", nobody, set(0), { id: "why-one" }), h("span", { class: "row" }, "not meet ", choice("The second player", other ?? "", nobody, set(1), { id: "why-other", disabled: one === undefined }), "?")),
      h("div", { class: "answer", "aria-live": "polite" },
        one !== undefined && other !== undefined && (!reply ? h("p", { class: "hint" }, "Asking…") : !reply.answer ? h("p", { class: "bad" }, obstacle(reply)) : round.state.system === null ? whyByModel(round, reply.answer) : whyBySystem(round, reply.answer))),
    ];
  }),
  pick(round, id) {
    const { chosen } = round.state;
    if (chosen.includes(id)) round.set({ chosen: chosen.filter((one) => one !== id) });
    else round.set({ chosen: chosen.length === 0 ? [id] : [chosen[0], id] });
  },
};
