use super::exit::Failure;
use crate::tasks;
use clap::Args;
use std::path::PathBuf;

/// A page for a browser.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Also write a page for a browser to F.html: one file that needs no network
    #[arg(long, value_name = "F.html")]
    html: Option<PathBuf>,
    /// Replace the file of --html, if it is there
    #[arg(long, requires = "html")]
    force: bool,
}

impl Arguments {
    /// Whether a page is asked for.
    pub const fn is_wanted(&self) -> bool {
        self.html.is_some()
    }

    /// Refuse a file that cannot be written, before the work.
    pub fn check(&self) -> anyhow::Result<()> {
        let Some(path) = &self.html else { return Ok(()) };
        tasks::check_new_file(path, self.force).map_err(Failure::of_page)
    }

    /// Write the page that `draw` makes, if one is asked for.
    pub fn write(&self, draw: impl FnOnce() -> String) -> anyhow::Result<()> {
        let Some(path) = &self.html else { return Ok(()) };
        tasks::write_new_file(path, self.force, |out| out.write_all(draw().as_bytes())).map_err(Failure::of_page)
    }
}
