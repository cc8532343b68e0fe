//! The FIDE Dubov system as approved by the General Assembly of 1997.

mod aro;
mod colours;
mod columns;
mod field;
mod group;
mod outlook;

pub use aro::{AroLine, aro_list, due_colour, transfers};

use super::{Paired, System, Unpairable};
use crate::tournament::{Pairing, RoundState};
use field::Field;
use group::Walk;
use std::cmp::Reverse;

/// The system `dubov-1997`, by these readings.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Dubov1997 {
    /// The readings on which arbiters may differ.
    pub readings: Readings,
}

/// The readings on which arbiters may differ; the default is none of them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Readings {
    /// 2.5 protects from the transfers of 7.1 and 7.2 only, and not from floaters.
    pub transfers_only: bool,
    /// 6.3: a black player called to a higher row changes places with the one there.
    pub exchange_rows: bool,
    /// 6.4: the lowest R floats before the dominating due colour is looked at, as with the bye (4).
    pub floaters_by_rating: bool,
}

impl Dubov1997 {
    /// By the default readings.
    pub(super) const BY_DEFAULT: Self =
        Self { readings: Readings { transfers_only: false, exchange_rows: false, floaters_by_rating: false } };
}

impl System for Dubov1997 {
    fn id(&self) -> &'static str {
        "dubov-1997"
    }

    fn source(&self) -> &'static str {
        "FIDE Handbook, Dubov Swiss Pairing System, approved by the 1997 General Assembly"
    }

    fn pair(&self, state: &RoundState) -> Result<Paired, Unpairable> {
        let mut trace = Vec::new();
        let mut field = Field::new(state, !self.readings.transfers_only);
        if !self.readings.transfers_only && field.obstruction().is_some() {
            field = Field::new(state, false);
            trace.push(
                "not everybody can be kept from another transfer: floaters may meet anybody [dubov-1997.2.5]"
                    .to_owned(),
            );
        }
        if let Some(why) = field.obstruction() {
            let nobody_may_have_bye = !field.cards.iter().any(|card| card.may_have_bye);
            return Err(if field.cards.len() % 2 == 1 && nobody_may_have_bye {
                Unpairable::no_bye("dubov-1997.2.2")
            } else {
                Unpairable::apart("dubov-1997.2.1", &why, |player| field.cards.get(player).map(|card| card.id))
            });
        }
        let mut below: Vec<usize> = (0..field.cards.len()).collect();
        let bye = bye(state, &field);
        if let Some(bye) = bye {
            below.retain(|player| *player != bye);
            let card = &field.cards[bye];
            trace.push(format!(
                "{} has the bye, with {} points and R {} [dubov-1997.4]",
                card.id, card.score, card.rating
            ));
        }
        let mut walk = Walk {
            state,
            field: &field,
            readings: self.readings,
            below,
            floating: Vec::new(),
            pairs: Vec::new(),
            trace,
        };
        while !walk.below.is_empty() {
            walk.pair_group();
        }
        let Walk { mut pairs, mut trace, .. } = walk;
        pairs.sort_by_key(|(one, other)| one.min(other).to_owned());
        let mut boards = Vec::new();
        for (index, (one, other)) in pairs.into_iter().enumerate() {
            let (board, why) = colours::board(state, &field, one, other, index);
            trace.push(format!("{} has White against {} {why}", board.white, board.black));
            boards.push(board);
        }
        let bye = bye.map(|player| field.cards[player].id);
        Ok(Paired { pairing: Pairing { boards, bye }.in_board_order(state), trace })
    }
}

/// Who has the bye of an odd number (4): in the first round the last of the list (5).
fn bye(state: &RoundState, field: &Field) -> Option<usize> {
    let everybody: Vec<usize> = (0..field.cards.len()).collect();
    if everybody.len().is_multiple_of(2) {
        return None;
    }
    let mut order: Vec<usize> = everybody.iter().copied().rev().collect();
    if state.round() > 1 {
        order.sort_by_cached_key(|player| {
            let card = &field.cards[*player];
            let group: Vec<usize> =
                everybody.iter().copied().filter(|other| field.cards[*other].score == card.score).collect();
            let is_of_minority = field.dominating(&group).is_some_and(|dominating| card.due != Some(dominating));
            (card.score, card.rating, is_of_minority, Reverse(card.aro), Reverse(card.place))
        });
    }
    order.into_iter().filter(|player| field.cards[*player].may_have_bye).find(|bye| {
        let others: Vec<usize> = everybody.iter().copied().filter(|player| player != bye).collect();
        field.can_all_be_paired(&others)
    })
}
