//! The FIDE Dubov system of 2026: the bye, and then score group by score group with those who float up to it.

mod bracket;
mod colours;
mod field;

use super::{Engine, PairOrBye, SystemPairing, TraceLine, Unpairable};
use crate::graph::MatchingFailure;
use crate::tournament::{Pairing, PlayerId, PlayerState, RoundState};
use field::Field;
use itertools::Itertools;
use std::collections::{BTreeMap, BTreeSet};

/// The system `dubov-2026`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dubov2026;

impl Engine for Dubov2026 {
    fn pair(&self, state: &RoundState) -> Result<SystemPairing, Unpairable> {
        let field = Field::new(state);
        let bye = field.bye()?;
        let id = |player: usize| field.cards[player].id;
        let mut round = SystemPairing { pairing: Pairing::default(), rules: BTreeMap::new(), trace: Vec::new() };
        if let Some(bye) = bye.map(id) {
            round.pairing.bye = Some(bye);
            round.rules.insert(PairOrBye::Bye(bye), "dubov-2026.3.1".to_owned());
            round.trace.push(TraceLine::of_bye(format!("{bye} has the bye [dubov-2026.3.1]"), bye));
        }
        let mut left: Vec<usize> = (0..field.cards.len()).filter(|player| Some(*player) != bye).collect();
        while let Some(first) = left.first() {
            let score = field.cards[*first].score;
            let paired = bracket::pair(&field, &left).map_err(lost)?;
            let ids = |players: &[usize]| players.iter().copied().map(id).join(", ");
            if !paired.upfloaters.is_empty() {
                let text =
                    format!("to the players with {score} float up {} [dubov-2026.3.2.2]", ids(&paired.upfloaters));
                round.trace.push(text.into());
            }
            for shifted in paired.shifted.iter().filter(|shifted| !shifted.is_empty()) {
                round.trace.push(format!("  {} change the subgroup [dubov-2026.3.2.4]", ids(shifted)).into());
            }
            let pairs: Vec<(PlayerId, PlayerId)> =
                paired.pairs.iter().map(|(one, other)| (id(*one), id(*other))).collect();
            let text = pairs.iter().map(|(one, other)| format!("{one}-{other}")).join(", ");
            let text = format!("the bracket of {score}: {text} [dubov-2026.3.2.6]");
            round.trace.push(TraceLine::of_pairs(text, pairs));
            for (one, other) in &paired.pairs {
                round.rules.insert(PairOrBye::pair(id(*one), id(*other)), "dubov-2026.3.2.6".to_owned());
                let (board, step) = colours::board(&field, *one, *other);
                let text = format!("  {} has White against {} [dubov-2026.5.2.{step}]", board.white, board.black);
                round.trace.push(TraceLine::of_colours(text, board));
                round.pairing.boards.push(board);
            }
            let gone: BTreeSet<usize> = paired.pairs.iter().flat_map(|(one, other)| [*one, *other]).collect();
            left.retain(|player| !gone.contains(player));
        }
        round.pairing = round.pairing.in_board_order(state);
        Ok(round)
    }

    fn may_have_bye(&self, state: &RoundState, player: &PlayerState) -> bool {
        field::may_have_bye(state, player)
    }
}

/// All can be paired whenever a bracket is paired, so that this is an error of the program.
fn lost(why: MatchingFailure) -> Unpairable {
    let why = format!("a bracket has no pairing where there must be one ({why}); please report this");
    Unpairable { rules: Vec::new(), why, impossible: None }
}
