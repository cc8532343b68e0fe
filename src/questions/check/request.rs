#![expect(missing_docs, reason = "a part of a request is described by its type, and the help shows no more")]

use crate::questions::asked::{FileAsked, SystemAsked, TimeAsked, WishesAsked};
use schemars::JsonSchema;
use serde::Deserialize;

/// Replay every round, and compare it with what a system makes of it
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct Request {
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(default)]
    pub file: FileAsked,
    #[cfg_attr(feature = "cli", command(flatten))]
    pub system: SystemAsked,
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(default)]
    pub wishes: WishesAsked,
    /// Check the ranks of the file, too: by points and the tie-breaks that it names
    #[cfg_attr(feature = "cli", arg(long))]
    #[serde(default)]
    pub standings: bool,
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(skip)]
    pub limits: TimeAsked,
}
