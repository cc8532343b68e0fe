use super::boards::{players, write_board_csv, write_boards, write_heading};
use super::{Format, PlayerReport, Render, write_json};
use crate::formats::pairs;
use crate::registry::System;
use crate::systems::Paired;
use crate::tournament::{Pairing, RoundState};
use schemars::JsonSchema;
use serde::Serialize;
use std::io;

/// A round as a system pairs it.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct PairReport {
    /// The round.
    pub round: u32,
    /// The system's id.
    #[schemars(with = "String")]
    pub system: System,
    /// The pairing.
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

impl PairReport {
    /// The record of the round as `system` pairs it; `with_trace` writes the trace into the table, too.
    #[must_use]
    pub fn new(tournament: &str, state: &RoundState, system: System, paired: Paired, with_trace: bool) -> Self {
        Self {
            round: state.round(),
            system,
            pairing: paired.pairing,
            trace: paired.trace,
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
                write_boards(&self.players, &self.pairing, out)?;
                writeln!(out, "\nPaired by {}.", self.system)?;
                let steps = if self.with_trace { self.trace.as_slice() } else { &[] };
                steps.iter().try_for_each(|step| writeln!(out, "  {step}"))
            }
            Format::Json => write_json(self, out),
            Format::Pairs => out.write_all(pairs::write(&self.pairing).as_bytes()),
            Format::Csv => write_board_csv(&self.players, &self.pairing, out),
        }
    }
}
