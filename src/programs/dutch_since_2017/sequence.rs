//! The order in which the articles generate candidates, as tiers: first the moved-down players, then the halves.

use super::bracket::Bracket;
use crate::model::{Aim, Count};
use crate::programs::sequence::{Halves, Moves};

impl Bracket<'_> {
    /// The aims of a tier on the order of candidates.
    pub(super) fn of_sequence(&self, count: Count, now: &[i64]) -> Vec<Aim> {
        let moves = Moves { pairs: &self.pairs, leave: &self.leave };
        match count {
            Count::S1Set => (0..self.moved_down).map(|member| Aim::Least(moves.not_higher(member))).collect(),
            Count::S1Opponents => {
                let is_in = |member: &usize| moves.not_higher(*member).iter().all(|(column, _)| now[*column] == 0);
                let s1 = (0..self.moved_down).filter(is_in);
                s1.map(|member| Aim::First(moves.lower_opponents(member))).collect()
            }
            _ => self.halves(moves, now).aims(count),
        }
    }

    /// The residents who do not meet moved-down players.
    fn halves<'b>(&self, moves: Moves<'b>, now: &[i64]) -> Halves<'b> {
        let made = || self.pairs.iter().filter(|(_, column)| now[**column] == 1).map(|(pair, _)| *pair);
        let raised: Vec<usize> = made().filter(|(a, _)| *a < self.moved_down).map(|(_, b)| b).collect();
        let members = (self.moved_down..self.ranks.len()).filter(|member| !raised.contains(member)).collect();
        Halves { moves, members, s1: made().filter(|(a, _)| *a >= self.moved_down).count() }
    }
}
