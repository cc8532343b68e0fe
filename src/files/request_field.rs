//! The name of a field of a request, in a sentence.

use std::fmt;
use std::string::FromUtf8Error;

/// A field of a request, as a sentence names it. Nothing below the doors knows how somebody gives it: the command line writes
/// `--time-limit`, Python and JSON write `time_limit`. So a sentence has the name between two characters that no other text has, and
/// the door writes it in its own way by [`in_words`].
///
/// ```
/// use swiss_ilp::files::request_field::{RequestField, as_option, as_parameter, in_words};
/// let sentence = format!("leave out {}", RequestField("keep_open"));
/// assert_eq!(in_words(&sentence, as_option), "leave out --keep-open");
/// assert_eq!(in_words(&sentence, as_parameter), "leave out keep_open");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RequestField(pub &'static str);

/// What stands before and after the name: of the characters for private use, so that no file has them by rights.
const MARKS: [char; 2] = ['\u{f8f0}', '\u{f8f1}'];

impl fmt::Display for RequestField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", MARKS[0], self.0, MARKS[1])
    }
}

/// `text`, in which `say` writes the fields. These characters around anything but a name of a field stay.
pub fn in_words(text: &str, say: fn(&str) -> String) -> String {
    let is_name = |name: &str| !name.is_empty() && name.bytes().all(|c| c.is_ascii_lowercase() || c == b'_');
    let (mut said, mut rest) = (String::with_capacity(text.len()), text);
    while let Some((before, after)) = rest.split_once(MARKS[0]) {
        said.push_str(before);
        rest = match after.split_once(MARKS[1]).filter(|(name, _)| is_name(name)) {
            Some((name, end)) => {
                said.push_str(&say(name));
                end
            }
            None => {
                said.push(MARKS[0]);
                after
            }
        };
    }
    said + rest
}

/// The bytes of an answer, in whose sentences `say` writes the fields.
pub fn bytes_in_words(bytes: Vec<u8>, say: fn(&str) -> String) -> Vec<u8> {
    String::from_utf8(bytes).map_or_else(FromUtf8Error::into_bytes, |text| in_words(&text, say).into_bytes())
}

/// The field as an option of the command line.
pub fn as_option(name: &str) -> String {
    format!("--{}", name.replace('_', "-"))
}

/// The field as a parameter of Python, or in JSON.
pub fn as_parameter(name: &str) -> String {
    name.to_owned()
}
