use super::run::CsvLayout;
use crate::questions::report::csv_cell;
use serde_json::Value;
use std::collections::BTreeSet;
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
pub const COLUMNS: [(&str, ColumnType); 45] = [
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
    ("legal", Truth),
    ("breaks", Text),
    ("price", Text),
    ("played_boards", Whole),
    ("played_colours", Whole),
    ("played_bye", Truth),
    ("played_legal", Truth),
    ("played_breaks", Text),
    ("played_objective", Text),
    ("played_price", Text),
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
];

/// The columns that say which record a row is of. All rows of a record have them, but what does not depend on the model has none.
const KEYS: [&str; 7] = ["file", "sha256", "tournament", "round", "rounds_planned", "model", "model_sha256"];

/// Those of them that say which model.
const MODEL: [&str; 2] = ["model", "model_sha256"];

/// A cell of each column; null where it is empty.
pub type Row = Vec<Value>;

/// The rows of a record, as in its line of JSON: one of the kind `round`; one of the kind `price` for the pairing of each system; and in
/// the record of a round's first model, one of the kind `system` for each system, without a model. With boards, each pairing has a row of
/// the kind `board` for each of its boards, and one of the kind `bye`.
///
/// # Errors
/// The line is no JSON.
pub fn rows(line: &str) -> serde_json::Result<Vec<Row>> {
    let record: Value = serde_json::from_str(line)?;
    let cell = |of: &Value, name: &str| {
        let value = field(of, name);
        match name.rsplit('_').next() {
            Some("objective" | "price" | "bound") => named(&value, &record["objective"]),
            Some("breaks" | "warnings") => list(&value, plain),
            Some("faults" | "notes") => list(&value, place),
            _ => value,
        }
    };
    let items = |name: &str| record[name].as_array().into_iter().flatten();
    let mut rows = vec![row("round", &record, |name| cell(&record, name))];
    rows.extend(boards(&record, &record));
    rows.extend(items("prices").map(|price| row("price", &record, |name| cell(price, name))));
    let mut of_any_model = record.clone();
    MODEL.iter().for_each(|name| of_any_model[name] = Value::Null);
    for system in items("systems") {
        rows.push(row("system", &of_any_model, |name| cell(system, name)));
        rows.extend(boards(&of_any_model, system));
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

/// The values of tiers as an object of JSON, in the order of the tiers. A tier without a name is called as the one of `objective` is, and a
/// name that stands there already, as in the programs of systems, is followed by the tier's number.
fn named(tiers: &Value, objective: &Value) -> Value {
    let mut names = BTreeSet::new();
    let values = tiers.as_array().into_iter().flatten().enumerate().map(|(index, tier)| {
        let name = tier["name"].as_str().or_else(|| objective[index]["name"].as_str()).unwrap_or("tier");
        let name = if names.insert(name.to_owned()) { name.to_owned() } else { format!("{name} {}", tier["tier"]) };
        format!("{}:{}", Value::from(name), tier["value"])
    });
    let values = values.collect::<Vec<_>>().join(",");
    if values.is_empty() { Value::Null } else { format!("{{{values}}}").into() }
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

/// A table of CSV with its header.
pub(super) fn csv_table<W: Write>(
    mut out: W,
    CsvLayout { delimiter, has_mark }: CsvLayout,
) -> io::Result<csv::Writer<W>> {
    if has_mark {
        out.write_all("\u{feff}".as_bytes())?;
    }
    let mut table = csv::WriterBuilder::new().delimiter(delimiter).from_writer(out);
    table.write_record(COLUMNS.map(|(name, _)| name))?;
    Ok(table)
}

/// Add the rows of a record.
pub(super) fn add_rows(table: &mut csv::Writer<impl Write>, line: &str) -> io::Result<()> {
    for row in rows(line)? {
        table.write_record(row.iter().map(|value| csv_cell(&plain(value))))?;
    }
    table.flush()
}
