use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::{EnumMessage, IntoStaticStr, VariantArray};

/// What goes wrong if the student's text is taken as it is written, and how it is repaired. Number 11 is 9 and 10 together, and 14 is
/// what the text leaves out.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    JsonSchema,
    VariantArray,
    IntoStaticStr,
    EnumMessage,
)]
#[strum(serialize_all = "kebab-case")]
pub enum Erratum {
    /// H measures distances to players who are not in the slot.
    #[serde(rename = "1-outsiders")]
    #[strum(
        message = "If a is in slot j and b is not, the right side is the whole score of a. A full slot with the scores s and t costs 5 (2 |s - t| + 2 (n - 2)(s + t)), mostly for players outside it, and earns 50."
    )]
    #[strum(detailed_message = "H >= |S_a - S_b| (X_aj + X_bj - 1): only the two players in the slot count.")]
    Outsiders,
    /// H is summed over players.
    #[serde(rename = "2-sum-over-players")]
    #[strum(
        message = "H has three indices there, one here, and no values. If there is one H for each player, it is at least the score of every player at another board. Then equal and unequal opponents cost the same. If it is whole, as all variables are said to be, a half counts as one."
    )]
    #[strum(detailed_message = "One H for each slot, of any value from 0 up.")]
    SumOverPlayers,
    /// The weights do not rank.
    #[serde(rename = "3-weights")]
    #[strum(
        message = "A difference costs 5 for each point, or 10 if (a, b) and (b, a) both count. From some difference on, it costs more than the 50 of a board, and players who may meet stay unpaired."
    )]
    #[strum(detailed_message = "Two tiers: first the number of boards, then everything else.")]
    Weights,
    /// S is positive.
    #[serde(rename = "4-no-points")]
    #[strum(message = "A player without points is no player of the program, so nobody is paired in round 1.")]
    #[strum(detailed_message = "S_i >= 0.")]
    NoPoints,
    /// Nothing makes Z equal 1.
    #[serde(rename = "5-free-z")]
    #[strum(
        message = "Nothing makes Z equal 1, and with Z = 0 the row holds for all colours. So players at a board may get none."
    )]
    #[strum(detailed_message = "Z >= X_aj + X_bj - 1.")]
    FreeZ,
    /// Two players of a slot may have the same colour.
    #[serde(rename = "6-same-colour")]
    #[strum(
        message = "It counts colours and does not tell them apart. Also with Z = 1, two Whites or two Blacks keep it."
    )]
    #[strum(detailed_message = "C_ak + C_bk + X_aj + X_bj <= 3 for each colour k: not both White, and not both Black.")]
    SameColour,
    /// C is not tied to X.
    #[serde(rename = "7-colour-without-board")]
    #[strum(message = "A player without a board may get a colour, and a player at a board may get none.")]
    #[strum(detailed_message = "C_iW + C_iB = sum_j X_ij, and C_iW + C_iB + C_iN = 1.")]
    ColourWithoutBoard,
    /// A coefficient 0 frees a variable.
    #[serde(rename = "8-zero-coefficient")]
    #[strum(
        message = "A variable with the coefficient 0 is free: the colour may come for the third time, also beside another one."
    )]
    #[strum(detailed_message = "C_ik <= R_ik.")]
    ZeroCoefficient,
    /// Alternation is hard.
    #[serde(rename = "9-alternation")]
    #[strum(
        message = "What holds in general becomes a law. If two players are due the same colour, no board of theirs has a White and a Black. If T looks at all games, a player who had both colours must have N, and with a colour for each board none."
    )]
    #[strum(detailed_message = "-4 for a player who gets the colour of the latest game again.")]
    Alternation,
    /// A strong preference is hard.
    #[serde(rename = "10-strong-preference")]
    #[strum(
        message = "It is to make White less likely. With one colour a player, C_iW = 1 gives 3 <= 2, so White is forbidden."
    )]
    #[strum(detailed_message = "-10 for a player with the difference +1 who gets White, or with -1 who gets Black.")]
    StrongPreference,
    /// The two together divide the field.
    #[serde(rename = "11-camps")]
    #[strum(
        message = "No fault of its own. Every player alternates from the first game on. So those who began with White and those who began with Black are two camps, and nobody ever meets a player of the same camp. Four players due Black can make no board."
    )]
    #[strum(detailed_message = "Both repairs, 9 and 10: either one alone leaves some of the camp apart.")]
    Camps,
    /// A difference that was there before counts.
    #[serde(rename = "12-old-imbalance")]
    #[strum(
        message = "A player who comes with a difference of two counts without a game. One who comes with four makes the program infeasible. With the rows of 9 and 10, no other player ever reaches two."
    )]
    #[strum(
        detailed_message = "L_i and M_i count what the colour of this round makes, and no colour is given that makes more than two."
    )]
    OldImbalance,
    /// Imbalance is rewarded.
    #[serde(rename = "13-reward")]
    #[strum(
        message = "Imbalance earns points, and M one twentieth of L for want of brackets. Nothing makes L_i or M_i equal 0, so the maximum takes 21 for every player."
    )]
    #[strum(detailed_message = "-20 (sum L_i + sum M_i), and L_i and M_i are 0 if the difference is not two.")]
    Reward,
    /// There are no byes.
    #[serde(rename = "14-byes")]
    #[strum(
        message = "An omission. Whoever has no slot has nothing: there may be many of them, and one who had a bye may be left out again. Nothing is said of forbidden pairs, floats, the order within a score group and topscorers either."
    )]
    #[strum(
        detailed_message = "BYE_i for one player of an odd field, not a second time; everybody else has a board. Pairs that the organiser forbids are not made."
    )]
    Byes,
    /// One pairing has many forms.
    #[serde(rename = "15-relabelling")]
    #[strum(
        message = "47 slots are enough, a = b is no pair, and slots have no order: 47 boards fill 48 slots in 48! ways, all of one value."
    )]
    #[strum(
        detailed_message = "A slot has the name of its higher player: X_ij <= X_jj, and X_ij = 0 for i above j. Then X_ij says that i meets j, as in the model of pairs."
    )]
    Relabelling,
}

impl Erratum {
    /// All fifteen, in their order.
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// The number, from 1.
    pub const fn number(self) -> usize {
        self as usize + 1
    }

    /// The name, as a model file has it.
    pub fn name(self) -> String {
        format!("{}-{}", self.number(), <&str>::from(self))
    }

    /// What goes wrong.
    pub fn wrong(self) -> &'static str {
        self.get_message().unwrap_or_default()
    }

    /// What mends it.
    pub fn repair(self) -> &'static str {
        self.get_detailed_message().unwrap_or_default()
    }
}
