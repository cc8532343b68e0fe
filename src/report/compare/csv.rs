//! CSV of a comparison. Each number has a line: round, pairing, then a metric, or a model with its violations, tiers
//! and terms.

use super::CompareReport;
use crate::compare::{Judged, Metric};
use crate::model::Value;

pub(super) const HEADER: [&str; 7] = ["round", "pairing", "model", "tier", "measure", "value", "price"];

/// Every number of a round.
pub(super) fn rows(report: &CompareReport) -> Vec<[String; 7]> {
    let mut rows = Vec::new();
    let mut add = |pairing: &str, [model, tier, measure]: [&str; 3], value: String, price: String| {
        let [pairing, model, tier, measure] = [pairing, model, tier, measure].map(str::to_owned);
        rows.push([report.round.to_string(), pairing, model, tier, measure, value, price]);
    };
    for pairing in &report.pairings {
        for metric in Metric::ALL {
            add(&pairing.name, ["", "", metric.id()], pairing.metrics.decimal(*metric), String::new());
        }
        for shared in &pairing.in_common {
            for (what, count) in [("pairs", shared.pairs), ("boards", shared.boards), ("byes", shared.byes)] {
                let measure = format!("{what}_in_common:{}", shared.with);
                add(&pairing.name, ["", "", &measure], count.to_string(), String::new());
            }
        }
    }
    for (model, judged) in report.models.iter().flat_map(|model| model.pairings.iter().map(move |one| (model, one))) {
        for (tier, measure, value, price) in judged_numbers(judged) {
            add(&judged.name, [&model.model, &tier, measure], value, price);
        }
    }
    rows
}

/// The fields of a line: tier, measure, value and price.
fn judged_numbers(judged: &Judged) -> Vec<(String, &'static str, String, String)> {
    let text = |number: Option<&Value>| number.map(ToString::to_string).unwrap_or_default();
    let mut numbers = vec![(String::new(), "violations", judged.verdict.violations.len().to_string(), String::new())];
    for (index, tier) in judged.verdict.objective.iter().enumerate() {
        let price = judged.price.as_ref().and_then(|price| price.get(index));
        let number = tier.tier.to_string();
        numbers.push((number.clone(), "value", tier.value.to_string(), text(price.map(|price| &price.value))));
        for (index, term) in tier.terms.iter().enumerate() {
            let price = price.and_then(|price| price.terms.get(index)).map(|price| &price.value);
            numbers.push((number.clone(), term.term.rule().id, term.value.to_string(), text(price)));
        }
    }
    numbers
}
