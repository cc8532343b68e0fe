//! Where the tournaments of an archive are: files, folders, archives, patterns, and the lines of standard input.

use crate::formats::MOST_BYTES;
use crate::printable::shell_word;
use flate2::read::MultiGzDecoder;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::HashSet;
use std::fs::File;
use std::io::{self, BufRead, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use walkdir::{DirEntry, WalkDir};
use zip::ZipArchive;
use zip::result::ZipError;

/// The endings of the names of files that are looked at in folders and archives.
pub const ENDINGS: [&str; 4] = ["trf", "trfx", "txt", "json"];

/// One tournament of an archive: the name that its records have, and where its bytes are.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    /// The path as it was given or found; `archive.zip/member` in an archive; `stdin:LINE` for a line of JSON.
    pub name: String,
    place: Place,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Place {
    /// A file of its own, plain or packed by gzip.
    File(PathBuf),
    /// A member of an archive, by its index there.
    Member { archive: PathBuf, index: usize },
    /// The text itself.
    Text(String),
    /// What was named is not there, or cannot be looked into, for this reason.
    Missing(String),
}

impl Source {
    fn file(path: &Path) -> Self {
        match path.to_str() {
            Some(name) => Self { name: name.to_owned(), place: Place::File(path.to_owned()) },
            None => Self::missing(path, "its name is not UTF-8; rename it"),
        }
    }

    fn missing(path: &Path, why: impl ToString) -> Self {
        Self { name: path.display().to_string(), place: Place::Missing(why.to_string()) }
    }

    /// A shell command that writes the bytes to standard output, where the file itself cannot be named; `None` where it can.
    #[must_use]
    pub fn unpacked_by(&self) -> Option<String> {
        match &self.place {
            Place::Member { archive, index: _ } => {
                let member = self.name.get(archive.to_str()?.len() + 1..)?;
                Some(format!("unzip -p {} {}", shell_word(archive.to_str()?), shell_word(member)))
            }
            Place::File(path) if has_ending(path, &["gz"]) => Some(format!("gzip -dc {}", shell_word(path.to_str()?))),
            Place::Text(_) => Some(format!("sed -n {}p INPUT", self.name.strip_prefix("stdin:").unwrap_or_default())),
            Place::File(_) | Place::Missing(_) => None,
        }
    }
}

/// Reads sources. The archive that was read last stays open.
#[derive(Default)]
pub struct Reader {
    open: Option<(PathBuf, ZipArchive<File>)>,
}

impl Reader {
    /// The bytes of the tournament file, unpacked, but none beyond the first that makes it too large.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub fn read(&mut self, source: &Source) -> Result<Vec<u8>, String> {
        match &source.place {
            Place::Text(text) => Ok(text.as_bytes().to_vec()),
            Place::Missing(why) => Err(why.clone()),
            Place::File(path) => File::open(path).and_then(unpacked).map_err(|error| error.to_string()),
            Place::Member { archive, index } => self.member(archive, *index).map_err(|error| error.to_string()),
        }
    }

    fn member(&mut self, archive: &Path, index: usize) -> Result<Vec<u8>, ZipError> {
        if self.open.as_ref().is_none_or(|(path, _)| path != archive) {
            self.open = Some((archive.to_owned(), ZipArchive::new(File::open(archive)?)?));
        }
        let Some((_, open)) = &mut self.open else { return Err(ZipError::FileNotFound) };
        Ok(unpacked(open.by_index(index)?)?)
    }
}

/// The bytes of `reader`, unpacked if they are packed by gzip. It may be a pipe, which can be read once.
fn unpacked(reader: impl Read) -> io::Result<Vec<u8>> {
    let bytes = limited(reader)?;
    if bytes.starts_with(GZIP) { limited(MultiGzDecoder::new(bytes.as_slice())) } else { Ok(bytes) }
}

/// How a file begins that is packed by gzip.
const GZIP: &[u8] = &[0x1f, 0x8b];

/// One byte more than a tournament may have is enough to refuse it, however large it is.
fn limited(reader: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader.take(MOST_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The SHA-256 of `bytes`, in hexadecimal.
#[must_use]
pub fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

type Found = Box<dyn Iterator<Item = Source> + Send>;

/// The tournaments that `paths` name, in their order, each name once. Folders and archives are gone through in the order of names.
pub struct Sources {
    paths: std::vec::IntoIter<String>,
    current: Option<Found>,
    /// The first half of the hash of each name so far, which is enough to tell them apart.
    known: HashSet<[u8; 16]>,
    passed_over: Arc<AtomicU64>,
}

impl Sources {
    /// The tournaments of these files, folders, archives and patterns. `-` is standard input: a path or a tournament in JSON a line.
    #[must_use]
    pub fn new(paths: Vec<String>) -> Self {
        Self { paths: paths.into_iter(), current: None, known: HashSet::new(), passed_over: Arc::default() }
    }

    /// Counts the files of folders and archives that are passed over, since their names do not end as those of tournaments.
    pub(super) fn passed_over(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.passed_over)
    }
}

impl Iterator for Sources {
    type Item = Source;

    fn next(&mut self) -> Option<Source> {
        loop {
            let Some(current) = &mut self.current else {
                let path = self.paths.next()?;
                self.current = Some(named(&path, &self.passed_over));
                continue;
            };
            match current.next() {
                None => self.current = None,
                Some(source) => {
                    let hash = Sha256::digest(source.name.as_bytes());
                    if hash.first_chunk().is_some_and(|half| self.known.insert(*half)) {
                        return Some(source);
                    }
                }
            }
        }
    }
}

fn one(source: Source) -> Found {
    Box::new(std::iter::once(source))
}

fn named(path: &str, passed_over: &Arc<AtomicU64>) -> Found {
    if path == "-" {
        let counter = Arc::clone(passed_over);
        let lines = Lines::default();
        return Box::new(lines.flat_map(move |line| match line {
            Line::Path(path) => at(Path::new(&path), &counter),
            Line::Source(source) => one(source),
        }));
    }
    if Path::new(path).exists() || !path.contains(['*', '?', '[']) {
        return at(Path::new(path), passed_over);
    }
    match glob::glob(path) {
        Err(error) => one(Source::missing(Path::new(path), format!("it is no pattern: {error}"))),
        Ok(paths) => {
            let mut paths = paths.peekable();
            if paths.peek().is_none() {
                return one(Source::missing(Path::new(path), "no file is like this pattern"));
            }
            let counter = Arc::clone(passed_over);
            Box::new(paths.flat_map(move |found| match found {
                Ok(path) => at(&path, &counter),
                Err(error) => one(Source::missing(error.path(), error.error())),
            }))
        }
    }
}

/// The tournaments at `path`, a file, a folder or an archive.
fn at(path: &Path, passed_over: &Arc<AtomicU64>) -> Found {
    if !path.is_dir() {
        return in_file(path, passed_over);
    }
    let root = path.to_owned();
    let is_hidden =
        |entry: &DirEntry| entry.depth() > 0 && entry.file_name().to_str().is_some_and(|name| name.starts_with('.'));
    let entries = WalkDir::new(path).follow_links(true).sort_by_file_name().into_iter();
    let counter = Arc::clone(passed_over);
    Box::new(entries.filter_entry(move |entry| !is_hidden(entry)).flat_map(move |entry| match entry {
        Err(error) => one(Source::missing(error.path().unwrap_or(&root), &error)),
        Ok(entry) if entry.file_type().is_dir() => Box::new(std::iter::empty()),
        Ok(entry) if is_looked_at(entry.path()) && entry.file_type().is_file() => in_file(entry.path(), &counter),
        Ok(entry) if is_looked_at(entry.path()) => one(Source::missing(entry.path(), "it is no regular file")),
        Ok(_) => {
            counter.fetch_add(1, Ordering::Relaxed);
            Box::new(std::iter::empty())
        }
    }))
}

fn has_ending(path: &Path, endings: &[&str]) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str());
    ending.is_some_and(|ending| endings.iter().any(|one| one.eq_ignore_ascii_case(ending)))
}

/// Whether a file of a folder is looked at, by its name.
fn is_looked_at(path: &Path) -> bool {
    has_ending(path, &ENDINGS) || has_ending(path, &["gz", "zip"])
}

fn in_file(path: &Path, passed_over: &AtomicU64) -> Found {
    if !has_ending(path, &["zip"]) {
        return one(Source::file(path));
    }
    match members(path, passed_over) {
        Ok(members) => Box::new(members.into_iter()),
        Err(error) => one(Source::missing(path, error)),
    }
}

/// The members of an archive, in the order of their names.
fn members(archive: &Path, passed_over: &AtomicU64) -> Result<Vec<Source>, ZipError> {
    let name = archive.to_str().ok_or_else(|| io::Error::other("its name is not UTF-8; rename it"))?;
    let open = ZipArchive::new(File::open(archive)?)?;
    let mut members = Vec::new();
    for index in 0..open.len() {
        let Some(member) = open.name_for_index(index).transpose()?.filter(|member| !member.ends_with('/')) else {
            continue;
        };
        let path = Path::new(&*member);
        let is_resource = member.starts_with("__MACOSX/");
        if is_resource || !(has_ending(path, &ENDINGS) || has_ending(path, &["gz"])) {
            passed_over.fetch_add(1, Ordering::Relaxed);
            continue;
        }
        members.push(Source {
            name: format!("{name}/{member}"),
            place: Place::Member { archive: archive.to_owned(), index },
        });
    }
    members.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(members)
}

enum Line {
    Path(String),
    Source(Source),
}

/// The lines of standard input that are not blank.
#[derive(Default)]
struct Lines {
    number: usize,
    /// It could not be read further.
    is_broken: bool,
}

impl Lines {
    fn missing(&self, why: impl ToString) -> Line {
        let name = format!("stdin:{}", self.number);
        Line::Source(Source { name, place: Place::Missing(why.to_string()) })
    }
}

impl Iterator for Lines {
    type Item = Line;

    fn next(&mut self) -> Option<Line> {
        while !self.is_broken {
            self.number += 1;
            let mut line = Vec::new();
            let mut input = io::stdin().lock();
            match (&mut input).take(MOST_BYTES as u64 + 1).read_until(b'\n', &mut line) {
                Ok(0) => return None,
                Ok(read) if read > MOST_BYTES => {
                    let skipped = input.skip_until(b'\n');
                    return Some(self.missing(match skipped {
                        Ok(_) => format!("the line has more than {MOST_BYTES} bytes"),
                        Err(error) => error.to_string(),
                    }));
                }
                Ok(_) => {}
                Err(error) => {
                    self.is_broken = true;
                    return Some(self.missing(error));
                }
            }
            let line = line.trim_ascii_end();
            if line.is_empty() {
                continue;
            }
            let Ok(line) = str::from_utf8(line) else { return Some(self.missing("the line is not UTF-8")) };
            return Some(if line.trim_start().starts_with('{') {
                let name = format!("stdin:{}", self.number);
                Line::Source(Source { name, place: Place::Text(line.to_owned()) })
            } else {
                Line::Path(line.to_owned())
            });
        }
        None
    }
}
