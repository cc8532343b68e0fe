//! The tiers, one after another: what each is worth, and how many pairs it leaves.

use crate::graph::{CheapestMatching, MatchingFailure};
use crate::model::{MOST_TIERS, Objective, Pair, PairModel, Value};
use crate::solve::{Evidence, Limits, PairCosts, Solution, SolveError, proves};
use crate::tournament::RoundState;
use schemars::JsonSchema;
use serde::Serialize;

/// The tiers, one after another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TiersShown {
    /// How many pairs the rules allow, a bye as a pair.
    pub legal_pairs: usize,
    /// The tiers, in order.
    pub tiers: Vec<TierShown>,
}

/// A tier that is decided among the optima of the tiers before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TierShown {
    /// Its name.
    pub name: String,
    /// Its optimum.
    pub optimum: Value,
    /// The evidence.
    pub proof: Evidence,
    /// The pairs of reduced cost 0 in this tier and those before: no other pair is in an optimum. Null with caps.
    pub tight_pairs: Option<usize>,
    /// Those of them that some optimum has; null with caps.
    pub possible_pairs: Option<usize>,
}

/// The tiers of a round that was solved; `None` if a limit comes first.
pub(super) fn shown(
    state: &RoundState,
    objective: &Objective,
    solution: &Solution,
    limits: Limits,
) -> Result<Option<TiersShown>, SolveError> {
    let legal_pairs = PairModel::new(state, objective).without_colours().count();
    let mut tiers = Vec::new();
    for (tier, (of_model, bound)) in objective.tiers.iter().zip(&solution.bounds).enumerate() {
        let mut shown = TierShown {
            name: of_model.name.clone(),
            optimum: bound.value,
            proof: bound.evidence,
            tight_pairs: None,
            possible_pairs: None,
        };
        if !objective.has_caps() {
            let first = Objective { tiers: objective.tiers[..=tier].to_vec(), ..objective.clone() };
            let model = PairModel::new(state, &first);
            let counted = if tier < 6 { left::<6>(&model, limits)? } else { left::<MOST_TIERS>(&model, limits)? };
            let Some((value, tight, possible)) = counted else { return Ok(None) };
            if value != Some(bound.value) {
                let what = format!("tier {} has another optimum alone than with the tiers after it", tier + 1);
                return Err(SolveError::Internal(what));
            }
            (shown.tight_pairs, shown.possible_pairs) = (Some(tight), Some(possible));
        }
        tiers.push(shown);
    }
    Ok(Some(TiersShown { legal_pairs, tiers }))
}

/// The value of the last tier of `model`, the pairs that are tight after it, and those that some optimum has; `None` at a limit.
fn left<const K: usize>(
    model: &PairModel<'_>,
    limits: Limits,
) -> Result<Option<(Option<Value>, usize, usize)>, SolveError> {
    let fault = |what: &str| SolveError::Internal(format!("the search for the optimum of a tier ended with {what}"));
    let found = match CheapestMatching::until(&PairCosts::<K>::new(model), || limits.are_reached()) {
        Ok(found) => found,
        Err(MatchingFailure::Stopped(_)) => return Ok(None),
        Err(_) => return Err(fault("no optimum where there is one")),
    };
    let pairs = (0..model.vertices()).filter(|v| *v < found.mates[*v]).map(|v| model.pair(v, found.mates[v]));
    let pairs: Vec<Pair> = pairs.collect::<Option<_>>().ok_or_else(|| fault("a pair that may not meet"))?;
    let values = model.values(&pairs);
    proves(&found.dual, &values)?;
    let tight = found.tight.edges().count();
    let mut among = found.among_equals();
    let mut ends = 0;
    for v in 0..model.vertices() {
        if limits.are_reached() {
            return Ok(None);
        }
        ends += among.partners(v).count_ones(..);
    }
    Ok(Some((values.last().copied(), tight, ends / 2)))
}
