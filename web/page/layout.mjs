// Where cards and lines are drawn, for cards of any size.

/** The sizes of cards, from all that is known of a player to the number alone. */
export const SIZES = {
  all: { width: 140, height: 64, gap: 15, passage: 44, lane: 8, first: 15 },
  names: { width: 86, height: 34, gap: 12, passage: 20, lane: 6, first: 10 },
  stacked: { width: 50, height: 40, gap: 6, passage: 10, lane: 4, first: 7 },
  numbers: { width: 58, height: 30, gap: 8, passage: 22, lane: 5, first: 9 },
};
/** A size in which so many letters of a name have room beside the rest, and the colours of so many rounds, up to a width at which a name is cut. */
export function sizeFor(name, letters, rounds = 0) {
  const size = SIZES[name];
  const wanted = { all: Math.max(84 + 7.6 * letters, 90 + 10 * rounds), names: 44 + 7.2 * letters, stacked: 8 + 6.3 * letters }[name] ?? 0;
  return { ...size, width: Math.max(size.width, Math.min(Math.ceil(wanted), 280)) };
}

/** Above the first row, for what passes over all cards, and left of the first column, for what passes beside it. */
const TOP = 26;
const LEFT = 16;
const CORNER = 9;
/** How far the curve of two cards of a column swings out. */
const BULGE = 28;
/** How far an end of a line is from its card. */
const END = 5;

/** The lane of each line within a column: the shortest innermost. */
function lanes(places, pairs) {
  const columns = new Map();
  pairs.forEach(([one, other], number) => {
    const [a, b] = [places.get(one), places.get(other)];
    if (a.column !== b.column) return;
    const spans = columns.get(a.column) ?? [];
    spans.push({ number, from: Math.min(a.row, b.row), to: Math.max(a.row, b.row) });
    columns.set(a.column, spans);
  });
  const found = new Map();
  for (const spans of columns.values()) {
    spans.sort((a, b) => a.to - a.from - (b.to - b.from) || a.from - b.from);
    const taken = [];
    for (const span of spans) {
      const free = taken.findIndex((lane) => lane.every((used) => span.to < used.from || used.to < span.from));
      const lane = free === -1 ? taken.push([]) - 1 : free;
      taken[lane].push(span);
      found.set(span.number, lane);
    }
  }
  return found;
}

function bracket(corners, lane, size) {
  const ends = corners.map(([x, y]) => [x + size.width + END, y + size.height / 2]);
  const [x] = ends[0];
  const [top, bottom] = [ends[0][1], ends[1][1]].sort((a, b) => a - b);
  const turn = Math.min(CORNER, (bottom - top) / 2);
  const far = x - END + size.first + size.lane * lane;
  const near = far - turn;
  return { ends, middle: [far, (top + bottom) / 2], path: `M${x} ${top}H${near}A${turn} ${turn} 0 0 1 ${far} ${top + turn}V${bottom - turn}A${turn} ${turn} 0 0 1 ${near} ${bottom}H${x}` };
}

/** A curve that begins and ends level. */
const swing = ([x1, y1], [x2, y2]) => `C${(x1 + x2) / 2} ${y1} ${(x1 + x2) / 2} ${y2} ${x2} ${y2}`;

/** A curve to another column. Where columns lie between, it passes them in the gap between two rows of cards. */
function curve(corners, lefts, number, size) {
  const isFirstLeft = corners[0][0] <= corners[1][0];
  const ends = corners.map(([x, y], at) => [(at === 0) === isFirstLeft ? x + size.width + END : x - END, y + size.height / 2]);
  const [left, right] = isFirstLeft ? ends : [ends[1], ends[0]];
  const between = lefts.filter((x) => x > left[0] && x < right[0]);
  const middle = [(left[0] + right[0]) / 2, (left[1] + right[1]) / 2];
  if (between.length === 0) return { ends, middle, path: `M${left[0]} ${left[1]}${swing(left, right)}` };
  const step = size.height + size.gap;
  const row = Math.floor((Math.max(left[1], right[1]) - TOP) / step);
  const level = TOP + row * step - size.gap + 3 + (number % 4) * (size.gap / 5);
  const last = between.at(-1) + size.width + END;
  return { ends, middle: [middle[0], level], path: `M${left[0]} ${left[1]}${swing(left, [between[0] - END, level])}H${last}${swing([last, level], right)}` };
}

/** A curve from card to card, over whatever lies between: it needs no room, however many there are. */
function direct(corners, size) {
  const [[x1, y1], [x2, y2]] = corners.map(([x, y]) => [x, y + size.height / 2]).sort(([one], [other]) => one - other);
  if (x1 !== x2) return `M${x1 + size.width} ${y1}${swing([x1 + size.width, y1], [x2, y2])}`;
  return `M${x1} ${y1}C${x1 - BULGE} ${y1} ${x1 - BULGE} ${y2} ${x1} ${y2}`;
}

/** Lay out columns of cards. `pairs` are those that make room for their lines. */
export function layout(columns, pairs, size) {
  const places = new Map(columns.flatMap((ids, column) => ids.map((id, row) => [id, { column, row }])));
  const isThere = (pair) => pair.every((id) => places.has(id));
  const used = lanes(places, pairs.filter(isThere));
  const most = columns.map(() => 0);
  pairs.filter(isThere).forEach(([one], number) => {
    const { column } = places.get(one);
    if (used.has(number)) most[column] = Math.max(most[column], used.get(number) + 1);
  });
  const lefts = [];
  let left = LEFT;
  for (const lane of most) {
    lefts.push(left);
    left += size.width + size.first + size.lane * lane + size.passage;
  }
  const down = (rows) => rows * (size.height + size.gap);
  const corner = (id) => [lefts[places.get(id).column], TOP + down(places.get(id).row)];
  return {
    width: Math.max(left - size.passage + 12, size.width),
    height: TOP + down(Math.max(1, ...columns.map((ids) => ids.length))),
    lefts,
    corner,
    has: (id) => places.has(id),
    /** All of these pairs as one path. */
    direct: (drawn) => drawn.filter(isThere).map((pair) => direct(pair.map(corner), size)).join(""),
    /** The lines of these pairs; those with somebody who has no card are null. */
    lines(drawn) {
      const there = drawn.filter(isThere);
      const own = lanes(places, there);
      return drawn.map((pair) => {
        const number = there.indexOf(pair);
        if (number === -1) return null;
        const corners = pair.map(corner);
        return own.has(number) ? bracket(corners, own.get(number), size) : curve(corners, lefts, number, size);
      });
    },
  };
}
