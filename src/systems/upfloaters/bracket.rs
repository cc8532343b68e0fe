use super::costs::KindCosts;
use super::field::{Card, Field};
use crate::graph::MatchingFailure;

/// The top score group among those who are yet to be paired.
pub(super) struct Bracket<'f> {
    pub field: &'f Field<'f>,
    /// Who is yet to be paired, by rank. All of them can be.
    pub left: &'f [usize],
    /// How many of them, from the first on, are the top score group.
    pub residents: usize,
}

/// A bracket with its pairs, by rank.
pub(super) struct BracketPairing {
    /// In the order of 3.5.3.
    pub upfloaters: Vec<usize>,
    /// The member with the smaller number first; in the order of 3.6.2.
    pub pairs: Vec<(usize, usize)>,
}

/// What decides the cost of a pair when upfloaters are chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Resident,
    /// The lower score groups, from 0 on, and whether the player is protected from another float.
    Lower(usize, bool),
}

impl Bracket<'_> {
    pub fn pair(&self) -> Result<BracketPairing, MatchingFailure> {
        let upfloaters = self.upfloaters()?;
        let mut members = [&self.left[..self.residents], &upfloaters].concat();
        members.sort_by_key(|player| self.field.cards[*player].number);
        let pairs = self.pairs(&members, &upfloaters)?;
        Ok(BracketPairing { upfloaters, pairs })
    }

    fn card(&self, place: usize) -> &Card {
        &self.field.cards[self.left[place]]
    }

    /// The first set of upfloaters among the best (3.5).
    fn upfloaters(&self) -> Result<Vec<usize>, MatchingFailure> {
        let (residents, others) = self.left.split_at(self.residents);
        if self.field.can_all_be_paired(residents) && self.field.can_all_be_paired(others) {
            return Ok(Vec::new());
        }
        let groups: Vec<usize> = self.groups();
        let upfloats = |within: usize| {
            let kind =
                |place: usize| if place < self.residents { Kind::Resident } else { Kind::Lower(groups[place], false) };
            let costs = KindCosts::new(self.left, &self.field.apart, kind, |one, other| match (one, other) {
                (Kind::Resident, Kind::Lower(group, _)) | (Kind::Lower(group, _), Kind::Resident) => {
                    (group < within).then_some(1)
                }
                _ => Some(0),
            });
            costs.least_sum()
        };
        // C4: no two upfloaters meet, since without the two there would be fewer.
        let fewest = upfloats(usize::MAX)?;
        // C5: the lowest score group of which there must be one.
        let lowest = (0..).find(|lowest| upfloats(lowest + 1) == Ok(fewest)).unwrap_or_default();
        let kind = |place: usize| {
            if place < self.residents {
                Kind::Resident
            } else {
                Kind::Lower(groups[place], self.card(place).is_protected)
            }
        };
        let weights = Weights::new(self.left.len(), fewest, lowest)?;
        let costs = KindCosts::new(self.left, &self.field.apart, kind, |one, other| match (one, other) {
            (Kind::Resident, Kind::Lower(group, is_protected)) | (Kind::Lower(group, is_protected), Kind::Resident) => {
                (group <= lowest).then(|| weights.of_upfloater(group, is_protected))
            }
            // Somebody floats up to the following score group (C6).
            (Kind::Lower(one, _), Kind::Lower(other, _)) if (one == 0) != (other == 0) => Some(weights.next),
            _ => Some(0),
        });
        let mut best = costs.cheapest()?;
        let floats = |place: &usize| best.narrow(*place, |other| other < self.residents);
        Ok((self.residents..self.left.len()).filter(floats).map(|place| self.left[place]).collect())
    }

    /// The score group of each place below the residents, from 0 on; those of residents do not matter.
    fn groups(&self) -> Vec<usize> {
        let mut groups = vec![0; self.left.len()];
        for place in self.residents + 1..self.left.len() {
            groups[place] = groups[place - 1] + usize::from(self.card(place).score != self.card(place - 1).score);
        }
        groups
    }

    /// The first pairing among the best (3.6). `members` are by number.
    fn pairs(&self, members: &[usize], upfloaters: &[usize]) -> Result<Vec<(usize, usize)>, MatchingFailure> {
        let kind = |place: usize| {
            let is_upfloater = upfloaters.contains(&members[place]);
            (is_upfloater, !is_upfloater && self.field.cards[members[place]].is_protected)
        };
        // C8: an opponent of an upfloater was a floater.
        let costs = KindCosts::new(members, &self.field.apart, kind, |(one_floats, one), (other_floats, other)| {
            Some(i128::from(one_floats && other || other_floats && one))
        });
        let mut best = costs.cheapest()?;
        let tops: Vec<usize> = (0..members.len()).filter(|place| best.narrow(*place, |other| other > *place)).collect();
        let pair = |top: usize| {
            let bottom = best.choose(top, |other| (other > top).then_some(other));
            (members[top], members[bottom])
        };
        Ok(tops.into_iter().map(pair).collect())
    }
}

/// What one of each counts, so that any of the first outweighs all of those after it.
struct Weights {
    /// An upfloater (C4).
    upfloater: i128,
    /// An upfloater of each score group more (C5): the lowest weighs most, and the highest nothing, for their number is known.
    groups: Vec<i128>,
    /// An upfloater of the next bracket (C6).
    next: i128,
    /// An upfloater who was a floater (C7).
    protected: i128,
}

impl Weights {
    /// For so many players to be paired, the fewest upfloaters, and the lowest score group that they come from.
    fn new(players: usize, fewest: i128, lowest: usize) -> Result<Self, MatchingFailure> {
        let pairs = players as i128 / 2;
        let next = fewest + 1;
        let mut groups = vec![0];
        let mut weight = next * (pairs + 1);
        for _ in 0..lowest {
            groups.push(weight);
            weight =
                weight.checked_mul(pairs + 1).filter(|weight| *weight < 1 << 100).ok_or(MatchingFailure::TooCheap)?;
        }
        Ok(Self { upfloater: weight, groups, next, protected: 1 })
    }

    fn of_upfloater(&self, group: usize, is_protected: bool) -> i128 {
        self.upfloater + self.groups[group] + if is_protected { self.protected } else { 0 }
    }
}
