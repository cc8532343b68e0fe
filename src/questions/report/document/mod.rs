//! What an answer shows, said once: its parts, in the order in which a person reads them.
//!
//! A question makes a [`Document`] and does not ask who writes it. The writers know no question: a terminal's text, CSV for one of the
//! tables, and HTML are made from the same cells.

mod cell;
mod csv;
mod html;
mod terminal;

pub use cell::Cell;
pub(crate) use cell::or_nothing;
use csv::in_columns;

use super::boards::name_or_none;
use crate::files::pairs;
use crate::tournament::Pairing;
use itertools::Itertools;

/// What an answer shows.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Document {
    /// What it is about, such as the tournament; empty if that goes without saying.
    pub title: String,
    /// What of it, such as the round.
    pub subtitle: String,
    /// A line before everything else.
    lead: Option<String>,
    /// What each row of CSV begins with, by the names of the columns.
    keys: Vec<(&'static str, Cell)>,
    /// The parts, in order.
    pub parts: Vec<Part>,
    /// The name of the main table, if it is not the first.
    main: &'static str,
    /// Its lists of boards in the arbiters' form, if it has such lists.
    board_lists: Option<String>,
}

/// A part of a document.
#[derive(Debug, Clone, PartialEq)]
pub enum Part {
    /// What the parts after it are about.
    Heading(String),
    /// Lines that belong together.
    Text(Vec<Line>),
    /// Text of a form of its own, such as LaTeX.
    Verbatim(String),
    /// A table.
    Table(Table),
    /// A round that a page draws.
    Drawing(Drawing),
}

/// A line of text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// How far it is within a list; 0 is a sentence of its own.
    pub depth: usize,
    /// What it says.
    pub text: String,
}

/// A table.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// By what it is asked for.
    pub name: String,
    /// The lines above it.
    pub title: Vec<String>,
    /// Its columns.
    pub columns: Vec<Column>,
    /// Its rows: a cell for each column.
    pub rows: Vec<Vec<Cell>>,
    /// Whether only CSV has it.
    is_for_programs: bool,
}

/// A column of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// Its heading for persons.
    pub title: String,
    /// Its name in CSV.
    pub name: String,
    /// Whether it is aligned at the right, as numbers are.
    pub is_right: bool,
    /// Whether only CSV has it.
    is_for_programs: bool,
}

/// The data of a round, as the script of a page draws it.
#[derive(Debug, Clone, PartialEq)]
pub struct Drawing(pub serde_json::Value);

/// A column of text.
pub fn left(title: impl Into<String>) -> Column {
    let title = title.into();
    Column { name: in_columns(&title), title, is_right: false, is_for_programs: false }
}

/// A column of numbers.
pub fn right(title: impl Into<String>) -> Column {
    Column { is_right: true, ..left(title) }
}

impl Column {
    /// The same, which has this name in CSV.
    pub fn named(self, name: impl Into<String>) -> Self {
        Self { name: name.into(), ..self }
    }

    /// The same, which only CSV has.
    pub fn for_programs(self) -> Self {
        Self { is_for_programs: true, ..self }
    }
}

impl Table {
    /// A table without rows.
    pub fn new(name: impl Into<String>, columns: impl IntoIterator<Item = Column>) -> Self {
        let columns = columns.into_iter().collect();
        Self { name: name.into(), title: Vec::new(), columns, rows: Vec::new(), is_for_programs: false }
    }

    /// The same by another name.
    pub fn named(self, name: impl Into<String>) -> Self {
        Self { name: name.into(), ..self }
    }

    /// The same with this line above it, after those that are there.
    pub fn titled(mut self, line: impl Into<String>) -> Self {
        self.title.push(line.into());
        self
    }

    /// The same, which only CSV has.
    pub fn for_programs(self) -> Self {
        Self { is_for_programs: true, ..self }
    }

    /// Add a column without entries.
    pub fn add_column(&mut self, column: Column) {
        self.columns.push(column);
        self.rows.iter_mut().for_each(|row| row.push(Cell::Empty));
    }

    /// Add a row.
    pub fn row(&mut self, cells: impl IntoIterator<Item = Cell>) {
        self.rows.push(cells.into_iter().collect());
    }

    /// The same with these rows.
    pub fn rows<R: IntoIterator<Item = Cell>>(mut self, rows: impl IntoIterator<Item = R>) -> Self {
        rows.into_iter().for_each(|row| self.row(row));
        self
    }

    /// The columns that persons see, each with its place.
    fn shown(&self) -> impl Iterator<Item = (usize, &Column)> {
        self.columns.iter().enumerate().filter(|(_, column)| !column.is_for_programs)
    }
}

impl Document {
    /// A document about something, and what of it.
    pub fn of(title: impl Into<String>, subtitle: impl Into<String>) -> Self {
        Self { title: title.into(), subtitle: subtitle.into(), ..Self::default() }
    }

    /// A document that is text of a form of its own.
    pub(crate) fn verbatim(text: impl Into<String>) -> Self {
        Self { parts: vec![Part::Verbatim(text.into())], ..Self::default() }
    }

    /// A document about a round of a tournament, which are in every row of CSV, too.
    pub fn of_round(tournament: &str, round: u32, planned: Option<u32>) -> Self {
        let of = planned.map_or_else(String::new, |planned| format!(" of {planned}"));
        let document = Self::of(name_or_none(tournament), format!("Round {round}{of}"));
        document.keyed("tournament", tournament).keyed("round", round)
    }

    /// The same, each row of CSV with this, too.
    pub(crate) fn keyed(mut self, name: &'static str, cell: impl Into<Cell>) -> Self {
        self.keys.push((name, cell.into()));
        self
    }

    /// The same, whose main table has this name, if it is there.
    pub(crate) fn mainly(self, main: &'static str) -> Self {
        Self { main, ..self }
    }

    /// The same, each row of CSV without what all of them have.
    pub fn without_keys(self) -> Self {
        Self { keys: Vec::new(), ..self }
    }

    /// The same with a line before everything else, if there is one.
    pub fn headed(self, line: Option<String>) -> Self {
        Self { lead: line, ..self }
    }

    /// Add a heading.
    pub(crate) fn heading(&mut self, text: impl Into<String>) {
        self.parts.push(Part::Heading(text.into()));
    }

    /// Begin lines apart from those before them.
    pub fn part(&mut self) {
        self.parts.push(Part::Text(Vec::new()));
    }

    /// Add a sentence, apart from the one before it.
    pub fn paragraph(&mut self, text: impl Into<String>) {
        self.part();
        self.say(text);
    }

    /// Add a sentence to those before it.
    pub fn say(&mut self, text: impl Into<String>) {
        self.line(0, text);
    }

    /// Add an item of a list to what is before it.
    pub fn item(&mut self, text: impl Into<String>) {
        self.line(1, text);
    }

    /// Add a line to those before it.
    pub fn line(&mut self, depth: usize, text: impl Into<String>) {
        let line = Line { depth, text: text.into() };
        match self.parts.last_mut() {
            Some(Part::Text(lines)) => lines.push(line),
            _ => self.parts.push(Part::Text(vec![line])),
        }
    }

    /// Add a table.
    pub fn table(&mut self, table: Table) {
        self.parts.push(Part::Table(table));
    }

    /// Add a round to be drawn, if there is one.
    pub fn draw(&mut self, drawing: Option<&Drawing>) {
        self.parts.extend(drawing.cloned().map(Part::Drawing));
    }

    /// Have these boards in the lists of boards; nothing for a round without a pairing.
    pub(crate) fn list_boards(&mut self, pairing: Option<&Pairing>) {
        self.list(pairing.map(pairs::write).unwrap_or_default());
    }

    /// Have this text in the lists of boards.
    pub fn list(&mut self, text: String) {
        self.board_lists.get_or_insert_default().push_str(&text);
    }

    /// Its lists of boards, if it has such lists.
    pub(crate) fn board_lists(&self) -> Option<&str> {
        self.board_lists.as_deref()
    }

    /// The tables, the main one first.
    fn tables(&self) -> Vec<&Table> {
        let tables =
            self.parts.iter().filter_map(|part| if let Part::Table(table) = part { Some(table) } else { None });
        tables.sorted_by_key(|table| table.name != self.main).collect()
    }
}
