use super::SystemSpec;
use crate::rules::{Hard, Term};
use crate::tournament::{PlayerId, PlayerState};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// A model as its TOML file says it: formulation, hard rules, tiers of weighted terms, side constraints.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spec {
    /// The model's name, as in reports.
    pub name: String,
    /// One sentence for a person.
    pub summary: String,
    /// Which variables.
    pub formulation: Formulation,
    /// What no pairing may do.
    pub hard: Vec<Hard>,
    /// The objective: tiers from the most to the least important, each maximised in turn.
    #[serde(rename = "tier")]
    pub tiers: Vec<Tier>,
    /// Constraints that leave matching behind.
    #[serde(default, skip_serializing_if = "Side::is_empty")]
    pub side: Side,
}

/// Which variables a model has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Formulation {
    /// One binary a pair.
    Pairs,
    /// Players in interchangeable slots.
    Slots,
    /// Slots in the order of their highest players.
    SlotsOrdered,
}

/// One tier: a weighted sum of terms, to be maximised.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tier {
    /// The tier's name, as in reports.
    pub name: String,
    /// Weights by term; a penalty has a negative weight.
    pub terms: Vec<Weighted>,
}

/// A term and its weight per unit (a board, a player, a point).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weighted {
    /// Which.
    pub term: Term,
    /// How much one unit of it is worth, between -[`MOST_WEIGHT`] and [`MOST_WEIGHT`].
    #[serde(deserialize_with = "weight")]
    pub weight: i32,
}

/// The greatest weight. Beyond it a solver in floating point gets lost; a tier of its own does what it would do.
pub const MOST_WEIGHT: i32 = 1_000_000;

fn weight<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<i32, D::Error> {
    let weight = i64::deserialize(deserializer)?;
    i32::try_from(weight).ok().filter(|weight| weight.abs() <= MOST_WEIGHT).ok_or_else(|| {
        let message =
            format!("the weight {weight} is not between -{MOST_WEIGHT} and {MOST_WEIGHT}; give it a tier of its own");
        serde::de::Error::custom(message)
    })
}

/// Constraints on the round as a whole.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Side {
    /// At most so many boards with players of unequal scores; the bye is not counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_downfloats: Option<u32>,
    /// At most so many boards with both players of one federation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_same_federation: Option<u32>,
    /// Pairs that must be made.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forced: Vec<[u32; 2]>,
    /// Pairs that must not be made.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forbidden: Vec<[u32; 2]>,
}

impl Side {
    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The caps that are set, with their names.
    pub fn caps(&self) -> impl Iterator<Item = (Cap, &'static str)> {
        let downfloats = self.max_downfloats.map(|most| (Cap::Downfloats(most), "max_downfloats"));
        let federation = self.max_same_federation.map(|most| (Cap::SameFederation(most), "max_same_federation"));
        downfloats.into_iter().chain(federation)
    }

    /// Whether forced pairs leave `one` free for `other` (`None` is the bye).
    #[must_use]
    pub fn allows_beside_forced(&self, one: PlayerId, other: Option<PlayerId>) -> bool {
        self.forced.iter().all(|pair| {
            let touches = pair.contains(&one.0) || other.is_some_and(|other| pair.contains(&other.0));
            !touches || other.is_some_and(|other| *pair == [one.0, other.0] || *pair == [other.0, one.0])
        })
    }

    /// Whether the pair must not be made.
    #[must_use]
    pub fn forbids(&self, one: PlayerId, other: PlayerId) -> bool {
        self.forbidden.contains(&[one.0, other.0]) || self.forbidden.contains(&[other.0, one.0])
    }
}

/// A cap on how many boards of the round may be of one kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cap {
    /// Boards with players of unequal scores.
    Downfloats(u32),
    /// Boards with both players of one federation.
    SameFederation(u32),
}

impl Cap {
    /// How many boards of the kind there may be.
    #[must_use]
    pub const fn most(self) -> u32 {
        match self {
            Self::Downfloats(most) | Self::SameFederation(most) => most,
        }
    }

    /// Whether a board of these two is of the kind.
    #[must_use]
    pub fn counts(self, one: &PlayerState, other: &PlayerState) -> bool {
        match self {
            Self::Downfloats(_) => one.score != other.score,
            Self::SameFederation(_) => one.federation.is_some() && one.federation == other.federation,
        }
    }
}

/// Why there is no [`Spec`].
#[derive(Debug, thiserror::Error)]
pub enum SpecError {
    /// Neither a model's name nor a file.
    #[error("there is no model '{name}': name one of {}, or a TOML file", Spec::built_in_names())]
    Unknown {
        /// What was asked for.
        name: String,
    },
    /// The file cannot be read.
    #[error("cannot read the model {path}: {source}")]
    Read {
        /// Which file.
        path: String,
        /// Why.
        source: std::io::Error,
    },
    /// The file is not a model; the message has line, column and what was expected.
    #[error("{path} is not a model: {message}")]
    Wrong {
        /// Which file.
        path: String,
        /// What is wrong where.
        message: String,
    },
}

/// The models that come with the program: name and TOML text.
const BUILT_IN: [(&str, &str); 4] = [
    ("pairs", include_str!("../../models/pairs.toml")),
    ("slots", include_str!("../../models/slots.toml")),
    ("slots-ordered", include_str!("../../models/slots-ordered.toml")),
    ("fair", include_str!("../../models/fair.toml")),
];

impl Spec {
    /// The names of the models that come with the program, those of the systems among them, comma-separated.
    #[must_use]
    pub fn built_in_names() -> String {
        let names = BUILT_IN.into_iter().map(|(name, _)| name).chain(SystemSpec::built_in_names());
        names.collect::<Vec<_>>().join(", ")
    }

    /// A built-in model by name, or a model file by path.
    ///
    /// # Errors
    /// [`SpecError`], with line and column where the TOML is wrong.
    pub fn load(name_or_path: &str) -> Result<Self, SpecError> {
        if let Some((name, text)) = BUILT_IN.iter().find(|(name, _)| *name == name_or_path) {
            return Self::parse(&format!("models/{name}.toml"), text);
        }
        let path = Path::new(name_or_path);
        if path.extension().is_none() && !path.exists() {
            return Err(SpecError::Unknown { name: name_or_path.to_owned() });
        }
        let text = std::fs::read_to_string(path)
            .map_err(|source| SpecError::Read { path: name_or_path.to_owned(), source })?;
        Self::parse(name_or_path, &text)
    }

    /// Read the TOML `text` of the model file `path`.
    ///
    /// # Errors
    /// [`SpecError::Wrong`].
    pub fn parse(path: &str, text: &str) -> Result<Self, SpecError> {
        let wrong = |message: String| SpecError::Wrong { path: path.to_owned(), message };
        let spec: Self = toml::from_str(text).map_err(|error| wrong(error.to_string()))?;
        if spec.tiers.is_empty() || spec.tiers.iter().any(|tier| tier.terms.is_empty()) {
            return Err(wrong("it has no [[tier]], or one without terms; give each at least one term".into()));
        }
        Ok(spec)
    }
}
