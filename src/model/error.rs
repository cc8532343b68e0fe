use super::Model;
use crate::files::nearest::did_you_mean;
use crate::files::request_field::RequestField;
use crate::rules::Edition;
use crate::tournament::Position;
use std::fmt;
use std::ops::Range;

/// Why there is no [`Model`], or no model of the kind that is needed.
#[derive(Debug, thiserror::Error)]
pub enum ModelError {
    /// Neither a model's name nor a file.
    #[error(
        "there is no model '{name}'{}; name one of {}, or a TOML file",
        meant(name, file.as_deref()),
        Model::list()
    )]
    Unknown {
        /// The name or path that was given.
        name: String,
        /// The file that is there if `.toml` is added.
        file: Option<String>,
    },
    /// The file cannot be read.
    #[error("cannot read the model {path}: {source}")]
    Read {
        /// Which file.
        path: String,
        /// Why.
        source: std::io::Error,
    },
    /// The file is not a model.
    #[error("{path} is not a model: {fault}")]
    Wrong {
        /// Which file.
        path: String,
        /// What is wrong, and where.
        fault: Box<ModelFault>,
    },
    /// The file is a model, but of another kind than the one needed.
    #[error(transparent)]
    Kind(#[from] WrongKind),
}

fn meant(name: &str, file: Option<&str>) -> String {
    file.map_or_else(|| did_you_mean(name, Model::built_in_names()), |file| format!(" (did you mean '{file}'?)"))
}

/// A model of another kind than the one needed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WrongKind {
    /// A system, where an objective is needed.
    #[error(
        "{id} is a system, which has no value to explain or to compare; `solve` takes it as a model, and `pair`, `verify` and `why` \
         take it by {system} {id}, as `compare` does, by {systems} {id}",
        id = .edition.id, system = RequestField("system"), systems = RequestField("systems")
    )]
    System {
        /// The edition.
        edition: &'static Edition,
    },
    /// The student's text, where a model that pairs is needed.
    #[error(
        "{name} is the student's text, whose best answer need not be a pairing; `swiss-ilp solve FILE --model {name}` shows \
         what it answers, and model 'slots' is the text repaired"
    )]
    AsWritten {
        /// The model's name.
        name: String,
    },
}

/// What is wrong in a text, and the bytes of it where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SpanFault {
    pub at: Range<usize>,
    pub what: String,
}

impl SpanFault {
    pub(super) fn new(at: Range<usize>, what: impl Into<String>) -> Self {
        Self { at, what: what.into() }
    }

    pub(super) fn at(at: usize, what: impl Into<String>) -> Self {
        Self::new(at..at + 1, what)
    }
}

/// What a file says, or what is wrong with it.
pub(super) type Checked<T> = Result<T, SpanFault>;

pub(super) fn unsound<T>(at: Range<usize>, what: impl Into<String>) -> Checked<T> {
    Err(SpanFault::new(at, what))
}

/// What is wrong in a model file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelFault {
    /// Line and column.
    pub at: Position,
    /// What is wrong and how to mend it, in one sentence without a full stop.
    pub what: String,
    /// The line as the file has it.
    line: String,
    /// How many characters of the line are marked, from the column on.
    width: usize,
}

impl ModelFault {
    /// `what` is wrong at the bytes `span` of `text`.
    pub(crate) fn new(text: &str, span: &Range<usize>, what: impl Into<String>) -> Self {
        let boundary = |index: usize| (0..=index).rev().find(|index| text.is_char_boundary(*index)).unwrap_or_default();
        let (before, after) = text.split_at(boundary(span.start.min(text.len())));
        let meant = &text[before.len()..boundary(span.end.clamp(before.len(), text.len()))];
        let begun = before.rsplit('\n').next().unwrap_or_default();
        let rest = after.lines().next().unwrap_or_default();
        let width = meant.lines().next().unwrap_or_default().chars().count();
        Self {
            at: Position { line: before.matches('\n').count() + 1, column: begun.chars().count() + 1 },
            what: what.into(),
            line: format!("{begun}{rest}"),
            width: width.max(1),
        }
    }
}

impl fmt::Display for ModelFault {
    /// Line and column, the line with the place marked, and what is wrong.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Position { line, column } = self.at;
        let gutter = " ".repeat(line.to_string().len());
        // A tab stays a tab, so that the mark is under the marked characters.
        let before: String =
            self.line.chars().take(column - 1).map(|char| if char == '\t' { '\t' } else { ' ' }).collect();
        writeln!(f, "line {line}, column {column}")?;
        writeln!(f, "{gutter} |\n{line} | {}\n{gutter} | {before}{}", self.line, "^".repeat(self.width))?;
        f.write_str(&self.what)
    }
}
