//! JSON values with their places in the file.

use crate::formats::source::LineIndex;
use crate::formats::{fault_at, without_bom};
use crate::tournament::{Code, Fault, Position, Score};
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::fmt;

/// The text of a file, with the places where its lines begin.
#[derive(Debug)]
pub(in crate::formats) struct Text<'a> {
    text: &'a str,
    index: LineIndex,
}

/// A value as the text has it.
#[derive(Debug, Clone, Copy)]
pub(in crate::formats) struct JsonValue<'a> {
    raw: &'a str,
    pub at: Position,
}

impl<'a> Text<'a> {
    /// Reads `bytes` as UTF-8 and checks that they are one JSON value. Returns the text and the value.
    pub fn parse(bytes: &'a [u8]) -> Result<(Self, JsonValue<'a>), Fault> {
        let bytes = without_bom(bytes);
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let sound = std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default();
            let at = Text::new(sound).position(sound.len());
            fault_at(at, Code::NotUtf8, "JSON is written in UTF-8, but this character is not", "save the file as UTF-8")
        })?;
        let text = Self::new(text);
        let root: &RawValue = serde_json::from_str(text.text).map_err(|error| text.syntax(&error))?;
        let root = text.value(root);
        Ok((text, root))
    }

    fn new(text: &'a str) -> Self {
        Self { text, index: LineIndex::new(text) }
    }

    /// The line and column of the byte at `offset`.
    fn position(&self, offset: usize) -> Position {
        self.index.position(self.text, offset)
    }

    /// The place of `part`, a piece of the text.
    fn position_of(&self, part: &str) -> Position {
        self.position((part.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize).min(self.text.len()))
    }

    fn value(&self, raw: &'a RawValue) -> JsonValue<'a> {
        JsonValue { raw: raw.get(), at: self.position_of(raw.get()) }
    }

    fn syntax(&self, error: &serde_json::Error) -> Fault {
        let lines = self.text.split_inclusive('\n');
        let line_start: usize = lines.take(error.line().saturating_sub(1)).map(str::len).sum();
        let mut offset = (line_start + error.column().saturating_sub(1)).min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let said = error.to_string();
        let said = said.split(" at line ").next().unwrap_or_default();
        fault_at(self.position(offset), Code::JsonSyntax, format!("this is not JSON: {said}"), "correct the JSON here")
    }

    /// The fields of an object in order, each with the place of its name. `None` if `value` is not an object.
    pub fn fields(&self, value: JsonValue<'a>) -> Option<Vec<JsonField<'a>>> {
        let Fields(fields) = serde_json::from_str(value.raw).ok()?;
        let field = |(Name(name), raw): (Name<'a>, _)| {
            let value = self.value(raw);
            let at = match &name {
                Cow::Borrowed(part) => {
                    let inside = self.position_of(part);
                    Position { column: inside.column.saturating_sub(1), ..inside }
                }
                Cow::Owned(_) => value.at,
            };
            JsonField { name, at, value }
        };
        Some(fields.into_iter().map(field).collect())
    }

    /// The items of a list; `None` if `value` is not a list.
    pub fn items(&self, value: JsonValue<'a>) -> Option<Items<'_, 'a>> {
        let items: Vec<&RawValue> = serde_json::from_str(value.raw).ok()?;
        Some(Items { text: self, items: items.into_iter() })
    }
}

/// The items of a list. Each is placed when it is asked for, since there may be very many.
#[derive(Debug)]
pub(in crate::formats) struct Items<'t, 'a> {
    text: &'t Text<'a>,
    items: std::vec::IntoIter<&'a RawValue>,
}

impl<'t, 'a> Items<'t, 'a> {
    /// An empty list.
    pub fn none(text: &'t Text<'a>) -> Self {
        Self { text, items: Vec::new().into_iter() }
    }
}

impl<'a> Iterator for Items<'_, 'a> {
    type Item = JsonValue<'a>;

    fn next(&mut self) -> Option<JsonValue<'a>> {
        self.items.next().map(|raw| self.text.value(raw))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.items.size_hint()
    }
}

impl ExactSizeIterator for Items<'_, '_> {}

impl JsonValue<'_> {
    pub fn is_null(&self) -> bool {
        self.raw == "null"
    }

    /// The JSON of the value.
    pub fn raw(&self) -> &str {
        self.raw
    }

    /// A whole number.
    pub fn number(&self) -> Option<u32> {
        self.raw.parse().ok()
    }

    /// A number of points, read from its digits and not through floating point.
    pub fn score(&self) -> Option<Score> {
        self.raw.parse().ok()
    }

    pub fn boolean(&self) -> Option<bool> {
        self.raw.parse().ok()
    }

    pub fn text(&self) -> Option<String> {
        serde_json::from_str(self.raw).ok()
    }

    /// The text of the value, shortened for a message.
    pub fn shown(&self) -> String {
        let mut shown: String = self.raw.chars().take(24).map(|c| if c.is_control() { ' ' } else { c }).collect();
        if shown.len() < self.raw.len() {
            shown.push('…');
        }
        shown
    }
}

/// A field of an object.
#[derive(Debug)]
pub(in crate::formats) struct JsonField<'a> {
    pub name: Cow<'a, str>,
    pub at: Position,
    pub value: JsonValue<'a>,
}

/// A name, borrowed from the text unless it has escapes.
#[derive(Deserialize)]
#[serde(transparent)]
struct Name<'a>(#[serde(borrow)] Cow<'a, str>);

/// One level of an object. Names may repeat, the order is kept, and the values are not parsed.
struct Fields<'a>(Vec<(Name<'a>, &'a RawValue)>);

impl<'de> Deserialize<'de> for Fields<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct FieldsVisitor;
        impl<'de> Visitor<'de> for FieldsVisitor {
            type Value = Fields<'de>;
            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Fields<'de>, A::Error> {
                std::iter::from_fn(|| map.next_entry().transpose()).collect::<Result<_, _>>().map(Fields)
            }
        }
        deserializer.deserialize_map(FieldsVisitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_know_their_places() {
        let file = "\u{feff}{\r\n  \"é\": 1, \"b\": [1,\r 22] }".as_bytes();
        let (text, root) = Text::parse(file).expect("sound");
        let fields = text.fields(root).expect("an object");
        let place = |line, column| Position { line, column };
        assert_eq!((fields[0].at, fields[0].value.at), (place(2, 3), place(2, 8)));
        assert_eq!(text.items(fields[1].value).expect("a list").nth(1).map(|item| item.at), Some(place(3, 2)));
        assert!(text.fields(fields[0].value).is_none() && text.items(root).is_none());
    }

    #[test]
    fn columns_are_right_in_long_lines() {
        let line = format!("[{}]", vec!["\"é\""; 500].join(","));
        let (text, root) = Text::parse(line.as_bytes()).expect("sound");
        for (index, item) in text.items(root).expect("a list").enumerate() {
            assert_eq!(item.at, Position { line: 1, column: 2 + 4 * index });
        }
    }

    #[test]
    fn depth_does_no_harm() {
        let deep = "[".repeat(200_000);
        assert_eq!(Text::parse(deep.as_bytes()).expect_err("cut").code, Code::JsonSyntax);
        let closed = format!("{deep}{}", "]".repeat(200_000));
        let (text, root) = Text::parse(closed.as_bytes()).expect("sound");
        assert_eq!(text.items(root).expect("a list").len(), 1);
    }
}
