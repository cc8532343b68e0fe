use super::{Answer, AroList, AroRow, Ranked};
use crate::questions::report::number::short;
use crate::questions::report::{Cell, Document, Show, Table, left, or_nothing, right};
use itertools::Itertools;

impl Show for Answer {
    fn show(&self) -> Document {
        let columns = [right("Rank"), right("No.").named("number"), left("Player").named("name")].into_iter();
        let columns = columns.chain(self.criteria.iter().map(|column| right(column.heading).named(column.name)));
        let row = |line: &Ranked| {
            let values = line.values.iter().map(|(_, value)| value.clone().map_or(Cell::Empty, Cell::Number));
            [line.rank.into(), line.id.into(), (&line.name).into()].into_iter().chain(values).collect_vec()
        };
        let mut document = Document::default();
        document.table(Table::new("standings", columns).rows(self.standings.iter().map(row)));
        document
    }
}

impl Show for AroList {
    fn show(&self) -> Document {
        let columns = [
            right("No.").named("number"),
            left("Player").named("name"),
            right("Score"),
            right("R").named("rating"),
            right("ARO"),
            right("Exact"),
            left("Due"),
            right("Difference"),
            left("Transfers in").named("transfers"),
        ];
        let row = |row: &AroRow| {
            [
                row.id.into(),
                (&row.name).into(),
                Cell::Number(row.score.clone()),
                or_nothing(row.rating),
                row.aro.as_ref().map_or(Cell::Empty, |aro| Cell::Text(short(aro))),
                or_nothing(row.exact.as_ref()),
                or_nothing(row.due),
                Cell::Difference(row.difference),
                row.transfers.iter().join(" ").into(),
            ]
        };
        let mut document = Document::default();
        document.table(Table::new("players", columns).rows(self.players.iter().map(row)));
        document
    }
}
