use super::columns::{LineColumns, number};
use super::record;
use super::row::PlayerRow;
use super::write::ReportStyle;
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
}

impl Document {
    /// Splits a file into lines. Any bytes are accepted.
    pub fn parse(bytes: &[u8]) -> Self {
        let (text, DetectedEncoding { encoding, may_be }) = text(bytes);
        Self { encoding, may_be, byte_order_mark: bytes.starts_with(BOM), text: text.into_owned() }
    }

    /// As [`parse`](Self::parse), for a file in this encoding. The first byte that is no UTF-8 is a fault, if that is the encoding.
    pub(in crate::formats) fn parse_in(bytes: &[u8], encoding: Encoding) -> Result<Self, Vec<Fault>> {
        let body = without_bom(bytes);
        if let (Encoding::Utf8, Err(error)) = (encoding, std::str::from_utf8(body)) {
            let text = String::from_utf8_lossy(&body[..error.valid_up_to()]);
            let at = LineIndex::new(&text).position(&text, text.len());
            let (what, mend) = ("this character is no UTF-8", "save the file as UTF-8, or name its encoding");
            return Err(vec![fault_at(at, Code::NotUtf8, what, mend)]);
        }
        let text = encoding.decode(body).into_owned();
        Ok(Self { encoding, may_be: Vec::new(), byte_order_mark: bytes.starts_with(BOM), text })
    }

    /// The encoding of the file.
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
        let mut what = format!("the file is not in UTF-8, and is read as {encoding}");
        if !may_be.is_empty() {
            what.push_str(&format!("; it may be in {}", may_be.join(" or ")));
        }
        let mend = "look at the names, and choose with --encoding if they are wrong";
        Some(fault_at(at, Code::EncodingNotSure, what, mend))
    }

    /// A document of these lines, in UTF-8, each ended by a line feed.
    pub(super) fn from_lines(texts: Vec<String>) -> Self {
        let text = texts.into_iter().map(|text| text + "\n").collect();
        Self { encoding: Encoding::Utf8, may_be: Vec::new(), byte_order_mark: false, text }
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
        Self { text, may_be: self.may_be.clone(), ..*self }
    }

    /// The file, byte for byte as it was parsed.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = if self.byte_order_mark { BOM.to_vec() } else { Vec::new() };
        bytes.extend(self.encoding.encode(&self.text));
        bytes
    }

    /// The lines from top to bottom, without their ends.
    pub fn lines(&self) -> impl Iterator<Item = &str> {
        self.lines_with_ends().map(|(line, _)| line)
    }

    /// The lines, each with its end: one of the three, or none where the file ends without one.
    pub(super) fn lines_with_ends(&self) -> impl Iterator<Item = (&str, &str)> {
        let mut rest = self.text.as_str();
        std::iter::from_fn(move || {
            let length = rest.find(['\r', '\n']).unwrap_or(rest.len());
            let (line, from_end) = rest.split_at(length);
            let (end, after) = from_end.split_at(if from_end.starts_with("\r\n") { 2 } else { from_end.len().min(1) });
            let is_over = std::mem::replace(&mut rest, after).is_empty();
            (!is_over).then_some((line, end))
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

    /// The texts of all records with one of these codes, in file order.
    pub fn records(&self, codes: &[&str]) -> Vec<String> {
        let texts = self.lines().filter_map(|line| codes.iter().find_map(|code| line.strip_prefix(code)));
        texts.map(|text| text.trim().to_owned()).collect()
    }

    /// Whether it is a tournament of teams.
    fn is_of_teams(&self) -> bool {
        // Without their records it is none, and is not read.
        !self.records(&record::OF_TEAMS).is_empty()
            && self.tournament().is_ok_and(|loaded| loaded.tournament.teams.is_some())
    }

    /// The ranks in columns 86 to 89 of the players' rows, or of teams in 69 to 71 of `310`, by pairing number. Who has none is left
    /// out.
    pub fn ranks(&self) -> BTreeMap<PlayerId, u32> {
        if self.is_of_teams() {
            let lines = self.lines().filter(|line| line.starts_with("310 ")).map(|line| LineColumns::new(0, line));
            let columns = |line: &LineColumns, first, last| number(&line.field(first, last));
            return lines.filter_map(|line| Some((PlayerId(columns(&line, 5, 7)?), columns(&line, 69, 71)?))).collect();
        }
        let lines = self.lines().map(|line| LineColumns::new(0, line));
        let rows = lines.filter(PlayerRow::is_one).map(|line| PlayerRow::read(&line).0);
        rows.filter_map(|row| Some((PlayerId(row.number?), row.rank?))).collect()
    }

    /// The codes of the records that are kept but not read, each once, in file order.
    pub fn codes_not_read(&self) -> Vec<String> {
        let lines = self.lines().filter(|line| !line.starts_with(record::WISHES));
        let codes = lines.map(|line| LineColumns::new(0, line).field(1, 3));
        let of_teams: &[&str] = if self.is_of_teams() { &record::OF_TEAMS } else { &[] };
        let is_read = |code: &str| record::READ.contains(&code) || of_teams.contains(&code);
        codes.filter(|code| !code.is_empty() && !is_read(code)).unique().collect()
    }

    /// A sentence for every part of the report that its [`Tournament`] does not have.
    pub fn not_in_a_tournament(&self) -> Vec<String> {
        let is_kept = |code: &str, text: &str| match code {
            "042" => text.parse::<StartDate>().is_ok(),
            // Its accelerated points are kept as such.
            "299" => !record::is_of_result(text),
            "192" => !text.trim().contains(' '),
            _ => false,
        };
        let mut records = self.codes_not_read();
        let noticed = ["042", "192", "299"].into_iter();
        let noticed = noticed.filter(|code| self.records(&[code]).iter().any(|text| !is_kept(code, text)));
        records.extend(noticed.map(str::to_owned));
        let rows = self.lines().filter(|line| line.starts_with("001")).map(|line| LineColumns::new(0, line));
        let rows: Vec<LineColumns> = rows.collect();
        let has = |first, last| rows.iter().any(|row| !row.field(first, last).is_empty());
        let columns = [("sex", has(10, 10)), ("FIDE number", has(58, 68)), ("date of birth", has(70, 79))];
        let columns = columns.into_iter().filter(|(_, is_there)| *is_there).map(|(name, _)| name).join(", ");
        let sentences = [
            (!records.is_empty()).then(|| format!("left out: records {}", records.join(", "))),
            (!columns.is_empty()).then(|| format!("left out of the players' rows: {columns}")),
            self.is_of_teams().then(|| "left out: the players of the teams, and their games".to_owned()),
        ];
        sentences.into_iter().flatten().collect()
    }

    /// Writes a tournament in the canonical form: `001` rows in fixed columns and the records needed.
    ///
    /// Reading the report gives an equal tournament, except for what a report cannot hold: the order of games and byes
    /// within a round, empty rounds at the end, blanks around names and what they have after 33 characters, a rating of 0, and
    /// [`Player::strength_rank`](crate::tournament::Player::strength_rank). An absence that is worth points gets the
    /// number of its round. An absence from a round already played becomes a bye of that round.
    ///
    /// # Errors
    /// A fault `not-in-trf` for everything that the columns cannot hold, such as double rounds.
    pub fn from_tournament(tournament: &Tournament) -> Result<Self, Vec<Fault>> {
        Self::in_style(tournament, &ReportStyle::default())
    }
}
