//! What somebody has made, held to the rules: a pairing, a proof, dual values.

use crate::failure::{Failure, Outcome};
use crate::model::Model;
use crate::record::Record;
use crate::run::interruptible;
use crate::settings::{Settings, until};
use crate::tasks::rules;
use crate::tournament::RoundState;
use pyo3::prelude::*;
use serde_json::json;
use std::path::PathBuf;
use swiss_ilp::formats::duals;
use swiss_ilp::model::Objective;
use swiss_ilp::report::{DualCheckReport, ProofReport, VerifyReport};
use swiss_ilp::solve::check_proof_size;
use swiss_ilp::tasks::{self, FileError, Folder, Rules};

fn check_range(spec: &Objective, state: &RoundState) -> Outcome<()> {
    spec.check_range(&state.state).map_err(|beyond| Failure::Request(beyond.to_string()))
}

fn unread(error: FileError) -> Failure {
    Failure::File(format!("cannot read the proof {error}"), json!([]))
}

/// As `swiss-ilp verify`; without `pairs` of the pairing in the file.
#[pyfunction]
#[pyo3(signature = (state, pairs, model, system, proof, settings))]
fn verify(
    py: Python<'_>,
    state: &RoundState,
    pairs: Option<&[u8]>,
    model: Option<&Model>,
    system: Option<&str>,
    proof: Option<PathBuf>,
    settings: Settings,
) -> PyResult<Record> {
    let (rules, options) = (rules(model, system, state)?, settings.options()?);
    if let Rules::Model(spec) = &rules {
        check_range(spec, state)?;
    }
    let rules = settings.repaired_rules(rules)?;
    let pairing = state.pairing(pairs)?;
    let report = interruptible(py, |flag| -> Outcome<VerifyReport> {
        if proof.is_some() {
            check_proof_size(&state.state, options)?;
        }
        let proof = proof.as_deref().map(Folder::read).transpose().map_err(unread)?;
        let mut audit = tasks::audit(&state.state, &pairing, &rules, proof.as_ref(), until(options, flag), true);
        match audit.failure.take() {
            Some(error) => Err(Failure::from(error)),
            None => Ok(VerifyReport::new(state.name(), &state.state, &audit)),
        }
    })?;
    Ok(Record::new(report?))
}

/// As `swiss-ilp verify --proof` without a pairing.
#[pyfunction]
fn verify_proof(
    py: Python<'_>,
    state: &RoundState,
    proof: PathBuf,
    model: &Model,
    settings: Settings,
) -> PyResult<Record> {
    let (spec, options) = (settings.repaired(model.objective(state)?)?, settings.options()?);
    check_range(&spec, state)?;
    let report = interruptible(py, |_| -> Outcome<ProofReport> {
        check_proof_size(&state.state, options)?;
        let proof = Folder::read(&proof).map_err(unread)?;
        Ok(ProofReport::new(state.name(), &state.state, &spec, proof.check(&state.state, &spec, None)))
    })?;
    Ok(Record::new(report?))
}

/// As `swiss-ilp verify --duals`.
#[pyfunction]
fn verify_duals(
    py: Python<'_>,
    state: &RoundState,
    text: &[u8],
    model: &Model,
    settings: Settings,
) -> PyResult<Record> {
    let (spec, options) = (settings.repaired(model.objective(state)?)?, settings.options()?);
    let written =
        duals::read(text).map_err(|error| Failure::at("the dual values", "duals", error.line, &error.what))?;
    let audit = interruptible(py, |flag| tasks::check_duals(&state.state, &spec, &written, until(options, flag)))?;
    let late = || Failure::Limit("a limit came before the dual values were checked".to_owned());
    let audit = audit.map_err(Failure::from)?.ok_or_else(late)?;
    Ok(Record::new(DualCheckReport::new(state.name(), &state.state, &spec, &audit)))
}

pub fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(verify, module)?)?;
    module.add_function(wrap_pyfunction!(verify_proof, module)?)?;
    module.add_function(wrap_pyfunction!(verify_duals, module)?)
}
