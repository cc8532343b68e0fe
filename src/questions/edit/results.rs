//! Results by board, as somebody types or exports them.

use super::Entry;
use crate::files::organiser_tables::{TableError, TableRow, fault, table};
use crate::tournament::GameResult;

/// How somebody writes a result besides its name.
const ALSO: [(&str, &str); 8] = [
    ("½-½", "1/2-1/2"),
    ("½", "1/2-1/2"),
    ("1/2", "1/2-1/2"),
    ("0.5-0.5", "1/2-1/2"),
    ("½-0", "1/2-0"),
    ("0-½", "0-1/2"),
    ("1-0F", "+/-"),
    ("0F-1", "-/+"),
];

/// The result that is written so; `None` if it is none.
fn result(text: &str) -> Option<GameResult> {
    let plain: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let plain = plain.replace([':', '–', '—', '−'], "-");
    let plain = match plain.as_str() {
        "+--" | "+-" => "+/-",
        "--+" | "-+" => "-/+",
        "---" | "--" => "-/-",
        other => ALSO.iter().find(|(also, _)| *also == other).map_or(other, |(_, name)| name),
    };
    GameResult::from_name(plain)
}

/// The results of a list such as `1-0,½-½` or `3=0-1`; `None` if it is the name of a file.
pub(super) fn list(text: &str) -> Option<Result<Vec<Entry>, String>> {
    let parts: Vec<&str> = text.split([',', ';']).map(str::trim).collect();
    let entries: Vec<_> = parts.iter().map(|part| entry(part)).collect();
    // One that can be read, a list, a result of something, or something of a board, is no file.
    let is_board = |board: &str| board.trim().parse::<u32>().is_ok();
    let has_result =
        |part: &&str| part.split_once('=').is_some_and(|(board, said)| is_board(board) || result(said).is_some());
    let is_list = (entries.iter().any(Result::is_ok) || parts.iter().any(has_result)) && text != "-";
    is_list.then(|| entries.into_iter().collect())
}

/// The results of a file: a line each, as in a list, or a table with a heading for them.
pub(super) fn file(bytes: &[u8]) -> Result<Vec<Entry>, TableError> {
    let rows = table(bytes)?;
    let place = |names: &[&str]| {
        let headings = rows.first()?.cells.iter();
        headings.map(str::to_lowercase).position(|heading| names.contains(&heading.as_str()))
    };
    let result_at = place(&["result", "results", "ergebnis", "résultat", "resultado", "risultato", "uitslag"]);
    let [board, white, black] =
        [&["board", "brett", "table", "tablero", "scacchiera", "bord"][..], &["white"], &["black"]].map(place);
    let rows = rows.iter().skip(usize::from(result_at.is_some()));
    let read = |row: &TableRow| {
        let cell = |place: Option<usize>| place.and_then(|place| row.cells.get(place)).filter(|cell| !cell.is_empty());
        let number = |place| cell(place).and_then(|cell| cell.parse::<u32>().ok());
        let entry = match (result_at, row.cells.len()) {
            (Some(_), _) => entry(cell(result_at).unwrap_or_default())
                .map(|read| Entry { board: number(board).map(|board| board as usize), ..read }),
            (None, 1) => entry(&row.cells[0]),
            (None, _) => {
                entry(&row.cells[1]).map(|read| Entry { board: number(Some(0)).map(|board| board as usize), ..read })
            }
        };
        let players = number(white).zip(number(black));
        entry.map(|entry| Entry { players, ..entry }).or_else(|what| fault(row.line, what))
    };
    // The bye of a table has no result and no board.
    rows.filter(|row| board.is_none_or(|board| row.cells.get(board).is_some_and(|cell| !cell.is_empty())))
        .map(read)
        .collect()
}

/// A result, with its board before it if that is said. What is blank is not known yet, and `?` takes one back.
fn entry(text: &str) -> Result<Entry, String> {
    let (board, said) = text.split_once('=').map_or((None, text), |(board, said)| (Some(board), said));
    let number = board.map(|board| board.trim().parse());
    let is_taken_back = said.trim() == "?";
    let known = if said.is_empty() || is_taken_back { Some(None) } else { result(said).map(Some) };
    match (number.transpose(), known) {
        (Ok(Some(board)), Some(None)) if !is_taken_back => {
            Err(format!("'{text}' has no result; write one, or leave out board {board}"))
        }
        (Err(_), Some(_)) => Err(format!("'{}' is no board; write its number, as in 3=1-0", board.unwrap_or_default())),
        (Ok(board), Some(result)) => Ok(Entry { board, players: None, result, is_taken_back }),
        _ => Err(format!("'{text}' is no result; write 1-0, 0-1, ½-½, +/-, -/+, -/- or 0-0, or 3=1-0 for board 3")),
    }
}
