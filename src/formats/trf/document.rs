use super::{games, round, write};
use crate::formats::{BOM, Loaded, text};
use crate::tournament::{Fault, Tournament};

/// A tournament report, line by line. It is written byte for byte as it was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    /// Whether it is UTF-8; else it is Latin-1.
    is_utf_8: bool,
    byte_order_mark: bool,
    lines: Vec<Line>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Line {
    text: String,
    /// One of [`LINE_ENDS`], or nothing where the file ends without one.
    end: &'static str,
}

const LINE_ENDS: [&str; 3] = ["\r\n", "\r", "\n"];

impl Document {
    /// Splits a file into lines. Any bytes are accepted.
    #[must_use]
    pub fn parse(bytes: &[u8]) -> Self {
        let (text, is_utf_8) = text(bytes);
        Self { is_utf_8, byte_order_mark: bytes.starts_with(BOM), lines: lines(&text) }
    }

    /// A document of these lines, in UTF-8, each ended by a line feed.
    pub(super) fn from_lines(texts: Vec<String>) -> Self {
        let lines = texts.into_iter().map(|text| Line { text, end: "\n" }).collect();
        Self { is_utf_8: true, byte_order_mark: false, lines }
    }

    /// The same document with these lines, top to bottom. Lines that are `None` are removed with their ends.
    pub(super) fn with_lines(&self, texts: Vec<Option<String>>) -> Self {
        let lines = self.lines.iter().zip(texts);
        let lines = lines.filter_map(|(line, text)| Some(Line { text: text?, end: line.end })).collect();
        Self { lines, ..*self }
    }

    /// The file, byte for byte as it was parsed.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = if self.byte_order_mark { BOM.to_vec() } else { Vec::new() };
        for line in &self.lines {
            if self.is_utf_8 {
                bytes.extend_from_slice(line.text.as_bytes());
            } else {
                // Every character came from one byte.
                bytes.extend(line.text.chars().map(|c| u8::try_from(c).unwrap_or(b'?')));
            }
            bytes.extend_from_slice(line.end.as_bytes());
        }
        bytes
    }

    /// The lines from top to bottom, without their ends.
    pub fn lines(&self) -> impl Iterator<Item = &str> {
        self.lines.iter().map(|line| line.text.as_str())
    }

    /// Reads the tournament.
    ///
    /// # Errors
    /// Every fault of the file, in file order. If there are any, the faults that
    /// [`RoundState::new`](crate::tournament::RoundState::new) finds in the readable part are added.
    pub fn tournament(&self) -> Result<Loaded, Vec<Fault>> {
        games::tournament(self)
    }

    /// The report with `round` paired as in `after`. `after` is [`Tournament::with_round`] of the report's tournament.
    /// The rest stays byte for byte. The [module](super#what-is-written) says what is written.
    ///
    /// # Errors
    /// A fault `not-in-trf` for everything that the columns cannot hold.
    pub(in crate::formats) fn with_round(&self, after: &Tournament, round: u32) -> Result<Self, Vec<Fault>> {
        round::with_round(self, after, round)
    }

    /// Writes a tournament in the canonical form: `001` rows in fixed columns and the records needed.
    ///
    /// Reading the report gives an equal tournament, except for what a report cannot hold: the order of games and byes
    /// within a round, empty rounds at the end, blanks around names, a rating of 0, and
    /// [`Player::strength_rank`](crate::tournament::Player::strength_rank). An absence that is worth points gets the
    /// number of its round. An absence from a round already played becomes a bye of that round.
    ///
    /// # Errors
    /// A fault `not-in-trf` for everything that the columns cannot hold, such as double rounds.
    pub fn from_tournament(tournament: &Tournament) -> Result<Self, Vec<Fault>> {
        write::document(tournament)
    }
}

fn lines(text: &str) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let length = rest.find(['\n', '\r']).unwrap_or(rest.len());
        let (line, tail) = rest.split_at(length);
        let end = LINE_ENDS.into_iter().find(|end| tail.starts_with(end)).unwrap_or_default();
        lines.push(Line { text: line.to_owned(), end });
        rest = &tail[end.len()..];
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_comes_back() {
        let files: [&[u8]; 8] = [
            b"",
            b"\n",
            b"a\rb\nc\r\n\r\rd",
            b"\xEF\xBB\xBF012 A\n",
            b"\xEF\xBB\xBF",
            b"012 Z\xFCrich\r",
            b"\xC3\xBC",
            b"\0\xFF",
        ];
        for file in files {
            assert_eq!(Document::parse(file).to_bytes(), file);
        }
    }

    #[test]
    fn three_line_ends_and_two_encodings() {
        let mixed = Document::parse(b"a\rb\nc\r\nd");
        assert_eq!(mixed.lines().collect::<Vec<_>>(), ["a", "b", "c", "d"]);
        assert_eq!(Document::parse(b"Z\xFCrich").lines().next(), Some("Zürich"));
        assert_eq!(Document::parse("Zürich".as_bytes()).lines().next(), Some("Zürich"));
    }
}
