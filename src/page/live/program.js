// The pair program of a round in HiGHS: one column a pair, one row a player, and rows for odd sets as they are needed.
// HiGHS proposes in floating point. What is optimal, and what every optimum has, is then decided in whole numbers (`certify`).
import { deficientSets, largestMatching } from "./cardinality.js";
import { smallerSides, violatedOddSets } from "./odd_sets.js";

// HiGHS solves to 1e-7, and costs are whole numbers.
const ZERO = 1e-6;
// How many pairs of each player are columns from the start.
const PROMISING = 8;
// The status of HiGHS.
const OPTIMAL = 7;
// Costs are whole numbers up to this, so that sums of them are exact.
const MOST_COST = 2 ** 40;

/** The matchings of a graph that are optimal by all costs minimised so far. */
export class Program {
  /** `edges` is a list of `[u, v]` with u < v, over `vertices` vertices, an even number. */
  constructor(highs, vertices, edges) {
    this.vertices = vertices;
    this.edges = edges;
    // The pairs that an optimum may have, and those of each vertex.
    this.left = edges.map((_, edge) => edge);
    this.at = Array.from({ length: vertices }, () => []);
    edges.forEach(([u, v], edge) => {
      this.at[u].push(edge);
      this.at[v].push(edge);
    });
    this.isGone = new Uint8Array(edges.length);
    this.sets = [];
    this.setsOf = Array.from({ length: vertices }, () => []);
    // Some matching of what is left. So the linear programs always have a solution, with whatever columns.
    this.mate = largestMatching(neighboursOf(this), Array(vertices).fill(-1));
    this.columnOf = new Int32Array(edges.length).fill(-1);
    this.columns = [];
    this.highs = highs;
    this.model = highs.createModel(emptyRows(vertices));
    this.model.options.set({ output_flag: false, presolve: "off", solver: "simplex" });
    this.solves = 0;
  }

  /** Whether there is a matching at all: decided without HiGHS. */
  isFeasible() {
    return isMatching(this.mate);
  }

  dispose() {
    this.model.dispose();
  }

  /**
   * Keep the matchings of the least cost alone, where there are any. Returns their cost, and whether that is proved in whole numbers.
   */
  minimise(costs) {
    if (costs.some((cost) => Math.abs(cost) > MOST_COST)) throw new RangeError("a weight is too large for this page");
    this.addColumns(this.promising(costs), costs);
    const active = Float64Array.from(this.columns, (edge) => costs[edge]);
    this.model.changeColsCost({ kind: "range", from: 0, to: active.length - 1 }, active);
    const duals = this.solve(costs);
    const { value, gap, reduced, sets } = certify(this, costs, duals);
    if (!(gap < 1)) return { value, proved: false };
    return { value, proved: this.keepFace(gap, reduced, sets) };
  }

  // The pairs to begin with: those of some matching, and the cheapest of each vertex, the nearest of equal ones.
  promising(costs) {
    const wanted = new Set(this.left.filter((edge) => this.mate[this.edges[edge][0]] === this.edges[edge][1]));
    this.at.forEach((edges, vertex) => {
      const apart = (edge) => Math.abs(this.edges[edge][0] + this.edges[edge][1] - 2 * vertex);
      const sorted = [...edges].sort((one, two) => costs[one] - costs[two] || apart(one) - apart(two));
      for (const edge of sorted.slice(0, PROMISING)) wanted.add(edge);
    });
    return [...wanted];
  }

  // Solve, and add the pairs and odd-set rows that are missing, until a matching is optimal. Returns the dual values of the rows.
  solve(costs) {
    for (;;) {
      this.model.run();
      this.solves++;
      const status = this.model.getModelStatus();
      if (status !== OPTIMAL) throw new Error(`HiGHS ends with status ${status}`);
      const { colValue, rowDual } = this.model.getSolution();
      const reduced = reducedCosts(this, costs, rowDual, rowDual.subarray(this.vertices));
      const missing = this.left.filter((edge) => reduced[edge] < -ZERO && this.columnOf[edge] < 0);
      missing.sort((one, two) => reduced[one] - reduced[two]);
      if (this.addColumns(missing.slice(0, 4 * this.vertices), costs)) continue;
      const support = [];
      this.columns.forEach((edge, column) => {
        if (colValue[column] > ZERO) support.push([...this.edges[edge], colValue[column]]);
      });
      const tight = this.tightMatching(support, reduced, rowDual);
      const mate = tight.mate;
      const sets = mate ? [] : this.missingSets(tight.sets, support);
      for (const set of sets) this.addOddSet(set);
      if (sets.length > 0) {
        // More room for the next point at the same cost.
        const more = this.left.filter((edge) => Math.abs(reduced[edge]) <= ZERO && this.columnOf[edge] < 0);
        this.addColumns(more.slice(0, 4 * this.vertices), costs);
        continue;
      }
      this.mate = mate ?? this.wholeMatching(support);
      return rowDual;
    }
  }

  // A matching of pairs without reduced cost that fills the odd sets with a dual value: it is optimal, whatever point HiGHS ends with.
  // Without one, the odd sets for which these pairs have no matching at all, if that is why.
  tightMatching(support, reduced, rowDual) {
    const neighbours = this.at.map(() => []);
    for (const edge of this.left) {
      if (Math.abs(reduced[edge]) > ZERO) continue;
      const [u, v] = this.edges[edge];
      neighbours[u].push(v);
      neighbours[v].push(u);
    }
    const mate = largestMatching(neighbours, this.whole(support));
    if (!isMatching(mate)) return { mate: null, sets: deficientSets(neighbours, mate) };
    const isFilled = (set, index) => {
      const isToFill = set.full || Math.abs(rowDual[this.vertices + index]) > ZERO;
      return !isToFill || pairsInside(set, mate) === set.most;
    };
    return { mate: this.sets.every(isFilled) ? mate : null, sets: [] };
  }

  // The pairs that the point has whole.
  whole(support) {
    const mate = Array(this.vertices).fill(-1);
    for (const [u, v, x] of support) if (x > 1 - ZERO) [mate[u], mate[v]] = [v, u];
    return mate;
  }

  wholeMatching(support) {
    const mate = this.whole(support);
    if (!isMatching(mate)) throw new Error("the linear program ends between two pairings");
    return mate;
  }

  // Returns whether some of these pairs were no columns before.
  addColumns(edges, costs) {
    const added = edges.filter((edge) => this.columnOf[edge] < 0);
    if (added.length === 0) return false;
    const starts = [0];
    const indices = [];
    for (const edge of added) {
      const [u, v] = this.edges[edge];
      const sets = this.setsOf[u].filter((set) => this.sets[set].inside[v]);
      indices.push(u, v, ...sets.map((set) => this.vertices + set));
      starts.push(indices.length);
      this.columnOf[edge] = this.columns.length;
      this.columns.push(edge);
    }
    const matrix = {
      format: "csc",
      numRows: this.vertices + this.sets.length,
      numCols: added.length,
      starts: Int32Array.from(starts),
      indices: Int32Array.from(indices),
      values: new Float64Array(indices.length).fill(1),
    };
    // The rows keep the columns at 1. A bound of 1 would have a dual value of its own.
    const upper = new Float64Array(added.length).fill(this.highs.infinity);
    const cost = Float64Array.from(added, (edge) => costs[edge]);
    this.model.addCols({ cost, lower: new Float64Array(added.length), upper, matrix });
    return true;
  }

  // Odd sets to be added: those that keep tight pairs from making a matching, all at once. They move the dual values as a step of a
  // matching algorithm does, and so few linear programs are needed. Where they all have a row, what the point violates.
  missingSets(deficient, support) {
    const known = new Set(this.sets.map((set) => set.key));
    const withoutRow = (sets) => smallerSides(this.vertices, sets).filter((set) => !known.has(set.join()));
    const sets = withoutRow(deficient);
    return sets.length > 0 ? sets : withoutRow(violatedOddSets(this.vertices, support));
  }

  addOddSet(members) {
    const inside = new Uint8Array(this.vertices);
    for (const v of members) inside[v] = 1;
    const indices = [];
    this.columns.forEach((edge, column) => {
      const [u, v] = this.edges[edge];
      if (inside[u] && inside[v]) indices.push(column);
    });
    const most = (members.length - 1) / 2;
    this.model.addRow(-this.highs.infinity, most, { indices, values: indices.map(() => 1) });
    for (const v of members) this.setsOf[v].push(this.sets.length);
    this.sets.push({ key: members.join(), inside, most, full: false });
  }

  // Leave out the pairs that no optimum has, and fill the sets that every optimum fills. Returns whether what is left are the optima
  // and nothing else: a matching of what is left costs less than one unit more than the least, so nothing more.
  keepFace(gap, reduced, duals) {
    let largest = 0;
    const gone = [];
    for (const edge of this.left) {
      if (reduced[edge] > gap) gone.push(edge);
      else largest = Math.max(largest, reduced[edge]);
    }
    this.drop(gone);
    let loose = gap + (this.vertices / 2) * largest;
    this.sets.forEach((set, index) => {
      if (set.full) return;
      if (-duals[index] > gap) {
        set.full = true;
        this.model.changeRowBounds(this.vertices + index, set.most, set.most);
      } else loose -= duals[index] * set.most;
    });
    this.forgetLooseSets();
    return loose < 1;
  }

  drop(edges) {
    if (edges.length === 0) return;
    for (const edge of edges) this.isGone[edge] = 1;
    const isLeft = (edge) => !this.isGone[edge];
    this.left = this.left.filter(isLeft);
    this.at = this.at.map((list) => list.filter(isLeft));
    const indices = edges.map((edge) => this.columnOf[edge]).filter((column) => column >= 0).sort((a, b) => a - b);
    const zeros = indices.map(() => 0);
    if (indices.length > 0) this.model.changeColsBounds({ kind: "set", indices }, zeros, zeros);
  }

  /** Keep the matchings alone in which these two are a pair. There must be one. */
  fix(one, other) {
    const isPair = (edge) => this.edges[edge].includes(one) && this.edges[edge].includes(other);
    this.drop([...this.at[one], ...this.at[other]].filter((edge) => !isPair(edge)));
  }

  /** The vertices that a vertex may still be matched with, in increasing order. */
  partners(vertex) {
    return this.at[vertex].map((edge) => this.edges[edge][0] + this.edges[edge][1] - vertex).sort((a, b) => a - b);
  }

  /** Whether every set that is to be full is full in this matching of pairs that are left. */
  fills(mate) {
    return this.sets.every((set) => !set.full || pairsInside(set, mate) === set.most);
  }

  // Sets that need not be full say nothing about the optima that are left.
  forgetLooseSets() {
    const loose = this.sets.flatMap((set, index) => (set.full ? [] : [this.vertices + index]));
    if (loose.length === 0) return;
    this.model.deleteRows({ kind: "set", indices: loose });
    this.sets = this.sets.filter((set) => set.full);
    this.setsOf = this.at.map((_, v) => this.sets.flatMap((set, index) => (set.inside[v] ? [index] : [])));
  }
}

/**
 * The matching among those left in which vertex 0 has the lowest partner that any of them gives it, then vertex 1, and so on.
 * Returns whether every choice is proved in whole numbers.
 */
export function chooseFirst(program) {
  let proved = true;
  const isDone = Array(program.vertices).fill(false);
  for (let vertex = 0; vertex < program.vertices; vertex++) {
    if (isDone[vertex]) continue;
    const partners = program.partners(vertex);
    if (!chooseByPath(program, vertex, partners)) {
      const costs = new Float64Array(program.edges.length);
      for (const edge of program.at[vertex]) {
        const [u, v] = program.edges[edge];
        costs[edge] = partners.indexOf(u + v - vertex);
      }
      const found = program.minimise(costs);
      proved &&= found.proved;
    }
    const partner = program.mate[vertex];
    program.fix(vertex, partner);
    isDone[vertex] = isDone[partner] = true;
  }
  return proved;
}

// Find the lowest partner of `vertex` without HiGHS: for each in order, an alternating path says whether the others can still be matched.
// Returns whether that decides. It does not if the path's matching leaves a set that is to be full.
function chooseByPath(program, vertex, partners) {
  for (const partner of partners) {
    if (partner === program.mate[vertex]) return true;
    const others = neighboursOf(program).map((list) => list.filter((v) => v !== vertex && v !== partner));
    others[vertex] = [partner];
    others[partner] = [vertex];
    const mate = [...program.mate];
    mate[mate[vertex]] = mate[mate[partner]] = -1;
    [mate[vertex], mate[partner]] = [partner, vertex];
    const grown = largestMatching(others, mate);
    if (!isMatching(grown)) continue;
    if (!program.fills(grown)) return false;
    program.mate = grown;
    return true;
  }
  return true;
}

// A bound on the cost of every matching from the dual values, which are rounded to a grid on which all sums are exact, and made
// feasible. With the cost of the matching found it gives the gap, of which less than one unit proves the optimum.
function certify(program, costs, rowDual) {
  const { vertices, edges, sets, left, mate } = program;
  let most = 1;
  for (let row = 0; row < rowDual.length; row++) most = Math.max(most, Math.abs(rowDual[row]));
  for (let edge = 0; edge < costs.length; edge++) most = Math.max(most, Math.abs(costs[edge]));
  const grid = 2 ** Math.min(30, 50 - Math.ceil(Math.log2(most * (vertices + sets.length + 1) * vertices)));
  const round = (value) => Math.round(value * grid) / grid;
  const y = Array.from({ length: vertices }, (_, v) => round(rowDual[v]));
  const duals = sets.map((set, index) => {
    const dual = round(rowDual[vertices + index]);
    return set.full ? dual : Math.min(0, dual);
  });
  const reduced = reducedCosts(program, costs, y, duals);
  let least = 0;
  for (const edge of left) least = Math.min(least, reduced[edge]);
  const lift = Math.ceil((-least / 2) * grid) / grid;
  let bound = -lift * vertices;
  for (const dual of y) bound += dual;
  sets.forEach((set, index) => (bound += duals[index] * set.most));
  let value = 0;
  for (const edge of left) {
    reduced[edge] += 2 * lift;
    if (mate[edges[edge][0]] === edges[edge][1]) value += costs[edge];
  }
  return { value, gap: value - bound, reduced, sets: duals };
}

// What each pair costs beyond the dual values of its two vertices and of the odd sets that have both.
function reducedCosts({ edges, left, sets, setsOf }, costs, y, duals) {
  const reduced = new Float64Array(edges.length);
  const valued = setsOf.map((list) => list.filter((set) => duals[set] !== 0).map((set) => [sets[set].inside, duals[set]]));
  for (const edge of left) {
    const [u, v] = edges[edge];
    let cost = costs[edge] - y[u] - y[v];
    for (const [inside, dual] of valued[u]) if (inside[v]) cost -= dual;
    reduced[edge] = cost;
  }
  return reduced;
}

// The vertices that each may still be matched with.
function neighboursOf({ at, edges }) {
  return at.map((list, v) => list.map((edge) => edges[edge][0] + edges[edge][1] - v));
}

function pairsInside(set, mate) {
  let inside = 0;
  mate.forEach((other, v) => (inside += set.inside[v] && set.inside[other] ? 1 : 0));
  return inside / 2;
}

function isMatching(mate) {
  return mate.every((other, v) => other >= 0 && mate[other] === v);
}

// The rows of the vertices, each to be in one pair, before there are columns.
function emptyRows(vertices) {
  const none = new Float64Array(0);
  return {
    numCols: 0,
    numRows: vertices,
    colCost: none,
    colLower: none,
    colUpper: none,
    rowLower: new Float64Array(vertices).fill(1),
    rowUpper: new Float64Array(vertices).fill(1),
    matrix: {
      format: "csc",
      numRows: vertices,
      numCols: 0,
      starts: Int32Array.from([0]),
      indices: new Int32Array(0),
      values: none,
    },
  };
}
