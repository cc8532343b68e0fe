//! No file that a run reads is written, whichever option writes and by whichever name the file is given.

use crate::support::options::{is_a, options, writes};
use crate::support::prelude::*;
use std::ffi::OsString;
use std::fs::File;
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

const READ: &str = "t.json m.toml of.toml";

/// An option that writes, with the commands before it; the arguments, in which `OUT` is what it writes; the files that the run
/// reads, and which it would write over.
const ROWS: &[(&str, &str, &str)] = &[
    ("solve --proof", "solve proof/certificate.json --proof OUT --force", "proof"),
    ("pair --proof", "pair proof/certificate.json --system tcec --proof OUT --force", "proof"),
    ("pair --html", "pair t.json --system tcec --html OUT --force", "t.json"),
    ("standings --html", "standings t.json --html OUT --force", "t.json"),
    // These may replace the tournament that is read.
    ("edit --out", "edit t.json --absent 1@9 --out OUT --force", ""),
    ("pair --out", "pair t.json --system tcec --out OUT --force", ""),
    ("standings --out", "standings t.json --tie-breaks TPN --format trf --out OUT --force", ""),
    ("solve --out", "solve t.json --model m.toml --out OUT --force", "m.toml of.toml"),
    ("compare --html", "compare t.json --models pairs,m.toml --html OUT --force", READ),
    ("verify --html", "verify t.json --system tcec --proof proof --html OUT --force", "t.json"),
    ("explain --html", "explain t.json --model m.toml --html OUT --force", READ),
    ("pareto --plot", "pareto t.json --model m.toml --between scores,colours --plot OUT --force", READ),
    ("model --write-model", "model pairs t.lp --round 1 --write-model OUT --force", "t.lp"),
    ("batch --out", "batch t.jsonl --out OUT --force", "t.jsonl"),
    ("batch --out", "batch *.csv --rounds next --out OUT --force", "t.csv"),
    ("batch --summary", "batch arch --rounds next --summary OUT --force", "arch/a.json"),
    ("batch --summary", "batch t.json --models m.toml --summary OUT --force", READ),
    ("batch --html", "batch arch --rounds next --html OUT --force", "arch/a.json"),
    ("batch --html", "batch t.json --models m.toml --html OUT --force", READ),
    ("simulate --out", "simulate e.toml --out OUT --force", "sim"),
    ("simulate --write", "simulate g.toml --write OUT --force", "gen"),
    // It reads no file.
    ("man out", "man OUT --force", ""),
    ("--dutch -p", "--dutch=2026 t.json -p OUT", "t.json"),
    ("--dutch -p", "--dutch=2026 -p OUT", "t.json"),
    ("--dutch -o", "--dutch=2026 -g c.txt -s 1 -o OUT", "c.txt"),
    ("--dutch -o", "--dutch=2026 t.json -g -s 1 -o OUT", "t.json"),
    ("--dutch -l", "--dutch=2026 t.json -p -l OUT", "t.json"),
    ("--dutch -l", "--dutch=2026 -l OUT", "t.json"),
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
    let covered: BTreeSet<String> = ROWS.iter().map(|(option, ..)| (*option).to_owned()).collect();
    let all: BTreeSet<String> = options(writes).into_iter().map(|words| words.join(" ")).collect();
    assert_eq!(covered, all, "every option that writes a file has a row");
    for (option, request, inputs) in ROWS {
        for input in inputs.split_whitespace() {
            let place = folder("new-files");
            for name in aliases(&place, input) {
                let before = contents(&place);
                let words = request.split(' ');
                let arguments: Vec<&str> = words.map(|word| if word == "OUT" { &*name } else { word }).collect();
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

/// The tournament that a command makes is written whole to a file, and the answer is shown. The file that is read is replaced if that is
/// said, by whichever name.
#[test]
fn a_tournament_is_written_to_a_file_and_the_answer_is_shown() {
    let place = folder("new-files-out");
    let (read, other) = (place.join("t.json"), place.join("o.json"));
    for request in [
        &["pair", "--system", "tcec", "--format", "tournament"][..],
        &["solve", "--format", "tournament"],
        &["edit", "--absent", "1@1", "--format", "tournament"],
        &["standings", "--tie-breaks", "TPN", "--format", "trf"],
    ] {
        let run = |more: &[&str]| {
            let arguments = [&request[..1], &["t.json"], &request[1..], more].concat();
            program(arguments).current_dir(&place).output().expect("the program")
        };
        let made = run(&[]).stdout;
        let shown = run(&["--out", "o.json"]);
        assert!(shown.status.success() && !shown.stdout.is_empty(), "{request:?}: {}", stderr(&shown));
        assert!(shown.stdout != made && fs::read(&other).expect("written") == made, "{request:?}");
        for there in ["o.json", "t.json"] {
            let refused = run(&["--out", there]);
            let holds = refused.status.code() == Some(3) && stderr(&refused).contains("add --force");
            assert!(holds, "{}", stderr(&refused));
        }
        assert_eq!(fs::read_to_string(&read).expect("the file"), FRESH);
        for name in aliases(&place, "t.json") {
            let done = run(&["--out", &name, "--force"]);
            assert!(done.status.success(), "{request:?} {name}: {}", stderr(&done));
            let written = if name == "hard.json" { place.join(&name) } else { read.clone() };
            assert_eq!(fs::read(written).expect("written"), made, "{request:?} {name}");
            fs::write(&read, FRESH).expect("a file");
        }
        fs::remove_file(&other).expect("removed");
    }
    for request in [
        &["pair", "t.json", "--system", "tcec", "--checklist"][..],
        &["solve", "t.json", "--show", "tiers"],
        &["solve", "t.json", "--model", "as-written"],
    ] {
        let refused = program([request, &["--out", "o.json"]].concat()).current_dir(&place).output();
        assert_eq!(refused.expect("the program").status.code(), Some(3), "{request:?}");
        assert!(!other.exists());
    }
}

/// An option whose value is a path writes, and has a type that says so, or is one of these, which read.
#[test]
fn a_path_is_of_a_file_to_be_written_or_to_be_read() {
    let found = options(|argument| is_a::<PathBuf>(argument) || is_a::<OsString>(argument));
    assert_eq!(found, [["verify", "--proof"], ["simulate", "file"]]);
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

/// The requests of [`ROWS`] that write what was not read, each with the name of what it writes.
fn writing() -> Vec<(Vec<String>, &'static str)> {
    let name = |option: &str| match option.split_once(' ').expect("a command and an option") {
        (_, "--html") => "out.html",
        (_, "--plot") => "out.svg",
        (_, "--write-model") => "out.lp",
        ("batch", "--out") => "out.csv",
        (_, "--proof" | "--out" | "out") => "out",
        _ => "out.txt",
    };
    let request = |option: &str, request: &str| -> Vec<String> {
        // A proof alone has no boards to draw.
        let more = if option == "verify --html" { " --pairing p" } else { "" };
        let line = request.replace("OUT", name(option)).replace("proof/certificate", "t") + more;
        line.split(' ').map(str::to_owned).collect()
    };
    // The players have no ratings, so that no tournament is like theirs.
    let rows = ROWS.iter().filter(|(_, words, _)| !words.contains(" -g ") || words.contains("c.txt"));
    rows.map(|(option, words, _)| (request(option, words), name(option))).collect()
}

/// Files that grow, row by row, and are whole up to the last one; and one that has times.
fn is_journal(path: &Path) -> bool {
    path.ends_with("events.csv")
        || path.ends_with("timing.csv")
        || path.extension().is_some_and(|ending| ending == "jsonl")
}

/// A limit on the size of files is to the program what a full disk is: after it there is the older file or the new one, whole.
#[cfg(unix)]
#[test]
fn a_file_is_the_older_one_or_the_new_one_on_a_full_disk() {
    let place = folder("new-files-full");
    let proof = ["pair", "t.json", "--system", "tcec", "--proof", "proof", "--force", "--format", "pairs"];
    let paired = program(proof).current_dir(&place).output().expect("the program");
    fs::write(place.join("p"), paired.stdout).expect("a file");
    let run_within = |request: &[String], blocks: &str| {
        let words: Vec<String> = request.iter().map(|word| format!("'{word}'")).collect();
        let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec swiss-ilp {} --quiet", words.join(" "));
        let input = Stdio::from(File::open(place.join("t.json")).expect("a file"));
        crate::support::program::shell(&script).current_dir(&place).stdin(input).output().expect("a shell")
    };
    for (request, name) in writing() {
        let out = place.join(name);
        let all = |out: &Path| {
            if out.is_dir() { contents(out) } else { vec![(out.to_owned(), fs::read(out).expect("a file"))] }
        };
        let remove = || if out.is_dir() { fs::remove_dir_all(&out) } else { fs::remove_file(&out) };
        let _ = remove();
        let ended = run_within(&request, "unlimited");
        assert!(ended.status.success(), "{request:?}: {}", stderr(&ended));
        let new = all(&out);
        // By their beginnings the files of a proof are known.
        let mut older = new.clone();
        older.iter_mut().for_each(|(_, bytes)| bytes.truncate(22));
        for blocks in ["0", "1", "2", "4", "8", "16", "64"] {
            let _ = remove();
            for (path, bytes) in &older {
                fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
                fs::write(path, bytes).expect("a file");
            }
            let ended = run_within(&request, blocks);
            let is_done = ended.status.success();
            assert!(is_done || ended.status.code() == Some(3), "{request:?} {blocks}: {}", stderr(&ended));
            let found = all(&out);
            let is_whole = |(path, bytes): &&(PathBuf, Vec<u8>)| {
                is_journal(path)
                    || [&older, &new].iter().any(|of| of.iter().any(|(known, of)| known == path && of == bytes))
            };
            let torn: Vec<_> = found.iter().filter(|file| !is_whole(file)).map(|(path, _)| path).collect();
            assert!(torn.is_empty(), "{request:?} {blocks}: {torn:?}");
            let is_experiment = request[0] == "simulate";
            assert!(is_experiment || found.len() == older.len(), "{request:?} {blocks}: {found:?}");
        }
        remove().expect("removed");
    }
}

/// The second run that would write to the same records is refused, and changes nothing.
#[test]
fn two_runs_do_not_write_to_one_file() {
    let place = folder("new-files-twice");
    for (journal, request) in [
        ("cc.jsonl", &["batch", "arch", "--rounds", "next", "--out", "cc.jsonl"][..]),
        ("cc.csv.part.jsonl", &["batch", "arch", "--rounds", "next", "--out", "cc.csv"]),
        ("run/events.csv", &["simulate", "e.toml", "--out", "run"]),
    ] {
        let path = place.join(journal);
        assert!(program(request).current_dir(&place).output().expect("the program").status.success());
        // A table is made of its records when they are all there.
        let file = File::options().append(true).create(true).open(&path).expect("the records");
        file.try_lock().expect("nobody else has it");
        let before = contents(&place);
        for more in ["--force", "--resume"] {
            let ended = program([request, &[more]].concat()).current_dir(&place).output().expect("the program");
            let said = stderr(&ended);
            assert_eq!(ended.status.code(), Some(3), "{request:?} {more}: {said}");
            assert!(said.contains("another run writes to it"), "{request:?} {more}: {said}");
            assert_eq!(contents(&place), before, "{request:?} {more}");
        }
        drop(file);
        let ended = program([request, &["--force"]].concat()).current_dir(&place).output().expect("the program");
        assert!(ended.status.success(), "{}", stderr(&ended));
    }
}
