//! Lists of boards, the same in every command.

use super::table::write_table;
use super::write_csv;
use crate::printable::printable;
use crate::tournament::{Colour, Pairing, PlayerId, PlayerState, RoundState, Seat};
use std::collections::HashMap;
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

pub(crate) fn players(state: &RoundState) -> Vec<PlayerReport> {
    let report = |player: &PlayerState| PlayerReport {
        id: player.id,
        name: match &player.title {
            Some(title) => format!("{title} {}", player.name),
            None => player.name.clone(),
        },
        score: player.score.to_string(),
    };
    let with_bye = state.absent().iter().filter(|player| Some(player.id) == state.preset_bye());
    state.players().iter().chain(with_bye).map(report).collect()
}

/// The colours of a player's rounds so far, such as `BWW-`; `-` is a round without a game.
pub(crate) fn colour_letters(player: &PlayerState) -> String {
    let letter = |colour: Option<Colour>| match colour {
        Some(Colour::White) => 'W',
        Some(Colour::Black) => 'B',
        None => '-',
    };
    player.colours_by_round().map(letter).collect()
}

/// The name of a player in a list; empty for one who is not in it.
pub(crate) fn name_of(players: &[PlayerReport], id: PlayerId) -> String {
    players.iter().find(|player| player.id == id).map_or_else(String::new, |player| printable(&player.name))
}

/// The number and the name of a player in a list; the bye has no number.
/// The seat in a list of players.
pub(crate) fn short(seat: Seat) -> String {
    match seat {
        Seat::Player(id) => id.to_string(),
        Seat::Bye => "bye".to_owned(),
    }
}

pub(crate) fn number_and_name(players: &[PlayerReport], seat: Seat) -> [String; 2] {
    match seat {
        Seat::Bye => [String::new(), "bye".to_owned()],
        Seat::Player(id) => [id.to_string(), name_of(players, id)],
    }
}

/// A row for each board and one for the bye, in which `nobody` has the place of the opponent's number and name.
fn rows(players: &[PlayerReport], pairing: &Pairing, nobody: [&str; 2]) -> impl Iterator<Item = Vec<String>> {
    let by_id: HashMap<PlayerId, &PlayerReport> = players.iter().map(|player| (player.id, player)).collect();
    let [number, name] = nobody;
    let boards = pairing
        .boards
        .iter()
        .zip(1_u32..)
        .map(|(board, number)| (number.to_string(), Seat::Player(board.white), Seat::Player(board.black)));
    let bye = pairing.bye.map(|id| (String::new(), Seat::Player(id), Seat::Bye));
    let cells = move |seat: Seat| match seat {
        Seat::Bye => [number, name, ""].map(str::to_owned),
        Seat::Player(id) => {
            let (name, score) = by_id.get(&id).map_or(("?", ""), |player| (&player.name, &player.score));
            [id.to_string(), name.to_owned(), score.to_owned()]
        }
    };
    boards.chain(bye).map(move |(number, white, black)| [&[number], &cells(white)[..], &cells(black)].concat())
}

pub(crate) fn write_boards(players: &[PlayerReport], pairing: &Pairing, out: &mut dyn io::Write) -> io::Result<()> {
    write_table(&BOARD_HEADINGS, rows(players, pairing, ["", "bye"]), out)
}

/// The columns of a board in every table.
const BOARD_HEADINGS: [&str; 7] = [">Board", ">No.", "White", ">Score", ">No.", "Black", ">Score"];

/// The same for the boards, and the bye, of which `is_shown` says so of a player; each keeps its number.
pub(crate) fn write_boards_of(
    players: &[PlayerReport],
    pairing: &Pairing,
    is_shown: impl Fn(PlayerId) -> bool,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let shown = pairing.boards.iter().map(|board| is_shown(board.white) || is_shown(board.black));
    let shown = shown.chain(pairing.bye.map(&is_shown));
    let rows = rows(players, pairing, ["", "bye"]).zip(shown).filter(|(_, is_shown)| *is_shown).map(|(row, _)| row);
    write_table(&BOARD_HEADINGS, rows, out)
}

/// The columns of a board in every CSV.
pub(crate) const BOARD: [&str; 7] =
    ["board", "white", "white_name", "white_score", "black", "black_name", "black_score"];

/// The cells of every board and of the bye, each with its kind. Nobody's number is 0, as in lists of boards, and nobody
/// has no name.
pub(crate) fn board_cells(
    players: &[PlayerReport],
    pairing: &Pairing,
) -> impl Iterator<Item = (&'static str, Vec<String>)> {
    let kinds = pairing.boards.iter().map(|_| "board").chain(pairing.bye.map(|_| "bye"));
    kinds.zip(rows(players, pairing, ["0", ""]))
}

/// A row for each board and one for the bye, after the cells that are the same in all rows. `keys` are these, each with
/// its heading. Without a pairing there is one row, which has no board.
pub(crate) fn write_board_csv<const N: usize>(
    keys: [(&str, String); N],
    players: &[PlayerReport],
    pairing: Option<&Pairing>,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let header = keys.iter().map(|(heading, _)| *heading).chain(["kind"]).chain(BOARD);
    let none = || vec![("none", vec![String::new(); BOARD.len()])];
    let boards = pairing.map_or_else(none, |pairing| board_cells(players, pairing).collect());
    let key = || keys.iter().map(|(_, cell)| cell.clone());
    let rows = boards.into_iter().map(|(kind, cells)| key().chain([kind.to_owned()]).chain(cells).collect::<Vec<_>>());
    write_csv(header, rows, out)
}

/// The tournament's name for a table, on one line.
pub(crate) fn name_or_none(tournament: &str) -> String {
    if tournament.is_empty() { "Tournament without a name".to_owned() } else { printable(tournament) }
}

/// The first lines of every table: the tournament and the round.
pub(crate) fn write_heading(
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
