//! The command `generate`.

use super::command::{ExperimentArguments, until};
use super::{Arm, EarlyEnds, Experiment, FileForm, GenerateError, generate};
use crate::cli::exit::{Exit, Failure};
use crate::cli::output;
use crate::cli::progress::Progress;
use crate::printable::printable;
use crate::questions::asked::seconds;
use crate::questions::convert::{Byes, Target};
use crate::report::Format;
use clap::Args;
use itertools::Itertools;
use std::collections::BTreeSet;
use std::fs;
use std::time::Duration;

/// Write the tournaments of an experiment
#[derive(Debug, Args)]
pub(crate) struct GenerateArguments {
    #[command(flatten)]
    experiment: ExperimentArguments,
    /// The arm that pairs [default: the first one]
    #[arg(long, value_name = "NAME")]
    arm: Option<String>,
    /// Every arm, each in a folder of its name in --out
    #[arg(long, conflicts_with = "arm")]
    all_arms: bool,
    /// The format: tournament reports, or the project's JSON
    #[arg(long, value_enum, default_value_t = Target::Trf, value_name = "FORMAT")]
    to: Target,
    /// How a report says that somebody was not paired in a round
    #[arg(long, value_enum, default_value_t, value_name = "LETTERS")]
    byes: Byes,
    /// Replace files of the same names
    #[arg(long)]
    force: bool,
    /// Stop after so many seconds, with the tournaments that were played
    #[arg(long, value_name = "S", value_parser = seconds)]
    time_limit: Option<Duration>,
}

pub(crate) fn run(arguments: &GenerateArguments, output: &output::OutputOptions) -> anyhow::Result<Exit> {
    if output.chosen_format() != Format::Table {
        let message = "generate writes files in the format that --to names; leave out --format";
        return Err(Failure::error(Exit::WrongRequest, message));
    }
    if arguments.to == Target::Json && arguments.byes == Byes::Old {
        let message = "JSON says byes in words; leave out --byes, or take --to trf";
        return Err(Failure::error(Exit::WrongRequest, message));
    }
    let until = until(arguments.time_limit)?;
    let experiment = arguments.experiment.load(until, output)?;
    let arms = arguments.arms(&experiment)?;
    let (events, jobs) = (arguments.experiment.events(&experiment), arguments.experiment.jobs());
    let refused = |error: &dyn ToString| Failure::error(Exit::WrongRequest, error.to_string());
    let form = FileForm { to: arguments.to, byes: arguments.byes };
    let ending = match form.to {
        Target::Trf => "trf",
        Target::Json => "json",
    };
    let digits = events.to_string().len().max(5);
    let (mut left_out, mut said) = (BTreeSet::new(), BTreeSet::new());
    for arm in arms {
        let out = arguments.experiment.out.path();
        let folder = if arguments.all_arms { out.join(&arm.name) } else { out.to_owned() };
        fs::create_dir_all(&folder).map_err(|error| refused(&format!("{}: {error}", folder.display())))?;
        let mut ended = Vec::new();
        let (mut progress, mut written) = (Progress::new(output, "tournaments", Some(events)), 0);
        let told = generate(&experiment, arm, events, jobs, form, until, |generated| {
            let path = folder.join(format!("event-{:0digits$}.{ending}", generated.event));
            experiment.inputs.write(&path, arguments.force, |out| out.write_all(generated.text.as_bytes()))?;
            left_out.extend(generated.left_out);
            ended.extend(generated.ended);
            written += 1;
            progress.show(written, String::new);
            Ok(())
        });
        progress.end();
        left_out.difference(&said).for_each(|sentence| output.say(sentence));
        said.clone_from(&left_out);
        match told {
            Err(error @ (GenerateError::Io(_) | GenerateError::Format(..) | GenerateError::Refused(_))) => {
                return Err(refused(&error));
            }
            Err(error @ GenerateError::Fault(_)) => return Err(Failure::error(Exit::InternalFault, error.to_string())),
            Ok(told) if told < events => {
                return Err(Failure::of_limit(format!(
                    "{told} of {events} tournaments were written to {}",
                    folder.display()
                )));
            }
            Ok(told) => {
                let line = format!("{told} tournaments of {} in {}", arm.name, folder.display());
                output.print((printable(&line) + "\n").as_bytes());
                let of = if arguments.all_arms { format!("arm '{}': ", arm.name) } else { String::new() };
                EarlyEnds::of(&ended, told).iter().for_each(|sentence| output.say(format!("{of}{sentence}")));
            }
        }
    }
    Ok(Exit::Done)
}

impl GenerateArguments {
    /// The arms whose tournaments are written.
    fn arms<'e>(&self, experiment: &'e Experiment) -> anyhow::Result<&'e [Arm]> {
        let Some(name) = &self.arm else {
            return Ok(if self.all_arms { &experiment.arms } else { &experiment.arms[..1] });
        };
        experiment.arm(name).map(std::slice::from_ref).ok_or_else(|| {
            let names = experiment.arms.iter().map(|arm| &arm.name).join(", ");
            Failure::error(Exit::WrongRequest, format!("the experiment has no arm '{name}'; name one of {names}"))
        })
    }
}
