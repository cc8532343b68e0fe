//! The pairing of a round in one of four forms: the arbiters' form, a table of comma-separated values, JSON, or a
//! tournament in which the round is paired.
//!
//! The arbiters' form ([`write()`]) is what pairing engines print: the number of lines, then one line a board, `white
//! black` by pairing number, and for the pairing-allocated bye `n 0`. Blank lines are skipped. So are lines that begin
//! with `#`, such as `compare` writes before each pairing. The reader also accepts a list without the number of lines,
//! and lines such as `3 - 7`, `3-7`, `3,7` or `5 bye`, which tables on the web have.
//!
//! A table has a line of headings, and the columns `white` and `black` have the players' numbers. `--format csv` writes
//! such a table; with its headings alone it is that of a round with nobody to pair. The JSON form is `{"pairs":[{"white":1,"black":2}],"bye":3}`. Other fields are ignored, so the whole
//! record that `solve` writes can be read. A field or a column of headings that stands twice is a fault.

mod lines;
mod table;

use super::json;
use super::{Loaded, MOST_BYTES, at_most, fault_at, is_json, without_bom};
use crate::tournament::{
    Board, ByeKind, Code, Fault, Faults, Pairing, Player, PlayerId, Position, SeveralByes, Tournament,
};
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::fmt::Write as _;
use std::num::NonZeroU32;

/// Reads a pairing in any of its forms.
///
/// # Errors
/// Every fault of the file, in file order. The reader does not check whether the pairing is legal.
///
/// # Example
/// ```
/// use swiss_trf::formats::pairs;
/// let pairing = pairs::read(b"2\n1 2\n3 0\n").expect("a pairing");
/// assert_eq!(pairs::write(&pairing), "2\n1 2\n3 0\n");
/// assert_eq!(pairs::read(br#"{"pairs":[{"white":1,"black":2}],"bye":3}"#), Ok(pairing.clone()));
/// assert_eq!(pairs::read(b"board;white;black\n1;1;2\n;3;bye"), Ok(pairing));
/// ```
pub fn read(bytes: &[u8]) -> Result<Pairing, Vec<Fault>> {
    at_most(MOST_BYTES, "bytes", bytes.len())?;
    if is_json(bytes) {
        return from_json(bytes);
    }
    // A carriage return alone also ends a line.
    let text = String::from_utf8_lossy(without_bom(bytes)).replace("\r\n", "\n").replace('\r', "\n");
    let headings = match table::Headings::of(&text).transpose() {
        Ok(headings) => headings,
        Err(twice) => return Err(Loaded::default().locate(vec![twice])),
    };
    let is_record = headings.as_ref().is_some_and(|headings| headings.is_record);
    let mut list = headings.map_or_else(|| lines::read(&text), |headings| table::read(&text, &headings));
    if list.faults.is_empty() && list.pairing == Pairing::default() && !list.is_counted && !is_record {
        let mend = "give a line for each board: White's number and Black's";
        list.fault(START, Code::EmptyFile, "the file has no pairs", mend);
    }
    list.finish()
}

/// Reads a pairing in any of its forms, or the pairing of `round` from a tournament.
///
/// # Errors
/// Every fault of the file, in file order; `round-missing` if the tournament has no pairing of `round`, `two-byes` if it
/// has several pairing-allocated byes there.
///
/// # Example
/// ```
/// use swiss_trf::formats::pairs;
/// let file = br#"{ "players": [ { "id": 1 }, { "id": 2 } ], "rounds": [ { "games": [ { "white": 2, "black": 1 } ] } ] }"#;
/// assert_eq!(pairs::write(&pairs::read_round(file, 1).expect("paired")), "1\n2 1\n");
/// assert_eq!(pairs::read_round(file, 2).expect_err("not paired")[0].code.id(), "round-missing");
/// ```
pub fn read_round(bytes: &[u8], round: u32) -> Result<Pairing, Vec<Fault>> {
    at_most(MOST_BYTES, "bytes", bytes.len())?;
    if !is_tournament(bytes) {
        return read(bytes);
    }
    let fault = |code, what: String, mend| Err(vec![fault_at(START, code, what, mend)]);
    // An acceleration may follow from the number of rounds. A pairing does not depend on it, so any number will do.
    let tournament = super::read_in(bytes, Some(round), None)?.tournament;
    match tournament.pairing(round).or_else(|| without_boards(&tournament, round)) {
        Some(Ok(pairing)) => Ok(pairing),
        Some(Err(several)) => fault(Code::TwoByes, format!("round {round}: {several}"), "leave one of them"),
        None => {
            let mend = "ask for a round that is paired, or give its pairing as a list of boards";
            fault(Code::RoundMissing, format!("the tournament has no games in round {round}"), mend)
        }
    }
}

/// The pairing of a round without a board, where it is said to be one: somebody has the pairing-allocated bye, or nobody is left to be
/// paired. Any other round without a board is still to be paired.
fn without_boards(tournament: &Tournament, round: u32) -> Option<Result<Pairing, SeveralByes>> {
    let written = tournament.round(round).filter(|round| round.games.is_empty() && !round.byes.is_empty())?;
    let is_out = |player: &Player| written.byes.iter().any(|bye| bye.player == player.id);
    let has_bye = written.byes.iter().any(|bye| bye.kind == ByeKind::Pairing);
    (has_bye || tournament.players.iter().all(is_out)).then(|| written.pairing())
}

/// Writes a pairing in the arbiters' form, the bye last.
pub fn write(pairing: &Pairing) -> String {
    let mut text = format!("{}\n", pairing.boards.len() + usize::from(pairing.bye.is_some()));
    for Board { white, black } in &pairing.boards {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{white} {black}");
    }
    if let Some(bye) = pairing.bye {
        let _ = writeln!(text, "{bye} 0");
    }
    text
}

/// Whether the file is a tournament and not a pairing: JSON with players and no pairs, or text with a player's row.
fn is_tournament(bytes: &[u8]) -> bool {
    if is_json(bytes) {
        #[derive(Deserialize)]
        struct Fields {
            players: Option<IgnoredAny>,
            pairs: Option<IgnoredAny>,
        }
        return json::parse::<Fields>(bytes).is_ok_and(|fields| fields.players.is_some() && fields.pairs.is_none());
    }
    let is_player = |line: &[u8]| line.starts_with(b"001 ") && line.iter().any(u8::is_ascii_alphabetic);
    without_bom(bytes).split(|byte| matches!(byte, b'\n' | b'\r')).any(is_player)
}

/// The greatest number of boards: a tournament has no more players for them.
const MOST_BOARDS: usize = Tournament::MOST_PLAYERS / 2;

const START: Position = Position { line: 1, column: 1 };

/// The boards read so far from a list.
#[derive(Debug, Default)]
struct List {
    pairing: Pairing,
    faults: Faults,
    /// Whether the number of lines is given and correct.
    is_counted: bool,
}

impl List {
    /// Adds a board, or the bye if `black` is 0. `white` is a player's number.
    fn push(&mut self, white: u32, black: u32, at: Position) {
        if self.pairing.boards.len() >= MOST_BOARDS {
            return self.faults.push(too_many_boards(at));
        }
        match (self.pairing.bye, black) {
            (None, 0) => self.pairing.bye = Some(PlayerId(white)),
            (Some(other), 0) => {
                let what = format!("player {white} has the bye, but player {other} has it already");
                self.fault(at, Code::TwoByes, what, "leave one pairing-allocated bye");
            }
            _ => self.pairing.boards.push(Board { white: PlayerId(white), black: PlayerId(black) }),
        }
    }

    fn fault(&mut self, at: Position, code: Code, what: impl Into<String>, mend: &str) {
        self.faults.push(fault_at(at, code, what, mend));
    }

    fn finish(self) -> Result<Pairing, Vec<Fault>> {
        if self.faults.is_empty() { Ok(self.pairing) } else { Err(Loaded::default().locate(self.faults.into_vec())) }
    }
}

fn too_many_boards(at: Position) -> Fault {
    let what = format!("there are more than {MOST_BOARDS} boards");
    fault_at(at, Code::TooManyPlayers, what, "look for what does not belong there")
}

/// A player's number, or 0 for the bye.
fn seat(word: &str) -> Option<u32> {
    if word.eq_ignore_ascii_case("bye") { Some(0) } else { word.parse().ok() }
}

/// A pairing as JSON. What else the object has is passed over: it may be a record that this program wrote.
#[derive(Deserialize)]
struct PairsFile {
    pairs: Vec<PairEntry>,
    bye: Option<NonZeroU32>,
}

#[derive(Deserialize)]
struct PairEntry {
    white: NonZeroU32,
    black: NonZeroU32,
}

fn from_json(bytes: &[u8]) -> Result<Pairing, Vec<Fault>> {
    let PairsFile { pairs, bye } = json::parse(bytes)?;
    if pairs.len() > MOST_BOARDS {
        return Err(vec![too_many_boards(START)]);
    }
    let player = |number: NonZeroU32| PlayerId(number.get());
    let board = |pair: &PairEntry| Board { white: player(pair.white), black: player(pair.black) };
    Ok(Pairing { boards: pairs.iter().map(board).collect(), bye: bye.map(player) })
}

#[cfg(test)]
#[path = "../../../tests/unit/formats/pairs.rs"]
mod tests;
