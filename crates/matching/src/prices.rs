//! What the pairs of a matching problem cost, and which of them cost less than dual values allow: pairs are priced, not
//! stored.

use super::budget::spend;
use super::{EdgeWeight, Graph};
use itertools::Itertools;
use std::cmp::Reverse;
use std::iter;

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

    /// What a pair costs, given the `least` that a pair of its classes costs, whether or not it can be made.
    fn exact(&self, least: Self::Cost, _u: usize, _v: usize) -> Self::Cost {
        least
    }

    /// Whether all pairs of these classes cost the least.
    fn is_uniform(&self, _one: usize, _other: usize) -> bool {
        true
    }

    /// Whether the pair can be made, given that its classes can be paired.
    fn is_allowed(&self, u: usize, v: usize) -> bool;

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
    #[must_use]
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

/// Of pairs in order, those that come early at one of their ends: a few at each vertex, and more only at vertices whose partners
/// have few.
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

/// Visit every pair that can be made whose reduced cost, in halves, is at most `most`: the lower vertex, the higher one,
/// and the reduced cost. `None` if it `is_late` before the end.
pub(super) fn visit<P: Prices>(
    prices: &P,
    dual: &MatchingDual<P::Cost>,
    most: P::Cost,
    is_late: impl Fn() -> bool,
    mut visit: impl FnMut(usize, usize, P::Cost),
) -> Option<()> {
    let sets = NestedSets::new(dual);
    let dual = &dual.vertices;
    // Of two groups, all pairs have the same least cost, and the same odd sets around them.
    let all = prices.classes().iter().enumerate();
    let all = all.flat_map(|(class, members)| members.iter().map(move |v| (class, *v)));
    let all = all.map(|(class, v)| ((class, sets.innermost[v]), v)).into_group_map();
    let mut groups = all.into_iter().sorted_unstable().collect::<Vec<_>>();
    for (_, members) in &mut groups {
        members.sort_by_key(|v| Reverse(dual[*v]));
    }
    for (index, ((one, left_set), left)) in groups.iter().enumerate() {
        for ((other, right_set), right) in &groups[index..] {
            let Some(least) = prices.least(*one, *other) else { continue };
            if is_late() {
                return None;
            }
            // An odd set adds to the reduced cost.
            if least.twice() - dual[left[0]] - dual[right[0]] > most {
                continue;
            }
            let is_same = std::ptr::eq(left, right);
            let around = sets.shared(*left_set, *right_set);
            for (place, u) in left.iter().copied().enumerate() {
                let rest = if is_same { &right[place + 1..] } else { right };
                let reach = least.twice() + around - dual[u] - most;
                let within = rest.iter().copied().take_while(|v| dual[*v] >= reach);
                let mut looked = 0;
                for v in within {
                    looked += 1;
                    let reduced = prices.exact(least, u, v).twice() + around - dual[u] - dual[v];
                    if reduced <= most && prices.is_allowed(u, v) {
                        visit(u.min(v), u.max(v), reduced);
                    }
                }
                spend(1 + looked);
                if looked == 0 {
                    // Those that follow have smaller dual values.
                    break;
                }
            }
        }
    }
    Some(())
}

/// The odd sets of a dual solution, nested or disjoint.
struct NestedSets<W> {
    /// The smallest set that holds each vertex.
    innermost: Vec<Option<usize>>,
    /// Of each set: the next greater one, and the sum of its dual value and of those around it.
    parent: Vec<Option<usize>>,
    sums: Vec<W>,
}

impl<W: EdgeWeight> NestedSets<W> {
    fn new(dual: &MatchingDual<W>) -> Self {
        let mut sets = Self { innermost: vec![None; dual.vertices.len()], parent: Vec::new(), sums: Vec::new() };
        for (members, value) in dual.odd_sets.iter().sorted_by_key(|(members, _)| Reverse(members.len())) {
            let parent = sets.innermost[members[0]];
            for v in members {
                sets.innermost[*v] = Some(sets.sums.len());
            }
            sets.sums.push(parent.map_or(W::ZERO, |set| sets.sums[set]) + *value);
            sets.parent.push(parent);
        }
        sets
    }

    /// What the odd sets that hold the vertices of both these sets add to a reduced cost.
    fn shared(&self, one: Option<usize>, other: Option<usize>) -> W {
        let (mut one, mut other) = (one, other);
        // A set comes after those around it.
        while one != other {
            if one > other {
                one = one.and_then(|set| self.parent[set]);
            } else {
                other = other.and_then(|set| self.parent[set]);
            }
        }
        one.map_or(W::ZERO, |set| self.sums[set])
    }
}
