//! Many tournaments: archives and experiments.

use crate::failure::{Failure, Outcome};
use crate::model::{Model, check};
use crate::record::Record;
use crate::run::interruptible;
use crate::settings::{asked_system, encoding, hard_rules, mebibytes, method, seconds, ties, trust};
use crate::tournament::tables;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use swiss_ilp::batch::{
    self, ArchiveSource, COLUMNS, ColumnType, CsvLayout, ExistingFile, FileMessage, FileWorker, Plan, Pool,
    RecordFormat, RecordTarget, RoundSelection, Sources, Summary, TableText, rows,
};
use swiss_ilp::model::Model::Objective;
use swiss_ilp::page;
use swiss_ilp::report::SimulateReport;
use swiss_ilp::rules::Hard;
use swiss_ilp::simulate::{self, Experiment, Run, RunLimits};
use swiss_ilp::solve::Moment;
use swiss_ilp::tasks;

/// What is done with every file, from a dictionary.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct Orders<'py> {
    models: Vec<PyRef<'py, Model>>,
    systems: Vec<String>,
    rounds: String,
    trust: String,
    encoding: Option<String>,
    method: String,
    ties: String,
    time_limit: Option<f64>,
    memory_limit: Option<u64>,
    boards: bool,
    times: bool,
    repair: Option<Vec<String>>,
    /// The organiser's tables: their names, and CSV.
    attributes: Option<(String, String)>,
    weights: Option<(String, String)>,
}

impl Orders<'_> {
    fn plan(&self) -> Outcome<Plan> {
        let refuse = |what: String| Err(Failure::Request(what));
        self.systems.iter().try_for_each(|id| asked_system(id).map(drop))?;
        let names: Vec<&str> = self.models.iter().map(|model| model.model.name()).collect();
        let twice = |names: &[&str]| {
            let found = names.iter().enumerate().find(|(place, name)| names[..*place].contains(name));
            found.map(|(_, name)| format!("{name} is named twice; leave one"))
        };
        let systems: Vec<&str> = self.systems.iter().map(String::as_str).collect();
        if let Some(what) = twice(&names).or_else(|| twice(&systems)) {
            return refuse(what);
        }
        let repair = hard_rules(self.repair.as_ref())?;
        self.check_models(repair.as_deref())?;
        let Ok(rounds) = self.rounds.parse::<RoundSelection>() else {
            return refuse(format!(
                "there are no rounds '{}'; write all, last, next, a round such as 5, or rounds such as 3-7",
                self.rounds
            ));
        };
        let table = |table: &Option<(String, String)>| {
            table.clone().map(|(path, text)| TableText { path, bytes: text.into_bytes() })
        };
        Ok(Plan {
            repair,
            attributes: table(&self.attributes),
            weights: table(&self.weights),
            models: self.models.iter().map(|model| model.text.clone()).collect(),
            systems: self.systems.clone(),
            rounds,
            trust: trust(&self.trust)?,
            encoding: encoding(self.encoding.as_deref())?,
            method: method(&self.method)?,
            ties: ties(&self.ties)?,
            time_limit: self.time_limit.map(seconds).transpose()?,
            memory_limit: self.memory_limit.map(mebibytes).transpose()?,
            boards: self.boards,
            times: self.times,
        })
    }

    /// Refuse models that do not pair, those that a repair does not apply to, and tables that none of them uses.
    fn check_models(&self, repair: Option<&[Hard]>) -> Outcome<()> {
        let mut objectives = Vec::new();
        for model in &self.models {
            match (model.model.clone().that_pairs()?, repair) {
                (Objective(spec), asked) => {
                    asked.map(|asked| spec.given_up(asked)).transpose().map_err(Failure::Request)?;
                    objectives.push(spec);
                }
                (other, Some(_)) => {
                    let name = other.name();
                    return Err(Failure::Request(format!(
                        "{name} is a system's program, which has no repair; leave out repair"
                    )));
                }
                (_, None) => {}
            }
        }
        let text = |table: &'_ Option<(String, String)>| table.as_ref().map(|(_, text)| text.clone());
        check(&objectives, &tables(text(&self.attributes).as_deref(), text(&self.weights).as_deref())?)
    }
}

/// Where the records go.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct Place {
    out: Option<PathBuf>,
    resume: bool,
    force: bool,
    jobs: usize,
}

fn existing(resume: bool, force: bool) -> Outcome<ExistingFile> {
    match (resume, force) {
        (true, true) => {
            Err(Failure::Request("a run is resumed, or it replaces another; leave out resume or force".to_owned()))
        }
        (true, false) => Ok(ExistingFile::Resume),
        (false, true) => Ok(ExistingFile::Replace),
        (false, false) => Ok(ExistingFile::Refuse),
    }
}

/// Bytes that are written here and read elsewhere.
#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// As `swiss-ilp batch`: the records, a line of JSON each, unless they go to a file, and the summary. `program` is the command of a
/// process of the pool.
#[pyfunction]
fn pair_archive<'py>(
    py: Python<'py>,
    paths: Vec<String>,
    orders: Orders<'py>,
    place: Place,
    program: (PathBuf, Vec<String>),
) -> PyResult<(Bound<'py, PyBytes>, Record)> {
    let plan = orders.plan()?;
    let existing = existing(place.resume, place.force)?;
    let records = Shared::default();
    let summary = interruptible(py, |interrupt| -> Outcome<Summary> {
        let target = match &place.out {
            None => RecordTarget::Stream(Box::new(records.clone()), RecordFormat::Jsonl),
            Some(out) => RecordTarget::File(out.clone(), form(out)?, existing),
        };
        let pool = Pool { program, jobs: place.jobs, interrupt };
        let (mut summary, layout) = (Summary::default(), CsvLayout { delimiter: b',', has_mark: false });
        let written = match &target {
            RecordTarget::File(path, form, _) => vec![path.clone(), batch::journal_of(path, *form)],
            _ => Vec::new(),
        };
        let written: Vec<&Path> = written.iter().map(PathBuf::as_path).collect();
        let sources = Sources::apart_from(paths, &written).map_err(Failure::from)?;
        batch::run(&plan, sources, &pool, target, layout, &mut summary, &mut |_| {})?;
        Ok(summary)
    })??;
    let bytes = std::mem::take(&mut *records.0.lock().unwrap_or_else(PoisonError::into_inner));
    Ok((PyBytes::new(py, &bytes), Record::with_page(summary, page::batch)))
}

fn form(out: &Path) -> Outcome<RecordFormat> {
    let refused = || Failure::Request(format!("{}: the name must end in .jsonl, .csv or .parquet", out.display()));
    RecordFormat::of(out).ok_or_else(refused)
}

/// Be a process of a pool.
#[pyfunction]
fn serve(py: Python<'_>) -> PyResult<()> {
    Ok(py.detach(batch::serve)?)
}

/// Pairs tournaments one after the other in this process.
#[pyclass(frozen, module = "swiss_ilp._native")]
pub struct Worker(Plan);

#[pymethods]
impl Worker {
    #[new]
    fn new(orders: Orders<'_>) -> PyResult<Self> {
        Ok(Self(orders.plan()?))
    }

    /// The records of the tournaments of these names and contents, a line of JSON each, as `batch` writes them.
    fn answer<'py>(&self, py: Python<'py>, files: Vec<(String, Vec<u8>)>) -> PyResult<Bound<'py, PyBytes>> {
        let lines = interruptible(py, |interrupt| -> Outcome<String> {
            let mut work = FileWorker::new(self.0.clone()).map_err(|error| Failure::Request(error.to_string()))?;
            let mut lines = String::new();
            for (name, bytes) in files {
                let source = ArchiveSource::of_bytes(name, bytes);
                let told = work.answer(&source, 0, &mut |news| {
                    if let FileMessage::Record(record) = news {
                        lines.extend(record.line().ok());
                        lines.push('\n');
                    }
                    let is_over = interrupt.load(Ordering::Relaxed);
                    if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                });
                if told.is_break() {
                    break;
                }
            }
            Ok(lines)
        })??;
        Ok(PyBytes::new(py, lines.as_bytes()))
    }
}

/// The columns of the rows of records: the names, and their types as `s`, `i`, `f` or `b`.
#[pyfunction]
fn record_columns() -> Vec<(&'static str, char)> {
    let letter = |kind| match kind {
        ColumnType::Text => 's',
        ColumnType::Whole => 'i',
        ColumnType::Number => 'f',
        ColumnType::Truth => 'b',
    };
    COLUMNS.iter().map(|(name, kind)| (*name, letter(*kind))).collect()
}

/// The rows of a record, as `batch` writes them as CSV: a list of lists in JSON.
#[pyfunction]
fn record_rows(line: &str) -> PyResult<String> {
    let rows = rows(line).map_err(|error| Failure::Request(format!("this is no record: {error}")))?;
    Ok(serde_json::Value::from_iter(rows).to_string())
}

fn experiment(path: &str, text: Option<&str>) -> Outcome<Experiment> {
    Ok(match text {
        Some(text) => Experiment::parse(path, text)?,
        None => Experiment::load(path.as_ref())?,
    })
}

fn events_of(experiment: &Experiment, events: Option<u64>) -> Outcome<u64> {
    let events = events.unwrap_or(experiment.events);
    let is_sound = (1..=Experiment::MOST_EVENTS).contains(&events);
    let refused = || Failure::Request(format!("events is a number from 1 to {}", Experiment::MOST_EVENTS));
    is_sound.then_some(events).ok_or_else(refused)
}

/// As `swiss-ilp simulate`: the record and the plot. The files are in the folder `out` of `place`.
#[pyfunction]
#[pyo3(signature = (path, text, events, place, time_limit))]
fn run_experiment(
    py: Python<'_>,
    path: &str,
    text: Option<&str>,
    events: Option<u64>,
    place: Place,
    time_limit: Option<f64>,
) -> PyResult<(Record, String, bool)> {
    let experiment = experiment(path, text)?;
    let limit = time_limit.map(seconds).transpose()?;
    let Some(folder) = &place.out else { return Err(Failure::Request("name a folder".to_owned()).into()) };
    let (events, existing) = (events_of(&experiment, events)?, existing(place.resume, place.force)?);
    let simulated = interruptible(py, |flag| {
        let deadline = limit.and_then(|limit| Moment::now().after(limit));
        let until = RunLimits { deadline, interrupt: Some(flag) };
        let run = Run { folder, events, jobs: place.jobs, existing, parquet: false, until };
        simulate::run(&experiment, run, &mut |_| {})
    })?;
    let simulated = simulated.map_err(Failure::from)?;
    let report = SimulateReport::new(&experiment, &simulated);
    let plot = report.plot().map_err(|error| Failure::Internal(format!("the plot: {error}")))?;
    experiment
        .inputs
        .write(&folder.join(simulate::PLOT), true, |out| out.write_all(plot.as_bytes()))
        .map_err(Failure::from)?;
    Ok((Record::new(report), plot, simulated.is_complete()))
}

/// As `swiss-ilp generate --to json`: the tournaments of an arm.
#[pyfunction]
#[pyo3(signature = (path, text, events, arm, jobs, time_limit))]
fn generate(
    py: Python<'_>,
    path: &str,
    text: Option<&str>,
    events: Option<u64>,
    arm: Option<&str>,
    jobs: usize,
    time_limit: Option<f64>,
) -> PyResult<Vec<String>> {
    let (experiment, limit) = (experiment(path, text)?, time_limit.map(seconds).transpose()?);
    let events = events_of(&experiment, events)?;
    let named = arm.map_or(Some(&experiment.arms[0]), |name| experiment.arm(name));
    let Some(arm) = named else {
        let names: Vec<&str> = experiment.arms.iter().map(|arm| arm.name.as_str()).collect();
        let what = format!("there is no arm '{}'; name one of {}", arm.unwrap_or_default(), names.join(", "));
        return Err(Failure::Request(what).into());
    };
    let texts = interruptible(py, |flag| {
        let mut texts = Vec::new();
        let until = RunLimits { deadline: limit.and_then(|limit| Moment::now().after(limit)), interrupt: Some(flag) };
        let told = simulate::generate(&experiment, arm, events, jobs, tasks::Target::Json, until, |generated| {
            texts.push(generated.text);
            Ok(())
        });
        told.map(|_| texts)
    })?;
    Ok(texts.map_err(Failure::from)?)
}

pub fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(pair_archive, module)?)?;
    module.add_function(wrap_pyfunction!(serve, module)?)?;
    module.add_function(wrap_pyfunction!(record_columns, module)?)?;
    module.add_function(wrap_pyfunction!(record_rows, module)?)?;
    module.add_function(wrap_pyfunction!(run_experiment, module)?)?;
    module.add_function(wrap_pyfunction!(generate, module)?)
}
