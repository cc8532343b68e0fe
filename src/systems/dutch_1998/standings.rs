//! The final standings of 1998 (F.10). The text of 2012 has none.

use crate::systems::standings::{Fraction, RankingCriterion, Standings, average_opponents};
use crate::tournament::{PlayerId, PlayerState, RoundState, Score};
use std::cmp::Reverse;
use std::collections::BTreeSet;

const CRITERIA: [RankingCriterion; 3] = [
    RankingCriterion { name: "score", heading: "Score" },
    RankingCriterion { name: "against_each_other", heading: "Mutual" },
    RankingCriterion { name: "average_opponent", heading: "Average" },
];

/// The ranking of 1998 F.10: points, for the first place the best result among those who share it, then the highest
/// average rating of the opponents. The organiser draws the lots, so players who are still equal share a rank.
///
/// How the text is read:
///
/// - Points are those scored. Accelerated points do not count.
/// - "Where it concerns the first place": games against each other decide the first place only, and not the places
///   behind. The result is the sum of the points from them; a player who met none of the others has 0.
/// - Only games over the board count, with their opponents. A pairing not played has neither (F.2).
/// - An opponent counts once. One without a rating is left out of the average (A.1 would have the arbiter estimate a
///   rating); a player who met nobody with a rating comes after those of the same points who did.
pub fn standings(state: &RoundState) -> Standings {
    let players: Vec<&PlayerState> = state.players().iter().chain(state.absent()).collect();
    let averages = average_opponents(state);
    let best = players.iter().map(|player| player.points).max();
    let leaders: BTreeSet<PlayerId> =
        players.iter().filter(|player| Some(player.points) == best).map(|player| player.id).collect();
    let lines: Vec<(PlayerId, Score, Option<Score>, Option<Fraction>)> = players
        .iter()
        .map(|player| {
            let shares_first = leaders.len() > 1 && leaders.contains(&player.id);
            let mutual = shares_first.then(|| points_against(player, &leaders));
            (player.id, player.points, mutual, averages.get(&player.id).copied())
        })
        .collect();
    // The first place goes by the games of the leaders, then by the average. All other places go by the average alone.
    let first = lines.iter().map(|(_, points, mutual, average)| (*points, *mutual, *average)).max();
    let lines = lines.into_iter().map(|(id, points, mutual, average)| {
        let is_first = Some((points, mutual, average)) == first;
        let tenths = |score: Score| Some(Fraction::new(score.tenths().into(), 10));
        let values = vec![tenths(points), mutual.and_then(tenths), average];
        ((Reverse(points), Reverse(is_first), Reverse(average)), id, values)
    });
    Standings::ranked(&CRITERIA, lines.collect())
}

/// The points from games against `others`.
fn points_against(player: &PlayerState, others: &BTreeSet<PlayerId>) -> Score {
    let against = player.history.iter().filter(|past| past.event.met().is_some_and(|id| others.contains(&id)));
    against.map(|past| past.points).sum()
}
