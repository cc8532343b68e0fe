//! What is shipped with the code: instances, models, book, citation, changelog.

use super::schema;
use crate::support::program::{run, stdout};
use serde::Deserialize;
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use swiss_ilp::files;
use swiss_ilp::model::{Erratum, Model};
use swiss_ilp::rules::{Entry, Rule};
use swiss_ilp::tournament::{RoundRequest, RoundState};

#[derive(Deserialize)]
struct Index {
    instance: Vec<Instance>,
}

#[derive(Deserialize)]
struct Instance {
    file: String,
    players: Option<usize>,
    rounds_played: Option<usize>,
    rounds_planned: Option<u64>,
    source: String,
    licence: String,
    sha256: String,
    known: Vec<String>,
    point: Option<String>,
}

fn path(relative: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(relative)
}

fn text(relative: &str) -> String {
    fs::read_to_string(path(relative)).unwrap_or_else(|error| panic!("{relative}: {error}"))
}

fn names(folder: &str) -> BTreeSet<String> {
    let entries = fs::read_dir(path(folder)).expect(folder);
    entries.map(|entry| entry.expect(folder).file_name().into_string().expect("a UTF-8 name")).collect()
}

fn index() -> Vec<Instance> {
    let index: Index = toml::from_str(&text("instances/INDEX.toml")).expect("INDEX.toml");
    index.instance
}

#[test]
fn the_index_names_every_instance_once() {
    let mut files = names("instances");
    assert!(["README.md", "INDEX.toml", "errata", "benchmark-set"].iter().all(|name| files.remove(*name)));
    files.extend(names("instances/errata").into_iter().map(|file| format!("errata/{file}")));
    let indexed: Vec<String> = index().into_iter().map(|instance| instance.file).collect();
    assert_eq!(indexed.iter().cloned().collect::<BTreeSet<_>>(), files);
    assert_eq!(indexed.len(), files.len(), "a file is listed twice");
}

#[test]
fn every_instance_is_the_file_that_the_index_describes() {
    for Instance { file, source, licence, sha256, known, .. } in index() {
        let bytes = fs::read(path("instances").join(&file)).expect(&file);
        let digest: String = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(digest, sha256, "{file} has changed");
        assert!(!source.is_empty() && !licence.is_empty() && !known.is_empty(), "{file}");
    }
}

#[test]
fn trf_instances_have_the_players_of_the_index_and_no_names() {
    for Instance { file, players, .. } in index().into_iter().filter(|instance| instance.file.ends_with(".trf")) {
        let text = text(&format!("instances/{file}"));
        let rows: Vec<&str> = text.lines().filter(|line| line.starts_with("001")).collect();
        assert_eq!(Some(rows.len()), players, "{file}");
        for row in rows {
            assert_eq!(row[14..47].trim(), format!("Player {}", row[4..8].trim()), "{file}");
            assert_eq!(row[57..79].trim(), "", "{file}: a FIDE id or a date of birth");
        }
    }
}

#[test]
fn teaching_instances_have_the_shape_of_the_index() {
    let teaching: Vec<Instance> = index().into_iter().filter(|instance| instance.file.ends_with(".json")).collect();
    let is_erratum = |instance: &Instance| instance.file.starts_with("errata/");
    assert_eq!(teaching.iter().filter(|instance| is_erratum(instance)).count(), Erratum::ALL.len());
    assert!(teaching.len() >= 12 + Erratum::ALL.len());
    let pages = ["instances/README.md", "docs/src/course/rounds.md"].map(text);
    assert!(Erratum::ALL.iter().all(|erratum| pages[0].contains(&erratum.instance().0["instances/".len()..])));
    for instance in teaching {
        let file = &instance.file;
        if file.starts_with("teaching-") {
            let point = instance.point.as_deref().unwrap_or_default();
            assert!(!point.is_empty() && pages.iter().all(|page| page.contains(&format!("`{file}`"))), "{file}");
            assert!(pages.iter().all(|page| page.contains(point)), "{file}: {point}");
        }
        let json: serde_json::Value = serde_json::from_str(&text(&format!("instances/{file}"))).expect(file);
        assert_eq!(json["players"].as_array().map(Vec::len), instance.players, "{file}");
        assert_eq!(json["rounds_planned"].as_u64(), instance.rounds_planned, "{file}");
        let rounds = json["rounds"].as_array().expect(file);
        let has_games = |round: &&serde_json::Value| round["games"].as_array().is_some_and(|games| !games.is_empty());
        assert_eq!(Some(rounds.iter().filter(has_games).count()), instance.rounds_played, "{file}");
    }
}

#[test]
fn the_models_are_all_named() {
    let readme = text("models/README.md");
    for file in names("models").iter().filter(|file| file.ends_with(".toml")) {
        assert!(readme.contains(&format!("`{file}`")), "models/README.md does not name {file}");
        let model = Model::load(path("models").join(file).to_str().expect("a UTF-8 path")).expect(file);
        assert_eq!(format!("{}.toml", model.name()), *file);
    }
}

/// Asserts that `page` has each of `names` in code font.
fn assert_explains<'a>(page: &str, names: impl Iterator<Item = &'a str>) {
    let text = text(page);
    let missing: Vec<&str> = names.filter(|name| !text.contains(&format!("`{name}`"))).collect();
    assert!(missing.is_empty(), "{page} does not explain {missing:?}");
}

#[test]
fn the_rules_and_terms_of_models_are_all_explained() {
    let rules = Rule::all().filter_map(|rule| rule.id.strip_prefix("ilp."));
    assert_explains("docs/src/models/objective.md", rules);
}

#[test]
fn the_schemas_are_all_named() {
    let schemas: Vec<String> = schema::all().map(|(name, _)| format!("docs/schema/{name}.schema.json")).collect();
    assert_explains("docs/src/formats/records.md", schemas.iter().map(String::as_str));
}

#[test]
fn the_checks_of_a_proof_are_all_explained() {
    let ids = Entry::all().map(|entry| entry.id());
    assert_explains("docs/src/proofs.md", ids.filter(|id| id.starts_with("proof.")));
}

#[test]
fn the_model_files_in_the_lesson_can_be_read() {
    let page = "docs/src/models/file.md";
    let lesson = text(page);
    let examples: Vec<&str> = lesson.split("```toml\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    assert!(!examples.is_empty());
    for example in examples {
        Model::parse(page, example).expect("an example");
    }
}

#[test]
fn the_tournaments_in_the_formats_can_be_read() {
    let chapter = text("docs/src/formats/json.md");
    let examples: Vec<&str> = chapter.split("```json\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    assert!(!examples.is_empty());
    for example in examples {
        let loaded = files::read(example.as_bytes()).expect("an example");
        RoundState::new(&loaded.tournament, RoundRequest::default()).expect("a sound tournament");
    }
}

#[test]
fn every_command_and_option_is_in_the_guide() {
    let help = |arguments: &[&str]| stdout(&run(arguments, ""));
    let pages = names("docs/src/guide").into_iter().filter(|name| name.ends_with(".md"));
    let guide: String = pages.map(|page| text(&format!("docs/src/guide/{page}"))).collect();
    for command in swiss_ilp::doors::commands() {
        assert!(guide.contains(&format!("swiss-ilp {command} ")), "the guide does not show {command}");
        let help = help(&[&command, "--help"]);
        let words = help.lines().filter(|line| line.trim_start().starts_with('-')).flat_map(str::split_whitespace);
        // An option may have a value that can be left out: --option[=<VALUE>].
        let names = words.filter_map(|word| word.split('[').next());
        for option in names.filter(|word| word.starts_with("--") && !["--help", "--version"].contains(word)) {
            assert!(guide.contains(option), "the guide does not explain {option} of {command}");
        }
    }
}

#[test]
fn the_citation_and_the_changelog_are_up_to_date() {
    // The page of the book says the same of the program and of the benchmark set as their files do.
    let page = text("docs/src/citing.md");
    let mut cited = page.split("\n@").skip(1).map(|entry| entry.split_once("\n}").expect("the end of an entry").0);
    for file in ["CITATION.cff", "instances/benchmark-set/CITATION.cff"] {
        let (file, entry) = (text(file), cited.next().expect("an entry"));
        let said = |key: &str| {
            let line = file.lines().find_map(|line| line.strip_prefix(&format!("{key}: \""))).expect(key);
            line.strip_suffix('"').expect(key).to_owned()
        };
        assert_eq!(said("version"), env!("CARGO_PKG_VERSION"));
        for (field, value) in [("title", said("title")), ("version", said("version")), ("date", said("date-released"))]
        {
            let is_it = |line: &str| {
                line.split_once('=')
                    .is_some_and(|(name, of)| name.trim() == field && of.trim() == format!("{{{value}}},"))
            };
            assert!(entry.lines().any(is_it), "{field} is not {value}: {entry}");
        }
    }
    assert!(text("CHANGELOG.md").contains("### Reading changes"));
}

/// The entries of `docs/src/references.bib`: kind, key, and the fields.
fn bibliography() -> Vec<(String, String, BTreeMap<String, String>)> {
    let text = text("docs/src/references.bib");
    let entry = |entry: &str| {
        let (kind, rest) = entry.split_once('{').expect("an entry");
        let (key, rest) = rest.split_once(",\n").expect("a key");
        let body = rest.trim_end().strip_suffix('}').expect("the end of an entry");
        let field = |line: &str| {
            let (name, value) = line.split_once('=').unwrap_or_else(|| panic!("{key}: {line}"));
            let value = value.trim().strip_prefix('{').and_then(|value| value.strip_suffix("},"));
            let value = value.unwrap_or_else(|| panic!("{key}: {line}"));
            let depth = |depth: i32, c: char| depth + i32::from(c == '{') - i32::from(c == '}');
            assert_eq!(value.chars().fold(0, depth), 0, "{key}: {line}");
            (name.trim().to_owned(), value.to_owned())
        };
        let fields: Vec<(String, String)> = body.lines().map(field).collect();
        let by_name: BTreeMap<_, _> = fields.iter().cloned().collect();
        assert_eq!(by_name.len(), fields.len(), "{key} has a field twice");
        (kind.to_owned(), key.to_owned(), by_name)
    };
    text.split('@').skip(1).map(entry).collect()
}

#[test]
fn the_bibliography_can_be_read_and_the_page_cites_every_entry() {
    let page = text("docs/src/related-work.md");
    let entries = bibliography();
    let keys: BTreeSet<&str> = entries.iter().map(|(_, key, _)| key.as_str()).collect();
    assert_eq!(keys.len(), entries.len(), "a key is there twice");
    for (kind, key, fields) in &entries {
        let needed: &[&str] = match kind.as_str() {
            "article" => &["author", "title", "journal", "year", "volume"],
            "inproceedings" => &["author", "title", "booktitle", "year"],
            "misc" => &["author", "title", "year", "url"],
            _ => panic!("{key} is a {kind}"),
        };
        assert!(needed.iter().all(|field| fields.get(*field).is_some_and(|value| !value.is_empty())), "{key}");
        assert!(fields["year"].parse::<u32>().is_ok_and(|year| (1900..=2026).contains(&year)), "{key}");
        assert!(page.contains(&format!("[`{key}`]")) && page.contains(&fields["year"]), "{key} is not cited");
    }
    let cited = page.split("[`").skip(1).filter_map(|rest| rest.split_once("`]")).map(|(key, _)| key);
    assert!(
        cited.clone().count() > 10 && cited.clone().all(|key| keys.contains(key)),
        "{:?}",
        cited.collect::<Vec<_>>()
    );
}

/// What the scripts of a release name of this folder is there. They run too long to be tests. The crate's package has none of them.
#[test]
fn the_scripts_of_a_release_name_files_that_are_there() {
    if !path(".ci/dist").is_dir() {
        return;
    }
    for script in [".ci/dist/make", ".ci/dist/check"] {
        let script = text(script);
        let words = script.split(|letter: char| letter.is_whitespace() || "\"'(),;".contains(letter));
        let is_of_project = |word: &&str| {
            let folders = [".ci/", "docs/", "models/", "web/", "py/", "instances/"];
            folders.iter().any(|folder| word.starts_with(folder)) && !word.contains(['$', '{'])
        };
        let named: BTreeSet<&str> = words.filter(is_of_project).map(|word| word.trim_end_matches('*')).collect();
        assert!(!named.is_empty());
        for name in named {
            assert!(path(name).exists(), "{name} is not there");
        }
    }
}
