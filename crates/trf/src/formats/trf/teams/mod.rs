//! The records of a tournament of teams, and the matches that they make of the players' rows.

mod assembly;

pub(super) use assembly::{adjust, assemble, compare};

use super::columns::{LineColumns, Word, number};
use super::record::OpenRecord;
use crate::tournament::{ByeKind, Code, Colour, GameResult, Outcome, Player, PlayerId, Position, Score};
use std::collections::BTreeMap;

/// What the records of teams say, until the players' rows are read.
#[derive(Debug, Default)]
pub(super) struct TeamRecords {
    /// Those of `310`.
    teams: Vec<TeamRecord>,
    /// Those of `013`, which have no numbers: the first is 1.
    older: Vec<TeamRecord>,
    /// `300`: who plays at which board, 0 at an empty one, by round, team and opponent.
    line_ups: BTreeMap<(u32, u32, u32), (Vec<u32>, Position)>,
    /// `330`.
    forfeits: Vec<ForfeitRecord>,
    /// `320`.
    byes: Option<ByeRecord>,
    /// `352`: the colours of the team that has White at the first board.
    colours: Vec<Colour>,
    /// The points of a match: won, drawn and lost.
    worths: [Option<Score>; 3],
    /// The cells of `801` and `802`.
    cells: Vec<SaidCell>,
    /// The records `801`, until the places of their cells are known.
    details: Vec<(u32, Vec<Word>)>,
}

/// A team, as a record lists it.
#[derive(Debug)]
struct TeamRecord {
    team: Player,
    /// Its match points and game points after the last round.
    points: [(Option<Score>, Position); 2],
    /// Its players in the order of boards.
    players: Vec<(u32, Position)>,
    at: Position,
}

/// The pairing-allocated byes.
#[derive(Debug)]
struct ByeRecord {
    /// Match points and game points.
    points: [Option<Score>; 2],
    /// The rounds with the team that has it, and its place.
    teams: Vec<(u32, u32, Position)>,
}

/// A match that was not played.
#[derive(Debug)]
struct ForfeitRecord {
    result: GameResult,
    round: u32,
    teams: [u32; 2],
    at: Position,
}

/// What `801` or `802` repeats of a round of a team.
#[derive(Debug)]
struct SaidCell {
    code: &'static str,
    team: u32,
    /// From 0.
    round: usize,
    /// The opponent, or the kind of a bye.
    against: String,
    colour: char,
    /// In `801` the results at the boards.
    game_points: Option<String>,
    at: Position,
}

impl TeamRecords {
    /// Reads a record of teams.
    pub fn read(&mut self, record: &mut OpenRecord<'_>) {
        match record.code {
            "013" | "310" => self.team(record),
            "300" => self.line_up(record),
            "320" => self.bye(record),
            "330" => self.forfeit(record),
            "352" => self.board_colours(record),
            "362" => self.match_points(record),
            "801" => match record.words.first().and_then(|word| number(&word.text)) {
                Some(team) => self.details.push((team, record.words.split_off(1))),
                None => record.bad_record("no team's number follows", "write the team's number in columns 5-7"),
            },
            "802" => self.summary(record),
            _ => {}
        }
    }

    fn team(&mut self, record: &mut OpenRecord<'_>) {
        let line = record.line;
        let (is_new, first) = if record.code == "310" { (true, 74) } else { (false, 37) };
        let id = if is_new { record.number([5, 7], "a team's number") } else { Some(self.older.len() as u32 + 1) };
        let mut players = Vec::new();
        for column in (first..=line.last()).step_by(5) {
            if !line.field(column, column + 3).is_empty() {
                players
                    .extend(record.number([column, column + 3], "a player's number").map(|id| (id, at(line, column))));
            }
        }
        let text = |first, last| Some(line.field(first, last)).filter(|text| is_new && !text.is_empty());
        let points = [[55, 60], [62, 67]].map(|[first, last]| {
            let said = text(first, last);
            let points = said.as_ref().and_then(|text| text.parse().ok());
            if let (Some(said), None) = (said, points) {
                let what = format!("'{said}' in columns {first}-{last} of 310 is not a number of points");
                record.fault(at(line, first), Code::BadRecord, what, "write points such as 12.5");
            }
            (points, at(line, first))
        });
        let Some(id) = id else {
            record.reading.numbers_missing = true;
            return;
        };
        let team = Player {
            name: if is_new { line.field(9, 40) } else { line.field(5, 36) },
            federation: text(42, 46),
            rating: text(48, 53).and_then(|strength| number(&strength)).filter(|strength| *strength > 0),
            ..Player::new(PlayerId(id))
        };
        let list = if is_new { &mut self.teams } else { &mut self.older };
        list.push(TeamRecord { team, points, players, at: line.position(if is_new { 5 } else { 1 }) });
    }

    fn line_up(&mut self, record: &mut OpenRecord<'_>) {
        let line = record.line;
        let round = record.round_in([5, 7]);
        let [team, other] = [[9, 11], [13, 15]].map(|columns| record.number(columns, "a team's number"));
        let mut players = Vec::new();
        for column in (17..=line.last()).step_by(5) {
            players.push(record.number([column, column + 3], "a player's number, or 0 for an empty board"));
        }
        let players: Option<Vec<u32>> = players.into_iter().collect();
        let (Some(round), Some(team), Some(other), Some(players)) = (round, team, other, players) else { return };
        let place = line.position(1);
        let (_, first) = self.line_ups.entry((round, team, other)).or_insert((players, place));
        if *first != place {
            let what = format!("300 gives two line-ups of team {team} in round {round}; line {} has one", first.line);
            record.fault(place, Code::RecordTwice, what, "leave the one that is right");
        }
    }

    fn bye(&mut self, record: &mut OpenRecord<'_>) {
        let line = record.line;
        if self.byes.is_some() {
            let mend = "write the teams of all rounds in one record";
            return record.fault(line.position(1), Code::RecordTwice, "320 stands twice", mend);
        }
        let points = [[5, 8], [10, 13]].map(|[first, last]| {
            let text = line.field(first, last);
            let points = text.parse().ok();
            if points.is_none() && !text.is_empty() {
                let what = format!("'{text}' in 320 is not a number of points");
                record.fault(at(line, first), Code::BadRecord, what, "write match points in 5-8, game points in 10-13");
            }
            points
        });
        let mut teams = Vec::new();
        for (round, column) in (1..).zip((15..=line.last()).step_by(4)) {
            if !line.field(column, column + 2).is_empty() {
                let team = record.number([column, column + 2], "a team's number").filter(|team| *team > 0);
                teams.extend(team.map(|team| (round, team, at(line, column))));
            }
        }
        self.byes = Some(ByeRecord { points, teams });
    }

    fn forfeit(&mut self, record: &mut OpenRecord<'_>) {
        let line = record.line;
        let result = match line.field(5, 6).as_str() {
            "+-" => Some([Outcome::ForfeitWin, Outcome::ForfeitLoss]),
            "-+" => Some([Outcome::ForfeitLoss, Outcome::ForfeitWin]),
            "--" => Some([Outcome::ForfeitLoss, Outcome::ForfeitLoss]),
            said => {
                let what = format!("'{said}' in columns 5-6 of 330 is no forfeit");
                record.fault(line.position(5), Code::BadRecord, what, "write +-, -+ or --");
                None
            }
        };
        let round = record.round_in([8, 10]);
        let teams = [[12, 14], [16, 18]].map(|columns| record.number(columns, "a team's number"));
        let result = result.and_then(|[white, black]| GameResult::new(white, black));
        if let (Some(result), Some(round), [Some(white), Some(black)]) = (result, round, teams) {
            self.forfeits.push(ForfeitRecord { result, round, teams: [white, black], at: at(line, 12) });
        }
    }

    fn board_colours(&mut self, record: &mut OpenRecord<'_>) {
        let text = record.line.field(4, record.line.len()).to_uppercase();
        let colour = |letter| match letter {
            'W' => Some(Colour::White),
            'B' => Some(Colour::Black),
            _ => None,
        };
        let colours: Option<Vec<Colour>> = text.chars().map(colour).collect();
        match colours.filter(|colours| !colours.is_empty()) {
            Some(colours) if self.colours.is_empty() || self.colours == colours => self.colours = colours,
            Some(_) => {
                let what = "352 gives the colours of the boards twice";
                record.fault(record.line.position(1), Code::RecordTwice, what, "leave the one that is right");
            }
            None => record.bad_record("it has no colours of boards", "write a letter for each board, such as WBWB"),
        }
    }

    fn match_points(&mut self, record: &mut OpenRecord<'_>) {
        let given = super::record::letters_and_points(&record.words);
        if given.is_empty() {
            record.bad_record("nothing follows", "write TW 2.0 TD 1.0 TL 0.0");
        }
        for (word, value) in given {
            let place = ["TW", "TD", "TL"].iter().position(|code| *code == word.text.to_uppercase());
            match (place, value.parse::<Score>()) {
                (Some(place), Ok(worth)) if self.worths[place].is_none_or(|before| before == worth) => {
                    self.worths[place] = Some(worth);
                }
                (Some(_), Ok(_)) => {
                    let what = format!("362 gives '{}' two values", word.text);
                    record.fault(word.at, Code::RecordTwice, what, "leave the one that is right");
                }
                _ => {
                    let what = format!("362 has '{} {value}'", word.text);
                    record.fault(word.at, Code::BadRecord, what, "write TW, TD and TL, each with its points");
                }
            }
        }
    }

    fn summary(&mut self, record: &mut OpenRecord<'_>) {
        let line = record.line;
        let Some(team) = record.number([5, 7], "a team's number") else { return };
        for (round, column) in (28..=line.last()).step_by(13).enumerate() {
            let [against, game_points] =
                [[0, 2], [6, 9]].map(|[first, last]| line.field(column + first, column + last));
            if against.is_empty() && game_points.is_empty() {
                continue;
            }
            let colour = line.at(column + 4);
            let (game_points, at) = (Some(game_points), at(line, column));
            self.cells.push(SaidCell { code: "802", team, round, against, colour, game_points, at });
        }
    }

    /// Finds the cells of `801`, whose columns depend on the boards: opponent, colour, a result and a player's place for each board. Of a bye
    /// there is its letter for each board.
    fn find_details(&mut self) {
        let is_letter = |c| "1=0+-WDLFHUZ?".contains(c);
        let is_match = |words: &[Word]| {
            let [opponent, colour, results] = words else { return None };
            let is_one = number(&opponent.text).is_some() && ["w", "b"].contains(&colour.text.as_str());
            (is_one && results.text.chars().all(is_letter)).then_some(results.text.len())
        };
        let Some(boards) = self.details.iter().flat_map(|(_, words)| words.windows(3)).find_map(is_match) else {
            return;
        };
        let mut found = Vec::new();
        for (team, words) in std::mem::take(&mut self.details) {
            for cell in words.windows(3).filter(|cell| is_match(cell) == Some(boards)) {
                let colour = cell[1].text.chars().next().unwrap_or(' ');
                let results = Some(cell[2].text.clone());
                found.push((team, cell[1].at.column, cell[0].text.clone(), colour, results, cell[0].at));
            }
            for Word { text, at } in &words {
                let letters = [("U", "PAB"), ("F", "FPB"), ("H", "HPB"), ("Z", "ZPB")];
                let bye = letters.into_iter().find(|(letter, _)| *text == letter.repeat(boards));
                found.extend(bye.map(|(_, name)| (team, at.column - 2, name.to_owned(), ' ', None, *at)));
            }
        }
        let first = found.iter().map(|(_, column, ..)| *column).min().unwrap_or_default();
        self.cells.extend(found.into_iter().map(|(team, column, against, colour, game_points, at)| SaidCell {
            code: "801",
            team,
            round: (column - first) / (8 + 2 * boards),
            against,
            colour,
            game_points,
            at,
        }));
    }
}

/// The first place from `column` on that is not blank, within the next columns.
fn at(line: &LineColumns, column: usize) -> Position {
    let first = (column..column + 6).find(|column| line.at(*column) != ' ').unwrap_or(column);
    line.position(first)
}

impl OpenRecord<'_> {
    /// The number in these columns, which is `what`.
    fn number(&mut self, [first, last]: [usize; 2], what: &str) -> Option<u32> {
        let text = self.line.field(first, last);
        // A digit beside the columns is a part of the number.
        let is_cut = self.line.at(last + 1).is_ascii_digit() || self.line.at(first - 1).is_ascii_digit() && first > 5;
        let read = number(&text).filter(|_| !is_cut);
        if read.is_none() {
            let what = format!("'{text}' in columns {first}-{last} of {} is not {what}", self.code);
            self.fault(
                at(self.line, first),
                Code::BadRecord,
                what,
                format!("write it so that it ends in column {last}"),
            );
        }
        read
    }

    fn round_in(&mut self, columns: [usize; 2]) -> Option<u32> {
        let round = self.number(columns, "a round")?;
        let is_one = (1..=super::record::LAST_ROUND).contains(&round);
        if !is_one {
            let what = format!("'{round}' in {} is not a round", self.code);
            self.fault(at(self.line, columns[0]), Code::BadRound, what, "write a whole number from 1 to 999");
        }
        is_one.then_some(round)
    }
}

/// The byes as `802` names them.
pub(super) const BYES: [(&str, ByeKind); 4] =
    [("PAB", ByeKind::Pairing), ("FPB", ByeKind::Full), ("HPB", ByeKind::Half), ("ZPB", ByeKind::Zero)];

fn bye_of(name: &str) -> Option<ByeKind> {
    BYES.iter().find(|(known, _)| *known == name).map(|(_, kind)| *kind)
}
