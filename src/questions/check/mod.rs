//! Replay a tournament.

#![expect(missing_docs, reason = "a part of a request is described by its type, and the help shows no more")]

use super::asked::{FileAsked, SystemAsked, TimeAsked};
use super::{Answered, Context, Ended};
use crate::report::{CheckReport, rounds_different};
use crate::tasks::{self, RoundCheck};
use schemars::JsonSchema;
use serde::Deserialize;

/// Replay every round of a tournament and compare it with what a system makes of it
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
    #[serde(skip)]
    pub limits: TimeAsked,
}

impl super::Request for Request {
    fn ask(&self, context: &dyn Context) -> Result<(), Ended> {
        context.start_time(&self.limits);
        let opened = context.tournament(&self.file)?;
        let chosen = opened.system(self.system.system)?;
        let rounds = tasks::check(&opened.loaded.tournament, chosen.system, opened.trust);
        let rounds = rounds.map_err(|error| opened.refused(error))?;
        context.note_overruled(&opened, opened.overruled());
        let different = rounds.iter().filter(|round: &&RoundCheck| round.is_different()).count();
        let answer = CheckReport { edition_by: chosen.because, ..CheckReport::new(chosen.system, rounds) };
        context.give(Answered::new(answer))?;
        if different == 0 { Ok(()) } else { Err(Ended::Discrepancy(rounds_different(different))) }
    }
}
