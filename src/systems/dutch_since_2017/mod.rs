//! The procedure of the Dutch systems of 2017 and 2026, computed by matchings.
//!
//! The articles generate the candidates of a bracket in a sequence, and take the first of those that are best by the
//! criteria. Here the best are found as cheapest matchings of the bracket with all that is below, whose costs are a
//! number for each criterion: `tier` says what each counts, and `edition` in which order. The `bracket` is then
//! narrowed choice by choice in the order of the sequence. `outlook` says where the brackets below need not be in the
//! matching. `round` pairs one bracket after another.

mod bracket;
mod costs;
mod edition;
mod facts;
mod outlook;
mod round;
mod tier;
mod trace;

use super::{Engine, SystemPairing, Unpairable, colours};
use crate::rules::{Candidates, Edition};
use crate::tournament::{Float, PlayerState, RoundState, Score};
use facts::Facts;

/// The engine of an edition since 2017.
pub struct DutchSince2017 {
    /// The edition.
    pub edition: &'static Edition,
    /// What its text says of candidates.
    pub text: &'static Candidates,
}

impl Engine for DutchSince2017 {
    fn pair(&self, state: &RoundState) -> Result<SystemPairing, Unpairable> {
        let mut facts = Facts::new(state, self.text);
        if let Some(why) = facts.field.unpairable(self.edition.absolute) {
            return Err(why);
        }
        if self.text.completes_all {
            give_bye_low(&mut facts);
        }
        let steps = round::pair(&facts)?;
        let mut round = SystemPairing::default();
        for step in &steps {
            round.trace.extend(facts.trace(step));
            let [moved_down, remainder] = facts.articles_of_pairs(step);
            for (index, (one, other)) in step.paired.pairs().enumerate() {
                let article = if index < step.paired.moved_down.len() { moved_down } else { remainder };
                let (higher, lower) = (one.min(other), one.max(other));
                let (colour, step) = facts.colour_of_higher(higher, lower);
                let board = colours::board(facts.card(higher).id, facts.card(lower).id, colour);
                let by = self.text.colours[step - 1];
                let text = format!("  {} has White against {} [{by}]", board.white, board.black);
                round.add(board, article.to_owned(), text);
            }
        }
        let bye = steps.last().and_then(|step| step.paired.downfloaters.first()).map(|player| facts.card(*player).id);
        Ok(round.with_bye(bye, self.text.bye.to_owned(), state))
    }

    fn may_have_bye(&self, state: &RoundState, player: &PlayerState) -> bool {
        edition::card(self.text, state, player).may_have_bye
    }

    fn floats(&self, state: &RoundState, player: &PlayerState) -> [Option<Float>; 2] {
        edition::card(self.text, state, player).floats
    }
}

/// C5 of 2026: only players of the lowest score that allows it have the bye.
fn give_bye_low(facts: &mut Facts<'_>) {
    let everybody: Vec<usize> = (0..facts.field.cards.len()).collect();
    if everybody.len().is_multiple_of(2) {
        return;
    }
    let may: Vec<bool> = facts.field.cards.iter().map(|card| card.may_have_bye).collect();
    let scores: Vec<Score> = everybody.iter().map(|player| facts.score(*player)).collect();
    for lowest in everybody.chunk_by(|a, b| scores[*a] == scores[*b]).rev() {
        for (player, card) in facts.field.cards.iter_mut().enumerate() {
            card.may_have_bye = may[player] && lowest.contains(&player);
        }
        if facts.field.can_all_be_paired(&everybody) {
            return;
        }
    }
}
