#![expect(missing_docs, reason = "a part of a request is described by its type, and the help shows no more")]

use crate::questions::asked::{FileAsked, SystemAsked, TimeAsked, WishesAsked};
use schemars::JsonSchema;
use serde::Deserialize;

/// Replay every round, and compare it with what a system makes of it
#[derive(Debug, Clone, Deserialize, JsonSchema, clap::Args)]
#[serde(deny_unknown_fields)]
pub struct Request {
    #[command(flatten)]
    #[serde(default)]
    pub file: FileAsked,
    #[command(flatten)]
    pub system: SystemAsked,
    #[command(flatten)]
    #[serde(default)]
    pub wishes: WishesAsked,
    /// Check the ranks of the file, too: by points and the tie-breaks that it names
    #[arg(long)]
    #[serde(default)]
    pub standings: bool,
    #[command(flatten)]
    #[serde(skip)]
    pub limits: TimeAsked,
}
