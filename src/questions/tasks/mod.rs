//! What several questions, archives and experiments do: functions with typed outcomes.
//!
//! | function | outcome |
//! |---|---|
//! | [`solve`], then [`count_optima`], [`certify`] and [`prove`] if asked for | [`Solved`], a certificate, a folder |
//! | [`pair`] | [`SystemPairing`](crate::systems::SystemPairing) |
//!
//! Nothing here prints, and nothing knows how a question ended.

mod missing;
mod pair;
mod rules;
mod solve;
mod standings;

pub use crate::files::new_file::{FileError, Inputs};
pub use crate::files::read_file::read as read_file;
pub(crate) use missing::Found;
pub use missing::{Lack, Missing};
pub(crate) use pair::pair_within;
pub use pair::{Unpaired, pair};
pub use rules::Rules;
pub use solve::{Solved, certify, count_optima, prove, solve};
pub(crate) use solve::{refused, timed, verified};
pub(crate) use standings::check_standings;
pub use standings::{RankCheck, StandingsCheck, tie_breaks_of};

use crate::solve::SolveError;
use crate::tournament::RoundError;

/// The reason why a task has no outcome.
#[derive(Debug, thiserror::Error)]
pub enum TaskError {
    /// The task does not apply to this tournament.
    #[error("{0}")]
    Request(String),
    /// The tournament has no such round, or has faults.
    #[error("{0}")]
    Round(#[from] RoundError),
    /// The solver refused or failed.
    #[error("{0}")]
    Solve(#[from] SolveError),
}
