use super::table::write_table;
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
    /// For `dutch`, why it is this edition.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edition_by: Option<String>,
    /// The number of rounds checked.
    pub rounds_checked: usize,
    /// The number of rounds in which pairs, colours or the bye differ.
    pub rounds_different: usize,
    /// The result for each round.
    pub rounds: Vec<RoundCheck>,
}

/// How many rounds are different, as a clause.
#[must_use]
pub fn rounds_different(count: usize) -> String {
    if count == 1 { "1 round is different".to_owned() } else { format!("{count} rounds are different") }
}

impl CheckReport {
    /// The record of these rounds.
    #[must_use]
    pub fn new(system: System, checks: Vec<RoundCheck>) -> Self {
        Self {
            system,
            edition_by: None,
            rounds_checked: checks.len(),
            rounds_different: checks.iter().filter(|check| check.is_different()).count(),
            rounds: checks,
        }
    }
}

impl Render for CheckReport {
    fn render(&self, format: Format, out: &mut dyn io::Write) -> io::Result<()> {
        let row = |round: &RoundCheck| {
            let same = [round.same_pairs, round.same_colours, round.same_bye, round.same_order];
            let said = same.map(|same| if same { "same" } else { "different" }.to_owned());
            [&[round.round.to_string()], &said[..]].concat()
        };
        match format {
            Format::Table | Format::Pairs => {
                write_table(&[">Round", "Pairs", "Colours", "Bye", "Order"], self.rounds.iter().map(row), out)?;
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
                let by = self.edition_by.as_ref().map_or_else(|| ",".to_owned(), |by| format!(", {by};"));
                write!(out, "\n{checked} rounds checked by {}{by} {different} different.", self.system)?;
                let is_in_order = self.rounds.iter().all(|round| round.same_order);
                writeln!(out, "{}", if is_in_order { "" } else { " The order of boards does not count." })
            }
            Format::Json => write_json(self, out),
            Format::Csv => {
                let rows = self.rounds.iter().map(|round| [row(round), vec![round.differences.join("; ")]].concat());
                write_csv(["round", "pairs", "colours", "bye", "order", "differences"], rows, out)
            }
        }
    }
}
