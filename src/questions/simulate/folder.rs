use super::{EventHalt, EventRow, Experiment, Run, SimulateReport, table};
use crate::files::new_file::{FileError, Inputs, lock};
use crate::files::read_file::{self, read_text};
use crate::files::request_field::RequestField;
use crate::files::{MOST_BYTES, json};
use crate::questions::AskError;
use crate::questions::batch::ExistingFile;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;

/// The folder of a run, and the files that the run reads.
pub(super) struct RunFolder<'r>(pub &'r Path, pub &'r Inputs);

const ROWS: &str = "events.csv";
pub(super) const MANIFEST: &str = "manifest.json";
const TEXT: &str = "experiment.toml";
/// No row has more bytes.
const MOST_OF_ROW: u64 = 1 << 16;
const PLOT: &str = SimulateReport::PLOT;
const FORCE: RequestField = RequestField("force");
/// What is written besides the text of the experiment.
const WRITTEN: [&str; 8] =
    [ROWS, MANIFEST, "players.csv", "summary.csv", "differences.csv", "timing.csv", "events.parquet", PLOT];

/// Whether a run may write a file of this name.
pub(super) fn is_written(name: &str) -> bool {
    name == TEXT || WRITTEN.contains(&name)
}

impl RunFolder<'_> {
    /// The file of the rows, to be added to, and the rows that it has, by arm.
    pub fn open(&self, experiment: &Experiment, run: Run<'_>) -> Result<(File, Vec<Vec<EventRow>>), AskError> {
        for name in WRITTEN {
            self.1.check(&self.0.join(name))?;
        }
        let manifest = self.0.join(MANIFEST);
        let has_rows = self.0.join(ROWS).metadata().is_ok_and(|rows| rows.len() > 0);
        let is_there = manifest.exists() || has_rows;
        match run.existing {
            ExistingFile::Refuse if is_there => {
                let (shown, resume) = (self.0.display(), RequestField("resume"));
                let what =
                    format!("{shown} has an experiment; add {resume} to go on where it ends, or {FORCE} to begin anew");
                return Err(AskError::wrong(what));
            }
            ExistingFile::Resume if is_there => {
                if let Some(name) = experiment.functions().first() {
                    let why = "which may be another one than that of the run, so it cannot be resumed";
                    let how = format!("choose another folder, or begin anew with {FORCE}");
                    return Err(AskError::wrong(format!("{name} is a function, {why}; {how}")));
                }
                let before = read_text(&manifest, MOST_BYTES as u64).map_err(|error| self.failed(MANIFEST, error))?;
                let whole = serde_json::from_str::<serde_json::Value>(&before).ok();
                let events = whole.and_then(|manifest| manifest["events"].as_u64()).unwrap_or_default();
                if before != table::manifest(experiment, events) {
                    let why = "is not of this experiment and this version of the program, so the run cannot be resumed";
                    let how = format!("choose another folder, or begin anew with {FORCE}");
                    return Err(AskError::wrong(format!("{} {why}; {how}", manifest.display())));
                }
                return self.resume(self.rows()?, experiment, run.events);
            }
            _ => {}
        }
        fs::create_dir_all(self.0).map_err(|error| FileError::new(self.0, error))?;
        // The rows and the plot of another experiment are never beside the manifest of this one.
        let rows = self.rows()?;
        rows.set_len(0).map_err(|error| self.failed(ROWS, error))?;
        self.1.remove(&self.0.join(PLOT))?;
        let text = experiment.kept_text();
        let files = experiment.files.iter().map(|(name, bytes)| (name.as_str(), &bytes[..]));
        for (name, bytes) in files.chain([(TEXT, text.as_bytes())]) {
            let path = self.0.join(name);
            // The experiment, and what it names, may be in the folder itself.
            if !read_file::read(&path, bytes.len() as u64).is_ok_and(|there| there == bytes) {
                let is_replaced = run.existing == ExistingFile::Replace;
                self.1.write_file(&path, is_replaced, |mut file| file.write_all(bytes))?;
            }
        }
        self.put(MANIFEST, table::manifest(experiment, 0).as_bytes())?;
        self.resume(rows, experiment, run.events)
    }

    /// The file of the rows, which is written by no other run meanwhile.
    #[expect(clippy::disallowed_methods, reason = "it is cut off only when it is known what it is")]
    fn rows(&self) -> Result<File, AskError> {
        let options = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(self.0.join(ROWS));
        let rows = options.and_then(|rows| lock(&rows).map(|()| rows));
        rows.map_err(|error| self.failed(ROWS, error))
    }

    /// The rows of an ended run of this experiment, without those of an event that is not whole.
    fn resume(
        &self,
        mut file: File,
        experiment: &Experiment,
        events: u64,
    ) -> Result<(File, Vec<Vec<EventRow>>), AskError> {
        let failed = |error| self.failed(ROWS, error);
        let path = self.0.join(ROWS);
        let most = MOST_OF_ROW.saturating_mul(1 + events.saturating_mul(experiment.arms.len() as u64));
        let text = read_text(&path, most).map_err(failed)?;
        let header = table::header(&experiment.metrics);
        let (whole, rows) = match text.strip_prefix(&header) {
            Some(body) => {
                let (whole, rows) = self.whole(experiment, body)?;
                (header.len() + whole, rows)
            }
            None if header.starts_with(&text) => (0, vec![Vec::new(); experiment.arms.len()]),
            None => {
                return Err(self.other_row(1, "the header of this experiment"));
            }
        };
        let done = rows[0].len() as u64;
        if done > events {
            let what = format!("{} has {done} events already; ask for as many, or for more", path.display());
            return Err(AskError::wrong(what));
        }
        file.set_len(whole as u64).and_then(|()| file.seek(SeekFrom::End(0))).map_err(failed)?;
        if whole == 0 {
            file.write_all(header.as_bytes()).map_err(failed)?;
        }
        Ok((file, rows))
    }

    /// The bytes of the whole events of `body`, and their rows by arm.
    fn whole(&self, experiment: &Experiment, body: &str) -> Result<(usize, Vec<Vec<EventRow>>), AskError> {
        let arms = experiment.arms.len();
        let mut rows = vec![Vec::new(); arms];
        let (mut whole, mut read) = (0, 0);
        for (number, line) in body.split_inclusive('\n').enumerate() {
            let Some(line) = line.strip_suffix('\n') else { break };
            let (event, arm) = (number / arms + 1, number % arms);
            let row = table::row(line, &table::keys(experiment, arm, event as u64), experiment);
            rows[arm].push(row.ok_or_else(|| {
                let name = &experiment.arms[arm].name;
                let what = format!("the row of arm '{name}' and event {event} that this experiment writes there");
                self.other_row(number + 2, &what)
            })?);
            read += line.len() + 1;
            if arm + 1 == arms {
                whole = read;
            }
        }
        let events = rows[arms - 1].len();
        rows.iter_mut().for_each(|rows| rows.truncate(events));
        Ok((whole, rows))
    }

    /// The refusal of a line of the rows, which should be `what`.
    fn other_row(&self, line: usize, what: &str) -> AskError {
        let path = self.0.join(ROWS);
        let how = format!("put back the file that the run has left, or begin anew with {FORCE}");
        AskError::wrong(format!("{}, line {line}: it is not {what}; {how}", path.display()))
    }

    /// Write a file, which is there when it is whole.
    pub fn put(&self, name: &str, bytes: &[u8]) -> Result<(), AskError> {
        self.write(name, |mut file| file.write_all(bytes))
    }

    pub fn write(&self, name: &str, write: impl FnOnce(&File) -> io::Result<()>) -> Result<(), AskError> {
        Ok(self.1.write_file(&self.0.join(name), true, write)?)
    }

    fn failed(&self, name: &str, error: io::Error) -> AskError {
        FileError::new(&self.0.join(name), error).into()
    }

    /// The end of a broken run. The tournament of a fault is kept in a file.
    pub fn broken(&self, halt: EventHalt) -> AskError {
        let fault = match halt {
            EventHalt::Fault(fault) => fault,
            EventHalt::Io(error) => return self.failed(ROWS, error),
            EventHalt::Limit => return halt.into(),
        };
        let what = if fault.is_refused { "refused" } else { "fault" };
        let name = format!("{what}-event-{}-round-{}.json", fault.event, fault.round);
        if let Err(error) = self.put(&name, json::write(&fault.tournament).as_bytes()) {
            return error;
        }
        let kept = self.0.join(name);
        let kept = kept.display();
        if fault.is_refused {
            return AskError::wrong(format!("{fault}; the tournament is in {kept}"));
        }
        AskError::Internal(format!("{fault}; the tournament before the round is in {kept}; please report this"))
    }
}
