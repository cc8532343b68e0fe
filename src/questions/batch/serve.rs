//! What a process of a pool does, and the lines by which the two talk.

use super::work::FileWorker;
use super::{ArchiveSource, Plan};
use crate::solve;
use crate::solve::worker::{ARCHIVE, PROGRAM, READY, say};
use serde::{Deserialize, Serialize};
use std::io::{self, BufRead};
use std::sync::mpsc::channel;
use std::thread;

/// A source to be done, but for the first items.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Request {
    pub source: ArchiveSource,
    pub skip: usize,
}

/// The first word of a line: what it is. The rest of it is JSON.
pub(super) const HEAD: &str = "head ";
pub(super) const RECORD: &str = "record ";
pub(super) const DONE: &str = "done ";

/// Be a process that works for another one. Of a [`Pool`](super::Pool): read a plan and then sources from standard input, a line each,
/// and write their records to standard output. It ends with its input, whatever it is at. Or read a program for `HiGHS`, and write what
/// it answers.
///
/// # Errors
/// The error of standard input or output, or that the first line is neither.
pub fn serve() -> io::Result<()> {
    let started = solve::Moment::now();
    let mut line = String::new();
    io::stdin().lock().read_line(&mut line)?;
    solve::be_ended_first();
    if let Some(program) = line.strip_prefix(PROGRAM) {
        say(READY, &solve::highs_version())?;
        return solve::serve_program(program, started);
    }
    let plan: Plan = serde_json::from_str(line.strip_prefix(ARCHIVE).ok_or(io::ErrorKind::InvalidData)?)?;
    let mut work = FileWorker::new(plan).map_err(io::Error::other)?;
    say(READY, &solve::highs_version())?;
    let (sender, requests) = channel::<Request>();
    thread::spawn(move || {
        for line in io::stdin().lock().lines() {
            let request = line.and_then(|line| Ok(serde_json::from_str(&line)?));
            if request.is_ok_and(|request| sender.send(request).is_ok()) {
                continue;
            }
            break;
        }
        // Nobody asks any more, or reads what is still to be said.
        signal_hook::low_level::exit(0);
    });
    for Request { source, skip } in requests {
        work.answer(&source, skip)?;
        say(DONE, &())?;
    }
    Ok(())
}
