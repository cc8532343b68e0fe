use super::answer::{AllRounds, Answer};
use super::csv;
use super::tables::{
    Column, Price, broken, by_rule, headers, write_discrepancies, write_metrics, write_missing, write_prices,
    write_violations,
};
use crate::compare::{Compared, Judged};
use crate::formats::pairs;
use crate::model::Value;
use crate::printable::printable;
use crate::report::boards::write_heading;
use crate::report::number::signed;
use crate::report::table::write_table;
use crate::report::{Written, name_or_none, write_csv};
use crate::tournament::Board;
use itertools::Itertools;
use std::collections::BTreeMap;
use std::io;

impl Answer {
    /// The boards of all pairings. A board is in the line of its higher player, so that common boards are in one line.
    fn write_boards(&self, out: &mut dyn io::Write) -> io::Result<()> {
        let rank = |id| self.state.rank(id).unwrap_or(usize::MAX);
        let by_higher = |pairing: &Compared| -> BTreeMap<usize, Board> {
            pairing.pairing.boards.iter().map(|board| (rank(board.white).min(rank(board.black)), *board)).collect()
        };
        let pairings: Vec<BTreeMap<usize, Board>> = self.pairings.iter().map(by_higher).collect();
        let names = self.pairings.iter().map(|pairing| pairing.name.as_str());
        let rows = self.state.players().iter().enumerate().filter_map(|(rank, player)| {
            let boards: Vec<Option<&Board>> = pairings.iter().map(|boards| boards.get(&rank)).collect();
            let cell = |board: Option<&Board>| board.map(ToString::to_string).unwrap_or_default();
            let is_seated = boards.iter().any(Option::is_some);
            is_seated.then(|| {
                [player.id.to_string(), player.score.to_string()].into_iter().chain(boards.into_iter().map(cell))
            })
        });
        writeln!(out)?;
        write_table(&headers([">No.", ">Score"], names), rows, out)
    }

    /// The arbiters' form of every pairing, each after a line with its name.
    fn write_pairs(&self, out: &mut dyn io::Write) -> io::Result<()> {
        self.pairings.iter().try_for_each(|pairing| {
            write!(out, "# round {}, {}\n{}", self.round, printable(&pairing.name), pairs::write(&pairing.pairing))
        })
    }
}

impl Written for Answer {
    fn table(&self, out: &mut dyn io::Write) -> io::Result<()> {
        write_heading(&self.tournament, self.round, self.rounds_planned, out)?;
        let columns: Vec<Column<'_>> = self.pairings.iter().map(Column::of).collect();
        write_metrics(&columns, out)?;
        for model in &self.models {
            // Without an optimum nothing has a price.
            let Some(optimum) = &model.optimum else { continue };
            let prices: Vec<Price<'_>> = model
                .pairings
                .iter()
                .filter(|judged| judged.name != model.model)
                .map(|judged| Price {
                    name: &judged.name,
                    broken: judged.verdict.violations.len(),
                    price: judged.price.as_deref().unwrap_or_default(),
                })
                .collect();
            write_prices(&model.model, optimum, "Rules broken", &prices, out)?;
        }
        write_violations(&self.models, out)?;
        self.write_boards(out)?;
        write_missing(self.missing.iter().map(|missing| (missing, String::new())), out)?;
        write_discrepancies(&self.discrepancies, out)
    }

    fn csv(&self, out: &mut dyn io::Write) -> io::Result<()> {
        write_csv(csv::HEADER, csv::rows(self), out)
    }

    fn pairs(&self, out: &mut dyn io::Write) -> io::Result<()> {
        self.write_pairs(out)
    }
}

impl AllRounds {
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

impl Written for AllRounds {
    fn table(&self, out: &mut dyn io::Write) -> io::Result<()> {
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

    fn csv(&self, out: &mut dyn io::Write) -> io::Result<()> {
        write_csv(csv::HEADER, self.rounds.iter().flat_map(csv::rows), out)
    }

    fn pairs(&self, out: &mut dyn io::Write) -> io::Result<()> {
        self.rounds.iter().try_for_each(|round| round.write_pairs(out))
    }
}
