use super::answer::{Answer, Point};
use crate::formats::pairs;
use crate::model::Value;
use crate::report::boards::write_boards;
use crate::report::number::signed;
use crate::report::{Written, write_csv, write_table};
use crate::tournament::Pairing;
use itertools::Itertools;
use std::io;

impl Answer {
    fn shown_pairing(&self) -> Option<&Pairing> {
        self.points.get(self.shown?)?.pairing.as_ref()
    }

    fn heads(&self) -> Vec<String> {
        let mut heads = vec!["point".to_owned()];
        for criterion in &self.criteria {
            heads.push(criterion.name.clone());
            if self.is_list {
                heads.push(format!("{}_change", criterion.name));
            }
        }
        heads
    }

    fn row(&self, (number, point): (usize, &Point)) -> Vec<String> {
        let mut row = vec![number.to_string()];
        for (place, value) in point.values.iter().enumerate() {
            row.push(value.to_string());
            if self.is_list {
                row.push(point.change.as_ref().map_or_else(String::new, |change| signed(change[place])));
            }
        }
        row
    }

    /// What is not known, as a clause.
    fn not_known(&self, ends: &[Option<Value>; 2]) -> String {
        let name = self.criteria.first().map_or("", |criterion| &criterion.name);
        match ends {
            [Some(one), Some(other)] => format!("nothing is known between {one} and {other} by {name}"),
            [Some(one), None] => format!("nothing is known but what is best by {name}, {one}"),
            [None, _] => "nothing is known".to_owned(),
        }
    }
}

/// The boards in one cell, White first, and the bye.
fn in_one_cell(pairing: Option<&Pairing>) -> String {
    let Some(pairing) = pairing else { return String::new() };
    let boards = pairing.boards.iter().map(|board| format!("{}-{}", board.white, board.black));
    boards.chain(pairing.bye.map(|id| format!("{id}-bye"))).join(" ")
}

impl Written for Answer {
    fn table(&self, out: &mut dyn io::Write) -> io::Result<()> {
        if !self.head.write(out)? {
            return Ok(());
        }
        let heads = self.heads().into_iter().map(|head| match head.strip_suffix("_change") {
            Some(_) => ">change".to_owned(),
            None => format!(">{head}"),
        });
        write_table(&heads.collect::<Vec<_>>(), (1..).zip(&self.points).map(|point| self.row(point)), out)?;
        writeln!(out)?;
        let is_count = self.criteria.first().is_some_and(|first| first.is_count);
        let all = match (self.points.len(), self.is_list) {
            (1, false) => "This is the only value that no pairing dominates",
            (_, false) => "These are all values that no pairing dominates",
            (1, true) if is_count => "No pairing has less of it",
            (_, true) if is_count => "No pairing has less of it than the last",
            (1, true) => "No pairing is better by it",
            (_, true) => "No pairing is better by it than the last",
        };
        match &self.unknown {
            None => writeln!(out, "{all}. All values are proven in integers, and verified.")?,
            Some(ends) => writeln!(out, "Not all were found: {}.", self.not_known(ends))?,
        }
        let Some(pairing) = self.shown_pairing() else { return Ok(()) };
        writeln!(out)?;
        write_boards(&self.players, pairing, out)
    }

    fn csv(&self, out: &mut dyn io::Write) -> io::Result<()> {
        let heads = self.heads().into_iter().chain(["pairs".to_owned()]);
        let cells = (1..).zip(&self.points).map(|(number, point)| {
            self.row((number, point)).into_iter().chain([in_one_cell(point.pairing.as_ref())]).collect::<Vec<_>>()
        });
        write_csv(heads, cells, out)
    }

    fn pairs(&self, out: &mut dyn io::Write) -> io::Result<()> {
        match self.shown_pairing() {
            Some(pairing) => out.write_all(pairs::write(pairing).as_bytes()),
            None => Ok(()),
        }
    }
}
