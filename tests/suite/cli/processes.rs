//! The program as a process: what becomes of its output, its files and its exit code when the reader, the device, the
//! terminal or the environment is not as one would wish.

use crate::support::prelude::*;
use crate::support::program::{self, run_to, shell};
use serde_json::{Value, json};
use std::fs::File;
use std::io;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::process::{Child, Command, Stdio};
use std::time::Instant;

const PROOF: [&str; 3] = ["certificate.json", "round.opb", "round.pbp"];

/// A pipe whose reader has gone before anything is written.
fn unread() -> io::PipeWriter {
    let (reader, writer) = io::pipe().expect("a pipe");
    drop(reader);
    writer
}

/// Requests with their input, one for each exit code that tells what was found.
const FOUND: [(&[&str], &str, i32); 11] = [
    (&["solve", "-"], FRESH, 0),
    (&["rule"], "", 0),
    (&["model", "pairs", "--show"], "", 0),
    (&["--help"], "", 0),
    (&["solve", "--help"], "", 0),
    (&["--version"], "", 0),
    (&["solve", "-"], MET, 1),
    (&["solve", BRITISH, "--round", "8", "--time-limit", "0"], "", 4),
    (&["solve", "-", "--format", "json"], "{", 5),
    (&["check", BRITISH, "--system", "tcec"], "", 6),
    (&["verify", TEACHING, "--pairing", "-"], "1\n1 2\n", 6),
];

#[test]
fn the_exit_code_tells_what_was_found_whoever_reads() {
    for (arguments, input, expected) in FOUND {
        assert_eq!(code(arguments, input), expected, "{arguments:?}");
        let ended = run_to(unread(), program(arguments), input);
        assert_eq!(ended.status.code(), Some(expected), "{arguments:?}: {}", stderr(&ended));
        assert!(!stderr(&ended).contains("cannot be written"), "{arguments:?}: {}", stderr(&ended));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_output_that_cannot_be_written_is_an_error_of_its_own() {
    let full = || File::options().write(true).open("/dev/full").expect("a device that is always full");
    for (arguments, input, found) in FOUND {
        let ended = run_to(full(), program(arguments), input);
        assert_eq!(ended.status.code(), Some(3), "{arguments:?}: {}", stderr(&ended));
        let said = stderr(&ended);
        assert_eq!(said.matches("error: the output cannot be written: No space left on device").count(), 1, "{said}");
        assert!(!said.contains("internal") && !said.contains("panicked"), "{said}");
        // What was found is said all the same.
        assert!(found == 0 || said.matches("error").count() > 1, "{arguments:?}: {said}");
    }
    // Each of two things that cannot be written is reported.
    let both = run_to(full(), program(["solve", TEACHING, "--proof", "/proc/self/proof"]), "");
    assert_eq!((both.status.code(), stderr(&both).matches("error: ").count()), (Some(3), 2), "{}", stderr(&both));
}

/// A title of the window, a colour, a bell, a return, a line, another direction of writing, and a second line.
const HOSTILE: &str = "\u{1b}]0;title\u{7}\u{1b}[31mEve\r\n\u{202e}\u{9b}2J\u{2028}x\ty";

/// A tournament of five players, two rounds played, with `text` wherever a file can say something.
fn named(text: &str) -> String {
    let player = |id: u32| json!({"id": id, "name": format!("{text}{id}"), "title": text, "federation": text});
    let game = |white: u32, black: u32| json!({"white": white, "black": black, "result": "1-0"});
    let bye = |id: u32| json!([{"player": id, "kind": "pairing"}]);
    let rounds = json!([
        {"games": [game(1, 3), game(4, 2)], "byes": bye(5)},
        {"games": [game(5, 1), game(2, 3)], "byes": bye(4)},
    ]);
    let players: Vec<Value> = (1..=5).map(player).collect();
    json!({"name": text, "rounds_planned": 4, "players": players, "rounds": rounds}).to_string()
}

/// The characters of an output that a terminal would obey, without the ends of lines.
fn obeyed(text: &str) -> Vec<char> {
    let is_obeyed = |c: &char| c.is_control() || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    text.chars().filter(|c| *c != '\n').filter(is_obeyed).collect()
}

#[test]
fn no_name_controls_a_terminal_or_breaks_a_row() {
    let commands: [&[&str]; 11] = [
        &["solve", "-"],
        &["solve", "-", "--model", "dutch-2012"],
        &["pair", "-", "--system", "dutch-2012", "--trace"],
        &["pair", "-", "--system", "dutch-2012", "--checklist"],
        &["info", "-"],
        &["verify", "-", "--round", "2"],
        &["verify", "-", "--round", "2", "--system", "tcec"],
        &["compare", "-", "--round", "2"],
        &["compare", "-", "--all-rounds"],
        &["check", "-", "--system", "dutch-2012"],
        &["standings", "-"],
    ];
    let seed = (&["seed", "-", "--by", "lots"][..], true);
    for (command, is_fresh) in commands.into_iter().map(|command| (command, false)).chain([seed]) {
        let tournament = |text: &str| {
            let mut file: Value = serde_json::from_str(&named(text)).expect("JSON");
            if is_fresh {
                file["rounds"] = json!([]);
            }
            file.to_string()
        };
        for format in ["table", "pairs", "csv", "json"] {
            let [plain, hostile] = ["Eve", HOSTILE].map(|text| {
                let ended = run(&[command, &["--format", format]].concat(), &tournament(text));
                (ended.status.code(), stdout(&ended), stderr(&ended))
            });
            let what = format!("{command:?} {format}: {}{}", hostile.1, hostile.2);
            assert_eq!(plain.0, hostile.0, "{what}");
            assert!(obeyed(&hostile.2).is_empty(), "{what}");
            let lines = |text: &str| text.lines().filter(|line| !line.starts_with("Time: ")).count();
            assert_eq!((lines(&plain.1), lines(&plain.2)), (lines(&hostile.1), lines(&hostile.2)), "{what}");
            assert!(obeyed(&hostile.1).is_empty(), "{what}");
            if format == "json" && matches!(command[0], "standings" | "seed") {
                // The record keeps the name as it is.
                let record: Value = serde_json::from_str(&hostile.1).expect("JSON");
                let players = record["players"].as_array().or(record["standings"].as_array()).expect("players");
                let names = players.iter().map(|player| player["name"].as_str().expect("a name"));
                assert!(names.clone().count() == 5 && names.clone().all(|name| name.starts_with(HOSTILE)), "{what}");
            }
        }
    }
    // The file of a proof is read by persons and by VeriPB, line by line.
    let dir = folder("proof-hostile");
    assert_eq!(code(&["solve", "-", "--proof", &dir], &named(HOSTILE)), 0);
    for file in ["round.opb", "round.pbp"] {
        let text = fs::read_to_string(Path::new(&dir).join(file)).expect("a file of the proof");
        assert!(obeyed(&text).is_empty(), "{text}");
        let of_plain = folder("proof-plain");
        assert_eq!(code(&["solve", "-", "--proof", &of_plain], &named("Eve")), 0);
        let plain = fs::read_to_string(Path::new(&of_plain).join(file)).expect("a file of the proof");
        assert_eq!(plain.lines().count(), text.lines().count());
    }
}

#[test]
fn no_argument_controls_a_terminal_or_breaks_a_row() {
    let file = folder("no\u{1b}]0;t\u{7}\nfile");
    // Neither a tournament nor a model nor a pairing; the line of the fault is shown.
    fs::write(&file, "1 \u{1b}]0;t\u{7} 2\r\n").expect("a file with a line break in its name");
    let requests: [&[&str]; 18] = [
        &[HOSTILE],
        &["solve", HOSTILE],
        &["solve", &file],
        &["solve", TEACHING, HOSTILE],
        &["solve", TEACHING, "--round", HOSTILE],
        &["solve", TEACHING, "--time-limit", HOSTILE],
        &["solve", TEACHING, "--model", HOSTILE],
        &["solve", TEACHING, "--model", &file],
        &["solve", TEACHING, "--proof", &file],
        &["solve", TEACHING, "--\u{1b}]0;t\u{7}\n"],
        &["pair", TEACHING, "--system", HOSTILE],
        &["verify", TEACHING, "--proof", HOSTILE],
        &["verify", TEACHING, "--pairing", HOSTILE],
        &["rule", HOSTILE],
        &["solve", TEACHING, "--forbid", HOSTILE],
        &["convert", TEACHING, "--to", HOSTILE],
        &["--dutch", HOSTILE, "-p"],
        &["--dutch", TEACHING, "-c", HOSTILE],
    ];
    for request in requests {
        let refused = program(request).env("CLICOLOR_FORCE", "1").output().expect("the program runs");
        assert!(matches!(refused.status.code(), Some(3 | 5)), "{request:?}");
        let said = stderr(&refused);
        // Colours are the program's own.
        let without_colours = anstream::adapter::strip_str(&said).to_string();
        assert!(!said.contains("\u{1b}]") && obeyed(&without_colours).is_empty(), "{request:?}: {said:?}");
        let first = without_colours.lines().next().unwrap_or_default();
        let is_whole = without_colours.contains("Eve␍␊") || without_colours.contains("]0;t␇␊");
        assert!(first.starts_with("error") && is_whole, "{request:?}: {said:?}");
    }
    // Where the proof is said to be is one line, too.
    let dir = folder("a\nproof");
    let solved = run(&["solve", TEACHING, "--proof", &dir], "");
    assert_eq!((solved.status.code(), stderr(&solved).lines().count()), (Some(0), 1), "{}", stderr(&solved));
}

/// What a cell may be is held by `report::document`; here, that every table is made of such cells.
#[test]
fn no_cell_of_a_table_is_a_formula_and_numbers_stay_numbers() {
    let boards = stdout(&run(&["solve", "-", "--format", "csv"], &named("=1+1")));
    assert!(!boards.contains(",=") && boards.contains(",'=1+1"), "{boards}");
    // A spreadsheet that divides cells at semicolons sees a cell begin after each of them.
    for command in
        [&["solve", "-"][..], &["pair", "-", "--system", "tcec"], &["verify", "-", "--round", "2"], &["standings", "-"]]
    {
        let boards = stdout(&run(&[command, &["--format", "csv"]].concat(), &named("x;=1+1")));
        assert!(!boards.contains(";=") && boards.contains("x;'=1+1"), "{command:?} {boards}");
    }
    // What is drawn for an experiment is a table, too.
    let dir = empty("formulas");
    let [field, experiment, out] = ["field.json", "e.toml", "out"].map(|name| format!("{dir}/{name}"));
    let player = |id: u32| {
        let text = ["=1+1", "x;@A1", "\\u001b[1m=1", "\\u0009-x"][id as usize - 1];
        format!(r#"{{"id":{id},"name":"{text}","rating":2000,"club":"{text}","attributes":{{"seat":"{text}"}}}}"#)
    };
    fs::write(&field, format!(r#"{{"players":[{}]}}"#, (1..=4).map(player).collect::<Vec<_>>().join(",")))
        .expect("a file");
    let text = "name = 'e'\nseed = 1\nevents = 1\nrounds = 1\n[field]\nrating = { file = 'field.json' }\n[outcome]\n\
                model = 'milvang'\n[[arm]]\nname = 'one'\nmodel = 'pairs'\n";
    fs::write(&experiment, text).expect("a file");
    let played = run(&["simulate", &experiment, "--out", &out], "");
    assert!(played.status.success(), "{}", stderr(&played));
    let players = fs::read_to_string(format!("{out}/players.csv")).expect("a table");
    assert!(players.contains("'=1+1") && players.contains("x;'@A1"), "{players}");
    assert!([",=", ";@", ",@", ",-"].iter().all(|raw| !players.contains(raw)), "{players}");
    assert!(!players.chars().any(|c| c.is_control() && c != '\n') && players.lines().count() == 5, "{players}");
    let prices = stdout(&run(&["compare", TEACHING, "--format", "csv", "--table", "price-under-pairs"], ""));
    assert!(prices.contains(",-") && !prices.contains('\''), "{prices}");
}

/// The names in a folder, sorted.
fn names(dir: &str) -> Vec<String> {
    let entries = fs::read_dir(dir).expect("a folder").map(|entry| entry.expect("an entry").file_name());
    let mut names: Vec<String> = entries.map(|name| name.into_string().expect("UTF-8")).collect();
    names.sort();
    names
}

/// The command for another checker can be given to a shell, whatever the folder's name.
#[test]
fn the_command_for_another_checker_is_for_a_shell() {
    for name in ["plain", "two words", "it's $HOME; *"] {
        let dir = folder(name);
        let solved = run(&["solve", TEACHING, "--proof", &dir], "");
        let said = stderr(&solved);
        let (_, command) = said.split_once("another checker: veripb ").expect("a command");
        let script = format!("for file in {command}\ndo test -f \"$file\" && echo there; done");
        let listed = shell(&script).output().expect("a shell");
        assert_eq!(stdout(&listed), "there\nthere\n", "{said}{}", stderr(&listed));
        assert_eq!(command.contains('\''), name != "plain", "{command}");
    }
}

#[test]
fn a_proof_is_written_whole_and_takes_the_place_of_an_older_one() {
    let outer = folder("proofs");
    let dir = format!("{outer}/new/proof");
    let solve = |more: &[&str]| run(&[&["solve", TEACHING, "--proof", &dir], more].concat(), "");
    assert_eq!(solve(&[]).status.code(), Some(0));
    assert_eq!(names(&dir), PROOF);
    assert_eq!(names(&format!("{outer}/new")), ["proof"], "nothing is left beside it");
    // As readable as a folder made by hand.
    let by_hand = format!("{outer}/by-hand");
    fs::create_dir(&by_hand).expect("a folder");
    let mode = |dir: &str| fs::metadata(dir).expect("a folder").permissions().mode();
    assert_eq!(mode(&dir), mode(&by_hand));
    let certificate = || fs::read_to_string(Path::new(&dir).join("certificate.json")).expect("a certificate");
    let first = certificate();
    assert_eq!(solve(&["--model", "fair"]).status.code(), Some(0));
    assert_eq!(names(&dir), PROOF);
    assert_ne!(certificate(), first);

    // What a killed run has left is no reason to refuse the folder.
    fs::create_dir(format!("{dir}/.proof-left")).expect("a folder");
    assert_eq!(solve(&[]).status.code(), Some(0));
    assert_eq!(certificate(), first);
    fs::remove_dir(format!("{dir}/.proof-left")).expect("a folder");
    // Where there is no new proof, the older one stays: after a limit, and if the tournament cannot be read.
    let limited = solve(&["--model", "fair", "--time-limit", "0"]);
    assert_eq!(limited.status.code(), Some(4));
    assert!(stderr(&limited).contains("no proof"), "{}", stderr(&limited));
    assert_eq!(code(&["solve", "-", "--proof", &dir], "{"), 5);
    assert_eq!((names(&dir), certificate()), (PROOF.map(str::to_owned).to_vec(), first));
    // An empty folder is as good as none, with or without a slash.
    let empty = format!("{outer}/empty/");
    fs::create_dir(&empty).expect("a folder");
    assert_eq!(code(&["solve", TEACHING, "--proof", &empty], ""), 0);
    assert_eq!(names(&empty), PROOF);
}

#[test]
fn a_proof_is_not_written_over_other_files_or_through_a_link() {
    let outer = folder("proof-others");
    let other = format!("{outer}/other");
    fs::create_dir_all(&other).expect("a folder");
    let refused = |dir: &str, why: &str| {
        let ended = ended(&["solve", TEACHING, "--proof", dir], "", 3, "");
        assert!(stdout(&ended).is_empty(), "it is refused before the round is solved");
        let said = stderr(&ended);
        assert!(said.starts_with("error: cannot write the proof to ") && said.contains(why), "{said}");
    };
    // A file of another name, files with the name of a proof's that no proof has, and a program without a certificate.
    for (name, text) in [
        ("notes.txt", "mine"),
        ("certificate.json", "{\"mine\":1}"),
        ("round.opb", "mine"),
        ("round.opb", "* #variable= 1 #constraint= 1\n"),
    ] {
        let path = format!("{other}/{name}");
        fs::write(&path, text).expect("a file");
        refused(&other, &format!("such as {name}; name another folder, or add --force"));
        assert_eq!(fs::read_to_string(&path).expect("the file"), text);
        fs::remove_file(&path).expect("the file");
    }
    fs::write(format!("{other}/notes.txt"), "mine").expect("a file");
    // With --force the other files stay.
    assert_eq!(code(&["solve", TEACHING, "--proof", &other, "--force"], ""), 0);
    assert_eq!(names(&other), ["certificate.json", "notes.txt", "round.opb", "round.pbp"]);
    assert_eq!(fs::read_to_string(format!("{other}/notes.txt")).expect("the file"), "mine");

    // A link to a folder, one to nothing, and a link within the folder, with and without --force.
    let target = format!("{outer}/target");
    fs::create_dir(&target).expect("a folder");
    for (name, to) in [("link", target.as_str()), ("nowhere", "missing")] {
        let link = format!("{outer}/{name}");
        symlink(to, &link).expect("a link");
        for dir in [link.clone(), format!("{link}/")] {
            refused(&dir, "it is a symbolic link");
            assert_eq!(code(&["solve", TEACHING, "--proof", &dir, "--force"], ""), 3);
        }
        assert!(fs::symlink_metadata(&link).expect("the link").is_symlink());
    }
    assert!(names(&target).is_empty() && !Path::new(&outer).join("missing").exists());
    let within = format!("{outer}/within");
    fs::create_dir(&within).expect("a folder");
    fs::write(format!("{target}/mine"), "{\"round\":").expect("a file");
    symlink("../target/mine", format!("{within}/certificate.json")).expect("a link");
    refused(&within, "such as certificate.json");
    assert_eq!(code(&["solve", TEACHING, "--proof", &within, "--force"], ""), 0);
    assert_eq!(fs::read_to_string(format!("{target}/mine")).expect("the file"), "{\"round\":");
    assert!(fs::symlink_metadata(format!("{within}/certificate.json")).expect("a file").is_file());
}

/// `solve` by a system is proven by the system's rules: it writes the very files of `pair`.
#[test]
fn solving_by_a_system_is_proven_by_its_rules() {
    let read = |dir: &str| {
        let files = fs::read_dir(dir).expect("a folder").map(|entry| entry.expect("a file").path());
        files.map(|path| (path.file_name().expect("a name").to_owned(), fs::read(path).expect("a file"))).collect()
    };
    type Files = std::collections::BTreeMap<std::ffi::OsString, Vec<u8>>;
    for system in ["dutch-2026", "dutch-2017", "dutch-2012", "dutch-1998", "tcec"] {
        let [solved, paired] = ["proof-of-model", "proof-of-system"].map(folder);
        assert_eq!(code(&["solve", TEACHING, "--model", system, "--proof", &solved], ""), 0, "{system}");
        assert_eq!(code(&["pair", TEACHING, "--system", system, "--proof", &paired], ""), 0, "{system}");
        let files: Files = read(&solved);
        assert!(files.len() > 2 && files == read(&paired), "{system}");
        let paired = stdout(&run(&["pair", TEACHING, "--system", system, "--format", "pairs"], ""));
        let verify = ["verify", TEACHING, "--pairing", "-", "--system", system, "--proof", &solved];
        assert_eq!(code(&verify, &paired), 0);
    }
    assert_eq!(code(&["solve", TEACHING, "--force"], ""), 3, "--force goes with --proof");
}

/// Starts the program, and returns when it has read its file: it waits for the pairing on standard input before that, or
/// solves for hours after it.
fn started(arguments: &[&str]) -> Child {
    let mut program = program(arguments);
    program.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = program.spawn().expect("the program starts");
    std::thread::sleep(Duration::from_millis(1500));
    child
}

/// Slots of this round take HiGHS hours, so that the signal comes before the end on any machine.
#[test]
fn sigterm_ends_a_run_as_ctrl_c_does() {
    let ended = [("INT", "slots"), ("TERM", "slots"), ("TERM", "slots-ordered")].map(|(signal, model)| {
        let slots = ["solve", BRITISH, "--round", "8", "--model", model, "--method", "highs", "--format", "json"];
        let child = started(&slots);
        program::signal(child.id(), signal);
        child.wait_with_output().expect("an end")
    });
    for one in &ended {
        assert_eq!(one.status.code(), Some(130), "{}", stderr(one));
        let record = json(one);
        assert_eq!((&record["status"], &record["verified"]), (&"interrupted".into(), &true.into()));
        assert!(record["bound"][0]["value"].as_f64() >= record["objective"][0]["value"].as_f64());
        assert_eq!(record["pairs"].as_array().expect("boards").len(), 51);
        assert_eq!(stderr(one), "error: an interruption came before a proof\n");
    }
}

/// The file may be a pipe into which nobody writes: then there is nothing to wait for, and nothing to report.
#[test]
fn a_signal_ends_a_program_that_waits_for_its_input() {
    let commands: [&[&str]; 5] = [
        &["solve", "-"],
        &["pair", "-", "--system", "tcec"],
        &["compare", "-"],
        &["verify", "-"],
        &["verify", TEACHING, "--pairing", "-"],
    ];
    for (command, signal) in commands.into_iter().zip(["INT", "TERM"].into_iter().cycle()) {
        let mut waiting = started(command);
        // Standard input stays open.
        let input = waiting.stdin.take();
        let sent = Instant::now();
        program::signal(waiting.id(), signal);
        while waiting.try_wait().expect("a process").is_none() {
            if sent.elapsed() > Duration::from_secs(20) {
                waiting.kill().expect("the program ends");
                panic!("{command:?} still waits after SIG{signal}");
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        drop(input);
        let ended = waiting.wait_with_output().expect("an end");
        assert_eq!((ended.status.code(), ended.stdout.len()), (Some(130), 0), "{command:?}");
    }
}

/// What is closed when the program starts must not be a file of the program's later on.
#[test]
fn closed_descriptors_change_neither_exit_codes_nor_files() {
    let shell = |script: &str| shell(script).stdin(Stdio::null()).output().expect("a shell");
    let pairing = stdout(&run(&["solve", TEACHING, "--format", "pairs"], ""));
    for closed in ["<&-", ">&-", "2>&-", "<&- >&-", "<&- 2>&-", ">&- 2>&-", "<&- >&- 2>&-"] {
        let dir = folder("proof-closed");
        let solved = shell(&format!("swiss-ilp solve {TEACHING} --proof '{dir}' --format pairs {closed}"));
        assert_eq!(solved.status.code(), Some(0), "{closed}: {}", stderr(&solved));
        let is_read = closed.split(' ').all(|descriptor| descriptor != ">&-");
        assert_eq!(stdout(&solved), if is_read { pairing.as_str() } else { "" }, "{closed}");
        assert_eq!(names(&dir), PROOF, "{closed}");
        assert_eq!(code(&["verify", TEACHING, "--proof", &dir, "--pairing", "-"], &pairing), 0, "{closed}");
        let broken = shell(&format!("swiss-ilp check {BRITISH} --system tcec {closed}"));
        assert_eq!(broken.status.code(), Some(6), "{closed}");
    }
    // Nothing to read is an empty file.
    let nothing = shell("swiss-ilp solve - <&-");
    assert_eq!(nothing.status.code(), Some(5), "{}", stderr(&nothing));
    assert!(stderr(&nothing).starts_with("error["), "{}", stderr(&nothing));
}

#[test]
fn the_environment_does_not_change_the_output() {
    let outputs = |set: &dyn Fn(&mut Command)| -> Vec<(Option<i32>, String, String)> {
        let requests: [&[&str]; 8] = [
            &["solve", BRITISH, "--round", "8", "--format", "csv"],
            &["solve", TEACHING, "--model", "fair", "--method", "highs"],
            &["solve", TEACHING, "--model", "slots", "--format", "pairs"],
            &["pair", BRITISH, "--round", "8", "--system", "dubov-1997", "--format", "trf"],
            &["compare", TEACHING, "--format", "json"],
            &["standings", TEACHING, "--tie-breaks", "ARO", "--format", "csv"],
            &["solve", "tests/damaged/several-faults.trf"],
            &["solve", "--help"],
        ];
        let output = |request: &&[&str]| {
            let mut program = program(*request);
            set(&mut program);
            let ended = program.stdin(Stdio::null()).output().expect("the program runs");
            let timeless = |text: String| text.lines().filter(|line| !line.starts_with("Time: ")).collect::<String>();
            (ended.status.code(), timeless(stdout(&ended)), timeless(stderr(&ended)))
        };
        requests.iter().map(output).collect()
    };
    let usual = outputs(&|_| {});
    assert!(usual.iter().all(|(code, ..)| matches!(code, Some(0 | 5))), "{usual:?}");
    for locale in ["C", "POSIX", "de_DE.UTF-8", "tr_TR.UTF-8", "tr_TR.ISO-8859-9", "ar_EG.UTF-8", "no such locale"] {
        let changed = outputs(&|program| {
            program.env("LC_ALL", locale).env("LANG", locale).env("LANGUAGE", locale);
        });
        assert_eq!(changed, usual, "{locale}");
    }
    type Change = fn(&mut Command) -> &mut Command;
    let others: [(&str, Change); 3] = [
        ("without HOME", |program| program.env_remove("HOME").env_remove("USER").env_remove("TMPDIR")),
        ("without any variable", |program| program.env_clear()),
        ("on another terminal", |program| {
            program.env("TERM", "dumb").env("COLUMNS", "20").env("TZ", "Pacific/Kiritimati").env("RUST_LOG", "trace")
        }),
    ];
    for (what, set) in others {
        let changed = outputs(&|program| {
            set(program);
        });
        assert_eq!(changed, usual, "{what}");
    }
}
