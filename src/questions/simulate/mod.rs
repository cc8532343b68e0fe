//! Experiments: a series of simulated tournaments, each paired by several systems and models (the arms) under common
//! random numbers, and what the arms' tournaments are worth.
//!
//! ```text
//! EXPERIMENT.toml ──▶ Experiment ── event by event ──▶ Entrants ── arm by arm ──▶ Event ── ExperimentMetric ──▶ Report
//! ```
//!
//! [`Experiment`] is what the file says. [`Entrants`] are the players of an event, with everything that happens to them whoever
//! pairs: it is drawn once for all arms. [`Event`] is the tournament of an arm. [`run`] plays all events in parallel and writes
//! a row for each event and arm, from which an ended run is resumed, and [`SimulateReport`] has the means and the paired
//! differences. [`generate`] plays the tournaments themselves. [`RandomTournament`] is the experiment of one of them.
//!
//! Statistics are in `f64`, and the same on every machine: nothing but sums, products, quotients and `libm`. Pairings stay
//! exact, and each is verified.

mod brought;
mod correlation;
mod entrants;
mod event;
mod experiment;
mod file;
mod folder;
mod functions;
mod generate;
mod life;
mod metric;
mod named_files;
mod outcome;
mod own_metric;
mod parallel;
#[cfg(feature = "parquet")]
mod parquet;
mod players;
mod random;
mod random_tournament;
mod report;
mod run;
mod statistics;
mod table;
mod teams;

pub use correlation::{kendall, spearman};
pub use entrants::{Entrant, Entrants};
pub use event::{Event, EventEnd, EventHalt, RoundFault};
pub use experiment::{Arm, Experiment, FirstColour, ListedPlayer, Pairer, Ratings, TieChoice};
pub use functions::{ChancesFunction, FinishedEvent, GameToPlay, MeasureFunction, PairingFunction, SideToPlay};
pub use generate::{FileForm, Generated, generate};
pub use life::Life;
pub use metric::{Better, EventMetric, EventRow, ExperimentMetric};
pub use outcome::{Chances, Outcomes};
pub use random_tournament::RandomTournament;
pub use report::{ArmReport, DifferenceReport, MeasuredMetric, MetricReport, SimulateReport};
pub use run::{Precision, Run, RunLimits, run};
pub use statistics::{Difference, EarlyEnds, Mean, difference, holm, mean};
pub use teams::TeamField;
