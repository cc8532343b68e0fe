use super::{Transport, class_duals};
use crate::budget::hold;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A flow on arcs of reduced cost 0 that sends all proves that the dual values are the greatest.
#[test]
fn they_are_feasible_and_come_to_what_the_cheapest_flow_costs() {
    let mut rng = ChaCha8Rng::seed_from_u64(1972);
    let mut sent = 0;
    for _ in 0..3_000 {
        let classes = rng.random_range(1..=40);
        let sizes: Vec<usize> = (0..classes).map(|_| rng.random_range(1..=6)).collect();
        let density = rng.random_range(0.2..=1.0);
        let range = rng.random_range(0..=60);
        let mut pairs = Vec::new();
        for (one, size) in sizes.iter().enumerate() {
            for other in one..classes {
                if (one < other || *size > 1) && rng.random_bool(density) {
                    pairs.push((one, other, rng.random_range(-range..=range)));
                }
            }
        }
        let dual = class_duals(&sizes, &pairs, || false).expect("small numbers");
        assert!(pairs.iter().all(|(one, other, cost)| dual[*one] + dual[*other] <= 2 * cost), "{sizes:?} {pairs:?}");

        let mut flow = Transport::new(&sizes);
        pairs.iter().for_each(|(one, other, cost)| flow.add(*one, *other, i128::from(*cost)));
        flow.augment(|| false);
        let amounts = flow
            .received
            .iter()
            .enumerate()
            .flat_map(|(other, all)| all.iter().map(move |(one, amount)| (*one, other, *amount as i64)));
        let cost: i64 = amounts
            .map(|(one, other, amount)| {
                let pair = pairs.iter().find(|(u, v, _)| (*u, *v) == (one.min(other), one.max(other)));
                pair.map_or(0, |(.., cost)| cost * amount)
            })
            .sum();
        if flow.supply.iter().all(|left| *left == 0) {
            sent += 1;
            let bound: i64 = dual.iter().zip(&sizes).map(|(dual, size)| dual * *size as i64).sum();
            assert_eq!(bound, cost, "{sizes:?} {pairs:?}");
        }
    }
    assert!(sent > 1_000, "{sent}");
}

#[test]
fn they_are_feasible_when_it_is_late_and_refused_where_they_may_leave_64_bits() {
    let pairs = [(0, 1, 7), (0, 2, -3), (1, 2, 4)];
    let dual = class_duals(&[1, 1, 2], &pairs, || true).expect("small numbers");
    assert!(pairs.iter().all(|(one, other, cost)| dual[*one] + dual[*other] <= 2 * cost));
    assert_eq!(class_duals(&[1, 1], &[(0, 1, i64::MAX / 4)], || false), None);
    assert_eq!(class_duals(&[1, 1], &[(0, 1, i64::MIN)], || false), None);
    assert_eq!(hold(|| false, || class_duals(&[], &[], || false)), Some(Some(Vec::new())));
}
