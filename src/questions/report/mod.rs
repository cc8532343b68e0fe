//! Records of results, and their renderers for persons and programs.
//!
//! A record ([`DualsReport`], [`FaultReport`]) has the result and no layout. [`Format`] says how to write it. Values
//! are exact everywhere else; here they become decimal numbers.

pub(crate) mod boards;
mod document;
pub(crate) mod duals;
mod faults;
mod ids;
#[cfg(not(target_arch = "wasm32"))]
pub(crate) mod look;
pub(crate) mod number;
pub(crate) mod objective;
mod rules;
mod schema;
mod status;

pub use boards::PlayerReport;
pub(crate) use boards::name_or_none;
pub(crate) use document::or_nothing;
pub use document::{Cell, Column, Document, Drawing, Line, Part, Table, left, right};
pub use duals::{DualRow, DualsReport, OddSetRow, ScaleRow};
pub use faults::{ErrorReport, FaultLine, FaultReport, Severity};
pub use ids::ids_page;
pub use objective::TierPrice;
pub use rules::ModelReport;
pub use schema::schema;
pub(crate) use status::reason;
pub use status::{BoundReport, RecordHead, Status};

use crate::files::printable::{printable, printable_json};
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
pub trait Render: Send + Sync {
    /// Write the record for programs.
    ///
    /// # Errors
    /// The error of `out`.
    fn write_json(&self, out: &mut dyn io::Write) -> io::Result<()>;

    /// What it shows.
    fn document(&self) -> Document;

    /// Write the record to `out`. As lists of boards, what has none is shown as a table.
    ///
    /// # Errors
    /// The error of `out`.
    fn render(&self, format: Format, out: &mut dyn io::Write) -> io::Result<()> {
        if format == Format::Json {
            return self.write_json(out);
        }
        let document = self.document();
        let text = match (format, document.board_lists()) {
            (Format::Csv, _) => document.csv(None).unwrap_or_default(),
            (Format::Pairs, Some(lists)) => lists.to_owned(),
            _ => document.text(),
        };
        out.write_all(text.as_bytes())
    }
}

/// A record that is its own JSON, and what it shows.
pub trait Show: serde::Serialize + Send + Sync {
    /// What is shown of it, whoever writes that.
    fn show(&self) -> Document;
}

impl<S: Show> Render for S {
    fn write_json(&self, out: &mut dyn io::Write) -> io::Result<()> {
        write_json(self, out)
    }

    fn document(&self) -> Document {
        self.show()
    }
}

/// A text of a form of its own, such as LaTeX, which is the same in every format.
impl Render for String {
    fn write_json(&self, out: &mut dyn io::Write) -> io::Result<()> {
        out.write_all(self.as_bytes())
    }

    fn document(&self) -> Document {
        Document::verbatim(self)
    }

    fn render(&self, _: Format, out: &mut dyn io::Write) -> io::Result<()> {
        self.write_json(out)
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
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record(header.into_iter().map(|cell| csv_cell(cell.as_ref())))?;
    for row in rows {
        writer.write_record(row.into_iter().map(|cell| csv_cell(cell.as_ref())))?;
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
