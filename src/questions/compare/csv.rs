//! CSV of a comparison. Each number has a line: round, pairing, then a metric, or a model with its violations, tiers
//! and terms.

use super::Answer;
use crate::compare::{Judged, Metric};
use crate::model::Value;

pub(super) const HEADER: [&str; 7] = ["round", "pairing", "model", "tier", "measure", "value", "price"];

/// Every number of a round.
pub(super) fn rows(report: &Answer) -> Vec<[String; 7]> {
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
    let text = |number: Option<&Value>| number.map(ToString::to_string).unwrap_or_default();
    for (model, judged) in report.models.iter().flat_map(|model| model.pairings.iter().map(move |one| (model, one))) {
        let Judged { name, verdict, price, .. } = judged;
        add(name, [&model.model, "", "violations"], verdict.violations.len().to_string(), String::new());
        for (index, tier) in verdict.objective.iter().enumerate() {
            let price = price.as_ref().and_then(|price| price.get(index));
            let number = tier.tier.to_string();
            let total = text(price.map(|price| &price.value));
            add(name, [&model.model, &number, "value"], tier.value.to_string(), total);
            for (index, term) in tier.terms.iter().enumerate() {
                let price = price.and_then(|price| price.terms.get(index)).map(|price| &price.value);
                add(name, [&model.model, &number, term.term.id()], term.value.to_string(), text(price));
            }
        }
    }
    rows
}
