//! The records other than the players' rows: rounds, colours, points, absences, accelerations, forbidden pairs.

use super::columns::{LineColumns, Word, number};
use super::teams::TeamRecords;
use crate::formats::{Loaded, TournamentDraft, fault_at};
use crate::tournament::{
    Absence, Adjustment, ByeKind, Code, Colour, Fault, Place, PlayerId, PointSystem, Position, Score, StartDate,
    TeamScore, TeamType, Tournament,
};
use std::collections::BTreeMap;

/// The greatest number of a round: a round's number has three columns.
pub(super) const LAST_ROUND: u32 = 999;

/// The records that can be applied only when all players' rows are read.
#[derive(Debug, Default)]
pub(super) struct Records {
    rounds: Option<(u32, Position)>,
    initial_colour: Option<(Colour, Position)>,
    /// Records that stand once, with their text.
    once: BTreeMap<String, (String, Position)>,
    /// What each code is worth by the records so far.
    worths: BTreeMap<String, (Score, Position)>,
    /// Whether a record set the points of the pairing-allocated bye by itself.
    pairing_bye_given: bool,
    /// The place of `XXC rank`.
    pub by_rank: Option<Position>,
    /// The place of a Baku system in `192`.
    pub baku: Option<Position>,
    /// The type of a team tournament in `192`.
    team: Option<Word>,
    /// The place of the first record that only a team tournament has.
    pub team_at: Option<Position>,
    /// What the records of teams say.
    pub teams: TeamRecords,
    /// The records whose points may be those of teams, `250` and `299`: they are read when that is known.
    points: Vec<LineColumns>,
    lines_of_teams: Vec<LineColumns>,
    /// Game points by the arbiter's decision.
    pub game_points: Vec<Adjustment>,
    /// Whether a type says that single players are paired: any in `192` that names no teams, or the words of `092`.
    is_individual: bool,
    pub byes: Vec<(Absence, Position)>,
    pub accelerations: Vec<Acceleration>,
}

/// Points added for pairing, from an `XXA` or `250` record.
#[derive(Debug)]
pub(super) struct Acceleration {
    /// Whether it is from an `XXA` record.
    pub of_one: bool,
    /// The first and the last player, with their places.
    pub players: [(u32, Position); 2],
    /// The first round, and the points of that round and the following ones.
    pub points: Vec<(u32, Score)>,
}

impl Records {
    /// Reads `line` if it is a record that is read.
    pub fn read(&mut self, line: &LineColumns, reading: &mut TournamentDraft) {
        let code = line.field(1, 3);
        let mut record = OpenRecord { code: &code, words: line.words(4), line, reading };
        match code.as_str() {
            "012" => {
                self.find_repeated(&mut record, "names", str::eq);
                let tournament = &mut record.reading.loaded.tournament;
                if tournament.name.is_empty() {
                    tournament.name = line.field(4, line.len());
                }
            }
            "042" => self.start(&mut record),
            "092" => self.is_individual |= line.field(4, line.len()).to_lowercase().contains("individual"),
            "142" | "XXR" => self.rounds(&mut record),
            "152" | "XXC" => self.configuration(&mut record),
            "162" | "XXS" | "BBW" | "BBD" | "BBL" | "BBZ" | "BBF" | "BBU" => self.points(&mut record),
            "192" => {
                self.find_repeated(&mut record, "types of the tournament", str::eq);
                let is_one_word = record.words.len() == 1;
                for word in &record.words {
                    let text = word.text.to_uppercase();
                    let tournament = &mut record.reading.loaded.tournament;
                    if is_of_teams(&text) {
                        self.team.get_or_insert(word.clone());
                    } else if let Some(edition) = dutch_edition(&text) {
                        tournament.dutch_edition.get_or_insert(edition);
                    } else if is_one_word {
                        tournament.kind.get_or_insert_with(|| text.clone());
                    }
                    self.is_individual = true;
                    if text.contains("BAKU") {
                        self.baku.get_or_insert(word.at);
                    }
                }
            }
            "240" => self.byes(&mut record),
            "XXZ" => {
                let words = record.take_words().into_iter();
                self.absences(&mut record, words, None, ByeKind::Zero);
            }
            "250" | "299" => self.points.push(line.clone()),
            "XXA" => self.acceleration(&mut record),
            "260" | "XXP" => forbidden(&mut record),
            "###" => wishes(&mut record),
            code if OF_TEAMS.contains(&code) => {
                self.team_at.get_or_insert(line.position(1));
                self.lines_of_teams.push(line.clone());
            }
            _ if is_extension(&code) => {
                let what = format!("record {code} is not known; it is kept but not read");
                let mend = "check its spelling if something should follow from it";
                record.reading.note(line.position(1), Code::UnknownRecord, what, mend);
            }
            _ => {}
        }
    }

    /// The type of a tournament of teams; `None` of single players. Its type says that it is one, or records that only such a
    /// tournament has, if no type says otherwise. Then the records that depend on it are read.
    pub fn team_type(&mut self, reading: &mut TournamentDraft) -> Result<Option<TeamType>, Box<Fault>> {
        let kind = match self.team.take() {
            Some(Word { text, at }) => {
                let text = text.to_uppercase();
                if !text.contains("TEAM") {
                    let what =
                        format!("in a tournament of the type {text} the matches are not paired, and it is not read");
                    return Err(Box::new(fault_at(
                        at,
                        Code::TeamTournament,
                        what,
                        "give a tournament of single players or a Swiss of teams",
                    )));
                }
                let is_swiss = text.starts_with("FIDE_TEAM") && !text.contains("ROUNDROBIN");
                let kind = text.strip_suffix("_BAKU").unwrap_or(&text).parse();
                if let (Err(what), true) = (&kind, is_swiss) {
                    let mend = "write the type, such as FIDE_TEAM_TYPEA_MP_GP, FIDE_TEAM_TYPEB_MP or FIDE_TEAM_GP_MP";
                    reading.fault(at, Code::BadRecord, what, mend);
                }
                Some(kind.unwrap_or_default())
            }
            None => (self.team_at.is_some() && !self.is_individual).then(TeamType::default),
        };
        for line in std::mem::take(&mut self.lines_of_teams).iter().filter(|_| kind.is_some()) {
            let code = line.field(1, 3);
            self.teams.read(&mut OpenRecord { code: &code, words: line.words(4), line, reading });
        }
        for line in std::mem::take(&mut self.points) {
            let code = line.field(1, 3);
            let mut record = OpenRecord { code: &code, words: line.words(4), line: &line, reading };
            match code.as_str() {
                "250" => self.acceleration_range(&mut record, kind),
                _ => self.adjustment(&mut record, kind),
            }
        }
        Ok(kind)
    }

    /// Reports that the record stands before with another text; `what` it would give twice.
    fn find_repeated(&mut self, record: &mut OpenRecord, what: &str, is_same: impl Fn(&str, &str) -> bool) {
        let (text, at) = (record.line.field(4, record.line.len()), record.line.position(1));
        let (first, first_at) = self.once.entry(record.code.into()).or_insert_with(|| (text.clone(), at));
        if !is_same(first, &text) {
            let what = format!("record {} gives two {what}: line {} has '{first}'", record.code, first_at.line);
            record.fault(at, Code::RecordTwice, what, "leave the one that is right");
        }
    }

    fn start(&mut self, record: &mut OpenRecord) {
        let days = |text: &str| text.parse().map(|date: StartDate| date.days().to_vec());
        self.find_repeated(record, "start dates", |a, b| a == b || days(a).is_ok_and(|a| days(b) == Ok(a)));
        let text = record.line.field(4, record.line.len());
        match text.parse() {
            Ok(date) => {
                record.reading.loaded.tournament.start.get_or_insert(date);
            }
            Err(_) if text.is_empty() => {}
            Err(error) => {
                let at = record.words.first().map_or(record.line.position(1), |word| word.at);
                let what = format!("'{text}' in 042 does not say when the tournament began: {error}");
                record.reading.note(at, Code::DateUnreadable, what, "write the day as in 2026/02/01");
            }
        }
    }

    fn rounds(&mut self, record: &mut OpenRecord) {
        let word = record.only_word("the number of rounds");
        let Some((rounds, at)) = word.and_then(|word| record.round(&word)) else { return };
        let (first, first_at) = *self.rounds.get_or_insert((rounds, at));
        if first != rounds {
            let what = format!("{} says {rounds} rounds, line {} says {first}", record.code, first_at.line);
            record.fault(at, Code::RoundsDisagree, what, "correct the number that is wrong");
        }
        record.reading.loaded.tournament.rounds_planned = Some(first);
        record.reading.loaded.sources.insert(Place::RoundsPlanned, first_at);
    }

    fn configuration(&mut self, record: &mut OpenRecord) {
        let mend = if record.code == "152" { "write W or B" } else { "write white1, black1 or rank" };
        if record.words.is_empty() {
            record.bad_record("nothing follows", mend);
        }
        for word in record.take_words() {
            let colour = match (record.code, word.text.as_str()) {
                ("152", "W" | "w") | ("XXC", "white1") => Colour::White,
                ("152", "B" | "b") | ("XXC", "black1") => Colour::Black,
                ("XXC", "rank") => {
                    self.by_rank = Some(word.at);
                    continue;
                }
                (code, text) => {
                    record.fault(word.at, Code::BadRecord, format!("{code} has the unknown word '{text}'"), mend);
                    continue;
                }
            };
            let (first, first_at) = *self.initial_colour.get_or_insert((colour, word.at));
            if first != colour {
                let what = format!("the colour of round 1 is {colour} here and {first} in line {}", first_at.line);
                record.fault(word.at, Code::InitialColourDisagrees, what, "leave the one that is right");
            }
            record.reading.loaded.tournament.initial_colour = Some(first);
        }
    }

    fn points(&mut self, record: &mut OpenRecord) {
        let code_and_points = |word: &Word| {
            let (code, value) = word.text.split_once('=').unwrap_or((&word.text, ""));
            (Word { text: code.into(), at: word.at }, value.into())
        };
        let given: Vec<(Word, String)> = match record.code {
            "XXS" => record.words.iter().map(code_and_points).collect(),
            "162" => letters_and_points(&record.words),
            code => {
                let value = record.only_word("the points");
                value.into_iter().map(|word| (Word { text: code.into(), at: word.at }, word.text)).collect()
            }
        };
        if given.is_empty() && record.code.starts_with(['1', 'X']) {
            record.bad_record("nothing follows", "write codes and points, such as W 1.0 in 162 and WW=1.0 in XXS");
        }
        for (Word { text: mut code, at }, value) in given {
            if record.code == "162" && code == "Z" {
                let what = "162 has Z, as in drafts of TRF-2026; read as A, which a zero-point bye and a forfeit loss are worth";
                record.reading.note(at, Code::LetterOfDrafts, what, "write A");
                code = "A".into();
            }
            let Some(codes) = codes_of(record.code, &code, &mut self.pairing_bye_given) else {
                let what = format!("{} has the unknown code '{code}'", record.code);
                let mend = "write W D L A P X in 162, and WW BW WD BD WL BL ZPB HPB FPB PAB FW FL W D in XXS";
                record.fault(at, Code::BadRecord, what, mend);
                continue;
            };
            let Ok(worth) = value.parse::<Score>() else {
                let what = format!("'{code}' in {} is followed by '{value}', not by a number of points", record.code);
                record.fault(at, Code::BadRecord, what, POINTS);
                continue;
            };
            let (first, first_at) = *self.worths.entry(worth_of(record.code, &code)).or_insert((worth, at));
            if first != worth {
                let worths = format!("is worth {worth}, but {first} in line {}", first_at.line);
                let what = format!("'{code}' in {} {worths}", record.code);
                record.fault(at, Code::RecordTwice, what, "leave the one that is right");
            }
            if record.code == "162" && code == "X" {
                record.reading.loaded.tournament.points.adjourned = Some(worth);
            }
            let points = record.reading.loaded.tournament.points.by_code().into_iter();
            points.filter(|(code, _)| codes.contains(code)).for_each(|(_, points)| *points = worth);
        }
    }

    fn byes(&mut self, record: &mut OpenRecord) {
        let mut words = record.take_words().into_iter();
        let kind = words.next();
        let kind = match kind.as_ref().map(|word| word.text.as_str()) {
            Some("F" | "f") => ByeKind::Full,
            Some("H" | "h") => ByeKind::Half,
            Some("Z" | "z") => ByeKind::Zero,
            _ => {
                let at = kind.map_or(record.line.position(5), |word| word.at);
                return record.fault(at, Code::BadRecord, "240 does not say which bye", "write F, H or Z in column 5");
            }
        };
        let Some(round) = words.next() else {
            return record.bad_record("no round follows", "write the round in columns 7-9 and the players after it");
        };
        let Some((round, _)) = record.round(&round) else { return };
        self.absences(record, words, Some(round), kind);
    }

    fn absences(
        &mut self,
        record: &mut OpenRecord,
        words: impl ExactSizeIterator<Item = Word>,
        round: Option<u32>,
        kind: ByeKind,
    ) {
        if words.len() == 0 {
            record.bad_record("no player follows", "write the numbers of the players, or remove the record");
        }
        for word in words {
            if let Some(player) = record.player(&word) {
                self.byes.push((Absence { player: PlayerId(player), round, kind }, word.at));
            }
        }
    }

    fn acceleration_range(&mut self, record: &mut OpenRecord, teams: Option<TeamType>) {
        let mut words = record.take_words();
        if let Some(kind) = teams {
            record.of_primary(&mut words, kind, [[5, 8], [10, 13]]);
        }
        // The match points of a team tournament come first. For single players they are blank or zero.
        let (match_points, [points, first_round, last_round, first, last]) = match words.as_slice() {
            [a, b, c, d, e] => (None, [a, b, c, d, e]),
            [match_points, a, b, c, d, e] => (Some(match_points), [a, b, c, d, e]),
            _ => {
                let mend = "write points in columns 10-13, rounds in 15-17 and 19-21, players in 23-26 and 28-31";
                return record.bad_record("it needs points, two rounds and two players", mend);
            }
        };
        if let Some(word) = match_points.filter(|word| word.text.parse() != Ok(Score::ZERO)) {
            let what = "250 gives match points, which only teams have";
            record.fault(word.at, Code::BadRecord, what, "leave columns 5-8 blank, or write 0.0");
        }
        let numbers = (
            record.score(points),
            record.round(first_round),
            record.round(last_round),
            record.player(first),
            record.player(last),
        );
        let (Some(score), Some((from, _)), Some((to, _)), Some(one), Some(other)) = numbers else { return };
        if from > to || one > other {
            let mend = "write the lower round and the lower player first";
            return record.bad_record("a first is greater than its last", mend);
        }
        self.accelerations.push(Acceleration {
            of_one: false,
            players: [(one, first.at), (other, last.at)],
            points: (from..=to).map(|round| (round, score)).collect(),
        });
    }

    fn acceleration(&mut self, record: &mut OpenRecord) {
        let line = record.line;
        let mut columns = Vec::new();
        let (mut column, mut round) = (10, 1);
        let mut keeps_columns = number(&line.field(4, 8)).is_some();
        while column <= line.last() {
            let text = line.field(column, column + 3);
            keeps_columns &= line.at(column - 1) == ' ';
            match text.parse::<Score>().ok().filter(|_| !text.ends_with('.')) {
                Some(score) => columns.push((round, score)),
                None => keeps_columns &= text.is_empty(),
            }
            (column, round) = (column + 5, round + 1);
        }
        let words = record.take_words();
        let Some((player, points)) = words.split_first().filter(|(_, points)| !points.is_empty()) else {
            return record.bad_record("it needs a player and points", XXA);
        };
        let Some(id) = record.player(player) else { return };
        if !keeps_columns {
            let read: Vec<_> = points.iter().map(|word| record.score(word)).collect();
            if read.iter().any(Option::is_none) {
                return;
            }
            columns = (1..).zip(read.into_iter().flatten()).collect();
            let said = format!("player {id} with points for rounds 1 to {}", points.len());
            let what = format!("XXA does not keep its columns; read as {said}");
            record.reading.note(line.position(1), Code::FreeColumns, what, XXA);
        }
        let ends = [(id, player.at), (id, player.at)];
        self.accelerations.push(Acceleration { of_one: true, players: ends, points: columns });
    }
}

const POINTS: &str = "write points with at most one decimal, such as 0.5";

const XXA: &str = "write the player in columns 5-8 and the points of round r, such as 1.0, from column 10+5(r-1) on";

/// Whether a `299` record with this text is about the points of a result, and no bonus or penalty.
pub(super) fn is_of_result(text: &str) -> bool {
    text.split_whitespace().next().is_some_and(|word| ["W", "D", "L", "F", "H", "Z", "+", "-"].contains(&word))
}

impl Records {
    fn adjustment(&mut self, record: &mut OpenRecord, teams: Option<TeamType>) {
        if is_of_result(&record.line.field(4, record.line.len())) {
            let what = "record 299 says what a result is worth for some players only; it is kept but not counted";
            let mend = "write the points that they have more, or less, in a record 299 without a letter";
            return record.reading.note(record.line.position(1), Code::PointsByDecision, what, mend);
        }
        let mut words = record.take_words();
        let other = teams.and_then(|kind| record.of_primary(&mut words, kind, [[5, 11], [12, 17]]));
        // The match points of a team come first. A round has no point.
        if words.get(1).is_some_and(|word| word.text.contains('.')) {
            let word = words.remove(0);
            if word.text.parse() != Ok(Score::ZERO) {
                let what = "299 gives match points, which only teams have";
                record.fault(word.at, Code::BadRecord, what, "leave columns 8-11 blank, or write 0.0");
            }
        }
        let [points, round, players @ ..] = words.as_slice() else {
            return record.bad_record("it needs points, a round and players", ADJUSTMENT);
        };
        if players.is_empty() {
            record.bad_record("no player follows", ADJUSTMENT);
        }
        let (Some(points), Some((round, _))) = (record.score(points), record.round(round)) else { return };
        for word in players {
            if let Some(player) = record.player(word) {
                let player = PlayerId(player);
                self.game_points.extend(other.map(|points| Adjustment { player, round, points }));
                let Loaded { tournament, sources, .. } = &mut record.reading.loaded;
                sources.insert(Place::Adjustment(tournament.adjustments.len()), word.at);
                tournament.adjustments.push(Adjustment { player, round, points });
            }
        }
    }
}

const ADJUSTMENT: &str = "write the points in columns 14-17, the round in 20-22, and the players from column 24 on";

/// What a comment begins with that has the wishes of a round.
pub(super) const WISHES: &str = "### wishes ";

/// A comment, which may have the wishes by which a round was paired. Anything else says nothing.
fn wishes(record: &mut OpenRecord) {
    let words: Vec<&str> = record.words.iter().map(|word| word.text.as_str()).collect();
    if let ["wishes", round, wishes @ ..] = &words[..]
        && let Some(round) = number(round)
    {
        let wishes = wishes.iter().map(|wish| (*wish).to_owned()).collect();
        record.reading.loaded.tournament.wishes.insert(round, wishes);
    }
}

fn forbidden(record: &mut OpenRecord) {
    let mut words = record.take_words();
    let mut rounds = None;
    if record.code == "260" {
        if words.len() < 2 {
            let mend = "write the first and the last round, then the players";
            return record.bad_record("it needs two rounds and the players", mend);
        }
        let players = words.split_off(2);
        let [first, last] = [0, 1].map(|index| record.round(&words[index]));
        words = players;
        let (Some((first, _)), Some((last, at))) = (first, last) else { return };
        if first > last {
            return record.fault(at, Code::BadRecord, "260 ends before it begins", "write the earlier round first");
        }
        rounds = Some((first, last));
    }
    let Some(first) = words.first() else {
        return record.bad_record("no player follows", "write the numbers of all who may not meet");
    };
    let players = words.iter().filter_map(|word| Some((PlayerId(record.player(word)?), word.at)));
    let players: Vec<_> = players.collect();
    if players.len() == words.len() {
        record.reading.forbid(&players, rounds, first.at);
    }
}

/// The codes of `XXS` that `code` of `record` stands for, `None` if it is not a code of that record.
fn codes_of<'a>(record: &str, code: &'a str, pairing_bye_given: &mut bool) -> Option<Vec<&'a str>> {
    let codes = match (record, code) {
        ("BBZ", _) => vec!["ZPB"],
        ("162", "P") | ("BBU", _) => vec!["PAB"],
        ("BBF", _) => vec!["FL"],
        ("XXS", "W") => vec!["WW", "BW", "FW", "FPB"],
        ("XXS" | "162", "D") | ("BBD", _) => vec!["WD", "BD", "HPB"],
        ("162", "W") | ("BBW", _) if *pairing_bye_given => vec!["WW", "BW", "FW", "FPB"],
        ("162", "W") | ("BBW", _) => vec!["WW", "BW", "FW", "FPB", "PAB"],
        ("162", "L") | ("BBL", _) => vec!["WL", "BL"],
        ("162", "A") => vec!["ZPB", "FL"],
        // No code of XXS.
        ("162", "X") => Vec::new(),
        ("XXS", code) if PointSystem::default().codes().iter().any(|(known, _)| *known == code) => vec![code],
        _ => return None,
    };
    *pairing_bye_given |= codes == ["PAB"];
    Some(codes)
}

/// The name of what `code` of `record` sets: the same for the codes of several records that mean the same.
fn worth_of(record: &str, code: &str) -> String {
    match (record, code) {
        ("162", "P") | ("BBU", _) => "PAB".into(),
        ("BBZ", _) => "ZPB".into(),
        ("BBF", _) => "FL".into(),
        (_, code) => code.strip_prefix("BB").unwrap_or(code).into(),
    }
}

/// The edition that a type such as `FIDE_DUTCH_2017_BAKU` names. Drafts of TRF-2026 call the edition of 2026 2025.
pub(crate) fn dutch_edition(text: &str) -> Option<u16> {
    let year = text.strip_prefix("FIDE_DUTCH_")?;
    match year.strip_suffix("_BAKU").unwrap_or(year).parse().ok()? {
        2025 => Some(2026),
        year => Tournament::DUTCH_EDITIONS.contains(&year).then_some(year),
    }
}

/// Whether a type is one of a tournament of teams.
pub(crate) fn is_of_teams(text: &str) -> bool {
    text.split('_').any(|part| TEAMS.contains(&part))
}

/// Whether `code` is of the form of records that pairing programs have added.
fn is_extension(code: &str) -> bool {
    let upper = code.to_uppercase();
    let is_of_one_case = code == upper || code == code.to_lowercase();
    code.chars().count() == 3 && (upper.starts_with("XX") || upper.starts_with("BB") && is_of_one_case)
}

/// The records that are read here.
pub(super) const READ: [&str; 23] = [
    "012", "042", "142", "152", "162", "192", "240", "250", "260", "299", "XXR", "XXC", "XXS", "XXZ", "XXA", "XXP",
    "BBW", "BBD", "BBL", "BBZ", "BBF", "BBU", "001",
];

/// The records of TRF16 and TRF-2026 that are not read.
pub(super) const OTHERS: [&str; 26] = [
    "013", "022", "032", "052", "062", "072", "082", "092", "102", "112", "122", "132", "172", "182", "202", "212",
    "222", "232", "300", "310", "320", "330", "352", "362", "801", "802",
];

/// The records that only team tournaments have: their teams, the points, colours and byes of teams, and their matches.
pub(super) const OF_TEAMS: [&str; 9] = ["013", "300", "310", "320", "330", "352", "362", "801", "802"];

/// Parts of the types of team tournaments.
const TEAMS: [&str; 4] = ["TEAM", "SCHILLER", "SCHEVENINGEN", "DOUBLESCHEVENINGEN"];

/// `W 3.0` or `W11.5`: a letter and its points, as one word or two.
pub(super) fn letters_and_points(words: &[Word]) -> Vec<(Word, String)> {
    let mut given = Vec::new();
    let mut words = words.iter().peekable();
    while let Some(word) = words.next() {
        let length = word.text.find(|c: char| !c.is_alphabetic()).unwrap_or(word.text.len());
        let (letter, mut value) = word.text.split_at(length);
        if value.is_empty()
            && let Some(next) = words.next_if(|next| next.text.starts_with(|c: char| !c.is_alphabetic()))
        {
            value = &next.text;
        }
        given.push((Word { text: letter.into(), at: word.at }, value.into()));
    }
    given
}

/// A record that is being read.
pub(super) struct OpenRecord<'a> {
    pub code: &'a str,
    pub words: Vec<Word>,
    pub line: &'a LineColumns,
    pub reading: &'a mut TournamentDraft,
}

impl OpenRecord<'_> {
    /// Leaves of the match points and the game points in these columns the primary score as the first word, 0.0 if it is blank. Gives
    /// the other one, if there is one: it is no score for pairing, so none of `250` counts.
    fn of_primary(&mut self, words: &mut Vec<Word>, kind: TeamType, columns: [[usize; 2]; 2]) -> Option<Score> {
        let mut take = |[first, last]: [usize; 2]| {
            let is_there = |word: &Word| (first..=last).contains(&word.at.column);
            let place = words.iter().position(|word| is_there(word) && word.text.contains('.'));
            place.map(|place| words.remove(place))
        };
        let [own, other] = match (kind.primary, columns.map(&mut take)) {
            (TeamScore::Match, [match_points, game_points]) => [match_points, game_points],
            (TeamScore::Game, [match_points, game_points]) => [game_points, match_points],
        };
        let at = self.line.position(columns[0][0]);
        words.insert(0, own.unwrap_or(Word { text: "0.0".into(), at }));
        let other = other.filter(|word| word.text.parse() != Ok(Score::ZERO))?;
        let points = self.score(&other)?;
        if self.code == "250" || kind.primary == TeamScore::Game {
            let what = format!(
                "{} gives points of the other score, by which no team is paired; they are not counted",
                self.code
            );
            self.fault(other.at, Code::BadRecord, what, "leave the points of the score alone");
            return None;
        }
        Some(points)
    }

    fn take_words(&mut self) -> Vec<Word> {
        std::mem::take(&mut self.words)
    }

    pub fn fault(&mut self, at: Position, code: Code, what: impl Into<String>, mend: impl Into<String>) {
        self.reading.fault(at, code, what, mend);
    }

    /// Reports that the record as a whole cannot be read.
    pub fn bad_record(&mut self, why: &str, mend: &str) {
        let what = format!("record {} cannot be read: {why}", self.code);
        self.fault(self.line.position(self.line.last() + 1), Code::BadRecord, what, mend);
    }

    /// The only word of the record, which is `what`.
    fn only_word(&mut self, what: &str) -> Option<Word> {
        let words = self.take_words();
        match words.as_slice() {
            [word] => return Some(word.clone()),
            [] => self.bad_record("nothing follows", &format!("write {what} after the code")),
            [_, second, ..] => {
                let text = format!("record {} has '{}' after {what}", self.code, second.text);
                self.fault(second.at, Code::BadRecord, text, format!("leave {what} alone in the record"));
            }
        }
        None
    }

    fn round(&mut self, word: &Word) -> Option<(u32, Position)> {
        let round = number(&word.text).filter(|round| (1..=LAST_ROUND).contains(round));
        if round.is_none() {
            let kind = if matches!(self.code, "XXR" | "142") { "a number of rounds" } else { "a round" };
            let what = format!("'{}' in {} is not {kind}", word.text, self.code);
            self.fault(word.at, Code::BadRound, what, format!("write a whole number from 1 to {LAST_ROUND}"));
        }
        round.map(|round| (round, word.at))
    }

    fn player(&mut self, word: &Word) -> Option<u32> {
        let player = number(&word.text).filter(|player| *player > 0);
        if player.is_none() {
            let what = format!("'{}' in {} is not a pairing number", word.text, self.code);
            self.fault(word.at, Code::BadRecord, what, "write the player's number");
        }
        player
    }

    fn score(&mut self, word: &Word) -> Option<Score> {
        let score = word.text.parse().ok();
        if score.is_none() {
            let what = format!("'{}' in {} is not a number of points", word.text, self.code);
            self.fault(word.at, Code::BadRecord, what, POINTS);
        }
        score
    }
}
