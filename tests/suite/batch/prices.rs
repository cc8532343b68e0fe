//! What the pairings of an archive cost: the played one and each system's, beside the optimum.

use crate::support::prelude::*;
use serde_json::{Value, json};

const ODD: &str = "tests/data/oracle/dutch-2012/n9_r5_102.trf";
fn records(arguments: &[&str]) -> Vec<Value> {
    let output = run(&[&["batch", "--format", "json", "--no-times", "-q"], arguments].concat(), "");
    stdout(&output).lines().map(|line| serde_json::from_str(line).expect("a record")).collect()
}

fn list(value: &Value) -> &Vec<Value> {
    value.as_array().unwrap_or_else(|| panic!("a list: {value}"))
}

/// The ids of the rules that a verdict of `compare` or `verify` names, each once.
fn breaks(violations: &Value) -> BTreeSet<String> {
    list(violations).iter().map(|found| found["rule"].as_str().expect("a rule").to_owned()).collect()
}

fn ids(breaks: &Value) -> BTreeSet<String> {
    list(breaks).iter().map(|rule| rule.as_str().expect("a rule").to_owned()).collect()
}

/// The values of tiers, by their names.
fn by_tier(tiers: &Value) -> Vec<(String, Value)> {
    list(tiers).iter().map(|tier| (tier["name"].as_str().expect("a name").to_owned(), tier["value"].clone())).collect()
}

/// `compare` judges every pairing of a round by every model, and `verify --system` a pairing by a system's rules. An archive says the same
/// of each round.
#[test]
fn a_record_says_what_compare_and_verify_say_of_every_pairing() {
    let (models, systems) = ("pairs,fair", ["dutch-2012", "dubov-1997"]);
    // What TCEC's rules allow, and the model does not.
    let tcec = "tests/data/oracle/tcec/p11-r05-single-037.json";
    let found =
        records(&[ODD, GROS, tcec, "--models", models, "--systems", "dutch-2012,dubov-1997", "--rounds", "1-5"]);
    assert_eq!(found.len(), 2 * (5 + 5 + 5), "Gros has a round to come");
    let (mut illegal, mut priced, mut by_system) = (0, 0, 0);
    for record in &found {
        let (file, round) = (record["file"].as_str().expect("a file"), record["round"].to_string());
        let asked = ["compare", file, "--round", &round, "--models", models, "--systems", "dutch-2012,dubov-1997"];
        let compared = json(&run(&[&asked[..], &["--format", "json"]].concat(), ""));
        let judged =
            list(&compared["models"]).iter().find(|model| model["model"] == record["model"]).expect("the model");
        let by = |name: &str| list(&judged["pairings"]).iter().find(|judged| judged["pairing"] == *name);
        let same = |worth: &Value, judged: &Value| {
            assert_eq!(worth["legal"], judged["legal"], "{record}");
            assert_eq!(ids(&worth["breaks"]), breaks(&judged["violations"]), "{record}");
            assert_eq!(by_tier(&worth["objective"]), by_tier(&judged["objective"]), "{record}");
            assert_eq!(by_tier(&worth["price"]), by_tier(&judged["price"]), "{record}");
            usize::from(worth["legal"] == false)
        };
        match by("played") {
            Some(judged) => illegal += same(&record["played"], judged),
            None => assert_eq!(record["played"], Value::Null),
        }
        for price in list(&record["prices"]) {
            illegal += same(price, by(price["system"].as_str().expect("a system")).expect("the system"));
            priced += 1;
        }
        // What the systems make does not depend on the model.
        let expected = if record["model"] == "pairs" { systems.len() } else { 0 };
        assert_eq!(list(&record["systems"]).len(), expected, "{record}");
        for made in list(&record["systems"]).iter().filter(|made| !made["played"].is_null()) {
            let system = made["system"].as_str().expect("a system");
            let verdict = json(&run(&["verify", file, "--round", &round, "--system", system, "--format", "json"], ""));
            assert_eq!(made["played"]["legal"], verdict["legal"], "{system}: {record}");
            assert_eq!(ids(&made["played"]["breaks"]), breaks(&verdict["violations"]), "{system}: {record}");
            by_system += usize::from(made["played"]["legal"] == false);
        }
    }
    assert!(illegal > 0 && priced > 40 && by_system > 0, "{illegal}, {priced}, {by_system}");
}

/// A round has a row a model, each system one a round, and each pairing of a system one a model.
#[test]
fn a_system_has_one_row_a_round_and_a_price_for_each_model() {
    let asked = ["batch", ODD, "--models", "pairs,fair", "--systems", "dutch-2012,tcec", "--boards", "-q"];
    let text = stdout(&run(&[&asked[..], &["--format", "csv"]].concat(), ""));
    let rows = rows_of(&text);
    let of = |kind: &str| rows.iter().filter(|row| row["kind"] == kind).collect::<Vec<_>>();
    assert_eq!([of("round"), of("system"), of("price")].map(|rows| rows.len()), [5 * 2, 5 * 2, 5 * 2 * 2]);
    assert!(of("system").iter().all(|row| row["model"].is_empty() && row["model_sha256"].is_empty()));
    let once = |kind: &str| {
        let keys: BTreeSet<_> = of(kind).iter().map(|row| [&row["round"], &row["system"], &row["model"]]).collect();
        assert_eq!(keys.len(), of(kind).len(), "a row of kind {kind} is there twice");
    };
    ["round", "system", "price"].into_iter().for_each(once);
    // The boards of a system are there once, and those of each model's pairing.
    let boards: BTreeSet<_> =
        of("board").iter().map(|row| ["round", "system", "model", "white", "black"].map(|name| &row[name])).collect();
    assert_eq!(boards.len(), of("board").len());
    assert!(of("board").iter().all(|row| row["system"].is_empty() != row["model"].is_empty()));
    // Tiers have their names, in their order.
    let fair = of("round").into_iter().find(|row| row["model"] == "fair").expect("a round by fair");
    let tiers: Vec<&str> =
        fair["objective"].split("\":").map(|part| part.rsplit('"').next().expect("a name")).collect();
    let record = &records(&[ODD, "--models", "fair", "--rounds", "1"])[0];
    let expected: Vec<String> = by_tier(&record["objective"]).into_iter().map(|(name, _)| name).collect();
    assert!(expected.len() > 2 && tiers[..expected.len()] == expected[..], "{tiers:?}");
    let named: Value = serde_json::from_str(&fair["objective"]).expect("JSON");
    for (name, value) in by_tier(&record["objective"]) {
        assert_eq!(named[&name], value);
    }
    let bound: Value = serde_json::from_str(&fair["bound"]).expect("JSON");
    assert_eq!(bound, named);
}

/// The summary is the sum of the records.
#[test]
fn the_summary_says_what_was_played_what_the_rules_make_and_the_optimum() {
    let dir = empty("batch-costs");
    let summary = format!("{dir}/summary.json");
    let archive = [ODD, GROS, "instances/graz-open-2026-a.trf", "--models", "pairs,fair"];
    let systems = ["--systems", "dutch,tcec,else=dutch-2017"];
    let asked = [&["batch"], &archive[..], &systems, &["--summary", &summary]].concat();
    let table = stdout(&run(&asked, ""));
    let counts: Value = serde_json::from_slice(&fs::read(&summary).expect("a summary")).expect("JSON");
    let records = records(&[&archive[..], &systems].concat());
    for model in ["pairs", "fair"] {
        let of_model: Vec<&Value> = records.iter().filter(|record| record["model"] == model).collect();
        for system in ["dutch", "tcec"] {
            let is_it = |price: &&Value| (price["system"] == "tcec") == (system == "tcec");
            let made = |record: &Value| list(&record["prices"]).iter().find(is_it).cloned();
            let all: Vec<(&Value, Value)> =
                of_model.iter().filter_map(|record| Some((*record, made(record)?))).collect();
            let legal = all.iter().filter(|(_, made)| made["legal"] == true).count();
            let is_nothing =
                |made: &Value| by_tier(&made["price"]).iter().all(|(_, value)| value.as_f64() == Some(0.0));
            let optimal = all.iter().filter(|(_, made)| made["legal"] == true && is_nothing(made)).count();
            let of = |found: &&Value| found["pairing"] == system && found["by"] == model;
            let count = list(&counts["legal"]).iter().find(of).expect("a count");
            let counted = [&count["rounds"], &count["legal"], &count["optimal"]];
            assert_eq!(counted, [&json!(all.len()), &json!(legal), &json!(optimal)]);
            let common: Vec<&(&Value, Value)> = all
                .iter()
                .filter(|(record, made)| record["played"]["legal"] == true && made["legal"] == true)
                .collect();
            assert!(common.len() > 5, "{model}, {system}");
            for cost in list(&counts["costs"]).iter().filter(|cost| cost["model"] == model && cost["system"] == system)
            {
                let tier = |tiers: &Value| {
                    let found = list(tiers).iter().find(|tier| tier["name"] == cost["tier"]);
                    found.expect("the tier")["value"].as_f64().expect("a number")
                };
                assert_eq!(cost["rounds"], json!(common.len()));
                for (name, sum) in [
                    ("played", common.iter().map(|(record, _)| tier(&record["played"]["objective"])).sum::<f64>()),
                    ("rules", common.iter().map(|(_, made)| tier(&made["objective"])).sum()),
                    ("optimum", common.iter().map(|(record, _)| tier(&record["objective"])).sum()),
                ] {
                    approx::assert_abs_diff_eq!(cost[name].as_f64().expect("a number"), sum, epsilon = 1e-6);
                }
            }
        }
    }
    let head = table.lines().find(|line| line.starts_with("Model") && line.contains("Played")).expect("a table");
    let found = head.split_whitespace().collect::<Vec<_>>();
    assert_eq!(found, ["Model", "System", "Tier", "Rounds", "Played", "Rules", "Optimum"]);
    // Files without a date and without an edition take the system of else=, and the summary says how many rounds.
    let dutch = &counts["systems"]["dutch"];
    assert_eq!(dutch["rounds"], dutch["paired"]);
    let by_else: u64 = dutch["by_else"].as_object().expect("causes").values().filter_map(Value::as_u64).sum();
    let named = |record: &&Value| list(&record["systems"]).iter().any(|made| made["no_edition"] == "no-date");
    assert_eq!(by_else, records.iter().filter(named).count() as u64);
    assert!(by_else > 0 && table.contains("by else=: neither a date nor an edition in the file"), "{table}");
    let gros = records.iter().find(|record| record["file"] == GROS).expect("Gros");
    assert_eq!(gros["systems"][0]["system"], "dutch-1998");
    assert!(gros["systems"][0].get("no_edition").is_none());
}
