use super::own_metric::{OwnMetric, PlayedRounds};
use super::{
    Arm, Entrants, Event, EventEnd, Experiment, FinishedEvent, MeasureFunction, MeasuredMetric, kendall, spearman,
};
use crate::files::nearest::did_you_mean;
use crate::questions::metrics::{self, Metrics};
use crate::questions::ranking::{self, TieBreak};
use crate::tournament::{ByeKind, Colour, PlayerId, RoundError, Tournament};
use itertools::Itertools;
use schemars::JsonSchema;
use serde::Serialize;
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use strum::{EnumString, IntoStaticStr, VariantArray};

/// A number that an event of an arm has.
#[derive(Clone)]
pub struct ExperimentMetric {
    /// What it is. No event was measured yet, so nothing is constant.
    pub(super) measured: MeasuredMetric,
    pub(super) measure: Measure,
}

/// How a metric is measured.
#[derive(Clone)]
pub(super) enum Measure {
    /// By the program.
    BuiltIn(EventMetric),
    /// By an expression: a `[[metric]]` of the experiment.
    Own(Arc<OwnMetric>),
    /// By a function.
    Function(Arc<MeasureFunction>),
}

/// Which end of a metric is the better one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema, EnumString, IntoStaticStr, VariantArray)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Better {
    /// Great values are better.
    High,
    /// Small values are better.
    Low,
}

impl From<EventMetric> for ExperimentMetric {
    fn from(metric: EventMetric) -> Self {
        let (words, unit, better) = metric.described();
        Self::new(metric.id(), words.to_owned(), unit.to_owned(), better, Measure::BuiltIn(metric))
    }
}

impl ExperimentMetric {
    pub(super) fn new(name: &str, words: String, unit: String, better: Option<Better>, measure: Measure) -> Self {
        let measured = MeasuredMetric { metric: name.to_owned(), words, unit, better, constant: None };
        Self { measured, measure }
    }

    /// One that a function measures. Its name has small letters, digits and `_`, as that of every metric; `better` is the end that is.
    pub fn of_function(name: &str, better: Option<Better>, function: Arc<MeasureFunction>) -> Self {
        Self::new(name, name.replace('_', " "), String::new(), better, Measure::Function(function))
    }

    /// The name, in files and tables.
    pub fn id(&self) -> &str {
        &self.measured.metric
    }

    /// The place of this name among `names`.
    ///
    /// # Errors
    /// A sentence with the names that there are.
    pub(crate) fn place<'n>(names: impl Iterator<Item = &'n str>, name: &str) -> Result<usize, String> {
        let names: Vec<&str> = names.collect();
        names.iter().position(|known| *known == name).ok_or_else(|| {
            format!("there is no metric '{name}'{}; write one of {}", did_you_mean(name, &names), names.join(", "))
        })
    }

    /// The metric of the program, if it is one.
    pub const fn built_in(&self) -> Option<EventMetric> {
        match self.measure {
            Measure::BuiltIn(metric) => Some(metric),
            Measure::Own(_) | Measure::Function(_) => None,
        }
    }
}

/// A number that an event of an arm has. An event in which nothing was played has those only that say so.
///
/// Colours and opponents are those of games played over the board; forfeited games are none (1998 F.2). Scores are
/// those that pairing goes by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum EventMetric {
    /// Kendall's tau-b of the final ranking and the true strengths: 1 if they agree.
    Kendall,
    /// Spearman's rho of the same.
    Spearman,
    /// 1 if the strongest player wins, also if others share the first place; 0 if not.
    StrongestWins,
    /// The winner's rank by true strength, from 1; the mean of those who share the first place.
    WinnerRank,
    /// Boards whose players have unequal scores, in all rounds.
    Floats,
    /// Players who float in the same direction as in the round before, in all rounds. The bye is a downfloat; in the round before,
    /// so are all byes with points and a win by forfeit (2012 B.1.b), and no other forfeited game is a float.
    RepeatedFloats,
    /// Points between the two players of each board, summed over all boards.
    ScoreDifference,
    /// Whites less Blacks of each player at the end, without the sign, summed.
    ColourDifference,
    /// Players whose Whites and Blacks differ by 2 or more at the end.
    ColourDifferenceTwo,
    /// Absolute colour preferences that are not granted, a round.
    AbsoluteDenied,
    /// Strong colour preferences that are not granted, a round.
    StrongDenied,
    /// The standard deviation of the mean rating of the opponents of each player.
    OppositionSpread,
    /// Pairs who were paired although they had met.
    Rematches,
    /// 1 if a round had no pairing, which ended the event; 0 if not.
    Infeasible,
    /// Pairing-allocated byes.
    Byes,
    /// The rounds that were played.
    Rounds,
}

/// What one event of an arm is worth.
#[derive(Debug, Clone, PartialEq)]
pub struct EventRow {
    /// If not all rounds were played, how it ended.
    pub ended: Option<EventEnd>,
    /// The values of the metrics, in the order in which they are asked for; `None` where there is none.
    pub values: Vec<Option<f64>>,
}

impl EventRow {
    /// Whether `experiment` may have it: a value for each metric and none too many, and an end that goes with those which say so.
    pub(super) fn is_of(&self, experiment: &Experiment) -> bool {
        let played = self.ended.as_ref().map_or(experiment.rounds, |ended| ended.round.saturating_sub(1));
        let is_early = self.ended.is_none() || (1..=experiment.rounds).contains(&(played + 1));
        let is_infeasible = self.ended.as_ref().is_some_and(EventEnd::is_infeasible);
        let fits = |(metric, value): (&ExperimentMetric, &Option<f64>)| match metric.built_in() {
            Some(EventMetric::Rounds) => *value == Some(f64::from(played)),
            Some(EventMetric::Infeasible) => *value == Some(f64::from(u8::from(is_infeasible))),
            _ => played > 0 || value.is_none(),
        };
        let values = experiment.metrics.iter().zip(&self.values);
        self.values.len() == experiment.metrics.len() && is_early && values.into_iter().all(fits)
    }

    /// The value of the metric at `place` for the mean of the arm. An event that ended early has none but those of
    /// [`EventMetric::is_of_every_event`]: what fewer rounds bring is not what all of them do.
    pub fn counted(&self, metric: &ExperimentMetric, place: usize) -> Option<f64> {
        let is_counted = self.ended.is_none() || metric.built_in().is_some_and(EventMetric::is_of_every_event);
        self.values.get(place).copied().flatten().filter(|_| is_counted)
    }
}

impl EventMetric {
    /// Every metric.
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// Whether it says how far an event came, so that every event has it: also one in which nothing was played.
    pub const fn is_of_every_event(self) -> bool {
        matches!(self, Self::Infeasible | Self::Rounds)
    }

    /// Whether events of teams have it: their colour preferences are others than those of players, and a bye is no float.
    pub const fn is_of_teams(self) -> bool {
        !matches!(self, Self::AbsoluteDenied | Self::StrongDenied | Self::RepeatedFloats)
    }

    /// The name, in files and tables.
    pub fn id(self) -> &'static str {
        self.into()
    }

    /// What it is, in words; what is counted; and which end is better.
    const fn described(self) -> (&'static str, &'static str, Option<Better>) {
        use Better::{High, Low};
        match self {
            Self::Kendall => ("ranking quality, Kendall's τ", "", Some(High)),
            Self::Spearman => ("ranking quality, Spearman's ρ", "", Some(High)),
            Self::StrongestWins => ("the strongest player wins", "share of events", Some(High)),
            Self::WinnerRank => ("the winner's rank by strength", "rank", Some(Low)),
            Self::Floats => ("boards with unequal scores", "boards an event", Some(Low)),
            Self::RepeatedFloats => ("floats as in the round before", "players an event", Some(Low)),
            Self::ScoreDifference => ("score differences", "points an event", Some(Low)),
            Self::ColourDifference => ("colour differences at the end", "games an event", Some(Low)),
            Self::ColourDifferenceTwo => ("colour differences of two or more", "players an event", Some(Low)),
            Self::AbsoluteDenied => ("absolute preferences denied", "players a round", Some(Low)),
            Self::StrongDenied => ("strong preferences denied", "players a round", Some(Low)),
            Self::OppositionSpread => ("spread of the mean opponents", "rating points", Some(Low)),
            Self::Rematches => ("rematches", "boards an event", Some(Low)),
            Self::Infeasible => ("no legal pairing left", "share of events", Some(Low)),
            Self::Byes => ("pairing-allocated byes", "byes an event", None),
            Self::Rounds => ("rounds that were played", "rounds an event", Some(High)),
        }
    }
}

/// What the metrics are made of.
pub(super) struct MetricSource<'e> {
    event: &'e Event,
    number: u64,
    arm: &'e Arm,
    entrants: &'e Entrants,
    /// The final rank of each player, by pairing number.
    ranks: Vec<usize>,
    /// The true strength of each player, by pairing number.
    strengths: Vec<f64>,
    /// What own metrics are asked of, if there are any.
    played: OnceCell<PlayedRounds>,
}

impl<'e> MetricSource<'e> {
    /// Event `number` of `arm`, which is over, ranked by points and `tie_breaks`.
    pub fn new(
        event: &'e Event,
        entrants: &'e Entrants,
        (number, arm): (u64, &'e Arm),
        tie_breaks: &[TieBreak],
    ) -> Result<Self, RoundError> {
        let mut ranks = vec![0; entrants.players().len()];
        for line in ranking::ranking(&event.tournament, tie_breaks)? {
            if let Some(rank) = ranks.get_mut((line.id.0 as usize).wrapping_sub(1)) {
                *rank = line.rank;
            }
        }
        let strengths = entrants.players().map(|player| player.strength).collect();
        Ok(Self { event, number, arm, entrants, ranks, strengths, played: OnceCell::new() })
    }

    /// The value of `metric`; an error is a round, and a sentence on a value of an own metric that cannot be found.
    pub fn value(&self, metric: &ExperimentMetric) -> Result<Option<f64>, (u32, String)> {
        let tournament = &self.event.tournament;
        match &metric.measure {
            Measure::BuiltIn(metric) => Ok(self.built_in(*metric)),
            Measure::Own(_) | Measure::Function(_) if tournament.rounds.is_empty() => Ok(None),
            Measure::Own(own) => own.value(self.played()?),
            Measure::Function(function) => {
                let (event, arm) = (self.number, self.arm.name.as_str());
                let (ranks, strengths) = (&self.ranks[..], &self.strengths[..]);
                let value = function(&FinishedEvent { event, arm, tournament, ranks, strengths });
                let value = value.and_then(|value| match value {
                    Some(value) if !value.is_finite() => Err(format!("{value} is no value")),
                    value => Ok(value),
                });
                let last = u32::try_from(tournament.rounds.len()).unwrap_or(u32::MAX);
                value.map_err(|why| (last, format!("metric {}: {why}", metric.id())))
            }
        }
    }

    fn played(&self) -> Result<&PlayedRounds, (u32, String)> {
        if let Some(played) = self.played.get() {
            return Ok(played);
        }
        let played = PlayedRounds::new(&self.event.tournament, &self.ranks, &self.strengths);
        let played = played.map_err(|error| (0, error.to_string()))?;
        Ok(self.played.get_or_init(|| played))
    }

    fn built_in(&self, metric: EventMetric) -> Option<f64> {
        use metrics::Metric as Counted;
        let counts = &self.event.counts;
        let rounds = self.event.tournament.rounds.len();
        if rounds == 0 && !metric.is_of_every_event() {
            return None;
        }
        let sum = |metrics: &[Counted]| metrics.iter().map(|metric| counts.get(*metric)).sum::<i64>() as f64;
        let a_round = |metric| Some(sum(&[metric]) / rounds as f64);
        match metric {
            // The first rank and the greatest strength come first.
            EventMetric::Kendall => kendall(&self.ranks, &self.weaknesses()),
            EventMetric::Spearman => spearman(&self.ranks, &self.weaknesses()),
            EventMetric::StrongestWins => {
                let best = self.strengths.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                Some(f64::from(u8::from(self.winners().any(|place| self.strengths[place] == best))))
            }
            EventMetric::WinnerRank => {
                let ranks = super::correlation::doubled_ranks(&self.weaknesses());
                let of_winners: Vec<i128> = self.winners().map(|place| ranks[place]).collect();
                let doubled = of_winners.iter().sum::<i128>() as f64 / of_winners.len() as f64;
                (!of_winners.is_empty()).then_some(doubled / 2.0)
            }
            EventMetric::Floats => Some(sum(&[Counted::Upfloats])),
            EventMetric::RepeatedFloats => Some(sum(&[Counted::DownfloatsRoundBefore, Counted::UpfloatsRoundBefore])),
            EventMetric::ScoreDifference => {
                Some(sum(&[Counted::ScoreDifference]) / f64::from(Counted::ScoreDifference.parts()))
            }
            EventMetric::ColourDifference => Some(self.colour_differences().map(f64::from).sum()),
            EventMetric::ColourDifferenceTwo => {
                Some(self.colour_differences().filter(|difference| *difference >= 2).count() as f64)
            }
            EventMetric::AbsoluteDenied => a_round(Counted::AbsoluteDenied),
            EventMetric::StrongDenied => a_round(Counted::StrongDenied),
            EventMetric::OppositionSpread => self.opposition_spread(),
            EventMetric::Rematches => Some(rematches(&self.event.tournament) as f64),
            EventMetric::Infeasible => Some(f64::from(u8::from(self.event.is_infeasible()))),
            EventMetric::Byes => {
                let byes = self.event.tournament.rounds.iter().flat_map(|round| &round.byes);
                Some(byes.filter(|bye| bye.kind == ByeKind::Pairing).count() as f64)
            }
            EventMetric::Rounds => Some(rounds as f64),
        }
    }

    fn weaknesses(&self) -> Vec<f64> {
        self.strengths.iter().map(|strength| -strength).collect()
    }

    /// The places of the players who share the first rank.
    fn winners(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.ranks.len()).filter(|place| self.ranks[*place] == 1)
    }

    /// Whites less Blacks of each player who had any, without the sign.
    fn colour_differences(&self) -> impl Iterator<Item = u32> {
        let mut differences: BTreeMap<PlayerId, i32> = BTreeMap::new();
        for (white, black) in played(&self.event.tournament) {
            *differences.entry(white).or_default() += Colour::White.sign();
            *differences.entry(black).or_default() += Colour::Black.sign();
        }
        differences.into_values().map(i32::unsigned_abs)
    }

    /// The standard deviation (of a sample) of the players' mean opponents, among those who played; `None` of fewer than two.
    fn opposition_spread(&self) -> Option<f64> {
        let ratings: Vec<u32> = self.entrants.players().map(|player| player.rating).collect();
        let rating = |id: PlayerId| u64::from(ratings.get(id.0 as usize - 1).copied().unwrap_or_default());
        let mut opponents: BTreeMap<PlayerId, (u64, u64)> = BTreeMap::new();
        for (white, black) in played(&self.event.tournament) {
            for (player, opponent) in [(white, black), (black, white)] {
                let (sum, count) = opponents.entry(player).or_default();
                (*sum, *count) = (*sum + rating(opponent), *count + 1);
            }
        }
        let means: Vec<f64> = opponents.values().map(|(sum, count)| *sum as f64 / *count as f64).collect();
        super::mean(&means).and_then(|of| of.se).map(|se| se * libm::sqrt(means.len() as f64))
    }
}

/// White and Black of each game played over the board, in order.
fn played(tournament: &Tournament) -> impl Iterator<Item = (PlayerId, PlayerId)> + '_ {
    let games = tournament.rounds.iter().flat_map(|round| &round.games);
    games.filter(|game| game.result.is_some_and(|result| result.was_played())).map(|game| (game.white, game.black))
}

/// The games of players who had played each other before.
fn rematches(tournament: &Tournament) -> usize {
    let mut met = BTreeSet::new();
    let mut again = 0;
    for round in &tournament.rounds {
        let pair = |white: PlayerId, black: PlayerId| (white.min(black), white.max(black));
        again += round.games.iter().filter(|game| met.contains(&pair(game.white, game.black))).count();
        let played = round.games.iter().filter(|game| game.result.is_some_and(|result| result.was_played()));
        met.extend(played.map(|game| pair(game.white, game.black)).collect_vec());
    }
    again
}

/// The sum of the metrics of all rounds.
pub(super) type Counts = Metrics;
