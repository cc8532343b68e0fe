//! What every rule system must do. The tests run for each system in `System::all()`.

use crate::support::dubov_cases::{forbid, rated};
use crate::support::prelude::*;
use swiss_ilp::files::{json, trf};
use swiss_ilp::questions::check::check;
use swiss_ilp::rules::Entry;
use swiss_ilp::solve::{Options as SolveOptions, SolveError};
use swiss_ilp::systems::SystemPairing;

fn pair(system: System, tournament: &Tournament) -> Option<SystemPairing> {
    let state = crate::support::state(tournament);
    let paired = system.pair(&state).ok()?;
    let verdict = system.verify(&state, &paired.pairing);
    assert!(verdict.is_legal(), "{}: {:?}", system, verdict.violations);
    Some(paired)
}

/// So many players before round 1.
pub fn fresh(players: u32) -> Tournament {
    Tournament { players: (1..=players).map(|id| Player::new(PlayerId(id))).collect(), ..Tournament::default() }
}

/// Play `rounds` rounds as the system pairs them, with random results.
fn played(system: System, players: u32, rounds: u32, rng: &mut ChaCha8Rng) -> Tournament {
    let mut tournament = fresh(players);
    for _ in 0..rounds {
        let Some(paired) = pair(system, &tournament) else { break };
        tournament.rounds.push(crate::support::play(&paired.pairing, rng));
    }
    tournament
}

/// The TCEC pairs otherwise: its literal reading has the examples.
#[test]
fn the_first_round_is_the_upper_half_against_the_lower_half() {
    for (tournament, expected) in crate::support::first_rounds() {
        for system in System::all().filter(|system| system.to_string() != "tcec") {
            let paired = pair(system, &tournament).map(|paired| paired.pairing);
            assert_eq!(paired.as_ref(), Some(&expected), "{system}");
        }
    }
}

#[test]
fn random_rounds_are_paired_completely_and_always_the_same() {
    for system in System::all() {
        let mut paired = 0;
        for seed in seeds(200) {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let tournament = random_tournament(&mut rng, &Options { players: 1..=24, rounds: 0..=7 });
            let found = pair(system, &tournament);
            paired += u32::from(found.is_some());
            let mut shuffled = tournament.clone();
            shuffled.players.shuffle(&mut rng);
            for round in &mut shuffled.rounds {
                // In a double round the order of the two encounters matters, so only single rounds are shuffled.
                if shuffled.games_per_pairing == swiss_ilp::tournament::GamesPerPairing::One {
                    round.games.shuffle(&mut rng);
                }
                round.byes.shuffle(&mut rng);
            }
            assert_eq!(pair(system, &shuffled), found, "{}, seed {seed}", system);
        }
        assert!(paired > 100, "{}: {paired}", system);
    }
}

#[test]
fn check_finds_no_difference_in_a_tournament_paired_by_the_system() {
    for system in System::all() {
        for players in [7, 8, 40, 41] {
            let mut rng = ChaCha8Rng::seed_from_u64(u64::from(players));
            let tournament = played(system, players, 6, &mut rng);
            let checks = check(&tournament, system, Default::default()).expect("a sound tournament");
            assert!(checks.iter().all(|check| !check.is_different() && check.same_order), "{}", system);
        }
    }
}

/// Every id that a trace, a refusal or the verdict on another pairing has is explained by `swiss-ilp rule`.
#[test]
fn what_a_system_cites_is_explained() {
    for system in System::all() {
        let mut cited = BTreeSet::new();
        for seed in 0..200 {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let state = crate::support::random_state(seed, &Options { players: 2..=16, rounds: 0..=7 });
            match system.pair(&state) {
                Ok(paired) => {
                    let inside = paired.trace.iter().flat_map(|line| line.text.split('[').skip(1));
                    cited.extend(inside.filter_map(|rest| rest.split_once(']')).map(|(id, _)| id.to_owned()));
                    let mut boards = paired.pairing.boards;
                    let blacks: Vec<PlayerId> = boards.iter().map(|board| board.black).rev().collect();
                    boards.iter_mut().zip(blacks).for_each(|(board, black)| board.black = black);
                    boards.shuffle(&mut rng);
                    let verdict = system.verify(&state, &Pairing { boards, bye: paired.pairing.bye });
                    cited.extend(verdict.violations.iter().map(|violation| violation.rule.to_owned()));
                }
                Err(why) => cited.extend(why.rules.iter().map(|&rule| rule.to_owned())),
            }
        }
        assert!(cited.iter().all(|id| Entry::find(id).is_some()), "{system}: {cited:?}");
        assert!(cited.iter().filter(|id| id.starts_with(&system.to_string())).count() > 3, "{system}: {cited:?}");
    }
}

#[test]
fn a_round_without_a_legal_pairing_is_refused_with_its_rule() {
    let mut tournament = fresh(2);
    forbid(&mut tournament, 1, 2);
    for system in System::all() {
        let why = system.pair(&crate::support::state(&tournament)).expect_err("nobody may meet anybody");
        let [rule] = why.rules[..] else { panic!("{why}") };
        assert!(rule.starts_with(&system.to_string()) && swiss_ilp::rules::Rule::find(rule).is_some(), "{why}");
        assert!(why.why.contains('1') && why.why.contains('2'), "{why}");
    }
}

/// By a game that was forfeited nobody has met; TCEC's literal reading has another example.
#[test]
fn a_forfeited_game_is_no_meeting() {
    for system in System::all().filter(|system| system.to_string() != "tcec") {
        assert!(pair(system, &table(&["2w+", "1b-"])).is_some(), "{system}");
        assert_eq!(pair(system, &table(&["2w1", "1b0"])), None, "{system}");
    }
}

/// Players 1 and 2 had White twice, and 3 and 4 had Black twice. 1 has not met 2, and 3 has not met 4. All other pairs
/// have met.
#[test]
fn the_rules_that_leave_no_pairing_are_named() {
    let rows = ["3w1 4w1", "4w1 3w1", "1b0 2b0", "2b0 1b0"];
    let four = table(&rows);
    let two = rated(&rows, &[], 2);
    let mut banned = four.clone();
    forbid(&mut banned, 3, 4);
    for (tournament, system, expected) in [
        (&two, "tcec", &["tcec.viability"][..]),
        (&two, "dutch-2026", &["dutch-2026.C3"]),
        (&two, "dutch-2017", &["dutch-2017.C3"]),
        (&two, "dutch-2012", &["dutch-2012.B2"]),
        (&two, "dutch-1998", &["dutch-1998.B2"]),
        (&two, "dubov-1997", &["dubov-1997.2.3"]),
        (&four, "dutch-2026", &["dutch-2026.C1", "dutch-2026.C3"]),
        (&four, "dutch-2017", &["dutch-2017.C1", "dutch-2017.C3"]),
        (&four, "dutch-2012", &["dutch-2012.B1a", "dutch-2012.B2"]),
        (&four, "dutch-1998", &["dutch-1998.B1a", "dutch-1998.B2"]),
        (&four, "dubov-1997", &["dubov-1997.2.1", "dubov-1997.2.3"]),
        (&banned, "dutch-2012", &["dutch-2012.B1a", "dutch-2012.B2"]),
        (&banned, "dubov-1997", &["dubov-1997.2.1", "dubov-1997.2.3"]),
    ] {
        let system = crate::support::system(system);
        let why = system.pair(&crate::support::state(tournament)).expect_err("no pairing");
        assert_eq!(why.rules, expected, "{}: {why}", system);
    }
    let by = |tournament| {
        crate::support::system("tcec").pair(&crate::support::state(tournament)).expect_err("no pairing").why
    };
    assert!(by(&two).starts_with(
        "even with no round remembered, by white-game differences player 1 has no legal opponent: 1 not with 2 "
    ));
    let mut fresh = fresh(2);
    forbid(&mut fresh, 1, 2);
    assert!(by(&fresh).starts_with(
        "even with no round remembered, by the organiser's bans player 1 has no legal opponent: 1 not with 2 "
    ));
}

/// The tournament with its players numbered as they are listed, and their former numbers.
fn numbered_as_listed(listed: &Tournament) -> (Tournament, Vec<PlayerId>) {
    let former: Vec<PlayerId> = listed.players.iter().map(|player| player.id).collect();
    let numbers: BTreeMap<PlayerId, PlayerId> = former.iter().copied().zip((1..).map(PlayerId)).collect();
    let number = |id: &mut PlayerId| *id = numbers[id];
    let mut tournament = Tournament { order: PlayerOrder::Numbers, ..listed.clone() };
    tournament.players.iter_mut().for_each(|player| number(&mut player.id));
    for round in &mut tournament.rounds {
        round.games.iter_mut().for_each(|game| [&mut game.white, &mut game.black].into_iter().for_each(number));
        round.byes.iter_mut().for_each(|bye| number(&mut bye.player));
    }
    tournament.absences.iter_mut().for_each(|absence| number(&mut absence.player));
    tournament.forbidden.iter_mut().flat_map(|group| &mut group.players).for_each(number);
    tournament.accelerations =
        tournament.accelerations.into_iter().map(|(player, rounds)| (numbers[&player], rounds)).collect();
    (tournament, former)
}

/// Players ordered as they are listed are paired as if they were numbered so, by every system and by models.
#[test]
fn the_order_of_the_list_counts_like_numbers() {
    let models = ["pairs", "fair", "dutch-2012", "tcec"].map(|name| Model::load(name).expect("built in"));
    let (mut paired, mut by_order) = (0, 0);
    for seed in 0..150 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut listed = random_tournament(&mut rng, &Options { players: 2..=14, rounds: 0..=5 });
        listed.players.shuffle(&mut rng);
        listed.order = PlayerOrder::Listed;
        let (numbered, former) = numbered_as_listed(&listed);
        let as_before = |pairing: Pairing| {
            let id = |id: PlayerId| former[id.0 as usize - 1];
            let mut boards = pairing.boards;
            boards.iter_mut().for_each(|board| (board.white, board.black) = (id(board.white), id(board.black)));
            Pairing { boards, bye: pairing.bye.map(id) }
        };
        let by_numbers = Tournament { order: PlayerOrder::Numbers, ..listed.clone() };
        for system in System::all() {
            let found = pair(system, &listed).map(|paired| paired.pairing);
            assert_eq!(found, pair(system, &numbered).map(|paired| as_before(paired.pairing)), "{system} {seed}");
            paired += u32::from(found.is_some());
            by_order += u32::from(found != pair(system, &by_numbers).map(|paired| paired.pairing));
        }
        for model in &models {
            let solved = |tournament: &Tournament| {
                let solved = tasks::solve(&crate::support::state(tournament), model, SolveOptions::default());
                if model.name() == "dutch-2012" && tournament.games_per_pairing == GamesPerPairing::Two {
                    assert!(matches!(solved, Err(SolveError::Request(_))), "{solved:?}");
                    return None;
                }
                let solved = solved.expect("solved");
                assert!(solved.solution.incumbent.is_none() || solved.is_verified(), "{} {seed}", model.name());
                solved.solution.incumbent.map(|best| best.pairing)
            };
            assert_eq!(solved(&listed), solved(&numbered).map(as_before), "{} {seed}", model.name());
        }
        assert_eq!(json::read(json::write(&listed).as_bytes()).expect("our own").tournament.order, PlayerOrder::Listed);
        if let Ok(report) = trf::Document::from_tournament(&listed) {
            assert_eq!(report.tournament().expect("our own").tournament.order, PlayerOrder::Listed);
        }
    }
    assert!(paired > 400 && by_order > 200, "{paired} {by_order}");
}
