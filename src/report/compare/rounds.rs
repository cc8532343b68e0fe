use super::tables::{
    Column, Price, broken, by_rule, headers, write_discrepancies, write_metrics, write_missing, write_prices,
};
use super::{CompareReport, csv};
use crate::compare::{Judged, Totals, totals};
use crate::model::Value;
use crate::printable::printable;
use crate::report::boards::name_or_none;
use crate::report::number::signed;
use crate::report::table::write_table;
use crate::report::{Format, Render, write_csv, write_json};
use crate::tasks::ComparedRounds;
use crate::tournament::Tournament;
use itertools::Itertools;
use schemars::JsonSchema;
use serde::Serialize;
use std::io;

/// The comparisons of every round of a tournament, and the sums over all rounds.
///
/// Prices are summed over the rounds in which a pairing is legal by the model.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct CompareRoundsReport {
    /// The tournament's name.
    pub tournament: String,
    /// The number of planned rounds, if known.
    pub rounds_planned: Option<u32>,
    /// The number of false claims of an optimum. It is 0 unless the program has an error.
    pub discrepancies_found: usize,
    /// The comparison of each round.
    pub rounds: Vec<CompareReport>,
    /// The rounds before which a limit came.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub not_reached: Vec<u32>,
    /// The sums over the rounds that were compared.
    pub totals: Totals,
}

impl CompareRoundsReport {
    /// The record of these rounds.
    #[must_use]
    pub fn new(tournament: &Tournament, rounds: ComparedRounds) -> Self {
        let name = &tournament.name;
        let ComparedRounds { compared: rounds, not_reached } = rounds;
        let totals = totals(rounds.iter().map(|(_, comparison)| &comparison.check));
        let rounds: Vec<CompareReport> =
            rounds.into_iter().map(|(state, comparison)| CompareReport::new(name, &state, comparison)).collect();
        Self {
            tournament: name.clone(),
            rounds_planned: tournament.rounds_planned,
            discrepancies_found: rounds.iter().map(|round| round.discrepancies.len()).sum(),
            rounds,
            not_reached,
            totals,
        }
    }

    fn write_table(&self, out: &mut dyn io::Write) -> io::Result<()> {
        writeln!(out, "{}", name_or_none(&self.tournament))?;
        let numbers = self.rounds.iter().map(|round| round.round).join(", ");
        writeln!(out, "Rounds {numbers}, each from what was played before it\n")?;
        write_metrics(&self.totals.pairings.iter().map(Column::of_totals).collect::<Vec<_>>(), out)?;
        for model in &self.totals.models {
            let prices: Vec<Price<'_>> = model
                .pairings
                .iter()
                .filter(|price| price.name != model.model)
                .map(|price| Price { name: &price.name, broken: price.not_legal, price: &price.price })
                .collect();
            write_prices(&model.model, &model.optimum, "Rounds not legal, left out", &prices, out)?;
            self.write_rounds(&model.model, &prices, out)?;
        }
        self.write_broken_rules(out)?;
        let missing = self
            .rounds
            .iter()
            .flat_map(|round| round.missing.iter().map(|missing| (missing, format!(" in round {}", round.round))));
        write_missing(missing, out)?;
        if !self.not_reached.is_empty() {
            writeln!(out, "\nA limit came before these rounds: {}.", self.not_reached.iter().join(", "))?;
        }
        self.rounds.iter().try_for_each(|round| write_discrepancies(&round.discrepancies, out))
    }

    /// The number of violations of each rule by each pairing that is not legal. `compare --round` shows examples.
    fn write_broken_rules(&self, out: &mut dyn io::Write) -> io::Result<()> {
        let mut before = "\n* Not legal:\n";
        for (round, (name, violations, models)) in
            self.rounds.iter().flat_map(|round| broken(&round.models).into_iter().map(|broken| (round.round, broken)))
        {
            let rules = by_rule(violations).map(|(first, count)| format!("{count} {}", first.rule)).join(", ");
            let of = printable(&format!("{name} by {}", models.join(", ")));
            writeln!(out, "{}  round {round}, {of}: {rules}", std::mem::take(&mut before))?;
        }
        Ok(())
    }

    /// The price of every round in the first tier that differs.
    fn write_rounds(&self, model: &str, columns: &[Price<'_>], out: &mut dyn io::Write) -> io::Result<()> {
        let rows = self.rounds.iter().filter_map(|round| {
            let check = round.models.iter().find(|check| check.model == model)?;
            let optimum = check.optimum.as_ref()?;
            let price = |column: &Price<'_>| {
                let judged = check.pairings.iter().find(|judged| judged.name == column.name);
                judged.map(decisive_price).unwrap_or_default()
            };
            let first = [round.round.to_string(), optimum.iter().map(|tier| tier.value).join(" / ")];
            Some(first.into_iter().chain(columns.iter().map(price)).collect::<Vec<_>>())
        });
        writeln!(out)?;
        write_table(&headers(["Round", ">Optimum"], columns.iter().map(|column| column.name)), rows, out)
    }
}

/// The price in the first tier that has one, with a star if the pairing is not legal.
fn decisive_price(judged: &Judged) -> String {
    let tiers = judged.price.as_deref().unwrap_or_default();
    let decisive = tiers.iter().find(|tier| tier.value != Value::ZERO);
    let star = if judged.legal { "" } else { "*" };
    match decisive {
        None => format!("0{star}"),
        Some(tier) if tiers.len() == 1 => format!("{}{star}", signed(tier.value)),
        Some(tier) => format!("{} {}{star}", tier.name, signed(tier.value)),
    }
}

impl Render for CompareRoundsReport {
    fn render(&self, format: Format, out: &mut dyn io::Write) -> io::Result<()> {
        match format {
            Format::Table => self.write_table(out),
            Format::Json => write_json(self, out),
            Format::Pairs => self.rounds.iter().try_for_each(|round| round.write_pairs(out)),
            Format::Csv => write_csv(csv::HEADER, self.rounds.iter().flat_map(csv::rows), out),
        }
    }
}
