use super::Plan;
use super::record::{ArchiveRecord, RecordStatus};
use super::serve::{DONE, HEAD, RECORD, Request};
use super::source::{ArchiveSource, Sources};
use super::work::FileHead;
use crate::model::Model;
use crate::solve::worker::{ARCHIVE, Worker};
use crate::solve::{Moment, highs_version};
use itertools::Itertools;
use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// Processes that follow one plan.
#[derive(Debug, Clone)]
pub struct Pool {
    /// The program of a process, and its arguments, with which it calls [`serve`](super::serve()).
    pub program: (PathBuf, Vec<String>),
    /// How many processes.
    pub jobs: usize,
    /// If this is set, the processes are ended at once, and nothing more is told.
    pub interrupt: &'static AtomicBool,
}

/// What is done with a record: it is one line of JSON without a line break, and from this source.
type TellRecord<'t> = dyn FnMut(&str, &ArchiveSource) -> io::Result<()> + 't;

/// How many sources may be done before the first one of them is, for each process. Their records wait.
const AHEAD: u64 = 32;

/// How often a flag is looked at while something is waited for.
const EVERY: Duration = Duration::from_millis(50);

/// How long a process that should have ended at its time limit is waited for.
const PATIENCE: Duration = Duration::from_secs(30);

/// What a thread tells of the source with this number.
struct SourceEvent {
    number: u64,
    source: Arc<ArchiveSource>,
    /// A record, or nothing at its end; an error if no process could be started.
    what: io::Result<Option<String>>,
}

/// What the threads share.
struct PoolState {
    pool: Pool,
    plan: Plan,
    request: String,
    models: Vec<Model>,
    patience: Option<Duration>,
    feed: Mutex<SourceQueue>,
    /// The number of the source whose records are told now.
    told: Mutex<u64>,
    moved: Condvar,
    is_over: AtomicBool,
}

/// The sources with their numbers, and how many of their items are skipped.
type SourceQueue = Box<dyn Iterator<Item = (u64, (ArchiveSource, usize))> + Send>;

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Pool {
    /// Do `first`, a source whose first items are skipped, and then `sources`, and `tell` their records in the order of the
    /// sources, whatever the number of processes.
    ///
    /// # Errors
    /// The error of `tell`, or why no process could be started. Then, and after an interrupt, the processes are ended.
    pub fn run(
        &self,
        plan: &Plan,
        first: Option<(ArchiveSource, usize)>,
        sources: Sources,
        tell: &mut TellRecord<'_>,
    ) -> io::Result<()> {
        let models = plan.models.iter().map(super::ModelText::open).try_collect().map_err(io::Error::other)?;
        let parts = 1 + u32::try_from(plan.systems.len()).unwrap_or(u32::MAX);
        let shared = Arc::new(PoolState {
            pool: self.clone(),
            plan: plan.clone(),
            request: plan.id(),
            models,
            patience: plan
                .time_limit
                .map(|limit| limit.saturating_mul(parts).saturating_mul(2).saturating_add(PATIENCE)),
            feed: Mutex::new(Box::new((0..).zip(first.into_iter().chain(sources.map(|source| (source, 0)))))),
            told: Mutex::new(0),
            moved: Condvar::new(),
            is_over: AtomicBool::new(false),
        });
        let (sender, events) = channel();
        for _ in 0..self.jobs.max(1) {
            let (shared, sender) = (Arc::clone(&shared), sender.clone());
            // It is not waited for: it may wait for standard input itself.
            thread::Builder::new().spawn(move || shared.work(&sender))?;
        }
        drop(sender);
        let done = in_order(&events, &shared, tell);
        shared.is_over.store(true, Ordering::Relaxed);
        shared.moved.notify_all();
        if done.is_err() || shared.is_stopped() {
            // The threads end their processes. One that waits for standard input has none at work.
            let begun = Moment::now();
            while begun.elapsed() < 20 * EVERY
                && !matches!(events.recv_timeout(EVERY), Err(RecvTimeoutError::Disconnected))
            {}
        }
        done
    }
}

/// Tell the records of `events` source by source.
fn in_order(events: &Receiver<SourceEvent>, shared: &PoolState, tell: &mut TellRecord<'_>) -> io::Result<()> {
    let mut waiting: BTreeMap<u64, Vec<(_, Option<String>)>> = BTreeMap::new();
    let mut current = 0;
    while !shared.is_stopped() {
        let SourceEvent { number, source, what } = match events.recv_timeout(EVERY) {
            Ok(event) => event,
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        };
        waiting.entry(number).or_default().push((source, what?));
        while let Some(ready) = waiting.remove(&current) {
            let mut is_ended = false;
            for (source, line) in &ready {
                match line {
                    Some(line) => tell(line, source)?,
                    None => is_ended = true,
                }
            }
            if !is_ended {
                break;
            }
            current += 1;
            *locked(&shared.told) = current;
            shared.moved.notify_all();
        }
    }
    Ok(())
}

impl PoolState {
    fn is_stopped(&self) -> bool {
        self.pool.interrupt.load(Ordering::Relaxed)
    }

    fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed) || self.is_stopped()
    }

    /// The next source, when those before it are nearly done.
    fn next(&self) -> Option<(u64, ArchiveSource, usize)> {
        let mut feed = locked(&self.feed);
        let (number, (source, skip)) = feed.next()?;
        let ahead = AHEAD * self.pool.jobs as u64;
        let mut told = locked(&self.told);
        while number >= *told + ahead && !self.is_over() {
            told = self.moved.wait_timeout(told, EVERY).unwrap_or_else(PoisonError::into_inner).0;
        }
        (!self.is_over()).then_some((number, source, skip))
    }

    /// Have one process do source after source.
    fn work(&self, sender: &Sender<SourceEvent>) {
        let mut process = None;
        while let Some((number, source, skip)) = self.next() {
            let source = Arc::new(source);
            let tell = |what| {
                // If nobody listens, the flag says so, too.
                let _ = sender.send(SourceEvent { number, source: Arc::clone(&source), what });
            };
            if let Err(error) = self.answer(&source, skip, &mut process, &|line| tell(Ok(Some(line)))) {
                return tell(Err(error));
            }
            if self.is_over() {
                return;
            }
            tell(Ok(None));
        }
    }

    /// Have the process do one source, and another process what is left when it ends.
    fn answer(
        &self,
        source: &ArchiveSource,
        mut skip: usize,
        process: &mut Option<Worker>,
        tell: &dyn Fn(String),
    ) -> io::Result<()> {
        let mut head = None;
        loop {
            let at = match process {
                Some(at) => at,
                None => process.insert(self.process()?),
            };
            // A process that has ended does not listen; what it says tells.
            let _ = at.tell("", &Request { source: source.clone(), skip });
            let why = loop {
                match self.said(at) {
                    ProcessOutput::Head(said) => head = Some(said),
                    ProcessOutput::Record(line) => {
                        tell(line);
                        skip += 1;
                    }
                    ProcessOutput::Done => return Ok(()),
                    ProcessOutput::Over => {
                        *process = None;
                        return Ok(());
                    }
                    ProcessOutput::AskError(why) => break why,
                }
            };
            *process = None;
            let (record, is_last) = self.record_of_end(source, head.as_ref(), skip, why);
            if let Some(record) = record {
                tell(record.line()?);
            }
            if is_last {
                return Ok(());
            }
            skip += 1;
        }
    }

    /// The record of the item in which a process ended, if it was at one, and whether there are no others after it.
    fn record_of_end(
        &self,
        source: &ArchiveSource,
        head: Option<&FileHead>,
        skip: usize,
        (status, error): (RecordStatus, String),
    ) -> (Option<ArchiveRecord>, bool) {
        let unread = FileHead { file: source.name.clone(), ..FileHead::default() };
        let item = head.and_then(|head| head.items.get(skip));
        let model = item.map(|(_, model)| *model);
        let record = ArchiveRecord {
            status,
            error: Some(error),
            round: item.map(|(round, _)| *round),
            model: model.map(|model| self.models[model].name().to_owned()),
            model_sha256: model.map(|model| self.plan.models[model].sha256()),
            ..ArchiveRecord::of_error(head.unwrap_or(&unread), &self.request, &highs_version())
        };
        let is_at_one = head.is_none() || item.is_some();
        let is_last = head.is_none_or(|head| skip + 1 >= head.items.len());
        (Some(record).filter(|_| is_at_one), is_last)
    }
}

enum ProcessOutput {
    Head(FileHead),
    Record(String),
    Done,
    /// It has ended, or was ended: how to record it, and why.
    AskError((RecordStatus, String)),
    /// The run is over.
    Over,
}

impl PoolState {
    fn process(&self) -> io::Result<Worker> {
        let mut process = Worker::start(&self.pool.program)?;
        // If it has ended already, it is known now.
        let _ = process.tell(ARCHIVE, &self.plan);
        process.ready()?;
        Ok(process)
    }

    fn said(&self, process: &mut Worker) -> ProcessOutput {
        let begun = Moment::now();
        loop {
            match process.line(EVERY) {
                Ok(line) => match understood(line) {
                    Some(said) => return said,
                    None => continue,
                },
                Err(RecvTimeoutError::Disconnected) => {
                    return ProcessOutput::AskError((RecordStatus::Error, process.end()));
                }
                Err(RecvTimeoutError::Timeout) if self.is_over() => return ProcessOutput::Over,
                Err(RecvTimeoutError::Timeout) => {}
            }
            if self.patience.is_some_and(|patience| begun.elapsed() > patience) {
                // It is ended when this is dropped.
                let why = "the process did not end at the time limit, and was ended".to_owned();
                return ProcessOutput::AskError((RecordStatus::TimeLimit, why));
            }
        }
    }
}

/// A line of a process; `None` if it is none of the lines that it should say.
fn understood(mut line: String) -> Option<ProcessOutput> {
    if line.starts_with(RECORD) {
        return Some(ProcessOutput::Record(line.split_off(RECORD.len())));
    }
    if line.starts_with(DONE) {
        return Some(ProcessOutput::Done);
    }
    serde_json::from_str(line.strip_prefix(HEAD)?).ok().map(ProcessOutput::Head)
}
