use super::{Entrants, Event, kendall, spearman};
use crate::compare::{self, Metrics};
use crate::ranking::{self, TieBreak};
use crate::tournament::{ByeKind, Colour, PlayerId, RoundError, Tournament};
use itertools::Itertools;
use std::collections::{BTreeMap, BTreeSet};
use strum::{EnumString, IntoStaticStr, VariantArray};

/// A number that every event of an arm has.
///
/// Colours and opponents are those of games played over the board; forfeited games are none (1998 F.2). Scores are
/// those that pairing goes by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum Metric {
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
    /// Players who float in the same direction as in the round before, in all rounds; the bye is a downfloat.
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

/// The values of the metrics of one event and arm, in the order in which they are asked for; `None` where there is none.
pub type Row = Vec<Option<f64>>;

impl Metric {
    /// Every metric.
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// The name, in files and tables.
    #[must_use]
    pub fn id(self) -> &'static str {
        self.into()
    }
}

/// What the metrics are made of.
pub(super) struct Measured<'e> {
    event: &'e Event,
    entrants: &'e Entrants,
    /// The final rank of each player, by pairing number.
    ranks: Vec<usize>,
    /// The true strength of each player, by pairing number.
    strengths: Vec<f64>,
}

impl<'e> Measured<'e> {
    /// An event that is over, ranked by points and `tie_breaks`.
    pub fn new(event: &'e Event, entrants: &'e Entrants, tie_breaks: &[TieBreak]) -> Result<Self, RoundError> {
        let mut ranks = vec![0; entrants.players().len()];
        for line in ranking::ranking(&event.tournament, tie_breaks)? {
            if let Some(rank) = ranks.get_mut((line.id.0 as usize).wrapping_sub(1)) {
                *rank = line.rank;
            }
        }
        let strengths = entrants.players().map(|player| player.strength).collect();
        Ok(Self { event, entrants, ranks, strengths })
    }

    pub fn value(&self, metric: Metric) -> Option<f64> {
        use compare::Metric as Counted;
        let counts = &self.event.counts;
        let rounds = self.event.tournament.rounds.len();
        let sum = |metrics: &[Counted]| metrics.iter().map(|metric| counts.get(*metric)).sum::<i64>() as f64;
        let a_round = |metric| (rounds > 0).then(|| sum(&[metric]) / rounds as f64);
        match metric {
            // The first rank and the greatest strength come first.
            Metric::Kendall => kendall(&self.ranks, &self.weaknesses()),
            Metric::Spearman => spearman(&self.ranks, &self.weaknesses()),
            Metric::StrongestWins => {
                let best = self.strengths.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                Some(f64::from(u8::from(self.winners().any(|place| self.strengths[place] == best))))
            }
            Metric::WinnerRank => {
                let ranks = super::correlation::doubled_ranks(&self.weaknesses());
                let of_winners: Vec<i128> = self.winners().map(|place| ranks[place]).collect();
                let doubled = of_winners.iter().sum::<i128>() as f64 / of_winners.len() as f64;
                (!of_winners.is_empty()).then_some(doubled / 2.0)
            }
            Metric::Floats => Some(sum(&[Counted::Upfloats])),
            Metric::RepeatedFloats => Some(sum(&[Counted::DownfloatsRoundBefore, Counted::UpfloatsRoundBefore])),
            Metric::ScoreDifference => {
                Some(sum(&[Counted::ScoreDifference]) / f64::from(Counted::ScoreDifference.parts()))
            }
            Metric::ColourDifference => Some(self.colour_differences().map(f64::from).sum()),
            Metric::ColourDifferenceTwo => {
                Some(self.colour_differences().filter(|difference| *difference >= 2).count() as f64)
            }
            Metric::AbsoluteDenied => a_round(Counted::AbsoluteDenied),
            Metric::StrongDenied => a_round(Counted::StrongDenied),
            Metric::OppositionSpread => self.opposition_spread(),
            Metric::Rematches => Some(rematches(&self.event.tournament) as f64),
            Metric::Infeasible => Some(f64::from(u8::from(self.event.is_infeasible))),
            Metric::Byes => {
                let byes = self.event.tournament.rounds.iter().flat_map(|round| &round.byes);
                Some(byes.filter(|bye| bye.kind == ByeKind::Pairing).count() as f64)
            }
            Metric::Rounds => Some(rounds as f64),
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
