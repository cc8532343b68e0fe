//! The name of a field of a request, in a sentence.

use std::fmt;

/// A field of a request, as a sentence names it. Nothing below the doors knows how somebody gives it: the command line writes
/// `--time-limit`, Python and JSON write `time_limit`. So a sentence has the name between two characters that no other text has, and
/// the door writes it in its own way by [`in_words`].
///
/// ```
/// use swiss_ilp::field::{Field, as_option, as_parameter, in_words};
/// let sentence = format!("leave out {}", Field("keep_open"));
/// assert_eq!(in_words(&sentence, as_option), "leave out --keep-open");
/// assert_eq!(in_words(&sentence, as_parameter), "leave out keep_open");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Field(pub &'static str);

/// What stands before and after the name: of the characters for private use, so that no file has them by rights.
const MARKS: [char; 2] = ['\u{f8f0}', '\u{f8f1}'];

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", MARKS[0], self.0, MARKS[1])
    }
}

/// `text`, in which `say` writes the fields.
#[must_use]
pub fn in_words(text: &str, say: fn(&str) -> String) -> String {
    let mut parts = text.split(MARKS[0]);
    let mut said = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once(MARKS[1]).unwrap_or(("", part));
        said.push_str(&if name.is_empty() { String::new() } else { say(name) });
        said.push_str(rest);
    }
    said
}

/// The field as an option of the command line.
#[must_use]
pub fn as_option(name: &str) -> String {
    format!("--{}", name.replace('_', "-"))
}

/// The field as a parameter of Python, or in JSON.
#[must_use]
pub fn as_parameter(name: &str) -> String {
    name.to_owned()
}
