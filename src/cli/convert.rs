use super::exit::{Exit, Failure};
use super::{input, limits, output};
use crate::printable::printable_json;
use crate::report::Format;
use crate::tasks::{self, Target};
use clap::{Args, ValueEnum};

/// Write a tournament in another format.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    file: input::FileArguments,
    /// The format: a tournament report, or the project's JSON
    #[arg(long, value_enum, value_name = "FORMAT")]
    to: TargetName,
    #[command(flatten)]
    limits: limits::TimeArguments,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum TargetName {
    Trf,
    Json,
}

pub(super) fn run(arguments: &Arguments, output: &output::Arguments) -> anyhow::Result<Exit> {
    if output.format() != Format::Table {
        let message = "convert writes the format that --to names; leave out --format";
        return Err(Failure::error(Exit::WrongRequest, message));
    }
    arguments.limits.start();
    let opened = arguments.file.load(output)?;
    let to = match arguments.to {
        TargetName::Trf => Target::Trf,
        TargetName::Json => Target::Json,
    };
    let converted = tasks::convert(&opened.loaded, to, arguments.file.trust())
        .map_err(|error| arguments.file.failed(&opened, error))?;
    arguments.file.say_checked(&opened, output);
    converted.left_out.iter().for_each(|what| output.say(what));
    match to {
        Target::Trf => output.print(converted.text.as_bytes()),
        Target::Json => output.print(printable_json(&converted.text).as_bytes()),
    }
    Ok(Exit::Done)
}
