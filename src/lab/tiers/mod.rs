//! A model with tiers, decided one tier after another: what each tier is worth, and how many pairs it leaves.
//!
//! The solver itself decides all tiers at once. Here the first tier is solved alone, then the first two, and so on, each time by
//! an exact search that begins without the solver in floating point. So what is counted depends on the round alone.

mod record;

pub use record::{TierTraceReport, TracedTerm, TracedTier};

use crate::graph::{CheapestMatching, MatchingFailure};
use crate::model::{Formulation, MOST_TIERS, Objective, Pair, PairModel, Value};
use crate::solve::parts::{PairCosts, by_matching, proves};
use crate::solve::{Evidence, Limits, Options, Solution, SolveError, Termination, solve};
use crate::tournament::RoundState;

/// A round with the course of its tiers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tiers {
    /// The result of the solver.
    pub solution: Solution,
    /// How many pairs the rules allow, a bye as a pair; `None` if a limit came before they were counted.
    pub legal: Option<usize>,
    /// The tiers, in order, up to the first one before which a limit came.
    pub steps: Vec<TierStep>,
}

/// A tier that is decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TierStep {
    /// The optimum of the tier among the optima of the tiers before.
    pub value: Value,
    /// Its evidence.
    pub evidence: Evidence,
    /// How many pairs are left by it; `None` for a model with caps, where no single dual solution says so.
    pub left: Option<PairsLeft>,
}

/// How many pairs are left by a tier and those before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PairsLeft {
    /// The pairs of reduced cost 0 by a dual solution: no other pair is in an optimum.
    pub tight: usize,
    /// Those of them that some optimum has.
    pub possible: usize,
}

/// Decide the tiers of `objective` one after another in the round of `state`.
///
/// # Errors
/// [`SolveError::Request`] for a model of slots, or one that names players who are not in the round; [`SolveError::Internal`] if a
/// check fails.
pub fn trace_tiers(state: &RoundState, objective: &Objective, options: Options) -> Result<Tiers, SolveError> {
    if objective.formulation != Formulation::Pairs {
        let name = &objective.name;
        return Err(SolveError::Request(format!(
            "the tiers of '{name}', a model of slots, cannot be traced; take a model of pairs, such as 'pairs' or 'fair'"
        )));
    }
    let options = options.started();
    let solution = solve(state, objective, options)?;
    if solution.termination.limit().is_some() && solution.incumbent.is_none() {
        return Ok(Tiers { legal: None, steps: Vec::new(), solution });
    }
    let model = PairModel::new(state, objective);
    let mut tiers = Tiers { legal: Some(model.without_colours().count()), steps: Vec::new(), solution };
    if objective.has_caps() {
        let steps = tiers.solution.bounds.iter().map(|bound| (bound.value, bound.evidence));
        tiers.steps = steps.map(|(value, evidence)| TierStep { value, evidence, left: None }).collect();
        return Ok(tiers);
    }
    let limits = options.start();
    let bounds = if tiers.solution.termination == Termination::Optimal { tiers.solution.bounds.len() } else { 0 };
    for count in 1..=bounds {
        let first = Objective { tiers: objective.tiers[..count].to_vec(), ..objective.clone() };
        let model = PairModel::new(state, &first);
        let bound = tiers.solution.bounds[count - 1];
        let alone = by_matching(state, &first, &model, limits)?;
        if alone.termination.limit().is_some() {
            break;
        }
        if alone.bound_values().last() != Some(&bound.value) {
            return Err(SolveError::Internal(format!(
                "tier {count} has another optimum alone than with the tiers after it"
            )));
        }
        let Some(left) = left(&model, limits)? else { break };
        tiers.steps.push(TierStep { value: bound.value, evidence: bound.evidence, left: Some(left) });
    }
    Ok(tiers)
}

/// The pairs that the tiers of `model` leave; `None` at a limit.
fn left(model: &PairModel<'_>, limits: Limits) -> Result<Option<PairsLeft>, SolveError> {
    match model.tiers() {
        0..=1 => counted::<1>(model, limits),
        2..=3 => counted::<3>(model, limits),
        4..=6 => counted::<6>(model, limits),
        _ => counted::<MOST_TIERS>(model, limits),
    }
}

fn counted<const K: usize>(model: &PairModel<'_>, limits: Limits) -> Result<Option<PairsLeft>, SolveError> {
    let found = match CheapestMatching::until(&PairCosts::<K>::new(model), || limits.are_reached()) {
        Ok(found) => found,
        Err(MatchingFailure::Stopped(_)) => return Ok(None),
        Err(_) => return Err(SolveError::Internal("the search finds no optimum where there is one".into())),
    };
    let pairs = (0..model.vertices()).filter(|v| *v < found.mates[*v]).map(|v| model.pair(v, found.mates[v]));
    let pairs: Option<Vec<Pair>> = pairs.collect();
    let pairs = pairs.ok_or_else(|| SolveError::Internal("the search makes a pair that may not meet".into()))?;
    proves(&found.dual, &model.values(&pairs))?;
    let tight = found.tight.edges().count();
    let mut among = found.among_equals();
    let mut ends = 0;
    for v in 0..model.vertices() {
        if limits.are_reached() {
            return Ok(None);
        }
        ends += among.partners(v).count_ones(..);
    }
    Ok(Some(PairsLeft { tight, possible: ends / 2 }))
}
