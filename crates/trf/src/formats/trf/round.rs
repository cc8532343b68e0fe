//! Writes one more round, or what was changed, into a report. The rest of the report stays the same.

use super::cells::{CELL, CellEntry, FIRST_CELL, RoundCell};
use super::columns::{LineColumns, Word, number};
use super::document::Document;
use super::entries::as_in_a_row;
use super::record::WISHES;
use super::row::PlayerRow;
use super::team_lines::TeamLines;
use super::write::{ByeLetters, ReportStyle, ReportWriter, dates, one_by_one, wishes};
use crate::tournament::{ByeKind, Code, Fault, Place, Player, PlayerId, Round, Tournament};
use std::collections::{BTreeMap, BTreeSet};

impl Document {
    /// The report with `round` paired as in `after`. `after` is [`Tournament::with_round`] of the report's tournament.
    /// The rest stays byte for byte. The [module](super#what-is-written) says what is written. What the columns cannot hold is a
    /// fault.
    pub(in crate::formats) fn with_round(&self, after: &Tournament, round: u32) -> Result<Self, Vec<Fault>> {
        self.updated(after, Some(round), &ReportStyle::default())
    }

    /// The report that says what `after` says, which has the same players in their order, and perhaps late entries: results, byes,
    /// absences, points and bans. The rest stays byte for byte. The ranks and the tie-breaks are those of `style`, if it has any.
    ///
    /// # Errors
    /// Those of [`in_style`](Self::in_style).
    pub fn changed(&self, after: &Tournament, style: &ReportStyle) -> Result<Self, Vec<Fault>> {
        self.with_entries(after)?.updated(after, None, style)
    }

    /// The same, if `round` is given with this round, which is paired anew, as the last one that has games.
    fn updated(&self, after: &Tournament, round: Option<u32>, style: &ReportStyle) -> Result<Self, Vec<Fault>> {
        let lines = (1..).zip(self.lines()).map(|(number, text)| LineColumns::new(number, text));
        let lines: Vec<LineColumns> = lines.collect();
        let row = |line| PlayerRow::is_one(line).then(|| PlayerRow::read(line).0);
        let rows: Vec<Option<PlayerRow>> = lines.iter().map(row).collect();
        let mut writer = ReportWriter::new(letters(&lines, &rows));
        writer.colourless.clone_from(&after.colourless);
        let before = self.tournament_planned(after.rounds_planned)?.tournament;
        let there = writer.cells(&before);
        let mut cells = writer.cells(after);
        // What is there stays as it is written.
        cells.retain(|place, cell| there.get(place) != Some(cell));
        let paired = round.and_then(|round| after.round(round)).cloned().unwrap_or_default();
        let is_game = |cell: &RoundCell| matches!(cell.entry, CellEntry::Game(_));
        let last = rows.iter().flatten().filter_map(|row| row.cells.iter().rposition(is_game)).max().unwrap_or(0);
        let players = (0..).zip(&after.players).map(|(place, player)| (player.id, (Place::Points(place), player)));
        let players: BTreeMap<PlayerId, _> = players.collect();
        let corrected = self.corrected([&before, after], &mut writer);
        let ranks = if style.ranks.is_empty() { BTreeMap::new() } else { one_by_one(after, &style.ranks) };
        let has_bans = !after.forbidden.starts_with(&before.forbidden);
        let has_absences = round.is_none() && absences(&before) != absences(after);
        let mut texts = Vec::new();
        let mut of_teams =
            after.teams.as_ref().map(|teams| TeamLines::new(after, teams, &ranks, round, before.next_round()));
        for (line, row) in lines.iter().zip(&rows) {
            if let Some(text) = of_teams.as_mut().and_then(|lines| lines.of(line, row.as_ref())) {
                texts.push(text);
                continue;
            }
            let Some(row) = row else {
                let is_of_wishes = line.to_string().starts_with(WISHES);
                texts.push(match (line.field(1, 3).as_str(), round) {
                    // It is about the first round without games, which is now another round.
                    ("XXZ", Some(_)) => None,
                    ("240", Some(round)) => without_those_who_play(line, round, &paired),
                    ("XXZ", None) if has_absences => None,
                    ("XXP" | "260", None) if has_bans => None,
                    ("240", None) if has_absences && is_to_come(line, &before) => None,
                    ("202" | "212", None) if style.tie_breaks.is_some() => None,
                    ("132", None) if !style.dates.is_empty() => None,
                    ("###", _) if is_of_wishes && before.wishes != after.wishes => None,
                    _ => Some(line.to_string()),
                });
                continue;
            };
            let mut text = match round.and_then(|round| usize::try_from(round.saturating_sub(1)).ok()) {
                Some(index) => without_later_rounds(line, row, index, last),
                None => line.to_string().chars().collect(),
            };
            let id = PlayerId(row.number.unwrap_or_default());
            for ((_, number), cell) in cells.range((id, 0)..=(id, u32::MAX)) {
                let index = usize::try_from(number - 1).unwrap_or(usize::MAX);
                put(&mut text, row.column(FIRST_CELL + CELL * index), cell);
            }
            if let Some([old, new]) = corrected.get(&id) {
                for columns in DETAILS
                    .map(|(first, last)| first - 1..last)
                    .into_iter()
                    .filter(|of| old[of.clone()] != new[of.clone()])
                {
                    let first = columns.start + 1;
                    let column = if first > NAME { row.column(first) } else { first };
                    put(&mut text, column, &new[columns].iter().collect::<String>());
                }
            }
            if let Some((place, player)) = players.get(&id).filter(|(_, player)| player.declared_points != row.points)
                && let Some(points) = player.declared_points
            {
                let points = writer.fits(*place, "points", points, 5);
                put(&mut text, row.column(80), &format!("{points:>5}"));
            }
            if let Some(rank) = ranks.get(&id) {
                put(&mut text, row.column(85), &format!("{rank:>5}"));
            }
            texts.push(Some(text.into_iter().collect()));
        }
        let mut more = of_teams.map(TeamLines::missing).unwrap_or_default();
        more.extend(writer.bans(after, if has_bans { 0 } else { before.forbidden.len() }));
        if has_absences {
            more.extend(writer.absences(after));
        }
        more.extend(dates(&style.dates));
        more.extend(style.tie_breaks.clone());
        if before.wishes != after.wishes {
            more.extend(wishes(after));
        }
        if !writer.faults.is_empty() {
            return Err(writer.faults);
        }
        let document = self.with_lines(texts, more);
        let read = document.tournament_planned(after.rounds_planned)?.tournament;
        let parts = |of: &Tournament| {
            let players: Vec<Player> = of.players.iter().map(as_in_a_row).collect();
            (players, of.teams.clone(), sorted(of), of.forbidden.clone(), of.wishes.clone())
        };
        if parts(&read) == parts(after) && (round.is_some() || absences(&read) == absences(after)) {
            return Ok(document);
        }
        let (what, mend) = if after.teams.is_some() {
            ("the records of teams cannot say this", "write the tournament as JSON")
        } else {
            let mend = "move everything after the name to its columns";
            ("without its later rounds a row out of place would look like one in place", mend)
        };
        Err(vec![Fault::new(Code::NotInTrf, Place::Tournament, what, mend)])
    }

    /// The rows of those who are called or described otherwise than before, as they would be written before and after.
    fn corrected(&self, of: [&Tournament; 2], writer: &mut ReportWriter) -> BTreeMap<PlayerId, [Vec<char>; 2]> {
        let details = |player: &Player| {
            let described = Player { declared_points: None, declared_secondary: None, ..as_in_a_row(player) };
            (described, player.attributes.clone())
        };
        let mut rows = BTreeMap::new();
        let [before, after] = of.map(|of| of.players.iter());
        for (index, (old, new)) in before.zip(after).enumerate().filter(|(_, (old, new))| details(old) != details(new))
        {
            let [was, is] = [old, new].map(|player| writer.row(index, player, None));
            writer.faults.extend(self.not_encoded(&is, index, new));
            rows.insert(new.id, [was, is].map(|row| row.chars().collect()));
        }
        rows
    }
}

/// The columns of a row before the points: sex, title, name, rating, federation, FIDE number, birth.
const DETAILS: [(usize, usize); 7] = [(10, 10), (11, 13), (NAME, 47), (48, 52), (54, 56), (58, 68), (70, 79)];
/// Where the name begins. What is after it may be shifted.
const NAME: usize = 15;

/// The absences from rounds to come, each with its round.
fn absences(tournament: &Tournament) -> BTreeSet<(PlayerId, u32, ByeKind)> {
    let next = tournament.next_round();
    let of = tournament.absences.iter().map(|absence| (absence.player, absence.round.unwrap_or(next), absence.kind));
    of.filter(|(_, round, _)| *round >= next).collect()
}

/// Whether a `240` record is about a round without games.
fn is_to_come(line: &LineColumns, tournament: &Tournament) -> bool {
    line.words(4).get(1).and_then(|word| number(&word.text)).is_none_or(|round| round >= tournament.next_round())
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
pub(super) fn put(text: &mut Vec<char>, column: usize, new: &str) {
    let start = column - 1;
    let end = start + new.chars().count();
    text.resize(text.len().max(end), ' ');
    text.splice(start..end, new.chars());
}

/// The rounds with their games and byes sorted. Teams that are away may have no record.
fn sorted(tournament: &Tournament) -> Vec<Round> {
    let mut rounds = tournament.rounds.clone();
    for round in &mut rounds {
        round.byes.retain(|bye| tournament.teams.is_none() || bye.kind != ByeKind::Zero);
        round.games.sort_by_key(|game| (game.white, game.black));
        round.byes.sort_by_key(|bye| bye.player);
    }
    rounds
}
