//! The absolute rules and the colours of the Dutch system in all its editions, derived a second time from the histories alone.

use super::record::{Field, PlayerRecord, Seating};
use super::{Violation, name};
use crate::rules::{Edition, SystemFamily};
use crate::tournament::{Board, ByeKind, Colour, Outcome, PastEvent, PastRound, PlayerId, Preference, Score, Strength};
use std::cell::LazyCell;
use std::collections::{BTreeMap, BTreeSet};

/// The violations of `edition`. Floats, numbers of pairs and preferences that may be denied are not checked.
///
/// All texts know single games only: where a pairing is two games, both players get both colours, and neither B.2 nor
/// E can be broken.
pub(crate) fn violations(field: &Field<'_>, seating: &Seating<'_>, edition: &Edition) -> Vec<Violation> {
    let [met, no_bye, _] = edition.absolute;
    let first = |record: &PlayerRecord<'_>, bars: &dyn Fn(&PastRound) -> Option<&'static str>| {
        (1..).zip(&record.state().history).find_map(|(round, past)| Some((round, bars(past)?)))
    };
    let bars = |record: &PlayerRecord<'_>| match &edition.family {
        SystemFamily::DutchSince2017(text) if text.byes_by_points => {
            first(record, &|past| win_without_playing(field, past))
        }
        SystemFamily::DutchSince2017(_) => first(record, &bye_or_win_by_forfeit),
        SystemFamily::Dutch2012 => points_without_playing(record),
        _ => record.point_without_playing(),
    };
    let bye = seating.bye.and_then(|record| Some((record, bars(record)?)));
    let bye = bye.map(|(record, points)| Violation::no_bye(no_bye, record, points));
    // A violation asks, and there is seldom one.
    let by_numbers = LazyCell::new(|| by_file_numbers(field, seating));
    let mut violations: Vec<Violation> = bye.into_iter().collect();
    for (white, black) in &seating.boards {
        violations.extend(Violation::met(met, white, black));
        violations.extend(Violation::kept_apart(met, field, white, black));
        if field.gives_one_colour() {
            violations.extend(match &edition.family {
                SystemFamily::Dutch1998 => absolute_1998(field, white, black, edition),
                _ => same_absolute(field, white, black, edition).into_iter().collect(),
            });
            violations.extend(colours(field, white, black, edition).map(|mut violation| {
                if by_numbers.contains(&Board { white: white.id, black: black.id }) {
                    violation.what.push_str("; the numbers of the file, with those yet to arrive, give these colours");
                }
                violation
            }));
        }
    }
    violations
}

/// B.2 of 1998: nobody is denied an absolute preference.
fn absolute_1998(
    field: &Field<'_>,
    white: &PlayerRecord<'_>,
    black: &PlayerRecord<'_>,
    edition: &Edition,
) -> Vec<Violation> {
    let [.., rule] = edition.absolute;
    let is_denied = |(record, colour): &(&PlayerRecord<'_>, Colour)| {
        preference_by(field, record, edition)
            .is_some_and(|wish| wish.strength == Strength::Absolute && wish.colour != *colour)
    };
    let denied = [(white, Colour::White), (black, Colour::Black)].into_iter().filter(is_denied);
    denied.map(|(record, colour)| Violation::new(rule, [white, black], too_much_of(record, colour))).collect()
}

/// B.2 of 2012, C.3 of 2017 and C3 of 2026: no two with the same absolute preference meet, unless one is a top scorer.
fn same_absolute(
    field: &Field<'_>,
    white: &PlayerRecord<'_>,
    black: &PlayerRecord<'_>,
    edition: &Edition,
) -> Option<Violation> {
    let [.., rule] = edition.absolute;
    let wish =
        |record| preference_by(field, record, edition).filter(|wish: &Preference| wish.strength == Strength::Absolute);
    let wanted = wish(white).filter(|wanted| wish(black) == Some(*wanted))?;
    let is_binding = !is_top_scorer(field, white) && !is_top_scorer(field, black);
    let what = || format!("{} and {} both have to get {}", white.id, black.id, name(wanted.colour));
    is_binding.then(|| Violation::new(rule, [white, black], what()))
}

/// E.
fn colours(
    field: &Field<'_>,
    white: &PlayerRecord<'_>,
    black: &PlayerRecord<'_>,
    edition: &Edition,
) -> Option<Violation> {
    let rule = edition.colours;
    let (due, why) = colour_of(white, black, field, edition);
    let what = || format!("{} has White against {}, and should have Black {why}", white.id, black.id);
    (due != Colour::White).then(|| Violation::new(rule, [white, black], what()))
}

/// The boards of two who have not played whose colours go by the numbers of the file, where the number of the higher is even
/// and the place among those who have arrived is odd, or the other way round. Many events went by these numbers, which count
/// those yet to arrive.
///
/// The initial colour is that of round 1, or of these boards if this is round 1, also by the numbers: an event that went by them
/// may have had another one than the places show.
pub(super) fn by_file_numbers(field: &Field<'_>, seating: &Seating<'_>) -> Vec<Board> {
    let has_games = |record: &&PlayerRecord<'_>| !record.games.is_empty();
    let boards =
        seating.boards.iter().filter(|(white, black)| ![white, black].into_iter().copied().any(|one| has_games(&one)));
    let higher =
        |white: &PlayerRecord<'_>, black: &PlayerRecord<'_>| match field.place(white.id) < field.place(black.id) {
            true => (white.state().number, Colour::White),
            false => (black.state().number, Colour::Black),
        };
    let boards: Vec<(u32, Colour, Board)> = boards
        .map(|(white, black)| {
            let (number, colour) = higher(white, black);
            (number, colour, Board { white: white.id, black: black.id })
        })
        .collect();
    let of_odd = |number: u32, colour: Colour| if number % 2 == 1 { colour } else { colour.opposite() };
    let in_round_1 = field.state.players().iter().chain(field.state.absent()).filter_map(|player| {
        match &player.history.first()?.event {
            PastEvent::Game { encounters, .. } => Some((player.number, encounters.first()?.0)),
            PastEvent::Bye(_) | PastEvent::Absent => None,
        }
    });
    let now = || boards.iter().map(|(number, colour, _)| (*number, *colour)).min_by_key(|(number, _)| *number);
    let first = in_round_1.min_by_key(|(number, _)| *number).or_else(now);
    let Some(initial) = first.map(|(number, colour)| of_odd(number, colour)) else { return Vec::new() };
    let goes_by_number = |(number, colour, _): &&(u32, Colour, Board)| {
        of_odd(*number, *colour) == initial && field.place_of_arrival(*number) % 2 != *number as usize % 2
    };
    boards.iter().filter(goes_by_number).map(|(.., board)| *board).collect()
}

/// The first round that brought a point or half point without a game, and the reason (2012 B.1.b). The value of a bye of either
/// kind does not matter; in 2026 it does ([`win_without_playing`]).
pub(crate) fn points_without_playing(record: &PlayerRecord<'_>) -> Option<(usize, &'static str)> {
    let history = &record.state().history;
    let half = history.iter().position(|past| matches!(past.event, PastEvent::Bye(ByeKind::Half)));
    let half = half.map(|index| (index + 1, "had a half-point bye"));
    record.point_without_playing().into_iter().chain(half).min_by_key(|(round, _)| *round)
}

/// The bye, or a win by forfeit: 2017 C.2 names these alone.
fn bye_or_win_by_forfeit(past: &PastRound) -> Option<&'static str> {
    match &past.event {
        PastEvent::Bye(ByeKind::Pairing) => Some("had the bye"),
        PastEvent::Game { encounters, .. } => {
            encounters.iter().any(|(_, outcome)| *outcome == Outcome::ForfeitWin).then_some("won by forfeit")
        }
        PastEvent::Bye(_) | PastEvent::Absent => None,
    }
}

/// What gave the player the bye, or as many points without playing as a win gives (2026 C2).
pub(super) fn win_without_playing(field: &Field<'_>, past: &PastRound) -> Option<&'static str> {
    let points = field.state.worth();
    let is_win = |score: Score| points.win.iter().any(|win| score >= *win);
    match &past.event {
        PastEvent::Bye(ByeKind::Pairing) => Some("had the bye"),
        PastEvent::Bye(kind) => is_win(points.bye(*kind)).then_some(match kind {
            ByeKind::Full => "had a full-point bye",
            ByeKind::Half => "had a half-point bye with the points of a win",
            ByeKind::Pairing | ByeKind::Zero => "had a zero-point bye with the points of a win",
        }),
        PastEvent::Absent => is_win(points.zero_bye).then_some("was absent with the points of a win"),
        PastEvent::Game { encounters, .. } => encounters.iter().find_map(|(_, outcome)| match outcome {
            Outcome::ForfeitWin => is_win(points.forfeit_win).then_some("won by forfeit"),
            Outcome::ForfeitLoss => is_win(points.forfeit_loss).then_some("lost by forfeit with the points of a win"),
            Outcome::Win | Outcome::Draw | Outcome::Loss | Outcome::Adjourned => None,
        }),
    }
}

/// The consequence for a player whose absolute preference is denied, in words (1998 B.2).
fn too_much_of(record: &PlayerRecord<'_>, colour: Colour) -> String {
    let after = record.difference_after(colour);
    let [id, colour] = [record.id.to_string(), name(colour).to_owned()];
    if after.abs() > 2 {
        format!("{id} gets {colour} and would have a colour difference of {after:+}")
    } else {
        format!("{id} gets {colour} for the third time running")
    }
}

/// Whether the player is a topscorer: over 50% of the points possible before the last round (2012 A.10; 1998 A.7.a and
/// the note after B.6). Accelerated points do not count.
fn is_top_scorer(field: &Field<'_>, record: &PlayerRecord<'_>) -> bool {
    let [points, possible] =
        [record.state().points, field.state.points_possible()].map(|score| i64::from(score.tenths()));
    field.state.is_last_round() == Some(true) && 2 * points > possible
}

/// The preference of A.7.a to A.7.c by `edition`. In 1998 A.7.a "is not in effect" for a topscorer, so A.7.b or A.7.c applies.
/// Since 2012 a topscorer's preference stays absolute, and B.2 may be ignored.
fn preference_by(field: &Field<'_>, record: &PlayerRecord<'_>, edition: &Edition) -> Option<Preference> {
    preference_of(record, edition.family != SystemFamily::Dutch1998 || !is_top_scorer(field, record))
}

/// The preference of 2012 A.7.a to A.7.c; `None` before the first game.
pub(crate) fn preference(record: &PlayerRecord<'_>) -> Option<Preference> {
    preference_of(record, true)
}

/// If the difference and the two latest games ask for different colours, the difference is followed. Only rounds not
/// paired by these rules can lead to that.
fn preference_of(record: &PlayerRecord<'_>, may_be_absolute: bool) -> Option<Preference> {
    let (_, latest) = *record.games.last()?;
    let difference = record.difference();
    let balance = if difference > 0 { Colour::Black } else { Colour::White };
    let twice = matches!(record.games[..], [.., (_, first), (_, second)] if first == second);
    let (colour, strength) = match difference.abs() {
        2.. if may_be_absolute => (balance, Strength::Absolute),
        _ if may_be_absolute && twice => (latest.opposite(), Strength::Absolute),
        0 => (latest.opposite(), Strength::Mild),
        _ => (balance, Strength::Strong),
    };
    Some(Preference { colour, strength })
}

/// The colour that the lot gave to the first of those who were there in round 1: the first game of a player with one who
/// comes later shows it. Without such a game it is the declared one, or White.
fn drawn_colour(field: &Field<'_>) -> Colour {
    let players = field.state.players().iter().chain(field.state.absent());
    let first = players.filter_map(|player| match &player.history.first()?.event {
        PastEvent::Game { opponent, encounters, .. } => {
            Some((player.number, (player.id, Some((*opponent, encounters.first()?.0)))))
        }
        PastEvent::Bye(ByeKind::Pairing) => Some((player.number, (player.id, None))),
        PastEvent::Bye(_) | PastEvent::Absent => None,
    });
    let there: BTreeMap<u32, (PlayerId, Option<(PlayerId, Colour)>)> = first.collect();
    let mut before: BTreeSet<PlayerId> = BTreeSet::new();
    for (id, game) in there.into_values() {
        if let Some((_, colour)) = game.filter(|(opponent, _)| !before.contains(opponent)) {
            return if before.len().is_multiple_of(2) { colour } else { colour.opposite() };
        }
        before.insert(id);
    }
    field.state.initial_colour().unwrap_or(Colour::White)
}

/// The colour that `one` should have against `other` by E, and why.
fn colour_of(
    one: &PlayerRecord<'_>,
    other: &PlayerRecord<'_>,
    field: &Field<'_>,
    edition: &Edition,
) -> (Colour, String) {
    let rank = |record: &PlayerRecord<'_>| field.state.rank(record.id);
    let one_is_higher = rank(one) < rank(other);
    let of_higher = |colour: Colour| if one_is_higher { colour } else { colour.opposite() };
    let since_2017 = edition.candidates().is_some();
    // 2017 E.2, 2026 5.2.2: of two absolute preferences the wider colour difference is granted.
    let width = |record: &PlayerRecord<'_>| if since_2017 { record.difference().abs() } else { 0 };
    let by_default = || "since only one has a preference".to_owned();
    let by = |step: usize| format!("by {}.{step}", edition.article(edition.colours));
    match [one, other].map(|record| preference_by(field, record, edition)) {
        [None, None] if since_2017 => {
            let initial = field.state.initial_colour().unwrap_or(Colour::White);
            let higher = if one_is_higher { one } else { other };
            // Who is yet to arrive has no number (C.04.2, 2.4).
            let is_odd = field.place_of_arrival(higher.state().number) % 2 == 1;
            (of_higher(if is_odd { initial } else { initial.opposite() }), by(5))
        }
        [None, None] if field.state.round() == 1 => {
            // S1 is the first, the second, ... of the players present. The lot decides the colour of the first (A.7.c).
            let initial = field.state.initial_colour().unwrap_or(Colour::White);
            let is_even = rank(one).min(rank(other)).is_some_and(|index| index % 2 == 1);
            (of_higher(if is_even { initial.opposite() } else { initial }), by(5))
        }
        [None, None] if edition.family == SystemFamily::Dutch2012 => {
            let higher = if one_is_higher { one } else { other };
            let is_odd = higher.state().number % 2 == 1;
            let lot = drawn_colour(field);
            (of_higher(if is_odd { lot.opposite() } else { lot }), "since neither has played".to_owned())
        }
        // The text of 1998 says nothing. As in E.4 the higher player decides, and gets White.
        [None, None] => {
            (of_higher(Colour::White), "since neither has played and the other is ranked higher".to_owned())
        }
        [Some(wish), None] => (wish.colour, by_default()),
        [None, Some(wish)] => (wish.colour.opposite(), by_default()),
        [Some(wish), Some(others)] if wish.colour != others.colour => (wish.colour, by(1)),
        [Some(wish), Some(others)] if wish.strength > others.strength => (wish.colour, by(2)),
        [Some(wish), Some(others)] if wish.strength < others.strength => (wish.colour.opposite(), by(2)),
        [Some(wish), Some(others)] if wish.strength == Strength::Absolute && width(one) != width(other) => {
            (if width(one) > width(other) { wish.colour } else { others.colour.opposite() }, by(2))
        }
        [Some(wish), Some(_)] => {
            // Games not played leave no gap: the latest games are compared, then those before (1998 F.3).
            let mut games = one.games.iter().rev().zip(other.games.iter().rev());
            match games.find(|((_, ours), (_, theirs))| ours != theirs) {
                Some(((_, ours), _)) => (ours.opposite(), by(3)),
                None => (of_higher(wish.colour), by(4)),
            }
        }
    }
}
