use crate::tournament::{Colour, PlayerState, RoundState};

/// The colour of the higher player of a board if both colourings of the board are equally good by the model.
///
/// Three rules are tried in this order. The players alternate from the most recent round in which they had different
/// colours (1998 E.3; games not played are skipped, F.3). Otherwise the higher player's preference is granted (E.4).
/// Otherwise the board has no history: the higher player gets the initial colour if odd-numbered, and the other colour
/// if even-numbered (after E.5). The initial colour is White unless the tournament declares Black.
#[must_use]
pub fn default_colour(state: &RoundState, higher: &PlayerState, lower: &PlayerState) -> Colour {
    if let Some(colour) = latest_difference(higher, lower) {
        return colour.opposite();
    }
    if let Some(preference) = higher.preference() {
        return preference.colour;
    }
    let initial = state.initial_colour().unwrap_or(Colour::White);
    if higher.number % 2 == 1 { initial } else { initial.opposite() }
}

/// The colour that `higher` had in the most recent game in which the two had different colours, if any: their latest
/// games are compared, then those before, whatever the rounds (1998 E.3 with F.3; 2012 E.3).
#[must_use]
pub fn latest_difference(higher: &PlayerState, lower: &PlayerState) -> Option<Colour> {
    let mut together = higher.colours().rev().zip(lower.colours().rev());
    together.find(|(high, low)| high != low).map(|(high, _)| high)
}
