use super::cheapest::{PRICED, add, cheap, completed};
use super::prices::tight;
use super::sparse::SparseMatching;
use super::{EdgeWeight, Matching, MatchingDual, MatchingFailure, Prices};
use itertools::Itertools;

/// So many pairs of each vertex are edges from the start.
const PROMISING: usize = 16;

/// How much more than the cheapest perfect matching one costs that has a certain pair.
///
/// A leaf that hangs on a vertex takes the vertex from its partner. The alternating tree of the leaf then says for each other
/// vertex what the cheapest matching without these two costs: when the search reaches it, the dual values prove that
/// matching (Edmonds 1965). So one tree gives the prices of all pairs of a vertex, and no pair needs a search of its own.
#[derive(Debug)]
pub struct PartnerPrices<'p, P: Prices> {
    prices: &'p P,
    /// A cheapest matching of the vertices, and one more vertex, the leaf, which has no edge.
    base: SparseMatching<P::Cost>,
    /// Its dual solution, feasible for all pairs.
    dual: MatchingDual<P::Cost>,
}

impl<'p, P: Prices> PartnerPrices<'p, P> {
    /// The prices by a `dual` solution in halves that is feasible for all pairs; the closer to an optimal one, the sooner.
    ///
    /// # Errors
    /// [`MatchingFailure::Impossible`] if there is no perfect matching; [`MatchingFailure::TooCheap`] if the dual solution is not feasible.
    pub fn new(
        prices: &'p P,
        dual: &MatchingDual<P::Cost>,
        is_late: impl Fn() -> bool + Copy,
    ) -> Result<Self, MatchingFailure> {
        let start = without_sets(dual);
        let size = start.len();
        let stopped = || MatchingFailure::Stopped(Matching::from_mates(vec![None; size]));
        let vertices = MatchingDual { vertices: start.clone(), odd_sets: Vec::new() };
        let graph = tight(prices, &vertices, is_late)?.ok_or_else(stopped)?;
        let first = Matching::maximum(&graph);
        let mut base = SparseMatching::new(start.iter().copied().chain([P::Cost::ZERO]).collect());
        for u in 0..size {
            if is_late() {
                return Err(stopped());
            }
            let others = (0..size).filter(|v| *v != u);
            let reduced = others.filter_map(|v| Some((prices.cost(u, v)?.twice() - start[v], v)));
            let near: Vec<usize> = reduced.k_smallest(PROMISING).map(|(_, v)| v).collect();
            for v in near {
                if !base.has_edge(u, v) {
                    add(prices, &mut base, (u, v))?;
                }
            }
        }
        base.begin_with(&Matching::from_mates(
            (0..=size).map(|v| (v < size).then(|| first.mate(v)).flatten()).collect(),
        ));
        let (base, dual) = completed(prices, base, size, is_late)?;
        Ok(Self { prices, base, dual })
    }

    /// The vertices that `v` could be paired with instead of `mate`, its partner in a cheapest matching, in order, each with how
    /// much more the cheapest matching costs that has the pair; if `only_least`, those that cost the least alone.
    ///
    /// # Errors
    /// [`MatchingFailure::Stopped`] if it `is_late` before they are known.
    pub fn of(
        &mut self,
        v: usize,
        mate: usize,
        only_least: bool,
        is_late: impl Fn() -> bool + Copy,
    ) -> Result<Vec<(usize, P::Cost)>, MatchingFailure> {
        let size = self.dual.vertices.len();
        let sets = self.dual.odd_sets.iter().filter(|(set, _)| set.contains(&v));
        let around = sets.fold(P::Cost::ZERO, |sum, (_, value)| sum + *value);
        loop {
            if is_late() {
                return Err(MatchingFailure::Stopped(Matching::from_mates(vec![None; size])));
            }
            let mut search = self.base.clone();
            search.hang(size, v);
            let mut found: Vec<(usize, P::Cost)> = Vec::new();
            let mut least: Option<P::Cost> = None;
            let (mut all_outer, mut beyond) = (Vec::new(), Vec::new());
            search.grow(size, |search, outer, time| {
                all_outer.extend(outer.iter().copied().filter(|other| *other != size));
                if time.is_none() {
                    beyond = self.beyond(search, &all_outer);
                }
                for other in outer.iter().copied().filter(|other| *other != size && *other != mate) {
                    let Some(cost) = self.prices.cost(v, other) else { continue };
                    let price = search.slack_of(v, other, cost);
                    found.push((other, price));
                    least = Some(least.map_or(price, |least| least.min(price)));
                }
                // Who is reached later costs no less than the time, less what the sets around both allow.
                let is_least_known = || least.zip(time).is_some_and(|(least, time)| time - around > least);
                only_least && is_least_known() || is_late()
            });
            let dual = search.dual_of_first(size);
            let mut more = cheap(self.prices, &dual, is_late).unwrap_or_default();
            if more.is_empty() {
                more = beyond;
            }
            if more.is_empty() && !is_late() {
                found.retain(|(_, price)| !only_least || Some(*price) == least);
                found.sort_unstable_by_key(|(other, _)| *other);
                return Ok(found.into_iter().map(|(other, price)| (other, price.half())).collect());
            }
            // Pairs that would have been reached before, or by which the tree grows on.
            more.into_iter().try_for_each(|pair| add(self.prices, &mut self.base, pair))?;
        }
    }

    /// Pairs by which a tree grows on that has no more edges: of each vertex, the cheapest few with the `outer` ones.
    fn beyond(&self, search: &SparseMatching<P::Cost>, outer: &[usize]) -> Vec<(usize, usize)> {
        let few = (0..self.dual.vertices.len()).flat_map(|v| {
            let missing = outer.iter().copied().filter(|u| search.would_grow(*u, v) && !self.base.has_edge(*u, v));
            let slack = |u: usize| Some((search.slack_of(u, v, self.prices.cost(u, v)?), u));
            missing.filter_map(slack).k_smallest(PRICED).map(move |(_, u)| (u.min(v), u.max(v)))
        });
        few.sorted_unstable().dedup().collect()
    }
}

/// Feasible dual values of vertices alone. The value of an odd set, taken half and half from two vertices in it, leaves their
/// pair's reduced cost as it is, and raises those of others.
fn without_sets<W: EdgeWeight>(dual: &MatchingDual<W>) -> Vec<W> {
    let mut vertices = dual.vertices.clone();
    for (set, value) in &dual.odd_sets {
        set.iter().for_each(|v| vertices[*v] -= value.half());
    }
    vertices
}
