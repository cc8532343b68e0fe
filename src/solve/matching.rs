//! The pair model without caps: a cheapest perfect matching. HiGHS proposes, integers decide.
//!
//! 1. [`relaxation`] proposes dual values, feasible for all pairs.
//! 2. Each player's most promising pairs are edges of an exact primal-dual search ([`CheapestMatching`]), which ends with
//!    the cheapest perfect matching of these edges.
//! 3. All pairs are priced by its dual values. Those that cost less than these allow become edges, and the search goes on;
//!    if there are none, the matching is a cheapest one of all pairs.
//! 4. Matching and dual values are checked: the matching is perfect and legal, the dual values are feasible for all pairs, and
//!    both come to the same in every tier.
//! 5. Unless it is the only one, other [`Ties`](super::Ties) than the canonical ones are one more tier, and steps 2 to 4 once more.
//! 6. Among the cheapest the canonical one is chosen ([`FilledMatching`](crate::graph::FilledMatching)).
//!
//! All tiers are minimised at once, as vectors compared lexicographically ([`Lex`]).

use super::clock::Moment;
use super::equal_optima::ExtendedCosts;
use super::pair_costs::PairCosts;
use super::relaxation::propose;
use super::ties::TieCosts;
use super::{Bound, Evidence, Incumbent, Limits, Solution, SolveError, Termination, Timing, incumbent, infeasible};
use crate::IN_BROWSER;
use crate::graph::{
    CheapestMatching, EdgeWeight, Graph, Lex, Matching, MatchingDual, MatchingFailure, Part, Prices, nearest,
};
use crate::model::{MOST_TIERS, Pair, PairModel, Value, Vertex};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// How many pairs of each player are edges from the start, among those whose cost the dual values reach, and others.
const TIGHT: usize = 12;
const LOOSE: usize = 4;

/// Solve `model`, to its canonical optimum.
pub(super) fn solve(model: &PairModel<'_>, limits: Limits) -> Result<Solution, SolveError> {
    // Vectors as long as the model has tiers, or a little longer.
    let ties = TieCosts::new(limits.options.ties, model);
    match model.tiers() + usize::from(ties.is_some()) {
        0..=1 => MatchingSolver::<1>::new(model, limits).solve(ties),
        2..=3 if !IN_BROWSER => MatchingSolver::<3>::new(model, limits).solve(ties),
        2..=6 => MatchingSolver::<6>::new(model, limits).solve(ties),
        _ if model.tiers() <= MOST_TIERS => MatchingSolver::<{ MOST_TIERS + 1 }>::new(model, limits).solve(ties),
        more => Err(SolveError::Request(format!("a model has at most {MOST_TIERS} tiers, not {more}"))),
    }
}

/// What [`MatchingSolver::tied`] returns.
type Tied<const K: usize> = (CheapestMatching<Lex<K>>, Option<bool>, bool);

struct MatchingSolver<'a, const K: usize> {
    model: &'a PairModel<'a>,
    costs: PairCosts<'a, K>,
    limits: Limits,
    started: Moment,
}

impl<'a, const K: usize> MatchingSolver<'a, K> {
    fn new(model: &'a PairModel<'a>, limits: Limits) -> Self {
        let started = Moment::now();
        Self { model, costs: PairCosts::new(model), limits, started }
    }

    fn solve(&self, ties: Option<TieCosts>) -> Result<Solution, SolveError> {
        let by_kind = propose(&self.costs, self.limits);
        let mut dual: Vec<Lex<K>> = (0..self.model.vertices()).map(|v| by_kind[self.model.kind(v)]).collect();
        let promising = self.promising(&by_kind, &mut dual);
        let found =
            CheapestMatching::from_duals(&self.costs, dual.clone(), &promising, || self.limits.are_nearly_reached());
        let found = match found {
            Ok(found) => found,
            Err(MatchingFailure::Stopped(matching)) => return Ok(self.late(matching, &promising, &dual)),
            Err(MatchingFailure::Impossible) => return Ok(self.without_pairing()),
            Err(MatchingFailure::TooCheap) => {
                return Err(SolveError::Internal("a pair costs less than the dual values allow".into()));
            }
        };
        let optimum = self.check(&found)?;
        let optimise = self.started.elapsed();
        let choosing = Moment::now();
        let tiers = self.model.tiers();
        let dual = found.dual.map(|value| value.0[..tiers].to_vec());
        let (found, unique, is_late) = self.tied(found, ties)?;
        let among = found.among_equals();
        let unique = if unique.is_some() { unique } else { among.is_only(|| self.limits.are_reached()) };
        let (canonical, is_chosen) = among.first(|| is_late || self.limits.are_reached());
        let best = pairs_of(self.model, |v| canonical.get(v).copied()).map(|chosen| incumbent(self.model, &chosen));
        let values = self.model.values(&optimum);
        let Some(best) = best.filter(|best| best.values == values) else {
            return Err(SolveError::Internal(format!("the choice among equal optima lost the value {values:?}")));
        };
        let termination = if is_chosen { Termination::Optimal } else { self.limits.termination() };
        let bounds = values.iter().map(|value| Bound { value: *value, evidence: Evidence::IntegerDual }).collect();
        let mut solution = self.solution(termination, Some(best), bounds);
        solution.dual = Some(dual);
        solution.unique = unique;
        solution.timing = Timing { optimise, canonical: choosing.elapsed(), ..Timing::default() };
        Ok(solution)
    }

    /// What is cheapest by the tier of `ties`, too; whether there was only one to choose from, if that was asked; and whether a limit
    /// came first.
    fn tied(&self, found: CheapestMatching<Lex<K>>, ties: Option<TieCosts>) -> Result<Tied<K>, SolveError> {
        let Some(ties) = ties else { return Ok((found, None, false)) };
        let only = found.clone().among_equals().is_only(|| self.limits.are_reached());
        if only != Some(false) {
            return Ok((found, only, only.is_none()));
        }
        let costs = ExtendedCosts { costs: &self.costs, beyond: |u, v| ties.of(u, v), least: 0 };
        let (start, edges) = costs.start(&found);
        match CheapestMatching::from_duals(&costs, start, &edges, || self.limits.are_reached()) {
            Ok(tied) => Ok((tied, only, false)),
            Err(MatchingFailure::Stopped(_)) => Ok((found, only, true)),
            Err(MatchingFailure::Impossible | MatchingFailure::TooCheap) => {
                Err(SolveError::Internal("the search among equal optima finds none".into()))
            }
        }
    }

    fn solution(&self, termination: Termination, incumbent: Option<Incumbent>, bounds: Vec<Bound>) -> Solution {
        let timing = Timing { optimise: self.started.elapsed(), ..Timing::default() };
        Solution { incumbent, bounds, timing, ..Solution::new(termination) }
    }

    /// The result if there is no perfect matching.
    fn without_pairing(&self) -> Solution {
        let why = infeasible::no_perfect_matching(self.model);
        let termination = why.map_or_else(|| self.limits.termination(), Termination::Infeasible);
        self.solution(termination, None, Vec::new())
    }

    /// The edges to begin with, and dual values for the tiers for which none were proposed.
    ///
    /// There half of its cheapest pair is feasible for every player, among the pairs that cost no more than the tiers before
    /// allow. Once the limits are nearly reached, no more edges are looked for, and half of what no pair is cheaper than
    /// takes its place.
    fn promising(&self, by_kind: &[Lex<K>], dual: &mut [Lex<K>]) -> Vec<(Vertex, Vertex)> {
        let kinds = self.model.kinds();
        let plain = self.costs.plain_tiers();
        let is_plain = plain == self.model.tiers();
        let parts: Vec<_> = kinds.iter().map(|members| Part::of(&self.costs, members)).collect();
        let mut edges = Vec::new();
        for (one, members) in kinds.iter().enumerate() {
            let mut others: Vec<(Lex<K>, usize, usize)> = (0..kinds.len())
                .filter_map(|other| {
                    let cost = self.costs.of_kinds(one, other)?;
                    Some((cost.twice() - by_kind[one] - by_kind[other], one.abs_diff(other), other))
                })
                .collect();
            others.sort_unstable();
            let tight = others.partition_point(|(reduced, ..)| self.costs.plain_sign(*reduced) <= 0);
            let rest = |cost: Lex<K>| Lex(std::array::from_fn(|tier| if tier < plain { 0 } else { cost.0[tier] }));
            for (place, u) in members.iter().copied().enumerate() {
                if self.limits.are_nearly_reached() {
                    if !is_plain {
                        let costs = others[..tight].iter().filter_map(|(_, _, other)| self.costs.least(one, *other));
                        dual[u] += costs.map(rest).reduce(Lex::least).unwrap_or(Lex::ZERO);
                    }
                    continue;
                }
                let may_meet = |v: &Vertex| !self.model.is_apart(u, *v);
                let near = |other: usize| nearest(kinds, one, place, other);
                if is_plain {
                    let lists = others[..tight].iter().map(|(_, _, other)| near(*other).filter(may_meet).take(TIGHT));
                    edges.extend(lists.flatten().take(TIGHT).map(|v| (u, v)));
                } else {
                    let cost = |kinds: Lex<K>, v: Vertex| rest(self.costs.with_fold(kinds, u, v));
                    let near: Vec<(Lex<K>, &Part<Lex<K>>)> = others[..tight]
                        .iter()
                        .filter_map(|(_, _, other)| Some((self.costs.of_kinds(one, *other)?, &parts[*other])))
                        .flat_map(|(kinds, parts)| parts.iter().map(move |part| (kinds, part)))
                        .collect();
                    // Parts that may have a cheaper pair come first.
                    let bound = |(kinds, part): &(Lex<K>, &Part<Lex<K>>)| cost(*kinds, part.middle) - part.change;
                    let bounds = near.iter().map(bound).zip(0..);
                    let mut bounds: BinaryHeap<Reverse<(Lex<K>, usize)>> = bounds.map(Reverse).collect();
                    let mut cheapest: Vec<(Lex<K>, Vertex)> = Vec::new();
                    while let Some(Reverse((bound, index))) = bounds.pop() {
                        if cheapest.len() == TIGHT && bound > cheapest[TIGHT - 1].0 {
                            break;
                        }
                        let (kinds, part) = near[index];
                        let members = part.members.iter().copied().filter(may_meet);
                        cheapest.extend(members.map(|v| (cost(kinds, v), v)));
                        cheapest.sort_unstable();
                        cheapest.truncate(TIGHT);
                    }
                    if let Some((cost, _)) = cheapest.first() {
                        dual[u] += *cost;
                    }
                    edges.extend(cheapest.into_iter().map(|(_, v)| (u, v)));
                }
                let lists = others[tight..].iter().map(|(_, _, other)| near(*other).filter(may_meet).take(1));
                edges.extend(lists.flatten().take(LOOSE).map(|v| (u, v)));
            }
        }
        edges.iter_mut().for_each(|(u, v)| (*u, *v) = ((*u).min(*v), (*u).max(*v)));
        edges.sort_unstable();
        edges.dedup();
        edges
    }

    /// The pairs of the matching, if the matching is perfect and legal, and the dual values come to what it costs.
    fn check(&self, found: &CheapestMatching<Lex<K>>) -> Result<Vec<Pair>, SolveError> {
        let pairs = pairs_of(self.model, |v| found.mates.get(v).copied())
            .ok_or_else(|| SolveError::Internal("the exact search ended with no perfect matching".into()))?;
        proves(&found.dual, &self.model.values(&pairs))?;
        Ok(pairs)
    }

    /// The matching as far as the search has come, made perfect if it can be. Those who are left over are paired greedily,
    /// by `edges` and then in pairing order; only for the last of them is a pairing changed. To list the pairs of everybody
    /// would take a large field many seconds.
    fn completed(&self, found: &Matching, edges: &[(Vertex, Vertex)]) -> Matching {
        let size = self.model.vertices();
        let mut mates: Vec<Option<Vertex>> = (0..size).map(|v| found.mate(v)).collect();
        let mut pair = |u: Vertex, v: Vertex| {
            let are_free = u != v && mates[u].is_none() && mates[v].is_none() && self.costs.cost(u, v).is_some();
            if are_free {
                mates[u] = Some(v);
                mates[v] = Some(u);
            }
            are_free
        };
        edges.iter().for_each(|(u, v)| _ = pair(*u, *v));
        (0..size).for_each(|u| _ = (u..size).any(|v| pair(u, v)));
        let left_over: Vec<Vertex> = (0..size).filter(|v| mates[*v].is_none()).collect();
        let pairs = left_over.iter().flat_map(|u| (0..size).map(|v| ((*u).min(v), (*u).max(v))));
        let pairs = pairs.filter(|(u, v)| u != v && self.costs.cost(*u, *v).is_some());
        Matching::from_mates(mates).grown(&Graph::new(size, edges.iter().copied().chain(pairs)))
    }

    /// What there is at the time limit: the matching as far as it has come, made perfect, and the bound of dual values that
    /// are feasible for all pairs.
    fn late(&self, matching: Matching, edges: &[(Vertex, Vertex)], feasible: &[Lex<K>]) -> Solution {
        let matching = self.completed(&matching, edges);
        let chosen = pairs_of(self.model, |v| matching.mate(v));
        let any = || {
            let any = Matching::maximum(&infeasible::graph(self.model));
            pairs_of(self.model, |v| any.mate(v))
        };
        let Some(chosen) = chosen.or_else(any) else { return self.without_pairing() };
        let best = incumbent(self.model, &chosen);
        let mut bounds = Vec::new();
        for (tier, value) in best.values.iter().enumerate() {
            let halves: i128 = feasible.iter().map(|dual| i128::from(dual.0[tier])).sum();
            let bound = i64::try_from((-halves).div_euclid(2)).unwrap_or(i64::MAX);
            bounds.push(Bound { value: self.model.units()[tier].value(bound), evidence: Evidence::IntegerDual });
            if -halves != 2 * i128::from(value.units()) {
                break;
            }
        }
        self.solution(self.limits.termination(), Some(best), bounds)
    }
}

/// Whether the dual values come to what a matching worth these values costs. Tiers beyond them are worth nothing.
pub(crate) fn proves<const K: usize>(dual: &MatchingDual<Lex<K>>, values: &[Value]) -> Result<(), SolveError> {
    let fault = |what: &str| SolveError::Internal(format!("the exact search ended with {what}"));
    for tier in 0..K {
        let vertices: i128 = dual.vertices.iter().map(|value| i128::from(value.0[tier])).sum();
        let inside = |set: &(Vec<Vertex>, Lex<K>)| (set.0.len() as i128 - 1) / 2 * i128::from(set.1.0[tier]);
        let bound = vertices - dual.odd_sets.iter().map(inside).sum::<i128>();
        let cost = values.get(tier).map_or(0, |value| -i128::from(value.units()));
        if bound != 2 * cost {
            return Err(fault("dual values that do not come to what its matching costs"));
        }
    }
    let is_set = |set: &(Vec<Vertex>, Lex<K>)| set.0.len() % 2 == 1 && set.1 > Lex::ZERO;
    if !dual.odd_sets.iter().all(is_set) {
        return Err(fault("a set that is not odd, or has a negative dual value"));
    }
    Ok(())
}

/// The pairs of a matching, if it is perfect and they can all be made.
pub(super) fn pairs_of(model: &PairModel<'_>, mate: impl Fn(Vertex) -> Option<Vertex>) -> Option<Vec<Pair>> {
    let mut pairs = Vec::with_capacity(model.vertices() / 2);
    for v in 0..model.vertices() {
        let w = mate(v)?;
        if mate(w) != Some(v) {
            return None;
        }
        if v < w {
            pairs.push(model.pair(v, w)?);
        }
    }
    Some(pairs)
}
