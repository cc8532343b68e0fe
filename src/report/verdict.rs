use super::round::{boards, players, tiers, write_board_csv, write_boards, write_heading, write_objective};
use super::{BehindReport, BoardReport, Format, OptimumVerdict, PlayerReport, Render, TierReport, write_json};
use crate::formats::pairs;
use crate::tournament::{Pairing, RoundState};
use crate::verify::Verdict;
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
    /// How it compares with the optimum of the system's program, if a system was asked that has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub program: Option<OptimumVerdict>,
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
            violations: ViolationReport::all(verdict),
            objective: tiers(verdict),
            pairs: boards(&pairing),
            bye: pairing.bye.map(|id| id.0),
            rounds_planned: state.rounds_planned(),
            program: None,
            players: players(state),
            pairing,
        }
    }
}

impl ViolationReport {
    /// Everything that `verdict` found broken.
    pub(super) fn all(verdict: &Verdict) -> Vec<Self> {
        let violation = |violation: &crate::verify::Violation| Self {
            rule: violation.rule,
            players: violation.players.iter().map(|id| id.0).collect(),
            what: violation.what.clone(),
        };
        verdict.violations.iter().map(violation).collect()
    }
}

impl VerifyReport {
    /// The record with what the system's program says, if it has one.
    #[must_use]
    pub fn with_program(self, program: Option<OptimumVerdict>) -> Self {
        Self { program, ..self }
    }

    fn write_program(&self, out: &mut dyn io::Write) -> io::Result<()> {
        let Some(program) = &self.program else { return Ok(()) };
        if program.optimal {
            return writeln!(out, "The optimum of the program of {}: same boards, colours and bye.", self.rules);
        }
        writeln!(out, "Not the optimum of the program of {}:", self.rules)?;
        let behind = program.behind.iter().map(BehindReport::told);
        program.differences.iter().cloned().chain(behind).try_for_each(|line| writeln!(out, "  {line}"))
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
                    writeln!(out, "Legal in round {} by {}.", self.round, self.rules)?;
                    return self.write_program(out);
                }
                writeln!(out, "Not legal in round {} by {}:", self.round, self.rules)?;
                for violation in &self.violations {
                    writeln!(out, "  {} [{}]", violation.what, violation.rule)?;
                }
                self.write_program(out)
            }
            Format::Json => write_json(self, out),
            Format::Pairs => out.write_all(pairs::write(&self.pairing).as_bytes()),
            Format::Csv => write_board_csv(&self.players, &self.pairing, out),
        }
    }
}
