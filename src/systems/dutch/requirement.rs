use super::field::Field;
use crate::tournament::{Float, Strength};

/// A criterion that is kept in as many pairs of a bracket as can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::systems) enum Requirement {
    /// No two with the same absolute preference meet, where that may be ignored at all (2012 B.2).
    AbsolutePreferences,
    /// No two with the same strong or absolute preference meet.
    StrongPreferences,
    /// No two with the same preference meet (B.4): their number is x.
    Preferences,
    /// Nobody leaves the bracket who had a downfloat so many rounds ago (B.5: 1, B.6: 2).
    Downfloat(usize),
    /// No resident meets a player moved down who had an upfloat so many rounds ago.
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
        field.cards[one].wants_what(&field.cards[other], strength)
    }

    /// Whether it is broken if the player leaves the bracket.
    pub fn is_broken_by_leaving(self, field: &Field, player: usize) -> bool {
        matches!(self, Self::Downfloat(ago) if field.cards[player].floats[ago - 1] == Some(Float::Down))
    }

    /// Whether it is broken if the player meets one moved down.
    pub fn is_broken_by_rising(self, field: &Field, player: usize) -> bool {
        matches!(self, Self::Upfloat(ago) if field.cards[player].floats[ago - 1] == Some(Float::Up))
    }

    /// In how many pairs of `members`, at most, of which `leaving` leave and `rising` meet players moved down.
    pub(super) fn most(self, field: &Field, members: &[usize], leaving: usize, rising: usize) -> usize {
        let count = |is: &dyn Fn(usize) -> bool| members.iter().filter(|member| is(**member)).count();
        match self {
            Self::AbsolutePreferences => count(&|member| field.cards[member].may_ignore_b2).min(members.len() / 2),
            Self::StrongPreferences | Self::Preferences => members.len() / 2,
            Self::Downfloat(_) => count(&|member| self.is_broken_by_leaving(field, member)).min(leaving),
            Self::Upfloat(_) => count(&|member| self.is_broken_by_rising(field, member)).min(rising),
        }
    }
}
