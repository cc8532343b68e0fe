//! HiGHS: the only module that knows that it exists.
//!
//! It offers a [`SimplexProgram`] that grows while it is solved, for what is only a proposal, and [`perform`] for integer programs.
//! A build without the feature `highs` has the same names; there is no linear program then, and [`require`] refuses what cannot be
//! done without HiGHS.

#[cfg(feature = "highs")]
mod linked;
#[cfg(not(feature = "highs"))]
#[path = "absent.rs"]
mod linked;
mod task;

pub(super) use linked::{SimplexProgram, perform_here, version};
pub(crate) use task::{Ending, HighsAnswer, HighsFailure, How, Task};

use super::{Limits, SolveError};

/// What HiGHS tells while it works.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Heard<'a> {
    /// A piece of its log: a line or more, with the ends of lines.
    Log(&'a str),
    /// How far branch and bound has come.
    Progress(SearchProgress),
}

/// How far branch and bound has come.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SearchProgress {
    /// The nodes so far.
    pub nodes: i64,
    /// The value of the best point; infinite if there is none.
    pub value: f64,
    /// What no point exceeds; infinite if it is not known.
    pub bound: f64,
}

/// Somebody who hears what HiGHS tells.
pub(crate) trait Listener: Sync {
    /// Hear one piece.
    fn hear(&self, heard: Heard<'_>);
}

/// Who hears what HiGHS tells.
pub(crate) type Ear<'a> = Option<&'a dyn Listener>;

/// An optimum of a [`SimplexProgram`].
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct LinearOptimum {
    pub value: f64,
    /// The values of the columns.
    pub columns: Vec<f64>,
    /// The dual values of the rows.
    pub duals: Vec<f64>,
}

/// Why a [`SimplexProgram`] has no optimum.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum NoOptimum {
    /// The caller said that it is over. The program can be solved again.
    Stopped,
    /// HiGHS ended in this way.
    Ended(String),
    Failed(HighsFailure),
}

impl From<HighsFailure> for NoOptimum {
    fn from(fault: HighsFailure) -> Self {
        Self::Failed(fault)
    }
}

/// Have HiGHS do `task` within the limits: here, or in a process of its own.
pub(crate) fn perform(task: &Task<'_>, limits: Limits, ear: Ear<'_>) -> Result<HighsAnswer, HighsFailure> {
    #[cfg(not(target_arch = "wasm32"))]
    if let Some(answered) = super::own_process::perform(task, limits, ear) {
        return answered;
    }
    perform_here(task, limits.seconds_left(), &|| limits.are_nearly_reached(), ear)
}

/// Refuse what cannot be done without HiGHS, in a build that has none.
pub(crate) fn require(what: &str) -> Result<(), SolveError> {
    if version().is_some() { Ok(()) } else { Err(SolveError::WithoutHighs(what.to_owned())) }
}
