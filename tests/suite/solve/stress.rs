//! Rounds that are hard to solve: few legal pairs, clusters of odd size, many ties, several tiers, caps.
//!
//! `STRESS=20` tries twenty times as many.

use crate::support::generate::{Options, random_tournament};
use crate::support::reference::brute_force;
use crate::support::seeds;
use integer_blossom::min_weight_perfect_matching;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::ops::RangeInclusive;
use swiss_ilp::model::{Formulation, Model, Objective, PairModel, Value};
use swiss_ilp::proof::verify::verify;
use swiss_ilp::solve::{self, Evidence, Incumbent, MatchingMethod, Solution, Termination, solve};
use swiss_ilp::tournament::{ForbiddenGroup, PlayerId, RoundState};

/// A random objective of few distinct weights, so that ties abound.
fn random_spec(rng: &mut impl Rng) -> Objective {
    for name in ["pairs", "fair"] {
        if rng.random_bool(0.15) {
            return Objective::load(name).expect("a built-in model");
        }
    }
    let terms = [
        "score-difference",
        "unpaired-last-round",
        "bye-score",
        "colour-difference-two",
        "strong-denied",
        "alternation-denied",
        "colour-difference",
        "fold-distance",
        "squared-score-difference",
        "squared-colour-difference",
        "rating-difference",
        "repeated-downfloat",
        "repeated-upfloat-two-before",
        "same-federation",
        "opposition-spread",
        "adjacent-distance",
        "mirror-distance",
        "random-distance",
        "burstein-distance",
    ];
    let hard = if rng.random_bool(0.5) { r#", "no-rematch", "no-third-colour", "no-second-bye""# } else { "" };
    let mut text =
        format!("kind='objective'\nname='r'\nsummary='r'\nformulation='pairs'\nhard=[\"no-forbidden-pair\"{hard}]\n");
    for tier in 0..rng.random_range(1..=3) {
        let count = rng.random_range(1..=2);
        let chosen: Vec<&str> = terms.sample(rng, count).copied().collect();
        let weighted: Vec<String> = chosen
            .into_iter()
            .map(|term| {
                let weight = ["-1", "-1", "-1", "-2", "-0.5", "-0.25", "1", "1"].choose(rng).expect("not empty");
                format!("{{ term = '{term}', weight = {weight} }}")
            })
            .collect();
        text += &format!("[[tier]]\nname = 't{tier}'\nterms = [{}]\n", weighted.join(", "));
    }
    Model::parse("random", &text).expect("a model").try_into().expect("an objective")
}

/// A round in which most pairs are forbidden, in one of several patterns.
fn sparse_state(rng: &mut ChaCha8Rng, players: RangeInclusive<usize>) -> RoundState {
    let mut tournament = random_tournament(rng, &Options { players, rounds: 0..=5 });
    let mut order: Vec<PlayerId> = tournament.players.iter().map(|player| player.id).collect();
    order.shuffle(rng);
    let style = rng.random_range(0..5);
    let size = *[3, 3, 5, 5, 7, 9].choose(rng).expect("not empty");
    let inside = *[0.5, 0.8, 1.0].choose(rng).expect("not empty");
    let outside = *[0.02, 0.05, 0.1, 0.2, 0.4].choose(rng).expect("not empty");
    for (i, one) in order.iter().enumerate() {
        for (j, other) in order.iter().enumerate().skip(i + 1) {
            let allowed = match style {
                0 => true,
                1 => rng.random_bool(outside + 0.1),
                2 => j - i == 1 || rng.random_bool(outside),
                _ => rng.random_bool(if i / size == j / size { inside } else { outside }),
            };
            if !allowed {
                tournament.forbidden.push(ForbiddenGroup { players: vec![*one, *other], rounds: None });
            }
        }
    }
    crate::support::state(&tournament)
}

/// The canonical optimum, found with a matching library. It computes one matching for each pair that it tries.
fn canonical_by_blossom(model: &PairModel<'_>) -> Option<Vec<(usize, usize)>> {
    let n = model.vertices();
    let costs = combined(model);
    let forbidden = 2 * (costs.iter().map(|cost| cost.abs()).max().unwrap_or(0) * (n as i128 + 2) + 1);
    let offset = costs.iter().min().copied().unwrap_or(0).min(0);
    let mut matrix = vec![forbidden; n * n];
    for (pair, cost) in model.pairs().zip(costs) {
        matrix[pair.high * n + pair.low] = cost - offset;
        matrix[pair.low * n + pair.high] = cost - offset;
    }
    let total = |mate: &[usize]| (0..n).filter(|v| *v < mate[*v]).map(|v| matrix[v * n + mate[v]]).sum::<i128>();
    let only = |matrix: &mut Vec<i128>, u: usize, v: usize| {
        for w in (0..n).filter(|w| *w != u && *w != v) {
            for cell in [u * n + w, w * n + u, v * n + w, w * n + v] {
                matrix[cell] = forbidden;
            }
        }
    };
    let mut mate = min_weight_perfect_matching(&matrix, n);
    let optimum = total(&mate);
    if (0..n).any(|v| matrix[v * n + mate[v]] == forbidden) {
        return None;
    }
    let mut kept = matrix.clone();
    let mut is_paired = vec![false; n];
    let mut pairs = Vec::new();
    for v in 0..n {
        if is_paired[v] {
            continue;
        }
        for w in (v + 1..n).filter(|w| kept[v * n + w] != forbidden) {
            let mut with_pair = kept.clone();
            only(&mut with_pair, v, w);
            let other = min_weight_perfect_matching(&with_pair, n);
            if other[v] == w && total(&other) == optimum && (0..n).all(|x| with_pair[x * n + other[x]] != forbidden) {
                mate = other;
                break;
            }
        }
        let w = mate[v];
        is_paired[v] = true;
        is_paired[w] = true;
        only(&mut kept, v, w);
        pairs.push((v, w));
    }
    Some(pairs)
}

/// Each pair's weights in all tiers as one exact cost.
fn combined(model: &PairModel<'_>) -> Vec<i128> {
    let values: Vec<Vec<Value>> = model.pairs().map(|pair| model.pair_values(pair.high, pair.low)).collect();
    let weights = |tier: usize| values.iter().map(move |values| i128::from(values[tier].units()));
    let mut costs = vec![0; values.len()];
    let mut unit = 1;
    for tier in (0..model.tiers()).rev() {
        costs.iter_mut().zip(weights(tier)).for_each(|(cost, weight)| *cost -= weight * unit);
        unit *= 2 * (model.vertices() as i128 * weights(tier).map(i128::abs).max().unwrap_or(0) + 1);
    }
    costs
}

fn pairs_of(state: &RoundState, best: &Incumbent) -> Vec<(usize, usize)> {
    let rank = |id| state.rank(id).expect("present");
    let boards = best.pairing.boards.iter().map(|board| (rank(board.white), rank(board.black)));
    let mut pairs: Vec<_> = boards.map(|(u, v)| (u.min(v), u.max(v))).collect();
    pairs.extend(best.pairing.bye.map(|id| (rank(id), state.players().len())));
    pairs.sort_unstable();
    pairs
}

fn solved(state: &RoundState, spec: &Objective, seed: u64) -> Solution {
    solved_with(state, spec, seed, solve::Options::default())
}

fn solved_with(state: &RoundState, spec: &Objective, seed: u64, options: solve::Options) -> Solution {
    solve(state, spec, options).unwrap_or_else(|error| panic!("seed {seed}: {error}"))
}

#[test]
fn sparse_rounds_have_the_canonical_optimum_of_a_matching_library() {
    let mut feasible = 0;
    for (players, count) in [(4..=14, 1_500), (20..=40, 250)] {
        for seed in seeds(count) {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let state = sparse_state(&mut rng, players.clone());
            let spec = random_spec(&mut rng);
            if state.players().is_empty() {
                continue;
            }
            let expected = canonical_by_blossom(&PairModel::new(&state, &spec));
            let solution = solved(&state, &spec, seed);
            let evidence = solution.evidence();
            let found = solution.incumbent.as_ref().map(|best| pairs_of(&state, best));
            assert_eq!(found, expected, "seed {seed} of {players:?}");
            if let Some(best) = solution.incumbent {
                feasible += 1;
                assert_eq!(evidence, Evidence::IntegerDual, "seed {seed}");
                assert!(verify(&state, &spec, &best.pairing, Some(&best.values)).is_verified(), "seed {seed}");
            }
        }
    }
    assert!(feasible > 500, "{feasible}");
}

/// Where the values differ, the solver itself refuses the result.
#[test]
fn the_linear_program_as_taught_comes_to_the_same_optimum() {
    let options = solve::Options { method: MatchingMethod::Highs, ..solve::Options::default() };
    for (players, count) in [(4..=14, 400), (20..=40, 250), (60..=90, 30)] {
        for seed in seeds(count) {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let state = sparse_state(&mut rng, players.clone());
            let spec = random_spec(&mut rng);
            let [exact, taught] = [solved(&state, &spec, seed), solved_with(&state, &spec, seed, options)];
            assert_eq!(taught.incumbent, exact.incumbent, "seed {seed} of {players:?}");
            assert_eq!(taught.termination, exact.termination, "seed {seed} of {players:?}");
        }
    }
}

#[test]
fn sparse_rounds_with_caps_have_the_canonical_optimum_of_enumeration() {
    for seed in seeds(250) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let state = sparse_state(&mut rng, 4..=8);
        let mut spec = random_spec(&mut rng);
        spec.side.max_downfloats = rng.random_bool(0.7).then(|| rng.random_range(0..3));
        spec.side.max_same_federation = rng.random_bool(0.5).then(|| rng.random_range(0..2));
        let players = state.players();
        if players.len() > 3 && rng.random_bool(0.3) {
            spec.side.forced.push([players[0].id.0, players[players.len() - 1].id.0]);
        }
        if players.len() > 3 && rng.random_bool(0.3) {
            spec.side.forbidden.push([players[1].id.0, players[2].id.0]);
        }
        if rng.random_bool(0.3) {
            spec.formulation = Formulation::SlotsOrdered;
        }
        let expected = brute_force(&state, &spec).map(|best| (best.pairing.in_board_order(&state), best.values));
        for method in [MatchingMethod::Exact, MatchingMethod::Highs] {
            let solution = solved_with(&state, &spec, seed, solve::Options { method, ..solve::Options::default() });
            let found = solution.incumbent.map(|best| (best.pairing, best.values));
            assert_eq!(found, expected, "seed {seed}, {method}");
        }
    }
}

#[test]
fn after_a_time_limit_values_and_bounds_are_still_valid() {
    for seed in seeds(12) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let state = crate::support::state(&random_tournament(&mut rng, &Options { players: 10..=24, rounds: 2..=5 }));
        let spec =
            Objective::load(if rng.random_bool(0.5) { "slots" } else { "slots-ordered" }).expect("a built-in model");
        let limit = std::time::Duration::from_millis(rng.random_range(1..400));
        let method = *[MatchingMethod::Exact, MatchingMethod::Highs].choose(&mut rng).expect("one");
        let options = solve::Options { time_limit: Some(limit), method, ..solve::Options::default() };
        let solution = solve(&state, &spec, options).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        if matches!(solution.termination, Termination::Infeasible(_)) {
            continue;
        }
        let best = solution.incumbent.expect("some legal pairing");
        assert!(verify(&state, &spec, &best.pairing, Some(&best.values)).is_verified(), "seed {seed}");
        assert!(solution.bounds.iter().zip(&best.values).all(|(bound, value)| bound.value >= *value), "seed {seed}");
    }
}

#[test]
fn after_a_time_limit_the_bounds_of_pair_models_are_no_less_than_the_optimum() {
    let mut stopped = 0;
    for seed in seeds(60) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let state = crate::support::state(&random_tournament(&mut rng, &Options { players: 60..=120, rounds: 2..=7 }));
        let spec = random_spec(&mut rng);
        let Some(optimum) = solved(&state, &spec, seed).incumbent else { continue };
        // Every other limit is over at once, however fast the machine is.
        let limit = std::time::Duration::from_micros(seed % 2 * rng.random_range(0..20_000));
        let options = solve::Options { time_limit: Some(limit), ..solve::Options::default() };
        let solution = solved_with(&state, &spec, seed, options);
        stopped += usize::from(solution.termination == Termination::TimeLimit);
        let best = solution.incumbent.expect("some legal pairing");
        assert!(verify(&state, &spec, &best.pairing, Some(&best.values)).is_verified(), "seed {seed}");
        assert!(best.values <= optimum.values, "seed {seed}");
        for values in [&best.values, &optimum.values] {
            assert!(solution.bounds.iter().zip(values).all(|(bound, value)| bound.value >= *value), "seed {seed}");
        }
    }
    assert!(stopped > 10, "{stopped}");
}
