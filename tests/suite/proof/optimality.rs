//! Certificates of optimality: every round has one, and no false one is accepted.

use crate::support::prelude::*;
use swiss_ilp::model;
use swiss_ilp::proof::check;
use swiss_ilp::proof::{Certificate, OddSet, Proof};
use swiss_ilp::solve::{self, Termination, certify};

/// A round with its optimum, if there is one, and its certificate.
struct Proven {
    state: RoundState,
    pairing: Option<Pairing>,
    certificate: Certificate,
}

fn proven(state: RoundState, spec: &Objective) -> Proven {
    let solution = solve(&state, spec, solve::Options::default()).expect("a solution");
    assert_ne!(solution.termination, Termination::TimeLimit);
    let certificate = certify(&state, spec, &solution).expect("a certificate");
    let json = serde_json::to_string(&certificate).expect("JSON");
    assert_eq!(serde_json::from_str::<Certificate>(&json).expect("a certificate"), certificate);
    Proven { state, pairing: solution.incumbent.map(|best| best.pairing), certificate }
}

fn rounds(
    seeds: std::ops::Range<u64>,
    players: RangeInclusive<usize>,
    spec: &Objective,
) -> impl Iterator<Item = (u64, Proven)> {
    let options = Options { players, rounds: 0..=9 };
    seeds.map(move |seed| (seed, proven(random_state(seed, &options), spec)))
}

/// The number of rounds proven optimal, of rounds proven infeasible, and of odd sets in the certificates.
fn all_are_proven(model: &str, seeds: std::ops::Range<u64>, players: RangeInclusive<usize>) -> [usize; 3] {
    let spec = Objective::load(model).expect("a model");
    let mut counts = [0; 3];
    for (seed, Proven { state, pairing, certificate }) in rounds(seeds, players, &spec) {
        assert_eq!(check(&state, &spec, pairing.as_ref(), &certificate), Ok(()), "{model}, seed {seed}");
        match certificate.proof {
            Proof::Optimal(dual) => {
                counts[0] += 1;
                counts[2] += dual.odd_sets.len();
            }
            Proof::Infeasible(_) => counts[1] += 1,
            with_caps => panic!("{model} has no caps: {with_caps:?}"),
        }
    }
    counts
}

/// Only rounds that need an odd set have one.
#[test]
fn rounds_of_every_size_are_proven() {
    let [optimal, infeasible, odd_sets] = all_are_proven("pairs", 0..500, 8..=30);
    assert!(optimal > 450 && infeasible > 10 && odd_sets > 150, "{optimal} {infeasible} {odd_sets}");
    let [optimal, ..] = all_are_proven("pairs", 1_000..1_100, 31..=100);
    assert!(optimal > 70, "{optimal}");
    let [optimal, _, odd_sets] = all_are_proven("pairs", 2_000..2_020, 101..=200);
    assert!(optimal > 13 && odd_sets > 13, "{optimal} {odd_sets}");
}

#[test]
fn forced_and_forbidden_pairs_are_proven() {
    let free = Objective::load("pairs").expect("a model");
    let mut proven_with = 0;
    for (seed, Proven { state, pairing, certificate }) in rounds(0..100, 8..=24, &free) {
        let Some(pairing) = pairing else { continue };
        let [one, other] = [0, 1].map(|board| pairing.boards[board]).map(|board| [board.white.0, board.black.0]);
        let side = format!("forced = [[{}, {}]]\nforbidden = [[{}, {}]]", one[0], other[0], other[1], one[1]);
        let bound = spec_with("pairs", &side);
        let Proven { pairing: Some(bound_pairing), certificate: bound_certificate, .. } = proven(state.clone(), &bound)
        else {
            continue;
        };
        assert_eq!(check(&state, &bound, Some(&bound_pairing), &bound_certificate), Ok(()), "seed {seed}");
        // The optimum without the forced pair breaks the constraint.
        let refused = check(&state, &bound, Some(&pairing), &certificate).expect_err("a pair is missing");
        assert_eq!(refused.check, "proof.pairing", "seed {seed}");
        proven_with += 1;
    }
    assert!(proven_with > 50, "{proven_with}");
}

/// Dual values that prove nothing are not published: a second matching finds others.
#[test]
fn certificates_do_not_rest_on_the_dual_values_of_the_solve() {
    let spec = Objective::load("fair").expect("a model");
    let mut certified = 0;
    for seed in 0..40 {
        let state = random_state(seed, &Options { players: 8..=30, rounds: 0..=9 });
        let mut solution = solve(&state, &spec, solve::Options::default()).expect("a solution");
        let Some(dual) = solution.dual.take() else { continue };
        let pairing = solution.incumbent.as_ref().map(|best| best.pairing.clone());
        let mut changed = vec![None];
        for tier in 0..spec.tiers.len() {
            // The bound stays, and a pair costs less than is allowed.
            let mut moved = dual.clone();
            moved.vertices[0][tier] += 2_000;
            moved.vertices[1][tier] -= 2_000;
            changed.push(Some(moved));
        }
        let mut negative = dual.clone();
        negative.odd_sets.push((vec![0, 1, 2], vec![-2; spec.tiers.len()]));
        changed.push(Some(negative));
        for dual in changed {
            solution.dual = dual;
            let certificate = certify(&state, &spec, &solution).expect("a certificate");
            assert_eq!(check(&state, &spec, pairing.as_ref(), &certificate), Ok(()), "seed {seed}");
            certified += 1;
        }
    }
    assert!(certified > 100, "{certified}");
}

/// Changes certificates and pairings at random, and the bound with them. Every pairing that is then accepted is an
/// optimum.
#[test]
fn accepted_pairings_are_optima_of_enumeration() {
    let mut rng = ChaCha8Rng::seed_from_u64(1965);
    let spec = Objective::load("pairs").expect("a model");
    let mut counts = [0; 2];
    for (seed, Proven { state, pairing, certificate }) in rounds(0..400, 4..=8, &spec) {
        let (Some(optimum), Some(best)) = (pairing, brute_force(&state, &spec)) else { continue };
        for _ in 0..50 {
            let (mut pairing, mut changed) = (optimum.clone(), certificate.clone());
            let Proof::Optimal(dual) = &mut changed.proof else { continue };
            for _ in 0..rng.random_range(0..4) {
                let more = rng.random_range(-3..=3);
                let entry = dual.seats.choose_mut(&mut rng).expect("seats");
                entry.dual += more;
                dual.bound += more;
            }
            if rng.random_bool(0.3) {
                let value = rng.random_range(-1..=2);
                let seats = dual.seats.sample(&mut rng, 3).map(|entry| entry.seat).collect();
                dual.odd_sets.push(OddSet { seats, dual: value });
                dual.bound += value;
            }
            if rng.random_bool(0.5) && pairing.boards.len() > 1 {
                let black = pairing.boards[0].black;
                pairing.boards[0].black = pairing.boards[1].black;
                pairing.boards[1].black = black;
            }
            let accepted = check(&state, &spec, Some(&pairing), &changed).is_ok();
            counts[usize::from(accepted)] += 1;
            if accepted {
                assert_eq!(model::values(&state, &spec, &pairing), best.values, "seed {seed}");
            }
        }
    }
    assert!(counts.iter().all(|count| *count > 1_000), "{counts:?}");
}
