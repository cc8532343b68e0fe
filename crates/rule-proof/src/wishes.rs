//! What an organiser wishes: pairs that are rather not made, such as those of one club.
//!
//! A pairing with wishes has the fewest breaches of all that the rules call legal. Among these, the rules decide. So it is the rules'
//! own pairing wherever that has as few breaches, and otherwise it is none of FIDE's.

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
    #[must_use]
    pub fn new(state: &RoundState, wishes: impl IntoIterator<Item = Wish>) -> Self {
        let mut by_rank: BTreeMap<u8, BTreeMap<(usize, usize), i64>> = BTreeMap::new();
        for Wish { one, other, rank, weight } in wishes {
            let (Some(one), Some(other)) = (state.rank(one), state.rank(other)) else { continue };
            if one != other && weight > 0 {
                let sum = by_rank.entry(rank).or_default().entry((one.min(other), one.max(other))).or_default();
                *sum = (*sum + i64::from(weight)).min(i64::from(MOST_WEIGHT));
            }
        }
        Self { ranks: by_rank.into_values().collect() }
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ranks.is_empty()
    }

    /// How many ranks.
    #[must_use]
    pub fn ranks(&self) -> usize {
        self.ranks.len()
    }

    /// What the pair of these places weighs in a rank.
    #[must_use]
    pub fn weight(&self, rank: usize, one: usize, other: usize) -> i64 {
        let of_pair = |pairs: &BTreeMap<_, i64>| pairs.get(&(one.min(other), one.max(other))).copied();
        self.ranks.get(rank).and_then(of_pair).unwrap_or_default()
    }

    /// The pairs of each rank by number, the lower first, with what they weigh.
    #[must_use]
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
    #[must_use]
    pub fn breaches(&self, state: &RoundState, pairing: &Pairing) -> Vec<i64> {
        let places = |board: &swiss_trf::tournament::Board| Some((state.rank(board.white)?, state.rank(board.black)?));
        let pairs: Vec<_> = pairing.boards.iter().filter_map(places).collect();
        (0..self.ranks()).map(|rank| pairs.iter().map(|(one, other)| self.weight(rank, *one, *other)).sum()).collect()
    }
}
