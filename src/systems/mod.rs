//! The rule-based systems, each behind one trait: what a federation's rules make of a round.
//!
//! Systems know the round and the [`rules`](crate::rules), and neither models nor solver.

mod check;
mod dutch;
pub mod dutch_1998;
pub mod dutch_2012;
mod standings;
pub mod tcec;

pub use check::{RoundCheck, check};
pub use standings::{Criterion, Fraction, Ranking, Standing, Standings, ranking, ranking_ids};

use crate::tournament::{Pairing, RoundState};
use std::fmt;

/// A pairing system as its rules define it.
pub trait System: Sync {
    /// The id on the command line and in records, such as `tcec`.
    fn id(&self) -> &'static str;

    /// The edition and where it is from, in one line.
    fn source(&self) -> &'static str;

    /// What the rules make of the round, boards in the system's own order.
    ///
    /// # Errors
    /// [`Unpairable`] if the rules leave no pairing.
    fn pair(&self, state: &RoundState) -> Result<Paired, Unpairable>;
}

/// A round as a system pairs it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Paired {
    /// The pairing; in double rounds, the first encounters.
    pub pairing: Pairing,
    /// What an arbiter would tell of how it came about, step by step, each with its rule.
    pub trace: Vec<String>,
}

/// The rules leave no pairing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unpairable {
    /// The rule that cannot be met.
    pub rule: &'static str,
    /// Why not.
    pub why: String,
}

impl fmt::Display for Unpairable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} [{}]", self.why, self.rule)
    }
}

impl std::error::Error for Unpairable {}

/// Every system there is.
pub const ALL: [&dyn System; 3] = [&tcec::Tcec, &dutch_2012::Dutch2012, &dutch_1998::Dutch1998];

/// The system called `id`.
#[must_use]
pub fn find(id: &str) -> Option<&'static dyn System> {
    ALL.into_iter().find(|system| system.id() == id)
}

/// The ids of all systems, comma-separated.
#[must_use]
pub fn ids() -> String {
    ALL.map(System::id).join(", ")
}
