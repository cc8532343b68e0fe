use super::exit::{Exit, Failure};
use super::progress::FilesProgress;
use super::{limits, output};
use crate::model::Model;
use crate::questions::asked::{
    DEFAULT_MODEL, EncodingAsked, NewFile, RepairAsked, TablesAsked, TrustAsked, default_model, seconds,
};
use crate::questions::batch::{
    self, BatchInterruption, CsvLayout, ExistingFile, ModelText, Plan, Pool, RecordFormat, RecordTarget,
    RoundSelection, Sources, Summary, SystemWord,
};
use crate::questions::report::{Format, Render, Show};
use crate::questions::{AskError, Context, Headed};
use crate::solve::{MatchingMethod, Ties};
use clap::Args;
use itertools::Itertools;
use same_file::is_same_file;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Pair the rounds of many files, one record a round
#[derive(Debug, Args)]
pub(super) struct BatchArguments {
    /// Files, folders, zip archives and patterns; - reads standard input: a path or a tournament in JSON a line
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<String>,
    /// The file of the records; its name ends in .jsonl, .csv or .parquet [default: standard output, with --format json or
    /// csv]
    #[arg(long, value_name = "FILE")]
    out: Option<NewFile>,
    /// The rounds of each file: all that have games, the last of these, the next one, or a range such as 3-7
    #[arg(long, default_value = "all", value_name = "all|last|next|A-B")]
    rounds: RoundSelection,
    /// The models, comma-separated: names or model files [default: pairs]
    #[arg(long, value_name = "NAMES|PATHS", value_delimiter = ',')]
    models: Option<Vec<String>>,
    /// The systems to set beside each model, comma-separated; dutch is the edition in force when a tournament began, auto the system that
    /// its file names, and else=ID the one to take where that cannot be told [default: none]
    #[arg(long, value_name = "IDS", value_delimiter = ',')]
    systems: Vec<SystemWord>,
    /// The processes that work at once; the records do not depend on it [default: one a core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// Go on after the records that an ended run has left at --out
    #[arg(long, requires = "out", conflicts_with = "force")]
    resume: bool,
    /// Replace the files at --out, --summary and --html
    #[arg(long)]
    force: bool,
    /// Write the summary into this file, too, as JSON if its name ends in .json
    #[arg(long, value_name = "FILE")]
    summary: Option<NewFile>,
    /// Write the summary as a page for a browser, too: one file that needs no network
    #[arg(long, value_name = "F.html")]
    html: Option<NewFile>,
    /// Give the boards of every pairing, too
    #[arg(long)]
    boards: bool,
    /// Leave out seconds and memory: then the same input gives the same bytes
    #[arg(long)]
    no_times: bool,
    /// What separates the cells of CSV: a character such as ; or the word tab [default: ,]
    #[arg(long, value_name = "CHAR", value_parser = delimiter)]
    delimiter: Option<u8>,
    /// Begin CSV with a byte order mark, by which some spreadsheets know UTF-8
    #[arg(long)]
    bom: bool,
    #[command(flatten)]
    trust: TrustAsked,
    #[command(flatten)]
    encoding: EncodingAsked,
    #[command(flatten)]
    tables: TablesAsked,
    #[command(flatten)]
    repair: RepairAsked,
    /// How to solve: by exact searches, by HiGHS alone, or slots by HiGHS with rows of their dual solution
    #[arg(long, default_value_t, value_name = "exact|highs")]
    method: MatchingMethod,
    /// Which of several equal optima: the canonical one, one by lot, or the one nearest to the fold
    #[arg(long, default_value_t, value_name = "canonical|random:SEED|fold")]
    ties: Ties,
    /// The seconds that a model or a system has for a round
    #[arg(long, value_name = "S", value_parser = seconds)]
    time_limit: Option<Duration>,
    /// The MiB of memory that each process may hold
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(1..=1 << 40))]
    memory_limit: Option<u64>,
}

/// What is written.
const PAGE: &str = "the page";
const SUMMARY: &str = "the summary";

/// The name of the hidden subcommand of the pool's processes.
pub(super) const WORKER: &str = "batch-worker";

/// Be a process of the pool.
pub(super) fn work() -> anyhow::Result<Exit> {
    batch::serve()?;
    Ok(Exit::Done)
}

pub(super) fn run(arguments: &BatchArguments, output: &output::OutputOptions) -> anyhow::Result<Exit> {
    let plan = arguments.plan(output)?;
    let sources = arguments.sources(output)?;
    let target = arguments.target(output)?;
    arguments.check_layout(&target)?;
    let is_data = matches!(target, RecordTarget::Stream(..));
    if output.table.is_some() {
        return refuse("records are one table; leave out --table");
    }
    let pool = arguments.pool()?;
    let mut progress = FilesProgress::new(&arguments.paths, output);
    let mut summary = Summary::default();
    let layout = CsvLayout { delimiter: arguments.delimiter.unwrap_or(b','), has_mark: arguments.bom };
    let ended = batch::run(&plan, sources, &pool, target, layout, &mut summary, &mut |summary| progress.show(summary));
    progress.end();
    if let Err(BatchInterruption::Journal(error)) = ended {
        return Err(error.into());
    }
    let shown = Headed(arguments.models.is_none().then(default_model), &summary);
    if is_data {
        output.say_table(&shown);
    } else {
        output.write(&shown);
    }
    let written = arguments.write_summary(&summary, output).and_then(|()| arguments.write_page(&summary, output));
    match ended {
        Err(error) => refuse(arguments.broken(&error.to_string(), &summary)),
        Ok(()) if limits::is_interrupted() => {
            let how = if arguments.out.is_some() { "; the same command with --resume goes on" } else { "" };
            Err(Failure::error(Exit::Interrupted, format!("interrupted after {} records{how}", summary.records)))
        }
        Ok(()) => written.and_then(|()| conclusion(&summary)),
    }
}

/// The exit code of a run that came to its end.
fn conclusion(summary: &Summary) -> anyhow::Result<Exit> {
    let records = summary.records;
    match (summary.failed, summary.unproven) {
        (0, 0) => Ok(Exit::Done),
        (0, late) => {
            Err(Failure::error(Exit::LimitReached, format!("{late} of {records} records are without a proof")))
        }
        (failed, _) => Err(Failure::error(Exit::Discrepancy, format!("{failed} of {records} records failed"))),
    }
}

impl BatchArguments {
    fn plan(&self, output: &output::OutputOptions) -> anyhow::Result<Plan> {
        let names = self.models.clone().unwrap_or_else(|| vec![DEFAULT_MODEL.to_owned()]);
        let load = |name: &String| Ok::<_, AskError>(ModelText::load(name)?);
        let models: Vec<ModelText> = names.iter().map(load).try_collect()?;
        let context: &dyn Context = output;
        let opened: Vec<Model> = names.iter().map(|name| context.model(name)).try_collect()?;
        let plan = Plan {
            repair: self.repair.repair.clone(),
            models,
            systems: self.systems.clone(),
            rounds: self.rounds,
            trust: self.trust.into(),
            encoding: self.encoding.encoding,
            method: self.method,
            ties: self.ties,
            time_limit: self.time_limit,
            memory_limit: self.memory_limit.map(|mebibytes| mebibytes << 20),
            boards: self.boards,
            times: !self.no_times,
            ..Plan::default()
        };
        Ok(plan.with_tables(&opened, &self.tables, context)?)
    }

    /// The tournaments. Nothing that is read or written is written over.
    fn sources(&self, output: &output::OutputOptions) -> anyhow::Result<Sources> {
        let [out, summary, page] = [&self.out, &self.summary, &self.html].map(|file| file.as_ref().map(NewFile::path));
        for (one, other, what) in [
            (page, out, "both a page and the records"),
            (page, summary, "both a page and the summary"),
            (summary, out, "both the records and the summary"),
        ] {
            if let (Some(one), Some(other)) = (one, other)
                && (one == other || is_same_file(one, other).unwrap_or_default())
            {
                return refuse(format!("{} cannot have {what}", one.display()));
            }
        }
        let journal = self.journal();
        let written: Vec<&Path> = [out, journal.as_deref(), summary, page].into_iter().flatten().collect();
        let sources = limits::while_reading(|| Sources::apart_from(self.paths.clone(), &written));
        let sources = sources.map_err(AskError::from)?;
        for (file, what) in [(&self.html, PAGE), (&self.summary, SUMMARY)] {
            file.as_ref().map_or(Ok(()), |file| file.check(self.force || self.resume, &output.inputs, what))?;
        }
        Ok(sources)
    }

    /// Where the records go.
    fn target(&self, output: &output::OutputOptions) -> anyhow::Result<RecordTarget> {
        let Some(out) = self.out.as_ref().map(NewFile::path) else {
            return match output.chosen_format() {
                Format::Table => Ok(RecordTarget::Nowhere),
                Format::Json => Ok(RecordTarget::Stream(output.stream(), RecordFormat::Jsonl)),
                Format::Csv => Ok(RecordTarget::Stream(output.stream(), RecordFormat::Csv)),
                Format::Pairs => refuse("records are no list of boards; use --format json or csv, or --out"),
            };
        };
        if !matches!(output.chosen_format(), Format::Table | Format::Json) {
            return refuse("with --out, --format is that of the summary: table or json");
        }
        let Some(form) = RecordFormat::of(out) else {
            let endings = match cfg!(feature = "parquet") {
                true => ".jsonl, .csv or .parquet",
                false => ".jsonl or .csv (or .parquet, if the program is built with --features parquet)",
            };
            return refuse(format!("{}: the name must end in {endings}", out.display()));
        };
        Ok(RecordTarget::File(out.to_owned(), form, ExistingFile::of(self.resume, self.force)))
    }

    /// Refuse what has no effect on the records as they are written.
    fn check_layout(&self, target: &RecordTarget) -> anyhow::Result<()> {
        let is_csv =
            matches!(target, RecordTarget::File(_, RecordFormat::Csv, _) | RecordTarget::Stream(_, RecordFormat::Csv));
        if !is_csv && (self.bom || self.delimiter.is_some()) {
            return refuse(
                "--bom and --delimiter are of CSV; leave them out, or write CSV by --format csv or --out FILE.csv",
            );
        }
        if (self.boards || self.no_times) && matches!(target, RecordTarget::Nowhere) {
            return refuse(
                "--boards and --no-times are of the records, and only the summary is asked for; leave them out, or add --out, or \
                 --format json or csv",
            );
        }
        Ok(())
    }

    fn pool(&self) -> anyhow::Result<Pool> {
        let program = std::env::current_exe()
            .map_err(|error| Failure::error(Exit::InternalFault, format!("where the program is: {error}")))?;
        let jobs = batch::jobs(self.jobs.map(usize::from));
        Ok(Pool { program: (program, vec![WORKER.to_owned()]), jobs, interrupt: limits::catch_signals()? })
    }

    fn write_summary(&self, summary: &Summary, output: &output::OutputOptions) -> anyhow::Result<()> {
        let Some(file) = &self.summary else { return Ok(()) };
        let is_json = file.path().extension().is_some_and(|ending| ending.eq_ignore_ascii_case("json"));
        let format = if is_json { Format::Json } else { Format::Table };
        let force = self.force || self.resume;
        Ok(file.write(force, &output.inputs, SUMMARY, |out| summary.render(format, out))?)
    }

    fn write_page(&self, summary: &Summary, output: &output::OutputOptions) -> anyhow::Result<()> {
        let Some(file) = &self.html else { return Ok(()) };
        let write = |out: &mut dyn std::io::Write| out.write_all(summary.show().page().as_bytes());
        Ok(file.write(self.force || self.resume, &output.inputs, PAGE, write)?)
    }

    /// The file of the records while the run lasts.
    fn journal(&self) -> Option<PathBuf> {
        let out = self.out.as_ref().map(NewFile::path)?;
        Some(batch::journal_of(out, RecordFormat::of(out).unwrap_or(RecordFormat::Jsonl)))
    }

    /// What is said of a run whose records could not be written, or whose processes could not be started.
    fn broken(&self, error: &str, summary: &Summary) -> String {
        let Some(journal) = self.journal() else { return error.to_owned() };
        let (records, journal) = (summary.records, journal.display());
        format!(
            "{error}; {records} records are whole in {journal}, and the same command with --resume goes on after them"
        )
    }
}

fn refuse<T>(what: impl Into<String>) -> anyhow::Result<T> {
    Err(AskError::wrong(what).into())
}

/// A separator of cells.
fn delimiter(text: &str) -> Result<u8, String> {
    match text.as_bytes() {
        b"tab" | b"\t" => Ok(b'\t'),
        [mark] if b",;|:~^".contains(mark) => Ok(*mark),
        _ => Err("it is one of , ; | : ~ ^ or the word tab".to_owned()),
    }
}
