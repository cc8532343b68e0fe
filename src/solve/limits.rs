//! Time, memory and interruption: one token that every loop asks, and what is done with work that cannot ask.

use super::ffi::{Ear, Heard, Listener};
use super::{SolveError, Termination, Ties, memory};
use serde::{Deserialize, Serialize};
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};
use strum::{Display, EnumString};

/// How to solve.
///
/// What a limit ends has the best pairing so far, and its bound. All limits hold for the whole run, whatever it is at:
/// HiGHS, which does not look at its clock in every phase, may be left to run on a thread of its own, until it does.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// Stop looking for a proof after this long. The run ends within a tenth more. What comes in any case (to build the
    /// model, and to make and verify a first pairing) can take longer than a limit under a second.
    pub time_limit: Option<Duration>,
    /// When the time began, if it did not begin with the call: a run of several steps has one time limit.
    pub since: Option<Instant>,
    /// Stop when the process holds more than so many bytes of memory, HiGHS included. A program that would need more is
    /// refused before it is built. Without this, it is refused if it would need more than the machine has available.
    pub memory_limit: Option<u64>,
    /// Stop when this is set, as by a signal.
    pub interrupt: Option<&'static AtomicBool>,
    /// Threads HiGHS may use; the result does not depend on it.
    pub threads: u32,
    /// How to solve a model of pairs without caps.
    pub method: Method,
    /// Which of several equal optima is reported.
    pub ties: Ties,
    /// Who is told the log of HiGHS, line by line with the ends of lines.
    pub log: Option<Log>,
}

/// Who is told the log of HiGHS.
pub type Log = fn(&str);

/// How to solve a model of pairs without caps. The result does not depend on it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Display, EnumString, Serialize, Deserialize)]
#[strum(serialize_all = "lowercase")]
pub enum Method {
    /// HiGHS proposes dual values, and an exact search ends with an integer dual solution.
    #[default]
    Exact,
    /// HiGHS alone, by the linear program with odd-set rows as it is taught; the exact search confirms the values.
    Highs,
}

/// What can stop a solver.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Display)]
pub enum Limit {
    /// [`Options::time_limit`].
    #[strum(serialize = "the time limit")]
    Time,
    /// [`Options::memory_limit`].
    #[strum(serialize = "the memory limit")]
    Memory,
    /// [`Options::interrupt`].
    #[strum(serialize = "an interruption")]
    Interrupt,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            time_limit: None,
            since: None,
            memory_limit: None,
            interrupt: None,
            threads: 1,
            method: Method::default(),
            ties: Ties::default(),
            log: None,
        }
    }
}

impl Options {
    /// The limits, from [`Options::since`] or from now on.
    #[must_use]
    pub fn start(self) -> Limits {
        let since = self.since.unwrap_or_else(Instant::now);
        let time = self.time_limit.and_then(|limit| Clock::new(since, limit));
        let Self { threads, ties, memory_limit, interrupt, log, .. } = self;
        Limits { threads, ties, time, memory: memory_limit, interrupt, log }
    }

    /// The same, and the time runs from now on, if it does not run yet.
    #[must_use]
    pub fn started(self) -> Self {
        Self { since: self.since.or_else(|| Some(Instant::now())), ..self }
    }
}

/// The limits of a solver that has started, and what else holds for the whole run.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    pub(super) threads: u32,
    pub(super) ties: Ties,
    time: Option<Clock>,
    memory: Option<u64>,
    interrupt: Option<&'static AtomicBool>,
    pub(super) log: Option<Log>,
}

/// The time limit as points in time.
#[derive(Debug, Clone, Copy)]
struct Clock {
    /// When to stop looking for an optimum, so that there is time to make a pairing of what there is.
    nearly: Instant,
    /// When to wait no longer for a solver that was told to stop.
    given_up: Instant,
    deadline: Instant,
    /// Until here there is time for what takes no time to speak of, however short the limit is.
    at_least: Instant,
}

impl Clock {
    /// `None` for a limit beyond the range of the clock.
    fn new(since: Instant, limit: Duration) -> Option<Self> {
        let reserve = (limit / 20).max(Duration::from_millis(400)).min(limit / 2);
        Some(Self {
            nearly: since.checked_add(limit - reserve)?,
            given_up: since.checked_add(limit - reserve + reserve / 3)?,
            deadline: since.checked_add(limit)?,
            at_least: since.checked_add(AT_LEAST)?,
        })
    }
}

/// How long a solver that was told to stop for another reason than time is waited for.
const PATIENCE: Duration = Duration::from_millis(200);

/// The time that a comparison has even if the limit is shorter: a few hundred players need less.
const AT_LEAST: Duration = Duration::from_millis(500);

/// How often the limits are asked while another thread works.
const EVERY: Duration = Duration::from_millis(5);

/// HiGHS and the systems recurse no deeper than a main thread allows, which has 8 MiB.
const STACK: usize = 64 << 20;

/// Whether a thread was left running.
static IS_ANY_LEFT: AtomicBool = AtomicBool::new(false);

/// Whether a thread was left running when a limit was reached. If HiGHS runs on it, an ordinary exit waits a moment for HiGHS
/// to ask whether to stop. A program that has written everything can end without the handlers of an exit instead.
#[must_use]
pub fn is_any_thread_left() -> bool {
    IS_ANY_LEFT.load(Ordering::Relaxed)
}

impl Listener for Limits {
    fn hear(&self, heard: Heard<'_>) {
        if let (Some(log), Heard::Log(text)) = (self.log, heard) {
            log(text);
        }
    }
}

impl Limits {
    /// Who hears what HiGHS tells while it solves a linear program.
    pub(super) fn ear(&self) -> Ear<'_> {
        self.log.is_some().then_some(self)
    }

    /// The same, without anybody who is told the log of HiGHS.
    pub(super) fn unheard(self) -> Self {
        Self { log: None, ..self }
    }

    /// Whether to stop.
    #[must_use]
    pub fn are_reached(self) -> bool {
        self.time.is_some_and(|time| Instant::now() >= time.deadline) || self.is_stopped()
    }

    /// Whether to stop looking for an optimum, and to make a pairing of what there is.
    #[must_use]
    pub fn are_nearly_reached(self) -> bool {
        self.time.is_some_and(|time| Instant::now() >= time.nearly) || self.is_stopped()
    }

    /// Whether a limit other than the time was reached.
    fn is_stopped(self) -> bool {
        self.interrupt.is_some_and(|flag| flag.load(Ordering::Relaxed))
            || self.memory.is_some_and(|most| memory::resident().is_some_and(|held| held > most))
    }

    /// What stopped a solver. It is the memory only if it is nothing else: memory that was given back tells nothing.
    #[must_use]
    pub fn reached(self) -> Limit {
        if self.interrupt.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            Limit::Interrupt
        } else if self.memory.is_some() && self.time.is_none_or(|time| Instant::now() < time.nearly) {
            Limit::Memory
        } else {
            Limit::Time
        }
    }

    /// How a solve ends that was stopped.
    #[must_use]
    pub fn termination(self) -> Termination {
        self.reached().into()
    }

    /// The time that HiGHS has, in seconds.
    pub(super) fn seconds_left(self) -> f64 {
        let left = |time: Clock| time.nearly.saturating_duration_since(Instant::now()).as_secs_f64();
        self.time.map_or(f64::INFINITY, left)
    }

    /// An error if something so large would take more memory than there may be.
    pub(crate) fn check_size(self, what: &str, bytes: u64, instead: &str) -> Result<(), SolveError> {
        let (room, whose) = match self.memory {
            Some(most) => (most.saturating_sub(memory::resident().unwrap_or(0)), "that the memory limit leaves"),
            None => (memory::available(), "that are available"),
        };
        if bytes <= room {
            return Ok(());
        }
        let (needed, room) = (bytes.div_ceil(1 << 20), room >> 20);
        Err(SolveError::Request(format!(
            "{what} would take about {needed} MiB of memory, more than the {room} MiB {whose}; {instead} takes little"
        )))
    }

    pub(super) fn are_any(self) -> bool {
        self.time.is_some() || self.memory.is_some() || self.interrupt.is_some()
    }

    /// The result of `work`, which asks these limits, but not in every phase; `None` if it did not end soon after they were
    /// nearly reached.
    ///
    /// HiGHS asks while it searches, but its presolve can go on for half a minute without asking, and no option ends that.
    /// Where a process of its own may be started ([`solve_apart`](super::solve_apart)), a large program is solved there, and
    /// that process is ended. Else HiGHS is left on its thread, which ends when HiGHS asks again, or with the
    /// process. What HiGHS has found by then is lost.
    pub(crate) fn attempt<T: Send + 'static>(self, work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
        if self.are_nearly_reached() {
            return None;
        }
        let mut stopped = None;
        self.until(work, || self.are_given_up(&mut stopped))
    }

    /// Whether to wait no longer for a solver that was told to stop. `stopped` is when that was, if it was not for the time.
    pub(super) fn are_given_up(self, stopped: &mut Option<Instant>) -> bool {
        let is_late = self.time.is_some_and(|time| Instant::now() >= time.given_up);
        is_late || self.is_stopped() && stopped.get_or_insert_with(Instant::now).elapsed() >= PATIENCE
    }

    /// The bytes that another process may hold.
    pub(super) fn memory_left(self) -> Option<u64> {
        self.memory.map(|most| most.saturating_sub(memory::resident().unwrap_or(0)))
    }

    /// The same, with the deadline where these limits are nearly reached: for work that other work is to follow.
    pub(crate) fn for_work_before(self) -> Self {
        Self { time: self.time.map(|time| Clock { deadline: time.nearly, ..time }), ..self }
    }

    /// The result of `work`, which does not ask the limits; `None` if it did not end before they were reached.
    pub(crate) fn within<T: Send + 'static>(self, work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
        self.until(work, || self.leave_nothing())
    }

    /// Whether there is no time even for what takes no time to speak of.
    pub(crate) fn leave_nothing(self) -> bool {
        self.time.is_some_and(|time| Instant::now() >= time.deadline.max(time.at_least)) || self.is_stopped()
    }

    fn until<T: Send + 'static>(
        self,
        work: impl FnOnce() -> T + Send + 'static,
        mut is_over: impl FnMut() -> bool,
    ) -> Option<T> {
        if !self.are_any() {
            return Some(work());
        }
        if is_over() {
            return None;
        }
        let (sender, receiver) = channel();
        // If there is no thread to be had, there is no memory left either.
        let worker = thread::Builder::new().stack_size(STACK).spawn(move || sender.send(work()).is_ok()).ok()?;
        loop {
            match receiver.recv_timeout(EVERY) {
                Ok(done) => return worker.join().is_ok().then_some(done),
                Err(RecvTimeoutError::Timeout) if is_over() => {
                    IS_ANY_LEFT.store(true, Ordering::Relaxed);
                    return None;
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => match worker.join() {
                    Ok(_) => return None,
                    Err(panic) => resume_unwind(panic),
                },
            }
        }
    }
}

/// Why a solver stops without an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Halt {
    /// A limit came first. [`Limits::reached`] says which.
    Limit,
    /// It failed.
    Failed(SolveError),
}

impl From<SolveError> for Halt {
    fn from(error: SolveError) -> Self {
        Self::Failed(error)
    }
}
