//! The files that a call as another program writes, which are named as these programs have it.

use super::{EngineArguments, refuse};
use crate::files::{self, read_file};
use crate::questions::asked::NewFile;
use itertools::Itertools;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Whether a file is a tournament: JSON, or a report that has a record of a name or of a player.
fn is_tournament(path: &Path) -> bool {
    /// More than stands before the first record of a player.
    const MOST: u64 = 1 << 20;
    let mut bytes = Vec::new();
    let read = read_file::open(path).and_then(|file| file.take(MOST).read_to_end(&mut bytes));
    let text = String::from_utf8_lossy(files::without_bom(&bytes));
    // No line of a pairing begins with a zero and another digit.
    let is_record = |line: &str| line.starts_with("001 ") || line.starts_with("012 ");
    read.is_ok() && (files::is_json(&bytes) || text.split(['\n', '\r']).any(is_record))
}

impl EngineArguments {
    /// Refuse to write over a tournament, which may be one that was taken for the file to be written, and two texts to one file.
    pub(super) fn check_files(&self) -> anyhow::Result<()> {
        let outs = [("-p", &self.pair), ("-l", &self.list)];
        let outs = outs.map(|(option, out)| (option, out.as_ref().and_then(Option::as_ref).map(NewFile::path)));
        for (option, path) in outs {
            let is_refused = |path: &&Path| *path != Path::new("-") && is_tournament(&self.place(path));
            let Some(path) = path.filter(is_refused) else { continue };
            let path = path.display();
            let message = format!(
                "{path} comes after {option}, so it would be written over, and it is a tournament; name it before \
                 {option}, or write - there if the tournament is standard input"
            );
            return refuse(message);
        }
        let generated = self.out.as_ref().map(NewFile::path);
        let named =
            outs.into_iter().chain([("-o", generated)]).filter_map(|(option, path)| Some((self.place(path?), option)));
        let named: Vec<(PathBuf, &str)> = named.collect();
        match named.iter().duplicates_by(|(place, _)| place).next() {
            Some((place, _)) => {
                let options = named.iter().filter(|(other, _)| other == place).map(|(_, option)| option).join(" and ");
                refuse(format!("{options} name one file; name two"))
            }
            None => Ok(()),
        }
    }

    /// The name of the file without its ending.
    pub(super) fn stem(&self) -> String {
        let stem = self.path().and_then(Path::file_stem);
        stem.map_or_else(|| "(stdin)".to_owned(), |stem| stem.to_string_lossy().into_owned())
    }

    /// If a check-list is asked for, write it to the file that -l names, to the one beside FILE, or to standard output.
    pub(super) fn write_list(&self, text: &str) -> anyhow::Result<()> {
        let Some(list) = &self.list else { return Ok(()) };
        let is_alone = self.pair.is_none() && self.check.is_none() && self.generate.is_none();
        match (list.as_ref().map(NewFile::path), self.path()) {
            (Some(list), _) => self.write(Some(list), text),
            (None, _) if is_alone => self.write(None, text),
            (None, _) if self.generate.is_some() => {
                let out = self.out.as_ref().map(|out| out.path().with_extension("list"));
                self.write(out.as_deref(), text)
            }
            (None, Some(file)) => self.write(Some(&file.with_extension("list")), text),
            (None, None) => refuse("the tournament is standard input; give -l the name of a file"),
        }
    }

    /// The file of this name. A name without a folder is that of a file beside FILE, or beside CONFIG.
    pub(super) fn place(&self, out: &Path) -> PathBuf {
        let is_bare = out.parent().is_some_and(|folder| folder.as_os_str().is_empty());
        let configuration = self.generate.as_ref().and_then(Option::as_ref).map(Path::new);
        match self.path().or(configuration) {
            Some(file) if is_bare => file.with_file_name(out),
            _ => out.to_owned(),
        }
    }

    /// Write to `out`, or to standard output, which is `-`, too.
    pub(super) fn write(&self, out: Option<&Path>, text: &str) -> anyhow::Result<()> {
        let Some(out) = out.filter(|out| *out != Path::new("-")) else {
            self.output.print(text.as_bytes());
            return Ok(());
        };
        let written = self.output.inputs.write_through(&self.place(out), text.as_bytes());
        written.or_else(|error| refuse(format!("cannot write {error}")))
    }
}
