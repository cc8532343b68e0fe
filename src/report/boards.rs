//! Lists of boards, the same in every command.

use super::table::write_table;
use super::write_csv;
use crate::printable::printable;
use crate::tournament::{Board, Pairing, PlayerId, PlayerState, RoundState};
use std::io;

/// A player in a list of boards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayerReport {
    /// The pairing number.
    pub id: PlayerId,
    /// Title and name.
    pub name: String,
    /// The score that pairing goes by.
    pub score: String,
}

pub(super) fn players(state: &RoundState) -> Vec<PlayerReport> {
    let report = |player: &PlayerState| PlayerReport {
        id: player.id,
        name: match &player.title {
            Some(title) => format!("{title} {}", player.name),
            None => player.name.clone(),
        },
        score: player.score.to_string(),
    };
    state.players().iter().map(report).collect()
}

/// A row for each board and one for the bye, whose opponent has the number `nobody`.
fn rows(players: &[PlayerReport], pairing: &Pairing, nobody: &str) -> impl Iterator<Item = Vec<String>> {
    let seat = |id: PlayerId| {
        let player = players.iter().find(|player| player.id == id);
        let (name, score) = player.map_or(("?", ""), |player| (&player.name, &player.score));
        [id.to_string(), name.to_owned(), score.to_owned()]
    };
    let board = move |(number, board): (u32, &Board)| (number.to_string(), seat(board.white), seat(board.black));
    let bye = |id| (String::new(), seat(id), [nobody, "bye", ""].map(str::to_owned));
    let boards = (1..).zip(&pairing.boards).map(board).chain(pairing.bye.map(bye));
    boards.map(|(number, white, black)| [&[number], &white[..], &black].concat())
}

pub(super) fn write_boards(players: &[PlayerReport], pairing: &Pairing, out: &mut dyn io::Write) -> io::Result<()> {
    let headers = [">Board", ">No.", "White", ">Score", ">No.", "Black", ">Score"];
    write_table(&headers, rows(players, pairing, ""), out)
}

pub(super) fn write_board_csv(players: &[PlayerReport], pairing: &Pairing, out: &mut dyn io::Write) -> io::Result<()> {
    let header = ["board", "white", "white_name", "white_score", "black", "black_name", "black_score"];
    write_csv(header, rows(players, pairing, "0"), out)
}

/// The tournament's name for a table, on one line.
pub(super) fn name_or_none(tournament: &str) -> String {
    if tournament.is_empty() { "Tournament without a name".to_owned() } else { printable(tournament) }
}

/// The first lines of every table: the tournament and the round.
pub(super) fn write_heading(
    tournament: &str,
    round: u32,
    planned: Option<u32>,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    writeln!(out, "{}", name_or_none(tournament))?;
    match planned {
        Some(planned) => writeln!(out, "Round {round} of {planned}\n"),
        None => writeln!(out, "Round {round}\n"),
    }
}
