//! Optima at the ends of the documented ranges: points to 9,999.9, weights to a million, several tiers. Each is proven by its
//! dual solution, which is checked here in exact integers, and equal to what a matching library finds.
//!
//! `STRESS=20` tries twenty times as many.

use crate::support::prelude::*;
use crate::support::swiss::swiss_tournament;
use integer_blossom::min_weight_perfect_matching;
use swiss_ilp::model::{MOST_WEIGHT, PairModel};
use swiss_ilp::proof::check;
use swiss_ilp::solve::{self, DualSolution, Evidence, Solution, SolveError, certify};

const TERMS: [&str; 9] = [
    "pairs-made",
    "score-difference",
    "unpaired-last-round",
    "bye-score",
    "colour-difference-two",
    "strong-denied",
    "alternation-denied",
    "colour-difference",
    "fold-distance",
];
const HARD: [&str; 5] = ["no-rematch", "no-forbidden-pair", "no-third-colour", "colour-balance", "no-second-bye"];

/// The request for the next round, which believes the results.
fn trusting() -> RoundRequest {
    RoundRequest { trust: Trust::Results, ..RoundRequest::default() }
}

/// One to four tiers of terms with weights of any size.
fn random_spec(rng: &mut impl Rng) -> Objective {
    let hard: Vec<String> = HARD.iter().filter(|_| rng.random_bool(0.8)).map(|rule| format!("{rule:?}")).collect();
    let mut text =
        format!("kind='objective'\nname='r'\nsummary='r'\nformulation='pairs'\nhard=[{}]\n", hard.join(", "));
    let mut terms = TERMS.to_vec();
    terms.shuffle(rng);
    for tier in 0..rng.random_range(1..=4) {
        let mut weighted = Vec::new();
        for term in terms.split_off(terms.len() - rng.random_range(1..=2)) {
            weighted.push(format!("{{ term = '{term}', weight = {} }}", random_weight(rng)));
        }
        text += &format!("[[tier]]\nname = 't{tier}'\nterms = [{}]\n", weighted.join(", "));
    }
    Model::parse("random", &text).expect("a model").try_into().expect("an objective")
}

/// Two or three tiers of terms that may be wide, and one of a third power.
fn wide_spec(rng: &mut impl Rng) -> Objective {
    let mut text = String::from(
        "kind='objective'\nname='r'\nsummary='r'\nformulation='pairs'\nhard=['no-rematch', 'colour-balance']\n\
         [[define]]\nname='cube'\npair='b.rank * b.rank * b.rank'\n\
         [[define]]\nname='even'\npair='a.number % 2 == b.number % 2'\ncount-at-most=2\n",
    );
    let mut terms = [
        "squared-rating-difference",
        "rating-difference",
        "opposition-spread",
        "squared-score-difference",
        "score-difference",
        "mirror-distance",
        "fold-distance",
        "squared-colour-difference",
    ]
    .to_vec();
    terms.shuffle(rng);
    for tier in 0..rng.random_range(2..=3) {
        let mut weighted = Vec::new();
        for term in terms.split_off(terms.len() - 2) {
            let weights = ["0.001", "-0.001", "-123.457", "999999.999", "-1000000", "0.125", "7"];
            weighted.push(format!("{{ term = '{term}', weight = {} }}", weights.choose(rng).expect("one")));
        }
        text += &format!("[[tier]]\nname = 't{tier}'\nterms = [{}]\n", weighted.join(", "));
    }
    text += "[[tier]]\nname = 'last'\nterms = [{ term = 'cube', weight = -0.5 }]\n";
    Model::parse("random", &text).expect("a model").try_into().expect("an objective")
}

fn random_weight(rng: &mut impl Rng) -> i32 {
    let most = *[1, 10, 1_000, MOST_WEIGHT].choose(rng).expect("not empty");
    let size = if rng.random_bool(0.3) { most } else { rng.random_range(1..=most) };
    if rng.random_bool(0.7) { -size } else { size }
}

/// Points between -9,999.9 and 9,999.9.
fn random_points(rng: &mut impl Rng) -> PointSystem {
    let mut one = || {
        let most = *[10, 100, 99_999].choose(rng).expect("not empty");
        Score::from_tenths(if rng.random_bool(0.2) { most } else { rng.random_range(-most / 2..=most) })
    };
    let [win, draw, loss] = [(); 3].map(|()| [one(), one()]);
    let [forfeit_win, forfeit_loss, pairing_bye, full_bye, half_bye, zero_bye] = [(); 6].map(|()| one());
    PointSystem {
        win,
        draw,
        loss,
        forfeit_win,
        forfeit_loss,
        pairing_bye,
        full_bye,
        half_bye,
        zero_bye,
        adjourned: None,
        pairing_bye_match: None,
    }
}

/// Whether the dual solution proves that no pairing is worth more than `solution`'s: each pair costs at least what it allows,
/// and it comes to what the pairing costs.
fn assert_proven(model: &PairModel<'_>, solution: &Solution, dual: &DualSolution) {
    let mut sets_of = vec![Vec::new(); model.vertices()];
    for (number, (set, value)) in dual.odd_sets.iter().enumerate() {
        assert!(set.len() >= 3 && set.len() % 2 == 1, "{set:?}");
        assert!(value.iter().find(|number| **number != 0).is_some_and(|number| *number > 0), "{value:?}");
        set.iter().for_each(|v| sets_of[*v].push(number));
    }
    for pair in model.pairs() {
        let values = model.pair_values(pair.high, pair.low);
        let reduced = (0..model.tiers()).map(|tier| {
            let both = sets_of[pair.high].iter().filter(|set| sets_of[pair.low].contains(set));
            let sets: i128 = both.map(|set| i128::from(dual.odd_sets[*set].1[tier])).sum();
            let ends = [pair.high, pair.low].map(|v| i128::from(dual.vertices[v][tier]));
            -2 * i128::from(values[tier].units()) - ends[0] - ends[1] + sets
        });
        let first = reduced.into_iter().find(|number| *number != 0);
        assert!(first.is_none_or(|number| number > 0), "{pair:?}");
    }
    for (tier, bound) in solution.bounds.iter().enumerate() {
        let vertices: i128 = dual.vertices.iter().map(|value| i128::from(value[tier])).sum();
        let sets = dual.odd_sets.iter().map(|(set, value)| (set.len() as i128 - 1) / 2 * i128::from(value[tier]));
        assert_eq!(vertices - sets.sum::<i128>(), -2 * i128::from(bound.value.units()), "tier {tier}");
    }
}

/// What a matching library makes of all tiers as one number; `None` where that is too large.
fn by_blossom(model: &PairModel<'_>) -> Option<Vec<i64>> {
    let n = model.vertices();
    let pairs: Vec<_> = model.pairs().collect();
    let values: Vec<_> = pairs.iter().map(|pair| model.pair_values(pair.high, pair.low)).collect();
    let mut costs = vec![0_i128; pairs.len()];
    let mut unit = 1_i128;
    for tier in (0..model.tiers()).rev() {
        let most = values.iter().map(|values| i128::from(values[tier].units()).abs()).max().unwrap_or(0);
        for (cost, values) in costs.iter_mut().zip(&values) {
            *cost -= unit.checked_mul(i128::from(values[tier].units()))?;
        }
        unit = unit.checked_mul(2 * (n as i128 * most + 1))?;
    }
    let most = costs.iter().map(|cost| cost.abs()).max().unwrap_or(0);
    let forbidden = most.checked_mul(2 * (n as i128 + 2)).filter(|cost| *cost < 1 << 110)? + 1;
    let least = costs.iter().min().copied().unwrap_or(0).min(0);
    let mut matrix = vec![forbidden; n * n];
    for (pair, cost) in pairs.iter().zip(costs) {
        matrix[pair.high * n + pair.low] = cost - least;
        matrix[pair.low * n + pair.high] = cost - least;
    }
    let mate = min_weight_perfect_matching(&matrix, n);
    let chosen: Vec<_> = pairs.into_iter().filter(|pair| mate[pair.high] == pair.low).collect();
    Some(model.values(&chosen).iter().map(|value| value.units()).collect())
}

/// How many of these rounds had an optimum, odd sets, and a second opinion.
fn all_are_proven(rounds: impl Iterator<Item = (u64, Tournament, Objective)>) -> [usize; 3] {
    let mut counts = [0; 3];
    for (seed, tournament, spec) in rounds {
        let Ok(state) = RoundState::new(&tournament, trusting()) else {
            continue;
        };
        let solution =
            solve(&state, &spec, solve::Options::default()).unwrap_or_else(|error| panic!("{seed}: {error}"));
        let (Some(best), Some(dual)) = (&solution.incumbent, &solution.dual) else { continue };
        assert!(solution.is_optimal(), "{seed}");
        assert_eq!(solution.evidence(), Evidence::IntegerDual, "{seed}");
        assert!(verify(&state, &spec, &best.pairing, Some(&best.values)).is_verified(), "{seed}");
        let model = PairModel::new(&state, &spec);
        assert_proven(&model, &solution, dual);
        counts[0] += 1;
        counts[1] += usize::from(!dual.odd_sets.is_empty());
        if model.vertices() <= 60
            && let Some(values) = by_blossom(&model)
        {
            assert_eq!(best.values.iter().map(|value| value.units()).collect::<Vec<_>>(), values, "{seed}");
            counts[2] += 1;
        }
    }
    counts
}

#[test]
fn random_rounds_are_proven_at_the_ends_of_all_ranges() {
    let rounds = seeds(1_000).map(|seed| {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let players = [4..=10, 4..=10, 8..=30, 30..=60].choose(&mut rng).expect("not empty").clone();
        let mut tournament = random_tournament(&mut rng, &Options { players, rounds: 0..=7 });
        tournament.points = random_points(&mut rng);
        (seed, tournament, random_spec(&mut rng))
    });
    let [proven, odd_sets, confirmed] = all_are_proven(rounds);
    assert!(proven > 600 && odd_sets > 30 && confirmed > 300, "{proven} {odd_sets} {confirmed}");
}

#[test]
fn large_rounds_are_proven_at_the_ends_of_all_ranges() {
    let rounds = seeds(30).map(|seed| {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut tournament = swiss_tournament(&mut rng, [100, 200, 300][seed as usize % 3], 8);
        if rng.random_bool(0.7) {
            tournament.points = random_points(&mut rng);
        }
        (seed, tournament, random_spec(&mut rng))
    });
    let [proven, odd_sets, _] = all_are_proven(rounds);
    assert!(proven > 20 && odd_sets > 5, "{proven} {odd_sets}");
}

/// With caps, small rounds have the optimum of enumeration. The certificates of all are accepted, unless their numbers are too large. A
/// third of the models has every term that may be wide, and a definition with the third power of a place.
#[test]
fn rounds_with_caps_are_proven_at_the_ends_of_all_ranges() {
    let mut counts = [0; 4];
    for seed in seeds(200) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let is_wide = seed % 3 == 2;
        let sizes = if is_wide { [6..=8, 6..=8, 6..=8, 20..=30] } else { [4..=8, 4..=8, 8..=30, 30..=60] };
        let players = sizes.choose(&mut rng).expect("not empty").clone();
        let mut tournament = random_tournament(&mut rng, &Options { players, rounds: 0..=7 });
        if is_wide {
            for player in &mut tournament.players {
                let rating = *[0, 1_000, 2_442, 2_783, 9_999].choose(&mut rng).expect("one");
                player.rating = rng.random_bool(0.9).then_some(rating);
            }
        }
        if !is_wide || rng.random_bool(0.3) {
            tournament.points = random_points(&mut rng);
        }
        let Ok(state) = RoundState::new(&tournament, trusting()) else {
            continue;
        };
        let mut spec = if is_wide { wide_spec(&mut rng) } else { random_spec(&mut rng) };
        let most = state.players().len() as u32 / 4;
        spec.side.max_downfloats = rng.random_bool(0.8).then(|| rng.random_range(0..=most));
        spec.side.max_same_federation = rng.random_bool(0.8).then(|| rng.random_range(0..=most / 2));
        let solution = match solve(&state, &spec, solve::Options::default()) {
            Ok(solution) => solution,
            Err(SolveError::Request(why)) if is_wide => {
                assert!(why.contains("exact numbers") || why.contains("beyond"), "{seed}: {why}");
                continue;
            }
            Err(error) => panic!("{seed}: {error}"),
        };
        let best = solution.incumbent.as_ref();
        if state.players().len() <= 8 {
            let expected = brute_force(&state, &spec).map(|best| (best.pairing.in_board_order(&state), best.values));
            assert_eq!(best.map(|best| (best.pairing.clone(), best.values.clone())), expected, "{seed}");
            counts[0] += 1;
        }
        match certify(&state, &spec, &solution) {
            Ok(certificate) => {
                let pairing = best.map(|best| &best.pairing);
                match check(&state, &spec, pairing, &certificate) {
                    Ok(()) => counts[1] += 1,
                    Err(refusal) => {
                        assert_eq!(refusal.check, "proof.scope", "{seed}: {refusal}");
                        counts[3] += usize::from(!is_wide);
                    }
                }
                counts[2] += usize::from(solution.capped.is_some());
            }
            Err(SolveError::Request(_)) => counts[3] += usize::from(!is_wide),
            Err(error) => panic!("{seed}: {error}"),
        }
    }
    assert!(counts[0] > 40 && counts[1] > 35 && counts[2] > 25 && counts[3] * 10 < counts[1], "{counts:?}");
}
