//! The points of the players, and whether those that a file declares follow from the results.

use super::of_round::{Won, adjustments, bye_points, events};
use super::{Code, Fault, Outcome, PastEvent, Place, PlayerId, Score, Tournament};
use std::collections::BTreeMap;

/// The points of a player.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct PointTotals {
    /// The points of the rounds before the first one without games.
    pub played: Score,
    /// The same points plus those of byes in rounds still to be paired, and of decisions about them.
    pub with_byes: Score,
    /// The points of adjourned games among those played.
    adjourned: Score,
    /// A team's points of the other kind, of the rounds played.
    pub secondary: Score,
    /// The greatest absolute value of the score before any round, with acceleration.
    most: Score,
}

impl PointTotals {
    /// What a file may declare: some programs add the byes of rounds still to be paired, some leave out adjourned games.
    pub fn declarable(self) -> [Score; 4] {
        let Self { played, with_byes, adjourned, .. } = self;
        [played, with_byes, played - adjourned, with_byes - adjourned]
    }
}

/// The points of each player from results, byes and decisions. It is called only if the rounds have no other faults.
pub(super) fn points(tournament: &Tournament) -> BTreeMap<PlayerId, PointTotals> {
    let mut points: BTreeMap<PlayerId, PointTotals> =
        tournament.players.iter().map(|player| (player.id, PointTotals::default())).collect();
    let adjustments = adjustments(tournament);
    for round in 1..=tournament.next_round() {
        for (player, points) in &mut points {
            let added = tournament.accelerations.get(player).and_then(|rounds| rounds.get(&round)).copied();
            points.most = [points.played, points.played + added.unwrap_or_default(), points.most]
                .into_iter()
                .max_by_key(|score| score.tenths().unsigned_abs())
                .unwrap_or_default();
        }
        if round < tournament.next_round() {
            for (player, Won { event, points: won, secondary }) in events(tournament, round, &BTreeMap::new()) {
                let points = points.entry(player).or_default();
                points.secondary += secondary;
                points.played += won + adjustments.get(&(player, round)).copied().unwrap_or_default();
                if let PastEvent::Game { encounters, .. } = event {
                    let adjourned = encounters.iter().filter(|(_, outcome)| *outcome == Outcome::Adjourned);
                    points.adjourned +=
                        adjourned.map(|(colour, outcome)| tournament.points.game(*colour, *outcome)).sum::<Score>();
                }
            }
        }
    }
    points.values_mut().for_each(|points| points.with_byes = points.played);
    for (_, round) in (1..).zip(&tournament.rounds).filter(|(number, _)| *number >= tournament.next_round()) {
        for bye in &round.byes {
            points.entry(bye.player).or_default().with_byes += bye_points(tournament, bye.kind);
        }
    }
    for ((player, _), decided) in adjustments.into_iter().filter(|((_, round), _)| *round >= tournament.next_round()) {
        points.entry(player).or_default().with_byes += decided;
    }
    points
}

/// Scores beyond the limit, and points that do not follow from the results.
pub(super) fn points_faults(tournament: &Tournament, faults: &mut Vec<Fault>) {
    let points = points(tournament);
    let most = |id: &PlayerId| points.get(id).map_or(Score::ZERO, |points| points.most);
    for (index, player) in tournament.players.iter().enumerate() {
        if !most(&player.id).is_within(Score::MOST_TOTAL) {
            let what = format!("player {} comes to {} points", player.id, most(&player.id));
            let mend = format!("write results worth less: scores go up to {0} and down to -{0}", Score::MOST_TOTAL);
            faults.push(Fault::new(Code::ScoreBeyondLimit, Place::Player(index), what, mend));
        }
    }
    let sum: u64 = points.values().map(|points| u64::from(points.most.tenths().unsigned_abs())).sum();
    if sum > Tournament::MOST_POINTS {
        let what = format!("all players together come to {} points", sum / 10);
        let mend = format!("write results worth less: all scores together go up to {}", Tournament::MOST_POINTS / 10);
        faults.push(Fault::new(Code::ScoreBeyondLimit, Place::Tournament, what, mend));
    }
    for (index, player) in tournament.players.iter().enumerate() {
        let totals = points.get(&player.id).copied().unwrap_or_default();
        if let Some(declared) = player.declared_points.filter(|declared| !totals.declarable().contains(declared)) {
            let (id, played) = (player.id, totals.played);
            let what = format!("player {id} has {declared} points written, but the results give {played}");
            let mend = "correct the points, a result or the point system, or go on with the results by --trust results";
            faults.push(Fault::new(Code::PointsDoNotFollow, Place::Points(index), what, mend));
        }
        if let Some(declared) = player.declared_secondary.filter(|declared| *declared != totals.secondary) {
            let (id, won) = (player.id, totals.secondary);
            let what = format!("team {id} has {declared} points of the other kind written, but the matches give {won}");
            let mend = "correct the points or a result, or go on with the results by --trust results";
            faults.push(Fault::new(Code::PointsDoNotFollow, Place::Secondary(index), what, mend));
        }
    }
}
