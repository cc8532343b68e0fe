use crate::tournament::{ByeKind, Colour, PastEvent, PlayerState, RoundState};
use itertools::Itertools;

/// The colour of the higher player of a board if both colourings of the board are equally good by the model.
///
/// Three rules are tried in this order. The players alternate from the most recent round in which they had different
/// colours (1998 E.3; games not played are skipped, F.3). Otherwise the higher player's preference is granted (E.4).
/// Otherwise the board has no history: the higher player gets the initial colour if odd-numbered, and the other colour
/// if even-numbered (after E.5). The initial colour is White unless the tournament declares Black.
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
pub fn latest_difference(higher: &PlayerState, lower: &PlayerState) -> Option<Colour> {
    let mut together = higher.colours().rev().zip(lower.colours().rev());
    together.find(|(high, low)| high != low).map(|(high, _)| high)
}

/// The colour, after round 1, of the higher of two players who have not played: an odd number has the colour that the lot
/// did not give to the odd numbers of round 1, an even number the other one. 2012 E.5 speaks of round 1 only; JaVaFo 1.4
/// does this.
pub fn turn_after_round_1(state: &RoundState, higher: &PlayerState) -> Colour {
    let initial = drawn_colour(state).or(state.initial_colour()).unwrap_or(Colour::White);
    if higher.number.is_multiple_of(2) { initial } else { initial.opposite() }
}

/// The places of the players to be paired, by rank, among all who have arrived, by their numbers and from 1.
///
/// A player "who is yet to arrive" has no pairing number (C.04.2, 2.4, and FIDE's Systems of Pairings and Programs Commission in
/// 2026), so the parity of 2017 E.5 and 2026 5.2.5 is that of this place. Arrived are those to be paired now, and those who
/// have had a game, played or not, or a pairing-allocated bye, be it that of this round. A requested bye is no arrival.
pub fn places_of_arrival(state: &RoundState) -> Vec<usize> {
    let has_taken_part = |player: &&PlayerState| {
        let is_part = |event: &PastEvent| matches!(event, PastEvent::Game { .. } | PastEvent::Bye(ByeKind::Pairing));
        state.preset_bye() == Some(player.id) || player.history.iter().any(|past| is_part(&past.event))
    };
    let arrived = state.players().iter().chain(state.absent().iter().filter(has_taken_part));
    let numbers = arrived.map(|player| player.number).sorted_unstable().collect_vec();
    state.players().iter().map(|player| numbers.partition_point(|number| *number <= player.number)).collect()
}

/// The initial colour as round 1 shows it, by the first game of a player with a lower one; `None` without such a game.
fn drawn_colour(state: &RoundState) -> Option<Colour> {
    let is_there = |player: &&PlayerState| {
        let event = player.history.first().map(|past| &past.event);
        matches!(event, Some(PastEvent::Game { .. } | PastEvent::Bye(ByeKind::Pairing)))
    };
    let mut there: Vec<&PlayerState> = state.players().iter().chain(state.absent()).filter(is_there).collect();
    there.sort_unstable_by_key(|player| player.number);
    there.iter().enumerate().find_map(|(place, player)| match &player.history.first()?.event {
        PastEvent::Game { opponent, encounters, .. } => {
            let is_higher = there[place..].iter().any(|other| other.id == *opponent);
            let (colour, _) = encounters.first().filter(|_| is_higher)?;
            Some(if place.is_multiple_of(2) { *colour } else { colour.opposite() })
        }
        _ => None,
    })
}
