#![expect(missing_docs, reason = "a part of a request is described by its type, and the help shows no more")]

use crate::field::Field;
use crate::questions::asked::{LimitsAsked, NewFile, PointAsked, RoundAsked, TablesAsked, fair};
use crate::questions::{Context, Ended, Refusal};
use schemars::JsonSchema;
use serde::Deserialize;

/// List the pairings that no other one dominates between two criteria
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct Request {
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(default)]
    pub at: RoundAsked,
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(skip)]
    pub tables: TablesAsked,
    /// A model by name, or a model file; its rules hold
    #[cfg_attr(feature = "cli", arg(long, default_value_t = fair(), value_name = "NAME|PATH"))]
    #[serde(default = "fair")]
    pub model: String,
    /// Two criteria: tiers of the model, terms, downfloats or same-federation
    #[cfg_attr(feature = "cli", arg(long, required = true, value_name = "A,B", value_delimiter = ','))]
    pub between: Vec<String>,
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(default)]
    pub point: PointAsked,
    /// Draw the points as SVG
    #[cfg_attr(feature = "cli", arg(long, value_name = "F.svg"))]
    pub plot: Option<NewFile>,
    /// Replace the file of --plot, if it is there
    #[cfg_attr(feature = "cli", arg(long))]
    #[serde(default)]
    pub force: bool,
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(skip)]
    pub limits: LimitsAsked,
}

impl Request {
    /// Refuse what does not go together.
    pub(super) fn check(&self, context: &dyn Context) -> Result<(), Ended> {
        Refusal::unless(Field("force"), self.force, Field("plot"), self.plot.is_some())?;
        self.point.check(context)
    }
}
