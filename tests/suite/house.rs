//! Which room of `src` may use which: the road of the data has one direction. That files are written in one place only is
//! held by clippy (`disallowed-methods`).

use crate::support::prelude::*;

/// The rooms of `src` in the order of the road: a room uses those before it. `graph` and `tournament` are the two crates.
const ROAD: [&str; 10] =
    ["tournament", "graph", "files", "rules", "systems", "model", "proof", "solve", "questions", "doors"];

/// What must not be reached from a room, not even through others, although it comes before it.
const NEVER: [(&str, &str); 3] = [("model", "systems"), ("proof", "systems"), ("solve", "systems")];

/// What the literal reading of Dubov's text of 1997 has of the program: in which of the ways it is read.
const DUBOV: &str = "use swiss_ilp::systems::dubov_1997::DubovReadings;";

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
    let place = |room: &str| ROAD.iter().position(|one| *one == room).unwrap_or_else(|| panic!("{room} is no room"));
    for (room, used) in &found {
        used.iter().for_each(|other| assert!(place(other) < place(room), "{room} uses {other}"));
    }
    for (room, never) in NEVER {
        assert!(!reached(&found, room).contains(never), "{room} reaches {never}");
    }
    assert!(found.len() + 2 == ROAD.len() && reached(&found, "doors").len() + 1 == ROAD.len(), "{found:?}");
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
    for path in sources(&root).into_iter().filter(|path| !path.ends_with("tests.rs")) {
        let (code, part) = (code(&path), part(&root, &path));
        for never in ["swiss_ilp::", "swiss_matching", "swiss_rule_proof"] {
            // The options of the text of Dubov are those of its engine.
            assert!(!code.replace(DUBOV, "").contains(never), "{part}: {never}");
        }
    }
    let matching = code(&root.join("matching.rs"));
    let holds = !matching.contains("swiss_") && matching.contains("integer_blossom::");
    assert!(holds, "the matching is another library's");
}
