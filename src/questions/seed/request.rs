#![expect(missing_docs, reason = "a part of a request is described by its type, and the help shows no more")]

use crate::questions::asked::FileAsked;
use schemars::JsonSchema;
use serde::Deserialize;
use std::num::NonZero;

/// Number the players before round 1
#[derive(Debug, Clone, Deserialize, JsonSchema, clap::Args)]
#[serde(deny_unknown_fields)]
pub struct Request {
    #[command(flatten)]
    #[serde(default)]
    pub file: FileAsked,
    /// From groups of like strength in turn, or by lot
    #[arg(long, value_enum, value_name = "METHOD")]
    pub method: Method,
    /// How many groups [default: the even number nearest to a seventh of the players]
    #[arg(long, value_name = "G", value_parser = crate::questions::asked::from_one::<NonZero<u32>>)]
    pub groups: Option<NonZero<u32>>,
    /// The seed of the random generator (ChaCha8)
    #[arg(long, default_value_t = 0, value_name = "N")]
    #[serde(default)]
    pub seed: u64,
}

/// How seed numbers are given out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Method {
    Group,
    Random,
}
