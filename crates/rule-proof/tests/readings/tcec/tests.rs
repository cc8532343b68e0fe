//! The examples and guarantees of the TCEC rules, by the literal reading and by the engine, whose pairings are legal.

use crate::readings::tcec::{self, Literal, white_game_difference};
use crate::support::dubov_cases::{forbid, rated};
use crate::support::prelude::*;
use crate::support::table::doubled;
use crate::support::tcec_random::{ruled, wild};
use itertools::Itertools;

/// The literal reading. The engine has the same pairing, or none either.
fn pair(state: &RoundState) -> Result<Literal, String> {
    let found = tcec::pair(state);
    let of_engine = system("tcec").pair(state).ok().map(|paired| paired.pairing);
    assert_eq!(found.as_ref().ok().map(|literal| &literal.pairing), of_engine.as_ref());
    assert!(of_engine.is_none_or(|pairing| system("tcec").verify(state, &pairing).is_legal()));
    found
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

fn white_game_differences(state: &RoundState) -> BTreeMap<PlayerId, i32> {
    state.players().iter().map(|player| (player.id, white_game_difference(player, player.history.len()))).collect()
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
        let tournament = rated(&[&sat_out, &sat_out, &third, &fourth], &[], 2);
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
    let first_two = |rows: &[&str]| pair(&state(&rated(rows, &[], 2))).unwrap().pairing;
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
    let error = pair(&state(&rated(&rows, &[], 2))).unwrap_err();
    assert!(error.contains("colour"), "{error}");
    let mut forbidden = table(&["", ""]);
    forbid(&mut forbidden, 1, 2);
    let error = pair(&state(&forbidden)).unwrap_err();
    assert!(error.contains("forbidden"), "{error}");
}

/// Long enough for rounds to be forgotten.
#[test]
fn rounds_after_rounds_paired_at_random_are_paired_alike() {
    let wild = seeds(700).map(|seed| Tournament { rounds_planned: None, ..wild(seed) });
    let found: Vec<_> =
        wild.flat_map(|tournament| states(&tournament).map(|state| pair(&state)).collect_vec()).collect();
    let forgotten = found.iter().flatten().filter(|literal| literal.removed_rounds > 0).count();
    let unpairable = found.iter().filter(|literal| literal.is_err()).count();
    assert!(found.len() > 3_000 && forgotten > 100 && unpairable > 10, "{} {forgotten} {unpairable}", found.len());
}

#[test]
fn the_guarantees_of_the_text_hold() {
    for seed in seeds(600) {
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
