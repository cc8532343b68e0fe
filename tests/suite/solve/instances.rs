//! Every round of the real tournaments.

use std::path::Path;
use swiss_ilp::files;
use swiss_ilp::model::{Objective, Value};
use swiss_ilp::proof::verify::verify;
use swiss_ilp::solve::{self, Evidence, Incumbent, solve};
use swiss_ilp::tournament::{RoundRequest, RoundState, Tournament};

const REAL: [&str; 5] =
    ["aeroflot-open-2026", "arad-2026-a", "british-championship-2026", "graz-open-2026-a", "gros-open-2010"];

fn instance(file: &str) -> Tournament {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("instances").join(file);
    let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    files::read(&bytes).unwrap_or_else(|faults| panic!("{file}: {faults:?}")).tournament
}

fn state(tournament: &Tournament, round: u32) -> RoundState {
    let request = RoundRequest::from(round);
    RoundState::new(tournament, request).unwrap_or_else(|error| panic!("round {round}: {error:?}"))
}

/// The rounds that can be paired.
fn rounds(tournament: &Tournament) -> impl Iterator<Item = RoundState> {
    let last = tournament.rounds_planned.unwrap_or(u32::MAX).min(tournament.next_round());
    (1..=last).map(|round| state(tournament, round))
}

fn optimum(state: &RoundState, spec: &Objective, threads: u32) -> Incumbent {
    let options = solve::Options { threads, ..solve::Options::default() };
    let solution = solve(state, spec, options).expect("a solution");
    assert!(solution.is_optimal());
    assert_eq!(solution.gap(), Some(Value::ZERO));
    assert_eq!(solution.evidence(), Evidence::IntegerDual);
    let best = solution.incumbent.expect("an optimum has an incumbent");
    let verdict = verify(state, spec, &best.pairing, Some(&best.values));
    assert!(verdict.is_verified(), "round {}: {verdict:?}", state.round());
    best
}

#[test]
fn every_real_round_has_a_proven_and_verified_optimum() {
    for name in REAL {
        let tournament = instance(&format!("{name}.trf"));
        for spec in ["pairs", "fair"].map(|model| Objective::load(model).expect("a built-in model")) {
            for state in rounds(&tournament) {
                let best = optimum(&state, &spec, 1);
                assert_eq!(best.pairing.boards.len(), state.players().len() / 2, "{name} {}", state.round());
            }
        }
    }
}

/// The pairing of the federation's program is legal by the model, and never better than the optimum.
#[test]
fn no_round_that_was_played_beats_the_optimum() {
    let spec = Objective::load("pairs").expect("a built-in model");
    for name in REAL {
        let tournament = instance(&format!("{name}.trf"));
        for state in rounds(&tournament) {
            let Some(played) = tournament.round(state.round()).filter(|round| !round.games.is_empty()) else {
                continue;
            };
            let Ok(pairing) = played.pairing() else { continue };
            let verdict = verify(&state, &spec, &pairing, None);
            if verdict.is_legal() {
                assert!(verdict.values() <= optimum(&state, &spec, 1).values, "{name}, round {}", state.round());
            }
        }
    }
}

#[test]
fn neither_threads_nor_the_order_of_the_file_change_the_boards() {
    let spec = Objective::load("pairs").expect("a built-in model");
    for (name, round) in [("arad-2026-a", 3), ("british-championship-2026", 8)] {
        let mut tournament = instance(&format!("{name}.trf"));
        let before = optimum(&state(&tournament, round), &spec, 1);
        tournament.players.reverse();
        tournament.rounds.iter_mut().for_each(|round| round.games.reverse());
        assert_eq!(optimum(&state(&tournament, round), &spec, 2), before);
    }
}
