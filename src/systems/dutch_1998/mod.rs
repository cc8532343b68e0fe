//! The FIDE Swiss system based on rating (FIDE Handbook C.04.1, 1998).

mod standings;

pub use standings::standings;

use super::dutch_until_2016::{DutchUntil2016, Least, Manner, Requirement};
use super::field::Card;
use crate::rules::Edition;
use crate::tournament::{ByeKind, Colour, Float, PastEvent, PastRound, PlayerState, Preference, RoundState, Strength};
use std::cmp::Ordering;

/// The engine of the system `dutch-1998`.
pub const fn engine(edition: &'static Edition) -> DutchUntil2016 {
    DutchUntil2016 {
        edition,
        subsets: "A6",
        manner: Manner {
            has_sets: false,
            has_closeness: false,
            drops_wholly: true,
            counts_all_floats: true,
            backtracks_by_steps: false,
        },
        card,
        requirements,
        articles,
        turn: |_, _| Colour::White,
        least: least_x,
    }
}

/// The requirements in the reverse order of C.9 to C.11: those that are dropped last come first.
fn requirements(_: &RoundState) -> Vec<Requirement> {
    use Requirement::{Downfloat, Preferences, Upfloat};
    vec![Preferences, Upfloat(1), Upfloat(2), Downfloat(1), Downfloat(2)]
}

fn card(state: &RoundState, player: &PlayerState) -> Card {
    let mut past = player.history.iter().rev();
    let card = Card {
        floats: [past.next(), past.next()].map(|past| past.and_then(float)),
        ..Card::of(player, !player.has_scored_without_playing())
    };
    if !state.is_topscorer(player) {
        return card;
    }
    // A.7.a and the note after B.6: no absolute preference, and no floats to avoid.
    let difference = player.colour_difference();
    let preference = player.last_colour().map(|last| match difference {
        0 => Preference { colour: last.opposite(), strength: Strength::Mild },
        1.. => Preference { colour: Colour::Black, strength: Strength::Strong },
        _ => Preference { colour: Colour::White, strength: Strength::Strong },
    });
    Card { preference, floats: [None, None], ..card }
}

/// A.8: the number of players who prefer White or Black, whichever is greater, minus half of all players, rounded up.
fn least_x(_: &RoundState, cards: &[&Card]) -> Least {
    let want = |colour| cards.iter().filter(|card| card.wants(Strength::Mild) == Some(colour)).count();
    let x = want(Colour::White).max(want(Colour::Black)).saturating_sub(cards.len().div_ceil(2));
    vec![("x", x)]
}

/// The article that asks for a requirement, and the one by which it is dropped.
fn articles(_: &RoundState, requirement: Requirement) -> [&'static str; 2] {
    match requirement {
        Requirement::Downfloat(1) => ["B5", "C9"],
        Requirement::Downfloat(_) => ["B6", "C9"],
        Requirement::Upfloat(1) => ["B5", "C10"],
        Requirement::Upfloat(_) => ["B6", "C10"],
        _ => ["B4", "C11"],
    }
}

/// A.4, A.5: floats come from the pairing, also if the game was not played.
fn float(past: &PastRound) -> Option<Float> {
    match &past.event {
        PastEvent::Game { opponent_score, .. } => match past.score.cmp(opponent_score) {
            Ordering::Greater => Some(Float::Down),
            Ordering::Less => Some(Float::Up),
            Ordering::Equal => None,
        },
        PastEvent::Bye(ByeKind::Pairing | ByeKind::Full) => Some(Float::Down),
        PastEvent::Bye(_) | PastEvent::Absent => None,
    }
}
