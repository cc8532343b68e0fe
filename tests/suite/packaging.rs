//! What is shipped beside the code: instances, models, citation, changelog.

use serde::Deserialize;
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use swiss_ilp::model::Model;
use swiss_ilp::rules::Rule;

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
    assert!(files.remove("README.md") && files.remove("INDEX.toml"));
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
    assert_eq!(teaching.len(), 3);
    for instance in teaching {
        let file = &instance.file;
        let json: serde_json::Value = serde_json::from_str(&text(&format!("instances/{file}"))).expect(file);
        assert_eq!(json["players"].as_array().map(Vec::len), instance.players, "{file}");
        assert_eq!(json["rounds_planned"].as_u64(), instance.rounds_planned, "{file}");
        let rounds = json["rounds"].as_array().expect(file);
        let has_games = |round: &&serde_json::Value| round["games"].as_array().is_some_and(|games| !games.is_empty());
        assert_eq!(Some(rounds.iter().filter(has_games).count()), instance.rounds_played, "{file}");
    }
}

#[test]
fn the_models_are_all_explained() {
    let readme = text("models/README.md");
    for file in names("models").iter().filter(|file| file.ends_with(".toml")) {
        assert!(readme.contains(&format!("`{file}`")), "models/README.md does not name {file}");
        let model = Model::load(path("models").join(file).to_str().expect("a UTF-8 path")).expect(file);
        assert_eq!(format!("{}.toml", model.name()), *file);
    }
    for rule in Rule::all().filter_map(|rule| rule.id.strip_prefix("ilp.")) {
        assert!(readme.contains(&format!("`{rule}`")), "models/README.md does not explain {rule}");
    }
}

#[test]
fn the_model_files_in_the_lesson_can_be_read() {
    let readme = text("models/README.md");
    let examples: Vec<&str> = readme.split("```toml\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    assert!(!examples.is_empty());
    for example in examples {
        Model::parse("models/README.md", example).expect("an example");
    }
}

#[test]
fn the_citation_and_the_changelog_are_up_to_date() {
    assert!(text("CITATION.cff").contains(&format!("version: \"{}\"", env!("CARGO_PKG_VERSION"))));
    assert!(text("CHANGELOG.md").contains("### Reading changes"));
}
