//! The literal reading of the FIDE Dutch rules of 2012, checked on tournaments known to be right and on the examples of
//! the text.

use crate::support::dutch_2012_literal::{
    Method, exchanges, pair, pair_as_lowest, pair_with_cases, subsets, transpositions,
};
use crate::support::dutch_random::{has_forfeit, ruled, wild};
use crate::support::table::table;
use crate::support::{pairing, state};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use swiss_ilp::formats;
use swiss_ilp::tournament::{
    Absence, Board, ByeKind, Colour, ForbiddenGroup, Pairing, PastEvent, PlayerId, RoundRequest, RoundState, Score,
    Tournament,
};

fn oracle() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/oracle/dutch-2012");
    let entries = fs::read_dir(folder).expect("the tournaments").map(|entry| entry.expect("an entry").path());
    let mut paths: Vec<PathBuf> = entries.collect();
    paths.sort();
    paths
}

/// The files declare neither the number of rounds nor the initial colour. So the rounds in the file are all rounds, and
/// the colour is that of the top player in round 1.
fn read(path: &Path) -> Tournament {
    let mut tournament = formats::read(&fs::read(path).expect("readable")).expect("sound").tournament;
    tournament.rounds_planned = Some(u32::try_from(tournament.rounds.len()).expect("few"));
    let top_game = tournament.rounds[0].games.iter().find(|game| [game.white, game.black].contains(&PlayerId(1)));
    tournament.initial_colour =
        top_game.map(|game| if game.white == PlayerId(1) { Colour::White } else { Colour::Black });
    tournament
}

fn sorted(mut boards: Vec<Board>) -> Vec<Board> {
    boards.sort();
    boards
}

fn absent(tournament: &mut Tournament, players: impl IntoIterator<Item = u32>) {
    let absence = |player| Absence { player: PlayerId(player), round: None, kind: ByeKind::Zero };
    tournament.absences.extend(players.into_iter().map(absence));
}

fn forbid(tournament: &mut Tournament, one: u32, others: &[u32]) {
    for &other in others {
        tournament.forbidden.push(ForbiddenGroup { players: [one, other].map(PlayerId).to_vec(), rounds: None });
    }
}

fn pairing_of(tournament: &Tournament) -> Option<Pairing> {
    pair(&state(tournament))
}

#[test]
fn every_round_known_to_be_right_is_reproduced() {
    let mut rounds = 0;
    for path in oracle() {
        let tournament = read(&path);
        for (number, round) in (1..).zip(&tournament.rounds) {
            let context = format!("{}, round {number}", path.display());
            let request = RoundRequest { round: Some(number), ..RoundRequest::default() };
            let state = RoundState::new(&tournament, request).expect("sound");
            let Pairing { boards, bye } = pair(&state).expect(&context);
            let games = round.games.iter().map(|game| Board { white: game.white, black: game.black });
            assert_eq!(sorted(boards), sorted(games.collect()), "{context}");
            let byes = round.byes.iter().find(|bye| bye.kind == ByeKind::Pairing);
            assert_eq!(bye, byes.map(|bye| bye.player), "{context}");
            rounds += 1;
        }
    }
    assert_eq!((oracle().len(), rounds), (40, 340));
}

#[test]
fn transpositions_come_in_the_order_of_d_1() {
    let s2 = [6, 7, 8, 9, 10, 11];
    let all: Vec<Vec<usize>> = transpositions(&s2).collect();
    let tails = [
        [8, 9, 10, 11],
        [8, 9, 11, 10],
        [8, 10, 9, 11],
        [8, 10, 11, 9],
        [8, 11, 9, 10],
        [8, 11, 10, 9],
        [9, 8, 10, 11],
        [9, 8, 11, 10],
        [9, 10, 8, 11],
        [9, 10, 11, 8],
        [9, 11, 8, 10],
        [9, 11, 10, 8],
        [10, 8, 9, 11],
        [10, 8, 11, 9],
        [10, 9, 8, 11],
        [10, 9, 11, 8],
        [10, 11, 8, 9],
        [10, 11, 9, 8],
        [11, 8, 9, 10],
        [11, 8, 10, 9],
        [11, 9, 8, 10],
        [11, 9, 10, 8],
        [11, 10, 8, 9],
        [11, 10, 9, 8],
    ];
    for (number, tail) in tails.iter().enumerate() {
        assert_eq!(all[number], [&[6, 7], &tail[..]].concat(), "{number}");
    }
    assert_eq!(all[24][..3], [6, 8, 7]);
    assert_eq!(all[719], [11, 10, 9, 8, 7, 6]);
    assert_eq!(all.len(), 720);
}

/// The table of D.2 for exchanges of `n` among 1 to 5 and 6 to 11: the numbers in each row, which is a set of S2.
fn numbers_of_exchanges(n: usize) -> Vec<Vec<usize>> {
    let [s1, s2] = [[1, 2, 3, 4, 5].to_vec(), [6, 7, 8, 9, 10, 11].to_vec()];
    let all: Vec<(Vec<usize>, Vec<usize>)> = exchanges(&s1, &s2, n).collect();
    // "5,4", "5,3" and so on, from left to right.
    let mut columns: Vec<Vec<usize>> = subsets(&[5, 4, 3, 2, 1], n);
    columns.iter_mut().for_each(|column| column.reverse());
    let number =
        |row: &Vec<usize>, column: &Vec<usize>| all.iter().position(|(i, j)| i == column && j == row).unwrap() + 1;
    subsets(&s2, n).iter().map(|row| columns.iter().map(|column| number(row, column)).collect()).collect()
}

#[test]
fn exchanges_come_in_the_order_of_d_2() {
    let one = [
        [1, 3, 6, 10, 15],
        [2, 5, 9, 14, 20],
        [4, 8, 13, 19, 24],
        [7, 12, 18, 23, 27],
        [11, 17, 22, 26, 29],
        [16, 21, 25, 28, 30],
    ];
    assert_eq!(numbers_of_exchanges(1), one);
    let two = [
        [1, 3, 7, 14, 8, 16, 28, 29, 45, 65],
        [2, 6, 13, 24, 15, 27, 43, 44, 64, 85],
        [4, 11, 22, 37, 25, 41, 60, 62, 83, 104],
        [9, 20, 35, 53, 39, 58, 79, 81, 102, 120],
        [17, 32, 50, 71, 55, 76, 96, 99, 117, 132],
        [5, 12, 23, 38, 26, 42, 61, 63, 84, 105],
        [10, 21, 36, 54, 40, 59, 80, 82, 103, 121],
        [18, 33, 51, 72, 56, 77, 97, 100, 118, 133],
        [30, 48, 69, 90, 74, 94, 113, 115, 130, 141],
        [19, 34, 52, 73, 57, 78, 98, 101, 119, 134],
        [31, 49, 70, 91, 75, 95, 114, 116, 131, 142],
        [46, 67, 88, 108, 92, 111, 126, 128, 139, 146],
        [47, 68, 89, 109, 93, 112, 127, 129, 140, 147],
        [66, 87, 107, 123, 110, 125, 137, 138, 145, 149],
        [86, 106, 122, 135, 124, 136, 143, 144, 148, 150],
    ];
    assert_eq!(numbers_of_exchanges(2), two);
    let three: Vec<(Vec<usize>, Vec<usize>)> = exchanges(&[1, 2, 3, 4, 5], &[6, 7, 8, 9, 10, 11], 3).take(6).collect();
    let expected = [
        ([3, 4, 5], [6, 7, 8]),
        ([3, 4, 5], [6, 7, 9]),
        ([2, 4, 5], [6, 7, 8]),
        ([3, 4, 5], [6, 7, 10]),
        ([3, 4, 5], [6, 8, 9]),
        ([2, 4, 5], [6, 7, 9]),
    ];
    assert_eq!(three, expected.map(|(from_s1, from_s2)| (from_s1.to_vec(), from_s2.to_vec())));
}

#[test]
fn moved_down_players_come_in_the_order_of_d_3() {
    let written = |m1: usize| -> String {
        let set = |set: Vec<usize>| set.iter().map(ToString::to_string).collect::<Vec<_>>().join("-");
        subsets(&[1, 2, 3, 4, 5], m1).into_iter().map(set).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(written(5), "1-2-3-4-5");
    assert_eq!(written(4), "1-2-3-4 1-2-3-5 1-2-4-5 1-3-4-5 2-3-4-5");
    assert_eq!(written(3), "1-2-3 1-2-4 1-2-5 1-3-4 1-3-5 1-4-5 2-3-4 2-3-5 2-4-5 3-4-5");
    assert_eq!(written(2), "1-2 1-3 1-4 1-5 2-3 2-4 2-5 3-4 3-5 4-5");
    assert_eq!(written(1), "1 2 3 4 5");
}

/// The example of D.4, players A to G numbered 1 to 7: everybody but G had a bye, and F can only play A.
fn d_4(scores: &[i32]) -> Tournament {
    let count = u32::try_from(scores.len()).expect("few");
    // Two more players so that a round was played; they have withdrawn.
    let byes = vec!["F"; 6];
    let last = if count == 7 { vec!["Z"] } else { vec![] };
    let (white, black) = (format!("{}w1", count + 2), format!("{}b0", count + 1));
    let rows = [byes, last, vec![white.as_str(), black.as_str()]].concat();
    let mut tournament = table(&rows);
    absent(&mut tournament, [count + 1, count + 2]);
    for (id, score) in (1..).map(PlayerId).zip(scores) {
        let points = if id.0 == 7 { 0 } else { 10 };
        tournament.accelerations.insert(id, [(2, Score::from_tenths(score - points))].into());
    }
    forbid(&mut tournament, 6, &[2, 3, 4, 5]);
    tournament
}

fn lowest(tournament: &Tournament, moved_down: &[u32], residents: &[u32]) -> (Vec<[u32; 2]>, Option<u32>, u64) {
    let [moved_down, residents] =
        [moved_down, residents].map(|ids| ids.iter().copied().map(PlayerId).collect::<Vec<_>>());
    let (pairs, bye, b3_factor) = pair_as_lowest(&state(tournament), &moved_down, &residents).expect("a pairing");
    (pairs.into_iter().map(|pair| pair.map(|id| id.0)).collect(), bye.map(|id| id.0), b3_factor)
}

#[test]
fn the_b3_factor_of_d_4() {
    let mut six = d_4(&[30, 25, 25, 20, 15, 10]);
    assert_eq!(lowest(&six, &[1, 2, 3], &[4, 5, 6]), (vec![[1, 6], [2, 3], [4, 5]], None, 425));
    // The other pairing of the example, if B and C have met.
    forbid(&mut six, 2, &[3]);
    assert_eq!(lowest(&six, &[1, 2, 3], &[4, 5, 6]), (vec![[1, 6], [2, 4], [3, 5]], None, 525));
}

#[test]
fn the_warning_of_d_4() {
    for last in [20, 15, 5, 0] {
        let mut seven = d_4(&[30, 25, 25, 20, 15, 10, last]);
        forbid(&mut seven, 6, &[7]);
        let (pairs, bye, _) = lowest(&seven, &[1, 2, 3], &[4, 5, 6, 7]);
        assert_eq!((pairs, bye), (vec![[1, 6], [2, 4], [3, 5]], Some(7)), "{last}");
    }
}

#[test]
fn colours_in_the_first_round() {
    let mut six = table(&[""; 6]);
    assert_eq!(pairing_of(&six), Some(pairing(&[(1, 4), (5, 2), (3, 6)], None)), "E.5");
    six.initial_colour = Some(Colour::Black);
    assert_eq!(pairing_of(&six), Some(pairing(&[(4, 1), (2, 5), (6, 3)], None)), "by lot");
    // Player 2 is absent, so 3 is the second in S1.
    six.initial_colour = None;
    absent(&mut six, [2]);
    assert_eq!(pairing_of(&six), Some(pairing(&[(1, 4), (5, 3)], Some(6))), "places in S1");
    for (players, expected) in [(0, pairing(&[], None)), (1, pairing(&[], Some(1))), (2, pairing(&[(1, 2)], None))] {
        assert_eq!(pairing_of(&table(&vec![""; players])), Some(expected));
    }
}

#[test]
fn colours_in_later_rounds() {
    let colours = |rows: &[&str]| {
        let mut tournament = table(rows);
        absent(&mut tournament, 3..=u32::try_from(rows.len()).expect("few"));
        let pairing = pairing_of(&tournament).expect("a pairing");
        (pairing.boards[0].white.0, pairing.boards[0].black.0)
    };
    assert_eq!(colours(&["3w=", "4b=", "1b=", "2w="]), (2, 1), "E.1");
    assert_eq!(colours(&["3w= 4b=", "4w= 3w=", "1b= 2b=", "2b= 1w="]), (1, 2), "E.2");
    assert_eq!(colours(&["3w= 4b= 5w=", "4b= 3w= 6w=", "1b= 2b= .", "2w= 1w= .", ". . 1b=", ". . 2b="]), (1, 2), "E.3");
    // Player 2 had a bye in the round between. It leaves no gap, so both had WB, and the higher ranked alternates.
    assert_eq!(colours(&["3w= 4b= .", "4w= H 3b=", "1b= . 2w=", "2b= 1w= ."]).1, 1, "E.4 with a gap");
    assert_eq!(colours(&["3w=", "4w=", "1b=", "2b="]), (2, 1), "E.4");
    assert_eq!(colours(&["3w=", "H", "1b=", "."]), (2, 1), "A.7.f");
    assert_eq!(colours(&["H", "H", "4w=", "3b="]), (1, 2), "no preference, later");
}

#[test]
fn topscorers_may_have_the_same_absolute_preference() {
    let mut tournament = table(&["3w1 4w1", "4w1 3w1", "1b0 2b0", "2b0 1b0"]);
    absent(&mut tournament, [3, 4]);
    for (planned, expected) in [(None, None), (Some(4), None), (Some(3), Some(pairing(&[(2, 1)], None)))] {
        tournament.rounds_planned = planned;
        assert_eq!(pairing_of(&tournament), expected, "{planned:?}");
    }
    // Half of the points is not over half.
    let mut tournament = table(&["3w1 4w0", "4w1 3w0", "1b0 2b1", "2b0 1b1"]);
    absent(&mut tournament, [3, 4]);
    tournament.rounds_planned = Some(3);
    assert_eq!(pairing_of(&tournament), None);
    // One topscorer in the pair is enough.
    let mut tournament = table(&["3w1 4w1", "4w1 3w0", "1b0 2b1", "2b0 1b0"]);
    absent(&mut tournament, [3, 4]);
    tournament.rounds_planned = Some(3);
    assert_eq!(pairing_of(&tournament), Some(pairing(&[(2, 1)], None)));
}

#[test]
fn who_may_have_the_bye() {
    let mut bye = BTreeMap::new();
    for cell in ["U", "F", "H", "Z", "."] {
        let mut tournament = table(&["4w=", "5w=", cell, "1b=", "2b="]);
        absent(&mut tournament, [4, 5]);
        bye.insert(cell, pairing_of(&tournament).and_then(|pairing| pairing.bye));
    }
    // B.1.b: 3 may not have it after a point or half a point without playing, so the lower of the others has.
    let expected = [("U", 2), ("F", 2), ("H", 2), ("Z", 3), (".", 3)];
    assert_eq!(bye, expected.map(|(cell, id)| (cell, Some(PlayerId(id)))).into());
}

#[test]
fn a_forfeited_game_is_no_meeting() {
    assert_eq!(pairing_of(&table(&["2w+", "1b-"])).map(|pairing| pairing.boards.len()), Some(1));
    assert_eq!(pairing_of(&table(&["2w1", "1b0"])), None);
    let mut forbidden = table(&["", ""]);
    forbid(&mut forbidden, 1, &[2]);
    assert_eq!(pairing_of(&forbidden), None);
}

#[test]
fn the_methods_agree() {
    for seed in 0..400 {
        for tournament in [ruled(seed, pair), wild(seed)] {
            let state = state(&tournament);
            let quick = pair(&state);
            for method in [Method::Plain, Method::Skipping, Method::Matching] {
                if method != Method::Plain || state.players().len() < 8 {
                    assert_eq!(pair_with_cases(&state, method).0, quick, "seed {seed}, {method:?}");
                }
            }
        }
    }
}

fn all_that_happens(tournaments: impl Iterator<Item = Tournament>) -> BTreeMap<&'static str, u32> {
    let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
    for tournament in tournaments {
        let state = state(&tournament);
        let (pairing, mut seen) = pair_with_cases(&state, Method::Quick);
        let mut see = |what, is_so: bool| {
            if is_so {
                seen.insert(what);
            }
        };
        see("no pairing", pairing.is_none());
        see("an even field", pairing.as_ref().is_some_and(|pairing| pairing.bye.is_none()));
        see("an odd field", pairing.as_ref().is_some_and(|pairing| pairing.bye.is_some()));
        see("an even round", state.round().is_multiple_of(2));
        see("an odd round", state.round() % 2 == 1);
        see("the first round", state.round() == 1);
        see("the last round", state.is_last_round() == Some(true));
        see("not the last round", state.is_last_round() == Some(false));
        see("an unknown number of rounds", state.is_last_round().is_none());
        see("a forfeit", has_forfeit(&tournament));
        see("forbidden pairs", !tournament.forbidden.is_empty());
        see("acceleration", !tournament.accelerations.is_empty());
        see("somebody absent now", !state.absent().is_empty());
        let events = || state.players().iter().flat_map(|player| &player.history).map(|past| &past.event);
        see("a bye in the past", events().any(|event| *event == PastEvent::Bye(ByeKind::Pairing)));
        see("a half-point bye in the past", events().any(|event| *event == PastEvent::Bye(ByeKind::Half)));
        see("a full-point bye in the past", events().any(|event| *event == PastEvent::Bye(ByeKind::Full)));
        see("an absence in the past", events().any(|event| *event == PastEvent::Absent));
        for what in seen {
            *counts.entry(what).or_default() += 1;
        }
    }
    counts
}

/// Asserts that every case occurs, and often, except the `rare` ones.
fn assert_all_happens(counts: &BTreeMap<&'static str, u32>, rare: &[&str]) {
    assert!(!counts.contains_key("fewer than X1") && !counts.contains_key("fewer than Z1"), "{counts:#?}");
    assert_eq!(counts.len(), 45, "{counts:#?}");
    for (what, count) in counts {
        assert!(*count >= if rare.contains(what) { 3 } else { 20 }, "{what} in {counts:#?}");
    }
}

#[test]
fn tournaments_paired_by_the_rules_cover_all_cases() {
    let counts = all_that_happens((0..2000).map(|seed| ruled(seed, pair)));
    assert_all_happens(&counts, &["C.10.g", "an exchange of two"]);
}

#[test]
fn tournaments_paired_at_random_cover_all_cases() {
    let counts = all_that_happens((0..2000).map(wild));
    assert_all_happens(&counts, &["an exchange of two"]);
}
