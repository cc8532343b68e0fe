//! What can be said of the brackets below without pairing them: where everybody has many opponents, all can be paired,
//! whoever comes down (Dirac 1952).
//!
//! A graph in which each of `n` vertices is joined to half of them has a perfect matching, or one that leaves out any one
//! vertex if `n` is odd. Opponents are counted among the players below only, so it does not matter which players of the
//! bracket come down, and no two of them need to meet.

use super::bracket::{Bracket, DownfloaterDemand};
use crate::systems::field::Field;

impl<'f> Bracket<'f> {
    /// Whether all below can be paired with any `leaving` downfloaters.
    pub fn completes_with(&self, leaving: usize) -> bool {
        let field = &self.facts.field;
        match self.after {
            DownfloaterDemand::Last { .. } | DownfloaterDemand::Anyhow { .. } | DownfloaterDemand::Next { .. } => true,
            DownfloaterDemand::Completing { below, bye, .. } => {
                self.are_joined(&[self.moved_down, self.residents, below], below, leaving + below.len())
                    && (!bye || has_bye(field, below))
            }
        }
    }

    /// What has to be asked of `leaving` downfloaters: less, where the best pairing below is known for any of them.
    pub fn asked_of(&self, leaving: usize) -> DownfloaterDemand<'f> {
        match self.after {
            DownfloaterDemand::Last { .. } | DownfloaterDemand::Anyhow { .. } => self.after,
            // Then all below can be paired without anybody of this bracket.
            _ if leaving == 0 => DownfloaterDemand::Last { bye: false },
            DownfloaterDemand::Next { next } if self.joins(leaving, next) => DownfloaterDemand::Anyhow { next },
            DownfloaterDemand::Completing { below, next, bye } if next > 0 => {
                let (next, others) = below.split_at(next);
                if self.joins(leaving, next) && self.completes_after(leaving, next, others, bye) {
                    DownfloaterDemand::Anyhow { next }
                } else if self.completes_without(leaving, next, others, bye) {
                    DownfloaterDemand::Next { next }
                } else {
                    self.after
                }
            }
            after => after,
        }
    }

    /// Whether the next bracket pairs all of any `leaving` downfloaters, and all of its own but one of an odd number,
    /// whichever of them that is to be.
    fn joins(&self, leaving: usize, next: &[usize]) -> bool {
        self.are_joined(&[self.moved_down, self.residents, next], next, leaving + next.len())
    }

    /// Whether all below the next bracket can be paired, with the one whom it leaves over if their number is odd.
    fn completes_after(&self, leaving: usize, next: &[usize], others: &[usize], bye: bool) -> bool {
        let left = (leaving + next.len()) % 2;
        if others.is_empty() {
            return left == 0 || bye && has_bye(&self.facts.field, next);
        }
        self.are_joined(&[next, others], others, left + others.len()) && (!bye || has_bye(&self.facts.field, others))
    }

    /// Whether all below the next bracket can be paired, with anybody whom it and this bracket leave over.
    fn completes_without(&self, leaving: usize, next: &[usize], others: &[usize], bye: bool) -> bool {
        let all = leaving + next.len() + others.len();
        self.are_joined(&[self.moved_down, self.residents, next, others], others, all)
            && (!bye || has_bye(&self.facts.field, others))
    }

    /// Whether each of these players may meet so many of the `others` as is half of `size`.
    fn are_joined(&self, players: &[&[usize]], others: &[usize], size: usize) -> bool {
        self.facts.field.meetings.is_joined(&players.concat(), others, size.div_ceil(2))
    }
}

fn has_bye(field: &Field, players: &[usize]) -> bool {
    players.iter().any(|player| field.cards[*player].may_have_bye)
}
