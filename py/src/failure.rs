//! How a question ended, and every other error of the library, as the exceptions of `swiss_ilp.errors`.

use pyo3::prelude::*;
use serde_json::json;
use swiss_ilp::files::request_field::{as_parameter, in_words};
use swiss_ilp::questions::{AskError, TextFault};

/// An error, which is raised as the exception of its kind.
pub struct PyFailure(AskError);

/// What a function of this module returns.
pub type PyOutcome<T> = Result<T, PyFailure>;

/// A request that is refused with one sentence.
pub fn refused(what: impl Into<String>) -> PyFailure {
    PyFailure(AskError::wrong(what))
}

/// A message, with the fields as parameters.
pub fn in_python(message: &str) -> String {
    in_words(message, as_parameter)
}

impl From<PyFailure> for PyErr {
    fn from(PyFailure(ended): PyFailure) -> Self {
        // The faults are a list of objects with line, column, code, what and mend.
        let (class, faults) = match &ended {
            // No exception is of a discrepancy alone: what is different is in an answer.
            AskError::Refused(_) | AskError::Discrepancy(_) => ("RequestError", None),
            AskError::Faults(report) => ("FileError", Some(json!(report.faults))),
            AskError::BadText(fault) => {
                let TextFault { line, column, code, what, .. } = &**fault;
                let mend = fault.mend();
                (
                    "FileError",
                    Some(json!([{ "line": line, "column": column, "code": code, "what": what, "mend": mend }])),
                )
            }
            AskError::BadFile(_) => ("FileError", Some(json!([]))),
            AskError::NoPairing(_) => ("NoPairingError", None),
            AskError::Limit(_) => ("LimitError", None),
            AskError::Internal(_) => ("InternalError", None),
        };
        let message = in_python(&ended.to_string());
        Python::attach(|py| {
            let raised = py.import("swiss_ilp.errors").and_then(|errors| match faults {
                Some(faults) => errors.call_method1("of_faults", (message, faults.to_string())),
                None => errors.getattr(class)?.call1((message,)),
            });
            raised.map_or_else(|error| error, PyErr::from_value)
        })
    }
}

impl<E: Into<AskError>> From<E> for PyFailure {
    fn from(error: E) -> Self {
        Self(error.into())
    }
}
