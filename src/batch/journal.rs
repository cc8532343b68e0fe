use super::plan::Plan;
use super::source::{Reader, Source, Sources, sha256};
use super::summary::{Brief, Summary};
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The file of the records, a line each, in the order of their sources.
///
/// A record is appended whole. If a run is ended in the midst of one, the line has no end, and is cut off when the run is
/// resumed.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    /// The bytes of the whole records.
    whole: u64,
}

/// Why records cannot be written to a file, or not after those that it has.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// There is a file already.
    #[error("{} exists; add --resume to go on where it ends, or --force to begin anew", .0.display())]
    Exists(PathBuf),
    /// There is a table, and nothing that an ended run has left.
    #[error("{} is there, and no run was ended that could be resumed; --force begins anew", .0.display())]
    Whole(PathBuf),
    /// The file is not of this run.
    #[error("{}, line {line}: {what}; it cannot be resumed with this request", .path.display())]
    Other {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        what: String,
    },
    /// It cannot be read or written.
    #[error("{}: {error}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The reason.
        error: io::Error,
    },
}

impl Journal {
    /// A new file at `path`; with `force`, in place of the one that is there.
    ///
    /// # Errors
    /// [`JournalError`] if it is there, or cannot be written.
    pub fn create(path: &Path, force: bool) -> Result<Self, JournalError> {
        is_regular(path)?;
        let mut options = OpenOptions::new();
        options.write(true).truncate(force);
        let opened = if force { options.create(true).open(path) } else { options.create_new(true).open(path) };
        match opened {
            Ok(file) => Ok(Self { path: path.to_owned(), file, whole: 0 }),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(JournalError::Exists(path.to_owned())),
            Err(error) => Err(JournalError::File { path: path.to_owned(), error }),
        }
    }

    /// The file at `path`, which an ended run by `plan` has left, or a new one. Its whole records are counted in `summary`, and
    /// their sources are taken from `sources`. If the last one may have more, it is returned with the number of its records.
    ///
    /// # Errors
    /// [`JournalError`] if the records are not those of `plan` and `sources`.
    pub fn resume(
        path: &Path,
        plan: &Plan,
        sources: &mut Sources,
        summary: &mut Summary,
    ) -> Result<(Self, Option<(Source, usize)>), JournalError> {
        is_regular(path)?;
        let failed = |error| JournalError::File { path: path.to_owned(), error };
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path).map_err(failed)?;
        let mut reader = BufReader::new(&file);
        let mut past = Past { plan, request: plan.id(), reader: Reader::default(), last: None };
        let mut whole = 0;
        let mut line = Vec::new();
        for number in 1.. {
            line.clear();
            let read = reader.read_until(b'\n', &mut line).map_err(failed)?;
            if read == 0 {
                break;
            }
            let other = |what: String| JournalError::Other { path: path.to_owned(), line: number, what };
            if !line.ends_with(b"\n") {
                // A torn record. Anything else is not to be cut off.
                let is_torn = BEGINNING.starts_with(&line) || line.starts_with(BEGINNING);
                if is_torn { break } else { return Err(other("no record".to_owned())) }
            }
            let brief: Brief = serde_json::from_slice(&line).map_err(|error| other(format!("no record: {error}")))?;
            past.add(&brief, sources).map_err(other)?;
            if let Some(Last { source, .. }) = &past.last {
                summary.add(&brief, source, plan);
            }
            whole += read as u64;
        }
        let mut journal = Self { path: path.to_owned(), file, whole };
        journal.cut().map_err(failed)?;
        let unfinished = past.last.filter(|last| last.item.is_some()).map(|last| (last.source, last.count));
        Ok((journal, unfinished))
    }

    /// Add a record. If it cannot be written whole, nothing of it stays.
    ///
    /// # Errors
    /// The error of the file.
    pub fn append(&mut self, line: &str) -> io::Result<()> {
        let written = self.file.write_all(format!("{line}\n").as_bytes());
        match &written {
            Ok(()) => self.whole += line.len() as u64 + 1,
            // The first error is the one to report.
            Err(_) => drop(self.cut()),
        }
        written
    }

    fn cut(&mut self) -> io::Result<()> {
        self.file.set_len(self.whole)?;
        self.file.seek(SeekFrom::Start(self.whole)).map(|_| ())
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// How every record begins.
const BEGINNING: &[u8] = b"{\"file\":";

/// An error if `path` is something that cannot be written as a file.
pub(super) fn is_regular(path: &Path) -> Result<(), JournalError> {
    match path.metadata() {
        Ok(found) if !found.is_file() => {
            Err(JournalError::File { path: path.to_owned(), error: io::Error::other("it is no regular file") })
        }
        // That it is missing, or why it cannot be opened, is known when it is opened.
        _ => Ok(()),
    }
}

/// The records of an ended run, held against what this run would have written.
struct Past<'p> {
    plan: &'p Plan,
    request: String,
    reader: Reader,
    last: Option<Last>,
}

/// The source of the last record.
struct Last {
    source: Source,
    /// How many records it has.
    count: usize,
    /// The round of the last one, and the place of its model; `None` in the only record of a source without a round.
    item: Option<(u32, usize)>,
}

impl Past<'_> {
    /// One more record. An error says why this run would not have written it there.
    fn add(&mut self, brief: &Brief, sources: &mut Sources) -> Result<(), String> {
        let version = env!("CARGO_PKG_VERSION");
        if brief.version != version {
            return Err(format!("it is of version {}, and this is {version}", brief.version));
        }
        if brief.request != self.request {
            return Err("it was made with other models, systems, rounds or options".to_owned());
        }
        let model = |hash: &String| self.plan.models.iter().position(|model| model.sha256() == *hash);
        let item = brief.round.zip(brief.model_sha256.as_ref().and_then(model));
        if let Some(last) = self.last.as_mut().filter(|last| last.source.name == brief.file) {
            if last.item.is_none() || item <= last.item {
                return Err(format!("it does not come after the record before it, of {}", brief.file));
            }
            (last.item, last.count) = (item, last.count + 1);
            return Ok(());
        }
        let Some(source) = sources.next() else {
            return Err(format!("it is of {}, which is not among the inputs", brief.file));
        };
        if source.name != brief.file {
            return Err(format!("it is of {}, and not of {}", brief.file, source.name));
        }
        // What could not be read had no hash.
        if brief.sha256.is_some() && self.reader.read(&source).ok().map(|bytes| sha256(&bytes)) != brief.sha256 {
            return Err(format!("{} has changed since it was paired", brief.file));
        }
        self.last = Some(Last { source, count: 1, item });
        Ok(())
    }
}
