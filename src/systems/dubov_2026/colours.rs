use super::field::Field;
use crate::rules::latest_difference;
use crate::tournament::{Board, Colour};

/// The board of two players, by their ranks, and the step of 5.2 that decides the colours.
pub(super) fn board(field: &Field<'_>, one: usize, other: usize) -> (Board, usize) {
    let ranks = [one.min(other), one.max(other)];
    let [higher, lower] = ranks.map(|player| &field.cards[player]);
    let [mine, theirs] = [higher.preference, lower.preference];
    let players = ranks.map(|player| &field.state.players()[player]);
    let (colour, step) = if higher.games == 0 && lower.games == 0 {
        let initial = field.state.initial_colour().unwrap_or(Colour::White);
        (if higher.place % 2 == 1 { initial } else { initial.opposite() }, 1)
    } else if mine.colour != theirs.colour {
        (mine.colour, 2)
    } else if mine.strength != theirs.strength {
        (if mine.strength > theirs.strength { mine.colour } else { theirs.colour.opposite() }, 3)
    } else if let Some(had) = latest_difference(players[0], players[1]) {
        (had.opposite(), 4)
    } else {
        (mine.colour, 5)
    };
    let board = match colour {
        Colour::White => Board { white: higher.id, black: lower.id },
        Colour::Black => Board { white: lower.id, black: higher.id },
    };
    (board, step)
}
