use super::Cell;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;

/// A pairing number (for TCEC, the seed number), from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, JsonSchema)]
pub struct PlayerId(pub u32);

impl fmt::Display for PlayerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A player's entry in the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Player {
    /// The pairing number.
    pub id: PlayerId,
    /// The name, empty if none was given.
    pub name: String,
    /// The rating, if any.
    pub rating: Option<u32>,
    /// The title, as the file writes it.
    pub title: Option<String>,
    /// The code of the federation, as the file writes it.
    pub federation: Option<String>,
    /// The club, as the file writes it.
    pub club: Option<String>,
    /// The points the file declares after its last round.
    pub declared_points: Option<super::Score>,
    /// The rank by strength before seeding, if the file has it besides the pairing number.
    pub strength_rank: Option<u32>,
    /// What else the organiser knows of the player, by names that [`Attributes::name`](super::Attributes::name) allows.
    pub attributes: BTreeMap<String, Cell>,
}

impl Player {
    /// A player with a pairing number and no other data.
    #[must_use]
    pub fn new(id: PlayerId) -> Self {
        Self {
            id,
            name: String::new(),
            rating: None,
            title: None,
            federation: None,
            club: None,
            declared_points: None,
            strength_rank: None,
            attributes: BTreeMap::new(),
        }
    }
}
