//! The verifier's reading of the Dubov rules: each is broken once, and the system's own pairings break none.

use crate::support::dubov_cases::{after, forbid, score, transfer};
use crate::support::dutch_random;
use crate::support::prelude::*;
use swiss_ilp::rules::Rule;

/// The ids of the rules that the pairing breaks, each once.
fn broken(tournament: &Tournament, boards: &[(u32, u32)], bye: Option<u32>) -> Vec<&'static str> {
    broken_by(tournament, "dubov-1997", boards, bye)
}

fn broken_by(tournament: &Tournament, id: &str, boards: &[(u32, u32)], bye: Option<u32>) -> Vec<&'static str> {
    let verdict = system(id).verify(&state(tournament), &pairing(boards, bye));
    let rules: BTreeSet<&'static str> = verdict.violations.iter().map(|violation| violation.rule).collect();
    assert!(rules.iter().all(|rule| Rule::find(rule).is_some() || rule.starts_with("pairing.")), "{rules:?}");
    rules.into_iter().collect()
}

#[test]
fn limits_of_colours() {
    let tournament = after(&["bwwbww", "wbwbwb"], &[2000; 2], &[2000; 2]);
    assert_eq!(broken(&tournament, &[(2, 1)], None), [""; 0]);
    // The third White running would make the difference three.
    assert_eq!(broken(&tournament, &[(1, 2)], None), ["dubov-1997.2.3", "dubov-1997.2.4", "dubov-1997.3"]);
    let tournament = after(&["bbwbww", "wbwbwb"], &[2000; 2], &[2000; 2]);
    assert_eq!(broken(&tournament, &[(1, 2)], None)[0], "dubov-1997.2.4");
    let tournament = after(&["wwbwwb", "wbwbwb"], &[2000; 2], &[2000; 2]);
    assert_eq!(broken(&tournament, &[(1, 2)], None)[0], "dubov-1997.2.3");
}

#[test]
fn transfers_that_could_be_spared() {
    let mut tournament = after(&["w", "b", "b", "w"], &[2000; 4], &[2000; 4]);
    score(&mut tournament, &[20, 10, 10, 10]);
    assert_eq!(broken(&tournament, &[(2, 1), (3, 4)], None), [""; 0]);
    transfer(&mut tournament, 2, &[1]);
    assert_eq!(broken(&tournament, &[(2, 1), (3, 4)], None), ["dubov-1997.2.5"]);
    assert_eq!(broken_by(&tournament, "dubov-1997+transfers-only", &[(2, 1), (3, 4)], None), [""; 0]);
    assert_eq!(broken(&tournament, &[(3, 1), (2, 4)], None), [""; 0]);
    // The leader can meet nobody else.
    forbid(&mut tournament, 1, 3);
    forbid(&mut tournament, 1, 4);
    assert_eq!(broken(&tournament, &[(2, 1), (3, 4)], None), [""; 0]);
}

/// Every pairing of the system is legal. It is not legal any more when the colours of one board are exchanged.
#[test]
fn pairings_of_the_system_are_legal_with_their_own_colours_only() {
    let mut reversed_boards = 0;
    for seed in seeds(250) {
        let mut tournament = dutch_random::wild(seed);
        for player in &mut tournament.players {
            player.rating = Some(2000 + (player.id.0 * 7 + u32::try_from(seed).expect("small")) % 5);
        }
        let state = state(&tournament);
        for system in system("dubov-1997").by_readings() {
            let Ok(paired) = system.pair(&state) else { continue };
            let verdict = system.verify(&state, &paired.pairing);
            assert!(verdict.is_legal(), "{}, seed {seed}: {:?}", system, verdict.violations);
            for index in 0..paired.pairing.boards.len() {
                let mut boards = paired.pairing.boards.clone();
                boards[index] = Board { white: boards[index].black, black: boards[index].white };
                let reversed = Pairing { boards, ..paired.pairing };
                let verdict = system.verify(&state, &reversed);
                assert!(!verdict.is_legal(), "{}, seed {seed}, board {index}", system);
                reversed_boards += 1;
            }
        }
    }
    assert!(reversed_boards > 2_500, "{reversed_boards}");
}
