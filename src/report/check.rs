use super::table::{table, write_table};
use super::{Format, Render, write_csv, write_json};
use crate::registry::System;
use crate::tasks::RoundCheck;
use schemars::JsonSchema;
use serde::Serialize;
use std::io;

/// A tournament, every round of which a system paired again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CheckReport {
    /// The system's id.
    #[schemars(with = "String")]
    pub system: System,
    /// The number of rounds checked.
    pub rounds_checked: usize,
    /// The number of rounds in which pairs, colours or the bye differ.
    pub rounds_different: usize,
    /// The result for each round.
    pub rounds: Vec<RoundCheck>,
}

impl CheckReport {
    /// The record of these rounds.
    #[must_use]
    pub fn new(system: System, checks: Vec<RoundCheck>) -> Self {
        Self {
            system,
            rounds_checked: checks.len(),
            rounds_different: checks.iter().filter(|check| check.is_different()).count(),
            rounds: checks,
        }
    }
}

impl Render for CheckReport {
    fn render(&self, format: Format, out: &mut dyn io::Write) -> io::Result<()> {
        let said = |same: bool| if same { "same" } else { "different" };
        match format {
            Format::Table | Format::Pairs => {
                let mut rounds = table(&[">Round", "Pairs", "Colours", "Bye", "Order"]);
                for round in &self.rounds {
                    let same = [round.same_pairs, round.same_colours, round.same_bye, round.same_order].map(said);
                    rounds.add_row([round.round.to_string()].into_iter().chain(same.map(str::to_owned)));
                }
                write_table(&rounds, out)?;
                for round in self.rounds.iter().filter(|round| !round.differences.is_empty()) {
                    writeln!(out, "\nRound {}:", round.round)?;
                    round.differences.iter().try_for_each(|difference| writeln!(out, "  {difference}"))?;
                }
                for round in self.rounds.iter().filter(|round| round.only_as_last_round) {
                    writeln!(
                        out,
                        "\nRound {} is the same as the last round, which the file leaves open.",
                        round.round
                    )?;
                }
                let (checked, different) = (self.rounds_checked, self.rounds_different);
                writeln!(out, "\n{checked} rounds checked by {}, {different} different.", self.system)
            }
            Format::Json => write_json(self, out),
            Format::Csv => {
                let rows = self.rounds.iter().map(|round| {
                    let same = [round.same_pairs, round.same_colours, round.same_bye, round.same_order].map(said);
                    let [pairs, colours, bye, order] = same.map(str::to_owned);
                    [round.round.to_string(), pairs, colours, bye, order, round.differences.join("; ")]
                });
                write_csv(["round", "pairs", "colours", "bye", "order", "differences"], rows, out)
            }
        }
    }
}
