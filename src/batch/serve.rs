//! What a process of a pool does, and the lines by which the two talk.

use super::{ArchiveSource, FileMessage, FileWorker, Plan};
use crate::printable::printable_json;
use crate::solve;
use serde::{Deserialize, Serialize};
use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::sync::mpsc::channel;
use std::thread;

/// A source to be done, but for the first items.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Request {
    pub source: ArchiveSource,
    pub skip: usize,
}

/// The first word of a line: what it is. The rest of it is JSON.
pub(super) const READY: &str = "ready ";
pub(super) const HEAD: &str = "head ";
pub(super) const RECORD: &str = "record ";
pub(super) const DONE: &str = "done ";

/// Be a process of a [`Pool`](super::Pool): read a plan and then sources from standard input, a line each, and write their
/// records to standard output. It ends with its input, whatever it is at.
///
/// # Errors
/// The error of standard input or output, or that the first line is no plan.
pub fn serve() -> io::Result<()> {
    let mut line = String::new();
    io::stdin().lock().read_line(&mut line)?;
    let plan: Plan = serde_json::from_str(&line)?;
    let mut work = FileWorker::new(plan).map_err(io::Error::other)?;
    solve::be_ended_first();
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
        let mut told = Ok(());
        let _ = work.answer(&source, skip, &mut |news| {
            told = match news {
                FileMessage::Head(head) => say(HEAD, &head),
                FileMessage::Record(record) => say(RECORD, &record),
            };
            if told.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        told?;
        say(DONE, &())?;
    }
    Ok(())
}

fn say(word: &str, what: &impl Serialize) -> io::Result<()> {
    let line = format!("{word}{}\n", printable_json(&serde_json::to_string(what)?));
    let mut out = io::stdout().lock();
    out.write_all(line.as_bytes())?;
    out.flush()
}
