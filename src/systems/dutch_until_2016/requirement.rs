use crate::systems::field::Field;
use crate::tournament::{Float, Strength};

/// A requirement: a criterion that is kept in as many pairs of a bracket as possible.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::systems) enum Requirement {
    /// No two players with the same absolute preference meet. This is only for pairs that may ignore B.2 (2012).
    AbsolutePreferences,
    /// No two players with the same strong or absolute preference meet.
    StrongPreferences,
    /// No two players with the same preference meet (B.4). The number of such pairs is x.
    Preferences,
    /// Nobody has a downfloat who had one this number of rounds ago (B.5: 1, B.6: 2).
    Downfloat(usize),
    /// Nobody has an upfloat who had one this number of rounds ago.
    Upfloat(usize),
}

impl Requirement {
    /// Whether the colours of this pair break it.
    pub fn is_broken_by_colours(self, field: &Field, one: usize, other: usize) -> bool {
        let strength = match self {
            Self::AbsolutePreferences => Strength::Absolute,
            Self::StrongPreferences => Strength::Strong,
            Self::Preferences => Strength::Mild,
            Self::Downfloat(_) | Self::Upfloat(_) => return false,
        };
        field.cards[one].wants_the_same(&field.cards[other], strength)
    }

    /// Whether the requirement is broken if the player has a downfloat.
    pub fn is_broken_by_downfloat(self, field: &Field, player: usize) -> bool {
        matches!(self, Self::Downfloat(ago) if field.cards[player].floats[ago - 1] == Some(Float::Down))
    }

    /// Whether the requirement is broken if the player has an upfloat.
    pub fn is_broken_by_upfloat(self, field: &Field, player: usize) -> bool {
        matches!(self, Self::Upfloat(ago) if field.cards[player].floats[ago - 1] == Some(Float::Up))
    }
}

/// The rules by which an edition pairs a bracket, other than its requirements.
#[derive(Debug, Clone, Copy)]
pub(in crate::systems) struct Manner {
    /// Whether any set of moved-down players can be S1 (2012 D.3), or only the highest of them (1998 C.14).
    pub has_sets: bool,
    /// Whether closer scores come before colours (2012 A.11, D.4).
    pub has_closeness: bool,
    /// Whether B.5 and B.6 are dropped for a whole group of players, downfloats for the remainder by itself (1998 C.9,
    /// C.10), or in as few pairs as possible (2012 C.10).
    pub drops_wholly: bool,
    /// Whether floats are counted for every pair of unequal scores and every downfloater, or only for opponents of
    /// moved-down players in S1 and for residents who downfloat.
    pub counts_all_floats: bool,
    /// Whether C.12 is applied at each step while P1 and M1 are lowered (2012), or once, for the most pairs and then
    /// the most moved-down players in them (1998).
    pub backtracks_by_steps: bool,
}
