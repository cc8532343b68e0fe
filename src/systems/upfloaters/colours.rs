use super::field::{Card, Matches};
use crate::rules::ColourStep;
use crate::tournament::{Colour, Strength};
use std::cmp::Reverse;

/// The colour of the higher of two players, by their ranks, and the step of 4.3 that decides it.
pub(super) fn of_higher(matches: &Matches<'_>, steps: &[ColourStep], higher: usize, lower: usize) -> (Colour, usize) {
    let [high, low] = [higher, lower].map(|player| &matches.cards[player]);
    // Of two with one score the rank follows the number, and the secondary score goes before it.
    let is_first = Reverse(high.scores) <= Reverse(low.scores);
    let [first, other] = if is_first { [high, low] } else { [low, high] };
    let initial = matches.field.state.initial_colour().unwrap_or(Colour::White);
    let decided = steps.iter().zip(1..).find_map(|(step, number)| Some((asked(*step, first, other, initial)?, number)));
    // Who has had no colour is given one by the first step or by the other's last one.
    let (colour, step) = decided.unwrap_or((initial, 1));
    (if is_first { colour } else { colour.opposite() }, step)
}

/// The colour that a step gives the first of two, if it gives any.
fn asked(step: ColourStep, first: &Card, other: &Card, initial: Colour) -> Option<Colour> {
    let to_less = |count: fn(&Colour) -> i32| {
        let [own, theirs] = [first, other].map(|card| card.colours.iter().map(count).sum::<i32>());
        (own != theirs).then_some(if own < theirs { Colour::White } else { Colour::Black })
    };
    let is_strong = |card: &Card| card.preference.is_some_and(|preference| preference.strength == Strength::Strong);
    let [own, theirs] = [first, other].map(|card| card.preference.map(|preference| preference.colour));
    match step {
        ColourStep::Initial => (first.colours.is_empty() && other.colours.is_empty())
            .then_some(if first.place % 2 == 1 { initial } else { initial.opposite() }),
        ColourStep::OnePreference if own.is_none() || theirs.is_none() => own.or(theirs.map(Colour::opposite)),
        ColourStep::OppositePreferences => own.filter(|own| theirs == Some(own.opposite())),
        ColourStep::OneStrong if is_strong(first) && !is_strong(other) => own,
        ColourStep::OneStrong if is_strong(other) && !is_strong(first) => theirs.map(Colour::opposite),
        ColourStep::OnePreference | ColourStep::OneStrong => None,
        ColourStep::FewerWhites => to_less(|colour| i32::from(*colour == Colour::White)),
        ColourStep::ColourDifference => to_less(|colour| colour.sign()),
        ColourStep::LatestDifference => {
            let mut latest = first.colours.iter().rev().zip(other.colours.iter().rev());
            latest.find(|(own, theirs)| own != theirs).map(|(own, _)| own.opposite())
        }
        ColourStep::FirstPreference => own,
        ColourStep::FirstAlternates => first.colours.last().map(|own| own.opposite()),
        ColourStep::OtherAlternates => other.colours.last().copied(),
    }
}
