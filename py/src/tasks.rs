//! The tasks of a round.

use crate::failure::{Failure, Outcome};
use crate::model::{Model, check};
use crate::record::Record;
use crate::run::interruptible;
use crate::settings::{Settings, system, systems, until};
use crate::tournament::{Decisions, File, RoundState, Tournament};
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use swiss_ilp::model::{self, Objective};
use swiss_ilp::page::{self, ExplainPage};
use swiss_ilp::registry::System;
use swiss_ilp::report::{
    ChecklistReport, CompareReport, CompareRoundsReport, ExplainReport, PairReport, RuleReport, SolveReport, WhyReport,
};
use swiss_ilp::rules::{Entry, UnknownId};
use swiss_ilp::solve::{OptimaRequest, Options, Ties, check_proof_size};
use swiss_ilp::tasks::{self, Folder, Inputs, MOST_ROUNDS_AHEAD, Repaired, Rules};

/// What is asked of a solve besides the pairing.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct Extras {
    count_optima: Option<u64>,
    all_optima: Option<u32>,
    proof: Option<PathBuf>,
    force: bool,
    keep_open: Option<u32>,
}

impl Extras {
    fn wanted(&self) -> Option<OptimaRequest> {
        let is_asked = self.count_optima.is_some() || self.all_optima.is_some();
        let list = self.all_optima.unwrap_or(0) as usize;
        is_asked.then_some(OptimaRequest { count: self.count_optima.unwrap_or(0), list })
    }

    /// Refuse what does not go together, and what a system's program does not have.
    fn check(&self, model: &model::Model, settings: &Settings, ties: Ties) -> Outcome<()> {
        let refuse = |what: String| Err(Failure::Request(what));
        let is_more = self.wanted().is_some() || self.proof.is_some();
        if [self.count_optima, self.all_optima.map(u64::from)].contains(&Some(0)) {
            return refuse("count_optima and all_optima are numbers from 1".to_owned());
        }
        if let model::Model::System(spec) = model {
            settings.check_unrepaired(&spec.name)?;
            if is_more || self.keep_open.is_some() {
                return refuse(format!(
                    "{} is a system's program: its rules leave one pairing, and there is no certificate for it; leave out count_optima, \
                     all_optima, proof and keep_open, or take a model with an objective",
                    spec.name
                ));
            }
        }
        let Some(rounds) = self.keep_open else { return Ok(()) };
        if is_more || settings.is_repair() || ties != Ties::Canonical {
            let what = "keep_open goes with none of count_optima, all_optima, proof, repair and ties; leave them out";
            return refuse(what.to_owned());
        }
        if rounds > MOST_ROUNDS_AHEAD {
            return refuse(format!("keep_open is a number from 0 to {MOST_ROUNDS_AHEAD}, not {rounds}"));
        }
        Ok(())
    }
}

/// As `swiss-ilp solve`.
#[pyfunction]
fn solve(py: Python<'_>, state: &RoundState, model: &Model, settings: Settings, extras: Extras) -> PyResult<Record> {
    let (model, options) = (model.that_pairs(state)?, settings.options()?);
    extras.check(&model, &settings, options.ties)?;
    let report = interruptible(py, |flag| solved(state, &model, &settings, until(options, flag), &extras))?;
    Ok(Record::new(report?))
}

fn solved(
    state: &RoundState,
    model: &model::Model,
    settings: &Settings,
    options: Options,
    extras: &Extras,
) -> Outcome<SolveReport> {
    let options = options.started();
    if let Some(dir) = &extras.proof {
        check_proof_size(&state.state, options)?;
        // Before the solve, so that no older proof is there if it comes to no end.
        Folder::clear(dir, extras.force, &Inputs::default())?;
    }
    let mut repaired = paired(state, model, settings, options, extras.keep_open)?;
    // What is proven, and counted, is the model that was solved.
    let solved_by =
        repaired.repair.as_ref().map_or(model.clone(), |repair| model::Model::Objective(repair.spec.clone()));
    if let model::Model::Objective(spec) = &solved_by {
        if let Some(wanted) = extras.wanted() {
            tasks::count_optima(&state.state, spec, &mut repaired.solved, wanted, options)?;
        }
        if let (Some(dir), true) = (&extras.proof, repaired.solved.is_provable()) {
            let proven = options.in_time(|| -> Outcome<()> {
                tasks::prove(&state.state, spec, &repaired.solved)?.write(dir, extras.force, &Inputs::default())?;
                Ok(())
            });
            let late = || format!("{} came before the proof was written", options.start().reached());
            proven.ok_or_else(|| Failure::Limit(late()))??;
        }
    }
    Ok(SolveReport::of_repaired(state.name(), &state.state, model, &repaired, Duration::ZERO))
}

/// The round paired, repaired, or with more rounds kept open, as it is asked.
fn paired(
    state: &RoundState,
    model: &model::Model,
    settings: &Settings,
    options: Options,
    keep_open: Option<u32>,
) -> Outcome<Repaired> {
    let unrepaired = |solved| Repaired { solved, repair: None };
    let model::Model::Objective(spec) = model else {
        return Ok(unrepaired(tasks::solve(&state.state, model, options)?));
    };
    if let Some(rounds) = keep_open {
        let tournament = &state.file.loaded.tournament;
        return Ok(unrepaired(tasks::keep_open(tournament, &state.state, spec, rounds, options)?));
    }
    Ok(match settings.given_up(spec)? {
        Some(rules) => tasks::repair(&state.state, spec, &rules, options)?,
        None => unrepaired(tasks::solve(&state.state, model, options)?),
    })
}

/// As `swiss-ilp pair`.
#[pyfunction]
fn pair(py: Python<'_>, state: &RoundState, system: &str, trace: bool, settings: Settings) -> PyResult<Record> {
    let (chosen, options) = (self::system(system, &state.file.loaded)?, settings.options()?);
    let made = interruptible(py, |flag| tasks::pair(&state.state, chosen.system, until(options, flag)))?;
    let mut report = PairReport::new(state.name(), &state.state, chosen.system, made.as_ref(), trace);
    report.edition_by = chosen.because;
    Ok(Record::new(report))
}

/// As `swiss-ilp pair --checklist`.
#[pyfunction]
fn checklist(state: &RoundState, system: &str) -> PyResult<Record> {
    let system = self::system(system, &state.file.loaded)?.system;
    let list = tasks::checklist(&state.state, system);
    Ok(Record::new(ChecklistReport::new(state.name(), &state.state, system, list)))
}

/// The rules of a model or of a system.
pub fn rules(model: Option<&Model>, system: Option<&str>, state: &RoundState) -> Outcome<Rules> {
    match (model, system) {
        (_, Some(id)) => Ok(Rules::System(self::system(id, &state.file.loaded)?.system)),
        (Some(model), None) => model.objective(state).map(Rules::Model),
        (None, None) => Err(Failure::Request("name a model or a system".to_owned())),
    }
}

/// What is compared, from its names.
struct Sides {
    systems: Vec<System>,
    models: Vec<Objective>,
    options: Options,
}

impl Sides {
    fn new(file: &File, systems: &[String], models: &[PyRef<'_, Model>], settings: &Settings) -> Outcome<Self> {
        let spec = |model: &PyRef<'_, Model>| Ok(Objective::try_from(model.model.clone())?);
        Ok(Self {
            systems: self::systems(systems, &file.loaded)?,
            models: models.iter().map(spec).collect::<Outcome<_>>()?,
            options: settings.options()?,
        })
    }

    /// The same with the breaches of rules counted, if a repair is asked for.
    fn repaired(self, settings: &Settings) -> Outcome<Self> {
        let models = self.models.into_iter().map(|spec| settings.repaired(spec)).collect::<Outcome<_>>()?;
        Ok(Self { models, ..self })
    }
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
    let sides = Sides::new(&state.file, &systems, &models, &settings)?;
    check(&sides.models, &state.request)?;
    let Sides { systems, models, options } = sides.repaired(&settings)?;
    let tournament = &state.file.loaded.tournament;
    let compared =
        interruptible(py, |flag| tasks::compare(tournament, &state.state, &systems, &models, until(options, flag)))?;
    let compared = compared.map_err(|error| state.file.failed(error))?;
    let mut report = CompareReport::new(&tournament.name, &state.state, compared);
    report.ties = options.ties;
    let state = Arc::clone(&state.state);
    Ok(Record::with_page(report, move |report| page::compare(report, &state)))
}

/// As `swiss-ilp compare --all-rounds`.
#[pyfunction]
fn compare_rounds(
    py: Python<'_>,
    tournament: &Tournament,
    decisions: Decisions,
    systems: Vec<String>,
    models: Vec<PyRef<'_, Model>>,
    settings: Settings,
) -> PyResult<Record> {
    let file = &tournament.0;
    let sides = Sides::new(file, &systems, &models, &settings)?;
    let request = decisions.request(file.trust)?;
    check(&sides.models, &request)?;
    let Sides { systems, models, options } = sides.repaired(&settings)?;
    let rounds = interruptible(py, |flag| {
        tasks::compare_rounds(&file.loaded.tournament, &request, &systems, &models, until(options, flag))
    })?;
    let mut report = CompareRoundsReport::new(&file.loaded.tournament, rounds.map_err(|error| file.failed(error))?);
    report.rounds.iter_mut().for_each(|round| round.ties = options.ties);
    Ok(Record::with_page(report, page::compare_rounds))
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
    let (spec, options) = (settings.repaired(model.objective(state)?)?, settings.options()?);
    if board == Some(0) {
        return Err(Failure::Request(
            "boards are numbered from 1; the number after the last one is the bye".to_owned(),
        )
        .into());
    }
    let explained = interruptible(py, |flag| tasks::explain(&state.state, &spec, board, until(options, flag)))?;
    let explained = explained.map_err(|error| state.file.failed(error))?;
    let mut report = ExplainReport::new(state.name(), &state.state, &spec.name, &explained, board.is_some());
    report.ties = options.ties;
    Ok(Record::new(report))
}

/// The page of `swiss-ilp explain --html`.
#[pyfunction]
fn explain_page(py: Python<'_>, state: &RoundState, model: &Model, live: bool, settings: Settings) -> PyResult<String> {
    let (spec, options) = (settings.repaired(model.objective(state)?)?, settings.options()?);
    if live && options.ties != Ties::Canonical {
        let what = "a page that solves again reports the canonical optimum; leave out live, or solve without ties";
        return Err(Failure::Request(what.to_owned()).into());
    }
    let page = interruptible(py, |flag| -> Outcome<String> {
        let failed = |error| state.file.failed(error);
        let picture = tasks::picture(&state.state, &spec, until(options, flag)).map_err(failed)?;
        let live = live.then(|| tasks::live(state.name(), &state.state, &spec)).transpose().map_err(failed)?;
        let mut report = ExplainReport::new(state.name(), &state.state, &spec.name, &picture.explained, false);
        report.ties = options.ties;
        Ok(page::explain(&ExplainPage::new(report, &state.state, &spec, &picture), live.as_ref()))
    })?;
    Ok(page?)
}

/// As `swiss-ilp why`.
#[pyfunction]
#[pyo3(signature = (state, one, other, model, system, count_optima, settings))]
#[expect(clippy::too_many_arguments, reason = "the options of the command")]
fn why(
    py: Python<'_>,
    state: &RoundState,
    one: &str,
    other: &str,
    model: Option<&Model>,
    system: Option<&str>,
    count_optima: Option<u64>,
    settings: Settings,
) -> PyResult<Record> {
    let (rules, options) = (settings.repaired_rules(rules(model, system, state)?)?, settings.options()?);
    let (file, tournament) = (&state.file, &state.file.loaded.tournament);
    let failed = |error| file.failed(error);
    let [one, other] = [one, other].map(|name| tasks::who(tournament, name));
    let named = [one.map_err(failed)?, other.map_err(failed)?];
    let pair = tasks::pair_of(tournament, &state.request, &state.state, named).map_err(failed)?;
    let answer = interruptible(py, |flag| match &rules {
        Rules::Model(spec) => tasks::why(&state.state, spec, pair, count_optima, until(options, flag)),
        Rules::System(system) => tasks::why_by_system(&state.state, *system, pair, until(options, flag)),
    })?;
    let mut report = WhyReport::new(&tournament.name, &state.state, &rules, pair, &answer.map_err(failed)?);
    report.ties = options.ties;
    Ok(Record::new(report))
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
    let unknown = |error: UnknownId| Failure::Request(format!("{error}; rule() lists them all"));
    Ok(Record::new(RuleReport::One(Entry::named(id).map_err(unknown)?)))
}

/// The ids of all systems.
#[pyfunction]
fn system_ids() -> Vec<String> {
    System::all().map(|system| system.to_string()).collect()
}

/// Have large programs solved in processes of their own, which are started so and call `serve_solver`.
#[pyfunction]
fn solve_apart(program: PathBuf, arguments: Vec<String>) {
    swiss_ilp::solve::solve_apart(program, arguments);
}

/// Be such a process.
#[pyfunction]
fn serve_solver(py: Python<'_>) -> PyResult<()> {
    Ok(py.detach(swiss_ilp::solve::serve_solver)?)
}

pub fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(solve, module)?)?;
    module.add_function(wrap_pyfunction!(pair, module)?)?;
    module.add_function(wrap_pyfunction!(checklist, module)?)?;
    module.add_function(wrap_pyfunction!(compare, module)?)?;
    module.add_function(wrap_pyfunction!(compare_rounds, module)?)?;
    module.add_function(wrap_pyfunction!(explain, module)?)?;
    module.add_function(wrap_pyfunction!(explain_page, module)?)?;
    module.add_function(wrap_pyfunction!(why, module)?)?;
    module.add_function(wrap_pyfunction!(unheeded, module)?)?;
    module.add_function(wrap_pyfunction!(rule, module)?)?;
    module.add_function(wrap_pyfunction!(system_ids, module)?)?;
    module.add_function(wrap_pyfunction!(solve_apart, module)?)?;
    module.add_function(wrap_pyfunction!(serve_solver, module)?)
}
