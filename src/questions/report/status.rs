//! How a solve ended, and what bounds it.

use super::Document;
use crate::model::Value;
use crate::questions::tasks::Solved;
use crate::solve::{Evidence, Limit, Termination};
use crate::tournament::RoundState;
use schemars::JsonSchema;
use serde::Serialize;
use strum::Display;

/// The status of a solve.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema, Display)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Status {
    /// The pairing is a proven optimum, and verified.
    Optimal,
    /// The time limit came before a proof, or, if `optimal` is true, before the choice among equal optima.
    TimeLimit,
    /// The memory limit came first, in the same way.
    MemoryLimit,
    /// The run was interrupted, in the same way.
    Interrupted,
    /// There is no legal pairing.
    Infeasible,
    /// The verifier contradicts the solver, so the program has an error.
    NotVerified,
}

impl From<Limit> for Status {
    fn from(limit: Limit) -> Self {
        match limit {
            Limit::Time => Self::TimeLimit,
            Limit::Memory => Self::MemoryLimit,
            Limit::Interrupt => Self::Interrupted,
        }
    }
}

impl Status {
    /// The status of a round that was solved and verified.
    pub(crate) fn new(solved: &Solved) -> Self {
        match &solved.solution.termination {
            Termination::Infeasible(_) => Self::Infeasible,
            _ if solved.solution.incumbent.is_some() && !solved.is_verified() => Self::NotVerified,
            termination => Self::of(termination),
        }
    }

    /// The status of a search that ended so, with all that it found verified.
    pub(crate) const fn of(termination: &Termination) -> Self {
        match termination {
            Termination::Infeasible(_) => Self::Infeasible,
            Termination::TimeLimit => Self::TimeLimit,
            Termination::MemoryLimit => Self::MemoryLimit,
            Termination::Interrupted => Self::Interrupted,
            Termination::Optimal => Self::Optimal,
        }
    }
}

/// Why there is no legal pairing, if there is none.
pub(crate) fn reason(termination: &Termination) -> Option<String> {
    match termination {
        Termination::Infeasible(why) => Some(why.to_string()),
        _ => None,
    }
}

/// The bound of one tier.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct BoundReport {
    /// The tier, from 1.
    pub tier: usize,
    /// No pairing has a greater value. Of a system, no pairing has a smaller one.
    pub value: Value,
    /// Its evidence.
    pub proof: Evidence,
}

/// What a record about the optima of a round begins with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RecordHead {
    /// The tournament's name.
    pub tournament: String,
    /// The round.
    pub round: u32,
    /// The number of planned rounds, if known.
    pub rounds_planned: Option<u32>,
    /// The model's name: its rules and side constraints hold.
    pub model: String,
    /// How the search ended: `optimal` if everything that was asked for was found.
    pub status: Status,
    /// Why there is no legal pairing, if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl RecordHead {
    pub(crate) fn new(
        tournament: &str,
        state: &RoundState,
        model: &str,
        status: Status,
        termination: &Termination,
    ) -> Self {
        Self {
            tournament: tournament.to_owned(),
            round: state.round(),
            rounds_planned: state.rounds_planned(),
            model: model.to_owned(),
            status,
            reason: reason(termination),
        }
    }

    /// A document about the round.
    pub(crate) fn document(&self) -> Document {
        Document::of_round(&self.tournament, self.round, self.rounds_planned)
    }

    /// The same, with why there is no legal pairing, if there is none.
    pub(crate) fn reasoned(&self) -> Document {
        let mut document = self.document();
        if let Some(reason) = &self.reason {
            document.say(format!("No legal pairing: {reason}."));
        }
        document
    }
}
