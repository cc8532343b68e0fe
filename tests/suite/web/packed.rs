//! The page for any tournament in the book, and the script of the pages that the program writes: whether they are whole, and of these
//! sources.
//!
//! Nobody needs the tools for WebAssembly to read the book. So the page is in the repository with the module in it, which is older than the
//! sources as soon as one of them changes. That is no fault: its page says of which version it is, and with the tools `make test`
//! builds a new one and tests that. A fault is what a page would be wrong by: a module of another version, and a page that is not
//! made from its parts.
//!
//! `UPDATE_PACKED=1` writes what is true now, and `UPDATE_PACKED=page` all but what the module is made of.
//! `PACKED=fresh` fails if the module is older than its sources.

use crate::support::prelude::*;
use base64::{Engine as _, engine::general_purpose::STANDARD};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");
const FILE: &str = "web/MADE";
const PACKED: &str = "docs/src/pages/browser.html";
const SCRIPT: &str = "src/questions/report/page/page.js";

/// What the module is made from: files and folders.
const MODULE: [&str; 7] = ["Cargo.lock", "Cargo.toml", "crates", "instances/errata", "models", "src", "web/src"];
const ITS_BUILD: [&str; 2] = ["web/Cargo.toml", "web/build.rs"];
/// What is not in it: other doors, and what only they have.
const NOT_IN_IT: [&str; 6] =
    ["src/questions/batch", "src/doors", "src/questions/simulate", "src/main.rs", "crates/*/tests", "README.md"];
/// What the page around it is made from, and the script.
const PAGE: [&str; 8] = [
    "instances",
    "models",
    "src/questions/report/page/page.css",
    "web/build.mjs",
    "web/package-lock.json",
    "web/packed.mjs",
    "web/page",
    "web/swiss-ilp.mjs",
];
/// What of those folders is in no page.
const NOT_IN_PAGE: [&str; 2] = ["instances/benchmark-set", "instances/errata"];

fn is_within(path: &str, of: &str) -> bool {
    match of.split_once("/*/") {
        Some((before, after)) => {
            let rest = path.strip_prefix(before).and_then(|rest| rest.strip_prefix('/')?.split_once('/'));
            rest.is_some_and(|(_, rest)| is_within(rest, after))
        }
        None => path == of || path.ends_with(&format!("/{of}")) || path.starts_with(&format!("{of}/")),
    }
}

/// The hash of these files, but for those within `without`: of the hash and the path of each, in the order of the paths.
fn hash_of(sources: &[&str], without: &[&str]) -> String {
    let files = sources.iter().flat_map(|source| walkdir::WalkDir::new(Path::new(ROOT).join(source)));
    let files = files.map(|entry| entry.expect("an entry")).filter(|entry| entry.file_type().is_file());
    let mut listed = BTreeMap::new();
    for file in files {
        let path = file.path().strip_prefix(ROOT).expect("within").to_str().expect("UTF-8").replace('\\', "/");
        if !without.iter().any(|one| is_within(&path, one)) {
            listed.insert(path, sha256(&fs::read(file.path()).expect("readable")));
        }
    }
    let list: String = listed.iter().map(|(path, hash)| format!("{hash}  {path}\n")).collect();
    sha256(list.as_bytes())
}

fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn read(path: &str) -> String {
    fs::read_to_string(Path::new(ROOT).join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// What is true now, line by line: a name and its value.
fn now() -> BTreeMap<&'static str, String> {
    let page = read(PACKED);
    let module = page.split_once(r#" id="module">"#).and_then(|(_, rest)| rest.split_once("</script>"));
    let (module, _) = module.unwrap_or_else(|| panic!("{PACKED} has no module: `make packed` makes it again"));
    BTreeMap::from([
        ("version", env!("CARGO_PKG_VERSION").to_owned()),
        ("module", sha256(module.as_bytes())),
        ("page", sha256(page.as_bytes())),
        ("script", sha256(read(SCRIPT).as_bytes())),
        ("sources-of-module", hash_of(&[&MODULE[..], &ITS_BUILD[..]].concat(), &NOT_IN_IT)),
        ("sources-of-page", hash_of(&PAGE, &NOT_IN_PAGE)),
    ])
}

#[test]
fn the_packed_page_is_whole_and_of_its_parts() {
    // A package for others has not the parts.
    if !Path::new(ROOT).join("web/src").exists() {
        return;
    }
    let now = now();
    let was: String = fs::read_to_string(Path::new(ROOT).join(FILE)).unwrap_or_default();
    let was: BTreeMap<&str, &str> = was.lines().filter_map(|line| line.split_once(' ')).collect();
    if let Some(what) = std::env::var_os("UPDATE_PACKED") {
        // The page alone can be made anew: the module then stays one of the sources of its time.
        let is_kept = |name: &str| name == "sources-of-module" && what == "page";
        let line = |(name, value): (&&str, &String)| {
            format!("{name} {}\n", if is_kept(name) { was.get(name).copied().unwrap_or_default() } else { value })
        };
        let text: String = now.iter().map(line).collect();
        fs::write(Path::new(ROOT).join(FILE), text).expect("writable");
        return;
    }
    let is_another = |name: &str| was.get(name).copied() != now.get(name).map(String::as_str);
    for (name, fault) in [
        ("version", "its module is of another version: `make packed` makes it again"),
        ("module", "its module has changed: `make packed` makes it again"),
        ("page", "its page has changed: `make packed-page` makes it again"),
        ("script", "src/questions/report/page/page.js has changed: `make packed-page` makes it again"),
        (
            "sources-of-page",
            "its page is older than its parts: `make packed-page` makes it and src/questions/report/page/page.js again, which takes a second",
        ),
    ] {
        assert!(!is_another(name), "{PACKED}: {fault}");
    }
    if is_another("sources-of-module") {
        let said =
            format!("{PACKED}: the module is older than its sources; `make packed` makes it again, for a release");
        assert!(std::env::var("PACKED").as_deref() != Ok("fresh"), "{said}");
        eprintln!("{said}");
    }
}

/// A page runs the script of this hash and nothing else.
#[test]
fn the_script_has_its_hash() {
    let hash = STANDARD.encode(Sha256::digest(read(SCRIPT)));
    assert_eq!(read("src/questions/report/page/page.js.sha256"), format!("sha256-{hash}"));
}
