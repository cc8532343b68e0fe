//! The way in which bbpPairings and JaVaFo are called, so that a program that manages tournaments can use this one in
//! their place.

use super::exit::{Exit, Failure};
use super::output;
use super::replay::ReplayReport;
use crate::formats::{self, pairs};
use crate::in_force::AskedSystem;
use crate::questions::Context;
use crate::questions::asked::NewFile;
use crate::questions::asked::{EncodingAsked, FileAsked, TimeAsked};
use crate::questions::check::{check, rounds_different};
use crate::questions::pair::Checklist;
use crate::registry::System;
use crate::report::{Format, Render};
use crate::tasks;
use crate::tournament::{RoundRequest, RoundState};
use clap::{ArgGroup, Parser};
use std::ffi::OsStr;
use std::io::Read;
use std::path::{Path, PathBuf};

/// The option that asks for this way of calling.
const DUTCH: &str = "--dutch";

/// Whether an argument is the option that asks for this way of calling.
pub(super) fn asks(argument: &OsStr) -> bool {
    argument
        .to_str()
        .and_then(|text| text.strip_prefix(DUTCH))
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
}

/// FIDE's Dutch system, by an edition that its year names.
fn edition(year: &str) -> Result<AskedSystem, String> {
    let id = if year.is_empty() { "dutch".to_owned() } else { format!("dutch-{year}") };
    id.parse().map_err(|_| "name the edition of 1998, 2012, 2017 or 2026".to_owned())
}

/// Pair or check a tournament by FIDE's Dutch rules, called as bbpPairings is.
#[derive(Debug, Parser)]
#[command(
    name = "swiss-ilp",
    version,
    override_usage = "swiss-ilp --dutch[=YEAR] [FILE] [-p [OUT] | -c [ROUND]] [-l [LIST]]"
)]
#[command(group = ArgGroup::new("what").args(["pair", "check", "list"]).required(true).multiple(true))]
pub(super) struct Arguments {
    /// By FIDE's Dutch rules: the edition of this year, or the one in force when the tournament began
    #[arg(long, required = true, value_name = "YEAR", value_parser = edition)]
    #[arg(num_args = 0..=1, require_equals = true, default_missing_value = "")]
    dutch: AskedSystem,
    /// A tournament report, or the project's JSON [default: standard input]
    file: Option<String>,
    /// Pair the next round, and write the number of pairs and then each pair to OUT or to standard output
    #[arg(short, value_name = "OUT", num_args = 0..=1)]
    pair: Option<Option<NewFile>>,
    /// Replay all rounds, or one, and list the boards that are different
    #[arg(short, value_name = "ROUND", num_args = 0..=1, conflicts_with = "pair")]
    check: Option<Option<u32>>,
    /// Write the check-list to LIST [default: FILE ending in .list, or standard output without -p and -c]
    #[arg(short, value_name = "LIST", num_args = 0..=1)]
    list: Option<Option<NewFile>>,
    /// Say first which program and version this is
    #[arg(short)]
    release: bool,
    #[command(flatten)]
    limits: TimeAsked,
    #[command(flatten)]
    encoding: EncodingAsked,
    #[command(flatten)]
    pub output: output::Arguments,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Exit> {
    let output = &arguments.output;
    if output.asks_for_trf() || output.chosen_format() != Format::Table {
        return Err(Failure::error(Exit::WrongRequest, "--dutch has its own formats; leave out --format"));
    }
    arguments.check_order()?;
    let file = FileAsked::named(arguments.file.clone().unwrap_or_else(|| "-".to_owned()), arguments.encoding.clone());
    let context: &dyn Context = output;
    let options = context.start_time(&arguments.limits);
    let opened = context.tournament(&file)?;
    let chosen = opened.system(arguments.dutch)?;
    let system = chosen.system;
    let tournament = &opened.loaded.tournament;
    if arguments.release {
        output.print(concat!("swiss-ilp ", env!("CARGO_PKG_VERSION"), "\n").as_bytes());
    }
    context.note_chosen(&chosen);
    if let Some(round) = arguments.check {
        let rounds = check(tournament, system, opened.trust).map_err(|error| opened.refused(error))?;
        let report = ReplayReport::new(&arguments.stem(), tournament, rounds, round);
        let Some(report) = report else {
            let message = format!("round {} was not played", round.unwrap_or_default());
            return Err(Failure::error(Exit::WrongRequest, message));
        };
        if arguments.list.is_some() {
            let mut text = Vec::new();
            for number in report.rounds() {
                text.extend_from_slice(format!("Round #{number}\n\n").as_bytes());
                let state = opened.state(number.into())?;
                text.extend(checklist(&tournament.name, &state, system)?);
                text.push(b'\n');
            }
            arguments.write_list(&text)?;
        }
        output.print(report.to_string().as_bytes());
        return match report.different() {
            0 => Ok(Exit::Done),
            different => Err(Failure::error(Exit::Discrepancy, rounds_different(different))),
        };
    }
    let state = opened.state(RoundRequest::default())?;
    if let (Some(Some(pairs)), Some(Some(list))) = (&arguments.pair, &arguments.list)
        && arguments.place(pairs.path()) == arguments.place(list.path())
    {
        return Err(Failure::error(Exit::WrongRequest, "-p and -l name one file; name two"));
    }
    if arguments.list.is_some() {
        arguments.write_list(&checklist(&tournament.name, &state, system)?)?;
    }
    if let Some(out) = &arguments.pair {
        let paired = tasks::pair(&state, system, options);
        let paired = paired.map_err(|why| why.ended(system))?;
        let pairing = paired.pairing.in_board_order_by_points(&state);
        arguments.write(out.as_ref().map(NewFile::path), pairs::write(&pairing).as_bytes())?;
    }
    Ok(Exit::Done)
}

/// Whether a file begins as a tournament: with a record of a report, or as JSON.
fn is_tournament(path: &Path) -> bool {
    let is_file = path.metadata().is_ok_and(|found| found.is_file());
    let mut bytes = Vec::new();
    let read = is_file.then(|| std::fs::File::open(path).and_then(|file| file.take(1000).read_to_end(&mut bytes)));
    let text = String::from_utf8_lossy(formats::without_bom(&bytes));
    // No line of a pairing begins with a zero and another digit.
    let is_record = |line: &str| line.starts_with("001 ") || line.starts_with("012 ");
    matches!(read, Some(Ok(_))) && (text.trim_start().starts_with('{') || text.lines().any(is_record))
}

/// The check-list of the round as a table.
fn checklist(tournament: &str, state: &RoundState, system: System) -> anyhow::Result<Vec<u8>> {
    let report = Checklist::new(tournament, state, system);
    let mut text = Vec::new();
    report.render(Format::Table, &mut text)?;
    Ok(text)
}

impl Arguments {
    /// The file, if it is not standard input.
    fn path(&self) -> Option<&Path> {
        self.file.as_deref().filter(|file| *file != "-").map(Path::new)
    }

    /// Refuse a tournament that was taken for the file to be written, since no other tournament is named.
    fn check_order(&self) -> anyhow::Result<()> {
        let outs = [("-p", &self.pair), ("-l", &self.list)];
        for (option, out) in outs.into_iter().filter(|_| self.file.is_none()) {
            let Some(path) = out.as_ref().and_then(Option::as_ref).map(NewFile::path) else { continue };
            if is_tournament(path) {
                let path = path.display();
                let message = format!(
                    "{path} comes after {option}, so it would be written over, and it is a tournament; name it before \
                     {option}, or write - there if the tournament is standard input"
                );
                return Err(Failure::error(Exit::WrongRequest, message));
            }
        }
        Ok(())
    }

    /// The name of the file without its ending.
    fn stem(&self) -> String {
        let stem = self.path().and_then(Path::file_stem);
        stem.map_or_else(|| "(stdin)".to_owned(), |stem| stem.to_string_lossy().into_owned())
    }

    /// Write to the file that -l names, to the one beside FILE, or to standard output.
    fn write_list(&self, text: &[u8]) -> anyhow::Result<()> {
        let is_alone = self.pair.is_none() && self.check.is_none();
        match (self.list.as_ref().and_then(Option::as_ref).map(NewFile::path), self.path()) {
            (Some(list), _) => self.write(Some(list), text),
            (None, _) if is_alone => self.write(None, text),
            (None, Some(file)) => self.write(Some(&file.with_extension("list")), text),
            (None, None) => {
                Err(Failure::error(Exit::WrongRequest, "the tournament is standard input; give -l the name of a file"))
            }
        }
    }

    /// The file of this name. A name without a folder is that of a file beside FILE.
    fn place(&self, out: &Path) -> PathBuf {
        let is_bare = out.parent().is_some_and(|folder| folder.as_os_str().is_empty());
        match self.path() {
            Some(file) if is_bare => file.with_file_name(out),
            _ => out.to_owned(),
        }
    }

    /// Write to `out`, or to standard output, which is `-`, too.
    fn write(&self, out: Option<&Path>, text: &[u8]) -> anyhow::Result<()> {
        let Some(out) = out.filter(|out| *out != Path::new("-")) else {
            self.output.print(text);
            return Ok(());
        };
        let written = self.output.inputs.write_through(&self.place(out), text);
        written.map_err(|error| Failure::error(Exit::WrongRequest, format!("cannot write {error}")))
    }
}
