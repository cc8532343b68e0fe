//! The order in which the articles try the pairings of a homogeneous bracket or of a remainder, as tiers: the first one has the
//! least values. S1 is the upper half; all editions exchange players between the halves in the same order (D).

use crate::model::{Aim, Count, Sum};
use std::collections::BTreeMap;

/// The columns by which the members of a bracket are paired or leave it.
#[derive(Clone, Copy)]
pub(super) struct Moves<'b> {
    /// The column of each pair, by members, the higher first.
    pub pairs: &'b BTreeMap<(usize, usize), usize>,
    /// The column by which each member leaves, where there is one.
    pub leave: &'b [Option<usize>],
}

impl Moves<'_> {
    /// The pairs of `member` with lower members, the highest of them first.
    pub fn lower_opponents(&self, member: usize) -> Vec<usize> {
        self.pairs.range((member, 0)..(member + 1, 0)).map(|(_, column)| *column).collect()
    }

    /// The columns in which `member` is not the higher player of a pair.
    pub fn not_higher(&self, member: usize) -> Sum {
        let higher = (0..member).filter_map(|other| self.pairs.get(&(other, member)));
        self.leave[member].iter().chain(higher).map(|column| (*column, 1)).collect()
    }
}

/// The members who are divided into S1 and S2.
pub(super) struct Halves<'b> {
    pub moves: Moves<'b>,
    /// The highest first.
    pub members: Vec<usize>,
    /// How many of them are S1: as many as there are pairs.
    pub s1: usize,
}

impl Halves<'_> {
    /// The aims of a tier on exchanges between the halves, and on the opponents after them.
    pub fn aims(&self, count: Count) -> Vec<Aim> {
        let (s1, s2) = self.members.split_at(self.s1);
        let not_higher = |member: &usize| self.moves.not_higher(*member);
        match count {
            Count::Exchanges => vec![Aim::Least(s1.iter().flat_map(not_higher).collect())],
            Count::ExchangeDifference => vec![Aim::Least(self.exchange_difference())],
            Count::ExchangedFromS1 => s1.iter().rev().map(|member| Aim::Least(self.higher(*member, 1))).collect(),
            Count::ExchangedFromS2 => s2.iter().map(|member| Aim::Least(not_higher(member))).collect(),
            Count::Opponents => {
                self.members.iter().map(|member| Aim::First(self.moves.lower_opponents(*member))).collect()
            }
            // Those that are not of the sequence.
            _ => Vec::new(),
        }
    }

    /// The columns in which `member` is the higher player of a pair, with this weight.
    fn higher(&self, member: usize, weight: usize) -> Sum {
        self.moves.lower_opponents(member).into_iter().map(|column| (column, weight as i64)).collect()
    }

    /// S1 and S2 give the same number of players. So the sum is the difference of their numbers plus the number of exchanges:
    /// number `n` of S1 adds s1 + 1 - n, and number `n` of S2 adds n - s1.
    fn exchange_difference(&self) -> Sum {
        let mut weights: BTreeMap<usize, i64> = BTreeMap::new();
        for (index, member) in self.members.iter().enumerate() {
            let moves = match self.s1.checked_sub(index) {
                Some(weight @ 1..) => {
                    self.moves.not_higher(*member).into_iter().map(|(column, _)| (column, weight as i64)).collect()
                }
                _ => self.higher(*member, index + 1 - self.s1),
            };
            moves.into_iter().for_each(|(column, weight)| *weights.entry(column).or_default() += weight);
        }
        weights.into_iter().collect()
    }
}
