use std::fmt::Debug;
use std::ops::{Add, AddAssign, Neg, Sub, SubAssign};

/// What a primal-dual search asks of its costs: an ordered group, in which twice a cost can be halved.
pub trait EdgeWeight:
    Copy + Debug + Ord + Add<Output = Self> + Sub<Output = Self> + Neg<Output = Self> + AddAssign + SubAssign
{
    /// The cost of nothing.
    const ZERO: Self;
    /// The greatest one below zero.
    const BELOW_ZERO: Self;

    /// Half of one that is even.
    #[must_use]
    fn half(self) -> Self;

    /// Twice as much.
    #[must_use]
    fn twice(self) -> Self {
        self + self
    }
}

/// Exact as long as the greatest absolute cost times the square of the number of vertices is far within 127 bits, as it is for
/// costs of 64 bits.
impl EdgeWeight for i128 {
    const ZERO: Self = 0;
    const BELOW_ZERO: Self = -1;

    fn half(self) -> Self {
        debug_assert!(self % 2 == 0, "{self}");
        self / 2
    }
}

/// A vector of integers, compared lexicographically: one number for each tier of an objective.
///
/// Vectors form an ordered group, which is all that a primal-dual search asks of its costs. So one search minimises all
/// tiers, and no tier is weighed against another. A sum beyond 64 bits panics.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Lex<const K: usize>(pub [i64; K]);

impl<const K: usize> EdgeWeight for Lex<K> {
    const ZERO: Self = Self([0; K]);
    const BELOW_ZERO: Self = {
        let mut least = [0; K];
        least[K - 1] = -1;
        Self(least)
    };

    fn half(self) -> Self {
        debug_assert!(self.0.iter().all(|number| number % 2 == 0), "{self:?}");
        Self(self.0.map(|number| number / 2))
    }
}

impl<const K: usize> Lex<K> {
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
