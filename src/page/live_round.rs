//! The part of a page that solves the round again: `HiGHS` as WebAssembly, and the scripts of `src/page/live`.
//!
//! The solver works in a worker, so that the page does not freeze. A page that is opened from a disk may load no other file, so the
//! worker's script and the solver, packed and in base 64, are in the page as text.

use crate::tasks::LiveRound;
use askama::Template;

/// The scripts of the worker, in the order in which they use each other.
const ENGINE: [&str; 6] = [
    include_str!("live/vendor/highs.js"),
    include_str!("live/cardinality.js"),
    include_str!("live/odd_sets.js"),
    include_str!("live/program.js"),
    include_str!("live/round.js"),
    include_str!("live/engine.js"),
];
const PAGE: [&str; 1] = [include_str!("live/mount.js")];
const STYLE: &str = include_str!("live/live.css");
/// `HiGHS`, by gzip. The browser unpacks it.
const SOLVER: &[u8] = include_bytes!("live/vendor/highs.wasm.gz");

/// What a page needs for its live part: to be put where it should stand.
///
/// # Errors
/// If the round cannot be written as JSON, which does not happen.
pub fn fragment(round: &LiveRound) -> serde_json::Result<String> {
    let script = |modules: &[&str]| modules.iter().map(|module| plain(module)).collect::<String>();
    let (engine, page) = (script(&ENGINE), script(&PAGE));
    let data = in_script(&serde_json::to_string(round)?);
    Ok(format!(
        "<style>{STYLE}</style>\n<section id=\"live\" aria-labelledby=\"live-title\"></section>\n\
         <script type=\"application/json\" id=\"live-data\">{data}</script>\n\
         <script type=\"text/plain\" id=\"live-engine\">{engine}\nserve(self, Module);</script>\n\
         <script type=\"text/plain\" id=\"live-solver\">{}</script>\n\
         <script>(() => {{\n{page}\n\
         mount(document.getElementById(\"live\"), JSON.parse(document.getElementById(\"live-data\").textContent));\n\
         }})();</script>\n",
        base64(SOLVER)
    ))
}

/// A page with the live part and nothing else.
///
/// # Errors
/// As [`fragment`], and if the template cannot be filled, which does not happen.
pub fn page(round: &LiveRound) -> Result<String, Box<dyn std::error::Error + Send + Sync>> {
    let live = fragment(round)?;
    Ok(Page { title: &round.tournament, round: round.round, live: &live }.render()?)
}

#[derive(Template)]
#[template(
    ext = "html",
    source = "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
              <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
              <title>Round {{ round }} of {{ title }}</title>\n</head>\n<body>\n<main>\n\
              <h1>{{ title }}</h1>\n<p>Round {{ round }}</p>\n{{ live|safe }}</main>\n</body>\n</html>\n"
)]
struct Page<'a> {
    title: &'a str,
    round: u32,
    live: &'a str,
}

/// A module as a plain script: the files are put one after another, so that nothing is to be imported.
fn plain(module: &str) -> String {
    let lines = module.lines().filter(|line| !line.starts_with("import "));
    lines.flat_map(|line| [line.strip_prefix("export ").unwrap_or(line), "\n"]).collect()
}

/// JSON that no text in it can end: `<` only occurs in texts.
fn in_script(json: &str) -> String {
    json.replace('<', "\\u003c")
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let bits = (0..3).fold(0, |bits, place| bits << 8 | u32::from(chunk.get(place).copied().unwrap_or(0)));
        for place in 0..4 {
            let digit = char::from(DIGITS[(bits >> (18 - 6 * place) & 63) as usize]);
            text.push(if place <= chunk.len() { digit } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{base64, in_script, plain};

    /// The examples of RFC 4648, section 10.
    #[test]
    fn bytes_are_written_in_base_64() {
        let examples = [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ];
        for (bytes, text) in examples {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
    }

    #[test]
    fn no_name_ends_the_script() {
        assert_eq!(in_script("\"</script><!--\""), "\"\\u003c/script>\\u003c!--\"");
        assert_eq!(plain("import { a } from \"./a.js\";\nexport function b() {}\n"), "function b() {}\n");
    }
}
