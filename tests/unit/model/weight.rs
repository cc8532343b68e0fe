use super::Weight;
use serde::Deserialize;

#[derive(Deserialize)]
struct WeightLine {
    weight: Weight,
}

#[test]
fn weights_are_read_and_printed_exactly() {
    for (text, thousandths, shown, places) in [
        ("-5", -5_000, "-5", 0),
        ("0.1", 100, "0.1", 1),
        ("-0.25", -250, "-0.25", 2),
        ("-0.0", 0, "0", 0),
        ("1.050", 1_050, "1.05", 2),
        ("999999.999", 999_999_999, "999999.999", 3),
        ("-1000000.000", -1_000_000_000, "-1000000", 0),
        ("2.5e3", 2_500_000, "2500", 0),
        ("1_000.125", 1_000_125, "1000.125", 3),
    ] {
        let WeightLine { weight } = toml::from_str(&format!("weight = {text}")).expect(text);
        let found = (weight.thousandths(), weight.to_string(), weight.places());
        assert_eq!(found, (thousandths, shown.to_owned(), places), "{text}");
        assert_eq!(serde_json::to_string(&weight).expect("a number").parse::<f64>(), text.replace('_', "").parse());
    }
    for text in ["0.0001", "1000000.001", "1000001", "-1e7", "nan", "inf", "1e-4", "true", "'0.5'", "0.12345"] {
        assert!(toml::from_str::<WeightLine>(&format!("weight = {text}")).is_err(), "{text}");
    }
}

/// Every weight of three places near the ends of the range and in between: reading is not rounding.
#[test]
fn no_decimal_is_read_as_its_neighbour() {
    let ends = (0..2_000).chain((999_990_000..=1_000_000_000).step_by(7));
    for thousandths in ends.flat_map(|number: i64| [number, -number]) {
        let text = Weight::from_thousandths(thousandths).to_string();
        let WeightLine { weight } = toml::from_str(&format!("weight = {text}")).expect("a number");
        assert_eq!(weight.thousandths(), thousandths, "{text}");
    }
}
