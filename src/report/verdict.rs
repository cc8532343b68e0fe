use super::round::{boards, players, tiers, write_board_csv, write_boards, write_heading, write_objective};
use super::{BoardReport, Format, PlayerReport, Render, TierReport, write_json};
use crate::formats::pairs;
use crate::tournament::{Pairing, RoundState};
use crate::verify::{Verdict, Violation};
use serde::Serialize;
use std::io;

/// A pairing from anywhere, held to the rules of a model.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct VerifyReport {
    /// The tournament's name.
    pub tournament: String,
    /// The round.
    pub round: u32,
    /// The model or the system whose rules were asked.
    pub rules: String,
    /// Whether the pairing breaks no rule.
    pub legal: bool,
    /// Everything that it breaks.
    pub violations: Vec<ViolationReport>,
    /// What it is worth, tier by tier.
    pub objective: Vec<TierReport>,
    /// The boards, in board order.
    pub pairs: Vec<BoardReport>,
    /// Who has the bye, by pairing number.
    pub bye: Option<u32>,
    /// How many rounds are planned, if known.
    pub rounds_planned: Option<u32>,
    #[serde(skip)]
    players: Vec<PlayerReport>,
    #[serde(skip)]
    pairing: Pairing,
}

/// One rule broken, with its witnesses.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ViolationReport {
    /// The rule's id.
    pub rule: &'static str,
    /// Who breaks it, by pairing number.
    pub players: Vec<u32>,
    /// How.
    pub what: String,
}

impl ViolationReport {
    pub(super) fn new(violation: &Violation) -> Self {
        let players = violation.players.iter().map(|id| id.0).collect();
        Self { rule: violation.rule, players, what: violation.what.clone() }
    }
}

impl VerifyReport {
    /// The record of `verdict` on `pairing` by the model or system called `rules`.
    #[must_use]
    pub fn new(tournament: &str, state: &RoundState, rules: &str, pairing: &Pairing, verdict: &Verdict) -> Self {
        let pairing = pairing.clone().in_board_order(state);
        Self {
            tournament: tournament.to_owned(),
            round: state.round(),
            rules: rules.to_owned(),
            legal: verdict.is_legal(),
            violations: verdict.violations.iter().map(ViolationReport::new).collect(),
            objective: tiers(&verdict.objective),
            pairs: boards(&pairing),
            bye: pairing.bye.map(|id| id.0),
            rounds_planned: state.rounds_planned(),
            players: players(state),
            pairing,
        }
    }
}

impl Render for VerifyReport {
    fn render(&self, format: Format, out: &mut dyn io::Write) -> io::Result<()> {
        match format {
            Format::Table => {
                write_heading(&self.tournament, self.round, self.rounds_planned, out)?;
                write_boards(&self.players, &self.pairing, out)?;
                writeln!(out)?;
                if !self.objective.is_empty() {
                    write_objective(&self.rules, &self.objective, out)?;
                }
                if self.legal {
                    return writeln!(out, "Legal in round {} by {}.", self.round, self.rules);
                }
                writeln!(out, "Not legal in round {} by {}:", self.round, self.rules)?;
                for violation in &self.violations {
                    writeln!(out, "  {} [{}]", violation.what, violation.rule)?;
                }
                Ok(())
            }
            Format::Json => write_json(self, out),
            Format::Pairs => out.write_all(pairs::write(&self.pairing).as_bytes()),
            Format::Csv => write_board_csv(&self.players, &self.pairing, out),
        }
    }
}
