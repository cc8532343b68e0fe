//! Correlations of two rankings. Both are computed in integers up to the last quotient.

use itertools::Itertools;
use std::cmp::Ordering;

/// Kendall's tau-b: concordant pairs less discordant ones, over the geometric mean of the pairs that each of the two tells apart
/// (Kendall 1945). `None` if one of them tells no pair apart.
///
/// ```
/// assert_eq!(swiss_ilp::questions::simulate::kendall(&[1, 2, 3], &[10.0, 20.0, 30.0]), Some(1.0));
/// assert_eq!(swiss_ilp::questions::simulate::kendall(&[1, 1], &[1.0, 2.0]), None);
/// ```
pub fn kendall<A: PartialOrd, B: PartialOrd>(one: &[A], other: &[B]) -> Option<f64> {
    let (mut balance, mut apart_by_one, mut apart_by_other) = (0_i64, 0_u64, 0_u64);
    for [(a, b), (c, d)] in one.iter().zip(other).array_combinations() {
        let [by_one, by_other] = [sign(a.partial_cmp(c)), sign(b.partial_cmp(d))];
        balance += by_one * by_other;
        apart_by_one += by_one.unsigned_abs();
        apart_by_other += by_other.unsigned_abs();
    }
    let scale = libm::sqrt(apart_by_one as f64) * libm::sqrt(apart_by_other as f64);
    // Where both tell the same number apart, its root squared need not be the number.
    let scale = if apart_by_one == apart_by_other { apart_by_one as f64 } else { scale };
    (scale > 0.0).then(|| balance as f64 / scale)
}

/// Spearman's rho: the correlation of the ranks, where equals share the mean of their ranks. `None` if all are equal in one
/// of the two.
///
/// ```
/// assert_eq!(swiss_ilp::questions::simulate::spearman(&[1, 2, 3], &[1.0, 3.0, 2.0]), Some(0.5));
/// ```
pub fn spearman<A: PartialOrd, B: PartialOrd>(one: &[A], other: &[B]) -> Option<f64> {
    let (one, other) = (doubled_ranks(one), doubled_ranks(other));
    let count = i128::try_from(one.len()).ok()?;
    // Twice each rank, less twice the mean of all.
    let centred = |rank: &i128| rank - (count + 1);
    let product = |a: &[i128], b: &[i128]| -> i128 { a.iter().zip(b).map(|(a, b)| centred(a) * centred(b)).sum() };
    let (both, first, second) = (product(&one, &other), product(&one, &one), product(&other, &other));
    let scale = if first == second { first as f64 } else { libm::sqrt(first as f64) * libm::sqrt(second as f64) };
    (scale > 0.0).then(|| both as f64 / scale)
}

/// Twice the rank of each, from the least; equals share the mean.
pub(super) fn doubled_ranks<T: PartialOrd>(values: &[T]) -> Vec<i128> {
    let compare = |a: &usize, b: &usize| values[*a].partial_cmp(&values[*b]).unwrap_or(Ordering::Equal);
    let order: Vec<usize> = (0..values.len()).sorted_by(compare).collect();
    let mut ranks = vec![0; values.len()];
    let mut before = 0;
    for group in order.chunk_by(|a, b| compare(a, b).is_eq()) {
        for place in group {
            ranks[*place] = (2 * before + group.len() + 1) as i128;
        }
        before += group.len();
    }
    ranks
}

const fn sign(order: Option<Ordering>) -> i64 {
    match order {
        Some(Ordering::Less) => -1,
        Some(Ordering::Greater) => 1,
        Some(Ordering::Equal) | None => 0,
    }
}
