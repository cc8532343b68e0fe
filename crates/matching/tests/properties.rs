//! Cheapest matchings of random graphs, by costs of one number and of several: each is proven by its dual solution. What a proof says is worked out here from its definition.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use swiss_matching::{
    Alternatives, CheapestMatching, EdgeCosts, EdgeWeight, Graph, Lex, Matching, MatchingDual, MatchingFailure,
    PartnerPrices,
};

type Edges<W> = BTreeMap<(usize, usize), W>;

fn random_edges<W>(rng: &mut ChaCha8Rng, size: usize, mut cost: impl FnMut(&mut ChaCha8Rng) -> W) -> Edges<W> {
    let density = rng.random_range(0.1..=1.0);
    let mut edges = Edges::new();
    for u in 0..size {
        for v in u + 1..size {
            if rng.random_bool(density) {
                edges.insert((u, v), cost(rng));
            }
        }
    }
    edges
}

fn costs<W: EdgeWeight>(size: usize, edges: &Edges<W>) -> EdgeCosts<W> {
    EdgeCosts::new(size, edges.iter().map(|((u, v), cost)| (*v, *u, *cost)))
}

/// The cost of every perfect matching of these vertices.
fn all_costs<W: EdgeWeight>(left: &[usize], edges: &Edges<W>) -> Vec<W> {
    let [u, others @ ..] = left else { return vec![W::ZERO] };
    let mut found = Vec::new();
    for v in others {
        if let Some(cost) = edges.get(&(*u, *v)) {
            let rest: Vec<usize> = others.iter().copied().filter(|w| w != v).collect();
            found.extend(all_costs(&rest, edges).into_iter().map(|other| other + *cost));
        }
    }
    found
}

/// The cost of a matching that its dual solution proves the cheapest.
fn proven<W: EdgeWeight>(edges: &Edges<W>, found: &CheapestMatching<W>) -> W {
    let CheapestMatching { mates, dual, .. } = found;
    assert!(dual.odd_sets.iter().all(|(set, value)| set.len() >= 3 && set.len() % 2 == 1 && *value > W::ZERO));
    for ((u, v), cost) in edges {
        let around = dual.odd_sets.iter().filter(|(set, _)| set.contains(u) && set.contains(v));
        let around = around.fold(W::ZERO, |sum, (_, value)| sum + *value);
        assert!(cost.twice() + around >= dual.vertices[*u] + dual.vertices[*v], "{u}-{v} costs less");
    }
    let pairs = (0..mates.len()).filter(|u| *u < mates[*u]);
    let total = pairs.fold(W::ZERO, |sum, u| {
        assert_eq!(mates[mates[u]], u);
        sum + edges[&(u, mates[u])]
    });
    assert_eq!(dual.bound(), total.twice());
    total
}

/// How many were solved, and how many had no perfect matching.
fn compare<W: EdgeWeight>(seed: u64, cost: impl Fn(&mut ChaCha8Rng) -> W + Copy) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let (mut perfect, mut impossible, mut tied) = (0, 0, 0);
    for _ in 0..3_000 {
        let size = rng.random_range(0..=10);
        let edges = random_edges(&mut rng, size, cost);
        let expected = all_costs(&(0..size).collect::<Vec<_>>(), &edges);
        match CheapestMatching::of(&costs(size, &edges)) {
            Ok(found) => {
                let least = proven(&edges, &found);
                assert_eq!(Some(&least), expected.iter().min(), "{edges:?}");
                let equals = expected.iter().filter(|cost| **cost == least).count();
                let all = Alternatives::new(found.among_equals(), || false).expect("not stopped");
                assert_eq!(all.count(u64::MAX, || false).least, equals as u64, "{edges:?}");
                perfect += 1;
                tied += usize::from(equals > 1);
            }
            Err(failure) => {
                assert_eq!((failure, expected.len()), (MatchingFailure::Impossible, 0), "{edges:?}");
                impossible += 1;
            }
        }
    }
    assert!(perfect > 800 && impossible > 800 && tied > 100, "{perfect} {impossible} {tied}");
}

#[test]
fn cheapest_matchings_and_their_number_are_those_of_enumeration() {
    compare(1947, |rng| i128::from(rng.random_range(-4..=4)));
}

#[test]
fn costs_in_tiers_are_compared_in_their_order() {
    compare(1965, |rng| Lex([rng.random_range(0..=1), rng.random_range(-1..=1)]));
}

/// Costs of classes, where most pairs of two classes cost the same and some cannot be made: as in a Swiss tournament, there are many
/// equal optima, and most of their pairs differ.
fn edges_of_classes(rng: &mut ChaCha8Rng, size: usize) -> Edges<i128> {
    let classes = rng.random_range(1..=6);
    let of: Vec<usize> = (0..size).map(|_| rng.random_range(0..classes)).collect();
    let by_class: Vec<Option<i128>> =
        (0..classes * classes).map(|_| rng.random_bool(0.8).then(|| rng.random_range(0..=2))).collect();
    let (apart, dearer) = (rng.random_range(0.0..=0.8), rng.random_range(0.0..=0.3));
    let mut edges = Edges::new();
    for u in 0..size {
        for v in u + 1..size {
            let (one, other) = (of[u].min(of[v]), of[u].max(of[v]));
            if let Some(cost) = by_class[one * classes + other].filter(|_| !rng.random_bool(apart)) {
                edges.insert((u, v), cost + i128::from(rng.random_bool(dearer)));
            }
        }
    }
    edges
}

/// The cheapest matching in which the lowest vertex has the lowest partner that it has in any, then the next vertex, and so on:
/// for each pair it is asked what the cheapest matching of the others costs.
fn first_by_costs(size: usize, edges: &Edges<i128>, total: i128) -> Vec<usize> {
    let mut open: Vec<usize> = (0..size).collect();
    let mut mates = vec![0; size];
    let mut left = total;
    while let [u, others @ ..] = &open[..] {
        let with = |v: usize| {
            let cost = edges.get(&(*u, v))?;
            let rest: Vec<usize> = others.iter().copied().filter(|w| *w != v).collect();
            let place = |w: &usize| rest.binary_search(w).ok();
            let within = edges.iter().filter_map(|((u, v), cost)| Some(((place(u)?, place(v)?), *cost)));
            let found = CheapestMatching::of(&costs(rest.len(), &within.collect())).ok()?;
            (cost.twice() + found.dual.bound() == left.twice()).then_some((v, *cost, rest))
        };
        let (v, cost, rest) = others.iter().find_map(|v| with(*v)).expect("a matching");
        (mates[*u], mates[v]) = (v, *u);
        left -= cost;
        open = rest;
    }
    mates
}

#[test]
fn the_first_of_equal_matchings_is_that_of_costs_alone() {
    let mut rng = ChaCha8Rng::seed_from_u64(2023);
    let (mut tried, mut moved, mut with_sets) = (0, 0, 0);
    while tried < 500 {
        let size = 2 * rng.random_range(6..=20);
        let edges = edges_of_classes(&mut rng, size);
        let Ok(found) = CheapestMatching::of(&costs(size, &edges)) else { continue };
        tried += 1;
        with_sets += usize::from(!found.dual.odd_sets.is_empty());
        let expected = first_by_costs(size, &edges, found.dual.bound().half());
        moved += usize::from(expected != found.mates);
        assert_eq!(found.among_equals().first(|| false), (expected, true), "{edges:?}");
    }
    assert!(moved > 200 && with_sets > 100, "{moved} {with_sets}");
}

#[test]
fn a_part_of_a_graph_has_its_edges_and_as_many_pairs() {
    let mut rng = ChaCha8Rng::seed_from_u64(1999);
    for _ in 0..300 {
        let size = rng.random_range(1..=300);
        let density = rng.random_range(0.0..=0.05);
        let mut graph = Graph::new(size, []);
        for u in 0..size {
            (u + 1..size).filter(|_| rng.random_bool(density)).for_each(|v| graph.set_edge(u, v, true));
        }
        // Runs, and some who are elsewhere.
        let mut part: Vec<usize> = (0..size).collect();
        for _ in 0..rng.random_range(0..=5) {
            let gone = part.remove(rng.random_range(0..part.len()));
            if rng.random() {
                part.insert(0, gone);
            }
            if part.is_empty() {
                break;
            }
        }
        let among = graph.among(&part);
        let joined = |u: usize, v: usize| graph.has_edge(part[u], part[v]);
        let places = || 0..part.len();
        assert!(places().all(|u| places().all(|v| among.has_edge(u, v) == joined(u, v))), "{part:?}");
        assert!(places().all(|u| among.neighbours(u).len() == part.len()));
        assert_eq!(Matching::maximum_among(&graph, &part).pairs(), Matching::maximum(&among).pairs());
        let more = among.clone().with_another([0].into_iter().filter(|_| !part.is_empty()));
        assert_eq!(more.among(&places().collect::<Vec<_>>()), among);
        assert_eq!(
            more.neighbours(part.len()).ones().collect::<Vec<_>>(),
            Vec::from_iter((!part.is_empty()).then_some(0))
        );
    }
}

/// Whoever is a partner in another cheapest matching costs nothing more, though the search has few edges of many that are as cheap.
#[test]
fn partners_of_large_groups_are_priced() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let mut others = 0;
    for _ in 0..20 {
        let group = |v: usize| (v / 25) as i128;
        let mut edges: Edges<i128> = random_edges(&mut rng, 68, |_| 0);
        edges.iter_mut().for_each(|((u, v), cost)| *cost = 10 * (group(*u) - group(*v)).abs());
        let costs = costs(68, &edges);
        let Ok(best) = CheapestMatching::of(&costs) else { continue };
        let dual = MatchingDual::from_halves(best.dual.vertices.clone(), best.dual.odd_sets.clone());
        let mut prices = PartnerPrices::new(&costs, &dual.map(|value| 2 * value), || false).expect("feasible");
        let mates = best.mates.clone();
        let mut equals = best.among_equals();
        for (v, mate) in mates.into_iter().enumerate() {
            let found = prices.of(v, mate, false, || false).expect("no limit");
            let free = found.into_iter().filter(|(_, price)| *price == 0).map(|(other, _)| other).collect::<Vec<_>>();
            let partners = equals.partners(v);
            assert_eq!(free, partners.ones().filter(|other| *other != mate).collect::<Vec<_>>());
            others += free.len();
        }
    }
    assert!(others > 1_000, "{others}");
}
