use super::output;
use crate::batch::{Sources, Summary};
use crate::solve::Moment;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal};
use std::time::Duration;

/// How far a run of many files is: a bar on a terminal, otherwise a line now and then.
pub(super) struct Progress<'o> {
    bar: Option<ProgressBar>,
    output: &'o output::OutputArguments,
    begun: Moment,
    said: Moment,
    /// The records that were there before.
    before: Option<u64>,
}

/// How often a line is said.
const EVERY: Duration = Duration::from_secs(30);

impl<'o> Progress<'o> {
    /// Of the files of `paths`, which are counted for the time left, unless they come from standard input.
    pub fn new(paths: &[String], output: &'o output::OutputArguments) -> Self {
        let is_shown = io::stderr().is_terminal() && !output.quiet;
        let is_known = !paths.iter().any(|path| path == "-");
        let bar = is_shown.then(|| {
            let files = is_known.then(|| Sources::new(paths.to_vec()).count() as u64);
            let bar = ProgressBar::with_draw_target(files, ProgressDrawTarget::stderr());
            let text = "{bar:30} {pos} of {len} files, {msg}, {eta} left";
            // A template that cannot be read is the default one.
            bar.with_style(ProgressStyle::with_template(text).unwrap_or_else(|_| ProgressStyle::default_bar()))
        });
        let now = Moment::now();
        Self { bar, output, begun: now, said: now, before: None }
    }

    pub fn show(&mut self, summary: &Summary) {
        let new = summary.records - *self.before.get_or_insert(summary.records);
        let rate = new as f64 / self.begun.elapsed().as_secs_f64().max(0.001);
        let counts = || format!("{} records, {} failed, {rate:.0} a second", summary.records, summary.failed);
        match &self.bar {
            Some(bar) => {
                bar.set_position(summary.files);
                bar.set_message(counts());
            }
            None if self.said.elapsed() >= EVERY => {
                self.said = Moment::now();
                self.output.say(format!("{} files, {}", summary.files, counts()));
            }
            None => {}
        }
    }

    pub fn end(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
