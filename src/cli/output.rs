use super::exit::{Exit, Failure};
use super::input::Opened;
use crate::report::{FaultReport, Format, Render, Severity};
use crate::tournament::{Pairing, RoundState};
use clap::{Args, ColorChoice, ValueEnum};
use std::io::{self, Write};

/// The options of the output, for every subcommand.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// How to write the result; trf is the tournament with the new round in it, for solve and pair
    #[arg(long, global = true, value_enum, default_value_t = FormatName::Table, value_name = "FORMAT")]
    format: FormatName,
    /// Say nothing on standard error but errors
    #[arg(long, short, global = true)]
    pub quiet: bool,
    /// When to colour what goes to a terminal
    #[arg(long, global = true, value_enum, default_value_t = ColorChoice::Auto, value_name = "WHEN")]
    color: ColorChoice,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum FormatName {
    Table,
    Json,
    Pairs,
    Csv,
    Trf,
}

impl Arguments {
    pub fn choose_colour(&self) {
        match self.color {
            ColorChoice::Auto => anstream::ColorChoice::Auto,
            ColorChoice::Always => anstream::ColorChoice::Always,
            ColorChoice::Never => anstream::ColorChoice::Never,
        }
        .write_global();
    }

    pub fn format(&self) -> Format {
        match self.format {
            // For a round that was paired, write_round writes the report.
            FormatName::Table | FormatName::Trf => Format::Table,
            FormatName::Json => Format::Json,
            FormatName::Pairs => Format::Pairs,
            FormatName::Csv => Format::Csv,
        }
    }

    /// Write `record` to standard output in the chosen format.
    pub fn write(&self, record: &impl Render) -> anyhow::Result<()> {
        let mut out = io::BufWriter::new(io::stdout().lock());
        record.render(self.format(), &mut out)?;
        Ok(out.flush()?)
    }

    /// Whether the tournament report is asked for. Only the commands that pair a round can write it.
    pub fn is_trf(&self) -> bool {
        matches!(self.format, FormatName::Trf)
    }

    /// Write a round that was paired: `record`, or the tournament report with the round. Without a pairing there is no
    /// report.
    pub fn write_round(
        &self,
        record: &impl Render,
        opened: &Opened,
        state: &RoundState,
        pairing: Option<&Pairing>,
    ) -> anyhow::Result<()> {
        if !self.is_trf() {
            return self.write(record);
        }
        let Some(pairing) = pairing else { return Ok(()) };
        let report = opened.loaded.with_round(state.round(), pairing).map_err(|error| {
            let message = format!("the tournament cannot be written with round {}: {error}", state.round());
            Failure::error(Exit::WrongRequest, message)
        })?;
        let mut out = io::stdout().lock();
        out.write_all(&report.to_bytes())?;
        Ok(out.flush()?)
    }

    /// Write the faults of a file to standard error. If the format is JSON, write them to standard output, too.
    pub fn write_faults(&self, report: &FaultReport) {
        talk(&report.coloured(Severity::Error, width()));
        if let Some(fault) = report.faults.first() {
            talk(&format!("\nFor more about a code in brackets: swiss-ilp rule {}", fault.code));
        }
        if self.format() == Format::Json {
            // Standard error has the faults already. A closed pipe is no error.
            let _ = report.write_json(&mut io::stdout().lock());
        }
    }

    /// Write the notes of a file to standard error, unless `--quiet` is given.
    pub fn note(&self, report: &FaultReport) {
        if !self.quiet && !report.faults.is_empty() {
            talk(&report.coloured(Severity::Note, width()));
        }
    }

    /// Write a message to standard error, unless `--quiet` is given.
    pub fn say(&self, message: impl AsRef<str>) {
        if !self.quiet {
            let note = Severity::Note.style();
            talk(&format!("{note}note:{note:#} {}", message.as_ref()));
        }
    }
}

/// Write an error to standard error.
pub(super) fn complain(message: impl AsRef<str>) {
    let error = Severity::Error.style();
    talk(&format!("{error}error:{error:#} {}", message.as_ref()));
}

/// The width of the terminal of standard error, in columns; `None` if it is no terminal.
fn width() -> Option<usize> {
    terminal_size::terminal_size_of(io::stderr()).map(|(width, _)| usize::from(width.0).max(NARROWEST))
}

/// The least width. In a narrower terminal, lines of a file cannot be read.
const NARROWEST: usize = 40;

/// Write a line to standard error. If that fails, the error cannot be reported, so it is ignored.
fn talk(line: &str) {
    let _ = writeln!(anstream::stderr(), "{line}");
}
