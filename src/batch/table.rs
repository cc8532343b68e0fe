use super::run::CsvLayout;
use crate::report::csv_cell;
use serde_json::Value;
use std::io::{self, Write};

/// The type of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColumnType {
    /// Text.
    Text,
    /// A whole number.
    Whole,
    /// A number.
    Number,
    /// `true` or `false`.
    Truth,
}

use ColumnType::{Number, Text, Truth, Whole};

/// The columns of every row. A record's field `played`, whose field is `boards`, is `played_boards`.
pub const COLUMNS: [(&str, ColumnType); 39] = [
    ("kind", Text),
    ("file", Text),
    ("sha256", Text),
    ("tournament", Text),
    ("round", Whole),
    ("rounds_planned", Whole),
    ("players", Whole),
    ("absent", Whole),
    ("model", Text),
    ("model_sha256", Text),
    ("system", Text),
    ("edition_by", Text),
    ("status", Text),
    ("optimal", Truth),
    ("verified", Truth),
    ("objective", Text),
    ("bound", Text),
    ("gap", Number),
    ("proof", Text),
    ("proof_checked", Truth),
    ("played_boards", Whole),
    ("played_colours", Whole),
    ("played_bye", Truth),
    ("model_boards", Whole),
    ("model_colours", Whole),
    ("model_bye", Truth),
    ("board", Whole),
    ("white", Whole),
    ("black", Whole),
    ("reason", Text),
    ("error", Text),
    ("faults", Text),
    ("notes", Text),
    ("warnings", Text),
    ("request", Text),
    ("version", Text),
    ("highs", Text),
    ("seconds", Number),
    ("peak_mib", Number),
];

/// The columns that say which record a row is of. All rows of a record have them.
const KEYS: [&str; 7] = ["file", "sha256", "tournament", "round", "rounds_planned", "model", "model_sha256"];

/// A cell of each column; null where it is empty.
pub type Row = Vec<Value>;

/// The rows of a record, as in its line of JSON: one of the kind `round`; with systems, one of the kind `system` for each; and with boards,
/// one of the kind `board` for each board of each pairing, the model's first, and one of the kind `bye`.
///
/// # Errors
/// The line is no JSON.
pub fn rows(line: &str) -> serde_json::Result<Vec<Row>> {
    let record: Value = serde_json::from_str(line)?;
    let mut rows = vec![row("round", &record, |name| match name {
        "objective" | "bound" => values(&record[name]),
        "faults" | "notes" => list(&record[name], place),
        "warnings" => list(&record[name], plain),
        "system" => Value::Null,
        _ => field(&record, name),
    })];
    rows.extend(boards(&record, &record));
    for system in record["systems"].as_array().into_iter().flatten() {
        rows.push(row("system", &record, |name| field(system, name)));
        rows.extend(boards(&record, system));
    }
    Ok(rows)
}

/// A row of a record, with its keys. `cell` gives the other columns.
fn row(kind: &str, record: &Value, cell: impl Fn(&str) -> Value) -> Row {
    let value = |(name, _): &(&str, ColumnType)| match *name {
        "kind" => kind.into(),
        name if KEYS.contains(&name) => record[name].clone(),
        name => cell(name),
    };
    COLUMNS.iter().map(value).collect()
}

/// The boards of the pairing that `made` has, the record or a system in it.
fn boards(record: &Value, made: &Value) -> Vec<Row> {
    let board = |kind, number: Value, white: &Value, black: Value| {
        row(kind, record, |name| match name {
            "system" => made[name].clone(),
            "board" => number.clone(),
            "white" => white.clone(),
            "black" => black.clone(),
            _ => Value::Null,
        })
    };
    let pairs = (1..).zip(made["pairs"].as_array().into_iter().flatten());
    let mut rows: Vec<Row> = pairs
        .map(|(number, pair): (u32, _)| board("board", number.into(), &pair["white"], pair["black"].clone()))
        .collect();
    // As in the arbiters' form, nobody is 0.
    rows.extend(Some(&made["bye"]).filter(|bye| !bye.is_null()).map(|bye| board("bye", Value::Null, bye, 0.into())));
    rows
}

/// The field of this name, or the field of a field.
fn field(record: &Value, name: &str) -> Value {
    match (record.get(name), name.split_once('_')) {
        (Some(value), _) if !value.is_object() => value.clone(),
        (None, Some((outer, inner))) => record[outer][inner].clone(),
        _ => Value::Null,
    }
}

/// The value of the only tier, or a list of those of several.
fn values(tiers: &Value) -> Value {
    let values = |tiers: &Vec<Value>| tiers.iter().map(|tier| plain(&tier["value"])).collect::<Vec<_>>();
    match tiers.as_array().map(values).as_deref() {
        None | Some([]) => Value::Null,
        Some([value]) => value.clone().into(),
        Some(values) => format!("[{}]", values.join(",")).into(),
    }
}

fn list(items: &Value, text: impl Fn(&Value) -> String) -> Value {
    match items.as_array() {
        Some(items) if !items.is_empty() => items.iter().map(text).collect::<Vec<_>>().join(", ").into(),
        _ => Value::Null,
    }
}

/// A fault or note: its place and its id.
fn place(fault: &Value) -> String {
    match (&fault["line"], &fault["column"]) {
        (Value::Null, _) => plain(&fault["code"]),
        (line, column) => format!("{line}:{column} {}", plain(&fault["code"])),
    }
}

/// A value as the text of a cell.
pub(super) fn plain(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        value => value.to_string(),
    }
}

/// Records as CSV, with one header.
pub(super) struct CsvTable<W: Write> {
    writer: csv::Writer<W>,
}

impl<W: Write> CsvTable<W> {
    /// A table with its header.
    pub fn new(mut out: W, CsvLayout { delimiter, has_mark }: CsvLayout) -> io::Result<Self> {
        if has_mark {
            out.write_all("\u{feff}".as_bytes())?;
        }
        let mut writer = csv::WriterBuilder::new().delimiter(delimiter).from_writer(out);
        writer.write_record(COLUMNS.map(|(name, _)| name))?;
        Ok(Self { writer })
    }

    /// Add the rows of a record.
    pub fn add(&mut self, line: &str) -> io::Result<()> {
        for row in rows(line)? {
            self.writer.write_record(row.iter().map(|value| csv_cell(&plain(value))))?;
        }
        self.writer.flush()
    }
}
