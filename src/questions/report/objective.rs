//! The value of a pairing, tier by tier.

use super::document::{Cell, Table, left, right};
use crate::model::Value;
use crate::proof::verify::TierVerdict;
use itertools::Itertools;
use schemars::JsonSchema;
use serde::Serialize;

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

/// The terms that count something, each after what it is worth.
pub(crate) fn counted_terms(tiers: &[TierVerdict]) -> String {
    let terms = tiers.iter().flat_map(|tier| &tier.terms).filter(|term| term.count != Value::ZERO);
    terms.map(|term| format!("{} {}", term.value, term.term.short())).join(", ")
}

/// The value of each tier as a table; terms that count nothing are omitted.
pub(crate) fn objective_table(model: &str, objective: &[TierVerdict]) -> Table {
    let columns = [
        right("Tier").for_programs(),
        left("Model").named("name"),
        right("Value"),
        right("Weight"),
        right("Count"),
        left("Term"),
        left("Id").for_programs(),
    ];
    let mut table = Table::new("objective", columns);
    for tier in objective {
        let name = if objective.len() == 1 { model.to_owned() } else { format!("{model}, {}", tier.name) };
        let none = || Cell::Empty;
        table.row([tier.tier.into(), name.into(), tier.value.into(), none(), none(), none(), none()]);
        for term in tier.terms.iter().filter(|term| term.count != Value::ZERO) {
            let [weight, count] = [term.weight.to_string(), term.count.to_string()];
            let [short, id] = [term.term.short(), term.term.id()];
            table.row([
                tier.tier.into(),
                none(),
                term.value.into(),
                weight.into(),
                count.into(),
                short.into(),
                id.into(),
            ]);
        }
    }
    table
}

/// The terms that count nothing in the whole pairing, which the table leaves out, in a sentence.
pub(crate) fn uncounted(objective: &[TierVerdict]) -> Option<String> {
    let terms = objective.iter().flat_map(|tier| &tier.terms);
    let nothing = terms.filter(|term| term.count == Value::ZERO).map(|term| term.term.short()).unique().join(", ");
    (!nothing.is_empty()).then(|| format!("Counted nothing: {nothing}."))
}

/// The values of tiers in a cell.
pub(crate) fn values_cell(tiers: &[TierVerdict]) -> Cell {
    Cell::Values(tiers.iter().map(|tier| tier.value).collect())
}

/// A price in a cell.
pub(crate) fn price_cell(price: &[TierPrice]) -> Cell {
    Cell::Changes(price.iter().map(|tier| tier.value).collect())
}
