use super::RoundCheck;
use crate::questions::in_force::ChosenSystem;
use crate::questions::registry::System;
use crate::questions::tasks::StandingsCheck;
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
    /// Whether the rounds were paired with the fewest breaches of the organiser's wishes, too.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub by_wishes: bool,
    /// The number of rounds checked.
    pub rounds_checked: usize,
    /// The number of rounds in which pairs, colours or the bye differ.
    pub rounds_different: usize,
    /// The result for each round.
    pub rounds: Vec<RoundCheck>,
    /// The ranks of the file, if they were to be checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub standings: Option<StandingsCheck>,
}

/// How many rounds are different, and how many ranks are wrong, as a clause; `None` if none is.
#[must_use]
pub fn differences(rounds: usize, ranks: usize) -> Option<String> {
    let clause = |count: usize, one: &str, many: &str| match count {
        0 => None,
        1 => Some(format!("1 {one}")),
        _ => Some(format!("{count} {many}")),
    };
    let clauses = [
        clause(rounds, "round is different", "rounds are different"),
        clause(ranks, "rank is wrong", "ranks are wrong"),
    ];
    let clauses: Vec<String> = clauses.into_iter().flatten().collect();
    (!clauses.is_empty()).then(|| clauses.join("; "))
}

impl Answer {
    /// The record of these rounds.
    pub(super) fn new(chosen: &ChosenSystem, rounds: Vec<RoundCheck>, by_wishes: bool) -> Self {
        Self {
            system: chosen.system,
            edition_by: chosen.because.clone(),
            rounds_checked: rounds.len(),
            rounds_different: rounds.iter().filter(|round| round.is_different()).count(),
            rounds,
            by_wishes,
            standings: None,
        }
    }
}
