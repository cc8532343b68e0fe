use super::{CheapestMatching, MatchingFailure};
use crate::{EdgeWeight, MatchingDual, Prices};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeSet;

/// Costs by class, more by vertex, and pairs that cannot be made.
#[derive(Debug)]
struct Random {
    classes: Vec<Vec<usize>>,
    class_of: Vec<usize>,
    by_class: Vec<Vec<Option<i128>>>,
    extra: Option<Vec<i128>>,
    barred: BTreeSet<(usize, usize)>,
}

impl Random {
    fn new(rng: &mut ChaCha8Rng, size: usize) -> Self {
        let count = if rng.random() { size.max(1) } else { rng.random_range(1..=4) };
        let class_of: Vec<usize> = (0..size).map(|_| rng.random_range(0..count)).collect();
        let of = |class| (0..size).filter(|v| class_of[*v] == class).collect();
        let classes = (0..count).map(of).collect();
        let range = *[0, 1, 2, 5, 100].get(rng.random_range(0..5)).unwrap_or(&1);
        let density = rng.random_range(0.3..=1.0);
        let mut by_class: Vec<Vec<Option<i128>>> = Vec::new();
        for one in 0..count {
            let mut row: Vec<Option<i128>> = by_class.iter().map(|above| above[one]).collect();
            row.resize_with(count, || rng.random_bool(density).then(|| rng.random_range(-range..=range)));
            by_class.push(row);
        }
        let extra = rng.random::<bool>().then(|| (0..size).map(|_| rng.random_range(0..=3)).collect());
        let mut barred = BTreeSet::new();
        for u in 0..size {
            barred.extend((u + 1..size).filter(|_| rng.random_bool(0.2)).map(|v| (u, v)));
        }
        Self { classes, class_of, by_class, extra, barred }
    }
}

impl Prices for Random {
    type Cost = i128;

    fn classes(&self) -> &[Vec<usize>] {
        &self.classes
    }

    fn class(&self, v: usize) -> usize {
        self.class_of[v]
    }

    fn least(&self, one: usize, other: usize) -> Option<i128> {
        self.by_class[one][other]
    }

    fn exact(&self, least: i128, u: usize, v: usize) -> i128 {
        least + self.extra.as_ref().map_or(0, |extra| extra[u] * extra[v])
    }

    fn is_uniform(&self, _: usize, _: usize) -> bool {
        self.extra.is_none()
    }

    fn is_allowed(&self, u: usize, v: usize) -> bool {
        !self.barred.contains(&(u.min(v), u.max(v)))
    }
}

#[test]
fn the_dual_solution_proves_the_matching_of_many_vertices() {
    let mut rng = ChaCha8Rng::seed_from_u64(1965);
    let (mut nested, mut halves, mut impossible) = (0, 0, 0);
    for _ in 0..600 {
        let size = 2 * rng.random_range(10..=50);
        let prices = Random::new(&mut rng, size);
        match CheapestMatching::of(&prices) {
            Ok(found) => {
                let total = proved(&prices, &found);
                let by_classes = CheapestMatching::by_classes(&prices).expect("there is one");
                assert_eq!(proved(&prices, &by_classes), total);
                let sets = &found.dual.odd_sets;
                let is_in = |one: &[usize], other: &[usize]| one.len() < other.len() && other.contains(&one[0]);
                nested += sets.iter().filter(|(one, _)| sets.iter().any(|(other, _)| is_in(one, other))).count();
                halves += usize::from(found.dual.vertices.iter().any(|value| value % 2 != 0));
            }
            Err(failure) => {
                assert_eq!(failure, MatchingFailure::Impossible);
                assert_eq!(CheapestMatching::by_classes(&prices).err(), Some(MatchingFailure::Impossible));
                assert!(!crate::Matching::maximum(&prices.graph()).is_perfect());
                impossible += 1;
            }
        }
    }
    assert!(nested > 100 && halves > 30 && impossible > 30, "{nested} {halves} {impossible}");
}

/// Checks the matching, the dual solutions in halves and in integers, and which pairs are tight; returns the cost.
fn proved(prices: &Random, found: &CheapestMatching<i128>) -> i128 {
    let CheapestMatching { mates, dual, tight } = found;
    let MatchingDual { vertices, odd_sets } = MatchingDual::from_halves(dual.vertices.clone(), dual.odd_sets.clone());
    for (set, value) in &odd_sets {
        assert!(set.len() >= 3 && set.len() % 2 == 1 && *value > 0 && set.is_sorted());
    }
    let around = |sets: &[(Vec<usize>, i128)], u: usize, v: usize| -> i128 {
        sets.iter().filter(|(set, _)| set.contains(&u) && set.contains(&v)).map(|(_, value)| value).sum()
    };
    for u in 0..mates.len() {
        assert!(mates[mates[u]] == u && prices.cost(u, mates[u]).is_some());
        for v in u + 1..mates.len() {
            let Some(cost) = prices.cost(u, v) else { continue };
            assert!(cost >= vertices[u] + vertices[v] - around(&odd_sets, u, v));
            let reduced = cost.twice() - dual.vertices[u] - dual.vertices[v] + around(&dual.odd_sets, u, v);
            assert!(reduced >= 0 && (reduced == 0) == tight.has_edge(u, v));
        }
    }
    let pairs = (0..mates.len()).filter(|u| *u < mates[*u]);
    let total = pairs.filter_map(|u| prices.cost(u, mates[u])).sum();
    let within: i128 = odd_sets.iter().map(|(set, value)| value * ((set.len() as i128 - 1) / 2)).sum();
    assert_eq!(vertices.iter().sum::<i128>() - within, total);
    total
}
