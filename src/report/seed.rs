use super::table::{table, write_table};
use super::{Format, Render, write_csv};
use crate::formats::json;
use crate::tournament::{Player, Tournament};
use std::io;

/// The players in seed order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeedReport {
    tournament: Tournament,
}

impl SeedReport {
    /// The record of the seeded tournament.
    #[must_use]
    pub fn new(tournament: Tournament) -> Self {
        Self { tournament }
    }
}

impl Render for SeedReport {
    fn render(&self, format: Format, out: &mut dyn io::Write) -> io::Result<()> {
        let row = |player: &Player| {
            let number = |value: Option<u32>| value.map(|value| value.to_string()).unwrap_or_default();
            [player.id.to_string(), player.name.clone(), number(player.rating), number(player.strength_rank)]
        };
        match format {
            Format::Json => out.write_all(json::write(&self.tournament).as_bytes()),
            Format::Csv => {
                write_csv(["seed", "name", "rating", "strength_rank"], self.tournament.players.iter().map(row), out)
            }
            Format::Table | Format::Pairs => {
                let mut seeds = table(&[">Seed", "Player", ">Rating", ">Strength"]);
                self.tournament.players.iter().for_each(|player| {
                    seeds.add_row(row(player));
                });
                write_table(&seeds, out)
            }
        }
    }
}
