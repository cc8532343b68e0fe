// A round as a figure of its own, for the sheet and for a file: SVG with black on white, and nothing that a page would have to add.
import { columnsOf, isSolid, lettersOf } from "./drawing.mjs";
import { h } from "./dom.mjs";
import { layout, sizeFor } from "./layout.mjs";
import { framed, joined, outlines } from "./outline.mjs";

const HEAD = 28;
/** More players have their numbers alone. */
const MOST_NAMED = 60;
const LINES = { board: ["#0072b2", null], float: ["#b34e00", "7 3.5"], bye: ["#565d66", "2 4"], ghost: ["#565d66", "2 6"], half: ["#a8326e", "2 3"], wrong: ["#a8326e", null] };
const MARKS = { absolute: "‼", strong: "!", mild: "·" };

/** The figure of these lines, which are as those of the drawing, over the players of a check-list. `badges` stand where the wish does. */
export function figure({ list, players, lines, badges, sets }) {
  const columns = columnsOf(list.players);
  const size = sizeFor(players.size > MOST_NAMED ? "numbers" : "names", lettersOf(players));
  const ids = columns.map((column) => column.ids);
  const placed = layout(ids, lines.filter(isSolid).map(({ pair }) => pair), size);
  const at = new Map(ids.flatMap((column, number) => column.map((id) => [id, number])));
  const text = (x, y, said, more = {}) => h("text", { x, y, ...more }, said);
  const piece = (cx, cy, isWhite) => h("circle", { cx, cy, r: 4.5, fill: isWhite ? "#fff" : "#000", stroke: "#333", "stroke-width": 1.5 });
  const drawn = placed.lines(lines.map(({ pair }) => pair)).map((line, number) => {
    if (!line) return null;
    const { pair, kind } = lines[number];
    const isBye = pair.includes(0);
    const [stroke, dashes] = LINES[kind !== "board" ? kind : isBye ? "bye" : at.get(pair[0]) === at.get(pair[1]) ? "board" : "float"] ?? LINES.wrong;
    return [h("path", { d: line.path, fill: "none", stroke, "stroke-width": 1.75, "stroke-dasharray": dashes }), kind === "half" && text(line.middle[0] - 5, line.middle[1] + 5, "½", { "font-weight": 700 }), isSolid(lines[number]) && kind !== "half" && !isBye && line.ends.map(([x, y], side) => piece(x, y, side === 0))];
  });
  const card = (id) => {
    const [x, y] = placed.corner(id);
    const [right, base] = [x + size.width, y + size.height / 2 + 4];
    const { name, due, strength } = players.get(id) ?? {};
    const badge = badges?.get(id)?.text;
    return [h("rect", { x, y, width: size.width, height: size.height, rx: 6, fill: "#fff", stroke: "#999" }),
      text(x + 6, base, id === 0 ? "Bye" : players.size > MOST_NAMED ? id : `${id} ${name}`),
      badge ? text(right - 4, base, badge, { "text-anchor": "end", "font-weight": 700 }) : due && strength && [text(right - 20, base, MARKS[strength] ?? "", { "text-anchor": "end", "font-weight": 700 }), piece(right - 12, base - 4, due === "white")]];
  };
  return h("svg", { xmlns: "http://www.w3.org/2000/svg", viewBox: `0 ${-HEAD} ${placed.width} ${placed.height + HEAD}`, width: placed.width, height: placed.height + HEAD, "font-family": "sans-serif", "font-size": 12, "aria-hidden": "true", class: "figure", key: "figure" },
    columns.map(({ title, unit }, number) => text(placed.lefts[number], -8, unit ? `${title} ${unit}` : title, { "font-weight": 700 })),
    outlines(sets ?? [], placed, size).map((outline) => [framed(outline), joined(outline)].map((d, part) => h("path", { d, fill: part === 0 ? "#00795a22" : "none", stroke: "#00795a" }))),
    drawn, ids.flat().map(card));
}

/** An element as the text of a file. */
export function svgText(element) {
  const copy = element.cloneNode(true);
  copy.removeAttribute("class");
  return `${new XMLSerializer().serializeToString(copy)}\n`;
}
