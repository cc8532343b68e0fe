//! Writes one more round into a report. The rest of the report stays the same.

use super::columns::{LineColumns, Word, number};
use super::document::Document;
use super::row::{CELL, CellEntry, FIRST_CELL, PlayerRow, RoundCell};
use super::write::{ByeLetters, ReportWriter};
use crate::tournament::{ByeKind, Code, Fault, Place, PlayerId, Round, Tournament};
use std::collections::BTreeMap;

impl Document {
    /// The report with `round` paired as in `after`. `after` is [`Tournament::with_round`] of the report's tournament.
    /// The rest stays byte for byte. The [module](super#what-is-written) says what is written. What the columns cannot hold is a
    /// fault.
    pub(in crate::formats) fn with_round(&self, after: &Tournament, round: u32) -> Result<Self, Vec<Fault>> {
        if after.teams.is_some() {
            let what = "a new round of teams has no rows: it is not known who plays at which board";
            let mend = "write the list of pairs, or the tournament as JSON";
            return Err(vec![Fault::new(Code::NotInTrf, Place::Tournament, what, mend)]);
        }
        let lines = (1..).zip(self.lines()).map(|(number, text)| LineColumns::new(number, text));
        let lines: Vec<LineColumns> = lines.collect();
        let row = |line| PlayerRow::is_one(line).then(|| PlayerRow::read(line).0);
        let rows: Vec<Option<PlayerRow>> = lines.iter().map(row).collect();
        let index = usize::try_from(round.saturating_sub(1)).unwrap_or(usize::MAX);
        let mut writer = ReportWriter::new(letters(&lines, &rows));
        let paired = after.round(round).cloned().unwrap_or_default();
        let cells = writer.round(round, &paired, &after.ids());
        let byes: BTreeMap<PlayerId, ByeKind> = paired.byes.iter().map(|bye| (bye.player, bye.kind)).collect();
        let is_game = |cell: &RoundCell| matches!(cell.entry, CellEntry::Game(_));
        let last = rows.iter().flatten().filter_map(|row| row.cells.iter().rposition(is_game)).max().unwrap_or(0);
        let players = (0..).zip(&after.players).map(|(place, player)| (player.id, (Place::Points(place), player)));
        let players: BTreeMap<PlayerId, _> = players.collect();
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
            let mut text = without_later_rounds(line, row, index, last);
            let id = PlayerId(row.number.unwrap_or_default());
            let is_there = matches!(row.entry(index), CellEntry::Bye(kind) if byes.get(&id) == Some(&kind));
            if let Some(cell) = cells.get(&id).filter(|_| !is_there) {
                put(&mut text, row.column(FIRST_CELL + CELL * index), cell);
            }
            if let Some((place, player)) = players.get(&id).filter(|(_, player)| player.declared_points != row.points)
                && let Some(points) = player.declared_points
            {
                let points = writer.fits(*place, "points", points, 5);
                put(&mut text, row.column(80), &format!("{points:>5}"));
            }
            texts.push(Some(text.into_iter().collect()));
        }
        let before = self.tournament_planned(after.rounds_planned)?.tournament.forbidden.len();
        let bans = writer.bans(after, before);
        if !writer.faults.is_empty() {
            return Err(writer.faults);
        }
        let document = self.with_lines(texts, bans);
        let read = document.tournament_planned(after.rounds_planned)?.tournament;
        let parts = |of: &Tournament| (of.players.clone(), sorted(&of.rounds), of.forbidden.clone());
        if parts(&read) == parts(after) {
            return Ok(document);
        }
        let what = "without its later rounds a row out of place would look like one in place";
        let mend = "move everything after the name to its columns";
        Err(vec![Fault::new(Code::NotInTrf, Place::Tournament, what, mend)])
    }
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

/// The row without the rounds after that at `index`, up to the `last` one with games.
fn without_later_rounds(line: &LineColumns, row: &PlayerRow, index: usize, last: usize) -> Vec<char> {
    let mut text: Vec<char> = line.to_string().chars().collect();
    // The column of the result.
    let end = |index: usize| row.column(FIRST_CELL + CELL * (index + 1)) - 2;
    if last > index {
        let tail = text.split_off(end(last).min(text.len()));
        text.truncate(end(index));
        if tail.iter().any(|c| !c.is_whitespace()) {
            text.resize(end(last), ' ');
        }
        text.extend(tail);
    }
    text
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
