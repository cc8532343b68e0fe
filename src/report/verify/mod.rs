mod csv;

use super::against::write_distance;
use super::boards::{players, write_boards, write_heading};
use super::missing::sentence;
use super::objective::write_objective;
use super::{AgainstReport, BehindReport, Format, OptimumVerdict, PlayerReport, Render, write_csv, write_json};
use crate::formats::pairs;
use crate::model::Objective;
use crate::printable::printable;
use crate::proof::{Claim, Refusal};
use crate::tasks::{Audit, Distance, Missing, Rules};
use crate::tournament::{Pairing, RoundState};
use crate::verify::{TierVerdict, Violation, breaches};
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt;
use std::io;

/// A pairing that was checked by the rules of a model or a system.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct VerifyReport {
    /// The tournament's name.
    pub tournament: String,
    /// The round.
    pub round: u32,
    /// The model or the system whose rules were checked.
    pub rules: String,
    /// Whether the pairing breaks no rule.
    pub legal: bool,
    /// Every violation of these rules.
    pub violations: Vec<Violation>,
    /// Every breach of a rule that the model counts and does not forbid.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub breaches: Vec<Violation>,
    /// The value of each tier.
    pub objective: Vec<TierVerdict>,
    /// The pairing, in board order.
    #[serde(flatten)]
    pub pairing: Pairing,
    /// The number of planned rounds, if known.
    pub rounds_planned: Option<u32>,
    /// The verdict on the proof, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<ProofReport>,
    /// The distance from the model's optimum; absent if the rules are a system's, or for the reason in `missing`.
    pub distance: Option<Distance>,
    /// The differences from the pairing of the given system, or from those of all systems.
    pub systems: Vec<AgainstReport>,
    /// The comparison with the optimum of the system's program; absent if the rules are a model's, or for the reason in
    /// `missing`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub program: Option<OptimumVerdict>,
    /// The reason if there is no optimum to compare with.
    pub missing: Option<Missing>,
    #[serde(skip)]
    players: Vec<PlayerReport>,
}

impl VerifyReport {
    /// The record of `audit`.
    #[must_use]
    pub fn new(tournament: &str, state: &RoundState, audit: &Audit) -> Self {
        let proof = match (&audit.proof, &audit.rules) {
            (Some(checked), Rules::Model(spec)) => Some(ProofReport::new(tournament, state, spec, checked.clone())),
            _ => None,
        };
        Self {
            tournament: tournament.to_owned(),
            round: state.round(),
            rules: audit.rules.to_string(),
            legal: audit.verdict.is_legal(),
            violations: audit.verdict.violations.clone(),
            breaches: match &audit.rules {
                Rules::Model(spec) => breaches(state, &spec.counted_rules(), &audit.pairing),
                Rules::System(_) => Vec::new(),
            },
            objective: audit.verdict.objective.clone(),
            pairing: audit.pairing.clone(),
            rounds_planned: state.rounds_planned(),
            proof,
            distance: audit.distance.clone(),
            systems: audit.systems.iter().map(AgainstReport::new).collect(),
            program: audit.program.as_ref().map(|paired| OptimumVerdict::new(state, paired, &audit.pairing)),
            missing: audit.missing.clone(),
            players: players(state),
        }
    }

    /// `rules` on one line.
    fn shown_rules(&self) -> String {
        printable(&self.rules)
    }

    fn write_program(&self, out: &mut dyn io::Write) -> io::Result<()> {
        let Some(program) = &self.program else { return Ok(()) };
        if program.optimal {
            return writeln!(
                out,
                "The optimum of the program of {}: same boards, colours and bye.",
                self.shown_rules()
            );
        }
        writeln!(out, "Not the optimum of the program of {}:", self.shown_rules())?;
        let behind = program.behind.iter().map(BehindReport::sentence);
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
                    writeln!(out, "Legal in round {} by {}.", self.round, self.shown_rules())?;
                } else {
                    writeln!(out, "Not legal in round {} by {}:", self.round, self.shown_rules())?;
                }
                for violation in &self.violations {
                    writeln!(out, "  {} [{}]", violation.what, violation.rule)?;
                }
                if !self.breaches.is_empty() {
                    writeln!(out, "Breaches that it counts:")?;
                }
                for breach in &self.breaches {
                    writeln!(out, "  {breach}")?;
                }
                self.distance.as_ref().map_or(Ok(()), |distance| write_distance(distance, self.legal, out))?;
                self.missing.as_ref().map_or(Ok(()), |missing| writeln!(out, "{}", sentence(missing, "")))?;
                self.proof.as_ref().map_or(Ok(()), |proof| writeln!(out, "{}", proof.outcome))?;
                self.write_program(out)?;
                AgainstReport::write_all(&self.systems, out)
            }
            Format::Json => write_json(self, out),
            Format::Pairs => out.write_all(pairs::write(&self.pairing).as_bytes()),
            Format::Csv => write_csv(csv::header(), csv::rows(self), out),
        }
    }
}

/// A proof, checked for its round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ProofReport {
    /// The round.
    pub round: u32,
    /// The model's name.
    pub model: String,
    /// The verdict.
    #[serde(flatten)]
    pub outcome: ProofOutcome,
    #[serde(skip)]
    tournament: String,
    #[serde(skip)]
    rounds_planned: Option<u32>,
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

impl ProofReport {
    /// The record of a proof that was `checked`.
    #[must_use]
    pub fn new(tournament: &str, state: &RoundState, spec: &Objective, checked: Result<Claim, Refusal>) -> Self {
        Self {
            round: state.round(),
            model: spec.name.clone(),
            outcome: match checked {
                Ok(claim) => ProofOutcome::Proven(claim),
                Err(refusal) => ProofOutcome::Refused(refusal),
            },
            tournament: tournament.to_owned(),
            rounds_planned: state.rounds_planned(),
        }
    }
}

impl fmt::Display for ProofOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Proven(Claim::Optimal) => f.write_str("Optimal: the proof holds, checked in integers."),
            Self::Proven(Claim::OnlyOptimum) => {
                f.write_str("Optimal, and no other pairs are: the proof holds, checked in integers.")
            }
            Self::Proven(Claim::Infeasible) => f.write_str("No legal pairing: the proof holds, checked in integers."),
            Self::Refused(refusal) => write!(f, "The proof does not hold: {refusal}"),
        }
    }
}

impl Render for ProofReport {
    fn render(&self, format: Format, out: &mut dyn io::Write) -> io::Result<()> {
        match format {
            Format::Json => write_json(self, out),
            Format::Csv => write_csv(csv::header(), csv::proof_rows(self), out),
            // There are no boards to list.
            Format::Table | Format::Pairs => {
                write_heading(&self.tournament, self.round, self.rounds_planned, out)?;
                writeln!(out, "{}", self.outcome)
            }
        }
    }
}
