use crate::rules::latest_difference;
use crate::systems::field::Card;
use crate::tournament::{Board, Colour, PlayerState, RoundState};

/// The player with White, and the article that decides it (E).
///
/// The higher player is the first of the two, and `rank` is that player's rank, from 0. `turn` is the edition's.
pub(super) fn board(
    state: &RoundState,
    turn: fn(&RoundState, &PlayerState) -> Colour,
    [higher, lower]: [&PlayerState; 2],
    cards: [&Card; 2],
    rank: usize,
) -> (Board, &'static str) {
    let (colour, article) = match cards.map(|card| card.preference) {
        [Some(mine), None] => (mine.colour, "E1"),
        [None, Some(theirs)] => (theirs.colour.opposite(), "E1"),
        [Some(mine), Some(theirs)] if mine.colour != theirs.colour => (mine.colour, "E1"),
        [Some(mine), Some(theirs)] if mine.strength > theirs.strength => (mine.colour, "E2"),
        [Some(mine), Some(theirs)] if mine.strength < theirs.strength => (theirs.colour.opposite(), "E2"),
        [Some(mine), Some(_)] => match latest_difference(higher, lower) {
            Some(colour) => (colour.opposite(), "E3"),
            None => (mine.colour, "E4"),
        },
        [None, None] if state.round() == 1 => {
            let initial = state.initial_colour().unwrap_or(Colour::White);
            (if rank.is_multiple_of(2) { initial } else { initial.opposite() }, "E5")
        }
        [None, None] => (turn(state, higher), "E5"),
    };
    let board = match colour {
        Colour::White => Board { white: higher.id, black: lower.id },
        Colour::Black => Board { white: lower.id, black: higher.id },
    };
    (board, article)
}
