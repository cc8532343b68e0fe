//! What an experiment asks of functions that no file has, such as those of Python: metrics, and the chances of a game.

use super::{Better, Chances, Experiment};
use crate::tournament::Tournament;
use std::fmt;
use std::sync::Arc;

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

/// A metric that a function measures.
#[derive(Clone)]
pub struct FunctionMetric {
    pub(super) name: String,
    pub(super) words: String,
    pub(super) better: Option<Better>,
    pub(super) function: Arc<MeasureFunction>,
}

/// The chances of a game by a function.
#[derive(Clone)]
pub struct OutcomeFunction(Arc<ChancesFunction>);

impl fmt::Debug for FunctionMetric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FunctionMetric").field("name", &self.name).field("better", &self.better).finish_non_exhaustive()
    }
}

impl fmt::Debug for OutcomeFunction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("OutcomeFunction")
    }
}

impl FunctionMetric {
    /// The name has small letters, digits and `_`, as that of every metric; `better` is the end that is.
    #[must_use]
    pub fn new(name: &str, better: Option<Better>, function: Arc<MeasureFunction>) -> Self {
        Self { name: name.to_owned(), words: name.replace('_', " "), better, function }
    }

    /// Its value, if it has one.
    pub(super) fn value(&self, event: &FinishedEvent<'_>) -> Result<Option<f64>, String> {
        match (self.function)(event) {
            Ok(Some(value)) if !value.is_finite() => Err(format!("metric {}: {value} is no value", self.name)),
            Ok(value) => Ok(value),
            Err(why) => Err(format!("metric {}: {why}", self.name)),
        }
    }
}

impl OutcomeFunction {
    /// The function gets the strengths of White and Black.
    #[must_use]
    pub fn new(function: Arc<ChancesFunction>) -> Self {
        Self(function)
    }
}

/// How far the sum of three chances may be from 1.
const ROUNDED: f64 = 1e-9;

impl Experiment {
    /// The chances of a game between players of these strengths: by the function, or by the outcomes of the file.
    pub(super) fn chances(&self, white: f64, black: f64) -> Result<Chances, String> {
        let Some(OutcomeFunction(function)) = &self.outcome_function else {
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
        outcome
            .into_iter()
            .chain(self.metrics.iter().filter(|metric| metric.is_function()).map(|metric| metric.id()))
            .collect()
    }
}
