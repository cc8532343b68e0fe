use super::journal::{Journal, exists};
use super::plan::Plan;
use super::pool::Pool;
use super::record::ArchiveRecord;
use super::source::Sources;
use super::summary::Summary;
#[cfg(feature = "parquet")]
use super::table::{COLUMNS, Row, rows};
use super::table::{add_rows, csv_table};
use crate::files::new_file::Inputs;
use crate::files::read_file;
use crate::files::request_field::RequestField;
use crate::questions::AskError;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::thread::available_parallelism;
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

impl ExistingFile {
    /// What is done if the run is to be resumed, or to replace what is there.
    pub const fn of(resume: bool, force: bool) -> Self {
        match (resume, force) {
            (true, _) => Self::Resume,
            (false, true) => Self::Replace,
            (false, false) => Self::Refuse,
        }
    }
}

/// So many work at once: by default one a core.
pub fn jobs(asked: Option<usize>) -> usize {
    asked.unwrap_or_else(|| available_parallelism().map_or(1, NonZero::get))
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
    Journal(#[from] AskError),
    /// A process could not be started, or the output not be written. The whole records that were written stay.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl From<BatchInterruption> for AskError {
    fn from(interruption: BatchInterruption) -> Self {
        match interruption {
            BatchInterruption::Journal(ended) => ended,
            BatchInterruption::Io(error) => Self::wrong(error.to_string()),
        }
    }
}

/// The file of records while a run lasts. A table is made of it at the end.
pub fn journal_of(path: &Path, form: RecordFormat) -> PathBuf {
    if form == RecordFormat::Jsonl {
        return path.to_owned();
    }
    let mut name = path.as_os_str().to_owned();
    name.push(".part.jsonl");
    name.into()
}

/// Write a record, which is a line of JSON.
type WriteRecord = dyn FnMut(&str) -> io::Result<()>;

/// Follow `plan` for all tournaments of `sources` by the processes of `pool`, and write the records to `target`, in the order of the
/// sources. What `target` writes is none of them, if they are [apart from it](Sources::apart_from). `watch` sees the summary after each record. After an interrupt, the records are those of the rounds that were done.
///
/// # Errors
/// [`BatchInterruption`], after which `summary` has what was written.
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
    let mut write: Box<WriteRecord> = match target {
        RecordTarget::Nowhere => Box::new(|_| Ok(())),
        RecordTarget::Stream(out, RecordFormat::Csv) => {
            let mut table = csv_table(out, layout)?;
            Box::new(move |line| add_rows(&mut table, line))
        }
        RecordTarget::Stream(mut out, _) => Box::new(move |line| writeln!(out, "{line}").and_then(|()| out.flush())),
        RecordTarget::File(path, form, existing) => {
            let journal = journal_of(&path, form);
            is_writable(&path, &journal, form, existing)?;
            let mut opened = if existing == ExistingFile::Resume {
                let (opened, unfinished) = Journal::resume(&journal, plan, &mut sources, summary)?;
                first = unfinished;
                opened
            } else {
                Journal::create(&journal, existing == ExistingFile::Replace)?
            };
            table = Some((journal, path, form)).filter(|_| form != RecordFormat::Jsonl);
            Box::new(move |line| opened.append(line))
        }
    };
    watch(summary);
    let done = pool.run(plan, first, sources, &mut |line, source| {
        write(line)?;
        let record: ArchiveRecord = serde_json::from_str(line)?;
        summary.add(&record, source, plan);
        watch(summary);
        Ok(())
    });
    summary.passed_over = passed_over.load(Ordering::Relaxed);
    done?;
    drop(write);
    if let Some((journal, path, form)) = table.filter(|_| !pool.interrupt.load(Ordering::Relaxed)) {
        tabulate(&journal, &path, form, layout)?;
        std::fs::remove_file(journal)?;
    }
    Ok(())
}

/// An error if a table at `path` is there, and neither to be replaced nor to be made of the records in `journal`.
fn is_writable(path: &Path, journal: &Path, form: RecordFormat, existing: ExistingFile) -> Result<(), AskError> {
    if form == RecordFormat::Jsonl || !path.exists() {
        return Ok(());
    }
    Inputs::default().check_new(path, true)?;
    match existing {
        ExistingFile::Replace => Ok(()),
        ExistingFile::Resume if journal.exists() => Ok(()),
        ExistingFile::Resume => {
            let (shown, force) = (path.display(), RequestField("force"));
            let what = format!("{shown} is there, and no run was ended that could be resumed; {force} begins anew");
            Err(AskError::wrong(what))
        }
        ExistingFile::Refuse => Err(exists(path)),
    }
}

/// Make the table at `path` of the records in `journal`. It is there when it is whole.
fn tabulate(journal: &Path, path: &Path, form: RecordFormat, layout: CsvLayout) -> io::Result<()> {
    let lines = BufReader::new(read_file::open(journal)?).lines();
    let table = |file: &File| match form {
        RecordFormat::Jsonl => Ok(()),
        RecordFormat::Csv => {
            let mut table = csv_table(BufWriter::new(file), layout)?;
            lines.into_iter().try_for_each(|line| add_rows(&mut table, &line?))
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
