use super::Spec;
use crate::tournament::{Colour, Pairing, PlayerId, RoundState};
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Sub};

/// The value of a tier, exact, in tenths (a weight counts per unit, a score has tenths).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value(i64);

impl Value {
    /// Nothing.
    pub const ZERO: Self = Self(0);

    /// `tenths` tenths.
    #[must_use]
    pub const fn from_tenths(tenths: i64) -> Self {
        Self(tenths)
    }

    /// So many units.
    #[must_use]
    pub const fn from_whole(units: i64) -> Self {
        Self(10 * units)
    }

    /// The value in tenths.
    #[must_use]
    pub const fn tenths(self) -> i64 {
        self.0
    }
}

impl fmt::Display for Value {
    /// Prints `2700`, `2685.5`, `-0.3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let (whole, tenth) = (self.0.unsigned_abs() / 10, self.0.unsigned_abs() % 10);
        let text = if tenth == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{tenth}") };
        f.pad(&text)
    }
}

impl Add for Value {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl AddAssign for Value {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl Sub for Value {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Sum for Value {
    fn sum<I: Iterator<Item = Self>>(values: I) -> Self {
        values.fold(Self::ZERO, Add::add)
    }
}

/// What `pairing` is worth in each tier of `spec`, with the colours it has. Players who are not present count nothing.
#[must_use]
pub fn values(state: &RoundState, spec: &Spec, pairing: &Pairing) -> Vec<Value> {
    let player = |id: PlayerId| state.player(id);
    let boards = || pairing.boards.iter().filter_map(|board| Some((player(board.white)?, player(board.black)?)));
    let value = |weight: i32, count: i64| Value::from_tenths(i64::from(weight) * count);
    let of_term = |term: crate::rules::Term, weight: i32| -> Value {
        let seated = boards().map(|(white, black)| {
            term.of_pair(state, white, black)
                + term.of_colour(state, white, Colour::White)
                + term.of_colour(state, black, Colour::Black)
        });
        let bye = pairing.bye.and_then(player).map_or(0, |player| term.of_bye(state, player));
        value(weight, seated.sum::<i64>() + bye)
    };
    spec.tiers.iter().map(|tier| tier.terms.iter().map(|w| of_term(w.term, w.weight)).sum()).collect()
}
