//! The top score group of FIDE's texts of 2026 that let players float up: the fewest who float up to it, the first of the best sets.

use super::classes::Classes;
use crate::graph::{CheapestMatching, FilledMatching, Graph, MatchingFailure, Prices};
use crate::tournament::Score;

/// What pairs of some players cost. Players of one kind cost the same, but for whom they may not meet.
pub(super) struct KindCosts<'f> {
    /// The players, by rank; a vertex is a place in this list.
    players: &'f [usize],
    apart: &'f Graph,
    classes: Classes,
    /// For two classes; `None` if no two of them may be paired.
    costs: Vec<Vec<Option<i128>>>,
}

impl<'f> KindCosts<'f> {
    /// The costs by the kinds of two players, whichever of them comes first.
    pub fn new<K: Ord + Copy>(
        players: &'f [usize],
        apart: &'f Graph,
        kind: impl Fn(usize) -> K,
        cost: impl Fn(K, K) -> Option<i128>,
    ) -> Self {
        let classes = Classes::by((0..players.len()).map(&kind));
        let kinds: Vec<K> = classes.members.iter().map(|class| kind(class[0])).collect();
        let costs = kinds.iter().map(|one| kinds.iter().map(|other| cost(*one, *other)).collect()).collect();
        Self { players, apart, classes, costs }
    }

    /// The least that all pairs cost together.
    pub fn least_sum(&self) -> Result<i128, MatchingFailure> {
        CheapestMatching::of(self).map(|cheapest| cheapest.dual.bound() / 2)
    }

    /// All cheapest matchings.
    pub fn cheapest(&self) -> Result<FilledMatching, MatchingFailure> {
        CheapestMatching::of(self).map(CheapestMatching::among_equals)
    }
}

impl Prices for KindCosts<'_> {
    type Cost = i128;

    fn classes(&self) -> &[Vec<usize>] {
        &self.classes.members
    }

    fn class(&self, v: usize) -> usize {
        self.classes.of[v]
    }

    fn least(&self, one: usize, other: usize) -> Option<i128> {
        self.costs[one][other]
    }

    fn is_allowed(&self, u: usize, v: usize) -> bool {
        !self.apart.has_edge(self.players[u], self.players[v])
    }
}

/// Where a player stands when upfloaters are chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Place {
    /// In the top score group.
    Resident,
    /// In a lower one: 0 follows the top score group.
    Lower(usize),
}

/// A criterion of upfloaters after the number and the scores of them.
pub(super) struct UpfloatTier<K> {
    /// The most that it counts in all pairs together.
    pub most: i128,
    /// What it counts for a pair. A resident comes first, and of two lower players the higher one.
    pub count: fn((Place, K), (Place, K)) -> i128,
}

/// The players with the highest score among those who are yet to be paired, who can all be.
pub(super) struct TopGroup<'f> {
    /// Who is yet to be paired, by rank.
    pub left: &'f [usize],
    /// Their scores.
    pub scores: &'f [Score],
    /// How many of them, from the first on, are the top score group.
    pub residents: usize,
    /// Who may not meet.
    pub apart: &'f Graph,
}

impl TopGroup<'_> {
    /// The first of the best sets of upfloaters, in the order of ranks.
    ///
    /// There are as few as possible. No two of them meet, since without the two there would be fewer. Their scores are as high as
    /// possible, the lowest first. Then the tiers decide, in which pairs of one kind count alike.
    pub fn upfloaters<K: Ord + Copy>(
        &self,
        kind: impl Fn(usize) -> K,
        tiers: &[UpfloatTier<K>],
    ) -> Result<Vec<usize>, MatchingFailure> {
        let places = self.places();
        let fewest = self.fewest(&places, usize::MAX)?;
        if fewest == 0 {
            return Ok(Vec::new());
        }
        let lowest = (0..).find(|lowest| self.fewest(&places, *lowest) == Ok(fewest)).unwrap_or_default();
        let weights = Weights::new(self.left.len(), lowest, tiers.iter().map(|tier| tier.most))?;
        let key = |place: usize| (places[place], kind(self.left[place]));
        let costs = KindCosts::new(self.left, self.apart, key, |one, other| {
            let (one, other) = (one.min(other), one.max(other));
            let upfloat = match (one.0, other.0) {
                (Place::Resident, Place::Lower(group)) if group > lowest => return None,
                (Place::Resident, Place::Lower(group)) => weights.upfloater + weights.groups[group],
                _ => 0,
            };
            let counts = tiers.iter().zip(&weights.tiers).map(|(tier, weight)| (tier.count)(one, other) * weight);
            Some(upfloat + counts.sum::<i128>())
        });
        let mut best = costs.cheapest()?;
        let floats = |place: &usize| best.narrow(*place, |other| other < self.residents);
        Ok((self.residents..self.left.len()).filter(floats).map(|place| self.left[place]).collect())
    }

    fn places(&self) -> Vec<Place> {
        let mut group = 0;
        let place = |place: usize| {
            if place < self.residents {
                return Place::Resident;
            }
            group += usize::from(place > self.residents && self.scores[place] != self.scores[place - 1]);
            Place::Lower(group)
        };
        (0..self.left.len()).map(place).collect()
    }

    /// The fewest upfloaters from score groups down to the lowest of which there may be one.
    fn fewest(&self, places: &[Place], lowest: usize) -> Result<i128, MatchingFailure> {
        let cost = |one: Place, other: Place| match (one.min(other), one.max(other)) {
            (Place::Resident, Place::Lower(group)) => (group <= lowest).then_some(1),
            _ => Some(0),
        };
        KindCosts::new(self.left, self.apart, |place| places[place], cost).least_sum()
    }
}

/// What one of each counts, so that any of the first outweighs all of those after it.
struct Weights {
    upfloater: i128,
    /// An upfloater of each score group more: the lowest weighs most, and the highest nothing, for their number is known.
    groups: Vec<i128>,
    tiers: Vec<i128>,
}

impl Weights {
    /// For so many players to be paired, the lowest score group that upfloaters come from, and the most that each tier counts.
    fn new(
        players: usize,
        lowest: usize,
        most: impl DoubleEndedIterator<Item = i128>,
    ) -> Result<Self, MatchingFailure> {
        let mut weight: i128 = 1;
        let mut next = |most: i128| {
            let this = weight;
            weight = this.checked_mul(most + 1).filter(|weight| *weight < 1 << 100).ok_or(MatchingFailure::TooCheap)?;
            Ok(this)
        };
        let mut tiers = most.rev().map(&mut next).collect::<Result<Vec<_>, _>>()?;
        tiers.reverse();
        let pairs = players as i128 / 2;
        let groups = (0..lowest).map(|_| next(pairs));
        let groups = std::iter::once(Ok(0)).chain(groups).collect::<Result<Vec<_>, _>>()?;
        Ok(Self { upfloater: weight, groups, tiers })
    }
}
