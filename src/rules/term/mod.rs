mod bound;
mod rule;

pub use bound::Most;

use crate::tournament::{Colour, GamesPerPairing, PlayerState, RoundState};
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
}

impl Term {
    /// One unit, in tenths.
    pub const UNIT: i64 = 10;

    /// Every term.
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// How many places the count has: it is a whole number of tenths, of hundredths …
    #[must_use]
    pub const fn places(self) -> u32 {
        1
    }

    /// What the term counts for `one` and `other` at a board, without their colours; in tenths.
    #[must_use]
    pub fn of_pair(self, state: &RoundState, one: &PlayerState, other: &PlayerState) -> i64 {
        match self {
            Self::PairsMade => Self::UNIT,
            Self::UnpairedLastRound => {
                Self::UNIT * [one, other].iter().filter(|p| p.was_unpaired_last_round()).count() as i64
            }
            Self::ScoreDifference => i64::from(one.score.abs_diff(other.score).tenths()),
            Self::FoldDistance => {
                let (one, other) = (Places::of(state, one), Places::of(state, other));
                Self::UNIT
                    * if one.is_above(&other) { fold_distance(&one, &other) } else { fold_distance(&other, &one) }
            }
            Self::ByeScore
            | Self::ColourDifferenceTwo
            | Self::StrongDenied
            | Self::AlternationDenied
            | Self::ColourDifference => 0,
        }
    }

    /// What [`Term::of_pair`] looks at in a player: two pairs of players who agree in it count the same. `None` if it looks at
    /// the player's place in the score group, as [`Term::FoldDistance`] does.
    #[must_use]
    pub fn trait_of(self, player: &PlayerState) -> Option<i64> {
        match self {
            Self::ScoreDifference => Some(player.score.tenths().into()),
            Self::UnpairedLastRound => Some(player.was_unpaired_last_round().into()),
            Self::FoldDistance => None,
            Self::PairsMade
            | Self::ByeScore
            | Self::ColourDifferenceTwo
            | Self::StrongDenied
            | Self::AlternationDenied
            | Self::ColourDifference => Some(0),
        }
    }

    /// What the term counts for `player` at a board with `colour`; in tenths.
    #[must_use]
    pub fn of_colour(self, state: &RoundState, player: &PlayerState, colour: Colour) -> i64 {
        if state.games_per_pairing() == GamesPerPairing::Two {
            return 0;
        }
        let before = player.colour_difference();
        let after = before + colour.sign();
        match self {
            Self::ColourDifferenceTwo => Self::UNIT * i64::from(after.abs() >= 2),
            Self::StrongDenied => Self::UNIT * i64::from(before.abs() == 1 && after.abs() == 2),
            Self::AlternationDenied => Self::UNIT * i64::from(before == 0 && player.last_colour() == Some(colour)),
            Self::ColourDifference => Self::UNIT * i64::from(after.abs()),
            Self::PairsMade | Self::UnpairedLastRound | Self::ScoreDifference | Self::ByeScore | Self::FoldDistance => {
                0
            }
        }
    }

    /// What the term counts for the bye given to `player`; in tenths.
    #[must_use]
    pub fn of_bye(self, state: &RoundState, player: &PlayerState) -> i64 {
        match self {
            Self::ByeScore => {
                let lowest = state.players().last().map_or(player.score, |last| last.score);
                i64::from((player.score - lowest).tenths())
            }
            Self::FoldDistance => Self::UNIT * Places::of(state, player).below,
            Self::PairsMade
            | Self::UnpairedLastRound
            | Self::ScoreDifference
            | Self::ColourDifferenceTwo
            | Self::StrongDenied
            | Self::AlternationDenied
            | Self::ColourDifference => 0,
        }
    }
}

/// Where a player stands in the score group, in pairing order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Places {
    /// The rank of the group's first player.
    group: usize,
    /// How many of the group stand above.
    pub above: i64,
    /// How many of the group stand below.
    pub below: i64,
}

impl Places {
    /// Those of `player`.
    fn of(state: &RoundState, player: &PlayerState) -> Self {
        let players = state.players();
        // Pairing order sorts by score, so the players of a score group are next to each other.
        let start = players.partition_point(|p| p.score > player.score);
        let end = players.partition_point(|p| p.score >= player.score);
        let rank = state.rank(player.id).unwrap_or(start);
        Self { group: start, above: (rank - start) as i64, below: (end - 1 - rank) as i64 }
    }

    /// Those of all players, in pairing order.
    #[must_use]
    pub fn all(state: &RoundState) -> Vec<Self> {
        state.players().iter().map(|player| Self::of(state, player)).collect()
    }

    fn is_above(&self, other: &Self) -> bool {
        (self.group, self.above) < (other.group, other.above)
    }
}

/// How many places two players, the higher one first, are from the fold of their groups.
#[must_use]
pub fn fold_distance(high: &Places, low: &Places) -> i64 {
    if high.group == low.group {
        let size = high.above + 1 + high.below;
        ((low.above - high.above) - size / 2).abs()
    } else {
        high.below + low.above
    }
}
