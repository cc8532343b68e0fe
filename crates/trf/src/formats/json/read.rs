//! From JSON to a tournament.

use super::{AccelerationEntry, AttributeEntry, File, GameEntry, PlayerEntry, PointsEntry, RoundEntry};
use crate::formats::source::LineIndex;
use crate::formats::{Loaded, MOST_GROUPS, MOST_PLAYERS, MOST_ROUNDS, TournamentDraft, fault_at, without_bom};
use crate::tournament::{
    Absence, Adjustment, Attributes, Board, Bye, Cell, Code, Fault, ForbiddenGroup, Game, GamesPerPairing, Place,
    Player, PlayerId, PointSystem, Position, Round, SourceMap, Tournament,
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
    reading.loaded.sources = SourceMap::of_json();
    reading.tournament(file);
    reading.finish()
}

/// The value of the JSON in `bytes`.
///
/// # Errors
/// If it is no JSON, or not of this type.
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
        let games_per_pairing = match file.games_per_pairing {
            1 => GamesPerPairing::One,
            2 => GamesPerPairing::Two,
            other => {
                self.unfit("games_per_pairing", &other.to_string(), "1 or 2");
                GamesPerPairing::One
            }
        };
        // A number that nobody has may be that of a player who is not read.
        self.numbers_missing = file.players.len() > MOST_PLAYERS;
        self.at_most(&mut file.players, "players", MOST_PLAYERS, Code::TooManyPlayers);
        self.at_most(&mut file.rounds, "rounds", MOST_ROUNDS, Code::TooManyRounds);
        self.at_most(&mut file.forbidden, "forbidden", MOST_GROUPS, Code::FileTooLarge);
        let rounds = (1..).zip(file.rounds).map(|(number, round)| self.round(number, round)).collect();
        let players = (0..).zip(file.players).map(|(index, player)| self.player(index, player)).collect();
        for (index, group) in (0..).zip(&file.forbidden) {
            if let [player] = group.players.as_slice() {
                let what = format!("a list of players who may not meet has player {player} alone, and forbids nothing");
                let note = Fault::new(
                    Code::BanOfOne,
                    Place::Forbidden(index),
                    what,
                    "write two players or more if they may not meet",
                );
                self.notes.push(note);
            }
            if group.rounds.is_some_and(|[first, last]| first == 0 || first > last) {
                let rounds = group.rounds.iter().flatten().join(" to ");
                self.unfit(format!("forbidden[{index}].rounds"), &rounds, "a first and a last round, such as [1, 3]");
            }
        }
        let absence = |entry: super::AbsenceEntry| Absence {
            player: PlayerId(entry.player),
            round: entry.round,
            kind: entry.kind,
        };
        let forbidden = |group: super::ForbiddenEntry| ForbiddenGroup {
            players: group.players.into_iter().map(PlayerId).collect(),
            rounds: group.rounds.map(|[first, last]| (first, last)),
        };
        let adjustment = |entry: super::AdjustmentEntry| Adjustment {
            player: PlayerId(entry.player),
            round: entry.round,
            points: entry.points.0,
        };
        self.accelerations(&file.accelerations);
        let tournament = &mut self.loaded.tournament;
        *tournament = Tournament {
            name: file.name,
            dutch_edition: file.dutch_edition,
            rounds_planned: file.rounds_planned,
            games_per_pairing,
            initial_colour: file.initial_colour,
            points: file.points.map(PointSystem::from).unwrap_or_default(),
            order: file.order.unwrap_or_default(),
            players,
            rounds,
            absences: file.absences.into_iter().map(absence).collect(),
            forbidden: file.forbidden.into_iter().map(forbidden).collect(),
            adjustments: file.adjustments.into_iter().map(adjustment).collect(),
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

    fn player(&mut self, index: usize, entry: PlayerEntry) -> Player {
        let is_word = |text: &String| !text.is_empty();
        Player {
            name: entry.name,
            // As in TRF, the rating 0 means no rating.
            rating: entry.rating.filter(|rating| *rating > 0),
            title: entry.title.filter(is_word),
            federation: entry.federation.filter(is_word),
            club: entry.club.filter(is_word),
            declared_points: entry.points.map(|points| points.0),
            strength_rank: entry.strength_rank,
            attributes: self.attributes(index, entry.attributes),
            ..Player::new(PlayerId(entry.id))
        }
    }

    fn attributes(&mut self, player: usize, entries: BTreeMap<String, AttributeEntry>) -> BTreeMap<String, Cell> {
        let mut attributes = BTreeMap::new();
        for (heading, entry) in entries {
            let path = format!("players[{player}].attributes.{heading}");
            let Some(name) = Attributes::name(&heading).filter(|name| !attributes.contains_key(name)) else {
                let needed = "a name that is there once, of letters from a to z, digits and _, beginning with a letter, 40 at most";
                self.unfit(path, &heading, needed);
                continue;
            };
            let cell = match entry {
                AttributeEntry::Text(text) => Cell::Text(text),
                AttributeEntry::Number(number) => Cell::of(&number.to_string()),
            };
            if name == "club" && matches!(cell, Cell::Number(_)) {
                self.unfit(path, &cell.to_string(), "a text in quotes");
                continue;
            }
            attributes.insert(name, cell);
        }
        attributes
    }

    fn round(&mut self, number: u32, entry: RoundEntry) -> Round {
        let mut round = Round::default();
        for (index, GameEntry { white, black, result, rated, colours }) in entry.games.into_iter().enumerate() {
            let result = result.map(|name| name.0);
            let board = Board { white: PlayerId(white), black: PlayerId(black) };
            if !colours && result.is_some_and(|result| result.was_played()) {
                let path = format!("rounds[{}].games[{index}].colours", number - 1);
                self.unfit(path, "false", "said but of a forfeited game");
            } else if !colours {
                self.loaded.tournament.colourless.entry(number).or_default().insert(board);
            }
            round.games.push(Game { white: board.white, black: board.black, result, rated });
        }
        round.byes.extend(entry.byes.iter().map(|bye| Bye { player: PlayerId(bye.player), kind: bye.kind }));
        round
    }

    fn accelerations(&mut self, entries: &[AccelerationEntry]) {
        let mut first = BTreeMap::new();
        for (index, entry) in entries.iter().enumerate() {
            let (player, round) = (PlayerId(entry.player), entry.round);
            let accelerations = self.loaded.tournament.accelerations.entry(player).or_default();
            accelerations.insert(round, entry.points.0);
            let before = *first.entry((player, round)).or_insert(index);
            if before != index {
                let what = format!(
                    "player {player} is accelerated twice in round {round}; the other is accelerations[{before}]"
                );
                self.wrong(format!("accelerations[{index}]"), Code::AccelerationTwice, what, "leave one of the two");
            }
        }
    }
}

impl From<PointsEntry> for PointSystem {
    fn from(entry: PointsEntry) -> Self {
        let usual = Self::default();
        let or = |said: Option<super::DecimalScore>, usual| said.map_or(usual, |points| points.0);
        Self {
            win: [or(entry.win_white, usual.win[0]), or(entry.win_black, usual.win[1])],
            draw: [or(entry.draw_white, usual.draw[0]), or(entry.draw_black, usual.draw[1])],
            loss: [or(entry.loss_white, usual.loss[0]), or(entry.loss_black, usual.loss[1])],
            forfeit_win: or(entry.forfeit_win, usual.forfeit_win),
            forfeit_loss: or(entry.forfeit_loss, usual.forfeit_loss),
            pairing_bye: or(entry.pairing_bye, usual.pairing_bye),
            full_bye: or(entry.full_bye, usual.full_bye),
            half_bye: or(entry.half_bye, usual.half_bye),
            zero_bye: or(entry.zero_bye, usual.zero_bye),
            adjourned: entry.adjourned.map(|points| points.0),
        }
    }
}
