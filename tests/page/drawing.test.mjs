// Where the cards and lines of a round are drawn, and the outlines of its odd sets: for cards of every size.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { SIZES, layout } from "../../web/page/layout.mjs";
import { framed, joined, outlines } from "../../web/page/outline.mjs";

/** Whether two rectangles of left, top, width and height have a point in common. */
const meet = ([x, y, width, height], [a, b, wide, tall]) => x <= a + wide && a <= x + width && y <= b + tall && b <= y + height;
const holds = ([x, y, width, height], [a, b, wide, tall]) => x < a && y < b && a + wide < x + width && b + tall < y + height;
const asRectangle = ([x1, y1, x2, y2]) => [Math.min(x1, x2), Math.min(y1, y2), Math.abs(x1 - x2), Math.abs(y1 - y2)];

/** Hold an outline to its members: each is within one frame, nobody else's card touches one, and lines touch no card. */
function exact({ frames, lines }, members, cards) {
  for (const [id, card] of cards) {
    const said = `${id} of ${members}`;
    const within = frames.filter((frame) => holds(frame, card)).length;
    assert.equal(within, members.includes(id) ? 1 : 0, said);
    assert.equal(frames.filter((frame) => meet(frame, card)).length, within, said);
    for (const line of lines) {
      assert.ok(line[0] === line[2] || line[1] === line[3]);
      assert.ok(!meet(asRectangle(line), card), `a line of ${members} touches ${id}`);
    }
  }
}

/** In how many parts frames are, if a line joins the frames and lines that it touches. */
function parts({ frames, lines }) {
  let rest = [...frames, ...lines.map(asRectangle)];
  let count = 0;
  while (rest.length > 0) {
    count += 1;
    const reached = [rest.pop()];
    while (reached.length > 0) {
      const one = reached.pop();
      reached.push(...rest.filter((other) => meet(one, other)));
      rest = rest.filter((other) => !meet(one, other));
    }
  }
  return count;
}

for (const [name, size] of Object.entries(SIZES)) {
  const placedCards = (placed, ids) => ids.map((id) => [id, [...placed.corner(id), size.width, size.height]]);

  describe(`cards with ${name}`, () => {
    it("brackets that overlap are in lanes of their own, and cards do not overlap", () => {
      const pairs = [[1, 3], [2, 4], [5, 6]];
      const placed = layout([[1, 2, 3, 4, 5], [6, 0]], pairs, size);
      const [one, other, { ends }] = placed.lines(pairs);
      const far = ({ path }) => path.split(/[HA]/)[1];
      assert.notEqual(far(one), far(other));
      const cards = placedCards(placed, [1, 2, 3, 4, 5, 6, 0]);
      for (const [id, card] of cards) {
        assert.ok(card[0] + size.width <= placed.width && card[1] + size.height <= placed.height, `${id}`);
        for (const [another, its] of cards) assert.ok(id === another || !meet(card, its), `${id} and ${another}`);
      }
      // A float begins at the right of the higher player, and ends at the left of the lower one.
      assert.ok(ends[0][0] > placed.corner(5)[0] + size.width && ends[1][0] < placed.corner(6)[0]);
    });

    it("a line passes other columns between their cards", () => {
      const pairs = [[1, 8], [2, 6], [3, 7], [4, 5]];
      const placed = layout([[1, 2], [3, 4, 5], [6, 7, 8]], pairs, size);
      const lines = placed.lines(pairs);
      for (const { path } of lines.slice(0, 2)) {
        const level = Number(path.split("H")[0].split(" ").at(-1));
        assert.ok(path.includes("H"));
        for (const [id, [, y]] of placedCards(placed, [3, 4, 5])) assert.ok(level < y || level > y + size.height, `${path} and ${id}`);
      }
      assert.ok(!lines[2].path.includes("H"));
    });

    it("every set of a round is enclosed exactly, and in one part", () => {
      const columns = [[1, 2, 3], [4, 5, 6, 7], [8], [9, 0]];
      const placed = layout(columns, [[1, 8], [2, 4], [3, 5], [6, 7], [9, 0]], size);
      const ids = columns.flat();
      const cards = placedCards(placed, ids);
      for (let bits = 1; bits < 1 << ids.length; bits += 1) {
        const members = ids.filter((id) => (bits >> id) & 1);
        // Beside other sets its lines have another place.
        for (const [at, outline] of outlines([members, [1], [4], members], placed, size).entries()) {
          if (at === 1 || at === 2) continue;
          exact(outline, members, cards);
          assert.equal(parts(outline), 1, `${members}`);
        }
      }
    });

    it("sets within sets have frames within frames, which cut no corner of a card", () => {
      const columns = [[1, 2, 3], [4, 5, 6, 7, 8, 9]];
      const placed = layout(columns, [[1, 2], [3, 4]], size);
      const sets = [3, 5, 7, 9].map((count) => columns.flat().slice(0, count));
      const drawn = outlines(sets, placed, size);
      drawn.forEach((outline, at) => {
        exact(outline, sets[at], placedCards(placed, columns.flat()));
        const far = placed.corner(1)[0] - outline.frames[0][0];
        // The corner of the card is at most the radius away from the centre of the frame's own.
        assert.ok(Math.hypot(outline.corner - far, outline.corner - far) <= outline.corner || far >= outline.corner, `${sets[at]}`);
        if (at > 0) assert.ok(holds(outline.frames[0], drawn[at - 1].frames[0]), `${sets[at]}`);
      });
    });

    it("a set without cards has nothing, and an empty round has a size", () => {
      for (const outline of outlines([[7], []], layout([[1, 2]], [[1, 2]], size), size)) assert.equal(framed(outline) + joined(outline), "");
      const empty = layout([], [], size);
      assert.ok(empty.width > 0 && empty.height > 0);
      assert.deepEqual(empty.lines([[1, 2]]), [null]);
      assert.equal(empty.direct([[1, 2]]), "");
    });
  });
}
