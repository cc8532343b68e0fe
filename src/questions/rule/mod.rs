//! What an id stands for.

use super::{Answered, Context, Ended};
use crate::questions::report::RuleReport;
use crate::rules::Entry;
use schemars::JsonSchema;
use serde::Deserialize;

/// Say what an id means, of a rule or of a message, or list them all
#[derive(Debug, Clone, Default, Deserialize, JsonSchema, clap::Args)]
#[serde(default, deny_unknown_fields)]
pub struct Request {
    /// The id of a rule, such as ilp.no-rematch, or what a message has in brackets; all are listed without it
    pub id: Option<String>,
}

impl super::Request for Request {
    fn ask(&self, context: &dyn Context) -> Result<(), Ended> {
        let answer = match &self.id {
            None => RuleReport::All,
            Some(id) => {
                let unknown = |what| Ended::refused(what, "`swiss-ilp rule` lists them all");
                RuleReport::One(Entry::named(id).map_err(unknown)?)
            }
        };
        context.give(Answered::new(answer))
    }
}
