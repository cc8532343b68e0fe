//! How a round without a legal pairing was repaired.

use super::TierPrice;
use super::number::signed;
use crate::model::{Objective, Value};
use crate::printable::printable;
use crate::rules::Barred;
use crate::tasks::{Breach, Repair};
use crate::tournament::{PlayerId, Seat};
use itertools::Itertools;
use schemars::JsonSchema;
use serde::Serialize;
use std::io;

/// A repair: the rules that were given up, and their breaches.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RepairReport {
    /// Why there is no legal pairing.
    pub reason: String,
    /// The rules that bar the pairs of those whom the reason names.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub barred: Vec<Barred>,
    /// The ids of the rules that were given up, the most readily given up first.
    pub given_up: Vec<&'static str>,
    /// Every breach of them.
    pub breaches: Vec<BreachReport>,
    #[serde(skip)]
    tiers: Vec<String>,
    #[serde(skip)]
    is_late: bool,
}

/// A breach of a rule that was given up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct BreachReport {
    /// The rule's id.
    pub rule: &'static str,
    /// The players who break it, in the order of the sentence.
    pub players: Vec<PlayerId>,
    /// The breach in one sentence, without a full stop.
    pub what: String,
    /// The two at the board; 0 is the bye.
    pub pair: [Seat; 2],
    /// The value of the best repair in which these two are not paired, minus that of this one, in each tier. Null if there is
    /// none, or if a limit came first.
    pub price: Option<Vec<TierPrice>>,
}

impl RepairReport {
    pub(crate) fn new(repair: &Repair) -> Self {
        let price = |values: &Vec<Value>| {
            (1..).zip(values).map(|(tier, value)| TierPrice { tier, value: *value }).collect::<Vec<_>>()
        };
        let breach = |Breach { violation, pair, price: value }: &Breach| BreachReport {
            rule: violation.rule,
            players: violation.players.clone(),
            what: violation.what.clone(),
            pair: *pair,
            price: value.as_ref().map(price),
        };
        Self {
            reason: repair.why.to_string(),
            barred: repair.why.barred(),
            given_up: repair.given_up.iter().map(|rule| rule.rule().id).collect(),
            breaches: repair.breaches.iter().map(breach).collect(),
            tiers: tier_names(&repair.spec),
            is_late: repair.is_late,
        }
    }

    /// What comes before the boards.
    pub(crate) fn write_head(&self, out: &mut dyn io::Write) -> io::Result<()> {
        writeln!(out, "No legal pairing: {}.", self.reason)?;
        let rules = self.given_up.iter().map(|id| id.strip_prefix("ilp.").unwrap_or(id)).join(", ");
        writeln!(out, "Repaired by the fewest breaches of {rules}; the last counts first.\n")
    }

    /// The breaches with their prices.
    pub(crate) fn write_breaches(&self, out: &mut dyn io::Write) -> io::Result<()> {
        writeln!(out, "Breaches: {}.", self.breaches.len())?;
        for BreachReport { rule, what, pair: [one, other], price, .. } in &self.breaches {
            let pair = if *other == Seat::Bye { format!("{one}-bye") } else { format!("{one}-{other}") };
            let price = match price {
                Some(price) => format!("the best repair without {pair}: {}", self.shown(price)),
                None if self.is_late => format!("a limit came before the best repair without {pair}"),
                None => format!("no repair is without {pair}"),
            };
            writeln!(out, "  {what} [{rule}]; {price}")?;
        }
        Ok(())
    }

    /// A price, tier by tier.
    fn shown(&self, price: &[TierPrice]) -> String {
        let differs = |tier: &&TierPrice| tier.value != Value::ZERO;
        let mut shown = price.iter().filter(differs).map(|tier| {
            let name = self.tiers.get(tier.tier - 1).map_or("", String::as_str);
            format!("{} {}", printable(name), signed(tier.value))
        });
        let shown = shown.join(", ");
        if shown.is_empty() { "as good".to_owned() } else { shown }
    }
}

fn tier_names(spec: &Objective) -> Vec<String> {
    spec.tiers.iter().map(|tier| tier.name.clone()).collect()
}
