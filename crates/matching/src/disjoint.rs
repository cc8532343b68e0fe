//! Perfect matchings of several rounds that share no edge.
//!
//! To say whether a graph has k disjoint perfect matchings is NP-complete (k = 3 on cubic graphs is edge colouring, Holyer
//! 1981), so this is a search. Where every vertex has many neighbours it ends at once: a graph of n vertices, each with at
//! least n/2 + k - 1 neighbours, has a perfect matching after any k - 1 of them are taken away (Dirac 1952), so taking one
//! after another finds them.

use super::{Graph, Matching};
use std::error::Error;
use std::fmt;

/// A search that was stopped before it came to an end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StoppedSearch;

impl fmt::Display for StoppedSearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the search was stopped")
    }
}

impl Error for StoppedSearch {}

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
mod tests {
    use super::*;
    use itertools::Itertools;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// Whether there are such matchings, by trying all.
    fn by_enumeration(graphs: &[Graph], once: &Graph) -> bool {
        let Some((graph, others)) = graphs.split_first() else { return true };
        let mut all = Vec::new();
        perfect(graph, &mut vec![usize::MAX; graph.len()], &mut all);
        all.iter().any(|mates| {
            let used = |u: usize, v: usize| mates[u] == v && once.has_edge(u, v);
            let without = |graph: &Graph| Graph::new(graph.len(), graph.edges().filter(|(u, v)| !used(*u, *v)));
            by_enumeration(&others.iter().map(without).collect_vec(), once)
        })
    }

    fn all_pairs(size: usize) -> impl Iterator<Item = (usize, usize)> {
        (0..size).array_combinations().map(|[u, v]| (u, v))
    }

    fn perfect(graph: &Graph, mates: &mut Vec<usize>, all: &mut Vec<Vec<usize>>) {
        let Some(u) = mates.iter().position(|mate| *mate == usize::MAX) else { return all.push(mates.clone()) };
        for v in graph.neighbours(u).ones().filter(|v| *v > u).collect_vec() {
            if mates[v] == usize::MAX {
                (mates[u], mates[v]) = (v, u);
                perfect(graph, mates, all);
                (mates[u], mates[v]) = (usize::MAX, usize::MAX);
            }
        }
    }

    fn assert_disjoint(graphs: &[Graph], once: &Graph, rounds: &[Vec<usize>]) {
        assert_eq!(rounds.len(), graphs.len());
        for (at, (mates, graph)) in rounds.iter().zip(graphs).enumerate() {
            for (u, v) in mates.iter().copied().enumerate() {
                assert!(graph.has_edge(u, v) && mates[v] == u);
                assert!(!once.has_edge(u, v) || rounds[..at].iter().all(|before| before[u] != v));
            }
        }
    }

    #[test]
    fn the_search_finds_what_enumeration_finds() {
        let mut found = [0, 0];
        for seed in 0..3_000 {
            let rng = &mut ChaCha8Rng::seed_from_u64(seed);
            let (size, rounds) =
                (*[0, 2, 4, 6, 6, 8].get(rng.random_range(0..6)).unwrap_or(&0), rng.random_range(0..5));
            let share = rng.random_range(0.2..1.0);
            let mut random =
                |share: f64| Graph::new(size, all_pairs(size).filter(|_| rng.random_bool(share)).collect_vec());
            let first = random(share);
            let once = random(0.9);
            let other = random(share);
            let graphs = (0..rounds).map(|at| if at == 1 && seed % 3 == 0 { other.clone() } else { first.clone() });
            let graphs = graphs.collect_vec();
            let answer = disjoint_perfect_matchings(&graphs, &once, || false).expect("not stopped");
            found[usize::from(answer.is_some())] += 1;
            assert_eq!(answer.is_some(), by_enumeration(&graphs, &once), "{seed}");
            answer.inspect(|rounds| assert_disjoint(&graphs, &once, rounds));
        }
        assert!(found.iter().all(|count| *count > 500), "{found:?}");
    }

    #[test]
    fn odd_halves_with_few_bridges_end_soon() {
        // Each matching crosses between two odd halves, so there are as many as bridges.
        let halves = |bridges: usize| {
            let within = all_pairs(7).flat_map(|(u, v)| [(u, v), (u + 7, v + 7)]);
            Graph::new(14, within.chain((0..bridges).map(|v| (v, v + 7))))
        };
        for bridges in 0..=4 {
            for rounds in 1..=5 {
                let graph = halves(bridges);
                let answer = disjoint_perfect_matchings(&vec![graph.clone(); rounds], &graph, || false);
                assert_eq!(answer.expect("not stopped").is_some(), rounds <= bridges, "{bridges} {rounds}");
            }
        }
    }
}
