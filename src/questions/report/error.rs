use super::write_json;
use schemars::JsonSchema;
use serde::Serialize;
use std::io;

/// An error that ended a run before it wrote a record of its own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ErrorReport {
    /// Always `error`.
    pub status: &'static str,
    /// The exit code of the program.
    pub exit: u8,
    /// What is wrong, and what to do about it.
    pub error: String,
}

impl ErrorReport {
    /// The record of an error that ends the program with the code `exit`.
    #[must_use]
    pub fn new(exit: u8, error: impl Into<String>) -> Self {
        Self { status: "error", exit, error: error.into() }
    }

    /// Write the record as one line of JSON.
    ///
    /// # Errors
    /// The error of `out`.
    pub fn write_json(&self, out: &mut dyn io::Write) -> io::Result<()> {
        write_json(self, out)
    }
}
