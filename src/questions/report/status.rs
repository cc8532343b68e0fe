//! How a solve ended, and what bounds it.

use crate::model::Value;
use crate::questions::tasks::Solved;
use crate::solve::{Evidence, Limit, Termination};
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
    #[must_use]
    pub fn new(solved: &Solved) -> Self {
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
