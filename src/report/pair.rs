use super::boards::{players, write_board_csv, write_boards, write_heading};
use super::{Format, PlayerReport, Render, write_json};
use crate::formats::pairs;
use crate::registry::System;
use crate::solve::Limit;
use crate::systems::SystemPairing;
use crate::tasks::Unpaired;
use crate::tournament::{Pairing, RoundState};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::io;
use strum::Display;

/// A round as a system pairs it.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct PairReport {
    /// The round.
    pub round: u32,
    /// The system's id.
    #[schemars(with = "String")]
    pub system: System,
    /// For `dutch`, why it is this edition.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edition_by: Option<String>,
    /// Whether there is a pairing.
    pub status: PairStatus,
    /// Why the system has no pairing, if it has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The pairing, without boards and bye if there is none.
    #[serde(flatten)]
    pub pairing: Pairing,
    /// The trace: the steps that led to the pairing.
    pub trace: Vec<String>,
    /// The tournament's name.
    pub tournament: String,
    /// The number of planned rounds, if known.
    pub rounds_planned: Option<u32>,
    #[serde(skip)]
    players: Vec<PlayerReport>,
    #[serde(skip)]
    with_trace: bool,
}

/// Whether a system has a pairing of a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, Display)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum PairStatus {
    /// It has one.
    Paired,
    /// Its rules leave none.
    Infeasible,
    /// The time limit came first.
    TimeLimit,
    /// The memory limit came first.
    MemoryLimit,
    /// The run was interrupted first.
    Interrupted,
}

impl From<&Unpaired> for PairStatus {
    fn from(why: &Unpaired) -> Self {
        match why {
            Unpaired::Unpairable(_) => Self::Infeasible,
            Unpaired::Stopped(Limit::Time) => Self::TimeLimit,
            Unpaired::Stopped(Limit::Memory) => Self::MemoryLimit,
            Unpaired::Stopped(Limit::Interrupt) => Self::Interrupted,
        }
    }
}

impl PairReport {
    /// The record of the round as `system` pairs it, or of the reason why it does not; `with_trace` writes the trace into
    /// the table, too.
    #[must_use]
    pub fn new(
        tournament: &str,
        state: &RoundState,
        system: System,
        made: Result<&SystemPairing, &Unpaired>,
        with_trace: bool,
    ) -> Self {
        Self {
            round: state.round(),
            system,
            edition_by: None,
            status: made.map_or_else(PairStatus::from, |_| PairStatus::Paired),
            reason: made.err().map(Unpaired::reason),
            pairing: made.map(|paired| paired.pairing.clone()).unwrap_or_default(),
            trace: made.map(|paired| paired.trace.clone()).unwrap_or_default(),
            tournament: tournament.to_owned(),
            rounds_planned: state.rounds_planned(),
            players: players(state),
            with_trace,
        }
    }
}

impl Render for PairReport {
    fn render(&self, format: Format, out: &mut dyn io::Write) -> io::Result<()> {
        match format {
            Format::Table => {
                write_heading(&self.tournament, self.round, self.rounds_planned, out)?;
                if let Some(reason) = &self.reason {
                    return writeln!(out, "No pairing by {}: {reason}.", self.system);
                }
                write_boards(&self.players, &self.pairing, out)?;
                let by = self.edition_by.as_ref().map_or_else(String::new, |by| format!(", {by}"));
                writeln!(out, "\nPaired by {}{by}.", self.system)?;
                let steps = if self.with_trace { self.trace.as_slice() } else { &[] };
                steps.iter().try_for_each(|step| writeln!(out, "  {step}"))
            }
            Format::Json => write_json(self, out),
            // Without a pairing there is no list of boards.
            Format::Pairs if self.reason.is_some() => Ok(()),
            Format::Pairs => out.write_all(pairs::write(&self.pairing).as_bytes()),
            Format::Csv => {
                let keys = [
                    ("tournament", self.tournament.clone()),
                    ("round", self.round.to_string()),
                    ("system", self.system.to_string()),
                    ("status", self.status.to_string()),
                ];
                let pairing = self.reason.is_none().then_some(&self.pairing);
                write_board_csv(keys, &self.players, pairing, out)
            }
        }
    }
}
