use super::number::{decimal, fraction};
use super::table::{table, write_table};
use super::{Format, Render, write_csv, write_json};
use crate::formats::pairs;
use crate::model::{Spec, Value};
use crate::solve::{Proof, Solution, Stop};
use crate::tournament::{Board, Pairing, PlayerId, PlayerState, RoundState};
use crate::verify::{TierVerdict, Verdict};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Number;
use std::io;
use std::time::Duration;

/// A round that was solved: the pairing, what it is worth, and what is proven of it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RoundReport {
    /// The round that was paired.
    pub round: u32,
    /// The model's name.
    pub model: String,
    /// `optimal`, `time-limit` or `infeasible`.
    pub status: &'static str,
    /// Why there is no legal pairing, if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The value of each tier, term by term, as the verifier counts it.
    pub objective: Vec<TierReport>,
    /// The proven bound of each tier, up to the first one not solved to the end.
    pub bound: Vec<ValueReport>,
    /// How far the pairing may be from the optimum in that tier; 0 if optimal, absent without a pairing.
    pub gap: Option<Number>,
    /// Whether the pairing is a proven optimum.
    pub optimal: bool,
    /// Whether the verifier found the pairing legal and worth what the solver claims.
    pub verified: bool,
    /// The boards, top board first.
    pub pairs: Vec<BoardReport>,
    /// Who has the bye, by pairing number.
    pub bye: Option<u32>,
    /// Wall time of each step.
    pub seconds: Seconds,
    /// The tournament's name.
    pub tournament: String,
    /// How many rounds are planned, if known.
    pub rounds_planned: Option<u32>,
    /// What proves the bound: `integer-dual`, `branch-and-bound` or `floating-point`.
    pub proof: &'static str,
    /// What the verifier found wrong; empty unless something is broken.
    pub problems: Vec<String>,
    /// Everybody who is away this round, by pairing number.
    pub absent: Vec<u32>,
    /// The players at the boards, for the renderers.
    #[serde(skip)]
    players: Vec<PlayerReport>,
    #[serde(skip)]
    pairing: Pairing,
}

/// A player as a board list shows one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayerReport {
    /// The pairing number.
    pub id: PlayerId,
    /// Title and name.
    pub name: String,
    /// The score that pairing goes by.
    pub score: String,
}

/// One board, by pairing number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct BoardReport {
    /// Who has White.
    pub white: u32,
    /// Who has Black.
    pub black: u32,
}

/// The value of one tier.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct TierReport {
    /// The tier, from 1.
    pub tier: usize,
    /// Its name in the model.
    pub name: String,
    /// Its value.
    pub value: Number,
    /// Its terms.
    pub terms: Vec<TermReport>,
}

/// What one term adds to a tier.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct TermReport {
    /// The rule's id.
    pub term: &'static str,
    /// What one unit is worth.
    pub weight: i32,
    /// How many units there are.
    pub count: Number,
    /// Weight times count.
    pub value: Number,
}

/// A number for one tier.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ValueReport {
    /// The tier, from 1.
    pub tier: usize,
    /// The number.
    pub value: Number,
}

/// Wall time of each step, in seconds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
pub struct Seconds {
    /// Reading the file.
    pub read: f64,
    /// Building the model.
    pub build: f64,
    /// Proving the optimum.
    pub optimise: f64,
    /// Choosing among equal optima.
    pub canonical: f64,
    /// Verifying.
    pub verify: f64,
    /// All of these.
    pub total: f64,
}

impl RoundReport {
    /// The record of `solution`, as `verdict` (on its incumbent) found it; `times` are those of reading and verifying.
    #[must_use]
    pub fn new(
        tournament: &str,
        state: &RoundState,
        spec: &Spec,
        solution: &Solution,
        verdict: Option<&Verdict>,
        times: (Duration, Duration),
    ) -> Self {
        let (read, verify) = times;
        let pairing = solution.incumbent.as_ref().map(|best| best.pairing.clone()).unwrap_or_default();
        let timing = solution.timing;
        let total = read + timing.build + timing.optimise + timing.canonical + verify;
        let value = |(index, value): (usize, &Value)| ValueReport { tier: index + 1, value: decimal(*value) };
        Self {
            tournament: tournament.to_owned(),
            round: state.round(),
            rounds_planned: state.rounds_planned(),
            model: spec.name.clone(),
            status: match &solution.stop {
                Stop::Optimal => "optimal",
                Stop::TimeLimit => "time-limit",
                Stop::Infeasible(_) => "infeasible",
            },
            reason: match &solution.stop {
                Stop::Infeasible(why) => Some(why.to_string()),
                Stop::Optimal | Stop::TimeLimit => None,
            },
            objective: verdict.map(|verdict| tiers(&verdict.objective)).unwrap_or_default(),
            bound: solution.bound.iter().enumerate().map(value).collect(),
            gap: solution.gap().map(decimal),
            optimal: solution.is_optimal(),
            proof: match solution.proof {
                Proof::IntegerDual => "integer-dual",
                Proof::BranchAndBound => "branch-and-bound",
                Proof::FloatingPoint => "floating-point",
            },
            verified: verdict.is_some_and(Verdict::is_verified),
            problems: verdict.map(problems).unwrap_or_default(),
            pairs: boards(&pairing),
            bye: pairing.bye.map(|id| id.0),
            absent: state.absent().iter().map(|player| player.id.0).collect(),
            seconds: Seconds {
                read: read.as_secs_f64(),
                build: timing.build.as_secs_f64(),
                optimise: timing.optimise.as_secs_f64(),
                canonical: timing.canonical.as_secs_f64(),
                verify: verify.as_secs_f64(),
                total: total.as_secs_f64(),
            },
            players: players(state),
            pairing,
        }
    }

    fn write_table(&self, out: &mut dyn io::Write) -> io::Result<()> {
        write_heading(&self.tournament, self.round, self.rounds_planned, out)?;
        if let Some(reason) = &self.reason {
            writeln!(out, "No legal pairing: {reason}.")?;
            return Ok(());
        }
        if self.gap.is_none() {
            return writeln!(out, "No pairing was found before the time limit.");
        }
        write_boards(&self.players, &self.pairing, out)?;
        writeln!(out)?;
        write_objective(&self.model, &self.objective, out)?;
        let proof = match self.proof {
            "integer-dual" => "by its dual solution, checked in integers",
            "branch-and-bound" => "by branch and bound",
            _ => "in floating point",
        };
        if self.optimal {
            writeln!(out, "Optimal: proven {proof}.")?;
        } else {
            let bound = self.bound.last().map_or_else(|| "none".to_owned(), |bound| bound.value.to_string());
            let tier = self.bound.len();
            writeln!(out, "Not proven optimal: the time limit was reached; tier {tier} is at most {bound}.")?;
        }
        if self.verified {
            writeln!(out, "Verified: legal, and worth what is claimed.")?;
        } else {
            writeln!(out, "NOT VERIFIED: {}", self.problems.join("; "))?;
        }
        let s = &self.seconds;
        writeln!(
            out,
            "Time: {:.3} s (read {:.3}, build {:.3}, optimise {:.3}, canonical {:.3}, verify {:.3}).",
            s.total, s.read, s.build, s.optimise, s.canonical, s.verify
        )
    }
}

impl Render for RoundReport {
    fn render(&self, format: Format, out: &mut dyn io::Write) -> io::Result<()> {
        match format {
            Format::Table => self.write_table(out),
            Format::Json => write_json(self, out),
            // Without a pairing there is no board list.
            Format::Pairs | Format::Csv if self.gap.is_none() => Ok(()),
            Format::Pairs => out.write_all(pairs::write(&self.pairing).as_bytes()),
            Format::Csv => write_board_csv(&self.players, &self.pairing, out),
        }
    }
}

pub(super) fn tiers(objective: &[TierVerdict]) -> Vec<TierReport> {
    let tier = |(index, tier): (usize, &TierVerdict)| TierReport {
        tier: index + 1,
        name: tier.name.clone(),
        value: decimal(tier.value),
        terms: tier
            .terms
            .iter()
            .map(|term| TermReport {
                term: term.term.rule().id,
                weight: term.weight,
                count: fraction(term.count, 10),
                value: decimal(term.value),
            })
            .collect(),
    };
    objective.iter().enumerate().map(tier).collect()
}

fn problems(verdict: &Verdict) -> Vec<String> {
    let said = |value: Option<Value>| value.map_or_else(|| "nothing".to_owned(), |value| value.to_string());
    let disagreements = verdict.disagreements.iter().map(|tier| {
        format!("tier {} is worth {}, but {} was claimed", tier.tier, said(tier.found), said(tier.claimed))
    });
    verdict.violations.iter().map(ToString::to_string).chain(disagreements).collect()
}

pub(super) fn boards(pairing: &Pairing) -> Vec<BoardReport> {
    pairing.boards.iter().map(|Board { white, black }| BoardReport { white: white.0, black: black.0 }).collect()
}

pub(super) fn players(state: &RoundState) -> Vec<PlayerReport> {
    let report = |player: &PlayerState| PlayerReport {
        id: player.id,
        name: match &player.title {
            Some(title) => format!("{title} {}", player.name),
            None => player.name.clone(),
        },
        score: player.score.to_string(),
    };
    state.players().iter().map(report).collect()
}

fn find(players: &[PlayerReport], id: PlayerId) -> (String, String) {
    let player = players.iter().find(|player| player.id == id);
    player.map_or_else(|| ("?".into(), String::new()), |player| (player.name.clone(), player.score.clone()))
}

pub(super) fn write_boards(players: &[PlayerReport], pairing: &Pairing, out: &mut dyn io::Write) -> io::Result<()> {
    let mut boards = table(&[">Board", ">No.", "White", ">Score", ">No.", "Black", ">Score"]);
    for (number, board) in (1..).zip(&pairing.boards) {
        let (white, white_score) = find(players, board.white);
        let (black, black_score) = find(players, board.black);
        let row = [number.to_string(), board.white.to_string(), white, white_score];
        boards.add_row(row.into_iter().chain([board.black.to_string(), black, black_score]));
    }
    if let Some(bye) = pairing.bye {
        let (name, score) = find(players, bye);
        boards.add_row([String::new(), bye.to_string(), name, score, String::new(), "bye".into(), String::new()]);
    }
    write_table(&boards, out)
}

/// The tournament's name for a table.
pub(super) const fn name_or_none(tournament: &str) -> &str {
    if tournament.is_empty() { "Tournament without a name" } else { tournament }
}

/// The tournament and the round, as every table begins.
pub(super) fn write_heading(
    tournament: &str,
    round: u32,
    planned: Option<u32>,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    writeln!(out, "{}", name_or_none(tournament))?;
    match planned {
        Some(planned) => writeln!(out, "Round {round} of {planned}\n"),
        None => writeln!(out, "Round {round}\n"),
    }
}

/// What each tier is worth; terms that count nothing are left out.
pub(super) fn write_objective(model: &str, objective: &[TierReport], out: &mut dyn io::Write) -> io::Result<()> {
    let mut terms = table(&["Model", ">Value", ">Weight", ">Count", "Term"]);
    for tier in objective {
        let name = if objective.len() == 1 { model.to_owned() } else { format!("{model}, {}", tier.name) };
        terms.add_row([name, tier.value.to_string(), String::new(), String::new(), String::new()]);
        for term in tier.terms.iter().filter(|term| term.count.as_f64() != Some(0.0)) {
            let name = term.term.strip_prefix("ilp.").unwrap_or(term.term).to_owned();
            terms.add_row([
                String::new(),
                term.value.to_string(),
                term.weight.to_string(),
                term.count.to_string(),
                name,
            ]);
        }
    }
    write_table(&terms, out)?;
    writeln!(out)
}

pub(super) fn write_board_csv(players: &[PlayerReport], pairing: &Pairing, out: &mut dyn io::Write) -> io::Result<()> {
    let header = ["board", "white", "white_name", "white_score", "black", "black_name", "black_score"];
    let boards = (1..).zip(&pairing.boards).map(|(number, board): (u32, &Board)| {
        let (white, white_score) = find(players, board.white);
        let (black, black_score) = find(players, board.black);
        let ids = [board.white, board.black].map(|id| id.to_string());
        let [white_id, black_id] = ids;
        [number.to_string(), white_id, white, white_score, black_id, black, black_score]
    });
    let bye = pairing.bye.map(|id| {
        let (name, score) = find(players, id);
        [String::new(), id.to_string(), name, score, "0".into(), "bye".into(), String::new()]
    });
    write_csv(header, boards.chain(bye), out)
}
