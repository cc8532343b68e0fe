//! The procedure of FIDE's systems for matches of 2026: the top score group is paired with the fewest players who float up to it.
//!
//! Articles 3.5 and 3.6 order sets of upfloaters, and pairings of a bracket, and take the first of the best. Here the best are a
//! cheapest matching of all who are yet to be paired, which is narrowed choice by choice in the order of the articles.

mod bracket;
mod colours;
mod field;

use super::{Engine, PairOrBye, SystemPairing, TraceLine, Unpairable};
use crate::graph::MatchingFailure;
use crate::rules::{Edition, UpfloaterText};
use crate::tournament::{Pairing, PlayerState, RoundState};
use bracket::BracketPairing;
use field::Field;
use itertools::Itertools;
use std::collections::{BTreeMap, BTreeSet};

/// The engine of an edition.
pub struct Upfloaters {
    /// The edition.
    pub edition: &'static Edition,
    /// In what its text differs from others.
    pub text: &'static UpfloaterText,
}

impl Engine for Upfloaters {
    fn pair(&self, state: &RoundState) -> Result<SystemPairing, Unpairable> {
        let field = Field::new(state, self.text);
        let (bye, brackets) = self.brackets(&field)?;
        let mut round = SystemPairing { pairing: Pairing::default(), rules: BTreeMap::new(), trace: Vec::new() };
        let id = |player: usize| field.cards[player].id;
        if let Some(bye) = bye.map(id) {
            round.pairing.bye = Some(bye);
            round.rules.insert(PairOrBye::Bye(bye), self.text.bye.to_owned());
            round.trace.push(TraceLine::of_bye(format!("{bye} has the bye [{}]", self.text.bye), bye));
        }
        for bracket in brackets {
            let score = field.cards[bracket.pairs[0].0].score.max(field.cards[bracket.pairs[0].1].score);
            if !bracket.upfloaters.is_empty() {
                let who = bracket.upfloaters.iter().copied().map(id).join(", ");
                round
                    .trace
                    .push(format!("to the players with {score} float up {who} [{}]", self.text.upfloaters).into());
            }
            let pairs = bracket.pairs.iter().map(|(one, other)| (id(*one), id(*other)));
            let text = pairs.clone().map(|(one, other)| format!("{one}-{other}")).join(", ");
            let text = format!("the bracket of {score}: {text} [{}]", self.text.pairing);
            round.trace.push(TraceLine::of_pairs(text, pairs.clone()));
            for ((one, other), (first, second)) in pairs.zip(&bracket.pairs) {
                round.rules.insert(PairOrBye::pair(one, other), self.text.pairing.to_owned());
                let (board, step) = colours::board(&field, *first, *second);
                let text =
                    format!("  {} has White against {} [{}.{}]", board.white, board.black, self.text.colours, step);
                round.trace.push(TraceLine::of_colours(text, board));
                round.pairing.boards.push(board);
            }
        }
        round.pairing = round.pairing.in_board_order(state);
        Ok(round)
    }

    fn may_have_bye(&self, state: &RoundState, player: &PlayerState) -> bool {
        field::may_have_bye(state, player)
    }
}

impl Upfloaters {
    /// The player with the bye, by rank, and the brackets from the highest score down (article 3.3).
    fn brackets(&self, field: &Field<'_>) -> Result<(Option<usize>, Vec<BracketPairing>), Unpairable> {
        let bye = field.bye(self.edition.absolute)?;
        let mut left: Vec<usize> = (0..field.cards.len()).filter(|player| Some(*player) != bye).collect();
        let mut brackets = Vec::new();
        while !left.is_empty() {
            let bracket = bracket::pair(field, &left, bye).map_err(lost)?;
            let paired: BTreeSet<usize> = bracket.pairs.iter().flat_map(|(one, other)| [*one, *other]).collect();
            left.retain(|player| !paired.contains(player));
            brackets.push(bracket);
        }
        Ok((bye, brackets))
    }
}

/// All can be paired whenever a bracket is paired, so that this is an error of the program.
fn lost(why: MatchingFailure) -> Unpairable {
    let why = format!("a bracket has no pairing where there must be one ({why}); please report this");
    Unpairable { rules: Vec::new(), why, impossible: None }
}
