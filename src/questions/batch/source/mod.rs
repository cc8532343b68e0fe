//! Where the tournaments of an archive are: files, folders, archives, patterns, and the lines of standard input.

mod search;

pub use search::Sources;
use search::has_ending;

use crate::files::MOST_BYTES;
use crate::files::printable::shell_word;
use crate::files::read_file;
use flate2::read::MultiGzDecoder;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use zip::ZipArchive;
use zip::result::ZipError;

/// The endings of the names of files that are looked at in folders and archives.
pub const ENDINGS: [&str; 4] = ["trf", "trfx", "txt", "json"];

/// One tournament of an archive: the name that its records have, and where its bytes are.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArchiveSource {
    /// The path as it was given or found; `archive.zip/member` in an archive; `stdin:LINE` for a line of JSON.
    pub name: String,
    place: SourcePlace,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum SourcePlace {
    /// A file of its own, plain or packed by gzip.
    File(PathBuf),
    /// A member of an archive, by its index there.
    Member { archive: PathBuf, index: usize },
    /// The text itself.
    Text(String),
    /// What was named is not there, or cannot be looked into, for this reason.
    Missing(String),
}

impl ArchiveSource {
    /// The tournament of a file, plain or packed by gzip.
    pub fn file(path: &Path) -> Self {
        match path.to_str() {
            Some(name) => Self { name: name.to_owned(), place: SourcePlace::File(path.to_owned()) },
            None => Self::missing(path, "its name is not UTF-8; rename it"),
        }
    }

    /// The file that it is read from, if that is known by its name.
    fn path(&self) -> Option<&Path> {
        match &self.place {
            SourcePlace::File(path) | SourcePlace::Member { archive: path, .. } => Some(path),
            SourcePlace::Text(_) | SourcePlace::Missing(_) => None,
        }
    }

    fn missing(path: &Path, why: impl ToString) -> Self {
        Self { name: shown(path), place: SourcePlace::Missing(why.to_string()) }
    }

    /// What a shell command for this file alone begins with, if it is to be piped into it, and the name by which the command has the
    /// file; `None` if there is no such file.
    pub(super) fn in_shell(&self) -> Option<(String, String)> {
        let gzip = |is_packed| if is_packed { "gzip -dc | " } else { "" };
        let piped = |pipe: String| Some((pipe, "-".to_owned()));
        match &self.place {
            SourcePlace::Member { archive, .. } => {
                let archive = archive.to_str()?;
                let member = self.name.get(archive.len() + 1..)?;
                let unzip =
                    format!("unzip -p {} {}", shell_word(&option_free(archive)), shell_word(&as_pattern(member)));
                piped(format!("{unzip} | {}", gzip(has_ending(Path::new(member), &["gz"]))))
            }
            SourcePlace::File(path) => {
                let word = shell_word(&option_free(path.to_str()?));
                let mut head = Vec::new();
                // A file that cannot be read is named as it is.
                let read = read_file::open(path).and_then(|file| file.take(2).read_to_end(&mut head));
                if read.is_ok() && head == GZIP {
                    piped(format!("gzip -dc {word} | "))
                } else {
                    Some((String::new(), word))
                }
            }
            SourcePlace::Text(_) => {
                let line = self.name.strip_prefix(STDIN)?;
                piped(format!("sed -n {line}p INPUT | "))
            }
            SourcePlace::Missing(_) => None,
        }
    }
}

/// The beginning of the name of a line of standard input.
const STDIN: &str = "stdin:";

/// A path that no program takes for an option.
fn option_free(path: &str) -> String {
    if path.starts_with('-') { format!("./{path}") } else { path.to_owned() }
}

/// The pattern of `unzip` that is like `name` only.
fn as_pattern(name: &str) -> String {
    let literal = |char: char| if "[*?".contains(char) { format!("[{char}]") } else { char.to_string() };
    let pattern: String = name.chars().map(literal).collect();
    pattern.strip_prefix('-').map_or(pattern.clone(), |rest| format!("[-]{rest}"))
}

/// The name of `path`. Bytes that are not UTF-8 are shown by their numbers, so that different names stay different.
fn shown(path: &Path) -> String {
    let mut name = String::new();
    for chunk in path.as_os_str().as_encoded_bytes().utf8_chunks() {
        name.push_str(chunk.valid());
        chunk.invalid().iter().for_each(|byte| name.push_str(&format!("\\x{byte:02x}")));
    }
    name
}

/// Reads sources. The archive that was read last stays open.
#[derive(Default)]
pub struct SourceReader {
    open: Option<(PathBuf, ZipArchive<File>)>,
}

impl SourceReader {
    /// The bytes of the tournament file, unpacked, but none beyond the first that makes it too large.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub fn read(&mut self, source: &ArchiveSource) -> Result<Vec<u8>, String> {
        match &source.place {
            SourcePlace::Text(text) => Ok(text.as_bytes().to_vec()),
            SourcePlace::Missing(why) => Err(why.clone()),
            SourcePlace::File(path) => {
                read_file::open(path).and_then(|file| unpacked(file, None)).map_err(|error| error.to_string())
            }
            SourcePlace::Member { archive, index } => self.member(archive, *index).map_err(|error| error.to_string()),
        }
    }

    fn member(&mut self, archive: &Path, index: usize) -> Result<Vec<u8>, ZipError> {
        if self.open.as_ref().is_none_or(|(path, _)| path != archive) {
            self.open = Some((archive.to_owned(), opened(archive)?));
        }
        let Some((_, open)) = &mut self.open else { return Err(ZipError::FileNotFound) };
        let member = open.by_index(index)?;
        let packed = member.compressed_size();
        Ok(unpacked(member, Some(packed))?)
    }
}

/// What is packed is at most so many times as large as it was; tournament reports are 5 to 30 times as large. A first mebibyte
/// is free.
const MOST_TIMES: u64 = 200;
const FREE: u64 = 1 << 20;

/// An archive unpacks to at most so many bytes.
const MOST_OF_ARCHIVE: u128 = 64 << 30;

/// An archive that can be read. One whose members share bytes is refused, as is one of too many bytes: both are made to take
/// time.
fn opened(archive: &Path) -> Result<ZipArchive<File>, ZipError> {
    let mut open = ZipArchive::new(read_file::open(archive)?)?;
    let refused = |what: String| Err(io::Error::other(what).into());
    if open.has_overlapping_files()? {
        return refused("members of the archive share bytes; pack it anew".to_owned());
    }
    if open.decompressed_size().is_some_and(|bytes| bytes > MOST_OF_ARCHIVE) {
        let most = MOST_OF_ARCHIVE >> 30;
        return refused(format!("the archive unpacks to more than {most} GiB; split it"));
    }
    Ok(open)
}

/// The bytes of `reader`, unpacked if they are packed by gzip. It may be a pipe, which can be read once. `packed` says how many bytes
/// it has taken in an archive.
fn unpacked(reader: impl Read, packed: Option<u64>) -> io::Result<Vec<u8>> {
    let bytes = limited(reader, packed)?;
    if !bytes.starts_with(GZIP) {
        return Ok(bytes);
    }
    let packed = bytes.len() as u64;
    limited(MultiGzDecoder::new(bytes.as_slice()), Some(packed))
}

/// How a file begins that is packed by gzip.
const GZIP: &[u8] = &[0x1f, 0x8b];

/// One byte more than a tournament may have is enough to refuse it, however large it is.
fn limited(reader: impl Read, packed: Option<u64>) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let most = packed.map_or(u64::MAX, |packed| packed.saturating_mul(MOST_TIMES).max(FREE));
    reader.take((MOST_BYTES as u64).min(most) + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        let what = format!("it unpacks to more than {MOST_TIMES} times its size; unpack it, and look what it is");
        return Err(io::Error::other(what));
    }
    Ok(bytes)
}

/// The SHA-256 of `bytes`, in hexadecimal.
pub fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
