//! A round paired by the rules of a system with the fewest breaches of the organiser's wishes.

use super::AskError;
use super::rule_proof::{certified, fewest_breaches};
use crate::proof::by_rules::ByRules;
use crate::questions::registry::System;
use crate::questions::report::Document;
use crate::solve::Options;
use crate::systems::{SystemPairing, TraceLine};
use crate::tournament::{Pairing, RoundState};
use itertools::Itertools;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;
use swiss_rule_proof::evidence::StepTaken;
use swiss_rule_proof::wishes::Wishes;

/// What a pairing makes of the organiser's wishes. Numbers are sums of weights, one for each rank.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct WishesKept {
    /// The fewest breaches of any pairing that the rules call legal, proven. The pairing has so many.
    pub fewest: Vec<i64>,
    /// The breaches of the system's own pairing.
    pub by_the_rules: Vec<i64>,
    /// Whether the pairing is the system's own. If not, it is not the one of the federation's rules.
    pub is_the_rules_own: bool,
    /// Every breach.
    pub breaches: Vec<WishBreach>,
}

/// A pair that is made, and rather is not.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct WishBreach {
    /// The two players, white first.
    pub pair: [u32; 2],
    /// What it weighs, in each rank.
    pub weighs: Vec<i64>,
    /// The fewest breaches if these two may not meet at all; absent if then no pairing is legal.
    pub without: Option<Vec<i64>>,
}

/// A round with wishes, as it is paired.
pub struct PairedByWishes {
    /// The pairing, with the steps that led to it.
    pub paired: SystemPairing,
    /// What it makes of the wishes.
    pub kept: WishesKept,
}

/// Pair a round by rules and wishes. What the engine makes of it without wishes is `by_the_rules`.
///
/// # Errors
/// There is no legal pairing, or a limit came.
pub fn pair_by_wishes(
    state: &RoundState,
    system: System,
    wishes: &Wishes,
    by_the_rules: &SystemPairing,
    options: Options,
) -> Result<PairedByWishes, AskError> {
    let id = system.to_string();
    let (_, proven) = certified(&ByRules { state, system: &id, wishes }, None, options)?;
    let Some(pairing) = proven.pairing else {
        return Err(AskError::Internal(format!(
            "{system} pairs the round, and its proof says that nothing can; please report this"
        )));
    };
    let fewest = wishes.breaches(state, &pairing);
    let of_rules = wishes.breaches(state, &by_the_rules.pairing);
    // The proof says nothing of the order of boards.
    let pairing = pairing.in_board_order(state);
    let is_the_rules_own = pairing == by_the_rules.pairing.clone().in_board_order(state);
    let pairing = if is_the_rules_own { by_the_rules.pairing.clone() } else { pairing };
    // Where the rules alone have as few breaches, their pairing is the answer.
    if fewest > of_rules || (fewest == of_rules && !is_the_rules_own) {
        return Err(AskError::Internal(format!(
            "{system} has a better pairing by the wishes than was proven; please report this"
        )));
    }
    let mut breaches = Vec::new();
    for board in &pairing.boards {
        let one = Pairing { boards: vec![*board], bye: None };
        let weighs = wishes.breaches(state, &one);
        if weighs.iter().any(|weight| *weight > 0) {
            let other = state.clone().forbidding(board.white, board.black);
            let without = fewest_breaches(&ByRules { state: &other, system: &id, wishes }, options)?;
            breaches.push(WishBreach { pair: [board.white.0, board.black.0], weighs, without });
        }
    }
    let trace = proven.steps.iter().map(trace_line).collect();
    let paired = SystemPairing { pairing, rules: BTreeMap::new(), trace };
    let kept = WishesKept { fewest, by_the_rules: of_rules, is_the_rules_own, breaches };
    Ok(PairedByWishes { paired, kept })
}

/// A step of the procedure as a line of a trace.
fn trace_line(step: &StepTaken) -> TraceLine {
    let text = match &step.decided {
        None => format!("{}: cannot be paired", step.name),
        Some(decided) => {
            let tiers = decided.iter().filter(|tier| tier.value != 0);
            let tiers = tiers.map(|tier| format!("{} {} {}", tier.article, tier.count, tier.value));
            let tiers = tiers.format(", ").to_string();
            if tiers.is_empty() { step.name.clone() } else { format!("{}: {tiers}", step.name) }
        }
    };
    TraceLine::from(text)
}

impl WishesKept {
    /// Say what it makes of the wishes: a sentence, and an item for each breach.
    pub(super) fn add_to(&self, document: &mut Document, system: impl fmt::Display) {
        let of_ranks = |weights: &[i64]| weights.iter().format(", then ").to_string();
        let fewest = of_ranks(&self.fewest);
        document.say(if self.is_the_rules_own {
            format!("{system} has the fewest breaches of the wishes: {fewest}.")
        } else {
            let own = of_ranks(&self.by_the_rules);
            format!(
                "By wishes within {system}, not the pairing of {system}: breaches {fewest}, proven to be the fewest; {system} has {own}."
            )
        });
        for WishBreach { pair: [white, black], without, .. } in &self.breaches {
            document.item(match without {
                None => format!("{white}-{black} is made: without it no pairing is legal."),
                Some(without) => format!("{white}-{black} is made: without it there would be {}.", of_ranks(without)),
            });
        }
    }
}
