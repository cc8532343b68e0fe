use super::Score;

#[test]
fn scores_read_and_print_exactly() {
    for (text, tenths) in [("4.5", 45), ("0", 0), (".5", 5), ("11.0", 110), ("-0.5", -5), ("9999.9", 99_999)] {
        let score: Score = text.parse().expect(text);
        assert_eq!(score.tenths(), tenths, "{text}");
    }
    assert_eq!(Score::from_tenths(-5).to_string(), "-0.5");
    assert_eq!(format!("{:>5}", Score::from_tenths(40)), "  4.0");
    for text in ["", ".", "-", "4,5", "1.25", "10000", "1e3", "½"] {
        assert!(text.parse::<Score>().is_err(), "{text}");
    }
}
