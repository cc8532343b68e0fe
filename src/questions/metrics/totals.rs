use super::counts::Metrics;
use super::cross_check::{Compared, InCommon, Judged, ModelCheck, combined};
use crate::model::Value;
use crate::proof::verify::TierVerdict;
use schemars::JsonSchema;
use serde::Serialize;
use std::ops::Add;

/// Sums over rounds.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Totals {
    /// The sums for each system, each model and `played`, in the order of the rounds.
    pub pairings: Vec<PairingTotals>,
    /// The models that have an optimum in some round.
    pub models: Vec<ModelTotals>,
}

/// The pairings of one system, one model or the tournament itself, summed over their rounds.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PairingTotals {
    /// The name of the system or the model, or `played`.
    pub name: String,
    /// The number of rounds for which it has a pairing.
    pub rounds: usize,
    /// Their metrics.
    pub metrics: Metrics,
    /// What they have in common with each of the others.
    pub in_common: Vec<InCommon>,
}

/// The sums over the rounds under one model.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ModelTotals {
    /// The model's name.
    pub model: String,
    /// The number of rounds with an optimum.
    pub rounds: usize,
    /// The sum of these optima.
    pub optimum: Vec<TierVerdict>,
    /// The prices of the pairings in these rounds.
    pub pairings: Vec<PriceTotals>,
}

/// The prices of one column's pairings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PriceTotals {
    /// The column's name.
    #[serde(rename = "pairing")]
    pub name: String,
    /// The number of rounds in which its pairing is legal by the model.
    pub legal: usize,
    /// The number of rounds in which its pairing is not legal.
    pub not_legal: usize,
    /// The sum of the prices of the legal pairings, with the sign of [`Judged::price`]; empty if there are none.
    pub price: Vec<TierVerdict>,
}

impl PriceTotals {
    fn new(name: &str) -> Self {
        Self { name: name.to_owned(), legal: 0, not_legal: 0, price: Vec::new() }
    }
}

/// The sums over several rounds, each with the pairings and the models of its [`CrossCheck`](super::CrossCheck).
pub fn totals<'r>(rounds: impl IntoIterator<Item = (&'r [Compared], &'r [ModelCheck])>) -> Totals {
    let mut totals = Totals::default();
    for (pairings, models) in rounds {
        pairings.iter().for_each(|compared| add_pairing(&mut totals.pairings, compared));
        for (model, optimum) in models.iter().filter_map(|model| Some((model, model.optimum.as_ref()?))) {
            let first = || ModelTotals { model: model.model.clone(), ..ModelTotals::default() };
            let of = at(&mut totals.models, |of| of.model == model.model, first);
            of.rounds += 1;
            add(&mut of.optimum, optimum);
            model.pairings.iter().for_each(|judged| add_price(&mut of.pairings, judged));
        }
    }
    totals
}

fn add_pairing(totals: &mut Vec<PairingTotals>, compared: &Compared) {
    let first = || PairingTotals { name: compared.name.clone(), ..PairingTotals::default() };
    let of = at(totals, |of| of.name == compared.name, first);
    of.rounds += 1;
    of.metrics += compared.metrics;
    for shared in &compared.in_common {
        let first = || InCommon { with: shared.with.clone(), ..InCommon::default() };
        let sum = at(&mut of.in_common, |sum| sum.with == shared.with, first);
        sum.pairs += shared.pairs;
        sum.boards += shared.boards;
        sum.byes += shared.byes;
    }
}

fn add_price(totals: &mut Vec<PriceTotals>, judged: &Judged) {
    let of = at(totals, |of| of.name == judged.name, || PriceTotals::new(&judged.name));
    match &judged.price {
        Some(price) if judged.legal => {
            of.legal += 1;
            add(&mut of.price, price);
        }
        _ => of.not_legal += 1,
    }
}

/// The item for which `is_it` holds. It is added if there is none.
pub(crate) fn at<T>(list: &mut Vec<T>, is_it: impl Fn(&T) -> bool, make: impl FnOnce() -> T) -> &mut T {
    let index = list.iter().position(is_it).unwrap_or_else(|| {
        list.push(make());
        list.len() - 1
    });
    &mut list[index]
}

/// Add tiers to a sum of tiers with the same terms. The sum may be empty.
fn add(sum: &mut Vec<TierVerdict>, tiers: &[TierVerdict]) {
    *sum = if sum.is_empty() { tiers.to_vec() } else { combined(sum, tiers, Value::add) };
}
