use super::{games, round, write};
use crate::formats::{BOM, Loaded, text};
use crate::tournament::{Fault, Tournament};

/// A tournament report, line by line. It is written byte for byte as it was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    /// Whether it is UTF-8; else it is Latin-1.
    is_utf_8: bool,
    byte_order_mark: bool,
    text: String,
    /// Where each line ends in the text: behind one of [`LINE_ENDS`], or where the file ends without one.
    ends: Vec<usize>,
}

const LINE_ENDS: [&str; 3] = ["\r\n", "\r", "\n"];

impl Document {
    /// Splits a file into lines. Any bytes are accepted.
    #[must_use]
    pub fn parse(bytes: &[u8]) -> Self {
        let (text, is_utf_8) = text(bytes);
        Self::new(text.into_owned(), is_utf_8, bytes.starts_with(BOM))
    }

    fn new(text: String, is_utf_8: bool, byte_order_mark: bool) -> Self {
        let ends = ends(&text);
        Self { is_utf_8, byte_order_mark, text, ends }
    }

    /// A document of these lines, in UTF-8, each ended by a line feed.
    pub(super) fn from_lines(texts: Vec<String>) -> Self {
        let text = texts.into_iter().flat_map(|text| [text, "\n".to_owned()]).collect();
        Self::new(text, true, false)
    }

    /// The same document with these lines, top to bottom. Lines that are `None` are removed with their ends.
    pub(super) fn with_lines(&self, texts: Vec<Option<String>>) -> Self {
        let lines = self.lines_with_ends().zip(texts);
        let text = lines.filter_map(|((_, end), text)| Some([text?, end.to_owned()])).flatten().collect();
        Self::new(text, self.is_utf_8, self.byte_order_mark)
    }

    /// The file, byte for byte as it was parsed.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = if self.byte_order_mark { BOM.to_vec() } else { Vec::new() };
        if self.is_utf_8 {
            bytes.extend_from_slice(self.text.as_bytes());
        } else {
            // Every character came from one byte.
            bytes.extend(self.text.chars().map(|c| u8::try_from(c).unwrap_or(b'?')));
        }
        bytes
    }

    /// The lines from top to bottom, without their ends.
    pub fn lines(&self) -> impl Iterator<Item = &str> {
        self.lines_with_ends().map(|(line, _)| line)
    }

    /// The lines, each with its end.
    fn lines_with_ends(&self) -> impl Iterator<Item = (&str, &str)> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, end)| {
            let line = &self.text[start..*end];
            line.split_at(line.len() - LINE_ENDS.into_iter().find(|end| line.ends_with(end)).map_or(0, str::len))
        })
    }

    /// Reads the tournament.
    ///
    /// # Errors
    /// Every fault of the file, in file order. If there are any, the faults that
    /// [`RoundState::new`](crate::tournament::RoundState::new) finds in the readable part are added.
    pub fn tournament(&self) -> Result<Loaded, Vec<Fault>> {
        self.tournament_planned(None)
    }

    /// As [`Document::tournament`], for a tournament of so many `rounds` if the report does not give their number.
    ///
    /// # Errors
    /// As [`Document::tournament`].
    pub fn tournament_planned(&self, rounds: Option<u32>) -> Result<Loaded, Vec<Fault>> {
        games::tournament(self, rounds)
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

/// Where the lines of `text` end, behind their line ends.
fn ends(text: &str) -> Vec<usize> {
    let is_end = |at: usize, byte: u8| byte == b'\n' || byte == b'\r' && text.as_bytes().get(at + 1) != Some(&b'\n');
    let ends = || text.bytes().enumerate().filter(|(at, byte)| is_end(*at, *byte)).map(|(at, _)| at + 1);
    // Counted first: a file of nothing but line ends must not take more memory than it needs.
    let mut found = Vec::with_capacity(ends().count() + 1);
    found.extend(ends());
    if found.last().copied().unwrap_or_default() < text.len() {
        found.push(text.len());
    }
    found
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
