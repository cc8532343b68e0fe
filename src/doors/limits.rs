use super::exit::Exit;
use crate::questions::AskError;
use crate::questions::asked::{LimitsAsked, TimeAsked};
use crate::solve::{Clock, Options};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};

thread_local! {
    /// The clock that the limits of this thread's requests go by.
    static CLOCK: Cell<Clock> = const { Cell::new(Clock::Machine) };
}

/// From now on the limits of this thread's requests go by `clock`.
pub(super) fn go_by(clock: Clock) {
    CLOCK.set(clock);
}

/// Set by the first signal that asks the program to end.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Whether a file is being read. The reader of a pipe may wait for ever, and there is nothing to report yet.
static READING: AtomicBool = AtomicBool::new(false);

/// The limit of a run that has no answer before its end, which holds from now on. A signal ends the program at once.
pub(super) fn start_time(limit: &TimeAsked) -> Options {
    Options { time_limit: limit.time_limit, clock: CLOCK.get(), ..Options::default() }.armed()
}

/// The limits, which hold from now on. The first SIGINT or SIGTERM is a limit, too. The second one ends the program at once, and so
/// does the first one while a file is read.
pub(super) fn start(limits: &LimitsAsked) -> Result<Options, AskError> {
    Ok(Options {
        time_limit: limits.time_limit,
        memory_limit: limits.memory_limit.map(|mebibytes| mebibytes << 20),
        interrupt: Some(catch_signals()?),
        clock: CLOCK.get(),
        ..Options::default()
    }
    .armed())
}

/// Set the flag that is returned at the first SIGINT or SIGTERM, instead of ending the program.
pub(crate) fn catch_signals() -> Result<&'static AtomicBool, AskError> {
    for signal in [SIGINT, SIGTERM] {
        // In this order: the first signal finds the flag not yet set.
        flag::register_conditional_shutdown(signal, Exit::Interrupted as i32, &INTERRUPTED)
            .and_then(|_| flag::register_conditional_shutdown(signal, Exit::Interrupted as i32, &READING))
            .and_then(|_| flag::register(signal, &INTERRUPTED))
            .map_err(|error| AskError::Internal(format!("signals cannot be caught: {error}")))?;
    }
    Ok(&INTERRUPTED)
}

/// Whether a signal has asked the program to end.
pub(super) fn is_interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// What `read` returns. A signal ends the program meanwhile.
pub(crate) fn while_reading<T>(read: impl FnOnce() -> T) -> T {
    READING.store(true, Ordering::Relaxed);
    let done = read();
    READING.store(false, Ordering::Relaxed);
    done
}
