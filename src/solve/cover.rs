//! The double cover: every vertex twice, and a pair as an edge from one's first copy to the other's second.
//!
//! A cheapest perfect matching of it costs twice the linear program without odd sets (Balinski 1965). Half of what both copies of a vertex have
//! as dual values is a dual solution of that program. Where it comes to as much as the cheapest matching of the vertices
//! themselves, it proves that matching without an odd set.

use crate::graph::{CheapestMatching, MatchingDual, Prices};

/// The prices of the double cover. The second copies come after the first ones.
pub(crate) struct DoubleCover<P> {
    prices: P,
    classes: Vec<Vec<usize>>,
    size: usize,
}

impl<P: Prices> DoubleCover<P> {
    /// That of vertices with these prices.
    pub fn new(prices: P) -> Self {
        let size = prices.classes().iter().map(Vec::len).sum();
        let second = prices.classes().iter().map(|members| members.iter().map(|v| v + size).collect());
        let classes = prices.classes().iter().cloned().chain(second).collect();
        Self { prices, classes, size }
    }
}

impl<P: Prices> Prices for DoubleCover<P> {
    type Cost = P::Cost;

    fn classes(&self) -> &[Vec<usize>] {
        &self.classes
    }

    fn class(&self, v: usize) -> usize {
        self.prices.class(v % self.size) + if v < self.size { 0 } else { self.classes.len() / 2 }
    }

    fn least(&self, one: usize, other: usize) -> Option<P::Cost> {
        let kinds = self.classes.len() / 2;
        ((one < kinds) != (other < kinds)).then(|| self.prices.least(one % kinds, other % kinds)).flatten()
    }

    fn exact(&self, least: P::Cost, u: usize, v: usize) -> P::Cost {
        self.prices.exact(least, u % self.size, v % self.size)
    }

    fn is_uniform(&self, one: usize, other: usize) -> bool {
        let kinds = self.classes.len() / 2;
        self.prices.is_uniform(one % kinds, other % kinds)
    }

    fn is_allowed(&self, u: usize, v: usize) -> bool {
        u % self.size != v % self.size && self.prices.is_allowed(u % self.size, v % self.size)
    }
}

/// Dual values of the vertices, in halves, that prove the cheapest matching without odd sets; `None` if there are none. `found` is the
/// dual solution of that matching, in halves, from which the search begins.
///
/// Between the two sides of the double cover no blossom is closed, and costs, which count twice, are even. So where the search ends with odd
/// numbers, those of the first copies go down by one, and those of the second up: a pair that costs just what they allow has two odd ones
/// or none, and any other pair of an odd one and an even one is dearer by one at least. Then a half of two of them is whole.
pub(super) fn without_odd_sets(prices: impl Prices<Cost = i128>, found: &MatchingDual<i128>) -> Option<Vec<i128>> {
    let size = found.vertices.len();
    let mut lowered: Vec<i128> = found.vertices.iter().map(|value| 2 * value).collect();
    for (set, value) in &found.odd_sets {
        set.iter().for_each(|v| lowered[*v] -= value);
    }
    let even = |value: &i128| 2 * value.div_euclid(4);
    let start: Vec<i128> = lowered.iter().map(even).chain(lowered.iter().map(even)).collect();
    let cover = DoubleCover::new(prices);
    let CheapestMatching { dual, .. } = CheapestMatching::from_duals(&cover, start, &[], || false).ok()?;
    let (first, second) = dual.vertices.split_at(size);
    let odd = |value: &i128| value.rem_euclid(2);
    let whole = |(one, other): (&i128, &i128)| (one - odd(one) + other + odd(other)) / 2;
    let vertices: Vec<i128> = first.iter().zip(second).map(whole).collect();
    (dual.odd_sets.is_empty() && vertices.iter().sum::<i128>() == found.bound()).then_some(vertices)
}

/// The dual values as whole numbers, in halves still, by moving the halves among them by one each, up or down; `None` if that cannot be. A
/// pair whose slack is 0 keeps it, and no pair gets a negative one. `slacks` visits all pairs that may be made, with their slacks in
/// halves.
///
/// A pair of a half and a whole number has a slack of one at least, and any other pair an even one. So only the pairs of two halves
/// without slack matter: one of the two goes up, and the other down.
pub(super) fn evened(vertices: &[i128], slacks: impl Iterator<Item = (usize, usize, i128)>) -> Option<Vec<i128>> {
    let is_half = |v: usize| vertices[v] % 2 != 0;
    let mut tight: Vec<Vec<usize>> = vec![Vec::new(); vertices.len()];
    for (u, v, slack) in slacks {
        if slack == 0 && is_half(u) && is_half(v) {
            tight[u].push(v);
            tight[v].push(u);
        }
    }
    let mut moved: Vec<i128> = vec![0; vertices.len()];
    for first in (0..vertices.len()).filter(|v| is_half(*v)) {
        if moved[first] != 0 {
            continue;
        }
        moved[first] = 1;
        let mut open = vec![first];
        while let Some(u) = open.pop() {
            for v in &tight[u] {
                if moved[*v] == moved[u] {
                    return None;
                }
                if moved[*v] == 0 {
                    moved[*v] = -moved[u];
                    open.push(*v);
                }
            }
        }
    }
    Some(vertices.iter().zip(moved).map(|(value, moved)| value + moved).collect())
}
