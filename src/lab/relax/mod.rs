//! The linear program of the pair model without odd sets, solved exactly: the relaxation that the lesson begins with.
//!
//! A corner of it has every `x` at 0, ½ or 1, and the halves are on odd circles (Balinski 1965). It is found without floating
//! point, on the *double cover*: every vertex is there twice, and a pair becomes two edges, from one's first copy to the other's
//! second. A cheapest perfect matching of that bipartite graph costs twice the relaxation, and each of its edges is half of a
//! pair. Followed from copy to copy, they are circles. A circle of two is a pair that is made. A longer even circle is two ways
//! to make pairs that are worth the same, so one of them is taken. An odd circle stays.
//!
//! All tiers are minimised at once, as vectors compared lexicographically: so a later tier chooses among the points that are
//! optimal in the tiers before.

mod record;

pub use record::{GapReport, RelaxReport, RelaxedTier, VariableReport};
pub(super) use record::{seat, short, variable};

use crate::field::RequestField;
use crate::graph::{CheapestMatching, MatchingFailure};
use crate::model::{ExactValue, Formulation, MOST_TIERS, Objective, Pair, PairModel, Vertex};
use crate::solve::parts::{DoubleCover, PairCosts, by_matching, check_request, vertex_pairs};
use crate::solve::{Limits, Options, Solution, SolveError, Termination};
use crate::tournament::RoundState;
use num_rational::Ratio;

/// A corner of the relaxation at which it is optimal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Relaxation {
    /// The value of each tier. The first one in which it is not that of the optimum is greater.
    pub values: Vec<ExactValue>,
    /// The pairs that are not 0, in order, each with whether it is whole; the others are ½.
    pub point: Vec<(Pair, bool)>,
    /// The odd circles of the halves, by vertices of the [`PairModel`], each from its highest player on.
    pub circles: Vec<Vec<Vertex>>,
}

/// The relaxation of a round, and its optimum.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Relaxed {
    /// The optimum in integers.
    pub solution: Solution,
    /// The relaxation; `None` if a limit came first, or if it has no point either.
    pub relaxation: Option<Relaxation>,
}

impl Relaxed {
    /// The first tier, from 0, in which the relaxation is worth more than the optimum, and how much more; `None` without both
    /// or if they are worth the same.
    #[must_use]
    pub fn gap(&self) -> Option<(usize, ExactValue)> {
        let (best, relaxation) = (self.solution.incumbent.as_ref()?, self.relaxation.as_ref()?);
        let gaps = relaxation.values.iter().zip(&best.values).map(|(more, value)| more.above((*value).into()));
        gaps.enumerate().find(|(_, gap)| *gap != ExactValue::default())
    }
}

/// Solve the round of `state` by the pair model of `objective`, and its linear relaxation without odd sets. Among the corners at which
/// the relaxation is optimal, the canonical pairing is taken if it is one of them.
///
/// # Errors
/// [`SolveError::Request`] for a model with caps or of slots, or that names players who are not in the round;
/// [`SolveError::Internal`] if a check fails.
pub fn relax(state: &RoundState, objective: &Objective, options: Options) -> Result<Relaxed, SolveError> {
    check_plain(objective, "the linear program without odd sets")?;
    let limits = options.start();
    if !check_request(state, objective, limits)? {
        return Ok(Relaxed { solution: Solution::new(limits.termination()), relaxation: None });
    }
    let model = PairModel::new(state, objective);
    let solution = by_matching(state, objective, &model, limits)?;
    let relaxation =
        if solution.termination.limit().is_some() { None } else { relaxed(state, &model, &solution, limits)? };
    Ok(Relaxed { solution, relaxation })
}

/// Refuse a model that is no matching.
pub(super) fn check_plain(objective: &Objective, what: &str) -> Result<(), SolveError> {
    if objective.has_caps() {
        let (name, cuts) = (&objective.name, RequestField("cuts"));
        let what =
            format!("{what} has halves and wholes alone, and with the caps of '{name}' any fractions; take {cuts}");
        return Err(SolveError::Request(what));
    }
    check_of_pairs(objective, what)
}

/// Refuse a model of slots.
pub(super) fn check_of_pairs(objective: &Objective, what: &str) -> Result<(), SolveError> {
    if objective.formulation == Formulation::Pairs {
        return Ok(());
    }
    let reason = "is one of slots; take the model 'pairs', which has the same optimum";
    Err(SolveError::Request(format!("{what} is that of pairs, and the model '{}' {reason}", objective.name)))
}

/// The relaxation; `None` if a limit comes first, or if there is no point.
pub(super) fn relaxed(
    state: &RoundState,
    model: &PairModel<'_>,
    solution: &Solution,
    limits: Limits,
) -> Result<Option<Relaxation>, SolveError> {
    let found = match model.tiers() {
        0..=1 => corner::<1>(model, limits)?,
        2..=3 => corner::<3>(model, limits)?,
        4..=6 => corner::<6>(model, limits)?,
        _ => corner::<MOST_TIERS>(model, limits)?,
    };
    let Some(mut found) = found else { return Ok(None) };
    if let (Termination::Optimal, Some(best)) = (&solution.termination, &solution.incumbent) {
        let values: Vec<ExactValue> = best.values.iter().map(|value| (*value).into()).collect();
        if found.values < values {
            return Err(SolveError::Internal("the relaxation is worth less than the optimum".into()));
        }
        if found.values == values {
            let pairs = vertex_pairs(state, model, &best.pairing).filter_map(|(one, other)| model.pair(one, other));
            found.point = pairs.map(|pair| (pair, true)).collect();
            found.point.sort_by_key(|(pair, _)| (pair.high, pair.low));
            found.circles.clear();
        }
    }
    Ok(Some(found))
}

/// The canonical corner: that of the first of the cheapest matchings of the double cover.
fn corner<const K: usize>(model: &PairModel<'_>, limits: Limits) -> Result<Option<Relaxation>, SolveError> {
    let cover = DoubleCover::new(PairCosts::<K>::new(model));
    let found = match CheapestMatching::until(&cover, || limits.are_reached()) {
        Ok(found) => found,
        Err(MatchingFailure::Stopped(_) | MatchingFailure::Impossible) => return Ok(None),
        Err(MatchingFailure::TooCheap) => {
            return Err(SolveError::Internal("a pair of the double cover costs less than its dual values".into()));
        }
    };
    let dual = found.dual.clone();
    let (first, true) = found.among_equals().first(|| limits.are_reached()) else { return Ok(None) };
    let size = model.vertices();
    let next: Vec<Vertex> = (0..size).map(|v| first[v] % size).collect();
    let (whole, circles) = followed(&next);
    let values = value_in_halves(model, &whole, &circles);
    // The dual values of both copies, in halves, prove the value of the two halves of every pair.
    for (tier, halves) in values.iter().enumerate() {
        let proven: i128 = dual.vertices.iter().map(|value| i128::from(value.0[tier])).sum();
        if proven != -2 * halves || !dual.odd_sets.is_empty() {
            return Err(SolveError::Internal("the dual values of the relaxation do not come to its value".into()));
        }
    }
    let pair = |(one, other): (Vertex, Vertex)| model.pair(one, other);
    let halves = circles.iter().flat_map(|circle| sides(circle)).map(|ends| (pair(ends), false));
    let all = whole.iter().map(|ends| (pair(*ends), true)).chain(halves);
    let mut point = all
        .map(|(pair, is_whole)| Some((pair?, is_whole)))
        .collect::<Option<Vec<_>>>()
        .ok_or_else(|| SolveError::Internal("the relaxation makes a pair that may not meet".into()))?;
    point.sort_by_key(|(pair, _)| (pair.high, pair.low));
    let values = values
        .into_iter()
        .zip(model.units())
        .map(|(halves, unit)| ExactValue::of_units(Ratio::new(halves, 2), *unit))
        .collect();
    Ok(Some(Relaxation { values, point, circles }))
}

/// Pairs that are made, and odd circles of halves, where each vertex is followed by another.
fn followed(next: &[Vertex]) -> (Vec<(Vertex, Vertex)>, Vec<Vec<Vertex>>) {
    let (mut whole, mut circles) = (Vec::new(), Vec::new());
    let mut is_seen = vec![false; next.len()];
    for first in 0..next.len() {
        let mut circle = Vec::new();
        let mut v = first;
        while !std::mem::replace(&mut is_seen[v], true) {
            circle.push(v);
            v = next[v];
        }
        if circle.len() % 2 == 1 {
            circles.push(circle);
            continue;
        }
        // Of the two ways, the one in which the first vertex has the higher partner.
        if circle.len() > 2 && circle[circle.len() - 1] < circle[1] {
            circle.rotate_right(1);
        }
        whole.extend(circle.chunks_exact(2).map(|two| (two[0].min(two[1]), two[0].max(two[1]))));
    }
    (whole, circles)
}

/// The pairs of a circle.
fn sides(circle: &[Vertex]) -> impl Iterator<Item = (Vertex, Vertex)> + '_ {
    let after = circle.iter().skip(1).chain(circle.first());
    circle.iter().zip(after).map(|(one, other)| ((*one).min(*other), (*one).max(*other)))
}

/// Twice the value of each tier, in its unit.
fn value_in_halves(model: &PairModel<'_>, whole: &[(Vertex, Vertex)], circles: &[Vec<Vertex>]) -> Vec<i128> {
    let mut sum = vec![0_i128; model.tiers()];
    let halves = circles.iter().flat_map(|circle| sides(circle)).map(|ends| (ends, 1));
    for ((one, other), times) in whole.iter().map(|ends| (*ends, 2)).chain(halves) {
        let values = model.pair_values(one, other);
        sum.iter_mut().zip(values).for_each(|(sum, value)| *sum += times * i128::from(value.units()));
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::followed;

    #[test]
    fn circles_are_followed_and_even_ones_divided() {
        // 0 and 3; 1 to 4 to 2 to 5 to 1, of which 1-4, 2-5 or 1-5, 2-4; 6 to 7 to 8 to 6.
        let (whole, circles) = followed(&[3, 4, 5, 0, 2, 1, 7, 8, 6]);
        assert_eq!((whole, circles), (vec![(0, 3), (1, 4), (2, 5)], vec![vec![6, 7, 8]]));
        // The other way round the first vertex still has the higher partner.
        let (whole, _) = followed(&[3, 2, 1, 0]);
        assert_eq!(whole, [(0, 3), (1, 2)]);
        let (whole, _) = followed(&[3, 0, 1, 2]);
        assert_eq!(whole, [(0, 1), (2, 3)]);
    }
}
