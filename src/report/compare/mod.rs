mod csv;
mod rounds;
mod tables;

pub use rounds::CompareRoundsReport;
pub(crate) use tables::label as metric_label;

use super::boards::write_heading;
use super::table::write_table;
use super::{Format, Render, write_csv, write_json};
use crate::compare::{Compared, CrossCheck, Discrepancy, ModelCheck};
use crate::formats::pairs;
use crate::printable::printable;
use crate::solve::Ties;
use crate::tasks::{Comparison, Missing};
use crate::tournament::{Board, PlayerId, RoundState, Score};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io;
use tables::{
    Column, Price, headers, write_discrepancies, write_metrics, write_missing, write_prices, write_violations,
};

/// The pairings of one round, compared.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct CompareReport {
    /// The tournament's name.
    pub tournament: String,
    /// The round that was paired.
    pub round: u32,
    /// The number of planned rounds, if known.
    pub rounds_planned: Option<u32>,
    /// Which of several equal optima the models report, if not the canonical one.
    #[serde(skip_serializing_if = "Ties::is_canonical")]
    pub ties: Ties,
    /// Every pairing: those of the systems, then `played` if the file has the round, then those of the models.
    pub pairings: Vec<Compared>,
    /// Every pairing under each model.
    pub models: Vec<ModelCheck>,
    /// The systems and models without a pairing or an optimum, and `played` if the played round is no pairing.
    pub missing: Vec<Missing>,
    /// Every false claim of an optimum. It is empty unless the program has an error.
    pub discrepancies: Vec<Discrepancy>,
    /// The number and score of every player to be paired, in pairing order, for the renderers.
    #[serde(skip)]
    players: Vec<(PlayerId, Score)>,
}

impl CompareReport {
    /// The record of a comparison of the round of `state`.
    #[must_use]
    pub fn new(tournament: &str, state: &RoundState, comparison: Comparison) -> Self {
        let Comparison { check: CrossCheck { pairings, models, discrepancies }, missing } = comparison;
        Self {
            tournament: tournament.to_owned(),
            round: state.round(),
            rounds_planned: state.rounds_planned(),
            ties: Ties::default(),
            pairings,
            models,
            missing,
            discrepancies,
            players: state.players().iter().map(|player| (player.id, player.score)).collect(),
        }
    }

    fn write_table(&self, out: &mut dyn io::Write) -> io::Result<()> {
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

    /// The boards of all pairings. A board is in the line of its higher player, so that common boards are in one line.
    fn write_boards(&self, out: &mut dyn io::Write) -> io::Result<()> {
        let ranks: BTreeMap<PlayerId, usize> = (0..).zip(&self.players).map(|(rank, (id, _))| (*id, rank)).collect();
        let rank = |id| ranks.get(&id).copied().unwrap_or(usize::MAX);
        let by_higher = |pairing: &Compared| -> BTreeMap<usize, Board> {
            pairing.pairing.boards.iter().map(|board| (rank(board.white).min(rank(board.black)), *board)).collect()
        };
        let pairings: Vec<BTreeMap<usize, Board>> = self.pairings.iter().map(by_higher).collect();
        let names = self.pairings.iter().map(|pairing| pairing.name.as_str());
        let rows = self.players.iter().enumerate().filter_map(|(rank, (id, score))| {
            let boards: Vec<Option<&Board>> = pairings.iter().map(|boards| boards.get(&rank)).collect();
            let cell = |board: Option<&Board>| board.map(ToString::to_string).unwrap_or_default();
            let is_seated = boards.iter().any(Option::is_some);
            is_seated.then(|| [id.to_string(), score.to_string()].into_iter().chain(boards.into_iter().map(cell)))
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

impl Render for CompareReport {
    fn render(&self, format: Format, out: &mut dyn io::Write) -> io::Result<()> {
        match format {
            Format::Table => self.write_table(out),
            Format::Json => write_json(self, out),
            Format::Pairs => self.write_pairs(out),
            Format::Csv => write_csv(csv::HEADER, csv::rows(self), out),
        }
    }
}
