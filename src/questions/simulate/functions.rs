//! What an experiment asks of functions that no file has, such as those of Python: metrics, the chances of a game, and pairings.

use super::file::check_arm;
use super::metric::Measure;
use super::{Arm, Chances, Experiment, ExperimentMetric, Pairer};
use crate::model::Objective;
use crate::questions::AskError;
use crate::questions::batch::sha256;
use crate::tournament::{Pairing, PlayerId, Score, Tournament};
use std::sync::Arc;

/// The chances of a game; or a sentence on why there are none.
pub type ChancesFunction = dyn Fn(&GameToPlay) -> Result<Chances, String> + Send + Sync;

/// The pairing of a round, before which the tournament is this one; `None` if there is none, and a sentence if it cannot be found.
pub type PairingFunction = dyn Fn(&Tournament, u32) -> Result<Option<Pairing>, String> + Send + Sync;

/// A game that is to be decided.
#[derive(Debug, Clone, Copy)]
pub struct GameToPlay {
    /// The round, from 1.
    pub round: u32,
    /// White.
    pub white: SideToPlay,
    /// Black.
    pub black: SideToPlay,
}

/// A player of a game that is to be decided.
#[derive(Debug, Clone, Copy)]
pub struct SideToPlay {
    /// Who.
    pub player: PlayerId,
    /// The true strength.
    pub strength: f64,
    /// The points before the round.
    pub points: Score,
}

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

/// The name of the function that says how games end.
pub(super) const OUTCOME: &str = "outcome";

/// The text of an experiment without the line that names its functions: no rows depend on how it is written.
pub(super) fn without_functions(text: &str) -> String {
    let is_theirs =
        |line: &str| line.trim_start().strip_prefix("functions").is_some_and(|rest| rest.trim_start().starts_with('='));
    text.split_inclusive('\n').filter(|line| !is_theirs(line)).collect()
}

/// How far the sum of three chances may be from 1.
const ROUNDED: f64 = 1e-9;

impl Experiment {
    /// The chances of a game: by the function, or by the outcomes of the file.
    pub(super) fn chances(&self, game: &GameToPlay) -> Result<Chances, String> {
        let (white, black) = (game.white.strength, game.black.strength);
        let Some(function) = &self.outcome_function else {
            let asks = self.asked_functions.iter().any(|name| name == OUTCOME);
            let outcomes = self.outcomes.filter(|_| !asks);
            let outcomes = outcomes.ok_or_else(|| format!("games end by the function {OUTCOME}, which no file has"))?;
            return Ok(outcomes.chances(white, black));
        };
        let chances = function(game).map_err(|why| format!("the outcome of a game: {why}"))?;
        let all = [chances.white, chances.draw, chances.black];
        let is_sound =
            all.iter().all(|chance| (0.0..=1.0).contains(chance)) && (all.iter().sum::<f64>() - 1.0).abs() <= ROUNDED;
        is_sound.then_some(chances).ok_or_else(|| {
            format!("the outcome of a game between {white} and {black}: {all:?} are not the chances of a win, a draw and a loss of White")
        })
    }

    /// The names of the functions that it asks, which no file has; `outcome` is that of games.
    pub(super) fn functions(&self) -> Vec<&str> {
        let outcome = self.outcome_function.as_ref().map(|_| OUTCOME);
        let is_function = |metric: &&ExperimentMetric| matches!(metric.measure, Measure::Function(_));
        let metrics = self.metrics.iter().filter(is_function).map(ExperimentMetric::id);
        let arms = self.arms.iter().filter(|arm| matches!(arm.pairer, Pairer::Function(..)));
        outcome.into_iter().chain(metrics).chain(arms.map(|arm| arm.name.as_str())).collect()
    }

    /// Whether everything is there that its file asks for.
    ///
    /// # Errors
    /// [`AskError::Request`] with the functions that are missing.
    pub(super) fn check_functions(&self) -> Result<(), AskError> {
        let given = self.functions();
        let missing: Vec<&str> =
            self.asked_functions.iter().map(String::as_str).filter(|name| !given.contains(name)).collect();
        if missing.is_empty() {
            return Ok(());
        }
        let what = format!("the experiment was made with functions that no file has: {}", missing.join(", "));
        Err(AskError::refused(what, "play it in Python, by simulate with functions of these names"))
    }

    /// The text as a run keeps it: it names the functions, without which it is another experiment.
    pub(super) fn kept_text(&self) -> String {
        match &self.functions()[..] {
            [] => self.text.clone(),
            names => format!("functions = {names:?}\n") + &without_functions(&self.text),
        }
    }

    /// The SHA-256 of everything that is known of what an event depends on: the files, and the names of functions.
    pub fn sha256(&self) -> String {
        match &self.functions()[..] {
            [] => self.sha256.clone(),
            names => sha256(format!("{}\n{names:?}", self.sha256).as_bytes()),
        }
    }

    /// Let `function` pair the rounds of another arm. The verifier holds its pairings to the hard rules of `rules`.
    ///
    /// # Errors
    /// A sentence if the name is none, or that of another arm.
    pub fn add_arm(&mut self, name: &str, function: Arc<PairingFunction>, rules: Objective) -> Result<(), String> {
        check_arm(name)?;
        if self.arm(name).is_some() {
            return Err(format!("there is an arm '{name}' before; give each a name of its own"));
        }
        self.arms.push(Arm { name: name.to_owned(), pairer: Pairer::Function(function, Box::new(rules)) });
        Ok(())
    }
}
