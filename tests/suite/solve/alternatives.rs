//! How many optima there are, and which: as enumeration finds, and proven where there is only one.

use crate::support::prelude::*;
use crate::support::reference;
use crate::support::rounds::capped_round;
use swiss_ilp::graph::MatchingCount;
use swiss_ilp::proof::{Claim, check};
use swiss_ilp::solve::{self, Optima, OptimaRequest, certify, certify_only, optima};

const ALL: OptimaRequest = OptimaRequest { count: 1_000_000, list: usize::MAX };

fn counted(state: &RoundState, spec: &Objective, wanted: OptimaRequest) -> (solve::Solution, Optima) {
    let solution = solve(state, spec, solve::Options::default()).expect("a solution");
    let optima = optima(state, spec, &solution, wanted, solve::Options::default()).expect("optima");
    (solution, optima)
}

/// The partners of each player in pairing order.
fn pairs(state: &RoundState, pairing: &Pairing) -> Vec<[usize; 2]> {
    let rank = |id| state.rank(id).expect("present");
    let boards = pairing.boards.iter().map(|board| [rank(board.white), rank(board.black)]);
    let bye = pairing.bye.map(|id| [rank(id), state.players().len()]);
    let mut pairs: Vec<[usize; 2]> = boards.chain(bye).map(|[one, other]| [one.min(other), one.max(other)]).collect();
    pairs.sort_unstable();
    pairs
}

/// The optima are those of enumeration; if there is one, its certificate is accepted, and otherwise a false one is refused.
/// How many there are.
fn compare(state: &RoundState, spec: &Objective, what: &str) -> usize {
    let (solution, found) = counted(state, spec, ALL);
    let expected = reference::optima(state, spec).map_or_else(Vec::new, |(_, optima)| optima);
    let count = MatchingCount { least: expected.len() as u64, is_exact: true };
    assert_eq!((found.count, found.is_late), (count, false), "{what}: {state:?} {spec:?}");
    let of = |pairing: &Pairing| pairs(state, pairing);
    let listed: Vec<_> = found.first.iter().map(|one| of(&one.pairing)).collect();
    assert_eq!(listed, expected.iter().map(of).collect::<Vec<_>>(), "{what}");
    assert_eq!(found.is_unique(), Some(expected.len() == 1), "{what}");
    let Some(best) = &solution.incumbent else { return 0 };
    if let Some(only) = &found.only {
        let certificate = certify_only(state, spec, best, only).expect("a certificate");
        assert_eq!(certificate.claim(), Claim::OnlyOptimum);
        assert_eq!(check(state, spec, Some(&best.pairing), &certificate), Ok(()), "{what}");
    } else {
        let mut certificate = certify(state, spec, &solution).expect("a certificate");
        assert_eq!(check(state, spec, Some(&best.pairing), &certificate), Ok(()), "{what}");
        certificate.unique = true;
        assert!(check(state, spec, Some(&best.pairing), &certificate).is_err(), "{what}");
    }
    expected.len()
}

#[test]
fn optima_are_those_of_enumeration() {
    let mut counts = [0; 4];
    for seed in 0..600 {
        let state = random_state(seed, &Options { players: 2..=9, rounds: 0..=7 });
        for model in ["pairs", "fair"] {
            let spec = Objective::load(model).expect("a model");
            counts[compare(&state, &spec, &format!("{model}, seed {seed}")).min(3)] += 1;
        }
    }
    assert!(counts.iter().all(|count| *count >= 50), "{counts:?}");
}

#[test]
fn optima_with_caps_are_those_of_enumeration() {
    let mut counts = [0; 4];
    for seed in 0..250 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let (state, mut spec) = capped_round(&mut rng, 3..=9);
        if rng.random_bool(0.5) {
            // Fewer tiers have more optima.
            spec.tiers.truncate(1);
        }
        if spec.has_caps() {
            counts[compare(&state, &spec, &format!("seed {seed}")).min(3)] += 1;
        }
    }
    assert!(counts.iter().all(|count| *count >= 5), "{counts:?}");
}

#[test]
fn slots_have_the_optima_of_their_pairs() {
    let state = random_state(7, &Options { players: 7..=8, rounds: 2..=3 });
    let slots = Objective::load("slots-ordered").expect("a model");
    compare(&state, &slots, "slots");
}

/// A larger field has more optima than can be listed, in parts that are counted apart.
#[test]
fn what_is_wanted_is_counted_and_no_more() {
    let tournament =
        random_tournament(&mut ChaCha8Rng::seed_from_u64(40), &Options { players: 40..=40, rounds: 3..=3 });
    let (state, spec) = (state(&tournament), Objective::load("pairs").expect("a model"));
    let (_, some) = counted(&state, &spec, OptimaRequest { count: 20, list: 5 });
    assert!(some.count.least > 20 && !some.count.is_exact, "{:?}", some.count);
    assert_eq!((some.first.len(), some.is_unique()), (5, Some(false)));
    let (_, more) = counted(&state, &spec, OptimaRequest { count: 0, list: 30 });
    assert_eq!((more.first.len(), &more.first[..5]), (30, &some.first[..]));
    let mut sorted: Vec<_> = more.first.iter().map(|one| pairs(&state, &one.pairing)).collect();
    sorted.dedup();
    assert!(sorted.len() == 30 && sorted.is_sorted());
}

/// At a limit nothing is claimed that is not known.
#[test]
fn a_limit_leaves_the_count_open() {
    let state = random_state(3, &Options { players: 30..=30, rounds: 4..=4 });
    let spec = Objective::load("fair").expect("a model");
    let solution = solve(&state, &spec, solve::Options::default()).expect("a solution");
    let none = solve::Options { time_limit: Some(Duration::ZERO), ..solve::Options::default() };
    let late = optima(&state, &spec, &solution, ALL, none).expect("optima");
    assert_eq!((late.count, late.is_unique()), (MatchingCount { least: 1, is_exact: false }, None));
    assert!(late.is_late && late.only.is_none());
}
