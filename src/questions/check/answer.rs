use super::{RoundCheck, check};
use crate::in_force::ChosenSystem;
use crate::registry::System;
use crate::tournament::{RoundError, Tournament, Trust};
use schemars::JsonSchema;
use serde::Serialize;

/// A tournament, every round of which a system paired again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "CheckReport")]
pub struct Answer {
    /// The system's id.
    #[schemars(with = "String")]
    pub system: System,
    /// For `dutch`, why it is this edition.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edition_by: Option<String>,
    /// The number of rounds checked.
    pub rounds_checked: usize,
    /// The number of rounds in which pairs, colours or the bye differ.
    pub rounds_different: usize,
    /// The result for each round.
    pub rounds: Vec<RoundCheck>,
}

/// How many rounds are different, as a clause.
#[must_use]
pub fn rounds_different(count: usize) -> String {
    if count == 1 { "1 round is different".to_owned() } else { format!("{count} rounds are different") }
}

impl Answer {
    /// Pair every round of `tournament` again, as [`check`].
    pub(super) fn new(tournament: &Tournament, chosen: &ChosenSystem, trust: Trust) -> Result<Self, RoundError> {
        let rounds = check(tournament, chosen.system, trust)?;
        Ok(Self {
            system: chosen.system,
            edition_by: chosen.because.clone(),
            rounds_checked: rounds.len(),
            rounds_different: rounds.iter().filter(|round| round.is_different()).count(),
            rounds,
        })
    }
}
