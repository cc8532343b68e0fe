use crate::files::printable::printable;
use crate::files::{Excerpt, Source};
use crate::tournament::{Fault, Place, Position};
use annotate_snippets::renderer::DEFAULT_TERM_WIDTH;
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use anstyle::{AnsiColor, Style};
use itertools::Itertools;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeSet;
use std::fmt;

/// A file that cannot be used, with all its faults.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FaultReport {
    /// Always `bad-file`.
    pub status: &'static str,
    /// The name of the file, as it was given.
    pub file: String,
    /// Its faults, in file order.
    pub faults: Vec<FaultLine>,
}

/// A fault, its place, and how to mend it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FaultLine {
    /// The line, from 1, if it has one.
    pub line: Option<usize>,
    /// The column, from 1 in characters, if it has one.
    pub column: Option<usize>,
    /// The path of the value in JSON, such as `players[3].rating`, counted from 0.
    pub path: Option<String>,
    /// The fault's id.
    pub code: &'static str,
    /// What is wrong.
    pub what: String,
    /// What to do about it.
    pub mend: String,
    /// The line as it stands in the file.
    #[serde(skip)]
    excerpt: Option<Excerpt>,
    /// Whether one of its kind is enough to know all.
    #[serde(skip)]
    is_one_of_many: bool,
}

/// Whether a file can be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Severity {
    /// It cannot be used.
    Error,
    /// It can be used, but a person should look at it.
    Note,
}

impl FaultReport {
    /// The record of `faults`, with lines and columns where the file has them. `bytes` are those of the file.
    pub fn new(file: &str, bytes: &[u8], faults: &[Fault]) -> Self {
        let is_shown = faults.iter().any(|fault| matches!(fault.place, Place::At(_)));
        let source = is_shown.then(|| Source::new(bytes));
        let faults = faults.iter().map(|fault| FaultLine::new(fault, source.as_ref())).collect();
        Self { status: "bad-file", file: file.to_owned(), faults }
    }

    /// Every fault as a diagnostic: its title, the line of the file with the place marked, and how to mend it. The text
    /// has escape sequences for colours, and it fits a terminal with `width` columns. Of notes with one code only the
    /// first is shown, with the number of all and the lines of the others. So it is with faults that come in numbers
    /// ([`Code::is_one_of_many`](crate::tournament::Code::is_one_of_many)).
    pub fn coloured(&self, severity: Severity, width: Option<usize>) -> String {
        let renderer = Renderer::styled().error(Severity::Error.style()).note(Severity::Note.style());
        self.drawn(severity, &renderer.term_width(width.unwrap_or(DEFAULT_TERM_WIDTH)))
    }

    fn drawn(&self, severity: Severity, renderer: &Renderer) -> String {
        let faults = self.by_kind(severity).into_iter().filter_map(|kind| {
            let (first, others) = kind.split_first()?;
            Some(renderer.render(&[first.drawn(&self.file, severity, others)]))
        });
        faults.collect::<Vec<_>>().join(if severity == Severity::Error { "\n\n" } else { "\n" })
    }

    /// The faults in order, those of which one is shown together.
    fn by_kind(&self, severity: Severity) -> Vec<Vec<&FaultLine>> {
        let mut kinds: Vec<Vec<&FaultLine>> = Vec::new();
        for fault in &self.faults {
            let is_counted = severity == Severity::Note || fault.is_one_of_many;
            match kinds.iter_mut().find(|kind| is_counted && kind[0].code == fault.code) {
                Some(kind) => kind.push(fault),
                None => kinds.push(vec![fault]),
            }
        }
        kinds
    }
}

impl Severity {
    /// How its name looks on a terminal.
    pub(crate) const fn style(self) -> Style {
        match self {
            Self::Error => AnsiColor::Red.on_default().bold(),
            Self::Note => AnsiColor::Cyan.on_default(),
        }
    }
}

impl FaultLine {
    /// The record of a note, without the line of the file.
    pub(crate) fn of_note(note: &Fault) -> Self {
        Self::new(note, None)
    }

    fn new(fault: &Fault, source: Option<&Source<'_>>) -> Self {
        let at = match fault.place {
            Place::At(position) => Some(position),
            _ => None,
        };
        Self {
            line: at.map(|Position { line, .. }| line),
            column: at.map(|Position { column, .. }| column),
            path: fault.path.clone(),
            code: fault.code.id(),
            what: fault.what.clone(),
            mend: fault.mend.clone(),
            excerpt: at.zip(source).and_then(|(at, source)| source.excerpt(at)),
            is_one_of_many: fault.code.is_one_of_many(),
        }
    }

    /// The diagnostic of this fault, with the number and the lines of `others` of its kind.
    fn drawn(&self, file: &str, severity: Severity, others: &[&Self]) -> Group<'_> {
        let level = match severity {
            Severity::Error => Level::ERROR,
            Severity::Note => Level::NOTE,
        };
        let mut group = Group::with_title(level.primary_title(printable(&self.what)).id(self.code));
        let path = self.path.iter().filter(|_| self.line.is_none());
        let mut origin = Origin::path(printable(file) + &path.map(|path| format!(": {}", printable(path))).join(""));
        if let (Some(line), Some(column)) = (self.line, self.column) {
            origin = origin.line(line).char_column(column);
        }
        match (&self.excerpt, self.line) {
            (Some(Excerpt { text, marked }), Some(line)) => {
                let parts = [&text[..marked.start], &text[marked.clone()], &text[marked.end..]];
                let [before, part, after] = parts.map(printable);
                let span = before.len()..before.len() + part.len();
                let mut snippet = Snippet::source(before.clone() + &part + &after).line_start(line);
                // The beginning of a very long line is cut off. So the column is shown next to the name of the file.
                if Some(before.chars().count() + 1) == self.column {
                    snippet = snippet.path(printable(file));
                } else {
                    group = group.element(origin);
                }
                group = group.element(snippet.annotation(AnnotationKind::Primary.span(span)));
            }
            _ => group = group.element(origin),
        }
        group = group.element(Level::HELP.message(printable(&self.mend)));
        if others.is_empty() { group } else { group.element(Level::NOTE.message(counted(others))) }
    }
}

/// The greatest number of places in the list of [`counted`].
const MOST_PLACES: usize = 12;

/// A sentence on the number of faults of one kind, one of which is shown, and on the lines of the `others`.
fn counted(others: &[&FaultLine]) -> String {
    let lines: BTreeSet<usize> = others.iter().filter_map(|fault| fault.line).collect();
    let lines: Vec<usize> = lines.into_iter().collect();
    let runs: Vec<&[usize]> = lines.chunk_by(|one, next| *next == one + 1).collect();
    let mut places = runs.iter().take(MOST_PLACES).map(|run| match run {
        [first, .., last] => format!("{first}-{last}"),
        _ => run.iter().join(""),
    });
    let places = places.join(", ") + if runs.len() > MOST_PLACES { " and so on" } else { "" };
    let count = others.len() + 1;
    match lines.as_slice() {
        [] => format!("there are {count} of these"),
        [_] => format!("there are {count} of these; the others are in line {places}"),
        _ => format!("there are {count} of these; the others are in lines {places}"),
    }
}

impl fmt::Display for FaultReport {
    /// Every fault as a diagnostic, without colours.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.drawn(Severity::Error, &Renderer::plain()))
    }
}

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
    #[cfg(feature = "cli")]
    pub(crate) fn new(exit: u8, error: impl Into<String>) -> Self {
        Self { status: "error", exit, error: error.into() }
    }
}
