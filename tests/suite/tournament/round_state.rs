//! The facts that a pairing may depend on, checked on small cross-tables.

use crate::support::prelude::*;

fn player(state: &RoundState, id: u32) -> &PlayerState {
    state.player(PlayerId(id)).expect("present")
}

fn colours(player: &PlayerState) -> String {
    let letter = |colour| match colour {
        Some(Colour::White) => 'W',
        Some(Colour::Black) => 'B',
        None => '-',
    };
    player.colours_by_round().map(letter).collect()
}

#[test]
fn games_not_played_leave_gaps_and_do_not_count_as_met() {
    let state = crate::support::state(&table(&["2w1 3b+ H", "1b0 4w1 3b=", "4w= 1w- 2w=", "3b= 2b0 U"]));
    let one = player(&state, 1);
    assert_eq!(colours(one), "W--");
    assert!(one.has_met(PlayerId(2)) && !one.has_met(PlayerId(3)));
    assert_eq!(one.points, Score::from_tenths(25));
    assert_eq!(one.colour_difference(), 1);
    assert!(one.was_unpaired_last_round() && one.has_scored_without_playing());
    // A forfeited game had an opponent. Losing it brings no point.
    let three = player(&crate::support::state(&table(&["2b+", "1w-"])), 2).clone();
    assert!(!three.was_unpaired_last_round() && !three.has_scored_without_playing() && !three.has_met(PlayerId(1)));
}

#[test]
fn floats_are_games_across_scores_and_points_without_a_game() {
    let state = crate::support::state(&table(&["2w1 3b1 H", "1b0 4w1 3b=", "4w1 1w0 2w=", "3b0 2b0 U"]));
    let floats = |id| [3, 2, 1].map(|ago| player(&state, id).float(ago));
    assert_eq!(floats(1), [None, None, Some(Float::Down)]);
    assert_eq!(floats(4), [None, None, Some(Float::Down)]);
    // After round 2 everybody but 1 and 4 has a point.
    assert_eq!(floats(2), [None, None, None]);
    let state = crate::support::state(&table(&["2w1 3b=", "1b0 4w=", "4b= 1w=", "3w= 2b="]));
    let floats = |id| player(&state, id).float(1);
    assert_eq!([1, 2, 3, 4].map(floats), [Some(Float::Down), Some(Float::Up), Some(Float::Up), Some(Float::Down)]);
    assert_eq!(player(&state, 1).float(3), None);
}

#[test]
fn a_round_with_games_has_the_players_of_these_games() {
    let present = |tournament: &Tournament, round: u32| -> Vec<u32> {
        let state = RoundState::new(tournament, RoundRequest { round: Some(round), ..Default::default() });
        let mut ids: Vec<u32> = state.expect("sound").players().iter().map(|player| player.id.0).collect();
        ids.sort_unstable();
        ids
    };
    // Round 2 has no game yet, so only the player with the requested bye is absent. Nothing is known of player 4.
    let begun = table(&["2w1 .", "1b0 H", "4w1 .", "3b0 ."]);
    assert_eq!(begun.next_round(), 2);
    assert_eq!(present(&begun, 2), [1, 3, 4]);
    // Round 1 again: the players in its games and the one with the pairing-allocated bye are to be paired.
    let played = table(&["2w1", "1b0", "U", ".", "F"]);
    assert_eq!(present(&played, 1), [1, 2, 3]);
    let declared = Tournament {
        absences: vec![
            Absence { player: PlayerId(1), round: None, kind: ByeKind::Zero },
            Absence { player: PlayerId(3), round: Some(3), kind: ByeKind::Half },
        ],
        ..begun
    };
    assert_eq!(present(&declared, 2), [3, 4]);
}

#[test]
fn acceleration_bans_and_the_last_round_are_known() {
    let mut tournament = table(&["2w1", "1b0"]);
    tournament.rounds_planned = Some(2);
    tournament.forbidden = vec![ForbiddenGroup { players: vec![PlayerId(2), PlayerId(1)], rounds: Some((2, 3)) }];
    tournament.accelerations.insert(PlayerId(2), [(2, Score::from_tenths(15))].into());
    let state = crate::support::state(&tournament);
    assert_eq!(state.is_last_round(), Some(true));
    assert!(state.is_forbidden(PlayerId(1), PlayerId(2)));
    assert_eq!(state.players()[0].id, PlayerId(2), "1.5 accelerated points lead 1.0");
    assert_eq!(player(&state, 2).points, Score::ZERO);
    let first = RoundState::new(&tournament, RoundRequest { round: Some(1), ..Default::default() }).expect("sound");
    assert!(!first.is_forbidden(PlayerId(1), PlayerId(2)));
    assert_eq!(first.is_last_round(), Some(false));
    let after = RoundState::new(&tournament, RoundRequest { round: Some(3), ..Default::default() });
    assert!(matches!(after, Err(RoundError::Request(_))));
}

#[test]
fn the_points_possible_are_those_of_winning_every_game() {
    let mut tournament = table(&["2w= 2b=", "1b= 1w="]);
    let possible = |tournament: &Tournament, round| {
        let state = RoundState::new(tournament, RoundRequest { round: Some(round), ..Default::default() });
        state.expect("sound").points_possible()
    };
    assert_eq!([1, 2, 3].map(|round| possible(&tournament, round).tenths()), [0, 10, 20]);
    // A win with Black brings more points, and a player might have had Black twice.
    tournament.points.win = [30, 40].map(Score::from_tenths);
    assert_eq!([1, 2, 3].map(|round| possible(&tournament, round).tenths()), [0, 40, 80]);
    assert_eq!(possible(&crate::support::table::doubled(tournament), 3).tenths(), 140, "one of either colour a round");
}

// ---- limits ----

fn faults(tournament: &Tournament) -> Vec<(&'static str, Place)> {
    match RoundState::new(tournament, RoundRequest::default()) {
        Ok(_) => Vec::new(),
        Err(RoundError::Faults(faults)) => faults.iter().map(|Fault { code, place, .. }| (code.id(), *place)).collect(),
        Err(RoundError::Request(request)) => panic!("{request}"),
    }
}

#[test]
fn scores_are_exact_up_to_the_limit_and_refused_beyond() {
    // A hundred wins worth 9,999.9 points are 999,990.0.
    let mut tournament = table(&[&"2w1 ".repeat(100), &"1b0 ".repeat(100)]);
    tournament.points.win = [Score::MOST; 2];
    tournament.points.loss = [Score::from_tenths(-Score::MOST.tenths()); 2];
    let state = crate::support::state(&tournament);
    let scores = [1, 2].map(|id| player(&state, id).score.tenths());
    assert_eq!(scores, [100, -100].map(|times| times * Score::MOST.tenths()));
    assert_eq!(player(&state, 2).score.abs_diff(player(&state, 1).score).tenths(), 200 * Score::MOST.tenths());

    let accelerated = |id: u32, tenths: i32| {
        let mut changed = tournament.clone();
        changed.accelerations.insert(PlayerId(id), [(101, Score::from_tenths(tenths))].into());
        faults(&changed)
    };
    assert_eq!(accelerated(1, 99), []);
    assert_eq!(accelerated(1, 100), [("score-beyond-limit", Place::Player(0))]);
    assert_eq!(accelerated(2, -99), []);
    assert_eq!(accelerated(2, -100), [("score-beyond-limit", Place::Player(1))]);

    // As many players as there may be with 9,999.9 points each, of either sign; and one tenth more.
    let most = u32::try_from(Tournament::MOST_PLAYERS).expect("not so many");
    let game = |white| Game {
        white: PlayerId(white),
        black: PlayerId(white + most / 2),
        result: GameResult::from_name("1-0"),
        rated: true,
    };
    let round = Round { games: (1..=most / 2).map(game).collect(), byes: Vec::new() };
    let players = (1..=most).map(|id| Player::new(PlayerId(id))).collect();
    let mut crowd = Tournament { players, rounds: vec![round], ..tournament.clone() };
    assert_eq!(faults(&crowd), []);
    crowd.accelerations.insert(PlayerId(1), [(2, Score::from_tenths(1))].into());
    assert_eq!(faults(&crowd), [("score-beyond-limit", Place::Tournament)]);
}

/// No reader returns such a tournament, but a caller of the library can build one.
#[test]
fn a_tournament_beyond_the_limits_has_faults() {
    let tournament = table(&["2w1 2b1", "1b0 1w0"]);
    for tenths in [i32::MAX, i32::MIN, Score::MOST.tenths() + 1] {
        let points = Score::from_tenths(tenths);
        let mut worth = tournament.clone();
        worth.points.win = [points; 2];
        worth.points.half_bye = points;
        assert_eq!(faults(&worth), [("score-beyond-limit", Place::Tournament); 3], "{tenths}");
        let mut accelerated = tournament.clone();
        accelerated.accelerations.insert(PlayerId(2), [(1, points)].into());
        assert_eq!(faults(&accelerated), [("score-beyond-limit", Place::Acceleration(PlayerId(2)))], "{tenths}");
    }
    let crowd = |count: u32| (1..=count).map(|id| Player::new(PlayerId(id))).collect::<Vec<_>>();
    assert_eq!(faults(&Tournament { players: crowd(100_000), ..Tournament::default() }), []);
    let crowd = Tournament { players: crowd(100_001), ..Tournament::default() };
    assert_eq!(faults(&crowd), [("too-many-players", Place::Player(100_000))]);
    let long = |rounds: usize| Tournament { rounds: vec![Round::default(); rounds], ..tournament.clone() };
    assert_eq!(faults(&long(999)), []);
    assert_eq!(faults(&long(1_000)), [("too-many-rounds", Place::Tournament)]);
    let planned = |rounds| Tournament { rounds_planned: Some(rounds), ..tournament.clone() };
    assert_eq!(faults(&planned(999)), []);
    assert_eq!(faults(&planned(1_000)), [("too-many-rounds", Place::RoundsPlanned)]);
}

#[test]
#[should_panic(expected = "a score within 32 bits")]
fn no_sum_of_scores_wraps_around() {
    let _ = Score::from_tenths(i32::MAX) + Score::from_tenths(1);
}

#[test]
#[should_panic(expected = "a score within 32 bits")]
fn no_distance_of_scores_wraps_around() {
    let _ = Score::from_tenths(i32::MIN).abs_diff(Score::from_tenths(1));
}
