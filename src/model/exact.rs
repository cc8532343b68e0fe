use super::{Unit, Value};
use num_rational::Ratio;
use num_traits::{Signed, Zero};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use std::fmt;

/// The value of a tier at a point of a linear program, which may be any fraction.
///
/// It is printed in units, as a decimal number if it is one, else as a fraction. In JSON it is this text, which is exact.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, JsonSchema)]
#[schemars(description = "An exact number: a decimal number, or a fraction p/q.")]
pub struct ExactValue(#[schemars(with = "String", regex(pattern = r"^-?[0-9]+(\.[0-9]+|/[0-9]+)?$"))] Ratio<i128>);

/// A decimal has so many places at most; a number with more is a fraction.
const MOST_PLACES: u32 = 6;

impl ExactValue {
    /// The number that is `count` of `unit`.
    pub fn of_units(count: Ratio<i128>, unit: Unit) -> Self {
        Self(count / 10_i128.pow(unit.places()))
    }

    /// The exact value of a plain number.
    pub fn of(number: Ratio<i128>) -> Self {
        Self(number)
    }

    /// How many of `unit` it is.
    pub fn in_unit(self, unit: Unit) -> Ratio<i128> {
        self.0 * 10_i128.pow(unit.places())
    }

    /// How much more this is than `other`.
    pub fn above(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl From<Value> for ExactValue {
    fn from(value: Value) -> Self {
        Self::of_units(Ratio::from_integer(value.units().into()), value.unit())
    }
}

/// A fraction as text: a decimal number if it is one of few places, else `p/q`.
fn fraction(number: Ratio<i128>) -> String {
    let sign = if number.is_negative() { "-" } else { "" };
    let (whole, rest) = (number.abs().trunc().to_integer(), number.abs().fract());
    if rest.is_zero() {
        return format!("{sign}{whole}");
    }
    for places in 1..=MOST_PLACES {
        let scaled = rest * 10_i128.pow(places);
        if scaled.is_integer() {
            return format!("{sign}{whole}.{:0width$}", scaled.to_integer(), width = places as usize);
        }
    }
    format!("{}/{}", number.numer(), number.denom())
}

impl fmt::Display for ExactValue {
    /// Prints `145`, `63.75`, `-190/3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&fraction(self.0))
    }
}

impl Serialize for ExactValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
