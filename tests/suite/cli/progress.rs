//! How far a long run is: counted by whoever works, and shown on a terminal only.

use crate::support::program::{folder, run, stderr, stdout};
use std::fs;
use std::process::{Command, Stdio};
use swiss_ilp::files;
use swiss_ilp::model::Objective;
use swiss_ilp::questions::{explain, pareto};
use swiss_ilp::solve::{Options, Tally, TallyCount};
use swiss_ilp::tournament::{RoundRequest, RoundState};

#[test]
fn explain_counts_players_and_pareto_counts_points() {
    let file = fs::read("instances/teaching-8.json").expect("a file");
    let tournament = files::read(&file).expect("a sound file").tournament;
    let state = &RoundState::new(&tournament, RoundRequest::default()).expect("a round");
    let fair = &Objective::load("fair").expect("a model");
    static PLAYERS: Tally = Tally::new();
    static POINTS: Tally = Tally::new();
    assert_eq!(PLAYERS.read(), None);
    let counted = |tally| Options { tally: Some(tally), ..Options::default() };
    explain::Answer::new("", state, fair, None, counted(&PLAYERS)).expect("an answer");
    assert_eq!(PLAYERS.read(), Some(TallyCount { what: "players", done: 8, of: Some(8) }));
    let between = ["scores", "colours"].map(str::to_owned);
    let front = pareto::Answer::front("", state, fair, &between, true, counted(&POINTS)).expect("a front");
    assert!(front.points.len() > 1);
    assert_eq!(POINTS.read(), Some(TallyCount { what: "points", done: front.points.len() as u64, of: None }));
}

const EXPERIMENT: &str = "
name = 'small'
seed = 1
events = 3
players = 8
rounds = 2
[field]
rating = { normal = { mean = 2000, sd = 200 } }
[outcome]
model = 'milvang'
[[arm]]
name = 'one'
model = 'pairs'
";

/// The program `script` of util-linux gives a terminal.
#[test]
#[cfg(target_os = "linux")]
fn a_bar_is_shown_on_a_terminal_only() {
    let place = folder("progress");
    fs::create_dir_all(&place).expect("a folder");
    let experiment = format!("{place}/e.toml");
    fs::write(&experiment, EXPERIMENT).expect("a file");
    let said = |more: &str| {
        let asked =
            format!("'{}' simulate '{experiment}' --force --out '{place}/out' {more}", env!("CARGO_BIN_EXE_swiss-ilp"));
        let mut terminal = Command::new("script");
        let output = terminal.args(["-qec", &asked, "/dev/null"]).stdin(Stdio::null()).output().expect("script");
        assert!(output.status.success(), "{}", stderr(&output));
        stdout(&output)
    };
    assert!(said("").contains(" left"));
    assert!(!said("--quiet").contains(" left"));
    let plain = run(&["simulate", &experiment, "--force", "--out", &format!("{place}/out")], "");
    assert_eq!((plain.status.code(), &*stderr(&plain)), (Some(0), ""));
}
