//! What an installation has besides the program: the help, completions for shells, and manual pages.

use crate::support::program::{code, folder, run, stderr, stdout};
use std::collections::BTreeSet;
use std::fs;
use std::process::Command;
use swiss_ilp::doors::commands;

/// What bash itself makes of it.
#[test]
fn bash_completes_commands_options_and_values() {
    let place = folder("completions");
    fs::create_dir_all(&place).expect("a folder");
    let script = format!("{place}/swiss-ilp.bash");
    fs::write(&script, stdout(&run(&["completions", "bash"], ""))).expect("a file");
    let completed = |words: &[&str]| -> BTreeSet<String> {
        let (last, before) = (words.len() - 1, words[words.len() - 2]);
        let (line, word) = (words.iter().map(|word| format!("'{word}'")).collect::<Vec<_>>().join(" "), words[last]);
        let asked = format!(
            ". '{script}'; function=$(complete -p swiss-ilp | sed 's/.* -F \\([^ ]*\\) .*/\\1/'); COMP_WORDS=({line}); COMP_CWORD={last}; \
             $function swiss-ilp '{word}' '{before}'; printf '%s\\n' \"${{COMPREPLY[@]}}\""
        );
        let output = Command::new("bash").args(["--norc", "-c", &asked]).output().expect("bash");
        assert!(output.stderr.is_empty(), "{words:?}: {}", stderr(&output));
        stdout(&output).lines().map(str::to_owned).collect()
    };
    let set = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<BTreeSet<_>>();
    assert_eq!(completed(&["swiss-ilp", "so"]), set(&["solve"]));
    assert_eq!(completed(&["swiss-ilp", "solve", "--time"]), set(&["--time-limit"]));
    assert_eq!(completed(&["swiss-ilp", "solve", "--format", "j"]), set(&["json"]));
}

#[test]
fn every_command_has_a_manual_page_with_all_its_options() {
    let place = format!("{}/man1", folder("manual"));
    assert_eq!(code(&["man", &place], ""), 0);
    assert_eq!(code(&["man", &place], ""), 3, "what is there stays");
    assert_eq!(code(&["man", &place, "--force"], ""), 0);
    assert_eq!(code(&["man", &place, "--force", "--format", "json"], ""), 3);
    let pages = fs::read_dir(&place).expect("a folder").map(|entry| entry.expect("a page").file_name());
    let pages: BTreeSet<String> = pages.map(|name| name.into_string().expect("a name")).collect();
    let named = |name: &String| format!("swiss-ilp-{name}.1");
    assert_eq!(pages, commands().iter().map(named).chain(["swiss-ilp.1".to_owned()]).collect());
    for command in commands() {
        let page = fs::read_to_string(format!("{place}/{}", named(&command))).expect("a page").replace('\\', "");
        let help = stdout(&run(&[&command, "--help"], ""));
        // Their second names are in the help alone.
        let named = help.lines().filter(|line| line.trim_start().starts_with('-')).flat_map(str::split_whitespace);
        let named = named.filter_map(|word| word.split('[').next().filter(|word| word.starts_with("--")));
        let missing: Vec<&str> = named.filter(|name| !page.contains(name)).collect();
        assert!(missing.is_empty() && help.contains("--format"), "{command}: {missing:?}");
    }
}
