//! Every question of the library, asked by one function.

use crate::archive::{ArchiveAsked, ExperimentAsked};
use crate::failure::{PyFailure, PyOutcome, in_python, refused};
use crate::model::PyModel;
use crate::record::PyRecord;
use crate::run::{Watch, counted};
use crate::tournament::{PyTournament, StateAsked};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use swiss_ilp::files::MOST_BYTES;
use swiss_ilp::model;
use swiss_ilp::questions::asked::{FileAsked, LimitsAsked, TimeAsked};
use swiss_ilp::questions::registry::System;
use swiss_ilp::questions::report::{Format, schema};
use swiss_ilp::questions::tasks::{Inputs, read_file};
use swiss_ilp::questions::{self, Answered, AskError, Context, Note, Opened, QUESTIONS, Question};
use swiss_ilp::solve::{Options, Tally};

/// The contents that a request names.
pub type Contents = HashMap<String, Vec<u8>>;

/// What Python gives to a question besides the request, and what comes back.
#[derive(Default)]
pub struct Door {
    tournament: Option<Arc<Opened>>,
    models: Vec<(String, model::Model)>,
    contents: Contents,
    limits: LimitsAsked,
    watch: Option<&'static Watch>,
    inputs: Inputs,
    answer: RefCell<Option<PyRecord>>,
    notes: RefCell<Vec<(&'static str, String)>>,
    failed: RefCell<Option<AskError>>,
}

impl Door {
    /// A door with contents alone.
    pub fn with(contents: Contents) -> Self {
        Self { contents, ..Self::default() }
    }

    fn watched(&self) -> (Option<&'static AtomicBool>, Option<&'static Tally>) {
        self.watch.map(|watch| (&watch.flag, &watch.tally)).unzip()
    }
}

impl Context for Door {
    fn tournament(&self, _: &FileAsked) -> Result<Arc<Opened>, AskError> {
        self.tournament.clone().ok_or_else(|| AskError::wrong("this is asked of a tournament; give one"))
    }

    fn bytes(&self, name: &str) -> Result<Vec<u8>, AskError> {
        self.contents.get(name).cloned().map_or_else(|| bytes_of(name.as_ref(), MOST_BYTES as u64), Ok)
    }

    fn model(&self, name: &str) -> Result<model::Model, AskError> {
        let given = self.models.iter().find(|(given, _)| given == name);
        given.map_or_else(|| Ok(model::Model::load(name)?), |(_, model)| Ok(model.clone()))
    }

    fn start(&self, _: &LimitsAsked) -> Result<Options, AskError> {
        let LimitsAsked { time_limit, memory_limit } = self.limits;
        let memory_limit = memory_limit.map(|mebibytes| mebibytes << 20);
        let (interrupt, tally) = self.watched();
        Ok(Options { time_limit, memory_limit, interrupt, tally, ..Options::default() }.armed())
    }

    fn start_time(&self, _: &TimeAsked) -> Options {
        let time_limit = self.limits.time_limit;
        let (interrupt, tally) = self.watched();
        Options { time_limit, interrupt, tally, ..Options::default() }.armed()
    }

    fn note(&self, note: Note) {
        let (kind, what) = match note {
            // The tournament and the round have been asked for these.
            Note::File(_) | Note::Columns(_) => return,
            Note::Edition(what) => ("edition", what),
            Note::Unheeded(what) => ("unheeded", what),
            Note::Remark(what) => ("remark", what),
        };
        self.notes.borrow_mut().push((kind, in_python(&what)));
    }

    fn format(&self) -> Format {
        // A record that has all can be rendered in any format.
        Format::Table
    }

    fn give(&self, answer: Answered<'_>) -> Result<(), AskError> {
        *self.answer.borrow_mut() = Some(answer.into());
        Ok(())
    }

    fn inputs(&self) -> &Inputs {
        &self.inputs
    }

    fn fail(&self, ended: &AskError) {
        *self.failed.borrow_mut() = Some(ended.clone());
    }
}

/// The bytes of a file.
fn bytes_of(path: &Path, most: u64) -> Result<Vec<u8>, AskError> {
    read_file(path, most).map_err(|error| AskError::BadFile(format!("cannot read {}: {error}", path.display())))
}

/// The bytes of the file at `path`, which are those of a tournament at most if it is not one that the package wrote.
#[pyfunction]
fn content_of(py: Python<'_>, path: PathBuf, is_own: bool) -> PyResult<Bound<'_, PyBytes>> {
    let most = if is_own { u64::MAX } else { MOST_BYTES as u64 };
    let bytes = py.detach(|| bytes_of(&path, most)).map_err(PyFailure::from)?;
    Ok(PyBytes::new(py, &bytes))
}

/// Write the file at `path`, in place of one of this name.
#[pyfunction]
fn write(path: PathBuf, content: &[u8]) -> PyResult<()> {
    let instead = "name a file in a folder that is there";
    let written = Inputs::default().write_through(&path, content);
    Ok(written.map_err(|error| refused(format!("cannot write {error}; {instead}")))?)
}

/// A time limit in seconds.
pub fn seconds(limit: Option<f64>) -> PyOutcome<Option<Duration>> {
    let wrong = |number| move |error| refused(format!("time_limit is a number of seconds, not {number}: {error}"));
    limit.map(|number| Duration::try_from_secs_f64(number).map_err(wrong(number))).transpose()
}

/// A memory limit in MiB.
pub fn mebibytes(limit: Option<u64>) -> PyOutcome<Option<u64>> {
    let is_limit = limit.is_none_or(|limit| (1..=1 << 40).contains(&limit));
    is_limit.then_some(limit).ok_or_else(|| refused("memory_limit is a number of MiB from 1"))
}

/// An answer: the record, if there is one, the notes with their kinds, and the files that were kept.
type Answer = (Option<PyRecord>, Vec<(&'static str, String)>, BTreeMap<String, Vec<u8>>);

/// Ask the question of this name. `request` is JSON, which names models and contents; `kept` are names of files in it that are returned
/// instead of being written. `progress` hears how much is done, and of how much if that is known, of what takes long.
///
/// An answer that was given is returned although there is no pairing, a limit came, or something is different: it says so.
#[pyfunction]
#[pyo3(signature = (question, request, tournament, models, contents, kept, time_limit, memory_limit, progress))]
#[expect(clippy::too_many_arguments, reason = "what stands beside a request")]
fn ask(
    py: Python<'_>,
    question: &str,
    request: &str,
    tournament: Option<&PyTournament>,
    models: Vec<(String, PyRef<'_, PyModel>)>,
    contents: Contents,
    kept: Vec<String>,
    time_limit: Option<f64>,
    memory_limit: Option<u64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Answer> {
    let question = Question::named(question).ok_or_else(|| refused(format!("there is no question '{question}'")))?;
    let limits = LimitsAsked { time_limit: seconds(time_limit)?, memory_limit: mebibytes(memory_limit)? };
    let tournament = tournament.map(|tournament| Arc::clone(&tournament.0));
    let models = models.into_iter().map(|(name, model)| (name, model.model.clone())).collect();
    let mut inputs = Inputs::default();
    kept.into_iter().for_each(|name| inputs.keep(name));
    let answer = counted(py, progress.as_ref(), |watch| -> PyOutcome<Answer> {
        let watch = Some(watch);
        let door = Door { tournament, models, contents, limits, watch, inputs, ..Door::default() };
        let ended = (question.read)(request).map_err(AskError::from).and_then(|request| request.ask(&door));
        let answer = door.answer.take();
        match door.failed.take().map_or(ended, Err) {
            Err(AskError::NoPairing(_) | AskError::Limit(_) | AskError::Discrepancy(_)) if answer.is_some() => {}
            ended => ended?,
        }
        let files = door.inputs.take_kept().into_iter();
        let files = files.map(|(name, bytes): (PathBuf, _)| (name.to_string_lossy().into_owned(), bytes)).collect();
        Ok((answer, door.notes.take(), files))
    })?;
    Ok(answer?)
}

/// The JSON Schema of the request of each question, by its name, and of what else is asked in JSON.
#[pyfunction]
fn request_schemas() -> BTreeMap<&'static str, String> {
    let others = [
        ("read", schema::<FileAsked>()),
        ("round", schema::<StateAsked>()),
        ("batch", schema::<ArchiveAsked>()),
        ("simulate", schema::<ExperimentAsked>()),
    ];
    QUESTIONS.iter().map(|question| (question.name, (question.schema)())).chain(others).collect()
}

/// The JSON Schema of each record, by the name of its file in `docs/schema`.
#[pyfunction]
fn record_schemas() -> BTreeMap<&'static str, String> {
    questions::schemas().into_iter().collect()
}

/// The ids of all systems.
#[pyfunction]
fn system_ids() -> Vec<String> {
    System::all().map(|system| system.to_string()).collect()
}

/// Have large programs solved in processes of their own, which are started so and call `serve`.
#[pyfunction]
fn solve_apart(program: PathBuf, arguments: Vec<String>) {
    swiss_ilp::solve::solve_apart(program, arguments);
}

pub fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(ask, module)?)?;
    module.add_function(wrap_pyfunction!(content_of, module)?)?;
    module.add_function(wrap_pyfunction!(write, module)?)?;
    module.add_function(wrap_pyfunction!(request_schemas, module)?)?;
    module.add_function(wrap_pyfunction!(record_schemas, module)?)?;
    module.add_function(wrap_pyfunction!(system_ids, module)?)?;
    module.add_function(wrap_pyfunction!(solve_apart, module)?)
}
