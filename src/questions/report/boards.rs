//! Lists of boards, the same in every command.

use super::document::{Cell, Column, Table, left, right};
use crate::files::printable::printable;
use crate::tournament::{Colour, Pairing, PlayerId, PlayerState, RoundState, Score, Seat};
use itertools::Itertools;
use std::collections::{BTreeMap, HashMap};

/// A player in a list of boards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayerReport {
    /// The pairing number.
    pub id: PlayerId,
    /// Title and name.
    pub name: String,
    /// The score that pairing goes by.
    pub score: Score,
}

pub(crate) fn players(state: &RoundState) -> Vec<PlayerReport> {
    let report = |player: &PlayerState| PlayerReport {
        id: player.id,
        name: match &player.title {
            Some(title) => format!("{title} {}", player.name),
            None => player.name.clone(),
        },
        score: player.score,
    };
    let with_bye = state.absent().iter().filter(|player| Some(player.id) == state.preset_bye());
    state.players().iter().chain(with_bye).map(report).collect()
}

/// The names of all players of the tournament.
pub(crate) fn names(state: &RoundState) -> BTreeMap<PlayerId, String> {
    state.players().iter().chain(state.absent()).map(|player| (player.id, player.name.clone())).collect()
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

/// The seat in a list of players.
pub(crate) fn short(seat: Seat) -> String {
    match seat {
        Seat::Player(id) => id.to_string(),
        Seat::Bye => "bye".to_owned(),
    }
}

/// The two of each board, White first, and of the bye.
pub(crate) fn pairs(pairing: &Pairing) -> impl Iterator<Item = [Seat; 2]> + '_ {
    let boards = pairing.boards.iter().map(|board| [board.white, board.black].map(Seat::Player));
    boards.chain(pairing.bye.map(|id| [Seat::Player(id), Seat::Bye]))
}

/// The boards of a pairing, and its bye, as a table; of no pairing one row, which only programs see.
pub(crate) fn boards_table(players: &[PlayerReport], pairing: Option<&Pairing>) -> Table {
    let Some(pairing) = pairing else {
        let mut table = Table::new("boards", board_columns()).for_programs();
        table.row(["none".into()].into_iter().chain(std::iter::repeat_n(Cell::Empty, 7)));
        return table;
    };
    boards_table_of(players, pairing, |_| true)
}

/// The same for the boards, and the bye, of which `is_shown` says so of a player; each keeps its number.
pub(crate) fn boards_table_of(
    players: &[PlayerReport],
    pairing: &Pairing,
    is_shown: impl Fn(PlayerId) -> bool,
) -> Table {
    let by_id: HashMap<PlayerId, &PlayerReport> = players.iter().map(|player| (player.id, player)).collect();
    let cells = |seat: Seat| match seat {
        Seat::Bye => [seat.into(), Cell::Bye, Cell::Empty],
        Seat::Player(id) => match by_id.get(&id) {
            Some(player) => [seat.into(), (&player.name).into(), player.score.into()],
            None => [seat.into(), "?".into(), Cell::Empty],
        },
    };
    let row = |kind: &str, number: Cell, white, black| {
        [kind.into(), number].into_iter().chain(cells(white)).chain(cells(black)).collect::<Vec<_>>()
    };
    let boards = (1_usize..).zip(&pairing.boards).filter(|(_, board)| is_shown(board.white) || is_shown(board.black));
    let boards =
        boards.map(|(number, board)| row("board", number.into(), Seat::Player(board.white), Seat::Player(board.black)));
    let bye = pairing.bye.filter(|id| is_shown(*id));
    let bye = bye.map(|id| row("bye", Cell::Empty, Seat::Player(id), Seat::Bye));
    Table::new("boards", board_columns()).rows(boards.chain(bye))
}

/// The columns of a board in every table.
fn board_columns() -> [Column; 8] {
    [
        left("Kind").for_programs(),
        right("Board"),
        right("No.").named("white"),
        left("White").named("white_name"),
        right("Score").named("white_score"),
        right("No.").named("black"),
        left("Black").named("black_name"),
        right("Score").named("black_score"),
    ]
}

/// The cells of a seat in a table: the number and the name.
pub(crate) fn seat_cells(players: &[PlayerReport], seat: Seat) -> [Cell; 2] {
    let name =
        players.iter().find(|player| Seat::Player(player.id) == seat).map_or(Cell::Bye, |player| (&player.name).into());
    [seat.into(), name]
}

/// A seat in a sentence: the number and the name, or `bye`.
pub(crate) fn in_words(players: &[PlayerReport], seat: Seat) -> String {
    seat_cells(players, seat).iter().map(Cell::said).filter(|part| !part.is_empty()).join(" ")
}

/// The tournament's name for a table, on one line.
pub(crate) fn name_or_none(tournament: &str) -> String {
    if tournament.is_empty() { "Tournament without a name".to_owned() } else { printable(tournament) }
}
