//! Work that takes a while: other threads of the interpreter go on meanwhile, and a signal interrupts it.

use crate::failure::PyFailure;
use pyo3::prelude::*;
use std::io;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;
use swiss_ilp::questions::AskError;
use swiss_ilp::solve::{Tally, hold};

/// As much as the program has: the solver and the systems recurse deeper than a small thread allows.
const STACK: usize = 64 << 20;

/// How often the interpreter is asked for signals.
const EVERY: Duration = Duration::from_millis(20);

/// What interrupts work, and how far it is.
#[derive(Default)]
pub struct Watch {
    pub flag: AtomicBool,
    pub tally: Tally,
}

/// Those that no work has. One whose flag was set is not used again, since a solver that was left may still look at it.
static FREE: Mutex<Vec<&'static Watch>> = Mutex::new(Vec::new());

fn free() -> std::sync::MutexGuard<'static, Vec<&'static Watch>> {
    FREE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The result of `work`, which is given the flag that interrupts it. A signal whose handler raises an exception, as that of Ctrl-C
/// does, sets the flag; the exception is raised when the work has ended.
///
/// # Errors
/// The exception of the handler; `OSError` if there is no thread to be had.
pub fn interruptible<T: Send>(py: Python<'_>, work: impl FnOnce(&'static AtomicBool) -> T + Send) -> PyResult<T> {
    counted(py, None, |watch| work(&watch.flag))
}

/// As [`interruptible`]. `progress` is called with how much is counted, and of how much if that is known, whenever it is more. An
/// exception of `progress` interrupts the work as a signal does.
///
/// # Errors
/// The same, and the exception of `progress`.
pub fn counted<T: Send>(
    py: Python<'_>,
    progress: Option<&Py<PyAny>>,
    work: impl FnOnce(&'static Watch) -> T + Send,
) -> PyResult<T> {
    let mut last = None;
    let mut tell = |py: Python<'_>, watch: &Watch| -> PyResult<()> {
        let now = watch.tally.read().map(|count| (count.done, count.of));
        match (progress, now) {
            (Some(progress), Some(count)) if now != last => {
                last = now;
                progress.call1(py, count).map(|_| ())
            }
            _ => Ok(()),
        }
    };
    let watch: &'static Watch = free().pop().unwrap_or_else(|| Box::leak(Box::default()));
    watch.tally.clear();
    let done = py.detach(|| {
        thread::scope(|scope| {
            let (sender, receiver) = channel();
            // If nobody receives, nobody waits.
            let worker = move || drop(sender.send(hold(|| work(watch))));
            let worker = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, worker)?;
            match watched(&receiver, watch, &mut tell) {
                Some(done) => done?.map_err(|limit| PyFailure::from(AskError::before(limit, "the answer")).into()),
                None => match worker.join() {
                    Err(panic) => resume_unwind(panic),
                    Ok(()) => Err(io::Error::other("the work has no result").into()),
                },
            }
        })
    });
    let told = done.and_then(|done| tell(py, watch).map(|()| done));
    if !watch.flag.load(Ordering::Relaxed) {
        free().push(watch);
    }
    told
}

/// What is received, or the exception that was raised meanwhile; `None` if the sender has ended without a result.
fn watched<T>(
    receiver: &Receiver<T>,
    watch: &Watch,
    tell: &mut (dyn FnMut(Python<'_>, &Watch) -> PyResult<()> + Send),
) -> Option<PyResult<T>> {
    loop {
        match receiver.recv_timeout(EVERY) {
            Ok(done) => return Some(Ok(done)),
            Err(RecvTimeoutError::Disconnected) => return None,
            Err(RecvTimeoutError::Timeout) => {
                if let Err(raised) = Python::attach(|py| py.check_signals().and_then(|()| tell(py, watch))) {
                    watch.flag.store(true, Ordering::Relaxed);
                    return receiver.recv().ok().map(|_| Err(raised));
                }
            }
        }
    }
}
