//! The value of a pairing, tier by tier.

use super::table::{table, write_table};
use crate::model::Value;
use crate::verify::TierVerdict;
use std::io;

/// The value of each tier; terms that count nothing are omitted.
pub(super) fn write_objective(model: &str, objective: &[TierVerdict], out: &mut dyn io::Write) -> io::Result<()> {
    let mut terms = table(&["Model", ">Value", ">Weight", ">Count", "Term"]);
    for tier in objective {
        let name = if objective.len() == 1 { model.to_owned() } else { format!("{model}, {}", tier.name) };
        terms.add_row([name, tier.value.to_string(), String::new(), String::new(), String::new()]);
        for term in tier.terms.iter().filter(|term| term.count != Value::ZERO) {
            let id = term.term.rule().id;
            let numbers = [term.value.to_string(), term.weight.to_string(), term.count.to_string()];
            let name = id.strip_prefix("ilp.").unwrap_or(id).to_owned();
            terms.add_row([String::new()].into_iter().chain(numbers).chain([name]));
        }
    }
    write_table(&terms, out)?;
    writeln!(out)
}
