//! A record of the library, which renders itself.

use crate::failure::{Failure, Outcome};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use swiss_ilp::report::{Format, Render};

/// A result, as the command line writes it.
#[pyclass(frozen, module = "swiss_ilp._native")]
pub struct Record(Box<dyn Render + Send + Sync>);

impl Record {
    pub fn new(report: impl Render + Send + Sync + 'static) -> Self {
        Self(Box::new(report))
    }

    fn rendered(&self, format: &str) -> Outcome<Vec<u8>> {
        let format = match format {
            "table" => Format::Table,
            "json" => Format::Json,
            "pairs" => Format::Pairs,
            "csv" => Format::Csv,
            _ => {
                return Err(Failure::Request(format!("there is no format '{format}'; name table, json, pairs or csv")));
            }
        };
        let mut bytes = Vec::new();
        self.0.render(format, &mut bytes).map_err(|error| Failure::Internal(error.to_string()))?;
        Ok(bytes)
    }
}

#[pymethods]
impl Record {
    /// The bytes that the command line writes with this `--format`.
    fn render<'py>(&self, py: Python<'py>, format: &str) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.rendered(format)?))
    }
}
