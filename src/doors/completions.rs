//! What completes commands and options in a shell, made of themselves.

use super::exit::{Exit, Failure};
use super::{NAME, output};
use crate::questions::report::Format;
use clap::Args;
use clap_complete::{Shell, generate};

/// Write what a shell needs to complete commands and options
#[derive(Debug, Args)]
pub(super) struct CompletionsArguments {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

/// Write the completions of the shell to standard output.
pub(super) fn run(arguments: &CompletionsArguments, output: &output::OutputOptions) -> anyhow::Result<Exit> {
    if output.chosen_format() != Format::Table {
        let message = "completions writes what the shell reads; leave out --format";
        return Err(Failure::error(Exit::WrongRequest, message));
    }
    output.print(completions(arguments.shell).as_bytes());
    Ok(Exit::Done)
}

fn completions(shell: Shell) -> String {
    let written = |name: &'static str| {
        let mut text = Vec::new();
        generate(shell, &mut super::command().name(name), name, &mut text);
        String::from_utf8_lossy(&text).into_owned()
    };
    if shell != Shell::Bash {
        return written(NAME);
    }
    // clap's functions for bash lose the options of commands if the name of the program has a hyphen. Only the lines that say whose
    // completions they are name the program.
    const PLAIN: &str = "swiss_ilp";
    written(PLAIN).replace(&format!(" {PLAIN}\n"), &format!(" {NAME}\n"))
}
