use super::prices::{MatchingDual, PairSearch, Prices, find, nearest, tight};
use super::sparse::{Completion, SparseMatching};
use super::transport::greatest_duals;
use super::{EdgeWeight, FilledMatching, Graph, Matching};
use itertools::Itertools;

/// How many pairs of each vertex are edges from the start, among the cheapest by the first dual values, and how many others.
const CHEAPEST: usize = 12;
const OTHERS: usize = 4;
/// How many edges a vertex gets each time pairs are priced.
pub(super) const PRICED: usize = 6;

/// The search begins anew where that leaves so many times fewer vertices without a partner than going on.
const FEWER: usize = 4;

/// A cheapest perfect matching of priced pairs, with its proof.
#[derive(Debug, Clone)]
pub struct CheapestMatching<W> {
    /// The partner of each vertex.
    pub mates: Vec<usize>,
    /// The dual solution, in halves.
    pub dual: MatchingDual<W>,
    /// The pairs that cost just what the dual solution allows.
    pub tight: Graph,
}

/// Why there is no cheapest matching.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MatchingFailure {
    /// There is no perfect matching.
    #[error("there is no perfect matching")]
    Impossible,
    /// The caller asked to stop; the matching as far as it has come.
    #[error("the search was stopped")]
    Stopped(Matching),
    /// A pair costs less than the dual values allow, which is an error of the caller or of the search.
    #[error("a pair costs less than the dual values allow")]
    TooCheap,
}

impl<W: EdgeWeight> CheapestMatching<W> {
    /// The cheapest perfect matching, by dual values that are feasible for classes alone.
    ///
    /// # Errors
    /// [`MatchingFailure::Impossible`] if there is no perfect one.
    pub fn of(prices: &impl Prices<Cost = W>) -> Result<Self, MatchingFailure> {
        Self::until(prices, || false)
    }

    /// The cheapest perfect matching, as of [`CheapestMatching::of`], unless `is_late` says that there is no more time.
    ///
    /// # Errors
    /// [`MatchingFailure`].
    pub fn until(prices: &impl Prices<Cost = W>, is_late: impl Fn() -> bool + Copy) -> Result<Self, MatchingFailure> {
        let (dual, edges) = promising(prices, &least_duals(prices));
        Self::from_duals(prices, dual, &edges, is_late)
    }

    /// The cheapest perfect matching, as of [`CheapestMatching::of`], but sooner where classes are large: by the dual values of the
    /// linear program over them. They choose other edges, so the dual solution may be another one.
    ///
    /// # Errors
    /// [`MatchingFailure::Impossible`] if there is no perfect one.
    pub fn by_classes(prices: &impl Prices<Cost = W>) -> Result<Self, MatchingFailure> {
        let sizes: Vec<usize> = prices.classes().iter().map(Vec::len).collect();
        let pairs: Vec<(usize, usize, W)> = (0..sizes.len())
            .flat_map(|one| (one..sizes.len()).map(move |other| (one, other)))
            .filter_map(|(one, other)| Some((one, other, least(prices, one, other)?)))
            .collect();
        let (dual, edges) = promising(prices, &greatest_duals(&sizes, &pairs, || false));
        Self::from_duals(prices, dual, &edges, || false)
    }

    /// The cheapest perfect matching, from feasible dual values in halves, and the `edges` that look promising. Those that
    /// cost less than the dual values of a search allow are added, until there are none.
    ///
    /// # Errors
    /// [`MatchingFailure`].
    pub fn from_duals(
        prices: &impl Prices<Cost = W>,
        dual: Vec<W>,
        edges: &[(usize, usize)],
        is_late: impl Fn() -> bool + Copy,
    ) -> Result<Self, MatchingFailure> {
        let size = dual.len();
        if size % 2 == 1 {
            return Err(MatchingFailure::Impossible);
        }
        let mut search = SparseMatching::new(dual);
        let promised = tight(prices, &search.dual(), is_late)?.ok_or_else(|| stopped(&search, size))?;
        edges.iter().try_for_each(|pair| add(prices, &mut search, *pair))?;
        search.begin_with(&Matching::maximum(&promised));
        drop(promised);
        let (search, dual) = completed(prices, search, size, is_late)?;
        let tight = tight(prices, &dual, is_late)?.ok_or_else(|| stopped(&search, size))?;
        let mates = (0..size).filter_map(|v| search.mate(v)).collect();
        Ok(Self { mates, dual, tight })
    }

    /// A matching with the dual solution that proves it the cheapest, which is checked.
    ///
    /// # Errors
    /// [`MatchingFailure::TooCheap`] if it does not.
    pub fn with_dual(
        prices: &impl Prices<Cost = W>,
        mates: Vec<usize>,
        dual: MatchingDual<W>,
        is_late: impl Fn() -> bool,
    ) -> Result<Self, MatchingFailure> {
        let matching = || Matching::from_mates(mates.iter().copied().map(Some).collect());
        let tight = tight(prices, &dual, is_late)?.ok_or_else(|| MatchingFailure::Stopped(matching()))?;
        let is_tight = mates.iter().enumerate().all(|(v, mate)| mates[*mate] == v && tight.has_edge(v, *mate));
        let is_filled = |set: &[usize]| set.iter().filter(|v| !set.contains(&mates[**v])).count() == 1;
        if !is_tight || !dual.odd_sets.iter().all(|(set, _)| is_filled(set)) {
            return Err(MatchingFailure::TooCheap);
        }
        Ok(Self { mates, dual, tight })
    }

    /// This matching as one of all that are as cheap.
    pub fn among_equals(self) -> FilledMatching {
        let sets: Vec<&[usize]> = self.dual.odd_sets.iter().map(|(set, _)| set.as_slice()).collect();
        FilledMatching::new(self.tight, self.mates, &sets)
    }
}

/// Why a search that was stopped has no cheapest matching of the first vertices.
fn stopped<W: EdgeWeight>(search: &SparseMatching<W>, size: usize) -> MatchingFailure {
    MatchingFailure::Stopped(Matching::from_mates((0..size).map(|v| search.mate(v)).collect()))
}

/// Give the search an edge. One that it has would be given for ever, so that is an error.
pub(super) fn add<P: Prices>(
    prices: &P,
    search: &mut SparseMatching<P::Cost>,
    (u, v): (usize, usize),
) -> Result<(), MatchingFailure> {
    let cost = prices.cost(u, v).filter(|_| !search.has_edge(u, v)).ok_or(MatchingFailure::TooCheap)?;
    search.add_edge(u, v, cost);
    Ok(())
}

/// A search that came to its end, and the dual solution.
pub(super) type Completed<W> = (SparseMatching<W>, MatchingDual<W>);

/// The search that ends with a cheapest perfect matching of the first vertices, and their dual solution. Edges that cost less than the
/// dual values allow are added, and the search goes on, until there are none.
pub(super) fn completed<P: Prices>(
    prices: &P,
    mut search: SparseMatching<P::Cost>,
    size: usize,
    is_late: impl Fn() -> bool + Copy,
) -> Result<Completed<P::Cost>, MatchingFailure> {
    let mut start = search.clone();
    loop {
        let more: Vec<(usize, usize)> = match search.complete_first(size, is_late) {
            Completion::Stopped => return Err(stopped(&search, size)),
            Completion::Impossible => {
                let any = Matching::maximum(&prices.graph());
                if !any.is_perfect() {
                    return Err(MatchingFailure::Impossible);
                }
                let pairs = (0..size).filter_map(|u| Some((u, any.mate(u).filter(|v| u < *v)?)));
                pairs.filter(|(u, v)| !search.has_edge(*u, *v)).collect()
            }
            Completion::Perfect => {
                let dual = search.dual_of_first(size);
                let more = cheap(prices, &dual, is_late).ok_or_else(|| stopped(&search, size))?;
                if more.is_empty() {
                    return Ok((search, dual));
                }
                more
            }
        };
        for pair in more {
            add(prices, &mut start, pair)?;
            add(prices, &mut search, pair)?;
        }
        if FEWER * start.roots(size).len() < search.roots(size).len() {
            search.clone_from(&start);
        }
    }
}

/// The least that a pair of these classes costs, if there is one.
fn least<P: Prices>(prices: &P, one: usize, other: usize) -> Option<P::Cost> {
    (prices.classes()[other].len() > usize::from(one == other)).then(|| prices.least(one, other)).flatten()
}

/// Dual values that are feasible for classes, in halves: the least cost of a pair at each of them.
fn least_duals<P: Prices>(prices: &P) -> Vec<P::Cost> {
    let classes = prices.classes().len();
    let of_class = |one: usize| (0..classes).filter_map(|other| least(prices, one, other)).min();
    (0..classes).map(|one| of_class(one).unwrap_or(P::Cost::ZERO)).collect()
}

/// The dual values of vertices by those of classes, and the edges to begin with: of each vertex some of the cheapest, and some to others.
fn promising<P: Prices>(prices: &P, by_class: &[P::Cost]) -> (Vec<P::Cost>, Vec<(usize, usize)>) {
    let classes = prices.classes();
    let mut dual = vec![P::Cost::ZERO; classes.iter().map(Vec::len).sum()];
    let mut edges = Vec::new();
    for (one, members) in classes.iter().enumerate() {
        let others = (0..classes.len()).filter_map(|other| {
            let least = least(prices, one, other)?;
            Some((least.twice() - by_class[one] - by_class[other], one.abs_diff(other), other, least))
        });
        let mut others: Vec<_> = others.collect();
        others.sort_unstable();
        for (place, u) in members.iter().copied().enumerate() {
            dual[u] = by_class[one];
            let near = |other: usize| nearest(classes, one, place, other);
            let mut found: Vec<(P::Cost, usize)> = Vec::new();
            let mut loose = 0;
            for (slack, _, other, least) in &others {
                let allowed = near(*other).filter(|v| u != *v && prices.is_allowed(u, *v));
                if found.len() >= CHEAPEST && found[CHEAPEST - 1].0 <= *slack {
                    if loose == OTHERS {
                        break;
                    }
                    loose += 1;
                    edges.extend(allowed.take(1).map(|v| (u, v)));
                } else if prices.is_uniform(one, *other) {
                    found.extend(allowed.take(CHEAPEST).map(|v| (*slack, v)));
                } else {
                    let dearer = |v: usize| *slack + (prices.exact(*least, u, v) - *least).twice();
                    found.extend(allowed.map(|v| (dearer(v), v)));
                    found.sort_unstable();
                }
                found.truncate(CHEAPEST);
            }
            edges.extend(found.into_iter().map(|(_, v)| (u, v)));
        }
    }
    edges.iter_mut().for_each(|(u, v)| (*u, *v) = ((*u).min(*v), (*u).max(*v)));
    edges.sort_unstable();
    edges.dedup();
    (dual, edges)
}

/// The pairs that cost less than the dual values allow, the worst first and a few a vertex; `None` if it is late.
pub(super) fn cheap<P: Prices>(
    prices: &P,
    dual: &MatchingDual<P::Cost>,
    is_late: impl Fn() -> bool,
) -> Option<Vec<(usize, usize)>> {
    let mut cheap = CheapPairs::new(dual.vertices.len());
    find(prices, dual, is_late, &mut cheap)?;
    Some(cheap.few().map(|(_, u, v)| (u, v)).collect())
}

/// The worst pairs of all that are found, a few a vertex, without a list of all, which may be most of the pairs that there are.
///
/// They are those of [`few_at_each`](super::few_at_each): until a vertex has its few, every pair at it is taken. So a pair is taken if it is
/// among the first few at one of its ends.
struct CheapPairs<W> {
    /// The first few at each vertex, in order.
    at: Vec<Vec<(W, usize, usize)>>,
}

impl<W: EdgeWeight> CheapPairs<W> {
    fn new(vertices: usize) -> Self {
        Self { at: vec![Vec::new(); vertices] }
    }

    /// All of them, in order.
    fn few(self) -> impl Iterator<Item = (W, usize, usize)> {
        self.at.into_iter().flatten().sorted_unstable().dedup()
    }
}

impl<W: EdgeWeight> PairSearch<W> for CheapPairs<W> {
    fn most(&self) -> W {
        W::BELOW_ZERO
    }

    fn most_at(&self, v: usize) -> W {
        self.at[v].get(PRICED - 1).map_or(W::BELOW_ZERO, |(reduced, ..)| *reduced)
    }

    fn found(&mut self, u: usize, v: usize, reduced: W) {
        let pair = (reduced, u, v);
        for end in [pair.1, pair.2] {
            let few = &mut self.at[end];
            if few.len() < PRICED || pair < few[PRICED - 1] {
                few.truncate(PRICED - 1);
                few.insert(few.partition_point(|other| *other < pair), pair);
            }
        }
    }
}

#[cfg(test)]
#[path = "../tests/unit/cheapest.rs"]
mod tests;
