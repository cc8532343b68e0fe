use super::plan::Plan;
use super::source::{Source, Sources};
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
        let failed = |error| JournalError::File { path: path.to_owned(), error };
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path).map_err(failed)?;
        let mut reader = BufReader::new(&file);
        let mut whole = 0;
        let mut last: Option<(Source, usize)> = None;
        let mut is_ended = true;
        let mut line = String::new();
        for number in 1.. {
            line.clear();
            let read = reader.read_line(&mut line).map_err(failed)?;
            if !line.ends_with('\n') {
                break;
            }
            let other = |what: String| JournalError::Other { path: path.to_owned(), line: number, what };
            let brief: Brief = serde_json::from_str(&line).map_err(|error| other(format!("no record: {error}")))?;
            plan.made(&brief).map_err(other)?;
            match &mut last {
                Some((source, count)) if source.name == brief.file => *count += 1,
                _ => match sources.next() {
                    Some(source) if source.name == brief.file => last = Some((source, 1)),
                    Some(source) => {
                        return Err(other(format!("it is of {}, and not of {}", brief.file, source.name)));
                    }
                    None => return Err(other(format!("it is of {}, which is not among the inputs", brief.file))),
                },
            }
            if let Some((source, _)) = &last {
                summary.add(&brief, source, plan);
            }
            is_ended = brief.round.is_none();
            whole += read as u64;
        }
        let mut journal = Self { path: path.to_owned(), file, whole };
        journal.cut().map_err(failed)?;
        Ok((journal, last.filter(|_| !is_ended)))
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

impl Plan {
    /// An error if this plan would not have made the record.
    fn made(&self, brief: &Brief) -> Result<(), String> {
        let version = env!("CARGO_PKG_VERSION");
        if brief.version != version {
            return Err(format!("it is of version {}, and this is {version}", brief.version));
        }
        let Some(hash) = &brief.model_sha256 else { return Ok(()) };
        if !self.models.iter().any(|model| model.sha256() == *hash) {
            let model = brief.model.as_deref().unwrap_or_default();
            return Err(format!("it is by a model {model} whose file has the SHA-256 {hash}, which is not asked for"));
        }
        let systems: Vec<&str> = brief.systems.iter().map(|system| system.system.as_str()).collect();
        if !systems.is_empty() && self.systems != systems {
            return Err(format!("it has the systems {}", systems.join(", ")));
        }
        Ok(())
    }
}
