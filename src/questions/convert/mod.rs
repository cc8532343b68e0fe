//! Write a tournament in another format.

#![expect(missing_docs, reason = "a part of a request is described by its type, and the help shows no more")]

use super::asked::{FileAsked, TimeAsked};
use super::{Answered, Context, Ended};
use crate::field::Field;
use crate::report::{ConvertedText, Format};
use crate::tasks::{self, Target};
use schemars::JsonSchema;
use serde::Deserialize;

/// Write a tournament in another format
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct Request {
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(default)]
    pub file: FileAsked,
    /// The format: a tournament report, or the project's JSON
    #[cfg_attr(feature = "cli", arg(long, value_enum, value_name = "FORMAT"))]
    pub to: To,
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(skip)]
    pub limits: TimeAsked,
}

/// The format that is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum To {
    Trf,
    Json,
}

impl From<To> for Target {
    fn from(to: To) -> Self {
        match to {
            To::Trf => Self::Trf,
            To::Json => Self::Json,
        }
    }
}

impl super::Request for Request {
    fn ask(&self, context: &dyn Context) -> Result<(), Ended> {
        if context.format() != Format::Table {
            let what = format!("convert writes the format that {} names", Field("to"));
            return Err(Ended::refused(what, format!("leave out {}", Field("format"))));
        }
        context.start_time(&self.limits);
        let opened = context.tournament(&self.file)?;
        let converted = tasks::convert(&opened.loaded, self.to.into(), opened.trust);
        let converted = converted.map_err(|error| opened.failed(error))?;
        context.note_overruled(&opened, opened.overruled());
        converted.left_out.iter().for_each(|what| context.remark(what));
        context.give(Answered::new(ConvertedText { text: converted.text, is_json: self.to == To::Json }))
    }
}
