//! The benchmark set of `instances/benchmark-set`: its files, and a sample of its optima. `make suite NAME=benchmark-set` solves all of it.

use crate::support::prelude::*;
use flate2::read::GzDecoder;
use serde_json::Value as Json;
use std::cell::Cell;
use std::io::Read;
use std::rc::Rc;
use swiss_ilp::files::pairs;
use swiss_ilp::proof::{self, Certificate};
use swiss_ilp::solve::{OptimaRequest, Options};
use swiss_matching::budget::hold;

/// Rounds of so many players are solved again here.
const MOST_SOLVED: u64 = 64;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("instances/benchmark-set")
}

fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The content of a file, unpacked.
fn content(name: &str) -> Vec<u8> {
    let bytes = fs::read(folder().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    if !name.ends_with(".gz") {
        return bytes;
    }
    let mut content = Vec::new();
    GzDecoder::new(bytes.as_slice()).read_to_end(&mut content).expect(name);
    content
}

fn json(name: &str) -> Json {
    serde_json::from_slice(&content(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn instances() -> Vec<Json> {
    json("optima.json")["instances"].as_array().expect("instances").clone()
}

/// The list under this name.
fn list<'a>(of: &'a Json, name: &str) -> &'a [Json] {
    of[name].as_array().unwrap_or_else(|| panic!("{name} of {of}"))
}

fn text<'a>(of: &'a Json, name: &str) -> &'a str {
    of[name].as_str().unwrap_or_else(|| panic!("{name} of {of}"))
}

fn state(instance: &Json) -> RoundState {
    let loaded = files::read(&content(text(instance, "file"))).expect("a sound file");
    let round = u32::try_from(instance["round"].as_u64().expect("a round")).expect("small");
    RoundState::new(&loaded.tournament, RoundRequest::from(round)).expect("a round to pair")
}

fn spec(model: &str) -> Objective {
    let path = folder().join(model);
    Objective::load(if model.ends_with(".toml") { path.to_str().expect("UTF-8") } else { model }).expect(model)
}

/// The recorded pairing.
fn pairing(record: &Json) -> Option<Pairing> {
    record["pairing"].as_str().map(|file| pairs::read(&content(file)).expect("a pairing"))
}

/// What is wrong with the record of a round by a model, when it is solved again.
fn difference(state: &RoundState, record: &Json) -> Option<String> {
    let spec = spec(text(record, "model"));
    let mut solved = tasks::solve(state, &Model::Objective(spec.clone()), Options::default()).expect("solved");
    let Some(best) = solved.solution.incumbent.clone() else {
        return (record["status"] != "infeasible").then(|| "there is no legal pairing".to_owned());
    };
    assert!(solved.is_optimal());
    let values: Vec<String> = best.values.iter().map(ToString::to_string).collect();
    let recorded: Vec<String> = list(record, "objective").iter().map(ToString::to_string).collect();
    if values != recorded {
        return Some(format!("the optimum is {values:?}"));
    }
    if Some(&best.pairing) != pairing(record).as_ref() {
        return Some("the canonical optimum is another pairing".to_owned());
    }
    let wanted = OptimaRequest { count: 2, list: 0 };
    let optima = tasks::count_optima(state, &spec, &mut solved, wanted, Options::default()).expect("counted");
    (optima.is_unique() != record["unique"].as_bool()).then(|| "the optimum is unique or not".to_owned())
}

/// Large rounds by models whose searches differ, and the work of pairing them: how often a budget is asked, at most. That is half as often
/// again as it was when these were counted.
const WORK: [(&str, &str, usize); 6] = [
    ("large-5000-6", "pairs", 700),
    ("large-5000-6", "fair", 5_300),
    ("large-5000-6", "swiss", 7_400),
    ("large-9998-5", "pairs", 4_800),
    ("large-9998-5", "fair", 3_000),
    ("large-9998-5", "swiss", 4_800),
];

#[test]
fn large_rounds_take_no_more_work_than_they_did() {
    let instances = instances();
    for (id, model, most) in WORK {
        let instance = instances.iter().find(|instance| text(instance, "id") == id).expect(id);
        let (state, spec) = (state(instance), spec(model));
        let asked = Rc::new(Cell::new(0));
        let count = Rc::clone(&asked);
        let ask = move || {
            count.set(count.get() + 1);
            false
        };
        let solution = hold(ask, || solve(&state, &spec, Options::default()).expect("a solution"));
        assert!(solution.is_some_and(|solution| solution.incumbent.is_some()));
        // Far less work fails as well, so that somebody lowers the limit.
        assert!((most / 3..=most).contains(&asked.get()), "{id} by {model}: {} of {most}", asked.get());
    }
}

#[test]
fn every_file_is_named_with_its_hash_and_the_set_is_small() {
    let mut named: BTreeSet<String> =
        ["optima.json", "croissant.json", "CITATION.cff", "models/capped.toml", "models/two-caps.toml"]
            .map(str::to_owned)
            .into_iter()
            .collect();
    let mut ids = BTreeSet::new();
    for instance in instances() {
        assert!(ids.insert(text(&instance, "id").to_owned()), "{}", text(&instance, "id"));
        assert_eq!(sha256(&content(text(&instance, "file"))), text(&instance, "sha256"));
        named.insert(text(&instance, "file").to_owned());
        for record in list(&instance, "models").iter().chain(list(&instance, "systems")) {
            for (file, hash) in [("pairing", "pairing_sha256"), ("certificate", "certificate_sha256")] {
                let Some(name) = record[file].as_str() else { continue };
                assert_eq!(sha256(&content(name)), text(record, hash), "{name}");
                named.insert(name.to_owned());
            }
        }
    }
    let (mut files, mut bytes, mut ahead) = (BTreeSet::new(), 0, vec![folder()]);
    while let Some(next) = ahead.pop() {
        for entry in fs::read_dir(next).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                ahead.push(path);
                continue;
            }
            bytes += path.metadata().expect("a file").len();
            files.insert(path.strip_prefix(folder()).expect("within").to_str().expect("UTF-8").to_owned());
        }
    }
    let real: Vec<&String> = named.iter().filter(|name| name.starts_with("../")).collect();
    assert_eq!(real.len(), 5, "the real tournaments");
    assert_eq!(files, named.iter().filter(|name| !name.starts_with("../")).cloned().collect());
    assert!(bytes < 6_000_000, "{bytes} bytes");
}

#[test]
fn small_rounds_have_the_recorded_optima_when_they_are_solved_again() {
    let mut solved = 0;
    for instance in instances().iter().filter(|instance| instance["players"].as_u64() <= Some(MOST_SOLVED)) {
        let state = state(instance);
        assert_eq!(instance["players"].as_u64(), Some(state.players().len() as u64));
        for record in list(instance, "models") {
            assert_eq!(difference(&state, record), None, "{} by {}", text(instance, "id"), text(record, "model"));
            solved += 1;
        }
        for record in list(instance, "systems") {
            let system: System = text(record, "system").parse().expect("a system");
            let paired = system.pair(&state).ok().map(|paired| paired.pairing);
            assert_eq!(paired, pairing(record), "{} by {system}", text(instance, "id"));
        }
    }
    assert!(solved > 50, "{solved}");
}

#[test]
fn certificates_are_accepted_with_their_pairings_and_no_others() {
    let (mut accepted, mut infeasible) = (0, 0);
    for instance in instances() {
        let state = state(&instance);
        for record in list(&instance, "models").iter().filter(|record| record["certificate"].is_string()) {
            let spec = spec(text(record, "model"));
            let certificate: Certificate =
                serde_json::from_value(json(text(record, "certificate"))).expect("a certificate");
            assert_eq!(certificate.claim().name(), text(record, "proof"));
            assert_eq!(text(record, "proof") == "only-optimum", record["unique"] == true, "{record}");
            let best = pairing(record);
            proof::check(&state, &spec, best.as_ref(), &certificate)
                .unwrap_or_else(|refusal| panic!("{}: {refusal}", text(&instance, "id")));
            accepted += 1;
            infeasible += usize::from(best.is_none());
            // A system's pairing that is worth less is not proven by it.
            let others = list(&instance, "systems").iter().filter_map(pairing);
            for other in others.filter(|_| best.is_some()) {
                let verdict = verify(&state, &spec, &other, None);
                let is_as_good = verdict.is_legal()
                    && Some(verdict.values()) == best.as_ref().map(|best| verify(&state, &spec, best, None).values());
                if !is_as_good {
                    assert!(proof::check(&state, &spec, Some(&other), &certificate).is_err(), "{record}");
                }
            }
        }
    }
    assert!(accepted > 30 && infeasible >= 6, "{accepted} {infeasible}");
}
