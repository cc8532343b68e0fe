use crate::model::Value;
use serde_json::Number;

/// `parts` divided by `whole`, as a JSON number: an integer if the quotient is one.
pub(super) fn fraction(parts: i64, whole: i64) -> Number {
    if parts % whole == 0 {
        return Number::from(parts / whole);
    }
    // A decimal with few places is printed as it was written.
    Number::from_f64(parts as f64 / whole as f64).unwrap_or_else(|| Number::from(parts / whole))
}

/// The number for tables, with two decimals at most.
pub(super) fn short(number: &Number) -> String {
    if number.is_f64() {
        let text = number.as_f64().map(|number| format!("{number:.2}")).unwrap_or_default();
        return text.trim_end_matches('0').trim_end_matches('.').to_owned();
    }
    number.to_string()
}

/// The number with its sign.
pub(in crate::report) fn signed(value: Value) -> String {
    if value > Value::ZERO { format!("+{value}") } else { value.to_string() }
}
