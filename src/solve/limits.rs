//! Time, memory and interruption: one token that every step asks, and the budget that ends a step wherever it is.
//!
//! There are two ways to keep a limit, and both are needed:
//! - A search that has a result at any time asks [`Limits`] whether they are nearly reached, and ends with what it has.
//! - All other work is held to a [`budget`]: what is called from everywhere spends it, so that no loop can forget to ask.
//!   [`hold`] holds a whole request to it. [`Limits::attempt`], [`Limits::within`], [`Limits::try_for`] and [`Options::in_time`] hold
//!   one step, after which there is time to report what the other steps have found.

use super::clock::{Clock, Moment};
use super::highs::{Ear, Heard, Listener};
use super::{SolveError, Tally, Termination, Ties, memory};
use crate::graph::budget;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::cell::Cell;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
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
    pub since: Option<Moment>,
    /// The clock of the time limit.
    pub clock: Clock,
    /// Stop when the process holds more than so many bytes of memory, HiGHS included. A program that would need more is
    /// refused before it is built. Without this, it is refused if it would need more than the machine has available.
    pub memory_limit: Option<u64>,
    /// Stop when this is set, as by a signal.
    pub interrupt: Option<&'static AtomicBool>,
    /// Where it is counted how far a long request is.
    pub tally: Option<&'static Tally>,
    /// Threads HiGHS may use; the result does not depend on it.
    pub threads: u32,
    /// How to solve a model with an objective.
    pub method: MatchingMethod,
    /// Which of several equal optima is reported.
    pub ties: Ties,
    /// Who is told the log of HiGHS, line by line with the ends of lines.
    pub log: Option<Log>,
}

/// Who is told the log of HiGHS.
pub type Log = fn(&str);

/// How to solve a model with an objective. The result does not depend on it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Display, EnumString, Serialize, Deserialize, JsonSchema)]
#[strum(serialize_all = "lowercase")]
#[serde(rename_all(deserialize = "lowercase"))]
#[schemars(rename_all = "lowercase")]
pub enum MatchingMethod {
    /// HiGHS proposes dual values, and an exact search ends with an integer dual solution. With caps, it branches. The optimum of
    /// pairs is put into slots.
    #[default]
    // Plans have it so, and their ids depend on it.
    #[serde(alias = "Exact")]
    Exact,
    /// HiGHS alone, by branch and bound, or for pairs without caps by the linear program with odd-set rows as it is taught; the exact
    /// search confirms the values.
    #[serde(alias = "Highs")]
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
            clock: Clock::default(),
            memory_limit: None,
            interrupt: None,
            tally: None,
            threads: 1,
            method: MatchingMethod::default(),
            ties: Ties::default(),
            log: None,
        }
    }
}

impl Options {
    /// The limits, from [`Options::since`] or from now on.
    pub fn start(self) -> Limits {
        let since = self.since.unwrap_or_else(|| self.clock.now());
        let time = self.time_limit.and_then(|limit| Timetable::new(since, limit));
        Limits { options: self, time }
    }

    /// Whether these limits can be kept. A build for WebAssembly has no clock, but for one that it is given.
    ///
    /// # Errors
    /// [`SolveError::Request`].
    pub fn check(self) -> Result<(), SolveError> {
        self.start().check()
    }

    /// The same, and the time runs from now on, if it does not run yet.
    pub fn started(self) -> Self {
        Self { since: self.since.or_else(|| Some(self.clock.now())), ..self }
    }

    /// The same, and from now on these limits end the request that [`hold`] runs on this thread.
    pub fn armed(self) -> Self {
        let options = self.started();
        ARMED.with_borrow(|armed| armed.last().inspect(|armed| armed.set(Some(options.start()))).is_some());
        options
    }

    /// The result of `work`, the last step of a request; `None` if it did not end before the limits were reached.
    pub fn in_time<T>(self, work: impl FnOnce() -> T) -> Option<T> {
        let limits = self.start();
        if !limits.are_any() {
            return Some(work());
        }
        budget::hold(move || limits.leave_nothing(), work)
    }
}

/// The limits of a solver that has started, and what else holds for the whole run.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    pub(super) options: Options,
    time: Option<Timetable>,
}

/// The time limit as points in time.
#[derive(Debug, Clone, Copy)]
struct Timetable {
    /// When to stop looking for an optimum, so that there is time to make a pairing of what there is.
    nearly: Moment,
    /// When to wait no longer for a solver that was told to stop.
    given_up: Moment,
    deadline: Moment,
    /// Until here there is time for what takes no time to speak of, however short the limit is.
    at_least: Moment,
    /// When a request is ended that has not ended by itself.
    spent: Moment,
}

impl Timetable {
    /// `None` for a limit beyond the range of the clock.
    fn new(since: Moment, limit: Duration) -> Option<Self> {
        let reserve = (limit / 20).max(Duration::from_millis(400)).min(limit / 2);
        Some(Self {
            nearly: since.after(limit - reserve)?,
            given_up: since.after(limit - reserve + reserve / 3)?,
            deadline: since.after(limit)?,
            at_least: since.after(AT_LEAST)?,
            spent: since.after(limit.saturating_add(limit / 20).max(LEAST_OF_REQUEST))?,
        })
    }
}

/// How long a solver that was told to stop for another reason than time is waited for.
const PATIENCE: Duration = Duration::from_millis(200);

/// The time that a comparison has even if the limit is shorter: a few hundred players need less.
const AT_LEAST: Duration = Duration::from_millis(500);

/// The time that a request has even if the limit is shorter, to build the model and to report a first pairing.
const LEAST_OF_REQUEST: Duration = Duration::from_secs(1);

/// The time that a request has to end by itself, and report what it has, when it is stopped for another reason than time.
const TO_REPORT: Duration = Duration::from_secs(1);

/// The bytes that the reading of a file may take even if the memory limit leaves fewer.
const LEAST_TO_READ: u64 = 32 << 20;

/// Whether a thread was left running.
static IS_ANY_LEFT: AtomicBool = AtomicBool::new(false);

/// Whether a thread was left running when a limit was reached. If HiGHS runs on it, an ordinary exit waits a moment for HiGHS
/// to ask whether to stop. A program that has written everything can end without the handlers of an exit instead.
pub fn is_any_thread_left() -> bool {
    IS_ANY_LEFT.load(Ordering::Relaxed)
}

impl Listener for Limits {
    fn hear(&self, heard: Heard<'_>) {
        if let (Some(log), Heard::Log(text)) = (self.options.log, heard) {
            log(text);
        }
    }
}

impl Limits {
    /// As [`Options::check`].
    pub(super) fn check(self) -> Result<(), SolveError> {
        if self.time.is_some() && !self.options.clock.is_there() {
            let what = "there is no clock to keep a time limit by; ask without this limit";
            return Err(SolveError::Request(what.to_owned()));
        }
        Ok(())
    }

    /// Who hears what HiGHS tells while it solves a linear program.
    pub(super) fn ear(&self) -> Ear<'_> {
        self.options.log.is_some().then_some(self)
    }

    /// The same, without anybody who is told the log of HiGHS.
    pub(super) fn unheard(self) -> Self {
        Self { options: Options { log: None, ..self.options }, ..self }
    }

    /// Whether to stop.
    pub fn are_reached(self) -> bool {
        self.time.is_some_and(|time| self.options.clock.now() >= time.deadline) || self.is_stopped()
    }

    /// Whether to stop looking for an optimum, and to make a pairing of what there is.
    pub fn are_nearly_reached(self) -> bool {
        self.time.is_some_and(|time| self.options.clock.now() >= time.nearly) || self.is_stopped()
    }

    /// Whether a limit other than the time was reached.
    fn is_stopped(self) -> bool {
        self.options.interrupt.is_some_and(|flag| flag.load(Ordering::Relaxed))
            || self.options.memory_limit.is_some_and(|most| memory::resident().is_some_and(|held| held > most))
    }

    /// What stopped a solver. It is the memory if it is nothing else: memory that was given back tells nothing, and the system may have
    /// refused some without [`Options::memory_limit`].
    pub fn reached(self) -> Limit {
        if self.options.interrupt.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            Limit::Interrupt
        } else if self.time.is_some_and(|time| self.options.clock.now() >= time.nearly) {
            Limit::Time
        } else {
            Limit::Memory
        }
    }

    /// How a solve ends that was stopped.
    pub fn termination(self) -> Termination {
        self.reached().into()
    }

    /// The time that HiGHS has, in seconds.
    pub(super) fn seconds_left(self) -> f64 {
        let left = |time: Timetable| time.nearly.since(self.options.clock.now()).as_secs_f64();
        self.time.map_or(f64::INFINITY, left)
    }

    /// An error if something so large would take more memory than there may be.
    pub(crate) fn check_size(self, what: &str, bytes: u64, instead: &str) -> Result<(), SolveError> {
        let (room, whose) = match self.memory_left() {
            Some(left) => (left, "that the memory limit leaves"),
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

    /// Count `what` from now on, of which there will be so many, if that is known.
    pub(super) fn begin_count(self, what: &'static str, of: Option<u64>) {
        self.options.tally.inspect(|tally| tally.begin(what, of));
    }

    /// Count one more.
    pub(super) fn count(self) {
        self.options.tally.inspect(|tally| tally.add());
    }

    pub(super) fn are_any(self) -> bool {
        self.time.is_some() || self.options.memory_limit.is_some() || self.options.interrupt.is_some()
    }

    /// The result of `work`; `None` if it did not end soon after these limits were nearly reached. It has a thread of its own.
    ///
    /// HiGHS asks while it searches, but its presolve can go on for half a minute without asking, and no option ends that.
    /// Where a process of its own may be started ([`solve_apart`](super::solve_apart)), a large program is solved there, and
    /// that process is ended. Else HiGHS is left on its thread, which ends when HiGHS asks again, or with the process. What
    /// HiGHS has found by then is lost. All else ends by its [`budget`], and is not left.
    pub(crate) fn attempt<T: Send + 'static>(self, work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
        if self.are_nearly_reached() { None } else { self.until(BudgetEnd::GivenUp, work) }
    }

    /// The bytes that another process may hold.
    pub(super) fn memory_left(self) -> Option<u64> {
        self.options.memory_limit.map(|most| most.saturating_sub(memory::resident().unwrap_or(0)))
    }

    /// The same, with the deadline where these limits are nearly reached: for work that other work is to follow.
    pub(crate) fn for_work_before(self) -> Self {
        Self { time: self.time.map(|time| Timetable { deadline: time.nearly, ..time }), ..self }
    }

    /// The result of `work`; `None` if it did not end before these limits were reached. It has a thread of its own.
    pub(crate) fn within<T: Send + 'static>(self, work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
        self.until(BudgetEnd::Deadline, work)
    }

    /// The result of `work`; `None` if it did not end before these limits were nearly reached. It has no thread of its own, so that it
    /// must not be left in HiGHS; and it may leave in what it borrows whatever was found before.
    pub(crate) fn try_for<T>(self, work: impl FnOnce() -> T) -> Option<T> {
        if !self.are_any() {
            return Some(work());
        }
        budget::hold(move || self.are_nearly_reached(), work)
    }

    /// The same for reading a file. What the process holds before is no reason to read nothing, and a small file takes little.
    pub(crate) fn for_reading(self) -> Self {
        let least = memory::resident().unwrap_or(0).saturating_add(LEAST_TO_READ);
        let memory_limit = self.options.memory_limit.map(|most| most.max(least));
        Self { options: Options { memory_limit, ..self.options }, ..self }
    }

    /// Whether there is no time even for what takes no time to speak of.
    pub(crate) fn leave_nothing(self) -> bool {
        self.time.is_some_and(|time| self.options.clock.now() >= time.deadline.max(time.at_least)) || self.is_stopped()
    }

    /// WebAssembly has no threads, so there the work is done by the caller's.
    #[cfg(target_arch = "wasm32")]
    fn until<T: Send + 'static>(self, end: BudgetEnd, work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
        if !self.are_any() {
            return Some(work());
        }
        let ending = LimitedBudget::new(self, end);
        if ending.is_here() { None } else { budget::hold(move || ending.is_here(), work) }
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn until<T: Send + 'static>(self, end: BudgetEnd, work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
        use std::panic::resume_unwind;
        use std::sync::mpsc::{RecvTimeoutError, channel};

        /// How long a thread is waited for that is to end by its budget.
        const TO_UNWIND: Duration = Duration::from_millis(50);
        /// How often the limits are asked while another thread works.
        const EVERY: Duration = Duration::from_millis(5);
        /// HiGHS and the systems recurse no deeper than a main thread allows, which has 8 MiB.
        const STACK: usize = 64 << 20;

        if !self.are_any() {
            return Some(work());
        }
        let ending = LimitedBudget::new(self, end);
        if ending.is_here() {
            return None;
        }
        let (sender, receiver) = channel();
        let work = move || {
            let ending = LimitedBudget::new(self, end);
            // If nobody receives, nobody waits.
            drop(sender.send(budget::hold(move || ending.is_here(), work)));
        };
        // If there is no thread to be had, there is no memory left either.
        let worker = std::thread::Builder::new().stack_size(STACK).spawn(work).ok()?;
        let mut is_over = false;
        loop {
            match receiver.recv_timeout(if is_over { TO_UNWIND } else { EVERY }) {
                Ok(done) => return worker.join().ok().and(done),
                Err(RecvTimeoutError::Timeout) if is_over => {
                    IS_ANY_LEFT.store(true, Ordering::Relaxed);
                    return None;
                }
                // Only the machine's clock runs while the worker does not look at it.
                Err(RecvTimeoutError::Timeout) => is_over = self.options.clock.runs() && ending.is_here(),
                Err(RecvTimeoutError::Disconnected) => match worker.join() {
                    Ok(()) => return None,
                    Err(panic) => resume_unwind(panic),
                },
            }
        }
    }
}

/// Where the budget of a step or a request ends.
#[derive(Debug, Clone, Copy)]
pub(super) enum BudgetEnd {
    /// Soon after the limits are nearly reached: a solver that was told to stop is waited for no longer.
    GivenUp,
    /// When they are reached.
    Deadline,
    /// Soon after that: a request.
    Request,
}

/// The end of a budget, by limits.
pub(super) struct LimitedBudget {
    limits: Limits,
    end: BudgetEnd,
    /// When it was first seen that they were reached for another reason than time.
    stopped: Cell<Option<Moment>>,
}

impl LimitedBudget {
    pub fn new(limits: Limits, end: BudgetEnd) -> Self {
        Self { limits, end, stopped: Cell::default() }
    }

    pub fn is_here(&self) -> bool {
        let Limits { time, options } = self.limits;
        let is_late = |end: fn(Timetable) -> Moment| time.is_some_and(|time| options.clock.now() >= end(time));
        match self.end {
            BudgetEnd::Deadline => self.limits.leave_nothing(),
            BudgetEnd::GivenUp => is_late(|time| time.given_up) || self.is_stopped_for(PATIENCE),
            BudgetEnd::Request => is_late(|time| time.spent) || self.is_stopped_for(TO_REPORT),
        }
    }

    /// Whether the limits were reached so long ago, for another reason than time.
    fn is_stopped_for(&self, patience: Duration) -> bool {
        if !self.limits.is_stopped() {
            return false;
        }
        let since = self.stopped.get().unwrap_or_else(Moment::now);
        self.stopped.set(Some(since));
        since.elapsed() >= patience
    }
}

thread_local! {
    /// The limits of the requests that are held on this thread.
    static ARMED: std::cell::RefCell<Vec<Rc<Cell<Option<Limits>>>>> = const { std::cell::RefCell::new(Vec::new()) };
}

/// The limits of the request that is held on this thread; none if there are none.
pub(crate) fn armed() -> Limits {
    let armed = ARMED.with_borrow(|armed| armed.last().and_then(|armed| armed.get()));
    armed.unwrap_or_else(|| Options::default().start())
}

/// Run a request, and end it wherever it is soon after the limits that were [armed](Options::armed) meanwhile are reached. Then no
/// answer is left, and it is said which limit came.
///
/// # Errors
/// The limit.
pub fn hold<T>(request: impl FnOnce() -> T) -> Result<T, Limit> {
    /// Takes the limits away at the end.
    struct DisarmGuard;
    impl Drop for DisarmGuard {
        fn drop(&mut self) {
            ARMED.with_borrow_mut(|armed| armed.pop());
        }
    }
    let armed: Rc<Cell<Option<Limits>>> = Rc::default();
    ARMED.with_borrow_mut(|all| all.push(armed.clone()));
    let _disarmed = DisarmGuard;
    let ending: Cell<Option<LimitedBudget>> = Cell::new(None);
    let limits = armed.clone();
    let is_spent = move || {
        let mut known =
            ending.take().or_else(|| limits.get().map(|limits| LimitedBudget::new(limits, BudgetEnd::Request)));
        let is_here = known.as_mut().is_some_and(|ending| ending.is_here());
        ending.set(known);
        is_here
    };
    let done = budget::hold(is_spent, request);
    done.ok_or_else(|| armed.get().map_or(Limit::Time, Limits::reached))
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
