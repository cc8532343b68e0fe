use super::{MatchingDual, Part, Prices, UpTo, find, tight};
use crate::cheapest::{PRICED, cheap};
use crate::{EdgeWeight, few_at_each};
use itertools::Itertools;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::{BTreeMap, BTreeSet};

/// Vertices on a line: a pair costs what its classes do, and how far it is from the length that costs least.
#[derive(Debug)]
struct Line {
    classes: Vec<Vec<usize>>,
    class_of: Vec<usize>,
    by_class: Vec<Vec<Option<i128>>>,
    place: Vec<usize>,
    slope: i128,
    barred: BTreeSet<(usize, usize)>,
    lists_barred: bool,
}

impl Line {
    fn new(rng: &mut ChaCha8Rng, size: usize) -> Self {
        let count = rng.random_range(1..=4);
        let class_of: Vec<usize> = (0..size).map(|_| rng.random_range(0..count)).collect();
        let classes = (0..count).map(|class| (0..size).filter(|v| class_of[*v] == class).collect()).collect();
        let mut by_class: Vec<Vec<Option<i128>>> = Vec::new();
        for one in 0..count {
            let mut row: Vec<Option<i128>> = by_class.iter().map(|above| above[one]).collect();
            row.resize_with(count, || rng.random_bool(0.8).then(|| rng.random_range(-5..=5)));
            by_class.push(row);
        }
        let mut barred = BTreeSet::new();
        for u in 0..size {
            barred.extend((u + 1..size).filter(|_| rng.random_bool(0.1)).map(|v| (u, v)));
        }
        let place = (0..size).map(|_| rng.random_range(0..2 * size)).collect();
        let slope = *[0, 0, 1, 3].choose(rng).unwrap_or(&0);
        Self { classes, class_of, by_class, place, slope, barred, lists_barred: rng.random() }
    }
}

impl Prices for Line {
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
        let length = self.place[u].abs_diff(self.place[v]);
        least + self.slope * length.abs_diff(self.place.len()) as i128
    }

    fn is_uniform(&self, _: usize, _: usize) -> bool {
        self.slope == 0
    }

    fn position(&self, v: usize) -> usize {
        self.place[v]
    }

    fn change(&self, v: usize, other: usize) -> Option<i128> {
        // Nothing is known of those far from each other.
        let apart = self.place[v].abs_diff(self.place[other]);
        (apart < 40).then_some(self.slope * apart as i128)
    }

    fn is_allowed(&self, u: usize, v: usize) -> bool {
        !self.barred.contains(&(u.min(v), u.max(v)))
    }

    fn barred(&self) -> Option<Box<dyn Iterator<Item = (usize, usize)> + '_>> {
        self.lists_barred.then(|| Box::new(self.barred.iter().map(|(u, v)| (*v, *u))) as Box<_>)
    }
}

/// Nested and disjoint sets of vertices in a random order, some of them in long chains.
fn sets(rng: &mut ChaCha8Rng, size: usize) -> Vec<(Vec<usize>, i128)> {
    let mut sets = Vec::new();
    let mut start = 0;
    while start + 3 <= size && rng.random_bool(0.8) {
        let end = rng.random_range(start + 3..=size);
        let mut inner = start..end;
        while inner.len() >= 3 && rng.random_bool(0.9) {
            sets.push((inner.clone().collect(), rng.random_range(1..=3)));
            inner = inner.start + rng.random_range(0..=1)..inner.end - rng.random_range(0..=1);
            if sets.last().is_some_and(|(last, _): &(Vec<usize>, _)| last.len() == inner.len()) {
                inner.end -= 1;
            }
        }
        start = end;
    }
    sets
}

#[test]
fn the_pairs_found_are_those_of_all() {
    let mut rng = ChaCha8Rng::seed_from_u64(1983);
    let (mut found_tight, mut too_cheap, mut of_sets, mut larger_parts, mut passed_over) = (0, 0, 0, 0, 0);
    for _ in 0..1_500 {
        let size = rng.random_range(2..=60);
        let prices = Line::new(&mut rng, size);
        let odd_sets = sets(&mut rng, size);
        let spread = rng.random_range(0..=4);
        let lowest = if rng.random_bool(0.7) { -12 - spread } else { -2 };
        let vertices = (0..size).map(|_| lowest + rng.random_range(0..=spread)).collect();
        let dual = MatchingDual { vertices, odd_sets };
        let around = |u: usize, v: usize| -> i128 {
            let both = dual.odd_sets.iter().filter(|(set, _)| set.contains(&u) && set.contains(&v));
            both.map(|(_, value)| value).sum()
        };
        let mut all = BTreeMap::new();
        for u in 0..size {
            for v in u + 1..size {
                let Some(cost) = prices.cost(u, v) else { continue };
                all.insert((u, v), cost.twice() + around(u, v) - dual.vertices[u] - dual.vertices[v]);
                of_sets += usize::from(around(u, v) > 0);
            }
        }
        let least = all.values().copied().min().unwrap_or(0);
        for most in [-1, 0, least, least + 3] {
            let mut found = BTreeMap::new();
            let mut search = UpTo(most, |u, v, reduced| assert_eq!(found.insert((u, v), reduced), None, "once"));
            let ended = find(&prices, &dual, || false, &mut search);
            let expected = all.iter().filter(|(_, reduced)| **reduced <= most).map(|(pair, reduced)| (*pair, *reduced));
            assert_eq!((ended, found), (Some(()), expected.collect()), "{prices:?} {dual:?}");
        }
        let below = all.iter().filter(|(_, reduced)| **reduced < 0).map(|((u, v), reduced)| (*reduced, *u, *v));
        let few = few_at_each(size, PRICED, below.sorted_unstable(), |(_, u, v)| (*u, *v));
        let few: Vec<(usize, usize)> = few.into_iter().map(|(_, u, v)| (u, v)).collect();
        passed_over += all.values().filter(|reduced| **reduced < 0).count() - few.len();
        assert_eq!(cheap(&prices, &dual, || false), Some(few), "{prices:?} {dual:?}");
        // Dual values by which the cheapest pairs are tight, if that is a whole number for each vertex.
        let raised =
            MatchingDual { vertices: dual.vertices.iter().map(|value| value + least / 2).collect(), ..dual.clone() };
        let found = tight(&prices, &raised, || false);
        let left = |reduced: i128| reduced - 2 * (least / 2);
        assert_eq!(found.is_ok(), all.values().all(|reduced| left(*reduced) >= 0));
        if let Ok(graph) = found {
            let graph = graph.expect("not late");
            let expected = all.iter().filter(|(_, reduced)| left(**reduced) == 0).map(|(pair, _)| *pair);
            assert_eq!(graph.edges().collect::<Vec<_>>(), expected.collect::<Vec<_>>(), "{prices:?} {raised:?}");
            found_tight += graph.edges().count();
        } else {
            too_cheap += 1;
        }
        let parts = prices.classes.iter().flat_map(|members| Part::of(&prices, members));
        larger_parts += parts.filter(|part| part.members.len() > 2).count();
    }
    let counts = [found_tight, too_cheap, of_sets, larger_parts, passed_over];
    assert!(counts.iter().all(|count| *count > 50), "{counts:?}");
}
