use super::{Ceiling, Multipliers, Problem, is_greater};
use crate::graph::budget::hold;
use crate::solve::SolveError;
use num_rational::BigRational;
use rand::prelude::*;
use rand_chacha::ChaCha8Rng;

/// Every loop over the edges that are left is one over these.
#[test]
fn whoever_goes_through_the_edges_spends_the_budget() {
    let problem = Problem::new(4, vec![(0, 1), (2, 3), (0, 2), (1, 3)]);
    assert_eq!(hold(|| true, || problem.alive().count()), None);
    assert_eq!(hold(|| false, || problem.alive().count()), Some(4));
}

/// Fractions whose products leave 128 bits, and equal ones.
#[test]
fn fractions_of_any_size_are_compared_exactly() {
    let mut rng = ChaCha8Rng::seed_from_u64(128);
    let mut number = |least: i128| {
        let size = rng.random_range(0..=126);
        rng.random_range(least.max(-(1_i128 << size))..=1 << size)
    };
    for _ in 0..20_000 {
        let (one, other) = ((number(i128::MIN), number(1)), (number(i128::MIN), number(1)));
        let [exact, than] = [one, other].map(|(above, below)| BigRational::new(above.into(), below.into()));
        assert_eq!(is_greater(one, other), exact > than, "{one:?} {other:?}");
        assert!(!is_greater(one, one) && !is_greater((one.0 / 4, 1 << 100), (one.0 / 4, 1 << 100)));
    }
}

/// The least sum over the perfect matchings of `left`.
fn least(problem: &Problem, costs: &[i128], left: &[usize]) -> i128 {
    let Some((u, rest)) = left.split_first() else { return 0 };
    let with = |v: &usize| {
        let others: Vec<usize> = rest.iter().copied().filter(|w| w != v).collect();
        costs[problem.edge(*u, *v).expect("all are edges")] + least(problem, costs, &others)
    };
    rest.iter().map(with).min().expect("an even number")
}

/// Multipliers up to the ends of what is exact: the bound is that of enumeration. Beyond, they are refused.
#[test]
fn bounds_are_exact_up_to_the_greatest_costs_and_refused_beyond() {
    let mut rng = ChaCha8Rng::seed_from_u64(118);
    for round in 0..300 {
        let size = 2 * rng.random_range(1..=4);
        let edges: Vec<(usize, usize)> = (0..size).flat_map(|v| (0..v).map(move |u| (u, v))).collect();
        let mut problem = Problem::new(size, edges);
        let wide = (1_i64 << 60) / size as i64;
        let mut numbers =
            |most: i64| -> Vec<i64> { (0..problem.edges.len()).map(|_| rng.random_range(-most..=most)).collect() };
        let (goal, counted) = (numbers(if round % 2 == 0 { wide } else { 9 }), numbers(wide));
        let most = Problem::sum(&counted, &[0]).abs().min(1 << 52);
        problem.ceilings.push(Ceiling { numbers: counted.clone(), most, step: 1, shift: vec![0; size] });
        let greatest =
            |numbers: &[i64]| i128::from(numbers.iter().map(|number| number.abs()).max().unwrap_or(0).max(1));
        let whole = problem.most_cost();
        let scale = (whole / 2 / greatest(&goal)).max(1);
        let of_ceiling = whole / 2 / (greatest(&counted) + i128::from(most) / size as i128 + 1);
        let start = (0..size).map(|_| *[0, i128::MAX, i128::MIN, whole].choose(&mut rng).expect("one")).collect();
        let multipliers = Multipliers { scale, ceilings: vec![of_ceiling], branches: Vec::new(), start };
        let found = problem.evaluate(&goal, &[], multipliers.clone()).expect("within the range");
        let costs: Vec<i128> = goal
            .iter()
            .zip(&counted)
            .map(|(goal, number)| scale * i128::from(*goal) + of_ceiling * i128::from(*number))
            .collect();
        let all: Vec<usize> = (0..size).collect();
        assert_eq!(found.leaf.bound, least(&problem, &costs, &all) - of_ceiling * i128::from(most));
        for times in [3, 1 << 60] {
            let beyond = Multipliers { scale: scale.saturating_mul(times), ..multipliers.clone() };
            let refused = problem.evaluate(&goal, &[], beyond);
            assert!(matches!(refused, Err(SolveError::Request(what)) if what.contains(&whole.to_string())));
        }
    }
}
