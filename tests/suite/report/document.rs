//! The three writers of a document, which make the same cells into a terminal's text, CSV and HTML.

use crate::support::prelude::*;
use swiss_ilp::questions::report::{Cell, Document, Drawing, Format, ModelReport, Render, Table, left, right};

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
    document.table(Table::new("more", ["a", "b"].map(left)).for_programs().rows([[Cell::Own("x\ny"), 1_u32.into()]]));
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

/// The cell of a spreadsheet that has one.
fn csv_cell(text: &str) -> String {
    let mut document = Document::default();
    document.table(Table::new("one", [left("Cell")]).rows([[Cell::from(text)]]));
    let table = document.csv(None).expect("a table");
    let mut rows = csv::Reader::from_reader(table.as_bytes());
    rows.records().next().map(|row| row.expect("a row")[0].to_owned()).unwrap_or_default()
}

#[test]
fn no_cell_is_a_formula_and_numbers_stay_numbers() {
    for plain in ["", "0", "-5", "+3", "-20.5", "+.5", "7001/3", "Ada", "D'Arcy", "a=1", "1-0", "ilp.bye-score"] {
        assert_eq!(csv_cell(plain), plain);
    }
    for formula in ["=1+1", "+cmd", "-1+cmd|' /C calc'!A1", "@SUM(A1)", "-", "-1.2.3", "-1e5", " =1", "＝1", "－x"] {
        assert_eq!(csv_cell(formula), format!("'{formula}"));
    }
    // A spreadsheet that divides cells at semicolons, and not at commas, sees another cell after each of them.
    for (text, shown) in [
        ("x;=1+1", "x;'=1+1"),
        ("x; =1+1;;@y", "x;' =1+1;;'@y"),
        ("x,y;\"=1+1\"", "x,y;'\"=1+1\""),
        ("=1;-2", "'=1;'-2"),
        ("\"=1+1\"", "'\"=1+1\""),
        ("a; b; 3-4", "a; b; 3-4"),
        ("\t=1", "␉=1"),
        ("\r=1", "␍=1"),
        ("\n=1", "␊=1"),
        ("a\u{1b}[2J", "a␛[2J"),
    ] {
        assert_eq!(csv_cell(text), shown);
    }
}

fn is_obeyed(c: char) -> bool {
    let directs = matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    directs || c.is_control()
}

/// Every character there is, in a cell and in a record.
#[test]
fn nothing_that_controls_a_terminal_or_ends_a_line_is_left() {
    let all: String = (char::MIN..=char::MAX).collect();
    let shown = csv_cell(&all);
    assert!(!shown.contains(is_obeyed) && shown.chars().count() == all.chars().count());
    assert_eq!(csv_cell("a\tb\r\n\u{1b}]0;t\u{7}\u{9b}"), "a␉b␍␊␛]0;t␇\u{fffd}");
    assert_eq!(csv_cell("Đặng, Jürgen 王"), "Đặng, Jürgen 王");
    let summary: String = ('\0'..='\u{2100}').collect();
    let model = Objective { summary: summary.clone(), ..Objective::load("pairs").expect("a model") };
    let mut json = Vec::new();
    ModelReport::new(Model::Objective(model), false).render(Format::Json, &mut json).expect("written");
    let json = String::from_utf8(json).expect("UTF-8");
    assert!(!json.trim_end().contains(is_obeyed));
    let record: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(record["summary"], summary);
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
    document.draw(Some(&Drawing(names.clone())));
    assert_eq!(document.text(), "");
    let page = document.page();
    let data = page.split_once("id=\"data\">").and_then(|(_, rest)| rest.split_once("</script>")).expect("data").0;
    assert!(!data.contains(['<', '>', '&', '\u{2028}']));
    assert_eq!(serde_json::from_str::<serde_json::Value>(data).ok(), Some(names));
}
