use super::{Graph, Matching, TutteObstruction, irreducible_obstruction, obstruction};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

fn random_graph(rng: &mut ChaCha8Rng, most: usize, least_density: f64) -> (Graph, Vec<(usize, usize)>) {
    let n = rng.random_range(0..=most);
    let density = rng.random_range(least_density..0.95);
    let mut edges = Vec::new();
    for u in 0..n {
        edges.extend((u + 1..n).filter(|_| rng.random_bool(density)).map(|v| (u, v)));
    }
    (Graph::new(n, edges.iter().copied()), edges)
}

/// The size of a maximum matching, by trying everything.
fn largest(edges: &[(usize, usize)], used: u32) -> usize {
    let Some(((u, v), rest)) = edges.split_first() else { return 0 };
    let without = largest(rest, used);
    let bits = 1 << u | 1 << v;
    if used & bits == 0 { without.max(1 + largest(rest, used | bits)) } else { without }
}

#[test]
fn maximum_matchings_are_as_large_as_enumeration_finds_and_obstructions_prove_it() {
    let mut rng = ChaCha8Rng::seed_from_u64(1965);
    for _ in 0..3_000 {
        let (graph, edges) = random_graph(&mut rng, 8, 0.05);
        let matching = Matching::maximum(&graph);
        assert_eq!(matching.pairs(), largest(&edges, 0), "{edges:?}");
        proved(&graph, &matching);
    }
}

#[test]
fn obstructions_prove_matchings_of_many_vertices_maximum() {
    let mut rng = ChaCha8Rng::seed_from_u64(1947);
    let mut imperfect = 0;
    for _ in 0..1_000 {
        let most = rng.random_range(10..150);
        let (graph, _) = random_graph(&mut rng, most, 0.0);
        let sparse = Graph::new(graph.len(), {
            let pairs = (0..graph.len()).flat_map(|u| graph.neighbours(u).ones().map(move |v| (u, v)));
            let kept = 2.0 / graph.len().max(2) as f64;
            pairs.filter(|_| rng.random_bool(kept)).collect::<Vec<_>>()
        });
        for graph in [graph, sparse] {
            let matching = Matching::maximum(&graph);
            proved(&graph, &matching);
            imperfect += usize::from(matching.pairs() < graph.len() / 2);
        }
    }
    assert!(imperfect > 300, "{imperfect}");
}

/// The odd components, less the vertices that they are joined to, are as many as the vertices without partners.
fn proved(graph: &Graph, matching: &Matching) {
    for v in 0..graph.len() {
        assert!(matching.mate(v).is_none_or(|w| graph.has_edge(v, w) && matching.mate(w) == Some(v)));
    }
    let Some(why) = obstruction(graph, matching) else { return assert!(matching.is_perfect()) };
    assert_eq!(graph.len() - 2 * matching.pairs(), why.odd_components.len() - why.tutte_set.len());
    stands(graph, &why);
}

/// Whether the vertices of `within` hold an obstruction: whether no matching among them covers all of them that are
/// joined to no others (with Tutte's theorem, after joining the rest to one another).
fn holds_obstruction(edges: &[(usize, usize)], within: u32) -> bool {
    let has = |v: usize| within & 1 << v != 0;
    let boundary = edges.iter().filter(|(u, v)| has(*u) != has(*v)).fold(0, |all, (u, v)| all | 1 << u | 1 << v);
    let inside: Vec<_> = edges.iter().copied().filter(|(u, v)| has(*u) && has(*v)).collect();
    !covers(&inside, within & !boundary)
}

/// Whether a matching of these edges covers all of `to_cover`, by trying everything.
fn covers(edges: &[(usize, usize)], to_cover: u32) -> bool {
    if to_cover == 0 {
        return true;
    }
    let first = to_cover.trailing_zeros() as usize;
    edges.iter().filter(|(u, v)| *u == first || *v == first).any(|(u, v)| {
        let free: Vec<_> =
            edges.iter().copied().filter(|(a, b)| ![u, v].iter().any(|end| [a, b].contains(end))).collect();
        covers(&free, to_cover & !(1 << u | 1 << v))
    })
}

#[test]
fn no_obstruction_has_fewer_vertices_of_an_irreducible_one() {
    let mut rng = ChaCha8Rng::seed_from_u64(1958);
    let (mut found, mut least, mut with_tutte_set, mut with_large) = (0, 0, 0, 0);
    while found < 3_000 {
        let (graph, edges) = random_graph(&mut rng, 9, 0.05);
        let Some(why) = irreducible_obstruction(&graph, &Matching::maximum(&graph)) else { continue };
        found += 1;
        let named: Vec<usize> = why.odd_components.concat().into_iter().chain(why.tutte_set.clone()).collect();
        let set = named.iter().fold(0_u32, |all, v| all | 1 << v);
        assert_eq!(set.count_ones() as usize, named.len(), "{why:?}");
        assert_eq!(why.odd_components.len(), why.tutte_set.len() + 1, "{why:?}");
        stands(&graph, &why);
        assert!(holds_obstruction(&edges, set), "{edges:?}: {why:?}");
        // The property is inherited by larger sets, so that it is enough to leave out one.
        assert!(named.iter().all(|v| !holds_obstruction(&edges, set & !(1 << v))), "{edges:?}: {why:?}");
        let is_closed = edges.iter().all(|(u, v)| named.contains(u) == named.contains(v));
        assert_eq!(is_closed, why.tutte_set.is_empty(), "{edges:?}: {why:?}");
        let alone = (0..graph.len()).any(|v| graph.neighbours(v).ones().next().is_none());
        assert_eq!(alone, named.len() == 1, "{edges:?}: {why:?}");
        let fewest = (1..1_u32 << graph.len()).filter(|set| holds_obstruction(&edges, *set));
        let fewest = fewest.map(u32::count_ones).min().expect("an obstruction") as usize;
        least += usize::from(fewest == named.len());
        with_tutte_set += usize::from(!why.tutte_set.is_empty());
        with_large += usize::from(why.odd_components.iter().any(|part| part.len() > 1));
    }
    println!("{least} of {found} are smallest, {with_tutte_set} with a Tutte set, {with_large} with large parts");
    assert!(least > found * 9 / 10 && with_tutte_set > 100 && with_large > 100);
}

/// The components are odd, and joined to nothing but themselves and the Tutte set.
fn stands(graph: &Graph, why: &TutteObstruction) {
    for part in &why.odd_components {
        assert_eq!(part.len() % 2, 1);
        for w in part.iter().flat_map(|v| graph.neighbours(*v).ones()) {
            assert!(part.contains(&w) || why.tutte_set.contains(&w));
        }
    }
}
