use super::exit::{Exit, Failure};
use super::simulate::{ExperimentArguments, until};
use super::{limits, output};
use crate::printable::printable;
use crate::report::Format;
use crate::simulate::{self, Arm, Experiment, GenerateError};
use crate::tasks::Target;
use clap::{Args, ValueEnum};
use itertools::Itertools;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

/// Write the tournaments of an experiment.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    experiment: ExperimentArguments,
    /// The arm that pairs [default: the first one]
    #[arg(long, value_name = "NAME")]
    arm: Option<String>,
    /// The format: tournament reports, or the project's JSON
    #[arg(long, value_enum, default_value_t = TargetName::Trf, value_name = "FORMAT")]
    to: TargetName,
    /// Replace files of the same names
    #[arg(long)]
    force: bool,
    /// Stop after so many seconds, with the tournaments that were played
    #[arg(long, value_name = "S", value_parser = limits::seconds)]
    time_limit: Option<Duration>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum TargetName {
    Trf,
    Json,
}

pub(super) fn run(arguments: &Arguments, output: &output::Arguments) -> anyhow::Result<Exit> {
    if output.format() != Format::Table {
        let message = "generate writes files in the format that --to names; leave out --format";
        return Err(Failure::error(Exit::WrongRequest, message));
    }
    let until = until(arguments.time_limit)?;
    let experiment = arguments.experiment.load()?;
    let arm = arguments.arm(&experiment)?;
    let (events, jobs) = (arguments.experiment.events(&experiment), arguments.experiment.jobs());
    let folder = &arguments.experiment.out;
    let refused = |error: &dyn ToString| Failure::error(Exit::WrongRequest, error.to_string());
    fs::create_dir_all(folder).map_err(|error| refused(&format!("{}: {error}", folder.display())))?;
    let (to, ending) = match arguments.to {
        TargetName::Trf => (Target::Trf, "trf"),
        TargetName::Json => (Target::Json, "json"),
    };
    let digits = events.to_string().len().max(5);
    let told = simulate::generate(&experiment, arm, events, jobs, to, until, |generated| {
        let path = folder.join(format!("event-{:0digits$}.{ending}", generated.event));
        write(&path, generated.text.as_bytes(), arguments.force)
            .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))
    });
    match told {
        Err(GenerateError::Io(error)) if error.kind() == io::ErrorKind::AlreadyExists => {
            Err(refused(&format!("{error}; add --force to replace files, or choose another folder")))
        }
        Err(error @ (GenerateError::Io(_) | GenerateError::Format(..))) => Err(refused(&error)),
        Err(error @ GenerateError::Fault(_)) => Err(Failure::error(Exit::InternalFault, error.to_string())),
        Ok(told) if told < events => {
            Err(Failure::of_limit(format!("{told} of {events} tournaments were written to {}", folder.display())))
        }
        Ok(told) => {
            let line = format!("{told} tournaments of {} in {}", arm.name, folder.display());
            output.print((printable(&line) + "\n").as_bytes());
            Ok(Exit::Done)
        }
    }
}

/// Write a file; with `force` in place of the one that is there.
fn write(path: &Path, bytes: &[u8], force: bool) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).truncate(force);
    let opened = if force { options.create(true).open(path) } else { options.create_new(true).open(path) };
    opened?.write_all(bytes)
}

impl Arguments {
    fn arm<'e>(&self, experiment: &'e Experiment) -> anyhow::Result<&'e Arm> {
        let Some(name) = &self.arm else { return Ok(&experiment.arms[0]) };
        experiment.arm(name).ok_or_else(|| {
            let names = experiment.arms.iter().map(|arm| &arm.name).join(", ");
            Failure::error(Exit::WrongRequest, format!("the experiment has no arm '{name}'; name one of {names}"))
        })
    }
}
