//! What the Dutch systems have in common: the procedure of C and D as matchings.
//!
//! The articles search: they try pairings in a fixed order and lower their requirements when none will do. The first
//! pairing such a search meets is the first in its order among those that keep the most, which can be asked for
//! directly. [`round`] walks through the brackets, [`bracket`] pairs one of them by cheapest matchings whose
//! [`costs`] are the [`requirement`]s in their order of priority, and narrows the matchings choice by choice in the
//! order of D. No number of transpositions is too large, since none is ever walked through.

mod bracket;
mod colours;
mod costs;
mod field;
mod requirement;
mod round;
mod trace;

pub(super) use field::Card;
pub(super) use requirement::{Manner, Requirement};

use super::{Paired, Unpairable, Who};
use crate::tournament::{Pairing, PlayerState, RoundState};
use field::Field;
use std::collections::BTreeMap;
use trace::Story;

/// Numbers of pairs, by the articles' names for them.
pub(super) type Least = Vec<(&'static str, usize)>;

/// What an edition says otherwise than the others.
pub(super) struct Edition {
    pub id: &'static str,
    /// The rules that nobody meets twice, and who may not have the bye.
    pub absolute: [&'static str; 2],
    /// The article that orders sets of moved-down players.
    pub subsets: &'static str,
    pub manner: Manner,
    /// What a player's history says.
    pub card: fn(&RoundState, &PlayerState) -> Card,
    /// What is kept as far as can be, the most important first.
    pub requirements: fn(&RoundState) -> Vec<Requirement>,
    /// Which article asks for a requirement, and which gives it up.
    pub articles: fn(&RoundState, Requirement) -> [&'static str; 2],
    /// The least numbers of pairs of these players that cannot fulfil colour preferences (A.8).
    pub least: fn(&RoundState, &[&Card]) -> Least,
}

impl Edition {
    pub fn pair(&self, state: &RoundState) -> Result<Paired, Unpairable> {
        let players = state.players();
        let field = Field::new(state, players.iter().map(|player| (self.card)(state, player)).collect());
        let requirements = (self.requirements)(state);
        let story = Story { edition: self, state, field: &field, requirements: &requirements };
        let steps = round::pair(&field, self.manner, &requirements).map_err(|dead| story.unpairable(&dead))?;

        let mut boards = Vec::new();
        let mut rules = BTreeMap::new();
        let mut trace = Vec::new();
        for step in &steps {
            trace.extend(story.of(step));
            for (one, other) in step.paired.pairs() {
                let [id, other_id] = [one, other].map(|player| field.cards[player].id);
                rules.insert(Who::pair(id, other_id), format!("{}.{}", self.id, story.article(step, (one, other))));
                let (higher, lower) = (one.min(other), one.max(other));
                let cards = [&field.cards[higher], &field.cards[lower]];
                let (board, article) = colours::board(state, [&players[higher], &players[lower]], cards, higher);
                trace.push(format!("  {} has White against {} [{}.{article}]", board.white, board.black, self.id));
                boards.push(board);
            }
        }
        let bye = steps.last().and_then(|step| step.paired.out.first()).map(|player| field.cards[*player].id);
        rules.extend(bye.map(|player| (Who::Bye(player), format!("{}.A5", self.id))));
        Ok(Paired { pairing: Pairing { boards, bye }.in_board_order(state), rules, trace })
    }
}
