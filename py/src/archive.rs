//! Many tournaments: archives and experiments.

use crate::ask::{Contents, Door, mebibytes, seconds};
use crate::failure::{PyFailure, PyOutcome, refused};
use crate::model::PyModel;
use crate::record::PyRecord;
use crate::run::{counted, interruptible};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use swiss_ilp::files::{json, pairs};
use swiss_ilp::model::Objective;
use swiss_ilp::questions::asked::{EncodingAsked, RepairAsked, TablesAsked, TrustAsked};
use swiss_ilp::questions::batch::{
    self, COLUMNS, ColumnType, CsvLayout, ExistingFile, ModelText, Plan, Pool, RecordFormat, RecordTarget, Sources,
    Summary, SystemWord, rows,
};
use swiss_ilp::questions::convert::{Byes, Target};
use swiss_ilp::questions::simulate::{
    self, Better, Chances, ChancesFunction, Experiment, ExperimentMetric, FinishedEvent, GameToPlay, PairingFunction,
    Precision, Run, RunLimits,
};
use swiss_ilp::questions::{Answered, understood};
use swiss_ilp::solve::{MatchingMethod, Moment, TallyCount, Ties};
use swiss_ilp::tournament::{Fault, Tournament};

/// The files of an archive, if they have paths, what is done with each, and where the records go. Models are given beside it, and the
/// contents of tables by their names.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ArchiveAsked {
    paths: Vec<String>,
    place: Place,
    #[schemars(with = "Vec<String>")]
    systems: Vec<SystemWord>,
    rounds: String,
    trust: TrustAsked,
    encoding: EncodingAsked,
    method: MatchingMethod,
    ties: Ties,
    repair: RepairAsked,
    tables: TablesAsked,
    boards: bool,
    times: bool,
    time_limit: Option<f64>,
    memory_limit: Option<u64>,
}

fn plan(orders: &ArchiveAsked, models: &[PyRef<'_, PyModel>], contents: Contents) -> PyOutcome<Plan> {
    let opened: Vec<_> = models.iter().map(|model| model.model.clone().that_pairs()).collect::<Result<_, _>>()?;
    let plan = Plan {
        systems: orders.systems.clone(),
        models: models.iter().map(|model| model.text.clone()).collect(),
        rounds: orders.rounds.parse().map_err(|what| refused(format!("rounds: {what}")))?,
        trust: orders.trust.into(),
        encoding: orders.encoding.encoding,
        method: orders.method,
        ties: orders.ties,
        repair: orders.repair.repair.clone(),
        time_limit: seconds(orders.time_limit)?,
        memory_limit: mebibytes(orders.memory_limit)?.map(|limit| limit << 20),
        boards: orders.boards,
        times: orders.times,
        ..Plan::default()
    };
    Ok(plan.with_tables(&opened, &orders.tables, &Door::with(contents))?)
}

/// Where what is made goes, and how many work at it.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
struct Place {
    out: Option<PathBuf>,
    resume: bool,
    force: bool,
    #[schemars(range(min = 1, max = 1024))]
    jobs: Option<usize>,
}

impl Place {
    fn existing(&self) -> PyOutcome<ExistingFile> {
        if self.resume && self.force {
            return Err(refused("a run is resumed, or it replaces another; leave out resume or force"));
        }
        Ok(ExistingFile::of(self.resume, self.force))
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
/// process of the pool, and `progress` is called with the number of records so far and `None`.
#[pyfunction]
#[pyo3(signature = (asked, models, contents, program, progress))]
fn pair_archive<'py>(
    py: Python<'py>,
    asked: &str,
    models: Vec<PyRef<'py, PyModel>>,
    contents: Contents,
    program: (PathBuf, Vec<String>),
    progress: Option<Py<PyAny>>,
) -> PyResult<(Bound<'py, PyBytes>, PyRecord)> {
    let asked: ArchiveAsked = understood(asked).map_err(PyFailure::from)?;
    let plan = plan(&asked, &models, contents)?;
    let ArchiveAsked { paths, place, .. } = asked;
    let existing = place.existing()?;
    let records = Shared::default();
    let summary = counted(py, progress.as_ref(), |watch| -> PyOutcome<Summary> {
        let target = match &place.out {
            None => RecordTarget::Stream(Box::new(records.clone()), RecordFormat::Jsonl),
            Some(out) => RecordTarget::File(out.clone(), form(out)?, existing),
        };
        let pool = Pool { program, jobs: batch::jobs(place.jobs), interrupt: &watch.flag };
        let (mut summary, layout) = (Summary::default(), CsvLayout { delimiter: b',', has_mark: false });
        let written = match &target {
            RecordTarget::File(path, form, _) => vec![path.clone(), batch::journal_of(path, *form)],
            _ => Vec::new(),
        };
        let written: Vec<&Path> = written.iter().map(PathBuf::as_path).collect();
        let sources = Sources::apart_from(paths, &written).map_err(PyFailure::from)?;
        batch::run(&plan, sources, &pool, target, layout, &mut summary, &mut |summary| {
            watch.tally.set(TallyCount { what: "records", done: summary.records, of: None });
        })?;
        Ok(summary)
    })??;
    let bytes = std::mem::take(&mut *records.0.lock().unwrap_or_else(PoisonError::into_inner));
    Ok((PyBytes::new(py, &bytes), Answered::new(summary).into()))
}

fn form(out: &Path) -> PyOutcome<RecordFormat> {
    let wrong = || refused(format!("{}: the name must end in .jsonl, .csv or .parquet", out.display()));
    RecordFormat::of(out).ok_or_else(wrong)
}

/// Be a process that works for another one.
#[pyfunction]
fn serve(py: Python<'_>) -> PyResult<()> {
    Ok(py.detach(batch::serve)?)
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
    let rows = rows(line).map_err(|error| refused(format!("this is no record: {error}")))?;
    Ok(serde_json::Value::from_iter(rows).to_string())
}

/// The path of an experiment, its text, if it has no file, and the models that have none, by the names that the text has for them.
type GivenExperiment<'py> = (String, Option<String>, Vec<(String, PyRef<'py, PyModel>)>);

fn experiment((path, text, models): GivenExperiment<'_>) -> PyOutcome<Experiment> {
    let named = |(name, model): (String, PyRef<'_, PyModel>)| ModelText { name, ..model.text.clone() };
    let models: Vec<ModelText> = models.into_iter().map(named).collect();
    Ok(match text {
        Some(text) => Experiment::parse_with(&path, &text, &models)?,
        None => Experiment::load(path.as_ref())?,
    })
}

fn events_of(experiment: &Experiment, events: Option<u64>) -> PyOutcome<u64> {
    let events = events.unwrap_or(experiment.events);
    let is_sound = (1..=Experiment::MOST_EVENTS).contains(&events);
    let wrong = || refused(format!("events is a number from 1 to {}", Experiment::MOST_EVENTS));
    is_sound.then_some(events).ok_or_else(wrong)
}

/// The first exception of a function that an experiment asks.
type Raised = Arc<Mutex<Option<PyErr>>>;

/// The exception of a function, or else what ended the run that asked it.
fn of_function(raised: &Raised, error: impl Into<PyFailure>) -> PyErr {
    let exception = raised.lock().unwrap_or_else(PoisonError::into_inner).take();
    exception.unwrap_or_else(|| error.into().into())
}

/// What `call` returns, which is to be `wanted`. An exception of the function's own is kept, and said.
fn called<T: for<'py> FromPyObjectOwned<'py>>(
    raised: &Raised,
    wanted: &str,
    call: impl FnOnce(Python<'_>) -> PyResult<Py<PyAny>>,
) -> Result<T, String> {
    Python::attach(|py| {
        let returned = call(py).map_err(|error| {
            let said = error.to_string();
            raised.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
            said
        })?;
        let returned = returned.into_bound(py);
        returned.extract().map_err(|_| {
            let said = returned.repr().map_or_else(|_| "something".to_owned(), |text| text.to_string());
            format!("the function returned {said}, and not {wanted}")
        })
    })
}

/// The metric that a function of Python measures. It is called with the number of the event, the arm, the tournament as JSON, and ranks
/// and strengths by pairing number.
fn measured(name: &str, better: Option<Better>, function: Py<PyAny>, raised: &Raised) -> ExperimentMetric {
    let raised = Arc::clone(raised);
    let measure = move |done: &FinishedEvent<'_>| {
        called(&raised, "a number or None", |py| {
            let text = json::write(done.tournament);
            let given = (done.event, done.arm, text, done.ranks.to_vec(), done.strengths.to_vec());
            function.call1(py, given)
        })
    };
    ExperimentMetric::of_function(name, better, Arc::new(measure))
}

/// The chances of White by a function of Python.
fn chances(function: Py<PyAny>, raised: &Raised) -> Arc<ChancesFunction> {
    let raised = Arc::clone(raised);
    Arc::new(move |game: &GameToPlay| {
        let three = "three chances: of a win, a draw and a loss of White";
        let [white, black] =
            [game.white, game.black].map(|side| (side.strength, side.player.0, f64::from(side.points.tenths()) / 10.0));
        let [white, draw, black] =
            called::<[f64; 3]>(&raised, three, |py| function.call1(py, (game.round, white, black)))?;
        Ok(Chances { white, draw, black })
    })
}

/// The pairings of an arm by a function of Python, which is called with the tournament as JSON and the round.
fn pairings(function: Py<PyAny>, raised: &Raised) -> Arc<PairingFunction> {
    let raised = Arc::clone(raised);
    Arc::new(move |tournament: &Tournament, round: u32| {
        let text = json::write(tournament);
        let made = called::<Option<Vec<u8>>>(&raised, "a pairing", |py| function.call1(py, (text, round)))?;
        let wrong = |faults: Vec<Fault>| faults.first().map_or_else(String::new, |fault| fault.what.clone());
        let read = |bytes: Vec<u8>| pairs::read(&bytes).map_err(|faults| format!("the pairing: {}", wrong(faults)));
        made.map(read).transpose()
    })
}

/// An arm by a function: its name, the function, and the model whose hard rules hold.
type GivenArm<'py> = (String, Py<PyAny>, PyRef<'py, PyModel>);

/// How an experiment is played, or of which arm the tournaments are made.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ExperimentAsked {
    events: Option<u64>,
    arm: Option<String>,
    time_limit: Option<f64>,
    metrics: Vec<String>,
    until_se: BTreeMap<String, f64>,
    place: Place,
}

/// As `swiss-ilp simulate`: the record, the plot as SVG, whether it is complete, and what is said beside it. The files are in the
/// folder `out`.
#[pyfunction]
#[pyo3(signature = (given, asked, functions, outcome, arms, progress))]
fn run_experiment(
    py: Python<'_>,
    given: GivenExperiment<'_>,
    asked: &str,
    functions: Vec<(String, Option<String>, Py<PyAny>)>,
    outcome: Option<Py<PyAny>>,
    arms: Vec<GivenArm<'_>>,
    progress: Option<Py<PyAny>>,
) -> PyResult<(PyRecord, String, bool, Vec<String>)> {
    let mut experiment = experiment(given)?;
    let ExperimentAsked { events, time_limit, metrics, until_se, place, .. } =
        understood(asked).map_err(PyFailure::from)?;
    let raised = Raised::default();
    for (name, better, function) in functions {
        let end = better.map(|end| end.parse::<Better>()).transpose();
        let end = end.map_err(|_| refused(format!("which end of '{name}' is better is 'high' or 'low'")))?;
        experiment.measure(measured(&name, end, function, &raised)).map_err(refused)?;
    }
    experiment.outcome_function = outcome.map(|function| chances(function, &raised));
    for (name, function, model) in arms {
        let rules = Objective::try_from(model.model.clone()).map_err(|error| refused(error.to_string()))?;
        experiment.add_arm(&name, pairings(function, &raised), rules).map_err(refused)?;
    }
    let limit = seconds(time_limit)?;
    let Some(folder) = &place.out else { return Err(refused("name a folder").into()) };
    let (events, existing, jobs) = (events_of(&experiment, events)?, place.existing()?, batch::jobs(place.jobs));
    let precision = until_se.iter().map(|(metric, se)| format!("{metric}={se}").parse());
    let precision: Vec<Precision> = precision.collect::<Result<_, String>>().map_err(refused)?;
    let simulated = counted(py, progress.as_ref(), |watch| {
        let deadline = limit.and_then(|limit| Moment::now().after(limit));
        let until = RunLimits { deadline, interrupt: Some(&watch.flag) };
        let run = Run { folder, events, jobs, precision: &precision, existing, parquet: false, until };
        simulate::run(&experiment, run, &mut |done| {
            watch.tally.set(TallyCount { what: "events", done, of: Some(events) });
        })
    })?;
    let mut report = simulated.map_err(|error| of_function(&raised, error))?;
    if !metrics.is_empty() {
        report.show(&metrics).map_err(refused)?;
    }
    let plot = report.write_plot(folder, &experiment.inputs).map_err(PyFailure::from)?;
    let (is_complete, notes) = (report.is_complete(), [&report.notes[..], &report.early_ends()].concat());
    Ok((Answered::new(report).into(), plot, is_complete, notes))
}

/// As `swiss-ilp simulate --write --to json`: the tournaments of an arm.
#[pyfunction]
#[pyo3(signature = (given, asked, outcome))]
fn generate(
    py: Python<'_>,
    given: GivenExperiment<'_>,
    asked: &str,
    outcome: Option<Py<PyAny>>,
) -> PyResult<Vec<String>> {
    let mut experiment = experiment(given)?;
    let ExperimentAsked { events, arm, time_limit, place, .. } = understood(asked).map_err(PyFailure::from)?;
    let limit = seconds(time_limit)?;
    let raised = Raised::default();
    experiment.outcome_function = outcome.map(|function| chances(function, &raised));
    let events = events_of(&experiment, events)?;
    let named = arm.as_deref().map_or(Some(&experiment.arms[0]), |name| experiment.arm(name));
    let Some(arm) = named else {
        let names: Vec<&str> = experiment.arms.iter().map(|arm| arm.name.as_str()).collect();
        let what = format!("there is no arm '{}'; name one of {}", arm.unwrap_or_default(), names.join(", "));
        return Err(refused(what).into());
    };
    let texts = interruptible(py, |flag| {
        let mut texts = Vec::new();
        let until = RunLimits { deadline: limit.and_then(|limit| Moment::now().after(limit)), interrupt: Some(flag) };
        let form = simulate::FileForm { to: Target::Json, byes: Byes::New };
        let told = simulate::generate(&experiment, arm, events, batch::jobs(place.jobs), form, until, |generated| {
            texts.push(generated.text);
            Ok(())
        });
        told.map(|_| texts)
    })?;
    texts.map_err(|error| of_function(&raised, error))
}

pub fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(pair_archive, module)?)?;
    module.add_function(wrap_pyfunction!(serve, module)?)?;
    module.add_function(wrap_pyfunction!(record_columns, module)?)?;
    module.add_function(wrap_pyfunction!(record_rows, module)?)?;
    module.add_function(wrap_pyfunction!(run_experiment, module)?)?;
    module.add_function(wrap_pyfunction!(generate, module)?)
}
