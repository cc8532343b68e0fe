//! What an installation has besides the program: completions for shells.

use crate::support::program::{folder, run, stderr, stdout};
use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

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
