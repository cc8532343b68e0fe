//! `simulate --write`: the tournaments themselves.

use super::SimulateArguments;
use crate::doors::exit::{Exit, Failure};
use crate::doors::output;
use crate::doors::progress::Progress;
use crate::files::new_file::FileError;
use crate::files::printable::printable;
use crate::files::request_field::RequestField;
use crate::questions::asked::NewFolder;
use crate::questions::convert::{Byes, Target};
use crate::questions::report::Format;
use crate::questions::simulate::{Arm, EarlyEnds, Experiment, FileForm, RunLimits, generate};
use crate::questions::{AskError, Refusal};
use clap::Args;
use itertools::Itertools;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The tournaments that are written, and how.
#[derive(Debug, Args)]
pub(super) struct WriteArguments {
    /// Write the tournaments of an arm into this folder instead
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["out", "resume", "metrics", "until_se", "parquet"])]
    pub write: Option<NewFolder>,
    /// The arm whose tournaments --write writes [default: the first one]
    #[arg(long, value_name = "NAME")]
    arm: Option<String>,
    /// Write those of every arm, each in a folder of its name in --write
    #[arg(long, conflicts_with = "arm")]
    all_arms: bool,
    /// The format of --write: tournament reports, or the project's JSON [default: trf]
    #[arg(long, value_enum, value_name = "FORMAT")]
    to: Option<Target>,
    /// How a report of --write says that somebody was not paired in a round [default: new]
    #[arg(long, value_enum, value_name = "LETTERS")]
    byes: Option<Byes>,
}

impl WriteArguments {
    /// Refuse what does not go together, before the experiment is read.
    pub fn check(&self, output: &output::OutputOptions) -> anyhow::Result<()> {
        if self.write.is_some() && output.chosen_format() != Format::Table {
            let what = "--write writes files in the format that --to names; leave out --format";
            return Err(AskError::wrong(what).into());
        }
        for (field, is_given) in [
            ("arm", self.arm.is_some()),
            ("all_arms", self.all_arms),
            ("to", self.to.is_some()),
            ("byes", self.byes.is_some()),
        ] {
            let is_written = self.write.is_some();
            Refusal::unless(RequestField(field), is_given, RequestField("write"), is_written)
                .map_err(AskError::from)?;
        }
        if self.to == Some(Target::Json) && self.byes == Some(Byes::Old) {
            return Err(AskError::wrong("JSON says byes in words; leave out --byes, or take --to trf").into());
        }
        Ok(())
    }

    /// Write the tournaments into `out`.
    pub fn run(
        &self,
        out: &Path,
        experiment: &Experiment,
        arguments: &SimulateArguments,
        until: RunLimits,
        output: &output::OutputOptions,
    ) -> anyhow::Result<Exit> {
        let (events, jobs) = (arguments.events(experiment), arguments.jobs());
        let form = FileForm { to: self.to.unwrap_or(Target::Trf), byes: self.byes.unwrap_or_default() };
        let ending = match form.to {
            Target::Trf => "trf",
            Target::Json => "json",
        };
        let digits = events.to_string().len().max(5);
        let (mut left_out, mut said) = (BTreeSet::new(), BTreeSet::new());
        for arm in self.arms(experiment)? {
            let folder = if self.all_arms { out.join(&arm.name) } else { out.to_owned() };
            fs::create_dir_all(&folder).map_err(|error| AskError::from(FileError::new(&folder, error)))?;
            let mut ended = Vec::new();
            let (mut progress, mut written) = (Progress::new(output, "tournaments", Some(events)), 0);
            let told = generate(experiment, arm, events, jobs, form, until, |generated| {
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
            let told = told.map_err(AskError::from)?;
            if told < events {
                let what = format!("{told} of {events} tournaments were written to {}", folder.display());
                return Err(Failure::of_limit(what));
            }
            let line = format!("{told} tournaments of {} in {}", arm.name, folder.display());
            output.print((printable(&line) + "\n").as_bytes());
            let of = if self.all_arms { format!("arm '{}': ", arm.name) } else { String::new() };
            let early = EarlyEnds::sentence(&EarlyEnds::counted(ended.iter()), told);
            early.iter().for_each(|sentence| output.say(format!("{of}{sentence}")));
        }
        Ok(Exit::Done)
    }

    /// The arms whose tournaments are written.
    fn arms<'e>(&self, experiment: &'e Experiment) -> anyhow::Result<&'e [Arm]> {
        let Some(name) = &self.arm else {
            return Ok(if self.all_arms { &experiment.arms } else { &experiment.arms[..1] });
        };
        experiment.arm(name).map(std::slice::from_ref).ok_or_else(|| {
            let names = experiment.arms.iter().map(|arm| &arm.name).join(", ");
            AskError::wrong(format!("the experiment has no arm '{name}'; name one of {names}")).into()
        })
    }
}
