use super::{Completion, SparseMatching};
use crate::{CheapestMatching, EdgeCosts, Lex, Matching, MatchingFailure};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

#[test]
fn edges_that_are_given_later_may_be_cheaper_than_the_dual_values_allow() -> Result<(), MatchingFailure> {
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    for size in (4..40).step_by(2).cycle().take(400) {
        let mut edges = Vec::new();
        // Of points in a square, many are in odd groups.
        let points: Vec<[i64; 2]> = (0..size).map(|_| [rng.random_range(0..50), rng.random_range(0..50)]).collect();
        for (u, v) in (0..size).flat_map(|u| (u + 1..size).map(move |v| (u, v))) {
            let cost = Lex([0, 1].map(|axis: usize| (points[u][axis] - points[v][axis]).abs()));
            edges.push((u, v, cost, rng.random_range(0..5)));
        }
        let costs = EdgeCosts::new(size, edges.iter().map(|(u, v, cost, _)| (*u, *v, *cost)));
        let best = CheapestMatching::of(&costs)?;
        let mut search = SparseMatching::new(vec![Lex([0, 0]); size]);
        for time in 0..5 {
            let now = edges.iter().filter(|edge| edge.3 == time);
            now.for_each(|(u, v, cost, _)| search.add_edge(*u, *v, *cost));
            let end = search.complete(|| false);
            assert!(time < 4 || end == Completion::Perfect);
        }
        let dual = search.dual();
        assert_eq!(dual.bound(), best.dual.bound());
        let mates = (0..size).filter_map(|v| search.mate(v)).collect();
        CheapestMatching::with_dual(&costs, mates, dual, || false)?;
    }
    Ok(())
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
