use super::exit::Exit;
use super::{input, limits, output};
use crate::report::InfoReport;
use crate::tasks;
use clap::Args;

/// Sum up a tournament file.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    file: input::FileArguments,
    #[command(flatten)]
    limits: limits::TimeArguments,
}

pub(super) fn run(arguments: &Arguments, output: &output::Arguments) -> anyhow::Result<Exit> {
    arguments.limits.start();
    let opened = arguments.file.load(output)?;
    let loaded = &opened.loaded;
    let info = tasks::info(loaded, arguments.file.trust()).map_err(|error| arguments.file.refused(&opened, error))?;
    arguments.file.say_checked(&opened, output);
    output.write(&InfoReport::new(loaded, info));
    Ok(Exit::Done)
}
