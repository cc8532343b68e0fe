use super::exit::Exit;
use super::progress::Watch;
use crate::files::printable::printable;
use crate::files::request_field::{as_option, bytes_in_words, in_words};
use crate::questions::TournamentForm;
use crate::questions::report::{ErrorReport, FaultReport, Format, Render, Severity, write_json};
use crate::questions::tasks::Inputs;
use crate::solve::Tally;
use clap::{Args, ColorChoice, ValueEnum};
use std::cell::{Cell, RefCell};
use std::io::{self, Write};

/// The options of the output, for every subcommand.
#[derive(Debug, Args)]
pub(crate) struct OutputOptions {
    /// How to write the result; trf and tournament are the tournament with the new round, ranks or changes in it, as a report or as it came
    #[arg(long, global = true, value_enum, default_value_t = FormatName::Table, value_name = "FORMAT")]
    format: FormatName,
    /// Which table of an answer that has several, with --format csv
    #[arg(long, global = true, value_name = "NAME")]
    pub table: Option<String>,
    /// Say nothing on standard error but errors
    #[arg(long, short, global = true)]
    pub quiet: bool,
    /// When to colour what goes to a terminal
    #[arg(long, global = true, value_enum, default_value_t = ColorChoice::Auto, value_name = "WHEN")]
    color: ColorChoice,
    /// Whether something could not be written. The run goes on, and its exit code says so.
    #[arg(skip)]
    has_failed: Cell<bool>,
    /// Whether a record was written. Of an error after it there is no record.
    #[arg(skip)]
    has_written: Cell<bool>,
    /// What the run reads, as far as its arguments say.
    #[arg(skip)]
    pub inputs: Inputs,
    /// Who shows how far the run is.
    #[arg(skip)]
    watch: RefCell<Option<Watch>>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum FormatName {
    Table,
    Json,
    Pairs,
    Csv,
    Trf,
    Tournament,
}

impl OutputOptions {
    pub fn choose_colour(&self) {
        match self.color {
            ColorChoice::Auto => anstream::ColorChoice::Auto,
            ColorChoice::Always => anstream::ColorChoice::Always,
            ColorChoice::Never => anstream::ColorChoice::Never,
        }
        .write_global();
    }

    pub fn chosen_format(&self) -> Format {
        match self.format {
            // The tournament is written in place of the table.
            FormatName::Table | FormatName::Trf | FormatName::Tournament => Format::Table,
            FormatName::Json => Format::Json,
            FormatName::Pairs => Format::Pairs,
            FormatName::Csv => Format::Csv,
        }
    }

    /// From now on, show what is counted there, if somebody sees it.
    pub fn watch(&self, tally: &'static Tally) {
        self.watch.replace(Watch::begin(self, tally));
    }

    /// Show it no more: something else is written.
    pub fn end_watch(&self) {
        self.watch.take();
    }

    /// Write `record` to standard output in the chosen format.
    pub fn write(&self, record: &(impl Render + ?Sized)) {
        if let Some(name) = &self.table {
            return match record.document().csv(Some(name)) {
                Ok(text) => self.print(in_words(&text, as_option).as_bytes()),
                Err(unknown) => self.fail(unknown),
            };
        }
        self.emit(|out| {
            let mut text = Vec::new();
            record.render(self.chosen_format(), &mut text)?;
            out.write_all(&bytes_in_words(text, as_option))
        });
    }

    /// Write `text` to standard output.
    pub fn print(&self, text: &[u8]) {
        self.emit(|out| out.write_all(text));
    }

    /// Write what `render` makes to standard output, unless that has failed before.
    fn emit(&self, render: impl FnOnce(&mut Vec<u8>) -> io::Result<()>) {
        if self.has_failed.get() {
            return;
        }
        self.has_written.set(true);
        self.end_watch();
        if let Err(error) = print(render) {
            self.fail(not_written(&error));
        }
    }

    /// Standard output, for records that are written one by one.
    pub fn stream(&self) -> Box<dyn Write> {
        self.has_written.set(true);
        Box::new(Stream(io::stdout()))
    }

    /// Report an error that ends the run with `exit`. If the format is JSON, and no record was written, write one of the
    /// error.
    pub fn write_error(&self, exit: Exit, message: &str) {
        complain(message);
        if self.chosen_format() == Format::Json && !self.has_written.get() {
            self.emit(|out| write_json(&ErrorReport::new(exit as u8, message), out));
        }
    }

    /// Report something that could not be written.
    pub fn fail(&self, message: impl AsRef<str>) {
        self.has_failed.set(true);
        complain(message);
    }

    /// The exit code of a run that ended with `exit`. A request for something that cannot be written is wrong, whatever
    /// was found.
    pub fn exit(&self, exit: Exit) -> Exit {
        if self.has_failed.get() && exit != Exit::InternalFault { Exit::WrongRequest } else { exit }
    }

    /// What is wrong with the options of the output together.
    pub fn refusal(&self) -> Option<&'static str> {
        let is_table_of_nothing = self.table.is_some() && !matches!(self.format, FormatName::Csv);
        is_table_of_nothing.then_some("--table chooses what --format csv writes, and the format is another one")
    }

    /// In which form a tournament is asked for, if it is. Only the commands that make one can write it.
    pub fn asked_form(&self) -> Option<TournamentForm> {
        match self.format {
            FormatName::Trf => Some(TournamentForm::Report),
            FormatName::Tournament => Some(TournamentForm::OfFile),
            _ => None,
        }
    }

    /// Write the faults of a file to standard error. If the format is JSON, write them to standard output, too.
    pub fn write_faults(&self, report: &FaultReport) {
        talk(&report.coloured(Severity::Error, width()));
        if let Some(fault) = report.faults.first() {
            talk(&format!("\nFor more about a code in brackets: swiss-ilp rule {}", fault.code));
        }
        if self.chosen_format() == Format::Json {
            self.emit(|out| write_json(report, out));
        }
    }

    /// Write the notes of a file to standard error, unless `--quiet` is given.
    pub fn note_file(&self, report: &FaultReport) {
        if !self.quiet && !report.faults.is_empty() {
            talk(&report.coloured(Severity::Note, width()));
        }
    }

    /// Write a table to standard error, unless `--quiet` is given.
    pub fn say_table(&self, record: &impl Render) {
        let mut text = Vec::new();
        if !self.quiet && record.render(Format::Table, &mut text).is_ok() {
            talk(String::from_utf8_lossy(&text).trim_end());
        }
    }

    /// Write an error to standard error in the words of another program, which its callers look for.
    pub fn complain_as_others(&self, message: impl AsRef<str>) {
        talk(&printable(message.as_ref()));
    }

    /// Write a message to standard error, unless `--quiet` is given.
    pub fn say(&self, message: impl AsRef<str>) {
        if !self.quiet {
            let note = Severity::Note.style();
            talk(&format!("{note}note:{note:#} {}", printable(message.as_ref())));
        }
    }
}

/// Write what `render` makes to standard output. It is rendered first, so that an error is one of the output.
pub(super) fn print(render: impl FnOnce(&mut Vec<u8>) -> io::Result<()>) -> io::Result<()> {
    let mut text = Vec::new();
    let mut out = io::stdout().lock();
    unless_nobody_reads(render(&mut text).and_then(|()| out.write_all(&text)).and_then(|()| out.flush()))
}

/// Standard output. If nobody reads it, that is no error.
struct Stream(io::Stdout);

impl Write for Stream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        unless_nobody_reads(self.0.write_all(bytes)).map(|()| bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        unless_nobody_reads(self.0.flush())
    }
}

/// Write an error to standard error. Only the message of a model file has more than one line.
pub(super) fn complain(message: impl AsRef<str>) {
    let error = Severity::Error.style();
    let in_line = |line: &str| line.split('\t').map(printable).collect::<Vec<_>>().join("\t");
    let message: Vec<String> = message.as_ref().split('\n').map(in_line).collect();
    talk(&format!("{error}error:{error:#} {}", message.join("\n")));
}

/// The message for an output that cannot be written.
pub(super) fn not_written(error: &io::Error) -> String {
    format!("the output cannot be written: {error}")
}

/// If nobody reads what was `written`, that is no error: the exit code and the files are the same, whoever reads.
pub(super) fn unless_nobody_reads(written: io::Result<()>) -> io::Result<()> {
    written.or_else(|error| if error.kind() == io::ErrorKind::BrokenPipe { Ok(()) } else { Err(error) })
}

/// The width of the terminal of standard error, in columns; `None` if it is no terminal.
fn width() -> Option<usize> {
    terminal_size::terminal_size_of(io::stderr()).map(|(width, _)| usize::from(width.0).max(NARROWEST))
}

/// The least width. In a narrower terminal, lines of a file cannot be read.
const NARROWEST: usize = 40;

/// Write a line to standard error. If that fails, the error cannot be reported, so it is ignored.
fn talk(line: &str) {
    let _ = writeln!(anstream::stderr(), "{}", in_words(line, as_option));
}
