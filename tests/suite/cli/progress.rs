//! How far a long run is: counted by whoever works, and shown on a terminal only.

use std::fs;
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
    let front = pareto::Answer::front("", state, fair, &between, &[], true, counted(&POINTS)).expect("a front");
    assert!(front.points.len() > 1);
    assert_eq!(POINTS.read(), Some(TallyCount { what: "points", done: front.points.len() as u64, of: None }));
}
