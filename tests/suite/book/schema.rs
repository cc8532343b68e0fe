//! The records that the commands write match the schemas.

use crate::support::program::{self, MET};
use serde_json::Value;
use std::fs;
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

/// The JSON that the program writes.
fn run(arguments: &[&str]) -> Vec<u8> {
    program::run(&[arguments, &["--format", "json", "--quiet"]].concat(), "").stdout
}

#[test]
fn records_match_their_schemas() {
    let made = |name: &str| format!("{}/schema-{name}", env!("CARGO_TARGET_TMPDIR"));
    let side =
        include_str!("../../../models/pairs.toml").to_owned() + "\n[side]\nmax-downfloats = 3\nforced = [[1, 2]]\n";
    fs::write(made("MET"), MET).expect("written");
    fs::write(made("SIDE.toml"), side).expect("written");
    fs::copy("instances/gros-open-2010.round-5.dutch-2012.pairs", made("PAIRS")).expect("copied");
    run(&["solve", "instances/gros-open-2010.trf", "--round", "5", "--proof", &made("PROOF")]);
    for line in include_str!("../../data/records.list").lines().filter(|line| !line.starts_with('#')) {
        let (name, request) = line.split_once(' ').expect("a schema");
        let is_made = |word: &&str| word.starts_with(char::is_uppercase) && *word != "Cargo.toml";
        let words: Vec<String> =
            request.split_whitespace().map(|word| if is_made(&word) { made(word) } else { word.to_owned() }).collect();
        let arguments: Vec<&str> = words.iter().map(String::as_str).collect();
        let schema = schema(name);
        let record: Value =
            serde_json::from_slice(&run(&arguments)).unwrap_or_else(|error| panic!("{arguments:?}: {error}"));
        assert_eq!(faults(&schema, &schema, &record, name), Vec::<String>::new(), "{arguments:?}");
    }
}

#[test]
fn certificates_match_their_schema() {
    let schema = schema("certificate");
    for (file, bound) in [("instances/teaching-6.json", true), ("instances/teaching-8.json", true), (MET, false)] {
        let folder = format!("{}/schema-certificate", env!("CARGO_TARGET_TMPDIR"));
        let met = program::written("schema-met-twice.json", MET);
        run(&["solve", if file == MET { &met } else { file }, "--proof", &folder]);
        let text = fs::read_to_string(format!("{folder}/certificate.json")).expect("a certificate");
        assert_eq!(text.contains("bound"), bound);
        let certificate = serde_json::from_str(&text).expect("JSON");
        assert_eq!(faults(&schema, &schema, &certificate, "certificate"), Vec::<String>::new(), "{file}");
    }
}
