//! The limits and the colours of the Dubov system of 1997, derived a second time from the histories alone.

use super::Violation;
use super::record::{Field, PlayerRecord, Seating};
use crate::graph::{Graph, Matching};
use crate::tournament::{Colour, PastEvent, PlayerId};
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

/// The violations of chapters 2, 3 and 5. The choices of chapters 6 to 8 are not checked.
///
/// A pair of unequal scores breaks 2.5 only if everybody could be paired without such a pair. By the reading
/// `transfers_only` it never does, since a pairing does not show which of the two players moved.
pub(crate) fn violations(field: &Field<'_>, seating: &Seating<'_>, transfers_only: bool) -> Vec<Violation> {
    let averages = averages(field);
    let pair_numbers = pair_numbers(field, seating);
    let protects = !transfers_only && can_protect(field);
    // 2.2.
    let bye = seating.bye.and_then(|record| Some((record, record.point_without_playing()?)));
    let bye = bye.map(|(record, point)| Violation::no_bye("dubov-1997.2.2", record, point));
    let mut violations: Vec<Violation> = bye.into_iter().collect();
    for (white, black) in &seating.boards {
        violations.extend(Violation::met("dubov-1997.2.1", white, black));
        violations.extend(Violation::kept_apart("dubov-1997.2.1.a", field, white, black));
        violations.extend(transfer(field, white, black).filter(|_| protects));
        if field.gives_one_colour() {
            violations.extend(limits_of_colour(white, black));
            violations.extend(colours(field, white, black, &averages, &pair_numbers));
        }
    }
    violations
}

/// 2.3 and 2.4, White first.
fn limits_of_colour(white: &PlayerRecord<'_>, black: &PlayerRecord<'_>) -> Vec<Violation> {
    let of_player = |(record, colour): (&PlayerRecord<'_>, Colour)| {
        let after = record.difference_after(colour);
        let unbalanced = ("dubov-1997.2.3", format!("{} would have a colour difference of {after:+}", record.id));
        let third = ("dubov-1997.2.4", format!("{} gets the same colour for the third time running", record.id));
        let broken = [is_unbalanced(record, colour).then_some(unbalanced), is_third(record, colour).then_some(third)];
        broken.into_iter().flatten()
    };
    let broken = [(white, Colour::White), (black, Colour::Black)].into_iter().flat_map(of_player);
    broken.map(|(rule, what)| Violation::new(rule, [white, black], what)).collect()
}

/// 2.5.
fn transfer(field: &Field<'_>, white: &PlayerRecord<'_>, black: &PlayerRecord<'_>) -> Option<Violation> {
    let lower = protected(field, white, black)?;
    let what = format!("{} meets a higher score once more, which all could be spared", lower.id);
    Some(Violation::new("dubov-1997.2.5", [white, black], what))
}

/// 3, and 5 in the first round.
fn colours(
    field: &Field<'_>,
    white: &PlayerRecord<'_>,
    black: &PlayerRecord<'_>,
    averages: &BTreeMap<PlayerId, (u64, u64)>,
    pair_numbers: &BTreeMap<usize, usize>,
) -> Option<Violation> {
    let (due, why) = match field.state.round() {
        1 => (by_lot(field, white, black, pair_numbers), "by the lot"),
        _ => of_white(field, white, black, averages),
    };
    // Chapter 3 does not ask for a colour that the limits forbid.
    let may_be_reversed = may_have(white, Colour::Black) && may_have(black, Colour::White);
    let what = || format!("{} has White against {}, and should have Black {why}", white.id, black.id);
    (due == Colour::Black && may_be_reversed).then(|| Violation::new("dubov-1997.3", [white, black], what()))
}

fn is_unbalanced(record: &PlayerRecord<'_>, colour: Colour) -> bool {
    let after = record.difference_after(colour).abs();
    after > 2 && after > record.difference().abs()
}

fn is_third(record: &PlayerRecord<'_>, colour: Colour) -> bool {
    matches!(record.games[..], [.., (_, first), (_, second)] if first == colour && second == colour)
}

fn may_have(record: &PlayerRecord<'_>, colour: Colour) -> bool {
    !is_unbalanced(record, colour) && !is_third(record, colour)
}

/// The one of the two players, if any, whom 2.5 protects from the other's higher score.
fn protected<'f>(
    field: &Field<'_>,
    one: &'f PlayerRecord<'f>,
    other: &'f PlayerRecord<'f>,
) -> Option<&'f PlayerRecord<'f>> {
    let lower = match one.score.cmp(&other.score) {
        Ordering::Less => one,
        Ordering::Equal => return None,
        Ordering::Greater => other,
    };
    if field.state.is_last_round() == Some(true) {
        return None;
    }
    let history = &lower.state().history;
    let rose = |past: &crate::tournament::PastRound| match &past.event {
        PastEvent::Game { opponent_score, .. } => *opponent_score > past.score,
        PastEvent::Bye(_) | PastEvent::Absent => false,
    };
    let rounds = field.state.rounds_planned().unwrap_or(field.state.round());
    let is_over = history.iter().filter(|past| rose(past)).count() >= if rounds > 9 { 4 } else { 3 };
    (is_over || history.last().is_some_and(rose)).then_some(lower)
}

/// Whether everybody can be paired within all of chapter 2.
fn can_protect(field: &Field<'_>) -> bool {
    let records = &field.records;
    let size = records.len();
    let may_be = |white: &PlayerRecord<'_>, black: &PlayerRecord<'_>| {
        !field.gives_one_colour() || may_have(white, Colour::White) && may_have(black, Colour::Black)
    };
    let pairs = (0..size).flat_map(|a| (a + 1..size).map(move |b| (a, b)));
    let allowed = pairs.filter(|(a, b)| {
        let [one, other] = [&records[*a], &records[*b]];
        one.met(other.id).is_none()
            && !field.state.is_forbidden(one.id, other.id)
            && (may_be(one, other) || may_be(other, one))
            && protected(field, one, other).is_none()
    });
    let bye = |a: &usize| size % 2 == 1 && records[*a].point_without_playing().is_none();
    let byes = (0..size).filter(bye).map(|a| (a, size));
    Matching::maximum(&Graph::new(size + size % 2, allowed.chain(byes))).is_perfect()
}

/// The number of each pair from the top, from 0, under its higher player.
fn pair_numbers(field: &Field<'_>, seating: &Seating<'_>) -> BTreeMap<usize, usize> {
    let rank = |record: &PlayerRecord<'_>| field.state.rank(record.id).unwrap_or(usize::MAX);
    let tops: BTreeSet<usize> = seating.boards.iter().map(|(white, black)| rank(white).min(rank(black))).collect();
    tops.into_iter().enumerate().map(|(number, top)| (top, number)).collect()
}

/// The colour of `white` in the first round (5).
fn by_lot(
    field: &Field<'_>,
    white: &PlayerRecord<'_>,
    black: &PlayerRecord<'_>,
    pair_numbers: &BTreeMap<usize, usize>,
) -> Colour {
    let [rank, other] = [white, black].map(|record| field.state.rank(record.id).unwrap_or(usize::MAX));
    let is_odd = pair_numbers.get(&rank.min(other)).is_some_and(|number| number % 2 == 1);
    let lot = field.state.initial_colour().unwrap_or(Colour::White);
    if (rank < other) == is_odd { lot.opposite() } else { lot }
}

/// The colour due (1).
fn due(record: &PlayerRecord<'_>) -> Option<Colour> {
    let (_, latest) = record.games.last()?;
    Some(match record.had(Colour::White).cmp(&record.had(Colour::Black)) {
        Ordering::Less => Colour::White,
        Ordering::Equal => latest.opposite(),
        Ordering::Greater => Colour::Black,
    })
}

/// The colour that `white` should have by chapter 3, and why.
fn of_white(
    field: &Field<'_>,
    white: &PlayerRecord<'_>,
    black: &PlayerRecord<'_>,
    averages: &BTreeMap<PlayerId, (u64, u64)>,
) -> (Colour, &'static str) {
    let [mine, theirs] = [due(white), due(black)];
    if mine != theirs {
        return (mine.or(theirs.map(Colour::opposite)).unwrap_or(Colour::White), "as due");
    }
    match white.difference().cmp(&black.difference()) {
        Ordering::Less => return (Colour::White, "to equalise"),
        Ordering::Greater => return (Colour::Black, "to equalise"),
        Ordering::Equal => {}
    }
    let mut games = white.games.iter().rev().zip(black.games.iter().rev());
    if let Some(((_, had), _)) = games.find(|((_, mine), (_, theirs))| mine != theirs) {
        return (had.opposite(), "to alternate");
    }
    // A player without an average is below every player with one.
    let average = |record: &PlayerRecord<'_>| averages.get(&record.id).copied();
    let by_average = match [average(white), average(black)] {
        [Some((sum, count)), Some((other_sum, other_count))] => {
            (u128::from(sum) * u128::from(other_count)).cmp(&(u128::from(other_sum) * u128::from(count)))
        }
        [mine, theirs] => mine.is_some().cmp(&theirs.is_some()),
    };
    let rating =
        |record: &PlayerRecord<'_>| field.state.player(record.id).and_then(|player| player.rating).unwrap_or(0);
    let by_list = white.state().number.cmp(&black.state().number);
    match by_average.then(rating(black).cmp(&rating(white))).then(by_list) {
        Ordering::Less => (Colour::Black, "by ARO and R"),
        Ordering::Equal | Ordering::Greater => (Colour::White, "by ARO and R"),
    }
}

/// The sum and the number of the ratings of the opponents met over the board.
fn averages(field: &Field<'_>) -> BTreeMap<PlayerId, (u64, u64)> {
    let players = field.state.players().iter().chain(field.state.absent());
    let ratings: BTreeMap<PlayerId, u64> =
        players.filter_map(|player| Some((player.id, u64::from(player.rating?)))).collect();
    let mut averages = BTreeMap::new();
    for record in &field.records {
        let met: BTreeSet<PlayerId> = ratings.keys().copied().filter(|other| record.met(*other).is_some()).collect();
        let sum: u64 = met.iter().filter_map(|id| ratings.get(id)).sum();
        if !met.is_empty() {
            averages.insert(record.id, (sum, met.len() as u64));
        }
    }
    averages
}
