//! Values that are written as a number or a text: points, attributes and results.

use crate::tournament::{Cell, GameResult, Score};
use itertools::Itertools;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;
use std::borrow::Cow;

/// A decimal that is written without floating point.
fn decimal<S: Serializer>(number: &impl ToString, serializer: S) -> Result<S::Ok, S::Error> {
    RawValue::from_string(number.to_string()).map_err(serde::ser::Error::custom)?.serialize(serializer)
}

impl<'de> Deserialize<'de> for Score {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = <&RawValue>::deserialize(deserializer)?.get();
        raw.parse().map_err(|_| D::Error::custom("this is no number of points such as 0.5"))
    }
}

impl Serialize for Score {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        decimal(self, serializer)
    }
}

impl JsonSchema for Score {
    fn schema_name() -> Cow<'static, str> {
        "Points".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "number", "description": "Points, with at most one decimal." })
    }
}

impl<'de> Deserialize<'de> for Cell {
    /// What is in quotes is a text, whatever it looks like. A number is read from its digits.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = <&RawValue>::deserialize(deserializer)?.get();
        let needed = "this is neither a text in quotes nor a decimal of at most 15 digits";
        match Self::of(raw) {
            Self::Text(_) => serde_json::from_str(raw).map(Self::Text).map_err(|_| D::Error::custom(needed)),
            number => Ok(number),
        }
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Text(text) => text.serialize(serializer),
            Self::Number(_) => decimal(self, serializer),
        }
    }
}

impl JsonSchema for Cell {
    fn schema_name() -> Cow<'static, str> {
        "Attribute".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "description": "A text, or a number.", "anyOf": [{ "type": "number" }, { "type": "string" }] })
    }
}

impl<'de> Deserialize<'de> for GameResult {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = Cow::<str>::deserialize(deserializer)?;
        let names = || Self::NAMES.iter().map(|(name, _)| format!("\"{name}\"")).join(" ");
        Self::from_name(&name).ok_or_else(|| D::Error::custom(format!("`{name}` is none of {}", names())))
    }
}

impl Serialize for GameResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl JsonSchema for GameResult {
    fn schema_name() -> Cow<'static, str> {
        "Result".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "enum": Self::NAMES.map(|(name, _)| name) })
    }
}
