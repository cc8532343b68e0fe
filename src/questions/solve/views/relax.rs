//! The linear program of the pairs without odd sets, solved exactly.
//!
//! A corner of it has every variable at 0, ½ or 1, and the halves are on odd circles (Balinski 1965). A cheapest perfect matching of the
//! double cover costs twice as much. Each of its edges is half of a pair, and followed from copy to copy they are circles: an even one is
//! two ways to make pairs that are worth the same, and an odd one stays.

use super::seats;
use crate::graph::{CheapestMatching, MatchingFailure};
use crate::model::{ExactValue, MOST_TIERS, PairModel, Value};
use crate::solve::{DoubleCover, Limits, PairCosts, SolveError};
use crate::tournament::{RoundState, Seat};
use num_rational::Ratio;
use schemars::JsonSchema;
use serde::Serialize;

/// The linear program of the pairs without odd sets.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RelaxShown {
    /// The value of each tier, exact. The first one in which it is not that of the optimum is greater.
    pub values: Vec<ExactValue>,
    /// The odd circles of the pairs of 1/2, the bye as 0; none if the values are those of the optimum.
    #[schemars(with = "Vec<Vec<u32>>")]
    pub circles: Vec<Vec<Seat>>,
    /// The pairs of 1 beside them, the bye as 0.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<[u32; 2]>")]
    pub pairs: Vec<[Seat; 2]>,
}

/// The linear program beside an optimum worth `best`; `None` if a limit comes first.
pub(super) fn shown(
    state: &RoundState,
    model: &PairModel<'_>,
    best: &[Value],
    limits: Limits,
) -> Result<Option<RelaxShown>, SolveError> {
    if model.tiers() <= 6 {
        corner::<6>(state, model, best, limits)
    } else {
        corner::<MOST_TIERS>(state, model, best, limits)
    }
}

fn corner<const K: usize>(
    state: &RoundState,
    model: &PairModel<'_>,
    best: &[Value],
    limits: Limits,
) -> Result<Option<RelaxShown>, SolveError> {
    let fault = |what: &str| SolveError::Internal(format!("the linear program without odd sets ended with {what}"));
    let found = match CheapestMatching::until(&DoubleCover::new(PairCosts::<K>::new(model)), || limits.are_reached()) {
        Ok(found) => found,
        Err(MatchingFailure::Stopped(_)) => return Ok(None),
        Err(_) => return Err(fault("no point")),
    };
    let size = model.vertices();
    let next: Vec<usize> = (0..size).map(|v| found.mates[v] % size).collect();
    // The dual values of both copies, in halves, prove twice the value.
    let mut values = Vec::new();
    for (tier, unit) in model.units().iter().enumerate() {
        let twice: i128 = (0..size)
            .map(|v| {
                model.pair_values(v.min(next[v]), v.max(next[v])).get(tier).map_or(0, |value| value.units().into())
            })
            .sum();
        let proven: i128 = found.dual.vertices.iter().map(|value| i128::from(value.0[tier])).sum();
        if proven != -2 * twice || !found.dual.odd_sets.is_empty() {
            return Err(fault("dual values that do not come to its value"));
        }
        values.push(ExactValue::of_units(Ratio::new(twice, 2), *unit));
    }
    let best: Vec<ExactValue> = best.iter().map(|value| (*value).into()).collect();
    if values < best {
        return Err(fault("less than the optimum"));
    }
    let all = if values == best { Vec::new() } else { circles(&next) };
    let seated = all.iter().map(|circle| seats(state, circle));
    let (circles, even): (Vec<_>, Vec<_>) = seated.partition(|circle| circle.len() % 2 == 1);
    let pairs = even.iter().flat_map(|circle| circle.chunks_exact(2)).map(|pair| [pair[0], pair[1]]).collect();
    Ok(Some(RelaxShown { values, circles, pairs }))
}

/// The circles, where each vertex is followed by another, each from its first vertex on. In an even one every second pair is one of 1.
fn circles(next: &[usize]) -> Vec<Vec<usize>> {
    let mut is_seen = vec![false; next.len()];
    let mut circles = Vec::new();
    for first in 0..next.len() {
        let (mut circle, mut v) = (Vec::new(), first);
        while !std::mem::replace(&mut is_seen[v], true) {
            circle.push(v);
            v = next[v];
        }
        if !circle.is_empty() {
            // From the first vertex on to the higher of its two neighbours.
            if circle[circle.len() - 1] < circle[1 % circle.len()] {
                circle[1..].reverse();
            }
            circles.push(circle);
        }
    }
    circles
}
