//! The colour allocation (3).

use super::field::DubovField;
use crate::rules::latest_difference;
use crate::systems::colours;
use crate::tournament::{Board, Colour, RoundState};

/// The player with White of two who may meet, and the rule. `index` is the pair's number, from 0. In the first round
/// the lot (5) decides the colours of the first pair.
pub(super) fn board(
    state: &RoundState,
    field: &DubovField,
    one: usize,
    other: usize,
    index: usize,
) -> (Board, &'static str) {
    // The higher player comes first.
    let [one, other] = [one.min(other), one.max(other)];
    let (colour, why) = colour(state, field, one, other, index);
    let [a, b] = [&field.cards[one], &field.cards[other]];
    let may_be = a.may_have(colour) && b.may_have(colour.opposite());
    let (colour, why) = if may_be { (colour, why) } else { (colour.opposite(), "by the limits [dubov-1997.3.a]") };
    (colours::board(a.id, b.id, colour), why)
}

/// The colour of `one`, the higher player, without regard to the limits.
fn colour(state: &RoundState, field: &DubovField, one: usize, other: usize, index: usize) -> (Colour, &'static str) {
    if state.round() == 1 {
        let initial = state.initial_colour().unwrap_or(Colour::White);
        return (if index.is_multiple_of(2) { initial } else { initial.opposite() }, "by the lot [dubov-1997.5]");
    }
    let [a, b] = [&field.cards[one], &field.cards[other]];
    match [a.due, b.due] {
        [Some(mine), theirs] if theirs != Some(mine) => return (mine, "as due [dubov-1997.3.1]"),
        [None, Some(theirs)] => return (theirs.opposite(), "as due [dubov-1997.3.1]"),
        [Some(due), _] if a.difference.abs() != b.difference.abs() => {
            let mine = a.difference.abs() > b.difference.abs();
            return (if mine { due } else { due.opposite() }, "to equalise [dubov-1997.3.2]");
        }
        _ => {}
    }
    let [higher, lower] = [one, other].map(|player| &state.players()[player]);
    if let Some(colour) = latest_difference(higher, lower) {
        return (colour.opposite(), "to alternate [dubov-1997.3.3]");
    }
    let (mine, why) = if a.aro != b.aro {
        (a.aro > b.aro, "having the higher ARO [dubov-1997.3.4]")
    } else if a.rating != b.rating {
        (a.rating < b.rating, "being rated lower [dubov-1997.3.5]")
    } else {
        (higher.number > lower.number, "being further down the list [dubov-1997.3.d]")
    };
    (if mine { Colour::White } else { Colour::Black }, why)
}
