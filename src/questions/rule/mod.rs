//! What an id stands for.

use super::{Answered, AskError, Context};
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
    fn ask(&self, context: &dyn Context) -> Result<(), AskError> {
        let Some(id) = &self.id else {
            return context.give(Answered::new(Entry::all().collect::<Vec<_>>()));
        };
        let unknown = |what| AskError::refused(what, "`swiss-ilp rule` lists them all");
        context.give(Answered::new(Entry::named(id).map_err(unknown)?))
    }
}
