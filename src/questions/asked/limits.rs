use crate::tournament::StartDate;
use std::str::FromStr;
use std::time::Duration;

/// The limits of a question. They belong to the door: in JSON they stand beside the request.
#[derive(Debug, Clone, Copy, Default, clap::Args)]
pub struct LimitsAsked {
    /// Stop after so many seconds, with the best pairing so far and its bound
    #[arg(long, value_name = "S", value_parser = seconds)]
    pub time_limit: Option<Duration>,
    /// Stop at so many MiB of memory in the same way, and refuse what would take more
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(1..=1 << 40))]
    pub memory_limit: Option<u64>,
}

/// The limit of a question that has no answer before its end.
#[derive(Debug, Clone, Copy, Default, clap::Args)]
pub struct TimeAsked {
    /// Stop after so many seconds, without an answer
    #[arg(long, value_name = "S", value_parser = seconds)]
    pub time_limit: Option<Duration>,
}

/// A number of seconds.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let number: f64 = text.parse().map_err(|_| format!("'{text}' is not a number of seconds"))?;
    Duration::try_from_secs_f64(number).map_err(|error| error.to_string())
}

/// A number from 1.
pub(crate) fn from_one<N: FromStr>(text: &str) -> Result<N, String> {
    text.parse().map_err(|_| "write a number from 1".to_owned())
}

/// A day that can be read.
pub(crate) fn day(text: &str) -> Result<String, String> {
    let read: Result<StartDate, _> = text.parse();
    read.map(|_| text.to_owned()).map_err(|error| format!("{error}; write it as 2026-11-27"))
}
