//! Tournaments of teams in reports and in JSON.

use crate::support::program::ended;
use std::collections::{BTreeMap, BTreeSet};
use swiss_ilp::files::{self, Loaded, json};
use swiss_ilp::questions::registry::System;
use swiss_ilp::rules::Edition;
use swiss_ilp::tournament::{
    ByeKind, Colour, Outcome, PlayerId, RoundError, RoundRequest, RoundState, Score, TeamPreferences, TeamScore,
    TeamType, Tournament, Trust,
};

const SAMPLE: &str = "tests/data/teams/fide-team-sample.trf";

fn sample() -> (String, Loaded) {
    let text = std::fs::read_to_string(SAMPLE).expect("the sample");
    let loaded = files::read(text.as_bytes()).expect("a sound file");
    (text, loaded)
}

fn tenths(text: &str) -> i32 {
    text.trim().parse::<Score>().expect("points").tenths()
}

/// The points of `310` follow from the matches. The places of byes that two records contradict are noted.
#[test]
fn the_sample_of_fide_is_read_whole() {
    let (text, Loaded { tournament, notes, .. }) = sample();
    let codes: Vec<_> = notes.iter().map(|note| note.code.id()).collect();
    assert_eq!(codes, ["unknown-record", "team-bye", "points-by-decision", "points-by-decision", "team-bye"]);
    let kind = TeamType { preferences: TeamPreferences::TypeA, primary: TeamScore::Match, uses_secondary: true };
    assert_eq!(tournament.teams.as_ref().map(|teams| teams.kind), Some(kind));
    let request = RoundRequest { trust: Trust::Nothing, ..RoundRequest::default() };
    let state = RoundState::to_rank(&tournament, request).expect("sound");
    let said = text.lines().filter(|line| line.starts_with("310 "));
    let said: BTreeMap<u32, [i32; 2]> = said
        .map(|line| (line[4..7].trim().parse().expect("a number"), [&line[54..60], &line[61..67]].map(tenths)))
        .collect();
    let teams = state.players().iter().chain(state.absent());
    let found: BTreeMap<u32, [i32; 2]> =
        teams.map(|team| (team.id.0, [team.points.tenths(), team.secondary.tenths()])).collect();
    assert_eq!((said.len(), &found), (50, &said));
    let of_round_3 = |id| tournament.rounds[2].byes.iter().find(|bye| bye.player == PlayerId(id)).map(|bye| bye.kind);
    assert_eq!([50, 47, 26].map(of_round_3), [Some(ByeKind::Pairing), Some(ByeKind::Half), Some(ByeKind::Half)]);
    // 330: nobody came in round 6, and Bulgaria came in round 7.
    let result = |round: usize, id| {
        let game = tournament.rounds[round - 1].games.iter().find(|game| game.white == PlayerId(id)).expect("a match");
        (game.black.0, Colour::BOTH.map(|colour| game.result.expect("known").of(colour)))
    };
    let [won, lost] = [Outcome::ForfeitWin, Outcome::ForfeitLoss];
    assert_eq!([result(6, 24), result(7, 15)], [(2, [lost, lost]), (30, [won, lost])]);
}

/// Where teams get other numbers, their game points go with them. A result alone is not entered: game points pair teams, too.
#[test]
fn game_points_go_with_the_team() {
    let (_, Loaded { tournament, .. }) = sample();
    let points = |tournament: &Tournament| {
        let state = RoundState::to_rank(tournament, RoundRequest::default()).expect("sound");
        let teams = state.players().iter().chain(state.absent());
        teams.map(|team| (team.name.clone(), (team.points, team.secondary))).collect::<BTreeMap<_, _>>()
    };
    let teams = tournament.players.iter().rev().cloned().collect();
    assert_eq!(points(&tournament.clone().renumbered(teams)), points(&tournament));
    let file = format!("{}/teams-edit.json", env!("CARGO_TARGET_TMPDIR"));
    std::fs::write(&file, json::write(&tournament)).expect("written");
    ended(&["edit", &file, "--results", "1=1-0"], "", 3, "game points");
}

/// Every round but the first is paired as Gacrux pairs it. It holds that a team's number is that of the file (4.3.1).
#[test]
fn the_sample_is_paired_verified_and_proven() {
    let (_, Loaded { tournament, .. }) = sample();
    let system: System = "team-2026".parse().expect("a system");
    let known = std::fs::read_to_string("tests/data/teams/fide-team-sample.pairs").expect("the pairs");
    for line in known.lines() {
        let (round, boards) = line.split_once(": ").expect("a round");
        let round: u32 = round.parse().expect("a number");
        let state = RoundState::new(&tournament, RoundRequest::from(round)).expect("sound");
        let paired = system.pair(&state).expect("paired").pairing;
        let found = paired.boards.iter().map(ToString::to_string).chain(paired.bye.map(|bye| format!("{bye}-0")));
        let (found, boards): (BTreeSet<String>, BTreeSet<String>) =
            (found.collect(), boards.split(' ').map(str::to_owned).collect());
        assert_eq!(found, boards, "round {round}");
        assert_eq!(system.verify(&state, &paired).violations, [], "round {round}");
        let again = crate::support::read_again("team-2026", &state).map(|again| again.in_board_order(&state));
        assert_eq!(again, Some(paired), "round {round}");
    }
}

#[test]
fn json_has_what_a_tournament_of_teams_has() {
    let (_, Loaded { tournament, .. }) = sample();
    let written = json::write(&tournament);
    assert!(written.contains(r#""type": "FIDE_TEAM_TYPEA_MP_GP""#));
    assert_eq!(json::read(written.as_bytes()).expect("sound").tournament, tournament);
    let wrong = r#"{"players": [{"id": 1, "secondary_points": 1}], "teams": {"type": "FIDE_TEAM_C",
        "game_points": [{"player": 1, "round": 1, "points": 2}, {"player": 1, "round": 1, "points": 2}]}}"#;
    let faults = json::read(wrong.as_bytes()).expect_err("faults");
    let paths: Vec<_> = faults.iter().map(|fault| fault.path.as_deref().unwrap_or_default()).collect();
    assert_eq!(paths, ["teams.type", "teams.game_points[1]"]);
    let unknown =
        wrong.replace("FIDE_TEAM_C", "FIDE_TEAM").replace(r#", {"player": 1, "round": 1, "points": 2}]"#, "]");
    let loaded = json::read(unknown.as_bytes()).expect("readable");
    let Err(RoundError::Faults(faults)) = RoundState::new(&loaded.tournament, RoundRequest::default()) else {
        panic!()
    };
    assert_eq!(loaded.locate(faults)[0].path.as_deref(), Some("players[0].secondary_points"));
}

/// A report of two matches of two boards; a row is a player's number and cells.
fn report(records: &str) -> Result<Tournament, String> {
    let cells = ["3 w 1", "4 b =", "1 b 0", "2 w =", "7 b +", "8 w 1", "5 w -", "6 b 0"];
    let mut text = String::from("142 3\n");
    for (number, cell) in (1..).zip(cells) {
        text += &format!("001{number:>5} {:75}    {number:>6}     {cell}\n", "");
    }
    let read = files::read((text + records).as_bytes());
    read.map(|loaded| loaded.tournament).map_err(|faults| faults[0].to_string())
}

#[test]
fn lists_of_teams_and_their_colours() {
    let older = "013 One                                1    2\n013 Two                                3    4\n\
                 013 Three                              5    6\n013 Four                               7    8\n";
    let plain = report(older).expect("sound");
    let boards = |tournament: &Tournament| -> Vec<(u32, u32)> {
        tournament.rounds[0].games.iter().map(|game| (game.white.0, game.black.0)).collect()
    };
    assert_eq!(boards(&plain), [(1, 2), (4, 3)]);
    assert_eq!(plain.players[1].name, "Two");
    let points = |tournament: &Tournament| {
        let state = RoundState::new(tournament, RoundRequest::default()).expect("sound");
        let points = (1..=4).filter_map(|id| state.player(PlayerId(id)));
        points.map(|team| (team.points.tenths(), team.secondary.tenths())).collect::<Vec<_>>()
    };
    assert_eq!(points(&plain), [(20, 15), (0, 5), (20, 20), (0, 0)]);
    let by_games = report(&format!("{older}192 FIDE_TEAM_TYPEB_GP_MP\n362 TW 3.0\n")).expect("sound");
    assert_eq!(points(&by_games), [(15, 30), (5, 0), (20, 30), (0, 0)]);
    // Who is at the second board has the colour that the first has not, but for 352 or another line-up.
    let second = format!("{older}300   1   1   2    2    1\n300   1   2   1    4    3\n");
    assert_eq!(boards(&report(&second).expect("sound")), [(2, 1), (4, 3)]);
    assert!(report(&format!("{older}352 WW\n")).expect_err("colours").contains("do not go together"));
    // Points by decision, and for pairing.
    let more = report(&format!("{older}299    1.0  0.5    1    2\n250 2.0        2   2    4    4\n")).expect("sound");
    assert_eq!(points(&more)[1], (10, 10));
    assert_eq!(more.accelerations[&PlayerId(4)], BTreeMap::from([(2, Score::from_tenths(20))]));
}

#[test]
fn the_types_of_teams_are_those_of_fide() {
    for text in ["FIDE_TEAM_TYPEA_MP_GP", "FIDE_TEAM_TYPEB_GP", "FIDE_TEAM_GP_MP", "FIDE_TEAM_MP"] {
        assert_eq!(text.parse::<TeamType>().map(|kind| kind.to_string()), Ok(text.to_owned()));
    }
    assert_eq!("FIDE_TEAM".parse(), Ok(TeamType::default()));
    assert!("FIDE_TEAM_TYPEC_MP".parse::<TeamType>().is_err());
    assert!(Edition::find("team-2026").is_some_and(|edition| edition.pairs_teams));
}

/// Sharly-Chess calls `--team FILE -p OUT`; without an option a report of teams is paired so, too.
#[test]
fn teams_are_paired_as_other_engines_are_called_and_ranked() {
    let pairs = |arguments: &[&str]| crate::support::program::stdout(&crate::support::program::run(arguments, ""));
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("begun.trf");
    // Without the last round there is one to pair.
    let text = std::fs::read_to_string(SAMPLE).expect("the sample").replace("\n142 14", "\n142 15");
    std::fs::write(&file, text).expect("written");
    let file = file.to_str().expect("UTF-8");
    let by_team = pairs(&["--team", file, "-p"]);
    assert_eq!(by_team.lines().next().map(str::to_owned), Some((by_team.lines().count() - 1).to_string()));
    assert_eq!(by_team, pairs(&[file, "-p"]));
    let ranked = pairs(&["standings", SAMPLE, "--tie-breaks", "MPVGP,BH,SB", "--format", "csv", "--quiet"]);
    let first: Vec<&str> = ranked.lines().nth(1).expect("a line").split(',').collect();
    // Slovakia and India 3 have 20 match points; India 3 has more game points.
    assert!(first.contains(&"16") && first.contains(&"20") && first.contains(&"33.5"), "{ranked}");
    let refused = crate::support::program::run(&["standings", SAMPLE, "--tie-breaks", "ARO"], "");
    assert_eq!(refused.status.code(), Some(3));
    let refused = crate::support::program::run(
        &["pair", SAMPLE, "--system", "team-2026", "--round", "14", "--format", "trf"],
        "",
    );
    assert!(!refused.status.success() && crate::support::program::stderr(&refused).contains("a new round of teams"));
}
