use super::field::{Ratings, Upfloats};
use crate::graph::FilledMatching;
use crate::systems::Unpairable;
use crate::systems::top_group::{Bracket, Place, TopGroup, UpfloatTier};
use crate::tournament::Colour;

/// What C7 to C10 look at in a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Kind {
    colour: Colour,
    upfloats: Upfloats,
}

/// C7 to C10, for so many pairs.
fn tiers(most: i128, rounds: u32) -> [UpfloatTier<Kind>; 4] {
    [
        // Two lower players are none of the bracket.
        UpfloatTier {
            most,
            count: |(one, mine), (_, theirs)| i128::from(one == Place::Resident && mine.colour == theirs.colour),
        },
        UpfloatTier {
            most,
            count: |(one, _), (other, kind)| i128::from(one.floats(other) && kind.upfloats.of_maximum > 0),
        },
        UpfloatTier {
            most: most * i128::from(rounds),
            count: |(one, _), (other, kind)| if one.floats(other) { kind.upfloats.of_maximum.into() } else { 0 },
        },
        UpfloatTier { most, count: |(one, _), (other, kind)| i128::from(one.floats(other) && kind.upfloats.is_latest) },
    ]
}

/// Pair a top score group (3.2).
pub(super) fn pair(ratings: &Ratings<'_>, group: &TopGroup<'_>) -> Result<Bracket, Unpairable> {
    let kind = |player: usize| {
        let card = &ratings.cards[player];
        Kind { colour: card.preference.colour, upfloats: card.upfloats }
    };
    let upfloaters = group.upfloaters(kind, &tiers(group.pairs_left(), ratings.field.state.round()))?;
    Subgroups::new(ratings, &group.members(&upfloaters)).pair(upfloaters)
}

/// The members of a bracket, by number, in two subgroups.
struct Subgroups<'f> {
    ratings: &'f Ratings<'f>,
    members: &'f [usize],
    /// Whether nobody has played.
    is_new: bool,
    /// Whether each is in G1.
    in_g1: Vec<bool>,
}

impl<'f> Subgroups<'f> {
    /// 3.2.3.
    fn new(ratings: &'f Ratings<'f>, members: &'f [usize]) -> Self {
        let is_new = members.iter().all(|player| ratings.field.played[*player] == 0);
        let in_g1 = |(place, player): (usize, &usize)| {
            if is_new { 2 * place < members.len() } else { ratings.cards[*player].preference.colour == Colour::White }
        };
        Self { ratings, members, is_new, in_g1: members.iter().enumerate().map(in_g1).collect() }
    }

    /// 3.2.4 to 3.2.6: who is shifted, and the pairs.
    ///
    /// The fewest pairs within the subgroups are those that C7 asks for. Each of them has one who is shifted, so that all pairs are
    /// between the subgroups then.
    fn pair(mut self, upfloaters: Vec<usize>) -> Result<Bracket, Unpairable> {
        let kind = |place: usize| self.in_g1[place];
        let mut best = self.ratings.field.cheapest(self.members, kind, |one, other| Some(i128::from(one == other)))?;
        let size = self.in_g1.iter().filter(|is| **is).count();
        let smaller_is_g1 = 2 * size <= self.members.len();
        let shifted = [smaller_is_g1, !smaller_is_g1].map(|of_g1| self.shifters(&mut best, of_g1));
        for place in shifted.iter().flatten() {
            self.in_g1[*place] = !self.in_g1[*place];
        }
        let mut s1: Vec<usize> = (0..self.members.len()).filter(|place| self.in_g1[*place]).collect();
        s1.sort_by_key(|place| self.aro(*place));
        let pair = |one: usize| {
            let other = best.choose(one, |other| (!self.in_g1[other]).then_some(other));
            (self.members[one], self.members[other])
        };
        let pairs = s1.into_iter().map(pair).collect();
        let note = |places: Vec<usize>| {
            let shifted: Vec<usize> = places.into_iter().map(|place| self.members[place]).collect();
            format!("  {} change the subgroup [dubov-2026.3.2.4]", self.ratings.field.ids(&shifted))
        };
        let notes = shifted.into_iter().filter(|shifted| !shifted.is_empty()).map(note).collect();
        Ok(Bracket { upfloaters, notes, pairs })
    }

    fn aro(&self, place: usize) -> i64 {
        self.ratings.cards[self.members[place]].aro
    }

    /// Who is shifted from G1, or from G2: one for each pair within it, the first set in the order of 4.3.
    fn shifters(&self, best: &mut FilledMatching, of_g1: bool) -> Vec<usize> {
        let is_member = |place: usize| self.in_g1[place] == of_g1;
        let mut pool: Vec<usize> = (0..self.members.len()).filter(|place| is_member(*place)).collect();
        let within = pool.iter().filter(|place| is_member(best.mate(**place))).count() / 2;
        if of_g1 && !self.is_new {
            pool.sort_by_key(|place| self.aro(*place));
        }
        let mut shifted: Vec<usize> = Vec::new();
        for place in from_the_middle(pool) {
            if shifted.len() == within {
                break;
            }
            if best.narrow(place, |other| is_member(other) && !shifted.contains(&other)) {
                shifted.push(place);
            }
        }
        shifted
    }
}

/// 4.3.3: the middle of the list first, then the middle of what is left; of two the higher one.
fn from_the_middle(mut list: Vec<usize>) -> Vec<usize> {
    (0..list.len()).map(|_| list.remove((list.len() - 1) / 2)).collect()
}
