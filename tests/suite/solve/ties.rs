//! Which of several equal optima is reported: as enumeration finds.

use crate::support::prelude::*;
use crate::support::reference;
use crate::support::rounds::capped_round;
use std::cmp::Reverse;
use swiss_ilp::model::{Tier, Weighted};
use swiss_ilp::proof::check;
use swiss_ilp::solve::{self, MatchingMethod, OptimaRequest, Solution, Ties, certify, optima};

fn solved(state: &RoundState, spec: &Objective, ties: Ties) -> Solution {
    solve(state, spec, solve::Options { ties, ..solve::Options::default() }).expect("a solution")
}

/// The pairs by pairing number, the lower one first; 0 is the bye.
fn pairs(pairing: &Pairing) -> BTreeSet<(u32, u32)> {
    let boards = pairing.boards.iter().map(|board| (board.white.0, board.black.0));
    let all = boards.chain(pairing.bye.map(|id| (0, id.0)));
    all.map(|(one, other)| (one.min(other), one.max(other))).collect()
}

/// The random number of a pair, as the documentation says.
fn number(seed: u64, round: u32, (a, b): (u32, u32)) -> u64 {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(round.into());
    let (a, b) = (u64::from(a), u64::from(b));
    let mut word = 0;
    for _ in 0..=b * (b - 1) / 2 + a {
        word = rng.next_u32();
    }
    word.into()
}

fn fold(state: &RoundState, spec: &Objective, pairing: &Pairing) -> Value {
    let terms = vec![Weighted { term: Term::FoldDistance.into(), weight: (-1).into() }];
    let spec = Objective { tiers: vec![Tier { name: "fold".to_owned(), terms }], ..spec.clone() };
    verify(state, &spec, pairing, None).values()[0]
}

/// By each kind of ties, the optimum is that of enumeration, and its certificate is accepted. How many optima there are.
fn compare(state: &RoundState, spec: &Objective, seed: u64, what: &str) -> usize {
    let Some((values, all)) = reference::optima(state, spec) else { return 0 };
    let random =
        |pairing: &&Pairing| pairs(pairing).into_iter().map(|pair| number(seed, state.round(), pair)).sum::<u64>();
    let expected = [
        (Ties::Canonical, all.first()),
        (Ties::Random(seed), all.iter().min_by_key(random)),
        (Ties::Fold, all.iter().min_by_key(|pairing| Reverse(fold(state, spec, pairing)))),
    ];
    for (ties, expected) in expected {
        let solution = solved(state, spec, ties);
        let best = solution.incumbent.as_ref().expect("a pairing");
        assert_eq!((solution.is_optimal(), &best.values), (true, &values), "{what}, {ties}");
        assert_eq!(Some(pairs(&best.pairing)), expected.map(pairs), "{what}, {ties}");
        assert!(verify(state, spec, &best.pairing, Some(&values)).is_verified(), "{what}, {ties}");
        let known = solution.unique.is_none_or(|unique| unique == (all.len() == 1));
        assert!(
            known && (solution.unique.is_some() || spec.has_caps()),
            "{what}: {:?} of {}",
            solution.unique,
            all.len()
        );
        let certificate = certify(state, spec, &solution).expect("a certificate");
        assert_eq!(check(state, spec, Some(&best.pairing), &certificate), Ok(()), "{what}, {ties}");
        let wanted = OptimaRequest { count: 10_000, list: 10_000 };
        let options = solve::Options { ties, ..solve::Options::default() };
        let counted = optima(state, spec, &solution, wanted, options).expect("optima");
        assert_eq!(counted.count.least, all.len() as u64, "{what}, {ties}");
        let listed: Vec<_> = counted.first.iter().map(|one| pairs(&one.pairing)).collect();
        assert_eq!(listed, all.iter().map(pairs).collect::<Vec<_>>(), "{what}, {ties}");
    }
    all.len()
}

#[test]
fn the_optimum_of_each_kind_is_that_of_enumeration() {
    let mut several = 0;
    for seed in seeds(300) {
        let state = random_state(seed, &Options { players: 1..=9, rounds: 0..=6 });
        for model in ["pairs", "fair"] {
            let spec = Objective::load(model).expect("a model");
            several += usize::from(compare(&state, &spec, seed, &format!("{model}, seed {seed}")) > 1);
        }
    }
    assert!(several > 80, "{several}");
}

#[test]
fn with_caps_it_is_so_too() {
    let mut several = 0;
    for seed in seeds(150) {
        let (state, spec) = capped_round(&mut ChaCha8Rng::seed_from_u64(seed), 4..=9);
        several += usize::from(compare(&state, &spec, seed, &format!("seed {seed}")) > 1);
    }
    assert!(several > 15, "{several}");
}

#[test]
fn it_does_not_depend_on_threads_method_or_formulation() {
    for seed in seeds(20) {
        let state = random_state(seed, &Options { players: 2..=8, rounds: 0..=3 });
        for ties in [Ties::Random(seed), Ties::Fold] {
            let mut found = BTreeSet::new();
            for model in ["pairs", "slots-ordered"] {
                let spec = Objective::load(model).expect("a model");
                for (threads, method) in
                    [(1, MatchingMethod::Exact), (2, MatchingMethod::Exact), (2, MatchingMethod::Highs)]
                {
                    let options = solve::Options { threads, method, ties, ..solve::Options::default() };
                    let solution = solve(&state, &spec, options).expect("a solution");
                    found.insert(solution.incumbent.map(|best| pairs(&best.pairing)));
                }
            }
            assert_eq!(found.len(), 1, "seed {seed}, {ties}: {found:?}");
        }
    }
}

#[test]
fn the_command_says_which_and_refuses_what_it_cannot_do() {
    let said = |arguments: &[&str]| {
        let output = run(arguments, "");
        let text = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
        (output.status.code(), text)
    };
    let file = "instances/teaching-ties.json";
    let (code, text) = said(&["solve", file, "--ties", "random:7", "--format", "json"]);
    assert!(code == Some(0) && text.contains(r#""ties":"random:7","unique":false"#), "{text}");
    let (code, text) = said(&["solve", file, "--ties", "fold"]);
    assert!(code == Some(0) && text.contains("one of several, the nearest to the fold"), "{text}");
    for (wrong, why) in [
        (&["solve", file, "--ties", "random"][..], "random with a seed"),
        (&["solve", file, "--ties", "random:-1"], "the seed is a whole number"),
        (&["solve", file, "--ties", "fold", "--model", "tcec"], "leave one pairing"),
        (&["why", file, "1", "2", "--ties", "fold", "--system", "tcec"], "do not go together"),
    ] {
        let (code, text) = said(wrong);
        assert!(code == Some(3) && text.contains(why), "{wrong:?}: {text}");
    }
}
