//! The time: the only place that looks at a clock of the machine.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// A point in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Moment(Duration);

/// The clock of a machine that has one.
#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
mod machine {
    use std::sync::LazyLock;
    use std::time::{Duration, Instant};

    /// What the moments of this process are counted from.
    static BEGINNING: LazyLock<Instant> = LazyLock::new(Instant::now);

    pub(super) fn time() -> Option<Duration> {
        Some(BEGINNING.elapsed())
    }
}

/// WebAssembly has no clock, but for one that it is given.
#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
mod machine {
    use std::sync::OnceLock;
    use std::time::Duration;

    static GIVEN: OnceLock<fn() -> Duration> = OnceLock::new();

    /// Tell the time by `clock` from now on: the time since some moment. What is said later has no effect.
    pub fn set_clock(clock: fn() -> Duration) {
        let _ = GIVEN.set(clock);
    }

    pub(super) fn time() -> Option<Duration> {
        GIVEN.get().map(|clock| clock())
    }
}

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
pub use machine::set_clock;

impl Moment {
    /// Now, by the clock of the machine. Where there is none, the time stands still.
    pub fn now() -> Self {
        Self(machine::time().unwrap_or_default())
    }

    /// The time from then until now.
    pub fn elapsed(self) -> Duration {
        Self::now().since(self)
    }

    /// The time from `earlier` until then; none if it was later.
    pub fn since(self, earlier: Self) -> Duration {
        self.0.saturating_sub(earlier.0)
    }

    /// So much later; `None` beyond the range of the clock.
    pub fn after(self, time: Duration) -> Option<Self> {
        self.0.checked_add(time).map(Self)
    }
}

/// The clock that limits go by.
#[derive(Debug, Clone, Copy, Default)]
pub enum Clock {
    /// That of the machine.
    #[default]
    Machine,
    /// One that a test moves.
    Test(&'static TestClock),
}

impl Clock {
    /// Now, by this clock.
    pub fn now(self) -> Moment {
        match self {
            Self::Machine => Moment::now(),
            Self::Test(clock) => clock.look(),
        }
    }

    /// Whether there is such a clock.
    pub(super) fn is_there(self) -> bool {
        matches!(self, Self::Test(_)) || machine::time().is_some()
    }

    /// Whether the time also passes while nobody looks.
    #[cfg(not(target_arch = "wasm32"))]
    pub(super) const fn runs(self) -> bool {
        matches!(self, Self::Machine)
    }
}

/// A clock that stands still until somebody has looked at it so often, and then is far ahead.
#[derive(Debug)]
pub struct TestClock {
    looks: AtomicU64,
    jumps_after: u64,
}

impl TestClock {
    /// A clock that is a year ahead once it was looked at so often; it is never freed.
    pub fn jumping_after(looks: u64) -> &'static Self {
        Box::leak(Box::new(Self { looks: AtomicU64::new(0), jumps_after: looks }))
    }

    /// How often it was looked at.
    pub fn looks(&self) -> u64 {
        self.looks.load(Ordering::Relaxed)
    }

    fn look(&self) -> Moment {
        let before = self.looks.fetch_add(1, Ordering::Relaxed);
        Moment(if before < self.jumps_after { Duration::ZERO } else { Duration::from_secs(365 * 24 * 3600) })
    }
}
