use super::field::Matches;
use crate::tournament::Colour;

/// The colour of the higher of two players, by their ranks, and the step of 4.3 that decides it.
pub(super) fn of_higher(matches: &Matches<'_>, higher: usize, lower: usize) -> (Colour, usize) {
    let [higher, lower] = [higher, lower].map(|player| &matches.cards[player]);
    let whites = |colours: &[Colour]| colours.iter().filter(|colour| **colour == Colour::White).count();
    let [high, low] = [&higher.colours, &lower.colours].map(|colours| whites(colours));
    let latest = higher.colours.iter().rev().zip(lower.colours.iter().rev()).find(|(one, other)| one != other);
    if higher.colours.is_empty() && lower.colours.is_empty() {
        let initial = matches.field.state.initial_colour().unwrap_or(Colour::White);
        (if higher.place % 2 == 1 { initial } else { initial.opposite() }, 1)
    } else if high != low {
        (if high < low { Colour::White } else { Colour::Black }, 2)
    } else if let Some((had, _)) = latest {
        (had.opposite(), 3)
    } else if let Some(had) = higher.colours.last() {
        (had.opposite(), 4)
    } else {
        (lower.colours.last().copied().unwrap_or(Colour::Black), 5)
    }
}
