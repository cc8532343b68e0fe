use super::FilledMatching;
use crate::Graph;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// All perfect matchings of the graph, in order: the lowest vertex with its lowest partner first.
fn all(tight: &Graph, mates: &mut Vec<usize>, found: &mut Vec<Vec<usize>>) {
    let Some(v) = mates.iter().position(|mate| *mate == usize::MAX) else { return found.push(mates.clone()) };
    for w in tight.neighbours(v).ones() {
        if mates[w] == usize::MAX {
            (mates[v], mates[w]) = (w, v);
            all(tight, mates, found);
            (mates[v], mates[w]) = (usize::MAX, usize::MAX);
        }
    }
}

fn fills(mates: &[usize], set: &[usize]) -> bool {
    set.iter().filter(|v| !set.contains(&mates[**v])).count() == 1
}

/// A graph, odd sets, and all perfect matchings that fill the sets, in order; none if there are none.
pub(crate) fn random_case(rng: &mut ChaCha8Rng) -> (Graph, Vec<Vec<usize>>, Vec<Vec<usize>>) {
    let n = 2 * rng.random_range(2..=6);
    let density = rng.random_range(0.3..0.9);
    let mut tight = Graph::new(n, []);
    for u in 0..n {
        for v in u + 1..n {
            if rng.random_bool(density) {
                tight.set_edge(u, v, true);
            }
        }
    }
    // Nested or disjoint sets: of an order by lot, runs that are cut out of runs.
    let mut order: Vec<usize> = (0..n).collect();
    order.shuffle(rng);
    let mut sets: Vec<Vec<usize>> = Vec::new();
    let (mut from, mut to) = (0, n);
    while to - from > 3 && sets.len() < 3 {
        let length = 3 + 2 * rng.random_range(0..=(to - from - 4) / 2);
        let at = rng.random_range(from..=to - length);
        sets.push(order[at..at + length].to_vec());
        (from, to) = if rng.random_bool(0.6) { (at, at + length) } else { (at + length, to) };
    }
    let mut matchings = Vec::new();
    all(&tight, &mut vec![usize::MAX; n], &mut matchings);
    matchings.retain(|mates| sets.iter().all(|set| fills(mates, set)));
    (tight, sets, matchings)
}

pub(crate) fn filled(tight: &Graph, sets: &[Vec<usize>], start: &[usize]) -> FilledMatching {
    let sets: Vec<&[usize]> = sets.iter().map(Vec::as_slice).collect();
    FilledMatching::new(tight.clone(), start.to_vec(), &sets)
}

#[test]
fn choices_in_any_order_and_wishes_leave_the_matchings_of_enumeration() {
    let mut rng = ChaCha8Rng::seed_from_u64(1990);
    let (mut tried, mut wished, mut barred) = (0, 0, 0);
    while tried < 4_000 {
        let (tight, sets, mut matchings) = random_case(&mut rng);
        let Some(start) = matchings.choose(&mut rng).cloned() else { continue };
        tried += 1;
        let mut matching = filled(&tight, &sets, &start);
        let mut left: Vec<usize> = (0..tight.len()).collect();
        while let Some(v) = left.choose(&mut rng).copied() {
            // Places by lot; some are none.
            let mut places: Vec<Option<usize>> = (0..tight.len()).map(|w| rng.random_bool(0.7).then_some(w)).collect();
            places.shuffle(&mut rng);
            if rng.random_bool(0.6) {
                let has_wish = matchings.iter().any(|mates| places[mates[v]].is_some());
                assert_eq!(matching.narrow(v, |w| places[w].is_some()), has_wish, "{tight:?} {sets:?} {start:?}");
                matchings.retain(|mates| places[mates[v]].is_some() == has_wish);
                wished += usize::from(has_wish);
            } else {
                let first = matchings.iter().filter_map(|mates| Some((places[mates[v]]?, mates[v]))).min();
                let found = matching.choose(v, |w| places[w]);
                let expected = first.map_or(found, |(_, w)| w);
                assert_eq!(found, expected, "{tight:?} {sets:?} {start:?}");
                barred += usize::from(first.is_none());
                matchings.retain(|mates| mates[v] == found);
                left.retain(|w| *w != v && *w != found);
            }
            let now: Vec<usize> = (0..tight.len()).map(|w| matching.mate(w)).collect();
            assert!(matchings.contains(&now), "{tight:?} {sets:?} {start:?}");
        }
    }
    assert!(wished > 4_000 && barred > 500, "{wished} {barred}");
}
