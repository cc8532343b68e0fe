use schemars::JsonSchema;
use serde::Serialize;
use std::fmt;

/// Something that a system or model does not have for a round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct MissingReport {
    /// The system, the model, or `played`.
    pub name: String,
    /// What it does not have.
    pub lacks: Lack,
    /// Why.
    pub reason: String,
}

/// What is not there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Lack {
    /// A pairing.
    Pairing,
    /// An optimum, which was not looked for.
    Optimum,
    /// A proof before the time limit.
    Proof,
}

impl MissingReport {
    /// What `name` does not have, and why.
    #[must_use]
    pub fn new(name: &str, lacks: Lack, reason: impl fmt::Display) -> Self {
        Self { name: name.to_owned(), lacks, reason: reason.to_string() }
    }

    /// The same in a sentence; `place` says where, if need be.
    pub(super) fn told(&self, place: &str) -> String {
        let Self { name, lacks, reason } = self;
        let what = match lacks {
            Lack::Pairing => "pairing",
            Lack::Optimum => "proven optimum",
            Lack::Proof => "proof",
        };
        format!("{name} has no {what}{place}: {reason}.")
    }
}
