use super::*;

#[test]
fn json_is_told_by_its_brace() {
    for yes in ["{", "\u{feff}{", " \r\n\t{"] {
        assert!(is_json(yes.as_bytes()), "{yes:?}");
    }
    for no in ["", "001    1", "[]", "\u{feff}012 {"] {
        assert!(!is_json(no.as_bytes()), "{no:?}");
    }
}
