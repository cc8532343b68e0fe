//! The literal reading of the TCEC rules, checked on tournaments known to be right and on the examples of the text.

use crate::readings::tcec::{Literal, colours_allow, pair, white_game_difference};
use crate::support::table::{doubled, table};
use crate::support::tcec_random::{ruled, wild};
use crate::support::{pairing, state};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use swiss_ilp::files;
use swiss_ilp::tournament::{
    Absence, Board, ByeKind, ForbiddenGroup, Game, GamesPerPairing, Outcome, PastEvent, PlayerId, RoundRequest,
    RoundState, Tournament,
};

fn oracle() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/oracle/tcec");
    let entries = fs::read_dir(folder).expect("the tournaments").map(|entry| entry.expect("an entry").path());
    let mut paths: Vec<PathBuf> = entries.collect();
    paths.sort();
    paths
}

/// The state before each round of `tournament`, the one after the last included.
fn states(tournament: &Tournament) -> impl Iterator<Item = RoundState> {
    (1..=tournament.next_round()).map(|round| {
        let request = RoundRequest { round: Some(round), ..RoundRequest::default() };
        RoundState::new(tournament, request).expect("sound")
    })
}

fn boards(games: &[Game]) -> Vec<Board> {
    games.iter().map(|game| Board { white: game.white, black: game.black }).collect()
}

fn reversed(boards: &[Board]) -> Vec<Board> {
    boards.iter().map(|board| Board { white: board.black, black: board.white }).collect()
}

fn white_game_differences(state: &RoundState) -> BTreeMap<PlayerId, i32> {
    state.players().iter().map(|player| (player.id, white_game_difference(player, player.history.len()))).collect()
}

#[test]
fn every_round_known_to_be_right_is_reproduced() {
    let mut rounds = 0;
    for path in oracle() {
        let tournament = files::read(&fs::read(&path).expect("readable")).expect("sound").tournament;
        for (round, state) in tournament.rounds.iter().zip(states(&tournament)) {
            let context = format!("{}, round {}", path.display(), state.round());
            let literal = pair(&state).expect(&context);
            let mut expected = literal.pairing.boards.clone();
            if tournament.games_per_pairing == GamesPerPairing::Two {
                expected.extend(reversed(&literal.pairing.boards));
            }
            assert_eq!(boards(&round.games), expected, "{context}");
            assert_eq!(round.byes.first().map(|bye| bye.player), literal.pairing.bye, "{context}");
            // The tournament is so short that no round has to be removed. Removals are tested below.
            assert_eq!(literal.removed_rounds, 0, "{context}");
            rounds += 1;
        }
    }
    assert_eq!((oracle().len(), rounds), (43, 465));
}

#[test]
fn the_first_round_is_seed_2_against_seed_1_and_so_on() {
    let six = pair(&state(&table(&[""; 6]))).unwrap();
    assert_eq!(six.pairing, pairing(&[(6, 5), (4, 3), (2, 1)], None), "the worst pair plays first");
    assert_eq!(six.first_of_pair, [5, 3, 1].map(PlayerId));
    assert_eq!(six.removed_rounds, 0);
    let five = pair(&state(&table(&[""; 5]))).unwrap();
    assert_eq!(five.pairing, pairing(&[(4, 3), (2, 1)], Some(5)));
    for players in 0..=3 {
        for tournament in [table(&vec![""; players]), doubled(table(&vec![""; players]))] {
            let expected = match players {
                0 => pairing(&[], None),
                1 => pairing(&[], Some(1)),
                2 => pairing(&[(2, 1)], None),
                _ => pairing(&[(2, 1)], Some(3)),
            };
            assert_eq!(pair(&state(&tournament)).unwrap().pairing, expected);
        }
    }
}

#[test]
fn white_goes_2112_2112_2112() {
    // Players 1 and 2 have byes in every round before this one, while 3 and 4 play.
    let mut pattern = String::new();
    for round in 1..=12 {
        let sat_out = "H ".repeat(round - 1);
        let [third, fourth] = [["4w=", "4b="], ["3b=", "3w="]]
            .map(|cells| (1..round).map(|past| cells[past % 2]).collect::<Vec<_>>().join(" "));
        let mut tournament = table(&[&sat_out, &sat_out, &third, &fourth]);
        for player in [3, 4] {
            tournament.absences.push(Absence { player: PlayerId(player), round: None, kind: ByeKind::Zero });
        }
        for (tournament, is_double) in [(tournament.clone(), false), (doubled(tournament), true)] {
            let literal = pair(&state(&tournament)).unwrap();
            let [board] = literal.pairing.boards[..] else { panic!("{literal:?}") };
            assert_eq!(literal.first_of_pair, [PlayerId(1)]);
            if is_double {
                assert_eq!((board.white, board.black), (PlayerId(2), PlayerId(1)), "round {round}");
            } else {
                pattern.push_str(&board.white.to_string());
            }
        }
    }
    assert_eq!(pattern, "211221122112");
}

#[test]
fn black_goes_to_the_greater_difference_then_to_the_higher_score() {
    let first_two = |rows: &[&str]| {
        let mut tournament = table(rows);
        let others = (3..).map(PlayerId).take(rows.len() - 2);
        tournament.absences.extend(others.map(|player| Absence { player, round: None, kind: ByeKind::Zero }));
        pair(&state(&tournament)).unwrap().pairing
    };
    // 2112 would give White in round 2 to the first-of-pair, who is 1 wherever 1 has not fewer points.
    assert_eq!(first_two(&["3w1", "4w1", "1b0", "2b0"]), pairing(&[(1, 2)], None), "all equal");
    assert_eq!(first_two(&["U", "H", "4w=", "3b="]), pairing(&[(2, 1)], None), "1 has more points");
    assert_eq!(first_two(&["H", "U", "4w=", "3b="]), pairing(&[(1, 2)], None), "2 has more points");
    assert_eq!(first_two(&["3b1", "4w0", "1w0", "2b1"]), pairing(&[(1, 2)], None), "2 had more Whites");
    assert_eq!(first_two(&["3w1", "H", "1b0", "."]), pairing(&[(2, 1)], None), "1 had more Whites");
}

#[test]
fn the_bye_goes_to_the_fewest_byes_then_to_the_lowest() {
    let bye = |tournament: &Tournament| pair(&state(tournament)).unwrap().pairing.bye;
    // 3 had it; 1 and 2 drew, so 2 is the lowest without.
    assert_eq!(bye(&table(&["2b=", "1w=", "U"])), Some(PlayerId(2)));
    // Requested byes and absences do not count as received byes.
    for asked in ["F", "H", "Z", "."] {
        let lowest = if asked == "F" { 2 } else { 3 };
        assert_eq!(bye(&table(&["2b=", "1w=", asked])), Some(PlayerId(lowest)), "{asked}");
    }
    // All had one: the lowest has a second.
    assert_eq!(bye(&table(&["2b1 3w1 U", "1w0 U 3b1", "U 1b0 2w0"])), Some(PlayerId(3)));
}

#[test]
fn a_forfeited_pair_has_met_but_has_not_played() {
    let forfeited = table(&["2b+", "1w-", "4w=", "3b="]);
    let literal = pair(&state(&forfeited)).unwrap();
    // 1 and 2 do not meet again; 1 has no difference, so 3 with a White has Black, and 4 with a Black has White.
    assert_eq!(literal.pairing, pairing(&[(4, 2), (1, 3)], None));
}

#[test]
fn removals_are_permanent() {
    // Rounds 1 to 4 are paired by the rules. Round 4 is 2-3, who met in round 3, so three rounds are removed. Round 5
    // is 1-2, who met in round 1. Removing that one round would be enough, but all three stay removed.
    let three = table(&["2b= 3w0 U U", "1w= U 3b1 3b1", "U 1b1 2w0 2w0"]);
    let literals: Vec<Literal> = states(&three).map(|state| pair(&state).unwrap()).collect();
    for (round, literal) in three.rounds.iter().zip(&literals) {
        assert_eq!(boards(&round.games), literal.pairing.boards);
        assert_eq!(round.byes.first().map(|bye| bye.player), literal.pairing.bye);
    }
    assert_eq!(literals.iter().map(|literal| literal.removed_rounds).collect::<Vec<_>>(), [0, 0, 0, 3, 3]);
    assert_eq!(literals[4].pairing, pairing(&[(2, 1)], Some(3)));
}

#[test]
fn a_round_that_the_text_cannot_pair_is_an_error() {
    // Both had White three times: the sum of their differences is 6.
    let rows = ["3w= 4w= 5w= 6w=", "4w= 3w= 6w= 5w=", "1b= 2b= . .", "2b= 1b= . .", ". . 1b= 2b=", ". . 2b= 1b="];
    let mut tournament = table(&rows);
    for player in 3..=6 {
        tournament.absences.push(Absence { player: PlayerId(player), round: None, kind: ByeKind::Zero });
    }
    let error = pair(&state(&tournament)).unwrap_err();
    assert!(error.contains("colour"), "{error}");
    let mut forbidden = table(&["", ""]);
    forbidden.forbidden.push(ForbiddenGroup { players: vec![PlayerId(1), PlayerId(2)], rounds: None });
    let error = pair(&state(&forbidden)).unwrap_err();
    assert!(error.contains("forbidden"), "{error}");
}

#[test]
fn the_two_forms_of_the_colour_condition_are_one() {
    for one in -2..=2_i32 {
        for other in -2..=2_i32 {
            let sentences = [(one, other), (other, one)].iter().all(|(this, that)| match this {
                2 => *that <= 0,
                -2 => *that >= 0,
                _ => true,
            });
            assert_eq!(colours_allow(one, other), sentences, "{one} and {other}");
        }
    }
}

#[test]
fn the_guarantees_of_the_text_hold() {
    for seed in 0..600 {
        let tournament = ruled(seed);
        let is_double = tournament.games_per_pairing == GamesPerPairing::Two;
        let is_even = tournament.players.len().is_multiple_of(2);
        let mut removed = 0;
        let states: Vec<RoundState> = states(&tournament).collect();
        for (before, after) in states.iter().zip(&states[1..]) {
            let context = format!("seed {seed}, round {}", before.round());
            let literal = pair(before).expect(&context);
            assert!(literal.removed_rounds >= removed, "{context}");
            removed = literal.removed_rounds;
            let [had, have] = [before, after].map(white_game_differences);
            for player in after.players() {
                let games = player.colours().count();
                assert_eq!(have[&player.id].unsigned_abs() as usize % 2, games % 2, "{context}");
                assert!(have[&player.id].abs() <= 2, "{context}");
                assert!(!is_double || have[&player.id] == 0, "{context}");
            }
            if is_double {
                continue;
            }
            assert!(!is_even || before.round() % 2 == 0 || have.values().all(|wgd| wgd.abs() == 1), "{context}");
            for Board { white, black } in &literal.pairing.boards {
                let together = have[white].abs() + have[black].abs();
                assert!(together <= 2, "{context}");
                assert!(had[white] != 0 || had[black] != 0 || together == 2, "{context}");
            }
        }
    }
}

#[test]
fn tournaments_paired_by_the_rules_cover_all_cases() {
    let mut seen: BTreeMap<&str, u32> = BTreeMap::new();
    for seed in 0..600 {
        let tournament = ruled(seed);
        let state = state(&tournament);
        let literal = pair(&state).expect("a pairing");
        let mut see = |what, is_so: bool| *seen.entry(what).or_default() += u32::from(is_so);
        see("an even field", literal.pairing.bye.is_none());
        see("an odd field", literal.pairing.bye.is_some());
        see("double rounds", state.games_per_pairing() == GamesPerPairing::Two);
        see("single rounds", state.games_per_pairing() == GamesPerPairing::One);
        see("nothing played", state.round() == 1);
        see("removals", literal.removed_rounds > 0);
        see("many removals", literal.removed_rounds > 10);
        see("removals, but not of all rounds", (1..state.round() - 1).contains(&literal.removed_rounds));
        see("a difference of 2", white_game_differences(&state).values().any(|wgd| wgd.abs() == 2));
    }
    assert!(seen.values().all(|count| *count >= 20), "{seen:?}");
}

#[test]
fn tournaments_paired_at_random_cover_all_cases() {
    let mut seen: BTreeMap<&str, u32> = BTreeMap::new();
    for seed in 0..1000 {
        let state = state(&wild(seed));
        let result = pair(&state);
        let mut see = |what, is_so: bool| *seen.entry(what).or_default() += u32::from(is_so);
        see("no pairing", result.is_err());
        see("a pairing", result.is_ok());
        if let Ok(Literal { pairing, removed_rounds, first_of_pair }) = result {
            see("an even field", pairing.bye.is_none());
            see("an odd field", pairing.bye.is_some());
            see("removals", removed_rounds > 0);
            see("removals, but not of all rounds", (1..state.round() - 1).contains(&removed_rounds));
            see("a pairing, and an absence", !state.absent().is_empty());
            see("a pairing of many", first_of_pair.len() > 4);
            let differences = white_game_differences(&state);
            let beyond = |limit: i32| differences.values().any(|wgd| wgd.abs() > limit);
            see("a pairing, and a difference of 2", beyond(1));
            see("a pairing, and one of 3", beyond(2));
            see("a pairing, and one of 4", beyond(3));
            let is_double = state.games_per_pairing() == GamesPerPairing::Two;
            see("double rounds out of balance", is_double && beyond(0));
        }
        for past in state.players().iter().flat_map(|player| &player.history) {
            match &past.event {
                PastEvent::Bye(kind) => see(if kind.is_absence() { "asked" } else { "a bye" }, true),
                PastEvent::Absent => see("absent", true),
                PastEvent::Game { encounters, .. } => {
                    see("a forfeit", encounters.iter().any(|(_, outcome)| *outcome == Outcome::ForfeitLoss));
                }
            }
        }
    }
    assert!(seen.len() == 16 && seen.values().all(|count| *count >= 20), "{seen:?}");
}
