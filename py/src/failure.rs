//! How a question ended, and every other error of the library, as the exceptions of `swiss_ilp.errors`.

use pyo3::prelude::*;
use serde_json::json;
use swiss_ilp::files::field::{as_parameter, in_words};
use swiss_ilp::model::{ModelError, WrongKind};
use swiss_ilp::questions::batch::BatchInterruption;
use swiss_ilp::questions::simulate::{ExperimentError, GenerateError, RunError};
use swiss_ilp::questions::tasks::FileError;
use swiss_ilp::questions::{Ended, Refusal, TextFault};

/// An error, which is raised as the exception of its kind.
pub struct PyFailure(Ended);

/// What a function of this module returns.
pub type PyOutcome<T> = Result<T, PyFailure>;

/// A request that is refused with one sentence.
pub fn refused(what: impl Into<String>) -> PyFailure {
    PyFailure(Ended::wrong(what))
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
            Ended::Refused(_) | Ended::Discrepancy(_) => ("RequestError", None),
            Ended::Faults(report) => ("FileError", Some(json!(report.faults))),
            Ended::BadText(fault) => {
                let TextFault { line, column, code, what, .. } = &**fault;
                let mend = fault.mend();
                (
                    "FileError",
                    Some(json!([{ "line": line, "column": column, "code": code, "what": what, "mend": mend }])),
                )
            }
            Ended::BadFile(_) => ("FileError", Some(json!([]))),
            Ended::NoPairing(_) => ("NoPairingError", None),
            Ended::Limit(_) => ("LimitError", None),
            Ended::Internal(_) => ("InternalError", None),
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

impl From<Ended> for PyFailure {
    fn from(ended: Ended) -> Self {
        Self(ended)
    }
}

impl From<Refusal> for PyFailure {
    fn from(refusal: Refusal) -> Self {
        Self(refusal.into())
    }
}

impl From<ModelError> for PyFailure {
    fn from(error: ModelError) -> Self {
        Self(error.into())
    }
}

impl From<WrongKind> for PyFailure {
    fn from(error: WrongKind) -> Self {
        Self(error.into())
    }
}

impl From<ExperimentError> for PyFailure {
    fn from(error: ExperimentError) -> Self {
        let said = error.to_string();
        Self(match error {
            ExperimentError::Read { .. } => Ended::BadFile(said),
            ExperimentError::Wrong { fault, .. } => TextFault::of(said, "experiment", *fault).into(),
        })
    }
}

impl From<RunError> for PyFailure {
    fn from(error: RunError) -> Self {
        let said = error.to_string();
        Self(match error {
            RunError::Fault { .. } => Ended::Internal(said),
            RunError::Request(_) | RunError::Refused { .. } | RunError::File { .. } => Ended::wrong(said),
        })
    }
}

impl From<GenerateError> for PyFailure {
    fn from(error: GenerateError) -> Self {
        let said = error.to_string();
        Self(match error {
            GenerateError::Fault(_) => Ended::Internal(said),
            GenerateError::Io(_) | GenerateError::Format(..) | GenerateError::Refused(_) => Ended::wrong(said),
        })
    }
}

impl From<BatchInterruption> for PyFailure {
    fn from(error: BatchInterruption) -> Self {
        refused(error.to_string())
    }
}

impl From<FileError> for PyFailure {
    fn from(error: FileError) -> Self {
        refused(error.to_string())
    }
}
