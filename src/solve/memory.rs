//! How much memory the process holds, and how much there is.

use super::clock::Moment;
use std::fs;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use sysinfo::{ProcessRefreshKind, ProcessesToUpdate, System, get_current_pid};

/// The system is asked so often at most: loops ask without counting.
const EVERY: Duration = Duration::from_millis(10);

/// The bytes that the process holds, HiGHS included; `None` where the system does not say.
pub(super) fn resident() -> Option<u64> {
    static LAST: Mutex<Option<(Moment, Option<u64>)>> = Mutex::new(None);
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    match *last {
        Some((at, bytes)) if at.elapsed() < EVERY => bytes,
        _ => {
            let bytes = ask();
            *last = Some((Moment::now(), bytes));
            bytes
        }
    }
}

/// If memory is short, this process is to be ended, and not the one that it works for, where this can be said.
#[expect(clippy::disallowed_methods, reason = "a file of the system")]
pub(crate) fn be_ended_first() {
    if cfg!(target_os = "linux") {
        let _ = fs::write("/proc/self/oom_score_adj", "1000");
    }
}

fn ask() -> Option<u64> {
    let process = get_current_pid().ok()?;
    let mut system = System::new();
    let kind = ProcessRefreshKind::nothing().with_memory().without_tasks();
    system.refresh_processes_specifics(ProcessesToUpdate::Some(&[process]), false, kind);
    Some(system.process(process)?.memory())
}

/// The bytes that the process can still have: of the machine's memory, or of what the container may hold.
pub(super) fn available() -> u64 {
    let mut system = System::new();
    system.refresh_memory();
    // As in a root without /proc. Then nothing is refused for its size.
    if system.total_memory() == 0 {
        return u64::MAX;
    }
    let machine = match system.available_memory() {
        // Where the system does not say.
        0 => system.free_memory(),
        bytes => bytes,
    };
    let left = |group: sysinfo::CGroupLimits| group.total_memory.saturating_sub(group.rss);
    system.cgroup_limits().map_or(machine, |group| left(group).min(machine))
}
