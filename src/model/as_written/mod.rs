//! The student's text as a program: [`StudentText`] says how it is read and what is repaired, [`TextModel`] builds the
//! program, and [`Erratum`] tells what goes wrong.

mod errata;
pub mod families;
mod program;

pub use errata::Erratum;
pub use program::{TextModel, TextPoint, TextSeat, TextSlot};

use super::error::{Checked, unsound};
use super::file::{named, repeated, weight};
use crate::tournament::{Colour, PlayerState};
use schemars::JsonSchema;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use toml::Spanned;

/// The student's text: what a model file of `kind = "as-written"` says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "TextSpec")]
pub struct StudentText {
    /// The model's name, as in reports.
    pub name: String,
    /// One sentence for a person.
    pub summary: String,
    /// The errata that are repaired.
    pub repaired: BTreeSet<Erratum>,
    /// The meanings taken where the text has two.
    pub readings: Readings,
    /// The weights of the objective.
    pub weights: TextWeights,
}

impl StudentText {
    /// Whether this erratum is repaired. Number 11 is repaired together with 9 and 10.
    pub fn repairs(&self, erratum: Erratum) -> bool {
        let is_preference = matches!(erratum, Erratum::Alternation | Erratum::StrongPreference);
        self.repaired.contains(&erratum) || is_preference && self.repaired.contains(&Erratum::Camps)
    }
}

/// The keys of a model file of `kind = "as-written"`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StudentFile {
    #[serde(rename = "kind")]
    _kind: IgnoredAny,
    name: Spanned<String>,
    summary: Spanned<String>,
    repaired: Vec<Spanned<Erratum>>,
    readings: Readings,
    weights: TextWeights,
}

impl StudentFile {
    pub(super) fn checked(self) -> Checked<StudentText> {
        let (name, summary) = named(self.name, self.summary)?;
        if let Some(twice) = repeated(&self.repaired) {
            return unsound(twice.span(), "the erratum is there twice; leave out one of them");
        }
        let repaired = self.repaired.into_iter().map(Spanned::into_inner).collect();
        Ok(StudentText { name, summary, repaired, readings: self.readings, weights: self.weights })
    }
}

/// The meanings taken where the text has two.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Readings {
    /// What H is made for.
    pub differences: Differences,
    /// Which values H has.
    pub h: Rounding,
    /// Which pairs (a, b) have an H of their own.
    pub pairs: Pairs,
    /// Whether I × I has (a, a).
    pub same_player: SamePlayer,
    /// How many slots there are.
    pub slots: Slots,
    /// What T looks at.
    pub previously: Previously,
    /// What R looks at.
    pub twice_running: Previously,
    /// How L and M follow from the colour difference.
    pub link: Link,
}

/// What H is made for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Differences {
    /// One for each pair of players and each slot.
    PerPairAndSlot,
    /// One for each player, which bounds all differences to others.
    OnePerPlayer,
}

/// Which values H has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Rounding {
    /// Whole points: a half counts as one.
    Whole,
    /// The difference itself.
    Exact,
}

/// Which pairs (a, b) have an H of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Pairs {
    /// (a, b) and (b, a).
    Ordered,
    /// One of the two.
    Unordered,
}

/// Whether I × I has (a, a).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SamePlayer {
    /// It has.
    Included,
    /// It has not.
    Excluded,
}

/// How many slots there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Slots {
    /// Half as many as players, and one more.
    OneMore,
    /// Half as many as players.
    Enough,
}

/// What T and R look at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Previously {
    /// The latest game, or the two latest.
    LastGame,
    /// The round before, or the two before, if the player had a game there.
    LastRound,
    /// All games.
    Ever,
}

impl Previously {
    /// Whether the player had the colour so many times running there.
    pub(crate) fn had(self, player: &PlayerState, colour: Colour, times: usize) -> bool {
        let all: Vec<Option<Colour>> = match self {
            Self::LastRound => player.colours_by_round().collect(),
            Self::LastGame | Self::Ever => player.colours().map(Some).collect(),
        };
        let mut runs = all.windows(times).rev().map(|run| run.iter().all(|had| *had == Some(colour)));
        if self == Self::Ever { runs.any(|is_one| is_one) } else { runs.next() == Some(true) }
    }
}

/// How L and M follow from the colour difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Link {
    /// They are 1 if the difference is two, and may be 1 otherwise.
    OneWay,
    /// They are 1 if the difference is two, and only then.
    TwoWay,
}

/// The weights of the objective, each for one player, slot or point.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct TextWeights {
    /// A full slot.
    #[serde(deserialize_with = "weight")]
    pub slot_full: i32,
    /// A player at a board who was unpaired in the round before.
    #[serde(deserialize_with = "weight")]
    pub unpaired_last_round: i32,
    /// A player with the colour difference +2, by the text.
    #[serde(deserialize_with = "weight")]
    pub plus_two: i32,
    /// A player with the colour difference −2, by the text.
    #[serde(deserialize_with = "weight")]
    pub minus_two: i32,
    /// A point of difference.
    #[serde(deserialize_with = "weight")]
    pub difference: i32,
    /// A player with a colour difference of two, if erratum 13 is repaired.
    #[serde(deserialize_with = "weight")]
    pub imbalance: i32,
    /// A strong colour preference denied, if erratum 10 is repaired.
    #[serde(deserialize_with = "weight")]
    pub strong_denied: i32,
    /// An alternation denied, if erratum 9 is repaired.
    #[serde(deserialize_with = "weight")]
    pub alternation_denied: i32,
    /// A point of the bye's receiver above the lowest score, if erratum 14 is repaired.
    #[serde(deserialize_with = "weight")]
    pub bye_score: i32,
}

impl TextWeights {
    /// Each weight with the name it has in a file.
    pub fn named(self) -> impl Iterator<Item = (String, i32)> {
        as_in_a_file(&self).into_iter().map(|(name, weight)| (name, weight.parse().unwrap_or_default()))
    }
}

impl Readings {
    /// Each reading with the name it has in a file.
    pub fn named(self) -> Vec<(String, String)> {
        as_in_a_file(&self)
    }
}

/// The keys of a table, each with its value.
fn as_in_a_file(table: &impl Serialize) -> Vec<(String, String)> {
    let file = toml::to_string(table).unwrap_or_default();
    let lines = file.lines().filter_map(|line| line.split_once(" = "));
    lines.map(|(key, value)| (key.to_owned(), value.trim_matches('"').to_owned())).collect()
}
