//! Cheapest matchings whose costs are lists of levels, compared one by one. A list is packed into as few numbers as hold it.

use crate::readings::matching::{Levels, heaviest};

/// Largest level value a limb holds, in bits; the rest is room for the duals.
const LIMB: u32 = 96;

/// A problem: minimise, over perfect matchings, the vector of level sums (lexicographic).
/// `cost(u, v)`: None (no edge) or the levels. Returns total and mates.
pub fn cheapest(
    n: usize,
    levels: usize,
    cost: &dyn Fn(usize, usize) -> Option<Vec<u32>>,
) -> Option<(Vec<u32>, Vec<usize>)> {
    cheapest_free(n, levels, cost, &|_| None)
}

/// The same where a vertex may stay unmatched at the cost `out(u)` (None: it must not).
/// An unmatched vertex has mate n.
pub fn cheapest_free(
    n: usize,
    levels: usize,
    cost: &dyn Fn(usize, usize) -> Option<Vec<u32>>,
    out: &dyn Fn(usize) -> Option<Vec<u32>>,
) -> Option<(Vec<u32>, Vec<usize>)> {
    let mut max = vec![0u32; levels];
    let mut c: Vec<Option<Vec<u32>>> = vec![None; n * n];
    let o: Vec<Option<Vec<u32>>> = (0..n).map(out).collect();
    for u in 0..n {
        for v in u + 1..n {
            c[u * n + v] = cost(u, v);
        }
    }
    for k in c.iter().chain(&o).flatten() {
        for (m, x) in max.iter_mut().zip(k) {
            *m = (*m).max(*x);
        }
    }
    // Field 0: vertices that must be matched. Gain of an edge: both stay costs saved.
    let bits = |m: u32| 64 - (m as u64 * 2 * (n as u64) + 1).leading_zeros() + 2;
    let mut place = vec![];
    let mut limb = 0;
    let mut free = LIMB - bits(1);
    let first = free;
    for (i, &m) in max.iter().enumerate() {
        if m == 0 {
            continue;
        }
        let b = bits(m);
        if b > free {
            limb += 1;
            free = LIMB;
        }
        free -= b;
        place.push((i, limb, free));
    }
    let mate = match limb + 1 {
        1 => run_free::<1>(n, &c, &o, &place, first),
        2 => run_free::<2>(n, &c, &o, &place, first),
        3 => run_free::<3>(n, &c, &o, &place, first),
        4 => run_free::<4>(n, &c, &o, &place, first),
        5 | 6 => run_free::<6>(n, &c, &o, &place, first),
        7..=9 => run_free::<9>(n, &c, &o, &place, first),
        10..=16 => run_free::<16>(n, &c, &o, &place, first),
        _ => unreachable!("so many scores"),
    };
    let mut total = vec![0u32; levels];
    let mut mates = vec![n; n];
    for u in 0..n {
        let k = match mate[u] {
            None => o[u].as_ref()?,
            Some(v) => {
                mates[u] = v;
                if u > v {
                    continue;
                }
                c[u * n + v].as_ref().unwrap()
            }
        };
        for (t, x) in total.iter_mut().zip(k) {
            *t += x;
        }
    }
    Some((total, mates))
}

fn run_free<const K: usize>(
    n: usize,
    c: &[Option<Vec<u32>>],
    o: &[Option<Vec<u32>>],
    place: &[(usize, usize, u32)],
    first: u32,
) -> Vec<Option<usize>> {
    heaviest(n, |u, v| {
        let k = c[u * n + v].as_ref()?;
        let mut w = [0i128; K];
        for &(i, l, s) in place {
            w[l] -= (k[i] as i128) << s;
        }
        for x in [u, v] {
            match &o[x] {
                None => w[0] += 1i128 << first,
                Some(k) => {
                    for &(i, l, s) in place {
                        w[l] += (k[i] as i128) << s;
                    }
                }
            }
        }
        // An edge without gain is never needed.
        (w > [0i128; K]).then_some(Levels(w))
    })
}
