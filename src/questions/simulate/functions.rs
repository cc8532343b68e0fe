//! What an experiment asks of functions that no file has, such as those of Python: metrics, and the chances of a game.

use super::metric::Measure;
use super::{Chances, Experiment, ExperimentMetric};
use crate::tournament::Tournament;

/// The chances of a game between players of two strengths, that of White first; or a sentence on why there are none.
pub type ChancesFunction = dyn Fn(f64, f64) -> Result<Chances, String> + Send + Sync;

/// The value of an event, if it has one; or a sentence on why it cannot be found.
pub type MeasureFunction = dyn Fn(&FinishedEvent<'_>) -> Result<Option<f64>, String> + Send + Sync;

/// An event that is over, of which at least one round was played.
#[derive(Debug, Clone, Copy)]
pub struct FinishedEvent<'e> {
    /// The number of the event, from 1.
    pub event: u64,
    /// The name of the arm.
    pub arm: &'e str,
    /// The tournament.
    pub tournament: &'e Tournament,
    /// The final rank of each player, by pairing number. Who shares a place has the same.
    pub ranks: &'e [usize],
    /// The true strength of each player, by pairing number.
    pub strengths: &'e [f64],
}

/// How far the sum of three chances may be from 1.
const ROUNDED: f64 = 1e-9;

impl Experiment {
    /// The chances of a game between players of these strengths: by the function, or by the outcomes of the file.
    pub(super) fn chances(&self, white: f64, black: f64) -> Result<Chances, String> {
        let Some(function) = &self.outcome_function else {
            return Ok(self.outcomes.chances(white, black));
        };
        let chances = function(white, black).map_err(|why| format!("the outcome of a game: {why}"))?;
        let all = [chances.white, chances.draw, chances.black];
        let is_sound =
            all.iter().all(|chance| (0.0..=1.0).contains(chance)) && (all.iter().sum::<f64>() - 1.0).abs() <= ROUNDED;
        is_sound.then_some(chances).ok_or_else(|| {
            format!("the outcome of a game between {white} and {black}: {all:?} are not the chances of a win, a draw and a loss of White")
        })
    }

    /// The names of the functions that it asks, which no file has; `outcome` is that of games.
    pub(super) fn functions(&self) -> Vec<&str> {
        let outcome = self.outcome_function.as_ref().map(|_| "outcome");
        let is_function = |metric: &&ExperimentMetric| matches!(metric.measure, Measure::Function(_));
        outcome.into_iter().chain(self.metrics.iter().filter(is_function).map(ExperimentMetric::id)).collect()
    }
}
