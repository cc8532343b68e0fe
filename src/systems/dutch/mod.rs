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

pub(super) use field::Card;
pub(super) use requirement::Requirement;

use super::{Paired, Unpairable};
use crate::tournament::{Pairing, PlayerState, RoundState};
use field::Field;

/// What an edition says otherwise than the others.
pub(super) struct Edition {
    pub id: &'static str,
    pub card: fn(&RoundState, &PlayerState) -> Card,
    /// What is kept as far as can be, the most important first, with the article that gives it up.
    pub requirements: fn(&RoundState) -> Vec<Requirement>,
}

impl Edition {
    pub fn pair(&self, state: &RoundState) -> Result<Paired, Unpairable> {
        let players = state.players();
        let field = Field::new(state, players.iter().map(|player| (self.card)(state, player)).collect());
        let requirements = (self.requirements)(state);
        let steps = round::pair(&field, &requirements)
            .map_err(|dead| Unpairable { rule: "dutch-2012.B1", why: format!("{dead:?}") })?;
        let pairs = steps.iter().flat_map(|step| step.paired.pairs());
        let boards = pairs.map(|(one, other)| {
            let (higher, lower) = (one.min(other), one.max(other));
            colours::board(state, [&players[higher], &players[lower]], [&field.cards[higher], &field.cards[lower]])
        });
        let boards = boards.collect();
        let bye = steps.last().and_then(|step| step.paired.out.first()).map(|player| field.cards[*player].id);
        Ok(Paired { pairing: Pairing { boards, bye }.in_board_order(state), trace: Vec::new() })
    }
}
