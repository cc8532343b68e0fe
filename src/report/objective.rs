//! The value of a pairing, tier by tier.

use super::number::signed;
use super::table::write_table;
use crate::model::Value;
use crate::verify::TierVerdict;
use itertools::Itertools;
use schemars::JsonSchema;
use serde::Serialize;
use std::io;

/// A price in one tier.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TierPrice {
    /// The tier, from 1.
    pub tier: usize,
    /// The difference in it.
    pub value: Value,
}

impl TierPrice {
    /// These differences, one for each tier.
    pub(crate) fn of(values: &[Value]) -> Vec<Self> {
        (1..).zip(values).map(|(tier, value)| Self { tier, value: *value }).collect()
    }
}

/// A value in short: one number, or a list of numbers, one for each tier.
pub(crate) fn short_value(tiers: impl Iterator<Item = Value>) -> String {
    match tiers.collect_vec()[..] {
        [value] => value.to_string(),
        ref values => format!("[{}]", values.iter().join(", ")),
    }
}

/// A price in the same way, with signs.
pub(crate) fn short_price(price: &[TierPrice]) -> String {
    match price {
        [tier] => signed(tier.value),
        tiers => format!("[{}]", tiers.iter().map(|tier| signed(tier.value)).join(", ")),
    }
}

/// The terms that count something, each after what it is worth.
pub(crate) fn counted_terms(tiers: &[TierVerdict]) -> String {
    let terms = tiers.iter().flat_map(|tier| &tier.terms).filter(|term| term.count != Value::ZERO);
    terms.map(|term| format!("{} {}", term.value, term.term.short())).join(", ")
}

/// The value of each tier; terms that count nothing are omitted.
pub(crate) fn write_objective(model: &str, objective: &[TierVerdict], out: &mut dyn io::Write) -> io::Result<()> {
    let mut rows = Vec::new();
    for tier in objective {
        let name = if objective.len() == 1 { model.to_owned() } else { format!("{model}, {}", tier.name) };
        rows.push([name, tier.value.to_string(), String::new(), String::new(), String::new()]);
        for term in tier.terms.iter().filter(|term| term.count != Value::ZERO) {
            let [value, weight, count] = [term.value.to_string(), term.weight.to_string(), term.count.to_string()];
            rows.push([String::new(), value, weight, count, term.term.short().to_owned()]);
        }
    }
    write_table(&["Model", ">Value", ">Weight", ">Count", "Term"], rows, out)?;
    writeln!(out)
}

/// Write the terms that count nothing in the whole pairing, which the table leaves out.
pub(crate) fn write_uncounted(objective: &[TierVerdict], out: &mut dyn io::Write) -> io::Result<()> {
    let terms = objective.iter().flat_map(|tier| &tier.terms);
    let nothing: Vec<&str> =
        terms.filter(|term| term.count == Value::ZERO).map(|term| term.term.short()).unique().collect();
    if nothing.is_empty() { Ok(()) } else { writeln!(out, "Counted nothing: {}.\n", nothing.join(", ")) }
}
