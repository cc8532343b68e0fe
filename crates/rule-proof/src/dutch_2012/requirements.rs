//! The requirements that C.10 lowers, the last to be dropped first. "Any criterion may be dropped only for the minimum number of pairs
//! in the score bracket": so each is the least number of breaches.

use super::bracket::Table;
use crate::evidence::{LeftMatchings, Unproven};
use swiss_trf::tournament::{Float, Score, Strength};

impl Table<'_> {
    /// B.2 to B.6, as C.10 has them.
    pub(super) fn requirements(&self, face: &mut LeftMatchings<'_, '_>) -> Result<(), Unproven> {
        if self.is_joined_lowest {
            self.close_scores(face)?;
        }
        self.colours(face)?;
        for (article, ago) in [("C.10.d", 0), ("C.10.c", 1)] {
            // B.5, B.6 for downfloaters: those moved down to here have their float already, wherever they are paired.
            face.least(article, "players moved down who had such a float", |a, b| {
                let new = self.leaver(a, b).filter(|place| !self.was_moved[*place]);
                i64::from(new.is_some_and(|place| self.card(place).floats[ago] == Some(Float::Down)))
            })?;
        }
        for (article, ago) in [("C.10.b", 0), ("C.10.a", 1)] {
            // B.5, B.6 for upfloaters, in a heterogeneous bracket: who meets somebody moved down.
            face.least(article, "players who meet one moved down and had such a float", |a, b| {
                i64::from(self.is_first(a, b) && self.card(b).floats[ago] == Some(Float::Up))
            })?;
        }
        Ok(())
    }

    /// D.4: "the sum of the squared differences between the scores". Who gets the bye faces "an opponent with one point less than the
    /// lowest ranked player".
    fn close_scores(&self, face: &mut LeftMatchings<'_, '_>) -> Result<(), Unproven> {
        let score = |place: usize| self.card(place).score();
        let lowest = (0..self.inside).map(score).min().unwrap_or_default();
        let point = i64::from(Score::from_tenths(10).tenths());
        face.least("D.4", "squared differences of the scores", |a, b| {
            let other = if self.is_pair(a, b) { score(b) } else { lowest - point };
            (score(a) - other).pow(2)
        })?;
        Ok(())
    }

    /// B.2 for topscorers, A.7.d, X and Z.
    fn colours(&self, face: &mut LeftMatchings<'_, '_>) -> Result<(), Unproven> {
        let clash = |strength: Strength| {
            move |a: usize, b: usize| {
                i64::from(self.is_pair(a, b) && self.field.both_prefer(self.index[a], self.index[b], strength))
            }
        };
        let all = clash(Strength::Mild);
        let strong = clash(Strength::Strong);
        face.least("C.10.g", "pairs with the same absolute preference (B.2)", clash(Strength::Absolute))?;
        if self.field.state.round() % 2 == 1 {
            face.least("C.10.f", "pairs with the same strong preference (A.7.d)", strong)?;
            face.least("C.10.e", "pairs that do not fulfil both preferences (X)", all)?;
        } else {
            // A.7.e: a mild preference is of the kind that helps, so Z counts the strong ones alone.
            face.least("C.10.e", "pairs that do not fulfil both preferences (X)", all)?;
            face.least("C.10.e", "pairs that do not fulfil both strong preferences (Z)", strong)?;
        }
        Ok(())
    }
}
