//! The order in which the articles generate candidates, as tiers: the first one has the least values.

use super::aims::least;
use super::bracket::Bracket;
use crate::model::{Aim, Count, Sum};

/// The players of a homogeneous bracket or remainder, by members, and how many of them are S1.
struct Halves {
    members: Vec<usize>,
    s1: usize,
}

impl Bracket<'_> {
    /// The aims of a tier on the order of candidates.
    pub(super) fn of_sequence(&self, count: Count, now: &[i64]) -> Vec<Aim> {
        match count {
            Count::S1Set => (0..self.moved_down).map(|member| Aim::Least(self.not_higher(member))).collect(),
            Count::S1Opponents => {
                let is_in = |member: &usize| self.not_higher(*member).iter().all(|(column, _)| now[*column] == 0);
                let s1 = (0..self.moved_down).filter(is_in);
                s1.map(|member| Aim::First(self.lower_opponents(member))).collect()
            }
            Count::Exchanges => {
                let Halves { members, s1 } = self.halves(now);
                least(members[..s1].iter().flat_map(|member| self.not_higher(*member)).collect())
            }
            Count::ExchangeDifference => least(self.exchange_difference(&self.halves(now))),
            Count::ExchangedFromS1 => {
                let Halves { members, s1 } = self.halves(now);
                let stays = |member: &usize| ones(self.lower_opponents(*member));
                members[..s1].iter().rev().map(|member| Aim::Least(stays(member))).collect()
            }
            Count::ExchangedFromS2 => {
                let Halves { members, s1 } = self.halves(now);
                members[s1..].iter().map(|member| Aim::Least(self.not_higher(*member))).collect()
            }
            Count::Opponents => {
                let members = self.halves(now).members;
                members.into_iter().map(|member| Aim::First(self.lower_opponents(member))).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The pairs of `member` with lower members, the highest of them first.
    fn lower_opponents(&self, member: usize) -> Vec<usize> {
        self.pairs.range((member, 0)..(member + 1, 0)).map(|(_, column)| *column).collect()
    }

    /// The columns in which `member` is not the higher player of a pair.
    fn not_higher(&self, member: usize) -> Sum {
        let higher = (0..member).filter_map(|other| self.pairs.get(&(other, member)));
        ones(self.leave[member].iter().chain(higher).copied().collect())
    }

    /// The residents who do not meet moved-down players. As many are S1 as there are pairs.
    fn halves(&self, now: &[i64]) -> Halves {
        let made = || self.pairs.iter().filter(|(_, column)| now[**column] == 1).map(|(pair, _)| *pair);
        let raised: Vec<usize> = made().filter(|(a, _)| *a < self.moved_down).map(|(_, b)| b).collect();
        let members = (self.moved_down..self.ranks.len()).filter(|member| !raised.contains(member)).collect();
        Halves { members, s1: made().filter(|(a, _)| *a >= self.moved_down).count() }
    }

    /// S1 and S2 give the same number of players. So the sum is the difference of their numbers plus the number of exchanges:
    /// number `n` of S1 adds s1 + 1 - n, and number `n` of S2 adds n - s1.
    fn exchange_difference(&self, Halves { members, s1 }: &Halves) -> Sum {
        let mut weights = vec![0; self.program.columns.len()];
        for (index, member) in members.iter().enumerate() {
            let (moves, weight) = if index < *s1 {
                (self.not_higher(*member), s1 - index)
            } else {
                (ones(self.lower_opponents(*member)), index + 1 - s1)
            };
            moves.iter().for_each(|(column, _)| weights[*column] += weight as i64);
        }
        weights.into_iter().enumerate().filter(|(_, weight)| *weight > 0).collect()
    }
}

fn ones(columns: Vec<usize>) -> Sum {
    columns.into_iter().map(|column| (column, 1)).collect()
}
