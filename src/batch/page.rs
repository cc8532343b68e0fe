use super::{Alike, ModelCount, Summary};
use crate::page::{Frame, rendered};
use crate::printable::printable;
use serde::Serialize;

#[derive(Serialize)]
struct EmbeddedSummary<'a> {
    page: &'static str,
    summary: &'a Summary,
}

#[derive(askama::Template)]
#[template(path = "batch.html", config = "src/page/askama.toml")]
struct BatchTemplate<'a> {
    frame: Frame,
    summary: &'a Summary,
    models: Vec<ModelRow<'a>>,
    systems: Vec<[String; 5]>,
    alike: Vec<AlikeRow<'a>>,
    legal: Vec<[String; 6]>,
    costs: Vec<[String; 7]>,
    failures: Vec<[String; 4]>,
}

struct ModelRow<'a> {
    name: String,
    count: &'a ModelCount,
    /// The pixels of what is optimal, without a pairing, and the rest.
    bars: [u64; 3],
}

struct AlikeRow<'a> {
    one: String,
    other: String,
    count: &'a Alike,
    /// The pixels of the rounds that are the same.
    bar: u64,
}

/// The pixels of a whole bar.
const WHOLE: u64 = 200;

fn share(part: u64, whole: u64) -> u64 {
    if whole == 0 { 0 } else { u64::try_from(u128::from(part) * u128::from(WHOLE) / u128::from(whole)).unwrap_or(0) }
}

/// The page of an archive: what became of its rounds, and how often pairings are the same.
#[must_use]
pub fn page(summary: &Summary) -> String {
    let frame = Frame::new(
        "The rounds of an archive".to_owned(),
        String::new(),
        "Overview",
        &EmbeddedSummary { page: "batch", summary },
    );
    let models = summary.models.iter().map(|(name, count)| {
        let [optimal, infeasible] = [count.optimal, count.infeasible].map(|part| share(part, count.rounds));
        let rest = if count.optimal + count.infeasible >= count.rounds { 0 } else { WHOLE - optimal - infeasible };
        ModelRow { name: printable(name), count, bars: [optimal, infeasible, rest] }
    });
    let alike = summary.alike.iter().map(|count| AlikeRow {
        one: printable(&count.one),
        other: printable(&count.other),
        bar: share(count.same, count.rounds),
        count,
    });
    let failures = summary.failures.iter().map(|failed| {
        let round = failed.round.map(|round| round.to_string()).unwrap_or_default();
        let model = failed.model.as_deref().map(printable).unwrap_or_default();
        [printable(&failed.file), round, model, printable(&failed.error)]
    });
    rendered(&BatchTemplate {
        models: models.collect(),
        systems: summary.systems_with_refusals().into_iter().map(|row| row.map(|cell| printable(&cell))).collect(),
        alike: alike.collect(),
        legal: summary.legal_rows().into_iter().map(|row| row.map(|cell| printable(&cell))).collect(),
        costs: summary.cost_rows().into_iter().map(|row| row.map(|cell| printable(&cell))).collect(),
        failures: failures.collect(),
        summary,
        frame,
    })
}
