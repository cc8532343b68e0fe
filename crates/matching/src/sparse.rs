use super::budget::spend;
use super::matching::TreeLabel;
use super::{EdgeWeight, Matching, MatchingDual};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::iter::successors;
use std::mem;

/// No vertex, no blossom.
const NONE: usize = usize::MAX;

/// A cheapest perfect matching over the edges given so far, with dual values (Edmonds 1965, in the form of Galil 1986).
///
/// The caller gives the first dual values and those edges that look promising. Whether the matching is the cheapest of all edges, the
/// last dual values say. If it is not, edges that cost less than these allow are given, and the search goes on from where it is. Costs
/// and dual values are exact, in units of one half. Which of equal optima is found depends on the calls alone.
#[derive(Debug, Clone)]
pub struct SparseMatching<W> {
    size: usize,
    /// The edges at each vertex.
    edges: Vec<Vec<SparseEdge<W>>>,
    mate: Vec<usize>,
    /// The dual value of each vertex, but for the shift of its home.
    dual: Vec<W>,
    /// Where the vertices of an outermost blossom are together. A blossom has the home of its largest child, and a vertex that is in
    /// none its own: whoever joins or leaves a large blossom moves, and not the blossom. So no vertex moves often.
    home: Vec<usize>,
    homes: Vec<Home<W>>,
    /// The innermost blossom of each vertex.
    parent: Vec<usize>,
    /// Blossom `b` is at `b - size`.
    blossoms: Vec<Option<Blossom<W>>>,
    vacant: Vec<usize>,
    search: TreeSearch<W>,
}

/// What is the same for all vertices of an outermost blossom.
#[derive(Debug, Clone, Copy)]
struct Home<W> {
    /// The outermost blossom; the vertex itself if there is none.
    top: usize,
    /// What is to be added to the dual values of the vertices here. While they rise with the time of the search, that time, too; while
    /// they fall, minus it.
    shift: W,
}

/// An edge as it is seen from one of its ends.
#[derive(Debug, Clone, Copy)]
struct SparseEdge<W> {
    to: usize,
    /// In halves.
    cost: W,
}

/// An odd set of vertices that all but one are matched within.
#[derive(Debug, Clone)]
struct Blossom<W> {
    /// The vertices and blossoms around the cycle; the first holds the base.
    children: Vec<usize>,
    /// The edge from each child to the next, as (vertex of the child, vertex of the next).
    edges: Vec<(usize, usize)>,
    /// The vertex that is not matched within.
    base: usize,
    dual: W,
    parent: usize,
    home: usize,
    /// How many vertices it has.
    size: usize,
}

/// Alternating trees, one from each vertex that is to get a partner, and what is to happen to them. All grow at once: dual values change
/// with the time of the search, at rate one.
#[derive(Debug, Clone)]
struct TreeSearch<W> {
    now: W,
    /// By outermost vertex or blossom: its label, since when, and the edge it was reached by, from outside to inside.
    label: Vec<TreeLabel>,
    since: Vec<W>,
    reached_by: Vec<(usize, usize)>,
    /// The tree that it is in, if it has a label.
    tree: Vec<usize>,
    /// By tree: all that had a label in it.
    labelled: Vec<Vec<usize>>,
    /// Outer vertices whose edges are not yet looked at.
    queue: Vec<usize>,
    /// What is foreseen, and when.
    events: BinaryHeap<Reverse<(W, SearchEvent)>>,
    /// By vertex: the time of its next event, if there is one. Later ones are passed over.
    next: Vec<Option<W>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum SearchEvent {
    /// An edge at an outer vertex may become tight: the first of those there.
    Tight(usize),
    /// The dual value of an inner blossom becomes 0.
    Empty(usize),
}

/// How a search for a perfect matching ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Completion {
    /// The matching is perfect, and cheapest among those of the edges given.
    Perfect,
    /// The edges given have no perfect matching.
    Impossible,
    /// The caller asked to stop.
    Stopped,
}

impl<W: EdgeWeight> SparseMatching<W> {
    /// No edge yet; `dual` has the value of each vertex, in halves.
    pub fn new(dual: Vec<W>) -> Self {
        let size = dual.len();
        Self {
            size,
            edges: vec![Vec::new(); size],
            mate: vec![NONE; size],
            dual,
            home: (0..size).collect(),
            homes: (0..size).map(|top| Home { top, shift: W::ZERO }).collect(),
            parent: vec![NONE; size],
            blossoms: Vec::new(),
            vacant: Vec::new(),
            search: TreeSearch {
                now: W::ZERO,
                label: vec![TreeLabel::Free; size],
                since: vec![W::ZERO; size],
                reached_by: vec![(NONE, NONE); size],
                tree: vec![NONE; size],
                labelled: Vec::new(),
                queue: Vec::new(),
                events: BinaryHeap::new(),
                next: vec![None; size],
            },
        }
    }

    /// The partner of `v`, if it has one.
    pub fn mate(&self, v: usize) -> Option<usize> {
        Some(self.mate[v]).filter(|mate| *mate != NONE)
    }

    /// Give an edge of this cost, in units. If that is less than the dual values allow, `u` loses its partner, and its value is lowered.
    pub fn add_edge(&mut self, u: usize, v: usize, cost: W) {
        let cost = cost.twice();
        for (end, to) in [(u, v), (v, u)] {
            self.edges[end].push(SparseEdge { to, cost });
        }
        let slack = cost - self.dual_now(u) - self.dual_now(v);
        if slack < W::ZERO && slack + self.around(u, v) < W::ZERO {
            self.set_free(u);
            let slack = cost - self.dual_now(u) - self.dual_now(v);
            self.dual[u] += slack.min(W::ZERO);
        }
    }

    /// The dual values of all blossoms around both.
    fn around(&self, u: usize, v: usize) -> W {
        let outwards = |b: &usize| Some(self.parent(*b)).filter(|b| *b != NONE);
        let [ones, others] = [u, v].map(|w| successors(outwards(&w), outwards).collect::<Vec<_>>());
        let common = ones.iter().rev().zip(others.iter().rev()).take_while(|(one, other)| one == other);
        common.filter_map(|(b, _)| self.blossom(*b)).fold(W::ZERO, |sum, blossom| sum + blossom.dual)
    }

    /// Take `v` from its partner and out of all blossoms. It becomes the base of these, so that no other pair leaves them.
    fn set_free(&mut self, v: usize) {
        let top = self.top(v);
        let mate = self.mate[self.base(top)];
        if mate != NONE {
            self.mate[mate] = NONE;
        }
        self.make_base(top, v);
        self.mate[v] = NONE;
        self.leave_blossoms(v);
    }

    /// Open all blossoms around `v`, which has no partner. Half of the value of each is taken from its vertices: edges within
    /// have the same reduced cost as before, and others a greater one.
    fn leave_blossoms(&mut self, v: usize) {
        loop {
            let top = self.top(v);
            let Some(Blossom { dual, home, .. }) = self.blossom(top) else { return };
            let (half, home) = (dual.half(), *home);
            self.homes[home].shift -= half;
            self.dissolve(top);
        }
    }

    /// Whether this edge was given.
    pub fn has_edge(&self, u: usize, v: usize) -> bool {
        spend(1);
        let (few, other) = if self.edges[u].len() <= self.edges[v].len() { (u, v) } else { (v, u) };
        self.edges[few].iter().any(|edge| edge.to == other)
    }

    /// Begin with these pairs, whose edges, given or not, have reduced cost 0. There must be no others yet.
    pub fn begin_with(&mut self, pairs: &Matching) {
        for (v, mate) in self.mate.iter_mut().enumerate() {
            *mate = pairs.mate(v).unwrap_or(NONE);
        }
    }

    /// Grow the matching until it is perfect, unless `stop` says so.
    pub fn complete(&mut self, stop: impl Fn() -> bool) -> Completion {
        self.complete_first(self.size, stop)
    }

    /// Those of the first `count` vertices that have no partner yet.
    pub(super) fn roots(&self, count: usize) -> Vec<usize> {
        (0..count).filter(|v| self.mate[*v] == NONE).collect()
    }

    /// Grow the matching until the first `count` vertices have partners, unless `stop` says so.
    pub(super) fn complete_first(&mut self, count: usize, stop: impl Fn() -> bool) -> Completion {
        let roots = self.roots(count);
        self.search.now = W::ZERO;
        self.align(&roots);
        for root in roots.iter().copied() {
            self.make_outer(self.top(root), (NONE, root));
        }
        let mut growing = roots.len();
        let end = loop {
            if growing == 0 {
                break Completion::Perfect;
            }
            self.scan();
            let Some((time, event)) = self.next_event() else { break Completion::Impossible };
            if stop() {
                break Completion::Stopped;
            }
            if let Some((u, v)) = self.happens(time, event) {
                growing -= self.augment(u, v);
            }
        };
        self.end_search();
        end
    }

    /// Lower the dual values of some roots by one, so that those of all are even, or all odd. Then those of all outer vertices are at any
    /// time, and what an edge between two of them costs more than they allow can be halved.
    fn align(&mut self, roots: &[usize]) {
        let first = roots.iter().copied().max_by_key(|root| (self.top(*root) != *root, Reverse(*root)));
        let Some(like) = first.map(|root| self.dual_now(root)) else { return };
        for root in roots.iter().copied() {
            if (self.dual_now(root) - like).odd() != W::ZERO {
                // Within a blossom none can be lowered alone.
                self.leave_blossoms(root);
                let odd = (self.dual_now(root) - like).odd();
                self.dual[root] -= odd;
            }
        }
    }

    /// Give the `leaf`, a vertex that has no edge, one of cost 0 to `v`, with a dual value by which it is tight.
    pub(super) fn hang(&mut self, leaf: usize, v: usize) {
        self.dual[leaf] = -self.dual_now(v) - self.homes[self.home[leaf]].shift;
        self.add_edge(leaf, v, W::ZERO);
    }

    /// Grow the alternating tree of `root`, the only vertex without a partner, until `is_enough` says so or nothing is left to
    /// grow; the matching stays. `is_enough` is told the vertices that have become outer since it was last asked, and a
    /// time before which nothing else happens, `None` after all. An outer vertex is one that could be without a partner
    /// in place of the root.
    pub(super) fn grow(&mut self, root: usize, mut is_enough: impl FnMut(&Self, &[usize], Option<W>) -> bool) {
        self.search.now = W::ZERO;
        self.make_outer(self.top(root), (NONE, root));
        loop {
            let outer = self.search.queue.clone();
            self.scan();
            let next = self.next_event();
            if is_enough(self, &outer, next.map(|(time, _)| time)) {
                break;
            }
            let Some((time, event)) = next else { break };
            self.happens(time, event);
        }
        self.end_search();
    }

    /// Whether a tree would grow by an edge from `outer`, or become one blossom.
    pub(super) fn would_grow(&self, outer: usize, v: usize) -> bool {
        let top = self.top(v);
        top != self.top(outer) && self.search.label[top] != TreeLabel::Inner
    }

    /// What an edge of this cost between an inner and an outer vertex costs more than allowed, in halves, at any time.
    pub(super) fn slack_of(&self, u: usize, v: usize, cost: W) -> W {
        cost.twice() - self.dual_now(u) - self.dual_now(v)
    }

    /// The dual values, which prove the matching cheapest once it is perfect.
    pub fn dual(&self) -> MatchingDual<W> {
        let sets = self.blossoms.iter().enumerate().filter_map(|(index, blossom)| {
            let dual = blossom.as_ref().map(|blossom| blossom.dual).filter(|dual| *dual > W::ZERO)?;
            let mut members = self.leaves(self.size + index);
            members.sort_unstable();
            Some((members, dual))
        });
        MatchingDual { vertices: (0..self.size).map(|v| self.dual_now(v)).collect(), odd_sets: sets.collect() }
    }

    /// The same of so many vertices, the first ones.
    pub(super) fn dual_of_first(&self, count: usize) -> MatchingDual<W> {
        let mut dual = self.dual();
        dual.vertices.truncate(count);
        dual
    }

    fn dual_now(&self, v: usize) -> W {
        let Home { top, shift } = self.homes[self.home[v]];
        match self.search.label[top] {
            TreeLabel::Free => self.dual[v] + shift,
            TreeLabel::Outer => self.dual[v] + shift + self.search.now,
            TreeLabel::Inner => self.dual[v] + shift - self.search.now,
        }
    }

    /// The outermost blossom of a vertex; the vertex itself if there is none.
    fn top(&self, v: usize) -> usize {
        self.homes[self.home[v]].top
    }

    /// The home of an outermost vertex or blossom, and the one that it had or will have.
    fn home(&self, b: usize) -> usize {
        self.blossom(b).map_or(b, |blossom| blossom.home)
    }

    /// Give the vertices of `b`, which are all at one home, another one. Their dual values stay.
    fn move_to(&mut self, home: usize, b: usize) {
        for leaf in self.leaves(b) {
            self.dual[leaf] += self.homes[self.home[leaf]].shift - self.homes[home].shift;
            self.home[leaf] = home;
        }
    }

    fn blossom(&self, b: usize) -> Option<&Blossom<W>> {
        self.blossoms.get(b.checked_sub(self.size)?)?.as_ref()
    }

    fn blossom_mut(&mut self, b: usize) -> Option<&mut Blossom<W>> {
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
        let Some(blossom) = self.blossom(b) else { return vec![b] };
        let mut leaves = Vec::with_capacity(blossom.size);
        let mut stack = vec![b];
        while let Some(b) = stack.pop() {
            match self.blossom(b) {
                Some(blossom) => stack.extend(blossom.children.iter().rev()),
                None => leaves.push(b),
            }
        }
        leaves
    }

    /// Opens an outermost blossom of dual value 0.
    fn dissolve(&mut self, b: usize) -> Option<Blossom<W>> {
        let blossom = self.blossoms[b - self.size].take()?;
        self.vacant.push(b);
        for child in blossom.children.iter().copied() {
            self.set_parent(child, NONE);
            let home = self.home(child);
            if home != blossom.home {
                self.homes[home].shift = W::ZERO;
                self.move_to(home, child);
            }
            self.homes[home].top = child;
        }
        Some(blossom)
    }

    fn end_search(&mut self) {
        for tree in 0..self.search.labelled.len() {
            self.cut_down(tree);
        }
        self.search.labelled.clear();
        self.search.events.clear();
        self.search.next.fill(None);
        self.search.queue.clear();
        self.dissolve_empty();
    }

    /// Takes the labels of a tree, whose dual values stay as they are now. Returns what had them and is outermost.
    fn cut_down(&mut self, tree: usize) -> Vec<usize> {
        let mut free = mem::take(&mut self.search.labelled[tree]);
        free.retain(|b| {
            // What was in the tree may be within a blossom now, and the number of one that was opened be that of another.
            let is_there = *b < self.size || self.blossom(*b).is_some();
            let is_in = is_there && self.parent(*b) == NONE && self.search.tree[*b] == tree;
            let has_label = is_in && self.search.label[*b] != TreeLabel::Free;
            if has_label {
                // The way back along the tree needs no label.
                self.commit(*b);
            }
            has_label
        });
        free
    }

    /// What is to happen at `time`, if it still is; returns the edge from an outer vertex to one without a partner or of another tree.
    fn happens(&mut self, time: W, event: SearchEvent) -> Option<(usize, usize)> {
        spend(1);
        match event {
            SearchEvent::Tight(u) => {
                if self.search.next[u] != Some(time) {
                    return None;
                }
                self.search.next[u] = None;
                if self.search.label[self.top(u)] != TreeLabel::Outer {
                    return None;
                }
                let (due, v) = self.first_tight(u)?;
                self.foresee_tight(due, u);
                if due > time {
                    return None;
                }
                self.search.now = time;
                let top = self.top(v);
                if self.search.label[top] == TreeLabel::Outer {
                    if self.tree_of(u) != self.tree_of(v) {
                        return Some((u, v));
                    }
                    self.shrink(u, v);
                } else if self.mate[self.base(top)] == NONE {
                    return Some((u, v));
                } else {
                    self.make_inner(top, (u, v));
                }
            }
            SearchEvent::Empty(b) => {
                let since = self.search.since[b];
                let outermost = self.blossom(b).filter(|blossom| blossom.parent == NONE);
                let blossom = outermost.filter(|_| self.search.label[b] == TreeLabel::Inner)?;
                let due = since + blossom.dual.half();
                if due > time {
                    return None;
                }
                self.search.now = time;
                self.expand(b);
            }
        }
        None
    }

    /// The edge at outer `u` that becomes tight first: when, and its other end.
    fn first_tight(&self, u: usize) -> Option<(W, usize)> {
        spend(1 + self.edges[u].len());
        let (top, dual) = (self.top(u), self.dual_now(u));
        let due = |edge: &SparseEdge<W>| Some((self.due(top, dual, edge)?, edge.to));
        self.edges[u].iter().filter_map(due).min()
    }

    /// When an edge at an outer vertex of this dual value becomes tight, if its other end is outer or free.
    fn due(&self, outer: usize, dual: W, edge: &SparseEdge<W>) -> Option<W> {
        let top = self.top(edge.to);
        let slack = || edge.cost - dual - self.dual_now(edge.to);
        match self.search.label[top] {
            TreeLabel::Inner => None,
            TreeLabel::Outer => (top != outer).then(|| self.search.now + slack().half()),
            TreeLabel::Free => Some(self.search.now + slack()),
        }
    }

    /// At this time an edge at outer `u` may become tight.
    fn foresee_tight(&mut self, time: W, u: usize) {
        let next = &mut self.search.next[u];
        if next.is_none_or(|next| time < next) {
            *next = Some(time);
            self.search.events.push(Reverse((time, SearchEvent::Tight(u))));
        }
    }

    fn next_event(&mut self) -> Option<(W, SearchEvent)> {
        self.search.events.pop().map(|Reverse(next)| next)
    }

    /// Looks at the edges of new outer vertices.
    fn scan(&mut self) {
        while let Some(u) = self.search.queue.pop() {
            if let Some((due, _)) = self.first_tight(u) {
                self.foresee_tight(due, u);
            }
        }
    }

    /// The tree of a vertex that is in one.
    fn tree_of(&self, v: usize) -> usize {
        self.search.tree[self.top(v)]
    }

    /// The tree of what is reached by this edge: a new one for a root.
    fn tree_by(&mut self, (from, _): (usize, usize)) -> usize {
        if from != NONE {
            return self.tree_of(from);
        }
        self.search.labelled.push(Vec::new());
        self.search.labelled.len() - 1
    }

    fn set_label(&mut self, b: usize, label: TreeLabel, reached_by: (usize, usize), tree: usize) {
        let (now, home) = (self.search.now, self.home(b));
        match label {
            TreeLabel::Free => {}
            TreeLabel::Outer => self.homes[home].shift -= now,
            TreeLabel::Inner => self.homes[home].shift += now,
        }
        self.search.label[b] = label;
        self.search.since[b] = now;
        self.search.reached_by[b] = reached_by;
        self.search.tree[b] = tree;
        self.search.labelled[tree].push(b);
    }

    fn make_outer(&mut self, b: usize, reached_by: (usize, usize)) {
        let tree = self.tree_by(reached_by);
        self.set_label(b, TreeLabel::Outer, reached_by, tree);
        let leaves = self.leaves(b);
        self.search.queue.extend(leaves.into_iter().rev());
    }

    /// `b`, which has a partner, becomes inner, and the partner outer.
    fn make_inner(&mut self, b: usize, reached_by: (usize, usize)) {
        self.set_inner(b, reached_by);
        let base = self.base(b);
        let mate = self.mate[base];
        self.make_outer(self.top(mate), (base, mate));
    }

    fn set_inner(&mut self, b: usize, reached_by: (usize, usize)) {
        let tree = self.tree_by(reached_by);
        self.set_label(b, TreeLabel::Inner, reached_by, tree);
        if let Some(dual) = self.blossom(b).map(|blossom| blossom.dual) {
            self.search.events.push(Reverse((self.search.now + dual.half(), SearchEvent::Empty(b))));
        }
    }

    /// Keeps the dual values of an outermost blossom as they are now, and takes its label.
    fn commit(&mut self, b: usize) {
        let (now, home) = (self.search.now, self.home(b));
        let passed = now - self.search.since[b];
        let change = match self.search.label[b] {
            TreeLabel::Free => return,
            TreeLabel::Outer => {
                self.homes[home].shift += now;
                passed
            }
            TreeLabel::Inner => {
                self.homes[home].shift -= now;
                -passed
            }
        };
        if let Some(blossom) = self.blossom_mut(b) {
            blossom.dual += change.twice();
        }
        self.search.label[b] = TreeLabel::Free;
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
            let inner = self.top(from);
            let (from, _) = self.search.reached_by[inner];
            b = self.top(from);
            path.push(b);
        }
    }

    /// The tight edge `u`-`v` between outer blossoms closes an odd cycle, which becomes one outer blossom.
    fn shrink(&mut self, u: usize, v: usize) {
        let [left, right] = [u, v].map(|w| self.outer_path(self.top(w)));
        let common = left.iter().rev().zip(right.iter().rev()).take_while(|(l, r)| l == r).count();
        let meeting = left[left.len() - common];
        let mut children = vec![meeting];
        let mut edges = Vec::new();
        // Down from the meeting point to u ...
        for outer in left[..left.len() - common].iter().rev() {
            let (from, into) = self.search.reached_by[*outer];
            let inner = self.top(from);
            edges.push(self.search.reached_by[inner]);
            children.push(inner);
            edges.push((from, into));
            children.push(*outer);
        }
        // ... over to v, and up again.
        edges.push((u, v));
        for outer in &right[..right.len() - common] {
            let (from, into) = self.search.reached_by[*outer];
            let inner = self.top(from);
            children.push(*outer);
            edges.push((into, from));
            children.push(inner);
            let (from, into) = self.search.reached_by[inner];
            edges.push((into, from));
        }
        let base = self.base(meeting);
        let (reached_by, tree) = (self.search.reached_by[meeting], self.search.tree[meeting]);
        let new = self.vacant.pop().unwrap_or_else(|| {
            self.blossoms.push(None);
            self.search.label.push(TreeLabel::Free);
            self.search.since.push(W::ZERO);
            self.search.reached_by.push((NONE, NONE));
            self.search.tree.push(NONE);
            self.size + self.blossoms.len() - 1
        });
        let size_of = |b: usize| self.blossom(b).map_or(1, |blossom| blossom.size);
        let size = children.iter().map(|child| size_of(*child)).sum();
        // Of several that are as large, any will do.
        let home = children.iter().max_by_key(|child| size_of(**child)).map_or(base, |largest| self.home(*largest));
        for child in children.iter().copied() {
            if self.search.label[child] == TreeLabel::Inner {
                let leaves = self.leaves(child);
                self.search.queue.extend(leaves.into_iter().rev());
            }
            self.commit(child);
            self.set_parent(child, new);
        }
        for child in children.iter().copied().filter(|child| self.home(*child) != home).collect::<Vec<_>>() {
            self.move_to(home, child);
        }
        self.homes[home].top = new;
        let blossom = Blossom { children, edges, base, dual: W::ZERO, parent: NONE, home, size };
        self.blossoms[new - self.size] = Some(blossom);
        self.set_label(new, TreeLabel::Outer, reached_by, tree);
    }

    /// Opens an inner blossom of dual value 0: the way through it stays in the tree.
    fn expand(&mut self, b: usize) {
        let (from, into) = self.search.reached_by[b];
        self.commit(b);
        let Some(blossom) = self.dissolve(b) else { return };
        let length = blossom.children.len();
        let entry = blossom.children.iter().position(|child| *child == self.top(into)).unwrap_or(0);
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
            self.set_inner(blossom.children[at], reached_by);
            if at == 0 {
                break;
            }
            let matched = edge(at);
            at = next(at);
            self.make_outer(blossom.children[at], matched);
            reached_by = edge(at);
            at = next(at);
        }
        let left = blossom.children.into_iter().filter(|child| self.search.label[*child] == TreeLabel::Free);
        self.foresee_to(left.collect());
    }

    /// Outermost blossoms have left a tree. While they were inner, edges of outer vertices to them were passed over.
    fn foresee_to(&mut self, free: Vec<usize>) {
        for leaf in free.into_iter().flat_map(|b| self.leaves(b)).collect::<Vec<_>>() {
            spend(1 + self.edges[leaf].len());
            for index in 0..self.edges[leaf].len() {
                let SparseEdge { to: u, cost } = self.edges[leaf][index];
                let top = self.top(u);
                if self.search.label[top] == TreeLabel::Outer
                    && let Some(due) = self.due(top, self.dual_now(u), &SparseEdge { to: leaf, cost })
                {
                    self.foresee_tight(due, u);
                }
            }
        }
    }

    /// Matches along the path that the tight edge `u`-`v` from outer `u` completes: to an unmatched vertex that is in no tree, or to the
    /// root of another tree. Returns how many trees that was; the others grow on.
    fn augment(&mut self, u: usize, v: usize) -> usize {
        let is_root = self.search.label[self.top(v)] == TreeLabel::Outer;
        let trees: Vec<usize> = if is_root { vec![self.tree_of(u), self.tree_of(v)] } else { vec![self.tree_of(u)] };
        let free: Vec<usize> = trees.iter().flat_map(|tree| self.cut_down(*tree)).collect();
        if is_root {
            self.match_up(v, u);
        } else {
            let top = self.top(v);
            self.make_base(top, v);
        }
        self.match_up(u, v);
        self.foresee_to(free);
        trees.len()
    }

    /// Matches outer `u` with its new partner, and so on up to the root.
    fn match_up(&mut self, u: usize, v: usize) {
        let (mut outer, mut partner) = (u, v);
        loop {
            let b = self.top(outer);
            self.make_base(b, outer);
            self.mate[outer] = partner;
            if partner != NONE {
                self.mate[partner] = outer;
            }
            let (inner, _) = self.search.reached_by[b];
            if inner == NONE {
                return;
            }
            let inner = self.top(inner);
            let (from, into) = self.search.reached_by[inner];
            self.make_base(inner, into);
            (outer, partner) = (from, into);
        }
    }

    /// Turns the pairs within `b` so that `v` is the one not matched within.
    fn make_base(&mut self, b: usize, v: usize) {
        // Blossoms may lie within each other by the ten thousands, which is too deep for calls.
        let mut left = vec![(b, v)];
        while let Some((b, v)) = left.pop() {
            let mut child = v;
            while child != b {
                let around = self.parent(child);
                self.turn(around, child, v, &mut left);
                child = around;
            }
        }
    }

    /// Turns the pairs between the children of `b` so that `child`, which holds `v`, is the one not matched within. Each of the others is
    /// `left` with its vertex that is not matched within.
    fn turn(&mut self, b: usize, child: usize, v: usize, left: &mut Vec<(usize, usize)>) {
        let Some(Blossom { children, edges, base, .. }) = &mut self.blossoms[b - self.size] else { return };
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
            left.extend([(children[one], edge.0), (children[other], edge.1)]);
            self.mate[edge.0] = edge.1;
            self.mate[edge.1] = edge.0;
            at = other;
        }
        children.rotate_left(start);
        edges.rotate_left(start);
        *base = v;
    }

    /// Opens the outermost blossoms of dual value 0, and those within that are outermost then.
    fn dissolve_empty(&mut self) {
        let is_empty = |this: &Self, b: usize| this.blossom(b).is_some_and(|blossom| blossom.dual == W::ZERO);
        let all = (self.size..self.size + self.blossoms.len()).filter(|b| is_empty(self, *b));
        let mut empty: Vec<usize> = all.filter(|b| self.parent(*b) == NONE).collect();
        while !empty.is_empty() {
            let opened: Vec<_> = empty.into_iter().filter_map(|b| self.dissolve(b)).collect();
            let within = opened.iter().flat_map(|blossom| blossom.children.iter().copied());
            empty = within.filter(|b| is_empty(self, *b)).collect();
            empty.sort_unstable();
        }
    }
}

#[cfg(test)]
#[path = "../tests/unit/sparse.rs"]
mod tests;
