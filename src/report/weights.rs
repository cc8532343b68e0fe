use super::boards::write_heading;
use super::table::write_table;
use super::{Format, Render, write_csv, write_json};
use crate::model::{Objective, Value};
use crate::tasks::LessonOfWeights;
use crate::tournament::{Pairing, RoundState};
use schemars::JsonSchema;
use serde::Serialize;
use std::io;

/// A round solved tier by tier, beside what HiGHS calls optimal for the sum of the tiers.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct WeightsReport {
    /// The tournament's name.
    pub tournament: String,
    /// The round that was paired.
    pub round: u32,
    /// The number of planned rounds, if known.
    pub rounds_planned: Option<u32>,
    /// The model's name.
    pub model: String,
    /// The tiers, with their values.
    pub tiers: Vec<WeighedTier>,
    /// The sum for the optimum of the tiers.
    pub optimum_sum: Option<Value>,
    /// The sum for what HiGHS calls optimal; null if a limit came first.
    pub highs_sum: Option<Value>,
    /// Whether HiGHS is right: its pairing has the values of the optimum.
    pub right: Option<bool>,
    /// The pairing that HiGHS calls optimal.
    pub highs_pairing: Option<Pairing>,
}

/// One tier, by itself and in the sum.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct WeighedTier {
    /// The tier's name.
    pub tier: String,
    /// Its weight in the sum.
    pub weight: i64,
    /// Its value if the tiers are solved one after another.
    pub optimum: Option<Value>,
    /// Its value in the pairing that HiGHS calls optimal for the sum.
    pub highs: Option<Value>,
}

impl WeightsReport {
    /// The record of `lesson`.
    #[must_use]
    pub fn new(tournament: &str, state: &RoundState, spec: &Objective, lesson: &LessonOfWeights) -> Self {
        let (best, by_sum) = (lesson.solved.solution.incumbent.as_ref(), lesson.by_sum.as_ref());
        let tier = |(index, tier): (usize, &crate::model::Tier)| WeighedTier {
            tier: tier.name.clone(),
            weight: lesson.weights[index],
            optimum: best.map(|best| best.values[index]),
            highs: by_sum.map(|by_sum| by_sum.values[index]),
        };
        Self {
            tournament: tournament.to_owned(),
            round: state.round(),
            rounds_planned: state.rounds_planned(),
            model: spec.name.clone(),
            tiers: spec.tiers.iter().enumerate().map(tier).collect(),
            optimum_sum: best.filter(|_| by_sum.is_some()).map(|best| lesson.sum(best)),
            highs_sum: by_sum.map(|by_sum| lesson.sum(by_sum)),
            right: best.zip(by_sum).map(|(best, by_sum)| best.values == by_sum.values),
            highs_pairing: by_sum.map(|by_sum| by_sum.pairing.clone()),
        }
    }

    fn rows(&self) -> Vec<[String; 4]> {
        let said = |value: Option<Value>| value.map_or_else(|| "-".to_owned(), |value| value.to_string());
        let tiers = self.tiers.iter();
        let mut rows: Vec<_> =
            tiers.map(|t| [t.tier.clone(), t.weight.to_string(), said(t.optimum), said(t.highs)]).collect();
        rows.push(["sum".into(), String::new(), said(self.optimum_sum), said(self.highs_sum)]);
        rows
    }
}

impl Render for WeightsReport {
    fn render(&self, format: Format, out: &mut dyn io::Write) -> io::Result<()> {
        match format {
            Format::Json => write_json(self, out),
            Format::Csv => write_csv(["tier", "weight", "tiers", "one_sum"], self.rows(), out),
            Format::Table | Format::Pairs => {
                write_heading(&self.tournament, self.round, self.rounds_planned, out)?;
                write_table(&["Tier", ">Weight", ">Tier by tier", ">One sum"], self.rows(), out)?;
                match self.right {
                    None => Ok(()),
                    Some(true) => writeln!(out, "\nHiGHS calls its sum optimal. It is."),
                    Some(false) => writeln!(
                        out,
                        "\nHiGHS calls its sum optimal. It is not, but it is within 1/10,000 of the bound."
                    ),
                }
            }
        }
    }
}
