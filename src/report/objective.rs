//! The value of a pairing, tier by tier.

use super::number::{decimal, fraction};
use super::table::{table, write_table};
use crate::verify::TierVerdict;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Number;
use std::io;

/// The value of one tier.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct TierReport {
    /// The tier, from 1.
    pub tier: usize,
    /// Its name in the model.
    pub name: String,
    /// Its value.
    pub value: Number,
    /// Its terms.
    pub terms: Vec<TermReport>,
}

/// The part of one term in a tier.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct TermReport {
    /// The rule's id.
    pub term: &'static str,
    /// The weight of one unit.
    pub weight: i32,
    /// How many units there are.
    pub count: Number,
    /// Weight times count.
    pub value: Number,
}

impl TierReport {
    /// A tier of a system's program: one number, and no terms.
    pub(super) fn numbered(((name, value), tier): ((String, i64), usize)) -> Self {
        Self { tier, name, value: value.into(), terms: Vec::new() }
    }
}

pub(super) fn tiers(objective: &[TierVerdict]) -> Vec<TierReport> {
    let tier = |(index, tier): (usize, &TierVerdict)| TierReport {
        tier: index + 1,
        name: tier.name.clone(),
        value: decimal(tier.value),
        terms: tier
            .terms
            .iter()
            .map(|term| TermReport {
                term: term.term.rule().id,
                weight: term.weight,
                count: fraction(term.count, 10),
                value: decimal(term.value),
            })
            .collect(),
    };
    objective.iter().enumerate().map(tier).collect()
}

/// The value of each tier; terms that count nothing are omitted.
pub(super) fn write_objective(model: &str, objective: &[TierReport], out: &mut dyn io::Write) -> io::Result<()> {
    let mut terms = table(&["Model", ">Value", ">Weight", ">Count", "Term"]);
    for tier in objective {
        let name = if objective.len() == 1 { model.to_owned() } else { format!("{model}, {}", tier.name) };
        terms.add_row([name, tier.value.to_string(), String::new(), String::new(), String::new()]);
        for term in tier.terms.iter().filter(|term| term.count.as_f64() != Some(0.0)) {
            let name = term.term.strip_prefix("ilp.").unwrap_or(term.term).to_owned();
            terms.add_row([
                String::new(),
                term.value.to_string(),
                term.weight.to_string(),
                term.count.to_string(),
                name,
            ]);
        }
    }
    write_table(&terms, out)?;
    writeln!(out)
}
