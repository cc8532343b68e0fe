use super::plan::Plan;
use super::record::{
    ArchiveRecord, Legality, PlayedBySystem, RecordStatus, SystemPrice, SystemRecord, SystemRefused, Unlike, Worth,
};
use super::source::ArchiveSource;
use crate::files::printable::shell_word;
use crate::model::{Value, ValueSum};
use crate::questions::metrics::{PLAYED, at};
use crate::questions::pair;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

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
    /// How often pairings are legal and optimal: the one that was played and each system's by each model, and the one that was played by
    /// each system.
    pub legal: Vec<LegalCount>,
    /// What the pairing that was played and the rules' are worth beside the optimum of each model, tier by tier, in the rounds that have
    /// all three, each legal.
    pub costs: Vec<TierCost>,
    /// The first failures.
    pub failures: Vec<FailedRecord>,
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
    /// Those that took the system of `else=`, by why no edition could be chosen; left out if there are none.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schemars(default)]
    pub by_else: BTreeMap<String, u64>,
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

/// How often a pairing is legal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LegalCount {
    /// `played`, or a system as it was asked for.
    pub pairing: String,
    /// The model, or the system, by whose rules it is judged.
    pub by: String,
    /// The rounds in which it was judged.
    pub rounds: u64,
    /// Those in which it is legal.
    pub legal: u64,
    /// By a model: those in which it is worth as much as the optimum.
    pub optimal: Option<u64>,
    /// For each rule, the rounds in which it is broken.
    pub breaks: BTreeMap<String, u64>,
}

/// What three pairings of a round are worth in one tier of a model, summed over the rounds that have all three, each legal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TierCost {
    /// The model.
    pub model: String,
    /// The system as it was asked for; null for the rounds as they were played, whatever the systems.
    pub system: Option<String>,
    /// The tier's name.
    pub tier: String,
    /// The rounds.
    pub rounds: u64,
    /// What the pairings that were played are worth.
    pub played: ValueSum,
    /// What the system's are worth; null without a system.
    pub rules: Option<ValueSum>,
    /// What the optima are worth.
    pub optimum: ValueSum,
}

/// A record of something that went wrong.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Failed")]
pub struct FailedRecord {
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
    pub(super) fn add(&mut self, record: &ArchiveRecord, source: &ArchiveSource, plan: &Plan) {
        self.records += 1;
        self.unproven += u64::from(record.status.is_limit());
        if record.file != self.last_file {
            self.files += 1;
            self.last_file.clone_from(&record.file);
        }
        let is_failure = record.status.is_failure();
        match (&record.model, record.status) {
            (None, RecordStatus::NoRound) => self.without_round += 1,
            (None, _) => self.unusable += 1,
            (Some(model), status) => {
                let count = self.models.entry(model.clone()).or_default();
                count.rounds += 1;
                count.optimal += u64::from(record.optimal);
                count.verified += u64::from(record.verified);
                count.certified += u64::from(record.proof_checked == Some(true));
                count.infeasible += u64::from(status == RecordStatus::Infeasible);
                count.limit += u64::from(status.is_limit());
                count.failed += u64::from(is_failure);
            }
        }
        self.compare(record, plan);
        if is_failure {
            self.failed += 1;
            if self.failures.len() < LISTED {
                self.failures.push(FailedRecord::new(record, source, plan));
            }
        }
    }

    fn compare(&mut self, record: &ArchiveRecord, plan: &Plan) {
        let Some(model) = &record.model else { return };
        let played = record.played.as_ref();
        self.count(model, PLAYED, played.and_then(|played| played.unlike));
        let worth = played.map(|played| &played.worth);
        if let Some(worth) = worth {
            self.count_legal(PLAYED, model, &worth.legality, Some(worth));
        }
        self.add_costs(record, model, worth, None);
        for SystemPrice { system, worth: made, model: unlike } in &record.prices {
            self.count(model, system, *unlike);
            let asked = plan.asked_as(system);
            self.count_legal(asked, model, &made.legality, Some(made));
            self.add_costs(record, model, worth, Some((asked, made)));
        }
        for SystemRecord { system, played, .. } in &record.systems {
            if let Some(PlayedBySystem { unlike, legality }) = played {
                self.count(system, PLAYED, *unlike);
                self.count_legal(PLAYED, plan.asked_as(system), legality, None);
            }
        }
        self.count_systems(record, plan);
    }

    /// Count a pairing that was judged by a model or a system. By a model it has a worth.
    fn count_legal(&mut self, pairing: &str, by: &str, legality: &Legality, worth: Option<&Worth>) {
        let is_it = |count: &LegalCount| count.pairing == pairing && count.by == by;
        let count = at(&mut self.legal, is_it, || {
            let (pairing, by, optimal) = (pairing.to_owned(), by.to_owned(), worth.map(|_| 0));
            LegalCount { pairing, by, rounds: 0, legal: 0, optimal, breaks: BTreeMap::new() }
        });
        count.rounds += 1;
        count.legal += u64::from(legality.legal);
        count.optimal = count.optimal.zip(worth).map(|(count, worth)| count + u64::from(worth.is_optimal()));
        for rule in &legality.breaks {
            *count.breaks.entry(rule.clone()).or_default() += 1;
        }
    }

    /// Add the values of a round, if the pairing that was played, the system's if one is asked for, and the optimum are there and legal.
    fn add_costs(&mut self, record: &ArchiveRecord, model: &str, played: Option<&Worth>, made: Option<(&str, &Worth)>) {
        let is_sound = |worth: &Worth| worth.legality.legal && worth.price.is_some();
        let Some(played) = played.filter(|worth| is_sound(worth)) else { return };
        if made.is_some_and(|(_, worth)| !is_sound(worth)) {
            return;
        }
        let system = made.map(|(system, _)| system);
        for (index, optimum) in record.objective.iter().enumerate() {
            let is_it =
                |cost: &TierCost| cost.model == model && cost.system.as_deref() == system && cost.tier == optimum.name;
            let cost = at(&mut self.costs, is_it, || TierCost {
                model: model.to_owned(),
                system: system.map(str::to_owned),
                tier: optimum.name.clone(),
                rounds: 0,
                played: ValueSum::default(),
                rules: made.map(|_| ValueSum::default()),
                optimum: ValueSum::default(),
            });
            let value = |worth: &Worth| worth.objective.get(index).map_or(Value::ZERO, |tier| tier.value);
            cost.rounds += 1;
            cost.played += value(played);
            cost.optimum += optimum.value;
            if let (Some(rules), Some((_, worth))) = (&mut cost.rules, made) {
                *rules += value(worth);
            }
        }
    }

    /// Count the systems of a round: those that have a pairing, and why the others have none.
    fn count_systems(&mut self, record: &ArchiveRecord, plan: &Plan) {
        for SystemRecord { system, edition_by, status, rules, no_edition, .. } in &record.systems {
            let asked = if edition_by.is_some() { plan.decided_by_file() } else { system };
            let count = self.systems.entry(asked.to_owned()).or_default();
            count.rounds += 1;
            if let Some(cause) = no_edition {
                *count.by_else.entry(cause.clause().to_owned()).or_default() += 1;
            }
            let why = match status {
                pair::PairStatus::Paired => {
                    count.paired += 1;
                    continue;
                }
                pair::PairStatus::Infeasible if rules.is_empty() => "no legal pairing".to_owned(),
                pair::PairStatus::Infeasible => format!("no legal pairing ({})", rules.join(", ")),
                pair::PairStatus::TimeLimit => "the time limit came first".to_owned(),
                pair::PairStatus::MemoryLimit => "the memory limit came first".to_owned(),
                pair::PairStatus::Interrupted => "it was interrupted".to_owned(),
            };
            *count.refused.entry(why).or_default() += 1;
        }
        for SystemRefused { system, cause, .. } in &record.systems_refused {
            let count = self.systems.entry(system.clone()).or_default();
            count.rounds += 1;
            *count.refused.entry(cause.clause().to_owned()).or_default() += 1;
        }
    }

    fn count(&mut self, one: &str, other: &str, unlike: Option<Unlike>) {
        let Some(unlike) = unlike else { return };
        let is_it = |alike: &Alike| alike.one == one && alike.other == other;
        let alike = at(&mut self.alike, is_it, || {
            let [one, other] = [one, other].map(str::to_owned);
            Alike { one, other, rounds: 0, same: 0, boards: 0 }
        });
        alike.rounds += 1;
        alike.same += u64::from(unlike == Unlike::default());
        alike.boards += unlike.boards as u64;
    }
}

impl FailedRecord {
    fn new(record: &ArchiveRecord, source: &ArchiveSource, plan: &Plan) -> Self {
        let model = plan.models.iter().find(|model| Some(model.sha256()) == record.model_sha256);
        let command = source.in_shell().map(|(pipe, file)| {
            let round = record.round.map_or_else(String::new, |round| format!(" --round {round}"));
            let model = model.map_or_else(String::new, |model| format!(" --model {}", shell_word(&model.name)));
            format!("{pipe}swiss-ilp solve {file}{round}{model}{}", plan.as_options())
        });
        Self {
            file: record.file.clone(),
            round: record.round,
            model: record.model.clone(),
            error: record.error.clone().unwrap_or_default(),
            command,
        }
    }
}
