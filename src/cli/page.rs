use super::exit::{Exit, Failure};
use crate::tasks;
use clap::Args;
use std::path::{Path, PathBuf};

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

    /// Refuse a file that cannot be written, or that is one of those that are `read`, before the work.
    pub fn check<'a>(&self, read: impl IntoIterator<Item = &'a str>) -> anyhow::Result<()> {
        let Some(path) = &self.html else { return Ok(()) };
        let refuse = |what: String| Err(Failure::error(Exit::WrongRequest, what));
        if path == Path::new("-") {
            return refuse("a page is written to a file, and - is standard output; name a file".to_owned());
        }
        if read.into_iter().any(|read| is_same(Path::new(read), path)) {
            return refuse(format!("{} is an input; write to another file", path.display()));
        }
        tasks::check_new_file(path, self.force).map_err(Failure::of_page)
    }

    /// Write the page that `draw` makes, if one is asked for.
    pub fn write(&self, draw: impl FnOnce() -> String) -> anyhow::Result<()> {
        let Some(path) = &self.html else { return Ok(()) };
        tasks::write_new_file(path, self.force, |out| out.write_all(draw().as_bytes())).map_err(Failure::of_page)
    }
}

/// Whether two paths are of one file.
pub(super) fn is_same(one: &Path, other: &Path) -> bool {
    one == other || one.canonicalize().is_ok_and(|one| other.canonicalize().is_ok_and(|other| one == other))
}
