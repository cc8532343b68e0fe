//! The tasks of the program. Every subcommand that computes something is one function with a typed outcome.
//!
//! | subcommand | function | outcome |
//! |---|---|---|
//! | `solve` | [`solve`], then [`count_optima`] and [`prove`] if asked for | [`Solved`], [`Folder`] |
//! | `solve --repair`, `solve --keep-open` | [`repair`], [`keep_open`] | [`Repaired`], [`Solved`] |
//! | `solve`, watched | [`relax`], [`cut`], [`trace_tiers`], or [`duals`] | [`Watched`], [`Duals`] |
//! | `lesson` | [`symmetry`], on rounds of [`generate`] | [`LessonCell`]s |
//! | `pair` | [`pair`], or [`checklist`] | [`SystemPairing`](crate::systems::SystemPairing), [`ChecklistLine`]s |
//! | `check` | [`check`] | [`RoundCheck`]s |
//! | `explain` | [`explain`]; for a page [`picture`], and [`live`] | [`Explained`]; [`Picture`], [`LiveRound`] |
//! | `compare` | [`compare`], [`compare_rounds`] | [`Comparison`], [`ComparedRounds`] |
//! | `verify` | [`audit`], or [`check_duals`] | [`Audit`], [`DualAudit`] |
//! | `standings` | [`standings`], or [`standings_by_tie_breaks`] | [`Standings`](crate::systems::Standings), or [`Standing`](crate::systems::Standing)s |
//! | `seed` | [`seed`] | [`Seeded`] |
//! | `info` | [`info`] | [`Info`] |
//! | `convert` | [`convert`] | [`Converted`] |
//! | `lesson weights` | [`lesson_of_weights`] | [`LessonOfWeights`] |
//! | `model --errata` | [`errata`] | [`Errata`] |
//! | `model` with a file | [`programs`], then [`linear`] and [`write_program`] if asked for | [`RoundProgram`]s |
//!
//! `batch`, `simulate` and `generate` have tasks of many tournaments, which are functions of [`batch`](crate::batch) and
//! [`simulate`](crate::simulate).
//!
//! Nothing here prints, and nothing knows an exit code. [`report`](crate::report) renders an outcome, and
//! [`cli`](crate::cli) turns it into an exit code.

mod audit;
mod check;
mod checklist;
mod compare;
mod convert;
mod duals;
mod errata;
mod explain;
mod folder;
mod info;
mod keep_open;
mod live;
mod pair;
mod pareto;
mod picture;
mod programs;
mod repair;
mod seed;
mod solve;
mod standings;
mod symmetry;
mod watch;
mod weights;
mod who;

pub use crate::new_file::{FileError, Inputs};
pub use audit::{AgainstSystem, Audit, Distance, Rules, audit};
pub use check::{RoundCheck, check};
pub use checklist::{ChecklistLine, checklist};
pub use compare::{ComparedRounds, Comparison, Conclusion, Lack, Missing, PLAYED, compare, compare_rounds};
pub use convert::{Converted, Target, convert};
pub use duals::{Checked, DualAudit, Duals, Violated, check_duals, duals};
pub use errata::{Errata, SeedAnswer, SeedOutcome, errata, instance_of};
pub use explain::{BoardExplained, Explained, Explanation, Other, Others, explain};
pub use folder::Folder;
pub use info::{Info, info};
pub use keep_open::{MOST_ROUNDS_AHEAD, keep_open};
pub use live::{LivePlayer, LiveRound, LiveRule, LiveTerm, MOST_LIVE_PLAYERS, PairCounts, live};
pub(crate) use pair::pair_within;
pub use pair::{Unpaired, pair};
pub use pareto::{NamedCriterion, Pareto, pareto, prices};
pub use picture::{Asked, MOST_PAIRS, Picture, SeenPair, picture};
pub use programs::{Choice, NoProgram, RoundProgram, linear, programs, write_program};
pub use repair::{Breach, Repair, Repaired, repair};
pub use seed::{Seeded, seed};
pub(crate) use solve::verified;
pub use solve::{Solved, certify, count_optima, prove, solve};
pub use standings::{standings, standings_by_tie_breaks, state_to_rank, tie_breaks_of};
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
