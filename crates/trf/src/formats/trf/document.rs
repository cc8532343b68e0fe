use super::columns::LineColumns;
use super::row::PlayerRow;
use super::write::ReportStyle;
use super::{games, record, round, write};
use crate::formats::source::LineIndex;
use crate::formats::{BOM, DetectedEncoding, Encoding, Loaded, fault_at, text, without_bom};
use crate::tournament::{Code, Fault, PlayerId, StartDate, Tournament};
use itertools::Itertools;
use std::collections::BTreeMap;

/// A tournament report, line by line. It is written byte for byte as it was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    encoding: Encoding,
    /// What the encoding may be, if it was not named and is not sure.
    may_be: Vec<Encoding>,
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
        let (text, DetectedEncoding { encoding, may_be }) = text(bytes);
        Self { may_be, ..Self::new(text.into_owned(), encoding, bytes.starts_with(BOM)) }
    }

    /// As [`parse`](Self::parse), for a file in this encoding.
    ///
    /// # Errors
    /// A fault `not-utf-8` at the first byte that is no UTF-8, if that is the encoding.
    pub fn parse_in(bytes: &[u8], encoding: Encoding) -> Result<Self, Vec<Fault>> {
        let body = without_bom(bytes);
        if let (Encoding::Utf8, Err(error)) = (encoding, std::str::from_utf8(body)) {
            let text = String::from_utf8_lossy(&body[..error.valid_up_to()]);
            let at = LineIndex::new(&text).position(&text, text.len());
            let (what, mend) = ("this character is no UTF-8", "save the file as UTF-8, or name its encoding");
            return Err(vec![fault_at(at, Code::NotUtf8, what, mend)]);
        }
        Ok(Self::new(encoding.decode(body).into_owned(), encoding, bytes.starts_with(BOM)))
    }

    fn new(text: String, encoding: Encoding, byte_order_mark: bool) -> Self {
        let ends = ends(&text);
        Self { encoding, may_be: Vec::new(), byte_order_mark, text, ends }
    }

    /// The encoding of the file.
    #[must_use]
    pub const fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// The note of an encoding that is not sure, at the first character that depends on it.
    pub(super) fn note_of_encoding(&self) -> Option<Fault> {
        if self.may_be.is_empty() {
            return None;
        }
        let at = self.text.find(|c: char| !c.is_ascii()).unwrap_or_default();
        let at = LineIndex::new(&self.text).position(&self.text, at);
        let Self { encoding, may_be, .. } = self;
        let may_be: Vec<String> = may_be.iter().filter(|other| *other != encoding).map(ToString::to_string).collect();
        let what = if may_be.is_empty() {
            format!("the file is not in UTF-8, and is read as {encoding}")
        } else {
            format!("the file is not in UTF-8, and is read as {encoding}; it may be in {}", may_be.join(" or "))
        };
        Some(fault_at(
            at,
            Code::EncodingNotSure,
            what,
            "look at the names, and choose with --encoding if they are wrong",
        ))
    }

    /// A document of these lines, in UTF-8, each ended by a line feed.
    pub(super) fn from_lines(texts: Vec<String>) -> Self {
        let text = texts.into_iter().flat_map(|text| [text, "\n".to_owned()]).collect();
        Self::new(text, Encoding::Utf8, false)
    }

    /// The same document with these lines, top to bottom, and `more` after the last. Lines that are `None` are removed
    /// with their ends. The lines that are added end like the first.
    pub(super) fn with_lines(&self, texts: Vec<Option<String>>, more: Vec<String>) -> Self {
        let lines = self.lines_with_ends().zip(texts);
        let mut text: String = lines.filter_map(|((_, end), text)| Some([text?, end.to_owned()])).flatten().collect();
        let first = self.lines_with_ends().map(|(_, end)| end).next();
        let end = first.filter(|end| !end.is_empty()).unwrap_or("\n");
        if !more.is_empty() && !text.is_empty() && !text.ends_with(['\r', '\n']) {
            text.push_str(end);
        }
        more.into_iter().for_each(|line| text.extend([line.as_str(), end]));
        Self { may_be: self.may_be.clone(), ..Self::new(text, self.encoding, self.byte_order_mark) }
    }

    /// The file, byte for byte as it was parsed.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = if self.byte_order_mark { BOM.to_vec() } else { Vec::new() };
        bytes.extend(self.encoding.encode(&self.text));
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

    /// The texts of all records with one of these codes, in file order.
    #[must_use]
    pub fn records(&self, codes: &[&str]) -> Vec<String> {
        let texts = self.lines().filter_map(|line| codes.iter().find_map(|code| line.strip_prefix(code)));
        texts.map(|text| text.trim().to_owned()).collect()
    }

    /// The ranks in columns 86 to 89 of the players' rows, by pairing number. Who has none is left out.
    ///
    /// # Example
    /// ```
    /// use swiss_trf::{formats::trf::Document, tournament::PlayerId};
    /// let row = |id: u32, rank: &str| format!("001 {id:>4}      {:33}{:>37}{rank:>5}\n", "", "0.0");
    /// let report = Document::parse((row(1, "2") + &row(2, "1") + &row(3, "")).as_bytes());
    /// assert_eq!(report.ranks().into_iter().collect::<Vec<_>>(), [(PlayerId(1), 2), (PlayerId(2), 1)]);
    /// ```
    #[must_use]
    pub fn ranks(&self) -> BTreeMap<PlayerId, u32> {
        let rows = self.lines().map(|line| LineColumns::new(0, line)).filter(PlayerRow::is_one);
        rows.filter_map(|line| {
            let (row, _) = PlayerRow::read(&line);
            Some((PlayerId(row.number?), row.rank?))
        })
        .collect()
    }

    /// The codes of the records that are kept but not read, each once, in file order.
    #[must_use]
    pub fn codes_not_read(&self) -> Vec<String> {
        let codes = self.lines().map(|line| LineColumns::new(0, line).field(1, 3));
        codes.filter(|code| !code.is_empty() && !record::is_read(code)).unique().collect()
    }

    /// A sentence for every part of the report that its [`Tournament`] does not have.
    #[must_use]
    pub fn not_in_a_tournament(&self) -> Vec<String> {
        let is_kept = |code: &str, text: &str| match code {
            "042" => text.parse::<StartDate>().is_ok(),
            // Its accelerated points are kept as such.
            "299" => !record::is_of_result(text),
            "192" => record::dutch_edition(&text.to_uppercase()).is_some(),
            _ => false,
        };
        let noticed = ["042", "192", "299"].into_iter();
        let noticed = noticed.filter(|code| self.records(&[code]).iter().any(|text| !is_kept(code, text)));
        let noticed = noticed.map(str::to_owned);
        let records: Vec<String> = self.codes_not_read().into_iter().chain(noticed).collect();
        let rows: Vec<LineColumns> =
            self.lines().filter(|line| line.starts_with("001")).map(|line| LineColumns::new(0, line)).collect();
        let has = |first, last| rows.iter().any(|row| !row.field(first, last).is_empty());
        let columns = [("sex", has(10, 10)), ("FIDE number", has(58, 68)), ("date of birth", has(70, 79))];
        let columns = columns.into_iter().filter(|(_, is_there)| *is_there).map(|(name, _)| name).join(", ");
        let sentences = [
            (!records.is_empty()).then(|| format!("left out: records {}", records.join(", "))),
            (!columns.is_empty()).then(|| format!("left out of the players' rows: {columns}")),
        ];
        sentences.into_iter().flatten().collect()
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
        Self::in_style(tournament, &ReportStyle::default())
    }

    /// As [`Document::from_tournament`], with what a report has besides.
    ///
    /// # Errors
    /// As [`Document::from_tournament`]. The letters for byes that were used before TRF16 cannot say that a full-point bye was asked
    /// for, and that a game is not rated.
    ///
    /// # Example
    /// ```
    /// use swiss_trf::formats::trf::{ByeLetters, Document, ReportStyle};
    /// use swiss_trf::tournament::{Bye, ByeKind, Player, PlayerId, Round, Tournament};
    ///
    /// let (players, byes) = (vec![Player::new(PlayerId(1))], vec![Bye { player: PlayerId(1), kind: ByeKind::Half }]);
    /// let tournament = Tournament { players, rounds: vec![Round { byes, ..Round::default() }], ..Tournament::default() };
    /// let style = ReportStyle { byes: ByeLetters::OfResults, ..ReportStyle::default() };
    /// let report = Document::in_style(&tournament, &style).expect("written");
    /// assert!(report.lines().any(|line| line.ends_with("0000 - =")));
    /// ```
    pub fn in_style(tournament: &Tournament, style: &ReportStyle) -> Result<Self, Vec<Fault>> {
        write::document(tournament, style)
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
#[path = "../../../tests/unit/formats/trf/document.rs"]
mod tests;
