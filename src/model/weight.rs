use super::value::decimal;
use serde::de::{Deserializer, Error, Unexpected, Visitor};
use serde::ser::Error as _;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Number;
use std::fmt;

/// The greatest weight that a file may give. A solver in floating point fails beyond it; a tier of its own has the same
/// effect.
pub const MOST_WEIGHT: i32 = 1_000_000;

/// What one unit of a term (a board, a player, a point) is worth: an exact decimal with up to [`Weight::PLACES`] places.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Weight(i64);

impl Weight {
    /// Nothing.
    pub const ZERO: Self = Self(0);

    /// A weight has at most so many places.
    pub const PLACES: u32 = 3;

    /// The weight of so many thousandths.
    pub const fn from_thousandths(thousandths: i64) -> Self {
        Self(thousandths)
    }

    /// The weight in thousandths.
    pub const fn thousandths(self) -> i64 {
        self.0
    }

    /// How many places it has, without zeros at the end.
    pub const fn places(self) -> u32 {
        match (self.0 % 10, self.0 % 100, self.0 % 1000) {
            (_, _, 0) => 0,
            (_, 0, _) => 1,
            (0, _, _) => 2,
            _ => 3,
        }
    }

    /// The decimal of this text, if it has few enough places and is within the range of a file.
    fn parse(text: &str) -> Option<Self> {
        let (sign, digits) = text.strip_prefix('-').map_or((1, text), |digits| (-1, digits));
        let (whole, after) = digits.split_once('.').unwrap_or((digits, "0"));
        let after = after.trim_end_matches('0');
        if after.len() > Self::PLACES as usize || whole.len() > 7 {
            return None;
        }
        let thousandths: i64 = format!("{whole}{after:0<width$}", width = Self::PLACES as usize).parse().ok()?;
        Some(Self(sign * thousandths)).filter(|weight| weight.0.abs() <= 1000 * i64::from(MOST_WEIGHT))
    }
}

impl From<i32> for Weight {
    fn from(whole: i32) -> Self {
        Self(1000 * i64::from(whole))
    }
}

impl fmt::Display for Weight {
    /// Prints `-5`, `0.25`; with the flag `+` also the sign of what is not negative.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plus = if f.sign_plus() && self.0 >= 0 { "+" } else { "" };
        f.pad(&format!("{plus}{}", decimal(self.0.into(), Self::PLACES)))
    }
}

impl Serialize for Weight {
    /// As a JSON number: whole where it is whole, else the decimal.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_string().parse::<Number>().map_err(S::Error::custom)?.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Weight {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(WeightVisitor)
    }
}

struct WeightVisitor;

impl Visitor<'_> for WeightVisitor {
    type Value = Weight;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "a number from -{MOST_WEIGHT} to {MOST_WEIGHT} with at most {} places; what matters more goes into a tier of its \
             own",
            Weight::PLACES
        )
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Weight, E> {
        Weight::parse(&number.to_string()).ok_or_else(|| E::invalid_value(Unexpected::Signed(number), &self))
    }

    /// A decimal of up to ten digits is the shortest text of the number that it is read as, so that nothing is lost.
    fn visit_f64<E: Error>(self, number: f64) -> Result<Weight, E> {
        Weight::parse(&number.to_string()).ok_or_else(|| E::invalid_value(Unexpected::Float(number), &self))
    }
}
