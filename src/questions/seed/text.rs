use super::Answer;
use crate::formats::json;
use crate::printable::printable_json;
use crate::report::table::write_table;
use crate::report::{Format, Render, write_csv};
use crate::tournament::Player;
use std::io;

impl Render for Answer {
    fn render(&self, format: Format, out: &mut dyn io::Write) -> io::Result<()> {
        let row = |player: &Player| {
            let number = |value: Option<u32>| value.map(|value| value.to_string()).unwrap_or_default();
            [player.id.to_string(), player.name.clone(), number(player.rating), number(player.strength_rank)]
        };
        let rows = self.tournament.players.iter().map(row);
        match format {
            Format::Json => out.write_all(printable_json(&json::write(&self.tournament)).as_bytes()),
            Format::Csv => write_csv(["seed", "name", "rating", "strength_rank"], rows, out),
            Format::Table | Format::Pairs => write_table(&[">Seed", "Player", ">Rating", ">Strength"], rows, out),
        }
    }
}
