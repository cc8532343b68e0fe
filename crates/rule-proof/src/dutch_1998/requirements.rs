//! The relative criteria in the order in which C.9 to C.11 give way, the last to do so first, and the sequence of C.4 to C.8 among
//! them.

use super::bracket::Table;
use crate::evidence::{LeftMatchings, Unproven};
use crate::graph::opponent_of;
use crate::sequence::Sequence;
use swiss_trf::tournament::Float;

impl Table<'_> {
    /// B.4 to B.6, and the first pairing in the sequence. `unpaired` is how many of the bracket stay unpaired.
    pub(super) fn decide(&self, face: &mut LeftMatchings<'_, '_>, unpaired: usize) -> Result<(), Unproven> {
        // A.8 is never more than what can be reached. So the first x with which C.11 comes to a pairing is the least one.
        face.least("C.11", "pairs that do not fulfil both colour preferences (x)", |a, b| {
            i64::from(self.is_pair(a, b) && self.is_denied(a, b))
        })?;
        // C.10 drops the criteria for upfloats when no transposition of S2 leaves a remainder that can be paired.
        self.keep_floats(face, "C.10", UPFLOATS, |a, b, ago| {
            self.is_pair(a, b) && self.has_higher_score(a, b) && self.card(b).floats[ago] == Some(Float::Up)
        })?;
        let mut group: Vec<usize> = (0..self.inside).collect();
        for place in 0..self.first {
            // C.6, C.7: each of S1 in turn meets the highest of S2 that is left.
            let opponent = face.least("D.1", "the opponent's place", opponent_of(place))?;
            group.retain(|other| *other != place && *other as i64 != opponent);
        }
        // C.9 drops the criteria for downfloats before C.10 tries other opponents for those moved down. The bye is a downfloat (A.5), and
        // so is a pair of unequal scores in a group that is treated as homogeneous (A.4).
        self.keep_floats(face, "C.9", DOWNFLOATS, |a, b, ago| {
            let is_unequal = self.is_pair(a, b) && !self.is_first(a, b) && self.has_higher_score(a, b);
            let mut higher = self.leavers(a, b).chain(is_unequal.then_some(a));
            higher.any(|place| self.card(place).floats[ago] == Some(Float::Down))
        })?;
        let pairs = group.len().saturating_sub(unpaired) / 2;
        Sequence::new(self.places(), &group, pairs).decide(face)
    }

    /// "Drop criterion B6 first and then B5": B.6 is kept only where B.5 is.
    fn keep_floats(
        &self,
        face: &mut LeftMatchings<'_, '_>,
        article: &'static str,
        counts: [&'static str; 2],
        is_breach: impl Fn(usize, usize, usize) -> bool,
    ) -> Result<(), Unproven> {
        for (ago, count) in counts.into_iter().enumerate() {
            if !face.zero_or_dropped(article, count, |a, b| i64::from(is_breach(a, b, ago)))? {
                return Ok(());
            }
        }
        Ok(())
    }
}

const UPFLOATS: [&str; 2] = ["upfloats as in the last round (B.5)", "upfloats as two rounds before (B.6)"];

const DOWNFLOATS: [&str; 2] = ["downfloats as in the last round (B.5)", "downfloats as two rounds before (B.6)"];
