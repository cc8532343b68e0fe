use std::collections::VecDeque;

/// An undirected simple graph on the vertices `0..n`, as adjacency lists.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Graph {
    neighbours: Vec<Vec<usize>>,
}

impl Graph {
    /// The graph on `vertices` vertices with these edges; vertices list their neighbours in edge order.
    pub fn new(vertices: usize, edges: impl IntoIterator<Item = (usize, usize)>) -> Self {
        let mut neighbours = vec![Vec::new(); vertices];
        for (u, v) in edges {
            neighbours[u].push(v);
            neighbours[v].push(u);
        }
        Self { neighbours }
    }

    /// How many vertices.
    #[must_use]
    pub fn len(&self) -> usize {
        self.neighbours.len()
    }

    /// Whether there is no vertex.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.neighbours.is_empty()
    }

    /// The vertices joined to `v`.
    #[must_use]
    pub fn neighbours(&self, v: usize) -> &[usize] {
        &self.neighbours[v]
    }
}

/// A matching of a graph: each vertex's partner, if any. A fixed vertex keeps its partner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Matching {
    mate: Vec<Option<usize>>,
    fixed: Vec<bool>,
}

/// Why a graph has no perfect matching (Tutte 1947, Berge 1958): without `tutte_set`, it has more odd components than the
/// set has members to match them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Obstruction {
    /// The only vertices that the odd components can be matched into.
    pub tutte_set: Vec<usize>,
    /// Components with an odd number of vertices, joined to nothing but the Tutte set.
    pub odd_components: Vec<Vec<usize>>,
}

impl Matching {
    /// A maximum matching of `graph`; perfect if there is a perfect one.
    #[must_use]
    pub fn maximum(graph: &Graph) -> Self {
        Self::from_mates(vec![None; graph.len()]).grown(graph)
    }

    /// A maximum matching of `graph` grown from this one.
    #[must_use]
    pub fn grown(self, graph: &Graph) -> Self {
        let mut matching = self;
        for v in 0..graph.len() {
            if matching.mate[v].is_none()
                && let Some(w) = graph.neighbours[v].iter().copied().find(|w| matching.mate[*w].is_none())
            {
                matching.join(v, w);
            }
        }
        for v in 0..graph.len() {
            if matching.mate[v].is_none() {
                matching.augment(graph, v);
            }
        }
        matching
    }

    /// The matching with these partners, which must be mutual.
    #[must_use]
    pub fn from_mates(mate: Vec<Option<usize>>) -> Self {
        debug_assert!(mate.iter().enumerate().all(|(v, w)| w.is_none_or(|w| mate[w] == Some(v))));
        let fixed = vec![false; mate.len()];
        Self { mate, fixed }
    }

    /// The partner of `v`.
    #[must_use]
    pub fn mate(&self, v: usize) -> Option<usize> {
        self.mate[v]
    }

    /// Whether every vertex has a partner.
    #[must_use]
    pub fn is_perfect(&self) -> bool {
        self.mate.iter().all(Option::is_some)
    }

    /// Whether `v` keeps its partner for good.
    #[must_use]
    pub fn is_fixed(&self, v: usize) -> bool {
        self.fixed[v]
    }

    /// Fix `v` and its partner, who keep each other from now on.
    pub fn fix(&mut self, v: usize) {
        self.fixed[v] = true;
        if let Some(w) = self.mate[v] {
            self.fixed[w] = true;
        }
    }

    /// The perfect matching, if there is one, that joins `u` and `v` and keeps the fixed pairs. `self` must be
    /// perfect and neither vertex fixed; the edge `u`-`v` must be in `graph`.
    #[must_use]
    pub fn with_pair(&self, graph: &Graph, u: usize, v: usize) -> Option<Self> {
        let (left, right) = (self.mate[u]?, self.mate[v]?);
        let mut matching = self.clone();
        if left == v {
            return Some(matching);
        }
        matching.mate[left] = None;
        matching.mate[right] = None;
        matching.join(u, v);
        matching.fixed[u] = true;
        matching.fixed[v] = true;
        if !matching.augment(graph, left) {
            return None;
        }
        matching.fixed[u] = false;
        matching.fixed[v] = false;
        Some(matching)
    }

    /// The first perfect matching in the order of its pairs, given any: the lowest vertex gets the first neighbour
    /// above it that `repaired` allows, then the next vertex, and so on. `graph` must list neighbours in increasing
    /// order. `repaired` answers for a vertex and a neighbour with a perfect matching that has the pair and keeps the
    /// fixed pairs, if there is one; or at once with one that gives the vertex the first neighbour allowed from there on.
    ///
    /// # Errors
    /// Whatever `repaired` fails with.
    pub fn first_in_order<E>(
        mut self,
        graph: &Graph,
        mut repaired: impl FnMut(&Self, usize, usize) -> Result<Option<Self>, E>,
    ) -> Result<Self, E> {
        for vertex in 0..graph.len() {
            if self.fixed[vertex] {
                continue;
            }
            for partner in graph.neighbours[vertex].iter().copied().filter(|partner| *partner > vertex) {
                if self.fixed[partner] {
                    continue;
                }
                if self.mate[vertex] == Some(partner) {
                    break;
                }
                if let Some(better) = repaired(&self, vertex, partner)? {
                    self = better;
                    break;
                }
            }
            self.fix(vertex);
        }
        Ok(self)
    }

    fn join(&mut self, u: usize, v: usize) {
        self.mate[u] = Some(v);
        self.mate[v] = Some(u);
    }

    /// Lengthen the matching by an augmenting path from the unmatched `root`, if there is one.
    fn augment(&mut self, graph: &Graph, root: usize) -> bool {
        let mut forest = Forest::new(self, [root]);
        let Some(end) = forest.grow(graph, self) else { return false };
        let mut outer = Some(end);
        while let Some(v) = outer {
            let Some(inner) = forest.parent[v] else { break };
            outer = self.mate[inner];
            self.join(v, inner);
        }
        true
    }
}

/// Why `graph` has no perfect matching, given a `maximum` one that is not perfect; `None` if it is perfect.
#[must_use]
pub fn obstruction(graph: &Graph, maximum: &Matching) -> Option<Obstruction> {
    let exposed: Vec<usize> = (0..graph.len()).filter(|v| maximum.mate[*v].is_none()).collect();
    if exposed.is_empty() {
        return None;
    }
    let mut forest = Forest::new(maximum, exposed);
    let augmenting = forest.grow(graph, maximum);
    debug_assert_eq!(augmenting, None, "the matching is not maximum");
    // Gallai and Edmonds: outer vertices form the odd components, inner vertices outside blossoms the Tutte set.
    let outer = &forest.outer;
    let tutte_set = (0..graph.len()).filter(|v| !outer[*v] && graph.neighbours[*v].iter().any(|w| outer[*w])).collect();
    let mut odd_components = Vec::new();
    let mut seen = vec![false; graph.len()];
    for start in 0..graph.len() {
        if !outer[start] || seen[start] {
            continue;
        }
        seen[start] = true;
        let mut part = vec![start];
        let mut next = 0;
        while next < part.len() {
            for w in &graph.neighbours[part[next]] {
                if outer[*w] && !seen[*w] {
                    seen[*w] = true;
                    part.push(*w);
                }
            }
            next += 1;
        }
        part.sort_unstable();
        odd_components.push(part);
    }
    Some(Obstruction { tutte_set, odd_components })
}

/// Alternating trees grown from unmatched roots, blossoms shrunk to their bases.
struct Forest {
    /// The vertex before an inner vertex (or, in a blossom, on the way to the base).
    parent: Vec<Option<usize>>,
    /// The base of the blossom a vertex is in; itself outside blossoms.
    base: Vec<usize>,
    /// At even distance from a root, or in a blossom.
    outer: Vec<bool>,
    queue: VecDeque<usize>,
}

impl Forest {
    fn new(matching: &Matching, roots: impl IntoIterator<Item = usize>) -> Self {
        let n = matching.mate.len();
        let mut forest =
            Self { parent: vec![None; n], base: (0..n).collect(), outer: vec![false; n], queue: VecDeque::new() };
        for root in roots {
            forest.outer[root] = true;
            forest.queue.push_back(root);
        }
        forest
    }

    /// Grow until an unmatched vertex outside the forest is reached; it is the end of an augmenting path.
    fn grow(&mut self, graph: &Graph, matching: &Matching) -> Option<usize> {
        while let Some(v) = self.queue.pop_front() {
            for &to in &graph.neighbours[v] {
                if matching.fixed[to] || self.base[v] == self.base[to] || matching.mate[v] == Some(to) {
                    continue;
                }
                if self.outer[to] {
                    self.shrink(matching, v, to);
                } else if self.parent[to].is_none() {
                    self.parent[to] = Some(v);
                    match matching.mate[to] {
                        None => return Some(to),
                        Some(next) => {
                            self.outer[next] = true;
                            self.queue.push_back(next);
                        }
                    }
                }
            }
        }
        None
    }

    /// Shrink the blossom that the edge between the outer vertices `v` and `to` closes.
    fn shrink(&mut self, matching: &Matching, v: usize, to: usize) {
        let Some(base) = self.common_base(matching, v, to) else { return };
        let mut in_blossom = vec![false; self.base.len()];
        self.mark(matching, v, base, to, &mut in_blossom);
        self.mark(matching, to, base, v, &mut in_blossom);
        for u in 0..self.base.len() {
            if in_blossom[self.base[u]] {
                self.base[u] = base;
                if !self.outer[u] {
                    self.outer[u] = true;
                    self.queue.push_back(u);
                }
            }
        }
    }

    /// The base where the ways from `v` and `to` to their roots first meet; `None` in different trees.
    fn common_base(&self, matching: &Matching, v: usize, to: usize) -> Option<usize> {
        let mut on_way = vec![false; self.base.len()];
        let mut at = Some(self.base[v]);
        while let Some(u) = at {
            on_way[u] = true;
            at = self.outer_before(matching, u);
        }
        let mut at = Some(self.base[to]);
        while let Some(u) = at {
            if on_way[u] {
                return Some(u);
            }
            at = self.outer_before(matching, u);
        }
        None
    }

    /// The base of the outer vertex two steps nearer the root than the base `u`.
    fn outer_before(&self, matching: &Matching, u: usize) -> Option<usize> {
        matching.mate[u].and_then(|inner| self.parent[inner]).map(|outer| self.base[outer])
    }

    /// Mark the blossom's bases from `v` up to `base`, and let its vertices be left through `child`.
    fn mark(&mut self, matching: &Matching, v: usize, base: usize, child: usize, in_blossom: &mut [bool]) {
        let (mut v, mut child) = (v, child);
        while self.base[v] != base {
            let Some(inner) = matching.mate[v] else { return };
            in_blossom[self.base[v]] = true;
            in_blossom[self.base[inner]] = true;
            self.parent[v] = Some(child);
            child = inner;
            match self.parent[inner] {
                Some(next) => v = next,
                None => return,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Graph, Matching, obstruction};
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    fn random_graph(rng: &mut ChaCha8Rng, most: usize) -> (Graph, Vec<(usize, usize)>) {
        let n = rng.random_range(0..=most);
        let density = rng.random_range(0.05..0.95);
        let mut edges = Vec::new();
        for u in 0..n {
            edges.extend((u + 1..n).filter(|_| rng.random_bool(density)).map(|v| (u, v)));
        }
        (Graph::new(n, edges.iter().copied()), edges)
    }

    /// The size of a maximum matching, by trying everything.
    fn largest(edges: &[(usize, usize)], used: u32) -> usize {
        let Some(((u, v), rest)) = edges.split_first() else { return 0 };
        let without = largest(rest, used);
        let bits = 1 << u | 1 << v;
        if used & bits == 0 { without.max(1 + largest(rest, used | bits)) } else { without }
    }

    #[test]
    fn maximum_matchings_are_as_large_as_enumeration_finds_and_obstructions_prove_it() {
        let mut rng = ChaCha8Rng::seed_from_u64(1965);
        for _ in 0..3_000 {
            let (graph, edges) = random_graph(&mut rng, 8);
            let matching = Matching::maximum(&graph);
            let size = (0..graph.len()).filter(|v| matching.mate(*v).is_some()).count() / 2;
            assert_eq!(size, largest(&edges, 0), "{edges:?}");
            match obstruction(&graph, &matching) {
                None => assert!(matching.is_perfect()),
                Some(why) => {
                    assert_eq!(graph.len() - 2 * size, why.odd_components.len() - why.tutte_set.len(), "{edges:?}");
                    for part in &why.odd_components {
                        assert_eq!(part.len() % 2, 1);
                        for w in part.iter().flat_map(|v| graph.neighbours(*v)) {
                            assert!(part.contains(w) || why.tutte_set.contains(w));
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn a_pair_can_be_added_exactly_when_enumeration_finds_a_perfect_matching_with_it() {
        let mut rng = ChaCha8Rng::seed_from_u64(1957);
        let mut tried = 0;
        while tried < 3_000 {
            let (graph, edges) = random_graph(&mut rng, 10);
            let mut matching = Matching::maximum(&graph);
            if !matching.is_perfect() || graph.is_empty() {
                continue;
            }
            let kept = rng.random_range(0..graph.len());
            matching.fix(kept);
            let fixed = 1 << kept | 1 << matching.mate(kept).unwrap_or(kept);
            for &(u, v) in &edges {
                if fixed & (1 << u | 1 << v) != 0 {
                    continue;
                }
                tried += 1;
                let possible = largest(&edges, fixed | 1 << u | 1 << v) + 2 == graph.len() / 2;
                let repaired = matching.with_pair(&graph, u, v);
                assert_eq!(repaired.is_some(), possible, "{edges:?} {u}-{v}");
                if let Some(repaired) = repaired {
                    assert!(repaired.is_perfect() && repaired.mate(u) == Some(v));
                    assert_eq!(repaired.mate(kept), matching.mate(kept));
                    assert!(
                        (0..graph.len()).all(|w| repaired.mate(w).is_some_and(|x| graph.neighbours(w).contains(&x)))
                    );
                }
            }
        }
    }
}
