//! From JSON to a tournament.

use super::{AccelerationEntry, File, ForbiddenEntry, GameEntry, RoundEntry, TeamsEntry};
use crate::formats::source::LineIndex;
use crate::formats::trf;
use crate::formats::{
    Loaded, MOST_GROUPS, MOST_PLAYERS, MOST_ROUNDS, TournamentDraft, ban_of_one, fault_at, without_bom,
};
use crate::tournament::{
    Attributes, Board, Cell, Code, Fault, ForbiddenGroup, Game, GameResult, GamesPerPairing, Place, Player, PlayerId,
    PointSystem, Position, Round, Score, TeamType, Teams, Tournament,
};
use itertools::Itertools;
use serde::Deserialize;
use serde_json::error::Category;
use std::collections::BTreeMap;

/// Reads a tournament from JSON, as the [module](super) describes it.
///
/// # Errors
/// The one fault of syntax or type, with its line and column; otherwise every fault of what the values say, with paths.
pub fn read(bytes: &[u8]) -> Result<Loaded, Vec<Fault>> {
    let file = parse(bytes)?;
    let mut reading = TournamentDraft::default();
    reading.tournament(file);
    reading.finish()
}

/// The value of the JSON in `bytes`; the one fault of syntax or type.
pub(in crate::formats) fn parse<'a, T: Deserialize<'a>>(bytes: &'a [u8]) -> Result<T, Vec<Fault>> {
    let bytes = without_bom(bytes);
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let sound = std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default();
        let at = LineIndex::new(sound).position(sound, sound.len());
        let what = "JSON is written in UTF-8, but this character is not";
        vec![fault_at(at, Code::NotUtf8, what, "save the file as UTF-8")]
    })?;
    let mut json = serde_json::Deserializer::from_str(text);
    let value = serde_path_to_error::deserialize(&mut json)
        .map_err(|error| vec![misread(text, error.inner(), &error.path().to_string())])?;
    json.end().map_err(|error| vec![misread(text, &error, ".")])?;
    Ok(value)
}

/// The fault of JSON that cannot be read, at the value of this path.
fn misread(text: &str, error: &serde_json::Error, path: &str) -> Fault {
    let at = position(text, error);
    let said = error.to_string();
    let said = said.split(" at line ").next().unwrap_or_default();
    if error.classify() != Category::Data {
        return fault_at(at, Code::JsonSyntax, format!("this is not JSON: {said}"), "correct the JSON here");
    }
    let words = [
        ("a nonzero u32", "a whole number from 1"),
        ("u32", "a whole number"),
        ("u16", "a year"),
        ("a sequence", "a list"),
    ];
    let said = words.iter().fold(said.to_owned(), |said, (type_, word)| {
        said.replace(&format!("expected {type_}"), &format!("expected {word}"))
    });
    let what = if path == "." { said } else { format!("{path}: {said}") };
    Fault { path: Some(path.to_owned()), ..fault_at(at, Code::JsonValue, what, "correct the value that ends here") }
}

/// The line and column of an error, in characters.
fn position(text: &str, error: &serde_json::Error) -> Position {
    let lines = text.split_inclusive('\n');
    let line_start: usize = lines.take(error.line().saturating_sub(1)).map(str::len).sum();
    let mut offset = (line_start + error.column().saturating_sub(1)).min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    LineIndex::new(text).position(text, offset)
}

impl TournamentDraft {
    /// A fault of the value with this path.
    fn wrong(&mut self, path: impl Into<String>, code: Code, what: impl Into<String>, mend: impl Into<String>) {
        let fault = Fault::new(code, Place::Tournament, what, mend);
        self.faults.push(Fault { path: Some(path.into()), ..fault });
    }

    /// Reports that the value with this path is not what it `should` be.
    fn unfit(&mut self, path: impl Into<String>, said: &str, should: &str) {
        self.wrong(path, Code::JsonValue, format!("{said} is not {should}"), format!("write {should}"));
    }

    fn tournament(&mut self, mut file: File) {
        if let Some(said) = &file.start_date {
            self.loaded.tournament.start = said.parse().ok();
            if self.loaded.tournament.start.is_none() {
                self.unfit("start_date", said, "a date, such as 2026-02-01");
            }
        }
        if let Some(year) = file.dutch_edition.filter(|year| !Tournament::DUTCH_EDITIONS.contains(year)) {
            let [others @ .., last] = Tournament::DUTCH_EDITIONS;
            let should = format!("one of {} and {last}", others.iter().join(", "));
            self.unfit("dutch_edition", &year.to_string(), &should);
        }
        if let Some(kind) = &mut file.kind {
            *kind = kind.to_uppercase();
            let is_said_elsewhere = trf::dutch_edition(kind).is_some() || trf::is_of_teams(kind);
            if is_said_elsewhere || file.dutch_edition.is_some() || file.teams.is_some() {
                let what = format!("{kind} stands beside dutch_edition or teams, or belongs there");
                self.wrong("type", Code::JsonValue, what, "write one of type, dutch_edition and teams");
            } else if kind.is_empty() || kind.contains(char::is_whitespace) {
                let said = format!("'{kind}'");
                self.unfit("type", &said, "a type of TRF-2026, such as FIDE_DUBOV");
            }
        }
        let games_per_pairing = match file.games_per_pairing {
            1 => GamesPerPairing::One,
            2 => GamesPerPairing::Two,
            other => {
                self.unfit("games_per_pairing", &other.to_string(), "1 or 2");
                GamesPerPairing::One
            }
        };
        let of_match = file.points.as_ref().and_then(|points| points.pairing_bye_match);
        if let Some(worth) = of_match.filter(|_| games_per_pairing == GamesPerPairing::One) {
            let what = format!("{worth} is the bye of a match of two games, and games_per_pairing is 1");
            self.wrong("points.pairing_bye_match", Code::JsonValue, what, "leave it out, or write games_per_pairing 2");
        }
        // A number that nobody has may be that of a player who is not read.
        self.numbers_missing = file.players.len() > MOST_PLAYERS;
        self.at_most(&mut file.players, "players", MOST_PLAYERS, Code::TooManyPlayers);
        self.at_most(&mut file.rounds, "rounds", MOST_ROUNDS, Code::TooManyRounds);
        self.at_most(&mut file.forbidden, "forbidden", MOST_GROUPS, Code::FileTooLarge);
        let rounds = (1..).zip(file.rounds).map(|(number, round)| self.round(number, round)).collect();
        file.players.iter_mut().enumerate().for_each(|(index, player)| self.player(index, player));
        for (index, group) in (0..).zip(&file.forbidden) {
            if let [player] = group.players.as_slice() {
                self.notes.push(ban_of_one(*player, Place::Forbidden(index)));
            }
            if let Some([first, last]) = group.rounds.filter(|[first, last]| *first == 0 || first > last) {
                let (path, rounds) = (format!("forbidden[{index}].rounds"), format!("{first} to {last}"));
                self.unfit(path, &rounds, "a first and a last round, such as [1, 3]");
            }
        }
        let forbidden = |group: ForbiddenEntry| ForbiddenGroup {
            players: group.players,
            rounds: group.rounds.map(<(u32, u32)>::from),
        };
        let accelerations = self.of_rounds(&file.accelerations, "accelerations", |player, round| {
            (Code::AccelerationTwice, format!("player {player} is accelerated twice in round {round}"))
        });
        let teams = file.teams.map(|teams| self.teams(teams));
        let tournament = &mut self.loaded.tournament;
        *tournament = Tournament {
            name: file.name,
            dutch_edition: file.dutch_edition,
            kind: file.kind,
            rounds_planned: file.rounds_planned,
            games_per_pairing,
            initial_colour: file.initial_colour,
            points: file.points.map(PointSystem::from).unwrap_or_default(),
            order: file.order.unwrap_or_default(),
            players: file.players,
            rounds,
            absences: file.absences,
            forbidden: file.forbidden.into_iter().map(forbidden).collect(),
            adjustments: file.adjustments,
            wishes: file.wishes.into_iter().map(|of| (of.round, of.rather_not)).collect(),
            accelerations,
            teams,
            ..std::mem::take(tournament)
        };
    }

    /// Leaves at most so many entries of the list `name`.
    fn at_most<T>(&mut self, list: &mut Vec<T>, name: &str, most: usize, code: Code) {
        if list.len() > most {
            let what = format!("there are {} {name}", list.len());
            self.wrong(format!("{name}[{most}]"), code, what, format!("leave at most {most}"));
            list.truncate(most);
        }
    }

    /// Makes what is written of a player what the tournament has.
    fn player(&mut self, index: usize, player: &mut Player) {
        // As in TRF, the rating 0 means no rating.
        player.rating = player.rating.filter(|rating| *rating > 0);
        for text in [&mut player.title, &mut player.federation, &mut player.club] {
            text.take_if(|text| text.is_empty());
        }
        for (heading, cell) in std::mem::take(&mut player.attributes) {
            let path = format!("players[{index}].attributes.{heading}");
            let Some(name) = Attributes::name(&heading).filter(|name| !player.attributes.contains_key(name)) else {
                let needed = "a name that is there once, of letters from a to z, digits and _, beginning with a letter, 40 at most";
                self.unfit(path, &heading, needed);
                continue;
            };
            if name == "club" && matches!(cell, Cell::Number(_)) {
                self.unfit(path, &cell.to_string(), "a text in quotes");
                continue;
            }
            player.attributes.insert(name, cell);
        }
    }

    fn round(&mut self, number: u32, entry: RoundEntry) -> Round {
        let mut round = Round { byes: entry.byes, ..Round::default() };
        for (index, GameEntry { white, black, result, rated, colours }) in entry.games.into_iter().enumerate() {
            if !colours && result.is_some_and(GameResult::was_played) {
                let path = format!("rounds[{}].games[{index}].colours", number - 1);
                self.unfit(path, "false", "said but of a forfeited game");
            } else if !colours {
                self.loaded.tournament.colourless.entry(number).or_default().insert(Board { white, black });
            }
            round.games.push(Game { white, black, result, rated });
        }
        round
    }

    fn teams(&mut self, entry: TeamsEntry) -> Teams {
        let kind = entry.kind.as_deref().map_or_else(|| Ok(TeamType::default()), str::parse);
        if kind.is_err() {
            let said = entry.kind.unwrap_or_default();
            self.unfit("teams.type", &said, "a type of teams, such as FIDE_TEAM_TYPEA_MP_GP");
        }
        let game_points = self.of_rounds(&entry.game_points, "teams.game_points", |team, round| {
            (Code::JsonValue, format!("team {team} has game points of round {round} twice"))
        });
        Teams { kind: kind.unwrap_or_default(), bye_game_points: entry.bye_game_points, game_points }
    }

    /// Points of players in rounds. `twice` is the fault of two entries of one round, in the list of this path.
    fn of_rounds(
        &mut self,
        entries: &[AccelerationEntry],
        path: &str,
        twice: impl Fn(PlayerId, u32) -> (Code, String),
    ) -> BTreeMap<PlayerId, BTreeMap<u32, Score>> {
        let mut points: BTreeMap<PlayerId, BTreeMap<u32, Score>> = BTreeMap::new();
        let mut first = BTreeMap::new();
        for (index, entry) in entries.iter().enumerate() {
            points.entry(entry.player).or_default().insert(entry.round, entry.points);
            let before = *first.entry((entry.player, entry.round)).or_insert(index);
            if before != index {
                let (code, what) = twice(entry.player, entry.round);
                let what = format!("{what}; the other is {path}[{before}]");
                self.wrong(format!("{path}[{index}]"), code, what, "leave one of the two");
            }
        }
        points
    }
}
