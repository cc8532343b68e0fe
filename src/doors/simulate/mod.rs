//! The command `simulate`.

mod write;

use crate::doors::exit::{Exit, Failure};
use crate::doors::progress::Progress;
use crate::doors::{limits, output};
use crate::questions::AskError;
use crate::questions::asked::{NewFolder, seconds};
use crate::questions::batch::{ExistingFile, jobs};
use crate::questions::simulate::{self, Experiment, ExperimentMetric, Precision, Run, RunLimits};
use crate::solve::Moment;
use clap::Args;
use std::path::{Path, PathBuf};
use std::time::Duration;
use write::WriteArguments;

/// Play an experiment by systems and models, and compare them
#[derive(Debug, Args)]
pub(crate) struct SimulateArguments {
    /// The experiment: a TOML file
    #[arg(value_name = "EXPERIMENT.toml")]
    file: PathBuf,
    /// The folder of the files that are written
    #[arg(long, value_name = "DIR", required_unless_present = "write")]
    out: Option<NewFolder>,
    /// The number of events [default: that of the file]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=Experiment::MOST_EVENTS))]
    events: Option<u64>,
    /// The threads that work at once; the files do not depend on it [default: one a core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// Go on after the events that an ended run has left in --out
    #[arg(long, conflicts_with = "force")]
    resume: bool,
    /// Replace the experiment in --out, or files of the same names in --write
    #[arg(long)]
    force: bool,
    /// The metrics in the table and the plot [default: those that are not the same in all events]
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    metrics: Vec<String>,
    /// End when the mean of a metric has this standard error in every arm; several must all be reached
    #[arg(long, value_name = "METRIC=SE")]
    until_se: Vec<Precision>,
    /// Write the rows as events.parquet, too
    #[arg(long)]
    parquet: bool,
    /// Stop after so many seconds, with the events that were played
    #[arg(long, value_name = "S", value_parser = seconds)]
    time_limit: Option<Duration>,
    #[command(flatten)]
    tournaments: WriteArguments,
}

impl SimulateArguments {
    /// The experiment. What a person should read of it goes to standard error.
    fn load(&self, until: RunLimits, output: &output::OutputOptions) -> anyhow::Result<Experiment> {
        let (path, reading) = (self.file.clone(), until.options().start().for_reading());
        let loaded = limits::while_reading(|| reading.within(move || Experiment::load(&path)));
        let late = || Failure::of_limit(format!("{} came before the experiment was read", reading.reached()));
        let experiment = loaded.ok_or_else(late)??;
        experiment.notes.iter().for_each(|note| output.say(note));
        Ok(experiment)
    }

    pub(super) fn events(&self, experiment: &Experiment) -> u64 {
        self.events.unwrap_or(experiment.events)
    }

    pub(super) fn jobs(&self) -> usize {
        jobs(self.jobs.map(usize::from))
    }
}

/// What ends a run: a signal, or the time.
pub(crate) fn until(time_limit: Option<Duration>) -> anyhow::Result<RunLimits> {
    let deadline = time_limit.and_then(|limit| Moment::now().after(limit));
    Ok(RunLimits { deadline, interrupt: Some(limits::catch_signals()?) })
}

pub(crate) fn run(arguments: &SimulateArguments, output: &output::OutputOptions) -> anyhow::Result<Exit> {
    let until = until(arguments.time_limit)?;
    if arguments.parquet && !cfg!(feature = "parquet") {
        let what = "this program cannot write Parquet: build it with --features parquet, or leave out --parquet";
        return Err(AskError::wrong(what).into());
    }
    let tournaments = &arguments.tournaments;
    tournaments.check(output)?;
    let experiment = arguments.load(until, output)?;
    if let Some(folder) = &tournaments.write {
        return tournaments.run(folder.path(), &experiment, arguments, until, output);
    }
    let run = Run {
        folder: arguments.out.as_ref().map_or(Path::new(""), NewFolder::path),
        events: arguments.events(&experiment),
        jobs: arguments.jobs(),
        existing: ExistingFile::of(arguments.resume, arguments.force),
        precision: &arguments.until_se,
        #[cfg(feature = "parquet")]
        parquet: arguments.parquet,
        until,
    };
    for name in &arguments.metrics {
        ExperimentMetric::place(experiment.metrics.iter().map(ExperimentMetric::id), name).map_err(AskError::wrong)?;
    }
    let mut progress = Progress::new(output, "events", Some(run.events));
    let ended = simulate::run(&experiment, run, &mut |events| progress.show(events, String::new));
    progress.end();
    let mut report = ended?;
    if !arguments.metrics.is_empty() {
        report.show(&arguments.metrics).map_err(AskError::wrong)?;
    }
    output.write(&report);
    report.early_ends().iter().for_each(|sentence| output.say(sentence));
    report.write_plot(run.folder, &experiment.inputs)?;
    let left = match report.imprecise() {
        None if report.is_complete() => return Ok(Exit::Done),
        Some(sentence) if report.events == report.events_wanted => {
            format!("{sentence}; the same command with --resume and more --events goes on")
        }
        _ => format!(
            "{} of {} events were played; the same command with --resume goes on",
            report.events, report.events_wanted
        ),
    };
    Err(Failure::of_limit(left))
}
