//! Better multipliers in exact numbers, where those of the linear program are not exact enough.
//!
//! A matching bounds the bound: with any multipliers it is at most what the matching comes to, plus what it is beyond each ceiling, times the
//! multiplier. As one multiplier changes, each matching is a line, and the lowest of the lines that are known is what may be hoped
//! for. Its highest point is a crossing of a line that rises with one that falls, or at multiplier 0 (Kelley 1960, on a line).

use super::problem::Multipliers;
use num_rational::BigRational;
use num_traits::{Signed, Zero};

/// A matching as the bound sees it.
pub(super) struct MatchingExcess {
    /// What it comes to.
    pub goal: i64,
    /// How far it is beyond each ceiling, and each step of the path.
    pub beyond: Vec<i64>,
}

/// The multipliers after the one change that these lines promise the most of, if they promise more than the bound, a fraction. `dual` are
/// dual values of the vertices at the multipliers.
pub(super) fn better(
    multipliers: &Multipliers,
    lines: &[MatchingExcess],
    dual: &[i128],
    (bound, scale): (i128, i128),
) -> Option<Multipliers> {
    let over = |number: i128| BigRational::new(number.into(), multipliers.scale.into());
    let now: Vec<BigRational> =
        multipliers.ceilings.iter().chain(&multipliers.branches).map(|number| over(*number)).collect();
    let at_zero = |line: &MatchingExcess| {
        let terms = line.beyond.iter().zip(&now).map(|(beyond, value)| value * whole(*beyond));
        terms.fold(whole(line.goal), |sum, term| sum + term)
    };
    let values: Vec<BigRational> = lines.iter().map(at_zero).collect();
    let mut best: Option<(BigRational, usize, BigRational)> = None;
    for (place, value) in now.iter().enumerate() {
        let lines: Vec<(&BigRational, BigRational)> =
            values.iter().zip(lines).map(|(value, line)| (value, whole(line.beyond[place]))).collect();
        let lowest = |change: &BigRational| lines.iter().map(|(value, slope)| *value + slope * change).min();
        let mut changes = vec![-value.clone()];
        for (low, rises) in lines.iter().filter(|(_, slope)| slope.is_positive()) {
            let falling = lines.iter().filter(|(_, slope)| !slope.is_positive());
            changes.extend(falling.map(|(high, falls)| (*high - *low) / (rises - falls)));
        }
        for change in changes.into_iter().filter(|change| !(value + change).is_negative() && !change.is_zero()) {
            let lowest = lowest(&change)?;
            if best.as_ref().is_none_or(|(best, ..)| lowest > *best) {
                best = Some((lowest, place, change));
            }
        }
    }
    let (promised, place, change) = best?;
    if promised <= BigRational::new(bound.into(), scale.into()) {
        return None;
    }
    let mut next = now;
    next[place] += change;
    with_one_denominator(&next, multipliers, dual)
}

fn whole(number: i64) -> BigRational {
    BigRational::from_integer(number.into())
}

/// `None` if the numbers are too large.
fn with_one_denominator(values: &[BigRational], old: &Multipliers, dual: &[i128]) -> Option<Multipliers> {
    let common = values.iter().fold(1.into(), |all, value| num_integer::lcm(all, value.denom().clone()));
    let numbers = values.iter().map(|value| (value * BigRational::from_integer(common.clone())).to_integer());
    let mut numbers = numbers.map(|number| i128::try_from(number).ok()).collect::<Option<Vec<i128>>>()?;
    let branches = numbers.split_off(old.ceilings.len());
    let scale = i128::try_from(common).ok()?;
    // In halves, and only to begin with.
    let start = dual.iter().map(|value| Some(value.checked_mul(2)?.checked_mul(scale)? / old.scale));
    let start = start.collect::<Option<Vec<i128>>>().unwrap_or_else(|| vec![0; dual.len()]);
    Some(Multipliers { scale, ceilings: numbers, branches, start })
}
