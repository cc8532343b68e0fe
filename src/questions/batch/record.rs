use super::work::{CANNOT_BE_READ, FileHead};
use crate::files::printable::printable_json;
use crate::model::Value;
use crate::proof::verify::{TierVerdict, Verdict};
use crate::questions::in_force::NoEditionCause;
use crate::questions::metrics::{Judged, PairingDifferences};
use crate::questions::pair;
use crate::questions::report::{BoundReport, FaultLine, Status as Solved};
use crate::solve::{Evidence, Limit};
use crate::systems::SystemPairing;
use crate::tournament::Pairing;
use itertools::Itertools;
use schemars::JsonSchema;
use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer, Serialize};
use std::collections::BTreeMap;

/// What became of one round of an archive by one model, or of a file in which there is no round to pair.
///
/// Everything but `seconds` depends only on the file, the model, the systems and the program.
// What is read again has all that is counted; the rest is left out. The schema does not say so: nobody else reads it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Record")]
pub struct ArchiveRecord {
    /// The path of the file; `archive.zip/member` in an archive; `stdin:LINE` for a line of JSON.
    pub file: String,
    /// The SHA-256 of the tournament as it was read, unpacked; null if it could not be read.
    pub sha256: Option<String>,
    /// The tournament's name; null if the file has faults.
    pub tournament: Option<String>,
    /// The round; null in the record of a file without a round to pair.
    pub round: Option<u32>,
    /// The number of planned rounds, if known.
    pub rounds_planned: Option<u32>,
    /// The number of players to be paired.
    pub players: Option<usize>,
    /// The number of players absent from the round.
    pub absent: Option<usize>,
    /// The model's name.
    pub model: Option<String>,
    /// The SHA-256 of the model's file.
    pub model_sha256: Option<String>,
    /// What became of it.
    pub status: RecordStatus,
    /// Whether the pairing is a proven optimum, and verified.
    pub optimal: bool,
    /// Whether the verifier found the pairing legal and worth what the solver claims.
    pub verified: bool,
    /// The value of each tier.
    pub objective: Vec<TierValue>,
    /// The proven bound of each tier, up to the first one not solved to the end.
    #[serde(deserialize_with = "unread")]
    pub bound: Vec<BoundReport>,
    /// The gap in the last tier of `bound`; 0 if the pairing is optimal, null without a pairing.
    pub gap: Option<Value>,
    /// The weakest evidence of any tier's bound, or the evidence that there is no pairing.
    #[serde(deserialize_with = "unread")]
    pub proof: Option<Evidence>,
    /// Whether the certificate of the proof was accepted by its checker; null if there is no certificate.
    pub proof_checked: Option<bool>,
    /// The pairing that was played, beside the model's; null if there is none.
    pub played: Option<PlayedByModel>,
    /// The pairing of each system, beside the model's.
    pub prices: Vec<SystemPrice>,
    /// What each system makes of the round. It does not depend on the model, so it is in the record of the first one, and empty in
    /// those of the others.
    pub systems: Vec<SystemRecord>,
    /// The systems that are asked for and not known for this tournament, in the same record; left out if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub systems_refused: Vec<SystemRefused>,
    /// The pairing, if boards are asked for.
    #[serde(flatten, deserialize_with = "unread")]
    pub pairing: Option<Pairing>,
    /// Why there is no legal pairing, or no round to pair.
    pub reason: Option<String>,
    /// What went wrong, if something did.
    pub error: Option<String>,
    /// The faults of the file.
    #[serde(deserialize_with = "unread")]
    pub faults: Vec<FaultLine>,
    /// What a person should look at in the file, such as deviations from its format that the reader accepted.
    #[serde(deserialize_with = "unread")]
    pub notes: Vec<FaultLine>,
    /// What matters in the round, and the model does not heed, such as bans of the file.
    pub warnings: Vec<String>,
    /// What tells the records of one request from others: a hash of everything that was asked for, the files apart.
    pub request: String,
    /// The version of this program, with its commit if it was built in a checkout: `0.1.0+f25b09084fba`.
    pub version: String,
    /// The version of HiGHS.
    pub highs: String,
    /// Wall time to pair by the model, prove and verify, in seconds; null if times are left out.
    pub seconds: Option<f64>,
}

impl ArchiveRecord {
    /// The record of an error in a file with this head, to be completed.
    pub(super) fn of_error(head: &FileHead, request: &str, highs: &str) -> Self {
        let FileHead { file, sha256, tournament, rounds_planned, .. } = head.clone();
        let (request, version, highs) = (request.to_owned(), crate::VERSION.to_owned(), highs.to_owned());
        Self { file, sha256, tournament, rounds_planned, request, version, highs, ..Self::default() }
    }

    /// Whether a process ended at the file before it had said what is in it.
    pub(super) fn is_of_ended_process(&self) -> bool {
        let has_nothing = self.sha256.is_none() && self.tournament.is_none() && self.model.is_none();
        let is_unread = self.error.as_ref().is_some_and(|error| error.starts_with(CANNOT_BE_READ));
        has_nothing && self.round.is_none() && !is_unread && (self.status.is_failure() || self.status.is_limit())
    }

    /// The record as one line of JSON without a line break, as it is written.
    ///
    /// # Errors
    /// As of [`serde_json::to_string`], which has none for a record.
    pub fn line(&self) -> serde_json::Result<String> {
        serde_json::to_string(self).map(|json| printable_json(&json))
    }
}

/// What is not read again.
fn unread<'de, D: Deserializer<'de>, T: Default>(deserializer: D) -> Result<T, D::Error> {
    IgnoredAny::deserialize(deserializer).map(|_| T::default())
}

/// The value of one tier.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TierValue {
    /// The tier, from 1.
    pub tier: usize,
    /// Its name.
    pub name: String,
    /// The value of the pairing in it.
    pub value: Value,
}

impl TierValue {
    /// Those of the tiers of a verdict.
    pub(super) fn all(tiers: &[TierVerdict]) -> Vec<Self> {
        tiers.iter().map(|tier| Self { tier: tier.tier, name: tier.name.clone(), value: tier.value }).collect()
    }
}

/// What became of a round.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "Status")]
pub enum RecordStatus {
    /// The pairing is a proven optimum, and verified.
    Optimal,
    /// There is no legal pairing.
    Infeasible,
    /// The file has no round of those that are asked for.
    NoRound,
    /// The time limit came before a proof, or, if `optimal` is true, before the choice among equal optima.
    TimeLimit,
    /// The memory limit came first, in the same way.
    MemoryLimit,
    /// The run was interrupted, in the same way.
    Interrupted,
    /// The verifier contradicts the solver, so the program has an error.
    NotVerified,
    /// The file cannot be used, the request is refused, or the program ended in this round.
    #[default]
    Error,
}

impl From<Limit> for RecordStatus {
    fn from(limit: Limit) -> Self {
        match limit {
            Limit::Time => Self::TimeLimit,
            Limit::Memory => Self::MemoryLimit,
            Limit::Interrupt => Self::Interrupted,
        }
    }
}

impl From<Solved> for RecordStatus {
    fn from(status: Solved) -> Self {
        match status {
            Solved::Optimal => Self::Optimal,
            Solved::Infeasible => Self::Infeasible,
            Solved::TimeLimit => Self::TimeLimit,
            Solved::MemoryLimit => Self::MemoryLimit,
            Solved::Interrupted => Self::Interrupted,
            Solved::NotVerified => Self::NotVerified,
        }
    }
}

impl RecordStatus {
    /// Whether something went wrong.
    pub const fn is_failure(self) -> bool {
        matches!(self, Self::NotVerified | Self::Error)
    }

    /// Whether a limit came before the end.
    pub const fn is_limit(self) -> bool {
        matches!(self, Self::TimeLimit | Self::MemoryLimit | Self::Interrupted)
    }
}

/// Whether a pairing is legal by the rules of a model or a system.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Legality {
    /// Whether it breaks none of them.
    pub legal: bool,
    /// The ids of those that it breaks, each once.
    pub breaks: Vec<String>,
}

impl Legality {
    /// That of a verdict.
    pub fn of(verdict: &Verdict) -> Self {
        let breaks = verdict.violations.iter().map(|violation| violation.rule.to_owned()).unique();
        Self { legal: verdict.is_legal(), breaks: breaks.collect() }
    }
}

/// What a pairing that is not the model's is worth by the model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Worth {
    /// Whether it is legal by the model.
    #[serde(flatten)]
    pub legality: Legality,
    /// The value of each tier; empty if the model is a system, which says what is best and not how good a pairing is.
    pub objective: Vec<TierValue>,
    /// Its value minus that of the optimum, tier by tier; null without a proven optimum. Of a legal pairing the first that is not 0 is
    /// negative.
    pub price: Option<Vec<TierValue>>,
}

impl Worth {
    pub(super) fn of(judged: &Judged) -> Self {
        Self {
            legality: Legality::of(&judged.verdict),
            objective: TierValue::all(&judged.verdict.objective),
            price: judged.price.as_deref().map(TierValue::all),
        }
    }

    /// Whether it is legal, and as good as the optimum.
    pub(super) fn is_optimal(&self) -> bool {
        let is_nothing = |price: &Vec<TierValue>| price.iter().all(|tier| tier.value == Value::ZERO);
        self.legality.legal && self.price.as_ref().is_some_and(is_nothing)
    }
}

/// The pairing that was played, beside a model's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlayedByModel {
    /// How the model's pairing differs from it; left out if the model has none.
    #[serde(flatten)]
    pub unlike: Option<Unlike>,
    /// What it is worth by the model.
    #[serde(flatten)]
    pub worth: Worth,
}

/// A system's pairing beside a model's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SystemPrice {
    /// The system's id.
    pub system: String,
    /// What it is worth by the model.
    #[serde(flatten)]
    pub worth: Worth,
    /// How the model's pairing differs from it; null if the model has none.
    pub model: Option<Unlike>,
}

/// The pairing that was played, beside a system's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlayedBySystem {
    /// How it differs from the system's; left out if the system has none.
    #[serde(flatten)]
    pub unlike: Option<Unlike>,
    /// Whether it is legal by the system's rules. A pairing can be legal, and not be the one that the system makes.
    #[serde(flatten)]
    pub legality: Legality,
}

/// What a system makes of the round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SystemRecord {
    /// The system's id.
    pub system: String,
    /// For `dutch` and `auto`, why it is this one.
    pub edition_by: Option<String>,
    /// If it is the system of `else=`, why none could be chosen; left out otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub no_edition: Option<NoEditionCause>,
    /// What became of its pairing.
    pub status: pair::PairStatus,
    /// Why it has none.
    pub reason: Option<String>,
    /// The ids of the rules that leave it none; left out if no rule alone does.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<String>,
    /// The pairing that was played, beside the system's; null if there is none.
    pub played: Option<PlayedBySystem>,
    /// Its pairing, if boards are asked for.
    #[serde(flatten, deserialize_with = "unread")]
    pub pairing: Option<Pairing>,
}

/// A system that is asked for and not known for a tournament.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SystemRefused {
    /// The system as it was asked for: `dutch` or `auto`.
    pub system: String,
    /// Why, in a word.
    pub cause: NoEditionCause,
    /// Why, in a sentence.
    pub reason: String,
}

/// In how much a pairing differs from another one.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Unlike {
    /// The boards whose players do not meet in the other pairing.
    pub boards: usize,
    /// The boards whose players meet there, too, with the colours reversed.
    pub colours: usize,
    /// Whether another player, or nobody, has the bye there.
    pub bye: bool,
}

impl Unlike {
    /// In how much `here` differs from `there`.
    pub fn between(here: &Pairing, there: &Pairing) -> Self {
        let made = SystemPairing { pairing: there.clone(), rules: BTreeMap::new(), trace: Vec::new() };
        let found = PairingDifferences::of(&here.boards, here.bye.as_slice(), &made);
        Self { boards: found.only_here.len(), colours: found.reversed.len(), bye: found.bye.is_some() }
    }
}
