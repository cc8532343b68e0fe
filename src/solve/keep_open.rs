//! The best pairing that leaves more rounds pairable.
//!
//! A pairing is *open* if so many further rounds can follow: pairings of the same players, each by the rules on pairs that do
//! not depend on results or colours. They are perfect matchings without common edges ([`disjoint_perfect_matchings`]).
//!
//! The best pairing of all is tried first. If it is not open, a smallest part of its pairs is found with which nothing is
//! open (a no-good), and the other pairings are divided by the first pair of that part which they lack (Lawler 1972). Each
//! part's best pairing is a matching again. They are tried from the best, and among equals in canonical order, so the
//! first that is open is the canonical optimum of those that are.

use super::clock::Moment;
use super::{Bound, Evidence, Limits, NoPairing, Options, Solution, SolveError, Termination, seat_at};
use crate::graph::{Graph, StoppedSearch, disjoint_perfect_matchings};
use crate::model::{Formulation, Objective, PairModel, Value, Vertex};
use crate::rules::Hard;
use crate::tournament::{Bans, Pairing, RoundPairs, RoundState, Seat};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt;

/// What was found out about the rounds to come.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptOpen {
    /// How many more rounds the pairing was to leave pairable.
    pub asked: u32,
    /// How many it leaves. Without a pairing, how many the best of all can leave; `None` if a limit came first.
    pub kept: Option<u32>,
    /// One way to pair these rounds.
    pub witness: Vec<RoundPairs>,
    /// How many pairings were tried, the best first.
    pub tried: usize,
}

/// Why no pairing leaves as many rounds pairable as were asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoOpenPairing {
    /// How many were asked for.
    pub asked: u32,
    /// How many can be left at most.
    pub most: u32,
    /// The round that cannot be paired, whatever is paired before it.
    pub broken_at: u32,
    /// The evidence.
    pub why: ClosureEvidence,
}

/// The evidence that no more rounds can follow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClosureEvidence {
    /// Somebody has too few partners: one is needed for each round.
    Count {
        /// The player, or the bye.
        seat: Seat,
        /// With how many the rules on pairs leave a pair in a later round. This round may take one of them.
        partners: u32,
    },
    /// All pairings of the round and all that can follow were tried, or ruled out together with one that was tried.
    Search,
}

impl fmt::Display for NoOpenPairing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counted =
            |count: u32, what: &str| if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") };
        let rounds = |count: u32| counted(count, "more round");
        write!(f, "{} cannot follow, at most {}: round {} breaks", rounds(self.asked), self.most, self.broken_at)?;
        f.write_str(" whatever is paired before it, ")?;
        let ClosureEvidence::Count { seat, partners } = self.why else { return f.write_str("and all ways were tried") };
        let (who, left) = match seat {
            Seat::Player(id) => (format!("player {id}"), counted(partners, "partner")),
            Seat::Bye => ("the bye".to_owned(), counted(partners, "receiver")),
        };
        let when = if partners > self.most { ", this round's included" } else { " for later rounds" };
        write!(f, "since {who} has {left} left{when}")
    }
}

/// Pair `state` by the best pairing of `objective` after which a round can follow for each of `later`, which are the organiser's
/// bans of the rounds to come.
///
/// # Errors
/// As [`solve`](super::solve()).
pub fn keep_open(
    state: &RoundState,
    objective: &Objective,
    later: &[Bans],
    options: Options,
) -> Result<(Solution, KeptOpen), SolveError> {
    let options = options.started();
    let started = Moment::now();
    // Slots have the same optimum, which is found faster.
    let objective = Objective { formulation: Formulation::Pairs, ..objective.clone() };
    let asked = u32::try_from(later.len()).unwrap_or(u32::MAX);
    let kept_open = |kept, witness, tried| KeptOpen { asked, kept, witness, tried };
    let best = super::solve(state, &objective, options)?;
    if best.incumbent.is_none() || best.termination.limit().is_some() {
        return Ok((best, kept_open(None, Vec::new(), 0)));
    }
    let search = OpenSearch { state, objective: &objective, options, limits: options.start() };
    let limits = search.limits;
    let prepared = limits.try_for(|| {
        let mut rounds: Vec<Graph> = Vec::new();
        for (place, bans) in later.iter().enumerate() {
            let same = place.checked_sub(1).filter(|before| later[*before] == *bans);
            rounds.push(same.map_or_else(|| search.graph(bans), |before| rounds[before].clone()));
        }
        let once = search.once();
        let count = search.count(&rounds, &once);
        (rounds, once, count)
    });
    let Some((rounds, once, count)) = prepared else {
        return Ok((Solution::new(limits.termination()), kept_open(None, Vec::new(), 0)));
    };
    let most = count.as_ref().map_or(rounds.len(), |(most, _)| rounds.len().min(*most));
    let mut tried = 0;
    for kept in (0..=most).rev() {
        let found = limits.try_for(|| search.best(&best, &rounds[..kept], &once)).transpose()?;
        let found = found.unwrap_or(OpenSearchResult { open: Err(StoppedSearch), bound: None, tried: 0 });
        tried += found.tried;
        let timed = |mut solution: Solution| {
            solution.timing.optimise = started.elapsed() - solution.timing.canonical;
            solution
        };
        let reached = u32::try_from(kept).unwrap_or(u32::MAX);
        match found.open {
            Err(StoppedSearch) => {
                let mut solution = Solution::new(search.limits.termination());
                solution.bounds =
                    found.bound.map(|value| Bound { value, evidence: Evidence::Search }).into_iter().collect();
                return Ok((timed(solution), kept_open(None, Vec::new(), tried)));
            }
            Ok(None) => {}
            Ok(Some((solution, witness))) if kept == rounds.len() => {
                let witness = search.named(&witness);
                return Ok((timed(solution), kept_open(Some(asked), witness, tried)));
            }
            Ok(Some((_, witness))) => {
                let why = match count {
                    Some((most, seat)) if most == kept => {
                        let partners = search.partners(seat, &rounds).len();
                        ClosureEvidence::Count { seat, partners: u32::try_from(partners).unwrap_or(u32::MAX) }
                    }
                    _ => ClosureEvidence::Search,
                };
                let broken_at = state.round().saturating_add(reached).saturating_add(1);
                let closed = NoOpenPairing { asked, most: reached, broken_at, why };
                let solution = Solution::new(Termination::Infeasible(NoPairing::Closed(closed)));
                return Ok((timed(solution), kept_open(Some(reached), search.named(&witness), tried)));
            }
        }
    }
    Err(SolveError::Internal("a round that can be paired leaves not even no round pairable".into()))
}

struct OpenSearch<'a> {
    state: &'a RoundState,
    objective: &'a Objective,
    options: Options,
    limits: Limits,
}

/// Some of the pairings of the round, and the best of them.
struct Subproblem {
    objective: Objective,
    solution: Solution,
}

/// An open pairing, and the partners in the rounds that can follow it.
type Kept = (Solution, Vec<Vec<Vertex>>);

/// What a search for an open pairing came to.
struct OpenSearchResult {
    /// The best open pairing with its continuation, if there is one.
    open: Result<Option<Kept>, StoppedSearch>,
    /// The value of the first tier that no open pairing exceeds, if a limit ended the search.
    bound: Option<Value>,
    tried: usize,
}

type VertexPairs = Vec<(Vertex, Vertex)>;

impl OpenSearch<'_> {
    /// Who may be paired in a later round with these bans, whatever has happened before it from now on.
    fn graph(&self, bans: &Bans) -> Graph {
        let players = self.state.players();
        let has = |rule| self.objective.hard.contains(&rule);
        let vertex = |id: u32| self.state.place(Seat::from(id));
        let mut graph = Graph::new(players.len().next_multiple_of(2), []);
        for (u, one) in players.iter().enumerate() {
            for (v, other) in players.iter().enumerate().skip(u + 1) {
                let is_barred = has(Hard::NoRematch) && one.has_met(other.id)
                    || has(Hard::NoForbiddenPair) && bans.contains(one.id, other.id);
                graph.set_edge(u, v, !is_barred);
            }
            if players.len() % 2 == 1 {
                graph.set_edge(u, players.len(), !(has(Hard::NoSecondBye) && one.has_scored_without_playing()));
            }
        }
        for [one, other] in &self.objective.side.forbidden {
            if let (Some(u), Some(v)) = (vertex(*one), vertex(*other)) {
                graph.set_edge(u, v, false);
            }
        }
        graph
    }

    /// The pairs that can be made once only.
    fn once(&self) -> Graph {
        let players = self.state.players().len();
        let size = players.next_multiple_of(2);
        let has = |rule| self.objective.hard.contains(&rule);
        let rule = |v: Vertex| if v < players { Hard::NoRematch } else { Hard::NoSecondBye };
        Graph::new(size, (0..size).flat_map(|u| (u + 1..size).map(move |v| (u, v))).filter(|(_, v)| has(rule(*v))))
    }

    /// With whom a seat may be paired in a later round.
    fn partners(&self, seat: Seat, rounds: &[Graph]) -> Vec<Vertex> {
        let Some(u) = self.state.place(seat) else { return Vec::new() };
        let size = self.state.players().len().next_multiple_of(2);
        (0..size).filter(|v| rounds.iter().any(|round| round.has_edge(u, *v))).collect()
    }

    /// How many rounds can follow by the count of partners, and whose it is. `None` if everybody can repeat a pair.
    fn count(&self, rounds: &[Graph], once: &Graph) -> Option<(usize, Seat)> {
        let model = PairModel::new(self.state, self.objective);
        let counts = (0..once.len()).filter_map(|u| {
            let seat = seat_at(self.state, u);
            let partners = self.partners(seat, rounds);
            if partners.iter().any(|v| !once.has_edge(u, *v)) {
                return None;
            }
            // This round takes one of them, unless it can be paired with somebody else.
            let now = (0..once.len()).filter(|v| *v != u && model.pair(u, *v).is_some());
            let takes_one = now.into_iter().all(|v| partners.contains(&v));
            Some((partners.len() - usize::from(takes_one && !partners.is_empty()), seat))
        });
        counts.min_by_key(|(count, _)| *count)
    }

    /// The best pairing after which all of `rounds` can follow, given the best of all.
    fn best(&self, best: &Solution, rounds: &[Graph], once: &Graph) -> Result<OpenSearchResult, SolveError> {
        let open = |pairs: &[(Vertex, Vertex)]| {
            let without = |graph: &Graph| {
                let mut graph = graph.clone();
                pairs.iter().filter(|(u, v)| once.has_edge(*u, *v)).for_each(|(u, v)| graph.set_edge(*u, *v, false));
                graph
            };
            let rounds: Vec<Graph> = rounds.iter().map(without).collect();
            disjoint_perfect_matchings(&rounds, once, || self.limits.are_nearly_reached())
        };
        let mut found = OpenSearchResult { open: Ok(None), bound: None, tried: 0 };
        let mut parts = BTreeMap::new();
        let mut closed: Vec<VertexPairs> = Vec::new();
        self.add(&mut parts, Subproblem { objective: self.objective.clone(), solution: best.clone() });
        while let Some(((Reverse(values), _), part)) = parts.pop_first() {
            let pairs = self.pairs(&part.solution);
            let known = closed.iter().find(|set| set.iter().all(|pair| pairs.contains(pair))).cloned();
            let no_good = match known {
                Some(set) => Ok(set),
                None => {
                    found.tried += 1;
                    match open(&pairs) {
                        Ok(Some(witness)) => {
                            found.open = Ok(Some((self.proven(part.solution, best), witness)));
                            return Ok(found);
                        }
                        Ok(None) => smallest(pairs, |pairs| open(pairs).map(|rounds| rounds.is_none())),
                        Err(StoppedSearch) => Err(StoppedSearch),
                    }
                }
            };
            let divided = match no_good {
                Ok(no_good) => {
                    let divided = self.divide(&mut parts, &part.objective, &no_good)?;
                    closed.push(no_good);
                    divided
                }
                Err(StoppedSearch) => Err(StoppedSearch),
            };
            if divided.is_err() || self.limits.are_nearly_reached() {
                (found.open, found.bound) = (Err(StoppedSearch), values.first().copied());
                return Ok(found);
            }
            if closed.last().is_some_and(Vec::is_empty) {
                return Ok(found);
            }
        }
        Ok(found)
    }

    /// Add the pairings of `objective` that lack a pair of `no_good`, divided by the first one that they lack.
    fn divide(
        &self,
        parts: &mut BTreeMap<(Reverse<Vec<Value>>, Vec<Vertex>), Subproblem>,
        objective: &Objective,
        no_good: &[(Vertex, Vertex)],
    ) -> Result<Result<(), StoppedSearch>, SolveError> {
        let mut having = objective.clone();
        for (u, v) in no_good.iter().map(|(u, v)| (seat_at(self.state, *u), seat_at(self.state, *v))) {
            let pair = [u, v].map(u32::from);
            if having.side.forced.iter().any(|forced| *forced == pair || *forced == [pair[1], pair[0]]) {
                continue;
            }
            let lacking = having.without_pair(u, v);
            let solution = super::solve(self.state, &lacking, Options { log: None, ..self.options })?;
            if solution.termination.limit().is_some() {
                return Ok(Err(StoppedSearch));
            }
            self.add(parts, Subproblem { objective: lacking, solution });
            having = having.with_pair(u, v);
        }
        Ok(Ok(()))
    }

    fn add(&self, parts: &mut BTreeMap<(Reverse<Vec<Value>>, Vec<Vertex>), Subproblem>, part: Subproblem) {
        let Some(best) = &part.solution.incumbent else { return };
        let mut mates = vec![0; self.state.players().len().next_multiple_of(2)];
        for (u, v) in self.pairs(&part.solution) {
            (mates[u], mates[v]) = (v, u);
        }
        parts.insert((Reverse(best.values.clone()), mates), part);
    }

    fn pairs(&self, solution: &Solution) -> VertexPairs {
        let Some(best) = &solution.incumbent else { return Vec::new() };
        let Pairing { boards, bye } = &best.pairing;
        let place = |id| self.state.rank(id);
        let boards = boards.iter().filter_map(|board| Some((place(board.white)?, place(board.black)?)));
        let bye = bye.and_then(|id| Some((place(id)?, self.state.place(Seat::Bye)?)));
        let mut pairs: VertexPairs = boards.chain(bye).map(|(u, v)| (u.min(v), u.max(v))).collect();
        pairs.sort_unstable();
        pairs
    }

    /// The solution of a part as the solution of all open pairings.
    fn proven(&self, part: Solution, best: &Solution) -> Solution {
        let pairing = |solution: &Solution| solution.incumbent.as_ref().map(|best| best.pairing.clone());
        if pairing(&part) == pairing(best) {
            return best.clone();
        }
        let values = part.incumbent.iter().flat_map(|best| best.values.iter().copied());
        let bounds = values.map(|value| Bound { value, evidence: Evidence::Search }).collect();
        Solution { bounds, dual: None, capped: None, ..part }
    }

    /// The rounds to come, by pairing numbers.
    fn named(&self, rounds: &[Vec<Vertex>]) -> Vec<RoundPairs> {
        let players = self.state.players();
        let of_round = |(number, mates): (u32, &Vec<Vertex>)| {
            let pairs = mates.iter().enumerate().filter(|(u, v)| u < v);
            let boards = pairs.clone().filter_map(|(u, v)| Some([players.get(u)?.id, players.get(*v)?.id]));
            let bye = pairs.clone().find(|(_, v)| **v == players.len()).map(|(u, _)| players[u].id);
            RoundPairs { round: number, pairs: boards.collect(), bye }
        };
        (self.state.round().saturating_add(1)..).zip(rounds).map(of_round).collect()
    }
}

/// Some of `pairs` that are closed, as all of them are, and of which none can be left out.
fn smallest(
    pairs: VertexPairs,
    is_closed: impl Fn(&[(Vertex, Vertex)]) -> Result<bool, StoppedSearch>,
) -> Result<VertexPairs, StoppedSearch> {
    if is_closed(&[])? {
        return Ok(Vec::new());
    }
    let mut kept = pairs.clone();
    for pair in pairs {
        let fewer: VertexPairs = kept.iter().copied().filter(|other| *other != pair).collect();
        if is_closed(&fewer)? {
            kept = fewer;
        }
    }
    Ok(kept)
}
