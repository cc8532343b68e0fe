//! All cheapest perfect matchings of a graph, narrowed by one cost after another.
//!
//! The optima of a cost are the perfect matchings of its tight edges that fill its odd sets: just one edge of the matching
//! leaves each of them. So the next cost is minimised over the tight edges alone. In front of it, the number of edges that
//! leave the sets is minimised, which is least where all sets are filled. Then the tight edges and odd sets are those of the
//! new dual solution. Costs are vectors compared lexicographically ([`Lex`]), so several can be minimised at once.

use super::optional_matching::ProgramEdge;
use super::{Halt, Limits, SolveError};
use crate::graph::{
    Completion, EdgeWeight, FilledMatching, Graph, Lex, Matching, MatchingDual, SparseMatching, obstruction,
};
use fixedbitset::FixedBitSet;
use itertools::Itertools;

/// How many costs [`MatchingFace::keep_least`] takes at once.
pub(super) const MOST_AT_ONCE: usize = 8;

/// The perfect matchings that are left.
#[derive(Debug, Clone)]
pub(super) struct MatchingFace {
    vertices: usize,
    /// The edges that they can use, in order of their ends.
    edges: Vec<ProgramEdge>,
    /// The odd sets that they fill.
    sets: Vec<Vec<usize>>,
    /// One of them.
    mate: Vec<usize>,
}

fn fault(what: &str) -> SolveError {
    SolveError::Internal(format!("the exact search over a program ended with {what}"))
}

impl MatchingFace {
    /// All perfect matchings; `None` if there are none, by a Tutte set that was checked.
    ///
    /// # Errors
    /// [`Halt`], at the time limit or if a check fails.
    pub(super) fn new(vertices: usize, edges: Vec<ProgramEdge>, limits: Limits) -> Result<Option<Self>, Halt> {
        let mut optima = Self { vertices, edges, sets: Vec::new(), mate: Vec::new() };
        let costs = vec![Lex::<1>::ZERO; optima.edges.len()];
        if optima.minimise(&costs, limits)? {
            return Ok(Some(optima));
        }
        optima.check_obstruction()?;
        Ok(None)
    }

    /// The columns of the matching's edges.
    pub(super) fn chosen(&self) -> impl Iterator<Item = usize> {
        self.matched().filter_map(|edge| edge.column)
    }

    /// Keep only the cheapest matchings: by the first of these costs, among these by the second, and so on. A cost has the
    /// weight of each column. At most [`MOST_AT_ONCE`].
    ///
    /// # Errors
    /// As [`MatchingFace::new`].
    pub(super) fn keep_least(&mut self, costs: &[Vec<i64>], limits: Limits) -> Result<(), Halt> {
        match costs {
            [] => Ok(()),
            [_] => self.keep_least_of::<2>(costs, limits),
            _ => self.keep_least_of::<{ MOST_AT_ONCE + 1 }>(costs, limits),
        }
    }

    /// Keep the cheapest matchings by a cost whose dual solution is plain: all its weights are at one vertex, which takes the
    /// least of them, or none is negative and there is a matching without any. `false` if it is not so plain.
    pub(super) fn keep_plain(&mut self, cost: &[i64]) -> bool {
        let weight = |edge: &ProgramEdge| edge.column.map_or(0, |column| cost[column]);
        let mut weighted = self.edges.iter().filter(|edge| weight(edge) != 0);
        let Some(first) = weighted.next() else { return true };
        let mut common = first.ends.to_vec();
        weighted.for_each(|edge| common.retain(|end| edge.ends.contains(end)));
        let mut dual = vec![0; self.vertices];
        if let Some(vertex) = common.first() {
            let at = self.edges.iter().filter(|edge| edge.ends.contains(vertex));
            dual[*vertex] = at.map(weight).min().unwrap_or_default();
            self.propose(*vertex, cost);
        } else if self.edges.iter().any(|edge| weight(edge) < 0) {
            return false;
        }
        let matched = self.pairs().filter(|between| self.is_matched(between[0]));
        let value: i128 = matched.filter_map(|between| between.iter().map(weight).min()).map(i128::from).sum();
        let is_optimal = value == dual.iter().map(|dual| i128::from(*dual)).sum();
        if is_optimal {
            self.edges.retain(|edge| weight(edge) == dual[edge.ends[0]] + dual[edge.ends[1]]);
            self.drop_beside_single();
        }
        is_optimal
    }

    /// Where a vertex has one neighbour left, no matching has another edge of the neighbour.
    fn drop_beside_single(&mut self) {
        loop {
            let mut single = vec![None; self.vertices];
            let mut has_more = FixedBitSet::with_capacity(self.vertices);
            for ProgramEdge { ends: [u, v], .. } in &self.edges {
                for (one, other) in [(*u, *v), (*v, *u)] {
                    has_more.set(one, has_more.contains(one) || single[one].is_some_and(|single| single != other));
                    single[one] = Some(other);
                }
            }
            has_more.ones().for_each(|v| single[v] = None);
            let before = self.edges.len();
            let taken: FixedBitSet = single.iter().flatten().copied().collect();
            self.edges.retain(|ProgramEdge { ends: [u, v], .. }| {
                let keeps = |one: usize, other: usize| !taken.contains(one) || single[other] == Some(one);
                keeps(*u, *v) && keeps(*v, *u)
            });
            if self.edges.len() == before {
                return;
            }
        }
    }

    /// Look for a matching in which `vertex` has a cheaper edge. Whether none is cheaper is for others to prove.
    fn propose(&mut self, vertex: usize, cost: &[i64]) {
        let weight = |edge: &ProgramEdge| edge.column.map_or(0, |column| cost[column]);
        let mut least = vec![i64::MAX; self.vertices];
        for edge in self.edges.iter().filter(|edge| edge.ends.contains(&vertex)) {
            let other = edge.ends[0] + edge.ends[1] - vertex;
            least[other] = least[other].min(weight(edge));
        }
        if least[self.mate[vertex]] == least.iter().copied().min().unwrap_or_default() {
            return;
        }
        // The vertices in the order of what they cost.
        let order: Vec<usize> = (0..self.vertices).sorted_by_key(|other| least[*other]).collect();
        let mut place = vec![0; self.vertices];
        order.iter().enumerate().for_each(|(at, other)| place[*other] = at);
        let ends = self.edges.iter().map(|ProgramEdge { ends: [u, v], .. }| (place[*u], place[*v]));
        let tight = Graph::new(self.vertices, ends);
        let mates = order.iter().map(|v| place[self.mate[*v]]).collect();
        let sets: Vec<Vec<usize>> = self.sets.iter().map(|set| set.iter().map(|v| place[*v]).collect()).collect();
        let sets: Vec<&[usize]> = sets.iter().map(Vec::as_slice).collect();
        let mut filled = FilledMatching::new(tight, mates, &sets);
        filled.rematch(place[vertex], Some);
        let before = self.mate.clone();
        self.mate = (0..self.vertices).map(|v| order[filled.mate(place[v])]).collect();
        if !self.is_left() {
            self.mate = before;
        }
    }

    /// Whether the matching is one of those left.
    fn is_left(&self) -> bool {
        let is_perfect = (0..self.vertices).all(|v| self.mate[v] != v && self.mate[self.mate[v]] == v);
        let fills = |set: &Vec<usize>| {
            let within: FixedBitSet = set.iter().copied().collect();
            set.iter().filter(|v| !within.contains(self.mate[**v])).count() == 1
        };
        is_perfect && self.matched().count() * 2 == self.vertices && self.sets.iter().all(fills)
    }

    /// The edges of the matching. Of several between two vertices it has the first.
    fn matched(&self) -> impl Iterator<Item = ProgramEdge> {
        self.pairs().map(|between| between[0]).filter(|edge| self.is_matched(*edge))
    }

    fn is_matched(&self, edge: ProgramEdge) -> bool {
        self.mate[edge.ends[0]] == edge.ends[1]
    }

    /// The edges, those between the same two vertices together.
    fn pairs(&self) -> impl Iterator<Item = &[ProgramEdge]> {
        self.edges.chunk_by(|one, other| one.ends == other.ends)
    }

    fn keep_least_of<const K: usize>(&mut self, costs: &[Vec<i64>], limits: Limits) -> Result<(), Halt> {
        let mut around: Vec<FixedBitSet> = vec![FixedBitSet::with_capacity(self.sets.len()); self.vertices];
        for (number, set) in self.sets.iter().enumerate() {
            set.iter().for_each(|v| around[*v].insert(number));
        }
        let cost = |edge: &ProgramEdge| {
            let [u, v] = edge.ends;
            let mut vector = Lex::ZERO;
            vector.0[0] = around[u].symmetric_difference_count(&around[v]) as i64;
            for (number, cost) in vector.0[1..].iter_mut().zip(costs) {
                *number = edge.column.map_or(0, |column| cost[column]);
            }
            vector
        };
        let costs: Vec<Lex<K>> = self.edges.iter().map(cost).collect();
        if self.minimise(&costs, limits)? {
            return Ok(());
        }
        Err(fault("no matching where there was one").into())
    }

    /// Keep the cheapest matchings, by the costs of the edges, if there are any; this is found without the old matching.
    fn minimise<const K: usize>(&mut self, costs: &[Lex<K>], limits: Limits) -> Result<bool, Halt> {
        // No edge costs less than the least of both its ends.
        let mut start: Vec<Option<Lex<K>>> = vec![None; self.vertices];
        for (edge, cost) in self.edges.iter().zip(costs) {
            for end in edge.ends {
                start[end] = Some(start[end].map_or(*cost, |least| least.min(*cost)));
            }
        }
        let start: Vec<Lex<K>> = start.into_iter().map(|least| least.unwrap_or(Lex::ZERO)).collect();
        let mut tight = Graph::new(self.vertices, []);
        let mut search = SparseMatching::new(start.clone());
        for ([u, v], between) in &self.edges.iter().zip(costs).chunk_by(|(edge, _)| edge.ends) {
            let Some(cost) = between.map(|(_, cost)| *cost).min() else { continue };
            search.add_edge(u, v, cost);
            if cost.twice() == start[u] + start[v] {
                tight.set_edge(u, v, true);
            }
        }
        search.begin_with(&Matching::maximum(&tight));
        match search.complete(|| limits.are_reached()) {
            Completion::Stopped => return Err(Halt::Limit),
            Completion::Impossible => return Ok(false),
            Completion::Perfect => {}
        }
        let dual = search.dual();
        let reduced = self.reduced_costs(costs, &dual);
        if reduced.iter().any(|reduced| *reduced < Lex::ZERO) {
            return Err(fault("an edge that costs less than the dual values allow").into());
        }
        let mut is_tight = reduced.iter().map(|reduced| *reduced == Lex::ZERO);
        self.edges.retain(|_| is_tight.next().unwrap_or_default());
        self.mate = (0..self.vertices).map(|v| search.mate(v).unwrap_or(v)).collect();
        self.sets = dual.odd_sets.iter().map(|(set, _)| set.clone()).collect();
        // A matching of tight edges that fills the sets costs what the dual values come to.
        let is_set = |(set, value): &(Vec<usize>, Lex<K>)| set.len() % 2 == 1 && *value > Lex::ZERO;
        if !self.is_left() || !dual.odd_sets.iter().all(is_set) {
            return Err(fault("dual values that do not prove its matching").into());
        }
        self.drop_beside_single();
        Ok(true)
    }

    /// What each edge costs, in halves, beyond what the dual values allow.
    fn reduced_costs<const K: usize>(&self, costs: &[Lex<K>], dual: &MatchingDual<Lex<K>>) -> Vec<Lex<K>> {
        let mut around: Vec<FixedBitSet> = vec![FixedBitSet::with_capacity(dual.odd_sets.len()); self.vertices];
        for (number, (set, _)) in dual.odd_sets.iter().enumerate() {
            set.iter().for_each(|v| around[*v].insert(number));
        }
        let reduced = |(edge, cost): (&ProgramEdge, &Lex<K>)| {
            let [u, v] = edge.ends;
            let both = around[u].intersection(&around[v]);
            both.fold(cost.twice() - dual.vertices[u] - dual.vertices[v], |sum, set| sum + dual.odd_sets[set].1)
        };
        self.edges.iter().zip(costs).map(reduced).collect()
    }

    /// Check in integers that there is no perfect matching: without a Tutte set, there are more odd components than it has
    /// members.
    fn check_obstruction(&self) -> Result<(), SolveError> {
        let ends = || self.edges.iter().map(|edge| (edge.ends[0], edge.ends[1])).dedup();
        let graph = Graph::new(self.vertices, ends());
        let why =
            obstruction(&graph, &Matching::maximum(&graph)).ok_or_else(|| fault("no matching of those there are"))?;
        let mut part = vec![None; self.vertices];
        for (number, vertices) in why.odd_components.iter().enumerate() {
            for v in vertices {
                if part[*v].replace(number).is_some() || vertices.len() % 2 == 0 {
                    return Err(fault("components that are no odd components"));
                }
            }
        }
        let tutte_set: FixedBitSet = why.tutte_set.iter().copied().collect();
        let leaves = |u: usize, v: usize| part[u].is_some() && part[u] != part[v] && !tutte_set.contains(v);
        let is_open = ends().any(|(u, v)| leaves(u, v) || leaves(v, u));
        if is_open || tutte_set.ones().any(|v| part[v].is_some()) || why.odd_components.len() <= why.tutte_set.len() {
            return Err(fault("a Tutte set that proves nothing"));
        }
        Ok(())
    }
}
