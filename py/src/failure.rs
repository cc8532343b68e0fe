//! The errors of the library as the exceptions of `swiss_ilp.errors`.

use pyo3::prelude::*;
use serde_json::{Value, json};
use swiss_ilp::batch::BatchInterruption;
use swiss_ilp::model::{ModelError, WrongKind};
use swiss_ilp::report::FaultReport;
use swiss_ilp::simulate::{ExperimentError, GenerateError, RunError};
use swiss_ilp::solve::SolveError;
use swiss_ilp::tasks::{FileError, NoProgram, TaskError};
use swiss_ilp::tournament::{Fault, RoundError};

/// An error, by the class of its exception.
pub enum Failure {
    /// `RequestError`: what was asked for is wrong.
    Request(String),
    /// `FileError`: a file cannot be used. The faults are a list of objects with line, column, code, what and mend.
    File(String, Value),
    /// `NoPairingError`: there is no legal pairing, where one is needed.
    NoPairing(String),
    /// `LimitError`: a limit came before there was anything to return.
    Limit(String),
    /// `InternalError`: the program has failed.
    Internal(String),
}

/// What a function of this module returns.
pub type Outcome<T> = Result<T, Failure>;

impl Failure {
    /// The error of a file with these faults.
    pub fn faults(file: &str, bytes: &[u8], faults: &[Fault]) -> Self {
        let report = FaultReport::new(file, bytes, faults);
        Self::File(report.to_string(), serde_json::to_value(&report.faults).unwrap_or_default())
    }

    /// The error of a table or of dual values, which have one fault, mostly of a line.
    pub fn at(file: &str, code: &str, line: Option<u64>, what: &str) -> Self {
        let fault = json!([{ "line": line, "column": null, "code": code, "what": what, "mend": mend(what) }]);
        let place = line.map_or_else(String::new, |line| format!(", line {line}"));
        Self::File(format!("{file}{place}: {what}"), fault)
    }

    fn of_text_file(message: String, code: &str, fault: &swiss_ilp::model::ModelFault) -> Self {
        let (at, what) = (fault.at, &fault.what);
        let fault = json!([{ "line": at.line, "column": at.column, "code": code, "what": what, "mend": mend(what) }]);
        Self::File(message, fault)
    }
}

/// A message of the library, with the options of the command line as parameters: `--time-limit` is `time_limit`.
fn in_python(message: &str) -> String {
    let mut parts = message.split("--");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let is_word = text.chars().next_back().is_none_or(|c| c.is_whitespace() || c == '(');
        let is_option = is_word && part.starts_with(|c: char| c.is_ascii_lowercase());
        let end = part.find(|c: char| !(c.is_ascii_lowercase() || c == '-')).unwrap_or(part.len());
        if is_option {
            text.push_str(&part[..end].replace('-', "_"));
            text.push_str(&part[end..]);
        } else {
            text.push_str("--");
            text.push_str(part);
        }
    }
    text
}

/// What to do, if a message says it: its last clause.
fn mend(what: &str) -> &str {
    what.rsplit_once("; ").map_or("", |(_, mend)| mend)
}

impl From<Failure> for PyErr {
    fn from(failure: Failure) -> Self {
        let (class, message, faults) = match failure {
            Failure::Request(message) => ("RequestError", in_python(&message), None),
            Failure::File(message, faults) => ("FileError", message, Some(faults.to_string())),
            Failure::NoPairing(message) => ("NoPairingError", message, None),
            Failure::Limit(message) => ("LimitError", message, None),
            Failure::Internal(message) => ("InternalError", message, None),
        };
        Python::attach(|py| {
            let raised = py.import("swiss_ilp.errors").and_then(|errors| match faults {
                Some(faults) => errors.call_method1("of_faults", (message, faults)),
                None => errors.getattr(class)?.call1((message,)),
            });
            raised.map_or_else(|error| error, PyErr::from_value)
        })
    }
}

impl From<SolveError> for Failure {
    fn from(error: SolveError) -> Self {
        match error {
            SolveError::Request(message) => Self::Request(message),
            SolveError::WithoutHighs(_) => Self::Request(error.to_string()),
            SolveError::Internal(_) => Self::Internal(error.to_string()),
        }
    }
}

impl From<ModelError> for Failure {
    fn from(error: ModelError) -> Self {
        let message = error.to_string();
        match &error {
            ModelError::Unknown { .. } | ModelError::Kind(_) => Self::Request(message),
            ModelError::Read { .. } => Self::File(message, json!([])),
            ModelError::Wrong { fault, .. } => Self::of_text_file(message, "model", fault),
        }
    }
}

impl From<WrongKind> for Failure {
    fn from(error: WrongKind) -> Self {
        Self::Request(error.to_string())
    }
}

impl From<ExperimentError> for Failure {
    fn from(error: ExperimentError) -> Self {
        let message = error.to_string();
        match &error {
            ExperimentError::Read { .. } => Self::File(message, json!([])),
            ExperimentError::Wrong { fault, .. } => Self::of_text_file(message, "experiment", fault),
        }
    }
}

impl From<RunError> for Failure {
    fn from(error: RunError) -> Self {
        match error {
            RunError::Fault { .. } => Self::Internal(error.to_string()),
            RunError::Request(_) | RunError::Refused { .. } | RunError::File { .. } => Self::Request(error.to_string()),
        }
    }
}

impl From<GenerateError> for Failure {
    fn from(error: GenerateError) -> Self {
        match error {
            GenerateError::Fault(_) => Self::Internal(error.to_string()),
            GenerateError::Io(_) | GenerateError::Format(..) | GenerateError::Refused(_) => {
                Self::Request(error.to_string())
            }
        }
    }
}

impl From<BatchInterruption> for Failure {
    fn from(error: BatchInterruption) -> Self {
        Self::Request(error.to_string())
    }
}

impl From<FileError> for Failure {
    fn from(error: FileError) -> Self {
        Self::Request(error.to_string())
    }
}

impl From<NoProgram> for Failure {
    fn from(error: NoProgram) -> Self {
        let message = error.to_string();
        match error {
            NoProgram::Request(_) => Self::Request(message),
            NoProgram::NoPairing(_) => Self::NoPairing(message),
            NoProgram::Stopped(_) => Self::Limit(message),
            NoProgram::Solve(error) => error.into(),
        }
    }
}

impl Failure {
    /// The error of a task on a tournament. `faults` is the error of its faults.
    pub fn of_task(error: TaskError, faults: impl FnOnce(Vec<Fault>) -> Self) -> Self {
        match error {
            TaskError::Request(message) => Self::Request(message),
            TaskError::Round(error) => Self::of_round(error, faults),
            TaskError::Solve(error) => error.into(),
        }
    }

    /// The error of a tournament without such a round.
    pub fn of_round(error: RoundError, faults: impl FnOnce(Vec<Fault>) -> Self) -> Self {
        match error {
            RoundError::Request(message) => Self::Request(message),
            RoundError::Faults(found) => faults(found),
        }
    }
}
