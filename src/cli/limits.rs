use super::exit::{Exit, Failure};
use crate::solve::Options;
use clap::Args;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

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

/// Set by the first signal that asks the program to end.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

impl Arguments {
    /// The limits, which hold from now on. The first SIGINT or SIGTERM is a limit, too, and the second one ends the
    /// program at once.
    pub fn start(&self) -> anyhow::Result<Options> {
        for signal in [SIGINT, SIGTERM] {
            // In this order: the first signal finds the flag not yet set.
            flag::register_conditional_shutdown(signal, Exit::Interrupted as i32, &INTERRUPTED)
                .and_then(|_| flag::register(signal, &INTERRUPTED))
                .map_err(|error| Failure::error(Exit::InternalFault, format!("signals cannot be caught: {error}")))?;
        }
        Ok(Options {
            time_limit: self.time_limit,
            since: Some(Instant::now()),
            memory_limit: self.memory_limit.map(|mebibytes| mebibytes << 20),
            interrupt: Some(&INTERRUPTED),
            ..Options::default()
        })
    }
}

/// Whether a signal has asked the program to end.
pub(super) fn is_interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

fn seconds(text: &str) -> Result<Duration, String> {
    let number: f64 = text.parse().map_err(|_| format!("'{text}' is not a number of seconds"))?;
    Duration::try_from_secs_f64(number).map_err(|error| error.to_string())
}
