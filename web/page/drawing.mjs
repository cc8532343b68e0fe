// The drawing of a round: score groups as columns of cards, and lines for boards. It knows no question: whoever draws says what is drawn.
// The page for any tournament and the pages that the program writes have it.
import { h, show } from "./dom.mjs";
import { SIZES, layout, sizeFor } from "./layout.mjs";
import { framed, joined, outlines } from "./outline.mjs";

/** Smaller than so, nobody reads it. */
const LEAST = 0.68;
/** What does not fit is moved about, and then need not be as small. */
const MOVED = 0.85;
/** In a drawing that is not as wide, the wish is below the name. */
const NARROW = 600;
/** Where names have no room, so many letters of each have: a number, and what begins a name. */
const CUT = 11;

/** The cards that somebody may choose, and how they are called. */
export const CARDS = [["auto", "as the window allows"], ["all", "large: all that is known"], ["names", "middle: names"], ["numbers", "small: numbers"], ["whole", "the whole round at once"]];

/** Pointing at a card lights up its board where that is no work. */
export const MOST_LIT = 400;

/** The players in score groups, as columns; an odd field has one for the bye. */
export function columnsOf(players) {
  const groups = new Map();
  for (const { id, score } of players) groups.set(Number(score), [...(groups.get(Number(score)) ?? []), id]);
  const columns = [...groups].map(([score, ids]) => ({ title: String(score), unit: score === 1 ? "point" : "points", ids }));
  return players.length % 2 === 1 ? [...columns, { title: "Bye", ids: [0] }] : columns;
}

/** The players by their numbers, each with the title before the name. */
export const namedPlayers = (players) => new Map(players.map((player) => [player.id, { ...player, name: [player.title, player.name].filter(Boolean).join(" ") }]));

/** How many letters the longest name has, with its number. */
export const lettersOf = (players) => Math.max(0, ...[...players.values()].map(({ id, name }) => `${id} ${name}`.length));

/** The lines of a pairing: its pairs in the order of the boards, the bye as a pair with 0. */
export const boardLines = (pairs) => pairs.map((pair, at) => ({ pair, kind: "board", label: pair[1] === 0 ? "bye" : String(at + 1) }));

const hidden = (text) => h("span", { class: "hidden" }, text);

/** What the signs of the drawing say. */
const legend = () => h("ul", { class: "legend", "aria-label": "What the drawing says" },
  h("li", null, "columns: scores"), h("li", null, h("span", { class: "line" }), "a board"), h("li", null, h("span", { class: "line float" }), "float: unequal scores"),
  h("li", { class: "long" }, h("i", { class: "piece white" }), h("i", { class: "piece black" }), "White and Black"),
  h("li", { class: "past-only" }, h("span", { class: "strip", "aria-hidden": "true" }, h("i", { class: "w" }), h("i", { class: "b" })), "colours so far"),
  h("li", null, h("i", { class: "piece white" }), "wants White: ‼ must, ! strongly, · a little"),
  h("li", null, h("span", { class: "wants no", "aria-hidden": "true" }), "denied", h("span", { class: "wants no mild", "aria-hidden": "true" }), "a little denied"),
  h("li", { class: "long past-only" }, h("span", { class: "float-mark" }, "↓ ↑"), "floated in the round before, ", h("span", { class: "float-mark" }, "²"), "two rounds before"));

const STRENGTH = { absolute: "‼", strong: "!", mild: "·" };
const COLOUR = { W: "w", B: "b" };

function wish({ due, strength }, denied) {
  if (!due || !strength) return null;
  const said = `${strength} wish for ${due}${denied ? ", denied" : ""}`;
  return h("span", { class: `wants ${strength}${denied ? " no" : ""}`, title: said },
    hidden(said), h("span", { "aria-hidden": "true" }, STRENGTH[strength] ?? ""), h("i", { class: `piece ${due}` }));
}

function float(kind, before) {
  if (!kind) return null;
  const when = before ? "two rounds before" : "in the round before";
  return h("span", { class: "float-mark", title: `floated ${kind} ${when}` },
    kind === "down" ? "↓" : "↑", before ? "²" : "", hidden(`floated ${kind} ${when}`));
}

/** The inside of a card: `at` is the board and the colour that the player gets. */
function inside(player, at) {
  if (player.id === 0) return [h("span", { class: "who" }, h("span", { class: "name" }, "Bye"))];
  const denied = Boolean(at?.colour && player.due && player.due !== at.colour);
  return [
    h("span", { class: "who" }, h("b", null, player.id), " ", h("bdi", { class: "name" }, player.name)),
    h("span", { class: "what" }, h("span", { class: "rating" }, player.rating ?? "unrated"), at?.label && h("span", { class: "at" },
      at.colour && hidden("board "), `${at.label} `, at.colour && [h("i", { class: `piece ${at.colour}` }), hidden(at.colour)])),
    h("span", { class: "past" },
      h("span", { class: "strip", role: "img", "aria-label": player.colours ? `colours so far ${player.colours}` : "no games yet" },
        [...player.colours].map((colour) => h("i", { class: COLOUR[colour] ?? "n" }))),
      float(player.last_float, false), float(player.float_before, true), wish(player, denied)),
  ];
}

/** Lines of boards make room for themselves; others lie where they can. */
export const isSolid = ({ kind }) => ["board", "wrong", "half"].includes(kind);

/** A pair as a key, whatever the order. */
export const keyOf = ([one, other]) => (one < other ? `${one}-${other}` : `${other}-${one}`);

const rings = (sets, placed, size) => outlines(sets, placed, size).map((outline, number) => h("g", { class: "ring", key: `ring ${number}` },
  h("path", { class: "lines", d: joined(outline) }), h("path", { class: "frames", d: framed(outline) })));

export class Drawing {
  #frame;
  #isOn = null;
  #view = null;
  #size = SIZES.all;
  #placed = null;
  #focus = null;
  #dragged = null;

  /** What a person does: `pick(id)`, `join(one, other)`, `point(id or null)`. */
  constructor(frame, on) {
    this.#frame = frame;
    this.#isOn = on;
    const below = document.createElement("div");
    frame.after(below);
    show(below, [legend()]);
    frame.addEventListener("keydown", (event) => this.#pressed(event));
    frame.addEventListener("pointerdown", (event) => this.#down(event));
    frame.addEventListener("pointermove", (event) => this.#move(event));
    frame.addEventListener("pointerup", (event) => this.#up(event));
    frame.addEventListener("pointercancel", () => this.#drop());
    frame.addEventListener("pointerover", (event) => this.#isOn.point(this.#idOf(event.target)));
    frame.addEventListener("pointerleave", () => this.#isOn.point(null));
  }

  /** How wide and how tall a drawing may be, in its own units: it may be as tall as the frame may become. */
  #room() {
    const { paddingLeft, paddingRight, maxHeight } = getComputedStyle(this.#frame);
    const unit = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
    const wide = this.#frame.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - 1;
    const most = parseFloat(maxHeight);
    return { wide: Math.max(wide / unit, 200), tall: Math.max((Number.isFinite(most) ? most : this.#frame.clientHeight) / unit - 40, 120) };
  }

  /** The largest cards of which all columns are in the window, and how much smaller they are drawn. */
  #fitting(columns, pairs, cards, players, { wide, tall }) {
    const [letters, rounds] = [lettersOf(players), Math.max(0, ...[...players.values()].map(({ colours }) => colours.length))];
    const fitted = (name, most = letters) => {
      const size = sizeFor(name, most, rounds);
      const placed = layout(columns, pairs, size);
      return { name, size, placed, zoom: Math.min(1, wide / (placed.width + 24)) };
    };
    if (cards === "whole") return fitted("numbers");
    if (SIZES[cards]) {
      const own = fitted(cards);
      return { ...own, zoom: own.zoom >= LEAST ? own.zoom : MOVED };
    }
    const all = ["all", "names", ...(wide < NARROW ? ["stacked"] : [])].map((name) => fitted(name));
    all.push(fitted("stacked", Math.min(letters, CUT)), fitted("numbers"));
    // Cards with everything may be a little taller than the window, which then scrolls.
    const fits = all.find(({ zoom, placed }) => zoom >= LEAST && placed.height * zoom <= tall * 1.6) ?? all.find(({ zoom }) => zoom >= LEAST) ?? all.at(-2);
    return { ...fits, zoom: fits.zoom >= LEAST ? fits.zoom : MOVED };
  }

  /** Draw what `#shown` describes. A bar to scroll with, which comes with it or goes, takes some of the width: then once more. */
  draw(view) {
    const wide = () => {
      const { clientWidth } = this.#frame;
      show(this.#frame, [this.#shown(view)]);
      return clientWidth;
    };
    if (wide() !== this.#frame.clientWidth) wide();
  }

  /**
   * The drawing as elements. `columns` are `{ title, unit, ids }`; `players` a map; `lines` are `{ pair, kind, label, title }`, and `kind` is
   * `board`, `ghost` or another class; `badges` are `{ text, kind, title }` by player; `sets` are odd sets, and `tight` pairs. The boards
   * of `lit`, a set of players, stand out, and all others are pale if `isPicking`.
   */
  #shown(view) {
    this.#view = view;
    const columns = view.columns.map(({ ids }) => ids);
    const solid = view.lines.filter(isSolid);
    const room = this.#room();
    const { name, size, placed, zoom } = this.#fitting(columns, solid.map(({ pair }) => pair), view.cards, view.players, room);
    [this.#size, this.#placed] = [size, placed];
    const order = columns.flat();
    if (!placed.has(this.#focus)) this.#focus = order[0] ?? null;
    const boards = new Map(solid.filter(({ label }) => label).flatMap(({ pair, label }) => pair.map((id, side) => [id, { label, colour: pair.includes(0) ? null : ["white", "black"][side] }])));
    // Where all is in the window, a finger on a card draws a line; elsewhere it moves the drawing.
    const fits = placed.width * zoom <= room.wide && placed.height * zoom <= room.tall;
    const touch = view.canJoin && fits ? "none" : "auto";
    const heads = view.columns.map(({ title, unit, ids }, at) => h("h2", { class: "column", style: { "--x": placed.lefts[at] } },
      title, unit && [h("span", { class: "unit" }, ` ${unit}`), h("small", null, ids.length === 1 ? "1 player" : `${ids.length} players`)]));
    return h("div", { class: `field ${name}${view.isPicking ? " picking" : ""}`, style: { "--touch": touch, "--w": placed.width, "--h": placed.height, "--cw": size.width, "--ch": size.height, zoom: zoom.toFixed(3) }, role: "group", "aria-label": view.title },
      h("div", { class: "heads" }, heads),
      h("div", { class: "plane" },
        h("svg", { class: "arcs", viewBox: `0 0 ${placed.width} ${placed.height}`, "aria-hidden": "true", focusable: "false" },
          h("g", { class: "rings" }, rings(view.sets ?? [], placed, size)), h("path", { class: "tight", d: placed.direct(view.tight ?? []) }),
          this.#lines(view.lines, placed, view.lit), h("path", { class: "drag", d: "" })),
        order.map((id) => this.#card(id, boards.get(id), view))));
  }

  #lines(lines, placed, lit) {
    const solid = lines.filter(isSolid);
    const others = lines.filter((line) => !isSolid(line));
    const columns = new Map(this.#view.columns.flatMap(({ ids }, column) => ids.map((id) => [id, column])));
    const drawn = (some) => placed.lines(some.map(({ pair }) => pair)).map((line, at) => {
      if (!line) return null;
      const { pair, kind, label } = some[at];
      const isBye = pair.includes(0);
      const isFloat = !isBye && kind !== "ghost" && columns.get(pair[0]) !== columns.get(pair[1]);
      const classes = ["arc", kind, isBye && "bye", isFloat && "float", pair.some((id) => lit.has(id)) && "lit"].filter(Boolean).join(" ");
      const ends = isBye || !label ? ["none", "none"] : ["white", "black"];
      // What stands at a line ends with the drawing; a letter has at most 11 of its units.
      const part = `½${some[at].weight ? `·${some[at].weight}` : ""}`;
      return h("g", { class: classes, key: `${kind} ${keyOf(pair)}`, "data-board": label },
        h("path", { class: "run", d: line.path, style: { d: `path("${line.path}")` } }),
        kind !== "ghost" && line.ends.map(([x, y], side) => h("circle", { class: `end ${ends[side]}`, cx: x, cy: y, r: 4.5 })),
        kind === "half" && h("text", { class: "part", x: Math.min(line.middle[0] - 5, placed.width - 11 * part.length), y: line.middle[1] + 5 }, part));
    });
    return [drawn(others), drawn(solid)];
  }

  #card(id, at, view) {
    const player = view.players.get(id) ?? { id: 0 };
    const badge = view.badges?.get(id);
    const [x, y] = this.#placed.corner(id);
    const classes = ["card", id === 0 && "nobody", view.lit.has(id) && "lit", view.dim?.has(id) && "dim"].filter(Boolean).join(" ");
    return h("button", {
      type: "button", class: classes, key: `card ${id}`, "data-seat": id, "aria-pressed": String(view.chosen.includes(id)), title: player.name, tabindex: id === this.#focus ? 0 : -1,
      style: { "--x": x, "--y": y }, onfocus: () => { this.#focus = id; this.#isOn.point(id); },
      // A key has no place on the screen; a hand has, and is a drag that has not moved.
      onclick: (event) => { if (event.detail === 0) this.#isOn.pick(id); },
    }, inside(player, at), badge && h("span", { class: `badge ${badge.kind}`, title: badge.title }, badge.text));
  }

  #idOf(target) {
    const card = target?.closest?.(".card");
    return card ? Number(card.dataset.seat) : null;
  }

  /** Where the pointer is, in the units of the drawing. */
  #at(event) {
    const plane = this.#frame.querySelector(".arcs").getBoundingClientRect();
    const scale = this.#placed.width / plane.width;
    return [(event.clientX - plane.left) * scale, (event.clientY - plane.top) * scale];
  }

  #down(event) {
    const id = this.#idOf(event.target);
    if (id === null || event.button !== 0) return;
    this.#dragged = { id, x: event.clientX, y: event.clientY, isMoved: false, pointer: event.pointerId };
  }

  #move(event) {
    const from = this.#dragged;
    if (!from || from.pointer !== event.pointerId) return;
    if (!from.isMoved && Math.hypot(event.clientX - from.x, event.clientY - from.y) < 8) return;
    if (!this.#view.canJoin) return;
    if (!from.isMoved) this.#frame.setPointerCapture(event.pointerId);
    from.isMoved = true;
    const [x, y] = this.#placed.corner(from.id);
    const [toX, toY] = this.#at(event);
    this.#frame.querySelector(".drag").setAttribute("d", `M${x + this.#size.width / 2} ${y + this.#size.height / 2}L${toX} ${toY}`);
    const over = this.#over(event);
    for (const card of this.#frame.querySelectorAll(".card.target")) card.classList.toggle("target", false);
    if (over !== null && over !== from.id) this.#frame.querySelector(`.card[data-seat="${over}"]`)?.classList.add("target");
  }

  #over(event) {
    return this.#idOf(document.elementFromPoint(event.clientX, event.clientY));
  }

  #up(event) {
    const from = this.#dragged;
    const over = this.#over(event);
    this.#drop();
    if (!from || from.pointer !== event.pointerId) return;
    if (!from.isMoved) {
      if (over === from.id) this.#isOn.pick(from.id);
    } else if (over !== null && over !== from.id) {
      this.#isOn.join(from.id, over);
    }
  }

  #drop() {
    this.#dragged = null;
    this.#frame.querySelector(".drag")?.setAttribute("d", "");
    for (const card of this.#frame.querySelectorAll(".card.target")) card.classList.remove("target");
  }

  /** Arrows go to the next card in their direction. */
  #pressed(event) {
    const step = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[event.key];
    const from = this.#idOf(event.target);
    if (!step || from === null) return;
    event.preventDefault();
    const [x, y] = this.#placed.corner(from);
    const distance = (id) => {
      const [toX, toY] = this.#placed.corner(id);
      const [along, across] = step[0] ? [(toX - x) * step[0], Math.abs(toY - y)] : [(toY - y) * step[1], Math.abs(toX - x)];
      return along > 0 && (step[0] || across === 0) ? along * 1000 + across : Infinity;
    };
    const all = this.#view.columns.flatMap(({ ids }) => ids);
    const best = all.reduce((one, other) => (distance(other) < distance(one) ? other : one), from);
    const card = this.#frame.querySelector(`.card[data-seat="${best}"]`);
    if (distance(best) === Infinity || !card) return;
    card.focus();
    card.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
}
