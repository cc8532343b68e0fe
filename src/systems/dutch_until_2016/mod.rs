//! The procedure of articles C and D, which the Dutch systems have in common. It is computed by matchings.
//!
//! The articles describe a search. It tries pairings in a fixed order, and lowers the requirements when no pairing
//! meets them. So it finds the first pairing in its order among those that keep the most requirements. Here this
//! pairing is computed directly. [`round`] pairs the brackets one after another. [`bracket`] pairs one bracket by
//! cheapest matchings, whose [`costs`] are the [`requirement`]s in their order of priority. It narrows the matchings
//! choice by choice in the order of D. Transpositions are never enumerated, so no number of them is too large.

mod bracket;
mod costs;
mod course;
mod requirement;
mod round;
mod stages;
mod trace;

pub(super) use requirement::{Manner, Requirement};

use super::field::{Card, Field};
use super::{Engine, SystemPairing, Unpairable, colours};
use crate::rules::Edition;
use crate::tournament::{Board, Colour, Float, PlayerState, RoundState};
use trace::ScoreBracketTrace;

/// Numbers of pairs, under the names that the articles use.
pub(super) type Least = Vec<(&'static str, usize)>;

/// The engine of an edition, with the rules in which it differs from the others.
pub struct DutchUntil2016 {
    pub(super) edition: &'static Edition,
    /// The article that orders sets of moved-down players.
    pub(super) subsets: &'static str,
    pub(super) manner: Manner,
    /// The card of a player.
    pub(super) card: fn(&RoundState, &PlayerState) -> Card,
    /// The requirements, kept as far as possible, the most important first.
    pub(super) requirements: fn(&RoundState) -> Vec<Requirement>,
    /// The article that asks for a requirement, and the one by which it is dropped.
    pub(super) articles: fn(&RoundState, Requirement) -> [&'static str; 2],
    /// The colour of the higher of two who have not played, after round 1.
    pub(super) turn: fn(&RoundState, &PlayerState) -> Colour,
    /// The least numbers of pairs of these players that cannot fulfil colour preferences (A.8).
    pub(super) least: fn(&RoundState, &[&Card]) -> Least,
}

impl Engine for DutchUntil2016 {
    fn pair(&self, state: &RoundState) -> Result<SystemPairing, Unpairable> {
        let players = state.players();
        let field = Field::new(state, players.iter().map(|player| (self.card)(state, player)).collect());
        let requirements = (self.requirements)(state);
        let story = ScoreBracketTrace { engine: self, state, field: &field, requirements: &requirements };
        if let Some(why) = field.unpairable(self.edition.absolute) {
            return Err(why);
        }
        let steps = round::pair(&field, self.manner, &requirements)?;
        let rule = |article: &str| format!("{}.{article}", self.edition.id);
        let mut round = SystemPairing::default();
        for step in &steps {
            round.trace.extend(story.of(step));
            let [moved_down, remainder] = story.articles(step);
            for (index, (one, other)) in step.paired.pairs().enumerate() {
                let article = if index < step.paired.moved_down.len() { moved_down } else { remainder };
                let (board, by) = self.board(state, &field, one.min(other), one.max(other));
                let text = format!("  {} has White against {} [{}]", board.white, board.black, rule(by));
                round.add(board, rule(article), text);
            }
        }
        let bye = steps.last().and_then(|step| step.paired.downfloaters.first()).map(|player| field.cards[*player].id);
        Ok(round.with_bye(bye, rule("A5"), state))
    }

    fn may_have_bye(&self, state: &RoundState, player: &PlayerState) -> bool {
        (self.card)(state, player).may_have_bye
    }

    fn floats(&self, state: &RoundState, player: &PlayerState) -> [Option<Float>; 2] {
        (self.card)(state, player).floats
    }
}

impl DutchUntil2016 {
    /// The board of two players, by rank, and the article that decides the colours (E).
    fn board(&self, state: &RoundState, field: &Field, higher: usize, lower: usize) -> (Board, &'static str) {
        let players = [higher, lower].map(|rank| &state.players()[rank]);
        let preferences = [higher, lower].map(|rank| field.cards[rank].preference);
        let (colour, article) = colours::by_preferences(players, preferences, [0, 0]).unwrap_or_else(|| {
            let colour = if state.round() == 1 {
                let initial = state.initial_colour().unwrap_or(Colour::White);
                if higher.is_multiple_of(2) { initial } else { initial.opposite() }
            } else {
                (self.turn)(state, players[0])
            };
            (colour, 5)
        });
        let [high, low] = players.map(|player| player.id);
        (colours::board(high, low, colour), ["E1", "E2", "E3", "E4", "E5"][article - 1])
    }
}
