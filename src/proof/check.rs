//! Whether a certificate proves what it claims. All is integers; nothing is believed but the round and the model.
//!
//! Each check stands for one sentence of the proof, its title in [`CHECKS`](crate::rules::CHECKS); [`Dual`] and
//! [`Obstruction`] say why the sentences together prove the claim.

use super::weights::{MOST, Weights};
use super::{Certificate, Claim, Dual, Obstruction, Proof};
use crate::model::Spec;
use crate::tournament::{Pairing, RoundState, Seat};
use crate::verify::verify;
use std::fmt;

/// Why a proof is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The check that failed.
    pub check: &'static str,
    /// How, in one sentence without a full stop.
    pub what: String,
}

type Checked = Result<(), Refusal>;

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} [{}]", self.what, self.check)
    }
}

/// Whether `certificate` proves that no legal pairing of the round is better than `pairing` by `spec`, or that there is
/// none, in which case `pairing` is not looked at.
///
/// # Errors
/// The first of [`CHECKS`](crate::rules::CHECKS) that fails.
pub fn check(
    state: &RoundState,
    spec: &Spec,
    pairing: Option<&Pairing>,
    certificate: &Certificate,
) -> Result<(), Refusal> {
    checked(state, spec, pairing, certificate).map(|_| ())
}

/// The weights of the pairs, by which the certificate was found to be sound.
pub(super) fn checked(
    state: &RoundState,
    spec: &Spec,
    pairing: Option<&Pairing>,
    certificate: &Certificate,
) -> Result<Weights, Refusal> {
    if certificate.round != state.round() || certificate.model != spec.name {
        let (round, model) = (certificate.round, &certificate.model);
        refuse("proof.statement", format!("it is about round {round} by model {model}"))?;
    }
    // Where nothing can be paired, nothing is weighed.
    let tiers = if certificate.claim() == Claim::Optimal { spec.tiers.clone() } else { Vec::new() };
    let weights = weights(state, &Spec { tiers, ..spec.clone() })?;
    match (&certificate.proof, pairing) {
        (Proof::Infeasible(obstruction), _) => no_pairing(&weights, obstruction)?,
        (Proof::Optimal(_), None) => refuse("proof.pairing", "no pairing is given, but one is claimed to be optimal")?,
        (Proof::Optimal(dual), Some(pairing)) => {
            let verdict = verify(state, spec, pairing, None);
            if let Some(violation) = verdict.violations.first() {
                refuse("proof.pairing", violation.to_string())?;
            }
            no_better(&weights, dual)?;
            let weight = weights.of(&verdict.values());
            if weight != dual.bound {
                refuse("proof.equality", format!("the pairing weighs {weight}, and the bound is {}", dual.bound))?;
            }
        }
    }
    Ok(weights)
}

/// What the pairs weigh, if `spec` is of the kind that can be proven so.
fn weights(state: &RoundState, spec: &Spec) -> Result<Weights, Refusal> {
    let scope = |what: &str| Refusal { check: "proof.scope", what: what.to_owned() };
    if spec.side.caps().next().is_some() {
        return Err(scope("the model has caps, which no such proof knows of"));
    }
    Weights::new(state, spec).ok_or_else(|| scope("the model has too many tiers to be weighed in exact numbers"))
}

/// No pairing weighs more than the bound of `dual`.
fn no_better(weights: &Weights, dual: &Dual) -> Checked {
    if !dual.seats.iter().map(|entry| &entry.seat).eq(&weights.seats) {
        return refuse("proof.seats", "the multipliers are not one for each seat in pairing order");
    }
    let multipliers = || dual.seats.iter().map(|entry| entry.multiplier);
    if multipliers().chain(dual.odd_sets.iter().map(|set| set.multiplier)).any(|m| !(-MOST..=MOST).contains(&m)) {
        return refuse("proof.signs", "a multiplier is beyond all measure");
    }
    // What seats and odd sets give to each pair, and to the bound.
    let own: Vec<i128> = multipliers().collect();
    let mut given: Vec<Vec<i128>> = own.iter().map(|one| own.iter().map(|other| one + other).collect()).collect();
    let mut bound: i128 = own.iter().sum();
    for set in &dual.odd_sets {
        let (members, multiplier) = (places(weights, &set.seats, "proof.odd-sets")?, set.multiplier);
        if members.len() < 3 || members.len() % 2 == 0 {
            return refuse("proof.odd-sets", format!("{} are not three, five, ... seats", list(&set.seats)));
        }
        if multiplier < 0 {
            return refuse("proof.signs", format!("the odd set {} has the multiplier {multiplier}", list(&set.seats)));
        }
        for one in &members {
            for other in &members {
                given[*one][*other] += multiplier;
            }
        }
        bound += (members.len() as i128 - 1) / 2 * multiplier;
    }
    if let Some((high, low, weight)) = weights.pairs.iter().find(|(high, low, weight)| given[*high][*low] < *weight) {
        let (one, other, given) = (weights.seats[*high], weights.seats[*low], given[*high][*low]);
        return refuse("proof.reduced-costs", format!("{one} and {other} weigh {weight}, but are given {given}"));
    }
    if bound != dual.bound {
        return refuse("proof.bound", format!("the multipliers come to {bound}, not to {}", dual.bound));
    }
    Ok(())
}

/// The groups of `obstruction` cannot all be paired: each must send somebody to a hub, and the hubs are fewer.
fn no_pairing(weights: &Weights, obstruction: &Obstruction) -> Checked {
    let Obstruction { hubs, groups } = obstruction;
    if groups.len() <= hubs.len() {
        return refuse("proof.groups", format!("{} groups are not more than {} hubs", groups.len(), hubs.len()));
    }
    if let Some(group) = groups.iter().find(|group| group.len() % 2 == 0) {
        return refuse("proof.groups", format!("the group {} is even in number", list(group)));
    }
    // Hubs are in group 0, and who is in no group is in none.
    let all = places(weights, &[hubs.as_slice(), &groups.concat()].concat(), "proof.groups")?;
    let numbers = (0..).zip([hubs].into_iter().chain(groups)).flat_map(|(number, group)| vec![number; group.len()]);
    let mut group_of = vec![None; weights.seats.len()];
    for (place, number) in all.into_iter().zip(numbers) {
        group_of[place] = Some(number);
    }
    let leaves =
        |one: Option<u32>, other: Option<u32>| one.is_some_and(|one| one > 0) && other != one && other != Some(0);
    for (high, low, _) in &weights.pairs {
        let (one, other) = (group_of[*high], group_of[*low]);
        if leaves(one, other) || leaves(other, one) {
            let (one, other) = (weights.seats[*high], weights.seats[*low]);
            return refuse("proof.boundary", format!("{one} and {other} may be paired, which leads out of a group"));
        }
    }
    Ok(())
}

/// The places of `seats`, if they are different seats of the round.
fn places(weights: &Weights, seats: &[Seat], check: &'static str) -> Result<Vec<usize>, Refusal> {
    let mut seen = vec![false; weights.seats.len()];
    let mut places = Vec::with_capacity(seats.len());
    for seat in seats {
        let Some(place) = weights.place(*seat) else {
            return Err(Refusal { check, what: format!("{seat} is not in the round") });
        };
        if std::mem::replace(&mut seen[place], true) {
            return Err(Refusal { check, what: format!("{seat} is named twice") });
        }
        places.push(place);
    }
    Ok(places)
}

fn list(seats: &[Seat]) -> String {
    format!("{{{}}}", seats.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))
}

fn refuse(check: &'static str, what: impl Into<String>) -> Checked {
    Err(Refusal { check, what: what.into() })
}
