use super::colours::ColoursOfPair;
use crate::graph::MatchingCount;
use crate::proof::verify::TierVerdict;
use crate::questions::metrics::{Bar, Displaced};
use crate::questions::report::PlayerReport;
use crate::questions::wishes::WishesKept;
use crate::rules::Barred;
use crate::solve::{Evidence, Limit, Ties};
use crate::tournament::{Pairing, Seat};
use schemars::JsonSchema;
use serde::Serialize;
use strum::Display;

/// Why two players do not meet in a round, or one of them does not have the bye.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "WhyReport")]
pub struct Answer {
    /// The round.
    pub round: u32,
    /// The model's name, if it is asked of a model.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// The system's id, if it is asked of a system.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub system: Option<String>,
    /// Which of several equal optima it is, if not the canonical one.
    #[serde(skip_serializing_if = "Ties::is_canonical")]
    pub ties: Ties,
    /// The answer.
    pub status: WhyStatus,
    /// The player with White in `pairs`, if they are paired there; otherwise the player who was named first.
    pub white: Seat,
    /// The other one; 0 is the bye.
    pub black: Seat,
    /// Whether no rule bars the pair by itself.
    pub legal: bool,
    /// All rules that bar the pair.
    pub rules: Vec<Bar>,
    /// The value of the best legal pairing with the pair minus the optimum, tier by tier and term by term. The first tier that is not
    /// 0 is negative. Empty if the pair has no price.
    pub price: Vec<TierVerdict>,
    /// The value of the optimum.
    pub optimum: Vec<TierVerdict>,
    /// The value of the pairing in `pairs`.
    pub objective: Vec<TierVerdict>,
    /// The best pairing with the pair; of equal ones, one that changes fewest boards of the optimum. If the two meet, or the answer is a system's, the pairing of the round.
    #[serde(flatten)]
    pub pairing: Pairing,
    /// The players with another opponent in it than in the optimum.
    pub displaced: Vec<Displaced>,
    /// The evidence that no pairing with the pair is better.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<Evidence>,
    /// How many optima there are, if that was asked for and the price is 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub optima: Option<OptimaCount>,
    /// How many of them have the pair.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub optima_with_pair: Option<OptimaCount>,
    /// If they are paired, by a model: what their board counts, or the bye, tier by tier and term by term.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub board: Vec<TierVerdict>,
    /// If they are paired, by a model: the best round in which they are not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub without: Option<Without>,
    /// If two players are paired: why they have these colours.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub colours: Option<ColoursOfPair>,
    /// What the pairing makes of the organiser's wishes, if there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wishes: Option<WishesKept>,
    /// Why no legal pairing has the pair, or why there is none at all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The rules that bar the pairs which the reason depends on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub barred: Vec<Barred>,
    /// Under a system: whom the two meet instead, and by which rule.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub instead: Vec<MeetsInstead>,
    /// Under a system: the first step of its procedure at which the wish fails.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<FailingStep>,
    /// Under a system: of all pairings with the pair that its rules call legal, the one that changes fewest boards: its pairs that the
    /// system's pairing does not make, 0 for the bye.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub nearest: Vec<[Seat; 2]>,
    /// The tournament's name.
    pub tournament: String,
    /// The number of planned rounds, if known.
    pub rounds_planned: Option<u32>,
    #[serde(skip)]
    pub(super) rules_of: String,
    #[serde(skip)]
    pub(super) limit: Option<Limit>,
    #[serde(skip)]
    pub(super) players: Vec<PlayerReport>,
}

/// The answer in one word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema, Display)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum WhyStatus {
    /// Rules bar the pair.
    Forbidden,
    /// They are paired.
    Paired,
    /// The best pairing with the pair is worse than the optimum.
    Worse,
    /// The pair is in another optimum.
    AsGood,
    /// The pair is legal, but no legal pairing has it.
    NoRound,
    /// The round has no legal pairing at all.
    Infeasible,
    /// The system pairs the two otherwise.
    Otherwise,
    /// A limit came before the answer.
    Limit,
}

/// The best round without a pair that the optimum has.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "WithoutReport")]
pub struct Without {
    /// `worse`, `as-good`, `none` if every legal pairing has the pair, or `limit`.
    pub status: &'static str,
    /// The round; empty if there is none.
    #[serde(flatten)]
    pub found: Price,
    /// Why every legal pairing has the pair.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    #[serde(skip)]
    pub(super) limit: Option<Limit>,
}

/// What a second pairing, which is best under one more demand, loses to the optimum.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
pub struct Price {
    /// Its value minus the optimum, tier by tier and term by term.
    pub price: Vec<TierVerdict>,
    /// Its value.
    pub objective: Vec<TierVerdict>,
    /// Its boards and its bye.
    #[serde(flatten)]
    pub pairing: Pairing,
    /// The players with another opponent in it than in the optimum.
    pub displaced: Vec<Displaced>,
    /// The evidence that none is better under the demand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<Evidence>,
}

/// How many optima there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct OptimaCount {
    /// So many, or at least so many.
    pub count: u64,
    /// Whether they were counted to the end.
    pub exact: bool,
}

/// Whom a player meets.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct MeetsInstead {
    /// The player; 0 is the bye.
    pub player: Seat,
    /// The opponent; 0 is the bye.
    pub opponent: Seat,
    /// The rule.
    pub rule: String,
}

/// The first step of a system's procedure at which a wish fails.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "StepReport")]
pub struct FailingStep {
    /// What the step is about, for a system that is read a second time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<String>,
    /// The number of the line in the trace, from 1, for another one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<usize>,
    /// What is counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tier: Option<String>,
    /// The rule that decides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// The least value, which the pairing of the round has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<i64>,
    /// The value of the rules' pairing with the two, which is equal in all that comes before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub with_pair: Option<i64>,
    /// The step in one sentence, without a full stop.
    pub what: String,
}

impl From<MatchingCount> for OptimaCount {
    fn from(count: MatchingCount) -> Self {
        Self { count: count.least, exact: count.is_exact }
    }
}
