use super::plan::Plan;
use super::record::ArchiveRecord;
use super::source::{ArchiveSource, Sources};
use super::summary::Summary;
use super::work::{FileHead, FileWorker};
use crate::files::MOST_BYTES;
use crate::files::new_file::{FileError, lock};
use crate::files::request_field::RequestField;
use crate::questions::AskError;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// The file of the records, a line each, in the order of their sources.
///
/// A record is appended whole. If a run is ended in the midst of one, the line has no end, and is cut off when the run is
/// resumed.
pub(super) struct Journal {
    file: File,
    /// The bytes of the whole records.
    whole: u64,
}

/// There is a file already.
pub(super) fn exists(path: &Path) -> AskError {
    let (resume, force) = (RequestField("resume"), RequestField("force"));
    AskError::wrong(format!("{} exists; add {resume} to go on where it ends, or {force} to begin anew", path.display()))
}

/// A file that cannot be read or written.
fn failed(path: &Path, error: io::Error) -> AskError {
    FileError::new(path, error).into()
}

impl Journal {
    /// A new file at `path`; with `force`, in place of the one that is there.
    ///
    /// # Errors
    /// [`AskError::Refused`] if it is there, or cannot be written.
    #[expect(clippy::disallowed_methods, reason = "the journal is apart from its sources")]
    pub fn create(path: &Path, force: bool) -> Result<Self, AskError> {
        is_regular(path)?;
        let mut options = OpenOptions::new();
        options.write(true);
        let opened = if force { options.create(true).open(path) } else { options.create_new(true).open(path) };
        // Nothing is cut off before it is known that nobody else writes.
        match opened.and_then(|file| lock(&file).and_then(|()| file.set_len(0)).map(|()| file)) {
            Ok(file) => Ok(Self { file, whole: 0 }),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(exists(path)),
            Err(error) => Err(failed(path, error)),
        }
    }

    /// The file at `path`, which an ended run by `plan` has left, or a new one. Its whole records are counted in `summary`, and
    /// their sources are taken from `sources`. If the last one may have more, it is returned with the number of its records.
    ///
    /// # Errors
    /// [`AskError::Refused`] if the records are not those of `plan` and `sources`.
    #[expect(clippy::disallowed_methods, reason = "the journal is apart from its sources")]
    pub fn resume(
        path: &Path,
        plan: &Plan,
        sources: &mut Sources,
        summary: &mut Summary,
    ) -> Result<(Self, Option<(ArchiveSource, usize)>), AskError> {
        is_regular(path)?;
        let failed = |error| failed(path, error);
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path).map_err(failed)?;
        lock(&file).map_err(failed)?;
        let mut reader = BufReader::new(&file);
        let mut past = EarlierRecords::new(plan)?;
        let mut whole = 0;
        let mut line = Vec::new();
        for number in 1.. {
            line.clear();
            let read = (&mut reader).take(MOST_BYTES as u64).read_until(b'\n', &mut line).map_err(failed)?;
            if read == 0 {
                break;
            }
            let other = |what: String| {
                let how = "put back the file that the run has left and its inputs, or begin anew with --force";
                AskError::wrong(format!("{}, line {number}: {what}; it cannot be resumed: {how}", path.display()))
            };
            if !line.ends_with(b"\n") {
                // A torn record. Anything else is not to be cut off.
                let is_torn = BEGINNING.starts_with(&line) || line.starts_with(BEGINNING);
                if is_torn { break } else { return Err(other("no record".to_owned())) }
            }
            let record: ArchiveRecord =
                serde_json::from_slice(&line).map_err(|error| other(format!("no record: {error}")))?;
            past.add(&record, sources).map_err(other)?;
            if let Some(LastSource { source, .. }) = &past.last {
                summary.add(&record, source, plan);
            }
            whole += read as u64;
        }
        let mut journal = Self { file, whole };
        journal.cut().map_err(failed)?;
        let unfinished = past.last.filter(|last| !last.is_complete()).map(|last| (last.source, last.count));
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
}

/// How every record begins.
const BEGINNING: &[u8] = b"{\"file\":";

/// An error if `path` is something that cannot be written as a file.
fn is_regular(path: &Path) -> Result<(), AskError> {
    match path.metadata() {
        Ok(found) if !found.is_file() => Err(failed(path, io::Error::other("it is no regular file"))),
        // That it is missing, or why it cannot be opened, is known when it is opened.
        _ => Ok(()),
    }
}

/// The records of an ended run, held against those that this run would have written there.
struct EarlierRecords {
    work: FileWorker,
    /// The hash of each model's file, and the model's name.
    models: Vec<(String, String)>,
    last: Option<LastSource>,
}

/// The source of the last record.
struct LastSource {
    source: ArchiveSource,
    /// How many records it has.
    count: usize,
    /// All that it has if it was read; `None` if the record before is its only one.
    head: Option<FileHead>,
}

impl LastSource {
    /// Whether no record of it is to come.
    fn is_complete(&self) -> bool {
        self.head.as_ref().is_none_or(|head| self.count >= head.items.len())
    }
}

impl EarlierRecords {
    fn new(plan: &Plan) -> Result<Self, AskError> {
        let work = FileWorker::new(plan.clone())?;
        Ok(Self { models: work.models(), work, last: None })
    }

    /// One more record. An error says why this run would not have written it there.
    fn add(&mut self, record: &ArchiveRecord, sources: &mut Sources) -> Result<(), String> {
        let version = crate::VERSION;
        if record.version != version {
            return Err(format!("it is of version {}, and this is {version}", record.version));
        }
        if record.highs != self.work.highs {
            return Err(format!("it was made with HiGHS {}, and this is {}", record.highs, self.work.highs));
        }
        if record.request != self.work.request {
            return Err("it was made with other models, systems, rounds or options".to_owned());
        }
        if self.last.as_ref().is_none_or(LastSource::is_complete) {
            self.begin(record, sources)?;
        }
        let Some(last) = &mut self.last else { return Ok(()) };
        if let Some(head) = &last.head {
            is_next(record, head, last.count, &self.models)?;
        }
        last.count += 1;
        Ok(())
    }

    /// The source of a record that is its first.
    fn begin(&mut self, record: &ArchiveRecord, sources: &mut Sources) -> Result<(), String> {
        if self.last.as_ref().is_some_and(|last| last.source.name == record.file) {
            return Err(after_last(&record.file));
        }
        let Some(source) = sources.next() else {
            return Err(format!("it is of {}, which is not among the inputs", record.file));
        };
        if source.name != record.file {
            return Err(format!("it is of {}, and a record of {} belongs here", record.file, source.name));
        }
        // What ended a process is not opened by this one.
        let head = if record.is_of_ended_process() { None } else { self.opened(record, &source)? };
        self.last = Some(LastSource { source, count: 0, head });
        Ok(())
    }

    /// The records that `source` has; `None` if it has this one only.
    fn opened(&mut self, record: &ArchiveRecord, source: &ArchiveSource) -> Result<Option<FileHead>, String> {
        let only = match self.work.records(source) {
            Ok(head) => return Ok(Some(head)),
            Err(only) => only,
        };
        let line = only.line().map_err(|error| error.to_string())?;
        let due: ArchiveRecord = serde_json::from_str(&line).map_err(|error| error.to_string())?;
        if due == *record {
            return Ok(None);
        }
        Err(if due.sha256 == record.sha256 {
            format!("it is not the record of {} that belongs here", source.name)
        } else {
            changed(record)
        })
    }
}

fn changed(record: &ArchiveRecord) -> String {
    format!("{} has changed since it was paired", record.file)
}

/// Whether the record is that of item `count` of a source. `models` are the hashes and names of the models of the plan.
fn is_next(record: &ArchiveRecord, head: &FileHead, count: usize, models: &[(String, String)]) -> Result<(), String> {
    let Some((round, model)) = head.items.get(count) else {
        return Err(after_last(&head.file));
    };
    if record.file != head.file {
        return Err(format!("it is of {}, and a record of {}, round {round}, belongs here", record.file, head.file));
    }
    if record.sha256 != head.sha256 {
        let is_unread = record.sha256.is_none();
        let now_read = format!("{} could not be read when it was paired, and can be read now", record.file);
        return Err(if is_unread { now_read } else { changed(record) });
    }
    if record.tournament != head.tournament || record.rounds_planned != head.rounds_planned {
        return Err(format!("its tournament or the number of its rounds is not that of {}", head.file));
    }
    let of = record.model_sha256.clone().zip(record.model.clone());
    if record.round == Some(*round) && of.as_ref() == models.get(*model) {
        return Ok(());
    }
    let found = record.round.map_or_else(|| "no round".to_owned(), |found| format!("round {found}"));
    let by = record.model.as_ref().map_or_else(String::new, |model| format!(" by {model}"));
    let due = format!("round {round} by model {} of {} belongs here, and it is of {found}{by}", model + 1, head.file);
    Err(if count > 0 { format!("it does not come after the record before it: {due}") } else { due })
}

fn after_last(file: &str) -> String {
    format!("it does not come after the record before it: all records of {file} are before it")
}
