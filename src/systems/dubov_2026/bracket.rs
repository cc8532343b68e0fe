use super::field::{Field, Upfloats};
use crate::graph::{FilledMatching, MatchingFailure};
use crate::systems::top_group::{KindCosts, Place, TopGroup, UpfloatTier};
use crate::tournament::{Colour, Score};

/// A bracket with its pairs, by rank.
pub(super) struct BracketPairing {
    /// In the order of 4.2.
    pub upfloaters: Vec<usize>,
    /// Who was shifted from the smaller subgroup, and then from the larger one, in the order of 4.3.
    pub shifted: [Vec<usize>; 2],
    /// The player of S1 first, in its order.
    pub pairs: Vec<(usize, usize)>,
}

/// What C7 to C10 look at in a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Kind {
    colour: Colour,
    upfloats: Upfloats,
}

/// C7 to C10.
fn tiers(left: usize, rounds: u32) -> [UpfloatTier<Kind>; 4] {
    let pairs = left as i128 / 2;
    [
        UpfloatTier {
            most: pairs,
            count: |(one, mine), (_, theirs)| i128::from(one == Place::Resident && mine.colour == theirs.colour),
        },
        UpfloatTier {
            most: pairs,
            count: |(one, _), (other, kind)| i128::from(is_upfloat(one, other) && kind.upfloats.of_maximum > 0),
        },
        UpfloatTier {
            most: pairs * i128::from(rounds),
            count: |(one, _), (other, kind)| if is_upfloat(one, other) { kind.upfloats.of_maximum.into() } else { 0 },
        },
        UpfloatTier {
            most: pairs,
            count: |(one, _), (other, kind)| i128::from(is_upfloat(one, other) && kind.upfloats.is_latest),
        },
    ]
}

fn is_upfloat(one: Place, other: Place) -> bool {
    one == Place::Resident && other != Place::Resident
}

/// Pair the top score group of those who are `left`, by rank (3.2).
pub(super) fn pair(field: &Field<'_>, left: &[usize]) -> Result<BracketPairing, MatchingFailure> {
    let scores: Vec<Score> = left.iter().map(|player| field.cards[*player].score).collect();
    let residents = scores.iter().take_while(|score| **score == scores[0]).count();
    let (top, others) = left.split_at(residents);
    let upfloaters = if field.can_all_be_paired(top) && field.can_all_be_paired(others) {
        Vec::new()
    } else {
        let group = TopGroup { left, scores: &scores, residents, apart: &field.apart };
        let kind = |player: usize| {
            let card = &field.cards[player];
            Kind { colour: card.preference.colour, upfloats: card.upfloats }
        };
        group.upfloaters(kind, &tiers(left.len(), field.state.round()))?
    };
    let mut members = [top, &upfloaters].concat();
    members.sort_by_key(|player| field.cards[*player].number);
    Subgroups::new(field, &members).pair(upfloaters)
}

/// The members of a bracket, by number, in two subgroups.
struct Subgroups<'f> {
    field: &'f Field<'f>,
    members: &'f [usize],
    /// Whether nobody has played.
    is_new: bool,
    /// Whether each is in G1.
    in_g1: Vec<bool>,
}

impl<'f> Subgroups<'f> {
    /// 3.2.3.
    fn new(field: &'f Field<'f>, members: &'f [usize]) -> Self {
        let is_new = members.iter().all(|player| field.cards[*player].games == 0);
        let in_g1 = |(place, player): (usize, &usize)| {
            if is_new { 2 * place < members.len() } else { field.cards[*player].preference.colour == Colour::White }
        };
        Self { field, members, is_new, in_g1: members.iter().enumerate().map(in_g1).collect() }
    }

    /// 3.2.4 to 3.2.6: who is shifted, and the pairs.
    ///
    /// The fewest pairs within the subgroups are those that C7 asks for. Each of them has one who is shifted, so that all pairs are
    /// between the subgroups then.
    fn pair(mut self, upfloaters: Vec<usize>) -> Result<BracketPairing, MatchingFailure> {
        let kind = |place: usize| self.in_g1[place];
        let costs = KindCosts::new(self.members, &self.field.apart, kind, |one, other| Some(i128::from(one == other)));
        let mut best = costs.cheapest()?;
        let size = self.in_g1.iter().filter(|is| **is).count();
        let smaller_is_g1 = 2 * size <= self.members.len();
        let shifted = [smaller_is_g1, !smaller_is_g1].map(|of_g1| self.shifters(&mut best, of_g1));
        for place in shifted.iter().flatten() {
            self.in_g1[*place] = !self.in_g1[*place];
        }
        let mut s1: Vec<usize> = (0..self.members.len()).filter(|place| self.in_g1[*place]).collect();
        s1.sort_by_key(|place| self.field.cards[self.members[*place]].aro);
        let pair = |one: usize| {
            let other = best.choose(one, |other| (!self.in_g1[other]).then_some(other));
            (self.members[one], self.members[other])
        };
        let pairs = s1.into_iter().map(pair).collect();
        let shifted = shifted.map(|places| places.into_iter().map(|place| self.members[place]).collect());
        Ok(BracketPairing { upfloaters, shifted, pairs })
    }

    /// Who is shifted from G1, or from G2: one for each pair within it, the first set in the order of 4.3.
    fn shifters(&self, best: &mut FilledMatching, of_g1: bool) -> Vec<usize> {
        let is_member = |place: usize| self.in_g1[place] == of_g1;
        let mut pool: Vec<usize> = (0..self.members.len()).filter(|place| is_member(*place)).collect();
        let within = pool.iter().filter(|place| is_member(best.mate(**place))).count() / 2;
        if of_g1 && !self.is_new {
            pool.sort_by_key(|place| self.field.cards[self.members[*place]].aro);
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
