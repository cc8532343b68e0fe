//! What it costs to make fewer boards of a kind.

#![expect(missing_docs, reason = "a part of a request is described by its type, and the help shows no more")]

use super::asked::{LimitsAsked, PointAsked, RoundAsked, TablesAsked, ended, fair};
use super::{Answered, Context, Ended};
use crate::report::ParetoReport;
use crate::tasks;
use schemars::JsonSchema;
use serde::Deserialize;

/// List what it costs to make fewer boards of a kind, such as those inside one federation
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
    /// A model by name, or a model file; its tiers are the prices
    #[cfg_attr(feature = "cli", arg(long, default_value_t = fair(), value_name = "NAME|PATH"))]
    #[serde(default = "fair")]
    pub model: String,
    /// What there is to be less of: same-federation, downfloats, or a term
    #[cfg_attr(feature = "cli", arg(long, value_name = "NAME"))]
    pub of: String,
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(default)]
    pub point: PointAsked,
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(skip)]
    pub limits: LimitsAsked,
}

impl super::Request for Request {
    fn ask(&self, context: &dyn Context) -> Result<(), Ended> {
        self.point.check(context)?;
        let spec = context.objective(&self.model, &self.at.decisions)?;
        let options = context.start(&self.limits)?;
        let round = context.open(&self.at, &self.tables, &[&spec])?;
        let prices = tasks::prices(&round.state, &spec, &self.of, self.point.are_wanted(), options);
        let prices = prices.map_err(|error| round.opened.failed(error))?;
        let answer = ParetoReport::price_list(round.name(), &round.state, &spec.name, &prices);
        let ended = ended(&prices.front.termination);
        context.give(Answered::new(self.point.shown(answer, ended.is_ok())?))?;
        ended
    }
}
