//! Sum up a tournament file.

#![expect(missing_docs, reason = "a part of a request is described by its type, and the help shows no more")]

use super::asked::{FileAsked, TimeAsked};
use super::{Answered, Context, Ended};
use crate::report::InfoReport;
use crate::tasks;
use schemars::JsonSchema;
use serde::Deserialize;

/// Sum up a tournament file: who is absent, late or away, and what holds for the next round
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct Request {
    #[cfg_attr(feature = "cli", command(flatten))]
    pub file: FileAsked,
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(skip)]
    pub limits: TimeAsked,
}

impl super::Request for Request {
    fn ask(&self, context: &dyn Context) -> Result<(), Ended> {
        context.start_time(&self.limits);
        let opened = context.tournament(&self.file)?;
        let info = tasks::info(&opened.loaded, opened.trust).map_err(|error| opened.refused(error))?;
        context.note_overruled(&opened, opened.overruled());
        context.give(Answered::new(InfoReport::new(&opened.loaded, info)))
    }
}
