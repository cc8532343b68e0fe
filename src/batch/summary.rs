use super::plan::Plan;
use super::record::{Status, Unlike};
use super::source::{ENDINGS, Source};
use crate::printable::{printable, shell_word};
use crate::report::{Format, Render, write_json, write_table};
use crate::tasks::PLAYED;
use itertools::Itertools;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io;

/// What a run needs to know of a record that was written.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Brief {
    /// The file.
    pub file: String,
    /// The round.
    pub round: Option<u32>,
    /// The model.
    pub model: Option<String>,
    pub(super) model_sha256: Option<String>,
    /// What became of it.
    pub status: Status,
    optimal: bool,
    verified: bool,
    proof_checked: Option<bool>,
    played: Option<Unlike>,
    systems: Vec<BriefSystem>,
    pub(super) version: String,
    pub(super) request: String,
    pub(super) sha256: Option<String>,
    error: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
struct BriefSystem {
    system: String,
    model: Option<Unlike>,
    played: Option<Unlike>,
}

/// The records of a run, counted.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Summary {
    /// The files with a record.
    pub files: u64,
    /// The records.
    pub records: u64,
    /// The files that have no round of those asked for.
    pub without_round: u64,
    /// The files that could not be used.
    pub unusable: u64,
    /// The records without a proof, since a limit came first.
    pub unproven: u64,
    /// The files in folders and archives that were passed over, since their names do not end as those of tournaments.
    pub passed_over: u64,
    /// The records of rounds by each model.
    pub models: BTreeMap<String, ModelCount>,
    /// How often pairings are the same: each model's, each system's and the one that was played.
    pub alike: Vec<Alike>,
    /// The first failures.
    pub failures: Vec<Failed>,
    /// The number of all failures.
    pub failed: u64,
    #[serde(skip)]
    last_file: String,
}

/// Counts of the records of rounds by one model.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ModelCount {
    /// All of them.
    pub rounds: u64,
    /// Those with a proven optimum that is verified.
    pub optimal: u64,
    /// Those with a pairing that is verified.
    pub verified: u64,
    /// Those whose certificate was accepted.
    pub certified: u64,
    /// Those without a legal pairing.
    pub infeasible: u64,
    /// Those that a limit ended.
    pub limit: u64,
    /// Those that failed.
    pub failed: u64,
}

/// How often two pairings of a round are the same.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Alike {
    /// The model or system of one.
    pub one: String,
    /// The system of the other, or `played`.
    pub other: String,
    /// The rounds that have both.
    pub rounds: u64,
    /// Those in which boards, colours and bye are the same.
    pub same: u64,
    /// The boards of the one, in all rounds, whose players do not meet in the other.
    pub boards: u64,
}

/// A record of something that went wrong.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Failed {
    /// The file.
    pub file: String,
    /// The round, if it got so far.
    pub round: Option<u32>,
    /// The model, if it got so far.
    pub model: Option<String>,
    /// What went wrong.
    pub error: String,
    /// The command that repeats it; null if there is no file.
    pub command: Option<String>,
}

/// So many failures are listed; the others are in the records.
const LISTED: usize = 1_000;

impl Summary {
    /// Count one more record, of `source` by `plan`.
    pub(super) fn add(&mut self, brief: &Brief, source: &Source, plan: &Plan) {
        self.records += 1;
        self.unproven += u64::from(brief.status.is_limit());
        if brief.file != self.last_file {
            self.files += 1;
            self.last_file.clone_from(&brief.file);
        }
        let is_failure = brief.status.is_failure();
        match (&brief.model, brief.status) {
            (None, Status::NoRound) => self.without_round += 1,
            (None, _) => self.unusable += 1,
            (Some(model), status) => {
                let count = self.models.entry(model.clone()).or_default();
                count.rounds += 1;
                count.optimal += u64::from(brief.optimal);
                count.verified += u64::from(brief.verified);
                count.certified += u64::from(brief.proof_checked == Some(true));
                count.infeasible += u64::from(status == Status::Infeasible);
                count.limit += u64::from(status.is_limit());
                count.failed += u64::from(is_failure);
            }
        }
        self.compare(brief, plan);
        if is_failure {
            self.failed += 1;
            if self.failures.len() < LISTED {
                self.failures.push(Failed::new(brief, source, plan));
            }
        }
    }

    fn compare(&mut self, brief: &Brief, plan: &Plan) {
        let Some(model) = &brief.model else { return };
        self.count(model, PLAYED, brief.played);
        // Systems are compared with what was played once a round, whatever the number of models.
        let is_first = plan.models.first().is_some_and(|first| Some(first.sha256()) == brief.model_sha256);
        for system in &brief.systems {
            self.count(model, &system.system, system.model);
            self.count(&system.system, PLAYED, system.played.filter(|_| is_first));
        }
    }

    fn count(&mut self, one: &str, other: &str, unlike: Option<Unlike>) {
        let Some(unlike) = unlike else { return };
        let place = self.alike.iter().position(|alike| alike.one == one && alike.other == other);
        let place = place.unwrap_or_else(|| {
            let [one, other] = [one, other].map(str::to_owned);
            self.alike.push(Alike { one, other, rounds: 0, same: 0, boards: 0 });
            self.alike.len() - 1
        });
        let alike = &mut self.alike[place];
        alike.rounds += 1;
        alike.same += u64::from(unlike == Unlike::default());
        alike.boards += unlike.boards as u64;
    }

    fn write(&self, out: &mut dyn io::Write) -> io::Result<()> {
        let headers = ["Model", ">Rounds", ">Optimal", ">Verified", ">Certified", ">Infeasible", ">Limit", ">Failed"];
        let row = |(name, count): (&String, &ModelCount)| {
            let ModelCount { rounds, optimal, verified, certified, infeasible, limit, failed } = count;
            let counts = [rounds, optimal, verified, certified, infeasible, limit, failed].map(ToString::to_string);
            std::iter::once(name.clone()).chain(counts)
        };
        if !self.models.is_empty() {
            write_table(&headers, self.models.iter().map(row), out)?;
            writeln!(out)?;
        }
        if !self.alike.is_empty() {
            let row = |Alike { one, other, rounds, same, boards }: &Alike| {
                [one.clone(), other.clone(), rounds.to_string(), same.to_string(), boards.to_string()]
            };
            let headers = ["Pairing", "Beside", ">Rounds", ">Same", ">Boards that differ"];
            write_table(&headers, self.alike.iter().map(row), out)?;
            writeln!(out)?;
        }
        for Failed { file, round, model, error, command } in &self.failures {
            let round = round.map_or_else(String::new, |round| format!(", round {round}"));
            let model = model.as_ref().map_or_else(String::new, |model| format!(", {model}"));
            writeln!(out, "{}", printable(&format!("failed: {file}{round}{model}: {error}")))?;
            if let Some(command) = command {
                writeln!(out, "{}", printable(&format!("        {command}")))?;
            }
        }
        let unlisted = self.failed - self.failures.len() as u64;
        if unlisted > 0 {
            writeln!(out, "and {unlisted} failures more, which the records have")?;
        }
        if self.passed_over > 0 {
            let endings = ENDINGS.iter().map(|ending| format!(".{ending}")).join(", ");
            writeln!(
                out,
                "{} other files were passed over: their names end in none of {endings}, .gz, .zip.",
                self.passed_over
            )?;
        }
        writeln!(
            out,
            "{} records of {} files: {} failed, {} without a proof, {} without a round.",
            self.records, self.files, self.failed, self.unproven, self.without_round
        )
    }
}

impl Render for Summary {
    fn render(&self, format: Format, out: &mut dyn io::Write) -> io::Result<()> {
        match format {
            Format::Json => write_json(self, out),
            Format::Table | Format::Pairs | Format::Csv => self.write(out),
        }
    }
}

impl Failed {
    fn new(brief: &Brief, source: &Source, plan: &Plan) -> Self {
        let model = plan.models.iter().find(|model| Some(model.sha256()) == brief.model_sha256);
        let command = source.in_shell().map(|(pipe, file)| {
            let round = brief.round.map_or_else(String::new, |round| format!(" --round {round}"));
            let model = model.map_or_else(String::new, |model| format!(" --model {}", shell_word(&model.name)));
            format!("{pipe}swiss-ilp solve {file}{round}{model}{}", plan.as_options())
        });
        Self {
            file: brief.file.clone(),
            round: brief.round,
            model: brief.model.clone(),
            error: brief.error.clone().unwrap_or_default(),
            command,
        }
    }
}
