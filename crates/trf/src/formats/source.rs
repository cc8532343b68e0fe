use super::is_json;
use crate::tournament::Position;
use serde::de::IgnoredAny;
use std::borrow::Cow;
use std::ops::Range;

/// The places where the lines of a text begin. A line ends with `\n`, `\r` or `\r\n`.
#[derive(Debug)]
pub(super) struct LineIndex {
    line_starts: Vec<usize>,
    /// The number of characters before each block. With it, a column of a long line is found without reading the whole
    /// line.
    chars_before: Vec<usize>,
}

/// The number of bytes in a block of [`LineIndex::chars_before`].
const BLOCK: usize = 128;

impl LineIndex {
    pub fn new(text: &str) -> Self {
        let bytes = text.as_bytes();
        let is_end = |at: usize, byte: u8| byte == b'\n' || byte == b'\r' && bytes.get(at + 1) != Some(&b'\n');
        let ends = || (0..).zip(bytes).filter(|(at, byte)| is_end(*at, **byte)).map(|(at, _)| at + 1);
        // Counted first: a file of nothing but line ends must not take more memory than it needs.
        let mut line_starts = Vec::with_capacity(ends().count() + 1);
        line_starts.extend(std::iter::once(0).chain(ends()));
        let mut chars = 0;
        let before = |block| {
            chars += count_chars(block);
            chars - count_chars(block)
        };
        Self { line_starts, chars_before: bytes.chunks(BLOCK).map(before).collect() }
    }

    /// The number of characters of `text` that begin before the byte at `offset`.
    fn chars(&self, text: &str, offset: usize) -> usize {
        let offset = offset.min(text.len());
        let block = (offset / BLOCK).min(self.chars_before.len().saturating_sub(1));
        let before = self.chars_before.get(block).copied().unwrap_or_default();
        before + count_chars(&text.as_bytes()[block * BLOCK..offset])
    }

    /// The line and column of the byte at `offset` of `text`.
    pub fn position(&self, text: &str, offset: usize) -> Position {
        let line = self.line_starts.partition_point(|start| *start <= offset);
        let start = self.line_starts[line - 1];
        Position { line, column: self.chars(text, offset) - self.chars(text, start) + 1 }
    }

    /// The bytes of line `number` of `text`, without its end.
    fn line(&self, text: &str, number: usize) -> Option<Range<usize>> {
        let index = number.checked_sub(1)?;
        let start = *self.line_starts.get(index)?;
        let next = self.line_starts.get(index + 1).copied().unwrap_or(text.len());
        Some(start..start + text[start..next].trim_end_matches(['\n', '\r']).len())
    }

    /// The offset in `text` of the character number `chars`, from 0; the end of `text` if it has no such character.
    fn offset(&self, text: &str, chars: usize) -> usize {
        let block = self.chars_before.partition_point(|before| *before <= chars).saturating_sub(1);
        let before = self.chars_before.get(block).copied().unwrap_or_default();
        let mut begins = (block * BLOCK..text.len()).filter(|offset| text.is_char_boundary(*offset));
        begins.nth(chars - before).unwrap_or(text.len())
    }
}

/// The number of characters that begin in `bytes`. In UTF-8, every byte except continuation bytes begins a character.
fn count_chars(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| (**byte & 0b1100_0000) != 0b1000_0000).count()
}

/// The text of a file, to show its lines. Lines and columns are counted as by the file's reader.
#[derive(Debug)]
pub struct Source<'a> {
    text: Cow<'a, str>,
    index: LineIndex,
    is_json: bool,
}

/// A line of a file, with one part of it marked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Excerpt {
    /// The line without its end. A very long line is cut to the text near the marked part. If something is missing
    /// beyond the end, blanks follow.
    pub text: String,
    /// The range of the marked part, in bytes.
    pub marked: Range<usize>,
}

/// The number of characters shown before and after a place: more than a terminal has columns.
const NEAR: usize = 1000;

/// A place that a reader reports lies at most this far beyond the end of a line.
const BEYOND: usize = 100;

/// Marks the part of a line that is not shown.
const CUT: char = '…';

impl<'a> Source<'a> {
    /// The text of the file with these bytes.
    pub fn new(bytes: &'a [u8]) -> Self {
        let is_json = is_json(bytes);
        // JSON is read up to the first byte that is not UTF-8, so the text before it keeps its columns.
        let text = if is_json { String::from_utf8_lossy(super::without_bom(bytes)) } else { super::text(bytes).0 };
        Self { index: LineIndex::new(&text), text, is_json }
    }

    /// The line at `at`. The cell, word or value that begins there is marked. `None` if the file has no such place.
    pub fn excerpt(&self, at: Position) -> Option<Excerpt> {
        let range = self.index.line(&self.text, at.line)?;
        let line = &self.text[range.clone()];
        let chars = self.index.chars(&self.text, range.start).checked_add(at.column.checked_sub(1)?)?;
        let place = self.index.offset(&self.text, chars).min(range.end);
        let (before, after) = line.split_at(place - range.start);
        let missing = chars - self.index.chars(&self.text, place);
        if missing > BEYOND {
            return None;
        }
        let marked = if after.is_empty() { 1 } else { self.length(at, line, after) };
        let from = before.char_indices().rev().nth(NEAR - 1).map_or(0, |(offset, _)| offset);
        let to = after.char_indices().nth(NEAR).map_or(after.len(), |(offset, _)| offset);
        let mut text = String::new();
        if from > 0 {
            text.push(CUT);
        }
        text.push_str(&before[from..]);
        text.extend(std::iter::repeat_n(' ', missing));
        let start = text.len();
        text.push_str(if after.is_empty() { " " } else { &after[..to] });
        let end = (start + marked).min(text.len());
        if to < after.len() {
            text.push(CUT);
        }
        Some(Excerpt { text, marked: start..end })
    }

    /// The length in bytes of the cell, word or value at the beginning of `after`, which is not empty.
    fn length(&self, at: Position, line: &str, after: &str) -> usize {
        let length = if self.is_json {
            value_length(after)
        } else if line.starts_with("001") && at.column == NUMBER.0 {
            after.char_indices().nth(NUMBER.1).map(|(offset, _)| offset)
        } else {
            Some(after.find(char::is_whitespace).unwrap_or(after.len()))
        };
        let first = after.chars().next().map_or(1, char::len_utf8);
        length.unwrap_or(first).max(first)
    }
}

/// The column of a report where a player's number begins, and its width. Other numbers begin at their first digit.
const NUMBER: (usize, usize) = (5, 4);

/// The length of the JSON value at the beginning of `text`; `None` if it does not end in `text`.
fn value_length(text: &str) -> Option<usize> {
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<IgnoredAny>();
    let is_blank = text.starts_with(char::is_whitespace);
    values.next().filter(|value| value.is_ok() && !is_blank).map(|_| values.byte_offset())
}

#[cfg(test)]
#[path = "../../tests/unit/formats/source.rs"]
mod tests;
