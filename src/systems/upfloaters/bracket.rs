use super::field::Matches;
use crate::systems::Unpairable;
use crate::systems::top_group::{Bracket, Place, TopGroup, UpfloatTier};
use crate::tournament::{Preference, Strength};

/// What C6 and C7 look at in a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Kind {
    /// Whether the player is of the score group that follows the top one in the whole field. Where all of it has been upfloated to
    /// brackets above, no other one takes its place.
    is_following: bool,
    is_protected: bool,
}

/// What the criteria on the pairs of a bracket look at in a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Role {
    preference: Option<Preference>,
    is_upfloater: bool,
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
        let card = &matches.cards[members[place]];
        let is_upfloater = upfloaters.contains(&members[place]);
        Role { preference: card.preference, is_upfloater, is_protected: !is_upfloater && card.is_protected }
    };
    let one_more = members.len() as i128 / 2 + 1;
    let mut best = matches.field.cheapest(members, kind, |one, other| {
        let colours = [one, other].map(|role| role.preference.map(|preference| preference.colour));
        let are_alike = colours[0].is_some() && colours[0] == colours[1];
        let are_strong = [one, other]
            .iter()
            .all(|role| role.preference.is_some_and(|preference| preference.strength == Strength::Strong));
        // One of two preferences for a colour is not fulfilled (team C8), and it is a mild one if there is one (team C9). Last,
        // an opponent of an upfloater was a floater (C8; team C10).
        let meets_again = one.is_upfloater && other.is_protected || other.is_upfloater && one.is_protected;
        let counts = [are_alike, are_alike && are_strong, meets_again];
        Some(counts.into_iter().fold(0, |cost, count| cost * one_more + i128::from(count)))
    })?;
    let tops = (0..members.len()).filter(|place| best.narrow(*place, |other| other > *place));
    let tops: Vec<usize> = tops.take(members.len() / 2).collect();
    let pair = |top: usize| {
        let bottom = best.choose(top, |other| (other > top).then_some(other));
        (members[top], members[bottom])
    };
    Ok(tops.into_iter().map(pair).collect())
}
