//! The Dutch systems, compared with tournaments known to be right and with the literal readings of their articles.

use crate::support::system;
use crate::support::table::table;
use crate::support::{dutch_1998_literal, dutch_2012_literal, dutch_candidates_literal, dutch_random, state};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeSet;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use swiss_ilp::registry::System;
use swiss_ilp::rules::Rule;
use swiss_ilp::tasks::check;
use swiss_ilp::tournament::{
    Absence, ByeKind, ForbiddenGroup, Pairing, Player, PlayerId, PlayerState, RoundRequest, RoundState, Score,
    Tournament, Trust,
};

/// The editions that exchange and backtrack alike.
fn systems() -> [System; 2] {
    [system("dutch-2012"), system("dutch-1998")]
}

fn all_editions() -> [System; 4] {
    ["dutch-2026", "dutch-2017", "dutch-2012", "dutch-1998"].map(system)
}

fn read(path: &Path) -> Tournament {
    let bytes = fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    swiss_ilp::formats::read(&bytes).unwrap_or_else(|faults| panic!("{}: {faults:?}", path.display())).tournament
}

fn instance(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("instances").join(name)
}

/// `STRESS=20` tries twenty times as many random rounds.
fn seeds() -> std::ops::Range<u64> {
    let times: u64 = std::env::var("STRESS").map_or(1, |times| times.parse().expect("a number of times"));
    0..10_000 * times
}

#[test]
fn every_tournament_known_to_be_right_is_reproduced() {
    for (id, expected) in [("dutch-2012", 340), ("dutch-2017", 339), ("dutch-2026", 338)] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/oracle").join(id);
        let (mut files, mut rounds) = (0, 0);
        for entry in fs::read_dir(folder).expect("the folder") {
            let path = entry.expect("a file").path();
            if path.extension().is_none_or(|extension| extension != "trf") {
                continue;
            }
            let checks = check(&read(&path), system(id), Trust::Nothing).expect("a sound tournament");
            let different: Vec<_> = checks.iter().filter(|check| check.is_different()).collect();
            assert!(different.is_empty(), "{}: {different:#?}", path.display());
            files += 1;
            rounds += checks.len();
        }
        assert_eq!((files, rounds), (40, expected), "{id}");
    }
}

/// Rounds as federations paired them. Two are omitted: an arbiter changed round 2 of the British Championship, and in
/// round 1 of Arad the players had other numbers than in the file.
#[test]
fn real_rounds_are_reproduced() {
    for (file, rounds) in [("british-championship-2026.trf", 3..=8), ("arad-2026-a.trf", 2..=9)] {
        let checks = check(&read(&instance(file)), system("dutch-2012"), Trust::Nothing).expect("a sound tournament");
        for check in checks.iter().filter(|check| rounds.contains(&check.round)) {
            assert!(!check.is_different(), "{file}, round {}: {:#?}", check.round, check.differences);
        }
    }
    let gros = read(&instance("gros-open-2010.trf"));
    let state = RoundState::new(&gros, RoundRequest::default()).expect("round 5");
    let paired = system("dutch-2012").pair(&state).expect("a pairing");
    let known = fs::read(instance("gros-open-2010.round-5.dutch-2012.pairs")).expect("the pairs");
    let known = String::from_utf8(known).expect("digits");
    assert_eq!(swiss_ilp::formats::pairs::write(&paired.pairing), known);
}

/// Compares an engine with a literal reading of its article, whose author had not seen the engine, and both with the
/// verifier.
fn assert_agreement(system: System, seeds: Range<u64>, literal: impl Fn(&RoundState) -> Option<Pairing>) {
    let (mut rounds, mut unpairable) = (0, 0);
    for seed in seeds {
        let rare = [dutch_random::barred(seed), dutch_random::topscorers(seed)];
        for tournament in [dutch_random::ruled(seed, &literal), dutch_random::wild(seed)].into_iter().chain(rare) {
            let state = state(&tournament);
            let expected = literal(&state);
            let found = system.pair(&state).ok().map(|paired| paired.pairing);
            assert_eq!(found, expected, "{}, seed {seed}: {tournament:#?}", system);
            if let Some(pairing) = &found {
                let verdict = system.verify(&state, pairing);
                let broken = verdict.violations;
                assert!(broken.is_empty(), "{}, seed {seed}: {broken:?} in {tournament:#?}", system);
            }
            rounds += 1;
            unpairable += u32::from(expected.is_none());
        }
    }
    println!("{}: {rounds} rounds, {unpairable} without a pairing", system);
    assert!(
        unpairable > rounds / 400 && rounds > 10 * unpairable / 4,
        "{rounds} rounds, {unpairable} without a pairing"
    );
}

#[test]
fn the_engine_of_2012_agrees_with_the_literal_reading() {
    assert_agreement(system("dutch-2012"), seeds(), dutch_2012_literal::pair);
}

/// Late rounds of small fields, in which C.12 and C.13 are at work.
#[test]
fn the_engine_of_2012_agrees_with_the_literal_reading_in_late_rounds() {
    let mut unpairable = 0;
    for seed in crate::support::seeds(2000) {
        let state = state(&dutch_random::late(seed, dutch_2012_literal::pair));
        let found = system("dutch-2012").pair(&state).ok().map(|paired| paired.pairing);
        assert_eq!(found, dutch_2012_literal::pair(&state), "seed {seed}");
        unpairable += u32::from(found.is_none());
    }
    assert!(unpairable > 10, "{unpairable}");
}

/// Where JaVaFo 1.4 pairs otherwise, and by which article it should not. The system's page tells each case.
const OTHERWISE: [(&str, u32, &str); 8] = [
    ("g10_7_1171.trf", 7, "C.13: S1 = {2} of the penultimate bracket completes, and the file joins"),
    ("g14_11_1091.trf", 9, "C.13: S1 = {7} of the penultimate bracket completes, and the file joins"),
    ("g14_11_1115.trf", 10, "C.13: S1 = {1} of the penultimate bracket completes, and the file joins"),
    ("g14_11_1151.trf", 8, "C.1, C.12: not explained"),
    ("g15_11_1098.trf", 10, "C.13: S1 = {3} of the penultimate bracket completes, and the file joins"),
    ("n16_r11_159.trf", 9, "C.13: S1 = {3} of the penultimate bracket completes, and the file joins"),
    ("n17_r9_210.trf", 8, "C.12: only 11 lets the next bracket make P1 = P0 = 2 pairs"),
    ("odd_s22_n20_r17.trf", 15, "C.13: S1 = {6} of the penultimate bracket completes, and the file joins"),
];

/// Late rounds of JaVaFo 1.4 that are paired otherwise are these, and no others.
#[test]
fn late_rounds_of_2012_are_reproduced_but_those_known() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/oracle/dutch-2012-late");
    let entries = fs::read_dir(folder).expect("the folder").map(|entry| entry.expect("a file").path());
    let paths: BTreeSet<PathBuf> = entries.filter(|path| path.extension().is_some_and(|end| end == "trf")).collect();
    let (mut rounds, mut different) = (0, Vec::new());
    for path in &paths {
        let checks = check(&read(path), system("dutch-2012"), Trust::Nothing).expect("a sound tournament");
        rounds += checks.len();
        let file = path.file_name().and_then(|name| name.to_str()).expect("a name").to_owned();
        let others = checks.iter().filter(|check| check.is_different());
        different.extend(others.map(|check| (file.clone(), check.round)));
    }
    assert_eq!(different, OTHERWISE.map(|(file, round, _)| (file.to_owned(), round)));
    assert_eq!((paths.len(), rounds), (67, 718));
}

#[test]
fn the_engine_of_1998_agrees_with_the_literal_reading() {
    assert_agreement(system("dutch-1998"), seeds(), dutch_1998_literal::pair);
}

/// 1,000 rounds of each; `STRESS=40` makes them 40,000.
#[test]
fn the_engines_of_2026_and_2017_agree_with_the_literal_readings() {
    let seeds = || crate::support::seeds(250);
    assert_agreement(system("dutch-2026"), seeds(), dutch_candidates_literal::pair_2026);
    assert_agreement(system("dutch-2017"), seeds(), dutch_candidates_literal::pair_2017);
}

/// 1.4.3 and C2 of 2026 count the points of a round without a game, and not what the bye is called.
#[test]
fn the_engine_of_2026_goes_by_what_byes_and_forfeits_are_worth() {
    let system = system("dutch-2026");
    let mut unlike = 0;
    for seed in crate::support::seeds(500) {
        let state = state(&dutch_random::valued(seed));
        let found = system.pair(&state).ok().map(|paired| paired.pairing);
        assert_eq!(found, dutch_candidates_literal::pair_2026(&state), "seed {seed}");
        let broken = found.map(|pairing| system.verify(&state, &pairing).violations).unwrap_or_default();
        assert!(broken.is_empty(), "seed {seed}: {broken:?}");
        let by_name = |player: &PlayerState| {
            (!player.has_scored_without_playing(), [player.float(1), player.float(2)])
                == (system.may_have_bye(&state, player), system.floats(&state, player))
        };
        unlike += u32::from(!state.players().iter().all(by_name));
    }
    assert!(unlike > 100, "{unlike}");
}

#[test]
fn a_trace_cites_rules_that_there_are() {
    let mut cited = BTreeSet::new();
    for system in all_editions() {
        for seed in 0..1_000 {
            let Ok(paired) = system.pair(&state(&dutch_random::wild(seed))) else { continue };
            for line in &paired.trace {
                let ids = line.split('[').skip(1).filter_map(|rest| rest.split_once(']'));
                cited.extend(ids.map(|(id, _)| id.to_owned()));
            }
        }
    }
    for id in &cited {
        assert!(Rule::find(id).is_some(), "{id}");
    }
    for article in
        ["A3", "A7d", "A7e", "B2", "B4", "B5", "B6", "C1", "C10", "C12", "C13", "C14", "D1", "D2", "D3", "E5"]
    {
        assert!(cited.contains(&format!("dutch-2012.{article}")), "no story has {article}: {cited:?}");
    }
    for article in ["A3", "B4", "B5", "B6", "C1", "C9", "C10", "C11", "C12", "C13", "C14", "D1", "D2", "E4"] {
        assert!(cited.contains(&format!("dutch-1998.{article}")), "no story has {article}: {cited:?}");
    }
    for id in ["2017.B3", "2017.D1", "2017.D2", "2017.D3", "2017.A4", "2017.A5", "2017.A9", "2017.E5"] {
        assert!(cited.contains(&format!("dutch-{id}")), "no story has {id}: {cited:?}");
    }
    for id in ["2026.3.3", "2026.4.2", "2026.4.3", "2026.4.4", "2026.1.4", "2026.C5", "2026.5.2.5"] {
        assert!(cited.contains(&format!("dutch-{id}")), "no story has {id}: {cited:?}");
    }
}

/// A round with incompatible players, backtracking and a joined lowest bracket.
#[test]
fn the_trace_of_a_late_round() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/oracle/dutch-2012");
    let tournament = read(&folder.join("n13_r9_106.trf"));
    let request = RoundRequest { round: Some(7), ..RoundRequest::default() };
    let state = RoundState::new(&tournament, request).expect("round 7");
    insta::assert_snapshot!(system("dutch-2012").pair(&state).expect("a pairing").trace.join("\n"));
}

/// In 1998 every pair of unequal scores has floats, also in a bracket of which half was moved down. The trace says so.
#[test]
fn the_trace_of_1998_names_floats_of_a_homogeneous_bracket() {
    let mut floats = 0;
    for seed in 0..1_000 {
        let Ok(paired) = system("dutch-1998").pair(&state(&dutch_random::wild(seed))) else { continue };
        let mut as_if_homogeneous = false;
        for line in &paired.trace {
            as_if_homogeneous =
                if line.starts_with(' ') { as_if_homogeneous } else { line.contains("as if homogeneous") };
            floats += u32::from(as_if_homogeneous && line.contains("an upfloat as"));
        }
    }
    assert!(floats > 10, "{floats}");
}

#[test]
fn a_round_after_draws_only_is_paired() {
    // All games were drawn, so all players are in one bracket.
    let tournament = table(&[
        "5w= 2b= 6w=",
        "6b= 1w= 5w=",
        "7w= 4b= 8w=",
        "8b= 3w= 7b=",
        "1b= 6w= 2b=",
        "2w= 5b= 1b=",
        "3b= 8w= 4w=",
        "4w= 7b= 3b=",
    ]);
    for system in all_editions() {
        let paired = system.pair(&state(&tournament)).expect("a pairing");
        assert_eq!(paired.pairing.boards.len(), 4, "{}", system);
    }
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

/// Compares all rounds of tournaments with more players than in the random rounds above, some of whom may not meet. The
/// engine pairs these rounds itself.
fn assert_agreement_on_larger_fields(
    system: System,
    seeds: Range<u64>,
    most: u32,
    literal: impl Fn(&RoundState) -> Option<Pairing>,
) {
    for seed in seeds {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let players = rng.random_range(15..=most);
        let bans = if rng.random_bool(0.5) { rng.random_range(1..players) } else { 0 };
        let mut tournament = Tournament {
            rounds_planned: Some(rng.random_range(5..=13)),
            players: (1..=players).map(|id| Player::new(PlayerId(id))).collect(),
            ..Tournament::default()
        };
        for _ in 0..bans {
            let players = [0, 0].map(|_| PlayerId(rng.random_range(1..=players)));
            if players[0] != players[1] {
                tournament.forbidden.push(ForbiddenGroup { players: players.to_vec(), rounds: None });
            }
        }
        for _ in 0..tournament.rounds_planned.unwrap_or_default() {
            let state = state(&tournament);
            let found = system.pair(&state).ok().map(|paired| paired.pairing);
            assert_eq!(found, literal(&state), "{system}, seed {seed}, round {}", state.round());
            let Some(pairing) = found else { break };
            tournament.rounds.push(crate::support::play(&pairing, &mut rng));
        }
    }
}

#[test]
fn the_engine_of_2012_agrees_with_the_literal_reading_on_larger_fields() {
    assert_agreement_on_larger_fields(system("dutch-2012"), crate::support::seeds(200), 80, dutch_2012_literal::pair);
}

#[test]
fn the_engines_of_2026_and_2017_agree_with_the_literal_readings_on_larger_fields() {
    let seeds = || crate::support::seeds(30);
    assert_agreement_on_larger_fields(system("dutch-2026"), seeds(), 40, dutch_candidates_literal::pair_2026);
    assert_agreement_on_larger_fields(system("dutch-2017"), seeds(), 40, dutch_candidates_literal::pair_2017);
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
fn the_first_round_is_the_upper_half_against_the_lower_half() {
    for (tournament, expected) in crate::support::first_rounds() {
        for system in all_editions() {
            let paired = system.pair(&state(&tournament)).expect("a pairing");
            assert_eq!(paired.pairing, expected, "{}", system);
        }
    }
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

#[test]
fn c_12_moves_another_player_down() {
    // 3 would move down, but only 2 can meet 4.
    let tournament = with_scores(&[20, 20, 20, 10], &[], &[(1, 4), (3, 4)]);
    for system in systems() {
        assert_eq!(pairs(system, &tournament), (vec![(1, 3), (2, 4)], None), "{}", system);
    }
    // Another player is moved down even if fewer preferences are then granted above. But only the next bracket counts:
    // 3 can meet 4, and it does not matter whom 5 can meet.
    let tournament = with_scores(&[20, 20, 20, 10, 10, 0], &[], &[(4, 5), (3, 5)]);
    for system in systems() {
        assert_eq!(pairs(system, &tournament), (vec![(1, 2), (3, 4), (5, 6)], None), "{}", system);
    }
}

#[test]
fn c_13_makes_fewer_pairs_then_joins() {
    // 5 and 6 may not meet: two must come down to them.
    let tournament = with_scores(&[10, 10, 10, 10, 0, 0], &[], &[(5, 6)]);
    for system in systems() {
        assert_eq!(pairs(system, &tournament), (vec![(1, 2), (3, 5), (4, 6)], None), "{}", system);
    }
    // 1 is moved down and can meet 2 and 4, but 4 can meet nobody else: without 1 P is zero, so 2 and 3 do not meet
    // before all are joined. In the joined bracket 1, 2 and 3 are moved down, and S1 as far as they can be.
    let tournament = with_scores(&[20, 10, 10, 0], &[], &[(2, 4), (3, 4)]);
    for system in systems() {
        assert_eq!(pairs(system, &tournament), (vec![(1, 4), (2, 3)], None), "{}", system);
    }
}

#[test]
fn a_player_moved_down_without_opponent_moves_on() {
    // 1 and 2 can meet nobody above the last two.
    let bans: Vec<(u32, u32)> =
        [(1, 2)].into_iter().chain((3..=6).flat_map(|other| [(1, other), (2, other)])).collect();
    let tournament = with_scores(&[20, 20, 10, 10, 10, 10, 0, 0], &[], &bans);
    for system in systems() {
        assert_eq!(pairs(system, &tournament), (vec![(1, 7), (2, 8), (3, 5), (4, 6)], None), "{}", system);
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
