//! A record of the library, which renders itself.

use crate::failure::{PyFailure, PyOutcome, refused};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::sync::Arc;
use swiss_ilp::files::request_field::{as_parameter, bytes_in_words, in_words};
use swiss_ilp::questions::report::{Format, Render};
use swiss_ilp::questions::{Answered, AskError};

/// A result, as the command line writes it.
#[pyclass(frozen, name = "Record", module = "swiss_ilp._native")]
pub struct PyRecord {
    record: Arc<dyn Render>,
}

impl From<Answered<'_>> for PyRecord {
    fn from(answer: Answered<'_>) -> Self {
        Self { record: answer.record }
    }
}

impl PyRecord {
    fn rendered(&self, format: &str) -> PyOutcome<Vec<u8>> {
        let format = match format {
            "table" => Format::Table,
            "json" => Format::Json,
            "pairs" => Format::Pairs,
            "csv" => Format::Csv,
            _ => return Err(refused(format!("there is no format '{format}'; name table, json, pairs or csv"))),
        };
        let mut bytes = Vec::new();
        let failed = |error: std::io::Error| PyFailure::from(AskError::Internal(error.to_string()));
        self.record.render(format, &mut bytes).map_err(failed)?;
        Ok(bytes_in_words(bytes, as_parameter))
    }
}

#[pymethods]
impl PyRecord {
    /// The bytes that the command line writes with this `--format`.
    fn render<'py>(&self, py: Python<'py>, format: &str) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.rendered(format)?))
    }

    /// What it shows as a page, as the command line writes it with `--html`.
    fn page(&self, py: Python<'_>) -> String {
        py.detach(|| in_words(&self.record.document().page(), as_parameter))
    }
}
