#![expect(missing_docs, reason = "a part of a request is described by its type, and the help shows no more")]

use crate::questions::asked::{FileAsked, TimeAsked};
use schemars::JsonSchema;
use serde::Deserialize;

/// Say who plays, who is away, and what holds for the next round
#[derive(Debug, Clone, Default, Deserialize, JsonSchema, clap::Args)]
#[serde(default, deny_unknown_fields)]
pub struct Request {
    #[command(flatten)]
    pub file: FileAsked,
    #[command(flatten)]
    #[serde(skip)]
    pub limits: TimeAsked,
}
