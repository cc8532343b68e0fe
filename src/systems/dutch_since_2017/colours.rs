use super::facts::Facts;
use crate::rules::latest_difference;
use crate::tournament::{Board, Colour, Preference, Strength};

/// The colour of the higher of two players, by their ranks, and the step that decides it: its number in 2026 5.2, and in 2017 E.
pub(super) fn of_higher(facts: &Facts<'_>, higher: usize, lower: usize) -> (Colour, usize) {
    let players = [higher, lower].map(|player| &facts.state.players()[player]);
    let width = |player: usize| {
        let preference = facts.card(player).preference;
        let is_absolute = preference.is_some_and(|preference| preference.strength == Strength::Absolute);
        if is_absolute { facts.state.players()[player].colour_difference().abs() } else { 0 }
    };
    let stronger = |mine: Preference, theirs: Preference| {
        mine.strength.cmp(&theirs.strength).then_with(|| width(higher).cmp(&width(lower)))
    };
    match [higher, lower].map(|player| facts.card(player).preference) {
        [Some(mine), None] => (mine.colour, 1),
        [None, Some(theirs)] => (theirs.colour.opposite(), 1),
        [Some(mine), Some(theirs)] if mine.colour != theirs.colour => (mine.colour, 1),
        [Some(mine), Some(theirs)] if stronger(mine, theirs).is_gt() => (mine.colour, 2),
        [Some(mine), Some(theirs)] if stronger(mine, theirs).is_lt() => (theirs.colour.opposite(), 2),
        [Some(mine), Some(_)] => match latest_difference(players[0], players[1]) {
            Some(colour) => (colour.opposite(), 3),
            None => (mine.colour, 4),
        },
        [None, None] => {
            let initial = facts.state.initial_colour().unwrap_or(Colour::White);
            (if facts.places[higher] % 2 == 1 { initial } else { initial.opposite() }, 5)
        }
    }
}

/// The board of two players, and the step that decides the colours.
pub(super) fn board(facts: &Facts<'_>, one: usize, other: usize) -> (Board, usize) {
    let (higher, lower) = (one.min(other), one.max(other));
    let [high, low] = [higher, lower].map(|player| facts.card(player).id);
    let (colour, step) = of_higher(facts, higher, lower);
    let board = match colour {
        Colour::White => Board { white: high, black: low },
        Colour::Black => Board { white: low, black: high },
    };
    (board, step)
}
