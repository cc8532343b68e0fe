#![expect(missing_docs, reason = "a part of a request is described by its type, and the help shows no more")]

use crate::questions::asked::{LimitsAsked, NewFile, NewFolder, NewTournament, RoundAsked, SystemAsked, WishesAsked};
use schemars::JsonSchema;
use serde::Deserialize;

/// Pair a round by the rules of a system
#[derive(Debug, Clone, Deserialize, JsonSchema, clap::Args)]
#[serde(deny_unknown_fields)]
pub struct Request {
    #[command(flatten)]
    #[serde(default)]
    pub at: RoundAsked,
    #[command(flatten)]
    pub system: SystemAsked,
    #[command(flatten)]
    #[serde(default)]
    pub wishes: WishesAsked,
    /// Show how the pairing came about
    #[arg(long)]
    #[serde(default)]
    pub trace: bool,
    /// Write the check-list of the round instead of its pairing: scores, colours, floats, opponents and byes
    #[arg(long)]
    #[serde(default)]
    pub checklist: bool,
    /// Write what proves that the rules pair the round so, or not at all, into this folder: a certificate in integers
    #[arg(long, value_name = "DIR")]
    #[serde(default)]
    pub proof: Option<NewFolder>,
    /// Also write a wall sheet for a browser or a printer to F.html: the boards with room for the results, and who is not paired
    #[arg(long, value_name = "F.html")]
    #[serde(default)]
    pub html: Option<NewFile>,
    /// Write the tournament with the new round in it to F, in its format or as --format trf, and show the round
    #[arg(long, value_name = "F")]
    #[serde(default)]
    pub out: Option<NewTournament>,
    /// Write the proof into a folder that has other files, too, which stay; replace the files of --html and --out
    #[arg(long)]
    #[serde(default)]
    pub force: bool,
    #[command(flatten)]
    #[serde(skip)]
    pub limits: LimitsAsked,
}
