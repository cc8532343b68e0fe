//! Whatever reads a file that is named, it reads a regular one of so many bytes at most: it waits for no pipe, and takes no memory for a
//! device or for a file of nothing but holes.

use crate::support::options::{options, writes};
use crate::support::prelude::*;
use crate::support::program::shell;
use std::fs::File;
use std::os::unix::fs::symlink;
use std::process::{Command, Output};

/// What each command is asked, so that it comes to read whatever further option it has; in files of `place`.
const REQUESTS: &[&[&str]] = &[
    &["solve", "t.json", "--model", "w.toml"],
    &["pair", "t.json", "--system", "tcec"],
    &["verify", "t.json", "--model", "w.toml"],
    &["verify", "t.json", "--pairing", "p"],
    &["explain", "t.json", "--model", "w.toml"],
    &["why", "t.json", "1", "2", "--model", "w.toml"],
    &["compare", "t.json", "--models", "w.toml"],
    &["pareto", "t.json", "--model", "w.toml", "--between", "d,score-difference"],
    &["pareto", "t.json", "--model", "w.toml", "--of", "d"],
    &["check", "t.json", "--system", "tcec"],
    &["info", "t.json"],
    &["convert", "t.json", "--to", "json"],
    &["seed", "t.json"],
    &["standings", "t.json"],
    &["batch", "t.json", "--models", "w.toml", "--rounds", "next"],
    &["simulate", "e.toml", "--out", "sim"],
    &["simulate", "e.toml", "--write", "gen"],
    &["model", "w.toml", "t.json"],
    &["rule", "ilp.no-rematch"],
    &["completions", "bash"],
    &["man", "pages"],
    &["--dutch", "t.json", "-p", "-"],
    &["--dutch", "-p", "-"],
    &["--dutch", "-o", "out.trf", "-g", "c.txt"],
];

const MODEL: &str = "kind = 'objective'\nname = 'w'\nsummary = 'all tables'\nformulation = 'pairs'\nhard = ['no-rematch']\n\
     [[define]]\nname = 'd'\npair = 'weight(a, b) + a.seat'\n\
     [[tier]]\nname = 't'\nterms = [{ term = 'd', weight = -1 }, { term = 'score-difference', weight = -1 }]\n";
const EXPERIMENT: &str = "name = 'e'\nseed = 1\nevents = 1\nrounds = 1\n[field]\nrating = { file = 'field.csv' }\n\
     [outcome]\nmodel = 'milvang'\n[[arm]]\nname = 'one'\nmodel = 'of.toml'\n";
const FIELD: &str = "name,rating\na,2000\nb,1900\n";
const OF: &str =
    "kind = 'objective'\nname = 'of'\nsummary = 'as fair'\nformulation = 'pairs'\nobjective-of = 'fair.toml'\n";

/// A folder with the files of the requests, and with `fifo`, `zero` and `holes`.
fn place(name: &str) -> String {
    let place = empty(name);
    let files = [
        ("t.json", FRESH),
        ("p", "1 3\n2 4\n"),
        ("w.toml", MODEL),
        ("e.toml", EXPERIMENT),
        ("of.toml", OF),
        ("fair.toml", include_str!("../../../models/fair.toml")),
        ("field.csv", FIELD),
        ("c.txt", "PlayersNumber=8\n"),
    ];
    for (name, text) in files {
        fs::write(format!("{place}/{name}"), text).expect("a file");
    }
    for kind in STRANGE {
        make_strange(kind, &format!("{place}/{kind}"));
    }
    place
}

const STRANGE: [&str; 3] = ["fifo", "zero", "holes"];

fn make_strange(kind: &str, path: &str) {
    match kind {
        "fifo" => assert!(Command::new("mkfifo").arg(path).status().expect("mkfifo").success()),
        "zero" => symlink("/dev/zero", path).expect("a link"),
        _ => File::create(path).and_then(|file| file.set_len(20 << 30)).expect("a file"),
    }
}

/// The program in `place`, which has some seconds, and less memory than there is in the strange files.
fn run(place: &str, arguments: &[String]) -> Output {
    let quoted: Vec<String> = arguments.iter().map(|argument| format!("'{argument}'")).collect();
    let script = format!("ulimit -v 3000000; exec timeout -s KILL 30 swiss-ilp {}", quoted.join(" "));
    shell(&script).current_dir(place).stdin(std::process::Stdio::null()).output().expect("a shell")
}

/// Whether `said` is that a file is none that is read.
fn is_refused(said: &str) -> bool {
    said.contains("it is no regular file") || said.contains("it has more than ") && said.contains(" bytes")
}

/// The requests with the file `strange` for this option, or in place of the argument without an option that is `nth` of its command.
fn with(option: &[String], nth: usize, strange: &str) -> Vec<Vec<String>> {
    let (last, commands) = option.split_last().expect("an option");
    let requests = REQUESTS.iter().map(|request| request.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>());
    let requests = requests.filter(|request| request.starts_with(commands));
    let placed = requests.filter_map(|mut request| {
        if !last.starts_with('-') {
            *request.get_mut(commands.len() + nth).filter(|word| !word.starts_with('-'))? = strange.to_owned();
        } else if let Some(at) = request.iter().position(|word| word == last) {
            *request.get_mut(at + 1).filter(|word| !word.ends_with("json"))? = strange.to_owned();
        } else {
            request.extend([last.clone(), strange.to_owned()]);
        }
        Some(request)
    });
    placed.collect()
}

/// The requests of every option that may read, each with the words of the option.
fn all_with(strange: &str) -> Vec<(String, Vec<String>)> {
    let mut all = Vec::new();
    let mut before: Vec<Vec<String>> = Vec::new();
    for option in options(|argument| argument.get_action().takes_values() && !writes(argument)) {
        let (last, commands) = option.split_last().expect("an option");
        let nth = before.iter().filter(|commands_of| *commands_of == commands).count();
        all.extend(with(&option, nth, strange).into_iter().map(|request| (option.join(" "), request)));
        if !last.starts_with('-') {
            before.push(commands.to_vec());
        }
    }
    all
}

#[test]
fn no_option_waits_for_a_pipe_or_reads_without_end() {
    let place = place("strange-files");
    // What waits for no pipe, and refuses none, reads nothing. Pipes come first.
    let mut read: Option<BTreeSet<String>> = None;
    for kind in STRANGE {
        let mut found = BTreeSet::new();
        let reads = |option: &String| read.as_ref().is_none_or(|read| read.contains(option));
        for (option, request) in all_with(kind).into_iter().filter(|(option, _)| reads(option)) {
            let ended = run(&place, &request);
            let said = stderr(&ended);
            assert!(ended.status.code().is_some_and(|code| code < 10), "{request:?}: {:?} {said}", ended.status);
            if is_refused(&said) {
                assert!([3, 5].contains(&ended.status.code().expect("a code")), "{request:?}: {said}");
                found.insert(option);
            }
        }
        assert!(found.len() > 40, "the options that read a file: {found:?}");
        assert_eq!(&found, read.get_or_insert(found.clone()), "the options that read a file, by {kind}");
    }
}

/// What is within a folder of a proof, what an experiment and a model name, and what a run is resumed from.
#[test]
fn no_file_that_another_one_leads_to_is_waited_for_or_read_without_end() {
    let place = place("strange-files-within");
    let here = |name: &str| format!("{place}/{name}");
    for (dir, rules) in [("pm", ["--model", "pairs"]), ("ps", ["--system", "tcec"])] {
        let command = if dir == "pm" { "solve" } else { "pair" };
        let (file, proof) = (here("t.json"), here(dir));
        let request = [&[command, &file, "--proof", &proof][..], &rules].concat();
        assert_eq!(code(&request, ""), 0, "{request:?}");
    }
    assert_eq!(code(&["simulate", &here("e.toml"), "--out", &here("sim")], ""), 0);
    let mut rows: Vec<(String, Vec<String>)> = Vec::new();
    let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    for (dir, request) in
        [("pm", "verify t.json --pairing p --proof pm"), ("ps", "verify t.json --pairing p --system tcec --proof ps")]
    {
        let files = fs::read_dir(here(dir)).expect("a folder").map(|entry| entry.expect("a file").file_name());
        rows.extend(files.map(|name| (format!("{dir}/{}", name.display()), words(request))));
    }
    for name in ["manifest.json", "events.csv"] {
        rows.push((format!("sim/{name}"), words("simulate e.toml --out sim --resume")));
    }
    rows.push(("field.csv".to_owned(), words("simulate e.toml --out new")));
    rows.push(("of.toml".to_owned(), words("simulate e.toml --out new")));
    rows.push(("fair.toml".to_owned(), words("solve t.json --model of.toml")));
    for (name, request) in rows {
        let kept = fs::read(here(&name)).expect("a file");
        for kind in STRANGE {
            fs::remove_file(here(&name)).expect("a file");
            make_strange(kind, &here(&name));
            let ended = run(&place, &request);
            let said = stderr(&ended);
            let is_end = ended.status.code().is_some_and(|code| [3, 5, 6].contains(&code));
            // Rows that are none are refused before they are many, and a step that is another as soon as it differs.
            let is_other = said.contains("line 1") || name.contains("step-") && said.contains("[proof.files]");
            let is_said = is_refused(&said) || is_other && kind == "holes";
            assert!(is_end && is_said, "{kind} {name}: {:?} {said}", ended.status);
        }
        fs::remove_file(here(&name)).expect("a file");
        fs::write(here(&name), kept).expect("a file");
    }
}
