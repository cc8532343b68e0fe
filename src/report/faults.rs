use super::write_json;
use crate::tournament::{Fault, Place};
use serde::Serialize;
use std::fmt;
use std::io;

/// A file that cannot be used, and everything that is wrong with it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FaultReport {
    /// `bad-file`.
    pub status: &'static str,
    /// The file, as it was named.
    pub file: String,
    /// Its faults, in file order.
    pub faults: Vec<FaultLine>,
}

/// One fault, where it is, and how to mend it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FaultLine {
    /// The line, from 1, if it has one.
    pub line: Option<usize>,
    /// The column, from 1 in characters, if it has one.
    pub column: Option<usize>,
    /// The fault's name.
    pub code: &'static str,
    /// What is wrong.
    pub what: String,
    /// What to do about it.
    pub mend: String,
}

impl FaultReport {
    /// The record of `faults`, whose places are lines and columns where the file shows them.
    #[must_use]
    pub fn new(file: &str, faults: &[Fault]) -> Self {
        Self { status: "bad-file", file: file.to_owned(), faults: faults.iter().map(FaultLine::new).collect() }
    }

    /// Write the record as one line of JSON.
    ///
    /// # Errors
    /// Whatever `out` fails with.
    pub fn write_json(&self, out: &mut dyn io::Write) -> io::Result<()> {
        write_json(self, out)
    }
}

impl FaultLine {
    fn new(fault: &Fault) -> Self {
        let at = match fault.place {
            Place::At(position) => Some(position),
            _ => None,
        };
        Self {
            line: at.map(|position| position.line),
            column: at.map(|position| position.column),
            code: fault.code.id(),
            what: fault.what.clone(),
            mend: fault.mend.clone(),
        }
    }

    /// The fault as `file:line:column: what [code]; how to mend it`.
    #[must_use]
    pub fn told_of(&self, file: &str) -> String {
        let place = match (self.line, self.column) {
            (Some(line), Some(column)) => format!("{file}:{line}:{column}"),
            _ => file.to_owned(),
        };
        format!("{place}: {} [{}]; {}", self.what, self.code, self.mend)
    }
}

impl fmt::Display for FaultReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let told: Vec<String> = self.faults.iter().map(|fault| fault.told_of(&self.file)).collect();
        f.write_str(&told.join("\nerror: "))
    }
}
