//! The procedure of articles C and D, which the Dutch systems have in common. It is computed by matchings.
//!
//! The articles describe a search. It tries pairings in a fixed order, and lowers the requirements when no pairing
//! meets them. So it finds the first pairing in its order among those that keep the most requirements. Here this
//! pairing is computed directly. [`round`] pairs the brackets one after another. [`bracket`] pairs one bracket by
//! cheapest matchings, whose [`costs`] are the [`requirement`]s in their order of priority. It narrows the matchings
//! choice by choice in the order of D. Transpositions are never enumerated, so no number of them is too large.

mod bracket;
mod colours;
mod costs;
mod course;
mod requirement;
mod round;
mod stages;
mod trace;

pub(super) use requirement::{Manner, Requirement};

use super::field::{Card, Field};
use super::{Engine, PairOrBye, SystemPairing, TraceLine, Unpairable};
use crate::rules::Edition;
use crate::tournament::{Colour, Float, Pairing, PlayerState, RoundState};
use costs::NoScoreBracketPairing;
use std::collections::BTreeMap;
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
        let dead = |dead| Unpairable {
            rules: Vec::new(),
            why: match dead {
                NoScoreBracketPairing::TooLarge => {
                    format!("{} players are more than can be weighed exactly", players.len())
                }
                NoScoreBracketPairing::Lost => {
                    "a bracket has no pairing where there must be one; please report this".to_owned()
                }
            },
            impossible: None,
        };
        let steps = round::pair(&field, self.manner, &requirements).map_err(dead)?;

        let mut boards = Vec::new();
        let mut rules = BTreeMap::new();
        let mut trace = Vec::new();
        for step in &steps {
            trace.extend(story.of(step));
            let articles = story.articles(step);
            for (index, (one, other)) in step.paired.pairs().enumerate() {
                let [moved_down, remainder] = articles;
                let article = if index < step.paired.moved_down.len() { moved_down } else { remainder };
                let [id, other_id] = [one, other].map(|player| field.cards[player].id);
                rules.insert(PairOrBye::pair(id, other_id), format!("{}.{}", self.edition.id, article));
                let (higher, lower) = (one.min(other), one.max(other));
                let cards = [&field.cards[higher], &field.cards[lower]];
                let (board, article) =
                    colours::board(state, self.turn, [&players[higher], &players[lower]], cards, higher);
                let text =
                    format!("  {} has White against {} [{}.{article}]", board.white, board.black, self.edition.id);
                trace.push(TraceLine::of_colours(text, board));
                boards.push(board);
            }
        }
        let bye = steps.last().and_then(|step| step.paired.downfloaters.first()).map(|player| field.cards[*player].id);
        rules.extend(bye.map(|player| (PairOrBye::Bye(player), format!("{}.A5", self.edition.id))));
        Ok(SystemPairing { pairing: Pairing { boards, bye }.in_board_order(state), rules, trace })
    }

    fn may_have_bye(&self, state: &RoundState, player: &PlayerState) -> bool {
        (self.card)(state, player).may_have_bye
    }

    fn floats(&self, state: &RoundState, player: &PlayerState) -> [Option<Float>; 2] {
        (self.card)(state, player).floats
    }
}
