//! Where the tournaments are looked for: paths, folders, archives, patterns and standard input.

use super::{ArchiveSource, ENDINGS, STDIN, SourcePlace, opened};
use crate::files::new_file::{FileError, Inputs};
use crate::files::read_file::NO_FILE;
use crate::files::{MOST_BYTES, without_bom};
use sha2::{Digest, Sha256};
use std::collections::HashSet;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use walkdir::{DirEntry, WalkDir};
use zip::result::ZipError;

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
    pub(in super::super) fn passed_over(&self) -> Arc<AtomicU64> {
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

pub(super) fn has_ending(path: &Path, endings: &[&str]) -> bool {
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
