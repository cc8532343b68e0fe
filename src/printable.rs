//! Text from outside, made fit for a terminal and for lines.

use std::borrow::Cow;
use std::fmt::Write as _;

/// `text` on one line, with a visible character for each control character. So no text from a file can break a row, move
/// the cursor of a terminal, change its colours or title, or reverse the direction of writing.
pub(crate) fn printable(text: &str) -> String {
    let visible = |c: char| match c {
        '\0'..='\u{1f}' => char::from_u32(u32::from('␀') + u32::from(c)).unwrap_or(char::REPLACEMENT_CHARACTER),
        '\u{7f}' => '␡',
        c if is_obeyed(c) => char::REPLACEMENT_CHARACTER,
        c => c,
    };
    text.chars().map(visible).collect()
}

/// `text` as one word of a shell's command.
pub(crate) fn shell_word(text: &str) -> String {
    // Only a null character cannot be quoted, and no path has one.
    shlex::try_quote(text).map_or_else(|_| text.to_owned(), Cow::into_owned)
}

/// The same JSON with an escape for each such character that JSON allows in a string. Line breaks are those between the
/// values.
pub(crate) fn printable_json(json: &str) -> String {
    let mut text = String::with_capacity(json.len());
    for c in json.chars() {
        if c != '\n' && is_obeyed(c) {
            // Writing to a String cannot fail. All of these characters have four digits.
            let _ = write!(text, "\\u{:04x}", u32::from(c));
        } else {
            text.push(c);
        }
    }
    text
}

/// Whether a terminal obeys `c`, or begins a line at it, instead of showing it.
fn is_obeyed(c: char) -> bool {
    let directs = matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    directs || c.is_control()
}

#[cfg(test)]
mod tests {
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
}
