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
pub use csv::UnknownTable;
use csv::in_columns;

use super::boards::name_or_none;
use crate::formats::pairs;
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
pub(crate) fn left(title: impl Into<String>) -> Column {
    let title = title.into();
    Column { name: in_columns(&title), title, is_right: false, is_for_programs: false }
}

/// A column of numbers.
pub(crate) fn right(title: impl Into<String>) -> Column {
    Column { is_right: true, ..left(title) }
}

impl Column {
    /// The same, which has this name in CSV.
    pub(crate) fn named(self, name: impl Into<String>) -> Self {
        Self { name: name.into(), ..self }
    }

    /// The same, which only CSV has.
    pub(crate) fn for_programs(self) -> Self {
        Self { is_for_programs: true, ..self }
    }
}

impl Table {
    /// A table without rows.
    pub(crate) fn new(name: impl Into<String>, columns: impl IntoIterator<Item = Column>) -> Self {
        let columns = columns.into_iter().collect();
        Self { name: name.into(), title: Vec::new(), columns, rows: Vec::new(), is_for_programs: false }
    }

    /// The same by another name.
    pub(crate) fn named(self, name: impl Into<String>) -> Self {
        Self { name: name.into(), ..self }
    }

    /// The same with this line above it, after those that are there.
    pub(crate) fn titled(mut self, line: impl Into<String>) -> Self {
        self.title.push(line.into());
        self
    }

    /// The same, which only CSV has.
    pub(crate) fn for_programs(self) -> Self {
        Self { is_for_programs: true, ..self }
    }

    /// Add a row.
    pub(crate) fn row(&mut self, cells: impl IntoIterator<Item = Cell>) {
        self.rows.push(cells.into_iter().collect());
    }

    /// The same with these rows.
    pub(crate) fn rows<R: IntoIterator<Item = Cell>>(mut self, rows: impl IntoIterator<Item = R>) -> Self {
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
    pub(crate) fn of(title: impl Into<String>, subtitle: impl Into<String>) -> Self {
        Self { title: title.into(), subtitle: subtitle.into(), ..Self::default() }
    }

    /// A document that is text of a form of its own.
    pub(crate) fn verbatim(text: impl Into<String>) -> Self {
        Self { parts: vec![Part::Verbatim(text.into())], ..Self::default() }
    }

    /// A document about a round of a tournament, which are in every row of CSV, too.
    pub(crate) fn of_round(tournament: &str, round: u32, planned: Option<u32>) -> Self {
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
    pub(crate) fn without_keys(self) -> Self {
        Self { keys: Vec::new(), ..self }
    }

    /// The same with a line before everything else, if there is one.
    #[must_use]
    pub fn headed(self, line: Option<String>) -> Self {
        Self { lead: line, ..self }
    }

    /// Add a heading.
    pub(crate) fn heading(&mut self, text: impl Into<String>) {
        self.parts.push(Part::Heading(text.into()));
    }

    /// Begin lines apart from those before them.
    pub(crate) fn part(&mut self) {
        self.parts.push(Part::Text(Vec::new()));
    }

    /// Add a sentence, apart from the one before it.
    pub(crate) fn paragraph(&mut self, text: impl Into<String>) {
        self.part();
        self.say(text);
    }

    /// Add a sentence to those before it.
    pub(crate) fn say(&mut self, text: impl Into<String>) {
        self.line(0, text);
    }

    /// Add an item of a list to what is before it.
    pub(crate) fn item(&mut self, text: impl Into<String>) {
        self.line(1, text);
    }

    /// Add a line to those before it.
    pub(crate) fn line(&mut self, depth: usize, text: impl Into<String>) {
        let line = Line { depth, text: text.into() };
        match self.parts.last_mut() {
            Some(Part::Text(lines)) => lines.push(line),
            _ => self.parts.push(Part::Text(vec![line])),
        }
    }

    /// Add a table.
    pub(crate) fn table(&mut self, table: Table) {
        self.parts.push(Part::Table(table));
    }

    /// Add a round to be drawn, if there is one.
    pub(crate) fn draw(&mut self, drawing: Option<&Drawing>) {
        self.parts.extend(drawing.cloned().map(Part::Drawing));
    }

    /// Have these boards in the lists of boards; nothing for a round without a pairing.
    pub(crate) fn list_boards(&mut self, pairing: Option<&Pairing>) {
        self.list(pairing.map(pairs::write).unwrap_or_default());
    }

    /// Have this text in the lists of boards.
    pub(crate) fn list(&mut self, text: String) {
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

#[cfg(test)]
mod tests {
    use super::{Cell, Document, Table, left, right};
    use crate::model::Value;
    use crate::tournament::{PlayerId, Seat};

    fn document() -> Document {
        let mut document = Document::of_round("=A <b> & \u{202e}", 2, Some(3)).headed(Some("By lot".to_owned()));
        let columns = [left("Kind").for_programs(), right("No.").named("player"), left("Player"), right("Price")];
        let player = |id| Cell::from(Seat::Player(PlayerId(id)));
        let price = |whole| Cell::Change(Value::from_whole(whole));
        document.table(Table::new("prices", columns).titled("What it costs").rows([
            ["board".into(), player(1), "=1+1".into(), price(5).strong_if(true)],
            ["board".into(), player(12), "Ada\nB".into(), price(-20)],
            ["bye".into(), Seat::Bye.into(), Cell::Bye, Cell::Empty],
        ]));
        document.say("A sentence.");
        document.item("An item <i>");
        document
            .table(Table::new("more", ["a", "b"].map(left)).for_programs().rows([[Cell::Own("x\ny"), 1_u32.into()]]));
        document.paragraph("Another one.");
        document
    }

    #[test]
    fn a_terminal_shows_parts_with_a_blank_line_between() {
        let expected = "\
By lot
=A <b> & \u{fffd}
Round 2 of 3

What it costs
No.  Player  Price
  1  =1+1       +5
 12  Ada␊B     -20
     bye

A sentence.
  An item <i>

Another one.
";
        assert_eq!(document().text(), expected);
        assert_eq!(Document::default().text(), "");
    }

    #[test]
    fn a_spreadsheet_has_one_table_with_what_the_document_is_about_and_no_formula() {
        let main = "tournament,round,kind,player,player,price\n\
                    '=A <b> & \u{fffd},2,board,1,'=1+1,5\n\
                    '=A <b> & \u{fffd},2,board,12,Ada␊B,-20\n\
                    '=A <b> & \u{fffd},2,bye,0,,\n";
        assert_eq!(document().csv(None).as_deref(), Ok(main));
        assert_eq!(document().csv(Some("prices")).as_deref(), Ok(main));
        let more = document().without_keys().csv(Some("more"));
        assert_eq!(more.as_deref(), Ok("a,b\n\"x\ny\",1\n"));
        let unknown = document().csv(Some("price")).expect_err("no such table");
        assert_eq!(unknown.to_string(), "the answer has no table 'price'; it has prices, more");
        let mut lines = Document::default();
        lines.say("Nothing, but this.");
        assert_eq!(lines.csv(None).as_deref(), Ok("text\n\"Nothing, but this.\"\n"));
    }

    #[test]
    fn tables_of_one_name_are_one_for_a_spreadsheet() {
        let table = |cell: &str| Table::new("one", [left("Cell")]).rows([[Cell::from(cell)]]);
        let mut document = Document::default();
        ["a", "b"].into_iter().for_each(|cell| document.table(table(cell)));
        assert_eq!(document.csv(None).as_deref(), Ok("cell\na\nb\n"));
    }

    #[test]
    fn a_page_has_what_a_terminal_shows_and_no_markup_of_others() {
        let page = document().page();
        let body = page.split_once("<body>").expect("a body").1;
        let lines: String = body.split("<footer").next().expect("a beginning").to_owned();
        for said in [
            "<bdi>=A &lt;b&gt; &amp; \u{fffd}</bdi>",
            "Round 2 of 3",
            "<h3>What it costs</h3>",
            "<tr><td class=\"n\">1</td><td>=1+1</td><td class=\"n\"><b>+5</b></td></tr>",
            "<td>bye</td>",
            "<p>A sentence.</p>",
            "<li>An item &lt;i&gt;</li>",
        ] {
            assert!(lines.contains(said), "{said}");
        }
        assert!(!lines.contains("x\ny") && !lines.contains("Kind"), "only programs have it");
        assert!(page.contains("<table class=\"sortable\">"), "its rows are those of numbered players");
    }

    #[test]
    fn nothing_in_a_drawing_ends_its_element() {
        let names = serde_json::json!(["</script><script>alert(1)</script>", "<!--", "a & b", "\u{2028}"]);
        let mut document = Document::default();
        document.draw(Some(&super::Drawing(names.clone())));
        assert_eq!(document.text(), "");
        let page = document.page();
        let data = page.split_once("id=\"data\">").and_then(|(_, rest)| rest.split_once("</script>")).expect("data").0;
        assert!(!data.contains(['<', '>', '&', '\u{2028}']));
        assert_eq!(serde_json::from_str::<serde_json::Value>(data).ok(), Some(names));
    }
}
