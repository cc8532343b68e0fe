//! The values of the tie-breaks, player by player. Direct encounters are in another module, since they depend on who is
//! tied.

use super::rating_tables::{CERTAIN, expected_score, rating_difference};
use super::record::{Crosstable, CrosstableEntry, CrosstableEvent, CrosstableRow};
use super::{CutModifier, Measure, TieBreak};
use crate::systems::Fraction;
use crate::tournament::{Colour, Outcome};
use std::cmp::Ordering;

/// What a round adds to Buchholz or Sonneborn-Berger.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Contribution {
    /// The score of the opponent or of the dummy, in tenths.
    score: i64,
    /// What is added.
    value: i64,
    is_voluntary: bool,
}

impl Crosstable {
    /// Everybody's value, in the order of the field; `None` if there is none.
    pub fn values(&self, tie_break: TieBreak) -> Vec<Option<Fraction>> {
        let cut = tie_break.cut();
        let tenths = |of: &dyn Fn(&CrosstableRow) -> i64| self.each(|player| Some(Fraction::new(of(player), 10)));
        let count = |of: &dyn Fn(&CrosstableEntry) -> bool| {
            self.each(|player| Some(whole(player.entries.iter().filter(|entry| of(entry)).count())))
        };
        match tie_break.measure() {
            Measure::Pts => tenths(&CrosstableRow::points),
            // Only whoever is tied has a place.
            Measure::De => self.each(|_| None),
            Measure::Win => count(&|entry| self.is_win(entry)),
            Measure::Won => count(&|entry| has(entry, None, &[Outcome::Win])),
            Measure::Bpg => count(&|entry| has(entry, Some(Colour::Black), &OVER_THE_BOARD)),
            Measure::Bwg => count(&|entry| has(entry, Some(Colour::Black), &[Outcome::Win])),
            Measure::Ps => tenths(&|player| progressive(player, cut)),
            Measure::Rep => count(&|entry| !entry.is_voluntary()),
            Measure::Std => self.each(|player| Some(Fraction::new(self.standard_points(player), 2))),
            Measure::Tpn => self.each(|player| Some(Fraction::from_integer(player.id.0.into()))),
            Measure::Bh => tenths(&|player| self.buchholz(player, cut)),
            Measure::Aob => self.average_buchholz(),
            Measure::Fb => {
                let fore = self.fore();
                fore.each(|player| Some(Fraction::new(fore.buchholz(player, cut), 10)))
            }
            Measure::Sb => self.each(|player| Some(Fraction::new(self.sonneborn_berger(player, cut), 100))),
            Measure::Ks => tenths(&|player| self.koya(player)),
            Measure::Aro => self.each(|player| self.average_rating(player, cut).map(Fraction::from_integer)),
            Measure::Tpr => self.each(|player| self.performance(player).map(Fraction::from_integer)),
            Measure::Ptp => self.each(|player| self.perfect_performance(player).map(Fraction::from_integer)),
            Measure::Apro => self.average_of_opponents(|player| self.performance(player)),
            Measure::Appo => self.average_of_opponents(|player| self.perfect_performance(player)),
            Measure::Mpvgp => tenths(&|player| player.secondary),
            Measure::Rtng => self.each(|player| Some(Fraction::from_integer(player.rating?.into()))),
        }
    }

    fn each(&self, value: impl Fn(&CrosstableRow) -> Option<Fraction>) -> Vec<Option<Fraction>> {
        self.players.iter().map(value).collect()
    }

    /// Whether the round brought as many points as a win (7.1).
    fn is_win(&self, entry: &CrosstableEntry) -> bool {
        let (least, _) = self.range(Outcome::Win, Outcome::Win);
        match entry.event {
            CrosstableEvent::Game { outcome, .. } if outcome.was_played() => outcome == Outcome::Win,
            CrosstableEvent::Game { .. } | CrosstableEvent::Bye(_) => entry.points >= least,
        }
    }

    /// Standard points in halves (7.7).
    fn standard_points(&self, player: &CrosstableRow) -> i64 {
        let halves = |entry: &CrosstableEntry| {
            let other = match entry.event {
                CrosstableEvent::Game { opponent, colour, .. } => {
                    self.points_against(opponent, player, entry.round, colour)
                }
                CrosstableEvent::Bye(_) => self.draw(),
            };
            match entry.points.cmp(&other) {
                Ordering::Greater => 2,
                Ordering::Equal => 1,
                Ordering::Less => 0,
            }
        };
        player.entries.iter().map(halves).sum()
    }

    /// The points of `opponent` in the game of `round` in which `player` had `colour`.
    fn points_against(&self, opponent: usize, player: &CrosstableRow, round: u32, colour: Colour) -> i64 {
        let is_that = |entry: &&CrosstableEntry| match entry.event {
            CrosstableEvent::Game { opponent, colour: other, .. } => {
                entry.round == round && other != colour && self.players[opponent].id == player.id
            }
            CrosstableEvent::Bye(_) => false,
        };
        self.players[opponent].entries.iter().find(is_that).map_or(0, |entry| entry.points)
    }

    /// Buchholz in tenths of a point (8.1).
    fn buchholz(&self, player: &CrosstableRow, cut: CutModifier) -> i64 {
        let of_round = |entry: &CrosstableEntry| {
            let score = self.score_met(player, entry);
            Contribution { score, value: score, is_voluntary: entry.is_voluntary() }
        };
        kept(player.entries.iter().map(of_round).collect(), cut)
    }

    /// The score of the opponent in the round (16.3); of a dummy if the round was not played (16.4). In tenths.
    fn score_met(&self, player: &CrosstableRow, entry: &CrosstableEntry) -> i64 {
        let of_opponent = |opponent: usize| self.players[opponent].adjusted(self.draw());
        if let Some(opponent) = entry.met() {
            return of_opponent(opponent);
        }
        let most = entry.scheduled().map_or_else(|| self.draw() * self.rounds, of_opponent);
        player.points().min(most)
    }

    /// The average of the Buchholz scores of the opponents met over the board (8.2).
    fn average_buchholz(&self) -> Vec<Option<Fraction>> {
        let of_each: Vec<i64> = self.players.iter().map(|player| self.buchholz(player, CutModifier::None)).collect();
        self.each(|player| {
            let met: Vec<i64> =
                player.entries.iter().filter_map(CrosstableEntry::met).map(|place| of_each[place]).collect();
            let games = i64::try_from(met.len()).ok().filter(|games| *games > 0)?;
            Some(Fraction::new(met.iter().sum(), 10 * games))
        })
    }

    /// Sonneborn-Berger in hundredths of a point (9.1).
    fn sonneborn_berger(&self, player: &CrosstableRow, cut: CutModifier) -> i64 {
        let of_round = |entry: &CrosstableEntry| {
            let score = self.score_met(player, entry);
            Contribution { score, value: score * entry.points, is_voluntary: entry.is_voluntary() }
        };
        kept(player.entries.iter().map(of_round).collect(), cut)
    }

    /// The points against opponents with half of the possible points or more (9.2), in tenths.
    fn koya(&self, player: &CrosstableRow) -> i64 {
        let (_, win) = self.range(Outcome::Win, Outcome::Win);
        let is_strong = |place: usize| 2 * self.players[place].points() >= win * self.rounds;
        let against_strong = player.entries.iter().filter(|entry| entry.met().is_some_and(is_strong));
        against_strong.map(|entry| entry.points).sum()
    }

    /// The ratings of the opponents met over the board who have one, each with the outcome.
    fn rated_games(&self, player: &CrosstableRow) -> Vec<(i64, Outcome)> {
        let game = |entry: &CrosstableEntry| match entry.event {
            CrosstableEvent::Game { opponent, outcome, .. } if outcome.was_played() => {
                self.players[opponent].rating.map(|rating| (i64::from(rating), outcome))
            }
            CrosstableEvent::Game { .. } | CrosstableEvent::Bye(_) => None,
        };
        player.entries.iter().filter_map(game).collect()
    }

    /// The average rating of the opponents met over the board who have a rating (10.1).
    fn average_rating(&self, player: &CrosstableRow, cut: CutModifier) -> Option<i64> {
        let mut ratings: Vec<i64> = self.rated_games(player).into_iter().map(|(rating, _)| rating).collect();
        ratings.sort_unstable();
        let (low, high) = cut.ends();
        rounded_average(ratings.get(low..ratings.len().checked_sub(high)?)?)
    }

    /// The tournament performance rating (10.2).
    fn performance(&self, player: &CrosstableRow) -> Option<i64> {
        let games = self.rated_games(player);
        let average = self.average_rating(player, CutModifier::None)?;
        let count = i64::try_from(games.len()).ok()?;
        // The score is rounded to hundredths of the games, halves up.
        let hundredths = (100 * halves(&games) + count).div_euclid(2 * count);
        Some(average + rating_difference(u8::try_from(hundredths).ok()?))
    }

    /// The perfect tournament performance: the lowest rating with which the expected score is the score or more (10.3).
    fn perfect_performance(&self, player: &CrosstableRow) -> Option<i64> {
        let games = self.rated_games(player);
        let ratings = || games.iter().map(|(rating, _)| *rating);
        let (lowest, highest) = (ratings().min()?, ratings().max()?);
        let halves = halves(&games);
        if halves == 0 {
            return Some(lowest - 800);
        }
        let expected = |rating: i64| ratings().map(|other| i64::from(expected_score(rating - other))).sum::<i64>();
        let is_enough = |rating: i64| expected(rating) >= 50 * halves;
        // With the lower one nothing is expected, with the higher one everything.
        let (mut below, mut enough) = (lowest - CERTAIN, highest + CERTAIN);
        while enough - below > 1 {
            let middle = (below + enough).div_euclid(2);
            if is_enough(middle) { enough = middle } else { below = middle }
        }
        Some(enough)
    }

    /// The average of a value of the opponents met over the board, of those who have it (10.4, 10.5).
    fn average_of_opponents(&self, value: impl Fn(&CrosstableRow) -> Option<i64>) -> Vec<Option<Fraction>> {
        let of_each: Vec<Option<i64>> = self.players.iter().map(value).collect();
        self.each(|player| {
            let met = player.entries.iter().filter_map(CrosstableEntry::met);
            let values: Vec<i64> = met.filter_map(|place| of_each[place]).collect();
            rounded_average(&values).map(Fraction::from_integer)
        })
    }
}

/// The score of games played over the board in halves of a point, a win being 1 and a draw 1/2 whatever the tournament gives.
fn halves(games: &[(i64, Outcome)]) -> i64 {
    let halves = |(_, outcome): &(i64, Outcome)| match outcome {
        Outcome::Win => 2,
        Outcome::Draw | Outcome::Adjourned => 1,
        Outcome::Loss | Outcome::ForfeitWin | Outcome::ForfeitLoss => 0,
    };
    games.iter().map(halves).sum()
}

/// The average rounded to an integer, halves up; `None` of nothing.
fn rounded_average(values: &[i64]) -> Option<i64> {
    let count = i64::try_from(values.len()).ok().filter(|count| *count > 0)?;
    Some((2 * values.iter().sum::<i64>() + count).div_euclid(2 * count))
}

/// The sum of what the cut leaves.
fn kept(mut contributions: Vec<Contribution>, cut: CutModifier) -> i64 {
    let (low, high) = cut.ends();
    for _ in 0..low {
        least_significant(&contributions).map(|least| contributions.swap_remove(least));
    }
    for _ in 0..high {
        let most = (0..contributions.len()).max_by_key(|place| contributions[*place].value);
        most.map(|most| contributions.swap_remove(most));
    }
    contributions.iter().map(|contribution| contribution.value).sum()
}

/// The place of what is cut: the contribution of the opponent with the lowest score, the lowest of several (14.1), or the
/// lowest one of a voluntary unplayed round, if that is not lower (16.5.1).
fn least_significant(contributions: &[Contribution]) -> Option<usize> {
    let places = || 0..contributions.len();
    let least = places().min_by_key(|place| (contributions[*place].score, contributions[*place].value))?;
    let voluntary = places()
        .filter(|place| contributions[*place].is_voluntary)
        .min_by_key(|place| (contributions[*place].value, contributions[*place].score));
    Some(voluntary.filter(|place| contributions[*place].value >= contributions[least].value).unwrap_or(least))
}

/// The sum of the scores after each round (7.5), without the first ones that are cut (14.1), in tenths.
fn progressive(player: &CrosstableRow, cut: CutModifier) -> i64 {
    let (first, _) = cut.ends();
    let (mut score, mut sum) = (0, 0);
    for round in player.entries.chunk_by(|one, other| one.round == other.round) {
        score += round.iter().map(|entry| entry.points + entry.adjustment).sum::<i64>();
        if round.iter().all(|entry| entry.round as usize > first) {
            sum += score;
        }
    }
    sum
}

const OVER_THE_BOARD: [Outcome; 4] = [Outcome::Win, Outcome::Draw, Outcome::Loss, Outcome::Adjourned];

/// Whether the round was a game with one of these outcomes, and with this colour if one is given.
fn has(entry: &CrosstableEntry, colour: Option<Colour>, outcomes: &[Outcome]) -> bool {
    match entry.event {
        CrosstableEvent::Game { colour: own, outcome, .. } => {
            colour.is_none_or(|colour| colour == own) && outcomes.contains(&outcome)
        }
        CrosstableEvent::Bye(_) => false,
    }
}

fn whole(count: usize) -> Fraction {
    Fraction::from_integer(i64::try_from(count).unwrap_or(i64::MAX))
}
