use super::budget::spend;
use fixedbitset::FixedBitSet;
use std::collections::{BTreeMap, VecDeque};

/// An undirected simple graph on the vertices `0..n`: for each vertex, the set of its neighbours.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Graph {
    rows: Vec<FixedBitSet>,
}

impl Graph {
    /// The graph on `vertices` vertices with these edges.
    pub fn new(vertices: usize, edges: impl IntoIterator<Item = (usize, usize)>) -> Self {
        let mut graph = Self { rows: vec![FixedBitSet::with_capacity(vertices); vertices] };
        edges.into_iter().for_each(|(u, v)| graph.set_edge(u, v, true));
        graph
    }

    /// The graph in which two vertices are joined if their classes `meet` and they are not joined in `apart`. `class_of` has
    /// the class of each vertex.
    pub fn of_classes<C: Copy + Ord>(class_of: &[C], meet: impl Fn(C, C) -> bool, apart: &Self) -> Self {
        let size = class_of.len();
        let mut members: BTreeMap<C, FixedBitSet> = BTreeMap::new();
        for (v, class) in class_of.iter().enumerate() {
            members.entry(*class).or_insert_with(|| FixedBitSet::with_capacity(size)).insert(v);
        }
        let row = |one: C| {
            let mut row = FixedBitSet::with_capacity(size);
            members.iter().filter(|(other, _)| meet(one, **other)).for_each(|(_, others)| row.union_with(others));
            row
        };
        let by_class: BTreeMap<C, FixedBitSet> = members.keys().map(|class| (*class, row(*class))).collect();
        let rows = class_of.iter().enumerate().map(|(v, class)| {
            let mut row = by_class[class].clone();
            row.set(v, false);
            row.difference_with(&apart.rows[v]);
            row
        });
        Self { rows: rows.collect() }
    }

    /// How many vertices.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there is no vertex.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The vertices joined to `v`.
    pub fn neighbours(&self, v: usize) -> &FixedBitSet {
        &self.rows[v]
    }

    /// The edges, each with the lower vertex first.
    pub fn edges(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let of = |u: usize| self.rows[u].ones().filter(move |v| u < *v).map(move |v| (u, v));
        (0..self.len()).flat_map(of)
    }

    /// The pairs of vertices that are not joined, each with the lower vertex first.
    pub fn missing(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let of = |u: usize| self.rows[u].zeroes().filter(move |v| u < *v).map(move |v| (u, v));
        (0..self.len()).flat_map(of)
    }

    /// Whether the two vertices are joined.
    pub fn has_edge(&self, u: usize, v: usize) -> bool {
        self.rows[u].contains(v)
    }

    /// Whether each of these vertices is joined to at least `least` of `others`.
    pub fn is_joined(&self, vertices: &[usize], others: &[usize], least: usize) -> bool {
        let mut mask = FixedBitSet::with_capacity(self.len());
        others.iter().for_each(|v| mask.insert(*v));
        // Only the words that have some of the others are counted, and these until there are enough.
        let word = |v: Option<&usize>| v.map_or(0, |v| v / usize::BITS as usize);
        let words = word(others.iter().min())..word(others.iter().max()) + usize::from(!others.is_empty());
        let mask = &mask.as_slice()[words.clone()];
        vertices.iter().all(|v| {
            let mut left = least;
            for (row, others) in self.rows[*v].as_slice()[words.clone()].iter().zip(mask) {
                if left == 0 {
                    break;
                }
                left = left.saturating_sub((row & others).count_ones() as usize);
            }
            left == 0
        })
    }

    /// Joins the two vertices, or separates them.
    pub fn set_edge(&mut self, u: usize, v: usize, is_joined: bool) {
        spend(1);
        self.put_edge(u, v, is_joined);
    }

    /// The same for who has spent the work.
    pub(super) fn put_edge(&mut self, u: usize, v: usize, is_joined: bool) {
        self.rows[u].set(v, is_joined);
        self.rows[v].set(u, is_joined);
    }

    /// Joins each of `ones` to each of `others`, but no vertex to itself.
    pub(super) fn join(&mut self, ones: &[usize], others: &[usize]) {
        for (joined, to) in [(ones, others), (others, ones)] {
            let mut mask = FixedBitSet::with_capacity(self.len());
            to.iter().for_each(|v| mask.insert(*v));
            for v in joined {
                spend(1 + self.len() / A_UNIT);
                self.rows[*v].union_with(&mask);
                self.rows[*v].set(*v, false);
            }
        }
    }

    /// Takes away all edges at `v` but those to vertices in `kept`.
    pub(super) fn keep_edges(&mut self, v: usize, kept: &FixedBitSet) {
        for w in self.rows[v].difference(kept).collect::<Vec<_>>() {
            self.set_edge(v, w, false);
        }
    }

    /// Takes away all edges from these vertices to those in `others`.
    pub(super) fn take_edges(&mut self, vertices: impl IntoIterator<Item = usize>, others: &FixedBitSet) {
        let words = others.as_slice();
        let is_any = |word: &usize| *word != 0;
        let Some((first, last)) = words.iter().position(is_any).zip(words.iter().rposition(is_any)) else { return };
        for v in vertices {
            let mut taken = 0;
            for (index, other) in (first..).zip(&words[first..=last]) {
                let row = &mut self.rows[v].as_mut_slice()[index];
                let mut common = *row & other;
                if common == 0 {
                    continue;
                }
                *row ^= common;
                taken += common.count_ones() as usize;
                while common != 0 {
                    let w = index * usize::BITS as usize + common.trailing_zeros() as usize;
                    self.rows[w].set(v, false);
                    common &= common - 1;
                }
            }
            spend(1 + (last - first) * usize::BITS as usize / A_UNIT + taken);
        }
    }

    /// The graph on some of the vertices, which are numbered by their places in `vertices`.
    pub fn among(&self, vertices: &[usize]) -> Self {
        // Vertices that follow each other: where they begin, and how many they are. So are most of those of a score group.
        let runs: Vec<(usize, usize)> =
            vertices.chunk_by(|one, other| one + 1 == *other).map(|run| (run[0], run.len())).collect();
        let row = |v: &usize| {
            let mut row = FixedBitSet::with_capacity(vertices.len());
            let mut place = 0;
            for (start, length) in &runs {
                copy_bits(self.rows[*v].as_slice(), *start, row.as_mut_slice(), place, *length);
                place += length;
            }
            spend(1 + runs.len() / 8 + vertices.len() / A_UNIT);
            row
        };
        Self { rows: vertices.iter().map(row).collect() }
    }

    /// The graph with one more vertex, joined to these.
    pub fn with_another(mut self, neighbours: impl IntoIterator<Item = usize>) -> Self {
        let another = self.len();
        self.rows.iter_mut().for_each(|row| row.grow(another + 1));
        self.rows.push(FixedBitSet::with_capacity(another + 1));
        neighbours.into_iter().for_each(|v| self.set_edge(v, another, true));
        self
    }
}

/// Copies so many bits to where there are none.
fn copy_bits(from: &[usize], start: usize, to: &mut [usize], place: usize, count: usize) {
    const BITS: usize = usize::BITS as usize;
    let mut copied = 0;
    while copied < count {
        let (at, target) = (start + copied, place + copied);
        let length = (BITS - target % BITS).min(count - copied);
        let (word, shift) = (at / BITS, at % BITS);
        let mut bits = from[word] >> shift;
        if shift > 0 && shift + length > BITS {
            bits |= from[word + 1] << (BITS - shift);
        }
        if length < BITS {
            bits &= (1 << length) - 1;
        }
        to[target / BITS] |= bits << (target % BITS);
        copied += length;
    }
}

/// The first vertex in both sets.
pub(super) fn first_common(one: &FixedBitSet, other: &FixedBitSet) -> Option<usize> {
    let words = one.as_slice().iter().zip(other.as_slice()).map(|(one, other)| one & other);
    let (index, word) = words.enumerate().find(|(_, word)| *word != 0)?;
    Some(index * usize::BITS as usize + word.trailing_zeros() as usize)
}

/// The components of some vertices, by the neighbours of each: those of the lowest vertex first, and each in order.
pub(super) fn components(neighbours: &[FixedBitSet], among: &FixedBitSet) -> Vec<Vec<usize>> {
    let mut components = Vec::new();
    let mut left = among.clone();
    while let Some(start) = left.minimum() {
        left.set(start, false);
        let mut part = vec![start];
        let mut next = 0;
        while let Some(v) = part.get(next) {
            let reached = part.len();
            part.extend(neighbours[*v].intersection(&left));
            part[reached..].iter().for_each(|w| left.set(*w, false));
            next += 1;
        }
        part.sort_unstable();
        components.push(part);
    }
    components
}

/// A matching of a graph: each vertex's partner, if any.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Matching {
    mate: Vec<Option<usize>>,
}

/// Why a graph has no perfect matching (Tutte 1947, Berge 1958): without `tutte_set`, it has more odd components than the
/// set has members to match them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TutteObstruction {
    /// The only vertices that the odd components can be matched into.
    pub tutte_set: Vec<usize>,
    /// Components with an odd number of vertices, joined to nothing but the Tutte set.
    pub odd_components: Vec<Vec<usize>>,
}

impl Matching {
    /// A maximum matching of `graph`; perfect if there is a perfect one.
    pub fn maximum(graph: &Graph) -> Self {
        Self::from_mates(vec![None; graph.len()]).grown(graph)
    }

    /// A maximum matching among these vertices of `graph`: the others have no partners.
    pub fn maximum_among(graph: &Graph, vertices: &[usize]) -> Self {
        let mut within = FixedBitSet::with_capacity(graph.len());
        vertices.iter().for_each(|v| within.insert(*v));
        Self::from_mates(vec![None; graph.len()]).grown_within(graph, &within)
    }

    /// A maximum matching of `graph` grown from this one.
    pub fn grown(self, graph: &Graph) -> Self {
        let mut all = FixedBitSet::with_capacity(graph.len());
        all.insert_range(..);
        self.grown_within(graph, &all)
    }

    fn grown_within(self, graph: &Graph, within: &FixedBitSet) -> Self {
        let mut matching = self;
        let mut free = within.clone();
        (0..graph.len()).filter(|v| matching.mate[*v].is_some()).for_each(|v| free.set(v, false));
        for v in within.ones() {
            spend(1 + graph.len() / A_UNIT);
            if matching.mate[v].is_none()
                && let Some(w) = first_common(&graph.rows[v], &free)
            {
                matching.join(v, w);
                free.set(v, false);
                free.set(w, false);
            }
        }
        let mut forest = Forest { reach: within.clone(), ..Forest::new(graph.len()) };
        for v in within.ones() {
            if matching.mate[v].is_none() {
                matching.augment(graph, &mut forest, v);
            }
        }
        matching
    }

    /// The matching with these partners, which must be mutual.
    pub fn from_mates(mate: Vec<Option<usize>>) -> Self {
        debug_assert!(mate.iter().enumerate().all(|(v, w)| w.is_none_or(|w| mate[w] == Some(v))));
        Self { mate }
    }

    /// The partner of `v`.
    pub fn mate(&self, v: usize) -> Option<usize> {
        self.mate[v]
    }

    /// How many pairs it has.
    pub fn pairs(&self) -> usize {
        self.mate.iter().flatten().count() / 2
    }

    /// Whether every vertex has a partner.
    pub fn is_perfect(&self) -> bool {
        self.mate.iter().all(Option::is_some)
    }

    /// The vertices without a partner.
    fn unmatched(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.mate.len()).filter(|v| self.mate[*v].is_none())
    }

    fn join(&mut self, u: usize, v: usize) {
        self.mate[u] = Some(v);
        self.mate[v] = Some(u);
    }

    /// Lengthen the matching by an augmenting path from the unmatched `root`, if there is one.
    fn augment(&mut self, graph: &Graph, forest: &mut Forest, root: usize) {
        forest.plant(root);
        // No later path leads through a tree from which there is none.
        let Some(end) = forest.grow(graph, self) else { return forest.bury() };
        let mut outer = Some(end);
        while let Some(v) = outer {
            let Some(inner) = forest.parent[v] else { break };
            outer = self.mate[inner];
            self.join(v, inner);
        }
        forest.forget();
    }
}

/// Why `graph` has no perfect matching, given a `maximum` one that is not perfect; `None` if it is perfect.
pub fn obstruction(graph: &Graph, maximum: &Matching) -> Option<TutteObstruction> {
    if maximum.is_perfect() {
        return None;
    }
    let mut forest = Forest::new(graph.len());
    maximum.unmatched().for_each(|v| forest.plant(v));
    let augmenting = forest.grow(graph, maximum);
    debug_assert_eq!(augmenting, None, "the matching is not maximum");
    Some(TutteObstruction::around(graph, &forest.outer))
}

/// An irreducible reason why `graph` has no perfect matching, given a `maximum` one; `None` if that is perfect. No other
/// obstruction has only some of its vertices. If they are joined to no others, they are one component.
///
/// It is what an alternating tree from one unmatched vertex reaches: the smallest such tree, the first of several. Leave
/// out any vertex of an odd component, and the tree has a perfect matching of all others. So no component of another
/// obstruction can be covered by that matching, and lie within the tree, unless it has the vertex that is left out.
pub fn irreducible_obstruction(graph: &Graph, maximum: &Matching) -> Option<TutteObstruction> {
    let mut forest = Forest::new(graph.len());
    let mut least: Option<(Vec<usize>, FixedBitSet)> = None;
    for root in maximum.unmatched() {
        forest.plant(root);
        let augmenting = forest.grow(graph, maximum);
        debug_assert_eq!(augmenting, None, "the matching is not maximum");
        if least.as_ref().is_none_or(|(tree, _)| forest.seen.len() < tree.len()) {
            least = Some((forest.seen.clone(), forest.outer.clone()));
        }
        forest.forget();
    }
    let (mut tree, outer) = least?;
    let within: FixedBitSet = tree.iter().copied().collect();
    if tree.iter().all(|v| graph.rows[*v].is_subset(&within)) {
        tree.sort_unstable();
        return Some(TutteObstruction { tutte_set: Vec::new(), odd_components: vec![tree] });
    }
    Some(TutteObstruction::around(graph, &outer))
}

impl TutteObstruction {
    /// The components of the `outer` vertices of alternating trees, and their other neighbours: by Gallai and Edmonds,
    /// the components are odd, and more than these neighbours.
    fn around(graph: &Graph, outer: &FixedBitSet) -> Self {
        let is_between = |v: &usize| !outer.contains(*v) && !graph.rows[*v].is_disjoint(outer);
        let tutte_set = (0..graph.len()).filter(is_between).collect();
        Self { tutte_set, odd_components: components(&graph.rows, outer) }
    }
}

/// Where a vertex or a blossom is, seen from the alternating trees.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TreeLabel {
    Free,
    /// At an even distance from the root: in a search by costs, dual values rise.
    Outer,
    /// At an odd distance: they fall.
    Inner,
}

/// A unit of the budget is to go through so many bits of a set, about.
pub(super) const A_UNIT: usize = 512;

/// Alternating trees grown from unmatched roots, blossoms shrunk to their bases.
struct Forest {
    /// The vertex before an inner vertex (or, in a blossom, on the way to the base).
    parent: Vec<Option<usize>>,
    /// The base of the blossom a vertex is in, by union and find; itself outside blossoms.
    base: Vec<usize>,
    /// By base: the vertices of the blossom, if it has more than one.
    blossom: Vec<Option<FixedBitSet>>,
    /// At even distance from a root, or in a blossom.
    outer: FixedBitSet,
    /// The vertices worth looking at: those that are not inner.
    reach: FixedBitSet,
    /// Those in the trees.
    seen: Vec<usize>,
    queue: VecDeque<usize>,
    /// The bases that a search for a common one has come to.
    passed: FixedBitSet,
}

impl Forest {
    fn new(size: usize) -> Self {
        let mut reach = FixedBitSet::with_capacity(size);
        reach.insert_range(..);
        Self {
            parent: vec![None; size],
            base: (0..size).collect(),
            blossom: vec![None; size],
            outer: FixedBitSet::with_capacity(size),
            reach,
            seen: Vec::new(),
            queue: VecDeque::new(),
            passed: FixedBitSet::with_capacity(size),
        }
    }

    fn plant(&mut self, root: usize) {
        self.make_outer(root);
        self.seen.push(root);
    }

    fn make_outer(&mut self, v: usize) {
        self.outer.insert(v);
        self.reach.insert(v);
        self.queue.push_back(v);
    }

    /// Takes the trees away.
    fn forget(&mut self) {
        for v in self.seen.drain(..) {
            self.parent[v] = None;
            self.base[v] = v;
            self.blossom[v] = None;
            self.outer.set(v, false);
            self.reach.insert(v);
        }
        self.queue.clear();
    }

    /// Leaves the trees out of all that follows.
    fn bury(&mut self) {
        self.seen.drain(..).for_each(|v| self.reach.set(v, false));
    }

    fn base(&mut self, v: usize) -> usize {
        let mut at = v;
        while self.base[at] != at {
            self.base[at] = self.base[self.base[at]];
            at = self.base[at];
        }
        at
    }

    /// Grow until an unmatched vertex outside the forest is reached; it is the end of an augmenting path.
    fn grow(&mut self, graph: &Graph, matching: &Matching) -> Option<usize> {
        while let Some(v) = self.queue.pop_front() {
            spend(1 + graph.len() / A_UNIT);
            let mut found = graph.rows[v].clone();
            found.intersect_with(&self.reach);
            self.leave_own(v, &mut found);
            for word in 0..found.as_slice().len() {
                while let bits @ 1.. = found.as_slice()[word] {
                    let to = word * usize::BITS as usize + bits.trailing_zeros() as usize;
                    found.set(to, false);
                    if self.outer.contains(to) {
                        if self.shrink(matching, v, to) {
                            // There may be thousands of edges into what it is one with now.
                            self.leave_own(v, &mut found);
                        }
                    } else if self.parent[to].is_none() {
                        self.parent[to] = Some(v);
                        self.reach.set(to, false);
                        self.seen.push(to);
                        let Some(next) = matching.mate[to] else { return Some(to) };
                        self.make_outer(next);
                        self.seen.push(next);
                    }
                }
            }
        }
        None
    }

    /// Leave out the vertices of the blossom that `v` is in.
    fn leave_own(&mut self, v: usize, found: &mut FixedBitSet) {
        let base = self.base(v);
        if let Some(own) = &self.blossom[base] {
            found.difference_with(own);
        }
    }

    /// Shrink the blossom that the edge between the outer vertices `v` and `to` closes, if it closes one.
    fn shrink(&mut self, matching: &Matching, v: usize, to: usize) -> bool {
        spend(1 + self.base.len() / A_UNIT);
        let Some(meeting) = self.common_base(matching, v, to) else { return false };
        let mut path = Vec::new();
        for (mut v, mut child) in [(v, to), (to, v)] {
            while self.base(v) != meeting {
                let Some(inner) = matching.mate[v] else { return false };
                path.extend([v, inner]);
                // The blossom's vertices can be left through it.
                self.parent[v] = Some(child);
                child = inner;
                let Some(next) = self.parent[inner] else { return false };
                v = next;
            }
        }
        path.push(meeting);
        let mut whole = FixedBitSet::with_capacity(self.base.len());
        for v in path {
            let base = self.base(v);
            match self.blossom[base].take() {
                Some(part) => whole.union_with(&part),
                None => whole.insert(base),
            }
            self.base[base] = meeting;
            if !self.outer.contains(v) {
                self.make_outer(v);
            }
        }
        self.blossom[meeting] = Some(whole);
        true
    }

    /// The base where the ways from `v` and `to` to their roots first meet; `None` if it is the same, or in different trees.
    fn common_base(&mut self, matching: &Matching, v: usize, to: usize) -> Option<usize> {
        let mut at = [v, to].map(|v| Some(self.base(v)));
        if at[0] == at[1] {
            return None;
        }
        let (mut passed, mut meeting) = (Vec::new(), None);
        while meeting.is_none() && at != [None; 2] {
            for side in &mut at {
                let Some(base) = *side else { continue };
                if self.passed.put(base) {
                    meeting = Some(base);
                    break;
                }
                passed.push(base);
                let before = matching.mate[base].and_then(|inner| self.parent[inner]);
                *side = before.map(|outer| self.base(outer));
            }
        }
        passed.into_iter().for_each(|base| self.passed.set(base, false));
        meeting
    }
}

#[cfg(test)]
#[path = "../tests/unit/matching.rs"]
mod tests;
