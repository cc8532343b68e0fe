use super::field::Card;
use crate::rules::settle_colour;
use crate::tournament::{Board, Colour, PlayerState, RoundState};

/// Who has White (E).
pub(super) fn board(state: &RoundState, players: [&PlayerState; 2], cards: [&Card; 2]) -> Board {
    let [higher, lower] = players;
    let colour = match cards.map(|card| card.preference) {
        // E.1, E.2; 2012 A.7.f where one has none.
        [Some(mine), None] => mine.colour,
        [None, Some(theirs)] => theirs.colour.opposite(),
        [Some(mine), Some(theirs)] if mine.colour != theirs.colour || mine.strength > theirs.strength => mine.colour,
        [Some(mine), Some(theirs)] if mine.strength < theirs.strength => theirs.colour.opposite(),
        // E.3, E.4.
        [Some(_), Some(_)] => settle_colour(state, higher, lower),
        // E.5: the first of S1 is the first of all.
        [None, None] if state.round() == 1 => {
            let initial = state.initial_colour().unwrap_or(Colour::White);
            if state.rank(higher.id).is_some_and(|rank| rank % 2 == 0) { initial } else { initial.opposite() }
        }
        // Not in the articles.
        [None, None] => Colour::White,
    };
    match colour {
        Colour::White => Board { white: higher.id, black: lower.id },
        Colour::Black => Board { white: lower.id, black: higher.id },
    }
}
