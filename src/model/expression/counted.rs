//! What a tier counts.

use super::Definition;
use crate::rules::Term;
use crate::tournament::{Colour, PlayerState, RoundState};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

/// What a tier counts: a term of the program, or one of the model file's own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Counted {
    /// A term of the program.
    Term(Term),
    /// A definition of the file.
    Defined(Definition),
}

impl Counted {
    /// The name in a model file.
    pub fn name(&self) -> &str {
        match self {
            Self::Term(term) => term.rule().id.trim_start_matches("ilp."),
            Self::Defined(definition) => definition.name(),
        }
    }

    /// The id in reports.
    pub fn id(&self) -> &str {
        match self {
            Self::Term(term) => term.rule().id,
            Self::Defined(definition) => definition.id(),
        }
    }

    /// The id without its first part, as tables have it.
    pub fn short(&self) -> &str {
        self.id().split_once('.').map_or(self.id(), |(_, name)| name)
    }

    /// The title, or the name of a definition.
    pub fn title(&self) -> &str {
        match self {
            Self::Term(term) => term.rule().title,
            Self::Defined(definition) => definition.name(),
        }
    }

    /// The term, if it is one of the program.
    pub const fn built_in(&self) -> Option<Term> {
        match self {
            Self::Term(term) => Some(*term),
            Self::Defined(_) => None,
        }
    }

    /// The definition, if it is one.
    pub const fn defined(&self) -> Option<&Definition> {
        match self {
            Self::Term(_) => None,
            Self::Defined(definition) => Some(definition),
        }
    }

    /// How many places its counts have.
    pub fn places(&self) -> u32 {
        match self {
            Self::Term(term) => term.places(),
            Self::Defined(definition) => definition.places(),
        }
    }

    /// What it counts for two players at a board, without their colours.
    pub fn of_pair(&self, state: &RoundState, one: &PlayerState, other: &PlayerState) -> i64 {
        match self {
            Self::Term(term) => term.of_pair(state, one, other),
            Self::Defined(definition) => definition.of_pair(state, one, other),
        }
    }

    /// What it counts for `player` at a board with `colour`.
    pub fn of_colour(&self, state: &RoundState, player: &PlayerState, colour: Colour) -> i64 {
        match self {
            Self::Term(term) => term.of_colour(state, player, colour),
            Self::Defined(definition) => definition.of_colour(state, player, colour),
        }
    }

    /// What it counts for the bye of `player`.
    pub fn of_bye(&self, state: &RoundState, player: &PlayerState) -> i64 {
        match self {
            Self::Term(term) => term.of_bye(state, player),
            Self::Defined(definition) => definition.of_bye(state, player),
        }
    }
}

impl From<Term> for Counted {
    fn from(term: Term) -> Self {
        Self::Term(term)
    }
}

impl PartialEq<Term> for Counted {
    fn eq(&self, other: &Term) -> bool {
        matches!(self, Self::Term(term) if term == other)
    }
}

impl Serialize for Counted {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl JsonSchema for Counted {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Counted".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        String::json_schema(generator)
    }
}
