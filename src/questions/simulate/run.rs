use super::folder::{MANIFEST, RunFolder};
use super::parallel::in_order;
use super::table::{self, ArmTime};
use super::{
    DifferenceReport, Entrants, Event, EventHalt, EventRow, Experiment, ExperimentMetric, SimulateReport, mean,
};
use crate::graph::budget::hold;
use crate::questions::AskError;
use crate::questions::batch::ExistingFile;
use crate::questions::report::write_csv;
use crate::solve::Moment;
use crate::solve::Options;
use schemars::JsonSchema;
use serde::Serialize;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};

/// How an experiment is run.
#[derive(Debug, Clone, Copy)]
pub struct Run<'r> {
    /// The folder of the files.
    pub folder: &'r Path,
    /// The number of events, in place of that of the experiment.
    pub events: u64,
    /// The threads. The files do not depend on it.
    pub jobs: usize,
    /// If there are some, the run ends as soon as they are all reached.
    pub precision: &'r [Precision],
    /// What is done about files that are there.
    pub existing: ExistingFile,
    /// Whether the rows are written as Parquet, too.
    #[cfg(feature = "parquet")]
    pub parquet: bool,
    /// What ends the run.
    pub until: RunLimits,
}

/// A standard error that is small enough: the run may end when the mean of the metric has it in every arm. It is looked at after
/// each [`Precision::LOOK`] events, so that it does not depend on threads.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "PrecisionReport", description = "A standard error at which the run ends.")]
pub struct Precision {
    /// The name of the metric.
    pub metric: String,
    /// The standard error.
    pub se: f64,
    /// Whether the means of all arms have it, or a smaller one.
    pub reached: bool,
}

impl Precision {
    /// After so many events the standard errors are looked at.
    pub const LOOK: usize = 100;
}

impl FromStr for Precision {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let read = text.split_once('=').and_then(|(metric, se)| Some((metric.trim(), se.trim().parse::<f64>().ok()?)));
        match read {
            Some((metric, se)) if se > 0.0 && se.is_finite() => {
                Ok(Self { metric: metric.to_owned(), se, reached: false })
            }
            _ => Err("write the metric and its standard error, which is above 0, such as kendall=0.001".to_owned()),
        }
    }
}

/// Whether the means of all arms are as precise as `asked`, and something is.
pub(super) fn is_precise(experiment: &Experiment, rows: &[Vec<EventRow>], asked: &[Precision]) -> bool {
    let is_reached = |Precision { metric, se, .. }: &Precision| {
        let Some(place) = experiment.metrics.iter().position(|known| known.id() == metric) else { return false };
        rows.iter().all(|rows| {
            let values: Vec<f64> =
                rows.iter().filter_map(|row| row.counted(&experiment.metrics[place], place)).collect();
            mean(&values).and_then(|mean| mean.se).is_some_and(|found| found <= *se)
        })
    };
    !asked.is_empty() && asked.iter().all(is_reached)
}

/// What ends a run before its end.
#[derive(Debug, Clone, Copy, Default)]
pub struct RunLimits {
    /// The moment.
    pub deadline: Option<Moment>,
    /// A flag, set by a signal.
    pub interrupt: Option<&'static AtomicBool>,
}

impl RunLimits {
    pub(super) fn is_over(self) -> bool {
        self.deadline.is_some_and(|deadline| Moment::now() >= deadline)
            || self.interrupt.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// The result of `work`, which is left at the end of the run; then it is `None`.
    pub(super) fn hold<T>(self, work: impl FnOnce() -> T) -> Option<T> {
        hold(move || self.is_over(), work)
    }

    /// The options of a solver that ends with the run.
    pub(crate) fn options(self) -> Options {
        let now = Moment::now();
        let left = self.deadline.map(|deadline| deadline.since(now));
        Options { time_limit: left, since: left.map(|_| now), interrupt: self.interrupt, ..Options::default() }
    }
}

/// Play the events of `experiment` for each arm, and write what they are worth: `events.csv`, a row for each event and arm; `players.csv`;
/// `summary.csv` and `differences.csv`; `timing.csv`; and what a run is resumed by, `experiment.toml` and `manifest.json`. After
/// each event, `watch` hears of how many there are.
///
/// The files but `timing.csv` are the same, byte for byte, for any number of threads, and after any number of ended and
/// resumed runs.
///
/// # Errors
/// [`AskError::Refused`] for a folder of something else, a file that cannot be written, and a round that an arm's model refuses;
/// [`AskError::Internal`] for a failure of the program. The rows before it stay, and the tournament of the round is kept.
///
/// ```
/// use swiss_ilp::questions::batch::ExistingFile;
/// use swiss_ilp::questions::simulate::{self, Experiment, Run, RunLimits};
///
/// let experiment = Experiment::load("examples/experiments/example.toml".as_ref())?;
/// let folder = tempfile::tempdir()?;
/// let run = Run {
///     folder: folder.path(),
///     events: 4,
///     jobs: 2,
///     precision: &[],
///     existing: ExistingFile::Refuse,
///     until: RunLimits::default(),
///     #[cfg(feature = "parquet")]
///     parquet: false,
/// };
/// let simulated = simulate::run(&experiment, run, &mut |_| {})?;
/// assert!(simulated.is_complete());
/// let rows = std::fs::read_to_string(folder.path().join("events.csv"))?;
/// assert_eq!(rows.lines().count(), 1 + 4 * experiment.arms.len());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn run(experiment: &Experiment, run: Run<'_>, watch: &mut dyn FnMut(u64)) -> Result<SimulateReport, AskError> {
    for Precision { metric, .. } in run.precision {
        ExperimentMetric::place(experiment.metrics.iter().map(ExperimentMetric::id), metric)
            .map_err(AskError::wrong)?;
    }
    experiment.check_functions()?;
    let folder = RunFolder(run.folder, &experiment.inputs);
    let (mut file, mut rows) = folder.open(experiment, run)?;
    let done = rows[0].len() as u64;
    let mut times = vec![ArmTime::default(); experiment.arms.len()];
    watch(done);
    let is_enough = |rows: &[Vec<EventRow>]| {
        rows[0].len().is_multiple_of(Precision::LOOK) && is_precise(experiment, rows, run.precision)
    };
    let last = if is_enough(&rows) { done } else { run.events };
    let played = in_order(
        done + 1..=last,
        run.jobs,
        &|| run.until.is_over(),
        &|event| run.until.hold(|| played(experiment, event, run)).unwrap_or(Err(EventHalt::Limit)),
        |event, PlayedEvent { rows: new, times: took }| {
            file.write_all(table::lines(experiment, event, &new).as_bytes())?;
            rows.iter_mut().zip(new).for_each(|(rows, row)| rows.push(row));
            times.iter_mut().zip(took).for_each(|(sum, new)| {
                sum.rounds += new.rounds;
                sum.time += new.time;
            });
            watch(event);
            Ok(if is_enough(&rows) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        },
    );
    played.map_err(|halt| folder.broken(halt))?;
    let report = SimulateReport::new(experiment, &rows, run.events, run.precision);
    folder.write("players.csv", |file| table::write_players(experiment, report.events, file))?;
    folder.write("summary.csv", |file| table::write_summary(&report, file))?;
    folder.write("differences.csv", |mut file| {
        write_csv(DifferenceReport::COLUMNS, report.differences.iter().map(DifferenceReport::cells), &mut file)
    })?;
    folder.write("timing.csv", |file| table::write_times(experiment, &times, file))?;
    folder.put(MANIFEST, table::manifest(experiment, report.events).as_bytes())?;
    #[cfg(feature = "parquet")]
    if run.parquet {
        folder.write("events.parquet", |file| super::parquet::write(experiment, &rows, file))?;
    }
    Ok(report)
}

/// An event by all arms.
struct PlayedEvent {
    rows: Vec<EventRow>,
    times: Vec<ArmTime>,
}

/// The event by all arms.
fn played(experiment: &Experiment, number: u64, run: Run<'_>) -> Result<PlayedEvent, EventHalt> {
    let entrants = Entrants::new(experiment, number);
    let mut done = PlayedEvent { rows: Vec::new(), times: Vec::new() };
    for arm in &experiment.arms {
        if run.until.is_over() {
            return Err(EventHalt::Limit);
        }
        let begun = Moment::now();
        let event = Event::play(experiment, &entrants, number, arm, run.until.options())?;
        done.rows.push(event.row(experiment, &entrants, number, arm)?);
        done.times.push(ArmTime { rounds: event.tournament.rounds.len() as u64, time: begun.elapsed() });
    }
    Ok(done)
}
