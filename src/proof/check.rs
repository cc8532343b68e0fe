//! Whether a certificate proves what it claims. All is integers; nothing is believed but the round and the model.
//!
//! Each check stands for one sentence of the proof, the title of its id (`src/rules/proof.toml`); [`Dual`] and [`Obstruction`]
//! say why the sentences together prove the claim.

use super::capped;
use super::weights::{CombinedWeights, LegalPair, most_weight};
use super::{Certificate, Claim, Dual, Obstruction, OddSet, Proof, SeatDual};
use crate::graph::budget::spend;
use crate::model::{Formulation, Objective, Value};
use crate::proof::verify::verify;
use crate::tournament::{Pairing, RoundState, Seat};
use itertools::Itertools;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::HashMap;

/// Why a proof is refused.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema, thiserror::Error)]
#[error("{what} [{check}]")]
#[schemars(rename = "Refusal")]
pub struct ProofRefusal {
    /// The check that failed.
    pub check: &'static str,
    /// How, in one sentence without a full stop.
    pub what: String,
}

/// Whether `certificate` proves that no legal pairing of the round is better than `pairing` by `objective`, or as good, if it says so; or
/// that there is none, in which case `pairing` is not looked at.
pub fn check(
    state: &RoundState,
    objective: &Objective,
    pairing: Option<&Pairing>,
    certificate: &Certificate,
) -> Result<(), ProofRefusal> {
    checked(state, objective, pairing, certificate, Listing::Deciding).map(|_| ())
}

/// Which of the legal pairs are kept, all of which are looked at. A large field has too many to keep them all.
#[derive(Clone, Copy)]
pub(crate) enum Listing {
    /// All of them, in order.
    All,
    /// As few as decide whether the certificate holds: of those that weigh the same, one that is given least; or one that leaves an
    /// odd component. With caps, all.
    Deciding,
}

/// The weights of the pairs of a list, by which the certificate was found to be sound.
pub(crate) fn checked(
    state: &RoundState,
    objective: &Objective,
    pairing: Option<&Pairing>,
    certificate: &Certificate,
    listing: Listing,
) -> Result<CombinedWeights, ProofRefusal> {
    if certificate.round != state.round() || certificate.model != objective.name {
        let (round, model) = (certificate.round, &certificate.model);
        refuse("proof.statement", format!("it is about round {round} by model {model}"))?;
    }
    // Where nothing can be paired, nothing is weighed.
    let is_infeasible = certificate.claim() == Claim::Infeasible;
    if certificate.unique && is_infeasible {
        refuse("proof.statement", "it is about an only optimum, and says that there is no pairing")?;
    }
    let tiers = if is_infeasible { Vec::new() } else { objective.tiers.clone() };
    let weighed = Objective { tiers, ..objective.clone() };
    let is_of_slots = objective.formulation != Formulation::Pairs;
    if certificate.slots.is_some() != (is_of_slots && !is_infeasible) {
        refuse("proof.statement", "an optimum of slots says who sits where, and nothing else does")?;
    }
    let seats = CombinedWeights::of_seats(state);
    let against = pairing.filter(|_| certificate.unique);
    let weights = match (listing, &certificate.proof) {
        (Listing::Deciding, Proof::Optimal(dual)) => {
            let given = DualSums::new(&seats, &dual.seats, &dual.odd_sets)?;
            kept_weights(seats, state, &weighed, against, least_given(given))?
        }
        (Listing::Deciding, Proof::Infeasible(obstruction)) => {
            let components = components(&seats, obstruction)?;
            let keep = |pairs: &mut Vec<LegalPair>, pair: LegalPair| {
                if pairs.is_empty() && leaves(&components, &pair) {
                    pairs.push(pair);
                }
            };
            kept_weights(seats, state, &weighed, against, keep)?
        }
        _ => kept_weights(seats, state, &weighed, against, Vec::push)?,
    };
    let values = || -> Result<Vec<Value>, ProofRefusal> {
        let Some(pairing) = pairing else {
            return Err(refusal("proof.pairing", "no pairing is given, but one is claimed to be optimal"));
        };
        let verdict = verify(state, objective, pairing, None);
        match verdict.violations.first() {
            Some(violation) => Err(refusal("proof.pairing", violation.to_string())),
            // The pairing counts nothing in the tier of the pairs that it does not make.
            None => Ok(verdict.values().into_iter().chain(certificate.unique.then_some(Value::ZERO)).collect()),
        }
    };
    match &certificate.proof {
        Proof::Infeasible(obstruction) => no_pairing(&weights, obstruction)?,
        Proof::InfeasibleByCaps(overrun) => capped::no_pairing(&weights, overrun)?,
        Proof::OptimalWithCaps(stages) => capped::no_better(&weights, &values()?, stages)?,
        Proof::Optimal(dual) => {
            let weight = weights.of(&values()?);
            no_better(&weights, dual)?;
            if weight != dual.bound {
                refuse("proof.equality", format!("the pairing weighs {weight}, and the bound is {}", dual.bound))?;
            }
        }
    }
    if let (Some(slots), Some(pairing)) = (&certificate.slots, pairing) {
        check_slots(state, objective, pairing, slots)?;
    }
    Ok(weights)
}

/// The boards of a pairing in slots: in the order of their highest players, as ordered slots have it.
pub(crate) fn seated(state: &RoundState, pairing: &Pairing) -> Vec<[u32; 2]> {
    let mut boards = pairing.boards.clone();
    boards.sort_by_key(|board| state.rank(board.white).min(state.rank(board.black)));
    boards.iter().map(|board| [board.white.0, board.black.0]).collect()
}

/// The slots are the boards of the pairing. A filling of slots is a pairing, and worth what that is worth; so what is proven of pairs
/// holds for it.
fn check_slots(
    state: &RoundState,
    objective: &Objective,
    pairing: &Pairing,
    slots: &[[u32; 2]],
) -> Result<(), ProofRefusal> {
    let (mut given, mut expected) = (slots.to_vec(), seated(state, pairing));
    if objective.formulation == Formulation::Slots {
        // They have no order.
        [&mut given, &mut expected].into_iter().for_each(|boards| boards.sort_unstable());
    }
    match given == expected {
        true => Ok(()),
        false => refuse("proof.slots", "the slots are not the boards of the pairing, or not in their order"),
    }
}

/// Keeps of the pairs with the same values one that is given least.
fn least_given(mut given: DualSums) -> impl FnMut(&mut Vec<LegalPair>, LegalPair) {
    let mut kept: HashMap<Box<[i64]>, (usize, i128)> = HashMap::new();
    move |pairs, pair| {
        let sum = given.of([pair.high, pair.low]);
        match kept.get_mut(&pair.values) {
            None => {
                kept.insert(pair.values.clone(), (pairs.len(), sum));
                pairs.push(pair);
            }
            Some((place, least)) if sum < *least => {
                *least = sum;
                pairs[*place] = pair;
            }
            Some(_) => {}
        }
    }
}

/// What all pairs weigh, if `objective` is of the kind that can be proven so.
pub(crate) fn weights(
    state: &RoundState,
    objective: &Objective,
    against: Option<&Pairing>,
) -> Result<CombinedWeights, ProofRefusal> {
    kept_weights(CombinedWeights::of_seats(state), state, objective, against, Vec::push)
}

/// What the pairs weigh that are kept.
fn kept_weights(
    seats: CombinedWeights,
    state: &RoundState,
    objective: &Objective,
    against: Option<&Pairing>,
    keep: impl FnMut(&mut Vec<LegalPair>, LegalPair),
) -> Result<CombinedWeights, ProofRefusal> {
    objective.check_range(state).map_err(|beyond| refusal("proof.scope", beyond.to_string()))?;
    let most = most_weight(state.players().len().next_multiple_of(2));
    let what = || {
        format!(
            "the model has too many tiers to be weighed in exact numbers, or too wide ones: a pair may weigh {most}, all tiers \
             as one number"
        )
    };
    seats.with_pairs(state, objective, against, keep).ok_or_else(|| refusal("proof.scope", what()))
}

/// No pairing weighs more than the bound of `dual`.
pub(super) fn no_better(weights: &CombinedWeights, dual: &Dual) -> Result<(), ProofRefusal> {
    let mut given = DualSums::new(weights, &dual.seats, &dual.odd_sets)?;
    for pair in &weights.pairs {
        given.suffices(weights, [pair.high, pair.low], weights.of_pair(pair))?;
    }
    if given.bound != dual.bound {
        return refuse("proof.bound", format!("the dual values come to {}, not to {}", given.bound, dual.bound));
    }
    Ok(())
}

/// Numbers of a certificate, each as often as it counts, come to no more together, without their signs. So every sum of them, and
/// every difference of two such sums, is exact.
pub(super) const MOST_SUM: i128 = 1 << 123;

/// The sum of these numbers without their signs, if it is small enough.
pub(super) fn within(numbers: impl IntoIterator<Item = (i128, i128)>) -> Option<i128> {
    let products = numbers.into_iter().map(|(number, times)| number.checked_abs()?.checked_mul(times.checked_abs()?));
    let sum = products.into_iter().try_fold(0_i128, |sum, product| sum.checked_add(product?));
    sum.filter(|sum| *sum <= MOST_SUM)
}

/// What seats and odd sets give to each pair, and to the bound.
pub(crate) struct DualSums {
    pub(super) own: Vec<i128>,
    /// The class of each seat: seats of one class are in the same odd sets.
    classes: Vec<usize>,
    /// The classes of each odd set, and its dual value.
    odd_sets: Vec<(Vec<usize>, i128)>,
    /// The sets of each class.
    sets_of: Vec<Vec<usize>>,
    /// What odd sets give to the class that was asked for last with each other one. A table of all would be large.
    row: (Option<usize>, Vec<i128>),
    pub(crate) bound: i128,
}

impl DualSums {
    pub(crate) fn new(
        weights: &CombinedWeights,
        seats: &[SeatDual],
        odd_sets: &[OddSet],
    ) -> Result<Self, ProofRefusal> {
        if !seats.iter().map(|entry| &entry.seat).eq(&weights.seats) {
            return Err(refusal("proof.seats", "the dual values are not one for each seat in pairing order"));
        }
        let own: Vec<i128> = seats.iter().map(|entry| entry.dual).collect();
        let of_sets = odd_sets.iter().map(|set| (set.dual, set.seats.len() as i128));
        if within(own.iter().map(|dual| (*dual, 1)).chain(of_sets)).is_none() {
            let what = format!("the dual values together are beyond all measure, which is {MOST_SUM}");
            return Err(refusal("proof.signs", what));
        }
        let mut bound: i128 = own.iter().sum();
        let mut lists = vec![Vec::new(); own.len()];
        for (number, set) in odd_sets.iter().enumerate() {
            let (members, value) = (places(weights, &set.seats, "proof.odd-sets")?, set.dual);
            if members.len() < 3 || members.len() % 2 == 0 {
                let what = format!("{} are not three, five, ... seats", list(&set.seats));
                return Err(refusal("proof.odd-sets", what));
            }
            if value < 0 {
                return Err(refusal(
                    "proof.signs",
                    format!("the odd set {} has the dual value {value}", list(&set.seats)),
                ));
            }
            bound += (members.len() as i128 - 1) / 2 * value;
            members.iter().for_each(|seat| lists[*seat].push(number));
        }
        let mut numbers = HashMap::new();
        let mut sets_of: Vec<Vec<usize>> = Vec::new();
        let mut classes = Vec::with_capacity(lists.len());
        for list in lists {
            let class = *numbers.entry(list).or_insert_with_key(|list| {
                sets_of.push(list.clone());
                sets_of.len() - 1
            });
            classes.push(class);
        }
        let mut odd_sets: Vec<(Vec<usize>, i128)> = odd_sets.iter().map(|set| (Vec::new(), set.dual)).collect();
        for (class, list) in sets_of.iter().enumerate() {
            list.iter().for_each(|set: &usize| odd_sets[*set].0.push(class));
        }
        Ok(Self { own, classes, odd_sets, sets_of, row: (None, Vec::new()), bound })
    }

    /// What a pair is given.
    pub(crate) fn of(&mut self, [high, low]: [usize; 2]) -> i128 {
        let class = self.classes[high];
        if self.row.0 != Some(class) {
            let mut row = vec![0; self.sets_of.len()];
            for (members, value) in self.sets_of[class].iter().map(|set| &self.odd_sets[*set]) {
                members.iter().for_each(|other| row[*other] += value);
            }
            self.row = (Some(class), row);
        }
        self.own[high] + self.own[low] + self.row.1[self.classes[low]]
    }

    /// How much more a pair is given than it weighs.
    pub(super) fn suffices(
        &mut self,
        weights: &CombinedWeights,
        [high, low]: [usize; 2],
        weight: i128,
    ) -> Result<i128, ProofRefusal> {
        spend(1);
        let given = self.of([high, low]);
        if given < weight {
            let [one, other] = [high, low].map(|place| weights.seats[place]);
            let what = format!("{one} and {other} weigh {weight}, but are given {given}");
            return Err(refusal("proof.reduced-costs", what));
        }
        Ok(given - weight)
    }
}

/// The odd components cannot all be paired: each must send somebody to the Tutte set, which has fewer members.
pub(super) fn no_pairing(weights: &CombinedWeights, obstruction: &Obstruction) -> Result<(), ProofRefusal> {
    let Obstruction { tutte_set, odd_components } = obstruction;
    if odd_components.len() <= tutte_set.len() {
        return refuse(
            "proof.components",
            format!(
                "{} odd components are not more than {} members of the Tutte set",
                odd_components.len(),
                tutte_set.len()
            ),
        );
    }
    if let Some(component) = odd_components.iter().find(|component| component.len() % 2 == 0) {
        return refuse("proof.components", format!("the component {} is even in number", list(component)));
    }
    let components = components(weights, obstruction)?;
    match weights.pairs.iter().find(|pair| leaves(&components, pair)) {
        Some(LegalPair { high, low, .. }) => {
            let (one, other) = (weights.seats[*high], weights.seats[*low]);
            refuse("proof.boundary", format!("{one} and {other} may be paired, which leaves a component"))
        }
        None => Ok(()),
    }
}

/// The component of each seat. The Tutte set is component 0; whoever is in no component is in none.
fn components(weights: &CombinedWeights, obstruction: &Obstruction) -> Result<Vec<Option<usize>>, ProofRefusal> {
    let Obstruction { tutte_set, odd_components } = obstruction;
    places(weights, &[tutte_set.as_slice(), &odd_components.concat()].concat(), "proof.components")?;
    let mut of = vec![None; weights.seats.len()];
    for (number, component) in [tutte_set].into_iter().chain(odd_components).enumerate() {
        component.iter().filter_map(|seat| weights.place(*seat)).for_each(|place| of[place] = Some(number));
    }
    Ok(of)
}

/// Whether a pair leaves an odd component, but not to the Tutte set.
fn leaves(components: &[Option<usize>], LegalPair { high, low, .. }: &LegalPair) -> bool {
    let leaves = |one: Option<usize>, other| one.is_some_and(|one| one > 0) && other != one && other != Some(0);
    let (one, other) = (components[*high], components[*low]);
    leaves(one, other) || leaves(other, one)
}

/// The places of `seats`, if they are different seats of the round.
pub(super) fn places(
    weights: &CombinedWeights,
    seats: &[Seat],
    check: &'static str,
) -> Result<Vec<usize>, ProofRefusal> {
    let mut seen = vec![false; weights.seats.len()];
    let mut places = Vec::with_capacity(seats.len());
    for seat in seats {
        let Some(place) = weights.place(*seat) else {
            return Err(ProofRefusal { check, what: format!("{seat} is not in the round") });
        };
        if std::mem::replace(&mut seen[place], true) {
            return Err(ProofRefusal { check, what: format!("{seat} is named twice") });
        }
        places.push(place);
    }
    Ok(places)
}

fn list(seats: &[Seat]) -> String {
    format!("{{{}}}", seats.iter().join(", "))
}

pub(super) fn refusal(check: &'static str, what: impl Into<String>) -> ProofRefusal {
    ProofRefusal { check, what: what.into() }
}

pub(super) fn refuse(check: &'static str, what: impl Into<String>) -> Result<(), ProofRefusal> {
    Err(refusal(check, what))
}
