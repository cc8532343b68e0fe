//! The value of a pairing.

use super::feasibility::hard_rules;
use super::record::{Field, Record, Seating};
use super::{TermVerdict, TierVerdict};
use crate::model::{Tier, Value};
use crate::rules::{Hard, Term};
use crate::tournament::Colour;

/// One unit in tenths. All counts are in tenths.
const UNIT: i64 = 10;

/// The value of `tier`, the `number`-th from 1.
pub(crate) fn tier_verdict(field: &Field<'_>, seating: &Seating<'_>, number: usize, tier: &Tier) -> TierVerdict {
    let terms: Vec<TermVerdict> = tier
        .terms
        .iter()
        .map(|weighted| {
            let count = count(field, seating, weighted.term);
            let value = Value::weighed(count, weighted.weight.into());
            TermVerdict { term: weighted.term, weight: weighted.weight, count: Value::from_tenths(count), value }
        })
        .collect();
    TierVerdict { tier: number, name: tier.name.clone(), value: terms.iter().map(|term| term.value).sum(), terms }
}

/// The amount of `term`, in tenths.
fn count(field: &Field<'_>, seating: &Seating<'_>, term: Term) -> i64 {
    let boards = || seating.boards.iter();
    let players = |counts: fn(&Record<'_>, Colour) -> bool| {
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
        Term::ColourDifferenceTwo | Term::StrongDenied | Term::AlternationDenied | Term::ColourDifference
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
        Term::ColourDifference => {
            seating.seats().map(|(record, colour)| UNIT * record.difference_after(colour).abs()).sum()
        }
    }
}

fn units(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX).saturating_mul(UNIT)
}

fn points_between(one: &Record<'_>, other: &Record<'_>) -> i64 {
    (i64::from(one.score.tenths()) - i64::from(other.score.tenths())).abs()
}

/// The distance of a pair from the fold. Within one group of m, this is how far the pair is from being m/2 places
/// apart. Across groups, it is the number of places below the higher player plus those above the lower one.
fn places_from_fold(one: &Record<'_>, other: &Record<'_>) -> usize {
    if one.score == other.score {
        let half = (one.above + 1 + one.below) / 2;
        one.above.abs_diff(other.above).abs_diff(half)
    } else {
        let (higher, lower) = if one.score > other.score { (one, other) } else { (other, one) };
        higher.below + lower.above
    }
}
