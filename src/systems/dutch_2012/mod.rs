//! The FIDE Dutch system as agreed in Istanbul 2012 (FIDE Handbook C.04.3.1).

use super::dutch_until_2016::{DutchUntil2016, Least, Manner, Requirement};
use super::field::Card;
use crate::rules::{Edition, turn_after_round_1};
use crate::tournament::{ByeKind, Colour, PastEvent, PlayerState, RoundState, Strength};

/// The engine of the system `dutch-2012`.
pub const fn engine(edition: &'static Edition) -> DutchUntil2016 {
    DutchUntil2016 {
        edition,
        subsets: "D3",
        manner: Manner {
            has_sets: true,
            has_closeness: true,
            drops_wholly: false,
            counts_all_floats: false,
            backtracks_by_steps: true,
        },
        card,
        requirements,
        articles,
        turn: turn_after_round_1,
        least: least_x_and_z,
    }
}

fn card(state: &RoundState, player: &PlayerState) -> Card {
    Card { may_ignore_b2: state.is_topscorer(player), ..Card::of(player, !has_scored_unplayed(player)) }
}

/// B.1.b: a point or half point without playing.
fn has_scored_unplayed(player: &PlayerState) -> bool {
    let had_half_bye = player.history.iter().any(|past| past.event == PastEvent::Bye(ByeKind::Half));
    player.has_scored_without_playing() || had_half_bye
}

/// The requirements in the reverse order of C.10: those that are lowered last come first.
fn requirements(state: &RoundState) -> Vec<Requirement> {
    use Requirement::{AbsolutePreferences, Downfloat, Preferences, StrongPreferences, Upfloat};
    let colours = if state.round().is_multiple_of(2) {
        [Preferences, StrongPreferences]
    } else {
        // A.7.d
        [StrongPreferences, Preferences]
    };
    [&[AbsolutePreferences], &colours[..], &[Downfloat(1), Downfloat(2), Upfloat(1), Upfloat(2)]].concat()
}

/// The article that asks for a requirement, and the one by which it is dropped.
fn articles(state: &RoundState, requirement: Requirement) -> [&'static str; 2] {
    match requirement {
        Requirement::AbsolutePreferences => ["B2", "C10"],
        Requirement::StrongPreferences if state.round().is_multiple_of(2) => ["A7e", "C10"],
        Requirement::StrongPreferences => ["A7d", "C10"],
        Requirement::Preferences => ["B4", "C10"],
        Requirement::Downfloat(1) | Requirement::Upfloat(1) => ["B5", "C10"],
        Requirement::Downfloat(_) | Requirement::Upfloat(_) => ["B6", "C10"],
    }
}

/// A.8.
fn least_x_and_z(state: &RoundState, cards: &[&Card]) -> Least {
    let is_even = state.round().is_multiple_of(2);
    let pairs = cards.len() / 2;
    // w, b: flexible in even rounds; W, B: the others; a: without preference.
    let count = |colour, flexible: bool| {
        let wants = |card: &&&Card| card.wants(Strength::Mild) == Some(colour);
        let is_flexible = |card: &&&Card| is_even && card.wants(Strength::Strong).is_none();
        cards.iter().filter(wants).filter(|card| is_flexible(card) == flexible).count()
    };
    let [white, black] = [Colour::White, Colour::Black].map(|colour| count(colour, false));
    let [mild_white, mild_black] = [Colour::White, Colour::Black].map(|colour| count(colour, true));
    let none = cards.iter().filter(|card| card.preference.is_none()).count();
    let x1 = pairs.saturating_sub((white + mild_white).min(black + mild_black) + none);
    let z1 = pairs.saturating_sub(white.min(black) + mild_white + mild_black + none);
    if is_even { vec![("X1", x1), ("Z1", z1)] } else { vec![("X1", x1)] }
}
