use super::{Differences, Link, Readings};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::VariantArray;

/// What goes wrong if the student's text is taken as it is written, and how it is repaired. Number 11 is 9 and 10 together, and 14 is
/// what the text leaves out.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema, VariantArray,
)]
pub enum Erratum {
    /// H measures distances to players who are not in the slot.
    #[serde(rename = "1-outsiders")]
    Outsiders,
    /// H is summed over players.
    #[serde(rename = "2-sum-over-players")]
    SumOverPlayers,
    /// The weights do not rank.
    #[serde(rename = "3-weights")]
    Weights,
    /// S is positive.
    #[serde(rename = "4-no-points")]
    NoPoints,
    /// Nothing makes Z equal 1.
    #[serde(rename = "5-free-z")]
    FreeZ,
    /// Two players of a slot may have the same colour.
    #[serde(rename = "6-same-colour")]
    SameColour,
    /// C is not tied to X.
    #[serde(rename = "7-colour-without-board")]
    ColourWithoutBoard,
    /// A coefficient 0 frees a variable.
    #[serde(rename = "8-zero-coefficient")]
    ZeroCoefficient,
    /// Alternation is hard.
    #[serde(rename = "9-alternation")]
    Alternation,
    /// A strong preference is hard.
    #[serde(rename = "10-strong-preference")]
    StrongPreference,
    /// The two together divide the field.
    #[serde(rename = "11-camps")]
    Camps,
    /// A difference that was there before counts.
    #[serde(rename = "12-old-imbalance")]
    OldImbalance,
    /// Imbalance is rewarded.
    #[serde(rename = "13-reward")]
    Reward,
    /// There are no byes.
    #[serde(rename = "14-byes")]
    Byes,
    /// One pairing has many forms.
    #[serde(rename = "15-relabelling")]
    Relabelling,
}

/// What is said of an erratum.
struct ErratumFacts {
    name: &'static str,
    line: &'static str,
    wrong: &'static str,
    repair: &'static str,
    needs: &'static [Erratum],
    instance: (&'static str, &'static str),
}

macro_rules! instance {
    ($file:literal) => {
        (concat!("instances/errata/", $file), include_str!(concat!("../../../instances/errata/", $file)))
    };
}

impl Erratum {
    /// All fifteen, in their order.
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// The number, from 1.
    #[must_use]
    pub const fn number(self) -> usize {
        self as usize + 1
    }

    /// The erratum with this number, from 1.
    #[must_use]
    pub fn numbered(number: usize) -> Option<Self> {
        Self::ALL.get(number.checked_sub(1)?).copied()
    }

    /// The name, as a model file has it.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.facts().name
    }

    /// The line of the text, in its own symbols.
    #[must_use]
    pub fn line(self) -> &'static str {
        self.facts().line
    }

    /// What goes wrong, in sentences.
    #[must_use]
    pub fn wrong(self) -> &'static str {
        self.facts().wrong
    }

    /// The repair, in a sentence or two.
    #[must_use]
    pub fn repair(self) -> &'static str {
        self.facts().repair
    }

    /// The other errata that must be repaired, too, before the repair can be seen.
    #[must_use]
    pub fn needs(self) -> &'static [Self] {
        self.facts().needs
    }

    /// The file of a smallest round in which it can be seen, and its text.
    #[must_use]
    pub fn instance(self) -> (&'static str, &'static str) {
        self.facts().instance
    }

    /// The readings under which the instance shows it: those of the text, but for the one that the erratum is about.
    #[must_use]
    pub const fn readings(self, readings: Readings) -> Readings {
        match self {
            Self::SumOverPlayers => Readings { differences: Differences::OnePerPlayer, ..readings },
            Self::OldImbalance => Readings { link: Link::TwoWay, ..readings },
            _ => readings,
        }
    }

    fn facts(self) -> ErratumFacts {
        match self {
            Self::Outsiders | Self::SumOverPlayers | Self::Weights | Self::NoPoints => self.of_scores(),
            Self::FreeZ | Self::SameColour | Self::ColourWithoutBoard | Self::ZeroCoefficient => self.of_colours(),
            Self::Alternation | Self::StrongPreference | Self::Camps => self.of_preferences(),
            Self::OldImbalance | Self::Reward | Self::Byes | Self::Relabelling => self.of_the_rest(),
        }
    }

    fn of_scores(self) -> ErratumFacts {
        match self {
            Self::Outsiders => ErratumFacts {
                name: "1-outsiders",
                line: "H >= S_a X_aj - S_b X_bj and H >= S_b X_bj - S_a X_aj, for all a, b, j",
                wrong: "If a is in slot j and b is not, the right side is the whole score of a. A full slot with the scores s and t \
                        costs 5 (2 |s - t| + 2 (n - 2)(s + t)), mostly for players outside it, and earns 50.",
                repair: "H >= |S_a - S_b| (X_aj + X_bj - 1): only the two players in the slot count.",
                needs: &[],
                instance: instance!("01-outsiders.json"),
            },
            Self::SumOverPlayers => ErratumFacts {
                name: "2-sum-over-players",
                line: "-5 sum H_i over i in I, where each H is made for a, b and j",
                wrong: "H has three indices there, one here, and no values. If there is one H for each player, it is at least the score of every player at another board. \
                        Then equal and unequal opponents cost the same. If it is whole, as all variables are said to be, a half counts as one.",
                repair: "One H for each slot, of any value from 0 up.",
                needs: &[],
                instance: instance!("02-sum-over-players.json"),
            },
            Self::Weights => ErratumFacts {
                name: "3-weights",
                line: "50 sum Y_j and -5 sum H in one sum",
                wrong: "A difference costs 5 for each point, or 10 if (a, b) and (b, a) both count. From some difference on, \
                        it costs more than the 50 of a board, and players who may meet stay unpaired.",
                repair: "Two tiers: first the number of boards, then everything else.",
                needs: &[],
                instance: instance!("03-weights.json"),
            },
            _ => ErratumFacts {
                name: "4-no-points",
                line: "S_i > 0",
                wrong: "A player without points is no player of the program, so nobody is paired in round 1.",
                repair: "S_i >= 0.",
                needs: &[],
                instance: instance!("04-no-points.json"),
            },
        }
    }

    fn of_colours(self) -> ErratumFacts {
        match self {
            Self::FreeZ => ErratumFacts {
                name: "5-free-z",
                line: "C_aW + C_aB + C_bW + C_bB - 2 >= -3 (1 - Z), for all a, b, j",
                wrong: "Nothing makes Z equal 1, and with Z = 0 the row holds for all colours. So players at a board may get none.",
                repair: "Z >= X_aj + X_bj - 1.",
                needs: &[],
                instance: instance!("05-free-z.json"),
            },
            Self::SameColour => ErratumFacts {
                name: "6-same-colour",
                line: "the same row, which is to give one player White and the other one Black",
                wrong: "It counts colours and does not tell them apart. Also with Z = 1, two Whites or two Blacks keep it.",
                repair: "C_ak + C_bk + X_aj + X_bj <= 3 for each colour k: not both White, and not both Black.",
                needs: &[],
                instance: instance!("06-same-colour.json"),
            },
            Self::ColourWithoutBoard => ErratumFacts {
                name: "7-colour-without-board",
                line: "no row has both C and X of one player",
                wrong: "A player without a board may get a colour, and a player at a board may get none.",
                repair: "C_iW + C_iB = sum_j X_ij, and C_iW + C_iB + C_iN = 1.",
                needs: &[],
                instance: instance!("07-colour-without-board.json"),
            },
            _ => ErratumFacts {
                name: "8-zero-coefficient",
                line: "R_iW C_iW + R_iB C_iB + C_iN = 1, where R_ik = 0 if i had colour k twice running",
                wrong: "A variable with the coefficient 0 is free: the colour may come for the third time, also beside another one.",
                repair: "C_ik <= R_ik.",
                needs: &[],
                instance: instance!("08-zero-coefficient.json"),
            },
        }
    }

    fn of_preferences(self) -> ErratumFacts {
        use Erratum::{ColourWithoutBoard, SameColour};
        match self {
            Self::Alternation => ErratumFacts {
                name: "9-alternation",
                line: "T_iW C_iW + T_iB C_iB + C_iN = 1 if W_i = B_i, where T_ik = 0 if i had colour k previously",
                wrong: "What holds in general becomes a law. If two players are due the same colour, no board of theirs has a \
                        White and a Black. If T looks at all games, a player who had both colours must have N, and with a colour for each board none.",
                repair: "-4 for a player who gets the colour of the latest game again.",
                needs: &[SameColour, ColourWithoutBoard],
                instance: instance!("09-alternation.json"),
            },
            Self::StrongPreference => ErratumFacts {
                name: "10-strong-preference",
                line: "W_i - B_i + 2 C_iW - C_iB <= 2 if W_i - B_i = 1, and likewise for -1",
                wrong: "It is to make White less likely. With one colour a player, C_iW = 1 gives 3 <= 2, so White is forbidden.",
                repair: "-10 for a player with the difference +1 who gets White, or with -1 who gets Black.",
                needs: &[SameColour, ColourWithoutBoard],
                instance: instance!("10-strong-preference.json"),
            },
            _ => ErratumFacts {
                name: "11-camps",
                line: "the rows of 9 and 10 together, without byes",
                wrong: "No fault of its own. Every player alternates from the first game on. So those who began with White and those who began with Black are \
                        two camps, and nobody ever meets a player of the same camp. Four players due Black can make no board.",
                repair: "Both repairs, 9 and 10: either one alone leaves some of the camp apart.",
                needs: &[SameColour, ColourWithoutBoard],
                instance: instance!("11-camps.json"),
            },
        }
    }

    fn of_the_rest(self) -> ErratumFacts {
        match self {
            Self::OldImbalance => ErratumFacts {
                name: "12-old-imbalance",
                line: "-2 <= W_i - B_i + C_iW - C_iB <= 2; L_i = 1 if it is 2, M_i = 1 if it is -2",
                wrong: "A player who comes with a difference of two counts without a game. One who comes with four makes the program \
                        infeasible. With the rows of 9 and 10, no other player ever reaches two.",
                repair: "L_i and M_i count what the colour of this round makes, and no colour is given that makes more than two.",
                needs: &[],
                instance: instance!("12-old-imbalance.json"),
            },
            Self::Reward => ErratumFacts {
                name: "13-reward",
                line: "+ 20 sum L_i + sum M_i",
                wrong: "Imbalance earns points, and M one twentieth of L for want of brackets. Nothing makes L_i or M_i equal 0, so the maximum \
                        takes 21 for every player.",
                repair: "-20 (sum L_i + sum M_i), and L_i and M_i are 0 if the difference is not two.",
                needs: &[],
                instance: instance!("13-reward.json"),
            },
            Self::Byes => ErratumFacts {
                name: "14-byes",
                line: "none: no variable and no row is about byes",
                wrong: "An omission. Whoever has no slot has nothing: there may be many of them, and one who had a bye may be left out again. \
                        Nothing is said of forbidden pairs, floats, the order within a score group and topscorers either.",
                repair: "BYE_i for one player of an odd field, not a second time; everybody else has a board. Pairs that the organiser \
                         forbids are not made.",
                needs: &[],
                instance: instance!("14-byes.json"),
            },
            _ => ErratumFacts {
                name: "15-relabelling",
                line: "j <= 48 for 94 players; (a, b) in I x I",
                wrong: "47 slots are enough, a = b is no pair, and slots have no order: 47 boards fill 48 slots in 48! ways, all of \
                        one value.",
                repair: "A slot has the name of its higher player: X_ij <= X_jj, and X_ij = 0 for i above j. Then X_ij says that i meets j, \
                         as in the model of pairs.",
                needs: &[],
                instance: instance!("15-relabelling.json"),
            },
        }
    }
}
