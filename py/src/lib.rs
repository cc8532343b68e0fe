//! The library swiss-ilp in Python: what `python/swiss_ilp` calls.
//!
//! Each function calls one task of the library and returns its record, which renders itself as the command line does: so the
//! bytes are the same. Everything that Python adds (fields, frames, a builder of models) is written in Python.
//!
//! - `run` works beside the interpreter: other threads go on, and Ctrl-C interrupts;
//! - `failure` is every error of the library as an exception;
//! - `tournament`, `model` and `settings` are what is given, `record` is what is returned;
//! - `tasks` pairs and compares a round, `verify` checks what others made, `watch` shows how it is solved, `programs` is its integer
//!   program, `archive` does many tournaments;
//! - `frame` shows columns to other programs by the interface of Apache Arrow.

#![deny(unsafe_code)]

mod archive;
mod failure;
mod frame;
mod model;
mod programs;
mod record;
mod run;
mod settings;
mod tasks;
mod tournament;
mod verify;
mod watch;

use pyo3::prelude::*;

/// What is compiled of the package `swiss_ilp`.
#[pymodule(name = "_native")]
fn native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("HIGHS_VERSION", swiss_ilp::solve::highs_version())?;
    module.add_class::<model::Model>()?;
    module.add_class::<record::Record>()?;
    module.add_class::<tournament::RoundState>()?;
    module.add_class::<tournament::Tournament>()?;
    module.add_class::<archive::Worker>()?;
    archive::add_to(module)?;
    frame::add_to(module)?;
    programs::add_to(module)?;
    tasks::add_to(module)?;
    verify::add_to(module)?;
    watch::add_to(module)
}
