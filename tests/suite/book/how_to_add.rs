//! What `how-to-add.md` says of the files that each addition touches is so for everything that was added before.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use swiss_ilp::model::{Counted, Model, Objective};
use swiss_ilp::questions::QUESTIONS;
use swiss_ilp::rules::{EDITIONS, Edition, Hard, Rule, Term};
use swiss_ilp::tournament::Tournament;

const PAGE: &str = include_str!("../../../docs/src/how-to-add.md");

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn text(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The names in a folder, without what follows the first dot.
fn stems(folder: &str) -> BTreeSet<String> {
    let entries = fs::read_dir(root().join(folder)).unwrap_or_else(|error| panic!("{folder}: {error}"));
    let name = |entry: fs::DirEntry| entry.file_name().into_string().expect("a UTF-8 name");
    entries.map(|entry| name(entry.expect(folder)).split('.').next().unwrap_or_default().to_owned()).collect()
}

/// The paths with a `<placeholder>` in the section of this title, each once.
fn patterns(title: &str) -> BTreeSet<&'static str> {
    let section = PAGE.split("\n## ").find(|section| section.starts_with(title)).expect(title);
    section.split('`').skip(1).step_by(2).filter(|code| code.contains('/') && code.contains('<')).collect()
}

#[test]
fn every_edition_is_in_the_files_that_the_page_names() {
    let of_edition = patterns("An edition of a system");
    assert_eq!(of_edition.into_iter().collect::<Vec<_>>(), ["src/systems/<edition>/articles.toml"]);
    // The list has every file, and every file is of an edition.
    let has_articles = |folder: &String| root().join(format!("src/systems/{folder}/articles.toml")).exists();
    let folders: BTreeSet<String> = stems("src/systems").into_iter().filter(has_articles).collect();
    assert_eq!(folders, EDITIONS.iter().map(|edition| edition.id.replace('-', "_")).collect());
    let overview = text("docs/src/systems/overview.md");
    for edition in EDITIONS.iter() {
        // Years that files can name are those of the editions that were in force.
        let year = edition.id.strip_prefix("dutch-").and_then(|year| year.parse().ok());
        let is_named = year.is_some_and(|year| Tournament::DUTCH_EDITIONS.contains(&year));
        assert_eq!(edition.in_force[0].is_some(), is_named, "{}", edition.id);
        let row = overview.lines().find(|line| line.starts_with(&format!("| [`{}`](", edition.id)));
        let page = row.and_then(|row| row.split(['(', ')']).nth(1)).expect("a row with a page");
        assert!(root().join("docs/src/systems").join(page).exists(), "{page}");
    }
    assert_eq!(
        EDITIONS.iter().filter(|edition| edition.in_force[0].is_some()).count(),
        Tournament::DUTCH_EDITIONS.len()
    );
    let oracles = stems("tests/data/oracle");
    let is_of_edition = |folder: &String| EDITIONS.iter().any(|edition| folder.starts_with(edition.id));
    let others: Vec<String> = oracles.into_iter().filter(|folder| !is_of_edition(folder)).collect();
    assert_eq!(others, ["README", "adjudicated"]);
}

/// Everything that an edition cites is a rule of its own, and no rule is of two.
#[test]
fn an_edition_cites_its_own_rules() {
    for edition in EDITIONS.iter() {
        let own =
            |id: &str| edition.rules().iter().any(|rule| rule.id == id) && !edition.article(rule_of(id)).is_empty();
        assert!(edition.rules().iter().all(|rule| own(rule.id)), "{}", edition.id);
        let others = edition.absolute.iter().chain(edition.by_name.values());
        assert!(others.chain([&edition.colours]).all(|id| own(id)), "{}", edition.id);
        if let Some(text) = edition.candidates() {
            let cited =
                [text.prepared, text.transposition, text.exchange, text.set, text.downfloater, text.bye, text.outlook];
            assert!(cited.iter().chain(&text.colours).chain(&text.downfloats).all(|id| own(id)), "{}", edition.id);
        }
    }
    let ids: Vec<&str> = EDITIONS.iter().flat_map(|edition| edition.rules()).map(|rule| rule.id).collect();
    assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len());
    assert!(Edition::find("dutch").is_none() && Edition::find("dutch-2026").is_some());
}

fn rule_of(id: &str) -> &'static str {
    Rule::find(id).expect("a rule").id
}

/// A term and a hard rule can be written in a model by the names of their rules, and the book has them.
#[test]
fn every_term_and_hard_rule_is_one_of_a_model_and_of_the_book() {
    let page = text("docs/src/models/objective.md");
    let file = |hard: &str, term: &str| {
        format!(
            "kind = \"objective\"\nname = \"m\"\nsummary = \"m\"\nformulation = \"pairs\"\nhard = [{hard}]\n\
             [[tier]]\nname = \"t\"\nterms = [{{ term = \"{term}\", weight = 1 }}]\n"
        )
    };
    let short = |id: &'static str| id.strip_prefix("ilp.").expect("a rule of models");
    for term in Term::ALL {
        let name = short(term.rule().id);
        assert!(page.contains(&format!("`{name}`")), "{name}");
        let model = Model::parse("m.toml", &file("", name)).unwrap_or_else(|error| panic!("{name}: {error}"));
        let objective = Objective::try_from(model).expect("an objective");
        assert_eq!(objective.tiers[0].terms[0].term, Counted::Term(*term));
    }
    for hard in Hard::ALL {
        let name = short(hard.rule().id);
        assert!(page.contains(&format!("`{name}`")), "{name}");
        let model = Model::parse("m.toml", &file(&format!("\"{name}\""), "pairs-made"));
        let objective = Objective::try_from(model.unwrap_or_else(|error| panic!("{name}: {error}")));
        assert_eq!(objective.expect("an objective").hard, [*hard]);
    }
}

/// A question is a folder, and a request is a file in it.
#[test]
fn every_question_is_a_folder_with_its_request() {
    let patterns: BTreeSet<&str> = patterns("An option").into_iter().chain(patterns("A question")).collect();
    assert!(
        patterns.contains("src/questions/<question>/request.rs")
            && patterns.contains("src/questions/<question>/mod.rs")
    );
    for question in QUESTIONS {
        for pattern in &patterns {
            // The id of a rule is all that `rule` is asked.
            let path = pattern.replace("<question>", question.name);
            assert!(question.name == "rule" && path.ends_with("request.rs") || root().join(&path).exists(), "{path}");
        }
    }
    let shared =
        ["asked", "checklist", "context", "drawing", "ended", "mod", "opened", "rule_proof", "schemas", "wishes"];
    let others: Vec<String> = stems("src/questions")
        .into_iter()
        .filter(|name| QUESTIONS.iter().all(|question| question.name != name))
        .collect();
    assert_eq!(others, shared);
}

/// A format has a reader that is fuzzed, and a page of the book.
#[test]
fn every_format_is_fuzzed_and_in_the_book() {
    let (fuzzed, pages) = (stems("tests/fuzz/fuzz_targets"), stems("docs/src/formats"));
    let summary = text("docs/src/SUMMARY.md");
    let formats = fs::read_dir(root().join("crates/trf/src/formats")).expect("the formats");
    let folders = formats.map(|entry| entry.expect("an entry")).filter(|entry| entry.path().is_dir());
    let formats: BTreeSet<String> = folders.map(|entry| entry.file_name().into_string().expect("UTF-8")).collect();
    assert!(formats.len() >= 3, "{formats:?}");
    for format in formats {
        assert!(fuzzed.contains(&format), "{format} is not fuzzed");
        // The page of `pairs` is that of pairings.
        let page = pages.iter().find(|page| page.starts_with(format.trim_end_matches('s')));
        let page = page.unwrap_or_else(|| panic!("{format} has no page"));
        assert!(summary.contains(&format!("(formats/{page}.md)")), "{page}");
    }
}
