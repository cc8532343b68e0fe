use crate::model::Objective;
use crate::registry::System;
use std::fmt;

/// The rules that a pairing is judged by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Rules {
    /// The rules of a model.
    Model(Objective),
    /// The rules of a system.
    System(System),
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Model(spec) => write!(f, "model {}", spec.name),
            Self::System(system) => write!(f, "system {system}"),
        }
    }
}
