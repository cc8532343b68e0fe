use super::{Completion, SparseMatching};
use crate::{EdgeWeight, Lex, Matching};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeSet;

type Edges = Vec<(usize, usize, Lex<2>)>;

/// The least cost of a perfect matching of these vertices, by trying everything.
fn least(edges: &Edges, left: &BTreeSet<usize>) -> Option<Lex<2>> {
    let Some(first) = left.first() else { return Some(Lex::ZERO) };
    let at_first = edges.iter().filter(|(u, v, _)| u == first && left.contains(v));
    let all = at_first.filter_map(|(u, v, cost)| {
        let rest = left.iter().copied().filter(|w| w != u && w != v).collect();
        Some(*cost + least(edges, &rest)?)
    });
    all.min()
}

#[test]
fn blossoms_may_be_nested_deeper_than_calls() {
    // Each blossom is the one before with two more vertices, at the first of which the next one begins. A search from 0 nests all of
    // them before it comes to the last vertex, whose only neighbour is in the innermost.
    const DEPTH: usize = 50_000;
    let (first, second) = (|depth: usize| 2 * depth - 1, |depth: usize| 2 * depth);
    let last = 2 * DEPTH + 1;
    let mut search = SparseMatching::new(vec![0_i128; last + 1]);
    for depth in 1..=DEPTH {
        let before = if depth == 1 { 0 } else { first(depth - 1) };
        for (u, v) in [(before, first(depth)), (before, second(depth)), (first(depth), second(depth))] {
            search.add_edge(u, v, 0);
        }
    }
    search.add_edge(first(1), last, 5);
    let pairs = (1..=DEPTH).flat_map(|depth| [Some(second(depth)), Some(first(depth))]);
    search.begin_with(&Matching::from_mates([None].into_iter().chain(pairs).chain([None]).collect()));
    assert_eq!(search.complete(|| false), Completion::Perfect);
    assert_eq!([search.mate(0), search.mate(last)], [Some(second(1)), Some(first(1))]);
    for depth in 2..=DEPTH {
        assert_eq!(search.mate(first(depth)), Some(second(depth)));
    }
    assert_eq!(search.dual().bound(), 10);
}

#[test]
fn it_is_cheapest_and_its_dual_values_prove_it() {
    let mut rng = ChaCha8Rng::seed_from_u64(1965);
    let (mut perfect, mut odd_sets) = (0, 0);
    for _ in 0..6_000 {
        let n = 2 * rng.random_range(1..=5);
        let (density, range) = (rng.random_range(0.3..=1.0), rng.random_range(0..=6));
        let mut edges = Edges::new();
        for u in 0..n {
            for v in u + 1..n {
                if rng.random_bool(density) {
                    edges.push((u, v, Lex([(); 2].map(|()| rng.random_range(-range..=range)))));
                }
            }
        }
        // Feasible, and of any parity.
        let dual = (0..n).map(|_| Lex([-2 * range - rng.random_range(1..=3), rng.random_range(-9..=9)])).collect();
        let mut matching = SparseMatching::new(dual);
        edges.iter().for_each(|(u, v, cost)| matching.add_edge(*u, *v, *cost));
        let expected = least(&edges, &(0..n).collect());
        let found = matching.complete(|| false);
        assert_eq!(found == Completion::Perfect, expected.is_some(), "{edges:?}");
        let Some(expected) = expected else { continue };
        perfect += 1;
        let is_matched = |u: usize, v: usize| matching.mate(u) == Some(v) && matching.mate(v) == Some(u);
        let made = edges.iter().filter(|(u, v, _)| is_matched(*u, *v));
        let total = made.fold(Lex::ZERO, |sum, (.., cost)| sum + *cost);
        assert_eq!(total, expected, "{edges:?}");
        let dual = matching.dual();
        odd_sets += usize::from(!dual.odd_sets.is_empty());
        for (u, v, cost) in &edges {
            let around = dual.odd_sets.iter().filter(|(set, _)| set.contains(u) && set.contains(v));
            let sets = around.fold(Lex::ZERO, |sum, (_, value)| sum + *value);
            assert!(cost.twice() + sets >= dual.vertices[*u] + dual.vertices[*v], "{edges:?}");
        }
        let mut bound = dual.vertices.iter().fold(Lex::ZERO, |sum, value| sum + *value);
        for (set, value) in &dual.odd_sets {
            assert!(set.len() % 2 == 1 && *value > Lex::ZERO);
            (0..(set.len() - 1) / 2).for_each(|_| bound -= *value);
        }
        assert_eq!(bound, expected.twice(), "{edges:?}");
    }
    assert!(perfect > 3_000 && odd_sets > 300, "{perfect} {odd_sets}");
}
