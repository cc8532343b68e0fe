//! A process of this program that works for it. It is told in lines what to do, and answers in lines; it is ended when nobody wants
//! its answer. One serves archives, file after file, and HiGHS, for a program whose end nobody knows.

use serde::Serialize;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// The first word of a line that has the plan of an archive.
pub(crate) const ARCHIVE: &str = "archive ";
/// The first word of a line that has a program for HiGHS.
pub(crate) const PROGRAM: &str = "program ";
/// The first word of the line by which a process says that it listens.
pub(crate) const READY: &str = "ready ";
/// How many bytes are kept of what a process says before it ends.
const LAST_WORDS: usize = 2_000;

/// A process, which is ended when this is dropped.
pub(crate) struct Worker {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    last_words: Option<JoinHandle<String>>,
}

impl Worker {
    /// Start a program with arguments with which it calls `batch::serve`.
    pub fn start((program, arguments): &(PathBuf, Vec<String>)) -> io::Result<Self> {
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = apart_from_terminal(&mut command).spawn()?;
        let (input, output, errors) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (sender, lines) = sync_channel(16);
        let mut worker = Self { child, input, lines, last_words: None };
        let (Some(output), Some(errors)) = (output, errors) else {
            return Err(io::Error::other("a process without pipes"));
        };
        thread::Builder::new().spawn(move || {
            let lines = BufReader::new(output).lines();
            lines.map_while(Result::ok).try_for_each(|line| sender.send(line))
        })?;
        worker.last_words = Some(thread::Builder::new().spawn(move || last_words(errors))?);
        Ok(worker)
    }

    /// Write a line: a word, and what it is about as JSON. If the process has ended, it is known from what it says.
    pub fn tell(&mut self, word: &str, what: &impl Serialize) -> io::Result<()> {
        let line = format!("{word}{}\n", serde_json::to_string(what)?);
        self.input.as_mut().map_or(Ok(()), |input| input.write_all(line.as_bytes()))
    }

    /// Tell it that nothing more is wanted: its input ends.
    pub fn dismiss(&mut self) {
        self.input = None;
    }

    /// The next line, if it comes so soon.
    pub fn line(&self, most: Duration) -> Result<String, RecvTimeoutError> {
        self.lines.recv_timeout(most)
    }

    /// The version of HiGHS that it says when it listens.
    ///
    /// # Errors
    /// How it ended.
    pub fn ready(&mut self) -> io::Result<String> {
        match self.lines.recv() {
            Ok(line) if line.starts_with(READY) => Ok(serde_json::from_str(&line[READY.len()..])?),
            _ => Err(io::Error::other(format!("a process does not start: {}", self.end()))),
        }
    }

    /// How it ended, and what it said last.
    pub fn end(&mut self) -> String {
        let how = self.child.wait().map_or_else(|error| error.to_string(), ended);
        let words = self.last_words.take().and_then(|words| words.join().ok()).unwrap_or_default();
        let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
        if words.is_empty() { how } else { format!("{how}: {words}") }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A Ctrl-C at the terminal is for the program that asked: it tells this one.
fn apart_from_terminal(command: &mut Command) -> &mut Command {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    #[cfg(windows)]
    {
        // CREATE_NEW_PROCESS_GROUP of Windows' process creation flags.
        std::os::windows::process::CommandExt::creation_flags(command, 0x200);
    }
    command
}

/// The end of what a process says on standard error.
fn last_words(mut errors: impl Read) -> String {
    let mut kept = Vec::new();
    let mut bytes = [0; 1024];
    while let Ok(read @ 1..) = errors.read(&mut bytes) {
        kept.extend_from_slice(&bytes[..read]);
        let more = kept.len().saturating_sub(LAST_WORDS);
        kept.drain(..more);
    }
    String::from_utf8_lossy(&kept).into_owned()
}

/// How a process ended.
fn ended(status: ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        let why = if signal == 9 { ", as when the memory of the machine is used up" } else { "" };
        return format!("the process was ended by signal {signal}{why}");
    }
    match status.code() {
        Some(code) => format!("the process ended with exit code {code}"),
        None => "the process ended".to_owned(),
    }
}

/// Say a line as such a process: a word, and what it is about as JSON.
pub(crate) fn say(word: &str, what: &impl Serialize) -> io::Result<()> {
    let line = format!("{word}{}\n", crate::files::printable::printable_json(&serde_json::to_string(what)?));
    let mut out = io::stdout().lock();
    out.write_all(line.as_bytes())?;
    out.flush()
}
