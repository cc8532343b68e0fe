//! What the pairs of a matching problem cost, and which of them cost less than dual values allow: pairs are priced, not
//! stored.

use super::budget::spend;
use super::{EdgeWeight, Graph, MatchingFailure};
use itertools::Itertools;
use std::cell::OnceCell;
use std::cmp::Reverse;
use std::{iter, mem};

/// The costs of pairs of vertices. The vertices are in classes, so that whole blocks of pairs, those of two classes, are
/// passed over where the greatest dual values of both do not reach the least cost.
pub trait Prices {
    /// What a pair costs.
    type Cost: EdgeWeight;

    /// The vertices of each class. Each vertex is in one of them.
    fn classes(&self) -> &[Vec<usize>];

    /// The class of a vertex.
    fn class(&self, v: usize) -> usize;

    /// The least that a pair of these classes costs; `None` if no two of them can be paired.
    fn least(&self, one: usize, other: usize) -> Option<Self::Cost>;

    /// What a pair of two vertices costs, given the `least` that a pair of its classes costs, whether or not it can be made.
    fn exact(&self, least: Self::Cost, _u: usize, _v: usize) -> Self::Cost {
        least
    }

    /// Whether all pairs of these classes cost the least.
    fn is_uniform(&self, _one: usize, _other: usize) -> bool {
        true
    }

    /// What puts next to each other the vertices of a class that cost nearly the same with everybody.
    fn position(&self, v: usize) -> usize {
        v
    }

    /// How much a pair of a vertex can change in cost, at most, if another of its class takes its place; `None` if nothing is known.
    fn change(&self, _v: usize, _other: usize) -> Option<Self::Cost> {
        None
    }

    /// Whether the pair can be made, given that its classes can be paired.
    fn is_allowed(&self, u: usize, v: usize) -> bool;

    /// All pairs that cannot be made though their classes can be paired, and maybe others that cannot be made, in any order of the two;
    /// `None` if they are not listed.
    fn barred(&self) -> Option<Box<dyn Iterator<Item = (usize, usize)> + '_>> {
        None
    }

    /// What a pair costs; `None` if it cannot be made.
    fn cost(&self, u: usize, v: usize) -> Option<Self::Cost> {
        let least = self.least(self.class(u), self.class(v))?;
        self.is_allowed(u, v).then(|| self.exact(least, u, v))
    }

    /// All pairs that can be made.
    fn graph(&self) -> Graph {
        let classes = self.classes();
        let mut graph = Graph::new(classes.iter().map(Vec::len).sum(), []);
        for one in 0..classes.len() {
            for other in (one..classes.len()).filter(|other| self.least(one, *other).is_some()) {
                for u in &classes[one] {
                    spend(classes[other].len());
                    for v in classes[other].iter().filter(|v| u != *v && self.is_allowed(*u, **v)) {
                        graph.put_edge(*u, *v, true);
                    }
                }
            }
        }
        graph
    }
}

/// A dual solution, which proves a matching cheapest: a dual value for each vertex, and a nonnegative one for each of some
/// odd sets.
///
/// Every edge costs at least the sum of its ends' dual values less those of the sets that hold both. A perfect matching has
/// one edge at each vertex, and at most `(|S| - 1) / 2` edges within a set `S`. So it costs at least the sum of all
/// `vertices` less the sum of `(|S| - 1) / 2` times the dual value of each `S`. The cheapest matching costs exactly that.
///
/// A search ends with values in units of one half.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatchingDual<W> {
    /// The dual value of each vertex.
    pub vertices: Vec<W>,
    /// Sets of at least three vertices, nested or disjoint, in increasing order, each with its dual value.
    pub odd_sets: Vec<(Vec<usize>, W)>,
}

impl<W> MatchingDual<W> {
    /// The dual solution with each value made another number by `number`.
    pub fn map<V>(&self, number: impl Fn(&W) -> V) -> MatchingDual<V> {
        let odd_sets = self.odd_sets.iter().map(|(set, value)| (set.clone(), number(value))).collect();
        MatchingDual { vertices: self.vertices.iter().map(&number).collect(), odd_sets }
    }
}

impl<W: EdgeWeight> MatchingDual<W> {
    /// The bound that the dual solution proves: no perfect matching costs less. It is in the unit of the values, so after a
    /// search it is twice the cost of the cheapest matching.
    ///
    /// ```
    /// use swiss_matching::{CheapestMatching, EdgeCosts};
    /// let cheapest = CheapestMatching::of(&EdgeCosts::new(2, [(0, 1, 7)]))?;
    /// assert_eq!(cheapest.dual.bound(), 14);
    /// # Ok::<(), swiss_matching::MatchingFailure>(())
    /// ```
    pub fn bound(&self) -> W {
        let sum = self.vertices.iter().fold(W::ZERO, |sum, value| sum + *value);
        let within = self.odd_sets.iter().flat_map(|(set, value)| iter::repeat_n(*value, set.len() / 2));
        within.fold(sum, |sum, value| sum - value)
    }
}

impl MatchingDual<i128> {
    /// A dual solution in integers from an optimal one in halves, of which those of the odd sets are whole.
    ///
    /// There always is one (Cunningham and Marsh 1978). The vertices of half-integral dual value are matched with each other.
    /// One of them goes down by a half. The others, odd in number, go up by a half and become an odd set of dual value one.
    /// An edge between two of those others gains what the set takes. An edge to the vertex that went down keeps its slack.
    /// An edge to an integral vertex had a slack of at least a half.
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

/// The vertices of class `other`, those first that are as far from the top as the vertex at `place` of class `one`; within
/// one class, as far from the middle. Where the vertices of a class are in order, this says whom to try first.
pub fn nearest(classes: &[Vec<usize>], one: usize, place: usize, other: usize) -> impl Iterator<Item = usize> {
    let list = &classes[other];
    let offset = if one == other { list.len() / 2 } else { 0 };
    let at = (place * list.len()) / classes[one].len() + offset;
    (0..list.len()).map(move |step| {
        let step = if step.is_multiple_of(2) { step / 2 } else { list.len() - step.div_ceil(2) };
        list[(at + step) % list.len()]
    })
}

/// Of pairs in order, a few at each vertex, and more only at vertices whose partners have few.
pub fn few_at_each<T>(
    vertices: usize,
    few: usize,
    pairs: impl IntoIterator<Item = T>,
    ends: impl Fn(&T) -> (usize, usize),
) -> Vec<T> {
    let mut taken = vec![0; vertices];
    let mut is_one_of_few = |pair: &T| {
        let (u, v) = ends(pair);
        let is_one = taken[u].min(taken[v]) < few;
        taken[u] += usize::from(is_one);
        taken[v] += usize::from(is_one);
        is_one
    };
    pairs.into_iter().filter(|pair| is_one_of_few(pair)).collect()
}

/// Who looks for pairs that cost little.
pub(super) trait PairSearch<W> {
    /// The greatest reduced cost, in halves, that is looked for at any vertex.
    fn most(&self) -> W;

    /// The same at this vertex, by now. A pair is passed over if it costs more than is looked for at both of its vertices.
    fn most_at(&self, _v: usize) -> W {
        self.most()
    }

    /// A pair is found: the lower vertex, the higher one, and the reduced cost.
    fn found(&mut self, u: usize, v: usize, reduced: W);
}

/// Looks for all pairs whose reduced cost is at most a number.
pub(super) struct UpTo<W, F>(pub W, pub F);

impl<W: EdgeWeight, F: FnMut(usize, usize, W)> PairSearch<W> for UpTo<W, F> {
    fn most(&self) -> W {
        self.0
    }

    fn found(&mut self, u: usize, v: usize, reduced: W) {
        self.1(u, v, reduced);
    }
}

/// Find the pairs that can be made and are looked for. `None` if it `is_late` before the end.
pub(super) fn find<P: Prices>(
    prices: &P,
    dual: &MatchingDual<P::Cost>,
    is_late: impl Fn() -> bool,
    search: &mut impl PairSearch<P::Cost>,
) -> Option<()> {
    Groups::new(prices, dual).each_two(is_late, |two| two.find(search))
}

/// The pairs that cost just what the dual values allow; `None` if it is late. None may cost less, or the dual values prove nothing.
pub(super) fn tight<P: Prices>(
    prices: &P,
    dual: &MatchingDual<P::Cost>,
    is_late: impl Fn() -> bool,
) -> Result<Option<Graph>, MatchingFailure> {
    let mut tight = Graph::new(dual.vertices.len(), []);
    let mut is_feasible = true;
    // Where all pairs of two groups cost the same, those of the greatest dual values are the tight ones: whole rows, from which barred pairs
    // are taken away at last.
    let barred = prices.barred();
    let all = Groups::new(prices, dual).each_two(is_late, |two| {
        if barred.is_some()
            && two.is_uniform()
            && !two.left.is_mixed
            && !two.right.is_mixed
            && two.slack() == P::Cost::ZERO
        {
            tight.join(two.left.greatest(&dual.vertices), two.right.greatest(&dual.vertices));
        } else {
            two.find(&mut UpTo(P::Cost::ZERO, |u, v, reduced| {
                is_feasible &= reduced == P::Cost::ZERO;
                tight.put_edge(u, v, true);
            }));
        }
    });
    if !is_feasible {
        return Err(MatchingFailure::TooCheap);
    }
    for (u, v) in barred.into_iter().flatten() {
        tight.set_edge(u, v, false);
    }
    Ok(all.map(|()| tight))
}

/// So many vertices are looked at together.
const A_PART: usize = 16;

/// A few vertices of a class that cost nearly the same with everybody.
#[derive(Debug, Clone)]
pub struct Part<W> {
    /// The vertices, by position.
    pub members: Vec<usize>,
    /// One of them.
    pub middle: usize,
    /// How much the pairs of the others can differ from its pairs, at most.
    pub change: W,
}

impl<W: EdgeWeight> Part<W> {
    /// The parts of some vertices of one class, each of which has only vertices of which something is [known](Prices::change).
    pub fn of(prices: &impl Prices<Cost = W>, members: &[usize]) -> Vec<Self> {
        let by_position: Vec<usize> = members.iter().copied().sorted_by_key(|v| prices.position(*v)).collect();
        let part = |members: &[usize]| {
            let middle = members[members.len() / 2];
            let changes: Option<Vec<W>> = members.iter().map(|v| prices.change(middle, *v)).collect();
            let change = changes?.into_iter().max()?;
            Some(Self { members: members.to_vec(), middle, change })
        };
        let alone = |v: &usize| Self { members: vec![*v], middle: *v, change: W::ZERO };
        let parts = |few: &[usize]| part(few).map_or_else(|| few.iter().map(alone).collect(), |part| vec![part]);
        let runs = by_position.chunk_by(|one, next| prices.change(*one, *next).is_some());
        runs.flat_map(|run| run.chunks(A_PART).flat_map(parts)).collect()
    }
}

/// Vertices of one class: each of them and all of another such group have the same least cost. They are in the same odd sets, too, unless
/// these are so many that parts are larger.
struct Group<W> {
    class: usize,
    /// The innermost odd set that is known to be around all of them.
    set: Option<usize>,
    /// Whether some of them are in smaller ones.
    is_mixed: bool,
    /// The vertices, those of the greatest dual values first.
    members: Vec<usize>,
    /// The same in parts, if it was asked for them.
    parts: OnceCell<Vec<PricedPart<W>>>,
}

struct PricedPart<W> {
    part: Part<W>,
    /// The greatest dual value in it.
    greatest: W,
    /// The innermost odd set around all of it.
    set: Option<usize>,
}

impl<W: EdgeWeight> Group<W> {
    fn new(dual: &[W], sets: &NestedSets<W>, (class, set): (usize, Option<usize>), mut members: Vec<usize>) -> Self {
        members.sort_by_key(|v| Reverse(dual[*v]));
        let is_mixed = members.iter().any(|v| sets.innermost[*v] != set);
        Self { class, set, is_mixed, members, parts: OnceCell::new() }
    }

    fn parts(&self, prices: &impl Prices<Cost = W>, dual: &[W], sets: &NestedSets<W>) -> &[PricedPart<W>] {
        self.parts.get_or_init(|| {
            let parts = Part::of(prices, &self.members).into_iter();
            let priced = |part: Part<W>| {
                let greatest = part.members.iter().map(|v| dual[*v]).max().unwrap_or(W::ZERO);
                let around = part.members.iter().map(|v| sets.innermost[*v]);
                let set = around.reduce(|one, other| sets.common(one, other)).flatten();
                PricedPart { part, greatest, set }
            };
            parts.map(priced).collect()
        })
    }

    /// The vertices of the greatest dual value.
    fn greatest(&self, dual: &[W]) -> &[usize] {
        let greatest = dual[self.members[0]];
        &self.members[..self.members.partition_point(|v| dual[*v] == greatest)]
    }
}

/// All groups of a dual solution.
struct Groups<'a, P: Prices> {
    prices: &'a P,
    dual: &'a [P::Cost],
    sets: NestedSets<P::Cost>,
    groups: Vec<Group<P::Cost>>,
}

impl<'a, P: Prices> Groups<'a, P> {
    fn new(prices: &'a P, dual: &'a MatchingDual<P::Cost>) -> Self {
        let sets = NestedSets::new(dual);
        let dual = &dual.vertices;
        let all = prices.classes().iter().enumerate().flat_map(|(class, members)| {
            let count = members.iter().map(|v| sets.innermost[*v]).unique().count();
            let are_many = !prices.is_uniform(class, class) && count * A_PART > members.len();
            let set = |v: usize| if are_many { None } else { sets.innermost[v] };
            members.iter().map(|v| ((class, set(*v)), *v)).collect_vec()
        });
        let all = all.into_group_map().into_iter().sorted_unstable();
        let groups = all.map(|(of, members)| Group::new(dual, &sets, of, members)).collect();
        Self { prices, dual, sets, groups }
    }

    /// Visit each two groups of which pairs can be made, and each one with itself; `None` if it `is_late` before the end.
    fn each_two(&self, is_late: impl Fn() -> bool, mut visit: impl FnMut(TwoGroups<'_, P>)) -> Option<()> {
        for (index, left) in self.groups.iter().enumerate() {
            for right in &self.groups[index..] {
                let Some(least) = self.prices.least(left.class, right.class) else { continue };
                if is_late() {
                    return None;
                }
                visit(TwoGroups { prices: self.prices, dual: self.dual, sets: &self.sets, left, right, least });
            }
        }
        Some(())
    }
}

/// The pairs of two groups, or of one.
struct TwoGroups<'a, P: Prices> {
    prices: &'a P,
    dual: &'a [P::Cost],
    sets: &'a NestedSets<P::Cost>,
    left: &'a Group<P::Cost>,
    right: &'a Group<P::Cost>,
    least: P::Cost,
}

impl<P: Prices> TwoGroups<'_, P> {
    fn is_uniform(&self) -> bool {
        self.prices.is_uniform(self.left.class, self.right.class)
    }

    /// What the odd sets around both add to a reduced cost. A pair may be in smaller ones, too, if a group is mixed.
    fn around(&self) -> P::Cost {
        self.sets.shared(self.left.set, self.right.set)
    }

    /// The least reduced cost of a pair that costs the least.
    fn slack(&self) -> P::Cost {
        self.least.twice() + self.around() - self.dual[self.left.members[0]] - self.dual[self.right.members[0]]
    }

    /// Find the pairs that are looked for.
    fn find(&self, search: &mut impl PairSearch<P::Cost>) {
        let Self { dual, left, right, least, .. } = self;
        // An odd set adds to the reduced cost.
        if least.twice() - dual[left.members[0]] - dual[right.members[0]] > search.most() {
            return;
        }
        if !self.is_uniform() && self.has_parts(left) && self.has_parts(right) {
            self.find_by_parts(search);
        } else {
            self.find_greatest(search);
        }
    }

    /// Whether the parts of a group have more than a vertex, where there is more than one.
    fn has_parts(&self, group: &Group<P::Cost>) -> bool {
        group.members.len() == 1 || group.parts(self.prices, self.dual, self.sets).len() < group.members.len()
    }

    fn look(&self, [u, v]: [usize; 2], search: &mut impl PairSearch<P::Cost>) {
        let most = search.most_at(u).max(search.most_at(v));
        let reduced = self.prices.exact(self.least, u, v).twice() - self.dual[u] - self.dual[v];
        // An odd set adds to it.
        if reduced > most {
            return;
        }
        let reduced = reduced + self.sets.shared(self.sets.innermost[u], self.sets.innermost[v]);
        if reduced <= most && self.prices.is_allowed(u, v) {
            search.found(u.min(v), u.max(v), reduced);
        }
    }

    /// Find them where costs are known to be about the same in parts of a group: the cheapest parts come first, and those that are too dear
    /// are passed over.
    fn find_by_parts(&self, search: &mut impl PairSearch<P::Cost>) {
        let Self { prices, dual, sets, left, right, least, .. } = self;
        // What pairs of a part cost at least with a vertex, or with those of another part.
        let bound = |u: usize, change: P::Cost, greatest: P::Cost, other: &PricedPart<P::Cost>| {
            let part = &other.part;
            (prices.exact(*least, u, part.middle) - change - part.change).twice() - greatest - other.greatest
        };
        // What is around them is asked for only where they are not too dear already.
        let is_near = |bound: P::Cost, set: Option<usize>, other: &PricedPart<P::Cost>, most: P::Cost| {
            bound <= most && bound + sets.shared(set, other.set) <= most
        };
        let most_in = |search: &_, part: &Part<P::Cost>| {
            let most = part.members.iter().map(|v| PairSearch::most_at(search, *v)).max();
            most.unwrap_or(P::Cost::BELOW_ZERO)
        };
        let [ones, all] = [left, right].map(|group| group.parts(*prices, dual, sets));
        for (place, one) in ones.iter().enumerate() {
            let is_of_both = std::ptr::eq(*left, *right);
            let others = if is_of_both { &all[place + 1..] } else { all };
            spend(1 + others.len());
            let PricedPart { part, greatest, set } = one;
            if is_of_both {
                spend(part.members.len() * part.members.len() / 2);
                let pairs = part.members.iter().copied().array_combinations();
                pairs.for_each(|pair| self.look(pair, search));
            }
            let bounds = others.iter().map(|other| (bound(part.middle, part.change, *greatest, other), other));
            let near = bounds.filter(|(bound, other)| is_near(*bound, *set, other, search.most()));
            for (least, other) in near.sorted_by_key(|(bound, _)| *bound) {
                let most = most_in(search, &other.part);
                if !is_near(least, *set, other, most.max(most_in(search, part))) {
                    continue;
                }
                for u in part.members.iter().copied() {
                    let least = bound(u, P::Cost::ZERO, dual[u], other);
                    if is_near(least, sets.innermost[u], other, most.max(search.most_at(u))) {
                        spend(other.part.members.len());
                        other.part.members.iter().for_each(|v| self.look([u, *v], search));
                    }
                }
            }
        }
    }

    /// Find them, the greatest dual values first, as far as these reach the least cost.
    fn find_greatest(&self, search: &mut impl PairSearch<P::Cost>) {
        let Self { dual, left, right, least, .. } = self;
        let around = self.around();
        for (place, u) in left.members.iter().copied().enumerate() {
            let rest = &right.members[if std::ptr::eq(*left, *right) { place + 1 } else { 0 }..];
            let reach = least.twice() + around - dual[u] - search.most();
            let within = rest.iter().copied().take_while(|v| dual[*v] >= reach);
            let looked = within.map(|v| self.look([u, v], search)).count();
            spend(1 + looked);
            if looked == 0 {
                // Those that follow have smaller dual values.
                break;
            }
        }
    }
}

/// The odd sets of a dual solution, nested or disjoint. A set comes after those around it.
struct NestedSets<W> {
    /// The smallest set that holds each vertex.
    innermost: Vec<Option<usize>>,
    sets: Vec<NestedSet<W>>,
}

struct NestedSet<W> {
    /// How many sets are around it.
    depth: usize,
    /// The next greater set; itself if there is none.
    parent: usize,
    /// The outermost set from which one comes to it by the largest set within each: few such ways lead out, however deep it is.
    head: usize,
    /// Its dual value and those of the sets around it.
    sum: W,
}

impl<W: EdgeWeight> NestedSets<W> {
    fn new(dual: &MatchingDual<W>) -> Self {
        let mut nested = Self { innermost: vec![None; dual.vertices.len()], sets: Vec::new() };
        let mut has_largest = vec![false; dual.odd_sets.len()];
        for (members, value) in dual.odd_sets.iter().sorted_by_key(|(members, _)| Reverse(members.len())) {
            let number = nested.sets.len();
            let set = match nested.innermost[members[0]] {
                None => NestedSet { depth: 0, parent: number, head: number, sum: *value },
                Some(parent) => {
                    // The largest comes first.
                    let is_largest = !mem::replace(&mut has_largest[parent], true);
                    let NestedSet { depth, head, sum, .. } = nested.sets[parent];
                    let head = if is_largest { head } else { number };
                    NestedSet { depth: depth + 1, parent, head, sum: sum + *value }
                }
            };
            nested.sets.push(set);
            members.iter().for_each(|v| nested.innermost[*v] = Some(number));
        }
        nested
    }

    /// What the odd sets that hold the vertices of both these sets add to a reduced cost.
    fn shared(&self, one: Option<usize>, other: Option<usize>) -> W {
        self.common(one, other).map_or(W::ZERO, |set| self.sets[set].sum)
    }

    /// The innermost odd set that holds the vertices of both.
    fn common(&self, one: Option<usize>, other: Option<usize>) -> Option<usize> {
        let (mut one, mut other) = (one?, other?);
        let depth = |set: usize| self.sets[set].depth;
        loop {
            let [head, other_head] = [one, other].map(|set| self.sets[set].head);
            if head == other_head {
                return Some(if depth(one) <= depth(other) { one } else { other });
            }
            let (inner, head) =
                if depth(head) >= depth(other_head) { (&mut one, head) } else { (&mut other, other_head) };
            if depth(head) == 0 {
                return None;
            }
            *inner = self.sets[head].parent;
        }
    }
}

#[cfg(test)]
#[path = "../tests/unit/prices.rs"]
mod tests;
