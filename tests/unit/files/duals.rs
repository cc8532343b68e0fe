use super::{number, read};
use num_rational::Ratio;

#[test]
fn numbers_are_exact() {
    for (text, numerator, denominator) in
        [("250", 250, 1), ("-22.5", -45, 2), ("45/2", 45, 2), (" -1 / 3 ", -1, 3), ("-0.5", -1, 2), ("1.0", 1, 1)]
    {
        assert_eq!(number(text), Some(Ratio::new(numerator, denominator)), "{text}");
    }
    for text in ["", "x", "1/0", "1/-2", "1e5", "--1", "1.", "1/1000001", "1234567890123456789012345678901"] {
        assert_eq!(number(text), None, "{text}");
    }
}

#[test]
fn all_forms_say_the_same() {
    let csv = read(b"seat,dual\n1,250\nbye,-5\nset,dual\n1 2 0,10.5\n").expect("CSV");
    let json = r#"{"seats":[{"seat":1,"dual":250},{"seat":0,"dual":-5}],"odd_sets":[{"seats":[1,2,0],"dual":"21/2"}]}"#;
    assert_eq!(read(json.as_bytes()).expect("JSON"), csv);
    let whole = format!(r#"{{"round":1,"model":"pairs","proof":{{"optimal":{json}}}}}"#);
    assert_eq!(read(whole.as_bytes()).expect("a certificate"), csv);
    let wide = read(b"seats,name,dual\n1,\"Ada, A.\",250\n0,the bye,-5\n\"1,2,0\",,10.5\n").expect("CSV");
    assert_eq!(wide, csv);
}

#[test]
fn what_is_wrong_is_said_with_its_line() {
    for (text, said) in [
        ("1,250\n2\n", "line 2: it has no seat"),
        ("1,250\nx,3\n", "line 2: 'x' is no seat"),
        ("1,one\n", "line 1: 'one' is no dual value"),
        (",3\n", "line 1: a dual value has no seat"),
        ("{\"seats\":3}", "line 1: it has no dual values"),
    ] {
        let error = read(text.as_bytes()).expect_err(text).to_string();
        assert!(error.starts_with(said), "{error}");
    }
}
