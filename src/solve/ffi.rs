//! The HiGHS calls that the `highs` crate does not wrap; the only unsafe code of the project.
#![allow(unsafe_code)]

use super::highs::{Ear, Heard, SearchProgress};
use crate::graph::budget::unasked;
use highs::{HighsStatus, Model, SolvedModel};
use highs_sys::{HighsCallbackDataIn, HighsCallbackDataOut, HighsInt};
use std::ffi::{CStr, c_char, c_int, c_void};
use std::ptr::{from_ref, null_mut};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, Once, PoisonError};
#[cfg(unix)]
use std::time::Duration;
use std::{process, thread};

/// Whom HiGHS calls while it works.
struct Caller<'a> {
    is_over: &'a (dyn Fn() -> bool + Sync),
    ear: Ear<'a>,
}

/// The questions that HiGHS asks in the simplex method, in the interior point method, and in branch and bound.
const QUESTIONS: [HighsInt; 3] = [
    highs_sys::kHighsCallbackSimplexInterrupt,
    highs_sys::kHighsCallbackIpmInterrupt,
    highs_sys::kHighsCallbackMipInterrupt,
];

/// What it tells.
const TOLD: [HighsInt; 3] = [
    highs_sys::kHighsCallbackLogging,
    highs_sys::kHighsCallbackMipImprovingSolution,
    highs_sys::kHighsCallbackMipLogging,
];

/// The version of HiGHS.
pub(super) fn version() -> String {
    // SAFETY: HiGHS returns a constant string that ends with a zero.
    unsafe { CStr::from_ptr(highs_sys::Highs_version()) }.to_string_lossy().into_owned()
}

/// Set the bounds of the row with index `row`.
pub(super) fn change_row_bounds(model: &mut Model, row: usize, lower: f64, upper: f64) -> Result<(), HighsStatus> {
    let row = HighsInt::try_from(row).map_err(|_| HighsStatus::Error)?;
    // SAFETY: the pointer is that of a live HiGHS instance, borrowed mutably for the call; HiGHS checks the index.
    let status = unsafe { highs_sys::Highs_changeRowBounds(model.as_mut_ptr(), row, lower, upper) };
    accepted(status)
}

/// Solve `model`. HiGHS asks `is_over`, and then stops with the status of an interrupt. It tells the `ear` its log, and how far
/// branch and bound has come.
///
/// Its own time limit would not do: it is counted in the time that HiGHS works, and knows neither memory nor signals.
pub(super) fn solve_within(
    mut model: Model,
    is_over: &(dyn Fn() -> bool + Sync),
    ear: Ear<'_>,
) -> Result<SolvedModel, HighsStatus> {
    let inside = HighsThread::enter();
    let is_over = &|| is_over() || IS_EXITING.load(Ordering::Relaxed);
    let caller = Caller { is_over, ear };
    // Nothing goes to the console, as every model is made quiet; but without its output, HiGHS tells nobody.
    model.try_set_option("output_flag", ear.is_some()).map_err(|_| HighsStatus::Error)?;
    let asked = QUESTIONS.iter().chain(TOLD.iter().filter(|_| ear.is_some()));
    // SAFETY: the pointer is that of a live HiGHS instance. HiGHS calls `answer` only from `Highs_run`, so within
    // `try_solve`, which `caller` outlives. Afterwards HiGHS is told to forget both; where `try_solve` fails, it has
    // destroyed the instance.
    unsafe {
        let data = from_ref(&caller).cast_mut().cast::<c_void>();
        accepted(highs_sys::Highs_setCallback(model.as_mut_ptr(), Some(answer), data))?;
        for question in asked {
            accepted(highs_sys::Highs_startCallback(model.as_mut_ptr(), *question))?;
        }
        let mut solved = model.try_solve()?;
        accepted(highs_sys::Highs_setCallback(solved.as_mut_ptr(), None, null_mut()))?;
        drop(inside);
        Ok(solved)
    }
}

/// A thread that is inside of HiGHS.
///
/// When a process exits, the handlers of that exit destroy what HiGHS still uses on a thread that nobody waits for. So the
/// first of them is one of ours. It tells every such thread to stop, lets none in, and waits until each has answered. That
/// takes a moment, but in the presolve of a large program, which does not ask: it is waited for no longer than [`PATIENCE`].
/// What is destroyed are constant texts and the tables of the readers of files. Nothing else of the exit changes: not its
/// code, and not the handlers of others.
struct HighsThread;

/// How long an exit waits for HiGHS to ask whether to stop.
#[cfg(unix)]
const PATIENCE: Duration = Duration::from_secs(1);

/// Whether the process exits.
static IS_EXITING: AtomicBool = AtomicBool::new(false);

/// The process that counts, and how many of its threads are inside.
static COUNTED: Mutex<(u32, usize)> = Mutex::new((0, 0));

/// Told when a thread has left.
static LEFT: Condvar = Condvar::new();

fn counted() -> MutexGuard<'static, (u32, usize)> {
    COUNTED.lock().unwrap_or_else(PoisonError::into_inner)
}

impl HighsThread {
    fn enter() -> Self {
        static REGISTERED: Once = Once::new();
        REGISTERED.call_once(at_exit);
        let mut counted = counted();
        while IS_EXITING.load(Ordering::Relaxed) {
            // The process ends soon, and this thread with it.
            drop(counted);
            thread::park();
            counted = self::counted();
        }
        let process = process::id();
        // A fork has none of the threads of its parent.
        *counted = if counted.0 == process { (process, counted.1 + 1) } else { (process, 1) };
        Self
    }
}

impl Drop for HighsThread {
    fn drop(&mut self) {
        let mut counted = counted();
        counted.1 = counted.1.saturating_sub(1);
        LEFT.notify_all();
    }
}

/// Have the threads that are inside waited for at exit. The handlers run in the reverse order of their registration, and
/// HiGHS has registered its own when it was loaded.
#[cfg(unix)]
fn at_exit() {
    unsafe extern "C" {
        safe fn atexit(handler: extern "C" fn()) -> c_int;
    }
    // If there is no room for it, the exit is as it was.
    let _ = atexit(wait_for_all);
}

/// Where the system ends all other threads before the handlers run.
#[cfg(not(unix))]
fn at_exit() {}

#[cfg(unix)]
extern "C" fn wait_for_all() {
    IS_EXITING.store(true, Ordering::Relaxed);
    // Whether all have left or not, the exit goes on.
    let _ = LEFT.wait_timeout_while(counted(), PATIENCE, |counted| counted.0 == process::id() && counted.1 > 0);
}

/// How many nodes branch and bound had; `None` if it was not needed.
pub(super) fn nodes(solved: &mut SolvedModel) -> Option<u64> {
    let mut nodes = -1;
    // SAFETY: the pointer is that of a live HiGHS instance, the name ends with a zero, and HiGHS writes one number.
    let status =
        unsafe { highs_sys::Highs_getInt64InfoValue(solved.as_mut_ptr(), c"mip_node_count".as_ptr(), &raw mut nodes) };
    accepted(status).ok().and_then(|()| u64::try_from(nodes).ok())
}

/// Answers HiGHS's question whether to stop, and passes on what it tells.
unsafe extern "C" fn answer(
    kind: c_int,
    message: *const c_char,
    known: *const HighsCallbackDataOut,
    answer: *mut HighsCallbackDataIn,
    caller: *mut c_void,
) {
    // SAFETY: HiGHS passes its own data, which it owns during the call, a text that ends with a zero, and the pointer as it was
    // given. Nothing unwinds through it by a budget.
    unasked(|| unsafe {
        let Some(caller) = caller.cast::<Caller<'_>>().as_ref() else { return };
        if kind == highs_sys::kHighsCallbackLogging {
            if let (Some(ear), false) = (caller.ear, message.is_null()) {
                ear.hear(Heard::Log(&CStr::from_ptr(message).to_string_lossy()));
            }
        } else if TOLD.contains(&kind) {
            if let (Some(ear), Some(known)) = (caller.ear, known.as_ref()) {
                let (nodes, value, bound) = (known.mip_node_count, known.mip_primal_bound, known.mip_dual_bound);
                ear.hear(Heard::Progress(SearchProgress { nodes, value, bound }));
            }
        } else if let Some(answer) = answer.as_mut() {
            answer.user_interrupt = c_int::from((caller.is_over)());
        }
    });
}

fn accepted(status: HighsInt) -> Result<(), HighsStatus> {
    if status == highs_sys::STATUS_OK { Ok(()) } else { Err(HighsStatus::Error) }
}
