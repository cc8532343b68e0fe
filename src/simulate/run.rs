use super::parallel::in_order;
use super::{ArmTime, Entrants, Event, Experiment, Fault, Halt, Row, Summary, Times, table};
use crate::batch::{Existing, make_readable};
use crate::formats::json;
use crate::solve::Options;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

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
    pub existing: Existing,
    /// Whether the rows are written as Parquet, too.
    #[cfg(feature = "parquet")]
    pub parquet: bool,
    /// What ends the run.
    pub until: Until,
}

/// What ends a run before its end.
#[derive(Debug, Clone, Copy, Default)]
pub struct Until {
    /// The moment.
    pub deadline: Option<Instant>,
    /// A flag, set by a signal.
    pub interrupt: Option<&'static AtomicBool>,
}

impl Until {
    pub(super) fn is_over(self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
            || self.interrupt.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// The options of a solver that ends with the run.
    pub(super) fn options(self) -> Options {
        let now = Instant::now();
        let left = self.deadline.map(|deadline| deadline.saturating_duration_since(now));
        Options { time_limit: left, since: left.map(|_| now), interrupt: self.interrupt, ..Options::default() }
    }
}

/// What a run has brought.
#[derive(Debug, Clone, PartialEq)]
pub struct Simulated {
    /// The means and differences of all events so far.
    pub summary: Summary,
    /// The number of events that were asked for.
    pub wanted: u64,
    /// How long each arm took, in this run.
    pub times: Times,
}

impl Simulated {
    /// Whether all events were played.
    #[must_use]
    pub const fn is_complete(&self) -> bool {
        self.summary.events == self.wanted
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
    /// The program has failed. The tournament before the round is kept in a file.
    #[error("{fault}; the tournament before the round is in {}; please report this", .kept.display())]
    Fault {
        /// What is wrong.
        fault: Fault,
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
/// use swiss_ilp::batch::Existing;
/// use swiss_ilp::simulate::{self, Experiment, Run, Until};
///
/// let experiment = Experiment::load("experiments/example.toml".as_ref())?;
/// let folder = tempfile::tempdir()?;
/// let run = Run {
///     folder: folder.path(),
///     events: 4,
///     jobs: 2,
///     existing: Existing::Refuse,
///     until: Until::default(),
///     #[cfg(feature = "parquet")]
///     parquet: false,
/// };
/// let simulated = simulate::run(&experiment, run, &mut |_| {})?;
/// assert!(simulated.is_complete());
/// let rows = std::fs::read_to_string(folder.path().join("events.csv"))?;
/// assert_eq!(rows.lines().count(), 1 + 4 * experiment.arms.len());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn run(experiment: &Experiment, run: Run<'_>, watch: &mut dyn FnMut(u64)) -> Result<Simulated, RunError> {
    let folder = Folder(run.folder);
    let (mut file, mut rows) = folder.open(experiment, run)?;
    let done = rows[0].len() as u64;
    let mut times = vec![ArmTime::default(); experiment.arms.len()];
    watch(done);
    let played = in_order(
        done + 1..=run.events,
        run.jobs,
        &|| run.until.is_over(),
        &|event| played(experiment, event, run.until),
        |event, Done { rows: new, times: took }| {
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
    let arms = experiment.arms.iter().map(|arm| arm.name.clone()).collect();
    let summary = Summary::new(arms, experiment.metrics.clone(), &rows);
    let failed = |error| RunError::File { path: run.folder.to_owned(), error };
    folder.put("summary.csv", &table::summary_csv(&summary).map_err(failed)?)?;
    folder.put("differences.csv", &table::differences_csv(&summary).map_err(failed)?)?;
    folder.put("timing.csv", &table::times_csv(experiment, &times).map_err(failed)?)?;
    #[cfg(feature = "parquet")]
    if run.parquet {
        folder.write("events.parquet", |file| super::parquet::write(experiment, &rows, file))?;
    }
    Ok(Simulated { summary, wanted: run.events, times })
}

/// An event by all arms.
struct Done {
    rows: Vec<Row>,
    times: Times,
}

/// Why an event was not told.
enum Broken {
    Io(io::Error),
    Fault(Fault),
}

impl From<io::Error> for Broken {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// The event by all arms; `None` if the end of the run comes first.
fn played(experiment: &Experiment, number: u64, until: Until) -> Result<Option<Done>, Broken> {
    let entrants = Entrants::new(experiment, number);
    let mut done = Done { rows: Vec::new(), times: Times::new() };
    for arm in &experiment.arms {
        if until.is_over() {
            return Ok(None);
        }
        let begun = Instant::now();
        let event = match Event::play(experiment, &entrants, number, arm, until.options()) {
            Ok(event) => event,
            Err(Halt::Limit) => return Ok(None),
            Err(Halt::Fault(fault)) => return Err(Broken::Fault(fault)),
        };
        done.rows.push(event.row(experiment, &entrants, number, arm).map_err(Broken::Fault)?);
        let mut time = ArmTime::default();
        time.add(&event, begun.elapsed());
        done.times.push(time);
    }
    Ok(Some(done))
}

/// The folder of a run.
struct Folder<'r>(&'r Path);

const ROWS: &str = "events.csv";
const MANIFEST: &str = "manifest.json";

impl Folder<'_> {
    /// The file of the rows, to be added to, and the rows that it has, by arm.
    fn open(&self, experiment: &Experiment, run: Run<'_>) -> Result<(File, Vec<Vec<Row>>), RunError> {
        let manifest = self.0.join(MANIFEST);
        let is_there = manifest.exists() || self.0.join(ROWS).exists();
        match run.existing {
            Existing::Refuse if is_there => {
                let shown = self.0.display();
                return Err(RunError::Request(format!(
                    "{shown} has an experiment; add --resume to go on where it ends, or --force to begin anew"
                )));
            }
            Existing::Resume if is_there => {
                let before = fs::read_to_string(&manifest).map_err(|error| self.failed(MANIFEST, error))?;
                if before != table::manifest(experiment) {
                    return Err(RunError::Request(format!(
                        "{} is not of this experiment and this version of the program, so the run cannot be resumed; \
                         choose another folder, or begin anew with --force",
                        manifest.display()
                    )));
                }
                return self.resume(experiment, run.events);
            }
            _ => {}
        }
        fs::create_dir_all(self.0).map_err(|error| RunError::File { path: self.0.to_owned(), error })?;
        // The rows of another experiment are never beside the manifest of this one.
        match fs::remove_file(self.0.join(ROWS)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(self.failed(ROWS, error)),
            _ => {}
        }
        self.put("experiment.toml", experiment.text.as_bytes())?;
        self.put(MANIFEST, table::manifest(experiment).as_bytes())?;
        self.resume(experiment, run.events)
    }

    /// The rows of an ended run of this experiment, without those of an event that is not whole.
    fn resume(&self, experiment: &Experiment, events: u64) -> Result<(File, Vec<Vec<Row>>), RunError> {
        let failed = |error| self.failed(ROWS, error);
        let path = self.0.join(ROWS);
        let options = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
        let mut file = options.map_err(failed)?;
        let text = fs::read_to_string(&path).map_err(failed)?;
        let header = table::header(&experiment.metrics);
        let (whole, rows) = match text.strip_prefix(&header) {
            Some(body) => {
                let (whole, rows) = self.whole(experiment, body)?;
                (header.len() + whole, rows)
            }
            None if header.starts_with(&text) => (0, vec![Vec::new(); experiment.arms.len()]),
            None => {
                return Err(RunError::Request(format!(
                    "{}, line 1: it is not the header of this experiment",
                    path.display()
                )));
            }
        };
        let done = rows[0].len() as u64;
        if done > events {
            let what = format!("{} has {done} events already; ask for as many, or for more", path.display());
            return Err(RunError::Request(what));
        }
        file.set_len(whole as u64).and_then(|()| file.seek(SeekFrom::End(0))).map_err(failed)?;
        if whole == 0 {
            file.write_all(header.as_bytes()).map_err(failed)?;
        }
        Ok((file, rows))
    }

    /// The bytes of the whole events of `body`, and their rows by arm.
    fn whole(&self, experiment: &Experiment, body: &str) -> Result<(usize, Vec<Vec<Row>>), RunError> {
        let (arms, metrics) = (experiment.arms.len(), experiment.metrics.len());
        let mut rows = vec![Vec::new(); arms];
        let (mut whole, mut read) = (0, 0);
        for (number, line) in body.split_inclusive('\n').enumerate() {
            let Some(line) = line.strip_suffix('\n') else { break };
            let (event, arm) = (number / arms + 1, number % arms);
            let row = table::row(line, &table::keys(experiment, arm, event as u64), metrics);
            rows[arm].push(row.ok_or_else(|| {
                let path = self.0.join(ROWS);
                RunError::Request(format!("{}, line {}: it is no row of this experiment", path.display(), number + 2))
            })?);
            read += line.len() + 1;
            if arm + 1 == arms {
                whole = read;
            }
        }
        let events = rows[arms - 1].len();
        rows.iter_mut().for_each(|rows| rows.truncate(events));
        Ok((whole, rows))
    }

    /// Write a file, which is there when it is whole.
    fn put(&self, name: &str, bytes: &[u8]) -> Result<(), RunError> {
        self.write(name, |mut file| file.write_all(bytes))
    }

    fn write(&self, name: &str, write: impl FnOnce(&File) -> io::Result<()>) -> Result<(), RunError> {
        let written = tempfile::Builder::new().prefix(".simulate-").tempfile_in(self.0).and_then(|temporary| {
            write(temporary.as_file())?;
            make_readable(temporary.as_file())?;
            temporary.persist(self.0.join(name))?;
            Ok(())
        });
        written.map_err(|error| self.failed(name, error))
    }

    fn failed(&self, name: &str, error: io::Error) -> RunError {
        RunError::File { path: self.0.join(name), error }
    }

    /// The error of a broken run, after which the tournament of a fault is kept.
    fn broken(&self, broken: Broken) -> RunError {
        match broken {
            Broken::Io(error) => self.failed(ROWS, error),
            Broken::Fault(fault) => {
                let name = format!("fault-event-{}-round-{}.json", fault.event, fault.round);
                match self.put(&name, json::write(&fault.tournament).as_bytes()) {
                    Ok(()) => RunError::Fault { fault, kept: self.0.join(name) },
                    Err(error) => error,
                }
            }
        }
    }
}
