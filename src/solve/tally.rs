//! How far a request is.

use std::sync::{Mutex, PoisonError};

/// Counts what a request has done, for whoever waits: a door reads it on another thread.
#[derive(Debug, Default)]
pub struct Tally(Mutex<Option<TallyCount>>);

/// So many are done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TallyCount {
    /// What is counted, in the plural.
    pub what: &'static str,
    /// How many are done.
    pub done: u64,
    /// How many there will be, if that is known.
    pub of: Option<u64>,
}

impl Tally {
    /// Nothing is counted yet.
    pub const fn new() -> Self {
        Self(Mutex::new(None))
    }

    /// Nothing is counted any more.
    pub fn clear(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Count `what` from now on, of which there will be so many, if that is known.
    pub(super) fn begin(&self, what: &'static str, of: Option<u64>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(TallyCount { what, done: 0, of });
    }

    /// So many are done, of what is counted elsewhere.
    pub fn set(&self, count: TallyCount) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(count).filter(|count| count.done > 0);
    }

    /// One more is done.
    pub(super) fn add(&self) {
        if let Some(count) = self.0.lock().unwrap_or_else(PoisonError::into_inner).as_mut() {
            count.done += 1;
        }
    }

    /// How many are done; `None` while nothing is counted.
    pub fn read(&self) -> Option<TallyCount> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
