//! Where the tournaments of an archive are: files, folders, archives, patterns, and the lines of standard input.

use crate::files::new_file::{FileError, Inputs};
use crate::files::printable::shell_word;
use crate::files::read_file::{self, NO_FILE};
use crate::files::{MOST_BYTES, without_bom};
use flate2::read::MultiGzDecoder;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::HashSet;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek};
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
    /// The bytes of a file, plain or packed by gzip.
    Bytes(Vec<u8>),
    /// What was named is not there, or cannot be looked into, for this reason.
    Missing(String),
}

impl ArchiveSource {
    /// A tournament that is at hand: the name that its records have, and the bytes of its file, plain or packed by gzip.
    pub fn of_bytes(name: impl Into<String>, bytes: Vec<u8>) -> Self {
        Self { name: name.into(), place: SourcePlace::Bytes(bytes) }
    }

    fn file(path: &Path) -> Self {
        match path.to_str() {
            Some(name) => Self { name: name.to_owned(), place: SourcePlace::File(path.to_owned()) },
            None => Self::missing(path, "its name is not UTF-8; rename it"),
        }
    }

    /// The file that it is read from, if that is known by its name.
    fn path(&self) -> Option<&Path> {
        match &self.place {
            SourcePlace::File(path) | SourcePlace::Member { archive: path, .. } => Some(path),
            SourcePlace::Text(_) | SourcePlace::Bytes(_) | SourcePlace::Missing(_) => None,
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
            SourcePlace::Bytes(_) | SourcePlace::Missing(_) => None,
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
            SourcePlace::Bytes(bytes) => unpacked(bytes.as_slice(), None).map_err(|error| error.to_string()),
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

type SourceIter = Box<dyn Iterator<Item = ArchiveSource> + Send>;

/// The tournaments that `paths` name, in their order, each name once. Folders and archives are gone through in the order of names.
pub struct Sources {
    paths: std::vec::IntoIter<String>,
    current: Option<SourceIter>,
    /// The first half of the hash of each name so far, which is enough to tell them apart.
    known: HashSet<[u8; 16]>,
    passed_over: Arc<AtomicU64>,
    /// What standard input has, if it was read before.
    standard_input: Option<File>,
}

impl Sources {
    /// The tournaments of these files, folders, archives and patterns. `-` is standard input: a path or a tournament in JSON a line.
    pub fn new(paths: Vec<String>) -> Self {
        Self {
            paths: paths.into_iter(),
            current: None,
            known: HashSet::new(),
            passed_over: Arc::default(),
            standard_input: None,
        }
    }

    /// The same for a run that writes the files `written`. If one of them is there, all sources are gone through first, and
    /// standard input is read to its end.
    ///
    /// # Errors
    /// [`FileError`] if one of `written` is among the sources.
    pub fn apart_from(paths: Vec<String>, written: &[&Path]) -> Result<Self, FileError> {
        let mut there = Inputs::default();
        written.iter().for_each(|path| there.add(*path));
        let mut sources = Self::new(paths.clone());
        if there.files().is_empty() {
            return Ok(sources);
        }
        let mut kept = None;
        if paths.iter().any(|path| path == "-") {
            let failed = |error| FileError::new(Path::new("-"), error);
            let mut lines = tempfile::tempfile().map_err(failed)?;
            io::copy(&mut io::stdin().lock(), &mut lines).and_then(|_| lines.rewind()).map_err(failed)?;
            sources.standard_input = Some(lines.try_clone().map_err(failed)?);
            kept = Some(lines);
        }
        for source in sources {
            source.path().map_or(Ok(()), |path| there.check(path))?;
        }
        if let Some(lines) = &mut kept {
            lines.rewind().map_err(|error| FileError::new(Path::new("-"), error))?;
        }
        Ok(Self { standard_input: kept, ..Self::new(paths) })
    }

    /// Counts the files of folders and archives that are passed over, since their names do not end as those of tournaments.
    pub(super) fn passed_over(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.passed_over)
    }
}

impl Iterator for Sources {
    type Item = ArchiveSource;

    fn next(&mut self) -> Option<ArchiveSource> {
        loop {
            let Some(current) = &mut self.current else {
                let path = self.paths.next()?;
                self.current = Some(named(&path, &self.passed_over, &mut self.standard_input));
                continue;
            };
            match current.next() {
                None => self.current = None,
                Some(source) => {
                    // A line may have the name of a file.
                    let kind = u8::from(matches!(source.place, SourcePlace::Text(_)));
                    let hash = Sha256::new().chain_update([kind]).chain_update(&source.name).finalize();
                    if hash.first_chunk().is_some_and(|half| self.known.insert(*half)) {
                        return Some(source);
                    }
                }
            }
        }
    }
}

fn one(source: ArchiveSource) -> SourceIter {
    Box::new(std::iter::once(source))
}

fn named(path: &str, passed_over: &Arc<AtomicU64>, standard_input: &mut Option<File>) -> SourceIter {
    if path == "-" {
        let counter = Arc::clone(passed_over);
        let lines = Lines { kept: standard_input.take().map(BufReader::new), ..Lines::default() };
        return Box::new(lines.flat_map(move |line| match line {
            Ok(path) => at(Path::new(&path), &counter),
            Err(source) => one(source),
        }));
    }
    if Path::new(path).exists() || !path.contains(['*', '?', '[']) {
        return at(Path::new(path), passed_over);
    }
    match glob::glob(path) {
        Err(error) => one(ArchiveSource::missing(Path::new(path), format!("it is no pattern: {error}"))),
        Ok(paths) => {
            let mut paths = paths.peekable();
            if paths.peek().is_none() {
                return one(ArchiveSource::missing(Path::new(path), "no file is like this pattern"));
            }
            let counter = Arc::clone(passed_over);
            Box::new(paths.flat_map(move |found| match found {
                Ok(path) => at(&path, &counter),
                Err(error) => one(ArchiveSource::missing(error.path(), error.error())),
            }))
        }
    }
}

/// The tournaments at `path`, a file, a folder or an archive; there is one at least, if only to say that there is none.
fn at(path: &Path, passed_over: &Arc<AtomicU64>) -> SourceIter {
    if !path.is_dir() {
        // A pipe may be waited for without end, and standard input is `-`.
        let is_other = path.metadata().is_ok_and(|found| !found.is_file());
        return if is_other { one(ArchiveSource::missing(path, NO_FILE)) } else { in_file(path, passed_over) };
    }
    let root = path.to_owned();
    let is_shown = |entry: &DirEntry| entry.depth() == 0 || !is_hidden(entry.path());
    let entries = WalkDir::new(path).follow_links(true).sort_by_file_name().into_iter();
    let counter = Arc::clone(passed_over);
    let found = entries.filter_entry(is_shown).flat_map(move |entry| -> SourceIter {
        let passed = match &entry {
            Err(error) => error.path().is_some_and(|path| is_nothing(path, error)),
            Ok(entry) => !entry.file_type().is_dir() && !is_looked_at(entry.path()),
        };
        match entry {
            _ if passed => {
                counter.fetch_add(1, Ordering::Relaxed);
                Box::new(std::iter::empty())
            }
            Err(error) => one(ArchiveSource::missing(error.path().unwrap_or(&root), &error)),
            Ok(entry) if entry.file_type().is_dir() => Box::new(std::iter::empty()),
            Ok(entry) if entry.file_type().is_file() => in_file(entry.path(), &counter),
            Ok(entry) => one(ArchiveSource::missing(entry.path(), NO_FILE)),
        }
    });
    let mut found = found.peekable();
    if found.peek().is_none() { one(ArchiveSource::missing(path, "no tournament is in it")) } else { Box::new(found) }
}

fn is_hidden(path: &Path) -> bool {
    path.file_name().and_then(|name| name.to_str()).is_some_and(|name| name.starts_with('.'))
}

/// Whether what could not be followed is passed over: a hidden link, one to a folder that it is in, and one to nowhere whose name is not that of
/// a tournament. All else that cannot be read is missing.
fn is_nothing(path: &Path, error: &walkdir::Error) -> bool {
    let is_link = path.symlink_metadata().is_ok_and(|found| found.is_symlink());
    is_link && (is_hidden(path) || error.loop_ancestor().is_some() || !is_looked_at(path))
}

fn has_ending(path: &Path, endings: &[&str]) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str());
    ending.is_some_and(|ending| endings.iter().any(|one| one.eq_ignore_ascii_case(ending)))
}

/// Whether a file of a folder is looked at, by its name.
fn is_looked_at(path: &Path) -> bool {
    has_ending(path, &ENDINGS) || has_ending(path, &["gz", "zip"])
}

fn in_file(path: &Path, passed_over: &AtomicU64) -> SourceIter {
    if !has_ending(path, &["zip"]) {
        return one(ArchiveSource::file(path));
    }
    match members(path, passed_over) {
        Ok(members) if members.is_empty() => one(ArchiveSource::missing(path, "no tournament is in it")),
        Ok(members) => Box::new(members.into_iter()),
        Err(error) => one(ArchiveSource::missing(path, error)),
    }
}

/// The members of an archive, in the order of their names.
fn members(archive: &Path, passed_over: &AtomicU64) -> Result<Vec<ArchiveSource>, ZipError> {
    let name = archive.to_str().ok_or_else(|| io::Error::other("its name is not UTF-8; rename it"))?;
    let open = opened(archive)?;
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
        members.push(ArchiveSource {
            name: format!("{name}/{member}"),
            place: SourcePlace::Member { archive: archive.to_owned(), index },
        });
    }
    members.sort_by(|one, other| one.name.cmp(&other.name));
    // An archive may have a name twice.
    for group in members.chunk_by_mut(|one, other| one.name == other.name) {
        for (number, member) in (1..).zip(group).skip(1) {
            member.name.push_str(&format!("#{number}"));
        }
    }
    Ok(members)
}

/// The lines of standard input that are not blank: a path each, or a source.
#[derive(Default)]
struct Lines {
    number: usize,
    /// It could not be read further.
    is_broken: bool,
    /// What standard input has, if it was read before.
    kept: Option<BufReader<File>>,
}

impl Lines {
    fn source(&self, place: SourcePlace) -> ArchiveSource {
        ArchiveSource { name: format!("{STDIN}{}", self.number), place }
    }

    fn missing(&self, why: impl ToString) -> Result<String, ArchiveSource> {
        Err(self.source(SourcePlace::Missing(why.to_string())))
    }
}

impl Iterator for Lines {
    type Item = Result<String, ArchiveSource>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.is_broken {
            self.number += 1;
            let mut line = Vec::new();
            let mut input: Box<dyn BufRead + '_> = match &mut self.kept {
                Some(kept) => Box::new(kept),
                None => Box::new(io::stdin().lock()),
            };
            match (&mut input).take(MOST_BYTES as u64 + 1).read_until(b'\n', &mut line) {
                Ok(0) => return None,
                Ok(read) if read > MOST_BYTES && !line.ends_with(b"\n") => {
                    let skipped = input.skip_until(b'\n');
                    drop(input);
                    return Some(self.missing(match skipped {
                        Ok(_) => format!("the line has more than {MOST_BYTES} bytes"),
                        Err(error) => error.to_string(),
                    }));
                }
                Ok(_) => drop(input),
                Err(error) => {
                    drop(input);
                    self.is_broken = true;
                    return Some(self.missing(error));
                }
            }
            let line = line.trim_ascii_end();
            let line = if self.number == 1 { without_bom(line) } else { line };
            if line.is_empty() {
                continue;
            }
            let Ok(line) = str::from_utf8(line) else { return Some(self.missing("the line is not UTF-8")) };
            let is_tournament = line.trim_start().starts_with('{');
            let line = line.to_owned();
            return Some(if is_tournament { Err(self.source(SourcePlace::Text(line))) } else { Ok(line) });
        }
        None
    }
}
