use super::limits::is_interrupted;
use crate::files::printable::printable;
use crate::questions::report::FaultReport;
use std::process::ExitCode;

/// The exit code of the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exit {
    Done = 0,
    NoLegalPairing = 1,
    InternalFault = 2,
    WrongRequest = 3,
    LimitReached = 4,
    BadFile = 5,
    Discrepancy = 6,
    /// By SIGINT or SIGTERM: 128 + SIGINT, as shells count.
    Interrupted = 130,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

/// An error with its exit code.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// An error with a message only.
    #[error("{1}")]
    Said(Exit, String),
    /// A file with faults. They are also written as a JSON record.
    #[error("{0}")]
    BadFile(FaultReport),
}

impl Failure {
    /// An error with a message of one line, which may have text from outside.
    pub fn error(exit: Exit, message: impl AsRef<str>) -> anyhow::Error {
        Self::Said(exit, printable(message.as_ref())).into()
    }

    /// The error of a run that a limit ended.
    pub fn of_limit(message: impl AsRef<str>) -> anyhow::Error {
        Self::error(if is_interrupted() { Exit::Interrupted } else { Exit::LimitReached }, message)
    }

    pub fn exit(&self) -> Exit {
        match self {
            Self::Said(exit, _) => *exit,
            Self::BadFile(_) => Exit::BadFile,
        }
    }
}
