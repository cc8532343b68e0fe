//! The part of a page that solves the round again: `HiGHS` as WebAssembly, and the scripts of `src/page/live`.
//!
//! The solver works in a worker, so that the page does not freeze. A page that is opened from a disk may load no other file, so the
//! worker's script and the solver, packed and in base 64, are in the page as text.

use super::{embedded, rendered};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;

/// The scripts of the worker, in the order in which they use each other.
const ENGINE: [&str; 6] = [
    include_str!("live/vendor/highs.js"),
    include_str!("live/cardinality.js"),
    include_str!("live/odd_sets.js"),
    include_str!("live/program.js"),
    include_str!("live/round.js"),
    include_str!("live/engine.js"),
];
const PAGE: &str = include_str!("live/mount.js");
const STYLE: &str = include_str!("live/live.css");
/// `HiGHS`, by gzip. The browser unpacks it.
const SOLVER: &[u8] = include_bytes!("live/vendor/highs.wasm.gz");

/// What a page needs for its live part: to be put where it should stand.
pub(crate) fn fragment(round: &impl Serialize) -> String {
    let script = |modules: &[&str]| modules.iter().map(|module| plain(module)).collect::<String>();
    rendered(&LiveTemplate {
        style: STYLE,
        data: embedded(round),
        engine: script(&ENGINE),
        solver: STANDARD.encode(SOLVER),
        page: plain(PAGE),
    })
}

#[derive(askama::Template)]
#[template(path = "live.html", config = "src/page/askama.toml", escape = "none")]
struct LiveTemplate {
    style: &'static str,
    data: String,
    engine: String,
    solver: String,
    page: String,
}

/// A module as a plain script: the files are put one after another, so that nothing is to be imported.
fn plain(module: &str) -> String {
    let lines = module.lines().filter(|line| !line.starts_with("import "));
    lines.flat_map(|line| [line.strip_prefix("export ").unwrap_or(line), "\n"]).collect()
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn modules_become_one_script() {
        assert_eq!(plain("import { a } from \"./a.js\";\nexport function b() {}\n"), "function b() {}\n");
    }
}
