//! Makes rounds of the rows. Each game is in two rows, and the two must agree.

use super::Document;
use super::cells::{CellEntry, GameSide, RoundCell};
use super::columns::{LineColumns, Word};
use super::of_players::place_records;
use super::record::{READ, Records};
use super::row::PlayerRow;
use super::teams;
use crate::formats::{Loaded, MOST_PLAYERS, TournamentDraft, fault_at};
use crate::tournament::{
    Board, Bye, ByeKind, Code, Colour, Fault, Game, GameResult, Outcome, Place, Player, PlayerId, Position, Round,
};
use std::collections::{BTreeMap, BTreeSet};

/// The greatest length of a line in characters: a record of all the players that there can be is shorter.
const MOST_COLUMNS: usize = 200_000;

impl Document {
    /// As [`Document::tournament`], for a tournament of so many `rounds` if the report does not give their number.
    pub(in crate::formats) fn tournament_planned(&self, rounds: Option<u32>) -> Result<Loaded, Vec<Fault>> {
        let mut reading = TournamentDraft { rounds, ..TournamentDraft::default() };
        reading.loaded.report = Some(self.clone());
        if let Some(note) = self.note_of_encoding() {
            reading.notes.push(note);
        }
        let mut records = Records::default();
        let mut rows = Vec::new();
        let mut looks_like_trf = false;
        for (number, text) in (1..).zip(self.lines()) {
            looks_like_trf |= is_record(text);
            if text.len() > MOST_COLUMNS && text.trim_end().chars().count() > MOST_COLUMNS {
                if is_record(text) {
                    let at = Position { line: number, column: MOST_COLUMNS + 1 };
                    let what = format!("the line has more than {MOST_COLUMNS} characters");
                    let mend = "write a long record as several, and a tournament of many rounds as JSON";
                    reading.fault(at, Code::FileTooLarge, what, mend);
                    reading.numbers_missing = true;
                }
                continue;
            }
            let line = LineColumns::new(number, text);
            let at = line.position(1);
            if PlayerRow::is_one(&line) && rows.len() == MOST_PLAYERS {
                reading.numbers_missing = true;
                let what = format!("there are more than {MOST_PLAYERS} players");
                reading.fault(at, Code::TooManyPlayers, what, format!("leave at most {MOST_PLAYERS}"));
                break;
            } else if PlayerRow::is_one(&line) {
                let (row, faults) = PlayerRow::read(&line);
                reading.faults.extend(faults);
                rows.push(row);
            } else if let Some(Word { text, at }) = indented(&line) {
                let what = if text == "001" { "a player's row".into() } else { format!("record {text}") };
                reading.numbers_missing |= text == "001";
                let what = format!("{what} does not begin in column 1");
                reading.fault(at, Code::RowIndented, what, format!("remove what stands before {text}"));
            } else if PlayerRow::is_misnamed(&line) {
                reading.numbers_missing = true;
                let what = format!("a player's row begins with {}, which names no record", line.field(1, 3));
                reading.fault(at, Code::UnknownRow, what, "write 001 in columns 1-3, or remove the line");
            } else {
                records.read(&line, &mut reading);
            }
        }
        let team_type = records.team_type(&mut reading).map_err(|fault| vec![*fault])?;
        if rows.is_empty() && reading.faults.is_empty() {
            reading.faults.push(without_players(self, looks_like_trf));
        } else {
            PlayerRows::new(&rows, &mut reading).fill(&mut reading);
            if let Some(kind) = team_type {
                teams::assemble(&records, kind, &mut reading);
                // What follows is about teams, which have no rows of their own.
                rows.clear();
            }
            place_records(records, &rows, &mut reading);
        }
        reading.finish()
    }
}

/// The code of a record that is read and does not begin in column 1.
fn indented(line: &LineColumns) -> Option<Word> {
    let mut words = line.words(1).into_iter();
    words.next().filter(|word| word.at.column > 1 && READ.contains(&word.text.as_str()) && words.next().is_some())
}

/// Whether the line begins like a record.
fn is_record(text: &str) -> bool {
    let mut chars = text.chars();
    let code: Vec<char> = chars.by_ref().take(3).collect();
    let is_code = code.len() == 3
        && (code.iter().all(char::is_ascii_digit) || code.starts_with(&['X', 'X']) || code.starts_with(&['B', 'B']));
    is_code && chars.next().is_none_or(char::is_whitespace)
}

fn without_players(document: &Document, looks_like_trf: bool) -> Fault {
    let first = document.lines().next().unwrap_or_default();
    let (code, what, mend) = if first.starts_with('\u{1f}') {
        (Code::NotTrf, "the file is packed by gzip", "unpack it; `batch` reads it as it is")
    } else if ["[Content_Types].xml", "vnd.oasis.opendocument"].iter().any(|part| first.contains(part)) {
        let mend = "save its table of players as CSV (Save as, CSV UTF-8), and give that file to swiss-ilp seed";
        (Code::NotTrf, "this is a spreadsheet", mend)
    } else if first.starts_with("PK\u{3}\u{4}") {
        (Code::NotTrf, "this is a zip archive", "unpack it; `batch` reads it as it is")
    } else if first.starts_with("ÿþ") || first.starts_with("þÿ") {
        (Code::NotTrf, "the file is in UTF-16", "save it as UTF-8 or as Latin-1")
    } else if document.lines().all(|line| line.trim().is_empty()) {
        (Code::EmptyFile, "the file is empty", "give a tournament report or the project's JSON")
    } else if looks_like_trf {
        (Code::NoPlayers, "the file has no player's row", "add the rows that begin with 001")
    } else {
        let what = "this is neither a tournament report nor JSON: no line begins with a record's number, no { opens it";
        (Code::NotTrf, what, "export the tournament as TRF; a list needs a line of headings, one of them a name")
    };
    fault_at(Position { line: 1, column: 1 }, code, what, mend)
}

/// The players' rows by number.
struct PlayerRows<'a> {
    rows: &'a [PlayerRow],
    /// The first row of each number.
    by_number: BTreeMap<u32, usize>,
}

/// A game in one player's row that the opponent's row does not confirm.
#[derive(Debug, Clone, Copy)]
struct UnconfirmedGame {
    by: usize,
    of: usize,
}

/// The most claims listed in one fault.
const MOST_CLAIMS: usize = 6;

impl<'a> PlayerRows<'a> {
    fn new(rows: &'a [PlayerRow], reading: &mut TournamentDraft) -> Self {
        let mut by_number = BTreeMap::new();
        for (index, row) in rows.iter().enumerate() {
            let number = row.number.filter(|number| *number > 0 && !by_number.contains_key(number));
            reading.numbers_missing |= number.is_none();
            by_number.extend(number.map(|number| (number, index)));
        }
        Self { rows, by_number }
    }

    /// Adds players, games and byes to the tournament.
    fn fill(&self, reading: &mut TournamentDraft) {
        for row in self.rows.iter().filter(|row| row.number.is_some()) {
            add_player(row, reading);
        }
        let mut claims: BTreeMap<usize, Vec<UnconfirmedGame>> = BTreeMap::new();
        let in_file_order: BTreeMap<usize, u32> = self.by_number.iter().map(|(number, row)| (*row, *number)).collect();
        for (index, number) in in_file_order {
            for (round, cell) in self.rows[index].cells.iter().enumerate() {
                match cell.entry {
                    CellEntry::Blank | CellEntry::Broken => {}
                    CellEntry::Bye(kind) => {
                        add_bye(Bye { player: PlayerId(number), kind }, round, cell.at, reading);
                    }
                    CellEntry::Game(side) => {
                        if let Some(of) = self.game(index, round, cell, side, reading) {
                            claims.entry(round).or_default().push(UnconfirmedGame { by: index, of });
                        }
                    }
                }
            }
        }
        for (round, claims) in claims {
            self.report(round, &claims, reading);
        }
    }

    /// Adds the game of row `index` in `round`, unless the opponent's row is above and has added it already. Returns
    /// the opponent's row if the two rows disagree.
    fn game(
        &self,
        index: usize,
        round: usize,
        cell: &RoundCell,
        side: GameSide,
        reading: &mut TournamentDraft,
    ) -> Option<usize> {
        let row = &self.rows[index];
        let number = row.number.unwrap_or_default();
        if side.colour_is_capital {
            let what = format!("round {} of player {number} has its colour in a capital letter", round + 1);
            reading.note(cell.colour_at(), Code::CapitalColour, what, "write w or b");
        }
        let other = self.by_number.get(&side.opponent).copied();
        let Some(other) = other.filter(|other| *other != index) else {
            // RoundState::new reports the unknown player, unless a number could not be read.
            if other.is_some() || !reading.numbers_missing {
                add_game(unconfirmed(number, side), round, cell.at, reading);
            }
            return None;
        };
        let theirs = self.rows[other].cells.get(round);
        match self.rows[other].entry(round) {
            CellEntry::Broken => None,
            CellEntry::Game(their_side) if their_side.opponent == number => {
                if let Some(theirs) = theirs.filter(|_| index < other) {
                    self.resolved_game([index, other], round, [(cell, side), (theirs, their_side)], reading);
                }
                None
            }
            _ => Some(other),
        }
    }

    /// Adds a game that both rows have, or reports why the two rows contradict each other.
    fn resolved_game(
        &self,
        rows: [usize; 2],
        round: usize,
        halves: [(&RoundCell, GameSide); 2],
        reading: &mut TournamentDraft,
    ) {
        let [one, other] = rows.map(|row| &self.rows[row]);
        let numbers @ [number, other_number] = [one, other].map(|row| row.number.unwrap_or_default());
        let [(cell, side), (other_cell, other_side)] = halves;
        let (in_round, line) = (format!("in round {}", round + 1), other.line);
        if side.colour.is_some() && side.colour == other_side.colour {
            let (code, colour) = match side.colour {
                Some(Colour::White) => (Code::TwoWhites, "white"),
                _ => (Code::TwoBlacks, "black"),
            };
            let players = format!("players {number} and {other_number} (line {line})");
            let what = format!("{in_round} {players} both have {colour} against each other");
            return reading.fault(cell.colour_at(), code, what, "correct one of the two colours");
        }
        let colour = side.colour.or(other_side.colour.map(Colour::opposite)).unwrap_or(Colour::White);
        if side.colour.is_none() || other_side.colour.is_none() {
            let game = format!("the forfeited game of {number} and {other_number} {in_round}");
            let what = format!("{game} lacks a colour; {number} is listed as {colour}");
            reading.note(cell.at, Code::ColourNotWritten, what, "write w in one row and b in the other");
        }
        let Some((result, rated)) = self.result(colour, halves, round, numbers, reading) else {
            let said = |side: GameSide| side.letter.map_or("no result".into(), |letter| format!("'{letter}'"));
            let one = format!("player {number} has {} against {other_number}", said(side));
            let what = format!("{in_round} {one}, but {other_number} (line {line}) has {}", said(other_side));
            return reading.fault(cell.result_at, Code::ResultsDisagree, what, "correct one of the two results");
        };
        let ([white, black], at) = match colour {
            Colour::White => (numbers, cell.at),
            Colour::Black => ([other_number, number], other_cell.at),
        };
        let board = Board { white: PlayerId(white), black: PlayerId(black) };
        if side.colour.is_none() && other_side.colour.is_none() {
            reading.loaded.tournament.colourless.entry(round_number(round)).or_default().insert(board);
        }
        add_game(Game { white: board.white, black: board.black, result, rated }, round, at, reading);
    }

    /// The result of a game by the cells of both rows, and whether the game is rated. `colour` is the first player's.
    /// `None` if the two cells contradict each other.
    fn result(
        &self,
        colour: Colour,
        halves: [(&RoundCell, GameSide); 2],
        round: usize,
        numbers: [u32; 2],
        reading: &mut TournamentDraft,
    ) -> Option<(Option<GameResult>, bool)> {
        let outcomes = halves.map(|(_, side)| side.outcome());
        let [Some((one, rated)), Some((other, other_rated))] = outcomes else {
            return (outcomes == [None, None]).then_some((None, true));
        };
        let (one, other) = match (one, other) {
            (Outcome::ForfeitWin, Outcome::Loss) | (Outcome::Loss, Outcome::ForfeitWin) if other_rated && rated => {
                let winner = usize::from(one == Outcome::Loss);
                let (plus, zero) = (numbers[winner], numbers[1 - winner]);
                let said = format!("player {plus} has '+', but {zero} has a played loss; read as a played win");
                let what = format!("in round {} {said}", round + 1);
                reading.note(halves[winner].0.result_at, Code::PlusForWin, what, "write 1, or - in the other row");
                if winner == 0 { (Outcome::Win, other) } else { (one, Outcome::Win) }
            }
            both => both,
        };
        let [white, black] = if colour == Colour::White { [one, other] } else { [other, one] };
        let result = GameResult::new(white, black).filter(|_| rated == other_rated)?;
        Some((Some(result), rated))
    }

    /// Reports connected claims as one fault. Its place is the player most likely mistyped: one who claims an opponent
    /// and is claimed by another.
    fn report(&self, round: usize, claims: &[UnconfirmedGame], reading: &mut TournamentDraft) {
        let mut of_player: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (index, claim) in claims.iter().enumerate() {
            of_player.entry(claim.by).or_default().push(index);
            of_player.entry(claim.of).or_default().push(index);
        }
        let mut seen = BTreeSet::new();
        for first in 0..claims.len() {
            let mut together = Vec::new();
            let mut ahead = vec![first];
            while let Some(index) = ahead.pop() {
                if seen.insert(index) {
                    together.push(index);
                    let players = [claims[index].by, claims[index].of];
                    ahead.extend(players.iter().filter_map(|player| of_player.remove(player)).flatten());
                }
            }
            if together.is_empty() {
                continue;
            }
            together.sort_unstable();
            let mut together: Vec<UnconfirmedGame> = together.into_iter().map(|index| claims[index]).collect();
            let claimed: BTreeSet<usize> = together.iter().map(|claim| claim.of).collect();
            let culprit = together.iter().position(|claim| claimed.contains(&claim.by)).unwrap_or(0);
            together.swap(0, culprit);
            let at = self.rows[together[0].by].cells[round].at;
            let what = format!("in round {} {}", round + 1, self.said(round, &together));
            reading.fault(at, Code::OpponentsDisagree, what, "correct the opponent in the row that is wrong");
        }
    }

    /// The claims in words, and the entries of the players who make none.
    fn said(&self, round: usize, claims: &[UnconfirmedGame]) -> String {
        let number = |row: usize| self.rows[row].number.unwrap_or_default();
        let name = |row: usize| format!("{} (line {})", number(row), self.rows[row].line);
        let met = |claim: &UnconfirmedGame| format!("player {} met {}", name(claim.by), number(claim.of));
        let mut said: Vec<String> = claims.iter().take(MOST_CLAIMS).map(met).collect();
        if let Some(more) = claims.len().checked_sub(MOST_CLAIMS).filter(|more| *more > 0) {
            said.push(format!("and so on for {more} more"));
            return said.join(", ");
        }
        let claimants: BTreeSet<usize> = claims.iter().map(|claim| claim.by).collect();
        let claimed: BTreeSet<usize> = claims.iter().map(|claim| claim.of).collect();
        said.extend(claimed.difference(&claimants).map(|&row| {
            let theirs = match self.rows[row].entry(round) {
                CellEntry::Game(side) => format!("met {}", side.opponent),
                CellEntry::Bye(ByeKind::Zero) => "was absent".into(),
                CellEntry::Bye(_) => "had a bye".into(),
                CellEntry::Blank | CellEntry::Broken => "has nothing".into(),
            };
            format!("but {} {theirs}", name(row))
        }));
        said.join(", ")
    }
}

/// A game as one player's row has it, without a result.
fn unconfirmed(number: u32, side: GameSide) -> Game {
    let (player, opponent) = (PlayerId(number), PlayerId(side.opponent));
    let [white, black] = if side.colour == Some(Colour::Black) { [opponent, player] } else { [player, opponent] };
    Game { white, black, result: None, rated: true }
}

fn add_player(row: &PlayerRow, reading: &mut TournamentDraft) {
    let Loaded { tournament, sources, .. } = &mut reading.loaded;
    let index = tournament.players.len();
    let text = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
    tournament.players.push(Player {
        name: row.name.clone(),
        rating: row.rating,
        title: text(&row.title),
        federation: text(&row.federation),
        declared_points: row.points,
        ..Player::new(PlayerId(row.number.unwrap_or_default()))
    });
    let line = row.line;
    sources.insert(Place::Player(index), Position { line, column: 5 });
    sources.insert(Place::Points(index), row.points_at);
    if row.shift != 0 {
        let (by, side) = (row.shift.unsigned_abs(), if row.shift > 0 { "right" } else { "left" });
        let what = format!("everything after the name stands {by} to the {side} of its columns; read there");
        let mend = "pad names to 33 characters, whatever their bytes";
        reading.note(Position { line, column: 48 }, Code::ShiftedRow, what, mend);
    }
}

/// The round at `index`, which is added if it is missing.
fn round_at(index: usize, reading: &mut TournamentDraft) -> &mut Round {
    let rounds = &mut reading.loaded.tournament.rounds;
    if rounds.len() <= index {
        rounds.resize_with(index + 1, Round::default);
    }
    &mut rounds[index]
}

/// A round's number from its index.
fn round_number(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX - 1) + 1
}

/// Adds the game whose cell in White's row is `at`.
fn add_game(game: Game, round: usize, at: Position, reading: &mut TournamentDraft) {
    let games = &mut round_at(round, reading).games;
    games.push(game);
    let place = Place::Game { round: round_number(round), index: games.len() - 1 };
    reading.loaded.sources.insert(place, at);
}

pub(super) fn add_bye(bye: Bye, round: usize, at: Position, reading: &mut TournamentDraft) {
    let byes = &mut round_at(round, reading).byes;
    byes.push(bye);
    let place = Place::Bye { round: round_number(round), index: byes.len() - 1 };
    reading.loaded.sources.insert(place, at);
}
