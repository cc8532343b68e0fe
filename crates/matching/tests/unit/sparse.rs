use super::{Completion, SparseMatching};
use crate::Matching;

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
