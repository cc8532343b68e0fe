//! The one way in which a file is written: whole, in place of another one only if that is asked for, and never over a file
//! that the run reads.

use crate::files::request_field::RequestField;
use same_file::Handle;
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A file that cannot be written or read.
#[derive(Debug, thiserror::Error)]
#[error("{path}: {error}")]
pub struct FileError {
    /// The file.
    pub path: PathBuf,
    /// The reason.
    pub error: io::Error,
}

impl FileError {
    pub(crate) fn new(path: &Path, error: io::Error) -> Self {
        Self { path: path.to_owned(), error }
    }

    fn said(path: &Path, what: &str) -> Self {
        Self::new(path, io::Error::other(what.to_owned()))
    }
}

impl From<FileError> for io::Error {
    fn from(error: FileError) -> Self {
        Self::new(error.error.kind(), error.to_string())
    }
}

/// What was written, by its name.
type KeptFiles = BTreeMap<PathBuf, Vec<u8>>;

/// The files that a run reads. None of them is written, by whichever path it is named: another spelling, a symbolic link or a
/// hard link.
#[derive(Debug, Clone, Default)]
pub struct Inputs {
    files: Vec<PathBuf>,
    /// Whether standard input is read, which may be a file.
    has_standard_input: bool,
    /// What is written by these names, which are those of no files.
    kept: Option<Arc<Mutex<KeptFiles>>>,
}

impl Inputs {
    /// Add what is at `path`, if it is a regular file. Nothing is written over anything else.
    pub fn add(&mut self, path: impl Into<PathBuf>) {
        let path = path.into();
        if is_file(&path) {
            self.files.push(path);
        }
    }

    /// Add the file that standard input is, if it is one.
    pub fn add_standard_input(&mut self) {
        self.has_standard_input = true;
    }

    /// Keep in memory what is written to `path`, instead of writing it: for a door without folders.
    pub fn keep(&mut self, path: impl Into<PathBuf>) {
        let kept = self.kept.get_or_insert_default();
        kept.lock().unwrap_or_else(PoisonError::into_inner).insert(path.into(), Vec::new());
    }

    /// Whether what is written to `path` is kept.
    pub fn keeps(&self, path: &Path) -> bool {
        self.kept(path).is_some()
    }

    /// Whether anything that is written into the folder `dir` is kept.
    pub fn keeps_in(&self, dir: &Path) -> bool {
        self.all_kept().is_some_and(|kept| kept.keys().any(|path| path.parent() == Some(dir)))
    }

    /// What was kept, by its name; empty if nothing was written there.
    pub fn take_kept(&self) -> KeptFiles {
        self.all_kept().map(|mut kept| std::mem::take(&mut *kept)).unwrap_or_default()
    }

    fn all_kept(&self) -> Option<MutexGuard<'_, KeptFiles>> {
        Some(self.kept.as_ref()?.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Where what is written to `path` is kept, if it is.
    fn kept(&self, path: &Path) -> Option<MutexGuard<'_, KeptFiles>> {
        self.all_kept().filter(|kept| kept.contains_key(path))
    }

    /// Add all of `others`.
    pub fn extend(&mut self, others: &Self) {
        self.files.extend_from_slice(&others.files);
        self.has_standard_input |= others.has_standard_input;
    }

    /// The files that have names.
    pub fn files(&self) -> &[PathBuf] {
        &self.files
    }

    /// Whether the file at `path` is one of them.
    pub fn has(&self, path: &Path) -> bool {
        // A pipe must not be opened: somebody may wait for its first reader.
        let Some(written) = Some(path).filter(|path| is_file(path)).and_then(|path| Handle::from_path(path).ok())
        else {
            return false;
        };
        let is_it = |read: io::Result<Handle>| read.is_ok_and(|read| read == written);
        self.files.iter().any(|read| is_file(read) && is_it(Handle::from_path(read)))
            || self.has_standard_input && is_it(Handle::stdin())
    }

    /// Refuse a file that the run reads.
    pub fn check(&self, path: &Path) -> Result<(), FileError> {
        let what = "it is an input of this run; write to another file";
        if self.has(path) { Err(FileError::said(path, what)) } else { Ok(()) }
    }

    /// Refuse a file that the run reads, one that is there, unless it is to be replaced, anything that is no file, and a
    /// folder that is not there.
    pub fn check_new(&self, path: &Path, force: bool) -> Result<(), FileError> {
        if self.kept(path).is_some() {
            return Ok(());
        }
        self.check(path)?;
        let refuse = |what: &str| Err(FileError::said(path, what));
        match fs::symlink_metadata(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound && folder(path).is_dir() => Ok(()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                refuse("its folder is not there; make the folder, or name another file")
            }
            Err(error) => Err(FileError::new(path, error)),
            Ok(found) if !found.is_file() => refuse("it is there and is no regular file; name another one"),
            Ok(_) if !force => {
                let force = RequestField("force");
                let what = format!("it is there already; name another file, or add {force} to replace it");
                Err(FileError::new(path, io::Error::new(io::ErrorKind::AlreadyExists, what)))
            }
            Ok(_) => Ok(()),
        }
    }

    /// Write the file `path`. It is written elsewhere first and moved when it is whole.
    ///
    /// # Errors
    /// [`FileError`] as of [`check_new`](Self::check_new), and if the file cannot be written.
    ///
    /// ```
    /// use swiss_ilp::questions::tasks::Inputs;
    /// let folder = tempfile::tempdir()?;
    /// let path = folder.path().join("round.json");
    /// let mut inputs = Inputs::default();
    /// inputs.write(&path, false, |out| out.write_all(b"{}"))?;
    /// assert!(inputs.write(&path, false, |out| out.write_all(b"[]")).is_err());
    /// inputs.write(&path, true, |out| out.write_all(b"[]"))?;
    /// inputs.add(&path);
    /// assert!(inputs.write(&path, true, |out| out.write_all(b"{}")).is_err());
    /// assert_eq!(std::fs::read(&path)?, b"[]");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write(
        &self,
        path: &Path,
        force: bool,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), FileError> {
        self.check_new(path, force)?;
        if let Some(mut kept) = self.kept(path) {
            let mut bytes = Vec::new();
            write(&mut bytes).map_err(|error| FileError::new(path, error))?;
            kept.insert(path.to_owned(), bytes);
            return Ok(());
        }
        self.place(path, force, |file| {
            let mut out = io::BufWriter::new(file);
            write(&mut out).and_then(|()| out.flush())
        })
    }

    /// As [`write`](Self::write), by a writer that needs a file.
    pub fn write_file(
        &self,
        path: &Path,
        force: bool,
        write: impl FnOnce(&fs::File) -> io::Result<()>,
    ) -> Result<(), FileError> {
        self.check_new(path, force)?;
        self.place(path, force, write)
    }

    /// Write `bytes` as other programs write, which replace what is there: into a pipe or a device, and through a link, too.
    /// But no file that the run reads is written, and a file is moved when it is whole.
    #[expect(clippy::disallowed_methods, reason = "the inputs are asked, and it is no file")]
    pub fn write_through(&self, path: &Path, bytes: &[u8]) -> Result<(), FileError> {
        self.check(path)?;
        if path.exists() && !is_file(path) {
            return fs::write(path, bytes).map_err(|error| FileError::new(path, error));
        }
        self.place(&end_of_links(path), true, |mut file| file.write_all(bytes))
    }

    /// Write `bytes` in place of a file that the run has read, which is what it is for. It is written elsewhere first and moved.
    pub(crate) fn replace(&self, path: &Path, bytes: &[u8]) -> Result<(), FileError> {
        if !is_file(path) {
            return Err(FileError::said(path, "it is no file that can be changed"));
        }
        self.place(&end_of_links(path), true, |mut file| file.write_all(bytes))
    }

    /// Remove the file at `path`, if there is one and the run does not read it.
    pub fn remove(&self, path: &Path) -> Result<(), FileError> {
        self.check(path)?;
        match fs::remove_file(path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(FileError::new(path, error)),
            _ => Ok(()),
        }
    }

    #[expect(clippy::disallowed_methods, reason = "the inputs have been asked")]
    fn place(
        &self,
        path: &Path,
        force: bool,
        write: impl FnOnce(&fs::File) -> io::Result<()>,
    ) -> Result<(), FileError> {
        let fail = |error| FileError::new(path, error);
        let mut temporary = tempfile::Builder::new();
        #[cfg(unix)]
        {
            // As any new file has them: the mask of the process is applied.
            use std::os::unix::fs::PermissionsExt;
            temporary.permissions(fs::Permissions::from_mode(0o666));
        }
        let temporary = temporary.prefix(".unfinished-").tempfile_in(folder(path));
        // Without the name of the temporary file, which is another one each time.
        let temporary = temporary.map_err(|error| fail(error.kind().into()))?;
        write(temporary.as_file()).map_err(fail)?;
        // What is replaced may be for few eyes.
        if let Ok(found) = fs::metadata(path) {
            temporary.as_file().set_permissions(found.permissions()).map_err(fail)?;
        }
        let moved = if force { temporary.persist(path) } else { temporary.persist_noclobber(path) };
        moved.map(drop).map_err(|error| fail(error.error))
    }
}

/// Keep an open file to which records are added for this run alone, until it is closed: an error if another run keeps it. Where the
/// system has no locks, nothing is kept.
pub(crate) fn lock(file: &fs::File) -> io::Result<()> {
    if !file.metadata()?.is_file() {
        return Err(io::Error::other(crate::files::read_file::NO_FILE));
    }
    match file.try_lock() {
        Err(fs::TryLockError::WouldBlock) => {
            let what = "another run writes to it; wait for its end, or name another place";
            Err(io::Error::new(io::ErrorKind::ResourceBusy, what))
        }
        Ok(()) | Err(fs::TryLockError::Error(_)) => Ok(()),
    }
}

/// Where `path` leads, if it is a link.
fn end_of_links(path: &Path) -> PathBuf {
    let links = std::iter::successors(Some(path.to_owned()), |path| Some(folder(path).join(fs::read_link(path).ok()?)));
    // No chain of links that the system follows is longer.
    links.take(40).last().unwrap_or_default()
}

/// Whether it is a regular file, or a link to one.
fn is_file(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|found| found.is_file())
}

fn folder(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}
