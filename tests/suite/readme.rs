//! The README's commands print what the README shows. `UPDATE_README=1` writes what they print instead.

use std::path::Path;
use std::process::Command;

/// Times differ from run to run; everything else does not.
fn without_times(text: &str) -> String {
    text.lines()
        .map(|line| if line.starts_with("Time: ") { "Time: ...\n" } else { line }.trim_end().to_owned() + "\n")
        .collect()
}

/// Standard output and standard error of `command`, run by a shell that finds the program.
fn run(command: &str) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_swiss-ilp"));
    let folder = program.parent().expect("a program is in a folder").display().to_string();
    let path = format!("{folder}:{}", std::env::var("PATH").unwrap_or_default());
    let script = format!("{{ {command}; }} 2>&1");
    let mut shell = Command::new("sh");
    shell.args(["-c", &script]).env("PATH", path).current_dir(env!("CARGO_MANIFEST_DIR"));
    String::from_utf8(shell.output().expect("a shell").stdout).expect("UTF-8")
}

#[test]
fn commands_print_what_is_shown() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    let text = std::fs::read_to_string(&path).expect("README.md");
    let mut shown = String::new();
    let mut printed = String::new();
    let mut commands = 0;
    let mut lines = text.split_inclusive('\n');
    while let Some(line) = lines.next() {
        shown.push_str(line);
        printed.push_str(line);
        if line != "```console\n" {
            continue;
        }
        let block: String = lines.by_ref().take_while(|line| *line != "```\n").collect();
        shown.extend([&block, "```\n"]);
        let command = block.lines().next().and_then(|line| line.strip_prefix("$ ")).expect("a command after $");
        if command.contains("swiss-ilp") {
            commands += 1;
            printed.push_str(&format!("$ {command}\n{}```\n", run(command)));
        } else {
            printed.extend([&block, "```\n"]);
        }
    }
    assert!(commands >= 5, "only {commands} commands were found");
    if std::env::var_os("UPDATE_README").is_some() {
        std::fs::write(&path, printed).expect("README.md is writable");
        return;
    }
    assert_eq!(without_times(&shown), without_times(&printed), "run with UPDATE_README=1 to see the difference in git");
}
