use crate::model::Value;
use serde_json::Number;

/// `parts` of which `whole` make one, as a JSON number: whole where it is whole.
pub(super) fn fraction(parts: i64, whole: i64) -> Number {
    if parts % whole == 0 {
        return Number::from(parts / whole);
    }
    // A decimal of few places prints back as written.
    Number::from_f64(parts as f64 / whole as f64).unwrap_or_else(|| Number::from(parts / whole))
}

/// The number as a person reads it: with two decimals at most.
pub(super) fn short(number: &Number) -> String {
    if number.is_f64() {
        let text = number.as_f64().map(|number| format!("{number:.2}")).unwrap_or_default();
        return text.trim_end_matches('0').trim_end_matches('.').to_owned();
    }
    number.to_string()
}

/// With its sign.
pub(in crate::report) fn signed(value: Value) -> String {
    if value > Value::ZERO { format!("+{value}") } else { value.to_string() }
}
