use super::answer::Answer;
use crate::model::Value;
use crate::questions::report::boards::boards_table;
use crate::questions::report::number::signed;
use crate::questions::report::{Cell, Document, Show, Table, left, or_nothing, right};
use crate::tournament::Pairing;
use itertools::Itertools;

impl Answer {
    fn shown_pairing(&self) -> Option<&Pairing> {
        self.points.get(self.shown?)?.pairing.as_ref()
    }

    fn points(&self) -> Table {
        let mut columns = vec![right("point")];
        for criterion in &self.criteria {
            columns.push(right(&criterion.name).named(&criterion.name));
            if self.is_list {
                columns.push(right("change").named(format!("{}_change", criterion.name)));
            }
        }
        columns.push(left("pairs").for_programs());
        let mut table = Table::new("points", columns);
        for (number, point) in (1_usize..).zip(&self.points) {
            let mut row: Vec<Cell> = vec![number.into()];
            for (place, value) in point.values.iter().enumerate() {
                row.push((*value).into());
                if self.is_list {
                    let change = point.change.as_ref().map(|change| signed(change[place]));
                    row.push(or_nothing(change));
                }
            }
            row.push(in_one_cell(point.pairing.as_ref()).into());
            table.row(row);
        }
        table
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

impl Show for Answer {
    fn show(&self) -> Document {
        let mut document = self.head.reasoned().without_keys();
        let shown = self.shown_pairing();
        document.list_boards(shown);
        if self.head.reason.is_some() {
            document.table(self.points().for_programs());
            return document;
        }
        document.table(self.points());
        let is_count = self.criteria.first().is_some_and(|first| first.is_count);
        let all = match (self.points.len(), self.is_list) {
            (1, false) => "This is the only value that no pairing dominates",
            (_, false) => "These are all values that no pairing dominates",
            (1, true) if is_count => "No pairing has less of it",
            (_, true) if is_count => "No pairing has less of it than the last",
            (1, true) => "No pairing is better by it",
            (_, true) => "No pairing is better by it than the last",
        };
        document.say(match &self.unknown {
            None => format!("{all}. All values are proven in integers, and verified."),
            Some(ends) => format!("Not all were found: {}.", self.not_known(ends)),
        });
        if let Some(pairing) = shown {
            document.table(boards_table(&self.players, Some(pairing)));
        }
        document
    }
}
