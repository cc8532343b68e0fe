use super::exit::Failure;
use super::new_file::NewFile;
use super::output;
use clap::Args;

/// A page for a browser.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Also write a page for a browser to F.html: one file that needs no network
    #[arg(long, value_name = "F.html")]
    html: Option<NewFile>,
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
    pub fn check(&self, output: &output::Arguments) -> anyhow::Result<()> {
        self.html.as_ref().map_or(Ok(()), |page| page.check(self.force, output, Failure::of_page))
    }

    /// Write the page that `draw` makes, if one is asked for.
    pub fn write(&self, output: &output::Arguments, draw: impl FnOnce() -> String) -> anyhow::Result<()> {
        let Some(page) = &self.html else { return Ok(()) };
        page.write(self.force, output, |out| out.write_all(draw().as_bytes())).map_err(Failure::of_page)
    }
}
