//! Writes one more round into a report. The rest of the report stays the same.

use super::columns::{LineColumns, Word, number};
use super::document::Document;
use super::row::{CELL, CellEntry, FIRST_CELL, PlayerRow};
use super::write::{ByeLetters, ReportWriter};
use crate::tournament::{ByeKind, Code, Fault, Place, PlayerId, Round, Tournament};
use std::collections::BTreeMap;

/// `report` with the `round` of `after`, which is [`Tournament::with_round`] of the report's tournament.
pub(super) fn with_round(report: &Document, after: &Tournament, round: u32) -> Result<Document, Vec<Fault>> {
    let mut lines = Vec::new();
    let mut rows = Vec::new();
    for (number, text) in (1..).zip(report.lines()) {
        let line = LineColumns::new(number, text);
        rows.push(PlayerRow::is_one(&line).then(|| PlayerRow::read(&line).0));
        lines.push(line);
    }
    let index = usize::try_from(round.saturating_sub(1)).unwrap_or(usize::MAX);
    let mut writer = ReportWriter::new(letters(&lines, &rows));
    let paired = after.round(round).cloned().unwrap_or_default();
    let cells = writer.round(round, &paired, &after.ids());
    let byes = paired.byes.iter().map(|bye| (bye.player, bye.kind)).collect();
    let last = rows.iter().flatten().filter_map(last_game).max().unwrap_or(0);
    let editor = Editor { index, last, byes, cells };
    let points: BTreeMap<PlayerId, _> =
        (0..).zip(&after.players).map(|(place, player)| (player.id, (Place::Points(place), player))).collect();
    let mut texts = Vec::new();
    for (line, row) in lines.iter().zip(&rows) {
        let Some(row) = row else {
            texts.push(match line.field(1, 3).as_str() {
                // It is about the first round without games, which is now another round.
                "XXZ" => None,
                "240" => without_those_who_play(line, round, &paired),
                _ => Some(line.to_string()),
            });
            continue;
        };
        let mut text = editor.row(line, row);
        let points = row.number.and_then(|number| points.get(&PlayerId(number)));
        if let Some((place, player)) = points.filter(|(_, player)| player.declared_points != row.points)
            && let Some(points) = player.declared_points
        {
            let points = writer.fits(*place, "points", points, 5);
            put(&mut text, row.column(80), &format!("{points:>5}"));
        }
        texts.push(Some(text.into_iter().collect()));
    }
    let before = report.tournament_planned(after.rounds_planned)?.tournament.forbidden.len();
    let bans = writer.bans(after, before);
    if !writer.faults.is_empty() {
        return Err(writer.faults);
    }
    let document = report.with_lines(texts, bans);
    let read = document.tournament_planned(after.rounds_planned)?.tournament;
    let parts = |of: &Tournament| (of.players.clone(), sorted(&of.rounds), of.forbidden.clone());
    if parts(&read) == parts(after) {
        return Ok(document);
    }
    Err(vec![Fault::new(
        Code::NotInTrf,
        Place::Tournament,
        "without its later rounds a row out of place would look like one in place",
        "move everything after the name to its columns",
    )])
}

/// A `240` record, which gives byes, without the players who have a game or the pairing-allocated bye in `round` after
/// all. `None` if nobody is left.
fn without_those_who_play(line: &LineColumns, round: u32, paired: &Round) -> Option<String> {
    let words = line.words(4);
    let of_round = words.get(1).and_then(|word| number(&word.text));
    let players = words.get(2..).unwrap_or_default();
    let plays = |word: &&Word| {
        let id = number(&word.text).map(PlayerId);
        let games = paired.games.iter().flat_map(|game| [game.white, game.black]);
        let byes = paired.byes.iter().filter(|bye| !bye.kind.is_absence()).map(|bye| bye.player);
        games.chain(byes).any(|player| Some(player) == id)
    };
    let (playing, away): (Vec<&Word>, Vec<&Word>) = players.iter().partition(plays);
    if of_round != Some(round) || playing.is_empty() {
        return Some(line.to_string());
    }
    let head: String = line.to_string().chars().take(players[0].at.column - 1).collect();
    let words: Vec<String> = away.iter().map(|word| format!("{:>4}", word.text)).collect();
    (!away.is_empty()).then(|| format!("{} {}", head.trim_end(), words.join(" ")))
}

/// The letters of the report's byes: those used before TRF16 if it has no other ones.
fn letters(lines: &[LineColumns], rows: &[Option<PlayerRow>]) -> ByeLetters {
    let byes = lines.iter().zip(rows).flat_map(|(line, row)| {
        let cells = row.iter().flat_map(|row| &row.cells).filter(|cell| matches!(cell.entry, CellEntry::Bye(_)));
        cells.map(|cell| line.at(cell.result_at.column))
    });
    let (old, new): (Vec<char>, Vec<char>) = byes.filter(|letter| *letter != ' ').partition(|c| "+=-".contains(*c));
    if new.is_empty() && !old.is_empty() { ByeLetters::OfResults } else { ByeLetters::OfTheirOwn }
}

/// The index of the last round in which the row has a game.
fn last_game(row: &PlayerRow) -> Option<usize> {
    row.cells.iter().rposition(|cell| matches!(cell.entry, CellEntry::Game(_)))
}

/// The changes to the rows. Rounds are given by index.
struct Editor {
    /// The round that is written.
    index: usize,
    /// The last round with games.
    last: usize,
    /// The players with a bye in the round.
    byes: BTreeMap<PlayerId, ByeKind>,
    /// The cells of the round.
    cells: BTreeMap<PlayerId, String>,
}

impl Editor {
    /// The row with its new cell, without the rounds after it that were played.
    fn row(&self, line: &LineColumns, row: &PlayerRow) -> Vec<char> {
        let mut text: Vec<char> = line.to_string().chars().collect();
        // The column of the result.
        let end = |index: usize| row.column(FIRST_CELL + CELL * (index + 1)) - 2;
        if self.last > self.index {
            let tail = text.split_off(end(self.last).min(text.len()));
            text.truncate(end(self.index));
            if tail.iter().any(|c| !c.is_whitespace()) {
                text.resize(end(self.last), ' ');
            }
            text.extend(tail);
        }
        let id = PlayerId(row.number.unwrap_or_default());
        let is_there = matches!(row.entry(self.index), CellEntry::Bye(kind) if self.byes.get(&id) == Some(&kind));
        if let Some(cell) = self.cells.get(&id).filter(|_| !is_there) {
            put(&mut text, row.column(FIRST_CELL + CELL * self.index), cell);
        }
        text
    }
}

/// Writes `new` over the columns from `column` on.
fn put(text: &mut Vec<char>, column: usize, new: &str) {
    let start = column - 1;
    let end = start + new.chars().count();
    text.resize(text.len().max(end), ' ');
    text.splice(start..end, new.chars());
}

/// The rounds with their games and byes sorted.
fn sorted(rounds: &[Round]) -> Vec<Round> {
    let mut rounds = rounds.to_vec();
    for round in &mut rounds {
        round.games.sort_by_key(|game| (game.white, game.black));
        round.byes.sort_by_key(|bye| bye.player);
    }
    rounds
}
