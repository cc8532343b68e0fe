// The drawing of a round in a page that the program writes; why the round is paired as it is, and its proof, in the drawing and beside it.
import { h, show } from "./dom.mjs";
import { CARDS, Drawing, MOST_LIT, boardLines, columnsOf, keyOf } from "./drawing.mjs";
import { pairsOf } from "./round.mjs";
import { decimal as decimalOf, listed, placesOf, plural, signed } from "./words.mjs";

const byId = (id) => document.getElementById(id);
const all = (selector) => [...document.querySelectorAll(selector)];
const paragraph = (className, ...inside) => h("p", { class: className }, inside);

/** Draw the round of these players, with what `view` says of it now; `on` is what a person does. Returns what draws it anew. */
function drawn(players, title, view, on) {
  const round = {
    title,
    columns: columnsOf(players),
    players: new Map(players.map(({ floats, wants, ...player }) => [player.id, { ...player, last_float: floats[0], float_before: floats[1], due: wants?.colour, strength: wants?.strength }])),
  };
  const drawing = new Drawing(byId("frame"), on);
  const cards = byId("cards");
  show(cards, CARDS.map(([value, said]) => h("option", { value }, said)));
  let isDue = false;
  const draw = () => {
    isDue = false;
    drawing.draw({ ...round, ...view(), cards: cards.value });
  };
  const due = () => {
    if (!isDue) queueMicrotask(draw);
    isDue = true;
  };
  cards.addEventListener("change", due);
  addEventListener("resize", due);
  draw();
  return due;
}

/** The page of a dispute: the pairing, in which the boards `lit` stand out. */
export function disputed({ verify, players, lit }) {
  const view = { lines: boardLines(pairsOf(verify)), lit: new Set(lit), chosen: [] };
  drawn(players, `Round ${verify.round}`, () => view, { pick() {}, point() {} });
}

/** The page of a round. */
export function explained({ explain, duals, players, answers, rules: texts }) {
  const named = new Map(players.map((player) => [player.id, player]));
  const rules = new Map(texts.map((rule) => [rule.id, rule]));
  const seats = players.map((player) => player.id).concat(players.length % 2 ? [0] : []);
  const place = new Map(seats.map((seat, number) => [seat, number]));
  const made = explain.boards.map(({ white, black }) => [white, black]);
  const lines = boardLines(made);
  const board = new Map(lines.map(({ label }, at) => [label, explain.boards[at]]));
  const labels = new Map(lines.flatMap(({ pair, label }) => pair.map((seat) => [seat, label])));
  // A name is isolated, so that one that is written from right to left does not turn the words beside it.
  const who = (seat) => (seat === 0 ? "the bye" : [`${seat} `, h("bdi", null, named.get(seat).name)]);
  const cell = (table, one, other) => {
    const [high, low] = [place.get(one), place.get(other)].sort((a, b) => a - b);
    return table[high][low - high - 1];
  };

  // What the dual values give to a pair, and what it weighs. Numbers are exact, of any length. They are whole here, and decimals
  // where they are shown, in the unit of the page's values.
  const places = placesOf(duals?.tiers ?? []);
  const decimal = (units) => decimalOf(units, places);
  const dual = new Map((duals?.seats ?? []).map((row) => [row.seat, BigInt(row.dual)]));
  const sets = (duals?.odd_sets ?? []).map((set) => ({ ids: set.seats, seats: new Set(set.seats), room: BigInt(set.room), dual: BigInt(set.dual) }));
  const given = (one, other) => sets.reduce((sum, set) => (set.seats.has(one) && set.seats.has(other) ? sum + set.dual : sum), dual.get(one) + dual.get(other));
  const isWeighed = Boolean(duals && answers && (answers.weights.length || seats.length < 2));
  const weights = isWeighed ? answers.weights.map(BigInt) : [];
  const weight = (one, other) => (isWeighed ? weights[cell(answers.weighed, one, other)] ?? null : null);
  const slack = (one, other) => {
    const heavy = weight(one, other);
    return heavy === null ? null : given(one, other) - heavy;
  };
  const pairs = function* () {
    for (let high = 0; high < seats.length; high += 1) for (let low = high + 1; low < seats.length; low += 1) yield [seats[high], seats[low]];
  };

  const titleOf = (id) => rules.get(id)?.title ?? id;
  const ruleItem = (id, what) => {
    const rule = rules.get(id);
    return h("li", null, what, rule && h("details", null, h("summary", null, what.startsWith(rule.title) ? "" : `${rule.title} `, h("code", null, id)),
      h("span", { class: "hint" }, rule.meaning, rule.source ? ` (${rule.source})` : "")));
  };
  const explainBoard = (label) => {
    const found = board.get(label);
    if (!found) return [h("p", null, "This player is not paired.")];
    const next = found.instead.map(({ player, next: best }) => h("li", null, who(player),
      best ? [": ", who(best.opponent), `, price ${listed(best.price.map((tier) => tier.value), signed)}`] : ": nobody else; every legal pairing has this pair"));
    return [
      h("h3", null, found.board === null ? ["The bye: ", who(found.white)] : [`Board ${found.board}: `, who(found.white), " – ", who(found.black)]),
      found.value.map((tier) => [
        h("p", null, `Value ${tier.value}${found.value.length > 1 ? ` in the tier ${tier.name}` : ""}:`),
        h("ul", null, tier.terms.filter((term) => term.count !== 0).map((term) => ruleItem(term.term, `${titleOf(term.term)}: ${term.weight} × ${term.count} = ${term.value}`))),
      ]),
      h("h3", null, "Next-best opponents"),
      next.length ? h("ul", null, next) : h("p", null, "Not known: a limit came first."),
    ];
  };

  // A price as one number: that of the only tier, or all tiers weighed as the dual values weigh them.
  const scales = (duals?.tiers ?? []).map((tier) => ({ weight: BigInt(tier.weight), places: placesOf([tier]) }));
  const combined = (price) => price.reduce((sum, number, tier) => sum + scales[tier].weight * BigInt(Math.round(number * 10 ** scales[tier].places)), 0n);
  const priceOf = (one, other, price) => {
    const room = slack(one, other);
    const asOne = price.length > 1 && room !== null ? `As one number the price is ${decimal(combined(price))}. ` : "";
    return [
      paragraph("price", listed(price, signed)),
      h("p", null, price.every((number) => number === 0)
        ? "The pair costs nothing: another pairing has it and is as good."
        : "The whole round loses this much if they meet: the best legal pairing with them is worth this much less. The price is exact."),
      room !== null && paragraph("hint", `${asOne}The dual values alone show ${room === 0n ? "no loss" : `a loss of at least ${decimal(room)}`}: they give the pair ${decimal(given(one, other))}, and it weighs ${decimal(weight(one, other))}.`),
    ];
  };
  const answerOf = (one, other) => {
    const command = `swiss-ilp why FILE ${one} ${other || "bye"}`;
    if (one === other) return h("p", null, "Choose two different players.");
    if (!answers) return h("p", null, `The round is too large for the answers to all pairs. Ask the program: ${command}`);
    const code = cell(answers.asked, one, other);
    if (code === 0) return h("p", null, "They are paired.");
    if (code > 0) return priceOf(one, other, answers.prices[code - 1]);
    if (code === -1) return h("p", null, "The pair is legal, but no legal pairing of the round has it.");
    if (code === -2) {
      const room = slack(one, other);
      return h("p", null, room === null
        ? `The price is not known: the model has caps, or a limit came first. Ask the program: ${command}`
        : `A limit came before the exact price. The round loses at least ${decimal(room)}.`);
    }
    return [h("p", null, "They may not meet:"), h("ul", null, answers.bars[-3 - code].map((at) => ruleItem(answers.reasons[at].rule, answers.reasons[at].what)))];
  };
  const explainPair = (one, other) => [h("h3", null, who(one), " and ", who(other)), answerOf(one, other)];

  // One is pointed at, or chosen; a second one asks about the two. What is chosen stays until something else is, or Escape.
  let chosen = [];
  let isHeld = false;
  let opener = null;
  let lit = null;
  let said = null;
  const answer = byId("answer");
  /** Say something else: nothing of what was said is kept, so that nothing of it stays open. */
  const say = (key, ...parts) => {
    if (said !== key) show(answer, h("div", null, parts).children.map((part, at) => ({ ...part, key: `${key} ${at}` })));
    said = key;
  };
  const nothing = () => say("nothing", paragraph("hint", "Choose a board, or two players."));
  const light = (label) => {
    if (lit === label) return;
    lit = label;
    for (const row of all("tr[data-board]")) row.classList.toggle("lit", row.dataset.board === label);
    for (const one of all("#boards button.plain")) one.setAttribute("aria-pressed", String(one.closest("tr").dataset.board === label));
    due();
  };
  const point = (label) => {
    if (isHeld) return;
    if (players.length <= MOST_LIT) light(label);
    say(`board ${label}`, explainBoard(label));
  };
  /** Choose the board `label`, or two players, if `seats` has two, and see to it that the answer is in sight. */
  const choose = (from, some, label) => {
    opener = from;
    chosen = some;
    isHeld = chosen.length > 0 || !from.closest(".card");
    const isPair = chosen.length === 2;
    if (isPair) [byId("ask-one").value, byId("ask-other").value] = chosen.map(String);
    light(isPair ? null : label);
    if (isPair) say(`pair ${chosen}`, explainPair(...chosen));
    else say(`board ${label}`, explainBoard(label));
    due();
    fold(false);
    reveal();
  };
  const pick = (seat) => {
    const others = chosen.filter((other) => other !== seat);
    choose(frame.querySelector(`.card[data-seat="${seat}"]`), others.length < chosen.length ? others : chosen.length === 2 ? [seat] : [...chosen, seat], labels.get(seat));
  };
  for (const row of all("#boards tbody tr")) {
    const button = row.querySelector("button");
    row.addEventListener("mouseenter", () => point(row.dataset.board));
    button.addEventListener("focus", () => point(row.dataset.board));
    button.addEventListener("click", () => choose(button, [], row.dataset.board));
  }
  // Escape clears the answer. Whoever was in it is again where it was asked for.
  addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    chosen = [];
    isHeld = false;
    if (opener && answer.contains(document.activeElement)) opener.focus();
    light(null);
    nothing();
    due();
  });
  byId("ask").addEventListener("submit", (event) => {
    event.preventDefault();
    choose(event.submitter ?? byId("ask-one"), [Number(byId("ask-one").value), Number(byId("ask-other").value)], null);
  });
  if (byId("ask-other").options.length > 1) byId("ask-other").selectedIndex = 1;

  // In a narrow window "Why" is between the drawing and the board list, and both fit into the window together.
  const frame = byId("frame");
  const panel = byId("why").parentElement;
  const fold = (isFolded) => {
    panel.classList.toggle("folded", isFolded);
    byId("fold").textContent = isFolded ? "Show" : "Hide";
    byId("fold").setAttribute("aria-label", isFolded ? "Show why" : "Hide why");
    byId("fold").setAttribute("aria-expanded", String(!isFolded));
  };
  byId("fold").addEventListener("click", () => fold(!panel.classList.contains("folded")));
  /** Bring the answer into sight, and keep the drawing there. */
  const reveal = () => {
    if (!byId("fold").checkVisibility()) return;
    const below = panel.getBoundingClientRect().bottom - innerHeight;
    const above = frame.getBoundingClientRect().top;
    if (below > 0 && above > 0) scrollBy(0, Math.min(below, above));
  };
  frame.addEventListener("focusin", ({ target }) => { if (target.matches(".card:focus-visible")) reveal(); });
  frame.addEventListener("pointerleave", () => { if (!isHeld) light(null); });

  // The proof in the drawing: what its boxes ask for.
  const isChecked = (id) => byId(id)?.checked ?? false;
  const which = byId("which-set");
  const shownSets = () => (!isChecked("show-sets") ? [] : which && which.value !== "all" ? [sets[Number(which.value) - 1]] : sets);
  let tight = null;
  const tightPairs = () => (tight ??= [...pairs()].filter((pair) => slack(...pair) === 0n));
  const view = () => {
    const [one, other] = chosen;
    const isAsked = other !== undefined && one !== other && !made.some((pair) => keyOf(pair) === keyOf([one, other]));
    return {
      chosen,
      lines: isAsked ? [...lines, { pair: [one, other], kind: "ghost" }] : lines,
      lit: new Set(lines.find(({ label }) => label === lit)?.pair),
      isPicking: lit !== null,
      badges: isChecked("show-duals") ? new Map([...dual].map(([seat, units]) => [seat, { text: decimal(units), kind: "dual", title: "dual value" }])) : undefined,
      sets: shownSets().map(({ ids }) => ids),
      tight: isChecked("show-tight") ? tightPairs() : [],
    };
  };
  const due = drawn(players, `Round ${explain.round}, ${plural(players.length, "player")}`, view, { pick, point: (id) => { if (id !== null) point(labels.get(id)); } });
  if (!duals) return;
  if (!isWeighed) byId("show-tight").disabled = true;
  if (sets.length === 0) byId("show-sets").disabled = true;
  const showSets = () => {
    const isShown = isChecked("show-sets");
    if (which) which.hidden = !isShown;
    const note = byId("sets-said");
    note.hidden = !isShown;
    const some = shownSets();
    const [set] = some;
    note.textContent = some.length === 1
      ? `Odd set${set.ids.length > 15 ? "" : `: ${set.ids.map((seat) => seat || "the bye").join(", ")}`}. Its ${set.ids.length} members have room for ${plural(Number(set.room), "pair")}. Dual value ${decimal(set.dual)}.`
      : "Frames that are joined by a line are one set.";
    due();
  };
  for (const id of ["show-duals", "show-tight"]) byId(id).addEventListener("change", due);
  byId("show-sets").addEventListener("change", showSets);
  which?.addEventListener("change", showSets);

  // The inequality, added up again in the browser.
  const conclude = () => {
    const ofSeats = seats.reduce((sum, seat) => sum + dual.get(seat), 0n);
    const ofSets = sets.reduce((sum, set) => sum + set.dual * set.room, 0n);
    const bound = ofSeats + ofSets;
    const sum = paragraph("sum", sets.length ? `${decimal(ofSeats)} (players) + ${decimal(ofSets)} (odd sets) = ${decimal(bound)}` : `The dual values add up to ${decimal(bound)}.`);
    if (!isWeighed) return [sum, h("p", null, "The round is too large for the weights of all pairs. The program checks them: swiss-ilp verify --proof.")];
    const rooms = [...pairs()].map((pair) => slack(...pair)).filter((room) => room !== null);
    const bad = rooms.filter((room) => room < 0n).length + sets.filter((set) => set.dual < 0n).length;
    const worth = made.reduce((total, pair) => total + weight(...pair), 0n);
    const holds = bad === 0 && worth === bound && String(bound) === duals.bound;
    return [
      sum,
      paragraph(bad ? "bad" : "sum", bad ? `${bad} of ${rooms.length} legal pairs weigh more than they are given.` : `None of the ${rooms.length} legal pairs weighs more than its dual values give it.`),
      paragraph("sum", `The ${made.length} pairs of this pairing weigh ${decimal(worth)}.`),
      paragraph(holds ? "done" : "bad", holds ? `${decimal(worth)} = ${decimal(bound)}: no legal pairing is better. The proof holds.` : "The proof does not hold."),
    ];
  };
  const checked = byId("checked");
  byId("check").addEventListener("click", () => show(checked, conclude()));
  byId("check-slowly").addEventListener("click", async ({ target: button }) => {
    button.disabled = true;
    let total = 0n;
    for (const { pair: [one, other], label } of lines) {
      const [of, room] = [given(one, other), slack(one, other)];
      total += of;
      light(label);
      const ofSets = of - dual.get(one) - dual.get(other);
      show(checked, [h("p", { class: "sum", "aria-hidden": "true" }, who(one), " and ", who(other),
        `: given ${decimal(dual.get(one))} + ${decimal(dual.get(other))}${ofSets === 0n ? "" : ` + ${decimal(ofSets)} (odd sets)`} = ${decimal(of)}${room === null ? "" : `, weight ${decimal(of - room)}`}. Sum so far: ${decimal(total)}`)]);
      await new Promise((done) => { setTimeout(done, Math.max(60, 4000 / lines.length)); });
    }
    light(null);
    show(checked, conclude());
    button.disabled = false;
  });
}
