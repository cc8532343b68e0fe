// How an odd set of players is drawn: around the cards of its members, and around no other card.
//
// Cards that follow each other in a column share a frame. The frames of a set are joined by lines that pass beside the columns and
// above the rows, and so touch no card.

/** So many sets around a set have frames of their own. The lines of so many sets are beside each other, and not one on the other. */
const LEVELS = 4;
const APART = 3;
/** The radius of a frame's corners. A card's own corner is within it if the frame is a third of that away. */
const CORNER = 6;
/** How far the lines of the first set are beyond the farthest frame, and how far below the upper edge of a card they begin. */
const BESIDE = 4;
const BELOW = 12;

/** Whether the set `inner` is within `outer`, and smaller. */
const isWithin = (inner, outer) => inner.size < outer.size && [...inner].every((id) => outer.has(id));

/** Cards that follow each other in a column: the left edge, the first and the last upper edge of each run. */
function runsOf(corners, size) {
  const runs = [];
  for (const [x, y] of corners.sort(([x1, y1], [x2, y2]) => x1 - x2 || y1 - y2)) {
    const last = runs.at(-1);
    if (last && last.x === x && last.bottom + size.height + size.gap === y) last.bottom = y;
    else runs.push({ x, top: y, bottom: y });
  }
  return runs;
}

/** Lines from each frame to the left, beside its column, and above all columns if there are several. */
function joining(runs, far, beside, above) {
  if (runs.length < 2) return [];
  const columns = [...new Set(runs.map(({ x }) => x))];
  const lines = [];
  for (const column of columns) {
    const levels = runs.filter(({ x }) => x === column).map(({ top }) => top + BELOW);
    for (const y of levels) lines.push([column - beside, y, column - far, y]);
    lines.push([column - beside, columns.length > 1 ? above : levels[0], column - beside, levels.at(-1)]);
  }
  if (columns.length > 1) lines.push([columns[0] - beside, above, columns.at(-1) - beside, above]);
  return lines;
}

/** The outlines of sets of ids. An id without a card is passed over. `frames` are left, top, width and height; `lines` are from and to. */
export function outlines(sets, placed, size) {
  // Frames of neighbours do not overlap.
  const most = size.gap / 2;
  const all = sets.map((ids) => new Set(ids));
  return all.map((ids, number) => {
    const far = Math.max(1, most - all.filter((other) => isWithin(ids, other)).length * (most / LEVELS));
    const apart = APART * (number % LEVELS);
    const runs = runsOf([...ids].filter(placed.has).map(placed.corner), size);
    return {
      frames: runs.map(({ x, top, bottom }) => [x - far, top - far, size.width + 2 * far, bottom - top + size.height + 2 * far]),
      corner: Math.min(CORNER, 3 * far),
      lines: joining(runs, far, most + BESIDE + apart, 2 + apart),
    };
  });
}

/** Frames as a path in SVG, to be filled. */
export const framed = ({ frames, corner: r }) => frames.map(([x, y, width, height]) => `M${x + r} ${y}h${width - 2 * r}a${r} ${r} 0 0 1 ${r} ${r}v${height - 2 * r}a${r} ${r} 0 0 1 ${-r} ${r}h${2 * r - width}a${r} ${r} 0 0 1 ${-r} ${-r}v${2 * r - height}a${r} ${r} 0 0 1 ${r} ${-r}z`).join("");
/** Lines as a path in SVG. */
export const joined = ({ lines }) => lines.map(([x1, y1, x2, y2]) => `M${x1} ${y1}L${x2} ${y2}`).join("");
