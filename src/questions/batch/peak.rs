//! The most memory that the process held since it was last asked, where the system tells (Linux).

use std::fs;

/// Count from now on.
#[expect(clippy::disallowed_methods, reason = "a file of the system")]
pub(super) fn forget() {
    // Where this cannot be written, the number is that of the whole process.
    if cfg!(target_os = "linux") {
        let _ = fs::write("/proc/self/clear_refs", "5");
    }
}

/// The most memory since then, in MiB.
#[expect(clippy::disallowed_methods, reason = "a file of the system")]
pub(super) fn mebibytes() -> Option<f64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: f64 = peak.trim().strip_suffix(" kB")?.parse().ok()?;
    Some((kibibytes / 102.4).round() / 10.0)
}
