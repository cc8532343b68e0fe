#![expect(missing_docs, reason = "a part of a request is described by its type, and the help shows no more")]

use crate::files::request_field::RequestField;
use crate::questions::asked::{LimitsAsked, NewFile, RoundAsked, TablesAsked};
use crate::questions::report::Format;
use crate::questions::{AskError, Context, Refusal};
use schemars::JsonSchema;
use serde::Deserialize;
use std::num::NonZero;

/// List the best compromises, or what fewer boards of a kind cost
#[derive(Debug, Clone, Deserialize, JsonSchema, clap::Args)]
#[serde(deny_unknown_fields)]
pub struct Request {
    #[command(flatten)]
    #[serde(default)]
    pub at: RoundAsked,
    #[command(flatten)]
    #[serde(default)]
    pub tables: TablesAsked,
    /// A model by name, or a model file; its rules hold
    #[arg(long, default_value_t = fair(), value_name = "NAME|PATH")]
    #[serde(default = "fair")]
    pub model: String,
    /// Two criteria: tiers of the model, terms, downfloats or same-federation
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    #[serde(default)]
    pub between: Vec<String>,
    /// Say instead what fewer of this cost in the tiers of the model: same-federation, downfloats, or a term
    #[arg(long, value_name = "NAME")]
    pub of: Option<String>,
    /// Keep these tiers of the model as good as they can be, in the order of the model
    #[arg(long, value_name = "TIER,...", value_delimiter = ',')]
    #[serde(default)]
    pub hold: Vec<String>,
    /// Show the pairing of point N; with --format pairs, it alone
    #[arg(long, value_name = "N", value_parser = crate::questions::asked::from_one::<NonZero<u32>>)]
    #[serde(default)]
    pub point: Option<NonZero<u32>>,
    /// Find the values alone, without their canonical pairings: in a large field this takes a fraction of the time
    #[arg(long)]
    #[serde(default)]
    pub values: bool,
    /// Draw the points into this file, as SVG
    #[arg(long, value_name = "F.svg")]
    pub plot: Option<NewFile>,
    /// Replace the file of --plot, if it is there
    #[arg(long)]
    #[serde(default)]
    pub force: bool,
    #[command(flatten)]
    #[serde(skip)]
    pub limits: LimitsAsked,
}

/// The model, if none is named.
fn fair() -> String {
    "fair".to_owned()
}

impl Request {
    /// Refuse what does not go together.
    pub(super) fn check(&self, context: &dyn Context) -> Result<(), AskError> {
        let (between, of) = (RequestField("between"), RequestField("of"));
        if self.between.is_empty() && self.of.is_none() {
            let instead = format!("write {between} scores,colours, or {of} same-federation");
            return Err(AskError::refused("nothing says what is to be compared", instead));
        }
        let beside = [(between, !self.between.is_empty()), (RequestField("plot"), self.plot.is_some())];
        Refusal::beside(of, self.of.is_some(), &beside)?;
        Refusal::unless(RequestField("force"), self.force, RequestField("plot"), self.plot.is_some())?;
        let point = RequestField("point");
        Refusal::beside(RequestField("values"), self.values, &[(point, self.point.is_some())])?;
        if context.format() == Format::Pairs && self.point.is_none() {
            let instead = format!("choose one with {point} N, or take the format table, json or csv");
            return Err(AskError::refused("each point has a pairing", instead));
        }
        Ok(())
    }
}
