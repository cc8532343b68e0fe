use super::{ExactValue, Unit};
use num_rational::Ratio;

#[test]
fn values_are_printed_exactly() {
    for (numerator, denominator, shown) in
        [(1450, 1, "145"), (1275, 2, "63.75"), (-5, 1, "-0.5"), (-1900, 3, "-190/3"), (0, 1, "0"), (1, 4, "0.025")]
    {
        assert_eq!(ExactValue::of_units(Ratio::new(numerator, denominator), Unit::TENTH).to_string(), shown);
    }
}
