//! What is shipped with the code: the instances, and the examples of the book.

use crate::support::prelude::*;
use serde::Deserialize;

#[derive(Deserialize)]
struct Index {
    instance: Vec<Instance>,
}

#[derive(Deserialize)]
struct Instance {
    file: String,
    players: Option<usize>,
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

fn index() -> Vec<Instance> {
    let index: Index = toml::from_str(&text("instances/INDEX.toml")).expect("INDEX.toml");
    index.instance
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
fn the_examples_of_models_and_tournaments_can_be_read() {
    let examples = |page: &str, fence: &str| -> Vec<String> {
        let text = text(page);
        let examples = text.split(fence).skip(1).filter_map(|rest| rest.split("```").next());
        examples.map(str::to_owned).collect()
    };
    let models = examples("docs/src/models/file.md", "```toml\n");
    models.iter().for_each(|example| drop(Model::parse("file.md", example).expect("a model")));
    let tournaments = examples("docs/src/formats/json.md", "```json\n");
    for example in &tournaments {
        let loaded = files::read(example.as_bytes()).expect("an example");
        RoundState::new(&loaded.tournament, RoundRequest::default()).expect("a sound tournament");
    }
    assert!(!models.is_empty() && !tournaments.is_empty());
}
