use super::NewFile;
use crate::IN_BROWSER;
use crate::files::request_field::{RequestField, in_words};
use crate::questions::{Answered, AskError, Context, Refusal};
use schemars::JsonSchema;
use serde::Deserialize;
use std::sync::Arc;

/// A page for a browser. A door without folders [keeps](crate::questions::tasks::Inputs::keep) it.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema, clap::Args)]
#[serde(default, deny_unknown_fields)]
pub struct PageAsked {
    /// Also write a page for a browser to F.html: one file that needs no network
    #[arg(long, value_name = "F.html")]
    pub html: Option<NewFile>,
    /// Replace the file of --html, if it is there
    #[arg(long)]
    pub force: bool,
}

impl PageAsked {
    /// Whether a page is asked for.
    pub(crate) const fn is_wanted(&self) -> bool {
        self.html.is_some()
    }

    /// Whether a page is to be drawn: a build that makes none has refused it.
    pub(crate) const fn is_drawn(&self) -> bool {
        !IN_BROWSER && self.is_wanted()
    }

    /// Refuse a file that cannot be written, before the work.
    pub(crate) fn check(&self, context: &dyn Context) -> Result<(), AskError> {
        if self.is_wanted() && !self.is_drawn() {
            return Err(AskError::refused("this build makes no page", "take the program"));
        }
        Refusal::unless(RequestField("force"), self.force, RequestField("html"), self.is_wanted())?;
        self.html.as_ref().map_or(Ok(()), |page| page.check(self.force, context.inputs(), PAGE))
    }

    /// Give the answer, and write the page of what it shows, if one is asked for.
    pub(crate) fn give(&self, answer: Answered<'_>, context: &dyn Context) -> Result<(), AskError> {
        let record = Arc::clone(&answer.record);
        context.give(answer)?;
        let Some(page) = self.html.as_ref().filter(|_| self.is_drawn()) else { return Ok(()) };
        page.write(self.force, context.inputs(), PAGE, |out| {
            out.write_all(in_words(&record.document().page(), context.wording()).as_bytes())
        })
    }
}

/// What is written.
const PAGE: &str = "the page";
