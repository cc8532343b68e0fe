use super::plan::Plan;
use super::pool::{Pool, RecordLine};
use super::source::Sources;
use super::summary::{RecordDigest, Summary};
use super::table::CsvTable;
#[cfg(feature = "parquet")]
use super::table::{COLUMNS, Row, rows};
use super::{Journal, JournalError};
use crate::files::new_file::{FileError, Inputs};
use crate::files::read_file;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use strum::EnumString;

/// What the records are written as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumString)]
#[strum(serialize_all = "lowercase")]
pub enum RecordFormat {
    /// A line of JSON a record.
    Jsonl,
    /// Rows of CSV ([`rows`](super::rows)).
    Csv,
    /// The same rows as Parquet.
    #[cfg(feature = "parquet")]
    Parquet,
}

impl RecordFormat {
    /// The form of a file, by the ending of its name.
    #[must_use]
    pub fn of(path: &Path) -> Option<Self> {
        path.extension()?.to_str()?.to_ascii_lowercase().parse().ok()
    }
}

/// How CSV is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CsvLayout {
    /// What separates the cells.
    pub delimiter: u8,
    /// Whether it begins with a byte order mark.
    pub has_mark: bool,
}

/// What is done about a file of records that is there already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExistingFile {
    /// It is an error.
    Refuse,
    /// It is replaced.
    Replace,
    /// If a run was ended, the records after those that it left are added.
    Resume,
}

/// Where the records go.
pub enum RecordTarget {
    /// Into a file.
    File(PathBuf, RecordFormat, ExistingFile),
    /// Into a stream, as [`RecordFormat::Jsonl`] or [`RecordFormat::Csv`].
    Stream(Box<dyn Write>, RecordFormat),
    /// Nowhere: only the summary is wanted.
    Nowhere,
}

/// Why a run has ended before its end.
#[derive(Debug, thiserror::Error)]
pub enum BatchInterruption {
    /// The file of records cannot be used. Nothing was done.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A process could not be started, or the output not be written. The whole records that were written stay.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Where the records are written while the run lasts.
enum Sink {
    Journal(Journal),
    Lines(Box<dyn Write>),
    Csv(Box<CsvTable<Box<dyn Write>>>),
    Nowhere,
}

impl Sink {
    fn add(&mut self, line: &str) -> io::Result<()> {
        match self {
            Self::Journal(journal) => journal.append(line),
            Self::Lines(out) => writeln!(out, "{line}").and_then(|()| out.flush()),
            Self::Csv(table) => table.add(line),
            Self::Nowhere => Ok(()),
        }
    }
}

/// The file of records while a run lasts. A table is made of it at the end.
#[must_use]
pub fn journal_of(path: &Path, form: RecordFormat) -> PathBuf {
    if form == RecordFormat::Jsonl {
        return path.to_owned();
    }
    let mut name = path.as_os_str().to_owned();
    name.push(".part.jsonl");
    name.into()
}

/// Follow `plan` for all tournaments of `sources` by the processes of `pool`, and write the records to `target`, in the order of the
/// sources. What `target` writes is none of them, if they are [apart from it](Sources::apart_from). `watch` sees the summary after each record. After an interrupt, the records are those of the rounds that were done.
///
/// # Errors
/// [`BatchInterruption`], after which `summary` has what was written.
///
/// ```no_run
/// use std::sync::atomic::AtomicBool;
/// use swiss_ilp::questions::batch::{self, ExistingFile, RecordFormat, CsvLayout, ModelText, Plan, Pool, Sources, Summary, RecordTarget};
///
/// static INTERRUPT: AtomicBool = AtomicBool::new(false);
/// let plan = Plan { models: vec![ModelText::load("pairs")?], ..Plan::default() };
/// // A program of your own would call `batch::serve` instead.
/// let program = ("swiss-ilp".into(), vec!["batch-worker".into()]);
/// let pool = Pool { program, jobs: 2, interrupt: &INTERRUPT };
/// let target = RecordTarget::File("records.csv".into(), RecordFormat::Csv, ExistingFile::Resume);
/// let layout = CsvLayout { delimiter: b',', has_mark: false };
/// let mut summary = Summary::default();
/// let sources = Sources::apart_from(vec!["archive.zip".into()], &["records.csv".as_ref()])?;
/// batch::run(&plan, sources, &pool, target, layout, &mut summary, &mut |_| {})?;
/// println!("{} records, {} failed", summary.records, summary.failed);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn run(
    plan: &Plan,
    mut sources: Sources,
    pool: &Pool,
    target: RecordTarget,
    layout: CsvLayout,
    summary: &mut Summary,
    watch: &mut dyn FnMut(&Summary),
) -> Result<(), BatchInterruption> {
    let passed_over = sources.passed_over();
    let mut first = None;
    let mut table = None;
    let mut sink = match target {
        RecordTarget::Nowhere => Sink::Nowhere,
        RecordTarget::Stream(out, RecordFormat::Csv) => Sink::Csv(Box::new(CsvTable::new(out, layout)?)),
        RecordTarget::Stream(out, _) => Sink::Lines(out),
        RecordTarget::File(path, form, existing) => {
            let journal = journal_of(&path, form);
            is_writable(&path, &journal, form, existing)?;
            let journal = if existing == ExistingFile::Resume {
                let (journal, unfinished) = Journal::resume(&journal, plan, &mut sources, summary)?;
                first = unfinished;
                journal
            } else {
                Journal::create(&journal, existing == ExistingFile::Replace)?
            };
            table = Some((path, form)).filter(|(_, form)| *form != RecordFormat::Jsonl);
            Sink::Journal(journal)
        }
    };
    watch(summary);
    let done = pool.run(plan, first, sources, &mut |RecordLine { line, source }| {
        sink.add(line)?;
        let brief: RecordDigest = serde_json::from_str(line)?;
        summary.add(&brief, source, plan);
        watch(summary);
        Ok(())
    });
    summary.passed_over = passed_over.load(Ordering::Relaxed);
    done?;
    if let (Sink::Journal(journal), Some((path, form)), false) = (sink, table, pool.interrupt.load(Ordering::Relaxed)) {
        tabulate(journal.path(), &path, form, layout)?;
        std::fs::remove_file(journal.path())?;
    }
    Ok(())
}

/// An error if a table at `path` is there, and neither to be replaced nor to be made of the records in `journal`.
fn is_writable(path: &Path, journal: &Path, form: RecordFormat, existing: ExistingFile) -> Result<(), JournalError> {
    if form == RecordFormat::Jsonl || !path.exists() {
        return Ok(());
    }
    let failed = |FileError { path, error }| JournalError::File { path, error };
    Inputs::default().check_new(path, true).map_err(failed)?;
    match existing {
        ExistingFile::Replace => Ok(()),
        ExistingFile::Resume if journal.exists() => Ok(()),
        ExistingFile::Resume => Err(JournalError::Whole(path.to_owned())),
        ExistingFile::Refuse => Err(JournalError::Exists(path.to_owned())),
    }
}

/// Make the table at `path` of the records in `journal`. It is there when it is whole.
fn tabulate(journal: &Path, path: &Path, form: RecordFormat, layout: CsvLayout) -> io::Result<()> {
    let lines = BufReader::new(read_file::open(journal)?).lines();
    let table = |file: &File| match form {
        RecordFormat::Jsonl => Ok(()),
        RecordFormat::Csv => {
            let mut table = CsvTable::new(BufWriter::new(file), layout)?;
            lines.into_iter().try_for_each(|line| table.add(&line?))
        }
        #[cfg(feature = "parquet")]
        RecordFormat::Parquet => {
            let rows = lines.map(|line| Ok(rows(&line?)?));
            let rows = rows.flat_map(|rows: io::Result<Vec<Row>>| match rows {
                Ok(rows) => rows.into_iter().map(Ok).collect(),
                Err(error) => vec![Err(error)],
            });
            super::parquet::write(&COLUMNS, rows, file)
        }
    };
    // The sources were apart from it when the run began.
    Ok(Inputs::default().write_file(path, true, table)?)
}
