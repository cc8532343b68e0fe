//! The rule-based systems, each behind one trait: what a federation's rules make of a round.
//!
//! Systems know the round and the [`rules`](crate::rules), and neither models nor solver.

mod apart;
mod check;
pub mod dubov_1997;
mod dutch;
pub mod dutch_1998;
pub mod dutch_2012;
mod standings;
pub mod tcec;
mod unpairable;

pub use check::{Differences, RoundCheck, check};
pub use standings::{Criterion, Fraction, Ranking, Standing, Standings, average_opponents, ranking, ranking_ids};
pub use unpairable::Unpairable;

use crate::tournament::{Pairing, PlayerId, RoundState};
use std::collections::BTreeMap;

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
    /// By which rule each pair meets, and the bye is given.
    pub rules: BTreeMap<Who, String>,
    /// What an arbiter would tell of how it came about, step by step, each with its rule.
    pub trace: Vec<String>,
}

/// Of whom a rule decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Who {
    /// These two meet, the lower pairing number first.
    Pair(PlayerId, PlayerId),
    /// This player has the bye.
    Bye(PlayerId),
}

impl Who {
    /// That these two meet.
    #[must_use]
    pub fn pair(one: PlayerId, other: PlayerId) -> Self {
        Self::Pair(one.min(other), one.max(other))
    }
}

/// Every system there is.
pub const ALL: [&dyn System; 4] =
    [&tcec::Tcec, &dutch_2012::Dutch2012, &dutch_1998::Dutch1998, &dubov_1997::Dubov1997::BY_READINGS[0]];

/// The system called `id`: one of [`ALL`], or `dubov-1997` by other [`Readings`](dubov_1997::Readings), such as
/// `dubov-1997+transfers-only`.
#[must_use]
pub fn find(id: &str) -> Option<&'static dyn System> {
    let by_readings = dubov_1997::Dubov1997::BY_READINGS.iter().map(|system| system as &dyn System);
    ALL.into_iter().chain(by_readings).find(|system| system.id() == id)
}

/// The ids of all systems, comma-separated, with the readings that can be chosen.
#[must_use]
pub fn ids() -> String {
    format!("{}[+transfers-only][+exchange-rows][+floaters-by-rating]", ALL.map(System::id).join(", "))
}
