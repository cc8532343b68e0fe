use super::{Cell, Score};
use crate::formats::json::{entries, or_default};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// A pairing number (for TCEC, the seed number), from 1.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub struct PlayerId(pub u32);

impl fmt::Display for PlayerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A player.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "struct PlayerEntry")]
pub struct Player {
    /// The pairing number (for TCEC, the seed number), from 1.
    #[schemars(with = "u32", range(min = 1))]
    pub id: PlayerId,
    /// The name.
    #[serde(default, deserialize_with = "or_default", skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The rating.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<u32>,
    /// The title, such as GM.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The code of the federation, such as NED.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub federation: Option<String>,
    /// The club.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub club: Option<String>,
    /// The points after the last round, which must follow from the results.
    #[serde(rename = "points", skip_serializing_if = "Option::is_none")]
    pub declared_points: Option<Score>,
    /// A team's points of the other kind after the last round: game points, if the match points are the score.
    #[serde(rename = "secondary_points", skip_serializing_if = "Option::is_none")]
    pub declared_secondary: Option<Score>,
    /// The rank by strength before seeding.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strength_rank: Option<u32>,
    /// Texts and numbers of the organiser's own, by name, for the expressions of a model.
    #[serde(default, deserialize_with = "entries", skip_serializing_if = "BTreeMap::is_empty")]
    pub attributes: BTreeMap<String, Cell>,
}

impl Player {
    /// A player with a pairing number and no other data.
    pub fn new(id: PlayerId) -> Self {
        Self { id, ..Self::default() }
    }
}
