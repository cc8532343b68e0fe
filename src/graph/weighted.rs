use std::mem;

/// What joining two vertices costs. `None` where they cannot be joined.
pub type Cost = Option<i128>;

/// No vertex, no blossom.
const NONE: usize = usize::MAX;
/// The cost of no edge.
const NO_EDGE: i128 = i128::MAX;

/// A perfect matching of least cost, and the dual solution that proves it (Edmonds 1965, in the form of Galil 1986).
///
/// When the costs at a vertex change, one search makes it optimal again. Vertices can be fixed: they leave the matching
/// with their partners. Costs are exact; callers must keep their absolute values below 2^120. Which of equal optima is
/// found depends on the calls alone.
#[derive(Debug, Clone)]
pub struct CheapestMatching {
    size: usize,
    /// Twice the cost of every pair, row by row, so that half-integral dual values are integers.
    costs: Vec<i128>,
    mate: Vec<usize>,
    /// The dual value of each vertex. An edge is tight if its cost is the sum of its ends' dual values, less those of the
    /// blossoms that hold both.
    dual: Vec<i128>,
    /// The outermost blossom of each vertex; the vertex itself if there is none.
    top: Vec<usize>,
    /// The innermost blossom of each vertex.
    parent: Vec<usize>,
    /// Blossom `b` is at `b - size`.
    blossoms: Vec<Option<Blossom>>,
    vacant: Vec<usize>,
    fixed: Vec<bool>,
    search: Search,
}

/// An odd set of vertices that all but one are matched within.
#[derive(Debug, Clone)]
struct Blossom {
    /// The vertices and blossoms around the cycle; the first holds the base.
    children: Vec<usize>,
    /// The edge from each child to the next, as (vertex of the child, vertex of the next).
    edges: Vec<(usize, usize)>,
    /// The vertex that is not matched within.
    base: usize,
    dual: i128,
    parent: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Label {
    Free,
    /// At an even distance from the root.
    Outer,
    /// At an odd distance.
    Inner,
}

/// An alternating tree.
#[derive(Debug, Clone, Default)]
struct Search {
    /// By vertex or blossom: the label if outermost, and the edge it was reached by, from outside to inside.
    label: Vec<Label>,
    reached_by: Vec<(usize, usize)>,
    /// By vertex that is not outer: the outer vertex with the least slack to it.
    nearest: Vec<usize>,
    /// By outer vertex: the outer vertex of another blossom with the least slack to it.
    nearest_outer: Vec<usize>,
    queue: Vec<usize>,
}

/// A dual solution in integers, which proves a matching cheapest: a dual value for each vertex, and a nonnegative one for
/// each of some odd sets.
///
/// Every edge costs at least the sum of its ends' dual values less those of the sets that hold both. A perfect matching has
/// one edge at each vertex, and at most `(|S| - 1) / 2` edges within a set `S`. So it costs at least the sum of all
/// `vertices` less the sum of `(|S| - 1) / 2` times the dual value of each `S`. The cheapest matching costs exactly that.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatchingDual {
    /// The dual value of each vertex; 0 if it is fixed.
    pub vertices: Vec<i128>,
    /// Sets of at least three vertices, in increasing order, each with its dual value.
    pub odd_sets: Vec<(Vec<usize>, i128)>,
}

impl MatchingDual {
    /// A dual solution in integers from an optimal one in halves, of which those of the odd sets are whole.
    ///
    /// There always is one (Cunningham and Marsh 1978). The vertices of half-integral dual value are matched with each other.
    /// One of them goes down by a half. The others, odd in number, go up by a half and become an odd set of dual value one.
    /// An edge between two of those others gains what the set takes. An edge to the vertex that went down keeps its slack.
    /// An edge to an integral vertex had a slack of at least a half.
    #[must_use]
    pub fn from_halves(mut vertices: Vec<i128>, mut odd_sets: Vec<(Vec<usize>, i128)>) -> Self {
        let mut halves = (0..vertices.len()).filter(|v| vertices[*v] % 2 != 0).collect::<Vec<_>>().into_iter();
        if let Some(down) = halves.next() {
            vertices[down] -= 1;
            let up: Vec<usize> = halves.collect();
            up.iter().for_each(|v| vertices[*v] += 1);
            if up.len() >= 3 {
                odd_sets.push((up, 2));
            }
        }
        vertices.iter_mut().chain(odd_sets.iter_mut().map(|(_, value)| value)).for_each(|value| *value /= 2);
        Self { vertices, odd_sets }
    }
}

enum Step {
    /// A free vertex was reached: this edge ends the search.
    Found(usize, usize),
    Go,
}

impl CheapestMatching {
    /// The cheapest perfect matching of the vertices `0..size`, or `None` if there is no perfect one.
    /// `cost(u, v)` is asked for `u < v` only.
    pub fn new(size: usize, mut cost: impl FnMut(usize, usize) -> Cost) -> Option<Self> {
        let mut costs = vec![NO_EDGE; size * size];
        for u in 0..size {
            for v in u + 1..size {
                if let Some(cost) = cost(u, v) {
                    costs[u * size + v] = 2 * cost;
                    costs[v * size + u] = 2 * cost;
                }
            }
        }
        // Half the cheapest edge at each vertex is a feasible dual solution.
        let cheapest = (0..size).map(|u| costs[u * size..(u + 1) * size].iter().copied().min().unwrap_or(NO_EDGE));
        let dual: Vec<i128> = cheapest.map(|cost| if cost == NO_EDGE { 0 } else { cost / 2 }).collect();
        let mut matching = Self {
            size,
            costs,
            mate: vec![NONE; size],
            dual,
            top: (0..size).collect(),
            parent: vec![NONE; size],
            blossoms: Vec::new(),
            vacant: Vec::new(),
            fixed: vec![false; size],
            search: Search { nearest: vec![NONE; size], nearest_outer: vec![NONE; size], ..Search::default() },
        };
        for u in 0..size {
            if matching.mate[u] == NONE
                && let Some(v) = (u + 1..size).find(|v| matching.mate[*v] == NONE && matching.slack(u, *v) == 0)
            {
                matching.mate[u] = v;
                matching.mate[v] = u;
            }
        }
        matching.complete().then_some(matching)
    }

    /// The partner of `v`, unless it is fixed.
    #[must_use]
    pub fn mate(&self, v: usize) -> usize {
        self.mate[v]
    }

    /// What the pair costs now.
    #[must_use]
    pub fn cost(&self, u: usize, v: usize) -> Cost {
        let cost = self.costs[u * self.size + v];
        (cost != NO_EDGE).then_some(cost / 2)
    }

    /// What the matching costs, without the fixed pairs.
    #[must_use]
    pub fn total(&self) -> i128 {
        let pairs = (0..self.size).filter(|v| !self.fixed[*v] && *v < self.mate[*v]);
        pairs.map(|v| self.costs[v * self.size + self.mate[v]] / 2).sum()
    }

    /// Gives the edges at `v` new costs; the matching becomes a cheapest one by them.
    ///
    /// Returns whether there still is a perfect matching; if not, nothing more can be asked.
    pub fn set_costs(&mut self, v: usize, mut cost: impl FnMut(usize, Cost) -> Cost) -> bool {
        self.free_from_blossoms(v);
        for w in 0..self.size {
            if w == v || self.fixed[w] {
                continue;
            }
            let new = cost(w, self.cost(v, w)).map_or(NO_EDGE, |cost| 2 * cost);
            self.costs[v * self.size + w] = new;
            self.costs[w * self.size + v] = new;
        }
        let mate = mem::replace(&mut self.mate[v], NONE);
        if mate != NONE {
            self.mate[mate] = NONE;
        }
        let others = (0..self.size).filter(|w| *w != v && !self.fixed[*w]);
        let reach = others.filter_map(|w| {
            let cost = self.costs[v * self.size + w];
            (cost != NO_EDGE).then(|| cost - self.dual[w])
        });
        self.dual[v] = reach.min().unwrap_or(0);
        if mate != NONE && self.costs[v * self.size + mate] != NO_EDGE && self.slack(v, mate) == 0 {
            // Tight as before: nothing to search.
            self.mate[v] = mate;
            self.mate[mate] = v;
        }
        self.complete()
    }

    /// Fixes `v` and its partner: they leave the matching as a pair.
    pub fn fix(&mut self, v: usize) {
        let mate = self.mate[v];
        self.free_from_blossoms(v);
        self.free_from_blossoms(mate);
        for u in [v, mate] {
            self.fixed[u] = true;
            self.mate[u] = NONE;
        }
        let is_perfect = self.complete();
        debug_assert!(is_perfect, "the pair was in a perfect matching");
    }

    /// The dual solution, which proves that no perfect matching is cheaper.
    #[must_use]
    pub fn dual(&self) -> MatchingDual {
        let vertices = (0..self.size).map(|v| if self.fixed[v] { 0 } else { self.dual[v] }).collect();
        let sets = self.blossoms.iter().enumerate().filter_map(|(index, blossom)| {
            let dual = blossom.as_ref()?.dual;
            let mut members = self.leaves(self.size + index);
            members.sort_unstable();
            (dual > 0).then_some((members, dual))
        });
        MatchingDual::from_halves(vertices, sets.collect())
    }

    fn slack(&self, u: usize, v: usize) -> i128 {
        let cost = self.costs[u * self.size + v];
        if cost == NO_EDGE { NO_EDGE } else { cost - self.dual[u] - self.dual[v] }
    }

    /// Grows the matching until it is perfect; returns whether that is possible.
    fn complete(&mut self) -> bool {
        for root in 0..self.size {
            if self.mate[root] == NONE && !self.fixed[root] && !self.augment_from(root) {
                return false;
            }
        }
        true
    }

    fn blossom(&self, b: usize) -> Option<&Blossom> {
        self.blossoms.get(b.checked_sub(self.size)?)?.as_ref()
    }

    fn blossom_mut(&mut self, b: usize) -> Option<&mut Blossom> {
        self.blossoms.get_mut(b.checked_sub(self.size)?)?.as_mut()
    }

    fn base(&self, b: usize) -> usize {
        self.blossom(b).map_or(b, |blossom| blossom.base)
    }

    fn parent(&self, b: usize) -> usize {
        self.blossom(b).map_or_else(|| self.parent[b], |blossom| blossom.parent)
    }

    fn set_parent(&mut self, b: usize, parent: usize) {
        match self.blossom_mut(b) {
            Some(blossom) => blossom.parent = parent,
            None => self.parent[b] = parent,
        }
    }

    /// The vertices of a vertex or blossom.
    fn leaves(&self, b: usize) -> Vec<usize> {
        let mut leaves = Vec::new();
        let mut stack = vec![b];
        while let Some(b) = stack.pop() {
            match self.blossom(b) {
                Some(blossom) => stack.extend(blossom.children.iter().rev()),
                None => leaves.push(b),
            }
        }
        leaves
    }

    /// Opens every blossom around `v`, the outermost first, and keeps the dual feasible.
    fn free_from_blossoms(&mut self, v: usize) {
        while self.top[v] != v {
            self.dissolve(self.top[v]);
        }
    }

    /// Opens an outermost blossom. If its dual value was not 0, the pair that leaves it may no longer be tight and is separated.
    fn dissolve(&mut self, b: usize) {
        let leaves = self.leaves(b);
        let Some(blossom) = self.blossoms[b - self.size].take() else { return };
        self.vacant.push(b);
        for child in &blossom.children {
            self.set_parent(*child, NONE);
            for leaf in self.leaves(*child) {
                self.top[leaf] = *child;
            }
        }
        if blossom.dual > 0 {
            for leaf in leaves {
                self.dual[leaf] -= blossom.dual / 2;
            }
            let mate = mem::replace(&mut self.mate[blossom.base], NONE);
            if mate != NONE {
                self.mate[mate] = NONE;
            }
        }
    }

    /// Searches from `root`, which has no partner, for another vertex without; matches both.
    fn augment_from(&mut self, root: usize) -> bool {
        let ids = self.size + self.blossoms.len();
        self.search.label.clear();
        self.search.label.resize(ids, Label::Free);
        self.search.reached_by.clear();
        self.search.reached_by.resize(ids, (NONE, NONE));
        self.search.nearest.fill(NONE);
        self.search.nearest_outer.fill(NONE);
        self.search.queue.clear();
        self.make_outer(self.top[root], (NONE, root));
        loop {
            while let Some(u) = self.search.queue.pop() {
                if let Step::Found(u, v) = self.scan(u) {
                    self.augment(u, v);
                    self.dissolve_empty();
                    return true;
                }
            }
            match self.change_duals() {
                Some(Step::Found(u, v)) => {
                    self.augment(u, v);
                    self.dissolve_empty();
                    return true;
                }
                Some(Step::Go) => {}
                None => return false,
            }
        }
    }

    fn make_outer(&mut self, b: usize, reached_by: (usize, usize)) {
        self.search.label[b] = Label::Outer;
        self.search.reached_by[b] = reached_by;
        let leaves = self.leaves(b);
        self.search.queue.extend(leaves.into_iter().rev());
    }

    /// `b`, which has a partner, becomes inner, and the partner outer.
    fn make_inner(&mut self, b: usize, reached_by: (usize, usize)) {
        self.search.label[b] = Label::Inner;
        self.search.reached_by[b] = reached_by;
        let base = self.base(b);
        let mate = self.mate[base];
        self.make_outer(self.top[mate], (base, mate));
    }

    /// Follows the tight edges of an outer vertex, and notes the others.
    fn scan(&mut self, u: usize) -> Step {
        for v in 0..self.size {
            if self.fixed[v] || self.top[v] == self.top[u] {
                continue;
            }
            let slack = self.slack(u, v);
            if slack == NO_EDGE {
                continue;
            }
            if self.search.label[self.top[v]] == Label::Outer {
                if slack == 0 {
                    self.shrink(u, v);
                } else if self.is_nearer(u, slack, self.search.nearest_outer[u]) {
                    self.search.nearest_outer[u] = v;
                }
            } else if slack == 0 && self.search.label[self.top[v]] == Label::Free {
                if let Step::Found(u, v) = self.reach(u, v) {
                    return Step::Found(u, v);
                }
            } else if self.is_nearer(v, slack, self.search.nearest[v]) {
                self.search.nearest[v] = u;
            }
        }
        Step::Go
    }

    fn is_nearer(&self, u: usize, slack: i128, than: usize) -> bool {
        than == NONE || slack < self.slack(u, than)
    }

    /// A tight edge leads from outer `u` to free `v`.
    fn reach(&mut self, u: usize, v: usize) -> Step {
        let b = self.top[v];
        if self.mate[self.base(b)] == NONE {
            return Step::Found(u, v);
        }
        self.make_inner(b, (u, v));
        Step::Go
    }

    /// Changes the dual values until an edge becomes tight or an inner blossom opens; `None` if neither can happen.
    fn change_duals(&mut self) -> Option<Step> {
        enum Event {
            Reach(usize, usize),
            Shrink(usize, usize),
            Expand(usize),
        }
        let mut first: Option<(i128, Event)> = None;
        let mut consider = |by: i128, event: Event| {
            if first.as_ref().is_none_or(|(least, _)| by < *least) {
                first = Some((by, event));
            }
        };
        for v in 0..self.size {
            if self.fixed[v] {
                continue;
            }
            match self.search.label[self.top[v]] {
                Label::Free => {
                    let u = self.search.nearest[v];
                    if u != NONE {
                        consider(self.slack(u, v), Event::Reach(u, v));
                    }
                }
                Label::Outer => {
                    let mut w = self.search.nearest_outer[v];
                    if w != NONE && self.top[w] == self.top[v] {
                        w = self.nearest_outer(v);
                        self.search.nearest_outer[v] = w;
                    }
                    if w != NONE {
                        consider(self.slack(v, w) / 2, Event::Shrink(v, w));
                    }
                }
                Label::Inner => {}
            }
        }
        let inner = |b: &usize| self.search.label.get(*b) == Some(&Label::Inner);
        for b in (self.size..self.size + self.blossoms.len()).filter(inner) {
            if let Some(blossom) = self.blossom(b).filter(|blossom| blossom.parent == NONE) {
                consider(blossom.dual / 2, Event::Expand(b));
            }
        }
        let (by, event) = first?;
        for v in 0..self.size {
            if self.fixed[v] {
                continue;
            }
            match self.search.label[self.top[v]] {
                Label::Outer => self.dual[v] += by,
                Label::Inner => self.dual[v] -= by,
                Label::Free => {}
            }
        }
        for (index, blossom) in self.blossoms.iter_mut().enumerate() {
            let Some(blossom) = blossom.as_mut().filter(|blossom| blossom.parent == NONE) else { continue };
            match self.search.label[self.size + index] {
                Label::Outer => blossom.dual += 2 * by,
                Label::Inner => blossom.dual -= 2 * by,
                Label::Free => {}
            }
        }
        Some(match event {
            Event::Reach(u, v) => self.reach(u, v),
            Event::Shrink(u, v) => {
                self.shrink(u, v);
                Step::Go
            }
            Event::Expand(b) => {
                self.expand(b);
                Step::Go
            }
        })
    }

    /// The outer vertex of another blossom with the least slack to outer `v`.
    fn nearest_outer(&self, v: usize) -> usize {
        let is_other = |w: &usize| {
            !self.fixed[*w]
                && self.top[*w] != self.top[v]
                && self.search.label[self.top[*w]] == Label::Outer
                && self.slack(v, *w) != NO_EDGE
        };
        (0..self.size).filter(is_other).min_by_key(|w| self.slack(v, *w)).unwrap_or(NONE)
    }

    /// The outer blossoms from `b` up to the root.
    fn outer_path(&self, b: usize) -> Vec<usize> {
        let mut path = vec![b];
        let mut b = b;
        loop {
            let (from, _) = self.search.reached_by[b];
            if from == NONE {
                return path;
            }
            let inner = self.top[from];
            let (from, _) = self.search.reached_by[inner];
            b = self.top[from];
            path.push(b);
        }
    }

    /// The tight edge `u`-`v` between outer blossoms closes an odd cycle, which becomes one outer blossom.
    fn shrink(&mut self, u: usize, v: usize) {
        let [left, right] = [u, v].map(|w| self.outer_path(self.top[w]));
        let common = left.iter().rev().zip(right.iter().rev()).take_while(|(l, r)| l == r).count();
        let meeting = left[left.len() - common];
        let mut children = vec![meeting];
        let mut edges = Vec::new();
        // Down from the meeting point to u ...
        for outer in left[..left.len() - common].iter().rev() {
            let (from, into) = self.search.reached_by[*outer];
            let inner = self.top[from];
            edges.push(self.search.reached_by[inner]);
            children.push(inner);
            edges.push((from, into));
            children.push(*outer);
        }
        // ... over to v, and up again.
        edges.push((u, v));
        for outer in &right[..right.len() - common] {
            let (from, into) = self.search.reached_by[*outer];
            let inner = self.top[from];
            children.push(*outer);
            edges.push((into, from));
            children.push(inner);
            let (from, into) = self.search.reached_by[inner];
            edges.push((into, from));
        }
        let base = self.base(meeting);
        let new = self.vacant.pop().unwrap_or_else(|| {
            self.blossoms.push(None);
            self.search.label.push(Label::Free);
            self.search.reached_by.push((NONE, NONE));
            self.size + self.blossoms.len() - 1
        });
        let reached_by = self.search.reached_by[meeting];
        for child in &children {
            let leaves = self.leaves(*child);
            if self.search.label[*child] == Label::Inner {
                self.search.queue.extend(leaves.iter().rev());
            }
            for leaf in leaves {
                self.top[leaf] = new;
            }
            self.set_parent(*child, new);
        }
        self.blossoms[new - self.size] = Some(Blossom { children, edges, base, dual: 0, parent: NONE });
        self.search.label[new] = Label::Outer;
        self.search.reached_by[new] = reached_by;
    }

    /// Opens an inner blossom of dual value 0: the way through it stays in the tree.
    fn expand(&mut self, b: usize) {
        let (from, into) = self.search.reached_by[b];
        let Some(blossom) = self.blossoms[b - self.size].take() else { return };
        self.vacant.push(b);
        self.search.label[b] = Label::Free;
        for child in &blossom.children {
            self.set_parent(*child, NONE);
            self.search.label[*child] = Label::Free;
            for leaf in self.leaves(*child) {
                self.top[leaf] = *child;
            }
        }
        let length = blossom.children.len();
        let entry = blossom.children.iter().position(|child| *child == self.top[into]).unwrap_or(0);
        let forward = entry % 2 == 1;
        let next = |at: usize| if forward { (at + 1) % length } else { (at + length - 1) % length };
        let edge = |at: usize| {
            if forward {
                blossom.edges[at]
            } else {
                let (into, from) = blossom.edges[(at + length - 1) % length];
                (from, into)
            }
        };
        let mut at = entry;
        let mut reached_by = (from, into);
        loop {
            let inner = blossom.children[at];
            self.search.label[inner] = Label::Inner;
            self.search.reached_by[inner] = reached_by;
            if at == 0 {
                return;
            }
            let matched = edge(at);
            at = next(at);
            self.make_outer(blossom.children[at], matched);
            reached_by = edge(at);
            at = next(at);
        }
    }

    /// Matches along the path that the tight edge `u`-`v` from outer `u` to unmatched `v` completes.
    fn augment(&mut self, u: usize, v: usize) {
        self.make_base(self.top[v], v);
        let (mut outer, mut partner) = (u, v);
        loop {
            let b = self.top[outer];
            self.make_base(b, outer);
            self.mate[outer] = partner;
            self.mate[partner] = outer;
            let (inner, _) = self.search.reached_by[b];
            if inner == NONE {
                return;
            }
            let inner = self.top[inner];
            let (from, into) = self.search.reached_by[inner];
            self.make_base(inner, into);
            (outer, partner) = (from, into);
        }
    }

    /// Turns the pairs within `b` so that `v` is the one not matched within.
    fn make_base(&mut self, b: usize, v: usize) {
        if b < self.size {
            return;
        }
        let mut child = v;
        while self.parent(child) != b {
            child = self.parent(child);
        }
        self.make_base(child, v);
        let Some(Blossom { children, edges, .. }) = self.blossom(b).cloned() else { return };
        let length = children.len();
        let start = children.iter().position(|c| *c == child).unwrap_or(0);
        let forward = start % 2 == 1;
        let mut at = start;
        while at != 0 {
            let (one, other, edge);
            if forward {
                one = (at + 1) % length;
                other = (at + 2) % length;
                edge = edges[one];
            } else {
                one = (at + length - 1) % length;
                other = (at + length - 2) % length;
                let (into, from) = edges[other];
                edge = (from, into);
            }
            self.make_base(children[one], edge.0);
            self.make_base(children[other], edge.1);
            self.mate[edge.0] = edge.1;
            self.mate[edge.1] = edge.0;
            at = other;
        }
        if let Some(blossom) = self.blossom_mut(b) {
            blossom.children.rotate_left(start);
            blossom.edges.rotate_left(start);
            blossom.base = v;
        }
    }

    /// Opens the outermost blossoms of dual value 0.
    fn dissolve_empty(&mut self) {
        loop {
            let is_empty =
                |b: &usize| self.blossom(*b).is_some_and(|blossom| blossom.dual == 0 && blossom.parent == NONE);
            let empty: Vec<usize> = (self.size..self.size + self.blossoms.len()).filter(is_empty).collect();
            if empty.is_empty() {
                return;
            }
            for b in empty {
                self.dissolve(b);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{CheapestMatching, MatchingDual};
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;
    use std::collections::BTreeSet;

    type Costs = Vec<Vec<Option<i128>>>;

    fn random_costs(rng: &mut ChaCha8Rng, n: usize) -> Costs {
        let density = rng.random_range(0.3..=1.0);
        let range = *[0, 1, 2, 5, 100].get(rng.random_range(0..5)).unwrap_or(&1);
        let mut costs: Costs = Vec::new();
        for u in 0..n {
            let mut row: Vec<Option<i128>> = costs.iter().map(|above| above[u]).collect();
            row.resize_with(n, || rng.random_bool(density).then(|| rng.random_range(-range..=range)));
            row[u] = None;
            costs.push(row);
        }
        costs
    }

    /// The least cost of a perfect matching of these vertices, by trying everything.
    fn least(costs: &Costs, left: &BTreeSet<usize>) -> Option<i128> {
        let Some(u) = left.first().copied() else { return Some(0) };
        let others = left.iter().skip(1).filter_map(|v| {
            let rest = left.iter().copied().filter(|w| *w != u && w != v).collect();
            Some(costs[u][*v]? + least(costs, &rest)?)
        });
        others.min()
    }

    #[test]
    fn it_is_as_cheap_as_enumeration_finds_through_changes_and_settlements() {
        let mut rng = ChaCha8Rng::seed_from_u64(1986);
        let mut fixed = 0;
        for _ in 0..4_000 {
            let n = 2 * rng.random_range(0..=4);
            let mut costs = random_costs(&mut rng, n);
            let mut left: BTreeSet<usize> = (0..n).collect();
            let matching = CheapestMatching::new(n, |u, v| costs[u][v]);
            assert_eq!(matching.as_ref().map(CheapestMatching::total), least(&costs, &left), "{costs:?}");
            let Some(mut matching) = matching else { continue };
            while !left.is_empty() {
                let v = *left.iter().nth(rng.random_range(0..left.len())).expect("within");
                if rng.random_bool(0.3) {
                    matching.fix(v);
                    let mate = left.iter().copied().find(|w| matching.fixed[*w] && *w != v).expect("the partner");
                    left.remove(&v);
                    left.remove(&mate);
                    fixed += 1;
                } else {
                    let row = random_costs(&mut rng, n).swap_remove(v);
                    for w in left.iter().copied().filter(|w| *w != v) {
                        costs[v][w] = row[w];
                        costs[w][v] = row[w];
                    }
                    if !matching.set_costs(v, |w, _| row[w]) {
                        assert_eq!(least(&costs, &left), None, "{costs:?}");
                        break;
                    }
                }
                assert_eq!(Some(matching.total()), least(&costs, &left), "{costs:?}");
            }
        }
        assert!(fixed > 1_000, "{fixed}");
    }

    #[test]
    fn the_dual_proves_the_matching_of_many_vertices() {
        let mut rng = ChaCha8Rng::seed_from_u64(1965);
        let (mut nested, mut halves) = (0, 0);
        for _ in 0..300 {
            let n = 2 * rng.random_range(10..=40);
            let costs = random_costs(&mut rng, n);
            let Some(mut matching) = CheapestMatching::new(n, |u, v| costs[u][v]) else { continue };
            for _ in 0..10 {
                let v = rng.random_range(0..n);
                if matching.fixed[v] {
                    continue;
                }
                if rng.random_bool(0.2) {
                    matching.fix(v);
                } else if !matching.set_costs(v, |_, cost| cost.map(|cost| cost + rng.random_range(-3..=3))) {
                    unreachable!("no edge was taken away");
                }
                nested += proved(&matching);
                halves += usize::from((0..n).any(|v| !matching.fixed[v] && matching.dual[v] % 2 != 0));
                proved_in_integers(&matching);
            }
        }
        assert!(nested > 100 && halves > 100, "{nested} {halves}");
    }

    /// Checks complementary slackness; returns how many blossoms lie in others.
    fn proved(matching: &CheapestMatching) -> usize {
        let n = matching.size;
        let blossoms: Vec<_> = (n..n + matching.blossoms.len()).filter(|b| matching.blossom(*b).is_some()).collect();
        let mut around = vec![BTreeSet::new(); n];
        for b in &blossoms {
            let leaves = matching.leaves(*b);
            assert_eq!(leaves.len() % 2, 1);
            assert!(matching.blossom(*b).is_some_and(|blossom| blossom.dual >= 0 && blossom.dual % 2 == 0));
            for leaf in &leaves {
                around[*leaf].insert(*b);
            }
            let within = leaves.iter().filter(|leaf| leaves.contains(&matching.mate[**leaf])).count();
            assert_eq!(within, leaves.len() - 1, "the odd set is filled");
        }
        for u in (0..n).filter(|u| !matching.fixed[*u]) {
            for v in (u + 1..n).filter(|v| !matching.fixed[*v]) {
                let Some(cost) = matching.cost(u, v) else { continue };
                let duals = around[u].intersection(&around[v]).filter_map(|b| matching.blossom(*b));
                let duals: i128 = duals.map(|blossom| blossom.dual).sum();
                let reduced = 2 * cost - matching.dual[u] - matching.dual[v] + duals;
                assert!(reduced >= 0);
                assert!(reduced == 0 || matching.mate[u] != v, "pairs are tight");
            }
        }
        blossoms.iter().filter(|b| matching.parent(**b) != super::NONE).count()
    }

    fn proved_in_integers(matching: &CheapestMatching) {
        let MatchingDual { vertices, odd_sets } = matching.dual();
        for (set, value) in &odd_sets {
            assert!(set.len() >= 3 && set.len() % 2 == 1 && *value > 0 && set.is_sorted());
        }
        for u in 0..matching.size {
            for v in (u + 1..matching.size).filter(|v| !matching.fixed[u] && !matching.fixed[*v]) {
                let Some(cost) = matching.cost(u, v) else { continue };
                let holding = odd_sets.iter().filter(|(set, _)| set.contains(&u) && set.contains(&v));
                assert!(cost >= vertices[u] + vertices[v] - holding.map(|(_, value)| value).sum::<i128>());
            }
        }
        let within: i128 = odd_sets.iter().map(|(set, value)| value * ((set.len() as i128 - 1) / 2)).sum();
        assert_eq!(vertices.iter().sum::<i128>() - within, matching.total());
    }
}
