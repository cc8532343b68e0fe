//! The program of slots is solved by its pairs at any size, and proven by them; HiGHS alone solves it in its own columns and rows.

use crate::support::prelude::*;
use std::time::{Duration, Instant};
use swiss_ilp::model::Formulation;
use swiss_ilp::proof::{Certificate, check};
use swiss_ilp::solve::{self, Evidence, certify};

const FORMULATIONS: [Formulation; 2] = [Formulation::Slots, Formulation::SlotsOrdered];

fn slots(formulation: Formulation) -> Objective {
    Objective { formulation, ..Objective::load("slots").expect("a model") }
}

/// The optimum, and its certificate, which the checker accepts; `None` if there is no pairing.
fn proven(state: &RoundState, spec: &Objective, what: &str) -> Option<(Pairing, Vec<Value>, Certificate)> {
    let solution = solve(state, spec, solve::Options::default()).unwrap_or_else(|error| panic!("{what}: {error}"));
    let certificate = certify(state, spec, &solution).unwrap_or_else(|error| panic!("{what}: {error}"));
    let best = solution.incumbent.as_ref();
    check(state, spec, best.map(|best| &best.pairing), &certificate).unwrap_or_else(|why| panic!("{what}: {why}"));
    assert_ne!(solution.evidence(), Evidence::BranchAndBound, "{what}");
    let best = solution.incumbent?;
    Some((best.pairing, best.values, certificate))
}

/// Whether the slots are the boards of the pairing.
fn are_boards(pairing: &Pairing, certificate: &Certificate) -> bool {
    let mut boards: Vec<[u32; 2]> = pairing.boards.iter().map(|board| [board.white.0, board.black.0]).collect();
    let mut slots = certificate.slots.clone().expect("who sits where");
    boards.sort_unstable();
    slots.sort_unstable();
    boards == slots
}

#[test]
fn slots_have_the_optimum_of_enumeration_and_a_proof() {
    let (mut optimal, mut infeasible) = (0, 0);
    for seed in seeds(600) {
        let state = random_state(seed, &Options { players: 0..=10, rounds: 0..=7 });
        for formulation in FORMULATIONS {
            let spec = slots(formulation);
            let what = format!("{formulation:?}, seed {seed}");
            let expected = brute_force(&state, &spec).map(|best| best.values);
            let Some((pairing, values, certificate)) = proven(&state, &spec, &what) else {
                assert_eq!(expected, None, "{what}");
                infeasible += 1;
                continue;
            };
            assert_eq!(Some(&values), expected.as_ref(), "{what}");
            assert!(are_boards(&pairing, &certificate), "{what}");
            optimal += 1;
        }
    }
    assert!(optimal > 900 && infeasible > 15, "{optimal} {infeasible}");
}

/// With caps, and forced and forbidden pairs, the cases of each tier prove it.
#[test]
fn slots_with_side_constraints_have_the_optimum_of_enumeration_and_a_proof() {
    let mut found = [0; 2];
    for seed in 0..300 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let state = random_state(seed, &Options { players: 4..=8, rounds: 0..=6 });
        let mut spec =
            Objective { formulation: FORMULATIONS[seed as usize % 2], ..Objective::load("fair").expect("a model") };
        spec.side.max_downfloats = rng.random_bool(0.6).then(|| rng.random_range(0..3));
        spec.side.max_same_federation = rng.random_bool(0.6).then(|| rng.random_range(0..3));
        let players = state.players();
        if players.len() < 4 {
            continue;
        }
        if rng.random_bool(0.3) {
            spec.side.forced.push([players[0].id.0, players[3].id.0]);
        }
        if rng.random_bool(0.3) {
            spec.side.forbidden.push([players[1].id.0, players[2].id.0]);
        }
        let what = format!("seed {seed}");
        let expected = brute_force(&state, &spec).map(|best| best.values);
        let best = proven(&state, &spec, &what);
        found[usize::from(best.is_some())] += 1;
        assert!(best.as_ref().is_none_or(|(pairing, _, certificate)| are_boards(pairing, certificate)), "{what}");
        assert_eq!(best.map(|best| best.1), expected, "{what}");
    }
    assert!(found.iter().all(|count| *count > 20), "{found:?}");
}

/// The tournament of a real file.
fn real(file: &str) -> Tournament {
    let bytes = std::fs::read(format!("instances/{file}")).expect("a file");
    files::read(&bytes).expect("a sound file").tournament
}

/// The round in both ways to have slots has the optimum of pairs, and a proof.
fn hold_real(tournament: &Tournament, round: u32, what: &str) -> usize {
    let request = RoundRequest { round: Some(round), ..RoundRequest::default() };
    let state = RoundState::new(tournament, request).expect("a sound round");
    let pairs = solve(&state, &Objective::load("pairs").expect("a model"), solve::Options::default()).expect("solved");
    for formulation in FORMULATIONS {
        let (_, values, certificate) = proven(&state, &slots(formulation), what).expect("a pairing");
        assert_eq!(Some(values), pairs.incumbent.as_ref().map(|best| best.values.clone()), "{what}");
        assert_eq!(certificate.slots.map(|slots| slots.len()), Some(state.players().len() / 2), "{what}");
    }
    state.players().len()
}

#[test]
fn real_rounds_are_proven_in_slots() {
    for (file, round) in
        [("british-championship-2026.trf", 8), ("aeroflot-open-2026.trf", 5), ("gros-open-2010.trf", 5)]
    {
        hold_real(&real(file), round, file);
    }
}

#[test]
#[ignore = "every round of every real file: make suite NAME=agreement"]
fn every_real_round_is_proven_in_slots() {
    let entries = std::fs::read_dir("instances").expect("instances").map(|entry| entry.expect("an entry").file_name());
    let mut files: Vec<String> = entries.map(|name| name.to_string_lossy().into_owned()).collect();
    files.retain(|name| name.ends_with(".trf"));
    files.sort();
    assert_eq!(files.len(), 5, "{files:?}");
    for file in files {
        let (tournament, mut players) = (real(&file), 0);
        let (started, mut longest) = (Instant::now(), Duration::ZERO);
        for round in 1..=u32::try_from(tournament.rounds.len()).expect("few") {
            let of_round = Instant::now();
            players = players.max(hold_real(&tournament, round, &format!("{file}, round {round}")));
            longest = longest.max(of_round.elapsed());
        }
        let (all, longest) = (started.elapsed().as_secs_f64(), longest.as_secs_f64());
        let rounds = tournament.rounds.len();
        println!(
            "{file}: {rounds} rounds, up to {players} players, both models proven; {all:.1} s, at most {longest:.1} s a round"
        );
    }
}
