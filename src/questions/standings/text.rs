use super::{Answer, AroList, AroRow, Ranked};
use crate::report::number::{short, signed_whole};
use crate::report::table::write_table;
use crate::report::{Written, write_csv};
use serde_json::Number;
use std::io;

impl Ranked {
    fn cells(&self, said: fn(&Number) -> String) -> Vec<String> {
        let values = self.values.iter().map(|(_, value)| value.as_ref().map(said).unwrap_or_default());
        [self.rank.to_string(), self.id.to_string(), self.name.clone()].into_iter().chain(values).collect()
    }
}

impl Written for Answer {
    fn table(&self, out: &mut dyn io::Write) -> io::Result<()> {
        let mut headers = [">Rank", ">No.", "Player"].map(str::to_owned).to_vec();
        headers.extend(self.criteria.iter().map(|column| format!(">{}", column.heading)));
        write_table(&headers, self.standings.iter().map(|line| line.cells(short)), out)
    }

    fn csv(&self, out: &mut dyn io::Write) -> io::Result<()> {
        let header = ["rank", "number", "name"].into_iter().chain(self.criteria.iter().map(|column| column.name));
        write_csv(header, self.standings.iter().map(|line| line.cells(Number::to_string)), out)
    }
}

impl AroRow {
    fn cells(&self) -> [String; 9] {
        let transfers: Vec<String> = self.transfers.iter().map(ToString::to_string).collect();
        [
            self.id.to_string(),
            self.name.clone(),
            self.score.to_string(),
            self.rating.map(|rating| rating.to_string()).unwrap_or_default(),
            self.aro.as_ref().map(short).unwrap_or_default(),
            self.exact.clone().unwrap_or_default(),
            self.due.unwrap_or_default().to_owned(),
            signed_whole(self.difference),
            transfers.join(" "),
        ]
    }
}

impl Written for AroList {
    fn table(&self, out: &mut dyn io::Write) -> io::Result<()> {
        let headers = [">No.", "Player", ">Score", ">R", ">ARO", ">Exact", "Due", ">Difference", "Transfers in"];
        write_table(&headers, self.players.iter().map(AroRow::cells), out)
    }

    fn csv(&self, out: &mut dyn io::Write) -> io::Result<()> {
        let header = ["number", "name", "score", "rating", "aro", "exact", "due", "difference", "transfers"];
        write_csv(header, self.players.iter().map(AroRow::cells), out)
    }
}
