//! What several questions, archives and experiments do: functions with typed outcomes.
//!
//! | command | function | outcome |
//! |---|---|---|
//! | `solve` | [`solve`], then [`count_optima`] and [`prove`] if asked for | [`Solved`], [`Folder`] |
//! | `solve --keep-open` | [`keep_open`] | [`Solved`] |
//! | `solve`, watched | [`relax`], [`cut`], [`trace_tiers`], or [`duals`] | [`Watched`], [`Duals`] |
//! | `lesson` | [`symmetry`], on rounds of [`generate`] | [`LessonCell`]s |
//! | `pair` | [`pair`] | [`SystemPairing`](crate::systems::SystemPairing) |
//! | `check` | [`check`], and [`check_standings`] if asked for | [`RoundCheck`]s, [`StandingsCheck`] |
//! | `convert` | [`convert`] | [`Converted`] |
//! | `lesson weights` | [`lesson_of_weights`] | [`LessonOfWeights`] |
//!
//! `batch`, `simulate` and `generate` have tasks of many tournaments, which are functions of [`batch`](crate::batch) and
//! [`simulate`](crate::simulate).
//!
//! Nothing here prints, and nothing knows how a question ended.

mod check;
mod convert;
mod duals;
mod folder;
mod keep_open;
mod missing;
mod pair;
mod rules;
mod solve;
mod standings;
mod symmetry;
mod watch;
mod weights;
mod who;

pub use crate::new_file::{FileError, Inputs};
pub use check::{RoundCheck, check};
pub use convert::{Byes, Converted, Target, convert, convert_in_style};
pub use duals::{Duals, duals};
pub use folder::Folder;
pub use keep_open::{MOST_ROUNDS_AHEAD, keep_open};
pub(crate) use missing::Found;
pub use missing::{Lack, Missing};
pub(crate) use pair::pair_within;
pub use pair::{Unpaired, pair};
pub use rules::Rules;
pub use solve::{Solved, certify, count_optima, prove, solve};
pub(crate) use solve::{refused, verified};
pub use standings::{RankCheck, StandingsCheck, check_standings, tie_breaks_of};
pub use symmetry::{LessonCell, generate, symmetry};
pub use watch::{Watched, cut, relax, trace_tiers};
pub use weights::{LessonOfWeights, lesson_of_weights};
pub use who::{BYE, pair_of, who};

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
