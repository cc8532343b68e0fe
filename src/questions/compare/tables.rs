//! Parts of the tables of one round and of the tables of all rounds.

use crate::compare::{Compared, Discrepancy, InCommon, Metric, Metrics, ModelCheck, PairingTotals};
use crate::model::Value;
use crate::printable::printable;
use crate::report::number::signed;
use crate::report::table::write_table;
use crate::tasks::Missing;
use crate::verify::{TierVerdict, Violation};
use std::io;

/// One column of a table of metrics.
pub(super) struct Column<'a> {
    pub(super) name: &'a str,
    /// The number of rounds that it sums up; `None` for one round.
    pub(super) rounds: Option<usize>,
    /// The player with the bye, or the number of byes.
    pub(super) bye: String,
    pub(super) metrics: &'a Metrics,
    pub(super) in_common: &'a [InCommon],
}

impl<'a> Column<'a> {
    pub(super) fn of(compared: &'a Compared) -> Self {
        Self {
            name: &compared.name,
            rounds: None,
            bye: compared.pairing.bye.map(|id| id.to_string()).unwrap_or_default(),
            metrics: &compared.metrics,
            in_common: &compared.in_common,
        }
    }

    pub(super) fn of_totals(totals: &'a PairingTotals) -> Self {
        Self {
            name: &totals.name,
            rounds: Some(totals.rounds),
            bye: totals.metrics.decimal(Metric::Byes),
            metrics: &totals.metrics,
            in_common: &totals.in_common,
        }
    }
}

/// These headers of a table, and the names after them, aligned right.
pub(super) fn headers<'a, const N: usize>(first: [&str; N], names: impl Iterator<Item = &'a str>) -> Vec<String> {
    first.into_iter().map(str::to_owned).chain(names.map(|name| format!(">{name}"))).collect()
}

/// The table of metrics, with a line for each metric and a column for each pairing.
pub(super) fn write_metrics(columns: &[Column<'_>], out: &mut dyn io::Write) -> io::Result<()> {
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut add = |label: &str, cell: &dyn Fn(&Column<'_>) -> String| {
        rows.push([label.to_owned()].into_iter().chain(columns.iter().map(cell)).collect());
    };
    if columns.iter().any(|column| column.rounds.is_some()) {
        add("Rounds", &|column| column.rounds.map(|rounds| rounds.to_string()).unwrap_or_default());
    }
    for metric in Metric::ALL.iter().copied() {
        match metric {
            Metric::Byes => add(label(metric), &|column| column.bye.clone()),
            _ => add(label(metric), &|column| column.metrics.decimal(metric)),
        }
    }
    for Column { name, .. } in columns {
        add(&format!("Pairs in common with {name}"), &|column| {
            let shared = column.in_common.iter().find(|shared| shared.with == *name);
            shared.map(|shared| shared.pairs.to_string()).unwrap_or_default()
        });
    }
    write_table(&headers(["Pairing"], columns.iter().map(|column| column.name)), rows, out)
}

pub(crate) const fn label(metric: Metric) -> &'static str {
    match metric {
        Metric::Pairs => "Pairs",
        Metric::ScoreDifference => "Score difference",
        Metric::ScoreDifferenceSquares => "  squared",
        Metric::Downfloats => "Downfloats",
        Metric::DownfloatsRoundBefore | Metric::UpfloatsRoundBefore => "  as the round before",
        Metric::DownfloatsTwoRoundsBefore | Metric::UpfloatsTwoRoundsBefore => "  as two rounds before",
        Metric::Upfloats => "Upfloats",
        Metric::AbsoluteDenied => "Absolute preferences denied",
        Metric::StrongDenied => "Strong preferences denied",
        Metric::MildDenied => "Mild preferences denied",
        Metric::ColourDifference => "Colour difference afterwards",
        Metric::ColourDifferenceTwo => "  players with two or more",
        Metric::Byes => "Bye",
        Metric::ByeScore => "  points above the lowest",
        Metric::ByeWithPoints => "  had points without playing",
    }
}

/// One column of a table of prices.
pub(super) struct PriceColumn<'a> {
    pub(super) name: &'a str,
    /// The number before the price: of broken rules in one round, or of rounds with broken rules.
    pub(super) broken: usize,
    pub(super) price: &'a [TierVerdict],
}

/// The table of the prices of all pairings under a model. `broken_label` names what is counted as broken.
pub(super) fn write_prices(
    model: &str,
    optimum: &[TierVerdict],
    broken_label: &str,
    prices: &[PriceColumn<'_>],
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let names = prices.iter().map(|price| price.name);
    let mut rows: Vec<Vec<String>> = Vec::new();
    if prices.iter().any(|price| price.broken > 0) {
        let cell = |price: &PriceColumn<'_>| if price.broken > 0 { price.broken.to_string() } else { String::new() };
        rows.push([broken_label.to_owned(), String::new()].into_iter().chain(prices.iter().map(cell)).collect());
    }
    // A line for each tier, and one for each of its terms with a price that is not 0. A pairing without a price has
    // blanks.
    let cell = |value: Option<Value>| value.map(signed).unwrap_or_default();
    for (index, tier) in optimum.iter().enumerate() {
        let of_tier = || prices.iter().map(|price| price.price.get(index));
        let cells = of_tier().map(|price| cell(price.map(|price| price.value)));
        rows.push([tier.name.clone(), tier.value.to_string()].into_iter().chain(cells).collect());
        for (index, term) in tier.terms.iter().enumerate() {
            let of_term = || of_tier().map(|price| price?.terms.get(index).map(|term| term.value));
            if of_term().flatten().any(|value| value != Value::ZERO) {
                let label = format!("  {}", term.term.short());
                rows.push([label, term.value.to_string()].into_iter().chain(of_term().map(cell)).collect());
            }
        }
    }
    writeln!(out)?;
    write_table(&headers([&format!("Price under {model}"), ">Optimum"], names), rows, out)
}

/// A pairing's name, its violations, and the models whose rules it breaks.
pub(super) type Broken<'a> = (&'a str, &'a [Violation], Vec<&'a str>);

/// The violations of each pairing. Those that are the same by several models are listed once.
pub(super) fn broken(models: &[ModelCheck]) -> Vec<Broken<'_>> {
    let mut broken: Vec<Broken<'_>> = Vec::new();
    for (model, judged) in models.iter().flat_map(|model| model.pairings.iter().map(move |judged| (model, judged))) {
        let violations = judged.verdict.violations.as_slice();
        match broken.iter_mut().find(|(name, same, _)| *name == judged.name && *same == violations) {
            Some((_, _, models)) => models.push(&model.model),
            None if violations.is_empty() => {}
            None => broken.push((&judged.name, violations, vec![&model.model])),
        }
    }
    broken
}

/// Violations rule by rule.
pub(super) fn by_rule(violations: &[Violation]) -> impl Iterator<Item = (&Violation, usize)> {
    violations.chunk_by(|one, other| one.rule == other.rule).filter_map(|same| Some((same.first()?, same.len())))
}

/// The violations of each pairing, with one example for each rule.
pub(super) fn write_violations(models: &[ModelCheck], out: &mut dyn io::Write) -> io::Result<()> {
    for (name, violations, models) in broken(models) {
        writeln!(out, "\n{}:", printable(&format!("{name} is not legal by {}", models.join(", "))))?;
        for (first, count) in by_rule(violations) {
            let more = if count > 1 { format!(", and {} more", count - 1) } else { String::new() };
            writeln!(out, "  {first}{more}")?;
        }
    }
    Ok(())
}

/// Sentences on the systems and models without a pairing or an optimum, with their rounds.
pub(super) fn write_missing<'a>(
    missing: impl Iterator<Item = (&'a Missing, String)>,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    for (index, (missing, place)) in missing.enumerate() {
        let before = if index == 0 { "\n" } else { "" };
        writeln!(out, "{before}{}", missing.sentence(&place))?;
    }
    Ok(())
}

pub(super) fn write_discrepancies(discrepancies: &[Discrepancy], out: &mut dyn io::Write) -> io::Result<()> {
    discrepancies.iter().try_for_each(|found| writeln!(out, "\nDISCREPANCY: {}.", printable(&found.what)))
}
