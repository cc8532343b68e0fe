//! The kinds of columns and the families of rows of the systems' programs.

use crate::model::Family;
use crate::model::Index::Player;
use crate::rules::SystemFamily;

/// Two players meet, in the program of everybody.
pub static PAIR_OF_ALL: Family = Family {
    id: "x",
    indices: &[Player, Player],
    says: "1 if the two meet, the higher one first.",
    rule: None,
    algebra: r"x_{ij} \in \{0, 1\} \quad \forall i < j, |\mathit{WGD}_i + \mathit{WGD}_j| \leq 2",
};
/// The bye, in the program of everybody.
pub static BYE_OF_ALL: Family = Family {
    id: "bye",
    indices: &[Player],
    says: "1 if the player has the bye.",
    rule: None,
    algebra: r"\mathit{bye}_i \in \{0, 1\} \quad \forall i, \text{ if the field is odd}",
};
/// The number of forgotten rounds.
pub static FORGOTTEN: Family = Family {
    id: "F",
    indices: &[],
    says: "How many rounds are forgotten: at least as many as earlier rounds forgot, and at most all of them.",
    rule: Some("tcec.removal"),
    algebra: r"F \in \{f, \ldots, r - 1\}",
};
/// Each player once, in the program of everybody.
pub static ONCE_OF_ALL: Family = Family {
    id: "once",
    indices: &[Player],
    says: "Each player has one opponent, or the bye.",
    rule: None,
    algebra: r"\sum_j x_{ij} + \mathit{bye}_i = 1 \quad \forall i",
};
/// One bye, in the program of everybody.
pub static ONE_BYE_OF_ALL: Family = Family {
    id: "one_bye",
    indices: &[],
    says: "In an odd field one player has the bye.",
    rule: Some("tcec.bye"),
    algebra: r"\sum_i \mathit{bye}_i = 1 \quad \text{if the field is odd}",
};
/// The bye is fixed.
pub static BYE_TO_LAST: Family = Family {
    id: "bye_to_last",
    indices: &[],
    says: "The bye goes to the bottom of its order, even if the others cannot be paired then.",
    rule: Some("tcec.bye"),
    algebra: r"\mathit{bye}_i \geq 1 \quad \text{for the last } i \text{ in the order of byes, then of rank}",
};
/// A rematch takes forgetting.
pub static FORGETS: Family = Family {
    id: "forgets",
    indices: &[Player, Player],
    says: "Two players may meet again only if the round in which they met last is forgotten.",
    rule: Some("tcec.removal"),
    algebra: r"F \geq r\, x_{ij} \quad \forall i < j \text{ who met last in round } r",
};

/// Two members of a bracket meet.
pub static PAIR: Family = Family {
    id: "x",
    indices: &[Player, Player],
    says: "1 if the two meet in the bracket, the higher one first.",
    rule: None,
    algebra: r"x_{ij} \in \{0, 1\} \quad \forall i < j \text{ in the bracket who may meet}",
};
/// A member leaves.
pub static LEAVES: Family = Family {
    id: "l",
    indices: &[Player],
    says: "1 if the player leaves the bracket unpaired; in the lowest bracket, with the bye.",
    rule: None,
    algebra: r"l_i \in \{0, 1\} \quad \forall i \text{ in the bracket}",
};
/// A moved-down member is not in S1.
pub static OUTSIDE: Family = Family {
    id: "u",
    indices: &[Player],
    says: "1 if the moved-down player is not in S1.",
    rule: Some("dutch-1998.C14"),
    algebra: r"u_i \in \{0, 1\} \quad \forall i \in D",
};
/// Two players meet below.
pub static PAIR_BELOW: Family = Family {
    id: "y",
    indices: &[Player, Player],
    says: "1 if the two meet below the bracket: two players of there, or a downfloater and another (C.12, C.13).",
    rule: None,
    algebra: r"y_{ij} \in \{0, 1\} \quad \forall i < j \text{ who may meet below}",
};
/// The bye is given below.
pub static BYE_BELOW: Family = Family {
    id: "bye",
    indices: &[Player],
    says: "1 if the player has the bye, below the bracket.",
    rule: None,
    algebra: r"\mathit{bye}_i \in \{0, 1\} \quad \forall i \text{ who may have the bye}",
};
/// A player has no opponent in the next bracket.
pub static IDLE: Family = Family {
    id: "idle",
    indices: &[Player],
    says: "1 if the player has no opponent in the next bracket (C.12).",
    rule: None,
    algebra: r"\mathit{idle}_i \in \{0, 1\} \quad \forall i \text{ of the next bracket or who may leave}",
};
/// Pairs gained in the next bracket.
pub static MORE_PAIRS: Family = Family {
    id: "q",
    indices: &[],
    says: "How many more pairs the next bracket makes than with the first downfloaters.",
    rule: Some("dutch-2012.C12"),
    algebra: r"q \in \{0, \ldots, P_0 - b\}",
};
/// Moved-down players gained in these pairs.
pub static MORE_MOVED_DOWN: Family = Family {
    id: "a",
    indices: &[],
    says: "How many more downfloaters are in pairs of the next bracket than of the first downfloaters.",
    rule: Some("dutch-2012.C12"),
    algebra: r"a \in \{0, \ldots, M_0 - m\}",
};
/// Whether all pairs are made.
pub static ALL_PAIRS: Family = Family {
    id: "z",
    indices: &[],
    says: "1 if the next bracket makes all its pairs.",
    rule: Some("dutch-2012.C12"),
    algebra: r"z \in \{0, 1\}",
};
/// Each member once.
pub static ONCE: Family = Family {
    id: "once",
    indices: &[Player],
    says: "Each member meets another one, or leaves the bracket.",
    rule: None,
    algebra: r"\sum_j x_{ij} + l_i = 1 \quad \forall i \text{ in the bracket}",
};
/// The bye in the lowest bracket.
pub static ONE_BYE: Family = Family {
    id: "one_bye",
    indices: &[],
    says: "Of an odd lowest bracket one player has the bye, and of an even one nobody.",
    rule: None,
    algebra: r"\sum_i l_i = n \bmod 2 \quad \text{in the lowest bracket}",
};
/// S1 is the highest of the moved-down players.
pub static HIGHEST: Family = Family {
    id: "highest",
    indices: &[Player],
    says: "S1 consists of the highest moved-down players: below one who is not in it nobody is.",
    rule: Some("dutch-1998.C14"),
    algebra: r"u_i \leq u_{i+1} \quad \forall i, i + 1 \in D",
};
/// Only S1 is paired.
pub static ONLY_S1: Family = Family {
    id: "only_s1",
    indices: &[Player, Player],
    says: "Where only the pairs of S1 are made, a player who is not in S1 leaves.",
    rule: Some("dutch-1998.C13"),
    algebra: r"x_{ij} + u_i \leq 1 \quad \forall i \in D, j > i",
};
/// A player of S1 is paired.
pub static S1_STAYS: Family = Family {
    id: "s1_stays",
    indices: &[Player],
    says: "A player of S1 does not leave the bracket.",
    rule: Some("dutch-1998.C14"),
    algebra: r"l_i \leq u_i \quad \forall i \in D",
};
/// Players of S1 do not meet each other.
pub static S1_APART: Family = Family {
    id: "s1_apart",
    indices: &[Player, Player],
    says: "Two players of S1 do not meet each other.",
    rule: Some("dutch-1998.C14"),
    algebra: r"x_{ij} \leq u_j \quad \forall i < j \in D",
};
/// Everybody below is paired.
pub static ONCE_BELOW: Family = Family {
    id: "once_below",
    indices: &[Player],
    says: "Below the bracket, a player of there and a downfloater have one opponent, or the bye; or they are idle (C.12).",
    rule: None,
    algebra: r"\sum_j y_{ij} + \mathit{bye}_i + \mathit{idle}_i = l_i \quad \forall i, \text{ where } l_i = 1 \text{ outside the bracket}",
};
/// One bye below.
pub static ONE_BYE_BELOW: Family = Family {
    id: "one_bye_below",
    indices: &[],
    says: "In an odd field one player has the bye.",
    rule: None,
    algebra: r"\sum_i \mathit{bye}_i = 1 \quad \text{if the field is odd}",
};
/// What the next bracket lacks in pairs.
pub static LACKS_PAIRS: Family = Family {
    id: "lacks_pairs",
    indices: &[],
    says: "The next bracket makes at least q more pairs than with the first downfloaters.",
    rule: Some("dutch-2012.C12"),
    algebra: r"\sum_i \mathit{idle}_i + 2q \leq n - 2b",
};
/// What the next bracket lacks in moved-down players.
pub static LACKS_MOVED_DOWN: Family = Family {
    id: "lacks_moved_down",
    indices: &[],
    says: "The pairs of the next bracket have at least a more downfloaters than with the first ones.",
    rule: Some("dutch-2012.C12"),
    algebra: r"\sum_{i \text{ leaves}} \mathit{idle}_i + a \leq d - m",
};
/// What it means that all pairs are made.
pub static HAS_ALL_PAIRS: Family = Family {
    id: "has_all_pairs",
    indices: &[],
    says: "z is 1 only if the next bracket makes all its pairs.",
    rule: Some("dutch-2012.C12"),
    algebra: r"q \geq (P_0 - b)\, z",
};
/// Pairs come before moved-down players.
pub static PAIRS_FIRST: Family = Family {
    id: "pairs_first",
    indices: &[],
    says: "More downfloaters count only if all pairs are made.",
    rule: Some("dutch-2012.C12"),
    algebra: r"a \leq (M_0 - m)\, z",
};

/// The higher player of a board has White.
pub static HAS_WHITE: Family = Family {
    id: "w",
    indices: &[Player, Player],
    says: "1 if the first of the two, the higher one, has White.",
    rule: None,
    algebra: r"w_{ij} \in \{0, 1\} \quad \forall \text{boards } i, j",
};
/// The higher player of a board has Black.
pub static HAS_BLACK: Family = Family {
    id: "b",
    indices: &[Player, Player],
    says: "1 if the first of the two, the higher one, has Black.",
    rule: None,
    algebra: r"b_{ij} \in \{0, 1\} \quad \forall \text{boards } i, j",
};
/// One of the two colours.
pub static ONE_COLOUR: Family = Family {
    id: "one_colour",
    indices: &[Player, Player],
    says: "The higher player of a board has one colour.",
    rule: None,
    algebra: r"w_{ij} + b_{ij} = 1 \quad \forall \text{boards } i, j",
};

/// Who may not meet in the program of everybody.
pub(super) const VIABILITY: &str = "tcec.viability";

/// The rule by which only the pairs of S1 are made.
pub(super) fn only_s1(family: SystemFamily) -> &'static str {
    if family == SystemFamily::Dutch1998 { "dutch-1998.C13" } else { "dutch-2012.C13" }
}

/// All kinds and families of the program of everybody.
pub const OF_EVERYBODY: [&[&Family]; 2] =
    [&[&PAIR_OF_ALL, &BYE_OF_ALL, &FORGOTTEN], &[&ONCE_OF_ALL, &ONE_BYE_OF_ALL, &BYE_TO_LAST, &FORGETS]];

/// All kinds and families of the program of a bracket; those of an edition that is not this one are to be left out.
pub const OF_BRACKETS: [&[&Family]; 2] = [
    &[&PAIR, &LEAVES, &OUTSIDE, &PAIR_BELOW, &BYE_BELOW, &IDLE, &MORE_PAIRS, &MORE_MOVED_DOWN, &ALL_PAIRS],
    &[
        &ONCE,
        &ONE_BYE,
        &HIGHEST,
        &ONLY_S1,
        &S1_STAYS,
        &S1_APART,
        &ONCE_BELOW,
        &ONE_BYE_BELOW,
        &LACKS_PAIRS,
        &LACKS_MOVED_DOWN,
        &HAS_ALL_PAIRS,
        &PAIRS_FIRST,
    ],
];

/// All kinds and families of the program of the colours.
pub const OF_COLOURS: [&[&Family]; 2] = [&[&HAS_WHITE, &HAS_BLACK], &[&ONE_COLOUR]];
