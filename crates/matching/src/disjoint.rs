//! Perfect matchings of several rounds that share no edge.
//!
//! To say whether a graph has k disjoint perfect matchings is NP-complete (k = 3 on cubic graphs is edge colouring, Holyer
//! 1981), so this is a search. Where every vertex has many neighbours it ends at once: a graph of n vertices, each with at
//! least n/2 + k - 1 neighbours, has a perfect matching after any k - 1 of them are taken away (Dirac 1952), so taking one
//! after another finds them.

use super::{Graph, Matching};

/// A search that was stopped before it came to an end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the search was stopped")]
pub struct StoppedSearch;

/// One perfect matching of each of `graphs`, as partners by vertex, no two of which share an edge of `once`; `None` if
/// there are none, which is then known by exhaustion.
///
/// # Errors
/// [`StoppedSearch`] if `is_late` becomes true first.
///
/// ```
/// use swiss_matching::{Graph, disjoint_perfect_matchings};
///
/// let four = Graph::new(4, (0..4).flat_map(|u| (u + 1..4).map(move |v| (u, v))));
/// let rounds = |count: usize| disjoint_perfect_matchings(&vec![four.clone(); count], &four, || false);
/// assert_eq!(rounds(3).expect("not stopped").map(|rounds| rounds.len()), Some(3));
/// assert_eq!(rounds(4), Ok(None));
/// ```
pub fn disjoint_perfect_matchings(
    graphs: &[Graph],
    once: &Graph,
    is_late: impl Fn() -> bool,
) -> Result<Option<Vec<Vec<usize>>>, StoppedSearch> {
    if graphs.first().is_none_or(Graph::is_empty) {
        return Ok(Some(vec![Vec::new(); graphs.len()]));
    }
    if let Some(rounds) = one_after_another(graphs, once, &is_late)? {
        return Ok(Some(rounds));
    }
    let Some(mut search) = DisjointSearch::new(graphs, once) else { return Ok(None) };
    let is_found = search.extend(&is_late)?;
    let mates = |round: SearchRound| round.mate.into_iter().flatten().collect();
    Ok(is_found.then(|| search.rounds.into_iter().map(mates).collect()))
}

/// A perfect matching of each graph without the edges that those before have used up, if that goes well.
fn one_after_another(
    graphs: &[Graph],
    once: &Graph,
    is_late: &impl Fn() -> bool,
) -> Result<Option<Vec<Vec<usize>>>, StoppedSearch> {
    let mut used = Vec::new();
    let mut rounds = Vec::new();
    for graph in graphs {
        if is_late() {
            return Err(StoppedSearch);
        }
        let mut left = graph.clone();
        used.iter().for_each(|(u, v)| left.set_edge(*u, *v, false));
        let matching = Matching::maximum(&left);
        let mates: Option<Vec<usize>> = (0..left.len()).map(|v| matching.mate(v)).collect();
        let Some(mates) = mates else { return Ok(None) };
        used.extend(mates.iter().copied().enumerate().filter(|(u, v)| u < v && once.has_edge(*u, *v)));
        rounds.push(mates);
    }
    Ok(Some(rounds))
}

/// A round of the search.
#[derive(Clone)]
struct SearchRound {
    /// The edges that are still allowed: those made, and those between vertices without a partner.
    left: Graph,
    /// The partners so far.
    mate: Vec<Option<usize>>,
    /// A perfect matching of `left`, which has the partners so far.
    witness: Matching,
    /// The round before that has the same edges, if there is one: which of the two comes first does not matter.
    twin: Option<usize>,
}

struct DisjointSearch<'a> {
    once: &'a Graph,
    rounds: Vec<SearchRound>,
    /// The vertex whose partners tell twins apart: one with the fewest neighbours.
    first: usize,
}

impl<'a> DisjointSearch<'a> {
    /// `None` if some round has no perfect matching.
    fn new(graphs: &[Graph], once: &'a Graph) -> Option<Self> {
        let mut rounds = Vec::new();
        for (place, graph) in graphs.iter().enumerate() {
            let witness = Matching::maximum(graph);
            if !witness.is_perfect() {
                return None;
            }
            let twin = graphs[..place].iter().rposition(|before| before == graph);
            rounds.push(SearchRound { left: graph.clone(), mate: vec![None; graph.len()], witness, twin });
        }
        let neighbours = |v: &usize| graphs[0].neighbours(*v).count_ones(..);
        let first = (0..graphs[0].len()).min_by_key(neighbours)?;
        Some(Self { once, rounds, first })
    }

    /// Give everybody a partner in every round, from here on.
    fn extend(&mut self, is_late: &impl Fn() -> bool) -> Result<bool, StoppedSearch> {
        if is_late() {
            return Err(StoppedSearch);
        }
        let Some((at, v)) = self.next() else { return Ok(true) };
        for w in self.partners(at, v) {
            let before = self.rounds.clone();
            if self.join(at, v, w) && self.extend(is_late)? {
                return Ok(true);
            }
            self.rounds = before;
        }
        Ok(false)
    }

    /// Who is to get a partner next, and in which round: the first vertex in every round, then whoever has the fewest left.
    fn next(&self) -> Option<(usize, usize)> {
        if let Some(at) = self.rounds.iter().position(|round| round.mate[self.first].is_none()) {
            return Some((at, self.first));
        }
        let open = |(at, round): (usize, &SearchRound)| {
            let without = (0..round.mate.len()).filter(|v| round.mate[*v].is_none());
            without.map(|v| (round.left.neighbours(v).count_ones(..), at, v)).min()
        };
        self.rounds.iter().enumerate().filter_map(open).min().map(|(_, at, v)| (at, v))
    }

    /// The partners that `v` may have in a round. Of rounds that are alike, the first vertex has its partners in order.
    fn partners(&self, at: usize, v: usize) -> Vec<usize> {
        let round = &self.rounds[at];
        let least = round.twin.filter(|_| v == self.first).and_then(|twin| self.rounds[twin].mate[v]).unwrap_or(0);
        round.left.neighbours(v).ones().filter(|w| *w >= least).collect()
    }

    /// Pair the two in a round; whether every round can still be completed by itself, and everybody has enough partners.
    fn join(&mut self, at: usize, v: usize, w: usize) -> bool {
        let only = |one: usize| std::iter::once(one).collect();
        let round = &mut self.rounds[at];
        round.mate[v] = Some(w);
        round.mate[w] = Some(v);
        round.left.keep_edges(v, &only(w));
        round.left.keep_edges(w, &only(v));
        if self.once.has_edge(v, w) {
            let others = self.rounds.iter_mut().enumerate().filter(|(other, _)| *other != at);
            others.for_each(|(_, round)| round.left.set_edge(v, w, false));
        }
        self.rounds.iter_mut().all(SearchRound::mend) && self.has_enough(v) && self.has_enough(w)
    }

    /// Whether the vertex has as many partners left as it has rounds without one.
    fn has_enough(&self, v: usize) -> bool {
        let open: Vec<&SearchRound> = self.rounds.iter().filter(|round| round.mate[v].is_none()).collect();
        let Some((first, others)) = open.split_first() else { return true };
        let mut partners = first.left.neighbours(v).clone();
        others.iter().for_each(|round| partners.union_with(round.left.neighbours(v)));
        let is_free = partners.ones().any(|w| !self.once.has_edge(v, w));
        is_free || partners.count_ones(..) >= open.len()
    }
}

impl SearchRound {
    /// Mend the witness where its edges are gone; whether there still is one.
    fn mend(&mut self) -> bool {
        let kept = |v: usize| self.witness.mate(v).filter(|w| self.left.has_edge(v, *w));
        let mates: Vec<Option<usize>> = (0..self.left.len()).map(kept).collect();
        if mates.iter().all(Option::is_some) {
            return true;
        }
        self.witness = Matching::from_mates(mates).grown(&self.left);
        self.witness.is_perfect()
    }
}

#[cfg(test)]
#[path = "../tests/unit/disjoint.rs"]
mod tests;
