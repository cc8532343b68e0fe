#![expect(missing_docs, reason = "a part of a request is described by its type, and the help shows no more")]

use crate::files::request_field::RequestField;
use crate::questions::asked::{LimitsAsked, PageAsked, RepairAsked, RoundAsked, TablesAsked};
use crate::questions::report::Format;
use crate::questions::{AskError, Context, Refusal};
use crate::solve::Ties;
use schemars::JsonSchema;
use serde::Deserialize;
use std::num::NonZero;

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
    /// Explain this board alone, with the price of every other opponent; the number after the last board is the bye
    #[arg(long, value_name = "N", value_parser = crate::questions::asked::from_one::<NonZero<u32>>)]
    pub board: Option<NonZero<u32>>,
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

impl Request {
    /// Refuse what does not go together, and a format that cannot show it.
    pub(super) fn check(&self, context: &dyn Context) -> Result<(), AskError> {
        let html = (RequestField("html"), self.page.is_wanted());
        Refusal::beside(RequestField("board"), self.board.is_some(), &[html])?;
        if context.format() == Format::Pairs {
            let instead = format!("take {} table, json or csv", RequestField("format"));
            return Err(AskError::refused("an explanation is no list of boards", instead));
        }
        Ok(())
    }
}
