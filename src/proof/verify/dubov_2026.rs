//! The absolute criteria and the colours of the Dubov system of 2026, derived a second time from the histories alone.

use super::dutch::{preference, win_without_playing};
use super::record::{Field, PlayerRecord, Seating};
use super::{Violation, name};
use crate::tournament::{Colour, Outcome, PastEvent, Preference, Strength};

/// The violations of C1 to C3 and of chapter 5. Upfloaters, shifters and transpositions are not checked.
pub(crate) fn violations(field: &Field<'_>, seating: &Seating<'_>) -> Vec<Violation> {
    let bye = seating.bye.and_then(|record| Some((record, barred(field, record)?)));
    let bye = bye.map(|(record, points)| Violation::no_bye("dubov-2026.C2", record, points));
    let mut violations: Vec<Violation> = bye.into_iter().collect();
    for (white, black) in &seating.boards {
        violations.extend(Violation::met("dubov-2026.C1", white, black));
        violations.extend(Violation::kept_apart("dubov-2026.C1", field, white, black));
        if !field.gives_one_colour() {
            continue;
        }
        let [mine, theirs] = [white, black].map(|record| due(record));
        if mine.strength == Strength::Absolute && mine == theirs {
            let what = format!("{} and {} both have to get {}", white.id, black.id, name(mine.colour));
            violations.push(Violation::new("dubov-2026.C3", [white, black], what));
        }
        let (colour, step) = colour_of(field, white, black);
        if colour == Colour::Black {
            let what = format!("{} has White against {}, and should have Black by 5.2.{step}", white.id, black.id);
            violations.push(Violation::new("dubov-2026.5.2", [white, black], what));
        }
    }
    violations
}

/// C2 and 3.1.1: the first round that bars the player from the bye, and the reason.
fn barred(field: &Field<'_>, record: &PlayerRecord<'_>) -> Option<(usize, &'static str)> {
    (1..).zip(&record.state().history).find_map(|(round, past)| {
        let is_won = matches!(&past.event, PastEvent::Game { encounters, .. }
            if encounters.iter().any(|(_, outcome)| *outcome == Outcome::ForfeitWin));
        let how = if is_won { Some("won by forfeit") } else { win_without_playing(field, past) };
        Some((round, how?))
    })
}

/// 1.6, with Black for whoever has not played.
fn due(record: &PlayerRecord<'_>) -> Preference {
    preference(record).unwrap_or(Preference { colour: Colour::Black, strength: Strength::Mild })
}

/// The colour of `one` against `other`, and the step of 5.2 that decides it.
fn colour_of(field: &Field<'_>, one: &PlayerRecord<'_>, other: &PlayerRecord<'_>) -> (Colour, usize) {
    let one_is_higher = field.place(one.id) < field.place(other.id);
    let of_higher = |colour: Colour| if one_is_higher { colour } else { colour.opposite() };
    if one.games.is_empty() && other.games.is_empty() {
        let initial = field.state.initial_colour().unwrap_or(Colour::White);
        let higher = if one_is_higher { one } else { other };
        let is_odd = field.place_of_arrival(higher.state().number) % 2 == 1;
        return (of_higher(if is_odd { initial } else { initial.opposite() }), 1);
    }
    let (mine, theirs) = (due(one), due(other));
    if mine.colour != theirs.colour {
        return (mine.colour, 2);
    }
    match mine.strength.cmp(&theirs.strength) {
        std::cmp::Ordering::Greater => return (mine.colour, 3),
        std::cmp::Ordering::Less => return (theirs.colour.opposite(), 3),
        std::cmp::Ordering::Equal => {}
    }
    let together = one.games.iter().rev().zip(other.games.iter().rev());
    for ((_, ours), (_, their)) in together {
        if ours != their {
            return (ours.opposite(), 4);
        }
    }
    (of_higher(mine.colour), 5)
}
