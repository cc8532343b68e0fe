// Odd sets against all odd subsets of small graphs.
import assert from "node:assert/strict";
import { test } from "node:test";
import { deficientSets, largestMatching } from "../../../src/page/live/cardinality.js";
import { violatedOddSets } from "../../../src/page/live/odd_sets.js";
import { random } from "./support.mjs";

function shuffled(count, next) {
  const order = Array.from({ length: count }, (_, v) => v);
  for (let at = count - 1; at > 0; at--) {
    const other = Math.floor(next() * (at + 1));
    [order[at], order[other]] = [order[other], order[at]];
  }
  return order;
}

// A mean of two or three points of the degree equations: cycles of odd length with a half on each pair, and a matching or two.
function fractional(vertices, next) {
  const x = new Map();
  const add = (u, v, share) => {
    const key = [Math.min(u, v), Math.max(u, v)].join();
    x.set(key, (x.get(key) ?? 0) + share);
  };
  const matchings = 1 + Math.floor(next() * 2);
  const share = [0.05, 0.1, 0.2, 0.4][Math.floor(next() * 4)];
  const order = shuffled(vertices, next);
  for (const cycle of [order.slice(0, 3), order.slice(3, 6)]) cycle.forEach((u, at) => add(u, cycle[(at + 1) % 3], (1 - matchings * share) / 2));
  for (let at = 6; at < vertices; at += 2) add(order[at], order[at + 1], 1 - matchings * share);
  for (let count = 0; count < matchings; count++) {
    const other = shuffled(vertices, next);
    for (let at = 0; at < vertices; at += 2) add(other[at], other[at + 1], share);
  }
  return [...x].map(([key, value]) => [...key.split(",").map(Number), value]);
}

const cut = (support, isInside) => support.reduce((sum, [u, v, x]) => (isInside(u) === isInside(v) ? sum : sum + x), 0);

function* subsets(vertices, sizes) {
  for (let bits = 0; bits < 1 << vertices; bits++) {
    const set = Array.from({ length: vertices }, (_, v) => v).filter((v) => (bits >> v) & 1);
    if (sizes(set.length)) yield set;
  }
}

function isConnected(vertices, support) {
  const reached = new Set([0]);
  for (const from of reached) for (const [u, v] of support) if (u === from || v === from) reached.add(u).add(v);
  return reached.size === vertices;
}

test("a point violates an odd set if and only if one is found, and a smallest odd cut is among them", () => {
  const next = random(1982);
  let connected = 0;
  let fine = 0;
  for (let count = 0; count < 600; count++) {
    const vertices = 6 + 2 * Math.floor(next() * 3);
    const support = fractional(vertices, next);
    const least = Math.min(...[...subsets(vertices, (size) => size % 2 === 1)].map((set) => cut(support, (v) => set.includes(v))));
    const found = violatedOddSets(vertices, support);
    const cuts = found.map((set) => cut(support, (v) => set.includes(v)));
    assert.ok(found.every((set) => set.length % 2 === 1) && cuts.every((value) => value < 1));
    if (least < 1 - 1e-4) assert.ok(Math.abs(Math.min(...cuts) - least) < 1e-9, `point ${count}: ${Math.min(...cuts)}, and not ${least}`);
    else assert.deepEqual(found, []);
    if (least >= 1 - 1e-4) fine++;
    else if (isConnected(vertices, support)) connected++;
  }
  assert.ok(connected > 100 && fine > 50, `${connected} connected points with a violated set, ${fine} without one`);
});

test("deficient sets are those of the vertices that some largest matching leaves free", () => {
  const next = random(1964);
  let withSets = 0;
  for (let count = 0; count < 1500; count++) {
    const vertices = 4 + 2 * Math.floor(next() * 4);
    const neighbours = Array.from({ length: vertices }, () => []);
    const share = 0.15 + next() * 0.3;
    for (let u = 0; u < vertices; u++) for (let v = u + 1; v < vertices; v++) if (next() < share) neighbours[u].push(v) && neighbours[v].push(u);
    const largest = (lists) => largestMatching(lists, Array(vertices).fill(-1));
    const free = (lists) => largest(lists).filter((other) => other < 0).length;
    const without = (gone) => neighbours.map((list, v) => (v === gone ? [] : list.filter((u) => u !== gone)));
    const isMissed = neighbours.map((_, v) => free(without(v)) === free(neighbours) && free(neighbours) > 0);
    const expected = neighbours.flatMap((list, v) => (isMissed[v] && list.some((u) => isMissed[u]) ? [v] : []));
    const sets = deficientSets(neighbours, largest(neighbours));
    assert.deepEqual(sets.flat().sort((a, b) => a - b), expected, `graph ${count}`);
    assert.ok(sets.every((set) => set.length % 2 === 1 && set.every((u) => neighbours[u].every((v) => !isMissed[v] || set.includes(v)))));
    if (sets.length > 0) withSets++;
  }
  assert.ok(withSets > 100, `${withSets} graphs with such sets`);
});
