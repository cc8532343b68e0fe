use crate::model::Value;
use crate::systems::Fraction;
use serde_json::Number;

/// The fraction as a JSON number: an integer if the fraction is one.
pub(crate) fn number(fraction: Fraction) -> Number {
    let whole = Number::from(fraction.to_integer());
    if fraction.is_integer() {
        return whole;
    }
    // A decimal with few places is printed as it was written.
    Number::from_f64(*fraction.numer() as f64 / *fraction.denom() as f64).unwrap_or(whole)
}

/// The number for tables, with two decimals at most.
pub(crate) fn short(number: &Number) -> String {
    if number.is_f64() {
        let text = number.as_f64().map(|number| format!("{number:.2}")).unwrap_or_default();
        return text.trim_end_matches('0').trim_end_matches('.').to_owned();
    }
    number.to_string()
}

/// The number with its sign.
pub(crate) fn signed(value: Value) -> String {
    if value > Value::ZERO { format!("+{value}") } else { value.to_string() }
}

/// A whole number with its sign; 0 has none.
pub(crate) fn signed_whole(number: i32) -> String {
    if number == 0 { "0".to_owned() } else { format!("{number:+}") }
}
