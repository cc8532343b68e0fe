//! The pair model without caps: a minimum-cost perfect matching, tier after tier.

use super::canonical::canonical;
use super::matching_lp::{Edge, MatchingLp, Outcome};
use super::{Bound, Evidence, Incumbent, Limits, Solution, SolveError, Termination, Timing, infeasible, pairing};
use crate::graph::Matching;
use crate::model::{PairModel, Value};
use crate::tournament::RoundState;
use std::time::Instant;

/// How many of the best pairs of each player are columns from the start; pricing finds the others.
const START_PER_VERTEX: usize = 12;

/// Solve `model`, which must hold a perfect matching.
pub(super) fn solve(state: &RoundState, model: &PairModel, limits: Limits) -> Result<Solution, SolveError> {
    let started = Instant::now();
    let edges: Vec<(usize, usize)> = model.pairs().iter().map(|pair| (pair.high, pair.low)).collect();
    let costs: Vec<Vec<i64>> =
        (0..model.tiers()).map(|tier| model.weights(tier).iter().map(|weight| -weight.tenths()).collect()).collect();
    let start = cheapest_edges(model.vertices(), &edges, &costs[0]);
    let mut lp = MatchingLp::new(model.vertices(), &edges, &start, limits)?;

    let mut bounds = Vec::new();
    let mut chosen = any_matching(model);
    for (tier, costs) in costs.iter().enumerate() {
        match lp.minimise(costs, &chosen)? {
            Outcome::Optimal(optimum) => {
                let evidence = if lp.proof_is_exact() { Evidence::IntegerDual } else { Evidence::FloatingPoint };
                bounds.push(Bound { value: Value::from_tenths(-optimum.cost), evidence });
                lp.restrict_to_face(costs, &optimum)?;
                chosen = optimum.chosen;
            }
            Outcome::Stopped(cost) => {
                let solved = |cost: i64| Bound { value: Value::from_tenths(-cost), evidence: Evidence::FloatingPoint };
                bounds.push(cost.map_or_else(|| half_sum_of_best(model, tier), solved));
                return Ok(Solution {
                    termination: Termination::TimeLimit,
                    incumbent: Some(incumbent(state, model, &chosen)),
                    bounds,
                    timing: Timing { optimise: started.elapsed(), ..Timing::default() },
                });
            }
        }
    }
    let optimise = started.elapsed();
    let choosing = Instant::now();
    lp.lift_time_limit()?;
    let chosen = canonical(&mut lp, model.vertices(), &edges, &chosen)?;
    if !lp.proof_is_exact() {
        // The choice among equal optima rests on dual values too: the evidence is that of its weakest step.
        bounds.iter_mut().for_each(|bound| bound.evidence = Evidence::FloatingPoint);
    }
    let best = incumbent(state, model, &chosen);
    let timing = Timing { optimise, canonical: choosing.elapsed(), ..Timing::default() };
    if !best.values.iter().eq(bounds.iter().map(|bound| &bound.value)) {
        return Err(SolveError::Internal(format!("the canonical pairing has {:?}, not {bounds:?}", best.values)));
    }
    Ok(Solution { termination: Termination::Optimal, incumbent: Some(best), bounds, timing })
}

fn incumbent(state: &RoundState, model: &PairModel, chosen: &[Edge]) -> Incumbent {
    Incumbent { pairing: pairing(state, model, chosen), values: model.values(chosen) }
}

/// Any legal pairing.
pub(super) fn any_pairing(state: &RoundState, model: &PairModel) -> Incumbent {
    incumbent(state, model, &any_matching(model))
}

/// Any perfect matching of the model.
pub(super) fn any_matching(model: &PairModel) -> Vec<Edge> {
    let matching = Matching::maximum(&infeasible::graph(model));
    let made = |pair: &crate::model::Pair| matching.mate(pair.high) == Some(pair.low);
    (0..model.pairs().len()).filter(|edge| made(&model.pairs()[*edge])).collect()
}

/// For each vertex its cheapest edges, the nearest in pairing order among equals.
fn cheapest_edges(vertices: usize, edges: &[(usize, usize)], costs: &[i64]) -> Vec<Edge> {
    let mut at: Vec<Vec<(i64, usize, Edge)>> = vec![Vec::new(); vertices];
    for (edge, (u, v)) in edges.iter().enumerate() {
        for vertex in [*u, *v] {
            at[vertex].push((costs[edge], u.abs_diff(*v), edge));
        }
    }
    let mut cheapest = Vec::new();
    for mut list in at {
        list.sort_unstable();
        cheapest.extend(list.into_iter().take(START_PER_VERTEX).map(|(_, _, edge)| edge));
    }
    cheapest
}

/// An upper bound on a tier that needs no solver: half the best pair of each vertex is a dual solution.
pub(super) fn half_sum_of_best(model: &PairModel, tier: usize) -> Bound {
    let mut best = vec![i64::MIN; model.vertices()];
    for (pair, weight) in model.pairs().iter().zip(model.weights(tier)) {
        for vertex in [pair.high, pair.low] {
            best[vertex] = best[vertex].max(weight.tenths());
        }
    }
    Bound { value: Value::from_tenths(best.iter().sum::<i64>().div_euclid(2)), evidence: Evidence::IntegerDual }
}
