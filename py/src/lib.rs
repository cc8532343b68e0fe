//! The library swiss-ilp in Python: what `python/swiss_ilp` calls.
//!
//! A question is asked by its name and a request in JSON, and returns its record, which renders itself as the command line does: so
//! the bytes are the same. Everything that Python adds (fields, frames, a builder of models) is written in Python.
//!
//! - `ask` asks every question of the library, and knows none by name;
//! - `run` works beside the interpreter: other threads go on, and Ctrl-C interrupts;
//! - `failure` is every error of the library as an exception;
//! - `tournament` and `model` are what is given, `record` is what is returned;
//! - `archive` does many tournaments, which is no question;
//! - `frame` shows columns to other programs by the interface of Apache Arrow.

#![deny(unsafe_code)]

mod archive;
mod ask;
mod failure;
mod frame;
mod model;
mod record;
mod run;
mod tournament;

use pyo3::prelude::*;

/// What is compiled of the package `swiss_ilp`.
#[pymodule(name = "_native")]
fn native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", swiss_ilp::VERSION)?;
    module.add("HIGHS_VERSION", swiss_ilp::solve::highs_version())?;
    module.add_class::<model::PyModel>()?;
    module.add_class::<record::PyRecord>()?;
    module.add_class::<tournament::PyRoundState>()?;
    module.add_class::<tournament::PyTournament>()?;
    archive::add_to(module)?;
    ask::add_to(module)?;
    frame::add_to(module)
}
