// The drawing of a round in a page that the program writes, and beside it why the round is paired as it is.
import { byId, h, show } from "./dom.mjs";
import { CARDS, Drawing, MOST_LIT, boardLines, columnsOf, namedPlayers } from "./drawing.mjs";
import { plural, priceOf, termsOf, valueOf } from "./words.mjs";

/** Draw a round: the boards `lit` stand out. With a record of `explain`, pointing says what a board counts, and two players what they cost. */
export function drawn({ round, players, pairs, lit, explain }) {
  const named = namedPlayers(players);
  const lines = boardLines(pairs);
  const boards = new Map(lines.map(({ label }, at) => [label, explain?.boards[at]]));
  const labels = new Map(lines.flatMap(({ pair, label }) => pair.map((seat) => [seat, label])));
  // A name is isolated, so that one that is written from right to left does not turn the words beside it.
  const who = (seat) => (seat === 0 ? "the bye" : [`${seat} `, h("bdi", null, named.get(seat).name)]);

  const ofBoard = (label) => {
    const board = boards.get(label);
    if (!board) return [h("p", null, "This player is not paired.")];
    const next = board.instead.map(({ player, next: best }) => h("li", null, who(player),
      best ? [": ", who(best.opponent), `, price ${priceOf(best.price)}`] : ": nobody else; every legal pairing has this pair"));
    return [
      h("h3", null, board.board === null ? ["The bye: ", who(board.white)] : [`Board ${board.board}: `, who(board.white), " – ", who(board.black)]),
      h("p", null, `Value ${valueOf(board.value)}`),
      termsOf(board.value),
      h("h3", null, "Next-best opponents"),
      next.length ? h("ul", null, next) : h("p", null, "Not known: a limit came first."),
    ];
  };
  const ofPair = (one, other) => {
    const instead = explain.boards.flatMap((board) => board.instead).find(({ player }) => player === one);
    const found = [...(instead?.all ?? []), instead?.next].find((priced) => priced?.opponent === other);
    const command = h("code", null, `swiss-ilp why FILE ${one || "bye"} ${other || "bye"}`);
    const answer = found
      ? [h("p", { class: "price" }, priceOf(found.price)), h("p", null, "The whole round loses this much if they meet: the best legal pairing with them is worth this much less.")]
      : h("p", null, instead?.all ? "They may not meet, or no legal pairing has them. " : "The page does not know the price. ", command, " says why.");
    return [h("h3", null, who(one), " and ", who(other)), answer];
  };

  // One is pointed at, or chosen; a second one asks about the two. What is chosen stays until something else is, or Escape.
  let chosen = [];
  let pointed = null;
  const panel = byId("why");
  panel.hidden = !explain;
  const isAsked = () => chosen.length === 2 && labels.get(chosen[0]) !== labels.get(chosen[1]);
  const say = () => {
    const label = labels.get(chosen[0]) ?? pointed;
    if (!explain) return;
    const hint = h("p", { class: "hint" }, "Point at a player or a board to see why they meet. Choose two players to ask about them; Escape ends it.");
    const said = isAsked() ? ofPair(...chosen) : chosen.length > 0 || label ? ofBoard(label) : hint;
    show(panel, h("div", null, said).children);
  };
  const draw = () => {
    const label = labels.get(chosen[0]) ?? pointed;
    const standing = new Set(isAsked() ? [] : lines.find((line) => line.label === label)?.pair);
    drawing.draw({
      title: `Round ${round}, ${plural(players.length, "player")}`,
      columns: columnsOf(players),
      players: named,
      chosen,
      lines: isAsked() ? [...lines, { pair: chosen, kind: "ghost" }] : lines,
      lit: new Set([...lit, ...standing]),
      isPicking: standing.size > 0,
      cards: cards.value,
    });
  };
  const change = () => {
    say();
    draw();
  };
  const pick = (seat) => {
    if (!explain) return;
    const others = chosen.filter((other) => other !== seat);
    chosen = others.length < chosen.length ? others : chosen.length === 2 ? [seat] : [...chosen, seat];
    change();
  };
  const point = (seat) => {
    const label = seat === null ? null : labels.get(seat);
    if (!explain || chosen.length > 0 || label === pointed || players.length > MOST_LIT) return;
    pointed = label;
    change();
  };
  const cards = byId("cards");
  const drawing = new Drawing(byId("frame"), { pick, point });
  show(cards, CARDS.map(([value, said]) => h("option", { value }, said)));
  cards.addEventListener("change", draw);
  addEventListener("resize", draw);
  addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    chosen = [];
    pointed = null;
    change();
  });
  change();
}
