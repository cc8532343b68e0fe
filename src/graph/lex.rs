use std::ops::{Add, AddAssign, Neg, Sub, SubAssign};

/// A vector of integers, compared lexicographically: one number for each tier of an objective.
///
/// Vectors form an ordered group, which is all that a primal-dual search asks of its costs. So one search minimises all
/// tiers, and no tier is weighed against another. A sum beyond 64 bits panics.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Lex<const K: usize>(pub [i64; K]);

impl<const K: usize> Lex<K> {
    /// All zeros.
    pub const ZERO: Self = Self([0; K]);

    /// The greatest vector below zero.
    pub const BELOW_ZERO: Self = {
        let mut least = [0; K];
        least[K - 1] = -1;
        Self(least)
    };

    /// Each number halved; they must be even.
    #[must_use]
    pub fn half(self) -> Self {
        debug_assert!(self.0.iter().all(|number| number % 2 == 0), "{self:?}");
        Self(self.0.map(|number| number / 2))
    }

    /// Each number doubled.
    #[must_use]
    pub fn twice(self) -> Self {
        self + self
    }

    /// In each place the smaller number.
    #[must_use]
    pub fn least(self, other: Self) -> Self {
        Self(std::array::from_fn(|tier| self.0[tier].min(other.0[tier])))
    }

    fn with(self, other: Self, operation: impl Fn(i64, i64) -> Option<i64>) -> Self {
        Self(std::array::from_fn(|tier| {
            operation(self.0[tier], other.0[tier]).expect("sums of dual values and costs are within 64 bits")
        }))
    }
}

impl<const K: usize> Add for Lex<K> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        self.with(other, i64::checked_add)
    }
}

impl<const K: usize> Sub for Lex<K> {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self.with(other, i64::checked_sub)
    }
}

impl<const K: usize> Neg for Lex<K> {
    type Output = Self;
    fn neg(self) -> Self {
        Self::ZERO - self
    }
}

impl<const K: usize> AddAssign for Lex<K> {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl<const K: usize> SubAssign for Lex<K> {
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}
