//! The rule systems, which pair a round by a federation's rules. They share one trait.
//!
//! A system uses the round and the [`rules`](crate::rules), but neither models nor the solver.

mod apart;
mod classes;
mod colours;
pub mod dubov_1997;
pub mod dubov_2026;
pub mod dutch_1998;
pub mod dutch_2012;
pub mod dutch_since_2017;
mod dutch_until_2016;
mod field;
mod halves;
mod standings;
pub mod tcec;
mod top_group;
mod unpairable;
pub mod upfloaters;

pub use standings::{Fraction, RankingCriterion, Standing, Standings, average_opponents};
pub use unpairable::Unpairable;

use crate::tournament::{Board, Float, Pairing, PlayerId, PlayerState, RoundState};
use std::collections::BTreeMap;
use std::fmt;

/// An engine, which pairs a round by a system's rules. The [registry](crate::questions::registry) has all engines by their ids.
pub trait Engine {
    /// The pairing of the round by the rules, with the boards in the system's own order.
    ///
    /// # Errors
    /// [`Unpairable`] if the rules leave no pairing.
    fn pair(&self, state: &RoundState) -> Result<SystemPairing, Unpairable>;

    /// Whether the rules let `player` have the pairing-allocated bye.
    fn may_have_bye(&self, state: &RoundState, player: &PlayerState) -> bool;

    /// The floats of `player` in the round just past and in the one before it, as the rules give them.
    fn floats(&self, _: &RoundState, player: &PlayerState) -> [Option<Float>; 2] {
        [1, 2].map(|rounds_ago| player.float(rounds_ago))
    }
}

/// A round as a system pairs it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SystemPairing {
    /// The pairing; in double rounds, the first encounters.
    pub pairing: Pairing,
    /// The rule by which each pair meets, and the one by which the bye is given.
    pub rules: BTreeMap<PairOrBye, String>,
    /// The trace: the steps that led to the pairing, each with its rule.
    pub trace: Vec<TraceLine>,
}

impl SystemPairing {
    /// Add a board, with the rule by which the two meet, and the step that decides their colours.
    fn add(&mut self, board: Board, rule: String, step: String) {
        self.rules.insert(PairOrBye::pair(board.white, board.black), rule);
        self.trace.push(TraceLine::of_colours(step, board));
        self.pairing.boards.push(board);
    }

    /// Give the bye, if somebody has it, by this rule, and put the boards in their order.
    fn with_bye(mut self, bye: Option<PlayerId>, rule: String, state: &RoundState) -> Self {
        self.rules.extend(bye.map(|player| (PairOrBye::Bye(player), rule)));
        self.pairing.bye = bye;
        self.pairing = self.pairing.in_board_order(state);
        self
    }
}

/// A line of a trace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TraceLine {
    /// The step in words, with the ids of its rules in brackets.
    pub text: String,
    /// The pairs that it makes, and the bye that it gives.
    pub makes: Vec<PairOrBye>,
    /// The board, if the step decides its colours.
    pub colours: Option<Board>,
}

impl TraceLine {
    /// The step that makes these pairs.
    fn of_pairs(text: String, pairs: impl IntoIterator<Item = (PlayerId, PlayerId)>) -> Self {
        let makes = pairs.into_iter().map(|(one, other)| PairOrBye::pair(one, other)).collect();
        Self { makes, ..Self::from(text) }
    }

    /// The step that decides the colours of this board.
    fn of_colours(text: String, board: Board) -> Self {
        Self { colours: Some(board), ..Self::from(text) }
    }

    /// The step that gives the bye.
    fn of_bye(text: String, player: PlayerId) -> Self {
        Self { makes: vec![PairOrBye::Bye(player)], ..Self::from(text) }
    }
}

impl From<String> for TraceLine {
    /// A step that makes no pair.
    fn from(text: String) -> Self {
        Self { text, makes: Vec::new(), colours: None }
    }
}

impl fmt::Display for TraceLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// A pair or a bye that a rule decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum PairOrBye {
    /// These two meet, the lower pairing number first.
    Pair(PlayerId, PlayerId),
    /// This player has the bye.
    Bye(PlayerId),
}

impl PairOrBye {
    /// The decision that these two meet.
    pub fn pair(one: PlayerId, other: PlayerId) -> Self {
        Self::Pair(one.min(other), one.max(other))
    }
}
