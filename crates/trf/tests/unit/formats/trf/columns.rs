use super::*;

#[test]
fn columns_are_counted_from_one_and_in_characters() {
    let line = LineColumns::new(7, "012 Zürich  Öpen ");
    assert_eq!((line.len(), line.last()), (17, 16));
    assert_eq!(line.field(5, 10), "Zürich");
    assert_eq!(line.field(40, 50), "");
    assert_eq!((line.at(0), line.at(1), line.at(6), line.at(99)), (' ', '0', 'ü', ' '));
    let words = line.words(4);
    assert_eq!(words[1], Word { text: "Öpen".into(), at: Position { line: 7, column: 13 } });
}

#[test]
fn numbers_are_digits_only() {
    assert_eq!(number("0042"), Some(42));
    for text in ["", "+1", "-1", "1.0", "1 2", "4294967296", "١"] {
        assert_eq!(number(text), None, "{text}");
    }
}
