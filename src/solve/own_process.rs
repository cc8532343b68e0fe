//! HiGHS in a process of its own, for programs whose end nobody knows.
//!
//! HiGHS asks for limits while it searches, but its presolve can go on for half a minute without asking. A process can be
//! ended then; a thread cannot, and it would go on in a process that is somebody else's. So a large program goes to a process
//! of its own if the door has said how to start one ([`solve_apart`]), and there are limits. All others are solved here.

use super::clock::Moment;
use super::highs::{Ear, Heard, HighsAnswer, HighsFailure, Listener, SearchProgress, Task, perform_here};
use super::limits::{BudgetEnd, LimitedBudget};
use super::worker::{PROGRAM, READY, Worker, say};
use super::{Limits, memory};
use serde::{Deserialize, Serialize};
use std::io;
use std::path::PathBuf;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::RecvTimeoutError;
use std::thread;
use std::time::Duration;

/// A program with no more columns and coefficients is solved here: its presolve ends in a moment.
const SMALL: usize = 20_000;

/// How often the limits are asked while the process works.
const EVERY: Duration = Duration::from_millis(5);

/// How long a process whose parent has gone waits for HiGHS to ask.
const PATIENCE: Duration = Duration::from_secs(1);

/// The program of a process, and its arguments, with which it calls `batch::serve`.
static STARTED_BY: OnceLock<(PathBuf, Vec<String>)> = OnceLock::new();

/// From now on, have large programs solved in processes of their own: the program to start, and its arguments, with which it
/// calls `batch::serve`. What is said later has no effect.
pub fn solve_apart(program: PathBuf, arguments: Vec<String>) {
    let _ = STARTED_BY.set((program, arguments));
}

/// What a process is told.
#[derive(Serialize, Deserialize)]
struct ProcessTask<T> {
    /// The seconds until it is to stop; `None` for no end.
    seconds: Option<f64>,
    /// The bytes that it may hold.
    memory: Option<u64>,
    is_heard: bool,
    task: T,
}

/// A line of a process.
#[derive(Serialize, Deserialize)]
enum ProcessMessage {
    Log(String),
    /// The nodes, and the value and the bound as far as they are finite.
    Progress(i64, Option<f64>, Option<f64>),
    Done(Result<HighsAnswer, HighsFailure>),
}

/// Have HiGHS do `task` within the limits in a process of its own. `None` if none is needed, or to be had.
pub(super) fn perform(task: &Task<'_>, limits: Limits, ear: Ear<'_>) -> Option<Result<HighsAnswer, HighsFailure>> {
    let program = STARTED_BY.get().filter(|_| limits.are_any() && task.size() > SMALL)?;
    let mut worker = Worker::start(program).ok()?;
    let seconds = Some(limits.seconds_left()).filter(|seconds| seconds.is_finite());
    let order = ProcessTask { seconds, memory: limits.memory_left(), is_heard: ear.is_some(), task };
    worker.tell(PROGRAM, &order).ok()?;
    let (mut is_ready, end) = (false, LimitedBudget::new(limits, BudgetEnd::GivenUp));
    loop {
        match worker.line(EVERY) {
            Ok(line) if line.starts_with(READY) => is_ready = true,
            Ok(line) => match serde_json::from_str(&line) {
                Ok(ProcessMessage::Done(answered)) => return Some(answered),
                Ok(news) => hear(news, ear),
                Err(_) if !is_ready => return None,
                Err(_) => return Some(Err(HighsFailure("said what nobody understands".to_owned()))),
            },
            Err(RecvTimeoutError::Disconnected) if limits.are_nearly_reached() => {
                return Some(Ok(HighsAnswer::stopped()));
            }
            Err(RecvTimeoutError::Disconnected) if is_ready => {
                return Some(Err(HighsFailure("ended its process".to_owned())));
            }
            Err(RecvTimeoutError::Disconnected) => return None,
            Err(RecvTimeoutError::Timeout) => {}
        }
        if limits.are_nearly_reached() {
            worker.dismiss();
        }
        if end.is_here() {
            return Some(Ok(HighsAnswer::stopped()));
        }
    }
}

fn hear(news: ProcessMessage, ear: Ear<'_>) {
    let Some(ear) = ear else { return };
    match news {
        ProcessMessage::Log(text) => ear.hear(Heard::Log(&text)),
        ProcessMessage::Progress(nodes, value, bound) => {
            let [value, bound] = [value, bound].map(|number| number.unwrap_or(f64::INFINITY));
            ear.hear(Heard::Progress(SearchProgress { nodes, value, bound }));
        }
        ProcessMessage::Done(_) => {}
    }
}

/// Whether the answer is wanted no more.
static IS_OVER: AtomicBool = AtomicBool::new(false);

/// Solve the program of this line in this process, which has been started at that moment, and say what HiGHS answers. The process is
/// to stop when its input ends.
pub(crate) fn serve_program(line: &str, started: Moment) -> io::Result<()> {
    let order: ProcessTask<Task<'static>> = serde_json::from_str(line)?;
    thread::Builder::new().spawn(|| {
        // Nothing more is sent: this returns at the end.
        let _ = io::copy(&mut io::stdin().lock(), &mut io::sink());
        IS_OVER.store(true, Ordering::Relaxed);
        thread::sleep(PATIENCE);
        signal_hook::low_level::exit(0);
    })?;
    let deadline = order
        .seconds
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .and_then(|left| started.after(left));
    let is_over = move || {
        IS_OVER.load(Ordering::Relaxed)
            || deadline.is_some_and(|deadline| Moment::now() >= deadline)
            || order.memory.is_some_and(|most| memory::resident().is_some_and(|held| held > most))
    };
    let seconds = order.seconds.map_or(f64::INFINITY, |seconds| (seconds - started.elapsed().as_secs_f64()).max(0.0));
    let answered = perform_here(&order.task, seconds, &is_over, order.is_heard.then_some(&MessageWriter));
    say("", &ProcessMessage::Done(answered))?;
    // The one who asked ends this process; its own end would only be later.
    signal_hook::low_level::exit(0)
}

/// Says what it hears.
struct MessageWriter;

impl Listener for MessageWriter {
    fn hear(&self, heard: Heard<'_>) {
        let finite = |number: f64| Some(number).filter(|number| number.is_finite());
        // If nobody reads, nobody waits.
        let _ = match heard {
            Heard::Log(text) => say("", &ProcessMessage::Log(text.to_owned())),
            Heard::Progress(SearchProgress { nodes, value, bound }) => {
                say("", &ProcessMessage::Progress(nodes, finite(value), finite(bound)))
            }
        };
    }
}
