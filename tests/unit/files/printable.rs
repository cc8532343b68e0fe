use super::{is_obeyed, printable, printable_json};

#[test]
fn nothing_that_controls_a_terminal_or_ends_a_line_is_left() {
    let all: String = (char::MIN..=char::MAX).collect();
    let shown = printable(&all);
    assert!(!shown.chars().any(|c| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{202e}')));
    assert!(!shown.chars().any(is_obeyed));
    assert_eq!(shown.chars().count(), all.chars().count());
    assert_eq!(printable("a\tb\r\n\u{1b}]0;t\u{7}\u{9b}"), "a␉b␍␊␛]0;t␇\u{fffd}");
    assert_eq!(printable("Đặng, Jürgen 王"), "Đặng, Jürgen 王");
}

#[test]
fn json_with_escapes_is_the_same_json() {
    let all: String = ('\0'..='\u{2100}').collect();
    let json = serde_json::to_string_pretty(&[all.as_str(), "b"]).expect("JSON");
    let escaped = printable_json(&json);
    assert!(!escaped.chars().any(|c| c != '\n' && is_obeyed(c)));
    assert_eq!(serde_json::from_str::<Vec<String>>(&escaped).expect("JSON"), [all.as_str(), "b"]);
}
