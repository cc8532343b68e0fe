//! Tournaments of teams in reports and in JSON.

use crate::support::prelude::*;
use swiss_ilp::files::{Loaded, json};
use swiss_ilp::rules::Edition;

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
    assert_eq!(
        codes,
        [
            "unknown-record",
            "team-bye",
            "points-by-decision",
            "points-by-decision",
            "team-boards",
            "team-boards",
            "team-bye"
        ]
    );
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
    let file = written("teams-edit.json", json::write(&tournament));
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
    let read = files::read(report_with(records).as_bytes());
    read.map(|loaded| loaded.tournament).map_err(|faults| faults[0].to_string())
}

fn report_with(records: &str) -> String {
    let cells = ["3 w 1", "4 b =", "1 b 0", "2 w =", "7 b +", "8 w 1", "5 w -", "6 b 0"];
    let mut text = String::from("142 3\n");
    for (number, cell) in (1..).zip(cells) {
        text += &format!("001{number:>5} {:75}    {number:>6}     {cell}\n", "");
    }
    text + records
}

/// The four teams of that report.
const FOUR: &str = "013 One                                1    2\n013 Two                                3    4\n\
                    013 Three                              5    6\n013 Four                               7    8\n";

#[test]
fn lists_of_teams_and_their_colours() {
    let older = FOUR;
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
    let ranked = pairs(&["standings", SAMPLE, "--tie-breaks", "MPVGP,BH,BH-C1,BH-M2,SB", "--format", "csv", "--quiet"]);
    let first: Vec<&str> = ranked.lines().nth(1).expect("a line").split(',').collect();
    // Slovakia and India 3 have 20 match points; India 3 has more game points.
    assert!(first.contains(&"16") && first.contains(&"20") && first.contains(&"33.5"), "{ranked}");
    // India met teams of 11, 12, 12, 13, 13, 14, 14, 14, 19 (five) and 20 points, by C.07, 16.3.
    assert!(ranked.contains(",1,India,15,28,218,207,156,205\n"), "{ranked}");
    let refused = crate::support::program::run(&["standings", SAMPLE, "--tie-breaks", "ARO"], "");
    assert_eq!(refused.status.code(), Some(3));
}

/// A new round has no rows, so it is in `802` and `320`. Read again it is the same, and all before it, too: after the rounds that were played,
/// in place of one of them, and in a report that has no such record yet.
#[test]
fn a_new_round_is_written_into_a_report() {
    let text = std::fs::read_to_string(SAMPLE).expect("the sample").replace("\n142 14", "\n142 15");
    let bare = report_with(FOUR);
    for (file, round, system, absent) in [
        (&text, 15, "team-2026", vec![]),
        (&text, 9, "dutch-2026", vec![7]),
        (&text, 2, "team-2026", vec![]),
        (&bare, 2, "team-2026", vec![4]),
    ] {
        let loaded = files::read(file.as_bytes()).expect("sound");
        let absent = absent.into_iter().map(PlayerId).collect();
        let request = RoundRequest { absent, ..RoundRequest::from(round) };
        let state = RoundState::new(&loaded.tournament, request.clone()).expect("sound");
        let pairing = crate::support::system(system).pair(&state).expect("paired").pairing;
        let written = loaded.with_round(request.clone(), &pairing).expect("written").to_bytes();
        let again = files::read(&written).expect("sound").tournament;
        let paired = again.pairing(round).expect("paired").expect("one bye at most");
        assert_eq!(paired.in_board_order(&state), pairing.clone().in_board_order(&state), "round {round}");
        let after = loaded.tournament.with_round(request, &pairing).expect("sound");
        assert_eq!((&again.players, &again.teams), (&after.players, &after.teams), "round {round}");
        // What was before is before, and pairs the same.
        let same = |tournament: &Tournament| {
            RoundState::new(tournament, RoundRequest::from(round)).map(|state| state.players().to_vec())
        };
        let found = same(&again);
        assert_eq!(found, same(&loaded.tournament.with_round(RoundRequest::from(round), &pairing).expect("sound")));
    }
    // The command does the same, and a tournament of teams in JSON has no players for a report.
    let written =
        crate::support::program::run(&["pair", "-", "--system", "team-2026", "--format", "tournament"], &text);
    let pairs = crate::support::program::run(&["pair", "-", "--system", "team-2026", "--format", "pairs"], &text);
    let again = files::read(&written.stdout).expect("sound").tournament;
    let boards = String::from_utf8(pairs.stdout).expect("UTF-8");
    assert_eq!(boards.lines().count(), 1 + again.rounds[14].games.len() + again.rounds[14].pairing_byes().len());
    let json = json::write(&files::read(text.as_bytes()).expect("sound").tournament);
    ended(&["pair", "-", "--system", "team-2026", "--format", "trf"], &json, 3, "the rows of a report are players");
}

/// `801` and `802` repeat the matches, and are compared with them.
#[test]
fn what_summaries_repeat_is_compared() {
    let (text, _) = sample();
    let fault = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        files::read(text.replacen(from, to, 1).as_bytes())
            .expect_err("a fault")
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
    };
    let of = |what: &str| format!("{what} [record-twice]; correct what is wrong, or remove 801");
    let found = fault("801  1 IND   15 28.0  14 b =0=1 1234  13 w", "801  1 IND   15 28.0  14 b =0=1 1234  12 w");
    assert_eq!(found, [of("801 says of team 1 in round 2 '12 w ====', but the other records give '13 w 2.0'")]);
    let found = fault("801  3 GEO   19 32.5       FFFF     ", "801  3 GEO   19 32.5       HHHH     ");
    assert_eq!(found, [of("801 says of team 3 in round 1 'HPB  ', but the other records give 'FPB  '")]);
    assert!(fault("801  1 IND", "801 IND  1")[0].contains("record 801 cannot be read"));
}

/// What game points there are is never guessed, if they pair teams.
#[test]
fn a_match_without_game_points_is_a_fault() {
    let file = |kind: &str, more: &str| {
        format!(
            r#"{{"players": [{{"id": 1}}, {{"id": 2}}, {{"id": 3}}], "teams": {{"type": "{kind}"{more}}},
            "rounds": [{{"games": [{{"white": 1, "black": 2, "result": "1-0"}}], "byes": [{{"player": 3, "kind": "pairing"}}]}}]}}"#
        )
    };
    let faults = |file: &str| {
        let loaded = json::read(file.as_bytes()).expect("readable");
        match RoundState::new(&loaded.tournament, RoundRequest::default()) {
            Err(RoundError::Faults(faults)) => loaded.locate(faults),
            _ => Vec::new(),
        }
    };
    let paths = |file: &str| faults(file).into_iter().filter_map(|fault| fault.path).collect::<Vec<_>>();
    for kind in ["FIDE_TEAM_TYPEA_MP_GP", "FIDE_TEAM_GP"] {
        assert_eq!(paths(&file(kind, "")), ["rounds[0].games[0]", "rounds[0].byes[0]"], "{kind}");
        let points = r#", "bye_game_points": {"pairing": 2}, "game_points": [{"player": 1, "round": 1, "points": 3}"#;
        let half = file(kind, &format!("{points}]"));
        assert!(faults(&half)[0].what.ends_with("has a result, but team 2 no game points"));
        assert_eq!(paths(&file(kind, &format!(r#"{points}, {{"player": 2, "round": 1, "points": 1}}]"#))), [""; 0]);
    }
    assert_eq!(paths(&file("FIDE_TEAM_TYPEB_MP", "")), [""; 0]);
}

/// C.04.5, 1.4: the bye is a match of a win and a draw.
#[test]
fn the_bye_of_a_match_has_points_of_its_own() {
    let file = r#"{"games_per_pairing": 2, "points": {"pairing_bye_match": 1.5}, "players": [{"id": 1}, {"id": 2}, {"id": 3, "points": 1.5}],
        "rounds": [{"games": [{"white": 1, "black": 2, "result": "1-0"}, {"white": 2, "black": 1, "result": "1-0"}],
        "byes": [{"player": 3, "kind": "pairing"}]}]}"#;
    let tournament = json::read(file.as_bytes()).expect("sound").tournament;
    assert_eq!(json::read(json::write(&tournament).as_bytes()).expect("sound").tournament, tournament);
    let state = RoundState::new(&tournament, RoundRequest::default()).expect("sound");
    assert_eq!(state.players()[0].id, PlayerId(3));
    let ranked =
        crate::support::program::run(&["standings", "-", "--tie-breaks", "WIN,PS", "--format", "csv", "--quiet"], file);
    let holds = crate::support::program::stdout(&ranked).lines().nth(1).is_some_and(|line| line.contains("3,,1.5"));
    assert!(holds, "{ranked:?}");
    let one = file.replace(r#""games_per_pairing": 2, "#, "");
    let faults = json::read(one.as_bytes()).expect_err("a fault");
    assert_eq!(faults[0].path.as_deref(), Some("points.pairing_bye_match"));
}

/// Every command answers of a tournament of teams, or says why it does not.
#[test]
fn every_command_answers_of_teams_or_says_why_not() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    let (proof, experiment, out) = (place("proof"), place("experiment.toml"), place("out"));
    let field = format!("rating = {{ file = \"{}/{SAMPLE}\" }}", env!("CARGO_MANIFEST_DIR"));
    let text = format!(
        "name = \"teams\"\nseed = 1\nevents = 1\nrounds = 3\n[field]\n{field}\n[outcome]\nmodel = \"milvang\"\n[[arm]]\nname = \"teams\"\nsystem = \"team-2026\"\n"
    );
    std::fs::write(&experiment, text).expect("written");
    let of_round: [(&[&str], i32, &str); 16] = [
        (&["pair", "--system", "team-2026"], 0, ""),
        (&["pair", "--system", "team-2026", "--trace"], 0, ""),
        (&["pair", "--system", "team-2026", "--checklist"], 0, ""),
        (&["pair", "--system", "team-2026", "--proof", &proof], 0, ""),
        (&["pair", "--system", "team-2026", "--rather-not", "1-2"], 0, ""),
        (&["pair", "--system", "dutch-2026"], 0, ""),
        (&["pair", "--system", "auto"], 0, ""),
        (&["solve"], 0, ""),
        (&["solve", "--model", "team-2026"], 0, ""),
        (&["model", "team-2026", "--show"], 0, ""),
        (&["explain"], 0, ""),
        (&["compare"], 0, ""),
        (&["verify", "--proof", &proof, "--system", "team-2026"], 6, "proven to pair the round otherwise"),
        (&["verify", "--system", "team-2026"], 6, "the pairing breaks team-2026.4.3, team-2026.C1"),
        (&["why", "1", "2", "--system", "team-2026"], 0, ""),
        (&["pareto", "--between", "scores,colours"], 0, ""),
    ];
    let of_file: [(&[&str], i32, &str); 15] = [
        (&["info"], 0, ""),
        (&["check", "--system", "team-2026"], 6, "10 rounds are different"),
        (&["convert", "--to", "json"], 0, ""),
        (&["convert", "--to", "trf"], 3, "the rows of a report are players, not teams"),
        (&["standings"], 0, ""),
        (&["standings", "--tie-breaks", "MPVGP,BH,SB"], 0, ""),
        (&["standings", "--tie-breaks", "BH,ARO"], 3, "ARO is no tie-break of teams"),
        (
            &["standings", "--tie-breaks", "EGGSB"],
            3,
            "'EGGSB' is a tie-break of teams (C.07) that is not computed here",
        ),
        (&["standings", "--tie-breaks", "tbr"], 3, "'tbr' is a tie-break of teams"),
        (&["standings", "--tie-breaks", "bh/c1/p"], 3, "'bh/c1/p' is BH with a modifier"),
        (&["standings", "--tie-breaks", "file"], 3, "records 202 and 212: 'EDET/P' is a tie-break of teams"),
        (&["edit", "--results", "1=1-0"], 3, "game points"),
        (&["seed", "--by", "rating"], 3, "has rounds"),
        (&["batch", "--systems", "team-2026"], 0, ""),
        (&["-p"], 3, "no round is left to pair"),
    ];
    let of_round = of_round.map(|(arguments, code, said)| ([arguments, &["--round", "3"]].concat(), code, said));
    let of_file = of_file.map(|(arguments, code, said)| (arguments.to_vec(), code, said));
    for (arguments, code, said) in of_round.into_iter().chain(of_file) {
        let at = usize::from(arguments[0] == "model") + usize::from(arguments[0] != "-p");
        ended(&[&arguments[..at], &[SAMPLE], &arguments[at..]].concat(), "", code, said);
    }
    ended(&["simulate", &experiment, "--out", &out], "", 5, "its players are teams");
}

/// Proofs, wishes and reasons of all three systems of 2026.
#[test]
fn the_systems_of_2026_are_proven_and_explained() {
    let players = r#""rounds_planned": 5, "players": [{"id": 1}, {"id": 2}, {"id": 3}, {"id": 4}, {"id": 5}, {"id": 6}, {"id": 7}]"#;
    let double = format!(r#"{{"games_per_pairing": 2, "points": {{"pairing_bye_match": 1.5}}, {players}}}"#);
    let teams = format!(r#"{{"teams": {{"bye_game_points": {{"pairing": 2}}}}, {players}}}"#);
    let single = format!("{{{players}}}");
    let folder = tempfile::tempdir().expect("a folder");
    for (system, file) in [("team-2026", &teams), ("double-swiss-2026", &double), ("dubov-2026", &single)] {
        let proof = folder.path().join(system).to_str().expect("UTF-8").to_owned();
        let theirs = folder.path().join(format!("{system}.txt"));
        std::fs::write(&theirs, "1-2\n3-4\n5-6\n7-0\n").expect("written");
        let theirs = theirs.to_str().expect("UTF-8");
        let dispute = format!("{proof}-of-theirs");
        let commands: [(&[&str], i32); 7] = [
            (&["pair", "-", "--system", system, "--proof", &proof], 0),
            (&["verify", "-", "--system", system, "--pairing", theirs, "--proof", &proof], 6),
            (&["verify", "-", "--system", system, "--pairing", theirs, "--proof", &dispute, "--make"], 6),
            (&["pair", "-", "--system", system, "--rather-not", "1-3"], 0),
            (&["why", "-", "1", "2", "--system", system], 0),
            (&["why", "-", "1", "2", "--system", system, "--rather-not", "1-3"], 0),
            (&["solve", "-", "--model", system], 0),
        ];
        for (arguments, code) in commands {
            ended(arguments, file, code, "");
        }
    }
}
