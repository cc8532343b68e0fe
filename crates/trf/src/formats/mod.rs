//! File formats: the FIDE tournament report ([`trf`]), a JSON of the same content ([`json`]), lists of players, and pairings ([`pairs`]).
//!
//! A reader turns bytes into an unchecked [`Tournament`] with the place of each part. [`RoundState::new`] checks it, and
//! [`Loaded::locate`] gives its faults their line and column. Nothing is guessed: what cannot be read is a [`Fault`].
//! A reader accepts some deviations from a format (leniencies), and each one that it used is a note.

mod encoding;
pub mod json;
mod list;
pub mod pairs;
mod source;
pub mod trf;

pub use encoding::{DetectedEncoding, Encoding};
pub use list::correct;
pub use source::{Excerpt, Source};

use crate::tournament::{
    Code, Fault, Faults, ForbiddenGroup, Pairing, Place, PlayerId, Position, RoundError, RoundRequest, RoundState,
    Score, Tournament, checks,
};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// A tournament that was read from a file, with the place of each part in the file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Loaded {
    /// The tournament, unchecked.
    pub tournament: Tournament,
    /// The line and column of each of its parts in a report.
    pub sources: BTreeMap<Place, Position>,
    /// The leniencies that were used, adjourned games, and what else a person should look at, in file order.
    pub notes: Vec<Fault>,
    /// The report that the tournament was read from; `None` for JSON and lists.
    pub report: Option<trf::Document>,
    /// Of a list of players, who have their numbers by their rows: what its columns were read as.
    pub list_read: Option<String>,
}

impl Loaded {
    /// `faults` in file order. Their places become lines and columns of a report, or paths of JSON.
    pub fn locate(&self, mut faults: Vec<Fault>) -> Vec<Fault> {
        let position = |place| match place {
            Place::At(position) => Some(position),
            other => self.sources.get(&other).copied(),
        };
        let path =
            |place: Place| place.path(&self.tournament).filter(|_| self.report.is_none() && self.list_read.is_none());
        for fault in &mut faults {
            if fault.path.is_none() {
                fault.path = path(fault.place);
            }
            if let Some(position) = position(fault.place) {
                fault.place = Place::At(position);
            }
            let Some(other) = fault.other.take() else { continue };
            if let Some(Position { line, column }) = position(other) {
                fault.what.push_str(&format!("; the other is in line {line}, column {column}"));
            } else if let Some(path) = path(other) {
                fault.what.push_str(&format!("; the other is {path}"));
            }
        }
        // The sort is stable: faults at one place stay in the order in which they were found. Faults without a place come
        // last.
        faults.sort_by_key(|fault| match fault.place {
            Place::At(position) => (0, position),
            _ => (1, Position { line: 0, column: 0 }),
        });
        faults.dedup();
        faults
    }

    /// The tournament report with the round of `request` paired as in `pairing`, for the program that manages the
    /// tournament. A request may be the number of the round alone.
    ///
    /// A report that was read stays byte for byte the same, except for [what is written](trf#what-is-written). From
    /// JSON a new report is made. Where JSON gives no points, the report has the points that follow from the results.
    ///
    /// # Errors
    /// Those of [`Tournament::with_round`], and a fault `not-in-trf` for everything that a report cannot hold, such as
    /// double rounds.
    ///
    /// # Example
    /// ```
    /// use swiss_trf::formats;
    /// use swiss_trf::tournament::{Board, Pairing, PlayerId};
    /// let loaded = formats::read(br#"{ "players": [ { "id": 1 }, { "id": 2 } ] }"#).expect("a small but sound file");
    /// let board = Board { white: PlayerId(2), black: PlayerId(1) };
    /// let report = loaded.with_round(1, &Pairing { boards: vec![board], bye: None })?;
    /// assert!(report.lines().last().is_some_and(|row| row.ends_with("0.0    2     1 w  ")));
    /// let again = report.tournament().expect("our own report").tournament;
    /// assert_eq!(again.pairing(1).expect("paired").expect("one bye at most").boards, [board]);
    /// # Ok::<(), swiss_trf::tournament::RoundError>(())
    /// ```
    pub fn with_round(&self, request: impl Into<RoundRequest>, pairing: &Pairing) -> Result<trf::Document, RoundError> {
        let request = request.into();
        let round = request.round.unwrap_or_else(|| self.tournament.next_round());
        let after = self.tournament.with_round(request, pairing)?;
        let report = match &self.report {
            Some(report) => report.with_round(&after, round),
            None => with_points(&after, &trf::ReportStyle::default()),
        };
        report.map_err(RoundError::Faults)
    }

    /// The tournament report that says what `after` says, which is this tournament, changed, and perhaps with late entries. A report that
    /// was read stays byte for byte the same otherwise. `style` has the ranks and the tie-breaks; without them a report keeps its own.
    ///
    /// # Errors
    /// A fault `not-in-trf` for everything that a report cannot hold.
    pub fn changed(&self, after: &Tournament, style: &trf::ReportStyle) -> Result<trf::Document, Vec<Fault>> {
        self.report.as_ref().map_or_else(|| with_points(after, style), |report| report.changed(after, style))
    }
}

/// A new report, which has the points that follow from the results where none are given.
fn with_points(tournament: &Tournament, style: &trf::ReportStyle) -> Result<trf::Document, Vec<Fault>> {
    let mut tournament = tournament.clone();
    tournament.declare_points();
    trf::Document::in_style(&tournament, style)
}

/// Reads a tournament: JSON if the first character is `{`, a list of players if the first row has headings for a table of them, and
/// otherwise a tournament report.
///
/// # Errors
/// Every fault of the file, in file order.
///
/// # Example
/// ```
/// let file = br#"{ "players": [ { "id": 1 }, { "id": 2 } ] }"#;
/// let loaded = swiss_trf::formats::read(file).expect("a small but sound file");
/// assert_eq!(loaded.tournament.players.len(), 2);
/// ```
pub fn read(bytes: &[u8]) -> Result<Loaded, Vec<Fault>> {
    read_in(bytes, None, None)
}

/// As [`read`], for a report in this encoding, if it is known (JSON is in UTF-8, whatever is said), of a tournament of so many
/// `rounds` if the file does not give their number. The points of a Baku acceleration follow from it. The tournament itself does
/// not say it then: [`Tournament::plan`] does that.
///
/// # Errors
/// As [`read`], and a fault `not-utf-8` for a report that is said to be in UTF-8 and is not.
///
/// # Example
/// ```
/// use swiss_trf::formats::{self, Encoding};
/// let row = format!("001    1      {:33}{:>37}", "\u{401}", "0.0");
/// let file = Encoding::Windows1251.encode(&row);
/// let name = |encoding| formats::read_in(&file, None, encoding).expect("a sound file").tournament.players[0].name.clone();
/// assert_eq!([name(None), name(Some(Encoding::Windows1251))], ["\u{a8}", "\u{401}"]);
/// ```
pub fn read_in(bytes: &[u8], rounds: Option<u32>, encoding: Option<Encoding>) -> Result<Loaded, Vec<Fault>> {
    at_most(MOST_BYTES, "bytes", bytes.len())?;
    if is_json(bytes) {
        return json::read(bytes);
    }
    // Each line takes time and memory, blank or not.
    let ends = |end: u8| bytes.iter().filter(|byte| **byte == end).count();
    at_most(MOST_LINES, "lines", ends(b'\n').max(ends(b'\r')))?;
    if let Some(list) = list::read(bytes, encoding) {
        return list;
    }
    match encoding {
        None => trf::Document::parse(bytes).tournament_planned(rounds),
        Some(encoding) => trf::Document::parse_in(bytes, encoding)?.tournament_planned(rounds),
    }
}

/// The greatest number of bytes of a file. A tournament of 20,000 players and 99 rounds is half as large, and so is one of 100,000 players and 19 rounds.
pub const MOST_BYTES: usize = 64_000_000;

/// The greatest number of lines of a report: one for each player, and more accelerations than anybody gives.
const MOST_LINES: usize = 2_000_000;

/// The greatest number of groups of players who may not meet.
const MOST_GROUPS: usize = 100_000;

/// Refuses a file of more than so many bytes or lines.
fn at_most(most: usize, what: &str, count: usize) -> Result<(), Vec<Fault>> {
    if count <= most {
        return Ok(());
    }
    let what = format!("the file has more than {most} {what}");
    Err(vec![Fault::new(Code::FileTooLarge, Place::Tournament, what, "look for what does not belong there")])
}

/// Whether the first character, after a byte order mark and blanks, opens a JSON object. Otherwise it is a report.
pub fn is_json(bytes: &[u8]) -> bool {
    without_bom(bytes).trim_ascii_start().first() == Some(&b'{')
}

const MOST_PLAYERS: usize = Tournament::MOST_PLAYERS;
const MOST_ROUNDS: usize = Tournament::MOST_ROUNDS;

const BOM: &[u8] = b"\xEF\xBB\xBF";

/// The bytes without a byte order mark at their beginning.
pub fn without_bom(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(BOM).unwrap_or(bytes)
}

/// The text after a byte order mark, and its encoding as far as the bytes show it.
fn text(bytes: &[u8]) -> (Cow<'_, str>, DetectedEncoding) {
    let body = without_bom(bytes);
    let detected = Encoding::detect(body);
    (detected.encoding.decode(body), detected)
}

/// A fault at a line and column that the reader knows.
fn fault_at(at: Position, code: Code, what: impl Into<String>, mend: impl Into<String>) -> Fault {
    Fault::new(code, Place::At(at), what, mend)
}

/// The fault of `what`, which has the field or column `name` twice.
fn field_twice(what: &str, name: &str, at: Position, first: Position) -> Fault {
    let what = format!("{what} has '{name}' twice");
    fault_at(at, Code::FieldTwice, what, "leave the one that is right").and(Place::At(first))
}

/// The note of a list of players who may not meet that names one alone.
fn ban_of_one(player: PlayerId, place: Place) -> Fault {
    let what = format!("a list of players who may not meet has player {player} alone, and forbids nothing");
    Fault::new(Code::BanOfOne, place, what, "write two players or more if they may not meet")
}

/// The tournament and the faults that a reader has collected so far.
#[derive(Debug, Default)]
struct TournamentDraft {
    loaded: Loaded,
    notes: Faults,
    faults: Faults,
    /// A player was not read. So a number that no player has may be that player's, and is no fault.
    numbers_missing: bool,
    /// Where each acceleration of a player in a round stands.
    accelerated: BTreeMap<(PlayerId, u32), Position>,
    /// The places of accelerations that are known to contradict each other.
    contradictions: BTreeSet<(Position, Position)>,
    /// The number of rounds, if the reader was told and the file does not say.
    rounds: Option<u32>,
}

impl TournamentDraft {
    /// The tournament, or every fault: those of the reader, and those of the parts that could be read.
    fn finish(mut self) -> Result<Loaded, Vec<Fault>> {
        if self.faults.is_empty() {
            self.notes.extend(checks::notes(&self.loaded.tournament));
            self.loaded.notes = self.loaded.locate(self.notes.into_vec());
            return Ok(self.loaded);
        }
        if let Err(RoundError::Faults(others)) = RoundState::new(&self.loaded.tournament, RoundRequest::default()) {
            self.faults.extend(others.into_iter().filter(|fault| match fault.code {
                // These two faults would only repeat that something could not be read.
                Code::PointsDoNotFollow | Code::ResultMissing => false,
                Code::UnknownPlayer => !self.numbers_missing,
                _ => true,
            }));
        }
        Err(self.loaded.locate(self.faults.into_vec()))
    }

    /// Adds points for pairing. That they are given twice is a fault.
    fn accelerate(&mut self, player: PlayerId, round: u32, points: Score, at: Position) {
        let Loaded { tournament, sources, .. } = &mut self.loaded;
        sources.entry(Place::Acceleration(player)).or_insert(at);
        let first = *self.accelerated.entry((player, round)).or_insert(at);
        let is_first = tournament.accelerations.entry(player).or_default().insert(round, points).is_none();
        // Two records are one fault, whatever the number of their rounds and players.
        if !is_first && self.contradictions.insert((first, at)) {
            let what = format!("player {player} is accelerated twice in round {round}");
            let fault = fault_at(at, Code::AccelerationTwice, what, "leave one of the two");
            self.faults.push(fault.and(Place::At(first)));
        }
    }

    /// Adds players who may not meet, each with the place of the number, and the `rounds` of the ban. One player alone is noted, and
    /// meets anybody. The first group beyond [`MOST_GROUPS`] is a fault, and those after it are not kept.
    fn forbid(&mut self, players: &[(PlayerId, Position)], rounds: Option<(u32, u32)>, at: Position) {
        if let [(player, at)] = players {
            return self.notes.push(ban_of_one(*player, Place::At(*at)));
        }
        let Loaded { tournament, sources, .. } = &mut self.loaded;
        let number = tournament.forbidden.len();
        if number > MOST_GROUPS {
            return;
        }
        let mut seen = BTreeSet::new();
        let again = players.iter().find(|(player, _)| !seen.insert(player));
        sources.entry(Place::Forbidden(number)).or_insert(again.map_or(at, |(_, at)| *at));
        for (player, at) in players {
            sources.entry(Place::ForbiddenPlayer(*player)).or_insert(*at);
        }
        let players = players.iter().map(|(player, _)| *player).collect();
        tournament.forbidden.push(ForbiddenGroup { players, rounds });
        if number == MOST_GROUPS {
            let what = format!("more than {MOST_GROUPS} groups of players may not meet");
            self.fault(at, Code::FileTooLarge, what, "write players who may not meet each other as one group");
        }
    }

    fn note(&mut self, at: Position, code: Code, what: impl Into<String>, mend: impl Into<String>) {
        self.notes.push(fault_at(at, code, what, mend));
    }

    fn fault(&mut self, at: Position, code: Code, what: impl Into<String>, mend: impl Into<String>) {
        self.faults.push(fault_at(at, code, what, mend));
    }
}

#[cfg(test)]
#[path = "../../tests/unit/formats.rs"]
mod tests;
