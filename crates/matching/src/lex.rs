use std::cmp::Ordering;
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
    fn half(self) -> Self;

    /// One where a number is odd, and 0 where it is even: what is left is even.
    fn odd(self) -> Self;

    /// Twice as much.
    #[inline]
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

    fn odd(self) -> Self {
        self & 1
    }
}

/// A vector of integers, compared lexicographically: one number for each tier of an objective.
///
/// Vectors form an ordered group, which is all that a primal-dual search asks of its costs. So one search minimises all
/// tiers, and no tier is weighed against another. A sum beyond 64 bits panics.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lex<const K: usize>(pub [i64; K]);

// A search does little else than this. So it is plain loops, which are compiled into it.
impl<const K: usize> Lex<K> {
    /// In each place the smaller number.
    pub fn least(self, other: Self) -> Self {
        Self(std::array::from_fn(|tier| self.0[tier].min(other.0[tier])))
    }

    #[inline]
    fn with(mut self, other: Self, operation: impl Fn(i64, i64) -> Option<i64>) -> Self {
        for tier in 0..K {
            self.0[tier] =
                operation(self.0[tier], other.0[tier]).expect("sums of dual values and costs are within 64 bits");
        }
        self
    }
}

impl<const K: usize> EdgeWeight for Lex<K> {
    const ZERO: Self = Self([0; K]);
    const BELOW_ZERO: Self = {
        let mut least = [0; K];
        least[K - 1] = -1;
        Self(least)
    };

    #[inline]
    fn half(mut self) -> Self {
        debug_assert!(self.0.iter().all(|number| number % 2 == 0), "{self:?}");
        for tier in 0..K {
            self.0[tier] /= 2;
        }
        self
    }

    #[inline]
    fn odd(self) -> Self {
        Self(self.0.map(|number| number & 1))
    }
}

impl<const K: usize> Ord for Lex<K> {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        for tier in 0..K {
            if self.0[tier] != other.0[tier] {
                return if self.0[tier] < other.0[tier] { Ordering::Less } else { Ordering::Greater };
            }
        }
        Ordering::Equal
    }
}

impl<const K: usize> PartialOrd for Lex<K> {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<const K: usize> Add for Lex<K> {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        self.with(other, i64::checked_add)
    }
}

impl<const K: usize> Sub for Lex<K> {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        self.with(other, i64::checked_sub)
    }
}

impl<const K: usize> Neg for Lex<K> {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self::ZERO - self
    }
}

impl<const K: usize> AddAssign for Lex<K> {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl<const K: usize> SubAssign for Lex<K> {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}
