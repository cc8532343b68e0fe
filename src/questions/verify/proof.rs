use crate::model::Objective;
use crate::proof::{Claim, Refusal};
use crate::questions::Ended;
use crate::tournament::{Pairing, RoundState};
use crate::veripb::Folder;
use schemars::JsonSchema;
use serde::Serialize;

/// A proof, checked for its round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "ProofReport")]
pub struct CheckedProof {
    /// The round.
    pub round: u32,
    /// The model's name.
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
    /// The proof does not hold.
    Refused(Refusal),
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
        Self {
            round: state.round(),
            model: spec.name.clone(),
            outcome: folder.check(state, spec, pairing).map_or_else(ProofOutcome::Refused, ProofOutcome::Proven),
            tournament: tournament.to_owned(),
            rounds_planned: state.rounds_planned(),
        }
    }

    /// That it does not hold, as a clause. The record says why.
    pub(super) fn objection(&self) -> Option<String> {
        match &self.outcome {
            ProofOutcome::Refused(refusal) => Some(format!("the proof is refused [{}]", refusal.check)),
            ProofOutcome::Proven(_) => None,
        }
    }

    /// How a check of a proof alone ended.
    pub(super) fn ended(&self) -> Result<(), Ended> {
        self.objection().map_or(Ok(()), |objection| Err(Ended::Discrepancy(objection)))
    }
}
