use super::field::Matches;
use crate::systems::Unpairable;
use crate::systems::top_group::{Bracket, Place, TopGroup, UpfloatTier};

/// What C6 and C7 look at in a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Kind {
    /// Whether the player is of the score group that follows the top one in the whole field. Where all of it has been upfloated to
    /// brackets above, no other one takes its place.
    is_following: bool,
    is_protected: bool,
}

/// Pair a top score group.
pub(super) fn pair(matches: &Matches<'_>, group: &TopGroup<'_>) -> Result<Bracket, Unpairable> {
    let following = group.following_score();
    let kind = |player: usize| Kind {
        is_following: Some(matches.field.player(player).score) == following,
        is_protected: matches.cards[player].is_protected,
    };
    let most = group.pairs_left();
    let upfloaters = group.upfloaters(
        kind,
        &[
            // C6: somebody floats up to the following score group.
            UpfloatTier {
                most,
                count: |(one, higher), (_, lower)| {
                    i128::from(one != Place::Resident && higher.is_following != lower.is_following)
                },
            },
            // C7.
            UpfloatTier { most, count: |(one, _), (other, kind)| i128::from(one.floats(other) && kind.is_protected) },
        ],
    )?;
    let pairs = first_pairing(matches, &group.members(&upfloaters), &upfloaters)?;
    Ok(Bracket { upfloaters, notes: Vec::new(), pairs })
}

/// The first pairing among the best (3.6), the member with the smaller number first. `members` are by number.
fn first_pairing(
    matches: &Matches<'_>,
    members: &[usize],
    upfloaters: &[usize],
) -> Result<Vec<(usize, usize)>, Unpairable> {
    let kind = |place: usize| {
        let is_upfloater = upfloaters.contains(&members[place]);
        (is_upfloater, !is_upfloater && matches.cards[members[place]].is_protected)
    };
    // C8: an opponent of an upfloater was a floater.
    let mut best = matches.field.cheapest(members, kind, |(one_floats, one), (other_floats, other)| {
        Some(i128::from(one_floats && other || other_floats && one))
    })?;
    let tops: Vec<usize> = (0..members.len()).filter(|place| best.narrow(*place, |other| other > *place)).collect();
    let pair = |top: usize| {
        let bottom = best.choose(top, |other| (other > top).then_some(other));
        (members[top], members[bottom])
    };
    Ok(tops.into_iter().map(pair).collect())
}
