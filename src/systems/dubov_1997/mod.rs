//! The FIDE Dubov system as approved by the General Assembly of 1997.
//!
//! `field` has chapters 1 and 2. `group` pairs a score group (6 to 8), `columns` makes its rows, and `outlook` finds
//! the players who can leave it. `colours` has chapter 3.
//!
//! The text leaves much to the referee ("proceed wisely", 9). Each such place has its own rule, whose id ends in a
//! letter. Its entry in `articles.toml` says what the text leaves open, which reading is taken, and why.
//!
//! For three of them the system's id can choose another of the [`DubovReadings`]: `dubov-1997+transfers-only+exchange-rows`.

mod colours;
mod columns;
mod due;
mod field;
mod group;
mod outlook;

pub use due::{due_colour, transfers};

use super::{Engine, SystemPairing, TraceLine, Unpairable};
use crate::tournament::{PlayerState, RoundState};
use field::DubovField;
use group::ScoreGroupWalk;
use std::cmp::Reverse;

/// The system `dubov-1997`, by the readings on which arbiters may differ, each with its name in the system's id. By default none is
/// chosen.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DubovReadings {
    /// `transfers-only`: 2.5 protects from the transfers of 7.1 and 7.2, and not from floaters (`dubov-1997.2.5.a`).
    pub transfers_only: bool,
    /// `exchange-rows`: opponents change places in 6.3 (`dubov-1997.6.3.a`).
    pub exchange_rows: bool,
    /// `floaters-by-rating`: the lowest R floats before colours are considered (`dubov-1997.6.4.b`).
    pub floaters_by_rating: bool,
}

impl Engine for DubovReadings {
    fn pair(&self, state: &RoundState) -> Result<SystemPairing, Unpairable> {
        let (field, mut trace) = field(state, *self)?;
        let mut below: Vec<usize> = (0..field.cards.len()).collect();
        let bye = bye(state, &field);
        if let Some(bye) = bye {
            below.retain(|player| *player != bye);
            let card = &field.cards[bye];
            let text =
                format!("{} has the bye, with {} points and R {} [dubov-1997.4]", card.id, card.score, card.rating);
            trace.push(TraceLine::of_bye(text, card.id));
        }
        let mut walk = ScoreGroupWalk {
            state,
            field: &field,
            readings: *self,
            below,
            floating: Vec::new(),
            pairs: Vec::new(),
            trace,
        };
        while !walk.below.is_empty() {
            // After each choice everybody can still be paired, so a pairing is always found.
            walk.pair_group().ok_or_else(|| Unpairable {
                rules: vec!["dubov-1997.6.1.b"],
                why: "the choices made leave somebody unpaired, which they should not [dubov-1997.6.1.b]".to_owned(),
                impossible: None,
            })?;
        }
        let ScoreGroupWalk { mut pairs, trace, .. } = walk;
        pairs.sort_by_key(|(one, other, _)| *one.min(other));
        let mut round = SystemPairing { trace, ..SystemPairing::default() };
        for (index, (one, other, chapter)) in pairs.into_iter().enumerate() {
            let (board, why) = colours::board(state, &field, one, other, index);
            let text = format!("{} has White against {} {why}", board.white, board.black);
            round.add(board, format!("dubov-1997.{chapter}"), text);
        }
        let bye = bye.map(|player| field.cards[player].id);
        Ok(round.with_bye(bye, "dubov-1997.4".to_owned(), state))
    }

    fn may_have_bye(&self, _: &RoundState, player: &PlayerState) -> bool {
        field::may_have_bye(player)
    }
}

/// The field with the strictest limits of chapter 2 by which everybody can be paired, and the trace of these limits.
fn field(state: &RoundState, readings: DubovReadings) -> Result<(DubovField, Vec<TraceLine>), Unpairable> {
    let mut field = DubovField::new(state, !readings.transfers_only);
    let mut trace = Vec::new();
    let mut is_pairable = field.is_pairable();
    if !readings.transfers_only && !is_pairable {
        field = DubovField::new(state, false);
        is_pairable = field.is_pairable();
        let dropped = "not everybody can be kept from another transfer: floaters may meet anybody [dubov-1997.2.5.c]";
        trace.push(dropped.to_owned().into());
    }
    let why = if is_pairable { None } else { field.unpairable(state) };
    why.map_or(Ok((field, trace)), Err)
}

/// The player with the bye of an odd field (4). In the first round it is the last of the list (5).
fn bye(state: &RoundState, field: &DubovField) -> Option<usize> {
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
