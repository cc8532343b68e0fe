//! The notebooks of `examples/course/` can be read, were executed without an error, and call only what the program has.
//! `make notebooks` executes them.

use crate::support::program::{code, run, stdout};
use serde_json::Value;
use std::fs;
use std::path::Path;

/// Every notebook, with its name.
fn notebooks() -> Vec<(String, Value)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/course");
    let paths = fs::read_dir(folder).expect("the course").map(|entry| entry.expect("an entry").path());
    let notebooks = paths.filter(|path| path.extension().is_some_and(|extension| extension == "ipynb"));
    let read = |path: std::path::PathBuf| {
        let name = path.display().to_string();
        let json = serde_json::from_str(&fs::read_to_string(&path).expect(&name));
        (name.clone(), json.unwrap_or_else(|error| panic!("{name}: {error}")))
    };
    notebooks.map(read).collect()
}

fn array(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// The code of a cell; empty for text.
fn source(cell: &Value) -> String {
    let lines = array(&cell["source"]).iter().filter(|_| cell["cell_type"] == "code");
    lines.map(|line| line.as_str().expect("a line")).collect()
}

/// The literal arguments of each call of `swiss_ilp`, the command first.
fn calls(source: &str) -> Vec<Vec<&str>> {
    let calls = source.split("swiss_ilp(\"").skip(1).filter_map(|rest| rest.split_once(')'));
    // What stands between quotes is every second part; the first one has lost its opening quote.
    calls.map(|(call, _)| call.split('"').step_by(2).collect()).collect()
}

#[test]
fn notebooks_were_executed_without_an_error() {
    let notebooks = notebooks();
    assert!(notebooks.len() >= 3);
    for (name, notebook) in notebooks {
        assert_eq!(notebook["nbformat"], 4, "{name}");
        let cells = array(&notebook["cells"]);
        for cell in cells.iter().filter(|cell| cell["cell_type"] == "code") {
            assert!(cell["execution_count"].is_number(), "{name} has a cell that was not executed");
            let outputs = array(&cell["outputs"]);
            let is_fault = |output: &Value| output["output_type"] == "error" || output["name"] == "stderr";
            assert!(!outputs.iter().any(is_fault), "{name}: {outputs:?}");
            let prints = source(cell).lines().any(|line| line.starts_with("print("));
            assert!(!prints || !outputs.is_empty(), "{name} has a cell without what it prints");
        }
    }
}

#[test]
fn notebooks_call_known_commands_and_options() {
    let mut count = 0;
    for (name, notebook) in notebooks() {
        let code_of_all: String = array(&notebook["cells"]).iter().map(|cell| source(cell) + "\n").collect();
        for call in calls(&code_of_all) {
            count += 1;
            let help = run(&[call[0], "--help"], "");
            assert_eq!(help.status.code(), Some(0), "{name}: there is no command {}", call[0]);
            let help = stdout(&help);
            let is_known = |option: &&str| help.split([' ', '[', '=', '\n']).any(|word| word == *option);
            let unknown: Vec<&&str> =
                call.iter().filter(|word| word.starts_with("--")).filter(|word| !is_known(word)).collect();
            assert!(unknown.is_empty(), "{name}: {} has no {unknown:?}", call[0]);
        }
        for file in code_of_all.split('"').filter(|word| word.starts_with("instances/")) {
            assert_eq!(code(&["info", file], ""), 0, "{name}: {file}");
        }
    }
    assert!(count >= 6, "{count}");
}

#[test]
fn calls_are_found() {
    let source = "a = swiss_ilp(\"solve\", file, \"--model\", \"fair\")\nb = swiss_ilp(\"info\", file)[\"players\"]";
    assert_eq!(calls(source), [vec!["solve", "--model", "fair"], vec!["info"]]);
}
