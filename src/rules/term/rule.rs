//! What each term is, in words.

use super::Term;
use crate::rules::Rule;

impl Term {
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
        }
    }
}
