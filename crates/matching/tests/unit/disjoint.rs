use super::*;
use itertools::Itertools;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Whether there are such matchings, by trying all.
fn by_enumeration(graphs: &[Graph], once: &Graph) -> bool {
    let Some((graph, others)) = graphs.split_first() else { return true };
    let mut all = Vec::new();
    perfect(graph, &mut vec![usize::MAX; graph.len()], &mut all);
    all.iter().any(|mates| {
        let used = |u: usize, v: usize| mates[u] == v && once.has_edge(u, v);
        let without = |graph: &Graph| Graph::new(graph.len(), graph.edges().filter(|(u, v)| !used(*u, *v)));
        by_enumeration(&others.iter().map(without).collect_vec(), once)
    })
}

fn all_pairs(size: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..size).array_combinations().map(|[u, v]| (u, v))
}

fn perfect(graph: &Graph, mates: &mut Vec<usize>, all: &mut Vec<Vec<usize>>) {
    let Some(u) = mates.iter().position(|mate| *mate == usize::MAX) else { return all.push(mates.clone()) };
    for v in graph.neighbours(u).ones().filter(|v| *v > u).collect_vec() {
        if mates[v] == usize::MAX {
            (mates[u], mates[v]) = (v, u);
            perfect(graph, mates, all);
            (mates[u], mates[v]) = (usize::MAX, usize::MAX);
        }
    }
}

fn assert_disjoint(graphs: &[Graph], once: &Graph, rounds: &[Vec<usize>]) {
    assert_eq!(rounds.len(), graphs.len());
    for (at, (mates, graph)) in rounds.iter().zip(graphs).enumerate() {
        for (u, v) in mates.iter().copied().enumerate() {
            assert!(graph.has_edge(u, v) && mates[v] == u);
            assert!(!once.has_edge(u, v) || rounds[..at].iter().all(|before| before[u] != v));
        }
    }
}

#[test]
fn the_search_finds_what_enumeration_finds() {
    let mut found = [0, 0];
    for seed in 0..3_000 {
        let rng = &mut ChaCha8Rng::seed_from_u64(seed);
        let (size, rounds) = (*[0, 2, 4, 6, 6, 8].get(rng.random_range(0..6)).unwrap_or(&0), rng.random_range(0..5));
        let share = rng.random_range(0.2..1.0);
        let mut random =
            |share: f64| Graph::new(size, all_pairs(size).filter(|_| rng.random_bool(share)).collect_vec());
        let first = random(share);
        let once = random(0.9);
        let other = random(share);
        let graphs = (0..rounds).map(|at| if at == 1 && seed % 3 == 0 { other.clone() } else { first.clone() });
        let graphs = graphs.collect_vec();
        let answer = disjoint_perfect_matchings(&graphs, &once, || false).expect("not stopped");
        found[usize::from(answer.is_some())] += 1;
        assert_eq!(answer.is_some(), by_enumeration(&graphs, &once), "{seed}");
        answer.inspect(|rounds| assert_disjoint(&graphs, &once, rounds));
    }
    assert!(found.iter().all(|count| *count > 500), "{found:?}");
}

#[test]
fn odd_halves_with_few_bridges_end_soon() {
    // Each matching crosses between two odd halves, so there are as many as bridges.
    let halves = |bridges: usize| {
        let within = all_pairs(7).flat_map(|(u, v)| [(u, v), (u + 7, v + 7)]);
        Graph::new(14, within.chain((0..bridges).map(|v| (v, v + 7))))
    };
    for bridges in 0..=4 {
        for rounds in 1..=5 {
            let graph = halves(bridges);
            let answer = disjoint_perfect_matchings(&vec![graph.clone(); rounds], &graph, || false);
            assert_eq!(answer.expect("not stopped").is_some(), rounds <= bridges, "{bridges} {rounds}");
        }
    }
}
