//! What a file says of one round: who is away, who has the bye, who may not meet, and what everybody won.

use super::{
    Adjustment, ByeKind, Colour, ForbiddenGroup, GamesPerPairing, PastEvent, PlayerId, Round, RoundError, RoundRequest,
    Score, TeamScore, Tournament,
};
use fixedbitset::FixedBitSet;
use std::collections::{BTreeMap, BTreeSet};

/// The round that is asked for, if it can be paired.
pub(super) fn requested_round(tournament: &Tournament, request: &RoundRequest) -> Result<u32, RoundError> {
    let next = tournament.next_round();
    let round = request.round.unwrap_or(next);
    let before = round.saturating_sub(1);
    Err(RoundError::Request(match tournament.rounds_planned {
        _ if round == 0 => "rounds are numbered from 1".to_owned(),
        _ if round > next => format!(
            "round {round} cannot be paired: the file ends before round {before}; the first round without games is {next}"
        ),
        Some(planned) if round > planned => format!(
            "round {round} is after the last: {planned} rounds are planned, and there are games in round {before}; \
             no round is left to pair, but one of them can be named and paired again"
        ),
        _ => return Ok(round),
    }))
}

/// A player's round, and what it brought.
#[derive(Debug, Clone)]
pub(super) struct Won {
    pub event: PastEvent,
    pub points: Score,
    /// The points of the other kind, of a team.
    pub secondary: Score,
}

/// Each player's round with its points, given everybody's scores before it.
pub(super) fn events(
    tournament: &Tournament,
    round: u32,
    scores: &BTreeMap<PlayerId, Score>,
) -> BTreeMap<PlayerId, Won> {
    let of_bye = |event, kind| Won { event, points: own_bye_points(tournament, kind), secondary: Score::ZERO };
    let absent = of_bye(PastEvent::Absent, ByeKind::Zero);
    let mut won: BTreeMap<PlayerId, Won> =
        tournament.players.iter().map(|player| (player.id, absent.clone())).collect();
    let number = round;
    if let Some(round) = tournament.round(round) {
        for game in &round.games {
            for (colour, player, opponent) in
                [(Colour::White, game.white, game.black), (Colour::Black, game.black, game.white)]
            {
                let Some(Won { event, points, .. }) = won.get_mut(&player) else { continue };
                if *event == PastEvent::Absent {
                    let opponent_score = scores.get(&opponent).copied().unwrap_or_default();
                    *event = PastEvent::Game { opponent, opponent_score, encounters: Vec::new() };
                    *points = Score::ZERO;
                }
                if let (PastEvent::Game { encounters, .. }, Some(result)) = (event, game.result) {
                    encounters.push((colour, result.of(colour)));
                    *points += tournament.points.game(colour, result.of(colour));
                }
            }
        }
        for bye in &round.byes {
            won.insert(bye.player, of_bye(PastEvent::Bye(bye.kind), bye.kind));
        }
    }
    if let Some(teams) = &tournament.teams {
        for (team, Won { event, points, secondary }) in &mut won {
            *secondary = teams.won(*team, number, event);
            if teams.kind.primary == TeamScore::Game {
                std::mem::swap(points, secondary);
            }
        }
    }
    won
}

/// The points that the arbiter gave each player after each round, or took.
pub(super) fn adjustments(tournament: &Tournament) -> BTreeMap<(PlayerId, u32), Score> {
    let mut sums = BTreeMap::new();
    for Adjustment { player, round, points } in &tournament.adjustments {
        *sums.entry((*player, *round)).or_insert(Score::ZERO) += *points;
    }
    sums
}

/// The points of a bye: as many as of the games of one pairing.
pub(super) fn bye_points(tournament: &Tournament, kind: ByeKind) -> Score {
    tournament.teams_by_game_points().map_or_else(|| own_bye_points(tournament, kind), |teams| teams.of_bye(kind))
}

/// The same by the point system: of teams, match points.
fn own_bye_points(tournament: &Tournament, kind: ByeKind) -> Score {
    let points = tournament.points.bye(kind);
    match (tournament.games_per_pairing, tournament.points.pairing_bye_match) {
        (GamesPerPairing::One, _) => points,
        (GamesPerPairing::Two, Some(of_match)) if kind == ByeKind::Pairing => of_match,
        (GamesPerPairing::Two, _) => points + points,
    }
}

/// The points for a win in every game before `round`.
pub(super) fn points_possible(tournament: &Tournament, round: u32) -> Score {
    let [white, black] = tournament.points.win;
    let a_round = match (tournament.teams_by_game_points(), tournament.games_per_pairing) {
        (Some(teams), _) => teams.of_bye(ByeKind::Full),
        (None, GamesPerPairing::One) => white.max(black),
        (None, GamesPerPairing::Two) => white + black,
    };
    (1..round).map(|_| a_round).sum()
}

/// The players who are not paired in `round`.
pub(super) fn absentees(tournament: &Tournament, round: u32, request: &RoundRequest) -> BTreeSet<PlayerId> {
    let next = tournament.next_round();
    let declared = tournament.absences.iter().filter(|absence| absence.round.unwrap_or(next) == round);
    let mut away: BTreeSet<PlayerId> = declared.map(|absence| absence.player).collect();
    if let Some(begun) = tournament.round(round) {
        away.extend(begun.byes.iter().filter(|bye| bye.kind.is_absence()).map(|bye| bye.player));
        if !begun.games.is_empty() {
            let mut here: BTreeSet<PlayerId> = begun.games.iter().flat_map(|g| [g.white, g.black]).collect();
            here.extend(begun.byes.iter().map(|bye| bye.player));
            away.extend(tournament.ids().difference(&here));
        }
    }
    away.retain(|player| !request.late.contains(player));
    away.extend(&request.absent);
    away
}

/// The players who have the pairing-allocated bye of `round` before it is paired: by the request, or by a file in which the round has no
/// games yet. More than one is an error of whoever gave it.
pub(super) fn preset_byes(tournament: &Tournament, round: u32, request: &RoundRequest) -> BTreeSet<PlayerId> {
    let begun = tournament.round(round).filter(|begun| !tournament.is_paired(begun));
    let next = tournament.next_round();
    let declared = tournament.absences.iter().filter(|absence| absence.round.unwrap_or(next) == round);
    let declared = declared.filter(|absence| absence.kind == ByeKind::Pairing);
    let written = begun.map(Round::pairing_byes).unwrap_or_default().into_iter();
    let in_file = written.chain(declared.map(|absence| absence.player));
    let is_kept = |id: &PlayerId| !request.late.contains(id) && !request.absent.contains(id);
    in_file.filter(is_kept).chain(request.bye).collect()
}

/// The pairs of players who may not meet in `round` by the tournament and by `bans`, the lower number first. A row of bits
/// for each player, so that many large groups cost little.
pub(super) fn forbidden_pairs(
    tournament: &Tournament,
    round: u32,
    bans: &[ForbiddenGroup],
) -> BTreeSet<(PlayerId, PlayerId)> {
    let ids: Vec<PlayerId> = tournament.ids().into_iter().collect();
    let mut rows = vec![FixedBitSet::new(); ids.len()];
    for group in tournament.forbidden.iter().chain(bans).filter(|group| group.holds_in(round)) {
        let places = group.members().into_iter().filter_map(|id| ids.binary_search(&id).ok());
        let mut members = FixedBitSet::with_capacity(ids.len());
        members.extend(places);
        for place in members.ones() {
            rows[place].union_with(&members);
        }
    }
    let others = |place: usize| rows[place].ones().filter(move |other| *other > place);
    (0..ids.len())
        .flat_map(|place| others(place).map(move |other| (place, other)))
        .map(|(a, b)| (ids[a], ids[b]))
        .collect()
}
