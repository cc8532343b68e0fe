#![expect(missing_docs, reason = "a part of a request is described by its type, and the help shows no more")]

use super::{Byes, Target};
use crate::questions::asked::{FileAsked, TimeAsked};
use schemars::JsonSchema;
use serde::Deserialize;

/// Write the tournament in another format, to standard output
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct Request {
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(default)]
    pub file: FileAsked,
    /// The format: a tournament report, or the project's JSON
    #[cfg_attr(feature = "cli", arg(long, value_enum, value_name = "FORMAT"))]
    pub to: Target,
    /// How a report says that somebody was not paired in a round
    #[cfg_attr(feature = "cli", arg(long, value_enum, default_value_t, value_name = "LETTERS"))]
    #[serde(default)]
    pub byes: Byes,
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(skip)]
    pub limits: TimeAsked,
}
