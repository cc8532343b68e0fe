//! HiGHS in a process of its own, for programs whose end nobody knows.
//!
//! HiGHS asks for limits while it searches, but its presolve can go on for half a minute without asking. A process can be
//! ended then; a thread cannot, and it would go on in a process that is somebody else's. So a large program goes to a process
//! of its own if the door has said how to start one ([`solve_apart`]), and there are limits. All others are solved here.

use super::clock::Moment;
use super::highs::{Ear, Heard, HighsAnswer, HighsFailure, Listener, SearchProgress, Task, perform_here};
use super::subprocess::apart_from_terminal;
use super::{Limits, memory};
use serde::{Deserialize, Serialize};
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// A program with no more columns and coefficients is solved here: its presolve ends in a moment.
const SMALL: usize = 20_000;

/// How often the limits are asked while the process works.
const EVERY: Duration = Duration::from_millis(5);

/// How long a process whose parent has gone waits for HiGHS to ask.
const PATIENCE: Duration = Duration::from_secs(1);

/// The first line that a process says.
const READY: &str = "swiss-ilp solves";

/// The program of a process, and its arguments, with which it calls [`serve_solver`].
static PROGRAM: OnceLock<(PathBuf, Vec<String>)> = OnceLock::new();

/// From now on, have large programs solved in processes of their own: the program to start, and its arguments, with which it
/// calls [`serve_solver`]. What is said later has no effect.
pub fn solve_apart(program: PathBuf, arguments: Vec<String>) {
    let _ = PROGRAM.set((program, arguments));
}

/// What is sent to a process.
#[derive(Serialize, Deserialize)]
struct ProcessTask<'a> {
    /// The seconds until it is to stop; `None` for no end.
    seconds: Option<f64>,
    /// The bytes that it may hold.
    memory: Option<u64>,
    is_heard: bool,
    task: Task<'a>,
}

/// The same, borrowed.
#[derive(Serialize)]
struct OrderOf<'a> {
    seconds: Option<f64>,
    memory: Option<u64>,
    is_heard: bool,
    task: &'a Task<'a>,
}

/// A line of a process.
#[derive(Serialize, Deserialize)]
enum ProcessMessage {
    Log(String),
    /// The nodes, and the value and the bound as far as they are finite.
    Progress(i64, Option<f64>, Option<f64>),
    Done(Result<HighsAnswer, HighsFailure>),
}

/// Have HiGHS do `task` within the limits: here, or in a process of its own.
pub(super) fn perform(task: &Task<'_>, limits: Limits, ear: Ear<'_>) -> Result<HighsAnswer, HighsFailure> {
    let here = || perform_here(task, limits.seconds_left(), &|| limits.are_nearly_reached(), ear);
    match PROGRAM.get() {
        Some((program, arguments)) if limits.are_any() && task.size() > SMALL => {
            match start(Command::new(program).args(arguments)) {
                Ok(started) => started.perform(task, limits, ear).unwrap_or_else(here),
                // Where no process is to be had, a thread is.
                Err(_) => here(),
            }
        }
        _ => here(),
    }
}

/// A process that is ended when this is dropped.
struct OwnedChild(Child);

fn start(command: &mut Command) -> io::Result<OwnedChild> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    apart_from_terminal(command).spawn().map(OwnedChild)
}

impl Drop for OwnedChild {
    fn drop(&mut self) {
        self.end();
    }
}

impl OwnedChild {
    /// End it. It may have ended already.
    fn end(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }

    /// The answer; `None` if it is no process that solves.
    fn perform(mut self, task: &Task<'_>, limits: Limits, ear: Ear<'_>) -> Option<Result<HighsAnswer, HighsFailure>> {
        let (input, output) = (self.0.stdin.take()?, self.0.stdout.take()?);
        thread::scope(|scope| {
            let (is_asking, nobody_asks) = channel::<()>();
            let order = OrderOf {
                seconds: Some(limits.seconds_left()).filter(|seconds| seconds.is_finite()),
                memory: limits.memory_left(),
                is_heard: ear.is_some(),
                task,
            };
            let write = move || {
                let mut input = BufWriter::new(input);
                // If the process has ended, it is known from what it says.
                let _ = serde_json::to_writer(&mut input, &order).map(|()| input.flush());
                // Its input is open as long as its answer is wanted.
                let _ = nobody_asks.recv();
            };
            let (sender, lines) = channel();
            let read = move || {
                for line in BufReader::new(output).lines() {
                    if !line.is_ok_and(|line| sender.send(line).is_ok()) {
                        break;
                    }
                }
            };
            let is_begun = thread::Builder::new().spawn_scoped(scope, write).is_ok()
                && thread::Builder::new().spawn_scoped(scope, read).is_ok();
            let mut is_asking = Some(is_asking);
            let (mut is_ready, mut stopped) = (false, None);
            let answer = loop {
                if !is_begun {
                    break None;
                }
                match lines.recv_timeout(EVERY) {
                    Ok(line) if !is_ready => {
                        is_ready = line == READY;
                        if !is_ready {
                            break None;
                        }
                    }
                    Ok(line) => match serde_json::from_str(&line) {
                        Ok(ProcessMessage::Done(answered)) => break Some(answered),
                        Ok(news) => hear(news, ear),
                        Err(_) => break Some(Err(HighsFailure("said what nobody understands".to_owned()))),
                    },
                    Err(RecvTimeoutError::Disconnected) if limits.are_nearly_reached() => {
                        break Some(Ok(HighsAnswer::stopped()));
                    }
                    Err(RecvTimeoutError::Disconnected) if is_ready => {
                        break Some(Err(HighsFailure("ended its process".to_owned())));
                    }
                    Err(RecvTimeoutError::Disconnected) => break None,
                    Err(RecvTimeoutError::Timeout) => {}
                }
                if limits.are_nearly_reached() {
                    is_asking = None;
                }
                if limits.are_given_up(&mut stopped) {
                    break Some(Ok(HighsAnswer::stopped()));
                }
            };
            // With its end, those of the two threads end, too.
            drop(is_asking);
            self.end();
            answer
        })
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

/// Be a process that solves one program: read it from standard input, and write what HiGHS answers to standard output. The
/// process is to stop when its input ends.
///
/// # Errors
/// The error of standard input or output.
pub fn serve_solver() -> io::Result<()> {
    let started = Moment::now();
    memory::be_ended_first();
    say_line(READY)?;
    let mut orders = serde_json::Deserializer::from_reader(io::stdin().lock()).into_iter::<ProcessTask<'static>>();
    let order = orders.next().ok_or(io::ErrorKind::UnexpectedEof)??;
    drop(orders);
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
    say(&ProcessMessage::Done(answered))?;
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
            Heard::Log(text) => say(&ProcessMessage::Log(text.to_owned())),
            Heard::Progress(SearchProgress { nodes, value, bound }) => {
                say(&ProcessMessage::Progress(nodes, finite(value), finite(bound)))
            }
        };
    }
}

fn say(news: &ProcessMessage) -> io::Result<()> {
    say_line(&serde_json::to_string(news)?)
}

fn say_line(line: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{line}")?;
    out.flush()
}
