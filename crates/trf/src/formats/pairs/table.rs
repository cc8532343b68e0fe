use super::{List, START, seat};
use crate::formats::field_twice;
use crate::tournament::{Code, Fault, Position};

/// The columns of a table that have the players' numbers.
pub(super) struct Headings {
    delimiter: u8,
    /// The columns of White and Black, from 0.
    columns: [usize; 2],
    /// Whether it is the table of a round that was paired, which has no rows if there was nobody to pair. Any other table without rows
    /// lacks them.
    pub(super) is_record: bool,
}

impl Headings {
    /// The columns by the headings of the first line, of which none may stand twice; `None` if it has no such headings.
    pub(super) fn of(text: &str) -> Option<Result<Self, Fault>> {
        let first = text.lines().next()?;
        let delimiter = [',', ';', '\t'].into_iter().find(|delimiter| first.contains(*delimiter))?;
        let headings: Vec<&str> = first.split(delimiter).map(|heading| heading.trim().trim_matches('"')).collect();
        let columns = ["white", "black"].map(|name| {
            let is_it = |(_, heading): &(usize, &&str)| heading.eq_ignore_ascii_case(name);
            headings.iter().enumerate().filter(is_it).map(|(column, _)| column).collect::<Vec<_>>()
        });
        let [[white, ..], [black, ..]] = columns.each_ref().map(Vec::as_slice) else { return None };
        for (name, twice) in ["white", "black"].into_iter().zip(&columns) {
            if let [one, other, ..] = twice[..] {
                let before = |column| first.split(delimiter).take(column).map(|heading| heading.chars().count() + 1);
                let at = |column| Position { column: 1 + before(column).sum::<usize>(), ..START };
                return Some(Err(field_twice("the table", name, at(other), at(one))));
            }
        }
        let is_record = ["round", "kind"].iter().all(|name| headings.contains(name));
        Some(Ok(Self { delimiter: u8::try_from(delimiter).ok()?, columns: [*white, *black], is_record }))
    }
}

/// Reads the rows below the headings.
pub(super) fn read(text: &str, headings: &Headings) -> List {
    let mut list = List::default();
    let mut reader =
        csv::ReaderBuilder::new().delimiter(headings.delimiter).flexible(true).from_reader(text.as_bytes());
    for row in reader.records() {
        let row = match row {
            Ok(row) => row,
            Err(error) => {
                list.fault(START, Code::BadPair, error.to_string(), "save the table as comma-separated values again");
                break;
            }
        };
        let line = row.position().and_then(|position| usize::try_from(position.line()).ok()).unwrap_or(START.line);
        let at = Position { line, ..START };
        match headings.columns.map(|column| row.get(column).unwrap_or_default().trim()) {
            ["", ""] => {}
            [white, black] => match (seat(white), seat(black)) {
                (Some(white), Some(black)) if white > 0 => list.push(white, black, at),
                _ => list.fault(
                    at,
                    Code::BadPair,
                    format!("'{white}' and '{black}' under 'white' and 'black' are not a pair"),
                    "write the players' numbers there, or a number and 0 for the bye",
                ),
            },
        }
    }
    list
}
