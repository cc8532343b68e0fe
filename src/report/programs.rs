use super::round::{boards, players, write_board_csv, write_boards, write_heading};
use super::table::{table, write_table};
use super::{BoardReport, Format, PlayerReport, Render, ViolationReport, write_json};
use crate::formats::pairs;
use crate::model::SystemSpec;
use crate::programs::{Behind, Stage, StageKind, SystemSolution};
use crate::tournament::{Board, Pairing, PlayerId, RoundState};
use crate::verify::Verdict;
use schemars::JsonSchema;
use serde::Serialize;
use std::io;
use std::time::Duration;

/// A round that a system's program has paired.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ProgramReport {
    /// The round.
    pub round: u32,
    /// The program's name.
    pub model: String,
    /// `optimal` or `infeasible`.
    pub status: &'static str,
    /// The optimum of every tier, program by program; a tier without choice is left out.
    pub objective: Vec<StageReport>,
    /// Whether the pairing is the proven optimum.
    pub optimal: bool,
    /// How far from it: always 0.
    pub gap: u8,
    /// Whether the verifier finds that it breaks no rule of the system.
    pub verified: bool,
    /// The boards, top board first.
    pub pairs: Vec<BoardReport>,
    /// Who has the bye, by pairing number.
    pub bye: Option<u32>,
    /// Wall time.
    pub seconds: ProgramSeconds,
    /// The tournament's name.
    pub tournament: String,
    /// How many rounds are planned, if known.
    pub rounds_planned: Option<u32>,
    /// What proves the optimum of each tier.
    pub proof: &'static str,
    /// What the verifier found wrong.
    pub violations: Vec<ViolationReport>,
    #[serde(skip)]
    players: Vec<PlayerReport>,
    #[serde(skip)]
    pairing: Pairing,
}

/// Wall time, in seconds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
pub struct ProgramSeconds {
    /// Building and solving.
    pub optimise: f64,
    /// All of it.
    pub total: f64,
}

/// One program of a round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StageReport {
    /// `everybody`, `alone`, `backtracked`, `penultimate`, `lowest` or `colours`.
    pub program: &'static str,
    /// Who is in it, by pairing number.
    pub players: Vec<u32>,
    /// Who leaves it unpaired, by pairing number.
    pub leavers: Vec<u32>,
    /// Its tiers.
    pub tiers: Vec<OptimumReport>,
}

/// What a tier came to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct OptimumReport {
    /// What it counts, as the model file names it.
    pub tier: String,
    /// The rule it is from.
    pub article: String,
    /// The least value of each of its sums, in turn.
    pub value: Vec<i64>,
}

impl StageReport {
    fn new(stage: &Stage) -> Self {
        let ids = |ids: &[PlayerId]| ids.iter().map(|id| id.0).collect();
        let tier = |tier: &crate::programs::TierOptimum| OptimumReport {
            tier: tier.count.clone(),
            article: tier.article.clone(),
            value: tier.values.clone(),
        };
        Self {
            program: name(stage.kind),
            players: ids(&stage.players),
            leavers: ids(&stage.leavers),
            tiers: stage.tiers.iter().map(tier).collect(),
        }
    }
}

const fn name(kind: StageKind) -> &'static str {
    match kind {
        StageKind::Everybody => "everybody",
        StageKind::Alone => "alone",
        StageKind::Backtracked => "backtracked",
        StageKind::Penultimate => "penultimate",
        StageKind::Lowest => "lowest",
        StageKind::Colours => "colours",
    }
}

impl ProgramReport {
    /// The record of `solution`, as `verdict` found it; `None` is a round that cannot be paired.
    #[must_use]
    pub fn new(
        tournament: &str,
        state: &RoundState,
        spec: &SystemSpec,
        solution: Option<&SystemSolution>,
        verdict: Option<&Verdict>,
        [optimise, total]: [Duration; 2],
    ) -> Self {
        let pairing = solution.map(|solution| solution.pairing.clone()).unwrap_or_default();
        let stages = solution.map(|solution| solution.stages.as_slice()).unwrap_or_default();
        Self {
            round: state.round(),
            model: spec.name.clone(),
            status: if solution.is_some() { "optimal" } else { "infeasible" },
            objective: stages.iter().map(StageReport::new).collect(),
            optimal: solution.is_some(),
            gap: 0,
            verified: verdict.is_some_and(Verdict::is_legal),
            pairs: boards(&pairing),
            bye: pairing.bye.map(|id| id.0),
            seconds: ProgramSeconds { optimise: optimise.as_secs_f64(), total: total.as_secs_f64() },
            tournament: tournament.to_owned(),
            rounds_planned: state.rounds_planned(),
            proof: "branch-and-bound",
            violations: verdict.map(ViolationReport::all).unwrap_or_default(),
            players: players(state),
            pairing,
        }
    }

    fn write_table(&self, out: &mut dyn io::Write) -> io::Result<()> {
        write_heading(&self.tournament, self.round, self.rounds_planned, out)?;
        if !self.optimal {
            return writeln!(out, "No legal pairing.");
        }
        write_boards(&self.players, &self.pairing, out)?;
        for stage in &self.objective {
            let list = |ids: &[u32]| ids.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
            let of = if stage.players.is_empty() { String::new() } else { format!(": {}", list(&stage.players)) };
            let out_of =
                if stage.leavers.is_empty() { String::new() } else { format!("; out {}", list(&stage.leavers)) };
            writeln!(out, "\nProgram {}{of}{out_of}", stage.program)?;
            let mut tiers = table(&[">Least", "Tier"]);
            for tier in stage.tiers.iter().filter(|tier| tier.value.iter().any(|value| *value != 0)) {
                let values: Vec<String> = tier.value.iter().map(ToString::to_string).collect();
                tiers.add_row([values.join(" "), format!("{} [{}]", tier.tier, tier.article)]);
            }
            if tiers.row_count() > 0 {
                write_table(&tiers, out)?;
            }
        }
        writeln!(out, "\nTiers that are 0 are not shown. Optimal: each tier proven by branch and bound.")?;
        for violation in &self.violations {
            writeln!(out, "NOT VERIFIED: {} [{}]", violation.what, violation.rule)?;
        }
        if self.verified {
            writeln!(out, "Verified: legal.")?;
        }
        writeln!(out, "Time: {:.3} s (optimise {:.3}).", self.seconds.total, self.seconds.optimise)
    }
}

impl Render for ProgramReport {
    fn render(&self, format: Format, out: &mut dyn io::Write) -> io::Result<()> {
        match format {
            Format::Table => self.write_table(out),
            Format::Json => write_json(self, out),
            Format::Pairs | Format::Csv if !self.optimal => Ok(()),
            Format::Pairs => out.write_all(pairs::write(&self.pairing).as_bytes()),
            Format::Csv => write_board_csv(&self.players, &self.pairing, out),
        }
    }
}

/// How a pairing compares with the optimum of its system's program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct OptimumVerdict {
    /// Whether it is the optimum: the same boards with the same colours, and the same bye.
    pub optimal: bool,
    /// What differs, each in a sentence without a full stop.
    pub differences: Vec<String>,
    /// The tier in which it first falls behind, and why.
    pub behind: Option<BehindReport>,
}

/// Where a pairing falls behind the optimum.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct BehindReport {
    /// The program, as in [`StageReport::program`].
    pub program: &'static str,
    /// Who is in it, by pairing number.
    pub players: Vec<u32>,
    /// The tier, as the model file names it; `None` if the pairing is none that the program allows.
    pub tier: Option<String>,
    /// The rule it is from.
    pub rule: Option<String>,
    /// How, in one sentence without a full stop.
    pub what: String,
}

impl OptimumVerdict {
    /// Hold `pairing`, against which `solution` was solved, to it; without one no pairing is allowed.
    #[must_use]
    pub fn new(state: &RoundState, solution: Option<&SystemSolution>, pairing: &Pairing) -> Self {
        let Some(solution) = solution else {
            let differences = vec!["the program has no pairing at all".to_owned()];
            return Self { optimal: false, differences, behind: None };
        };
        let best = &solution.pairing;
        let reversed = |board: &Board| Board { white: board.black, black: board.white };
        let mut differences = Vec::new();
        for board in &pairing.clone().in_board_order(state).boards {
            let Board { white, black } = board;
            if best.boards.contains(&reversed(board)) {
                differences.push(format!("{white} has White against {black}, and should have Black"));
            } else if !best.boards.contains(board) {
                differences.push(format!("{white}-{black} should not meet"));
            }
        }
        for board in best
            .boards
            .iter()
            .filter(|board| !pairing.boards.contains(board) && !pairing.boards.contains(&reversed(board)))
        {
            differences.push(format!("{}-{} should meet", board.white, board.black));
        }
        if best.bye != pairing.bye {
            let said = |bye: Option<PlayerId>| bye.map_or_else(|| "nobody".to_owned(), |id| id.to_string());
            differences.push(format!("{} has the bye, and {} should", said(pairing.bye), said(best.bye)));
        }
        let first = solution.stages.iter().find_map(|stage| Some((stage, stage.behind.as_ref()?)));
        let behind = first.filter(|_| !differences.is_empty()).map(|(stage, behind)| BehindReport::new(stage, behind));
        Self { optimal: differences.is_empty(), differences, behind }
    }
}

impl BehindReport {
    fn new(stage: &Stage, behind: &Behind) -> Self {
        let (tier, what) = match behind {
            Behind::NotAllowed => {
                (None, "it makes a pair, or leaves somebody over, as the program does not allow".into())
            }
            Behind::Worse { count, article, best, other } => {
                (Some((count, article)), format!("equal in the tiers before, it has {other} and not {best}"))
            }
            Behind::NotBelow { count, article } => {
                let what = "it is better than the optimum, but lower brackets do not allow it (C.12, C.13)";
                (Some((count, article)), what.into())
            }
        };
        let report = StageReport::new(stage);
        let (tier, rule) = tier.map(|(tier, rule)| (tier.clone(), rule.clone())).unzip();
        Self { program: report.program, players: report.players, tier, rule, what }
    }

    /// For a person.
    pub(super) fn told(&self) -> String {
        let players: Vec<String> = self.players.iter().map(ToString::to_string).collect();
        let of = if players.is_empty() { String::new() } else { format!(" of {}", players.join(", ")) };
        let tier = match (&self.tier, &self.rule) {
            (Some(tier), Some(rule)) => format!(" in the tier {tier} [{rule}]"),
            _ => String::new(),
        };
        format!("it falls behind in the program {}{of}{tier}: {}", self.program, self.what)
    }
}
