//! What dual values prove that somebody has written, by the same sums as a certificate's.

use super::check::Given;
use super::{OddSet, Refusal, SeatDual, Weights};
use crate::model::Spec;
use crate::tournament::RoundState;

/// Dual values, checked for every legal pair.
pub(crate) struct Assessed {
    pub(crate) weights: Weights,
    /// What no pairing exceeds, if no pair is short of its weight.
    pub(crate) bound: i128,
    /// The pairs that are short of their weight: by their place in the weights, with what they are given.
    pub(crate) short: Vec<(usize, i128)>,
}

/// Check dual values that are all `scale` times as large as those of a certificate.
///
/// # Errors
/// [`Refusal`] if they are not one for each seat and for odd sets, with a sign that is allowed.
pub(crate) fn assess(
    state: &RoundState,
    spec: &Spec,
    seats: &[SeatDual],
    odd_sets: &[OddSet],
    scale: i128,
) -> Result<Assessed, Refusal> {
    let weights = super::check::weights(state, spec, None)?;
    let mut given = Given::new(&weights, seats, odd_sets)?;
    let mut short = Vec::new();
    for (place, pair) in weights.pairs.iter().enumerate() {
        let of_pair = given.of([pair.high, pair.low]);
        if of_pair < scale.saturating_mul(weights.of_pair(pair)) {
            short.push((place, of_pair));
        }
    }
    Ok(Assessed { bound: given.bound, short, weights })
}
