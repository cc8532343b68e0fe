//! Whether a model's values in a round are within their range.

use super::value::OF_ANY_WEIGHTS;
use super::{Counted, Objective, Tier, Value};
use crate::rules::GreatestCount;
use crate::tournament::{RoundState, Tournament};
use std::collections::BTreeMap;

/// Why a model cannot be asked of a round.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OutOfRange {
    /// A definition has no value there, or values could leave the range of exact numbers: a sentence without a full stop.
    #[error("{0}")]
    Refused(String),
    /// There was no more time to count what definitions say of every pair.
    #[error("a limit came before all pairs were counted")]
    Late,
}

/// The values of one pair times the number of players, up to which all dual values are within 64 bits. With the greatest whole
/// weights, the terms that [`Value::MOST`] is made for stay within it.
const MOST_OF_PAIRS: i128 = 1 << 60;

impl Objective {
    /// Check that no pairing of the round can have a value beyond [`Value::MOST`], in the unit of its tier. Weights and counts of
    /// every tier are taken at their greatest.
    pub fn check_range(&self, state: &RoundState) -> Result<(), OutOfRange> {
        self.check_range_until(state, &|| false)
    }

    /// The same, as long as `is_over` is not true: to count what definitions say of every pair takes time in a large field.
    pub(crate) fn check_range_until(&self, state: &RoundState, is_over: &dyn Fn() -> bool) -> Result<(), OutOfRange> {
        let most = self.check_definitions(state, is_over)?;
        let Some(tier) = self.tiers.iter().find(|tier| !tier.is_within_range(state, &most)) else { return Ok(()) };
        let (tier, unit, model, round, most) = (&tier.name, tier.unit(), &self.name, state.round(), Value::MOST);
        Err(OutOfRange::Refused(format!(
            "tier '{tier}' of model '{model}' could be worth more in round {round} than exact numbers hold ({most} {unit}s); make its \
             weights smaller, give them fewer places, or put large terms into tiers of their own"
        )))
    }
}

impl Tier {
    /// `defined` has the greatest counts of definitions, by name.
    fn is_within_range(&self, state: &RoundState, defined: &BTreeMap<&str, GreatestCount>) -> bool {
        let unit = self.unit();
        let (mut pair, mut round) = (0_i128, 0_i128);
        for weighted in &self.terms {
            let weight = i128::from(weighted.in_units(unit)).abs();
            let most = match &weighted.term {
                Counted::Term(term) => term.most(state),
                Counted::Defined(definition) => defined.get(definition.name()).copied().unwrap_or_default(),
            };
            pair = pair.saturating_add(most.pair.saturating_mul(weight));
            round = round.saturating_add(most.round.saturating_mul(weight));
        }
        round <= i128::from(Value::MOST) && pair.saturating_mul(state.players().len() as i128) <= MOST_OF_PAIRS
    }
}

const _: () = {
    // One pair of the widest scores and of all places, by the greatest whole weights.
    let pair = 4 * 9_999_999 + 10 * (1 + 4 * 2 + 2 * (Tournament::MOST_ROUNDS as i128 + 1) + OF_ANY_WEIGHTS as i128);
    assert!(pair * super::MOST_WEIGHT as i128 * OF_ANY_WEIGHTS as i128 <= MOST_OF_PAIRS);
};
