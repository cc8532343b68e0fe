//! The folder of a proof on the disk: a certificate, and what other checkers read. There is a whole proof in it or none.

use crate::files::new_file::{FileError, Inputs};
use crate::files::printable::printable_json;
use crate::files::read_file;
use crate::files::request_field::RequestField;
use crate::graph::budget::spend;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

/// The certificate. Without it there is no proof.
pub const CERTIFICATE: &str = "certificate.json";
/// The program for `VeriPB`.
pub const PROGRAM: &str = "round.opb";
/// The proof for `VeriPB`.
pub const PROOF: &str = "round.pbp";
/// Each file of a proof of a model.
const FILES: [&str; 3] = [PROGRAM, PROOF, CERTIFICATE];

/// How the name of a folder begins in which a proof is not whole.
const UNFINISHED: &str = ".proof-";

/// No file of a proof is larger.
const MOST_BYTES: u64 = 4 << 30;

/// A proof that is being written, file by file, the certificate last.
pub struct NewProof<'a> {
    /// Where the files are, until all are whole; `None` if some are kept instead.
    folder: Option<&'a Path>,
    names: Vec<String>,
    dir: &'a Path,
    force: bool,
    inputs: &'a Inputs,
}

/// The same path without a slash or a dot at its end, which would follow a symbolic link.
fn plain(dir: &Path) -> PathBuf {
    dir.components().collect()
}

/// What is written or read through it spends the budget.
struct Spending<W>(W);

impl<W: Write> Write for Spending<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        spend(bytes.len());
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

impl<R: Read> Read for Spending<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = self.0.read(bytes)?;
        spend(read);
        Ok(read)
    }
}

/// Whether it is the name of a file of a step of a proof by rules.
fn is_step(name: &str, ending: &str) -> bool {
    let number = name.strip_prefix("step-").and_then(|rest| rest.strip_suffix(ending));
    number.is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Whether `path` is a file that [`write`] wrote, by its name and beginning.
fn is_of_a_proof(path: &Path) -> bool {
    let begins = |beginning: &str| {
        let mut bytes = Vec::new();
        let read = read_file::open(path).and_then(|file| file.take(beginning.len() as u64).read_to_end(&mut bytes));
        read.is_ok() && bytes == beginning.as_bytes()
    };
    let is_file = fs::symlink_metadata(path).is_ok_and(|found| found.is_file());
    is_file
        && match path.file_name().and_then(|name| name.to_str()) {
            Some(CERTIFICATE) => begins("{\"round\":"),
            Some(name) if name == PROGRAM || is_step(name, ".opb") => begins("* #variable="),
            Some(name) if name == PROOF || is_step(name, ".pbp") => begins("pseudo-Boolean proof"),
            _ => false,
        }
}

/// Refuse a folder into which no proof can be written. Returns the files of an older proof that is in it, the certificate first.
///
/// # Errors
/// [`FileError`] if `dir` is a symbolic link or no folder, if it has anything but a proof and `force` is not given, or if
/// one of `inputs` would be removed. With `force`, files of other names stay, and what a killed run has left stays in any case.
pub fn check(dir: &Path, force: bool, inputs: &Inputs) -> Result<Vec<PathBuf>, FileError> {
    let dir = &plain(dir);
    // Then there is no folder.
    if inputs.keeps_in(dir) {
        return Ok(Vec::new());
    }
    match fs::symlink_metadata(dir) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(FileError::new(dir, error)),
        Ok(found) if found.is_symlink() => {
            let what = "it is a symbolic link, and a proof is not written through one; name the folder itself";
            return Err(FileError::new(dir, io::Error::other(what)));
        }
        Ok(found) if !found.is_dir() => return Err(FileError::new(dir, io::Error::other("it is not a folder"))),
        Ok(_) => {}
    }
    let entries = fs::read_dir(dir).and_then(Iterator::collect::<io::Result<Vec<_>>>);
    let mut paths: Vec<PathBuf> =
        entries.map_err(|error| FileError::new(dir, error))?.iter().map(fs::DirEntry::path).collect();
    paths.retain(|path| {
        !path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(UNFINISHED.as_bytes()))
    });
    paths.sort();
    let is_proof = is_of_a_proof(&dir.join(CERTIFICATE));
    if let (false, Some(other)) = (force, paths.iter().find(|path| !is_proof || !is_of_a_proof(path))) {
        let name = other.file_name().unwrap_or_default().display();
        let what = format!(
            "it has what is not of a proof, such as {name}; name another folder, or add {} to leave it there",
            RequestField("force")
        );
        return Err(FileError::new(dir, io::Error::other(what)));
    }
    let is_certificate = |path: &&PathBuf| path.file_name().is_some_and(|name| name == CERTIFICATE);
    let is_named = |path: &&PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        FILES.contains(&name) || is_step(name, ".opb") || is_step(name, ".pbp")
    };
    let rest = || paths.iter().filter(|path| is_named(path) && !is_certificate(path)).cloned();
    let older: Vec<PathBuf> = paths.iter().filter(is_certificate).cloned().chain(rest()).collect();
    older.iter().try_for_each(|path| inputs.check(path))?;
    Ok(older)
}

/// Write the files of a proof into the folder `dir`, which is created if missing, in place of an older proof. The files are
/// written elsewhere first and moved when all are whole, so that there is the older proof or the new one and never a part of one, also
/// where a budget ends the writing. Files of these names that are kept come back instead.
///
/// # Errors
/// [`FileError`] as of [`check`], or for the first file that cannot be written; or what `write` says.
pub fn write<E: From<FileError>>(
    dir: &Path,
    force: bool,
    inputs: &Inputs,
    write: impl FnOnce(&mut NewProof<'_>) -> Result<(), E>,
) -> Result<(), E> {
    let older = check(dir, force, inputs)?;
    let dir = plain(dir);
    let mut new = NewProof { folder: None, names: Vec::new(), dir: &dir, force, inputs };
    if inputs.keeps_in(&dir) {
        return write(&mut new);
    }
    let is_new = !dir.exists();
    // Beside a new folder, which is moved as a whole. Within one that is there, which may be another file system.
    let beside = if is_new { dir.parent().filter(|parent| !parent.as_os_str().is_empty()) } else { Some(&*dir) };
    let beside = beside.unwrap_or(Path::new("."));
    fs::create_dir_all(beside).map_err(|error| FileError::new(beside, error))?;
    let temporary = tempfile::Builder::new().prefix(UNFINISHED).tempdir_in(beside);
    let temporary = temporary.map_err(|error| FileError::new(&dir, error))?;
    new.folder = Some(temporary.path());
    write(&mut new)?;
    let names = new.names;
    // The last question: what is moved is there.
    spend(usize::MAX);
    if is_new {
        fs::rename(temporary.path(), &dir).map_err(|error| FileError::new(&dir, error))?;
        // It has another name now.
        let _ = temporary.keep();
    } else {
        // Its certificate goes first, and the new one comes last: without one there is no proof.
        older.iter().try_for_each(|path| inputs.remove(path))?;
        names.iter().try_for_each(|name| {
            let path = dir.join(name);
            fs::rename(temporary.path().join(name), &path).map_err(|error| FileError::new(&path, error))
        })?;
    }
    Ok(())
}

impl NewProof<'_> {
    /// Write the file of this name as long as there is a budget.
    #[expect(clippy::disallowed_methods, reason = "in a new folder, which is moved when it is whole")]
    pub fn file(&mut self, name: &str, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), FileError> {
        let path = self.dir.join(name);
        let Some(folder) = self.folder else {
            return if self.inputs.keeps(&path) { self.inputs.write(&path, self.force, write) } else { Ok(()) };
        };
        self.names.push(name.to_owned());
        let written = File::create(folder.join(name)).and_then(|file| {
            let mut out = BufWriter::with_capacity(BUFFER, Spending(file));
            write(&mut out).and_then(|()| out.flush())
        });
        written.map_err(|error| FileError::new(&path, error))
    }
}

/// The bytes that are written or compared at once.
const BUFFER: usize = 1 << 16;

/// Compares what is written to it with a file.
struct Comparing {
    file: BufReader<File>,
    is_same: bool,
}

impl Write for Comparing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        spend(bytes.len());
        let mut own = vec![0; bytes.len()];
        match self.file.read_exact(&mut own) {
            Err(error) if error.kind() != io::ErrorKind::UnexpectedEof => return Err(error),
            read => self.is_same &= read.is_ok() && own == bytes,
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Whether the file of this name in the folder `dir` is what `write` writes.
pub fn is_same(
    dir: &Path,
    name: &str,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<bool, FileError> {
    let path = dir.join(name);
    let compared = read_file::open(&path).and_then(|file| {
        let comparing = Comparing { file: BufReader::with_capacity(BUFFER, file), is_same: true };
        let mut out = BufWriter::with_capacity(BUFFER, comparing);
        write(&mut out)?;
        out.flush()?;
        let Comparing { file, is_same } = out.get_mut();
        Ok(*is_same && file.fill_buf()?.is_empty())
    });
    compared.map_err(|error| FileError::new(&path, error))
}

/// A certificate as the text of its file.
pub fn certificate_text(certificate: &impl Serialize) -> Result<String, serde_json::Error> {
    Ok(printable_json(&serde_json::to_string(certificate)?) + "\n")
}

/// The certificate in the folder `dir`.
pub fn read_certificate<C: DeserializeOwned>(dir: &Path) -> Result<C, FileError> {
    let path = dir.join(CERTIFICATE);
    let file = read_file::open(&path).map_err(|error| FileError::new(&path, error))?;
    let reader = BufReader::with_capacity(BUFFER, Spending(file.take(MOST_BYTES)));
    serde_json::from_reader(reader).map_err(|error| FileError::new(&path, error.into()))
}

/// The text of another file in the folder `dir`.
pub fn read_text(dir: &Path, name: &str) -> Result<String, FileError> {
    let path = dir.join(name);
    let bytes = read_file::read(&path, MOST_BYTES).map_err(|error| FileError::new(&path, error))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
