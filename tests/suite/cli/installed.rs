//! What an installation has besides the program: the help, completions for shells, and manual pages.

use crate::support::program::{code, folder, run, stderr, stdout};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::process::Command;
use strum::VariantArray;
use swiss_ilp::doors::commands;
use swiss_ilp::questions::{Heading, QUESTIONS};

/// The help has every command once, under the heading of its group, on one line of a terminal of 80 columns.
#[test]
fn the_help_has_every_command_in_its_group() {
    let help = stdout(&run(&["--help"], ""));
    let (mut headings, mut found) = (Vec::new(), BTreeMap::new());
    for line in help.lines().skip_while(|line| !line.is_empty()).take_while(|line| *line != "Options:") {
        assert!(line.chars().count() <= 80, "{line}");
        match (line.strip_prefix("  "), line.strip_suffix(':')) {
            (Some(command), _) => {
                let name = command.split(' ').next().expect("a name").to_owned();
                let heading: &String = headings.last().expect("a heading");
                assert_eq!(found.insert(name, heading.clone()), None, "{line}");
            }
            (None, Some(heading)) => headings.push(heading.to_owned()),
            (None, None) => assert!(line.is_empty() || line.starts_with("Usage:"), "{line}"),
        }
    }
    assert_eq!(headings, Heading::VARIANTS.iter().map(ToString::to_string).collect::<Vec<_>>());
    assert_eq!(found.keys().collect::<BTreeSet<_>>(), commands().iter().collect());
    for question in QUESTIONS {
        assert_eq!(found[question.name], question.heading.to_string(), "{}", question.name);
    }
}

#[test]
fn every_shell_has_every_command() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let text = stdout(&run(&["completions", shell], ""));
        let missing: Vec<String> = commands().into_iter().filter(|name| !text.contains(name.as_str())).collect();
        assert!(missing.is_empty() && text.contains("time-limit"), "{shell}: {missing:?}");
    }
    assert_eq!(code(&["completions", "bash", "--format", "json"], ""), 3);
    assert_eq!(code(&["completions", "nonesuch"], ""), 3);
}

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
