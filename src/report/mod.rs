//! Records of results, and their renderers for persons and programs.
//!
//! A record ([`DualsReport`], [`FaultReport`]) has the result and no layout. [`Format`] says how to write it. Values
//! are exact everywhere else; here they become decimal numbers.

pub(crate) mod as_written;
pub(crate) mod boards;
pub(crate) mod duals;
mod error;
mod faults;
mod head;
mod ids;
#[cfg(not(target_arch = "wasm32"))]
pub(crate) mod look;
pub(crate) mod number;
pub(crate) mod objective;
mod rules;
mod schema;
mod status;
pub(crate) mod steps;
pub(crate) mod table;

pub use boards::PlayerReport;
pub(crate) use boards::name_or_none;
pub use duals::{DualRow, DualsReport, OddSetRow, ScaleRow};
pub use error::ErrorReport;
pub use faults::{FaultLine, FaultReport, Severity};
pub use head::RecordHead;
pub use ids::ids_page;
pub use objective::TierPrice;
pub(crate) use objective::{short_price, short_value};
pub use rules::{ModelReport, RuleReport};
pub use schema::schema;
pub(crate) use status::reason;
pub use status::{BoundReport, Status};
pub(crate) use table::write_table;

use crate::printable::{printable, printable_json};
use std::io;

/// The format of the output.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Format {
    /// A table for persons.
    #[default]
    Table,
    /// One JSON object on one line, for programs.
    Json,
    /// The arbiters' form: the number of lines, then `white black` by pairing number, a bye as `n 0`.
    Pairs,
    /// Comma-separated values, for spreadsheets.
    Csv,
}

/// A record that can be written in every [`Format`].
pub trait Render {
    /// Write the record to `out`.
    ///
    /// # Errors
    /// The error of `out`.
    fn render(&self, format: Format, out: &mut dyn io::Write) -> io::Result<()>;
}

/// A record that is its own JSON, and how it is written otherwise: as a table, where nothing else is said.
pub trait Written: serde::Serialize {
    /// Write the table for persons.
    ///
    /// # Errors
    /// The error of `out`.
    fn table(&self, out: &mut dyn io::Write) -> io::Result<()>;

    /// Write the rows for spreadsheets.
    ///
    /// # Errors
    /// The error of `out`.
    fn csv(&self, out: &mut dyn io::Write) -> io::Result<()> {
        self.table(out)
    }

    /// Write the lists of boards.
    ///
    /// # Errors
    /// The error of `out`.
    fn pairs(&self, out: &mut dyn io::Write) -> io::Result<()> {
        self.table(out)
    }
}

impl<W: Written> Render for W {
    fn render(&self, format: Format, out: &mut dyn io::Write) -> io::Result<()> {
        match format {
            Format::Table => self.table(out),
            Format::Json => write_json(self, out),
            Format::Pairs => self.pairs(out),
            Format::Csv => self.csv(out),
        }
    }
}

/// Write `record` as one line of JSON.
pub(crate) fn write_json(record: &impl serde::Serialize, out: &mut dyn io::Write) -> io::Result<()> {
    writeln!(out, "{}", printable_json(&serde_json::to_string(record)?))
}

/// Write rows as CSV. A row is one line, and no cell is a formula.
pub(crate) fn write_csv<C: AsRef<str>, R: IntoIterator<Item: AsRef<str>>>(
    header: impl IntoIterator<Item = C>,
    rows: impl IntoIterator<Item = R>,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let cells = |row: R| row.into_iter().map(|cell| csv_cell(cell.as_ref())).collect::<Vec<_>>();
    write_own_csv(header.into_iter().map(|cell| csv_cell(cell.as_ref())), rows.into_iter().map(cells), out)
}

/// Write rows of the program's own text as CSV, which may have line breaks within quotes.
pub(crate) fn write_own_csv<C: AsRef<[u8]>, R: IntoIterator<Item: AsRef<[u8]>>>(
    header: impl IntoIterator<Item = C>,
    rows: impl IntoIterator<Item = R>,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record(header)?;
    for row in rows {
        writer.write_record(row)?;
    }
    writer.flush()
}

/// `text` as a cell that a spreadsheet shows and does not run: what would begin a formula follows an apostrophe. So does
/// what follows a semicolon, since a spreadsheet may be set to divide cells there. Numbers stay numbers.
pub(crate) fn csv_cell(text: &str) -> String {
    let text = printable(text);
    if is_number(&text) {
        return text;
    }
    let parts: Vec<String> =
        text.split(';').map(|part| if begins_formula(part) { format!("'{part}") } else { part.to_owned() }).collect();
    parts.join(";")
}

/// Whether `text`, as a cell of its own, may be a formula. A quotation mark at its beginning may be taken off.
fn begins_formula(text: &str) -> bool {
    let text = text.trim_start_matches(|c: char| c.is_whitespace() || c == '"');
    text.starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠'])
}

/// Whether `text` is a decimal number with a sign, or without one.
fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    digits.bytes().any(|byte| byte.is_ascii_digit())
        && digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
        && digits.bytes().filter(|byte| *byte == b'.').count() <= 1
}

#[cfg(test)]
mod tests {
    use super::csv_cell;

    #[test]
    fn no_cell_is_a_formula_and_numbers_stay_numbers() {
        for plain in ["", "0", "-5", "+3", "-20.5", "+.5", "7001/3", "Ada", "D'Arcy", "a=1", "1-0", "ilp.bye-score"] {
            assert_eq!(csv_cell(plain), plain);
        }
        for formula in ["=1+1", "+cmd", "-1+cmd|' /C calc'!A1", "@SUM(A1)", "-", "-1.2.3", "-1e5", " =1", "＝1", "－x"]
        {
            assert_eq!(csv_cell(formula), format!("'{formula}"));
        }
        // A spreadsheet that divides cells at semicolons, and not at commas, sees another cell after each of them.
        for (divided, shown) in [
            ("x;=1+1", "x;'=1+1"),
            ("x; =1+1;;@y", "x;' =1+1;;'@y"),
            ("x,y;\"=1+1\"", "x,y;'\"=1+1\""),
            ("=1;-2", "'=1;'-2"),
            ("\"=1+1\"", "'\"=1+1\""),
            ("a; b; 3-4", "a; b; 3-4"),
        ] {
            assert_eq!(csv_cell(divided), shown);
        }
        for (control, shown) in [("\t=1", "␉=1"), ("\r=1", "␍=1"), ("\n=1", "␊=1"), ("a\u{1b}[2J", "a␛[2J")] {
            assert_eq!(csv_cell(control), shown);
        }
    }
}
