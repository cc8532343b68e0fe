use super::exit::{Exit, Failure};
use crate::solve::{Clock, Options};
use clap::Args;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The limits of the run.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Stop after so many seconds, with the best pairing so far and its bound
    #[arg(long, value_name = "S", value_parser = seconds)]
    time_limit: Option<Duration>,
    /// Stop at so many MiB of memory in the same way, and refuse what would take more
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(1..=1 << 40))]
    memory_limit: Option<u64>,
}

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

/// The limit of a run that has no answer before its end.
#[derive(Debug, Args)]
pub(super) struct TimeArguments {
    /// Stop after so many seconds, without an answer
    #[arg(long, value_name = "S", value_parser = seconds)]
    time_limit: Option<Duration>,
}

impl TimeArguments {
    /// The limit, which holds from now on. A signal ends the program at once.
    pub fn start(&self) -> Options {
        Options { time_limit: self.time_limit, clock: CLOCK.get(), ..Options::default() }.armed()
    }
}

impl Arguments {
    /// Whether there are any.
    pub fn are_any(&self) -> bool {
        self.time_limit.is_some() || self.memory_limit.is_some()
    }

    /// The limits, which hold from now on. The first SIGINT or SIGTERM is a limit, too. The second one ends the program at
    /// once, and so does the first one while a file is read.
    pub fn start(&self) -> anyhow::Result<Options> {
        let interrupt = catch_signals()?;
        Ok(Options {
            time_limit: self.time_limit,
            memory_limit: self.memory_limit.map(|mebibytes| mebibytes << 20),
            interrupt: Some(interrupt),
            clock: CLOCK.get(),
            ..Options::default()
        }
        .armed())
    }
}

/// Set the flag that is returned at the first SIGINT or SIGTERM, instead of ending the program.
pub(super) fn catch_signals() -> anyhow::Result<&'static AtomicBool> {
    for signal in [SIGINT, SIGTERM] {
        // In this order: the first signal finds the flag not yet set.
        flag::register_conditional_shutdown(signal, Exit::Interrupted as i32, &INTERRUPTED)
            .and_then(|_| flag::register_conditional_shutdown(signal, Exit::Interrupted as i32, &READING))
            .and_then(|_| flag::register(signal, &INTERRUPTED))
            .map_err(|error| Failure::error(Exit::InternalFault, format!("signals cannot be caught: {error}")))?;
    }
    Ok(&INTERRUPTED)
}

/// Whether a signal has asked the program to end.
pub(super) fn is_interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// What `read` returns. A signal ends the program meanwhile.
pub(super) fn while_reading<T>(read: impl FnOnce() -> T) -> T {
    READING.store(true, Ordering::Relaxed);
    let done = read();
    READING.store(false, Ordering::Relaxed);
    done
}

pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    let number: f64 = text.parse().map_err(|_| format!("'{text}' is not a number of seconds"))?;
    Duration::try_from_secs_f64(number).map_err(|error| error.to_string())
}
