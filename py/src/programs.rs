//! The integer program of a round.

use crate::failure::{Failure, Outcome};
use crate::model::Model;
use crate::record::Record;
use crate::run::interruptible;
use crate::settings::{Settings, until};
use crate::tournament::RoundState;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use swiss_ilp::model::export::FileFormat;
use swiss_ilp::report::{self, ProgramsReport};
use swiss_ilp::tasks::{self, Choice, RoundProgram};

fn made(py: Python<'_>, state: &RoundState, model: &Model, settings: &Settings) -> PyResult<Vec<RoundProgram>> {
    model.check(state)?;
    let options = settings.options()?;
    let made = interruptible(py, |flag| tasks::programs(&state.state, &model.model, until(options, flag)))?;
    Ok(made.map_err(Failure::from)?)
}

/// As `swiss-ilp model M FILE`.
#[pyfunction]
fn programs(py: Python<'_>, state: &RoundState, model: &Model, settings: Settings) -> PyResult<Record> {
    let made = made(py, state, model, &settings)?;
    Ok(Record::new(ProgramsReport::new(&state.state, model.model.name(), &made)))
}

/// As `swiss-ilp model M FILE --latex`.
#[pyfunction]
fn programs_as_latex(py: Python<'_>, state: &RoundState, model: &Model, settings: Settings) -> PyResult<String> {
    let made = made(py, state, model, &settings)?;
    Ok(report::latex(&model.model, Some(&made)))
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
    model.check(state)?;
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

pub fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(programs, module)?)?;
    module.add_function(wrap_pyfunction!(programs_as_latex, module)?)?;
    module.add_function(wrap_pyfunction!(program, module)?)
}
