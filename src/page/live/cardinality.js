// A largest matching of a graph: augmenting paths with blossoms contracted (Edmonds 1965).

/** Grow `mate`, a matching (-1 for nobody), to a largest one of the graph in which each vertex has these neighbours. */
export function largestMatching(neighbours, mate) {
  const grown = [...mate];
  for (let root = 0; root < neighbours.length; root++) {
    if (grown[root] >= 0) continue;
    const { end, parent } = search(neighbours, grown, root);
    for (let v = end; v >= 0; ) {
      const before = parent[v];
      const next = grown[before];
      [grown[v], grown[before]] = [before, v];
      v = next;
    }
  }
  return grown;
}

/**
 * The odd sets that keep a largest matching of this graph from being perfect: the connected parts, of three vertices or more, of what
 * alternating paths of even length reach from the free vertices (Gallai 1964, Edmonds 1965). There are more of them, with the single
 * vertices, than other vertices that they could be matched with.
 */
export function deficientSets(neighbours, mate) {
  const isReached = new Uint8Array(neighbours.length);
  mate.forEach((other, root) => {
    if (other < 0 && !isReached[root]) search(neighbours, mate, root).isEven.forEach((even, v) => (isReached[v] |= even));
  });
  const isSeen = new Uint8Array(neighbours.length);
  const parts = [];
  for (let start = 0; start < neighbours.length; start++) {
    if (!isReached[start] || isSeen[start]) continue;
    const part = [start];
    isSeen[start] = 1;
    for (let next = 0; next < part.length; next++) {
      for (const v of neighbours[part[next]]) {
        if (!isReached[v] || isSeen[v]) continue;
        isSeen[v] = 1;
        part.push(v);
      }
    }
    if (part.length > 2) parts.push(part.sort((a, b) => a - b));
  }
  return parts;
}

// An alternating path from `root` to a free vertex, which is -1 if there is none, and what paths of even length reach.
function search(neighbours, mate, root) {
  const count = neighbours.length;
  const parent = new Int32Array(count).fill(-1);
  const base = Int32Array.from({ length: count }, (_, v) => v);
  const isEven = new Uint8Array(count);
  const queue = [root];
  isEven[root] = 1;
  for (let next = 0; next < queue.length; next++) {
    const v = queue[next];
    for (const w of neighbours[v]) {
      if (base[v] === base[w] || mate[v] === w) continue;
      if (w === root || (mate[w] >= 0 && parent[mate[w]] >= 0)) {
        contract(v, w);
      } else if (parent[w] < 0) {
        parent[w] = v;
        if (mate[w] < 0) return { end: w, parent, isEven };
        isEven[mate[w]] = 1;
        queue.push(mate[w]);
      }
    }
  }
  return { end: -1, parent, isEven };

  function contract(v, w) {
    const top = common(v, w);
    const isInside = new Uint8Array(count);
    mark(v, w, top, isInside);
    mark(w, v, top, isInside);
    for (let u = 0; u < count; u++) {
      if (!isInside[base[u]]) continue;
      base[u] = top;
      if (isEven[u]) continue;
      isEven[u] = 1;
      queue.push(u);
    }
  }

  function mark(from, child, top, isInside) {
    for (let v = from, below = child; base[v] !== top; v = parent[below]) {
      isInside[base[v]] = isInside[base[mate[v]]] = 1;
      parent[v] = below;
      below = mate[v];
    }
  }

  function common(v, w) {
    const seen = new Uint8Array(count);
    for (let at = v; ; at = parent[mate[at]]) {
      at = base[at];
      seen[at] = 1;
      if (at === root || mate[at] < 0) break;
    }
    for (let at = base[w]; ; at = base[parent[mate[at]]]) if (seen[at]) return at;
  }
}
