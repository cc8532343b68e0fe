use crate::proof::verify::Violation;
use crate::questions::metrics::PairingDifferences;
use crate::questions::registry::System;
use crate::questions::tasks::{Unpaired, pair_within};
use crate::solve::Limits;
use crate::systems::SystemPairing;
use crate::tournament::{Pairing, RoundState};
use schemars::JsonSchema;
use serde::Serialize;

/// How a pairing differs from a system's pairing of the round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "AgainstReport")]
pub struct AgainstSystem {
    /// The system's id.
    #[schemars(with = "String")]
    pub system: System,
    /// Every violation of the system's rules by the pairing.
    pub violations: Vec<Violation>,
    /// The number of the system's pairs; absent if the system finds no pairing.
    pub pairs: Option<usize>,
    /// The number of these pairs that also meet in the pairing.
    pub same_pairs: usize,
    /// The number of common pairs with the same colours.
    pub same_colours: usize,
    /// Whether both have the same bye, or both none.
    pub same_bye: bool,
    /// A sentence for each difference, with the rule behind the system's choice.
    pub differences: Vec<String>,
    /// The rules behind the differences.
    #[serde(skip)]
    pub(super) rules: Vec<String>,
    /// Whether a limit came before the system's pairing.
    #[serde(skip)]
    pub(super) is_unknown: bool,
}

impl AgainstSystem {
    pub(super) fn new(state: &RoundState, system: System, pairing: &Pairing, limits: Limits) -> Self {
        let none = Self {
            system,
            violations: system.verify(state, pairing).violations,
            pairs: None,
            same_pairs: 0,
            same_colours: 0,
            same_bye: false,
            differences: Vec::new(),
            rules: Vec::new(),
            is_unknown: false,
        };
        match pair_within(state, system, limits) {
            Ok(paired) => none.beside(pairing, &paired),
            Err(why) => {
                let is_unknown = matches!(why, Unpaired::Stopped(_));
                Self { differences: vec![why.to_string()], is_unknown, ..none }
            }
        }
    }

    /// The same rules and violations, beside this pairing of the system.
    pub(super) fn beside(self, pairing: &Pairing, paired: &SystemPairing) -> Self {
        let differences = PairingDifferences::of(&pairing.boards, pairing.bye.as_slice(), paired);
        let pairs = paired.pairing.boards.len();
        let same_pairs = pairs - differences.only_by_system.len();
        let of_pairs = differences.only_by_system.iter().map(|(_, rule)| rule.clone());
        let of_bye = differences.bye.iter().map(|(.., rule)| rule.clone());
        Self {
            pairs: Some(pairs),
            same_pairs,
            same_colours: same_pairs - differences.reversed.len(),
            same_bye: differences.bye.is_none(),
            differences: differences.sentences(),
            rules: of_pairs.chain(of_bye).filter(|rule| !rule.is_empty()).collect(),
            ..self
        }
    }

    /// Whether the pairing is the system's.
    pub(super) fn is_same(&self) -> bool {
        self.pairs.is_some() && self.differences.is_empty()
    }
}
