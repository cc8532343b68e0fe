use crate::model::Objective;
use crate::proof::by_rules::{Dispute, ProvenRound};
use crate::proof::verify::Violation;
use crate::proof::veripb::Folder;
use crate::proof::{Claim, ProofRefusal};
use crate::questions::AskError;
use crate::questions::registry::System;
use crate::rules::Edition;
use crate::tournament::{Pairing, RoundState};
use itertools::Itertools;
use schemars::JsonSchema;
use serde::Serialize;

/// What a dispute begins with.
pub(super) const NOT_OF_THE_RULES: &str = "Not the pairing of the rules, by a proof that holds";

/// A proof, checked for its round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "ProofReport")]
pub struct CheckedProof {
    /// The round.
    pub round: u32,
    /// The name of the model or system.
    pub model: String,
    /// The verdict.
    #[serde(flatten)]
    pub outcome: ProofOutcome,
    #[serde(skip)]
    pub(super) tournament: String,
    #[serde(skip)]
    pub(super) rounds_planned: Option<u32>,
}

/// The verdict on a proof.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ProofOutcome {
    /// The proof holds, and this is its conclusion.
    Proven(Claim),
    /// The proof holds: the rules of the system pair the round so.
    PairedByRules,
    /// The proof holds: the rules of the system leave no pairing.
    UnpairableByRules,
    /// The proof holds, and the system pairs the round otherwise.
    Disputed {
        /// The first thing in which the pairing is not the system's.
        dispute: Dispute,
        /// The system's pairing.
        system: Pairing,
    },
    /// The proof does not hold.
    Refused(ProofRefusal),
}

impl ProofOutcome {
    /// What a proof alone shows that the system pairs, if it holds; inside, `None` is no pairing.
    pub(super) const fn proven(&self) -> Option<Option<&Pairing>> {
        match self {
            Self::Disputed { system, .. } => Some(Some(system)),
            Self::UnpairableByRules => Some(None),
            _ => None,
        }
    }

    /// Whether it says how a system pairs the round.
    pub(super) const fn is_of_a_pairing(&self) -> bool {
        matches!(self, Self::PairedByRules | Self::Disputed { .. })
    }
}

impl CheckedProof {
    /// Check the proof in `folder` that `pairing` is an optimum, or that there is none.
    pub(super) fn new(
        tournament: &str,
        state: &RoundState,
        spec: &Objective,
        folder: &Folder,
        pairing: Option<&Pairing>,
    ) -> Self {
        let outcome = folder.check(state, spec, pairing).map_or_else(ProofOutcome::Refused, ProofOutcome::Proven);
        Self::of(tournament, state, spec.name.clone(), outcome)
    }

    fn of(tournament: &str, state: &RoundState, model: String, outcome: ProofOutcome) -> Self {
        let (tournament, round, rounds_planned) = (tournament.to_owned(), state.round(), state.rounds_planned());
        Self { round, model, outcome, tournament, rounds_planned }
    }

    /// What a proof by the rules of a system says of a pairing, or, if none is given, of the claim that there is none.
    pub(super) fn by_rules(
        tournament: &str,
        state: &RoundState,
        system: System,
        proven: Result<ProvenRound, ProofRefusal>,
        is_given: bool,
    ) -> Self {
        let outcome = match proven {
            Err(refusal) => ProofOutcome::Refused(refusal),
            Ok(ProvenRound { pairing: None, .. }) => match is_given {
                true => ProofOutcome::Disputed { dispute: Dispute::NoPairing, system: Pairing::default() },
                false => ProofOutcome::UnpairableByRules,
            },
            Ok(ProvenRound { dispute: Some(dispute), pairing: Some(system), .. }) => {
                ProofOutcome::Disputed { dispute, system }
            }
            Ok(ProvenRound { pairing: Some(system), .. }) if !is_given => {
                ProofOutcome::Disputed { dispute: Dispute::Pairable, system }
            }
            Ok(ProvenRound { .. }) => ProofOutcome::PairedByRules,
        };
        Self::of(tournament, state, system.to_string(), outcome)
    }

    /// The verdict on a pairing, whose `violations` of the rules are these.
    pub(super) fn sentence(&self, violations: &[Violation]) -> String {
        let ProofOutcome::Disputed { dispute: Dispute::NotAllowed { pair, .. }, .. } = &self.outcome else {
            return self.outcome.to_string();
        };
        let forbids = |violation: &&Violation| {
            let players = violation.players.iter().map(|player| player.0).sorted();
            Edition::find(&self.model).is_some_and(|edition| edition.absolute.contains(&violation.rule))
                && players.eq(pair.iter().copied().filter(|seat| *seat > 0).sorted())
        };
        let Some(Violation { rule, .. }) = violations.iter().find(forbids) else { return self.outcome.to_string() };
        let what = match pair {
            [one, 0] => format!("the bye of {one}"),
            [one, other] => format!("{one}-{other}"),
        };
        format!(
            "{NOT_OF_THE_RULES}: {rule} forbids {what}. The proof has a pairing of everybody that breaks no rule, so there is no excuse."
        )
    }

    /// That it does not hold, as a clause. The record says why.
    pub(super) fn objection(&self) -> Option<String> {
        match &self.outcome {
            ProofOutcome::Refused(refusal) => Some(format!("the proof is refused [{}]", refusal.check)),
            ProofOutcome::Disputed { .. } => Some(format!("{} is proven to pair the round otherwise", self.model)),
            ProofOutcome::Proven(_) | ProofOutcome::PairedByRules | ProofOutcome::UnpairableByRules => None,
        }
    }

    /// How a check of a proof alone ended.
    pub(super) fn ended(&self) -> Result<(), AskError> {
        self.objection().map_or(Ok(()), |objection| Err(AskError::Discrepancy(objection)))
    }
}
