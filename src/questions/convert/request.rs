#![expect(missing_docs, reason = "a part of a request is described by its type, and the help shows no more")]

use super::{Byes, Target};
use crate::questions::asked::{FileAsked, TimeAsked};
use schemars::JsonSchema;
use serde::Deserialize;

/// Write the tournament in another format, to standard output
#[derive(Debug, Clone, Deserialize, JsonSchema, clap::Args)]
#[serde(deny_unknown_fields)]
pub struct Request {
    #[command(flatten)]
    #[serde(default)]
    pub file: FileAsked,
    /// The format: a tournament report, or the project's JSON
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub to: Target,
    /// How a report says that somebody was not paired in a round
    #[arg(long, value_enum, default_value_t, value_name = "LETTERS")]
    #[serde(default)]
    pub byes: Byes,
    #[command(flatten)]
    #[serde(skip)]
    pub limits: TimeAsked,
}
