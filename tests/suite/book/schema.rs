//! The records that the commands write match the schemas.

use serde_json::Value;
use swiss_ilp::files::json;
use swiss_ilp::questions;

/// The schemas of all records, which `make docs` writes as files, and their names.
pub fn all() -> impl Iterator<Item = (&'static str, String)> {
    questions::schemas().into_iter().chain([("tournament", json::schema())])
}

/// The errors of `value` by the part `schema` of `root`: wrong types and choices, missing fields and unknown fields.
fn faults(root: &Value, schema: &Value, value: &Value, at: &str) -> Vec<String> {
    if let Some(reference) = schema["$ref"].as_str() {
        let definition = root.pointer(reference.trim_start_matches('#')).expect("a definition");
        return faults(root, &with_definitions_of(schema, definition), value, at);
    }
    if let Some(choices) = schema["anyOf"].as_array().or(schema["oneOf"].as_array()) {
        let fits = |choice: &Value| faults(root, &with_definitions_of(schema, choice), value, at).is_empty();
        let fault = || format!("{at} is none of its choices: {value}");
        return if choices.iter().any(fits) { Vec::new() } else { vec![fault()] };
    }
    let mut found = Vec::new();
    let types = schema["type"].as_array().cloned().unwrap_or_else(|| vec![schema["type"].clone()]);
    if !types.iter().filter_map(Value::as_str).any(|name| is_of(name, value)) && !schema["type"].is_null() {
        found.push(format!("{at} is no {}: {value}", schema["type"]));
    }
    if schema["const"] != Value::Null && schema["const"] != *value {
        found.push(format!("{at} is not {}: {value}", schema["const"]));
    }
    if schema["enum"].as_array().is_some_and(|names| !names.contains(value)) {
        found.push(format!("{at} is none of {}: {value}", schema["enum"]));
    }
    if let Some(fields) = value.as_object() {
        let known = &schema["properties"];
        let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
        found.extend(required.filter(|name| !fields.contains_key(*name)).map(|name| format!("{at}.{name} is missing")));
        for (name, value) in fields {
            match known.get(name) {
                Some(schema) => found.extend(faults(root, schema, value, &format!("{at}.{name}"))),
                None if schema["additionalProperties"].is_object() => {
                    let others = &schema["additionalProperties"];
                    found.extend(faults(root, others, value, &format!("{at}.{name}")));
                }
                None => found.push(format!("{at}.{name} is not in the schema")),
            }
        }
    }
    let items = value.as_array().into_iter().flatten();
    found.extend(items.flat_map(|item| faults(root, &schema["items"], item, &format!("{at}[]"))));
    found
}

/// The schema of one choice or reference in `schema`, together with the fields that `schema` itself has.
fn with_definitions_of(schema: &Value, choice: &Value) -> Value {
    let mut both = choice.clone();
    for (name, field) in schema["properties"].as_object().into_iter().flatten() {
        both["properties"][name] = field.clone();
    }
    let required = [schema, choice].into_iter().filter_map(|part| part["required"].as_array()).flatten();
    let required: Vec<Value> = required.cloned().collect();
    if !required.is_empty() {
        both["required"] = required.into();
    }
    both
}

fn is_of(name: &str, value: &Value) -> bool {
    match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("the type {other}"),
    }
}

fn schema(name: &str) -> Value {
    let (_, text) = all().find(|(known, _)| *known == name).expect("a schema");
    serde_json::from_str(&text).expect("JSON")
}

/// Two players who have met. They may not meet again, so no pairing exists.
const MET: &str = r#"{"players":[{"id":1},{"id":2}],"rounds":[{"games":[{"white":1,"black":2,"result":"1-0"}]}]}"#;

/// The JSON that the program writes.
fn run(arguments: &[&str]) -> Vec<u8> {
    crate::support::program::run(&[arguments, &["--format", "json", "--quiet"]].concat(), "").stdout
}

#[test]
fn records_match_their_schemas() {
    let gros = "instances/gros-open-2010.trf";
    let experiment = "examples/experiments/example.toml";
    let pairing = "instances/gros-open-2010.round-5.dutch-2012.pairs";
    let met = format!("{}/schema-met.json", env!("CARGO_TARGET_TMPDIR"));
    std::fs::write(&met, MET).expect("writable");
    let proof = format!("{}/schema-proof", env!("CARGO_TARGET_TMPDIR"));
    let certificate = format!("{proof}/certificate.json");
    let records = format!("{}/schema-records.jsonl", env!("CARGO_TARGET_TMPDIR"));
    let simulated = format!("{}/schema-simulated", env!("CARGO_TARGET_TMPDIR"));
    let with_side = format!("{}/schema-side.toml", env!("CARGO_TARGET_TMPDIR"));
    let side = "\n[side]\nmax-downfloats = 3\nforced = [[1, 2]]\n";
    std::fs::write(&with_side, include_str!("../../../models/pairs.toml").to_owned() + side).expect("written");
    run(&["solve", gros, "--round", "5", "--proof", &proof]);
    for (name, arguments) in [
        ("solve", &["solve", gros, "--round", "3"][..]),
        ("solve", &["solve", gros, "--round", "3", "--model", "fair", "--time-limit", "0"]),
        ("solve", &["solve", gros, "--round", "3", "--model", "dutch-2012"]),
        ("solve", &["solve", gros, "--round", "3", "--model", "dutch-2012", "--time-limit", "0"]),
        ("solve-as-written", &["solve", "instances/errata/14-byes.json", "--model", "as-written"]),
        ("solve-as-written", &["solve", "instances/errata/14-byes.json", "--model", "as-written", "--time-limit", "0"]),
        ("solve", &["solve", &met]),
        ("solve", &["solve", &met, "--model", "tcec"]),
        ("solve", &["solve", "instances/teaching-6.json", "--model", "slots", "--method", "highs", "--log"]),
        ("solve-shown", &["solve", gros, "--round", "5", "--show", "relax,cuts,duals,tiers,tree", "--model", "fair"]),
        ("solve-shown", &["solve", gros, "--round", "5", "--show", "tiers,tree", "--model", &with_side]),
        ("why-opponents", &["why", gros, "--round", "5", "1"]),
        ("verify-duals", &["verify", gros, "--round", "5", "--duals", &certificate]),
        ("verify-duals", &["verify", gros, "--round", "5", "--model", "fair", "--duals", &certificate]),
        ("pair", &["pair", gros, "--round", "3", "--system", "dubov-1997+exchange-rows"]),
        ("check", &["check", gros, "--system", "tcec"]),
        ("checklist", &["pair", gros, "--system", "dutch-2012", "--checklist", "--absent", "3"]),
        ("info", &["info", gros]),
        ("info", &["info", "instances/graz-open-2026-a.trf"]),
        ("info", &["info", "tests/data/oracle/dutch-2012/n9_r5_102.trf"]),
        ("standings", &["standings", gros]),
        ("standings", &["standings", gros, "--system", "dutch-1998", "--round", "2"]),
        ("bad-file", &["solve", "tests/damaged/several-faults.trf"]),
        ("bad-file", &["check", "tests/damaged/several-faults.json", "--system", "tcec"]),
        ("error", &["solve", "no-such-file"]),
        ("error", &["solve", "--frob"]),
        ("pair", &["pair", &met, "--system", "dutch-2012"]),
        ("rule", &["rule", "ilp.no-rematch"]),
        ("rule", &["rule", "two-whites"]),
        ("rules", &["rule"]),
        ("compare", &["compare", gros, "--round", "3"]),
        ("compare", &["compare", "instances/arad-2026-a.trf", "--round", "1", "--time-limit", "0"]),
        ("compare-all-rounds", &["compare", gros, "--all-rounds", "--models", "fair"]),
        ("explain", &["explain", gros, "--round", "5"]),
        ("explain", &["explain", gros, "--round", "5", "--model", "fair"]),
        ("explain", &["explain", gros, "--round", "5", "--time-limit", "0"]),
        ("explain", &["explain", &met]),
        ("solve", &["solve", "instances/teaching-8.json", "--ties", "random:1", "--count-optima"]),
        ("pareto", &["pareto", gros, "--round", "5", "--between", "scores,strong-denied"]),
        ("pareto", &["pareto", "instances/teaching-8.json", "--between", "scores,colours", "--time-limit", "0"]),
        ("pareto", &["pareto", "instances/teaching-8.json", "--between", "scores,colours", "--values"]),
        ("pareto", &["pareto", "instances/teaching-8.json", "--between", "colours,fold", "--hold", "scores"]),
        ("pareto", &["pareto", &met, "--between", "scores,colours"]),
        ("pareto", &["pareto", "docs/src/guide/federations.json", "--of", "same-federation"]),
        ("why", &["why", gros, "1", "2", "--round", "5"]),
        ("why", &["why", gros, "1", "40", "--round", "5"]),
        ("why", &["why", gros, "1", "40", "--round", "5", "--system", "dutch-2012"]),
        ("why", &["why", gros, "1", "40", "--round", "5", "--system", "dubov-1997"]),
        ("why", &["why", "instances/teaching-6.json", "1", "3", "--count-optima"]),
        ("why", &["why", "instances/teaching-6.json", "1", "4", "--time-limit", "0"]),
        ("why", &["why", &met, "1", "2"]),
        ("verify", &["verify", gros, "--round", "5", "--pairing", pairing]),
        ("verify", &["verify", gros, "--round", "4", "--pairing", pairing]),
        ("verify", &["verify", gros, "--round", "5", "--pairing", pairing, "--proof", &proof]),
        ("verify", &["verify", gros, "--round", "5", "--pairing", pairing, "--system", "dutch-2012"]),
        ("verify", &["verify", gros, "--round", "5", "--pairing", pairing, "--system", "tcec"]),
        ("verify", &["verify", gros, "--round", "5", "--pairing", pairing, "--system", "dubov-1997"]),
        ("batch", &["batch", "instances/teaching-8.json", "--rounds", "next", "--systems", "tcec", "--boards"]),
        ("batch", &["batch", "Cargo.toml"]),
        ("batch", &["batch", "instances/teaching-8.json", "--rounds", "9", "--no-times"]),
        ("batch-summary", &["batch", gros, "Cargo.toml", "--rounds", "1", "--force", "--out", &records]),
        ("simulate", &["simulate", experiment, "--out", &simulated, "--events", "2", "--force"]),
        ("simulate", &["simulate", experiment, "--out", &simulated, "--events", "1", "--force"]),
        ("model", &["model", "fair"]),
        ("model", &["model", "slots"]),
        ("model", &["model", &with_side]),
        ("model", &["model", "tcec"]),
        ("model", &["model", "dutch-2012"]),
        ("model", &["model", "as-written"]),
        ("program", &["model", "slots", "instances/teaching-8.json"]),
        ("program", &["model", "dutch-1998", "instances/teaching-10.json"]),
    ] {
        let schema = schema(name);
        let record: Value =
            serde_json::from_slice(&run(arguments)).unwrap_or_else(|error| panic!("{arguments:?}: {error}"));
        assert_eq!(faults(&schema, &schema, &record, name), Vec::<String>::new(), "{arguments:?}");
    }
}

#[test]
fn certificates_match_their_schema() {
    let schema = schema("certificate");
    for (file, bound) in [("instances/teaching-6.json", true), ("instances/teaching-8.json", true), (MET, false)] {
        let folder = format!("{}/schema-certificate", env!("CARGO_TARGET_TMPDIR"));
        let met = format!("{}/schema-met-twice.json", env!("CARGO_TARGET_TMPDIR"));
        std::fs::write(&met, MET).expect("writable");
        run(&["solve", if file == MET { &met } else { file }, "--proof", &folder]);
        let text = std::fs::read_to_string(format!("{folder}/certificate.json")).expect("a certificate");
        assert_eq!(text.contains("bound"), bound);
        let certificate = serde_json::from_str(&text).expect("JSON");
        assert_eq!(faults(&schema, &schema, &certificate, "certificate"), Vec::<String>::new(), "{file}");
    }
}
