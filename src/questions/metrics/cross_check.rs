//! The comparison of the pairings of one round: their metrics, their values under every model, and whether any of them
//! is better than a claimed optimum.

use super::counts::{Metrics, points_without_playing};
use crate::model::{Objective, Value};
use crate::proof::verify::{Field, TermVerdict, TierVerdict, Verdict, verify};
use crate::tournament::{Pairing, PlayerId, RoundState};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeSet;
use std::ops::Sub;

/// The name of the pairing in the file.
pub const PLAYED: &str = "played";

/// A pairing to be compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedPairing {
    /// Its name: the system that made it, or [`PLAYED`].
    pub name: String,
    /// The pairing.
    pub pairing: Pairing,
}

/// A model, and a claim about the round under it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClaimedModel {
    /// The model.
    pub objective: Objective,
    /// The claim to be tested.
    pub claim: SolverClaim,
}

/// A solver's claim about a round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SolverClaim {
    /// This pairing is legal and has these values tier by tier, and no legal pairing has better ones.
    Optimum(Pairing, Vec<Value>),
    /// There is no legal pairing.
    NoPairing,
    /// The solver makes no claim.
    Nothing,
}

/// The pairings of one round, compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CrossCheck {
    /// Every pairing: the named ones, then the optima of the models, in the order given.
    pub pairings: Vec<Compared>,
    /// Every pairing under each model.
    pub models: Vec<ModelCheck>,
    /// Every claim that is wrong; empty unless the program has an error.
    pub discrepancies: Vec<Discrepancy>,
}

/// One pairing with its metrics.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Compared {
    /// The system, the model, or `played`.
    pub name: String,
    /// The pairing, with its boards in the order of the system or model.
    #[serde(flatten)]
    pub pairing: Pairing,
    /// If the receiver of the bye had points without playing, how and in which round.
    pub bye_after: Option<String>,
    /// Its metrics, by name.
    pub metrics: Metrics,
    /// What it has in common with each of the other pairings, in their order.
    pub in_common: Vec<InCommon>,
}

/// What a pairing has in common with another.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct InCommon {
    /// The name of the other pairing.
    pub with: String,
    /// Pairs of players who meet in both.
    pub pairs: usize,
    /// Pairs of players who meet in both with the same colours.
    pub boards: usize,
    /// Byes for the same player: one or none in a round.
    pub byes: usize,
}

/// The pairings under one model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ModelCheck {
    /// The model's name.
    pub model: String,
    /// The value of its optimum as the verifier finds it, tier by tier; absent if none was claimed.
    pub optimum: Option<Vec<TierVerdict>>,
    /// Every pairing, in the order of [`CrossCheck::pairings`].
    pub pairings: Vec<Judged>,
}

/// One pairing under a model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Judged {
    /// The pairing's name.
    #[serde(rename = "pairing")]
    pub name: String,
    /// Whether it breaks none of the model's rules.
    pub legal: bool,
    /// Its violations and its value.
    #[serde(flatten)]
    pub verdict: Verdict,
    /// Its price: its value minus the optimum's, term by term. For a legal pairing, the first tier that is not 0 is
    /// negative. `None` if no optimum was claimed.
    pub price: Option<Vec<TierVerdict>>,
}

/// A wrong claim, and the pairing that shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Discrepancy {
    /// The model that the claim is about.
    pub model: String,
    /// The pairing that shows it.
    pub pairing: String,
    /// The kind of the error.
    pub kind: Contradiction,
    /// The error in one sentence, without a full stop.
    pub what: String,
}

/// How a claim can be wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Contradiction {
    /// A legal pairing is worth more than the optimum.
    BeatsOptimum,
    /// There is a legal pairing where none was said to exist.
    IsLegal,
    /// The claimed optimum breaks a rule, or does not have the claimed value.
    NotVerified,
}

/// Compare the pairings of one round, those in `named` and the optima in `claims`, and test every claim on all of them.
///
/// All numbers are derived from the players' histories and the pairings alone. Boards of players who are not to be
/// paired count nothing.
pub fn cross_check(state: &RoundState, named: &[NamedPairing], claims: &[ClaimedModel]) -> CrossCheck {
    let field = Field::new(state);
    let optima = claims.iter().filter_map(|ClaimedModel { objective, claim }| match claim {
        SolverClaim::Optimum(pairing, _) => Some((&objective.name, pairing)),
        SolverClaim::NoPairing | SolverClaim::Nothing => None,
    });
    let columns: Vec<(&String, &Pairing)> =
        named.iter().map(|NamedPairing { name, pairing }| (name, pairing)).chain(optima).collect();
    let pairings = columns.iter().enumerate().map(|(index, (name, pairing))| {
        let seating = field.seat(pairing);
        let others = columns.iter().enumerate().filter(|(other, _)| *other != index);
        Compared {
            name: (*name).clone(),
            pairing: (*pairing).clone(),
            metrics: Metrics::new(&field, &seating),
            bye_after: seating.bye.and_then(points_without_playing),
            in_common: others.map(|(_, (with, other))| in_common(pairing, with, other)).collect(),
        }
    });
    let mut found = Vec::new();
    let models = claims.iter().map(|claimed| {
        let (check, discrepancies) = judge(state, claimed, &columns);
        found.extend(discrepancies);
        check
    });
    let (models, pairings) = (models.collect(), pairings.collect());
    CrossCheck { pairings, models, discrepancies: found }
}

/// The values of every pairing under the model, and what contradicts the claim.
pub(crate) fn judge(
    state: &RoundState,
    claimed @ ClaimedModel { objective, claim }: &ClaimedModel,
    columns: &[(&String, &Pairing)],
) -> (ModelCheck, Vec<Discrepancy>) {
    let optimum = match claim {
        SolverClaim::Optimum(pairing, values) => Some(verify(state, objective, pairing, Some(values))),
        SolverClaim::NoPairing | SolverClaim::Nothing => None,
    };
    let pairings = columns.iter().map(|(name, pairing)| {
        let verdict = verify(state, objective, pairing, None);
        let price = optimum.as_ref().map(|optimum| combined(&verdict.objective, &optimum.objective, Value::sub));
        Judged { name: (*name).clone(), legal: verdict.is_legal(), verdict, price }
    });
    let pairings = pairings.collect();
    let tiers = optimum.as_ref().map(|optimum| optimum.objective.clone());
    let check = ModelCheck { model: objective.name.clone(), optimum: tiers, pairings };
    let found = discrepancies(claimed, &check, optimum.as_ref());
    (check, found)
}

/// The pairings that contradict the claim: the claimed optimum, if the verifier refuses it, then every better legal
/// pairing.
fn discrepancies(
    ClaimedModel { objective, claim }: &ClaimedModel,
    check: &ModelCheck,
    optimum: Option<&Verdict>,
) -> Vec<Discrepancy> {
    let discrepancy = |pairing: &str, kind, what| Discrepancy {
        model: objective.name.clone(),
        pairing: pairing.to_owned(),
        kind,
        what,
    };
    let legal = check.pairings.iter().filter(|judged| judged.legal);
    match (claim, optimum) {
        (SolverClaim::Nothing, _) | (SolverClaim::Optimum(..), None) => Vec::new(),
        (SolverClaim::NoPairing, _) => legal
            .map(|Judged { name, .. }| {
                let what = format!("{name} is legal by {}, which is said to have no legal pairing", objective.name);
                discrepancy(name, Contradiction::IsLegal, what)
            })
            .collect(),
        (SolverClaim::Optimum(_, values), Some(optimum)) => {
            let broken = optimum.violations.iter().map(ToString::to_string);
            let miscounted = optimum.disagreements.iter().map(|tier| format!("{} is worth something else", tier.tier));
            let not_verified = broken.chain(miscounted).map(|why| {
                let what = format!("what is said to be the optimum of {} is none: {why}", objective.name);
                discrepancy(&objective.name, Contradiction::NotVerified, what)
            });
            let better =
                legal.filter(|judged| judged.verdict.values() > *values).map(|Judged { name, verdict, .. }| {
                    let [found, said] = [&verdict.values(), values].map(|values| list_of(values));
                    let what = format!(
                        "{name} is legal by {} and worth {found}, more than its optimum, {said}",
                        objective.name
                    );
                    discrepancy(name, Contradiction::BeatsOptimum, what)
                });
            not_verified.chain(better).collect()
        }
    }
}

fn list_of(values: &[Value]) -> String {
    values.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// Two lists of the same tiers and terms, combined number by number.
pub(super) fn combined(one: &[TierVerdict], other: &[TierVerdict], by: fn(Value, Value) -> Value) -> Vec<TierVerdict> {
    let term = |(one, other): (&TermVerdict, &TermVerdict)| TermVerdict {
        count: by(one.count, other.count),
        value: by(one.value, other.value),
        ..one.clone()
    };
    let tier = |(one, other): (&TierVerdict, &TierVerdict)| TierVerdict {
        tier: one.tier,
        name: one.name.clone(),
        value: by(one.value, other.value),
        terms: one.terms.iter().zip(&other.terms).map(term).collect(),
    };
    one.iter().zip(other).map(tier).collect()
}

fn in_common(one: &Pairing, with: &str, other: &Pairing) -> InCommon {
    let boards = |pairing: &Pairing| -> BTreeSet<[PlayerId; 2]> {
        pairing.boards.iter().map(|board| [board.white, board.black]).collect()
    };
    let pairs = |pairing: &Pairing| -> BTreeSet<[PlayerId; 2]> {
        boards(pairing).into_iter().map(|[one, other]| [one.min(other), one.max(other)]).collect()
    };
    InCommon {
        with: with.to_owned(),
        pairs: pairs(one).intersection(&pairs(other)).count(),
        boards: boards(one).intersection(&boards(other)).count(),
        byes: usize::from(one.bye.is_some() && one.bye == other.bye),
    }
}
