//! How much a term can count, so that no value leaves its range.

use super::Term;
use crate::tournament::{PlayerState, RoundState};

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
