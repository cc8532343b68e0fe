use crate::rules::latest_difference;
use crate::tournament::{Board, Colour, PlayerId, PlayerState, Preference};
use std::cmp::Ordering;

/// The colour of the higher of two players by their preferences, and the number of the article of section E of the Dutch systems that decides
/// it; `None` if neither has a preference. Of preferences that are equally strong, the one of the greater width is the stronger.
pub(super) fn by_preferences(
    [higher, lower]: [&PlayerState; 2],
    preferences: [Option<Preference>; 2],
    [width, other_width]: [i32; 2],
) -> Option<(Colour, usize)> {
    Some(match preferences {
        [None, None] => return None,
        [Some(mine), None] => (mine.colour, 1),
        [None, Some(theirs)] => (theirs.colour.opposite(), 1),
        [Some(mine), Some(theirs)] if mine.colour != theirs.colour => (mine.colour, 1),
        [Some(mine), Some(theirs)] => match mine.strength.cmp(&theirs.strength).then(width.cmp(&other_width)) {
            Ordering::Greater => (mine.colour, 2),
            Ordering::Less => (theirs.colour.opposite(), 2),
            Ordering::Equal => match latest_difference(higher, lower) {
                Some(colour) => (colour.opposite(), 3),
                None => (mine.colour, 4),
            },
        },
    })
}

/// The board of two players, of whom the first has this colour.
pub(super) const fn board(first: PlayerId, second: PlayerId, colour: Colour) -> Board {
    match colour {
        Colour::White => Board { white: first, black: second },
        Colour::Black => Board { white: second, black: first },
    }
}
