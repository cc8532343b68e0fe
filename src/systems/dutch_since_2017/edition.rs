use super::bracket::{Bracket, DownfloaterDemand};
use super::tier::{CriterionCount, distance, distance_of_downfloater};
use crate::rules::Candidates;
use crate::systems::field::Card;
use crate::tournament::{ByeKind, Float, Outcome, PastEvent, PastRound, PlayerState, RoundState, Score};
use itertools::Itertools;
use std::collections::BTreeSet;

/// The facts about a player.
pub(super) fn card(text: &Candidates, state: &RoundState, player: &PlayerState) -> Card {
    let float = |ago: usize| {
        if text.floats_by_points { state.float_by_points(player, ago) } else { float_of_2017(player, ago) }
    };
    let may_have_bye = if text.byes_by_points {
        !state.scored_a_win_without_playing(player)
    } else {
        !player.history.iter().any(excludes_from_bye_of_2017)
    };
    Card { floats: [1, 2].map(float), may_ignore_b2: state.is_topscorer(player), ..Card::of(player, may_have_bye) }
}

/// The criteria for a bracket that has so many downfloaters, by priority.
pub(super) fn tiers(bracket: &Bracket<'_>, leaving: usize) -> Vec<CriterionCount> {
    let of_downfloaters = if bracket.facts.text.completes_all { of_2026 } else { of_2017 };
    let mut tiers = vec![CriterionCount::Downfloaters];
    tiers.extend(of_downfloaters(bracket, leaving));
    tiers.extend(colours(bracket));
    tiers.extend(floats(bracket, leaving));
    tiers
}

/// C.12 to C.19 of 2017, C14 to C21 of 2026.
fn floats(bracket: &Bracket<'_>, leaving: usize) -> Vec<CriterionCount> {
    let facts = bracket.facts;
    let members = || bracket.moved_down.iter().chain(bracket.residents).copied();
    let had = |float: Float, ago: usize| move |player: &usize| facts.card(*player).floats[ago - 1] == Some(float);
    let lowest = bracket.scores().lowest;
    let mut tiers = Vec::new();
    let mut of_distances = Vec::new();
    for ago in [1, 2] {
        let had_down = had(Float::Down, ago);
        let had_up = had(Float::Up, ago);
        if members().any(|player| had_down(&player)) {
            tiers.push(CriterionCount::Downfloats(ago));
        }
        if members().any(|player| had_up(&player)) && members().any(|player| facts.score(player) != lowest) {
            tiers.push(CriterionCount::Upfloats(ago));
        }
        let pairs = || bracket.unequal().filter(|(one, other)| facts.field.may_meet(*one, *other));
        let far = |(one, other): (usize, usize)| distance(facts.score(one), facts.score(other));
        let leavers = members().filter(|player| leaving > 0 && had_down(player));
        let leaving = leavers.map(|one| distance_of_downfloater(facts.score(one), lowest));
        let down = pairs().filter(|(one, _)| had_down(one)).map(far).chain(leaving);
        let up = pairs().filter(|(_, other)| had_up(other)).map(far);
        of_distances.extend(descending(down).map(|at| CriterionCount::DownfloatsAt(ago, at)));
        of_distances.extend(descending(up).map(|at| CriterionCount::UpfloatsAt(ago, at)));
    }
    [tiers, of_distances].concat()
}

/// 2017 A.4.b: a downfloat is given to everybody who does not play, for whatever reason.
fn float_of_2017(player: &PlayerState, ago: usize) -> Option<Float> {
    let past = &player.history[player.history.len().checked_sub(ago)?..].first()?;
    match &past.event {
        PastEvent::Game { encounters, .. } if encounters.iter().any(|(_, outcome)| outcome.was_played()) => {
            player.float(ago)
        }
        _ => Some(Float::Down),
    }
}

/// 2017 C.2: the bye and a win by forfeit, and no bye that was asked for.
fn excludes_from_bye_of_2017(past: &PastRound) -> bool {
    match &past.event {
        PastEvent::Bye(kind) => *kind == ByeKind::Pairing,
        PastEvent::Game { encounters, .. } => encounters.iter().any(|(_, outcome)| *outcome == Outcome::ForfeitWin),
        PastEvent::Absent => false,
    }
}

/// Distinct values, the highest first.
fn descending<T: Ord>(values: impl Iterator<Item = T>) -> impl Iterator<Item = T> {
    values.collect::<BTreeSet<T>>().into_iter().rev()
}

/// C.6, B.1.c and C.7 of 2017.
fn of_2017(bracket: &Bracket<'_>, leaving: usize) -> Vec<CriterionCount> {
    let is_decided = matches!(bracket.after, DownfloaterDemand::Anyhow { .. });
    let facts = bracket.facts;
    let scores = bracket.scores();
    let members = || bracket.moved_down.iter().chain(bracket.residents).map(|player| facts.score(*player));
    let pairs = bracket.unequal().map(|(one, other)| distance(facts.score(one), facts.score(other)));
    let alone = members().filter(|_| leaving > 0);
    let mut tiers: Vec<CriterionCount> =
        descending(pairs.chain(alone.map(|score| distance_of_downfloater(score, scores.lowest))))
            .map(CriterionCount::Distance)
            .collect();
    // S1 has as many as can be paired (B.1.c). Where all residents have one score, the list above says so already: with fewer
    // of them, more pairs have the distance 0.
    if leaving > 0 && !bracket.moved_down.is_empty() && matches!(bracket.after, DownfloaterDemand::Last { .. }) {
        tiers.push(CriterionCount::Limbo);
    }
    if leaving > 0 && !bracket.next().is_empty() {
        let paired = members().map(|score| distance(score, scores.next));
        if is_decided {
            tiers.extend(descending(paired).map(CriterionCount::NextDistance));
        } else {
            tiers.push(CriterionCount::NextDownfloaters);
            let resident = distance_of_downfloater(scores.next, scores.next);
            let left = members().map(|score| distance_of_downfloater(score, scores.next)).chain([resident]);
            tiers.extend(descending(paired.chain(left)).map(CriterionCount::NextDistance));
        }
    }
    tiers
}

/// C7, C8 and C9 of 2026.
fn of_2026(bracket: &Bracket<'_>, leaving: usize) -> Vec<CriterionCount> {
    let facts = bracket.facts;
    let scores = |players: &[usize]| players.iter().map(|player| facts.score(*player)).dedup().collect::<Vec<Score>>();
    let moved_down = scores(bracket.moved_down);
    let mut tiers = Vec::new();
    if leaving > 0 {
        tiers.extend(moved_down.iter().copied().map(CriterionCount::DownfloatersAt));
        // Where the next bracket pairs anybody, it leaves over at most one of its own.
        let is_decided = matches!(bracket.after, DownfloaterDemand::Anyhow { .. });
        if !bracket.next().is_empty() && !is_decided {
            tiers.push(CriterionCount::NextDownfloaters);
            let own = scores(bracket.residents);
            tiers.extend(moved_down.into_iter().chain(own).map(CriterionCount::NextDownfloatersAt));
        }
        let has_bye = matches!(
            bracket.after,
            DownfloaterDemand::Last { bye: true } | DownfloaterDemand::Completing { bye: true, .. }
        );
        if leaving == 1 && has_bye {
            tiers.push(CriterionCount::UnplayedGames);
        }
    }
    tiers
}

/// C.8 to C.11 of 2017, C10 to C13 of 2026.
fn colours(bracket: &Bracket<'_>) -> Vec<CriterionCount> {
    let mut members = bracket.moved_down.iter().chain(bracket.residents);
    let mut tiers = Vec::new();
    if members.any(|player| bracket.facts.card(*player).may_ignore_b2) {
        tiers.extend([CriterionCount::BeyondTwo, CriterionCount::ThirdInRow]);
    }
    tiers.extend([CriterionCount::Preferences, CriterionCount::StrongPreferences]);
    tiers
}

impl Bracket<'_> {
    /// The pairs of members with unequal scores, the higher one first.
    fn unequal(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let score = |player: usize| self.facts.score(player);
        // In a collapsed bracket residents have several scores.
        let [first, last] =
            [self.residents.first(), self.residents.last()].map(|player| player.map(|player| score(*player)));
        let several = if first == last { &[] } else { self.residents };
        let of_residents = several.iter().array_combinations().map(|[one, other]| (*one, *other));
        let of_moved_down = self.moved_down.iter().cartesian_product(self.residents).map(|(one, other)| (*one, *other));
        let pairs = of_moved_down.chain(of_residents);
        pairs.filter(move |(one, other)| score(*one) != score(*other))
    }
}
