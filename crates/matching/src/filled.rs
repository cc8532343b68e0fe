use super::Graph;
use super::budget::spend;
use super::matching::{A_UNIT, TreeLabel, first_common};
use fixedbitset::FixedBitSet;
use itertools::Itertools;
use std::cell::Cell;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::mem;

/// No set: the whole graph.
const WHOLE: usize = usize::MAX;
/// In place of a vertex: the outside of a set.
const OUTSIDE: usize = usize::MAX - 1;

/// A perfect matching of tight edges that fills odd sets, among all of these: the optima of a matching problem, by a dual
/// solution (Edmonds 1965).
///
/// A set is filled if just one pair leaves it. The sets are nested or disjoint, so each of them, and the whole, is a
/// *level*: a graph whose nodes are the greatest sets within it and the vertices in none of these. From its level a set is
/// seen as one node, and its insides only say which of its vertices can be the one that is matched outside. So what is
/// possible is found level by level, by alternating paths between nodes.
#[derive(Debug, Clone)]
pub struct FilledMatching {
    size: usize,
    tight: Graph,
    mate: Vec<usize>,
    /// Each comes after those around it, and those within it follow at once.
    sets: Vec<Set>,
    whole: SetContent,
    /// The smallest set that holds each vertex.
    innermost: Vec<usize>,
    /// The vertices not fixed.
    open: FixedBitSet,
    /// A tight neighbour of each vertex, the one that was found last: the same is looked for again and again.
    found: Vec<Cell<usize>>,
}

/// What a set, or the whole, is made of.
#[derive(Debug, Clone)]
struct SetContent {
    /// The vertices not fixed that are in no smaller set.
    own: FixedBitSet,
    /// How many those are.
    count: usize,
    /// The next smaller sets, in order.
    children: Vec<usize>,
}

#[derive(Debug, Clone)]
struct Set {
    /// The next greater set.
    parent: usize,
    content: SetContent,
    /// Those not fixed.
    members: FixedBitSet,
    /// All members with a tight edge that leaves the set, and maybe some that had one. They are few where sets are large.
    border: Vec<usize>,
    /// The member matched outside.
    exit: usize,
    /// Who could be, as far as the insides say; `None` if that has to be found out again.
    usable: Option<FixedBitSet>,
}

/// A vertex, a set (from `size` on), or the outside of a set (after the sets). Each belongs to one level.
type TreeNode = usize;

/// A level as it is searched.
struct SearchLevel {
    set: usize,
    /// Those by which its nodes can be entered and left.
    doors: FixedBitSet,
    /// Who may be matched outside.
    exits: FixedBitSet,
    root: TreeNode,
}

/// The levels around a vertex as they were searched, from the whole to the innermost.
struct SearchedLevels {
    /// Their sets.
    chain: Vec<usize>,
    levels: Vec<SearchLevel>,
    tree: AlternatingTrees,
    /// The partners that the vertex can have at each of them, if the sets within let it out.
    near: Vec<FixedBitSet>,
}

/// Alternating trees on the nodes of levels, one on each. Blossoms are shrunk to their bases.
struct AlternatingTrees {
    label: Vec<TreeLabel>,
    /// The edge towards the root: a vertex of the node before, and one of this node.
    parent: Vec<(usize, usize)>,
    /// The base of the blossom a node is in, by union and find.
    base: Vec<TreeNode>,
    queue: VecDeque<TreeNode>,
    /// The vertices that are worth looking at: doors of nodes that are not inner.
    reach: FixedBitSet,
    /// By base: the vertices of the blossom, if it has more than one node.
    blossom: BTreeMap<TreeNode, FixedBitSet>,
}

impl FilledMatching {
    /// The matching given by `mate`, which must be perfect, use tight edges alone, and fill `sets`.
    pub fn new(tight: Graph, mate: Vec<usize>, sets: &[&[usize]]) -> Self {
        let size = mate.len();
        let mut open = FixedBitSet::with_capacity(size);
        open.insert_range(..);
        let whole = SetContent { own: open.clone(), count: size, children: Vec::new() };
        let innermost = vec![WHOLE; size];
        let found = mate.iter().copied().map(Cell::new).collect();
        let mut matching =
            Self { size, tight, mate, sets: Vec::new(), whole, innermost: innermost.clone(), open, found };
        let greatest_first: Vec<&[usize]> = sets.iter().copied().sorted_by_key(|set| Reverse(set.len())).collect();
        let (mut innermost, mut inside, mut next) = (innermost, vec![Vec::new(); sets.len()], Vec::new());
        for (index, set) in greatest_first.iter().enumerate() {
            inside.get_mut(innermost[set[0]]).unwrap_or(&mut next).push(index);
            set.iter().for_each(|v| innermost[*v] = index);
        }
        while let Some(index) = next.pop() {
            matching.add_set(greatest_first[index]);
            next.extend(&inside[index]);
        }
        for set in (0..matching.sets.len()).rev() {
            matching.sets[set].border = matching.border_of(set);
        }
        matching
    }

    /// The border of a set: of those within it, only what is on their borders has an edge that leaves them.
    fn border_of(&self, set: usize) -> Vec<usize> {
        let Set { content: SetContent { own, children, .. }, members, .. } = &self.sets[set];
        let of_children = children.iter().flat_map(|child| self.sets[*child].border.iter().copied());
        own.ones().chain(of_children).filter(|v| !self.tight.neighbours(*v).is_subset(members)).collect()
    }

    /// Those of `vertices` that are on the border of a set.
    fn on_border(&self, set: usize, vertices: &FixedBitSet) -> FixedBitSet {
        let mut on_border = FixedBitSet::with_capacity(self.size);
        let border = &self.sets[set].border;
        border.iter().filter(|v| vertices.contains(**v)).for_each(|v| on_border.insert(*v));
        on_border
    }

    fn add_set(&mut self, set: &[usize]) {
        let mut members = FixedBitSet::with_capacity(self.size);
        set.iter().for_each(|v| members.insert(*v));
        let exit = set.iter().copied().find(|v| !members.contains(self.mate[*v])).unwrap_or(set[0]);
        let (parent, number) = (self.innermost[set[0]], self.sets.len());
        set.iter().for_each(|v| self.innermost[*v] = number);
        let around = self.content_mut(parent);
        around.own.difference_with(&members);
        around.count -= set.len();
        around.children.push(number);
        let content = SetContent { own: members.clone(), count: set.len(), children: Vec::new() };
        self.sets.push(Set { parent, content, members, border: Vec::new(), exit, usable: None });
    }

    fn content(&self, set: usize) -> &SetContent {
        self.sets.get(set).map_or(&self.whole, |set| &set.content)
    }

    fn content_mut(&mut self, set: usize) -> &mut SetContent {
        self.sets.get_mut(set).map_or(&mut self.whole, |set| &mut set.content)
    }

    /// The partner of `v`.
    pub fn mate(&self, v: usize) -> usize {
        self.mate[v]
    }

    /// How many vertices there are.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Whether `v` is not fixed.
    pub(super) fn is_open(&self, v: usize) -> bool {
        self.open.contains(v)
    }

    /// The same of some vertices alone, in order, that no matching pairs with others. Of their edges there are those that some
    /// matching has: those to `partners`.
    pub(super) fn among(&self, vertices: &[usize], partners: &[FixedBitSet]) -> Self {
        let mut place = vec![None; self.size];
        (0..).zip(vertices).for_each(|(index, v)| place[*v] = Some(index));
        let edges = vertices.iter().flat_map(|v| partners[*v].ones().map(|w| (place[*v], place[w])));
        let tight = Graph::new(vertices.len(), edges.filter_map(|(v, w)| Some((v?, w?))));
        let mate = vertices.iter().filter_map(|v| place[self.mate[*v]]).collect();
        // One with an even number of them is left by a pair of others.
        let within = self.sets.iter().map(|set| set.members.ones().filter_map(|v| place[v]).collect::<Vec<usize>>());
        let sets: Vec<Vec<usize>> = within.filter(|set| set.len() > 2 && set.len() % 2 == 1).unique().collect();
        Self::new(tight, mate, &sets.iter().map(Vec::as_slice).collect::<Vec<_>>())
    }

    /// The components of what is not fixed, as tight edges and sets join it: the vertices of each, and the matchings of these alone.
    /// What one chooses changes nothing for another, and all of them take far fewer steps than the whole.
    pub(super) fn components(&self) -> Vec<(Vec<usize>, Self)> {
        let mut parts: Vec<(Vec<usize>, Vec<Vec<usize>>)> = Vec::new();
        let (mut part_of, mut place) = (vec![0; self.size], vec![0; self.size]);
        let mut left = self.open.clone();
        while let Some(first) = left.minimum() {
            let (mut part, mut queue) = (FixedBitSet::with_capacity(self.size), vec![first]);
            left.set(first, false);
            while let Some(v) = queue.pop() {
                spend(1 + self.size / A_UNIT);
                part.insert(v);
                let mut near = self.tight.neighbours(v).clone();
                self.sets_around(v).last().into_iter().for_each(|set| near.union_with(&self.sets[*set].members));
                near.intersect_with(&left);
                left.difference_with(&near);
                queue.extend(near.ones());
            }
            let vertices: Vec<usize> = part.ones().collect();
            (0..).zip(&vertices).for_each(|(at, v)| (part_of[*v], place[*v]) = (parts.len(), at));
            parts.push((vertices, Vec::new()));
        }
        for members in self.sets.iter().map(|set| &set.members) {
            if let Some(v) = members.minimum() {
                parts[part_of[v]].1.push(members.ones().map(|v| place[v]).collect());
            }
        }
        let alone = |(vertices, sets): (Vec<usize>, Vec<Vec<usize>>)| {
            let sets: Vec<&[usize]> = sets.iter().map(Vec::as_slice).collect();
            let mates = vertices.iter().map(|v| place[self.mate[*v]]).collect();
            let alone = Self::new(self.tight.among(&vertices), mates, &sets);
            (vertices, alone)
        };
        parts.into_iter().map(alone).collect()
    }

    /// The partners if the lowest vertex has the lowest that any matching gives it, then the next vertex, and so on; and whether all
    /// have theirs, or `stop` said so before.
    pub fn first(&self, stop: impl Fn() -> bool) -> (Vec<usize>, bool) {
        let mut mates = self.mate.clone();
        let mut are_chosen = true;
        for (vertices, mut alone) in self.components() {
            are_chosen = are_chosen && alone.choose_first(&stop);
            vertices.iter().zip(&alone.mate).for_each(|(v, mate)| mates[*v] = vertices[*mate]);
        }
        (mates, are_chosen)
    }

    fn choose_first(&mut self, stop: impl Fn() -> bool) -> bool {
        for v in 0..self.size {
            if self.open.contains(v) {
                if stop() {
                    return false;
                }
                if let Some(first) = first_common(self.tight.neighbours(v), &self.open) {
                    self.rematch_from(v, first, Some);
                }
                self.fix(v);
            }
        }
        true
    }

    /// Give `v` the first partner by `order` that any matching gives it, for good. `order` says the place of a vertex, or
    /// `None` if it is not allowed. Returns the partner, who is not allowed only if none that is allowed can be had.
    pub fn choose(&mut self, v: usize, order: impl Fn(usize) -> Option<usize>) -> usize {
        self.rematch(v, order);
        self.fix(v);
        self.mate[v]
    }

    /// Whether any matching gives `v` a partner that `is_wanted`. If so, it has no others from now on.
    pub fn narrow(&mut self, v: usize, is_wanted: impl Fn(usize) -> bool) -> bool {
        if !is_wanted(self.mate[v]) {
            self.rematch(v, |w| is_wanted(w).then_some(w));
        }
        let is_so = is_wanted(self.mate[v]);
        if is_so {
            let kept = self.tight.neighbours(v).ones().filter(|w| is_wanted(*w)).collect();
            self.tight.keep_edges(v, &kept);
            for set in self.sets_around(v) {
                self.sets[set].usable = None;
            }
        }
        is_so
    }

    /// Give `v` the first partner by `order` that any matching gives it, if there is one.
    pub fn rematch(&mut self, v: usize, order: impl Fn(usize) -> Option<usize>) {
        let allowed = self.tight.neighbours(v).intersection(&self.open).filter_map(|w| Some((order(w)?, w)));
        if let Some(first) = allowed.min().map(|(_, w)| w) {
            self.rematch_from(v, first, order);
        }
    }

    /// Give `v` the first partner by `order` that any matching gives it. No neighbour comes before `first`.
    fn rematch_from(&mut self, v: usize, first: usize, order: impl Fn(usize) -> Option<usize>) {
        spend(1 + self.size / A_UNIT);
        if first != self.mate[v] && !self.exchange(v, first) {
            self.search_levels(v, first, order);
        }
    }

    /// Give `v` the partner `first` if that takes few other pairs, all of them within the level of `v`. Almost always it does where
    /// vertices have many neighbours, and a tree would touch most of these first.
    fn exchange(&mut self, v: usize, first: usize) -> bool {
        let (old, other) = (self.mate[v], self.mate[first]);
        let own = &self.content(self.innermost[v]).own;
        if ![old, first, other].iter().all(|w| own.contains(*w)) {
            return false;
        }
        let Some(steps) = self.short_path(own, [v, first], [old, other]) else { return false };
        self.join(v, first);
        steps.into_iter().for_each(|(one, other)| self.join(one, other));
        true
    }

    /// The new pairs of a path from `old` to `other`, who lose their partners, by at most two pairs of others between them.
    fn short_path(
        &self,
        own: &FixedBitSet,
        taken: [usize; 2],
        [old, other]: [usize; 2],
    ) -> Option<Vec<(usize, usize)>> {
        if self.tight.has_edge(old, other) {
            return Some(vec![(old, other)]);
        }
        // A pair of two on the level, by its end next to the vertex.
        let beyond = |vertex: usize| {
            let near = self.tight.neighbours(vertex).intersection(own).filter(move |near| !taken.contains(near));
            near.map(|near| (near, self.mate[near])).filter(|(_, far)| own.contains(*far))
        };
        spend(self.size / 8);
        if let Some((near, far)) = beyond(old).find(|(_, far)| self.tight.has_edge(*far, other)) {
            return Some(vec![(old, near), (far, other)]);
        }
        let mut ends = FixedBitSet::with_capacity(self.size);
        beyond(other).for_each(|(_, far)| ends.insert(far));
        let mut looked = 0;
        let path = beyond(old).find_map(|(near, far)| {
            looked += 1;
            let end = first_common(self.tight.neighbours(far), &ends)?;
            Some(vec![(old, near), (far, end), (self.mate[end], other)])
        });
        spend(looked * (1 + self.size / A_UNIT));
        path
    }

    fn join(&mut self, u: usize, v: usize) {
        self.mate[u] = v;
        self.mate[v] = u;
    }

    /// Whether there is no other matching; `None` if `stop` says so before that is known.
    ///
    /// If there is another one, look at the lowest vertex to which some other gives another partner: that partner is lower or higher.
    pub fn is_only(&self, stop: impl Fn() -> bool) -> Option<bool> {
        for (_, alone) in self.components() {
            for is_rising in [true, false] {
                let mut alone = alone.clone();
                for v in 0..alone.size {
                    if stop() {
                        return None;
                    }
                    let mate = alone.mate[v];
                    let order = |w: usize| Some(if is_rising { w } else { usize::MAX - w });
                    if alone.open.contains(v) && alone.choose(v, order) != mate {
                        return Some(false);
                    }
                }
            }
        }
        Some(true)
    }

    /// The partners that the matchings give `v`.
    pub fn partners(&mut self, v: usize) -> FixedBitSet {
        let mut partners = FixedBitSet::with_capacity(self.size);
        partners.insert(self.mate[v]);
        if self.open.contains(v) {
            let SearchedLevels { chain, near, .. } = self.search_around(v, None);
            for (depth, near) in near.iter().enumerate().filter(|(_, near)| !near.is_clear()) {
                if self.can_leave(&chain, depth, v) {
                    partners.union_with(near);
                }
            }
        }
        partners
    }

    /// Where more than two pairs must change: search the levels of the sets around `v`.
    fn search_levels(&mut self, v: usize, first: usize, order: impl Fn(usize) -> Option<usize>) {
        self.find_usable(self.content(self.innermost[v]).children.clone());
        // The search of all levels begins with that of the innermost where it is the whole.
        if self.innermost[v] != WHOLE && self.search_one_level(v, first) {
            return;
        }
        let SearchedLevels { chain, levels, tree, near } = self.search_around(v, Some(first));
        let mut best = order(self.mate[v]).map(|place| (place, None));
        for (depth, near) in near.iter().enumerate() {
            let first = near.ones().filter_map(|w| Some((order(w)?, w))).min();
            let first = first.filter(|(place, _)| best.is_none_or(|(best, _)| place < &best));
            if let Some((place, w)) = first.filter(|_| self.can_leave(&chain, depth, v)) {
                best = Some((place, Some((depth, w))));
            }
        }
        if let Some((_, Some((depth, w)))) = best {
            self.rejoin(&chain, &levels, &tree, depth, (v, w));
        }
    }

    /// Whether the insides of the sets of the chain within the level at this depth let `v` out.
    fn can_leave(&mut self, chain: &[usize], depth: usize, v: usize) -> bool {
        chain.get(depth + 1).is_none_or(|inner| self.is_usable(*inner, v))
    }

    /// Search the levels of the sets around `v`, from the whole to the innermost, for partners; the innermost until it comes to
    /// `wanted` or as far as it goes.
    ///
    /// At each of them the node of `v` is left out, so that its partner's node is alone. Whoever can be alone in its place,
    /// by an alternating path, can have `v`; or can have another of the set's vertices, which then leaves the set.
    fn search_around(&mut self, v: usize, wanted: Option<usize>) -> SearchedLevels {
        let mut chain = self.sets_around(v);
        chain.push(WHOLE);
        chain.reverse();
        let (mut levels, mut tree, mut near) = (Vec::new(), self.tree(), Vec::new());
        let mut exits = FixedBitSet::with_capacity(self.size);
        for (depth, set) in chain.iter().copied().enumerate() {
            let inner = chain.get(depth + 1).copied();
            let nodes = self.content(set).children.iter().copied().filter(|child| Some(*child) != inner);
            self.find_usable(nodes.collect());
            let mut within = self.members(set).clone();
            match inner {
                Some(inner) => within.difference_with(&self.sets[inner].members),
                None => within.set(v, false),
            }
            let root = self.mate_of_node(set, inner.map_or(v, |inner| self.size + inner));
            let level = SearchLevel { set, doors: self.doors_within(set, &within), exits, root };
            let is_grown = self.grow(&level, &mut tree, wanted.filter(|_| inner.is_none()));
            let outer = self.outer_vertices(&level, &tree);
            if is_grown && inner.is_none() {
                self.prune(&level, &tree, &outer, v);
            }
            near.push(outer.intersection(self.tight.neighbours(v)).collect());
            exits = FixedBitSet::with_capacity(self.size);
            if let Some((inner, members)) = inner.map(|inner| (inner, &self.sets[inner].members)) {
                self.joined(&self.on_border(inner, members), &outer).into_iter().for_each(|(v, _)| exits.insert(v));
                if set != WHOLE && tree.label[self.outside(set)] == TreeLabel::Outer {
                    exits.union_with(&level.exits);
                    exits.intersect_with(members);
                }
            }
            levels.push(level);
        }
        SearchedLevels { chain, levels, tree, near }
    }

    /// Give `v` the partner `first` if the innermost set around `v` holds it, and nobody else has to leave or enter the set.
    fn search_one_level(&mut self, v: usize, first: usize) -> bool {
        let set = self.innermost[v];
        let mut within = self.members(set).clone();
        within.set(v, false);
        let exits = FixedBitSet::with_capacity(self.size);
        let root = self.mate_of_node(set, v);
        let level = SearchLevel { set, doors: self.doors_within(set, &within), exits, root };
        if set != WHOLE && root == self.outside(set) || !level.doors.contains(first) {
            return false;
        }
        let mut tree = self.tree();
        self.grow(&level, &mut tree, Some(first));
        let is_found = tree.label[self.node(set, first)] == TreeLabel::Outer;
        if is_found {
            self.rejoin(&[set], &[level], &tree, 0, (v, first));
        }
        is_found
    }

    /// Match `v` and `w`, who meet at the level `depth` of the chain of sets around `v`.
    fn rejoin(
        &mut self,
        chain: &[usize],
        searched: &[SearchLevel],
        tree: &AlternatingTrees,
        depth: usize,
        (v, w): (usize, usize),
    ) {
        // New pairs with the set at whose level they are made, and the new exits of sets.
        let mut pairs = vec![(chain[depth], v, w)];
        let mut exits = Vec::new();
        let (mut at, mut alone, mut leaving) = (depth, self.node(chain[depth], w), None);
        loop {
            let level = &searched[at];
            let mut exit = leaving;
            for (one, other) in self.path(level, tree, alone) {
                pairs.push((level.set, one, other));
                let inside = if one == OUTSIDE { other } else { one };
                exit = exit.or((one == OUTSIDE || other == OUTSIDE).then_some(inside));
            }
            let Some(exit) = exit.filter(|_| at > 0) else { break };
            exits.push((level.set, exit));
            at -= 1;
            // It finds a partner at the level above, or leaves that, too.
            let level = &searched[at];
            let partner = first_common(&self.outer_vertices(level, tree), self.tight.neighbours(exit));
            (alone, leaving) = match partner {
                Some(partner) => {
                    pairs.push((level.set, exit, partner));
                    (self.node(level.set, partner), None)
                }
                None => (self.outside(level.set), Some(exit)),
            };
        }
        let mut insides = self.tree();
        for (set, one, other) in &pairs {
            for vertex in [*one, *other].into_iter().filter(|vertex| *vertex != OUTSIDE) {
                // The insides of the chain's sets are matched by the paths, but for those within that let v out.
                let inner = self.node(*set, vertex).checked_sub(self.size);
                if let Some(inner) = inner.filter(|inner| vertex == v || !chain.contains(inner)) {
                    self.let_out(&mut insides, inner, vertex);
                }
            }
        }
        for (_, one, other) in pairs.into_iter().filter(|(_, one, other)| *one != OUTSIDE && *other != OUTSIDE) {
            self.join(one, other);
        }
        for (set, exit) in exits {
            self.sets[set].exit = exit;
        }
    }

    /// Match the insides of a set so that `exit` is the one that is matched outside; its new pair is not made here.
    fn let_out(&mut self, tree: &mut AlternatingTrees, set: usize, exit: usize) {
        // Sets may lie within each other too deep for calls.
        let (mut left, mut pairs) = (vec![(set, exit)], Vec::new());
        while let Some((set, exit)) = left.pop() {
            if self.sets[set].exit == exit {
                continue;
            }
            let level = self.inside(set);
            self.grow(&level, tree, None);
            let of_level = self.path(&level, tree, self.node(set, exit));
            self.sets[set].exit = exit;
            let vertices = of_level.iter().flat_map(|(one, other)| [*one, *other]).chain([exit]);
            left.extend(vertices.filter_map(|v| Some((self.node(set, v).checked_sub(self.size)?, v))));
            pairs.extend(of_level);
        }
        for (one, other) in pairs {
            self.join(one, other);
        }
    }

    /// Fix `v` and its partner, who leave the sets that hold both. A set that holds one of them is filled by the others
    /// now, none of whom can be matched outside.
    fn fix(&mut self, v: usize) {
        let pair = [v, self.mate[v]];
        for w in pair {
            self.open.set(w, false);
            let content = self.content_mut(self.innermost[w]);
            content.count -= usize::from(content.own.contains(w));
            content.own.set(w, false);
        }
        for set in pair
            .iter()
            .flat_map(|w| self.sets_around(*w))
            .sorted_unstable_by_key(|set| Reverse(*set))
            .dedup()
            .collect::<Vec<_>>()
        {
            let holds_both = pair.iter().all(|w| self.sets[set].members.contains(*w));
            for w in pair {
                self.sets[set].members.set(w, false);
            }
            self.sets[set].usable = None;
            let SetContent { count, children, .. } = &self.sets[set].content;
            if !holds_both {
                self.close(set);
            } else if count + children.len() == 1 {
                // A set of one vertex, or of one set, says nothing.
                self.open_up(set);
            }
        }
    }

    /// Take away the edges that leave the set, and then the set.
    fn close(&mut self, set: usize) {
        let members = self.sets[set].members.clone();
        let border = mem::take(&mut self.sets[set].border);
        border.into_iter().filter(|v| members.contains(*v)).for_each(|v| self.tight.keep_edges(v, &members));
        self.open_up(set);
    }

    /// Take away the set: what it is made of belongs to the next greater one.
    fn open_up(&mut self, set: usize) {
        let empty = SetContent { own: FixedBitSet::with_capacity(self.size), count: 0, children: Vec::new() };
        let SetContent { own, count, children } = mem::replace(&mut self.sets[set].content, empty);
        let parent = self.sets[set].parent;
        own.ones().for_each(|v| self.innermost[v] = parent);
        children.iter().for_each(|child| self.sets[*child].parent = parent);
        let around = self.content_mut(parent);
        around.own.union_with(&own);
        around.count += count;
        let place = around.children.iter().position(|child| *child == set);
        place.map(|place| around.children.splice(place..=place, children).count());
        self.sets[set].members.clear();
    }

    /// Whether the member `v` of a set could be matched outside.
    fn is_usable(&mut self, set: usize, v: usize) -> bool {
        self.find_usable(vec![set]);
        self.sets[set].usable.as_ref().is_some_and(|usable| usable.contains(v))
    }

    /// Find out who can be matched outside, for the sets and all within them, where it is not known.
    fn find_usable(&mut self, sets: Vec<usize>) {
        let mut unknown = sets;
        let mut next = 0;
        // Where it is known of a set, it is known of those within.
        unknown.retain(|set| self.sets[*set].usable.is_none());
        while let Some(set) = unknown.get(next) {
            let children = self.content(*set).children.iter().copied();
            let children: Vec<usize> = children.filter(|child| self.sets[*child].usable.is_none()).collect();
            unknown.extend(children);
            next += 1;
        }
        if unknown.is_empty() {
            return;
        }
        let mut tree = self.tree();
        for set in unknown.into_iter().rev() {
            let level = self.inside(set);
            self.grow(&level, &mut tree, None);
            self.sets[set].usable = Some(self.outer_vertices(&level, &tree));
        }
    }

    /// The level of a set by itself, whose exit is alone.
    fn inside(&self, set: usize) -> SearchLevel {
        SearchLevel {
            set,
            doors: self.doors_within(set, &self.sets[set].members),
            exits: FixedBitSet::with_capacity(self.size),
            root: self.node(set, self.sets[set].exit),
        }
    }

    /// The sets that hold `v`, the innermost first.
    fn sets_around(&self, v: usize) -> Vec<usize> {
        let around = |set: usize| Some(set).filter(|set| *set != WHOLE);
        std::iter::successors(around(self.innermost[v]), |set| around(self.sets[*set].parent)).collect()
    }

    fn members(&self, set: usize) -> &FixedBitSet {
        self.sets.get(set).map_or(&self.open, |set| &set.members)
    }

    fn outside(&self, set: usize) -> TreeNode {
        self.size + self.sets.len() + set
    }

    /// The node of the level of `set` that `v` is or is in.
    fn node(&self, set: usize, v: usize) -> TreeNode {
        if v == OUTSIDE {
            return self.outside(set);
        }
        let inner = self.innermost[v];
        if inner == set {
            return v;
        }
        let children = &self.content(set).children;
        self.size + children[children.partition_point(|child| *child <= inner) - 1]
    }

    /// The node that `node` is matched with at the level of `set`.
    fn mate_of_node(&self, set: usize, node: TreeNode) -> TreeNode {
        self.node(set, self.mate_or_outside(set, node))
    }

    /// The partner, at the level of `set`, of the vertex by which `node` is matched; or OUTSIDE.
    fn mate_or_outside(&self, set: usize, node: TreeNode) -> usize {
        let exit = self.sets.get(set).map(|set| set.exit);
        let vertex = match node.checked_sub(self.size) {
            None => node,
            Some(inner) if inner < self.sets.len() => self.sets[inner].exit,
            // The outside is matched with the exit itself.
            Some(_) => return exit.unwrap_or(OUTSIDE),
        };
        if exit == Some(vertex) { OUTSIDE } else { self.mate[vertex] }
    }

    /// The new pairs at a level that leave `alone`, an outer node, alone instead of the root.
    fn path(&self, level: &SearchLevel, tree: &AlternatingTrees, alone: TreeNode) -> Vec<(usize, usize)> {
        let mut pairs = Vec::new();
        let mut node = alone;
        // No path is longer than that.
        while node != level.root && pairs.len() < self.size {
            let (before, own) = tree.parent[self.mate_of_node(level.set, node)];
            pairs.push((before, own));
            node = self.node(level.set, before);
        }
        pairs
    }

    /// Those of the vertices `within` the level of `set` by which its nodes can be entered and left.
    fn doors_within(&self, set: usize, within: &FixedBitSet) -> FixedBitSet {
        let mut doors = within.clone();
        for set in self.content(set).children.iter().map(|child| &self.sets[*child]) {
            if let Some(usable) = &set.usable {
                let mut closed = set.members.clone();
                closed.difference_with(usable);
                doors.difference_with(&closed);
            }
        }
        doors
    }

    /// The doors of the outer nodes.
    fn outer_vertices(&self, level: &SearchLevel, tree: &AlternatingTrees) -> FixedBitSet {
        let mut outer = level.doors.clone();
        let SetContent { own, children, .. } = self.content(level.set);
        for v in own.intersection(&level.doors).filter(|v| tree.label[*v] != TreeLabel::Outer) {
            outer.set(v, false);
        }
        for set in children.iter().filter(|set| tree.label[self.size + **set] != TreeLabel::Outer) {
            outer.difference_with(&self.sets[*set].members);
        }
        outer
    }

    /// Those of `vertices` who have a tight neighbour among `others`, each with one.
    fn joined(&self, vertices: &FixedBitSet, others: &FixedBitSet) -> Vec<(usize, usize)> {
        let with_neighbour = |v| Some((v, self.neighbour_among(v, others)?));
        if others.count_ones(..) < vertices.count_ones(..) {
            let mut near = FixedBitSet::with_capacity(self.size);
            others.ones().for_each(|v| near.union_with(self.tight.neighbours(v)));
            near.intersection(vertices).filter_map(with_neighbour).collect()
        } else {
            vertices.ones().filter_map(with_neighbour).collect()
        }
    }

    /// A tight neighbour of `v` among `others`.
    fn neighbour_among(&self, v: usize, others: &FixedBitSet) -> Option<usize> {
        let known = self.found[v].get();
        if others.contains(known) && self.tight.has_edge(v, known) {
            return Some(known);
        }
        spend(1 + self.size / A_UNIT);
        let found = first_common(self.tight.neighbours(v), others)?;
        self.found[v].set(found);
        Some(found)
    }

    /// No tree yet.
    fn tree(&self) -> AlternatingTrees {
        spend(1 + self.size / 8);
        let nodes = self.size + 2 * self.sets.len();
        AlternatingTrees {
            label: vec![TreeLabel::Free; nodes],
            parent: vec![(OUTSIDE, OUTSIDE); nodes],
            base: (0..nodes).collect(),
            queue: VecDeque::new(),
            reach: FixedBitSet::new(),
            blossom: BTreeMap::new(),
        }
    }

    /// Grow the alternating tree from the root of the level, until it comes to `wanted` or as far as it goes. Returns whether it
    /// is as large as it can be.
    fn grow(&self, level: &SearchLevel, tree: &mut AlternatingTrees, wanted: Option<usize>) -> bool {
        tree.reach.clone_from(&level.doors);
        let wanted = wanted.filter(|v| tree.reach.contains(*v)).map(|v| self.node(level.set, v));
        tree.queue = VecDeque::from([level.root]);
        tree.label[level.root] = TreeLabel::Outer;
        while let Some(node) = tree.queue.pop_front() {
            if wanted.is_some_and(|wanted| tree.label[wanted] == TreeLabel::Outer) {
                return false;
            }
            if node >= self.size + self.sets.len() {
                for x in level.exits.intersection(&level.doors) {
                    self.touch(level, tree, OUTSIDE, x);
                }
            } else {
                self.look_around(level, tree, node);
            }
        }
        true
    }

    /// Take away edges that no matching has, where the tree of a level, of which a vertex is left out, is as large as it can be: each
    /// of its inner nodes, and that vertex, have a partner among the outer nodes in every matching (Gallai 1964; Edmonds 1965). What is
    /// not in the tree is then a part of its own, which no later search from the tree enters, nor one from there the tree.
    ///
    /// What is known of who can be matched outside of a set stays: it says what is possible with the edges that there were, and
    /// what comes of it for all vertices is a matching, which has none of those that are taken away.
    fn prune(&mut self, level: &SearchLevel, tree: &AlternatingTrees, outer: &FixedBitSet, left_out: usize) {
        let mut others = self.members(level.set).clone();
        others.difference_with(outer);
        let Self { size, tight, sets, whole, .. } = self;
        let SetContent { own, children, .. } = sets.get(level.set).map_or(&*whole, |set| &set.content);
        let is_inner = |node: &TreeNode| tree.label[*node] == TreeLabel::Inner;
        tight.take_edges(own.ones().filter(is_inner).chain([left_out]), &others);
        for set in children.iter().filter(|child| is_inner(&(*size + **child))).map(|child| &sets[*child]) {
            let others = others.difference(&set.members).collect();
            tight.take_edges(set.usable.iter().flat_map(FixedBitSet::ones), &others);
        }
    }

    /// Follow the edges by which an outer node can be left.
    fn look_around(&self, level: &SearchLevel, tree: &mut AlternatingTrees, node: TreeNode) {
        spend(1 + self.size / A_UNIT);
        let is_vertex = node < self.size;
        let mut others = tree.reach.clone();
        if is_vertex {
            others.intersect_with(self.tight.neighbours(node));
        }
        let base = tree.base(node);
        match tree.blossom.get(&base) {
            Some(blossom) => others.difference_with(blossom),
            None => self.set_doors(node, &mut others, false),
        }
        let exit = if is_vertex {
            others.ones().for_each(|x| self.touch(level, tree, node, x));
            Some(node).filter(|node| level.exits.contains(*node))
        } else if let Some(doors) = &self.sets[node - self.size].usable {
            let joined = self.joined(&others, &self.on_border(node - self.size, doors));
            joined.into_iter().for_each(|(x, y)| self.touch(level, tree, y, x));
            first_common(&level.exits, doors)
        } else {
            None
        };
        if let Some(y) = exit {
            self.touch(level, tree, y, OUTSIDE);
        }
    }

    /// An edge leads from `y`, by which an outer node can be left, to `x`.
    fn touch(&self, level: &SearchLevel, tree: &mut AlternatingTrees, y: usize, x: usize) {
        spend(1);
        let (from, to) = (self.node(level.set, y), self.node(level.set, x));
        if tree.base(from) == tree.base(to) {
            return;
        }
        match tree.label[to] {
            TreeLabel::Inner => {}
            TreeLabel::Free => {
                tree.label[to] = TreeLabel::Inner;
                tree.parent[to] = (y, x);
                self.set_doors(to, &mut tree.reach, false);
                let mate = self.mate_of_node(level.set, to);
                tree.label[mate] = TreeLabel::Outer;
                tree.queue.push_back(mate);
            }
            TreeLabel::Outer => self.shrink(level, tree, [y, x]),
        }
    }

    /// Put the vertices by which a node can be entered and left among others, or take them away.
    fn set_doors(&self, node: TreeNode, among: &mut FixedBitSet, is_among: bool) {
        if node < self.size {
            among.set(node, is_among);
        } else if let Some(doors) = self.sets.get(node - self.size).and_then(|set| set.usable.as_ref()) {
            if is_among {
                among.union_with(doors);
            } else {
                among.difference_with(doors);
            }
        }
    }

    /// Shrink the blossom that the edge between two outer nodes closes.
    fn shrink(&self, level: &SearchLevel, tree: &mut AlternatingTrees, edge: [usize; 2]) {
        let [y, x] = edge;
        let ends = edge.map(|v| self.node(level.set, v));
        let root = tree.base(level.root);
        // Up from both ends in turn, until one comes to where the other was.
        let mut seen = BTreeSet::new();
        let mut at = ends.map(|end| Some(tree.base(end)));
        let meeting = 'up: loop {
            for side in &mut at {
                let Some(base) = *side else { continue };
                if !seen.insert(base) {
                    break 'up base;
                }
                let (before, _) = tree.parent[self.mate_of_node(level.set, base)];
                *side = (base != root).then(|| tree.base(self.node(level.set, before)));
            }
        };
        let mut path = Vec::new();
        for (mut node, mut edge) in [(ends[0], (x, y)), (ends[1], (y, x))] {
            while tree.base(node) != meeting {
                tree.parent[node] = edge;
                let inner = self.mate_of_node(level.set, node);
                path.extend([node, inner]);
                let (outer, own) = tree.parent[inner];
                edge = (own, outer);
                node = self.node(level.set, outer);
            }
        }
        let mut whole = tree.blossom.remove(&meeting).unwrap_or_else(|| {
            let mut alone = FixedBitSet::with_capacity(self.size);
            self.set_doors(meeting, &mut alone, true);
            alone
        });
        for node in path {
            let base = tree.base(node);
            match tree.blossom.remove(&base) {
                Some(blossom) => whole.union_with(&blossom),
                None => self.set_doors(node, &mut whole, true),
            }
            tree.base[base] = meeting;
            if tree.label[node] == TreeLabel::Inner {
                tree.label[node] = TreeLabel::Outer;
                tree.queue.push_back(node);
                self.set_doors(node, &mut tree.reach, true);
            }
        }
        tree.blossom.insert(meeting, whole);
    }
}

impl AlternatingTrees {
    /// The base of the blossom that `node` is in.
    fn base(&mut self, node: TreeNode) -> TreeNode {
        let mut at = node;
        while self.base[at] != at {
            self.base[at] = self.base[self.base[at]];
            at = self.base[at];
        }
        at
    }
}

#[cfg(test)]
#[path = "../tests/unit/filled.rs"]
pub(super) mod tests;
