//! Exact numbers of expressions: fractions of whole numbers.

use num_rational::Ratio;
use num_traits::{CheckedAdd, CheckedDiv, CheckedMul, CheckedSub, Zero};

/// An exact number.
pub(crate) type Exact = Ratio<i128>;

/// An operation of two numbers that gives a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Operation {
    Add,
    Subtract,
    Multiply,
    Divide,
    /// What is left of a division of whole numbers, with the sign of the first.
    Remainder,
}

/// Why there is no number, where one would be too large.
pub(super) const OUT_OF_RANGE: &str = "its numbers leave the range of exact arithmetic; make them smaller";

impl Operation {
    /// The number, or in one clause why there is none.
    pub fn of(self, one: Exact, other: Exact) -> Result<Exact, &'static str> {
        let result = match self {
            // Whole numbers are by far the most frequent, and cost much less than fractions.
            Self::Add if is_whole(one, other) => one.numer().checked_add(other.numer()).map(Exact::from_integer),
            Self::Subtract if is_whole(one, other) => one.numer().checked_sub(other.numer()).map(Exact::from_integer),
            Self::Multiply if is_whole(one, other) => one.numer().checked_mul(other.numer()).map(Exact::from_integer),
            Self::Add => one.checked_add(&other),
            Self::Subtract => one.checked_sub(&other),
            Self::Multiply => one.checked_mul(&other),
            Self::Divide | Self::Remainder if other.is_zero() => {
                return Err("it divides by 0; ask for a case of its own with ?:");
            }
            Self::Divide => one.checked_div(&other),
            Self::Remainder if !is_whole(one, other) => return Err("% is for whole numbers only"),
            Self::Remainder => one.numer().checked_rem(*other.numer()).map(Exact::from_integer),
        };
        // Far below 128 bits, so that no comparison and no sign can leave them.
        let is_near = |number: &Exact| number.numer().unsigned_abs() < 1 << 100 && *number.denom() < 1 << 100;
        result.filter(is_near).ok_or(OUT_OF_RANGE)
    }
}

fn is_whole(one: Exact, other: Exact) -> bool {
    one.is_integer() && other.is_integer()
}
