use super::{is_violated, violated};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A random point with all degrees 1: the mean of some random perfect matchings and of some pairs of triangles.
fn point(rng: &mut ChaCha8Rng, vertices: usize) -> Vec<(usize, usize, f64)> {
    let mut weights = vec![vec![0.0; vertices]; vertices];
    let parts = rng.random_range(1..=3);
    for _ in 0..parts {
        let mut order: Vec<usize> = (0..vertices).collect();
        for i in (1..vertices).rev() {
            order.swap(i, rng.random_range(0..=i));
        }
        let mut add = |u: usize, v: usize, x: f64| weights[u.min(v)][u.max(v)] += x / f64::from(parts);
        let cycles = if rng.random_bool(0.7) && vertices >= 6 { 6 } else { 0 };
        for triangle in order[..cycles].chunks(3) {
            for k in 0..3 {
                add(triangle[k], triangle[(k + 1) % 3], 0.5);
            }
        }
        for pair in order[cycles..].chunks(2) {
            add(pair[0], pair[1], 1.0);
        }
    }
    let edges = (0..vertices).flat_map(|u| (u + 1..vertices).map(move |v| (u, v)));
    edges.map(|(u, v)| (u, v, weights[u][v])).filter(|(_, _, x)| *x > 0.0).collect()
}

fn leaving(support: &[(usize, usize, f64)], set: usize) -> f64 {
    support.iter().filter(|(u, v, _)| set >> u & 1 != set >> v & 1).map(|(_, _, x)| x).sum()
}

#[test]
fn a_violated_odd_set_is_found_exactly_when_enumeration_finds_one() {
    let mut rng = ChaCha8Rng::seed_from_u64(1982);
    let mut found = [0, 0];
    for _ in 0..2_000 {
        let vertices = 2 * rng.random_range(1..=5);
        let support = point(&mut rng, vertices);
        let exists =
            (0..1_usize << vertices).any(|set| set.count_ones() % 2 == 1 && leaving(&support, set) < 1.0 - 1e-5);
        let sets = violated(vertices, &support);
        assert_eq!(!sets.is_empty(), exists, "{support:?}");
        found[usize::from(exists)] += 1;
        for set in sets {
            assert!(set.len() % 2 == 1 && set.len() >= 3 && set.len() * 2 <= vertices, "{set:?}");
            assert!(is_violated(vertices, &set, &support));
        }
    }
    assert!(found.iter().all(|count| *count > 200), "{found:?}");
}
