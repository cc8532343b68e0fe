use super::Document;
use super::Status;
use super::reason;
use crate::solve::Termination;
use crate::tournament::RoundState;
use schemars::JsonSchema;
use serde::Serialize;

/// What a record about the optima of a round begins with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RecordHead {
    /// The tournament's name.
    pub tournament: String,
    /// The round.
    pub round: u32,
    /// The number of planned rounds, if known.
    pub rounds_planned: Option<u32>,
    /// The model's name: its rules and side constraints hold.
    pub model: String,
    /// How the search ended: `optimal` if everything that was asked for was found.
    pub status: Status,
    /// Why there is no legal pairing, if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl RecordHead {
    pub(crate) fn new(
        tournament: &str,
        state: &RoundState,
        model: &str,
        status: Status,
        termination: &Termination,
    ) -> Self {
        Self {
            tournament: tournament.to_owned(),
            round: state.round(),
            rounds_planned: state.rounds_planned(),
            model: model.to_owned(),
            status,
            reason: reason(termination),
        }
    }

    /// A document about the round.
    pub(crate) fn document(&self) -> Document {
        Document::of_round(&self.tournament, self.round, self.rounds_planned)
    }

    /// The same, with why there is no legal pairing, if there is none.
    pub(crate) fn reasoned(&self) -> Document {
        let mut document = self.document();
        if let Some(reason) = &self.reason {
            document.say(format!("No legal pairing: {reason}."));
        }
        document
    }
}
