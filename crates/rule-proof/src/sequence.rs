//! The sequence of transpositions and exchanges in a homogeneous bracket or a remainder (C.4 to C.8, D.1, D.2). The editions of 1998 and
//! 2012 have it in the same words; that of 2012 says more about exchanges of more than one player.

use crate::evidence::{LeftMatchings, Unproven};
use crate::graph::opponent_of;

/// A homogeneous bracket or a remainder: the higher are S1, as many as there are pairs (C.4).
pub(crate) struct Sequence<'g> {
    first: &'g [usize],
    second: &'g [usize],
    /// The number of each place in the group, from 1; 0 of others.
    number: Vec<usize>,
}

impl<'g> Sequence<'g> {
    /// These places of a graph of so many, in the order of A.2, with so many pairs.
    pub fn new(places: usize, group: &'g [usize], pairs: usize) -> Self {
        let mut number = vec![0; places];
        group.iter().zip(1..).for_each(|(place, rank)| number[*place] = rank);
        let (first, second) = group.split_at(pairs.min(group.len()));
        Self { first, second, number }
    }

    fn is_in_first(&self, place: usize) -> bool {
        (1..=self.first.len()).contains(&self.number[place])
    }

    fn is_in_second(&self, place: usize) -> bool {
        self.number[place] > self.first.len()
    }

    /// Who must be exchanged out of S1 for this pair: the lower of two in S1, and who is in S1 and stays unpaired.
    fn goes(&self, a: usize, b: usize) -> Option<usize> {
        let lower = if self.number[b] == 0 { a } else { b };
        let is_pair_across = self.is_in_second(a) || self.is_in_second(b);
        (self.is_in_first(lower) && !is_pair_across).then_some(lower)
    }

    /// Who must be exchanged into S1 for this pair: the higher of two in S2.
    fn comes(&self, a: usize, b: usize) -> Option<usize> {
        (self.is_in_second(a) && self.is_in_second(b)).then_some(a)
    }

    /// C.7, C.8.a: the fewest and least exchanges, then the first transposition.
    pub fn decide(&self, face: &mut LeftMatchings<'_, '_>) -> Result<(), Unproven> {
        let exchanged = face.least("D.2", "players exchanged", |a, b| i64::from(self.goes(a, b).is_some()))?;
        let mut first = self.first.to_vec();
        if exchanged > 0 {
            let number = |place: Option<usize>| place.map_or(0, |place| self.number[place] as i64);
            face.least("D.2", "the difference of the numbers exchanged", |a, b| {
                number(self.comes(a, b)) - number(self.goes(a, b))
            })?;
            let mut left = exchanged;
            for place in self.first.iter().rev().copied() {
                if left > 0 && is_exchanged(face, "the lowest players of S1", |a, b| self.goes(a, b) == Some(place))? {
                    first.retain(|other| *other != place);
                    left -= 1;
                }
            }
            left = exchanged;
            for place in self.second.iter().copied() {
                if left > 0 && is_exchanged(face, "the highest players of S2", |a, b| self.comes(a, b) == Some(place))?
                {
                    first.push(place);
                    left -= 1;
                }
            }
            // "After each exchange both S1 and S2 should be ordered according to A.2."
            first.sort_unstable();
        }
        for place in first {
            face.least("D.1", "the opponent's place", opponent_of(place))?;
        }
        Ok(())
    }
}

/// D.2: whether a player can be among those exchanged; if so, all pairings left have it so.
fn is_exchanged(
    face: &mut LeftMatchings<'_, '_>,
    count: &'static str,
    is_by: impl Fn(usize, usize) -> bool,
) -> Result<bool, Unproven> {
    Ok(face.least("D.2", count, |a, b| -i64::from(is_by(a, b)))? < 0)
}
