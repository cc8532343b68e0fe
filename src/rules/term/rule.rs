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
            Self::SquaredScoreDifference => &Rule {
                id: "ilp.squared-score-difference",
                title: "Squared score difference",
                source: "ours; least squares, as an alternative to the sum of ilp.score-difference",
                meaning: "Sums, over the boards, the square of the points between the two players.",
                reading: "One board two points apart counts as much as four boards one point apart. Counts have \
                          hundredths. The bye has a term of its own.",
            },
            Self::SquaredColourDifference => &Rule {
                id: "ilp.squared-colour-difference",
                title: "Squared colour difference",
                source: "ours; least squares, as an alternative to ilp.colour-difference",
                meaning: "Sums, over the players at a board, the square of the colour difference after the round.",
                reading: "In double rounds differences do not change and nothing is counted.",
            },
            Self::RatingDifference => &Rule {
                id: "ilp.rating-difference",
                title: "Rating difference",
                source: "ours; common in matching by strength",
                meaning: "Sums, over the boards, the rating points between the two players.",
                reading: "A board with a player without a rating counts 0, and so does the bye.",
            },
            Self::SquaredRatingDifference => &Rule {
                id: "ilp.squared-rating-difference",
                title: "Squared rating difference",
                source: "ours; least squares, as an alternative to ilp.rating-difference",
                meaning: "Sums, over the boards, the square of the rating points between the two players.",
                reading: "A board with a player without a rating counts 0, and so does the bye.",
            },
            Self::RepeatedDownfloat => &Rule {
                id: "ilp.repeated-downfloat",
                title: "Downfloats as in the last round",
                source: "after FIDE 1998 B.5 and Dutch 2012 B.5",
                meaning: "Counts the players who downfloat now and downfloated in the last round.",
                reading: "Now: whoever meets a player of a lower score, or has the bye. Then: whoever met a player who \
                          had a lower score at the time, or scored without playing; a bye of zero points is none.",
            },
            Self::RepeatedUpfloat => &Rule {
                id: "ilp.repeated-upfloat",
                title: "Upfloats as in the last round",
                source: "after FIDE 1998 B.5 and Dutch 2012 B.5",
                meaning: "Counts the players who upfloat now and upfloated in the last round.",
                reading: "Now: whoever meets a player of a higher score. Then: whoever met a player who had a higher \
                          score at the time.",
            },
            Self::RepeatedDownfloatTwoBefore => &Rule {
                id: "ilp.repeated-downfloat-two-before",
                title: "Downfloats as two rounds before",
                source: "after FIDE 1998 B.6 and Dutch 2012 B.6",
                meaning: "Counts the players who downfloat now and downfloated two rounds before.",
                reading: "Two rounds before round 5 is round 3. Floats are those of ilp.repeated-downfloat.",
            },
            Self::RepeatedUpfloatTwoBefore => &Rule {
                id: "ilp.repeated-upfloat-two-before",
                title: "Upfloats as two rounds before",
                source: "after FIDE 1998 B.6 and Dutch 2012 B.6",
                meaning: "Counts the players who upfloat now and upfloated two rounds before.",
                reading: "Two rounds before round 5 is round 3. Floats are those of ilp.repeated-upfloat.",
            },
            Self::SameFederation => &Rule {
                id: "ilp.same-federation",
                title: "Boards of one federation",
                source: "ours; a soft form of side.max-same-federation",
                meaning: "Counts the boards with both players of one federation.",
                reading: "Codes are compared as the file writes them. Without a code nobody counts.",
            },
            Self::OppositionSpread => &Rule {
                id: "ilp.opposition-spread",
                title: "Spread of opposition",
                source: "ours; the aim of equal opposition of FIDE C.04.4.2 (Burstein), by ratings",
                meaning: "Sums, over the players at a board, how far the ratings of the opponents met so far and of the \
                          new one together are from as many times the mean of the field.",
                reading: "The mean is that of the players to be paired who have a rating, rounded to a whole number. An \
                          opponent without a rating is taken to have the mean. Only games over the board have \
                          opponents. Two opponents 100 above and 100 below the mean come to 0.",
            },
            Self::AdjacentDistance => &Rule {
                id: "ilp.adjacent-distance",
                title: "Distance from neighbours",
                source: "ours; the order 1-2, 3-4 that Sauer, Cseh and Lenzner (arXiv 2112.10522) call Monrad",
                meaning: "Sums, over the boards, how many players of the score group stand between the two in pairing \
                          order.",
                reading: "Neighbours count 0. As for fold-distance: across groups, the places below the higher player \
                          plus those above the lower one; the bye counts the places below its receiver.",
            },
            Self::MirrorDistance => &Rule {
                id: "ilp.mirror-distance",
                title: "Distance from highest against lowest",
                source: "ours; the order 1-6, 2-5, 3-4 that other games call fold, and what ilp.fold-distance has, \
                          slide",
                meaning: "Sums, over the boards, the squares of how many places a pairing lies from the highest against \
                          the lowest of its score group. Whoever leaves the group, the others are best paired so: the \
                          highest of them against the lowest, the second against the last but one.",
                reading: "Places count from 1; of an odd group the last place is left over. So players in places a and b of a \
                          group of m count (a + b - 1 - 2 * floor(m / 2)) squared. A downfloater counts 2 * m for each \
                          place below, and so does the bye; an upfloater 2 * m for each place above. No order within the \
                          group is worth so much, so the lowest float down and the highest float up, where nothing else decides.",
            },
            Self::RandomDistance => &Rule {
                id: "ilp.random-distance",
                title: "Distance from neighbours by lot",
                source: "ours; random pairing within score groups is an order of Sauer, Cseh and Lenzner (arXiv \
                          2112.10522)",
                meaning: "Sums, over the boards, how many players of the score group have lots between those of the \
                          two.",
                reading: "The lots are drawn from ChaCha8, whose seed is a hash of the round and of the numbers, \
                          ratings and scores of the players to be paired, so that everybody draws the same; a seed of the \
                          organiser's is hashed after them. As for \
                          fold-distance: across groups, the places below the higher player plus those above the lower \
                          one; the bye counts the places below its receiver.",
            },
            Self::BursteinDistance => &Rule {
                id: "ilp.burstein-distance",
                title: "Distance from strongest against weakest opposition",
                source: "ours; after FIDE C.04.4.2 (Burstein), which pairs the highest index of opposition with the \
                          lowest",
                meaning: "Sums, over the boards, how many places a pairing lies from the strongest opposition against \
                          the weakest of its score group.",
                reading: "The group is ordered by Sonneborn-Berger, then Buchholz, then the pairing order. Both count \
                          games over the board, with the points that the opponents have now. Seeding rounds have no \
                          rule of their own. The distance, floats and the bye count as for ilp.mirror-distance, by this order.",
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
}
