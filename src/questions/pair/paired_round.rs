use crate::questions::registry::System;
use crate::questions::report::boards::{boards_table, players};
use crate::questions::report::{Document, PlayerReport, Show, left};
use crate::questions::tasks::Unpaired;
use crate::questions::wishes::WishesKept;
use crate::solve::Limit;
use crate::systems::SystemPairing;
use crate::tournament::{Pairing, RoundState};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::Display;

/// A round as a system pairs it.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "PairReport")]
pub struct Answer {
    /// The round.
    pub round: u32,
    /// The system's id.
    #[schemars(with = "String")]
    pub system: System,
    /// For `dutch` and `auto`, why it is this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edition_by: Option<String>,
    /// What the pairing makes of the organiser's wishes, if there are any. With wishes that it had to heed, it is not the system's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wishes: Option<WishesKept>,
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
    pub(super) players: Vec<PlayerReport>,
    #[serde(skip)]
    pub(super) with_trace: bool,
    /// For a wall sheet, who is not paired.
    #[serde(skip)]
    pub(super) sheet: Option<String>,
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

impl Answer {
    /// The record of the round as `system` pairs it, or of the reason why it does not; `with_trace` writes the trace into
    /// the table, too.
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
            wishes: None,
            status: made.map_or_else(PairStatus::from, |_| PairStatus::Paired),
            reason: made.err().map(Unpaired::reason),
            pairing: made.map(|paired| state.whole(paired.pairing.clone())).unwrap_or_default(),
            trace: made.map_or_else(|_| Vec::new(), |paired| paired.trace.iter().map(ToString::to_string).collect()),
            tournament: tournament.to_owned(),
            rounds_planned: state.rounds_planned(),
            players: players(state),
            with_trace,
            sheet: None,
        }
    }
}

impl Show for Answer {
    fn show(&self) -> Document {
        let document = Document::of_round(&self.tournament, self.round, self.rounds_planned);
        let document = document.keyed("system", self.system.to_string());
        let mut document = document.keyed("status", self.status.to_string());
        let pairing = Some(&self.pairing).filter(|_| self.reason.is_none());
        document.list_boards(pairing);
        let mut table = boards_table(&self.players, pairing);
        if self.sheet.is_some() {
            table.add_column(left("Result"));
        }
        document.table(table);
        if let Some(away) = self.sheet.as_ref().filter(|away| !away.is_empty()) {
            document.say(format!("Not paired: {away}."));
        }
        if let Some(reason) = &self.reason {
            document.say(format!("No pairing by {}: {reason}.", self.system));
            return document;
        }
        let by = self.edition_by.as_ref().map_or_else(String::new, |by| format!(", {by}"));
        let with = self.wishes.as_ref().filter(|kept| !kept.is_the_rules_own);
        let with = with.map_or("", |_| ", and by wishes of the organiser");
        document.say(format!("Paired by {}{by}{with}.", self.system));
        self.wishes.iter().for_each(|kept| kept.add_to(&mut document, self.system));
        if self.with_trace {
            self.trace.iter().for_each(|step| document.item(step));
        }
        document
    }
}
