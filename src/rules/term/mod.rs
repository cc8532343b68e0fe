mod place;

pub use place::Places;

use super::text::TERMS;
use super::{Hard, Rule};
use crate::tournament::{Colour, Float, GamesPerPairing, PlayerState, RoundState};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::VariantArray;

/// A term: something that an objective counts.
///
/// Its count is a sum over the round: for each board, the count of its two players ([`Term::of_pair`]); for each player
/// at a board, the count of the colour received ([`Term::of_colour`]); and the count of the bye ([`Term::of_bye`]).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema, VariantArray)]
#[serde(rename_all = "kebab-case")]
pub enum Term {
    /// Boards.
    PairsMade,
    /// Players paired now who had no opponent last round.
    UnpairedLastRound,
    /// Points between the two players of each board.
    ScoreDifference,
    /// Points between the bye's receiver and the lowest score present.
    ByeScore,
    /// Players whose colour difference becomes +2 or -2.
    ColourDifferenceTwo,
    /// Strong colour preferences denied.
    StrongDenied,
    /// Mild colour preferences denied.
    AlternationDenied,
    /// Absolute colour differences after the round, summed.
    ColourDifference,
    /// Places between each pairing and the fold.
    FoldDistance,
    /// Squares of the points between the two players of each board.
    SquaredScoreDifference,
    /// Squares of the colour differences after the round.
    SquaredColourDifference,
    /// Rating points between the two players of each board.
    RatingDifference,
    /// Squares of the rating points between the two players of each board.
    SquaredRatingDifference,
    /// Players who downfloat as in the last round.
    RepeatedDownfloat,
    /// Players who upfloat as in the last round.
    RepeatedUpfloat,
    /// Players who downfloat as two rounds before.
    RepeatedDownfloatTwoBefore,
    /// Players who upfloat as two rounds before.
    RepeatedUpfloatTwoBefore,
    /// Boards with both players of one federation.
    SameFederation,
    /// How far the ratings of each player's opponents are from the mean of the field, summed.
    OppositionSpread,
    /// Places between each pairing and neighbours.
    AdjacentDistance,
    /// Squared places between each pairing and the highest against the lowest.
    MirrorDistance,
    /// Places between each pairing and neighbours by lot.
    RandomDistance,
    /// Squared places between each pairing and the strongest opposition against the weakest.
    BursteinDistance,
    /// Pairs that met before: breaches of [`Hard::NoRematch`].
    Rematch,
    /// Pairs that the organiser keeps apart: breaches of [`Hard::NoForbiddenPair`].
    ForbiddenPair,
    /// Players with a colour three times running: breaches of [`Hard::NoThirdColour`].
    ThirdColour,
    /// Players whose colour difference goes beyond two: breaches of [`Hard::ColourBalance`].
    ColourImbalance,
    /// A bye for somebody who scored without playing: a breach of [`Hard::NoSecondBye`].
    SecondBye,
}

/// The greatest count of a term in a round, without its sign and with [`Term::places`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct GreatestCount {
    /// For one board, or the bye.
    pub pair: i128,
    /// For all boards and the bye together.
    pub round: i128,
}

impl GreatestCount {
    /// No more than `pair` on each board, and for the bye.
    fn of_pairs(pair: i128, state: &RoundState) -> Self {
        Self { pair, round: pair * state.players().len().div_ceil(2) as i128 }
    }
}

impl Term {
    /// One of what most terms count, in tenths.
    pub const UNIT: i64 = 10;

    /// Every term.
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// The rule's text.
    pub fn rule(self) -> &'static Rule {
        &TERMS[self as usize]
    }

    /// The hard rule whose breaches the term counts, if it counts any.
    pub const fn breached(self) -> Option<Hard> {
        match self {
            Self::Rematch => Some(Hard::NoRematch),
            Self::ForbiddenPair => Some(Hard::NoForbiddenPair),
            Self::ThirdColour => Some(Hard::NoThirdColour),
            Self::ColourImbalance => Some(Hard::ColourBalance),
            Self::SecondBye => Some(Hard::NoSecondBye),
            _ => None,
        }
    }

    /// The term that counts the breaches of a hard rule.
    pub const fn of_breaches(rule: Hard) -> Self {
        match rule {
            Hard::NoRematch => Self::Rematch,
            Hard::NoForbiddenPair => Self::ForbiddenPair,
            Hard::NoThirdColour => Self::ThirdColour,
            Hard::ColourBalance => Self::ColourImbalance,
            Hard::NoSecondBye => Self::SecondBye,
        }
    }

    /// How many places the count has: it is a whole number of tenths, of hundredths …
    pub const fn places(self) -> u32 {
        match self {
            Self::SquaredScoreDifference => 2,
            _ => 1,
        }
    }

    /// What the term counts for `one` and `other` at a board, without their colours; with [`Term::places`].
    pub fn of_pair(self, state: &RoundState, one: &PlayerState, other: &PlayerState) -> i64 {
        if let Some(rule) = self.breached() {
            return Self::UNIT * i64::from(rule.forbids_pair(state, one, other));
        }
        let apart = || i64::from(one.score.abs_diff(other.score).tenths());
        let ratings_apart = || one.rating.zip(other.rating).map_or(0, |(a, b)| i64::from(a.abs_diff(b)));
        match self {
            Self::PairsMade => Self::UNIT,
            Self::UnpairedLastRound => {
                Self::UNIT * [one, other].iter().filter(|p| p.was_unpaired_last_round()).count() as i64
            }
            Self::ScoreDifference => apart(),
            Self::SquaredScoreDifference => apart() * apart(),
            Self::RatingDifference => Self::UNIT * ratings_apart(),
            // Beyond the range only with the weight 0.
            Self::SquaredRatingDifference => Self::UNIT.saturating_mul(ratings_apart().saturating_mul(ratings_apart())),
            Self::SameFederation => {
                Self::UNIT * i64::from(one.federation.is_some() && one.federation == other.federation)
            }
            Self::OppositionSpread => {
                let mean = state.mean_rating();
                let beside = |player: &PlayerState, opponent| {
                    (opposition_deviation(state, player) + deviation(opponent, mean)).abs()
                };
                Self::UNIT * (beside(one, other) + beside(other, one))
            }
            _ => {
                if let Some((float, rounds_ago)) = self.float() {
                    let repeats =
                        |player: &PlayerState, floats: bool| floats && player.float(rounds_ago) == Some(float);
                    let floats = |player: &PlayerState, opponent: &PlayerState| match float {
                        Float::Down => player.score > opponent.score,
                        Float::Up => player.score < opponent.score,
                    };
                    return Self::UNIT
                        * (i64::from(repeats(one, floats(one, other)))
                            + i64::from(repeats(other, floats(other, one))));
                }
                if !self.counts_places() {
                    return 0;
                }
                let places = Places::all(state, self);
                let place = |player: &PlayerState| places.get(state.rank(player.id)?);
                place(one).zip(place(other)).map_or(0, |(one, other)| Places::distance(self, one, other))
            }
        }
    }

    /// The float that the term counts, and how many rounds ago it was.
    const fn float(self) -> Option<(Float, usize)> {
        match self {
            Self::RepeatedDownfloat => Some((Float::Down, 1)),
            Self::RepeatedUpfloat => Some((Float::Up, 1)),
            Self::RepeatedDownfloatTwoBefore => Some((Float::Down, 2)),
            Self::RepeatedUpfloatTwoBefore => Some((Float::Up, 2)),
            _ => None,
        }
    }

    /// What [`Term::of_pair`] looks at in a player: two pairs of players who agree in it count the same. `None` if it looks at
    /// the player's place in the score group ([`Term::counts_places`]).
    pub fn trait_of(self, state: &RoundState, player: &PlayerState) -> Option<Vec<i64>> {
        if self.counts_places() {
            return None;
        }
        let (score, rating) = (i64::from(player.score.tenths()), player.rating.map_or(-1, i64::from));
        if let Some((float, rounds_ago)) = self.float() {
            return Some(vec![score, (player.float(rounds_ago) == Some(float)).into()]);
        }
        Some(match self {
            Self::ScoreDifference | Self::SquaredScoreDifference => vec![score],
            Self::UnpairedLastRound => vec![player.was_unpaired_last_round().into()],
            Self::RatingDifference | Self::SquaredRatingDifference => vec![rating],
            Self::SameFederation => player.federation.iter().flat_map(|code| code.bytes().map(i64::from)).collect(),
            Self::OppositionSpread => vec![deviation(player, state.mean_rating()), opposition_deviation(state, player)],
            // Whom the player has met, or may not meet, is nobody else's.
            Self::Rematch if player.history.iter().all(|past| past.event.met().is_none()) => Vec::new(),
            Self::Rematch | Self::ForbiddenPair => vec![player.id.0.into()],
            _ => Vec::new(),
        })
    }

    /// What the term counts for `player` at a board with `colour`; with [`Term::places`].
    pub fn of_colour(self, state: &RoundState, player: &PlayerState, colour: Colour) -> i64 {
        if state.games_per_pairing() == GamesPerPairing::Two {
            return 0;
        }
        if let Some(rule) = self.breached() {
            return Self::UNIT * i64::from(rule.forbids_colour(state, player, colour));
        }
        let before = player.colour_difference();
        let after = before + colour.sign();
        match self {
            Self::ColourDifferenceTwo => Self::UNIT * i64::from(after.abs() >= 2),
            Self::StrongDenied => Self::UNIT * i64::from(before.abs() == 1 && after.abs() == 2),
            Self::AlternationDenied => Self::UNIT * i64::from(before == 0 && player.last_colour() == Some(colour)),
            Self::ColourDifference => Self::UNIT * i64::from(after.abs()),
            Self::SquaredColourDifference => Self::UNIT * i64::from(after) * i64::from(after),
            _ => 0,
        }
    }

    /// What the term counts for the bye given to `player`; with [`Term::places`].
    pub fn of_bye(self, state: &RoundState, player: &PlayerState) -> i64 {
        if let Some(rule) = self.breached() {
            return Self::UNIT * i64::from(rule.forbids_bye(player));
        }
        match self {
            Self::ByeScore => {
                let lowest = state.players().last().map_or(player.score, |last| last.score);
                i64::from((player.score - lowest).tenths())
            }
            Self::RepeatedDownfloat => Self::UNIT * i64::from(player.float(1) == Some(Float::Down)),
            Self::RepeatedDownfloatTwoBefore => Self::UNIT * i64::from(player.float(2) == Some(Float::Down)),
            _ if self.counts_places() => {
                let places = Places::all(state, self);
                state.rank(player.id).and_then(|rank| places.get(rank)).map_or(0, |place| place.of_bye(self))
            }
            _ => 0,
        }
    }

    /// The most that the term can count in the round of `state`: not always reached, never exceeded.
    pub fn most(self, state: &RoundState) -> GreatestCount {
        let unit = i128::from(Self::UNIT);
        let players = state.players();
        let tenths = |player: &PlayerState| i128::from(player.score.tenths());
        let size = |player: &PlayerState| tenths(player).abs();
        // The difference of two scores is at most the sum of their sizes.
        let points: i128 = players.iter().map(size).sum();
        let widest = 2 * players.iter().map(size).max().unwrap_or(0);
        let of_two = |most: i128| GreatestCount::of_pairs(2 * most * unit, state);
        match self {
            Self::PairsMade | Self::Rematch | Self::ForbiddenPair | Self::SecondBye => {
                GreatestCount::of_pairs(unit, state)
            }
            Self::UnpairedLastRound
            | Self::ColourDifferenceTwo
            | Self::StrongDenied
            | Self::AlternationDenied
            | Self::ThirdColour
            | Self::ColourImbalance => of_two(1),
            Self::ScoreDifference => GreatestCount { pair: widest, round: points },
            Self::ByeScore => GreatestCount { pair: widest, round: widest },
            Self::ColourDifference => of_two(colour_difference(state)),
            Self::SquaredScoreDifference => GreatestCount { pair: widest * widest, round: widest * points },
            Self::SquaredColourDifference => of_two(colour_difference(state) * colour_difference(state)),
            Self::RatingDifference => GreatestCount::of_pairs(ratings(state) * unit, state),
            Self::SquaredRatingDifference => GreatestCount::of_pairs(ratings(state) * ratings(state) * unit, state),
            Self::RepeatedDownfloat
            | Self::RepeatedUpfloat
            | Self::RepeatedDownfloatTwoBefore
            | Self::RepeatedUpfloatTwoBefore => of_two(1),
            Self::SameFederation => GreatestCount::of_pairs(unit, state),
            Self::OppositionSpread => of_two(i128::from(state.round()) * ratings(state)),
            Self::FoldDistance | Self::AdjacentDistance | Self::RandomDistance => {
                GreatestCount::of_pairs(players.len() as i128 * unit, state)
            }
            // Of two floaters, each counts at most twice its group's size for each other member.
            Self::MirrorDistance | Self::BursteinDistance => {
                let size = players.len() as i128;
                GreatestCount::of_pairs(2 * size * size * unit, state)
            }
        }
    }
}

/// How far the player's rating is from the mean; 0 without a rating.
fn deviation(player: &PlayerState, mean: i64) -> i64 {
    player.rating.map_or(0, |rating| i64::from(rating) - mean)
}

/// The deviations of the opponents met so far, summed.
fn opposition_deviation(state: &RoundState, player: &PlayerState) -> i64 {
    let opponents = player.history.iter().filter_map(|past| past.event.met());
    let known = |id| state.player(id).or_else(|| state.absent().iter().find(|player| player.id == id));
    opponents.filter_map(known).map(|opponent| deviation(opponent, state.mean_rating())).sum()
}

/// The greatest colour difference after the round, without its sign.
fn colour_difference(state: &RoundState) -> i128 {
    let before = state.players().iter().map(|player| i128::from(player.colour_difference().abs()));
    before.max().unwrap_or(0) + 1
}

/// The greatest rating of anybody, than which no two ratings are further apart.
fn ratings(state: &RoundState) -> i128 {
    let everybody = state.players().iter().chain(state.absent());
    everybody.filter_map(|player| player.rating).map(i128::from).max().unwrap_or(0)
}
