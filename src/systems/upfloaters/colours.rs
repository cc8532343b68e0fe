use super::field::Field;
use crate::tournament::{Board, Colour};

/// The board of two players, by their ranks, and the step of 4.3 that decides the colours.
pub(super) fn board(field: &Field<'_>, one: usize, other: usize) -> (Board, usize) {
    let [higher, lower] = [one.min(other), one.max(other)].map(|player| &field.cards[player]);
    let whites = |colours: &[Colour]| colours.iter().filter(|colour| **colour == Colour::White).count();
    let [high, low] = [&higher.colours, &lower.colours].map(|colours| whites(colours));
    let latest = higher.colours.iter().rev().zip(lower.colours.iter().rev()).find(|(one, other)| one != other);
    let (colour, step) = if higher.colours.is_empty() && lower.colours.is_empty() {
        let initial = field.state.initial_colour().unwrap_or(Colour::White);
        (if higher.place % 2 == 1 { initial } else { initial.opposite() }, 1)
    } else if high != low {
        (if high < low { Colour::White } else { Colour::Black }, 2)
    } else if let Some((had, _)) = latest {
        (had.opposite(), 3)
    } else if let Some(had) = higher.colours.last() {
        (had.opposite(), 4)
    } else {
        (lower.colours.last().copied().unwrap_or(Colour::Black), 5)
    };
    let board = match colour {
        Colour::White => Board { white: higher.id, black: lower.id },
        Colour::Black => Board { white: lower.id, black: higher.id },
    };
    (board, step)
}
