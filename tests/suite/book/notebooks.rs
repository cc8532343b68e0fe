//! The notebooks of `examples/course/` can be read, were executed without an error, and call only what the package has.
//! `make notebooks` executes them.

use crate::support::program::code;
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

/// What is called of the package: the names after `si.`.
fn calls(source: &str) -> impl Iterator<Item = &str> {
    let names = source.split("si.").skip(1).map(|rest| rest.split(|c: char| !c.is_alphanumeric() && c != '_').next());
    names.flatten()
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
fn notebooks_call_what_the_package_has() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR")).join("py/python/swiss_ilp/__init__.py");
    let package = fs::read_to_string(package).expect("the package");
    let (_, names) = package.split_once("__all__ = [").expect("its names");
    let mut count = 0;
    for (name, notebook) in notebooks() {
        let code_of_all: String = array(&notebook["cells"]).iter().map(|cell| source(cell) + "\n").collect();
        assert!(!code_of_all.contains("subprocess"), "{name}");
        assert!(code_of_all.trim_start().starts_with("import os\n\nimport swiss_ilp as si\n"), "{name}");
        for call in calls(&code_of_all) {
            count += 1;
            assert!(names.contains(&format!("\"{call}\"")), "{name}: the package has no {call}");
        }
        for file in code_of_all.split('"').filter(|word| word.starts_with("instances/")) {
            assert_eq!(code(&["info", file], ""), 0, "{name}: {file}");
        }
        // The first cell says what it needs, and an exercise has its answer.
        let text_of = |cell: &Value| array(&cell["source"]).iter().filter_map(Value::as_str).collect::<String>();
        let texts: Vec<String> = array(&notebook["cells"]).iter().map(text_of).collect();
        assert!(texts[0].contains("You need"), "{name}");
        let count_of = |words: &str| texts.iter().filter(|text| text.contains(words)).count();
        assert_eq!(count_of("**Exercise.**"), count_of("**Answer.**"), "{name}");
    }
    assert!(count >= 10, "{count}");
}

#[test]
fn calls_are_found() {
    let source = "a = si.solve(state, count_optima=True)\nb = si.read(file).round()";
    assert_eq!(calls(source).collect::<Vec<_>>(), ["solve", "read"]);
}
