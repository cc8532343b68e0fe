//! The version for `swiss_ilp::VERSION`: with the commit that the program is built of, if this is a checkout of its own repository.

use std::path::Path;
use std::process::Command;

/// What the program is made of. A change of anything else makes no other program.
const SOURCES: [&str; 6] = ["src", "crates", "models", "build.rs", "Cargo.toml", "Cargo.lock"];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let commit = commit().map(|commit| format!("+{commit}")).unwrap_or_default();
    // Where a HiGHS is that is linked and that no loader would find.
    println!("cargo::rerun-if-env-changed=HIGHS_RPATH");
    if let Ok(folder) = std::env::var("HIGHS_RPATH") {
        println!("cargo::rustc-link-arg-bins=-Wl,-rpath,{folder}");
    }
    println!("cargo::rustc-env=SWISS_ILP_VERSION={}{commit}", env!("CARGO_PKG_VERSION"));
}

/// The first twelve digits of the commit, and `.modified` if the sources are not those of it. Nothing without git, and nothing within
/// another repository, whose commits say nothing of this program.
fn commit() -> Option<String> {
    let here = Path::new(&std::env::var_os("CARGO_MANIFEST_DIR")?).canonicalize().ok()?;
    if Path::new(&git(&["rev-parse", "--show-toplevel"])?).canonicalize().ok()? != here {
        return None;
    }
    let commit = git(&["rev-parse", "--short=12", "HEAD"])?;
    // A commit alone makes no new program: until a source changes, it stays what it was made of. A file that is not there would run this
    // each time.
    for path in SOURCES.into_iter().filter(|path| here.join(path).exists()) {
        println!("cargo::rerun-if-changed={path}");
    }
    let changes = git(&[&["status", "--porcelain", "--"], &SOURCES[..]].concat())?;
    Some(if changes.is_empty() { commit } else { format!("{commit}.modified") })
}

/// What git prints, without the end of its line.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok().filter(|output| output.status.success())?;
    String::from_utf8(output.stdout).ok().map(|text| text.trim_end().to_owned())
}
