use super::Status;
use super::boards::write_heading;
use super::reason;
use crate::solve::Termination;
use crate::tournament::RoundState;
use schemars::JsonSchema;
use serde::Serialize;
use std::io;

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

    /// The tournament and the round.
    pub(crate) fn write_heading(&self, out: &mut dyn io::Write) -> io::Result<()> {
        write_heading(&self.tournament, self.round, self.rounds_planned, out)
    }

    /// The same, and why there is no legal pairing. Whether there is one, so that more follows.
    pub(crate) fn write(&self, out: &mut dyn io::Write) -> io::Result<bool> {
        self.write_heading(out)?;
        if let Some(reason) = &self.reason {
            writeln!(out, "No legal pairing: {reason}.")?;
        }
        Ok(self.reason.is_none())
    }
}
