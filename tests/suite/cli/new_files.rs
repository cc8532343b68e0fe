//! No file that a run reads is written, whichever option writes and by whichever name the file is given.

use crate::support::program::{FRESH, program, run, stderr};
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Stdio;

const EXPERIMENT: &str = "
name = 'small'
seed = 1
events = 1
rounds = 1
[field]
rating = { file = 'PLAYERS' }
[outcome]
model = 'milvang'
[[arm]]
name = 'one'
model = 'MODEL'
";
const PLAYERS: &str = "name,rating\na,2000\nb,1900\nc,1800\nd,1700\n";
const OTHER: &str =
    "kind = 'objective'\nname = 'other'\nsummary = 'as fair'\nformulation = 'pairs'\nobjective-of = 'fair'\n";

/// An option that writes, with the commands before it; the arguments, in which `OUT` is what it writes; the files that the run
/// reads, and which it would write over.
type Row = (&'static [&'static str], &'static [&'static str], &'static [&'static str]);

const READ: &[&str] = &["t.json", "m.toml", "of.toml"];
const ROWS: &[Row] = &[
    (&["solve", "--proof"], &["solve", "proof/certificate.json", "--proof", "OUT", "--force"], &["proof"]),
    (
        &["pair", "--proof"],
        &["pair", "proof/certificate.json", "--system", "tcec", "--proof", "OUT", "--force"],
        &["proof"],
    ),
    (&["compare", "--html"], &["compare", "t.json", "--models", "pairs,m.toml", "--html", "OUT", "--force"], READ),
    (&["solve", "--html"], &["solve", "t.json", "--model", "m.toml", "--tree", "--html", "OUT", "--force"], READ),
    (
        &["verify", "--html"],
        &["verify", "t.json", "--system", "tcec", "--proof", "proof", "--html", "OUT", "--force"],
        &["t.json"],
    ),
    (&["explain", "--html"], &["explain", "t.json", "--model", "m.toml", "--html", "OUT", "--force"], READ),
    (
        &["pareto", "--plot"],
        &["pareto", "t.json", "--model", "m.toml", "--between", "scores,colours", "--plot", "OUT", "--force"],
        READ,
    ),
    (&["lesson", "symmetry", "--plot"], &["lesson", "symmetry", "t.json", "--plot", "OUT", "--force"], &["t.json"]),
    (
        &["model", "--write-model"],
        &["model", "pairs", "t.lp", "--round", "1", "--write-model", "OUT", "--force"],
        &["t.lp"],
    ),
    (&["batch", "--out"], &["batch", "t.jsonl", "--out", "OUT", "--force"], &["t.jsonl"]),
    (&["batch", "--out"], &["batch", "*.csv", "--rounds", "next", "--out", "OUT", "--force"], &["t.csv"]),
    (&["batch", "--summary"], &["batch", "arch", "--rounds", "next", "--summary", "OUT", "--force"], &["arch/a.json"]),
    (&["batch", "--summary"], &["batch", "t.json", "--models", "m.toml", "--summary", "OUT", "--force"], READ),
    (&["batch", "--html"], &["batch", "arch", "--rounds", "next", "--html", "OUT", "--force"], &["arch/a.json"]),
    (&["batch", "--html"], &["batch", "t.json", "--models", "m.toml", "--html", "OUT", "--force"], READ),
    (&["simulate", "--out"], &["simulate", "e.toml", "--out", "OUT", "--force"], &["sim"]),
    (&["generate", "--out"], &["generate", "g.toml", "--out", "OUT", "--force"], &["gen"]),
    // It reads no file.
    (&["man", "out"], &["man", "OUT", "--force"], &[]),
    (&["--dutch", "-p"], &["--dutch=2026", "t.json", "-p", "OUT"], &["t.json"]),
    (&["--dutch", "-p"], &["--dutch=2026", "-p", "OUT"], &["t.json"]),
    (&["--dutch", "-o"], &["--dutch=2026", "-g", "c.txt", "-o", "OUT"], &["c.txt"]),
    (&["--dutch", "-o"], &["--dutch=2026", "t.json", "-g", "-o", "OUT"], &["t.json"]),
    (&["--dutch", "-l"], &["--dutch=2026", "t.json", "-p", "-l", "OUT"], &["t.json"]),
    (&["--dutch", "-l"], &["--dutch=2026", "-l", "OUT"], &["t.json"]),
];

/// A folder with everything that the rows read.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    for folder in ["", "arch", "proof", "sim", "gen"].map(|name| folder.join(name)) {
        fs::create_dir_all(folder).expect("a folder");
    }
    let model = OTHER.replace("fair", "of.toml");
    let objective = include_str!("../../../models/fair.toml");
    let experiment = |players: &str, model: &str| EXPERIMENT.replace("PLAYERS", players).replace("MODEL", model);
    let files = [
        ("t.json", FRESH),
        ("t.lp", FRESH),
        ("t.jsonl", FRESH),
        ("t.csv", FRESH),
        ("arch/a.json", FRESH),
        ("arch/b.json", FRESH),
        ("proof/certificate.json", FRESH),
        ("c.txt", "PlayersNumber=8\n"),
        ("m.toml", &model),
        ("of.toml", objective),
        ("sim/summary.csv", PLAYERS),
        ("gen/event-00001.trf", PLAYERS),
        ("e.toml", &experiment("sim/summary.csv", "of.toml")),
        ("g.toml", &experiment("gen/event-00001.trf", "pairs")),
    ];
    for (name, text) in files {
        fs::write(folder.join(name), text).expect("a file");
    }
    folder
}

/// Every file below `folder` with its bytes.
fn contents(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(contents(&path));
        } else {
            found.push((path.clone(), fs::read(&path).expect("a file")));
        }
    }
    found.sort();
    found
}

/// Other names of the file or folder `name`.
fn aliases(folder: &Path, name: &str) -> Vec<String> {
    let ending = Path::new(name).extension().map(|ending| format!(".{}", ending.display())).unwrap_or_default();
    let mut names = vec![name.to_owned(), format!("./{name}"), format!("arch/../{name}")];
    names.push(folder.join(name).display().to_string());
    #[cfg(unix)]
    if folder.join(name).is_file() {
        let _ = fs::remove_file(folder.join(format!("link{ending}")));
        std::os::unix::fs::symlink(name, folder.join(format!("link{ending}"))).expect("a link");
        names.push(format!("link{ending}"));
    }
    if folder.join(name).is_file() {
        let _ = fs::remove_file(folder.join(format!("hard{ending}")));
        fs::hard_link(folder.join(name), folder.join(format!("hard{ending}"))).expect("a hard link");
        names.push(format!("hard{ending}"));
    }
    names
}

#[test]
fn an_input_is_not_written_whatever_option_writes_and_whatever_its_name() {
    let covered: BTreeSet<Vec<String>> =
        ROWS.iter().map(|(option, ..)| option.iter().map(|word| (*word).to_owned()).collect()).collect();
    let all: BTreeSet<Vec<String>> = swiss_ilp::cli::options_that_write().into_iter().collect();
    assert_eq!(covered, all, "every option that writes a file has a row");
    for (option, request, inputs) in ROWS {
        for input in *inputs {
            let place = folder("new-files");
            for name in aliases(&place, input) {
                let before = contents(&place);
                let arguments: Vec<&str> =
                    request.iter().map(|word| if *word == "OUT" { &*name } else { word }).collect();
                let ended = program(&arguments).current_dir(&place).stdin(Stdio::null()).output().expect("the program");
                let said = stderr(&ended);
                assert_eq!(ended.status.code(), Some(3), "{option:?} {arguments:?}: {said}");
                let why = ["is an input of this run", "and it is a tournament"];
                assert!(why.iter().any(|why| said.contains(why)), "{option:?} {arguments:?}: {said}");
                assert!(ended.stdout.is_empty(), "{arguments:?}: it is refused before the work");
                assert_eq!(contents(&place), before, "{arguments:?}");
            }
        }
    }
}

#[test]
fn standard_input_may_be_a_file_and_may_name_one() {
    let place = folder("new-files-stdin");
    let through = |arguments: &[&str], input: &str| {
        let mut command = program(arguments);
        command.current_dir(&place).stdin(File::open(place.join(input)).expect("a file"));
        command.output().expect("the program")
    };
    let before = contents(&place);
    for arguments in [
        &["compare", "-", "--html", "t.json", "--force"][..],
        &["--dutch=2026", "-p", "./t.json"],
        &["batch", "-", "--summary", "t.json", "--force"],
    ] {
        let ended = through(arguments, "t.json");
        assert_eq!(ended.status.code(), Some(3), "{arguments:?}: {}", stderr(&ended));
    }
    assert_eq!(contents(&place), before);
    // A list of files that has the records of the run before.
    fs::write(place.join("list"), "t.json\nt.jsonl\n").expect("a file");
    let before = contents(&place);
    let refused = through(&["batch", "-", "--rounds", "next", "--out", "t.jsonl", "--force"], "list");
    assert_eq!(refused.status.code(), Some(3), "{}", stderr(&refused));
    assert_eq!(contents(&place), before);
    // One that has them not replaces them.
    fs::write(place.join("list"), "t.json\narch/a.json\n").expect("a file");
    let done = through(&["batch", "-", "--rounds", "next", "--out", "t.jsonl", "--force"], "list");
    assert_eq!(done.status.code(), Some(0), "{}", stderr(&done));
    assert_eq!(fs::read_to_string(place.join("t.jsonl")).expect("records").lines().count(), 2);
}

/// What is no input is replaced, as before.
#[test]
fn what_is_no_input_is_replaced() {
    let place = folder("new-files-replaced");
    let path = |name: &str| place.join(name).display().to_string();
    let (tournament, page, pairs) = (path("t.json"), path("page.html"), path("pairs.txt"));
    let code = |arguments: &[&str], input: &str| run(arguments, input).status.code();
    for expected in [Some(0), Some(3)] {
        assert_eq!(code(&["compare", &tournament, "--html", &page], ""), expected);
    }
    assert_eq!(code(&["compare", &tournament, "--html", &page, "--force"], ""), Some(0));
    // Called as another engine, it replaces what it wrote before, also if the tournament is standard input.
    for _ in 0..2 {
        assert_eq!(code(&["--dutch=2026", "-p", &pairs], FRESH), Some(0));
        assert_eq!(code(&["--dutch=2026", &tournament, "-p", &pairs], ""), Some(0));
    }
    // An experiment in its own folder stays as it is.
    fs::write(place.join("experiment.toml"), EXPERIMENT.replace("PLAYERS", "field.csv").replace("MODEL", "pairs"))
        .expect("a file");
    fs::write(place.join("field.csv"), PLAYERS).expect("a file");
    let (own, out) = (path("experiment.toml"), place.display().to_string());
    let before = fs::read(&own).expect("a file");
    for more in [&[][..], &["--resume"], &["--force"]] {
        let request = [&["simulate", &own, "--out", &out][..], more].concat();
        assert_eq!(code(&request, ""), Some(0), "{request:?}");
    }
    assert_eq!(fs::read(&own).expect("a file"), before);
}
