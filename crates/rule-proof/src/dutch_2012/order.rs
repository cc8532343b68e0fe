//! The sequence in which C.4 to C.8 and D try pairings: the first that meets the requirements is taken.

use super::bracket::{Role, Structure, Table};
use crate::evidence::{LeftMatchings, Unproven};
use crate::graph::opponent_of;
use crate::sequence::Sequence;

impl Table<'_> {
    /// C.4 to C.8: who of those moved down is in S1, whom they meet, and then the remainder.
    pub(super) fn order(&self, face: &mut LeftMatchings<'_, '_>, structure: Structure) -> Result<(), Unproven> {
        let mut group: Vec<usize> = (0..self.inside).collect();
        let mut first = self.places(Role::Moved);
        if structure.unmatched > 0 {
            // D.3: the highest are in S1. Of two of them who meet, the lower one is in S2 (C.4).
            for place in self.places(Role::Moved) {
                let is_out = face.least("D.3", "a player moved down who is not in S1", |a, b| {
                    let is_in_first = self.is_first(a, b) || self.is_pair(a, b) && a == place;
                    i64::from((a == place || b == place) && !is_in_first)
                })?;
                first.retain(|other| is_out == 0 || *other != place);
            }
        }
        for place in first {
            // D.1.2: each of S1 in turn meets the highest of S2 that is left.
            let opponent = face.least("D.1", "the opponent's place", opponent_of(place))?;
            group.retain(|other| *other != place && *other as i64 != opponent);
        }
        let pairs = group.len().saturating_sub(structure.unpaired) / 2;
        Sequence::new(self.roles.len(), &group, pairs).decide(face)
    }
}
