use super::boards::{players, write_board_csv, write_boards, write_heading};
use super::objective::{write_objective, write_uncounted};
use super::optima::OptimaReport;
use super::programs::{objective, write_programs};
use super::table::write_table;
use super::{Format, KeepOpenReport, PlayerReport, Render, RepairReport, write_json};
use crate::formats::pairs;
use crate::model::{Model, Value};
use crate::programs::ProgramStage;
use crate::rules::Barred;
use crate::solve::{Bound, CoursePoint, Evidence, Limit, Termination, Ties};
use crate::tasks::{Repaired, Solved};
use crate::tournament::{Pairing, RoundState};
use crate::verify::{TierVerdict, Verdict};
use itertools::Itertools;
use schemars::JsonSchema;
use serde::Serialize;
use std::io;
use std::time::Duration;
use strum::Display;

/// A round that was solved by an objective or by a system's program: the pairing, its values and their proof.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct SolveReport {
    /// The round that was paired.
    pub round: u32,
    /// The model's name.
    pub model: String,
    /// The status of the solve.
    pub status: Status,
    /// Why there is no legal pairing, if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The rules that bar the pairs of those whom the reason names, if it names any: all pairs that it depends on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub barred: Vec<Barred>,
    /// The value of each tier. For an objective, the verifier counts it term by term. For a system's program, each aim
    /// is a number, and the least is the best.
    pub objective: Vec<TierVerdict>,
    /// The proven bound of each tier, up to the first one not solved to the end.
    pub bound: Vec<BoundReport>,
    /// The gap in the last tier of `bound`; 0 if the pairing is optimal, absent without a pairing.
    pub gap: Option<Value>,
    /// Whether the pairing is a proven optimum, and verified. If `status` is a limit, it may not be the canonical optimum.
    pub optimal: bool,
    /// Whether the verifier found the pairing legal and worth what the solver claims.
    pub verified: bool,
    /// The pairing.
    #[serde(flatten)]
    pub pairing: Pairing,
    /// Which of several equal optima is reported.
    pub ties: Ties,
    /// Whether the pairing is the only optimum, colours apart. Null if that is not known: of a system's program, with caps, and if a
    /// limit came first.
    pub unique: Option<bool>,
    /// How many optima there are, if that was asked for.
    #[serde(flatten)]
    pub optima: Option<OptimaReport>,
    /// The repair, if it was asked for and there is no legal pairing. Then model and values are those of the repaired model.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repair: Option<RepairReport>,
    /// What is known of the rounds that can follow, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub keep_open: Option<KeepOpenReport>,
    /// Wall time of each step.
    pub seconds: Seconds,
    /// The tournament's name.
    pub tournament: String,
    /// The number of planned rounds, if known.
    pub rounds_planned: Option<u32>,
    /// The weakest evidence of any tier's bound, or the evidence that there is no pairing.
    pub proof: Evidence,
    /// The errors that the verifier found. It is empty unless the program has an error.
    pub problems: Vec<String>,
    /// The pairing numbers of the players absent from this round.
    pub absent: Vec<u32>,
    /// The programs of a system, in order, each with the least values of its tiers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub programs: Vec<ProgramStage>,
    /// The course of branch and bound, if the log of HiGHS was asked for and it branched.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub course: Vec<CourseReport>,
    /// The limit that ended the solve, for the renderers.
    #[serde(skip)]
    limit: Option<Limit>,
    /// The players at the boards, for the renderers.
    #[serde(skip)]
    players: Vec<PlayerReport>,
}

/// The status of a solve.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema, Display)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Status {
    /// The pairing is a proven optimum, and verified.
    Optimal,
    /// The time limit came before a proof, or, if `optimal` is true, before the choice among equal optima.
    TimeLimit,
    /// The memory limit came first, in the same way.
    MemoryLimit,
    /// The run was interrupted, in the same way.
    Interrupted,
    /// There is no legal pairing.
    Infeasible,
    /// The verifier contradicts the solver, so the program has an error.
    NotVerified,
}

impl From<Limit> for Status {
    fn from(limit: Limit) -> Self {
        match limit {
            Limit::Time => Self::TimeLimit,
            Limit::Memory => Self::MemoryLimit,
            Limit::Interrupt => Self::Interrupted,
        }
    }
}

impl Status {
    /// The status of a round that was solved and verified.
    #[must_use]
    pub fn new(solved: &Solved) -> Self {
        match &solved.solution.termination {
            Termination::Infeasible(_) => Self::Infeasible,
            _ if solved.solution.incumbent.is_some() && !solved.is_verified() => Self::NotVerified,
            termination => Self::of(termination),
        }
    }

    /// The status of a search that ended so, with all that it found verified.
    pub(super) const fn of(termination: &Termination) -> Self {
        match termination {
            Termination::Infeasible(_) => Self::Infeasible,
            Termination::TimeLimit => Self::TimeLimit,
            Termination::MemoryLimit => Self::MemoryLimit,
            Termination::Interrupted => Self::Interrupted,
            Termination::Optimal => Self::Optimal,
        }
    }
}

/// Why there is no legal pairing, if there is none.
pub(super) fn reason(termination: &Termination) -> Option<String> {
    match termination {
        Termination::Infeasible(why) => Some(why.to_string()),
        _ => None,
    }
}

/// The bound of one tier.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct BoundReport {
    /// The tier, from 1.
    pub tier: usize,
    /// No pairing has a greater value. In a system's program, no pairing has a smaller one.
    pub value: Value,
    /// Its evidence.
    pub proof: Evidence,
}

/// How far branch and bound had come.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct CourseReport {
    /// The tier, from 1.
    pub tier: usize,
    /// The time since branch and bound began, in seconds.
    pub seconds: f64,
    /// The nodes so far.
    pub nodes: u64,
    /// The value of the tier at the best point so far, if there is one.
    pub value: Option<Value>,
    /// What no point exceeds, if it is known, rounded down to a unit of the tier.
    pub bound: Option<Value>,
    /// The difference.
    pub gap: Option<Value>,
}

impl CourseReport {
    fn new(point: &CoursePoint) -> Self {
        let CoursePoint { tier, time, nodes, value, bound } = *point;
        let gap = bound.zip(value).map(|(bound, value)| bound - value);
        Self { tier: tier + 1, seconds: time.as_secs_f64(), nodes, value, bound, gap }
    }

    fn row(&self) -> [String; 6] {
        let text = |value: Option<Value>| value.map_or_else(|| "-".to_owned(), |value| value.to_string());
        let seconds = format!("{:.3}", self.seconds);
        let numbers = [self.tier.to_string(), seconds, self.nodes.to_string()];
        let [tier, seconds, nodes] = numbers;
        [tier, seconds, nodes, text(self.bound), text(self.value), text(self.gap)]
    }
}

/// Wall time of each step, in seconds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, JsonSchema)]
pub struct Seconds {
    /// The time to read the file.
    pub read: f64,
    /// The time to build the model.
    pub build: f64,
    /// The time to prove the optimum.
    pub optimise: f64,
    /// The time to choose among equal optima.
    pub canonical: f64,
    /// The time to verify.
    pub verify: f64,
    /// The time to count the optima, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub optima: Option<f64>,
    /// The sum of these.
    pub total: f64,
}

impl SolveReport {
    /// The record of `solved`. `read` is the time that reading the file took.
    #[must_use]
    pub fn new(tournament: &str, state: &RoundState, model: &Model, solved: &Solved, read: Duration) -> Self {
        let Solved { solution, verdict, .. } = solved;
        let pairing = solution.incumbent.as_ref().map(|best| best.pairing.clone()).unwrap_or_default();
        let bound = |(index, bound): (usize, &Bound)| BoundReport {
            tier: index + 1,
            value: bound.value,
            proof: bound.evidence,
        };
        Self {
            tournament: tournament.to_owned(),
            round: state.round(),
            rounds_planned: state.rounds_planned(),
            model: model.name().to_owned(),
            status: Status::new(solved),
            reason: reason(&solution.termination),
            barred: match &solution.termination {
                Termination::Infeasible(why) => why.barred(),
                _ => Vec::new(),
            },
            objective: match verdict {
                Some(verdict) if solved.programs.is_empty() => verdict.objective.clone(),
                _ => objective(&solved.programs),
            },
            bound: solution.bounds.iter().enumerate().map(bound).collect(),
            gap: solution.gap(),
            optimal: solved.is_optimal(),
            verified: solved.is_verified(),
            pairing,
            ties: solved.ties,
            unique: solved.is_unique(),
            repair: None,
            keep_open: KeepOpenReport::of(solved),
            optima: solved.optima.as_ref().map(|(optima, _)| OptimaReport::new(optima)),
            seconds: Seconds::new(solved, read),
            proof: solution.evidence(),
            problems: verdict.as_ref().map(problems).unwrap_or_default(),
            absent: state.absent().iter().map(|player| player.id.0).collect(),
            programs: solved.programs.clone(),
            course: solution.course.iter().map(CourseReport::new).collect(),
            limit: solution.termination.limit(),
            players: players(state),
        }
    }

    /// The record of a round that was repaired, if it was. `model` is the one that was asked for.
    #[must_use]
    pub fn of_repaired(
        tournament: &str,
        state: &RoundState,
        model: &Model,
        repaired: &Repaired,
        read: Duration,
    ) -> Self {
        let Some(repair) = &repaired.repair else { return Self::new(tournament, state, model, &repaired.solved, read) };
        let spec = Model::Objective(repair.spec.clone());
        let report = Self::new(tournament, state, &spec, &repaired.solved, read);
        Self { repair: Some(RepairReport::new(repair)), ..report }
    }

    /// The value of the pairing by an objective: a number, or a list of numbers, one for each tier. The tiers of a
    /// system's program depend on the round, so they are no column.
    fn value(&self) -> String {
        match self.objective.as_slice() {
            _ if !self.programs.is_empty() || self.gap.is_none() => String::new(),
            [tier] => tier.value.to_string(),
            tiers => format!("[{}]", tiers.iter().map(|tier| tier.value).join(",")),
        }
    }

    /// Whether it is the only optimum, as the end of a sentence.
    fn only(&self) -> String {
        // Of the pairings that keep rounds open nobody knows how many are as good.
        if self.keep_open.is_some() {
            return String::new();
        }
        match (self.unique, self.ties) {
            (Some(true), _) => "; the only one".to_owned(),
            (Some(false), Ties::Canonical) => "; one of several, the canonical one".to_owned(),
            (Some(false), Ties::Fold) => "; one of several, the nearest to the fold".to_owned(),
            (Some(false), Ties::Random(seed)) => format!("; one of several, drawn by seed {seed}"),
            // The rules of a system leave one.
            (None, _) if !self.programs.is_empty() => String::new(),
            (None, _) => "; --count-optima says whether it is the only one".to_owned(),
        }
    }

    fn write_table(&self, out: &mut dyn io::Write) -> io::Result<()> {
        write_heading(&self.tournament, self.round, self.rounds_planned, out)?;
        match (&self.reason, &self.keep_open) {
            (Some(reason), Some(ahead)) if ahead.broken_at.is_some() => {
                writeln!(out, "Not open: {reason}.")?;
                return ahead.write(out);
            }
            (Some(reason), _) => return writeln!(out, "No legal pairing: {reason}."),
            (None, _) => {}
        }
        self.repair.as_ref().filter(|_| self.gap.is_some()).map_or(Ok(()), |repair| repair.write_head(out))?;
        if self.gap.is_none() {
            let limit = self.limit.map_or_else(String::new, |limit| format!(" before {limit}"));
            return writeln!(out, "No pairing was found{limit}.");
        }
        write_boards(&self.players, &self.pairing, out)?;
        writeln!(out)?;
        if self.programs.is_empty() {
            write_objective(&self.model, &self.objective, out)?;
            write_uncounted(&self.objective, out)?;
        } else {
            write_programs(&self.programs, out)?;
        }
        let evidence = match self.proof {
            Evidence::IntegerDual if self.programs.is_empty() => "by its dual solution, checked in integers",
            Evidence::IntegerDual => "by a dual solution of each tier, checked in integers",
            Evidence::IntegerTree => "by a branching tree of dual solutions, checked in integers",
            Evidence::Obstruction => "by dual solutions and obstructions, checked in integers",
            Evidence::BranchAndBound => "by branch and bound",
            Evidence::Search => "by trying better pairings, and all rounds that can follow them",
            Evidence::Nothing => "by nothing",
        };
        match self.limit {
            _ if matches!(self.status, Status::NotVerified | Status::Infeasible) => {}
            None => writeln!(out, "Optimal: proven {evidence}{}.", self.only())?,
            Some(limit) if self.optimal => {
                writeln!(out, "Optimal: proven {evidence}; {limit} came before the choice among equal optima.")?;
            }
            Some(limit) => {
                let bound = self.bound.last().map_or_else(|| "none".to_owned(), |bound| bound.value.to_string());
                let tier = self.bound.len();
                writeln!(out, "Not proven optimal: {limit} came first; tier {tier} is at most {bound}.")?;
            }
        }
        match (self.verified, self.programs.is_empty()) {
            (true, true) if self.repair.is_some() => {
                writeln!(out, "Verified: legal but for these breaches, and worth what is claimed.")?;
            }
            (true, true) => writeln!(out, "Verified: legal, and worth what is claimed.")?,
            (true, false) => writeln!(out, "Verified: legal.")?,
            (false, _) => writeln!(out, "NOT VERIFIED: {}", self.problems.join("; "))?,
        }
        self.repair.as_ref().filter(|_| self.optimal).map_or(Ok(()), |repair| repair.write_breaches(out))?;
        self.keep_open.as_ref().map_or(Ok(()), |ahead| ahead.write(out))?;
        if let Some(optima) = &self.optima {
            optima.write(&self.pairing, out)?;
        }
        let s = &self.seconds;
        let counting = s.optima.map_or_else(String::new, |seconds| format!(", count {seconds:.3}"));
        writeln!(
            out,
            "Time: {:.3} s (read {:.3}, build {:.3}, optimise {:.3}, canonical {:.3}, verify {:.3}{counting}).",
            s.total, s.read, s.build, s.optimise, s.canonical, s.verify
        )?;
        if self.course.is_empty() {
            return Ok(());
        }
        writeln!(out, "\nThe course of branch and bound:\n")?;
        let headers = [">Tier", ">Seconds", ">Nodes", ">Bound", ">Incumbent", ">Gap"];
        write_table(&headers, self.course.iter().map(CourseReport::row), out)
    }
}

impl Seconds {
    fn new(solved: &Solved, read: Duration) -> Self {
        let timing = solved.solution.timing;
        let counting = solved.optima.as_ref().map(|(_, counting)| *counting);
        let steps = [read, timing.build, timing.optimise, timing.canonical, solved.verifying];
        let total: Duration = steps.into_iter().chain(counting).sum();
        Self {
            read: read.as_secs_f64(),
            build: timing.build.as_secs_f64(),
            optimise: timing.optimise.as_secs_f64(),
            canonical: timing.canonical.as_secs_f64(),
            verify: solved.verifying.as_secs_f64(),
            optima: counting.map(|counting| counting.as_secs_f64()),
            total: total.as_secs_f64(),
        }
    }
}

impl Render for SolveReport {
    fn render(&self, format: Format, out: &mut dyn io::Write) -> io::Result<()> {
        match format {
            Format::Table => self.write_table(out),
            Format::Json => write_json(self, out),
            // Without a pairing there is no board list.
            Format::Pairs if self.gap.is_none() => Ok(()),
            Format::Pairs => out.write_all(pairs::write(&self.pairing).as_bytes()),
            Format::Csv => {
                let keys = [
                    ("tournament", self.tournament.clone()),
                    ("round", self.round.to_string()),
                    ("model", self.model.clone()),
                    ("status", self.status.to_string()),
                    ("value", self.value()),
                ];
                write_board_csv(keys, &self.players, self.gap.map(|_| &self.pairing), out)
            }
        }
    }
}

fn problems(verdict: &Verdict) -> Vec<String> {
    let said = |value: Option<Value>| value.map_or_else(|| "nothing".to_owned(), |value| value.to_string());
    let disagreements = verdict.disagreements.iter().map(|tier| {
        format!("tier {} is worth {}, but {} was claimed", tier.tier, said(tier.found), said(tier.claimed))
    });
    verdict.violations.iter().map(ToString::to_string).chain(disagreements).collect()
}
