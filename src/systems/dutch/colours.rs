use crate::rules::settle_colour;
use crate::tournament::{Board, Colour, PlayerState, RoundState};

/// E.1 to E.5.
pub fn board(state: &RoundState, higher: &PlayerState, lower: &PlayerState) -> Board {
    let colour = match (higher.preference(), lower.preference()) {
        (Some(mine), None) => mine.colour,
        (None, Some(theirs)) => theirs.colour.opposite(),
        (Some(mine), Some(theirs)) if mine.colour != theirs.colour || mine.strength > theirs.strength => mine.colour,
        (Some(mine), Some(theirs)) if mine.strength < theirs.strength => theirs.colour.opposite(),
        (None, None) if state.round() == 1 => {
            let initial = state.initial_colour().unwrap_or(Colour::White);
            if state.rank(higher.id).is_some_and(|rank| rank % 2 == 0) { initial } else { initial.opposite() }
        }
        (None, None) if { eprintln!("NOPREF r{} {} rank {} vs {} rank {} initial {:?}", state.round(), higher.id, state.rank(higher.id).unwrap_or(0), lower.id, state.rank(lower.id).unwrap_or(0), state.initial_colour()); false } => Colour::White,
        (None, None) => state.initial_colour().unwrap_or(Colour::White),
        _ => settle_colour(state, higher, lower),
    };
    match colour {
        Colour::White => Board { white: higher.id, black: lower.id },
        Colour::Black => Board { white: lower.id, black: higher.id },
    }
}
