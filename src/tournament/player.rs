use schemars::JsonSchema;
use serde::Serialize;
use std::fmt;

/// A pairing number (for TCEC, the seed number), from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, JsonSchema)]
pub struct PlayerId(pub u32);

impl fmt::Display for PlayerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A player's entry, as the file has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Player {
    /// The pairing number.
    pub id: PlayerId,
    /// Name, empty if none was given.
    pub name: String,
    /// Rating, if any.
    pub rating: Option<u32>,
    /// Title as written in the file.
    pub title: Option<String>,
    /// Federation code as written in the file.
    pub federation: Option<String>,
    /// The points the file declares after its last round.
    pub declared_points: Option<super::Score>,
    /// The place in the order of strength before seeding, where the file keeps it apart from the number.
    pub strength_rank: Option<u32>,
}

impl Player {
    /// A player known by number alone.
    #[must_use]
    pub fn new(id: PlayerId) -> Self {
        Self {
            id,
            name: String::new(),
            rating: None,
            title: None,
            federation: None,
            declared_points: None,
            strength_rank: None,
        }
    }
}
