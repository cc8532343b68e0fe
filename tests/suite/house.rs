//! Which room of `src` may use which: the road of the data has one direction. That files are written in one place only is
//! held by clippy (`disallowed-methods`).

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Every room of `src`, and what it uses of the others. `graph` and `tournament` are the two crates.
const USES: &[(&str, &str)] = &[
    ("doors", "files model questions solve tournament"),
    ("files", "graph tournament"),
    ("model", "files graph rules tournament"),
    ("proof", "files graph model rules tournament"),
    ("questions", "files graph model proof rules solve systems tournament"),
    ("rules", "files graph tournament"),
    ("solve", "files graph model proof rules tournament"),
    ("systems", "graph rules tournament"),
];

/// What must not be reached from a room, not even through others.
const NEVER: [(&str, &[&str]); 4] = [
    ("systems", &["model", "proof", "solve"]),
    ("model", &["proof", "solve", "systems"]),
    ("proof", &["solve", "systems"]),
    ("questions", &["doors"]),
];

/// The literal readings know a round, which is a crate of its own, and the options of the text of Dubov. Nothing else of the program is
/// theirs, and no matching of the engines.
const READINGS: [(&str, &str); 1] = [("dubov_1997", "systems")];

/// The crates that lead to HiGHS.
const HIGHS: [&str; 3] = ["good_lp::", "highs::", "highs_sys::"];

type Uses = BTreeMap<String, BTreeSet<String>>;

fn sources(folder: &Path) -> Vec<PathBuf> {
    let files = walkdir::WalkDir::new(folder).into_iter().map(|entry| entry.expect("an entry").into_path());
    files.filter(|path| path.extension().is_some_and(|extension| extension == "rs")).collect()
}

/// The code of a file, without comments.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).expect("a source");
    text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

/// The names that come first after `root`, as `crate::`, also those of a group in braces. A constant of the root is no room.
fn names_after(root: &str, code: &str) -> BTreeSet<String> {
    let starts = |at: &usize| !code[..*at].ends_with(|before: char| before.is_alphanumeric() || before == '_');
    let uses = code.match_indices(root).map(|(at, _)| at).filter(starts).map(|at| &code[at + root.len()..]);
    let names = uses.flat_map(|used| if used.starts_with('{') { group(used) } else { vec![name(used)] });
    names.filter(|name| name.starts_with(char::is_lowercase)).collect()
}

fn name(text: &str) -> String {
    text.trim_start().chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect()
}

/// The first names of the entries of `{a, b::{c, d}}`.
fn group(text: &str) -> Vec<String> {
    let (mut depth, mut names) = (0, Vec::new());
    for (at, letter) in text.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            break;
        }
        if depth == 1 && matches!(letter, '{' | ',') {
            names.push(name(&text[at + 1..]));
        }
    }
    names.retain(|name| !name.is_empty());
    names
}

/// The folder or file of `root` in which `path` lies.
fn part(root: &Path, path: &Path) -> String {
    let first = path.strip_prefix(root).expect("within").iter().next().expect("a name").to_str().expect("UTF-8");
    first.trim_end_matches(".rs").to_owned()
}

fn uses(root: &Path, of: &str) -> Uses {
    let mut uses = Uses::new();
    for path in sources(root) {
        let part = part(root, &path);
        let mut used = names_after(of, &code(&path));
        used.remove(&part);
        uses.entry(part).or_default().extend(used);
    }
    uses.retain(|_, used| !used.is_empty());
    uses
}

/// What is new is refused, and what is no longer used leaves the table.
fn assert_is_the_table(found: &Uses, table: &[(&str, &str)]) {
    let line = |who: &str, used: &str| format!("    (\"{who}\", \"{used}\"),\n");
    let found: String = found
        .iter()
        .map(|(who, used)| line(who, &used.iter().map(String::as_str).collect::<Vec<_>>().join(" ")))
        .collect();
    let table: String = table.iter().map(|(who, used)| line(who, used)).collect();
    assert_eq!(found, table, "the table of what is used:\n{found}");
}

fn reached<'a>(uses: &'a Uses, from: &'a str) -> BTreeSet<&'a str> {
    let (mut reached, mut ahead) = (BTreeSet::new(), vec![from]);
    while let Some(next) = ahead.pop() {
        let further = uses.get(next).into_iter().flatten().map(String::as_str);
        ahead.extend(further.filter(|name| reached.insert(*name)));
    }
    reached
}

/// A question calls the rooms below, and no other question.
#[test]
fn no_question_uses_another() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/questions");
    let folders: BTreeSet<String> =
        swiss_ilp::questions::QUESTIONS.iter().map(|question| question.name.to_owned()).collect();
    let mut seen = 0;
    for path in sources(&root).iter().filter(|path| folders.contains(&part(&root, path))) {
        let (own, code) = (part(&root, path), code(path));
        // `super::` of a folder's `mod.rs` is `questions`, and so is `super::super::` of its other files.
        let is_mod = path.ends_with("mod.rs");
        let roots = ["crate::questions::", if is_mod { "super::" } else { "super::super::" }];
        let used: BTreeSet<String> = roots.iter().flat_map(|root| names_after(root, &code)).collect();
        let others: Vec<&String> = used.iter().filter(|name| **name != own && folders.contains(*name)).collect();
        assert!(others.is_empty(), "{}: {others:?}", path.display());
        seen += 1;
    }
    assert!(seen > folders.len(), "{seen} files");
}

#[test]
fn the_road_of_the_data_has_one_direction() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let found = uses(&root, "crate::");
    assert_is_the_table(&found, USES);
    for (from, never) in NEVER {
        let reached = reached(&found, from);
        assert!(reached.contains("tournament"), "{from} is a room");
        for name in never {
            assert!(!reached.contains(name), "{from} reaches {name}");
        }
    }
    for who in found.keys() {
        assert!(!self::reached(&found, who).contains(who.as_str()), "{who} reaches itself");
    }
}

#[test]
fn only_one_folder_knows_highs() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let knows = |path: &PathBuf| HIGHS.iter().any(|name| !names_after(name, &code(path)).is_empty());
    let who: BTreeSet<String> =
        sources(&root).iter().filter(|path| knows(path)).map(|path| part(&root, path)).collect();
    assert_eq!(who.iter().collect::<Vec<_>>(), ["solve"]);
}

#[test]
fn the_literal_readings_share_nothing_with_the_engines() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/rule-proof/tests/readings");
    let mut found = Uses::new();
    for path in sources(&root).into_iter().filter(|path| !path.ends_with("tests.rs")) {
        let code = code(&path);
        found.entry(part(&root, &path)).or_default().extend(names_after("swiss_ilp::", &code));
        for never in ["swiss_matching", "swiss_rule_proof"] {
            assert!(!code.contains(never), "{}: {never}", path.display());
        }
    }
    found.retain(|_, used| !used.is_empty());
    assert_is_the_table(&found, &READINGS);
    let matching = code(&root.join("matching.rs"));
    assert!(
        !matching.contains("swiss_") && matching.contains("integer_blossom::"),
        "the matching is another library's"
    );
}

/// What one has to trust of a proof by rules is read in one sitting, and only the maker knows the matching.
#[test]
fn the_checker_of_proofs_by_rules_is_short_and_alone() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/rule-proof/src");
    for path in sources(&root) {
        let text = fs::read_to_string(&path).expect("a source");
        assert!(text.lines().count() < 700, "{} has 700 lines", path.display());
        let is_maker = path.ends_with("make.rs");
        assert_eq!(code(&path).contains("swiss_matching"), is_maker, "{}", path.display());
    }
}
