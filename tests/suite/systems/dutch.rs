//! The Dutch systems, compared with tournaments known to be right and with the literal readings of their articles.

use crate::readings::{dutch_2012, dutch_candidates};
use crate::support::files::{files, load};
use crate::support::prelude::*;
use crate::support::{Literal, dutch_random, lines, read_again};
use std::thread;
use swiss_ilp::questions::check::check;

fn all_editions() -> [System; 4] {
    ["dutch-2026", "dutch-2017", "dutch-2012", "dutch-1998"].map(system)
}

/// The tournaments of a folder of `tests/data/oracle`, by name.
fn oracle(folder: &str) -> BTreeMap<String, Tournament> {
    let named = |path: &PathBuf| path.file_stem().expect("a name").to_string_lossy().into_owned();
    let reports = files(&format!("tests/data/oracle/{folder}"), "trf").into_iter();
    reports.map(|path| (named(&path), load(&path).tournament)).collect()
}

/// The rounds of these tournaments, and which of them the system pairs otherwise, with colours and bye.
fn replay(system: System, tournaments: &BTreeMap<String, Tournament>) -> (usize, Vec<(&str, u32)>) {
    let (mut rounds, mut different) = (0, Vec::new());
    for (name, tournament) in tournaments {
        let checks = check(tournament, system, Trust::Nothing).expect("a sound tournament");
        rounds += checks.len();
        different.extend(checks.iter().filter(|check| check.is_different()).map(|check| (name.as_str(), check.round)));
    }
    (rounds, different)
}

/// By the engine, by the literal reading and for the verifier. Files that declare neither the number of rounds nor the initial colour
/// have all rounds, and the colour of player 1 in round 1.
#[test]
fn every_tournament_known_to_be_right_is_reproduced() {
    let folders = [
        ("dutch-2012", 40, 340, Some(dutch_2012::pair as Literal)),
        ("dutch-2012-more", 16, 128, None),
        ("dutch-2017", 40, 339, Some(dutch_candidates::pair_2017)),
        ("dutch-2017-odd", 40, 301, Some(dutch_candidates::pair_2017)),
        ("dutch-2017-absent", 20, 160, Some(dutch_candidates::pair_2017)),
        ("dutch-2026", 40, 338, Some(dutch_candidates::pair_2026)),
        ("dutch-2026-odd", 40, 309, Some(dutch_candidates::pair_2026)),
        ("dutch-2026-absent", 20, 194, Some(dutch_candidates::pair_2026)),
    ];
    // A thread each: this test takes longest, and others have ended before it.
    thread::scope(|scope| {
        for (folder, files, rounds, literal) in folders {
            scope.spawn(move || reproduced(folder, files, rounds, literal));
        }
    });
}

/// The tournaments of a folder of `tests/data/oracle`, so many files and rounds, are reproduced.
fn reproduced(folder: &str, files: usize, rounds: usize, literal: Option<Literal>) {
    let (tournaments, edition) = (oracle(folder), system(&folder[..10]));
    assert_eq!((tournaments.len(), replay(edition, &tournaments)), (files, (rounds, vec![])), "{folder}");
    let Some(literal) = literal else { return };
    for (name, mut tournament) in tournaments {
        tournament.rounds_planned.get_or_insert(u32::try_from(tournament.rounds.len()).expect("few"));
        let games = &tournament.rounds[0].games;
        let first = games.iter().find(|game| [game.white, game.black].contains(&PlayerId(1)));
        let colour = first.map(|game| if game.white == PlayerId(1) { Colour::White } else { Colour::Black });
        tournament.initial_colour = tournament.initial_colour.or(colour);
        for (round, played) in tournament.played_rounds() {
            let state = RoundState::new(&tournament, RoundRequest::from(round)).expect("sound");
            let theirs = played.pairing().expect("a pairing").in_board_order(&state);
            assert_eq!(literal(&state).as_ref(), Some(&theirs), "{name}, round {round}");
            let violations = edition.verify(&state, &theirs).violations;
            assert!(violations.is_empty(), "{name}, round {round}: {violations:?}");
        }
    }
}

/// The literal readings since 2017 find the best value first; so does their walk over all candidates.
#[test]
fn the_methods_of_the_literal_readings_agree() {
    use dutch_candidates::{pair_2017, pair_2017_plainly, pair_2026, pair_2026_plainly};
    for (quick, plain) in [(pair_2026 as Literal, pair_2026_plainly as Literal), (pair_2017, pair_2017_plainly)] {
        for seed in seeds(250) {
            for tournament in [dutch_random::ruled_up_to(9, seed, quick), dutch_random::wild_up_to(9, seed)] {
                let state = state(&tournament);
                assert_eq!(plain(&state), quick(&state), "seed {seed}: {tournament:#?}");
            }
        }
    }
}

/// bbpPairings 6.0.0 counts everybody in the file, FIDE only who plays in round 1: 29 of 31, and 61 of 67. With the groups as that
/// program made them, every round is the same.
#[test]
fn baku_groups_are_those_of_the_players_of_round_1() {
    let mut tournaments = oracle("dutch-2026-baku");
    let others = |name, rounds: &[u32]| rounds.iter().map(|round| (name, *round)).collect::<Vec<_>>();
    let (thirty_one, sixty_seven) = ("odd_bbp6_s5007_n31_r7_of7", "odd_bbp6_s5019_n67_r9_of9");
    let different = [others(thirty_one, &[1, 2, 3, 4, 5]), others(sixty_seven, &[1, 2, 3, 4])].concat();
    assert_eq!(replay(system("dutch-2026"), &tournaments), (32, different));
    let last = |tournament: &Tournament| tournament.accelerations.keys().map(|id| id.0).max();
    assert_eq!([thirty_one, sixty_seven].map(|name| last(&tournaments[name])), [Some(18), Some(35)]);
    for tournament in tournaments.values_mut() {
        let points = tournament.accelerations.values().next().expect("accelerated players").clone();
        let group = 2 * tournament.players.len().div_ceil(4);
        let ids = (1..).take(group).map(PlayerId);
        tournament.accelerations = ids.map(|id| (id, points.clone())).collect();
    }
    assert_eq!(replay(system("dutch-2026"), &tournaments), (32, vec![]));
}

/// Whom the arbiter takes from round 1 or adds to it is not in the file, and counts all the same.
#[test]
fn baku_groups_go_by_the_arbiters_decisions() {
    let file: String = (1..=9).map(|id| format!("001 {id:4}      {:33}{:>37}\n", format!("P{id}"), "0.0")).collect();
    let file = format!("142 9\n192 FIDE_DUTCH_2026_BAKU\n240 H   1    2\n{file}");
    let tournament = swiss_ilp::files::read(file.as_bytes()).expect("sound").tournament;
    let accelerated = |request| {
        let state = RoundState::new(&tournament, request).expect("round 1");
        let has_more = |player: &&PlayerState| player.score > player.points;
        state.players().iter().filter(has_more).map(|player| player.id.0).collect::<Vec<_>>()
    };
    let ids = |ids: &[u32]| ids.iter().copied().map(PlayerId).collect::<Vec<_>>();
    assert_eq!(accelerated(RoundRequest::default()), [1, 3, 4, 5], "8 players");
    let found = accelerated(RoundRequest { late: ids(&[2]), ..RoundRequest::default() });
    assert_eq!(found, [1, 2, 3, 4, 5, 6], "9 players");
    let request = RoundRequest { absent: ids(&[1, 4, 9]), ..RoundRequest::default() };
    assert_eq!(accelerated(request), [3, 5, 6, 7], "5 players");
}

/// Rounds without a legal pairing: the other program finds none, either.
#[test]
fn rounds_without_a_pairing_are_refused() {
    for (id, files) in [("dutch-2017", 5), ("dutch-2026", 8)] {
        let tournaments = oracle(&format!("{id}-nopairing"));
        assert_eq!(tournaments.len(), files);
        for (name, tournament) in &tournaments {
            let round = name.rsplit_once("_r").and_then(|(_, round)| round.parse().ok()).expect("a round");
            let request = RoundRequest { round: Some(round), ..RoundRequest::default() };
            let state = RoundState::new(tournament, request).expect("sound");
            assert!(system(id).pair(&state).is_err(), "{name}");
        }
    }
}

/// Rounds in which programs or editions differ. Of the last file both bbpPairings, and JaVaFo by 2017, say the same.
#[test]
fn disputed_rounds_are_paired_by_the_text() {
    let tournaments = oracle("adjudicated");
    for (name, id, expected) in [
        ("seed735265-r7-p10", "dutch-2026", "5-1 8-2 9-3 7"),
        ("seed8848759-r9-p10", "dutch-2026", "1-4 7-10 5-2 3"),
        ("seed7073463-r8-p9", "dutch-2026", "9-7 2-1 4-8 6"),
        ("seed2120538796-r6-p8", "dutch-2026", "4-2 7-5 6-3 8"),
        ("delta-1-seed1-r8", "dutch-2026", "1-17 2-3 4-14 5-11 6-19 8-10 9-13 12-15 16-18 7"),
        ("delta-1-seed1-r8", "dutch-2017", "1-17 2-13 3-15 4-14 5-11 6-19 8-10 9-12 16-18 7"),
        ("delta-2-seed3-r2", "dutch-2026", "2-5 3-4 1"),
        ("delta-2-seed3-r2", "dutch-2017", "1-2 3-5 4"),
        ("delta-3-seed8-r9", "dutch-2026", "1-6 2-15 3-14 4-10 5-12 7-16 8-13 9-11"),
        ("delta-3-seed8-r9", "dutch-2017", "1-6 2-15 3-13 4-8 5-12 7-16 9-11 10-14"),
        ("delta-4-seed9-r9", "dutch-2026", "1-9 18-22 6-26 7-14 21-24 8-10 13-23 15-19 2-3 11-17 16-20 5-25 4-12"),
        ("delta-4-seed9-r9", "dutch-2017", "1-9 18-22 6-26 7-14 21-24 8-10 13-23 15-19 3-17 2-4 11-25 16-20 5-12"),
    ] {
        let state = state(&tournaments[name]);
        let pairing = system(id).pair(&state).expect("a pairing").pairing;
        let pairs = pairing
            .boards
            .iter()
            .map(|board| [board.white, board.black].map(|id| id.0))
            .chain(pairing.bye.map(|bye| [bye.0, 0]));
        let found: BTreeSet<[u32; 2]> = pairs.map(sorted).collect();
        let pair = |word: &str| {
            let seats = word.split_once('-').map_or([word, "0"], <[&str; 2]>::from);
            sorted(seats.map(|number| number.parse().expect("a number")))
        };
        assert_eq!(found, expected.split(' ').map(pair).collect(), "{name} by {id}");
    }
}

fn sorted(mut pair: [u32; 2]) -> [u32; 2] {
    pair.sort_unstable();
    pair
}

/// FIDE's own examples of 5.2.5: the parity is that of the place among those who have arrived. What the numbers of the file
/// give is said, also where the initial colour follows from the round.
#[test]
fn colours_of_last_resort_go_by_the_place_among_those_who_have_arrived() {
    for (players, absent, boards, by_file) in [
        (10, vec![1, 3], "2-7 8-4 5-9 10-6", "7-2 8-4 5-9 10-6"),
        (5, vec![2], "1-4 5-3", "1-4 3-5"),
        (6, vec![], "1-4 5-2 3-6", ""),
    ] {
        for id in ["dutch-2026", "dutch-2017"] {
            let ids = (1..=players).map(PlayerId);
            let absences =
                absent.iter().map(|id| Absence { player: PlayerId(*id), round: Some(1), kind: ByeKind::Half });
            let tournament = Tournament {
                players: ids.map(Player::new).collect(),
                absences: absences.collect(),
                ..Tournament::default()
            };
            let state = state(&tournament);
            let pairing = system(id).pair(&state).expect("a pairing").pairing;
            let found: Vec<String> = pairing.boards.iter().map(ToString::to_string).collect();
            assert_eq!(found.join(" "), boards, "{id}");
            let board = |word: &str| {
                let (white, black) = word.split_once('-').expect("a board");
                Board {
                    white: PlayerId(white.parse().expect("a number")),
                    black: PlayerId(black.parse().expect("one")),
                }
            };
            if by_file.is_empty() {
                continue;
            }
            let played = Pairing { boards: by_file.split(' ').map(board).collect(), bye: pairing.bye };
            let verdict = system(id).verify(&state, &played);
            assert!(!verdict.violations.is_empty(), "{id}");
            for violation in &verdict.violations {
                let said =
                    violation.what.ends_with("; the numbers of the file, with those yet to arrive, give these colours");
                assert!(said, "{violation}");
            }
        }
    }
}

/// A game that was not played and a pairing-allocated bye are an arrival; a requested bye is none. Player 6 comes in round 2, from
/// which 3 and 5 are away.
#[test]
fn who_has_taken_part_before_has_arrived() {
    let place = |points: &str, cell: &str| {
        let cells =
            [("0.5", "   2 w ="), ("0.5", "   1 b ="), ("0.0", "   4 w -"), ("1.0", "   3 b +"), (points, cell)];
        let row = |(id, (points, cell))| format!("001 {id:4}      {:33}{points:>37}       {cell}\n", "");
        let file: String = (1..).zip(cells.into_iter().chain([("0.0", "0000 - Z")])).map(row).collect();
        let tournament = swiss_ilp::files::read(file.as_bytes()).expect("sound").tournament;
        let request = RoundRequest { absent: vec![PlayerId(3), PlayerId(5)], ..RoundRequest::default() };
        let state = RoundState::new(&tournament, request).expect("round 2");
        swiss_ilp::rules::places_of_arrival(&state)[state.rank(PlayerId(6)).expect("to be paired")]
    };
    assert_eq!(place("1.0", "0000 - U"), 6);
    for (points, cell) in [("0.5", "0000 - H"), ("1.0", "0000 - F"), ("0.0", "0000 - Z")] {
        assert_eq!(place(points, cell), 5, "{cell}");
    }
}

/// Rounds as federations paired them. Two are omitted: an arbiter changed round 2 of the British Championship, and in
/// round 1 of Arad the players had other numbers than in the file.
#[test]
fn real_rounds_are_reproduced() {
    for (file, rounds) in [("british-championship-2026.trf", 3..=8), ("arad-2026-a.trf", 2..=9)] {
        let tournament = load(format!("instances/{file}").as_ref()).tournament;
        let checks = check(&tournament, system("dutch-2012"), Trust::Nothing).expect("a sound tournament");
        for check in checks.iter().filter(|check| rounds.contains(&check.round)) {
            assert!(!check.is_different(), "{file}, round {}: {:#?}", check.round, check.differences);
        }
    }
    let gros = load(GROS.as_ref()).tournament;
    let state = RoundState::new(&gros, RoundRequest::default()).expect("round 5");
    let paired = system("dutch-2012").pair(&state).expect("a pairing");
    let known = fs::read("instances/gros-open-2010.round-5.dutch-2012.pairs").expect("the pairs");
    let known = String::from_utf8(known).expect("digits");
    assert_eq!(swiss_ilp::files::pairs::write(&paired.pairing), known);
}

/// The worked tournament of FIDE's Technical Commission (M. Held, *Mastering the Dutch*, 2026): the boards of its nine rounds in the
/// order of the book, White first, and the bye.
const MASTERING_THE_DUTCH: [&str; 9] = [
    "1-8 9-2 3-10 11-4 5-12 13-6 7-14 15",
    "14-1 15-3 4-13 2-5 12-9 10-7 8-11",
    "1-4 3-2 13-8 9-14 12-15 6-5 11-10",
    "4-3 2-1 8-9 7-12 5-13 14-6 15-11 10",
    "1-3 9-7 4-5 12-2 6-8 13-11 10-15 14",
    "7-1 3-4 8-12 11-9 2-10 5-14 15-6 13",
    "3-8 1-9 4-2 6-7 13-14 12-11 5-10",
    "7-3 1-13 9-4 2-8 10-12 11-6 14-15 5",
    "10-1 9-3 4-7 13-2 8-15 5-11 12-14 6",
];

/// The engine gives the boards in this order; literal reading and second reading have none of their own.
#[test]
fn the_worked_tournament_of_fide_is_paired_as_in_the_book() {
    let tournament = load("instances/mastering-the-dutch-2026.json".as_ref()).tournament;
    let words = |pairing: &Pairing| {
        let boards = pairing.boards.iter().map(|board| format!("{}-{}", board.white, board.black));
        boards.chain(pairing.bye.map(|bye| bye.to_string())).collect::<Vec<_>>()
    };
    for (round, book) in (1..).zip(MASTERING_THE_DUTCH) {
        let request = RoundRequest { round: Some(round), ..RoundRequest::default() };
        let state = RoundState::new(&tournament, request).expect("a round of the book");
        let engine = system("dutch-2026").pair(&state).expect("a pairing").pairing;
        assert_eq!(words(&engine).join(" "), book, "round {round}");
        let literal = dutch_candidates::pair_2026(&state).expect("a pairing");
        for other in [literal, read_again("dutch-2026", &state).expect("a pairing")] {
            let boards: BTreeSet<String> = words(&other).into_iter().collect();
            assert_eq!(boards, book.split(' ').map(str::to_owned).collect(), "round {round}");
        }
    }
}

/// Where JaVaFo 1.4 pairs otherwise, and by which article it should not. The system's page tells each case.
const OTHERWISE: [(&str, u32, &str); 8] = [
    ("g10_7_1171", 7, "C.13: S1 = {2} of the penultimate bracket completes, and the file joins"),
    ("g14_11_1091", 9, "C.13: S1 = {7} of the penultimate bracket completes, and the file joins"),
    ("g14_11_1115", 10, "C.13: S1 = {1} of the penultimate bracket completes, and the file joins"),
    ("g14_11_1151", 8, "C.1, C.12: not explained"),
    ("g15_11_1098", 10, "C.13: S1 = {3} of the penultimate bracket completes, and the file joins"),
    ("n16_r11_159", 9, "C.13: S1 = {3} of the penultimate bracket completes, and the file joins"),
    ("n17_r9_210", 8, "C.12: only 11 lets the next bracket make P1 = P0 = 2 pairs"),
    ("odd_s22_n20_r17", 15, "C.13: S1 = {6} of the penultimate bracket completes, and the file joins"),
];

/// Late rounds of JaVaFo 1.4 that are paired otherwise are these, and no others.
#[test]
fn late_rounds_of_2012_are_reproduced_but_those_known() {
    let tournaments = oracle("dutch-2012-late");
    let (rounds, different) = replay(system("dutch-2012"), &tournaments);
    assert_eq!(different, OTHERWISE.map(|(name, round, _)| (name, round)));
    assert_eq!((tournaments.len(), rounds), (67, 718));
}

/// 1.4.3 of 2026: the pairing-allocated bye is a downfloat, even if it brings no more points than a loss. One of 4 and 6 has to go
/// down to 5. Player 6 had the bye in round 1, so it is 4 (C14), and 3 meets 6, although 3-4 comes earlier (4.2).
#[test]
fn a_bye_that_is_worth_a_loss_is_a_downfloat() {
    let mut tournament = table(&["3b=", "4w1", "1w=", "2b0", ".", "U"]);
    let [loss, draw, win] = [10, 20, 30].map(Score::from_tenths);
    tournament.points = PointSystem {
        win: [win; 2],
        draw: [draw; 2],
        loss: [loss; 2],
        forfeit_win: win,
        pairing_bye: loss,
        full_bye: win,
        half_bye: draw,
        ..PointSystem::default()
    };
    tournament.rounds_planned = Some(3);
    let state = state(&tournament);
    let pairs = |pairing: &Pairing| -> BTreeSet<[u32; 2]> {
        pairing.boards.iter().map(|board| sorted([board.white.0, board.black.0])).collect()
    };
    let pairing = system("dutch-2026").pair(&state).expect("a pairing").pairing;
    assert_eq!(pairs(&pairing), [[1, 2], [3, 6], [4, 5]].into());
    let plainly = dutch_candidates::pair_2026_plainly(&state).expect("a pairing");
    assert_eq!(pairing, plainly);
}

/// A round with incompatible players, backtracking and a joined lowest bracket.
#[test]
fn the_trace_of_a_late_round() {
    let tournament = load("tests/data/oracle/dutch-2012/n13_r9_106.trf".as_ref()).tournament;
    let request = RoundRequest { round: Some(7), ..RoundRequest::default() };
    let state = RoundState::new(&tournament, request).expect("round 7");
    insta::assert_snapshot!(lines(&system("dutch-2012").pair(&state).expect("a pairing")).join("\n"));
}

/// The initial colour is drawn by lot; where no record declares it, round 1 shows it.
#[test]
fn the_initial_colour_is_read_off_round_1() {
    for rows in [["3w1", "4b0", "1b0", "2w1"], ["3b1", "4w0", "1w0", "2b1"]] {
        for system in all_editions() {
            let checks = check(&table(&rows), system, Trust::Nothing).expect("a sound tournament");
            assert!(!checks[0].is_different(), "{}: {:?}", system, checks[0].differences);
        }
    }
}

/// Round 2 of players with these scores, in tenths. They played no game in round 1; `half_byes` had a half-point bye
/// there. Two more players had the only game of round 1 and then withdrew.
fn with_scores(scores: &[i32], half_byes: &[u32], forbidden: &[(u32, u32)]) -> Tournament {
    let ids = || (1..).map(PlayerId).zip(scores);
    let has_bye = |id: PlayerId| half_byes.contains(&id.0);
    let mut cells: Vec<String> = ids().map(|(id, _)| if has_bye(id) { "H" } else { "Z" }.to_owned()).collect();
    let (one, other) = (cells.len() + 1, cells.len() + 2);
    cells.extend([format!("{other}w="), format!("{one}b=")]);
    let mut tournament = table(&cells.iter().map(String::as_str).collect::<Vec<_>>());
    for (id, score) in ids() {
        let points = if has_bye(id) { 5 } else { 0 };
        tournament.accelerations.insert(id, [(2, Score::from_tenths(score - points))].into());
    }
    let last_two = tournament.players.iter().rev().take(2);
    tournament.absences =
        last_two.map(|player| Absence { player: player.id, round: None, kind: ByeKind::Zero }).collect();
    let ban =
        |(one, other): &(u32, u32)| ForbiddenGroup { players: vec![PlayerId(*one), PlayerId(*other)], rounds: None };
    tournament.forbidden = forbidden.iter().map(ban).collect();
    tournament
}

/// The pairs, the lower number first, and the player with the bye.
fn pairs(system: System, tournament: &Tournament) -> (Vec<(u32, u32)>, Option<u32>) {
    let paired = system.pair(&state(tournament)).expect("a pairing").pairing;
    let pairs = paired.boards.iter().map(|board| (board.white.0.min(board.black.0), board.white.0.max(board.black.0)));
    let mut pairs: Vec<_> = pairs.collect();
    pairs.sort_unstable();
    (pairs, paired.bye.map(|bye| bye.0))
}

/// The six players of D.4, A to F, of whom F can only play A: 4.25 is less than 5.25. 1998 has no D.4.
#[test]
fn the_b3_factor_of_d_4_chooses_in_a_joined_bracket() {
    let only_1 = [(2, 6), (3, 6), (4, 6), (5, 6)];
    let six = with_scores(&[30, 25, 25, 20, 15, 10], &[], &only_1);
    assert_eq!(pairs(system("dutch-2012"), &six), (vec![(1, 6), (2, 3), (4, 5)], None));
    assert_eq!(pairs(system("dutch-1998"), &six), (vec![(1, 6), (2, 4), (3, 5)], None));
    // The warning: player G alone may have the bye and makes the bracket heterogeneous, so S1 meets S2.
    let seven = with_scores(&[30, 25, 25, 20, 15, 10, 10], &[1, 2, 3, 4, 5, 6], &only_1);
    assert_eq!(pairs(system("dutch-2012"), &seven), (vec![(1, 6), (2, 4), (3, 5)], Some(7)));
}

#[test]
fn a_half_point_bye_excludes_from_the_bye_in_2012_and_not_in_1998() {
    let three = with_scores(&[10, 5, 5], &[3], &[]);
    assert_eq!(pairs(system("dutch-2012"), &three), (vec![(1, 3)], Some(2)));
    assert_eq!(pairs(system("dutch-1998"), &three), (vec![(1, 2)], Some(3)));
}

/// Of the three present, 1 had the bye and 3 won by forfeit. So the bye is for 2 or for nobody.
#[test]
fn a_full_point_bye_excludes_from_the_bye_in_2026_and_not_in_2017() {
    let absent = |id| Absence { player: PlayerId(id), round: None, kind: ByeKind::Zero };
    for (cell, of_2026) in [("F", None), ("H", Some(2)), ("Z", Some(2)), (".", Some(2))] {
        let mut tournament = table(&["U", cell, "4w+", "3b-", "6w=", "5b="]);
        tournament.absences.extend([4, 5, 6].map(absent));
        let bye = |id: &str| Some(system(id).pair(&state(&tournament)).ok()?.pairing.bye?.0);
        assert_eq!([bye("dutch-2026"), bye("dutch-2017")], [of_2026, Some(2)], "{cell}");
    }
}

/// The lot gave White to 5, the first of those who were there in round 1. So in 2012 an odd number has Black.
#[test]
fn where_neither_has_played_the_number_decides_in_2012_and_the_rank_in_1998() {
    let tournament = with_scores(&[10, 10, 10, 10], &[], &[]);
    for (id, expected) in [("dutch-2012", [(3, 1), (2, 4)]), ("dutch-1998", [(1, 3), (2, 4)])] {
        let boards = system(id).pair(&state(&tournament)).expect("a pairing").pairing.boards;
        let boards: BTreeSet<_> = boards.iter().map(|board| (board.white.0, board.black.0)).collect();
        assert_eq!(boards, BTreeSet::from(expected), "{id}");
    }
}
