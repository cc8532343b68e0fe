use super::{Answer, AroList, AroRow, Ranked};
use crate::report::number::short;
use crate::report::table::write_table;
use crate::report::{Format, Render, write_csv, write_json};
use serde_json::Number;
use std::io;

impl Render for Answer {
    fn render(&self, format: Format, out: &mut dyn io::Write) -> io::Result<()> {
        let row = |line: &Ranked, said: fn(&Number) -> String| -> Vec<String> {
            let values = line.values.iter().map(|(_, value)| value.as_ref().map(said).unwrap_or_default());
            [line.rank.to_string(), line.id.to_string(), line.name.clone()].into_iter().chain(values).collect()
        };
        match format {
            Format::Json => write_json(self, out),
            Format::Csv => {
                let header = ["rank", "no", "name"].into_iter().chain(self.criteria.iter().map(|column| column.name));
                write_csv(header, self.standings.iter().map(|line| row(line, Number::to_string)), out)
            }
            Format::Table | Format::Pairs => {
                let mut headers = [">Rank", ">No.", "Player"].map(str::to_owned).to_vec();
                headers.extend(self.criteria.iter().map(|column| format!(">{}", column.heading)));
                write_table(&headers, self.standings.iter().map(|line| row(line, short)), out)
            }
        }
    }
}

impl Render for AroList {
    fn render(&self, format: Format, out: &mut dyn io::Write) -> io::Result<()> {
        let cells = |row: &AroRow| {
            let transfers: Vec<String> = row.transfers.iter().map(ToString::to_string).collect();
            [
                row.id.to_string(),
                row.name.clone(),
                row.score.to_string(),
                row.rating.map(|rating| rating.to_string()).unwrap_or_default(),
                row.aro.as_ref().map(short).unwrap_or_default(),
                row.exact.clone().unwrap_or_default(),
                row.due.unwrap_or_default().to_owned(),
                if row.difference == 0 { "0".to_owned() } else { format!("{:+}", row.difference) },
                transfers.join(" "),
            ]
        };
        match format {
            Format::Json => write_json(self, out),
            Format::Csv => {
                let header = ["no", "name", "score", "rating", "aro", "exact", "due", "difference", "transfers"];
                write_csv(header, self.players.iter().map(cells), out)
            }
            Format::Table | Format::Pairs => {
                let headers =
                    [">No.", "Player", ">Score", ">R", ">ARO", ">Exact", "Due", ">Difference", "Transfers in"];
                write_table(&headers, self.players.iter().map(cells), out)
            }
        }
    }
}
