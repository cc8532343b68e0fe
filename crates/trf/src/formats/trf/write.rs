//! Writes a tournament as a canonical report.

use super::Document;
use super::cells::{BYES, CELL, FIRST_CELL, OUTCOMES};
use super::record::{LAST_ROUND, WISHES};
use crate::formats::list::{BIRTH, FIDE_ID, SEX};
use crate::tournament::{
    Absence, Adjustment, Board, ByeKind, Code, Colour, Date, Fault, GamesPerPairing, Place, Player, PlayerId,
    PlayerOrder, PointSystem, Round, Score, Tournament, without_accents,
};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// How many columns a row has for the name.
pub const NAME_COLUMNS: usize = 33;

/// The name as a row has it. What has no columns is left out.
pub fn row_name(name: &str) -> String {
    name.chars().take(NAME_COLUMNS).collect::<String>().trim().to_owned()
}

/// What a report has besides its [`Tournament`], and how it writes byes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReportStyle {
    /// The letters for byes.
    pub byes: ByeLetters,
    /// The record of the tie-breaks by which the players are ranked: `202 BH/C1,BH,SB`, or `212 PTS,BH/C1,BH,SB`.
    pub tie_breaks: Option<String>,
    /// The days of the rounds.
    pub dates: Vec<Date>,
    /// The players' ranks; without them those by points, and then by number.
    pub ranks: BTreeMap<PlayerId, usize>,
}

impl Document {
    /// As [`Document::from_tournament`], with what a report has besides.
    ///
    /// # Errors
    /// As [`Document::from_tournament`]. The letters for byes that were used before TRF16 cannot say that a full-point bye was asked
    /// for, and that a game is not rated.
    pub fn in_style(tournament: &Tournament, style: &ReportStyle) -> Result<Self, Vec<Fault>> {
        let mut writer = ReportWriter { colourless: tournament.colourless.clone(), ..ReportWriter::new(style.byes) };
        if tournament.games_per_pairing == GamesPerPairing::Two {
            // The faults of every game are not needed here.
            writer.refuse(Place::Tournament, "a report has one game a round for each player, not two");
            return Err(writer.faults);
        }
        if tournament.teams.is_some() {
            writer.refuse(Place::Tournament, "the rows of a report are players, not teams");
            return Err(writer.faults);
        }
        if style.byes == ByeLetters::OfResults {
            writer.refuse_new_letters(tournament);
        }
        writer.header(tournament);
        writer.lines.extend(dates(&style.dates));
        writer.lines.extend(style.tie_breaks.clone());
        writer.players(tournament, &style.ranks);
        let absences = writer.absences(tournament);
        writer.lines.extend(absences);
        writer.adjustments(tournament);
        writer.accelerations(tournament);
        let bans = writer.bans(tournament, 0);
        writer.lines.extend(bans);
        writer.lines.extend(wishes(tournament));
        if writer.faults.is_empty() { Ok(Self::from_lines(writer.lines)) } else { Err(writer.faults) }
    }
}

/// Writes what a report can hold, and collects the faults of what it cannot hold.
#[derive(Debug, Default)]
pub(super) struct ReportWriter {
    /// The games without colours.
    pub colourless: BTreeMap<u32, BTreeSet<Board>>,
    /// How byes are written.
    letters: ByeLetters,
    /// The faults of what the columns cannot hold.
    pub faults: Vec<Fault>,
    lines: Vec<String>,
}

impl ReportWriter {
    pub fn new(letters: ByeLetters) -> Self {
        Self { letters, ..Self::default() }
    }

    fn refuse(&mut self, place: Place, what: impl Into<String>) {
        self.faults.push(Fault::new(Code::NotInTrf, place, what, "write JSON instead"));
    }

    /// `value` as text of at most `width` characters on one line.
    pub fn fits(&mut self, place: Place, what: &str, value: impl ToString, width: usize) -> String {
        let text = value.to_string();
        if text.chars().count() > width {
            self.refuse(place, format!("{what} '{text}' is longer than the {width} columns of a report"));
        } else if text.contains(['\n', '\r']) {
            self.refuse(place, format!("{what} has a line break"));
        }
        text
    }

    /// Refuses what no letter meant before TRF16.
    fn refuse_new_letters(&mut self, tournament: &Tournament) {
        for (number, round) in (1..).zip(&tournament.rounds) {
            for (index, bye) in round.byes.iter().enumerate().filter(|(_, bye)| bye.kind == ByeKind::Full) {
                let place = Place::Bye { round: number, index };
                self.refuse(place, format!("no old letter says that player {} asked for a full-point bye", bye.player));
            }
            for (index, game) in round.games.iter().enumerate().filter(|(_, game)| !game.rated) {
                let place = Place::Game { round: number, index };
                self.refuse(place, format!("no old letter says that the game of {} is not rated", game.white));
            }
        }
    }

    fn header(&mut self, tournament: &Tournament) {
        if !tournament.name.is_empty() {
            let name = self.fits(Place::Tournament, "the name", &tournament.name, usize::MAX);
            self.lines.push(format!("012 {name}"));
        }
        if let Some(start) = &tournament.start {
            let start = self.fits(Place::Tournament, "the start date", start.text(), usize::MAX);
            self.lines.push(format!("042 {start}"));
        }
        if let Some(edition) = tournament.dutch_edition {
            self.lines.push(format!("192 FIDE_DUTCH_{edition}"));
        }
        self.lines.extend(tournament.kind.iter().map(|kind| format!("192 {kind}")));
        if let Some(rounds) = tournament.rounds_planned {
            if !(1..=LAST_ROUND).contains(&rounds) {
                self.refuse(Place::RoundsPlanned, format!("a report cannot plan {rounds} rounds"));
            }
            self.lines.extend([format!("142 {rounds}"), format!("XXR {rounds}")]);
        }
        match tournament.initial_colour {
            Some(Colour::White) => self.lines.extend(["152 W", "XXC white1"].map(String::from)),
            Some(Colour::Black) => self.lines.extend(["152 B", "XXC black1"].map(String::from)),
            None => {}
        }
        if tournament.order == PlayerOrder::Listed {
            self.lines.push("XXC rank".into());
        }
        if tournament.points != PointSystem::default() {
            self.points(&tournament.points);
        }
    }

    /// The points in `XXS`, and in `162` as many of them as it can hold.
    fn points(&mut self, points: &PointSystem) {
        let mut codes = points_of_2026(points).map(Vec::from).unwrap_or_default();
        codes.extend(points.adjourned.map(|worth| ('X', worth)));
        let codes: Vec<String> = codes
            .into_iter()
            .map(|(code, worth)| format!(" {code}{:>4}", self.fits(Place::Tournament, "points", worth, 4)))
            .collect();
        if !codes.is_empty() {
            self.lines.push(format!("162 {}", codes.join("   ")));
        }
        if (PointSystem { adjourned: None, ..*points }) != PointSystem::default() {
            let worths = points.codes().into_iter();
            self.lines.push(worths.fold("XXS".into(), |line, (code, points)| format!("{line} {code}={points}")));
        }
    }

    /// The cell of each player in each round.
    pub fn cells(&mut self, tournament: &Tournament) -> BTreeMap<(PlayerId, u32), String> {
        let players = tournament.ids();
        let mut cells = BTreeMap::new();
        for (number, round) in (1..).zip(&tournament.rounds) {
            let of_round = self.round(number, round, &players);
            cells.extend(of_round.into_iter().map(|(player, cell)| ((player, number), cell)));
        }
        cells
    }

    fn players(&mut self, tournament: &Tournament, ranks: &BTreeMap<PlayerId, usize>) {
        let cells = self.cells(tournament);
        let ranks = one_by_one(tournament, ranks);
        for (index, player) in tournament.players.iter().enumerate() {
            let mut line = self.row(index, player, ranks.get(&player.id).copied());
            for ((_, round), cell) in cells.range((player.id, 0)..=(player.id, u32::MAX)) {
                let before = FIRST_CELL + CELL * usize::try_from(round - 1).unwrap_or_default();
                let width = before.saturating_sub(line.chars().count() + 1);
                line.push_str(&format!("{:width$}{cell}", ""));
            }
            self.lines.push(line);
        }
    }

    /// The row of the player at `index`, without rounds.
    pub fn row(&mut self, index: usize, player: &Player, rank: Option<usize>) -> String {
        let place = Place::Player(index);
        let number = self.fits(place, "pairing number", player.id, 5);
        let title = self.fits(place, "title", player.title.as_deref().unwrap_or_default(), 3);
        let name = self.fits(place, "name", row_name(&player.name), NAME_COLUMNS);
        let rating = player.rating.map(|rating| self.fits(place, "rating", rating, 5)).unwrap_or_default();
        let federation = self.fits(place, "federation", player.federation.as_deref().unwrap_or_default(), 3);
        let points = player.declared_points.map(|points| self.fits(Place::Points(index), "points", points, 5));
        let (points, rank) = (points.unwrap_or_default(), rank.map(|rank| rank.to_string()).unwrap_or_default());
        let (sex, birth) = (sex(&attribute(player, SEX)), birth(&attribute(player, BIRTH)));
        let fide_id = self.fits(place, "FIDE number", attribute(player, FIDE_ID), 11);
        format!(
            "001{number:>5} {sex:1}{title:>3} {name:<33}{rating:>5} {federation:<3} {fide_id:>11} {birth:<10}{points:>5}{rank:>5}"
        )
    }

    /// The cells of round `number`: nine columns, from the opponent's fifth digit to the result.
    fn round(&mut self, number: u32, round: &Round, players: &BTreeSet<PlayerId>) -> BTreeMap<PlayerId, String> {
        if number > LAST_ROUND {
            self.refuse(Place::Tournament, format!("a report has no round {number}"));
        }
        let mut cells = BTreeMap::new();
        let mut put = |writer: &mut Self, player: PlayerId, place: Place, cell: String| {
            if cells.insert(player, cell).is_some() || !players.contains(&player) {
                writer.refuse(place, format!("round {number} of player {player} has no cell of its own"));
            }
        };
        for (index, game) in round.games.iter().enumerate() {
            let place = Place::Game { round: number, index };
            for (player, opponent, colour) in
                [(game.white, game.black, Colour::White), (game.black, game.white, Colour::Black)]
            {
                let opponent = self.fits(place, "pairing number", opponent, 5);
                let outcome = game.result.map(|result| (result.of(colour), game.rated));
                let letter = OUTCOMES.iter().find(|(_, known)| Some(*known) == outcome).map(|(letter, _)| *letter);
                if letter.is_none() && !game.rated {
                    self.refuse(place, "only a game that was played can be written as not rated");
                }
                let letter = letter.unwrap_or(' ');
                let board = Board { white: game.white, black: game.black };
                let colour = match colour {
                    _ if self.colourless.get(&number).is_some_and(|boards| boards.contains(&board)) => '-',
                    Colour::White => 'w',
                    Colour::Black => 'b',
                };
                put(self, player, place, format!("{opponent:>5} {colour} {letter}"));
            }
        }
        for (index, bye) in round.byes.iter().enumerate() {
            let letter = self.letters.of(bye.kind);
            put(self, bye.player, Place::Bye { round: number, index }, format!(" 0000 - {letter}"));
        }
        cells
    }

    /// The records of absences.
    pub fn absences(&mut self, tournament: &Tournament) -> Vec<String> {
        let mut lines = Vec::new();
        let next = tournament.next_round();
        for group in tournament.absences.chunk_by(|one, other| (one.round, one.kind) == (other.round, other.kind)) {
            let Some(&Absence { round, kind, .. }) = group.first() else { continue };
            let head = match (round, kind) {
                (None, ByeKind::Zero) => "XXZ".into(),
                (_, ByeKind::Pairing) => {
                    self.refuse(Place::Tournament, "a pairing-allocated bye cannot be asked for");
                    continue;
                }
                (round, kind) => {
                    let round = round.unwrap_or(next);
                    if !(1..=LAST_ROUND).contains(&round) {
                        self.refuse(Place::Tournament, format!("a report cannot have an absence in round {round}"));
                    }
                    format!("240 {} {round:03}", ByeLetters::OfTheirOwn.of(kind))
                }
            };
            lines.push(group.iter().fold(head, |line, absence| format!("{line} {:>4}", absence.player)));
        }
        lines
    }

    fn adjustments(&mut self, tournament: &Tournament) {
        for (index, Adjustment { player, round, points }) in tournament.adjustments.iter().enumerate() {
            let place = Place::Adjustment(index);
            if !(1..=LAST_ROUND).contains(round) {
                self.refuse(place, format!("a report cannot have a decision about round {round}"));
            }
            let points = self.fits(place, "points", points, 5);
            self.lines.push(format!("299{points:>14}  {round:03} {player:>4}"));
        }
    }

    fn accelerations(&mut self, tournament: &Tournament) {
        for (player, rounds) in &tournament.accelerations {
            let place = Place::Acceleration(*player);
            let mut line = format!("XXA{:>5}", self.fits(place, "pairing number", player, 5));
            let mut next = 1;
            for (round, points) in rounds {
                if !(1..=LAST_ROUND).contains(round) {
                    self.refuse(place, format!("a report cannot accelerate round {round}"));
                    continue;
                }
                let blank = 5 * usize::try_from(round - next).unwrap_or_default();
                let points = self.fits(place, "points", points, 4);
                line.push_str(&format!("{:blank$}{points:>5}", ""));
                next = round + 1;
            }
            if rounds.is_empty() {
                self.refuse(place, format!("the acceleration of player {player} has no points"));
            }
            self.lines.push(line);
        }
    }

    /// The records of the tournament's bans, but for the first `skipped`.
    pub fn bans(&mut self, tournament: &Tournament, skipped: usize) -> Vec<String> {
        let mut lines = Vec::new();
        for (index, group) in tournament.forbidden.iter().enumerate().skip(skipped) {
            // Who is alone in a list may meet anybody.
            if group.players.len() < 2 {
                continue;
            }
            let place = Place::Forbidden(index);
            let head = match group.rounds {
                None => "XXP".into(),
                Some((first, last)) => {
                    if first == 0 || first > last || last > LAST_ROUND {
                        self.refuse(place, format!("a report cannot forbid a pair in rounds {first} to {last}"));
                    }
                    format!("260 {first:03} {last:03}")
                }
            };
            lines.push(group.players.iter().fold(head, |line, player| format!("{line} {player:>4}")));
        }
        lines
    }
}

/// The players' ranks, each another one: those who share a rank have it and those after it by points, and then by number.
pub(super) fn one_by_one(tournament: &Tournament, ranks: &BTreeMap<PlayerId, usize>) -> BTreeMap<PlayerId, usize> {
    let mut order: Vec<&Player> = tournament.players.iter().collect();
    order.sort_by_key(|player| (ranks.get(&player.id), Reverse(player.declared_points), player.id));
    order.iter().zip(1..).map(|(player, rank)| (player.id, rank)).collect()
}

/// The record of the days of the rounds, such as 26/11/27 in the columns of the round; `None` without any.
pub(super) fn dates(dates: &[Date]) -> Option<String> {
    let said = dates.iter().map(|day| format!("{:CELL$}", day.to_string()[2..].replace('-', "/")));
    let said: String = said.collect();
    (!said.is_empty()).then(|| format!("{:FIRST_CELL$}{}", "132", said.trim_end()))
}

/// The comments that say by which wishes rounds were paired.
pub(super) fn wishes(tournament: &Tournament) -> impl Iterator<Item = String> {
    tournament.wishes.iter().map(|(round, wishes)| format!("{WISHES}{round:03} {}", wishes.join(" ")))
}

/// What the organiser says of the player under this name.
fn attribute(player: &Player, name: &str) -> String {
    player.attributes.get(name).map(ToString::to_string).unwrap_or_default()
}

/// The letter of the sex, in several languages; blank if it is another text.
pub(in crate::formats) fn sex(said: &str) -> &'static str {
    match without_accents(said).as_str() {
        "m" | "male" | "man" | "h" | "homme" | "hombre" | "mannlich" | "maschio" => "m",
        "f" | "female" | "w" | "woman" | "weiblich" | "femme" | "mujer" | "femmina" => "w",
        _ => "",
    }
}

/// The day of birth as in 1990/05/31, or the year; blank if it is another text.
pub(in crate::formats) fn birth(said: &str) -> String {
    let parts: Vec<&str> = said.split(['-', '.', '/', ' ']).filter(|part| !part.is_empty()).collect();
    let is_number = |part: &&str| part.bytes().all(|byte| byte.is_ascii_digit());
    match parts[..] {
        [year] if year.len() == 4 && is_number(&year) => year.to_owned(),
        [year, month, day] | [day, month, year] if year.len() == 4 && [year, month, day].iter().all(is_number) => {
            format!("{year}/{month:0>2}/{day:0>2}")
        }
        _ => String::new(),
    }
}

/// The letters for byes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum ByeLetters {
    /// `U F H Z`, since TRF16.
    #[default]
    OfTheirOwn,
    /// `+ = -`, the letters of results, used before TRF16.
    OfResults,
}

impl ByeLetters {
    /// The letter of `kind`.
    fn of(self, kind: ByeKind) -> char {
        BYES.iter().find(|(known, _)| *known == kind).map_or(' ', |(_, letters)| letters[self as usize])
    }
}

/// The point system by the codes of `162`, without `X`; `None` if `162` cannot hold it. It has the same points for both
/// colours, and byes are worth as much as results.
fn points_of_2026(points: &PointSystem) -> Option<[(char, Score); 5]> {
    let [win, draw, loss] = [points.win, points.draw, points.loss].map(|[white, _]| white);
    let said = PointSystem {
        win: [win; 2],
        draw: [draw; 2],
        loss: [loss; 2],
        forfeit_win: win,
        full_bye: win,
        half_bye: draw,
        zero_bye: points.forfeit_loss,
        ..*points
    };
    let codes = [('W', win), ('D', draw), ('L', loss), ('A', points.forfeit_loss), ('P', points.pairing_bye)];
    let fits = said == *points && codes.iter().all(|(_, worth)| worth.to_string().len() <= 4);
    fits.then_some(codes)
}
