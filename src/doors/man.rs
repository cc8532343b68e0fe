//! Manual pages, made of the commands and options themselves.

use super::exit::{Exit, Failure};
use super::output;
use crate::files::printable::printable;
use crate::questions::asked::NewFolder;
use crate::questions::report::Format;
use clap::{Args, Command};
use clap_mangen::Man;
use std::fs;

/// Write the manual pages, one a command
#[derive(Debug, Args)]
pub(super) struct ManArguments {
    /// The folder of the pages, such as ~/.local/share/man/man1
    #[arg(value_name = "DIR")]
    out: NewFolder,
    /// Replace pages that are there
    #[arg(long)]
    force: bool,
}

/// Write the page of every command, and of every command within one, into the folder.
pub(super) fn run(arguments: &ManArguments, output: &output::OutputOptions) -> anyhow::Result<Exit> {
    if output.chosen_format() != Format::Table {
        let message = "man writes pages for the program man; leave out --format";
        return Err(Failure::error(Exit::WrongRequest, message));
    }
    let folder = arguments.out.path();
    let refused = |error: &dyn ToString| Failure::error(Exit::WrongRequest, error.to_string());
    fs::create_dir_all(folder).map_err(|error| refused(&format!("{}: {error}", folder.display())))?;
    let mut command = super::command().disable_help_subcommand(true);
    command.build();
    let mut told = 0;
    for page in pages(&command) {
        let path = folder.join(page.get_filename());
        output
            .inputs
            .write(&path, arguments.force, |mut out| page.render(&mut out))
            .map_err(|error| refused(&error))?;
        told += 1;
    }
    let line = format!("{told} manual pages in {}", folder.display());
    output.print((printable(&line) + "\n").as_bytes());
    Ok(Exit::Done)
}

/// The pages of a command and of every command within it.
fn pages(command: &Command) -> Vec<Man> {
    let within = command.get_subcommands().filter(|command| !command.is_hide_set());
    [Man::new(command.clone())].into_iter().chain(within.flat_map(pages)).collect()
}
