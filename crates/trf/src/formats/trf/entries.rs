//! Writes late entries into a report: their rows, and the numbers that others have then.

use super::Document;
use super::columns::{LineColumns, Word, number};
use super::record::{OTHERS, READ, is_of_result};
use super::row::PlayerRow;
use super::write::{ByeLetters, ReportWriter, row_name};
use crate::formats::fault_at;
use crate::tournament::{Code, Fault, Place, Player, Tournament};
use std::collections::{BTreeMap, BTreeSet};

/// The records of teams that have numbers, but none of `READ`.
const NUMBERED: [&str; 6] = ["300", "310", "320", "330", "801", "802"];

impl Document {
    /// The report with rows for the players of `after` whom it lacks, and with the numbers that the others have in `after`.
    pub(super) fn with_entries(&self, after: &Tournament) -> Result<Self, Vec<Fault>> {
        let before = self.tournament_planned(after.rounds_planned)?.tournament;
        if after.teams.is_some() || before.players.len() == after.players.len() {
            return Ok(self.clone());
        }
        let end = self.lines_with_ends().map(|(_, end)| end).find(|end| !end.is_empty()).unwrap_or("\n");
        let lines = (1..).zip(self.lines()).map(|(number, text)| LineColumns::new(number, text));
        let lines: Vec<(LineColumns, Option<PlayerRow>)> =
            lines.map(|line| (line.clone(), PlayerRow::is_one(&line).then(|| PlayerRow::read(&line).0))).collect();
        let ranks = lines.iter().filter_map(|(_, row)| row.as_ref()?.rank);
        let mut last_rank = ranks.max().map(|rank| rank as usize);
        let mut writer = ReportWriter::new(ByeLetters::default());
        let mut others = before.players.iter().peekable();
        let mut numbers = BTreeMap::new();
        // The new rows, by the number of rows before them.
        let mut rows: BTreeMap<usize, Vec<String>> = BTreeMap::new();
        for (index, player) in after.players.iter().enumerate() {
            if let Some(other) = others.next_if(|other| other.name == player.name) {
                numbers.insert(other.id.0, player.id.0);
                continue;
            }
            last_rank = last_rank.map(|rank| rank + 1);
            let row = writer.row(index, player, last_rank);
            writer.faults.extend(self.not_encoded(&row, index, player));
            rows.entry(numbers.len()).or_default().push(row);
        }
        let changes = numbers.iter().any(|(old, new)| old != new);
        let (mut texts, mut rows_before) = (Vec::new(), 0);
        for (line, row) in &lines {
            if let Some(at) = unknown_number(line).filter(|_| changes) {
                let what = format!("line {} may have the number of a player, which would be another one", line.line);
                let mend = "leave the record out, or enter the player in the program that made it";
                writer.faults.push(fault_at(at, Code::NotInTrf, what, mend));
            }
            let mut text: Vec<char> = line.to_string().chars().collect();
            for word in numbers_of(line, row.as_ref()).into_iter().rev() {
                let new =
                    number(&word.text).and_then(|old| numbers.get(&old)).filter(|new| word.text != new.to_string());
                new.into_iter().for_each(|new| replace(&mut text, &word, *new));
            }
            if let Some(word) = line.words(4).first()
                && let Some((old, new)) = counts(&line.field(1, 3), [&before, after])
                && number(&word.text) == Some(old)
            {
                replace(&mut text, word, new);
            }
            let mut all = vec![text.into_iter().collect::<String>()];
            if row.is_some() {
                if rows_before == 0 {
                    all.splice(..0, rows.remove(&0).unwrap_or_default());
                }
                rows_before += 1;
                all.extend(rows.remove(&rows_before).unwrap_or_default());
            }
            texts.push(Some(all.join(end)));
        }
        if !writer.faults.is_empty() {
            return Err(writer.faults);
        }
        let document = self.with_lines(texts, Vec::new());
        let read = document.tournament_planned(after.rounds_planned)?.tournament;
        // The points of a Baku acceleration follow from the numbers.
        let accelerates_same = after.baku.is_some() || read.accelerations == after.accelerations;
        if accelerates_same && read.adjustments == after.adjustments {
            return Ok(document);
        }
        let what = "with the late entry its records would give points to other players";
        let mend = "write the points of each player alone, accelerated ones as XXA";
        Err(vec![Fault::new(Code::NotInTrf, Place::Tournament, what, mend)])
    }

    /// The fault of a row of the player at `index` that has a character which the report's encoding lacks.
    pub(super) fn not_encoded(&self, row: &str, index: usize, player: &Player) -> Option<Fault> {
        let what = format!("{} has a character that is not in {}", player.name, self.encoding());
        let mend = "save the file as UTF-8 before, or write the name without it";
        let is_whole = self.encoding().decode(&self.encoding().encode(row)) == row;
        (!is_whole).then(|| Fault::new(Code::NotInTrf, Place::Player(index), what, mend))
    }
}

/// The player as a row has it.
pub(super) fn as_in_a_row(player: &Player) -> Player {
    Player {
        name: row_name(&player.name),
        club: None,
        strength_rank: None,
        attributes: BTreeMap::new(),
        ..player.clone()
    }
}

/// The numbers of players in a line.
fn numbers_of(line: &LineColumns, row: Option<&PlayerRow>) -> Vec<Word> {
    let mut words = line.words(4);
    if let Some(row) = row {
        let opponents: BTreeSet<usize> = row.cells.iter().map(|cell| cell.at.column).collect();
        let own = words.first().map(|word| word.at.column);
        words.retain(|word| Some(word.at.column) == own || opponents.contains(&word.at.column));
        return words;
    }
    let code = line.field(1, 3);
    let before = match code.as_str() {
        "XXZ" | "XXP" | "XXA" => 0,
        "240" | "260" => 2,
        "250" => words.len().saturating_sub(2),
        // A letter, points, points of the other kind, and the round.
        "299" => {
            let is_points = |word: &Word| word.text.contains('.');
            let first = usize::from(is_of_result(&line.field(4, line.len())));
            first + 2 + usize::from(words.get(first + 1).is_some_and(is_points))
        }
        "013" => return line.words(37),
        _ => return Vec::new(),
    };
    words.drain(..before.min(words.len()));
    words.truncate(if code == "XXA" { 1 } else { words.len() });
    words
}

/// Where a record that is not known has a number.
fn unknown_number(line: &LineColumns) -> Option<crate::tournament::Position> {
    let code = line.field(1, 3);
    let is_known = READ.contains(&&*code) || OTHERS.contains(&&*code) && !NUMBERED.contains(&&*code) || code == "###";
    line.words(4).into_iter().find(|word| !is_known && number(&word.text).is_some()).map(|word| word.at)
}

/// What the record counts in each tournament: players, or those with a rating.
fn counts(code: &str, of: [&Tournament; 2]) -> Option<(u32, u32)> {
    let needs_rating = match code {
        "062" => false,
        "072" => true,
        _ => return None,
    };
    let [before, after] = of.map(|of| {
        let counted = of.players.iter().filter(|player| !needs_rating || player.rating.is_some());
        u32::try_from(counted.count()).unwrap_or(u32::MAX)
    });
    Some((before, after))
}

/// Writes `new` in place of the word, so that it ends in the same column if there is a blank before it, with zeros if it had some.
fn replace(text: &mut Vec<char>, word: &Word, new: u32) {
    let start = word.at.column - 1;
    let width = word.text.len();
    let new = if word.text.starts_with('0') { format!("{new:0>width$}") } else { format!("{new:>width$}") };
    let longer = new.len() - width;
    let has_blanks = start > longer && text[start - longer - 1..start].iter().all(|c| *c == ' ');
    text.splice(start - if has_blanks { longer } else { 0 }..start + width, new.chars());
}
