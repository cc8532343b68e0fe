use super::folder::RunFolder;
use super::parallel::in_order;
use super::table::{self, ArmTime};
use super::{Entrants, Event, EventHalt, EventRow, Experiment, RoundFault, SimulateReport};
use crate::batch::ExistingFile;
use crate::graph::budget::hold;
use crate::solve::Moment;
use crate::solve::Options;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
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
    /// What is done about files that are there.
    pub existing: ExistingFile,
    /// Whether the rows are written as Parquet, too.
    #[cfg(feature = "parquet")]
    pub parquet: bool,
    /// What ends the run.
    pub until: RunLimits,
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
    pub(super) fn options(self) -> Options {
        let now = Moment::now();
        let left = self.deadline.map(|deadline| deadline.since(now));
        Options { time_limit: left, since: left.map(|_| now), interrupt: self.interrupt, ..Options::default() }
    }
}

/// Why there is no outcome.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The folder has files, and it was not said what to do about them, or they are not of this experiment.
    #[error("{0}")]
    Request(String),
    /// A file cannot be read or written.
    #[error("{}: {error}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The reason.
        error: io::Error,
    },
    /// The model of an arm cannot be asked of a round. The tournament before the round is kept in a file.
    #[error("{fault}; the tournament before the round is in {}", .kept.display())]
    Refused {
        /// What is wrong.
        fault: RoundFault,
        /// The file.
        kept: PathBuf,
    },
    /// The program has failed. The tournament before the round is kept in a file.
    #[error("{fault}; the tournament before the round is in {}; please report this", .kept.display())]
    Fault {
        /// What is wrong.
        fault: RoundFault,
        /// The file.
        kept: PathBuf,
    },
}

/// Play the events of `experiment` for each arm, and write what they are worth: `events.csv`, a row for each event and arm;
/// `summary.csv` and `differences.csv`; `timing.csv`; and what a run is resumed by, `experiment.toml` and `manifest.json`. After
/// each event, `watch` hears of how many there are.
///
/// The files but `timing.csv` are the same, byte for byte, for any number of threads, and after any number of ended and
/// resumed runs.
///
/// # Errors
/// [`RunError`]. The rows before it stay.
///
/// ```
/// use swiss_ilp::batch::ExistingFile;
/// use swiss_ilp::lab::simulate::{self, Experiment, Run, RunLimits};
///
/// let experiment = Experiment::load("examples/experiments/example.toml".as_ref())?;
/// let folder = tempfile::tempdir()?;
/// let run = Run {
///     folder: folder.path(),
///     events: 4,
///     jobs: 2,
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
pub fn run(experiment: &Experiment, run: Run<'_>, watch: &mut dyn FnMut(u64)) -> Result<SimulateReport, RunError> {
    let folder = RunFolder(run.folder, &experiment.inputs);
    let (mut file, mut rows) = folder.open(experiment, run)?;
    let done = rows[0].len() as u64;
    let mut times = vec![ArmTime::default(); experiment.arms.len()];
    watch(done);
    let played = in_order(
        done + 1..=run.events,
        run.jobs,
        &|| run.until.is_over(),
        &|event| run.until.hold(|| played(experiment, event, run.until)).unwrap_or(Ok(None)),
        |event, PlayedEvent { rows: new, times: took }| {
            file.write_all(table::lines(experiment, event, &new).as_bytes())?;
            rows.iter_mut().zip(new).for_each(|(rows, row)| rows.push(row));
            times.iter_mut().zip(took).for_each(|(sum, new)| {
                sum.rounds += new.rounds;
                sum.time += new.time;
            });
            watch(event);
            Ok(())
        },
    );
    played.map_err(|broken| folder.broken(broken))?;
    let report = SimulateReport::new(experiment, &rows, run.events);
    let failed = |error| RunError::File { path: run.folder.to_owned(), error };
    folder.put("summary.csv", &table::summary_csv(&report).map_err(failed)?)?;
    folder.put("differences.csv", &table::differences_csv(&report).map_err(failed)?)?;
    folder.put("timing.csv", &table::times_csv(experiment, &times).map_err(failed)?)?;
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

/// Why an event was not told.
pub(super) enum EventInterruption {
    /// Its rows could not be written.
    Io(io::Error),
    /// The model of an arm cannot be asked of a round.
    Refused(RoundFault),
    /// The program has failed.
    Fault(RoundFault),
}

impl From<io::Error> for EventInterruption {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// The event by all arms; `None` if the end of the run comes first.
fn played(experiment: &Experiment, number: u64, until: RunLimits) -> Result<Option<PlayedEvent>, EventInterruption> {
    let entrants = Entrants::new(experiment, number);
    let mut done = PlayedEvent { rows: Vec::new(), times: Vec::new() };
    for arm in &experiment.arms {
        if until.is_over() {
            return Ok(None);
        }
        let begun = Moment::now();
        let event = match Event::play(experiment, &entrants, number, arm, until.options()) {
            Ok(event) => event,
            Err(EventHalt::Limit) => return Ok(None),
            Err(EventHalt::Refused(fault)) => return Err(EventInterruption::Refused(fault)),
            Err(EventHalt::Fault(fault)) => return Err(EventInterruption::Fault(fault)),
        };
        done.rows.push(event.row(experiment, &entrants, number, arm).map_err(EventInterruption::Fault)?);
        let mut time = ArmTime::default();
        time.add(&event, begun.elapsed());
        done.times.push(time);
    }
    Ok(Some(done))
}
