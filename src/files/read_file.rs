//! The one way in which a file that somebody gives is read: a regular file, of so many bytes at most, and as long as there is a budget.

use crate::graph::budget::spend;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

/// What is wrong with a pipe, which may be waited for without end, and with a device, which may give bytes without end.
pub(crate) const NO_FILE: &str =
    "it is no regular file; save what it gives as one, or give that to standard input where - is taken";

/// The greatest number of bytes of a model file. All its side constraints are in it, 100,000 forbidden pairs and more. An experiment has
/// no more, nor have the settings of a random tournament.
pub(crate) const MOST_MODEL: u64 = 1_000_000;

/// Open the file at `path`, if it is a regular one.
#[expect(clippy::disallowed_methods, reason = "what it is has been asked")]
pub(crate) fn open(path: &Path) -> io::Result<File> {
    let found = fs::metadata(path)?;
    match found.is_file() {
        true => File::open(path),
        false if found.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        false => Err(io::Error::other(NO_FILE)),
    }
}

/// The bytes of the regular file at `path`, if there are `most` at most. What is beyond is not read.
///
/// # Errors
/// As of the system; of the kind [`FileTooLarge`](io::ErrorKind::FileTooLarge) if there are more.
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut file = open(path)?;
    let (mut bytes, mut length) = (Vec::new(), file.metadata()?.len());
    while length <= most {
        if (&mut file).take(1 << 20).read_to_end(&mut bytes)? == 0 {
            return Ok(bytes);
        }
        // Ask each time whether the budget is spent.
        spend(usize::MAX);
        length = bytes.len() as u64;
    }
    Err(io::Error::new(io::ErrorKind::FileTooLarge, format!("it has more than {most} bytes")))
}

/// The same as text. The error of what is not UTF-8 is of the kind [`InvalidData`](io::ErrorKind::InvalidData).
pub(crate) fn read_text(path: &Path, most: u64) -> io::Result<String> {
    let text = String::from_utf8(read(path, most)?);
    text.map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is not UTF-8 text; save it as UTF-8"))
}
