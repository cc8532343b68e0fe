//! A record of the library, which renders itself.

use crate::failure::{Failure, Outcome};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::sync::Arc;
use swiss_ilp::report::{Format, Render};

/// What draws the page of a record.
type Page = Box<dyn Fn() -> String + Send + Sync>;

/// A result, as the command line writes it.
#[pyclass(frozen, module = "swiss_ilp._native")]
pub struct Record {
    report: Arc<dyn Render + Send + Sync>,
    page: Option<Page>,
}

impl Record {
    pub fn new(report: impl Render + Send + Sync + 'static) -> Self {
        Self { report: Arc::new(report), page: None }
    }

    /// A record with a page for a browser, which is drawn when it is asked for.
    pub fn with_page<R: Render + Send + Sync + 'static>(
        report: R,
        draw: impl Fn(&R) -> String + Send + Sync + 'static,
    ) -> Self {
        let report = Arc::new(report);
        let drawn = Arc::clone(&report);
        Self { report, page: Some(Box::new(move || draw(&drawn))) }
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
        self.report.render(format, &mut bytes).map_err(|error| Failure::Internal(error.to_string()))?;
        Ok(bytes)
    }
}

#[pymethods]
impl Record {
    /// The bytes that the command line writes with this `--format`.
    fn render<'py>(&self, py: Python<'py>, format: &str) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.rendered(format)?))
    }

    /// The page that the command line writes with `--html`; `None` if the command has none.
    fn page(&self, py: Python<'_>) -> Option<String> {
        py.detach(|| self.page.as_ref().map(|draw| draw()))
    }
}
