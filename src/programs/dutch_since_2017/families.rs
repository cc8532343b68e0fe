//! The kinds of columns and the families of rows that brackets of 2017 and 2026 do not share with those of 2012 and 1998.

use crate::model::Family;
use crate::model::Index::Player;
use crate::programs::families::{BYE_BELOW, LEAVES, ONCE, ONE_BYE, ONE_BYE_BELOW, PAIR};

/// Two players meet below.
pub static PAIR_BELOW: Family = Family {
    id: "y",
    indices: &[Player, Player],
    says: "1 if the two meet below the bracket: two players of there, or a downfloater and another.",
    rule: None,
    algebra: r"y_{ij} \in \{0, 1\} \quad \forall i < j \text{ who may meet}, j \text{ below the bracket}",
};
/// A player is unpaired in the next bracket.
pub static IDLE: Family = Family {
    id: "idle",
    indices: &[Player],
    says: "1 if the next bracket leaves the player unpaired.",
    rule: Some("dutch-2017.C7"),
    algebra: r"\mathit{idle}_i \in \{0, 1\} \quad \forall i \text{ of the next bracket or who may leave}",
};
/// Everybody below is paired.
pub static ONCE_BELOW: Family = Family {
    id: "once_below",
    indices: &[Player],
    says: "Below the bracket, a player of there and a downfloater have one opponent, or the bye, or are idle.",
    rule: None,
    algebra: r"\sum_j y_{ij} + \mathit{bye}_i + \mathit{idle}_i = l_i \quad \forall i, \text{ where } l_i = 1 \text{ outside the bracket}",
};

/// All kinds and families of the program of a bracket; those of an edition that is not this one are to be left out.
pub const OF_BRACKETS: [&[&Family]; 2] =
    [&[&PAIR, &LEAVES, &PAIR_BELOW, &BYE_BELOW, &IDLE], &[&ONCE, &ONE_BYE, &ONCE_BELOW, &ONE_BYE_BELOW]];
