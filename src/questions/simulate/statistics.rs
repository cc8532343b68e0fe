use super::EventEnd;
use itertools::Itertools;
use schemars::JsonSchema;
use serde::Serialize;
use statrs::distribution::{ContinuousCDF, StudentsT};
use std::collections::BTreeMap;

/// The mean of a sample.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
pub struct Mean {
    /// The mean.
    pub mean: f64,
    /// Its standard error; `None` of a single value.
    pub se: Option<f64>,
    /// The number of values.
    pub n: usize,
}

/// The mean of the differences of an arm from another one in the same events.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
pub struct Difference {
    /// The mean.
    pub mean: f64,
    /// Its standard error; `None` of a single difference.
    pub se: Option<f64>,
    /// The 95% interval of the mean, by Student's t with n − 1 degrees of freedom; `None` if all differences are equal, since how
    /// far they are apart is not known then.
    pub interval: Option<[f64; 2]>,
    /// The two-sided p-value of the paired t-test that the mean is 0, rounded to six decimals; `None` as of the interval.
    pub p: Option<f64>,
    /// The number of events in which both arms have the metric.
    pub n: usize,
}

/// The mean of `values` and its standard error, √(Σ(x − mean)² / (n (n − 1))). `None` of no values.
pub fn mean(values: &[f64]) -> Option<Mean> {
    let n = values.len();
    let count = n as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
    let se = (n > 1).then(|| libm::sqrt(squares / (count * (count - 1.0))));
    (n > 0).then_some(Mean { mean, se, n })
}

/// The mean of `value − base` over all pairs that have both, with its interval. `None` if there are none.
///
/// ```
/// use swiss_ilp::questions::simulate::difference;
/// let pairs = [(Some(2.0), Some(1.0)), (Some(5.0), Some(2.0)), (None, Some(7.0))];
/// let found = difference(pairs.into_iter()).expect("two pairs");
/// assert_eq!((found.mean, found.se, found.n), (2.0, Some(1.0), 2));
/// ```
pub fn difference(pairs: impl Iterator<Item = (Option<f64>, Option<f64>)>) -> Option<Difference> {
    let values: Vec<f64> = pairs.filter_map(|(value, base)| Some(value? - base?)).collect();
    let Mean { mean, se, n } = mean(&values)?;
    let (least, most) = values.iter().minmax().into_option()?;
    // Of values that differ in the last bits alone, nothing is known either.
    let spread = se.filter(|_| most - least > 1e-9);
    let interval = spread.map(|se| [mean - quantile(n) * se, mean + quantile(n) * se]);
    let p = spread.map(|se| p_value(mean, se, n));
    Some(Difference { mean, se, interval, p, n })
}

/// What Student's t with n − 1 degrees of freedom exceeds with a probability of 2.5%. It is rounded to six decimals, so that it
/// is the same whatever logarithm the machine has.
pub(super) fn quantile(n: usize) -> f64 {
    // It exists for every number above 0.
    six_decimals(student(n).map_or(f64::INFINITY, |student| student.inverse_cdf(0.975)))
}

/// How probable it is that a mean without a true difference is as far from 0: twice the tail of Student's t with n − 1 degrees of
/// freedom.
fn p_value(mean: f64, se: f64, n: usize) -> f64 {
    six_decimals(student(n).map_or(1.0, |student| 2.0 * student.cdf(-(mean / se).abs())))
}

fn student(n: usize) -> Option<StudentsT> {
    StudentsT::new(0.0, 1.0, (n - 1) as f64).ok()
}

fn six_decimals(number: f64) -> f64 {
    (number * 1e6 + 0.5).floor() / 1e6
}

/// The p-values of several comparisons, each adjusted by Holm's step-down procedure (1979), in their order: if those below 5% are
/// claimed, the probability of any false claim is 5% at most. Comparisons without one are none. They are rounded to six decimals.
///
/// ```
/// use swiss_ilp::questions::simulate::holm;
/// assert_eq!(holm(&[Some(0.01), None, Some(0.04), Some(0.03)]), [Some(0.03), None, Some(0.06), Some(0.06)]);
/// ```
pub fn holm(p: &[Option<f64>]) -> Vec<Option<f64>> {
    let mut order: Vec<(usize, f64)> = p.iter().enumerate().filter_map(|(place, p)| Some((place, (*p)?))).collect();
    order.sort_by(|(_, one), (_, other)| one.total_cmp(other));
    let (mut adjusted, mut greatest) = (vec![None; p.len()], 0_f64);
    let left = (1..=order.len()).rev();
    for ((place, p), left) in order.into_iter().zip(left) {
        greatest = greatest.max(six_decimals(p * left as f64)).min(1.0);
        adjusted[place] = Some(greatest);
    }
    adjusted
}

/// Events of an arm that ended in the same way before their last round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct EarlyEnds {
    /// The first round that was not played.
    pub round: u32,
    /// The ids of the rules that left no pairing, with + between them; no-pairing if no rule alone did, or too-few-players.
    pub by: String,
    /// How many events.
    pub events: u64,
}

impl EarlyEnds {
    /// The events of some ends, counted.
    pub(crate) fn counted<'e>(ends: impl Iterator<Item = &'e EventEnd>) -> Vec<Self> {
        let mut counts: BTreeMap<&EventEnd, u64> = BTreeMap::new();
        ends.for_each(|ended| *counts.entry(ended).or_default() += 1);
        counts
            .into_iter()
            .map(|(EventEnd { round, by }, events)| Self { round: *round, by: by.clone(), events })
            .collect()
    }

    /// How many of `events` events ended early, in which rounds, and why: `164 of 500 events ended early: 164 before round 1
    /// (define.forbid)`. `None` if none did.
    pub fn sentence(ends: &[Self], events: u64) -> Option<String> {
        let early: u64 = ends.iter().map(|ends| ends.events).sum();
        let each = ends.iter().map(|Self { round, by, events }| format!("{events} before round {round} ({by})"));
        (early > 0).then(|| format!("{early} of {events} events ended early: {}", each.collect::<Vec<_>>().join(", ")))
    }
}
