//! Tables that the organiser gives beside a tournament, for the expressions of a model: attributes of players, and numbers of pairs.
//!
//! Both are CSV with headings, with commas, semicolons or tabs between the cells. A cell that is a decimal of at most 15 digits is
//! a number, anything else a text, and so is each cell of the column `club`.

use crate::tournament::{Attributes, Cell, PairWeights, PlayerId};
use csv::StringRecord;

/// Why a table, or a list of dual values, cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}{what}", .line.map(|line| format!("line {line}: ")).unwrap_or_default())]
pub struct TableError {
    /// The line, from 1, if it is of one.
    pub line: Option<u64>,
    /// What is wrong, and how to mend it.
    pub what: String,
}

/// How many columns a table of attributes has at most, after that of the numbers.
const MOST_COLUMNS: usize = 100;

pub(crate) fn fault<T>(line: u64, what: impl Into<String>) -> Result<T, TableError> {
    Err(TableError { line: Some(line), what: what.into() })
}

/// Read attributes: a row a player. The first column has pairing numbers; the headings of the others are the names in expressions,
/// in which `-` and blanks become `_`.
///
/// # Errors
/// [`TableError`] with the first thing that is wrong.
///
/// # Examples
/// ```
/// use swiss_ilp::{files::organiser_tables, tournament::{Cell, PlayerId}};
/// let table = organiser_tables::read_attributes(b"number,club,travels-with\n1,Ajax,3\n3,,1\n")?;
/// assert_eq!(table.columns, ["club", "travels_with"]);
/// assert_eq!(table.get(PlayerId(3), "club"), Some(Cell::of("")));
/// # Ok::<(), swiss_ilp::files::organiser_tables::TableError>(())
/// ```
pub fn read_attributes(bytes: &[u8]) -> Result<Attributes, TableError> {
    let [headings, rows @ ..] = &table(bytes)?[..] else {
        return fault(1, "the table is empty; begin it with headings");
    };
    let mut attributes = Attributes::default();
    for heading in headings.cells.iter().skip(1) {
        let Some(name) = Attributes::name(heading) else {
            let what = "is no name; write letters from a to z, digits and _, beginning with a letter, 40 at most";
            return fault(headings.line, format!("the heading '{heading}' {what}"));
        };
        if attributes.columns.contains(&name) {
            return fault(headings.line, format!("the column '{name}' is there twice; leave out one of them"));
        }
        attributes.columns.push(name);
    }
    if attributes.columns.is_empty() || attributes.columns.len() > MOST_COLUMNS {
        let what = format!("the table has 1 to {MOST_COLUMNS} columns after that of the players' numbers");
        return fault(headings.line, what);
    }
    for row in rows {
        if row.cells.len() != headings.cells.len() {
            let (found, due) = (row.cells.len(), headings.cells.len());
            let what = format!("the number of cells is {found}, and that of headings {due}; make them as many");
            return fault(row.line, what);
        }
        let id = player(row, 0)?;
        let cells = attributes.columns.iter().zip(row.cells.iter().skip(1));
        let cells = cells.map(|(name, text)| Attributes::cell(name, text)).collect();
        if attributes.rows.insert(id, cells).is_some() {
            return fault(row.line, format!("player {id} has a row before; leave out one of them"));
        }
    }
    Ok(attributes)
}

/// Read numbers of pairs: three columns, `a`, `b` and `value`. Pairs that are not there have 0.
///
/// # Errors
/// [`TableError`] with the first thing that is wrong.
///
/// # Examples
/// ```
/// use swiss_ilp::{files::organiser_tables, tournament::PlayerId};
/// let weights = organiser_tables::read_weights(b"a,b,value\n1,2,-0.5\n")?;
/// assert_eq!(weights.of(PlayerId(2), PlayerId(1)).to_string(), "-1/2");
/// # Ok::<(), swiss_ilp::files::organiser_tables::TableError>(())
/// ```
pub fn read_weights(bytes: &[u8]) -> Result<PairWeights, TableError> {
    let [headings, rows @ ..] = &table(bytes)?[..] else {
        return fault(1, "the table is empty; begin it with a,b,value");
    };
    if headings.cells.iter().ne(["a", "b", "value"]) {
        return fault(headings.line, "the headings are not a,b,value; write two pairing numbers and a number a row");
    }
    let mut weights = PairWeights::default();
    for row in rows {
        let [one, other] = [player(row, 0)?, player(row, 1)?];
        if one == other {
            return fault(row.line, format!("player {one} does not meet himself; write two numbers"));
        }
        let (Some(Cell::Number(number)), None) = (row.cells.get(2).map(Cell::of), row.cells.get(3)) else {
            return fault(row.line, "a row is two pairing numbers and a decimal of at most 15 digits; write them so");
        };
        if !weights.insert(one, other, number) {
            return fault(row.line, format!("the pair {one}-{other} is there before; leave out one of the rows"));
        }
    }
    Ok(weights)
}

/// A row of a table.
pub(crate) struct TableRow {
    /// Its line, from 1.
    pub line: u64,
    /// Its cells, without blanks around them.
    pub cells: StringRecord,
}

fn player(row: &TableRow, column: usize) -> Result<PlayerId, TableError> {
    let cell = row.cells.get(column).unwrap_or_default();
    match cell.parse() {
        Ok(id) if id > 0 => Ok(PlayerId(id)),
        _ => fault(row.line, format!("'{cell}' is no pairing number; write a whole number from 1")),
    }
}

/// The rows that are not blank, with their lines.
pub(crate) fn table(bytes: &[u8]) -> Result<Vec<TableRow>, TableError> {
    let Ok(text) = std::str::from_utf8(bytes) else { return fault(1, "the table is not UTF-8 text; save it as UTF-8") };
    let text = text.trim_start_matches('\u{feff}');
    let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let delimiter = [b',', b';', b'\t'].into_iter().find(|byte| first.as_bytes().contains(byte)).unwrap_or(b',');
    let mut reader = csv::ReaderBuilder::new();
    reader.has_headers(false).flexible(true).trim(csv::Trim::All).delimiter(delimiter);
    let mut rows = Vec::new();
    for record in reader.from_reader(text.as_bytes()).records() {
        let cells = record.or_else(|error| {
            fault(error.position().map_or(1, csv::Position::line), format!("this cannot be read as CSV: {error}"))
        })?;
        let line = cells.position().map_or(1, csv::Position::line);
        if cells.iter().any(|cell| !cell.is_empty()) {
            rows.push(TableRow { line, cells });
        }
    }
    // Whatever follows an open quotation mark is in its cell, so rows would be lost.
    if !text.bytes().filter(|byte| *byte == b'"').count().is_multiple_of(2) {
        let line = rows.last().map_or(1, |row| row.line);
        return fault(line, "a quotation mark is not closed; write the second one, or leave out the first");
    }
    Ok(rows)
}
