//! The tasks of a round.

use crate::failure::{Failure, Outcome};
use crate::model::{Model, check};
use crate::record::Record;
use crate::run::interruptible;
use crate::tournament::{RoundState, Tournament, pairing};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde_json::json;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use swiss_ilp::model::{self, Spec, export::FileFormat};
use swiss_ilp::registry::{System, UnknownSystem};
use swiss_ilp::report::{
    self, CompareReport, CompareRoundsReport, ExplainReport, PairReport, ProgramsReport, RuleReport, SolveReport,
    VerifyReport, WhyReport,
};
use swiss_ilp::rules::Entry;
use swiss_ilp::solve::{Method, Options, Ties, Wanted, check_proof_size};
use swiss_ilp::tasks::{self, Choice, Folder, Rules};

/// The options of a solver, from a dictionary.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Settings {
    time_limit: Option<f64>,
    memory_limit: Option<u64>,
    threads: u32,
    method: String,
    ties: String,
}

pub fn seconds(number: f64) -> Outcome<Duration> {
    let limit = Duration::try_from_secs_f64(number);
    limit.map_err(|error| Failure::Request(format!("time_limit is a number of seconds: {error}")))
}

impl Settings {
    /// The options, without a flag that interrupts.
    fn options(&self) -> Outcome<Options> {
        if !(1..=1024).contains(&self.threads) {
            return Err(Failure::Request(format!("threads is a number from 1 to 1024, not {}", self.threads)));
        }
        Ok(Options {
            time_limit: self.time_limit.map(seconds).transpose()?,
            memory_limit: self.memory_limit.map(mebibytes).transpose()?,
            threads: self.threads,
            method: method(&self.method)?,
            ties: ties(&self.ties)?,
            ..Options::default()
        })
    }
}

pub fn method(name: &str) -> Outcome<Method> {
    name.parse().map_err(|_| Failure::Request(format!("there is no method '{name}'; write exact or highs")))
}

pub fn ties(name: &str) -> Outcome<Ties> {
    name.parse::<Ties>().map_err(|error| Failure::Request(format!("ties: {error}")))
}

/// The bytes of a memory limit.
pub fn mebibytes(number: u64) -> Outcome<u64> {
    let is_limit = (1..=1 << 40).contains(&number);
    is_limit
        .then_some(number << 20)
        .ok_or_else(|| Failure::Request("memory_limit is a number of MiB from 1".to_owned()))
}

fn until(options: Options, flag: &'static AtomicBool) -> Options {
    Options { interrupt: Some(flag), ..options }
}

/// The system of this id.
pub fn system(id: &str) -> Outcome<System> {
    id.parse().map_err(|error: UnknownSystem| Failure::Request(error.to_string()))
}

/// Systems by their ids; all of them, if none is named.
fn systems(ids: &[String]) -> Outcome<Vec<System>> {
    if ids.is_empty() { Ok(System::all().collect()) } else { ids.iter().map(|id| system(id)).collect() }
}

/// What is asked of a solve besides the pairing.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct Extras {
    count_optima: Option<u64>,
    all_optima: Option<u32>,
    proof: Option<PathBuf>,
}

impl Extras {
    fn wanted(&self) -> Option<Wanted> {
        let is_asked = self.count_optima.is_some() || self.all_optima.is_some();
        let list = self.all_optima.unwrap_or(0) as usize;
        is_asked.then_some(Wanted { count: self.count_optima.unwrap_or(0), list })
    }

    /// The model with an objective that they need.
    fn spec<'m>(&self, model: &'m model::Model) -> Outcome<Option<&'m Spec>> {
        match model {
            _ if self.wanted().is_none() && self.proof.is_none() => Ok(None),
            model::Model::Objective(spec) => Ok(Some(spec)),
            _ => Err(Failure::Request(format!(
                "{} is a system's program, whose optima are not counted, and for which there is no certificate; leave out count_optima, \
                 all_optima and proof, or take a model with an objective",
                model.name()
            ))),
        }
    }
}

/// As `swiss-ilp solve`.
#[pyfunction]
fn solve(py: Python<'_>, state: &RoundState, model: &Model, settings: Settings, extras: Extras) -> PyResult<Record> {
    let (model, options) = (model.that_pairs(state)?, settings.options()?);
    let report = interruptible(py, |flag| solved(state, &model, until(options, flag), &extras))?;
    Ok(Record::new(report?))
}

fn solved(state: &RoundState, model: &model::Model, options: Options, extras: &Extras) -> Outcome<SolveReport> {
    let (options, spec) = (options.started(), extras.spec(model)?);
    if let Some(dir) = &extras.proof {
        check_proof_size(&state.state, options)?;
        // Before the solve, so that no older proof is there if it comes to no end.
        Folder::clear(dir, false)?;
    }
    let mut solved = tasks::solve(&state.state, model, options)?;
    if let Some((wanted, spec)) = extras.wanted().zip(spec) {
        tasks::count_optima(&state.state, spec, &mut solved, wanted, options)?;
    }
    if let (Some(dir), Some(spec), true) = (&extras.proof, spec, solved.is_provable()) {
        tasks::prove(&state.state, spec, &solved)?.write(dir, false)?;
    }
    Ok(SolveReport::new(&state.file.loaded.tournament.name, &state.state, model, &solved, Duration::ZERO))
}

/// As `swiss-ilp pair`.
#[pyfunction]
fn pair(py: Python<'_>, state: &RoundState, system: &str, trace: bool, settings: Settings) -> PyResult<Record> {
    let (system, options) = (self::system(system)?, settings.options()?);
    let made = interruptible(py, |flag| tasks::pair(&state.state, system, until(options, flag)))?;
    let name = &state.file.loaded.tournament.name;
    Ok(Record::new(PairReport::new(name, &state.state, system, made.as_ref(), trace)))
}

/// The rules of a model or of a system.
fn rules(model: Option<&Model>, system: Option<&str>, state: &RoundState) -> Outcome<Rules> {
    match (model, system) {
        (_, Some(id)) => self::system(id).map(Rules::System),
        (Some(model), None) => model.objective(state).map(Rules::Model),
        (None, None) => Err(Failure::Request("name a model or a system".to_owned())),
    }
}

/// As `swiss-ilp verify`.
#[pyfunction]
#[pyo3(signature = (state, pairs, model, system, proof, settings))]
fn verify(
    py: Python<'_>,
    state: &RoundState,
    pairs: &[u8],
    model: Option<&Model>,
    system: Option<&str>,
    proof: Option<PathBuf>,
    settings: Settings,
) -> PyResult<Record> {
    let (rules, options) = (rules(model, system, state)?, settings.options()?);
    let pairing = pairing(pairs, state.state.round())?;
    let report = interruptible(py, |flag| -> Outcome<VerifyReport> {
        if let Rules::Model(spec) = &rules {
            spec.check_range(&state.state).map_err(|beyond| Failure::Request(beyond.to_string()))?;
        }
        if proof.is_some() {
            check_proof_size(&state.state, options)?;
        }
        let unread = |error| Failure::File(format!("cannot read the proof {error}"), json!([]));
        let proof = proof.as_deref().map(Folder::read).transpose().map_err(unread)?;
        let mut audit = tasks::audit(&state.state, &pairing, &rules, proof.as_ref(), until(options, flag), true);
        match audit.failure.take() {
            Some(error) => Err(Failure::from(error)),
            None => Ok(VerifyReport::new(&state.file.loaded.tournament.name, &state.state, &audit)),
        }
    })?;
    Ok(Record::new(report?))
}

fn objectives(models: &[PyRef<'_, Model>]) -> Outcome<Vec<Spec>> {
    models.iter().map(|model| Ok(Spec::try_from(model.model.clone())?)).collect()
}

/// As `swiss-ilp compare`.
#[pyfunction]
fn compare(
    py: Python<'_>,
    state: &RoundState,
    systems: Vec<String>,
    models: Vec<PyRef<'_, Model>>,
    settings: Settings,
) -> PyResult<Record> {
    let (systems, options) = (self::systems(&systems)?, settings.options()?);
    let models = objectives(&models)?;
    check(&models, &state.request)?;
    let tournament = &state.file.loaded.tournament;
    let compared =
        interruptible(py, |flag| tasks::compare(tournament, &state.state, &systems, &models, until(options, flag)))?;
    let compared = compared.map_err(|error| state.file.failed(error))?;
    let mut report = CompareReport::new(&tournament.name, &state.state, compared);
    report.ties = options.ties;
    Ok(Record::new(report))
}

/// As `swiss-ilp compare --all-rounds`.
#[pyfunction]
fn compare_rounds(
    py: Python<'_>,
    tournament: &Tournament,
    systems: Vec<String>,
    models: Vec<PyRef<'_, Model>>,
    settings: Settings,
) -> PyResult<Record> {
    let (systems, options) = (self::systems(&systems)?, settings.options()?);
    let models = objectives(&models)?;
    let file = &tournament.0;
    let rounds = interruptible(py, |flag| {
        tasks::compare_rounds(&file.loaded.tournament, file.trust, &systems, &models, until(options, flag))
    })?;
    let mut report = CompareRoundsReport::new(&file.loaded.tournament, rounds.map_err(|error| file.failed(error))?);
    report.rounds.iter_mut().for_each(|round| round.ties = options.ties);
    Ok(Record::new(report))
}

/// As `swiss-ilp explain`.
#[pyfunction]
#[pyo3(signature = (state, model, board, settings))]
fn explain(
    py: Python<'_>,
    state: &RoundState,
    model: &Model,
    board: Option<usize>,
    settings: Settings,
) -> PyResult<Record> {
    let (spec, options) = (model.objective(state)?, settings.options()?);
    let explained = interruptible(py, |flag| tasks::explain(&state.state, &spec, board, until(options, flag)))?;
    let explained = explained.map_err(|error| state.file.failed(error))?;
    let name = &state.file.loaded.tournament.name;
    let mut report = ExplainReport::new(name, &state.state, &spec.name, &explained, board.is_some());
    report.ties = options.ties;
    Ok(Record::new(report))
}

/// As `swiss-ilp why`.
#[pyfunction]
#[pyo3(signature = (state, one, other, model, system, settings))]
fn why(
    py: Python<'_>,
    state: &RoundState,
    one: &str,
    other: &str,
    model: Option<&Model>,
    system: Option<&str>,
    settings: Settings,
) -> PyResult<Record> {
    let (rules, options) = (rules(model, system, state)?, settings.options()?);
    let (file, tournament) = (&state.file, &state.file.loaded.tournament);
    let failed = |error| file.failed(error);
    let [one, other] = [one, other].map(|name| tasks::who(tournament, name));
    let named = [one.map_err(failed)?, other.map_err(failed)?];
    let pair = tasks::pair_of(tournament, &state.request, &state.state, named).map_err(failed)?;
    let answer = interruptible(py, |flag| match &rules {
        Rules::Model(spec) => tasks::why(&state.state, spec, pair, None, until(options, flag)),
        Rules::System(system) => tasks::why_by_system(&state.state, *system, pair, until(options, flag)),
    })?;
    let mut report = WhyReport::new(&tournament.name, &state.state, &rules, pair, &answer.map_err(failed)?);
    report.ties = options.ties;
    Ok(Record::new(report))
}

/// As `swiss-ilp model M FILE`.
#[pyfunction]
fn programs(py: Python<'_>, state: &RoundState, model: &Model, settings: Settings) -> PyResult<Record> {
    let options = settings.options()?;
    let made = interruptible(py, |flag| tasks::programs(&state.state, &model.model, until(options, flag)))?;
    let made = made.map_err(Failure::from)?;
    Ok(Record::new(ProgramsReport::new(&state.state, model.model.name(), &made)))
}

/// As `swiss-ilp model M FILE --latex`.
#[pyfunction]
fn programs_as_latex(py: Python<'_>, state: &RoundState, model: &Model, settings: Settings) -> PyResult<String> {
    let options = settings.options()?;
    let made = interruptible(py, |flag| tasks::programs(&state.state, &model.model, until(options, flag)))?;
    Ok(report::latex(&model.model, Some(&made.map_err(Failure::from)?)))
}

/// As `swiss-ilp model M FILE --write-model`: the program of a round for other solvers.
#[pyfunction]
#[pyo3(signature = (state, model, format, stage, tier, settings))]
fn program<'py>(
    py: Python<'py>,
    state: &RoundState,
    model: &Model,
    format: &str,
    stage: Option<usize>,
    tier: Option<usize>,
    settings: Settings,
) -> PyResult<Bound<'py, PyBytes>> {
    let options = settings.options()?;
    let name = format!("program.{format}");
    let Some(format) = FileFormat::of(name.as_ref()) else {
        return Err(Failure::Request(format!("there is no format '{format}'; name lp, mps or opb")).into());
    };
    let text = interruptible(py, |flag| -> Outcome<Vec<u8>> {
        let options = until(options, flag).started();
        let programs = tasks::programs(&state.state, &model.model, options)?;
        let linear = tasks::linear(&state.state, &model.model, programs, Choice { stage, tier }, options)?;
        let mut text = Vec::new();
        linear.write(format, &mut text).map_err(|error| Failure::Request(error.to_string()))?;
        Ok(text)
    })?;
    Ok(PyBytes::new(py, &text?))
}

/// What a model leaves unheeded in a round.
#[pyfunction]
fn unheeded(state: &RoundState, model: &Model) -> Vec<String> {
    let model::Model::Objective(spec) = &model.model else { return Vec::new() };
    spec.unheeded(&state.state)
}

/// As `swiss-ilp rule`.
#[pyfunction]
#[pyo3(signature = (id))]
fn rule(id: Option<&str>) -> PyResult<Record> {
    let Some(id) = id else { return Ok(Record::new(RuleReport::All)) };
    let unknown = || Failure::Request(format!("there is no id '{id}'; rule() lists them all"));
    Ok(Record::new(RuleReport::One(Entry::find(id).ok_or_else(unknown)?)))
}

/// The ids of all systems.
#[pyfunction]
fn system_ids() -> Vec<String> {
    System::all().map(|system| system.to_string()).collect()
}

/// Whether a solver was left running when a limit came.
#[pyfunction]
fn is_any_thread_left() -> bool {
    swiss_ilp::solve::is_any_thread_left()
}

pub fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(solve, module)?)?;
    module.add_function(wrap_pyfunction!(pair, module)?)?;
    module.add_function(wrap_pyfunction!(verify, module)?)?;
    module.add_function(wrap_pyfunction!(compare, module)?)?;
    module.add_function(wrap_pyfunction!(compare_rounds, module)?)?;
    module.add_function(wrap_pyfunction!(explain, module)?)?;
    module.add_function(wrap_pyfunction!(why, module)?)?;
    module.add_function(wrap_pyfunction!(programs, module)?)?;
    module.add_function(wrap_pyfunction!(programs_as_latex, module)?)?;
    module.add_function(wrap_pyfunction!(program, module)?)?;
    module.add_function(wrap_pyfunction!(unheeded, module)?)?;
    module.add_function(wrap_pyfunction!(rule, module)?)?;
    module.add_function(wrap_pyfunction!(system_ids, module)?)?;
    module.add_function(wrap_pyfunction!(is_any_thread_left, module)?)
}
