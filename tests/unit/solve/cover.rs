use super::{evened, without_odd_sets};
use crate::graph::{CheapestMatching, EdgeCosts};
use rand::prelude::*;
use rand_chacha::ChaCha8Rng;

/// Dual values without odd sets are there just where the linear program without them has no gap, which enumeration decides: no
/// point of circles and pairs costs less than the cheapest matching.
#[test]
fn dual_values_without_odd_sets_are_found_where_there_are_some() {
    let mut rng = ChaCha8Rng::seed_from_u64(1965);
    let (mut plain, mut needed, mut whole, mut of_halves) = (0, 0, 0, 0);
    for _ in 0..3_000 {
        let size = 2 * rng.random_range(2..=4);
        let most = *[1, 2, 9].choose(&mut rng).expect("one of three");
        let costs: Vec<(usize, usize, i128)> = (0..size)
            .flat_map(|v| (0..v).map(move |u| (u, v)))
            .filter(|_| rng.random_bool(0.8))
            .collect::<Vec<_>>()
            .into_iter()
            .map(|(u, v)| (u, v, rng.random_range(0..=most)))
            .collect();
        let prices = EdgeCosts::new(size, costs.iter().copied());
        let Ok(found) = CheapestMatching::of(&prices) else { continue };
        let at = |one: usize, other: usize| {
            let (u, v) = (one.min(other), one.max(other));
            costs.iter().find(|(a, b, _)| (*a, *b) == (u, v)).map(|(.., cost)| *cost)
        };
        let cheapest: i128 =
            found.mates.iter().enumerate().filter(|(v, w)| v < *w).filter_map(|(v, w)| at(v, *w)).sum();
        // Every vertex is followed by another: twice the least cost of the linear program.
        let mut next: Vec<usize> = (0..size).collect();
        let mut least = None;
        permute(&mut next, 0, &mut |next| {
            let cost = next.iter().enumerate().map(|(v, w)| if v == *w { None } else { at(v, *w) }).sum();
            least = [least, cost].into_iter().flatten().min();
        });
        let has_gap = least != Some(2 * cheapest);
        let halves = without_odd_sets(prices, &found.dual);
        assert_eq!(halves.is_none(), has_gap, "{costs:?}");
        let Some(halves) = halves else {
            needed += 1;
            continue;
        };
        plain += 1;
        let slacks = || costs.iter().map(|(u, v, cost)| (*u, *v, 2 * cost - halves[*u] - halves[*v]));
        assert!(slacks().all(|(.., slack)| slack >= 0) && halves.iter().sum::<i128>() == 2 * cheapest);
        let Some(even) = evened(&halves, slacks()) else {
            of_halves += 1;
            continue;
        };
        whole += 1;
        assert!(even.iter().all(|value| value % 2 == 0) && even.iter().sum::<i128>() == 2 * cheapest);
        assert!(costs.iter().all(|(u, v, cost)| even[*u] + even[*v] <= 2 * cost), "{costs:?}");
    }
    println!("{plain} plain, {whole} of them whole, {of_halves} of halves; {needed} need odd sets");
    assert!(plain > 500 && needed > 50 && whole > 500, "{plain} {whole} {of_halves} {needed}");
}

fn permute(next: &mut Vec<usize>, from: usize, visit: &mut impl FnMut(&[usize])) {
    if from == next.len() {
        return visit(next);
    }
    for place in from..next.len() {
        next.swap(from, place);
        permute(next, from + 1, visit);
        next.swap(from, place);
    }
}

/// Three that are tight with each other stay halves.
#[test]
fn a_tight_triangle_of_halves_is_not_evened() {
    let tight = [(0, 1, 0), (1, 2, 0), (0, 2, 0)];
    assert_eq!(evened(&[1, 1, 1, 2], tight.into_iter()), None);
    assert_eq!(evened(&[1, 1, 3, 2], tight[..2].iter().copied()), Some(vec![2, 0, 4, 2]));
}
