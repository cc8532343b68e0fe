#![expect(missing_docs, reason = "a part of a request is described by its type, and the help shows no more")]

use crate::questions::asked::{LimitsAsked, PageAsked, RepairAsked, RoundAsked, TablesAsked};
use crate::solve::Ties;
use schemars::JsonSchema;
use serde::Deserialize;

/// Say why a round is paired as it is, and what each board counts
#[derive(Debug, Clone, Default, Deserialize, JsonSchema, clap::Args)]
#[serde(default, deny_unknown_fields)]
pub struct Request {
    #[command(flatten)]
    pub at: RoundAsked,
    #[command(flatten)]
    pub tables: TablesAsked,
    /// A model by name, or a model file [default: pairs]
    #[arg(long, value_name = "NAME|PATH")]
    pub model: Option<String>,
    /// Which of several equal optima: the canonical one, one by lot, or the one nearest to the fold
    #[arg(long, default_value_t, value_name = "canonical|random:SEED|fold")]
    pub ties: Ties,
    #[command(flatten)]
    pub page: PageAsked,
    #[command(flatten)]
    pub repair: RepairAsked,
    #[command(flatten)]
    #[serde(skip)]
    pub limits: LimitsAsked,
}
