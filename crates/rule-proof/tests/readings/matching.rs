//! Matchings of the crate `integer-blossom`, which shares nothing with those of the engines.

use integer_blossom::{Weight, max_weight_matching};
use std::ops::{Add, AddAssign, Sub, SubAssign};

/// Numbers that are compared one by one, the first one first. They are a group in this order, so the method of the crate holds
/// for them word for word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Levels<const K: usize>(pub [i128; K]);

impl<const K: usize> Add for Levels<K> {
    type Output = Self;

    fn add(mut self, other: Self) -> Self {
        self += other;
        self
    }
}

impl<const K: usize> Sub for Levels<K> {
    type Output = Self;

    fn sub(mut self, other: Self) -> Self {
        self -= other;
        self
    }
}

impl<const K: usize> AddAssign for Levels<K> {
    fn add_assign(&mut self, other: Self) {
        self.0.iter_mut().zip(other.0).for_each(|(own, other)| *own += other);
    }
}

impl<const K: usize> SubAssign for Levels<K> {
    fn sub_assign(&mut self, other: Self) {
        self.0.iter_mut().zip(other.0).for_each(|(own, other)| *own -= other);
    }
}

impl<const K: usize> Weight for Levels<K> {
    const ZERO: Self = Self([0; K]);
    const ONE: Self = {
        let mut one = [0; K];
        one[K - 1] = 1;
        Self(one)
    };

    fn inf() -> Self {
        Self([i128::MAX / 4; K])
    }

    fn double(self) -> Self {
        self + self
    }

    fn half(self) -> Self {
        Self(self.0.map(|level| {
            assert!(level % 2 == 0, "only what is even is halved");
            level / 2
        }))
    }
}

/// The mates in a matching of greatest weight. `edge` gives the weight of an edge, the lower vertex first; one that is not
/// greater than zero is never used.
pub fn heaviest<W: Weight>(vertices: usize, mut edge: impl FnMut(usize, usize) -> Option<W>) -> Vec<Option<usize>> {
    let mut weights = vec![W::ZERO; vertices * vertices];
    for one in 0..vertices {
        for other in one + 1..vertices {
            weights[one * vertices + other] = edge(one, other).unwrap_or(W::ZERO);
        }
    }
    max_weight_matching(&weights, vertices)
}

/// The least total cost of a perfect matching, and the mates in one that has it. `costs` is a symmetric matrix, and `None` is
/// no edge.
pub fn cheapest_perfect(vertices: usize, costs: &[Option<i128>]) -> Option<(i128, Vec<usize>)> {
    let all = || costs.iter().flatten().copied();
    let (least, most) = (all().min().unwrap_or(0), all().max().unwrap_or(0));
    // More edges always weigh more than fewer.
    let edge = (most - least + 1) * (vertices as i128 / 2 + 1);
    let mates = heaviest(vertices, |one, other| costs[one * vertices + other].map(|cost| edge - (cost - least)));
    let mates: Vec<usize> = mates.into_iter().collect::<Option<_>>()?;
    let pairs = mates.iter().enumerate().filter(|(one, other)| one < *other);
    let cost = pairs.map(|(one, other)| costs[one * vertices + other]).sum::<Option<i128>>()?;
    Some((cost, mates))
}
