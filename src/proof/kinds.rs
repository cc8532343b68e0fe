//! Kinds of seats: those to whom a certificate gives the same.

use super::weights::{CombinedWeights, LegalPair};
use super::{Certificate, Obstruction, Proof};
use crate::tournament::{RoundState, Seat};
use std::collections::HashMap;

/// A partition of the seats by which a certificate gives the same to all pairs of two kinds: the dual values of its seats are the same,
/// and they are in the same odd sets or the same odd component.
pub(crate) struct Kinds {
    /// The kind of each seat, by place.
    of: Vec<usize>,
    /// The seats of each kind, by place; the kinds are in the order of their first seats.
    members: Vec<Vec<usize>>,
}

impl Kinds {
    /// The seats of the round by what `certificate` gives to them, and apart where `label` has different ones for their places; `None` for a
    /// certificate with cases.
    pub(crate) fn new(state: &RoundState, certificate: &Certificate, label: impl Fn(usize) -> usize) -> Option<Self> {
        let weights = CombinedWeights::of_seats(state);
        let mut lists: Vec<Vec<usize>> = vec![Vec::new(); weights.seats.len()];
        let mut enter = |number: usize, seats: &[Seat]| {
            seats.iter().filter_map(|seat| weights.place(*seat)).for_each(|place| lists[place].push(number));
        };
        let dual = match &certificate.proof {
            Proof::Optimal(dual) => {
                dual.odd_sets.iter().enumerate().for_each(|(number, set)| enter(number, &set.seats));
                dual.seats.as_slice()
            }
            Proof::Infeasible(Obstruction { tutte_set, odd_components }) => {
                let parts = [tutte_set].into_iter().chain(odd_components);
                parts.enumerate().for_each(|(number, part)| enter(number, part));
                &[]
            }
            Proof::OptimalWithCaps(_) | Proof::InfeasibleByCaps(_) => return None,
        };
        let mut numbers = HashMap::new();
        let mut members: Vec<Vec<usize>> = Vec::new();
        let mut of = Vec::with_capacity(lists.len());
        for (place, list) in lists.into_iter().enumerate() {
            let next = members.len();
            let kind = *numbers.entry((label(place), dual.get(place).map(|entry| entry.dual), list)).or_insert(next);
            if kind == next {
                members.push(Vec::new());
            }
            members[kind].push(place);
            of.push(kind);
        }
        Some(Self { of, members })
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.members.len()
    }

    /// The kind of the seat at `place`.
    pub(crate) fn of(&self, place: usize) -> usize {
        self.of[place]
    }

    /// The places of the seats of a kind.
    pub(crate) fn members(&self, kind: usize) -> &[usize] {
        &self.members[kind]
    }

    /// How many pairs of two kinds there can be at once.
    pub(crate) fn most(&self, [one, other]: [usize; 2]) -> usize {
        let [of_one, of_other] = [one, other].map(|kind| self.members[kind].len());
        if one == other { of_one / 2 } else { of_one.min(of_other) }
    }

    /// The two kinds of a pair, the first one first.
    pub(crate) fn of_pair(&self, one: usize, other: usize) -> [usize; 2] {
        let [one, other] = [one, other].map(|place| self.of[place]);
        [one.min(other), one.max(other)]
    }

    /// Keeps a heaviest pair of each two kinds.
    pub(super) fn heaviest(&self) -> impl FnMut(&mut Vec<LegalPair>, LegalPair) {
        let count = self.count();
        let mut kept: Vec<Option<usize>> = vec![None; count * count];
        move |pairs, pair| {
            let [one, other] = self.of_pair(pair.high, pair.low);
            match kept[one * count + other] {
                None => {
                    kept[one * count + other] = Some(pairs.len());
                    pairs.push(pair);
                }
                // A tier outweighs those after it.
                Some(place) if pairs[place].values < pair.values => pairs[place] = pair,
                Some(_) => {}
            }
        }
    }
}
