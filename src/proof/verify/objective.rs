//! The value of a pairing.

use super::expression::{self, SubjectPlayers};
use super::feasibility::hard_rules;
use super::record::{Field, PlayerRecord, Seating};
use super::{TermVerdict, TierVerdict, Violation};
use crate::model::{Counted, Definition, Part, Tier, TierInUnits, Unit, Value};
use crate::rules::{Hard, Term};
use crate::tournament::{Colour, Float};
use std::cmp::Ordering;

/// One of what most terms count, in tenths, which they are counted in.
const UNIT: i64 = 10;

/// The value of `tier`, the `number`-th from 1, of a model with the rules `hard`. A term that counts breaches of one of these counts
/// none, whatever the pairing.
pub(crate) fn tier_verdict(
    field: &Field<'_>,
    seating: &Seating<'_>,
    hard: &[Hard],
    number: usize,
    tier: &Tier,
) -> TierVerdict {
    let unit = tier.unit();
    let terms: Vec<TermVerdict> = tier
        .terms
        .iter()
        .map(|weighted| {
            let count = amount(field, seating, hard, &weighted.term);
            let value = weighted.value(count, unit);
            let count = Unit::of_places(weighted.term.places()).value(count);
            TermVerdict { term: weighted.term.clone(), weight: weighted.weight, count, value }
        })
        .collect();
    let value = terms.iter().fold(unit.value(0), |sum, term| sum + term.value);
    TierVerdict { tier: number, name: tier.name.clone(), value, terms }
}

/// The value of the same tier alone.
pub(crate) fn value(field: &Field<'_>, seating: &Seating<'_>, hard: &[Hard], tier: &TierInUnits<'_>) -> Value {
    tier.value(|term| amount(field, seating, hard, term))
}

/// The amount of `term` in a model with the rules `hard`, with its places.
fn amount(field: &Field<'_>, seating: &Seating<'_>, hard: &[Hard], term: &Counted) -> i64 {
    match term {
        Counted::Term(term) if term.breached().is_some_and(|rule| hard.contains(&rule)) => 0,
        Counted::Term(term) => count(field, seating, *term),
        // An expression without a value is a violation.
        Counted::Defined(definition) => defined(field, seating, definition).unwrap_or_default(),
    }
}

/// The amount of `definition`, with its places.
fn defined(field: &Field<'_>, seating: &Seating<'_>, definition: &Definition) -> Result<i64, String> {
    let count = |expression, about| expression::count(field, expression, about);
    let mut thousandths = 0;
    if let Some(expression) = definition.part(Part::Pair) {
        for (one, other) in &seating.boards {
            thousandths += count(expression, SubjectPlayers::board(one, other))?;
        }
    }
    if let Some(expression) = definition.part(Part::Colour) {
        for (record, colour) in seating.seats() {
            thousandths += count(expression, SubjectPlayers::Seat(record, colour))?;
        }
    }
    if let (Some(expression), Some(record)) = (definition.part(Part::Bye), seating.bye) {
        thousandths += count(expression, SubjectPlayers::Bye(record))?;
    }
    Ok(if definition.places() == 3 { thousandths } else { thousandths / 100 })
}

/// A violation for each definition that has no value for the pairing.
pub(crate) fn without_value(field: &Field<'_>, seating: &Seating<'_>, tiers: &[Tier]) -> Vec<Violation> {
    let definitions = tiers.iter().flat_map(|tier| &tier.terms).filter_map(|weighted| weighted.term.defined());
    let violation = |definition: &Definition| {
        let why = defined(field, seating, definition).err()?;
        let what = format!("'{}' has no value: {why}", definition.name());
        Some(Violation { rule: "define.value", players: Vec::new(), what })
    };
    definitions.filter_map(violation).collect()
}

/// The amount of `term`, with its places.
fn count(field: &Field<'_>, seating: &Seating<'_>, term: Term) -> i64 {
    let boards = || seating.boards.iter();
    let players = |counts: fn(&PlayerRecord<'_>, Colour) -> bool| {
        units(seating.seats().filter(|(record, colour)| counts(record, *colour)).count())
    };
    match term {
        Term::Rematch | Term::ForbiddenPair | Term::ThirdColour | Term::ColourImbalance | Term::SecondBye => {
            let rules: Vec<Hard> = term.breached().into_iter().collect();
            units(hard_rules(field, seating, &rules).len())
        }
        Term::PairsMade => units(boards().count()),
        Term::UnpairedLastRound => players(|record, _| record.sat_out_last_round()),
        Term::ScoreDifference => boards().map(|(white, black)| points_between(white, black)).sum(),
        Term::ByeScore => match (seating.bye, field.lowest_score()) {
            (Some(record), Some(lowest)) => i64::from(record.score.tenths()) - i64::from(lowest.tenths()),
            _ => 0,
        },
        Term::FoldDistance => {
            let boards: usize = boards().map(|(white, black)| places_from_fold(white, black)).sum();
            units(boards + seating.bye.map_or(0, |record| record.below))
        }
        Term::AdjacentDistance => in_places(seating, own_place, between, |_| 1),
        Term::MirrorDistance => in_places(seating, own_place, from_mirror, twice_the_group),
        Term::RandomDistance => in_places(seating, |record| field.place_by_lot(record), between, |_| 1),
        Term::BursteinDistance => {
            in_places(seating, |record| field.place_by_opposition(record), from_mirror, twice_the_group)
        }
        Term::SquaredScoreDifference => boards().map(|(white, black)| points_between(white, black).pow(2)).sum(),
        Term::RatingDifference => boards().map(|(white, black)| UNIT * ratings_between(white, black)).sum(),
        Term::SquaredRatingDifference => {
            let squares = boards().map(|(white, black)| ratings_between(white, black).saturating_pow(2));
            squares.fold(0_i64, i64::saturating_add).saturating_mul(UNIT)
        }
        Term::SameFederation => units(
            boards()
                .filter(|(white, black)| white.federation.is_some() && white.federation == black.federation)
                .count(),
        ),
        Term::OppositionSpread => {
            let of = |one: &PlayerRecord<'_>, other: &PlayerRecord<'_>| {
                (field.opposition_so_far(one) + field.beyond_mean(other.state().rating)).abs()
            };
            boards().map(|(white, black)| UNIT * (of(white, black) + of(black, white))).sum()
        }
        Term::RepeatedDownfloat => floats_again(seating, Float::Down, 1),
        Term::RepeatedUpfloat => floats_again(seating, Float::Up, 1),
        Term::RepeatedDownfloatTwoBefore => floats_again(seating, Float::Down, 2),
        Term::RepeatedUpfloatTwoBefore => floats_again(seating, Float::Up, 2),
        Term::ColourDifferenceTwo
        | Term::StrongDenied
        | Term::AlternationDenied
        | Term::ColourDifference
        | Term::SquaredColourDifference
            if !field.gives_one_colour() =>
        {
            0
        }
        Term::ColourDifferenceTwo => players(|record, colour| record.difference_after(colour).abs() >= 2),
        Term::StrongDenied => players(|record, colour| match colour {
            Colour::White => record.difference() == 1,
            Colour::Black => record.difference() == -1,
        }),
        Term::AlternationDenied => players(|record, colour| {
            record.difference() == 0 && record.games.last().is_some_and(|(_, latest)| *latest == colour)
        }),
        Term::SquaredColourDifference => {
            seating.seats().map(|(record, colour)| UNIT * record.difference_after(colour).pow(2)).sum()
        }
        Term::ColourDifference => {
            seating.seats().map(|(record, colour)| UNIT * record.difference_after(colour).abs()).sum()
        }
    }
}

fn units(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX).saturating_mul(UNIT)
}

fn points_between(one: &PlayerRecord<'_>, other: &PlayerRecord<'_>) -> i64 {
    (i64::from(one.score.tenths()) - i64::from(other.score.tenths())).abs()
}

/// The rating points between two players who both have a rating.
fn ratings_between(one: &PlayerRecord<'_>, other: &PlayerRecord<'_>) -> i64 {
    match (one.state().rating, other.state().rating) {
        (Some(one), Some(other)) => (i64::from(one) - i64::from(other)).abs(),
        _ => 0,
    }
}

/// Who floats now as so many rounds ago; the bye is a downfloat.
fn floats_again(seating: &Seating<'_>, float: Float, rounds_ago: usize) -> i64 {
    let now = |one: &PlayerRecord<'_>, other: &PlayerRecord<'_>| match one.score.cmp(&other.score) {
        Ordering::Greater => Some(Float::Down),
        Ordering::Less => Some(Float::Up),
        Ordering::Equal => None,
    };
    let boards = seating.boards.iter();
    let seats = boards.flat_map(|(white, black)| [(white, now(white, black)), (black, now(black, white))]);
    let all = seats.chain(seating.bye.iter().map(|record| (record, Some(Float::Down))));
    units(all.filter(|(record, now)| *now == Some(float) && record.float(rounds_ago) == Some(float)).count())
}

/// The players above and below in the score group, in the pairing order.
fn own_place(record: &PlayerRecord<'_>) -> [usize; 2] {
    [record.above, record.below]
}

/// The sum of a count of two places over the boards. Between two groups it is the places below the higher player and above the
/// lower one, each times what it `weighs`; of the bye, those below its receiver.
fn in_places(
    seating: &Seating<'_>,
    place: impl Fn(&PlayerRecord<'_>) -> [usize; 2],
    within: fn([usize; 2], [usize; 2]) -> usize,
    weighs: fn([usize; 2]) -> usize,
) -> i64 {
    let down = |record: &PlayerRecord<'_>| place(record)[1] * weighs(place(record));
    let up = |record: &PlayerRecord<'_>| place(record)[0] * weighs(place(record));
    let of_board = |one: &PlayerRecord<'_>, other: &PlayerRecord<'_>| match one.score.cmp(&other.score) {
        Ordering::Equal => within(place(one), place(other)),
        Ordering::Greater => down(one) + up(other),
        Ordering::Less => up(one) + down(other),
    };
    let boards: usize = seating.boards.iter().map(|(white, black)| of_board(white, black)).sum();
    units(boards + seating.bye.map_or(0, down))
}

/// How many players stand between the two.
fn between([one, _]: [usize; 2], [other, _]: [usize; 2]) -> usize {
    one.abs_diff(other) - 1
}

/// The square of how far one is from having as many above as the other has below; the last of an odd group is left out of the
/// count of those below.
fn from_mirror([above, own_below]: [usize; 2], [_, below]: [usize; 2]) -> usize {
    let is_odd = (above + own_below).is_multiple_of(2);
    (above + usize::from(is_odd)).abs_diff(below).pow(2)
}

/// What a place counts for a floater: no order within its group is worth another one.
const fn twice_the_group([above, below]: [usize; 2]) -> usize {
    2 * (above + below + 1)
}

/// The distance of a pair from the fold. Within one group of m, this is how far the pair is from being m/2 places
/// apart. Across groups, it is the number of places below the higher player plus those above the lower one.
fn places_from_fold(one: &PlayerRecord<'_>, other: &PlayerRecord<'_>) -> usize {
    if one.score == other.score {
        let half = (one.above + 1 + one.below) / 2;
        one.above.abs_diff(other.above).abs_diff(half)
    } else {
        let (higher, lower) = if one.score > other.score { (one, other) } else { (other, one) };
        higher.below + lower.above
    }
}
