//! A tournament in another format is the same tournament.

use crate::support::files::{files, load, reports, without_board_order};
use crate::support::prelude::*;
use swiss_ilp::questions::convert::{Converted, Target, convert};
use swiss_ilp::questions::tasks::TaskError;

fn converted(loaded: &Loaded, to: Target) -> Result<Converted, TaskError> {
    convert(loaded, to, Trust::Nothing)
}

fn read(text: &str) -> Loaded {
    files::read(text.as_bytes()).unwrap_or_else(|faults| panic!("{faults:#?}\n{text}"))
}

#[test]
fn every_tournament_is_the_same_in_both_formats() {
    let tournaments = [reports(), files("instances", "json"), files("tests/data/oracle/tcec", "json")].concat();
    let mut doubled = 0;
    for path in tournaments {
        let loaded = load(&path);
        let context = path.display();
        let json = converted(&loaded, Target::Json).unwrap_or_else(|error| panic!("{context}: {error}"));
        let from_json = read(&json.text);
        assert_eq!(from_json.tournament, loaded.tournament, "{context}");
        if loaded.tournament.games_per_pairing == GamesPerPairing::Two {
            let Err(TaskError::Request(why)) = converted(&loaded, Target::Trf) else { panic!("{context}") };
            assert!(why.contains("one game a round for each player, not two [not-in-trf]"), "{why}");
            doubled += 1;
            continue;
        }
        for from in [&loaded, &from_json] {
            let report = converted(from, Target::Trf).unwrap_or_else(|error| panic!("{context}: {error}"));
            let again = read(&report.text);
            assert_eq!(again.notes, [], "{context}");
            let says = |what: &str| report.left_out.iter().any(|said| said.contains(what));
            let mut expected = loaded.tournament.clone();
            let has_rank = |player: &Player| player.strength_rank.is_some();
            assert_eq!(expected.players.iter().any(has_rank), says("ranks by strength"), "{context}");
            let has_attributes = |player: &Player| !player.attributes.is_empty();
            assert_eq!(expected.players.iter().any(has_attributes), says("attributes"), "{context}");
            assert_eq!(expected.players.iter().any(|player| player.club.is_some()), says("clubs"), "{context}");
            for player in &mut expected.players {
                player.club = None;
                player.strength_rank = None;
                player.attributes.clear();
            }
            assert_eq!(again.tournament.rounds != expected.rounds, says("order of boards"), "{context}");
            assert!(without_board_order(&again.tournament) == without_board_order(&expected), "{context}");
            // The way back loses nothing more.
            let back = converted(&again, Target::Json).expect("written");
            assert_eq!((read(&back.text).tournament, back.left_out), (again.tournament, vec![]), "{context}");
        }
    }
    assert!(doubled > 0);
}

#[test]
fn a_report_is_refused_or_pairs_alike() {
    let mut written = 0;
    for seed in seeds(300) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut tournament = random_tournament(&mut rng, &Options { players: 1..=14, rounds: 0..=6 });
        tournament.accelerations.retain(|_, rounds| !rounds.is_empty());
        let loaded = Loaded { tournament, ..Loaded::default() };
        let json = converted(&loaded, Target::Json).expect("JSON holds everything");
        assert!(read(&json.text).tournament == loaded.tournament, "{seed}");
        let Ok(report) = converted(&loaded, Target::Trf) else { continue };
        written += 1;
        let again = read(&report.text).tournament;
        for round in 1..=loaded.tournament.next_round() {
            let state = |tournament: &Tournament| {
                let request = RoundRequest { trust: Trust::Results, ..round.into() };
                RoundState::new(tournament, request).map(|state| (state.players().to_vec(), state.absent().to_vec()))
            };
            let (one, other) = (state(&loaded.tournament), state(&again));
            let names = |states: &Result<(Vec<_>, Vec<_>), RoundError>| {
                let clear = |player: &PlayerState| {
                    let name = player.name.trim().to_owned();
                    PlayerState { name, ..player.clone() }
                };
                states
                    .as_ref()
                    .ok()
                    .map(|(here, away)| [here, away].map(|all| all.iter().map(clear).collect::<Vec<_>>()))
            };
            assert_eq!(names(&one), names(&other), "{seed}");
        }
    }
    assert!(written > 100, "{written}");
}

#[test]
fn what_is_left_out_is_said() {
    let file = r#"{"players":[{"id":1,"name":"Ada","club":"Rooks","strength_rank":2},{"id":2}],
        "rounds":[{"games":[{"white":2,"black":1,"result":"1-0"}]},{}]}"#;
    let done = ended(&["convert", "-", "--to", "trf"], file, 0, "");
    for said in ["no clubs", "no ranks by strength", "no points", "empty rounds at the end"] {
        assert!(stderr(&done).contains(said), "{said}: {}", stderr(&done));
    }
    assert_eq!(stderr(&run(&["convert", "-", "--to", "trf", "--quiet"], file)), "");
    let gros = run(&["convert", "instances/gros-open-2010.trf", "--to", "json"], "");
    assert!(stderr(&gros).contains("left out: records 022, 032, 052, 062, 072, 082, 092"), "{}", stderr(&gros));
    assert!(stderr(&gros).contains("left out of the players' rows: sex"), "{}", stderr(&gros));
    assert_eq!(read(&stdout(&gros)).tournament.players.len(), 52);
}

#[test]
fn what_a_report_cannot_hold_is_refused() {
    for (file, said) in [
        (r#"{"players":[],"games_per_pairing":2}"#.to_owned(), "one game a round"),
        (
            // A report says nothing of somebody who is away, or says that it is a bye.
            r#"{"players":[{"id":1},{"id":2},{"id":3}],"rounds":[{"games":[{"white":1,"black":2,"result":"1-0"}]}],
                "absences":[{"player":3,"round":1}]}"#
                .to_owned(),
            "a report would say something else of the games or byes of a round",
        ),
        (r#"{"players":[{"id":1},{"id":123456}]}"#.to_owned(), "longer than the 5 columns"),
    ] {
        let refused = ended(&["convert", "-", "--to", "trf"], &file, 3, said);
        assert!(refused.stdout.is_empty() && stderr(&refused).contains("[not-in-trf]"), "{}", stderr(&refused));
        assert_eq!(code(&["convert", "-", "--to", "json"], &file), 0);
    }
    assert_eq!(code(&["convert", "tests/damaged/several-faults.trf", "--to", "json"], ""), 5);
    assert_eq!(code(&["convert", "-", "--to", "json"], r#"{"players":[{"id":1},{"id":1}]}"#), 5);
    assert_eq!(code(&["convert", "-", "--to", "pgn"], r#"{"players":[]}"#), 3);
    assert_eq!(code(&["convert", "-"], r#"{"players":[]}"#), 3);
    for format in ["json", "csv", "pairs", "trf"] {
        assert_eq!(code(&["convert", "-", "--to", "json", "--format", format], r#"{"players":[]}"#), 3, "{format}");
    }
}
