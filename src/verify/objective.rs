//! The value of a pairing.

use super::expression::{self, About};
use super::record::{Field, Record, Seating};
use super::{TermVerdict, TierVerdict, Violation};
use crate::model::{Counted, Definition, Tier, Unit};
use crate::rules::Term;
use crate::tournament::Colour;

/// One of what most terms count, in tenths, which they are counted in.
const UNIT: i64 = 10;

/// The value of `tier`, the `number`-th from 1.
pub(crate) fn tier_verdict(field: &Field<'_>, seating: &Seating<'_>, number: usize, tier: &Tier) -> TierVerdict {
    let unit = tier.unit();
    let terms: Vec<TermVerdict> = tier
        .terms
        .iter()
        .map(|weighted| {
            let count = match &weighted.term {
                Counted::Term(term) => count(field, seating, *term),
                // An expression without a value is a violation.
                Counted::Defined(definition) => defined(field, seating, definition).unwrap_or_default(),
            };
            let value = weighted.value(count, unit);
            let count = Unit::of_places(weighted.term.places()).value(count);
            TermVerdict { term: weighted.term.clone(), weight: weighted.weight, count, value }
        })
        .collect();
    let value = terms.iter().fold(unit.value(0), |sum, term| sum + term.value);
    TierVerdict { tier: number, name: tier.name.clone(), value, terms }
}

/// The amount of `definition`, with its places.
fn defined(field: &Field<'_>, seating: &Seating<'_>, definition: &Definition) -> Result<i64, String> {
    let count = |expression, about| expression::count(field, expression, about);
    let mut thousandths = 0;
    if let Some(expression) = definition.pair() {
        for (one, other) in &seating.boards {
            thousandths += count(expression, About::board(one, other))?;
        }
    }
    if let Some(expression) = definition.colour() {
        for (record, colour) in seating.seats() {
            thousandths += count(expression, About::Seat(record, colour))?;
        }
    }
    if let (Some(expression), Some(record)) = (definition.bye(), seating.bye) {
        thousandths += count(expression, About::Bye(record))?;
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
    let players = |counts: fn(&Record<'_>, Colour) -> bool| {
        units(seating.seats().filter(|(record, colour)| counts(record, *colour)).count())
    };
    match term {
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
