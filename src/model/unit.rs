use super::Value;
use super::value::decimal;
use std::fmt;

/// What the integers of a tier count: a tenth, or a smaller power of ten where weights or terms have more places.
///
/// Solver, certificates and exported programs have whole numbers of it; people see decimals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Unit(u8);

impl Default for Unit {
    fn default() -> Self {
        Self::TENTH
    }
}

impl Unit {
    /// A tenth: the unit of whole weights and scores.
    pub const TENTH: Self = Self(1);

    /// One in the last of so many places, at least a tenth.
    #[must_use]
    pub fn of_places(places: u32) -> Self {
        Self(u8::try_from(places.max(1)).unwrap_or(u8::MAX))
    }

    /// How many places a decimal has that is a whole number of it.
    #[must_use]
    pub const fn places(self) -> u32 {
        self.0 as u32
    }

    /// So many of it.
    #[must_use]
    pub const fn value(self, count: i64) -> Value {
        Value::of_places(count, self.0)
    }

    /// So many of it as a decimal.
    #[must_use]
    pub fn decimal(self, count: i128) -> String {
        decimal(count, self.places())
    }

    /// Its name as an adjective of many: `tenths`.
    #[must_use]
    pub fn plural(self) -> String {
        format!("{self}s")
    }
}

impl fmt::Display for Unit {
    /// Prints `tenth`, `hundredth`, `thousandth` …
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            0 => "unit",
            1 => "tenth",
            2 => "hundredth",
            3 => "thousandth",
            4 => "ten-thousandth",
            5 => "hundred-thousandth",
            6 => "millionth",
            places => return write!(f, "unit of 10^-{places}"),
        })
    }
}
