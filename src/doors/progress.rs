//! How far a run is, for whoever waits at a terminal.

use super::output;
use crate::questions::batch::{Sources, Summary};
use crate::solve::{Moment, Tally, TallyCount};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// How often a line is said where there is no terminal.
const EVERY: Duration = Duration::from_secs(30);

/// How long a question takes before anybody wants to know how far it is.
const PATIENCE: Duration = Duration::from_secs(2);

/// How often a question's count is looked at.
const LOOK: Duration = Duration::from_millis(100);

/// Whether somebody sees it.
fn is_shown(output: &output::OutputOptions) -> bool {
    io::stderr().is_terminal() && !output.quiet
}

/// A bar of so many `what`, or a count if nobody knows how many there will be.
fn bar(what: &str, of: Option<u64>) -> ProgressBar {
    let text = match of {
        Some(_) => format!("{{bar:30}} {{pos}} of {{len}} {what}{{msg}}, {{eta}} left"),
        None => format!("{{spinner}} {what}: {{pos}}{{msg}}, {{elapsed}}"),
    };
    // A template that cannot be read is the default one.
    let style = ProgressStyle::with_template(&text).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::with_draw_target(of, ProgressDrawTarget::stderr()).with_style(style)
}

/// How far a long run is: a bar on a terminal, otherwise a line now and then.
pub(crate) struct Progress<'o> {
    bar: Option<ProgressBar>,
    output: &'o output::OutputOptions,
    what: &'static str,
    of: Option<u64>,
    said: Moment,
}

impl<'o> Progress<'o> {
    /// Of so many `what`, if it is known how many.
    pub fn new(output: &'o output::OutputOptions, what: &'static str, of: Option<u64>) -> Self {
        Self { bar: is_shown(output).then(|| bar(what, of)), output, what, of, said: Moment::now() }
    }

    /// So many are done, and what else there is to say, which begins with a comma.
    pub fn show(&mut self, done: u64, more: impl FnOnce() -> String) {
        match &self.bar {
            Some(bar) => {
                bar.set_position(done);
                bar.set_message(more());
            }
            None if self.said.elapsed() >= EVERY => {
                self.said = Moment::now();
                let of = self.of.map(|of| format!(" of {of}")).unwrap_or_default();
                self.output.say(format!("{done}{of} {}{}", self.what, more()));
            }
            None => {}
        }
    }

    /// Take it away.
    pub fn end(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// How far a run of many files is.
pub(super) struct FilesProgress<'o> {
    shown: Progress<'o>,
    begun: Moment,
    /// The records that were there before.
    before: Option<u64>,
}

impl<'o> FilesProgress<'o> {
    /// Of the files of `paths`, which are counted for the time left, unless they come from standard input or nobody sees it.
    pub fn new(paths: &[String], output: &'o output::OutputOptions) -> Self {
        let is_known = is_shown(output) && !paths.iter().any(|path| path == "-");
        let files = is_known.then(|| Sources::new(paths.to_vec()).count() as u64);
        Self { shown: Progress::new(output, "files", files), begun: Moment::now(), before: None }
    }

    pub fn show(&mut self, summary: &Summary) {
        let new = summary.records - *self.before.get_or_insert(summary.records);
        let rate = new as f64 / self.begun.elapsed().as_secs_f64().max(0.001);
        self.shown.show(summary.files, || {
            format!(", {} records, {} failed, {rate:.0} a second", summary.records, summary.failed)
        });
    }

    pub fn end(&self) {
        self.shown.end();
    }
}

/// Shows how far a question is that takes longer, until it is dropped.
#[derive(Debug)]
pub(super) struct Watch {
    thread: Option<JoinHandle<()>>,
    /// Nothing is sent: its end is the word.
    end: Option<Sender<()>>,
}

impl Watch {
    /// From now on; `None` if nobody sees it.
    pub fn begin(output: &output::OutputOptions, tally: &'static Tally) -> Option<Self> {
        if !is_shown(output) {
            return None;
        }
        let (end, ended) = channel();
        let watch = move || {
            let (begun, mut wait) = (Moment::now(), PATIENCE);
            // What is counted, and the bar of that.
            let mut shown: Option<((&str, Option<u64>), ProgressBar)> = None;
            while ended.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
                wait = LOOK;
                let Some(TallyCount { what, done, of }) = tally.read() else { continue };
                let (_, bar) = match shown {
                    Some(ref shown) if shown.0 == (what, of) => shown,
                    _ => shown.insert(((what, of), bar(what, of).with_elapsed(begun.elapsed()))),
                };
                bar.set_position(done);
                bar.tick();
            }
            if let Some((_, bar)) = shown {
                bar.finish_and_clear();
            }
        };
        // Where no thread is to be had, nothing is shown.
        let thread = thread::Builder::new().spawn(watch).ok()?;
        Some(Self { thread: Some(thread), end: Some(end) })
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.end = None;
        // What it has drawn is away before anything else is written.
        self.thread.take().map(JoinHandle::join);
    }
}
