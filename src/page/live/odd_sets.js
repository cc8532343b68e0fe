// Odd sets of vertices whose inequality a fractional matching violates.
//
// A perfect matching leaves every odd set at least once. With the degree equations that is the odd-set inequality of
// Edmonds (1965): inside a set S there are at most (|S| - 1) / 2 pairs. The separation is exact: Padberg and Rao (1982) find a
// smallest odd cut among the cuts of a Gomory-Hu tree, here in Gusfield's (1990) form.

// Below this much of a missing unit a cut counts as violated; HiGHS solves to 1e-7.
const VIOLATED = 1e-5;

/**
 * Odd sets, in increasing order, that the point over the edges `support`, a list of `[u, v, x]`, violates. Empty only if it violates
 * none.
 */
export function violatedOddSets(vertices, support) {
  const neighbours = Array.from({ length: vertices }, () => []);
  for (const [u, v, x] of support) {
    neighbours[u].push([v, x]);
    neighbours[v].push([u, x]);
  }
  const sets = [];
  for (const component of components(neighbours)) {
    if (component.length % 2 === 1) sets.push(component);
    else if (component.length > 2) oddCuts(component, neighbours, sets);
  }
  return sets;
}

/** Odd sets without repetition, each as the smaller side of its cut. */
export function smallerSides(vertices, sets) {
  const sides = sets.map((set) => (set.length * 2 > vertices ? complement(vertices, set) : set));
  return [...new Map(sides.map((side) => [side.join(), side])).values()];
}

function complement(vertices, set) {
  const inside = new Set(set);
  return Array.from({ length: vertices }, (_, v) => v).filter((v) => !inside.has(v));
}

function components(neighbours) {
  const seen = neighbours.map(() => false);
  const all = [];
  for (let start = 0; start < neighbours.length; start++) {
    if (seen[start]) continue;
    seen[start] = true;
    const component = [start];
    for (let next = 0; next < component.length; next++) {
      for (const [v] of neighbours[component[next]]) {
        if (seen[v]) continue;
        seen[v] = true;
        component.push(v);
      }
    }
    all.push(component.sort((a, b) => a - b));
  }
  return all;
}

// The odd cuts below 1 of the component's Gomory-Hu tree.
function oddCuts(component, neighbours, sets) {
  const local = new Map(component.map((v, index) => [v, index]));
  const network = new Network(component.length);
  for (const u of component) {
    for (const [v, x] of neighbours[u]) if (u < v) network.add(local.get(u), local.get(v), x);
  }
  const { parent, value } = cutTree(network);
  const isBelow = (vertex, top) => {
    let at = vertex;
    while (at !== top && at !== 0) at = parent[at];
    return at === top;
  };
  for (let top = 1; top < component.length; top++) {
    if (value[top] >= 1 - VIOLATED) continue;
    const below = component.filter((_, index) => isBelow(index, top));
    if (below.length % 2 === 1) sets.push(below);
  }
}

// A Gomory-Hu cut tree with the root 0: the parent of each vertex, and the value of the cut that parts what is below it.
function cutTree(network) {
  const vertices = network.leaving.length;
  const parent = Array(vertices).fill(0);
  const value = Array(vertices).fill(Infinity);
  for (let source = 1; source < vertices; source++) {
    const sink = parent[source];
    const cut = network.minimumCut(source, sink);
    value[source] = cut.value;
    for (let other = 0; other < vertices; other++) {
      if (other !== source && cut.side[other] && parent[other] === sink) parent[other] = source;
    }
    if (cut.side[parent[sink]]) {
      parent[source] = parent[sink];
      parent[sink] = source;
      value[source] = value[sink];
      value[sink] = cut.value;
    }
  }
  return { parent, value };
}

// An undirected flow network. Arc `a` and arc `a ^ 1` are each other's reverse.
class Network {
  constructor(vertices) {
    this.heads = [];
    this.capacity = [];
    this.leaving = Array.from({ length: vertices }, () => []);
  }

  add(u, v, capacity) {
    for (const [from, to] of [[u, v], [v, u]]) {
      this.leaving[from].push(this.heads.length);
      this.heads.push(to);
      this.capacity.push(capacity);
    }
  }

  // A minimum cut between two vertices: its value and the source's side (Edmonds and Karp 1972).
  minimumCut(source, sink) {
    const residual = Float64Array.from(this.capacity);
    for (let value = 0; ; ) {
      const { side, reachedBy } = this.search(residual, source, sink);
      if (!side[sink]) return { value, side };
      let pushed = Infinity;
      for (let at = sink; at !== source; at = this.heads[reachedBy[at] ^ 1]) pushed = Math.min(pushed, residual[reachedBy[at]]);
      for (let at = sink; at !== source; at = this.heads[reachedBy[at] ^ 1]) {
        residual[reachedBy[at]] -= pushed;
        residual[reachedBy[at] ^ 1] += pushed;
      }
      value += pushed;
    }
  }

  search(residual, source, sink) {
    const side = new Uint8Array(this.leaving.length);
    const reachedBy = new Int32Array(this.leaving.length).fill(-1);
    const queue = [source];
    side[source] = 1;
    for (let next = 0; next < queue.length && !side[sink]; next++) {
      for (const arc of this.leaving[queue[next]]) {
        const head = this.heads[arc];
        if (residual[arc] <= 1e-9 || side[head]) continue;
        side[head] = 1;
        reachedBy[head] = arc;
        queue.push(head);
      }
    }
    return { side, reachedBy };
  }
}
