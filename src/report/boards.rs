//! Lists of boards, the same in every command.

use super::table::{table, write_table};
use super::write_csv;
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

fn find(players: &[PlayerReport], id: PlayerId) -> (String, String) {
    let player = players.iter().find(|player| player.id == id);
    player.map_or_else(|| ("?".into(), String::new()), |player| (player.name.clone(), player.score.clone()))
}

pub(super) fn write_boards(players: &[PlayerReport], pairing: &Pairing, out: &mut dyn io::Write) -> io::Result<()> {
    let mut boards = table(&[">Board", ">No.", "White", ">Score", ">No.", "Black", ">Score"]);
    for (number, board) in (1..).zip(&pairing.boards) {
        let (white, white_score) = find(players, board.white);
        let (black, black_score) = find(players, board.black);
        let row = [number.to_string(), board.white.to_string(), white, white_score];
        boards.add_row(row.into_iter().chain([board.black.to_string(), black, black_score]));
    }
    if let Some(bye) = pairing.bye {
        let (name, score) = find(players, bye);
        boards.add_row([String::new(), bye.to_string(), name, score, String::new(), "bye".into(), String::new()]);
    }
    write_table(&boards, out)
}

/// The tournament's name for a table.
pub(super) const fn name_or_none(tournament: &str) -> &str {
    if tournament.is_empty() { "Tournament without a name" } else { tournament }
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

pub(super) fn write_board_csv(players: &[PlayerReport], pairing: &Pairing, out: &mut dyn io::Write) -> io::Result<()> {
    let header = ["board", "white", "white_name", "white_score", "black", "black_name", "black_score"];
    let boards = (1..).zip(&pairing.boards).map(|(number, board): (u32, &Board)| {
        let (white, white_score) = find(players, board.white);
        let (black, black_score) = find(players, board.black);
        let ids = [board.white, board.black].map(|id| id.to_string());
        let [white_id, black_id] = ids;
        [number.to_string(), white_id, white, white_score, black_id, black, black_score]
    });
    let bye = pairing.bye.map(|id| {
        let (name, score) = find(players, id);
        [String::new(), id.to_string(), name, score, "0".into(), "bye".into(), String::new()]
    });
    write_csv(header, boards.chain(bye), out)
}
