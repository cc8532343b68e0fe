use crate::files::printable::printable;
use crate::files::request_field::{RequestField, as_option, in_words};
use crate::model::{ModelError, ModelFault, WrongKind};
use crate::questions::report::FaultReport;
use crate::questions::tasks::FileError;
use crate::solve::{Limit, NoPairing, SolveError, Termination};
use std::fmt;
use std::ops::RangeInclusive;

/// How a question ended that was not answered, or not wholly. Every door has its own word for each: the command line an exit code,
/// Python the class of an exception.
///
/// An answer may have been given before: the best pairing so far, if a limit came, or the reason why there is no pairing.
#[derive(Debug, Clone)]
pub enum AskError {
    /// The request is wrong, or asks for what is not done.
    Refused(Refusal),
    /// A file has faults.
    Faults(Box<FaultReport>),
    /// A file cannot be read, or is not what it should be. The message may have lines of the file, and nothing else that is unprintable.
    BadFile(String),
    /// A text beside the tournament has a fault: a table, dual values, a model.
    BadText(Box<TextFault>),
    /// No legal pairing exists.
    NoPairing(String),
    /// A limit came first.
    Limit(String),
    /// What was checked is wrong, or is different.
    Discrepancy(String),
    /// The program has failed.
    Internal(String),
}

/// The first fault of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextFault {
    /// The message. It may have lines of the text, and nothing else that is unprintable.
    pub said: String,
    /// What the text should be.
    pub code: &'static str,
    /// The line, from 1, if it is of one.
    pub line: Option<u64>,
    /// The column, from 1 in characters, if it is known.
    pub column: Option<u64>,
    /// What is wrong, and how to mend it.
    pub what: String,
}

impl TextFault {
    /// The fault of a text in TOML, which should be a `code`.
    pub fn of(said: String, code: &'static str, fault: ModelFault) -> Self {
        let [line, column] = [fault.at.line, fault.at.column].map(|number| u64::try_from(number).ok());
        Self { said, code, line, column, what: fault.what }
    }

    /// What to do, if the fault says it: its last clause.
    pub fn mend(&self) -> &str {
        self.what.rsplit_once("; ").map_or("", |(_, mend)| mend)
    }
}

impl From<TextFault> for AskError {
    fn from(fault: TextFault) -> Self {
        Self::BadText(Box::new(fault))
    }
}

/// What is wrong with a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// What is wrong, as a clause.
    pub what: String,
    /// The field that it is about.
    pub field: Option<RequestField>,
    /// What to do instead, as a clause; empty if that is clear.
    pub instead: String,
}

impl Refusal {
    /// Nothing of the kind is done: `what`, and what to do `instead`.
    pub fn new(what: impl Into<String>, instead: impl Into<String>) -> Self {
        Self { what: what.into(), field: None, instead: instead.into() }
    }

    /// Refuse `field`, if it is given without `needed`.
    pub(crate) fn unless(
        field: RequestField,
        is_given: bool,
        needed: RequestField,
        is_there: bool,
    ) -> Result<(), Self> {
        if !is_given || is_there {
            return Ok(());
        }
        Err(Self::new(
            format!("{field} has no effect without {needed}"),
            format!("give {needed}, or leave out {field}"),
        )
        .of(field))
    }

    /// Refuse `field`, if it is given with one of `others`, of which each says whether it is given.
    pub(crate) fn beside(field: RequestField, is_given: bool, others: &[(RequestField, bool)]) -> Result<(), Self> {
        match others.iter().find(|(_, is_there)| is_given && *is_there) {
            Some((other, _)) => {
                Err(Self::new(format!("{field} and {other} do not go together"), "leave one of them out").of(field))
            }
            None => Ok(()),
        }
    }

    /// Refuse a number that is not in its range.
    pub(crate) fn beyond(field: RequestField, number: u32, range: RangeInclusive<u32>) -> Result<(), Self> {
        if range.contains(&number) {
            return Ok(());
        }
        let (least, most) = (range.start(), range.end());
        Err(Self::new(format!("{field} is a number from {least} to {most}, not {number}"), "").of(field))
    }

    /// The same, about this field.
    pub(crate) fn of(self, field: RequestField) -> Self {
        Self { field: Some(field), ..self }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)?;
        if self.instead.is_empty() { Ok(()) } else { write!(f, "; {}", self.instead) }
    }
}

impl fmt::Display for AskError {
    /// The message, with fields still to be written by [`in_words`].
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(refusal) => refusal.fmt(f),
            Self::Faults(report) => report.fmt(f),
            Self::BadText(fault) => f.write_str(&fault.said),
            Self::BadFile(what)
            | Self::NoPairing(what)
            | Self::Limit(what)
            | Self::Discrepancy(what)
            | Self::Internal(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for Refusal {}
impl std::error::Error for AskError {}

impl AskError {
    /// The message as the command line says it.
    pub fn said(&self) -> String {
        in_words(&self.to_string(), as_option)
    }

    /// A request that is refused.
    pub fn refused(what: impl Into<String>, instead: impl Into<String>) -> Self {
        Self::Refused(Refusal::new(what, instead))
    }

    /// A request that is refused with one sentence.
    pub fn wrong(what: impl Into<String>) -> Self {
        Self::Refused(Refusal::new(what, ""))
    }

    /// The end of a round that has no legal pairing. `has_reason` says that the answer has given the reason.
    pub(crate) fn of_no_pairing(why: &NoPairing, has_reason: bool) -> Self {
        let what = why.what();
        Self::NoPairing(if has_reason { what.to_owned() } else { format!("{what}: {why}") })
    }

    /// How a search ended, which is not at its end if a limit came before `what`.
    pub(crate) fn of_search(termination: &Termination, has_reason: bool, what: &str) -> Result<(), Self> {
        match (termination, termination.limit()) {
            (Termination::Infeasible(why), _) => Err(Self::of_no_pairing(why, has_reason)),
            (_, None) => Ok(()),
            (_, Some(limit)) => Err(Self::before(limit, what)),
        }
    }

    /// The end of a question that `limit` stopped before `what`.
    pub fn before(limit: Limit, what: &str) -> Self {
        Self::Limit(format!("{limit} came before {what}"))
    }

    /// A file that cannot be written: `what` is written there.
    pub(crate) fn not_written(what: &str, error: &FileError) -> Self {
        Self::wrong(format!("cannot write {what} to {error}"))
    }
}

impl From<Refusal> for AskError {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl From<FileError> for AskError {
    fn from(error: FileError) -> Self {
        Self::wrong(error.to_string())
    }
}

impl From<SolveError> for AskError {
    fn from(error: SolveError) -> Self {
        match error {
            SolveError::Request(what) => Self::wrong(what),
            SolveError::WithoutHighs(_) => Self::wrong(error.to_string()),
            SolveError::Internal(_) => Self::Internal(error.to_string()),
        }
    }
}

impl From<ModelError> for AskError {
    fn from(error: ModelError) -> Self {
        match error {
            ModelError::Unknown { .. } | ModelError::Kind(_) => Self::wrong(error.to_string()),
            ModelError::Read { .. } => Self::BadFile(printable(&error.to_string())),
            ModelError::Wrong { path, fault } => {
                let said = format!("{} is not a model: {fault}", printable(&path));
                TextFault::of(said, "model", *fault).into()
            }
        }
    }
}

impl From<WrongKind> for AskError {
    fn from(kind: WrongKind) -> Self {
        ModelError::from(kind).into()
    }
}
