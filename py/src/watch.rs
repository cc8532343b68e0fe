//! How a round is solved, and what lies between two criteria.

use crate::failure::{Failure, Outcome};
use crate::model::Model;
use crate::record::Record;
use crate::run::interruptible;
use crate::settings::{Settings, until};
use crate::tournament::RoundState;
use pyo3::prelude::*;
use swiss_ilp::model;
use swiss_ilp::report::{CutsReport, DualsReport, ParetoReport, RelaxReport, TierTraceReport};
use swiss_ilp::solve::{MatchingMethod, Options, Termination};
use swiss_ilp::tasks::{self, Pareto, Solved};

/// The options of what is computed in exact numbers.
fn exact(settings: &Settings) -> Outcome<Options> {
    let options = settings.options()?;
    match options.method {
        MatchingMethod::Exact => Ok(options),
        _ => Err(Failure::Request("this is computed in exact numbers; leave out method".to_owned())),
    }
}

/// The error of a round without an optimum, where one is needed.
fn without_optimum(solved: &Solved) -> Failure {
    match &solved.solution.termination {
        Termination::Infeasible(why) => Failure::NoPairing(format!("{}: {why}", why.what())),
        _ => Failure::Limit("a limit came before a proof".to_owned()),
    }
}

/// As `swiss-ilp solve --duals`.
#[pyfunction]
fn duals(py: Python<'_>, state: &RoundState, model: &Model, settings: Settings) -> PyResult<Record> {
    let (spec, options) = (model.objective(state)?, exact(&settings)?);
    let report = interruptible(py, |flag| -> Outcome<DualsReport> {
        let options = until(options, flag).started();
        let solved = tasks::solve(&state.state, &model::Model::Objective(spec.clone()), options)?;
        if !solved.is_optimal() {
            return Err(without_optimum(&solved));
        }
        let duals = tasks::duals(&state.state, &spec, &solved, options)?;
        let duals =
            duals.ok_or_else(|| Failure::Limit("a limit came before the dual values were checked".to_owned()))?;
        Ok(DualsReport::new(state.name(), &state.state, &spec, &duals))
    })?;
    Ok(Record::new(report?))
}

/// As `swiss-ilp solve --relax`.
#[pyfunction]
fn relax(py: Python<'_>, state: &RoundState, model: &Model, settings: Settings) -> PyResult<Record> {
    let (spec, options) = (model.objective(state)?, exact(&settings)?);
    let watched = interruptible(py, |flag| tasks::relax(&state.state, &model.model, until(options, flag)))?;
    Ok(Record::new(RelaxReport::new(state.name(), &state.state, &spec, &watched.map_err(Failure::from)?)))
}

/// As `swiss-ilp solve --cuts`.
#[pyfunction]
fn cuts(py: Python<'_>, state: &RoundState, model: &Model, settings: Settings) -> PyResult<Record> {
    let (spec, options) = (model.objective(state)?, exact(&settings)?);
    let watched = interruptible(py, |flag| tasks::cut(&state.state, &model.model, until(options, flag)))?;
    Ok(Record::new(CutsReport::new(state.name(), &state.state, &spec, &watched.map_err(Failure::from)?)))
}

/// As `swiss-ilp solve --trace-tiers`.
#[pyfunction]
fn trace_tiers(py: Python<'_>, state: &RoundState, model: &Model, settings: Settings) -> PyResult<Record> {
    let (model, options) = (model.that_pairs(state)?, exact(&settings)?);
    let watched = interruptible(py, |flag| tasks::trace_tiers(&state.state, &model, until(options, flag)))?;
    Ok(Record::new(TierTraceReport::new(state.name(), &state.state, &model, &watched.map_err(Failure::from)?)))
}

/// As `swiss-ilp pareto`: the record, and the plot as SVG.
#[pyfunction]
fn pareto(
    py: Python<'_>,
    state: &RoundState,
    between: Vec<String>,
    model: &Model,
    are_canonical: bool,
    settings: Settings,
) -> PyResult<(Record, String)> {
    let (spec, options) = (model.objective(state)?, settings.options()?);
    let pareto =
        interruptible(py, |flag| tasks::pareto(&state.state, &spec, &between, are_canonical, until(options, flag)))?;
    let pareto: Pareto = pareto.map_err(|error| state.file.failed(error))?;
    let report = ParetoReport::new(state.name(), &state.state, &spec.name, &pareto);
    let plot = report.plot().map_err(|what| Failure::Internal(format!("the plot cannot be drawn: {what}")))?;
    Ok((Record::new(report), plot))
}

/// As `swiss-ilp prices`.
#[pyfunction]
fn prices(
    py: Python<'_>,
    state: &RoundState,
    of: &str,
    model: &Model,
    are_canonical: bool,
    settings: Settings,
) -> PyResult<Record> {
    let (spec, options) = (model.objective(state)?, settings.options()?);
    let prices = interruptible(py, |flag| tasks::prices(&state.state, &spec, of, are_canonical, until(options, flag)))?;
    let prices = prices.map_err(|error| state.file.failed(error))?;
    Ok(Record::new(ParetoReport::price_list(state.name(), &state.state, &spec.name, &prices)))
}

pub fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(duals, module)?)?;
    module.add_function(wrap_pyfunction!(relax, module)?)?;
    module.add_function(wrap_pyfunction!(cuts, module)?)?;
    module.add_function(wrap_pyfunction!(trace_tiers, module)?)?;
    module.add_function(wrap_pyfunction!(pareto, module)?)?;
    module.add_function(wrap_pyfunction!(prices, module)?)
}
