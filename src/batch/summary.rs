use super::plan::Plan;
use super::record::{RecordStatus, Unlike};
use super::source::{ArchiveSource, ENDINGS};
use super::work::CANNOT_BE_READ;
use crate::compare::PLAYED;
use crate::in_force::{AskedSystem, NoEditionCause};
use crate::printable::{printable, shell_word};
use crate::questions::pair;
use crate::report::{Written, write_table};
use itertools::Itertools;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io;

/// What a run needs to know of a record that was written.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct RecordDigest {
    /// The file.
    pub file: String,
    /// The round.
    pub round: Option<u32>,
    /// The model.
    pub model: Option<String>,
    pub(super) model_sha256: Option<String>,
    /// What became of it.
    pub status: RecordStatus,
    optimal: bool,
    verified: bool,
    proof_checked: Option<bool>,
    played: Option<Unlike>,
    systems: Vec<SystemDigest>,
    #[serde(default)]
    systems_refused: Vec<RefusalDigest>,
    pub(super) version: String,
    pub(super) highs: String,
    pub(super) request: String,
    pub(super) sha256: Option<String>,
    pub(super) tournament: Option<String>,
    pub(super) rounds_planned: Option<u32>,
    reason: Option<String>,
    pub(super) error: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
struct RefusalDigest {
    system: String,
    cause: NoEditionCause,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
struct SystemDigest {
    system: String,
    edition_by: Option<String>,
    status: pair::Status,
    #[serde(default)]
    rules: Vec<String>,
    model: Option<Unlike>,
    played: Option<Unlike>,
}

impl RecordDigest {
    /// Whether a process ended at the file before it had said what is in it.
    pub(super) fn is_of_ended_process(&self) -> bool {
        let has_nothing = self.sha256.is_none() && self.tournament.is_none() && self.model.is_none();
        let is_unread = self.error.as_ref().is_some_and(|error| error.starts_with(CANNOT_BE_READ));
        has_nothing && self.round.is_none() && !is_unread && (self.status.is_failure() || self.status.is_limit())
    }
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
    /// The rounds by each system that was asked for.
    pub systems: BTreeMap<String, SystemCount>,
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

/// The rounds that a system was asked for.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SystemCount {
    /// All of them.
    pub rounds: u64,
    /// Those that it paired.
    pub paired: u64,
    /// The others, by why it has no pairing.
    pub refused: BTreeMap<String, u64>,
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
    pub(super) fn add(&mut self, brief: &RecordDigest, source: &ArchiveSource, plan: &Plan) {
        self.records += 1;
        self.unproven += u64::from(brief.status.is_limit());
        if brief.file != self.last_file {
            self.files += 1;
            self.last_file.clone_from(&brief.file);
        }
        let is_failure = brief.status.is_failure();
        match (&brief.model, brief.status) {
            (None, RecordStatus::NoRound) => self.without_round += 1,
            (None, _) => self.unusable += 1,
            (Some(model), status) => {
                let count = self.models.entry(model.clone()).or_default();
                count.rounds += 1;
                count.optimal += u64::from(brief.optimal);
                count.verified += u64::from(brief.verified);
                count.certified += u64::from(brief.proof_checked == Some(true));
                count.infeasible += u64::from(status == RecordStatus::Infeasible);
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

    fn compare(&mut self, brief: &RecordDigest, plan: &Plan) {
        let Some(model) = &brief.model else { return };
        self.count(model, PLAYED, brief.played);
        // Systems are compared with what was played once a round, whatever the number of models.
        let is_first = plan.models.first().is_some_and(|first| Some(first.sha256()) == brief.model_sha256);
        for system in &brief.systems {
            self.count(model, &system.system, system.model);
            self.count(&system.system, PLAYED, system.played.filter(|_| is_first));
        }
        if is_first {
            self.count_systems(brief);
        }
    }

    /// Count the systems of a round: those that have a pairing, and why the others have none.
    fn count_systems(&mut self, brief: &RecordDigest) {
        for SystemDigest { system, edition_by, status, rules, .. } in &brief.systems {
            // What was asked for is the edition in force, and this is the one.
            let asked = if edition_by.is_some() { AskedSystem::Dutch.to_string() } else { system.clone() };
            let count = self.systems.entry(asked).or_default();
            count.rounds += 1;
            let why = match status {
                pair::Status::Paired => {
                    count.paired += 1;
                    continue;
                }
                pair::Status::Infeasible if rules.is_empty() => "no legal pairing".to_owned(),
                pair::Status::Infeasible => format!("no legal pairing ({})", rules.join(", ")),
                pair::Status::TimeLimit => "the time limit came first".to_owned(),
                pair::Status::MemoryLimit => "the memory limit came first".to_owned(),
                pair::Status::Interrupted => "it was interrupted".to_owned(),
            };
            *count.refused.entry(why).or_default() += 1;
        }
        for RefusalDigest { system, cause } in &brief.systems_refused {
            let count = self.systems.entry(system.clone()).or_default();
            count.rounds += 1;
            *count.refused.entry(cause.clause().to_owned()).or_default() += 1;
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

    /// A row for each system if one of them has not paired a round: its name, its rounds, those that it paired, the others, and why.
    pub(crate) fn systems_with_refusals(&self) -> Vec<[String; 5]> {
        if self.systems.values().all(|count| count.refused.is_empty()) {
            return Vec::new();
        }
        let row = |(system, SystemCount { rounds, paired, refused }): (&String, &SystemCount)| {
            let [rounds, paired, without] = [*rounds, *paired, rounds - paired].map(|count| count.to_string());
            let why = refused.iter().map(|(why, rounds)| format!("{rounds}: {why}")).join("; ");
            [system.clone(), rounds, paired, without, why]
        };
        self.systems.iter().map(row).collect()
    }
}

impl Written for Summary {
    fn table(&self, out: &mut dyn io::Write) -> io::Result<()> {
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
        let refused = self.systems_with_refusals();
        if !refused.is_empty() {
            write_table(&["System", ">Rounds", ">Paired", ">Not paired", "Why not"], refused, out)?;
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

impl Failed {
    fn new(brief: &RecordDigest, source: &ArchiveSource, plan: &Plan) -> Self {
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
