//! What an organiser wishes: pairs that are rather not made, such as those of one club.
//!
//! A pairing with wishes has the fewest breaches of all that the rules call legal. It is the rules' own wherever that has as few, and
//! otherwise none of FIDE's: ranks that can be kept whole are bans then, and among the fewest breaches of the others the rules decide.

use std::collections::BTreeMap;
use swiss_trf::tournament::{Pairing, PlayerId, RoundState};

/// The most that one pair can weigh in one rank. So the sum over a round stays far from the ends of the integers.
pub const MOST_WEIGHT: u32 = 1_000_000;

/// Pairs that are rather not made.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Wishes {
    /// For each rank, the most important first, what pairs weigh. A pair is two places in [`RoundState::players`], the lesser first.
    ranks: Vec<BTreeMap<(usize, usize), i64>>,
}

/// One wish: this pair is rather not made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Wish {
    /// One player.
    pub one: PlayerId,
    /// The other.
    pub other: PlayerId,
    /// The fewest breaches of rank 0 come before those of rank 1, and so on.
    pub rank: u8,
    /// What a breach counts, from 1 to [`MOST_WEIGHT`].
    pub weight: u32,
}

impl Wishes {
    /// The wishes that are about players of the round. Weights of a pair that is named twice in a rank are added, up to
    /// [`MOST_WEIGHT`].
    pub fn new(state: &RoundState, wishes: impl IntoIterator<Item = Wish>) -> Self {
        let mut ranks: Vec<BTreeMap<(usize, usize), i64>> = Vec::new();
        for Wish { one, other, rank, weight } in wishes {
            let (Some(one), Some(other)) = (state.rank(one), state.rank(other)) else { continue };
            if one != other && weight > 0 {
                // A rank of which nobody is there is one without pairs, so that those after it keep their places.
                ranks.resize(ranks.len().max(usize::from(rank) + 1), BTreeMap::new());
                let sum = ranks[usize::from(rank)].entry((one.min(other), one.max(other))).or_default();
                *sum = (*sum + i64::from(weight)).min(i64::from(MOST_WEIGHT));
            }
        }
        Self { ranks }
    }

    /// Whether no wish is about players of the round.
    pub fn is_empty(&self) -> bool {
        self.ranks.is_empty()
    }

    /// How many ranks of importance the wishes have.
    pub fn ranks(&self) -> usize {
        self.ranks.len()
    }

    /// What the pair of these places weighs in a rank.
    pub fn weight(&self, rank: usize, one: usize, other: usize) -> i64 {
        let of_pair = |pairs: &BTreeMap<_, i64>| pairs.get(&(one.min(other), one.max(other))).copied();
        self.ranks.get(rank).and_then(of_pair).unwrap_or_default()
    }

    /// The ranks that can be kept whole, as these are the fewest breaches, and the others. A rank has its place in both.
    pub(crate) fn kept(&self, fewest: &[i64]) -> (Self, Self) {
        let ranks = |is_taken: fn(i64) -> bool| {
            let ranks = self.ranks.iter().zip(fewest);
            let rank = |(rank, fewest): (&BTreeMap<_, _>, &i64)| {
                if is_taken(*fewest) { rank.clone() } else { BTreeMap::new() }
            };
            let mut ranks: Vec<_> = ranks.map(rank).collect();
            while ranks.pop_if(|rank| rank.is_empty()).is_some() {}
            Self { ranks }
        };
        (ranks(|fewest| fewest == 0), ranks(|fewest| fewest > 0))
    }

    /// The state in which these pairs are forbidden.
    pub(crate) fn forbidden(&self, state: &RoundState) -> RoundState {
        let id = |place: &usize| state.players()[*place].id;
        let pairs = self.ranks.iter().flat_map(BTreeMap::keys);
        pairs.fold(state.clone(), |state, (one, other)| state.forbidding(id(one), id(other)))
    }

    /// The pairs of each rank by number, the lower first, with what they weigh.
    pub fn listed(&self, state: &RoundState) -> Vec<Vec<(u32, u32, i64)>> {
        let number = |place: usize| state.players().get(place).map_or(0, |player| player.id.0);
        let pair = |((one, other), weight): (&(usize, usize), &i64)| {
            let (one, other) = (number(*one), number(*other));
            (one.min(other), one.max(other), *weight)
        };
        let rank = |pairs: &BTreeMap<_, _>| {
            let mut pairs: Vec<_> = pairs.iter().map(pair).collect();
            pairs.sort_unstable();
            pairs
        };
        self.ranks.iter().map(rank).collect()
    }

    /// What a pairing breaks, rank by rank.
    pub fn breaches(&self, state: &RoundState, pairing: &Pairing) -> Vec<i64> {
        let places = |board: &swiss_trf::tournament::Board| Some((state.rank(board.white)?, state.rank(board.black)?));
        let pairs: Vec<_> = pairing.boards.iter().filter_map(places).collect();
        (0..self.ranks()).map(|rank| pairs.iter().map(|(one, other)| self.weight(rank, *one, *other)).sum()).collect()
    }
}
