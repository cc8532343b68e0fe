//! An option changes what a run does, or it is refused.

use crate::support::prelude::*;

const FORMATS: [&str; 5] = ["table", "json", "csv", "pairs", "trf"];

/// A request, and an option whose effect is seen in what is written.
type Row = (&'static [&'static str], &'static [&'static str]);

const ROWS: &[Row] = &[
    (&["solve", TEACHING], &["--show", "tiers"]),
    (&["solve", TEACHING], &["--log"]),
    (&["solve", TEACHING], &["--count-optima"]),
    (&["solve", TEACHING], &["--all-optima", "2"]),
    (&["pair", TEACHING, "--system", "dutch-2012"], &["--trace"]),
    (&["pair", TEACHING, "--system", "dutch-2012"], &["--checklist"]),
    (&["compare", BRITISH, "--systems", "tcec"], &["--all-rounds"]),
    (&["why", TEACHING, "2", "6"], &["--count-optima"]),
    (&["pareto", TEACHING, "--between", "scores,colours"], &["--point", "1"]),
    (&["pareto", TEACHING, "--between", "scores,colours"], &["--values"]),
    (&["pareto", TEACHING, "--of", "same-federation"], &["--point", "1"]),
    (&["pareto", TEACHING, "--of", "same-federation"], &["--values"]),
    (&["model", "fair"], &["--show"]),
    (&["model", "fair"], &["--latex"]),
    (&["standings", TEACHING], &["--cross-table"]),
    (&["batch", TEACHING, "--rounds", "next", "--no-times"], &["--boards"]),
    (&["batch", TEACHING, "--rounds", "next"], &["--no-times"]),
    (&["batch", TEACHING, "--rounds", "next", "--no-times"], &["--bom"]),
    (&["batch", TEACHING, "--rounds", "next", "--no-times"], &["--delimiter", ";"]),
];

/// Records have these in any case: a request for what is there is answered.
const ANYWAY: &[(&str, &str)] = &[
    ("--trace", "json"),
    ("--show", "json"),
    ("--show", "csv"),
    ("--point", "json"),
    ("--point", "csv"),
    // The values of a large field are found sooner; a table never has the pairings of all points.
    ("--values", "table"),
];

/// What a run writes, without what another run writes otherwise.
fn written(output: &std::process::Output) -> (Option<i32>, String) {
    let text = stdout(output);
    let lines: Vec<String> = text.lines().filter(|line| !line.starts_with("Time:")).map(untimed).collect();
    (output.status.code(), lines.join("\n") + &stderr(output))
}

/// A line of JSON without the times that it has; that it has some stays.
fn untimed(line: &str) -> String {
    let Ok(mut record) = serde_json::from_str::<serde_json::Value>(line) else { return line.to_owned() };
    for name in ["seconds", "peak_mib"] {
        if let Some(time) = record.get_mut(name) {
            *time = serde_json::Value::Null;
        }
    }
    record.to_string()
}

#[test]
fn an_option_has_an_effect_or_is_refused() {
    for (request, option) in ROWS {
        let mut effects = 0;
        for format in FORMATS {
            let plain = run(&[request, &["--format", format][..]].concat(), "");
            let with = run(&[request, &["--format", format][..], option].concat(), "");
            if with.status.code() == Some(3) {
                continue;
            }
            let is_there = ANYWAY.contains(&(option[0], format));
            assert!(is_there || written(&plain) != written(&with), "{request:?} {option:?} --format {format}");
            effects += 1;
        }
        assert!(effects > 0, "{request:?} {option:?} has an effect with one format at least");
    }
}

/// Which table CSV has can be chosen, where there are several.
#[test]
fn a_table_is_chosen_by_name() {
    let explain = ["explain", TEACHING, "--format", "csv", "--table"];
    let chosen = ended(&[&explain[..], &["next-best"]].concat(), "", 0, "");
    let header = "tournament,round,model,status,player,name,meets,opponent,opponent_name,price\n";
    assert!(stdout(&chosen).starts_with(header), "{}", stdout(&chosen));
    let names = "has no table 'board'; it has boards, objective, next-best";
    for (request, why) in [
        (&[&explain[..], &["board"]].concat()[..], names),
        (&["explain", TEACHING, "--table", "boards"], "and the format is another one"),
        (&["batch", TEACHING, "--format", "csv", "--table", "models"], "records are one table"),
    ] {
        let refused = ended(request, "", 3, "");
        assert!(stdout(&refused).is_empty() && stderr(&refused).contains(why), "{}", stderr(&refused));
    }
}

/// A sentence that names a field is said in the words of the command line, wherever it stands: here that of a model whose attribute no
/// player has.
#[test]
fn every_answer_names_options() {
    let (folder, model) = (empty("answers-name-options"), "mcmahon");
    let [page, records] = ["page.html", "records.jsonl"].map(|name| format!("{folder}/{name}"));
    let commands: [&[&str]; 9] = [
        &["solve", TEACHING, "--model", model],
        &["compare", TEACHING, "--models", model],
        &["compare", TEACHING, "--models", model, "--html", &page],
        &["explain", TEACHING, "--model", model],
        &["verify", TEACHING, "--round", "3", "--model", model],
        &["model", model, TEACHING],
        &["pareto", TEACHING, "--between", "score-difference,colour-difference", "--model", model],
        &["batch", TEACHING, "--models", model],
        &["batch", TEACHING, "--models", model, "--out", &records],
    ];
    for command in commands {
        let mut all = String::new();
        for format in ["table", "json", "csv"] {
            let _ = [&page, &records].map(std::fs::remove_file);
            let output = run(&[command, &["--format", format]].concat(), "");
            let written = [&page, &records].map(|file| std::fs::read_to_string(file).unwrap_or_default());
            all += &(stdout(&output) + &stderr(&output) + &written.concat());
        }
        assert!(all.contains("--attributes") && !all.contains(['\u{f8f0}', '\u{f8f1}']), "{command:?}: {all}");
    }
}
