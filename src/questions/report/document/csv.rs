//! A table of a document as CSV.

use super::{Cell, Document, Part, Table, left};
use crate::questions::report::csv_cell;
use itertools::Itertools;

/// The table of a document that has no other: its lines.
const TEXT: &str = "text";

impl Document {
    /// The table of this name as CSV, or the first one. Each row begins with what all rows of the document have. Tables of one name are one.
    ///
    /// # Errors
    /// A sentence, if there is no table of the name.
    pub fn csv(&self, name: Option<&str>) -> Result<String, String> {
        let lines = self.lines();
        let tables = Some(self.tables()).filter(|tables| !tables.is_empty()).unwrap_or_else(|| vec![&lines]);
        let of_name = |table: &&&Table| name.is_none_or(|name| table.name == name);
        let Some(first) = tables.iter().find(of_name) else {
            let names = tables.iter().map(|table| &table.name).unique().join(", ");
            return Err(format!("the answer has no table '{}'; it has {names}", name.unwrap_or_default()));
        };
        let same = tables.iter().filter(|table| table.name == first.name && table.columns == first.columns);
        let keys = || self.keys.iter();
        let header = keys().map(|(name, _)| *name).chain(first.columns.iter().map(|column| column.name.as_str()));
        let rows = same.flat_map(|table| &table.rows);
        let rows = rows.map(|row| keys().map(|(_, cell)| cell).chain(row).map(in_csv).collect_vec());
        Ok(written(header.map(csv_cell).collect(), rows))
    }

    /// Its lines as a table.
    fn lines(&self) -> Table {
        let lines = self.parts.iter().filter_map(|part| if let Part::Text(lines) = part { Some(lines) } else { None });
        Table::new(TEXT, [left(TEXT)]).rows(lines.flatten().map(|line| [Cell::from(&line.text)]))
    }
}

/// What a spreadsheet reads: on one line, but for the program's own text, and no formula.
fn in_csv(cell: &Cell) -> String {
    match cell {
        Cell::Own(text) => (*text).to_owned(),
        cell => csv_cell(&cell.data()),
    }
}

/// Rows as CSV.
fn written(header: Vec<String>, rows: impl Iterator<Item = Vec<String>>) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for row in std::iter::once(header).chain(rows) {
        // Nothing can fail where rows have the same length and the bytes stay in memory.
        let _ = writer.write_record(&row);
    }
    String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
}

/// A heading as the name of a column: `Next-best opponent` is `next_best_opponent`.
pub(super) fn in_columns(heading: &str) -> String {
    let words = heading.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).join("_")
}
