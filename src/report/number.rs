use crate::model::Value;
use serde_json::Number;

/// A value as a JSON number: whole where it is whole, else with one decimal.
#[must_use]
pub fn decimal(value: Value) -> Number {
    tenths(value.tenths())
}

/// A count of tenths as a JSON number.
pub(super) fn tenths(tenths: i64) -> Number {
    if tenths % 10 == 0 {
        return Number::from(tenths / 10);
    }
    // A decimal with one place prints back as written; values are far from where f64 would lose tenths.
    Number::from_f64(tenths as f64 / 10.0).unwrap_or_else(|| Number::from(tenths / 10))
}
