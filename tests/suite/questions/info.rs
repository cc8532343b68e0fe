//! The summary of a tournament file.

use crate::support::program::{ended, json, run, stdout};
use serde_json::json;

#[test]
fn a_real_file_is_summed_up() {
    // The counts are those of the file's own records 062 and 072.
    let info = json(&run(&["info", "instances/gros-open-2010.trf", "--format", "json"], ""));
    for (field, expected) in [
        ("players", json!(52)),
        ("rated", json!(41)),
        ("federations", json!(5)),
        ("rounds_planned", json!(9)),
        ("rounds_played", json!(4)),
        ("next_round", json!(5)),
        ("results_missing", json!(0)),
        ("initial_colour", json!("white")),
        ("absent", json!([22, 28, 43])),
        ("late", json!([{ "player": 28, "first_round": null }])),
        ("away", json!([])),
        ("forbidden", json!([])),
        ("accelerated", json!([])),
        ("notes", json!([])),
        ("records_not_read", json!(["022", "032", "052", "062", "072", "082", "092"])),
    ] {
        assert_eq!(info[field], expected, "{field}");
    }
    let graz = json(&run(&["info", "instances/graz-open-2026-a.trf", "--format", "json", "--quiet"], ""));
    assert_eq!(graz["notes"][0]["code"], "shifted-row");
    assert_eq!(graz["notes"][0]["line"], 69);
}

#[test]
fn who_came_late_and_who_is_away() {
    let game = |white, black, result| format!(r#"{{"white":{white},"black":{black},"result":{result}}}"#);
    let bye = |player, kind| format!(r#"{{"player":{player},"kind":"{kind}"}}"#);
    let round = |games: [String; 1], byes: &[String]| {
        format!(r#"{{"games":[{}],"byes":[{}]}}"#, games.join(","), byes.join(","))
    };
    // 3 comes in round 2. 4 comes in round 1 and is away from then on, and the file has no word of round 4. 5 asks for
    // a bye in round 1, comes and then withdraws. 6 never comes.
    let rounds = [
        round([game(1, 4, "\"1-0\"")], &[bye(5, "half"), bye(2, "pairing")]),
        round([game(3, 1, "\"1-0\"")], &[bye(5, "full"), bye(2, "half"), bye(4, "zero")]),
        round([game(2, 1, "null")], &[bye(3, "pairing")]),
    ];
    let players: Vec<String> = (1..=6).map(|id| format!(r#"{{"id":{id},"club":"{}"}}"#, id % 2)).collect();
    let file = format!(
        r#"{{"players":[{}],"rounds":[{}],"points":{{"win_white":3,"win_black":3}},
            "absences":[{{"player":5,"round":4}},{{"player":6}}],"forbidden":[{{"players":[1,2,3],"rounds":[2,4]}}],
            "accelerations":[{{"player":1,"round":1,"points":1.5}}]}}"#,
        players.join(","),
        rounds.join(",")
    );
    let info = ended(&["info", "-", "--format", "json"], &file, 0, "");
    let info = json(&info);
    for (field, expected) in [
        ("clubs", json!(2)),
        ("rounds_played", json!(3)),
        ("next_round", json!(4)),
        ("results_missing", json!(1)),
        ("absent", json!([5, 6])),
        ("late", json!([{ "player": 3, "first_round": 2 }, { "player": 6, "first_round": null }])),
        (
            "away",
            json!([
                { "player": 4, "since": 2, "is_to_be_paired": true },
                { "player": 5, "since": 3, "is_to_be_paired": false },
            ]),
        ),
        ("forbidden", json!([{ "players": [1, 2, 3], "rounds": [2, 4] }])),
        ("accelerated", json!([{ "player": 1, "points": { "1": "1.5" } }])),
    ] {
        assert_eq!(info[field], expected, "{field}");
    }
    assert_eq!((&info["points"]["WW"], &info["points"]["FW"]), (&json!("3.0"), &json!("1.0")));
    let table = stdout(&run(&["info", "-"], &file));
    for line in [
        "Absent next round  5, 6",
        "Late entries       3 (round 2), 6 (not yet)",
        "Away at the end    4 (since round 2), 5 (since round 3)",
        "Away, yet paired   4",
        "May not meet       1-2-3 (rounds 2 to 4)",
    ] {
        assert!(table.contains(line), "{table}");
    }
    let csv = stdout(&run(&["info", "-", "--format", "csv"], &file));
    assert!(csv.starts_with("what,value\nFormat,json\nPlayers,6\n"), "{csv}");
}
