use super::field::Field;
use crate::graph::MatchingFailure;
use crate::systems::top_group::{KindCosts, Place, TopGroup, UpfloatTier};
use crate::tournament::Score;

/// A bracket with its pairs, by rank.
pub(super) struct BracketPairing {
    /// In the order of 3.5.3.
    pub upfloaters: Vec<usize>,
    /// The member with the smaller number first; in the order of 3.6.2.
    pub pairs: Vec<(usize, usize)>,
}

/// What C6 and C7 look at in a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Kind {
    /// Whether the player is of the score group that follows the top one in the whole field. Where all of it has been upfloated to
    /// brackets above, no other one takes its place.
    is_following: bool,
    is_protected: bool,
}

/// C6 and C7.
fn tiers(size: usize) -> [UpfloatTier<Kind>; 2] {
    [
        // Somebody floats up to the following score group.
        UpfloatTier {
            most: size as i128 / 2,
            count: |(one, higher), (_, lower)| {
                i128::from(one != Place::Resident && higher.is_following != lower.is_following)
            },
        },
        UpfloatTier {
            most: size as i128 / 2,
            count: |(one, _), (other, kind)| {
                i128::from(one == Place::Resident && other != Place::Resident && kind.is_protected)
            },
        },
    ]
}

/// Pair the top score group of those who are `left`, by rank, with the `bye` given before.
pub(super) fn pair(field: &Field<'_>, left: &[usize], bye: Option<usize>) -> Result<BracketPairing, MatchingFailure> {
    let scores: Vec<_> = left.iter().map(|player| field.cards[*player].score).collect();
    let residents = scores.iter().take_while(|score| **score == scores[0]).count();
    let (top, others) = left.split_at(residents);
    let upfloaters = if field.can_all_be_paired(top) && field.can_all_be_paired(others) {
        Vec::new()
    } else {
        let group = TopGroup { left, scores: &scores, residents, apart: &field.apart };
        let below = |score: &Score| *score < scores[0];
        let paired = field.cards.iter().enumerate().filter(|(player, _)| Some(*player) != bye);
        let following = paired.map(|(_, card)| card.score).filter(below).max();
        let kind = |player: usize| {
            let card = &field.cards[player];
            Kind { is_following: Some(card.score) == following, is_protected: card.is_protected }
        };
        group.upfloaters(kind, &tiers(left.len()))?
    };
    let mut members = [top, &upfloaters].concat();
    members.sort_by_key(|player| field.cards[*player].number);
    let pairs = first_pairing(field, &members, &upfloaters)?;
    Ok(BracketPairing { upfloaters, pairs })
}

/// The first pairing among the best (3.6). `members` are by number.
fn first_pairing(
    field: &Field<'_>,
    members: &[usize],
    upfloaters: &[usize],
) -> Result<Vec<(usize, usize)>, MatchingFailure> {
    let kind = |place: usize| {
        let is_upfloater = upfloaters.contains(&members[place]);
        (is_upfloater, !is_upfloater && field.cards[members[place]].is_protected)
    };
    // C8: an opponent of an upfloater was a floater.
    let costs = KindCosts::new(members, &field.apart, kind, |(one_floats, one), (other_floats, other)| {
        Some(i128::from(one_floats && other || other_floats && one))
    });
    let mut best = costs.cheapest()?;
    let tops: Vec<usize> = (0..members.len()).filter(|place| best.narrow(*place, |other| other > *place)).collect();
    let pair = |top: usize| {
        let bottom = best.choose(top, |other| (other > top).then_some(other));
        (members[top], members[bottom])
    };
    Ok(tops.into_iter().map(pair).collect())
}
