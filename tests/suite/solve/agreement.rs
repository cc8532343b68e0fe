//! Independent ways to find the optimum: enumeration, slots, pairs, and a matching library.

use crate::support::long;
use crate::support::prelude::*;
use crate::support::reference::{brute_force, matching_oracle, matching_oracles};
use swiss_ilp::solve::{self, Evidence, Incumbent, MatchingMethod, Termination};

fn rounds(seeds: std::ops::Range<u64>, players: RangeInclusive<usize>) -> impl Iterator<Item = (u64, RoundState)> {
    let options = Options { players, rounds: 0..=7 };
    seeds.map(move |seed| (seed, random_state(seed, &options)))
}

/// The optimum that the solver proves and the verifier accepts; `None` if the solver proves that no legal pairing
/// exists.
fn solved(state: &RoundState, spec: &Objective) -> Option<Incumbent> {
    solved_by(state, spec, MatchingMethod::Exact)
}

fn solved_by(state: &RoundState, spec: &Objective, method: MatchingMethod) -> Option<Incumbent> {
    let options = solve::Options { method, ..solve::Options::default() };
    let solution = solve(state, spec, options).expect("a solution");
    let evidence = solution.evidence();
    match solution.termination {
        Termination::Infeasible(_) => None,
        Termination::TimeLimit | Termination::MemoryLimit | Termination::Interrupted => panic!("there is no limit"),
        Termination::Optimal => {
            let best = solution.incumbent.expect("an optimum has an incumbent");
            assert!(solution.bounds.iter().map(|bound| &bound.value).eq(&best.values));
            if method == MatchingMethod::Exact && !spec.has_caps() {
                assert_eq!(evidence, Evidence::IntegerDual);
            }
            let verdict = verify(state, spec, &best.pairing, Some(&best.values));
            assert!(verdict.is_verified(), "{verdict:?}");
            Some(best)
        }
    }
}

/// The canonical optimum that enumeration finds.
fn expected(state: &RoundState, spec: &Objective) -> Option<Incumbent> {
    let best = brute_force(state, spec)?;
    Some(Incumbent { pairing: best.pairing.in_board_order(state), values: best.values })
}

fn values(best: Option<Incumbent>) -> Option<Vec<Value>> {
    best.map(|best| best.values)
}

#[test]
fn pairs_find_the_canonical_optimum_of_enumeration() {
    for name in ["pairs", "fair"] {
        let spec = Objective::load(name).unwrap();
        for (seed, state) in rounds(seeds(500), 1..=10) {
            let found = solved(&state, &spec);
            assert_eq!(found, expected(&state, &spec), "{name}, seed {seed}");
        }
    }
}

/// Slots are slow, so few rounds are tried; `ROUNDS` sets how many (`make suite NAME=agreement`). `solve::ties` and
/// `model::terms` hold slots to enumeration, too.
#[test]
fn four_methods_find_the_same_optimum() {
    let count = long::rounds(40);
    let specs = ["pairs", "slots", "slots-ordered"].map(|name| Objective::load(name).unwrap());
    for (seed, state) in rounds(10_000..10_000 + count, 4..=10) {
        let optimum = brute_force(&state, &specs[0]).map(|best| best.values);
        assert_eq!(matching_oracle(&state, &specs[0]), optimum, "oracle, seed {seed}");
        for spec in &specs {
            let methods = [MatchingMethod::Exact, MatchingMethod::Highs];
            let found = methods.map(|method| values(solved_by(&state, spec, method)));
            assert!(found.iter().all(|values| *values == optimum), "{}, seed {seed}: {found:?}", spec.name);
        }
    }
}

#[test]
fn pairs_find_the_optimum_of_the_matching_oracle() {
    let [pairs, fair] = ["pairs", "fair"].map(|name| Objective::load(name).unwrap());
    for (seed, state) in rounds(seeds(120), 20..=60) {
        let found = [&pairs, &fair].map(|spec| values(solved(&state, spec)));
        assert_eq!(found, matching_oracles(&state, [&pairs, &fair]), "seed {seed}");
    }
}

#[test]
fn caps_and_forced_pairs_find_the_canonical_optimum_of_enumeration() {
    let sides = ["max-downfloats = 1", "max-same-federation = 0", "max-downfloats = 2\nmax-same-federation = 1"];
    for side in sides {
        for name in ["pairs", "fair"] {
            let spec = spec_with(name, side);
            for (seed, state) in rounds(0..150, 4..=8) {
                assert_eq!(solved(&state, &spec), expected(&state, &spec), "{name}, {side}, seed {seed}");
            }
        }
    }
}
