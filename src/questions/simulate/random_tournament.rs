//! Random tournaments for pairing programs to be tested with: what is asked of one, by the keys of bbpPairings and JaVaFo, and the
//! experiment of one event that it is. What is not asked for is drawn.

use super::Experiment;
use super::random::{Purpose, RandomSource, RandomStream};
use crate::files::nearest::did_you_mean;
use crate::questions::AskError;
use crate::questions::ranking::{TieBreak, TieBreakError, tie_breaks};
use crate::questions::registry::System;
use crate::tournament::{ByeKind, Colour, Outcome, Score, Tournament};
use itertools::Itertools;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use strum::VariantNames;

/// A setting of a random tournament, in the order of the streams by which they are drawn. A rate R of players or games means one in R;
/// 0 means none.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, strum::Display, strum::EnumString, strum::VariantNames,
)]
enum Setting {
    PlayersNumber,
    RoundsNumber,
    /// How many games of a hundred are drawn, if the players are not too far apart.
    DrawPercentage,
    ForfeitRate,
    RetiredRate,
    #[strum(to_string = "HalfPointByeRate", serialize = "HalfPointByteRate")]
    HalfPointByeRate,
    FullPointByeRate,
    OddResultRate,
    HighestRating,
    LowestRating,
    /// The distance of each rating from the next one, from the greatest on; without it ratings are drawn one by one.
    RatingGap,
    Ratings,
    Acceleration,
    TieBreaks,
    PointsForWin,
    PointsForDraw,
    PointsForLoss,
    #[strum(serialize = "PointsForZPB")]
    PointsForZpb,
    PointsForForfeitLoss,
    #[strum(serialize = "PointsForPAB")]
    PointsForPab,
}

/// What is asked of a random tournament.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RandomTournament {
    settings: BTreeMap<Setting, String>,
    /// What draws those that are not given.
    seed: u64,
}

fn wrong<T>(what: String) -> Result<T, AskError> {
    Err(AskError::wrong(what))
}

impl RandomTournament {
    /// Read a configuration file: a setting a line, `KEY=VALUE`. Lines that begin with `#` are comments.
    ///
    /// # Errors
    /// [`AskError::Refused`] for a line that is no setting.
    pub fn read(&mut self, text: &str) -> Result<(), AskError> {
        for (number, line) in (1..).zip(text.split(['\n', '\r'])) {
            if !line.trim().is_empty() && !line.starts_with('#') {
                self.set(line).or_else(|error| wrong(format!("line {number}: {error}")))?;
            }
        }
        Ok(())
    }

    /// Take a setting, `KEY=VALUE`.
    ///
    /// # Errors
    /// [`AskError::Refused`] if there is no such key. Values are looked at by [`experiment`](Self::experiment).
    pub fn set(&mut self, text: &str) -> Result<(), AskError> {
        let Some((key, value)) = text.split_once('=') else {
            return wrong(format!("'{text}' is no setting; write KEY=VALUE"));
        };
        let key = key.trim();
        let Ok(setting) = key.parse() else {
            let (near, list) = (did_you_mean(key, Setting::VARIANTS.iter()), Setting::VARIANTS.iter().join(", "));
            return wrong(format!("there is no setting '{key}'{near}; set one of {list}"));
        };
        self.settings.insert(setting, value.trim().to_owned());
        Ok(())
    }

    /// Ask for a tournament like this one: as many rounds, the same ratings, and as many draws, forfeits and requested byes.
    ///
    /// # Errors
    /// [`AskError::Refused`] if a player has no rating.
    pub fn like(tournament: &Tournament) -> Result<Self, AskError> {
        let mut like = Self::default();
        let mut set = |setting, value: String| like.settings.insert(setting, value);
        let rating = |player: &crate::tournament::Player| match player.rating {
            Some(rating) => Ok(rating),
            None => wrong(format!("player {} has no rating; give one", player.id)),
        };
        let ratings: Vec<u32> = tournament.players.iter().map(rating).collect::<Result<_, _>>()?;
        set(Setting::Ratings, ratings.iter().join(","));
        let played = u32::try_from(tournament.rounds.len()).unwrap_or(u32::MAX);
        set(Setting::RoundsNumber, tournament.rounds_planned.unwrap_or(played).to_string());
        let results = || tournament.rounds.iter().flat_map(|round| &round.games).filter_map(|game| game.result);
        let over_the_board = results().filter(|result| result.was_played()).count();
        let drawn =
            results().filter(|result| Colour::BOTH.map(|colour| result.of(colour)) == [Outcome::Draw; 2]).count();
        set(Setting::DrawPercentage, (100 * drawn).checked_div(over_the_board).unwrap_or_default().to_string());
        let rate =
            |all: usize, some: usize| if some == 0 { "0".to_owned() } else { (all as f64 / some as f64).to_string() };
        set(Setting::ForfeitRate, rate(results().count(), results().count() - over_the_board));
        let byes = || tournament.rounds.iter().flat_map(|round| &round.byes);
        for (setting, kind) in [
            (Setting::RetiredRate, ByeKind::Zero),
            (Setting::HalfPointByeRate, ByeKind::Half),
            (Setting::FullPointByeRate, ByeKind::Full),
        ] {
            let players = byes().filter(|bye| bye.kind == kind).map(|bye| bye.player).unique().count();
            set(setting, rate(tournament.players.len(), players));
        }
        Ok(like)
    }

    /// Take the settings of `other`, before these.
    pub fn extend(&mut self, other: Self) {
        self.settings.extend(other.settings);
    }

    /// The experiment of one event, paired by `system`. What is not asked for is drawn from `seed`, each setting for itself.
    ///
    /// # Errors
    /// [`AskError::Refused`].
    pub fn experiment(&self, seed: u64, system: System) -> Result<Experiment, AskError> {
        let text = Self { seed, ..self.clone() }.text(system)?;
        Experiment::parse("the random tournament", &text)
            .or_else(|error| wrong(format!("such a tournament cannot be: {error}")))
    }
}

/// What is drawn where nothing is asked for: as many players, rounds, draws and ratings as bbpPairings draws.
const PLAYERS: RangeInclusive<u32> = 15..=215;
const ROUNDS: RangeInclusive<u32> = 5..=15;
const DRAWS: RangeInclusive<u32> = 10..=50;
const HIGHEST: RangeInclusive<u32> = 2400..=2800;
const LOWEST: RangeInclusive<u32> = 1400..=2300;
const FORFEITS: RangeInclusive<u32> = 6..=30;
const BYES: RangeInclusive<u32> = 8..=120;
const ODD_RESULTS: RangeInclusive<u32> = 20..=400;
/// One tournament in so many is accelerated.
const ACCELERATED: u32 = 4;
/// The greatest number of tie-breaks.
const TIE_BREAKS: u32 = 4;

impl RandomTournament {
    fn given(&self, setting: Setting) -> Option<&str> {
        self.settings.get(&setting).map(String::as_str)
    }

    fn stream(&self, setting: Setting) -> RandomStream {
        RandomSource { seed: self.seed, event: 0 }.stream(Purpose::Setting, [setting as u32, 0, 0])
    }

    /// A whole number: the one asked for, within `range`, or one of `drawn`, each as likely.
    fn whole(&self, setting: Setting, range: RangeInclusive<u32>, drawn: RangeInclusive<u32>) -> Result<u32, AskError> {
        let Some(text) = self.given(setting) else { return Ok(among(&mut self.stream(setting), drawn)) };
        let (least, most) = (*range.start(), *range.end());
        match text.parse() {
            Ok(number) if range.contains(&number) => Ok(number),
            _ => wrong(format!("{setting}={text}: write a whole number from {least} to {most}")),
        }
    }

    /// The share that a rate means, from 0 to 1.
    fn share(&self, setting: Setting, drawn: RangeInclusive<u32>) -> Result<f64, AskError> {
        let rate = match self.given(setting) {
            None => f64::from(among(&mut self.stream(setting), drawn)),
            Some(text) => match text.parse::<f64>() {
                Ok(rate) if rate == 0.0 || rate >= 1.0 && rate.is_finite() => rate,
                _ => {
                    return wrong(format!("{setting}={text}: one in so many; write a number from 1 on, or 0 for none"));
                }
            },
        };
        Ok(if rate == 0.0 { 0.0 } else { 1.0 / rate })
    }

    /// The experiment's text.
    fn text(&self, system: System) -> Result<String, AskError> {
        let seed = self.seed;
        let (players, ratings) = self.field()?;
        let most = (players / 2).clamp(1, *ROUNDS.end());
        let rounds =
            self.whole(Setting::RoundsNumber, 1..=Tournament::MOST_ROUNDS as u32, most.min(*ROUNDS.start())..=most)?;
        let draws = f64::from(self.whole(Setting::DrawPercentage, 0..=100, DRAWS)?) / 100.0;
        let odd_results = self.share(Setting::OddResultRate, ODD_RESULTS)?;
        // Both players appear in all games but one in so many, and each of them appears independently of the other.
        let forfeit = 1.0 - libm::sqrt(1.0 - self.share(Setting::ForfeitRate, FORFEITS)?);
        // In one round at least, of all of them.
        let in_a_round = |share: f64| 1.0 - libm::pow(1.0 - share, 1.0 / f64::from(rounds));
        let [zero, half, full] = [Setting::RetiredRate, Setting::HalfPointByeRate, Setting::FullPointByeRate]
            .map(|kind| self.share(kind, BYES));
        let [zero, half, full] = [zero?, half?, full?].map(in_a_round);
        let points = self.points()?;
        let acceleration = self.acceleration(points.is_empty())?;
        let tie_breaks = self.tie_breaks()?.iter().map(|tie_break| format!("\"{tie_break}\"")).join(", ");
        Ok(format!(
            "name = \"Random tournament of seed {seed}\"
seed = {seed}
events = 1
players = {players}
rounds = {rounds}
first-colour = \"lot\"
acceleration = \"{acceleration}\"
tie-breaks = [{tie_breaks}]
[points]
{points}[field]
rating = {ratings}
[life]
absence = {zero:?}
half-point-bye = {half:?}
full-point-bye = {full:?}
forfeit = {forfeit:?}
[outcome]
model = \"fide\"
draws = {draws:?}
odd-results = {odd_results:?}
[[arm]]
name = \"{system}\"
system = \"{system}\"
"
        ))
    }

    /// How many players there are, and where their ratings come from.
    fn field(&self) -> Result<(u32, String), AskError> {
        let most = Tournament::MOST_PLAYERS as u32;
        if let Some(list) = self.given(Setting::Ratings) {
            let ratings: Vec<&str> = list.split(',').map(str::trim).collect();
            if let Some(other) = ratings.iter().find(|rating| rating.parse::<u32>().is_err()) {
                return wrong(format!("Ratings: '{other}' is no rating; write numbers with commas between them"));
            }
            let count = u32::try_from(ratings.len()).unwrap_or(u32::MAX);
            let players = self.whole(Setting::PlayersNumber, 2..=most, count..=count)?;
            if players != count {
                return wrong(format!("Ratings are {count}, and PlayersNumber is {players}; leave out one of them"));
            }
            return Ok((count, format!("{{ list = [{}] }}", ratings.join(", "))));
        }
        // A tournament of many rounds has more players.
        let rounds = self.given(Setting::RoundsNumber).and_then(|rounds| rounds.parse::<u32>().ok()).unwrap_or(1);
        let least = rounds.saturating_mul(2).clamp(*PLAYERS.start(), most);
        let players = self.whole(Setting::PlayersNumber, 2..=most, least..=least.max(*PLAYERS.end()))?;
        let given_lowest = self.given(Setting::LowestRating).and_then(|rating| rating.parse().ok()).unwrap_or(1);
        let [first, last] = [*HIGHEST.start(), *HIGHEST.end()].map(|end| end.max(given_lowest));
        let highest = self.whole(Setting::HighestRating, 1..=4000, first..=last)?;
        let [first, last] = [*LOWEST.start(), *LOWEST.end()].map(|end| end.min(highest));
        let lowest = self.whole(Setting::LowestRating, 1..=4000, first..=last)?;
        if highest < lowest {
            return wrong(format!("HighestRating is {highest}, which is less than LowestRating, {lowest}"));
        }
        if self.given(Setting::RatingGap).is_some() {
            let gap = self.whole(Setting::RatingGap, 0..=4000, 0..=0)?;
            let rating = |place: u32| highest.saturating_sub(place.saturating_mul(gap)).max(lowest);
            return Ok((players, format!("{{ list = [{}] }}", (0..players).map(rating).join(", "))));
        }
        Ok((players, format!("{{ uniform = {{ from = {lowest}, to = {highest} }} }}")))
    }

    /// The points that are asked for, by JaVaFo's codes, a line each.
    fn points(&self) -> Result<String, AskError> {
        let codes: [(Setting, &[&str]); 6] = [
            (Setting::PointsForWin, &["WW", "BW", "FW", "FPB", "PAB"]),
            (Setting::PointsForDraw, &["WD", "BD", "HPB"]),
            (Setting::PointsForLoss, &["WL", "BL"]),
            (Setting::PointsForForfeitLoss, &["FL", "ZPB"]),
            (Setting::PointsForZpb, &["ZPB"]),
            (Setting::PointsForPab, &["PAB"]),
        ];
        let mut points: BTreeMap<&str, Score> = BTreeMap::new();
        for (setting, codes) in codes {
            let Some(text) = self.given(setting) else { continue };
            let worth = text.parse().or_else(|what: String| wrong(format!("{setting}: {what}")))?;
            points.extend(codes.iter().map(|code| (*code, worth)));
        }
        Ok(points.iter().map(|(code, worth)| format!("{code} = {worth}\n")).collect())
    }

    /// The acceleration, which goes with the ordinary points alone if it is drawn.
    fn acceleration(&self, has_ordinary_points: bool) -> Result<&'static str, AskError> {
        match self.given(Setting::Acceleration).map(str::to_lowercase).as_deref() {
            Some("baku") => Ok("baku"),
            Some("none") => Ok("none"),
            Some(other) => wrong(format!("Acceleration={other}: write Baku or none")),
            None => {
                let is_drawn = among(&mut self.stream(Setting::Acceleration), 1..=ACCELERATED) == 1;
                Ok(if is_drawn && has_ordinary_points { "baku" } else { "none" })
            }
        }
    }

    fn tie_breaks(&self) -> Result<Vec<TieBreak>, AskError> {
        match self.given(Setting::TieBreaks) {
            Some("none") => Ok(Vec::new()),
            Some(list) => tie_breaks(list).or_else(|error: TieBreakError| wrong(format!("TieBreaks: {error}"))),
            None => {
                let mut stream = self.stream(Setting::TieBreaks);
                let mut left: Vec<TieBreak> = TieBreak::all().filter(|tie_break| *tie_break != TieBreak::PTS).collect();
                let count = among(&mut stream, 1..=TIE_BREAKS);
                let mut take = || {
                    let last = u32::try_from(left.len()).ok()?.checked_sub(1)?;
                    Some(left.swap_remove(among(&mut stream, 0..=last) as usize))
                };
                Ok((0..count).filter_map(|_| take()).collect())
            }
        }
    }
}

/// A number of the range, each as likely.
fn among(stream: &mut RandomStream, range: RangeInclusive<u32>) -> u32 {
    let (first, last) = (*range.start(), *range.end());
    let count = f64::from(last.saturating_sub(first)) + 1.0;
    first.saturating_add((stream.uniform() * count) as u32)
}
