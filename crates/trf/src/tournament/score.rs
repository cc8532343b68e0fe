use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Sub};
use std::str::FromStr;

/// An exact number of points, counted in tenths. TRF writes one decimal.
///
/// The points of a result lie between minus [`Score::MOST`] and [`Score::MOST`], and a player's score between minus
/// [`Score::MOST_TOTAL`] and [`Score::MOST_TOTAL`]; [`RoundState::new`](super::RoundState::new) checks both. Then sums
/// and differences fit into 32 bits. Arithmetic beyond the range panics; it never gives a wrong score.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i32);

impl Score {
    /// No points.
    pub const ZERO: Self = Self(0);

    /// The most that a result, a bye or an acceleration may be worth: 9,999.9 points.
    pub const MOST: Self = Self(99_999);

    /// The most that a player may have: 999,999.9 points.
    pub const MOST_TOTAL: Self = Self(9_999_999);

    /// `tenths` tenths of a point.
    pub const fn from_tenths(tenths: i32) -> Self {
        Self(tenths)
    }

    /// The score in tenths of a point.
    pub const fn tenths(self) -> i32 {
        self.0
    }

    /// The distance between two scores.
    pub fn abs_diff(self, other: Self) -> Self {
        if self < other { other - self } else { self - other }
    }

    /// Whether the score, without its sign, is at most `most`.
    pub const fn is_within(self, most: Self) -> bool {
        self.0.unsigned_abs() <= most.0.unsigned_abs()
    }

    fn within(exact: Option<i32>) -> Self {
        Self(exact.expect("a score within 32 bits, as all sums of a tournament's points are"))
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let tenths = self.0.unsigned_abs();
        f.pad(&format!("{sign}{}.{}", tenths / 10, tenths % 10))
    }
}

impl FromStr for Score {
    type Err = String;

    /// Reads `4`, `4.5`, `.5`, `11.0`; the limit is 9,999.9 points.
    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("'{text}' is not a number of points such as 4.5");
        let (sign, digits) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
        let (whole, tenth) = digits.split_once('.').unwrap_or((digits, ""));
        let is_number = |s: &str, most: usize| s.len() <= most && s.bytes().all(|b| b.is_ascii_digit());
        if whole.len() + tenth.len() == 0 || !is_number(whole, 4) || !is_number(tenth, 1) {
            return Err(wrong());
        }
        let parse = |s: &str| if s.is_empty() { Ok(0) } else { s.parse::<i32>().map_err(|_| wrong()) };
        Ok(Self(sign * (parse(whole)? * 10 + parse(tenth)?)))
    }
}

impl Add for Score {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self::within(self.0.checked_add(other.0))
    }
}

impl AddAssign for Score {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for Score {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self::within(self.0.checked_sub(other.0))
    }
}

impl Sum for Score {
    fn sum<I: Iterator<Item = Self>>(scores: I) -> Self {
        scores.fold(Self::ZERO, Add::add)
    }
}

#[cfg(test)]
#[path = "../../tests/unit/tournament/score.rs"]
mod tests;
