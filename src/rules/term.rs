use super::{Hard, Rule};
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

impl Term {
    /// One unit, in tenths.
    pub const UNIT: i64 = 10;

    /// Every term.
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// The hard rule whose breaches the term counts, if it counts any.
    #[must_use]
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
    #[must_use]
    pub const fn of_breaches(rule: Hard) -> Self {
        match rule {
            Hard::NoRematch => Self::Rematch,
            Hard::NoForbiddenPair => Self::ForbiddenPair,
            Hard::NoThirdColour => Self::ThirdColour,
            Hard::ColourBalance => Self::ColourImbalance,
            Hard::NoSecondBye => Self::SecondBye,
        }
    }

    /// The rule's text.
    #[must_use]
    pub const fn rule(self) -> &'static Rule {
        match self {
            Self::PairsMade => &Rule {
                id: "ilp.pairs-made",
                title: "Pairs made",
                source: "ILP formulation, objective, 50 sum Y_j",
                meaning: "Counts the boards.",
                reading: "Everybody present is paired but for one bye in an odd field, so the count is the same for \
                          every legal pairing; it is kept so that values compare with the formulation's.",
            },
            Self::UnpairedLastRound => &Rule {
                id: "ilp.unpaired-last-round",
                title: "Players paired who were unpaired last round",
                source: "ILP formulation, objective, 30 sum U_i X_ij",
                meaning: "Counts the players at a board who had no opponent in the round before.",
                reading: "A bye of any kind and an absence (also before a late entry) count as unpaired, a forfeited \
                          game does not. In round 1 nobody was unpaired.",
            },
            Self::ScoreDifference => &Rule {
                id: "ilp.score-difference",
                title: "Score difference",
                source: "ILP formulation, H, repaired: one difference a board; FIDE 1998 B.3",
                meaning: "Sums, over the boards, the points between the two players.",
                reading: "Scores for pairing, so accelerated points count. The bye has a term of its own.",
            },
            Self::ByeScore => &Rule {
                id: "ilp.bye-score",
                title: "Score of the bye's receiver",
                source: "ours (the formulation says nothing about byes); after FIDE 2012 D.4",
                meaning: "Counts the points between the bye's receiver and the lowest score present.",
                reading: "2012 D.4 takes an opponent one point below the lowest player; that one point is the same \
                          for every receiver and is left out.",
            },
            Self::ColourDifferenceTwo => &Rule {
                id: "ilp.colour-difference-two",
                title: "Colour differences of two",
                source: "ILP formulation, L_i and M_i, repaired: penalised, not rewarded",
                meaning: "Counts the players whose colour difference is +2 or -2 (or beyond) after the round.",
                reading: "Players at a board only. In double rounds differences do not change and nobody counts.",
            },
            Self::StrongDenied => &Rule {
                id: "ilp.strong-denied",
                title: "Strong colour preferences denied",
                source: "ILP formulation, strong colour preference, as a weighted preference; FIDE 1998 A.7.b",
                meaning: "Counts the players with a colour difference of +1 (-1) who get White (Black).",
                reading: "A player who also had that colour in the two latest games has an absolute preference, \
                          which the hard rules keep; denied by a model without them, it counts here as well. In \
                          double rounds nothing is counted.",
            },
            Self::AlternationDenied => &Rule {
                id: "ilp.alternation-denied",
                title: "Alternations denied",
                source: "ILP formulation, T_ik, as a weighted preference; FIDE 1998 A.7.c",
                meaning: "Counts the players with a colour difference of 0 who get the colour of their latest game.",
                reading: "The latest game played, however many rounds ago; who has played none has no preference. In \
                          double rounds nothing is counted.",
            },
            Self::ColourDifference => &Rule {
                id: "ilp.colour-difference",
                title: "Colour difference",
                source: "ours",
                meaning: "Sums, over the players at a board, the absolute colour difference after the round.",
                reading: "In double rounds differences do not change and nothing is counted.",
            },
            Self::FoldDistance => &Rule {
                id: "ilp.fold-distance",
                title: "Distance from the fold",
                source: "ours; after the S1 against S2 order of FIDE 1998 C.6 and D.1",
                meaning: "Sums, over the boards, how many places a pairing lies from the fold of its score group \
                          (the upper half against the lower half, first against first).",
                reading: "A group is those present with one score. Within a group of m, places p < q count |(q - p) - floor(m/2)|. Across groups, the places \
                          below the higher player in his group plus the places above the lower one in his: the \
                          lowest of one group against the highest of another counts 0. The bye counts the places \
                          below its receiver in his group.",
            },
            Self::Rematch => &Rule {
                id: "ilp.rematch",
                title: "Rematches",
                source: "ours; counts what ilp.no-rematch forbids",
                meaning: "Counts the boards of two players who have played each other.",
                reading: "As ilp.no-rematch reads it. A model that has this rule counts none.",
            },
            Self::ForbiddenPair => &Rule {
                id: "ilp.forbidden-pair",
                title: "The organiser's forbidden pairs made",
                source: "ours; counts what ilp.no-forbidden-pair forbids",
                meaning: "Counts the boards of two players whom the organiser keeps apart in this round.",
                reading: "As ilp.no-forbidden-pair reads it. A model that has this rule counts none.",
            },
            Self::ThirdColour => &Rule {
                id: "ilp.third-colour",
                title: "Colours three times in a row",
                source: "ours; counts what ilp.no-third-colour forbids",
                meaning: "Counts the players who get the colour that they had in the two latest games.",
                reading: "As ilp.no-third-colour reads it. A model that has this rule counts none.",
            },
            Self::ColourImbalance => &Rule {
                id: "ilp.colour-imbalance",
                title: "Colour differences beyond two",
                source: "ours; counts what ilp.colour-balance forbids",
                meaning: "Counts the players whose colour difference goes beyond two.",
                reading: "As ilp.colour-balance reads it: a difference that was beyond two before and becomes smaller does \
                          not count. A model that has this rule counts none.",
            },
            Self::SecondBye => &Rule {
                id: "ilp.second-bye",
                title: "Second points without playing",
                source: "ours; counts what ilp.no-second-bye forbids",
                meaning: "Counts 1 if the bye's receiver has scored a point without playing before.",
                reading: "As ilp.no-second-bye reads it. A model that has this rule counts none.",
            },
        }
    }

    /// What the term counts for `one` and `other` at a board, without their colours; in tenths.
    #[must_use]
    pub fn of_pair(self, state: &RoundState, one: &PlayerState, other: &PlayerState) -> i64 {
        if let Some(rule) = self.breached() {
            return Self::UNIT * i64::from(rule.forbids_pair(state, one, other));
        }
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
            | Self::ColourDifference
            | Self::Rematch
            | Self::ForbiddenPair
            | Self::ThirdColour
            | Self::ColourImbalance
            | Self::SecondBye => 0,
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
            // Whom the player has met, or may not meet, is nobody else's.
            Self::Rematch => {
                Some(if player.history.iter().any(|past| past.event.met().is_some()) { player.id.0.into() } else { 0 })
            }
            Self::ForbiddenPair => Some(player.id.0.into()),
            Self::PairsMade
            | Self::ByeScore
            | Self::ColourDifferenceTwo
            | Self::StrongDenied
            | Self::AlternationDenied
            | Self::ColourDifference
            | Self::ThirdColour
            | Self::ColourImbalance
            | Self::SecondBye => Some(0),
        }
    }

    /// What the term counts for `player` at a board with `colour`; in tenths.
    #[must_use]
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
            Self::PairsMade
            | Self::UnpairedLastRound
            | Self::ScoreDifference
            | Self::ByeScore
            | Self::FoldDistance
            | Self::Rematch
            | Self::ForbiddenPair
            | Self::ThirdColour
            | Self::ColourImbalance
            | Self::SecondBye => 0,
        }
    }

    /// What the term counts for the bye given to `player`; in tenths.
    #[must_use]
    pub fn of_bye(self, state: &RoundState, player: &PlayerState) -> i64 {
        if let Some(rule) = self.breached() {
            return Self::UNIT * i64::from(rule.forbids_bye(player));
        }
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
            | Self::ColourDifference
            | Self::Rematch
            | Self::ForbiddenPair
            | Self::ThirdColour
            | Self::ColourImbalance
            | Self::SecondBye => 0,
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
