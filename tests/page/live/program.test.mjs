// The matchings of small graphs against all matchings: the least by two costs, and the first of equal ones.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Program, chooseFirst } from "../../../src/page/live/program.js";
import { loadSolver, random } from "./support.mjs";

const highs = await loadSolver();

// All perfect matchings in the order in which vertex 0 has the lowest partner, then the next vertex.
function* matchings(vertices, edges, mate = Array(vertices).fill(-1)) {
  const first = mate.indexOf(-1);
  if (first < 0) yield [...mate];
  for (const [u, v] of first < 0 ? [] : edges) {
    if (u !== first || mate[v] >= 0) continue;
    [mate[u], mate[v]] = [v, u];
    yield* matchings(vertices, edges, mate);
    mate[u] = mate[v] = -1;
  }
}

test("2,000 graphs of up to 10 vertices, many of them triangles joined by few edges", () => {
  const next = random(1965);
  let withSets = 0;
  let infeasible = 0;
  for (let count = 0; count < 2000; count++) {
    const vertices = 6 + 2 * Math.floor(next() * 3);
    const edges = [];
    const costs = [[], []];
    for (let u = 0; u < vertices; u++) {
      for (let v = u + 1; v < vertices; v++) {
        const isNear = Math.floor(u / 3) === Math.floor(v / 3);
        if (next() > (isNear ? 0.95 : 0.5)) continue;
        edges.push([u, v]);
        costs[0].push((isNear ? 0 : 4) + Math.floor(next() * 3));
        costs[1].push(Math.floor(next() * 3));
      }
    }
    const total = (mate, tier) => edges.reduce((sum, [u, v], edge) => sum + (mate[u] === v ? costs[tier][edge] : 0), 0);
    const all = [...matchings(vertices, edges)].map((mate) => ({ mate, value: [total(mate, 0), total(mate, 1)] }));
    const program = new Program(highs, vertices, edges);
    assert.equal(program.isFeasible(), all.length > 0);
    if (all.length > 0) {
      const best = all.reduce((best, one) => (one.value[0] - best.value[0] || one.value[1] - best.value[1]) < 0 ? one : best);
      const found = costs.map((tier) => program.minimise(Float64Array.from(tier)));
      if (program.sets.length > 0) withSets++;
      assert.ok(chooseFirst(program) && found.every(({ proved }) => proved), `graph ${count} is not proved`);
      assert.deepEqual({ mate: program.mate, value: found.map(({ value }) => value) }, best);
    } else infeasible++;
    program.dispose();
  }
  assert.ok(withSets > 50 && infeasible > 0, `${withSets} with full odd sets, ${infeasible} without a matching`);
});
