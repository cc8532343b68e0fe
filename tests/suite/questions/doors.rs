//! The doors: a question asked in JSON, through a context that has no files, is answered as the command line answers it.

use crate::support::prelude::*;
use crate::support::program::{program, run_to};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::process::Stdio;
use std::sync::Arc;
use swiss_ilp::files::request_field::{as_parameter, in_words};
use swiss_ilp::questions::asked::{FileAsked, LimitsAsked, TimeAsked};
use swiss_ilp::questions::report::{Format, Render};
use swiss_ilp::questions::tasks::Inputs;
use swiss_ilp::questions::{Answered, AskError, Context, Note, Opened, QUESTIONS, Question};
use swiss_ilp::solve::Options;

/// A door without files: what is asked of is in memory, and so are the notes and the answer.
#[derive(Default)]
struct Memory {
    tournament: Vec<u8>,
    notes: RefCell<Vec<Note>>,
    given: RefCell<Option<Arc<dyn Render>>>,
    inputs: Inputs,
}

impl Context for Memory {
    fn tournament(&self, asked: &FileAsked) -> Result<Arc<Opened>, AskError> {
        Opened::read("memory".to_owned(), self.tournament.clone(), asked).map(Arc::new)
    }

    fn bytes(&self, name: &str) -> Result<Vec<u8>, AskError> {
        Err(AskError::BadFile(format!("there is no {name} in memory")))
    }

    fn start(&self, limits: &LimitsAsked) -> Result<Options, AskError> {
        Ok(Options { time_limit: limits.time_limit, ..Options::default() })
    }

    fn start_time(&self, limit: &TimeAsked) -> Options {
        Options { time_limit: limit.time_limit, ..Options::default() }
    }

    fn note(&self, note: Note) {
        self.notes.borrow_mut().push(note);
    }

    fn format(&self) -> Format {
        Format::Json
    }

    fn give(&self, answer: Answered<'_>) -> Result<(), AskError> {
        self.given.replace(Some(answer.record));
        Ok(())
    }

    fn inputs(&self) -> &Inputs {
        &self.inputs
    }

    fn fail(&self, ended: &AskError) {
        panic!("{ended}");
    }
}

/// What is written as JSON, without times.
fn untimed(bytes: &[u8]) -> Value {
    let mut record: Value = serde_json::from_slice(bytes).expect("JSON");
    record.as_object_mut().map(|record| record.remove("seconds"));
    record
}

/// The answer to a request in JSON, and how it ended.
fn asked(question: &str, request: &Value, file: &str) -> (Option<Value>, Result<(), AskError>) {
    let tournament = std::fs::read(file).expect("a file");
    let memory = Memory { tournament, ..Memory::default() };
    let question = Question::named(question).expect("a question");
    let request = (question.read)(&request.to_string()).unwrap_or_else(|refusal| panic!("{request}: {refusal}"));
    let ended = request.ask(&memory);
    let record = memory.given.borrow().as_ref().map(|record| {
        let mut bytes = Vec::new();
        record.render(Format::Json, &mut bytes).expect("written");
        untimed(&bytes)
    });
    (record, ended)
}

#[test]
fn a_request_in_json_is_answered_as_the_command_line_answers_it() {
    let (british, utf_8) = (json!({ "round": 8 }), json!({ "file": { "encoding": "utf-8" } }));
    let apart = json!({ "decisions": { "forbid": ["1-2"] } });
    let infeasible = "instances/teaching-infeasible.json";
    let rows = [
        ("solve", json!({}), TEACHING, ""),
        ("solve", json!({ "at": british, "model": "fair" }), BRITISH, "--round 8 --model fair"),
        ("solve", json!({ "count_optima": 100_000 }), TEACHING, "--count-optima"),
        ("solve", json!({ "model": "dutch-2012" }), TEACHING, "--model dutch-2012"),
        ("solve", json!({ "method": "highs", "ties": "fold" }), TEACHING, "--method highs --ties fold"),
        ("solve", json!({ "repair": ["no-rematch"] }), infeasible, "--repair=no-rematch"),
        (
            "solve",
            json!({ "repair": ["ilp.no-rematch"], "at": utf_8 }),
            infeasible,
            "--repair=ilp.no-rematch --encoding utf-8",
        ),
        ("pair", json!({ "system": "dutch-2017" }), TEACHING, "--system dutch-2017"),
        ("pair", json!({ "system": "tcec", "trace": true }), TEACHING, "--system tcec --trace"),
        ("compare", json!({ "systems": ["tcec"], "models": ["pairs"] }), TEACHING, "--systems tcec --models pairs"),
        ("check", json!({ "system": "tcec" }), TEACHING, "--system tcec"),
        ("standings", json!({ "tie_breaks": "BH,SB" }), TEACHING, "--tie-breaks BH,SB"),
        ("verify", json!({ "at": { "round": 3 } }), TEACHING, "--round 3"),
        ("verify", json!({ "at": { "round": 3 }, "rules": { "system": "tcec" } }), TEACHING, "--round 3 --system tcec"),
        ("explain", json!({ "model": "fair" }), TEACHING, "--model fair"),
        ("why", json!({ "one": "1", "other": "8" }), TEACHING, "1 8"),
        ("why", json!({ "one": "1", "other": "2", "at": apart }), TEACHING, "1 2 --forbid 1-2"),
        ("pareto", json!({ "between": ["scores", "colours"] }), TEACHING, "--between scores,colours"),
        (
            "pareto",
            json!({ "between": ["colours", "fold"], "hold": ["scores"] }),
            TEACHING,
            "--between colours,fold --hold scores",
        ),
        ("pareto", json!({ "of": "downfloats" }), TEACHING, "--of downfloats"),
        ("info", json!({}), BRITISH, ""),
        ("model", json!({ "model": "fair" }), TEACHING, ""),
        ("rule", json!({ "id": "ilp.no-rematch" }), TEACHING, ""),
    ];
    for (name, request, file, options) in rows {
        let named: &[&str] = match name {
            "model" => &["fair"],
            "rule" => &["ilp.no-rematch"],
            _ => &[file],
        };
        let options: Vec<&str> = options.split_whitespace().collect();
        let arguments = [&[name], named, &options, &["--format", "json", "-q"]].concat();
        let expected = run_to(Stdio::piped(), program(&arguments), "");
        let (record, ended) = asked(name, &request, file);
        assert_eq!(record, Some(untimed(&expected.stdout)), "{arguments:?}");
        assert_eq!(ended.is_ok(), expected.status.success(), "{arguments:?}: {ended:?}");
    }
}

#[test]
fn every_question_refuses_what_it_does_not_know() {
    for question in QUESTIONS {
        let refusal = (question.read)(r#"{"no-such-field": 1}"#).err().expect("a refusal");
        let holds = refusal.what.contains("no-such-field") || refusal.what.contains("missing field");
        assert!(holds, "{}: {refusal}", question.name);
    }
    let nested = (Question::named("solve").expect("a question").read)(r#"{"at": {"rounds": 3}}"#);
    assert!(nested.err().expect("a refusal").what.contains("rounds"));
}

#[test]
fn a_field_that_stands_twice_is_refused() {
    for (name, request) in [
        ("solve", r#"{"model": "pairs", "model": "fair"}"#),
        ("solve", r#"{"at": {"round": 1, "round": 2}}"#),
        ("solve", r#"{"show": ["relax"], "show": ["relax"]}"#),
        ("model", r#"{"latex": true, "latex": true}"#),
        ("pair", r#"{"system": "tcec", "trace": true, "trace": true}"#),
    ] {
        let refusal = (Question::named(name).expect("a question").read)(request).err().expect(request);
        assert!(refusal.what.contains("duplicate field"), "{request}: {refusal}");
    }
}

#[test]
fn what_does_not_go_together_is_refused_with_the_fields_as_the_door_writes_them() {
    let rows = [
        ("solve", json!({ "keep_open": 1, "count_optima": 5 }), "keep_open"),
        ("solve", json!({ "threads": 0 }), "threads"),
        ("solve", json!({ "show": ["relax"], "keep_open": 1 }), "keep_open"),
        ("why", json!({ "one": "1", "other": "2", "rules": { "system": "tcec" }, "count_optima": 5 }), "count_optima"),
        ("pair", json!({ "system": "tcec", "trace": true, "checklist": true }), "trace"),
        ("compare", json!({ "all_rounds": true, "round": 1 }), "all_rounds"),
        ("pareto", json!({ "of": "downfloats", "point": 1, "values": true }), "values"),
        ("model", json!({ "model": "fair", "show": true, "latex": true }), "latex"),
    ];
    for (name, request, field) in rows {
        let (record, ended) = asked(name, &request, TEACHING);
        let Err(AskError::Refused(refusal)) = ended else { panic!("{name} {request}: {ended:?}") };
        assert_eq!(record, None);
        let said = in_words(&refusal.to_string(), as_parameter);
        assert!(said.contains(field) && !said.contains("--"), "{said}");
    }
}

/// The fields of a request, those of its parts included.
fn fields(schema: &Value, part: &Value, found: &mut BTreeSet<String>) {
    for (name, field) in part["properties"].as_object().into_iter().flatten() {
        let named = field["$ref"].as_str().or_else(|| field["allOf"][0]["$ref"].as_str());
        let inner = named.and_then(|name| schema["$defs"].get(name.trim_start_matches("#/$defs/")));
        match inner.filter(|inner| inner["properties"].is_object()) {
            Some(inner) => fields(schema, inner, found),
            None => drop(found.insert(name.replace('_', "-"))),
        }
    }
}

/// The options of a question are the fields of its request, by the same names, but for those of the door: formats, notes and limits.
#[test]
fn an_option_is_a_field_and_a_field_an_option() {
    const OF_THE_DOOR: [&str; 7] = ["format", "table", "quiet", "color", "time-limit", "memory-limit", "help"];
    /// On the command line, no pairing is given by giving none.
    const OF_JSON: &str = "none";
    for question in QUESTIONS {
        let schema: Value = serde_json::from_str(&(question.schema)()).expect("JSON");
        let mut asked = BTreeSet::new();
        fields(&schema, &schema, &mut asked);
        asked.remove(OF_JSON);
        let [mut whole, _] = swiss_ilp::doors::command_lines();
        whole.build();
        let arguments = whole.find_subcommand(question.name).expect("a command").get_arguments();
        let names = arguments.map(|one| one.get_long().unwrap_or(one.get_id().as_str()).to_owned());
        let given: BTreeSet<String> = names.filter(|name| !OF_THE_DOOR.contains(&name.as_str())).collect();
        assert_eq!(asked, given, "{}", question.name);
    }
}

/// The files of a proof that a door keeps are those that the command line writes. Nothing is written then, not even a folder.
#[test]
fn a_proof_that_is_kept_is_the_one_that_is_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let written = folder.path().join("written");
    let kept = folder.path().join("kept");
    let rows = [("solve", json!({}), &[][..]), ("pair", json!({ "system": "tcec" }), &["--system", "tcec"][..])];
    for (name, request, options) in rows {
        let command = [&[name, TEACHING, "--proof", written.to_str().expect("a path")], options].concat();
        let ended = run_to(Stdio::piped(), program(&command), "");
        assert!(ended.status.success(), "{name}: {}", String::from_utf8_lossy(&ended.stderr));
        let entries = std::fs::read_dir(&written).expect("a proof");
        let files: BTreeSet<_> = entries.map(|entry| entry.expect("a file").file_name()).collect();
        assert!(files.len() > 1, "{name}: {files:?}");
        // All of them, and each alone.
        let wanted = files.iter().map(|file| BTreeSet::from([file.clone()])).chain([files.clone()]);
        for wanted in wanted {
            let mut memory = Memory { tournament: std::fs::read(TEACHING).expect("a file"), ..Memory::default() };
            wanted.iter().for_each(|file| memory.inputs.keep(kept.join(file)));
            let mut request = request.clone();
            request["proof"] = json!(kept);
            let question = Question::named(name).expect("a question");
            let request = (question.read)(&request.to_string()).unwrap_or_else(|refusal| panic!("{name}: {refusal}"));
            request.ask(&memory).expect("a proof");
            assert!(!kept.exists(), "{name}: something is written beside {wanted:?}");
            let found = memory.inputs.take_kept();
            assert_eq!(found.len(), wanted.len());
            for file in &wanted {
                let expected = std::fs::read(written.join(file)).expect("a file");
                assert!(found[&kept.join(file)] == expected, "{name}: {} is another", file.display());
            }
        }
    }
}
