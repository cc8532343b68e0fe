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
