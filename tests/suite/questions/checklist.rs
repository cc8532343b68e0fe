//! The check-list of a round, against rows worked out by hand.

use crate::support::prelude::*;

/// The rows of round 5 of Gros, worked out by hand from the rows of the report: number, score, colours, due colour and
/// strength, difference, floats of rounds 4 and 3, opponents met, byes.
const ROWS: [(&str, &str); 8] = [
    // Four games, two of each colour: the last colour decides.
    ("1", "4.0,WBWB,white,mild,0,,,yes,26 13 8 4,"),
    ("2", "4.0,BWBW,black,mild,0,,,yes,27 15 7 5,"),
    // A game won by forfeit has no colour, is a float and bars the bye.
    ("13", "3.0,'-WBW,black,strong,+1,,,no,1 25 9,"),
    ("21", "3.0,WBW-,black,strong,+1,down,,no,47 6 41,"),
    // A game lost by forfeit is no float, and does not bar the bye.
    ("8", "2.0,BWB-,white,strong,-1,,,yes,34 23 1,"),
    // The pairing-allocated bye; White in the two latest games; 1.5 points against 1.0 in round 4.
    ("52", "2.5,'-BWW,black,absolute,+1,down,,no,12 24 25,1 pairing"),
    // Half-point byes are downfloats, and bar the bye by the rules of 2012.
    ("14", "2.0,BW-B,white,strong,-1,,down,no,40 3 26,3 half"),
    ("39", "1.5,'---B,white,strong,-1,,down,no,33,2 half, 3 half"),
];

#[test]
fn the_rows_of_a_real_round_are_right() {
    let list = ended(&["pair", GROS, "--system", "dutch-2012", "--checklist", "--format", "csv"], "", 0, "");
    let text = stdout(&list);
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let header: Vec<String> = reader.headers().expect("a header").iter().map(str::to_owned).collect();
    assert_eq!(header[..4], ["number", "name", "rating", "score"]);
    let rows: Vec<csv::StringRecord> = reader.records().map(|row| row.expect("a row")).collect();
    // All but the absent 22, 28 and 43, by score and number.
    assert_eq!(rows.len(), 49);
    let numbers: Vec<&str> = rows.iter().map(|row| &row[0]).collect();
    assert_eq!(numbers[..13], ["1", "2", "3", "6", "4", "5", "7", "11", "12", "13", "21", "23", "16"]);
    for (number, expected) in ROWS {
        let row = rows.iter().find(|row| row[0] == *number).expect("a row");
        assert_eq!(row.iter().skip(3).collect::<Vec<_>>().join(","), expected, "{number}");
        assert_eq!(row[1], format!("Player {number}"));
    }
}

#[test]
fn who_may_have_the_bye_follows_from_the_system() {
    // 14 had a half-point bye, 13 a win by forfeit, 52 the bye.
    for (system, expected) in [
        ("dutch-2026", [true, false, false, true]),
        ("dutch-2017", [true, false, false, true]),
        ("dutch-2012", [false, false, false, true]),
        ("dutch-1998", [true, false, false, true]),
        ("dubov-1997", [true, false, false, true]),
        ("dubov-2026", [true, false, false, true]),
        ("double-swiss-2026", [true, false, false, true]),
        ("team-2026", [true, false, false, true]),
        ("tcec", [true; 4]),
    ] {
        let list = json(&run(&["pair", GROS, "--system", system, "--checklist", "--format", "json"], ""));
        assert_eq!((&list["round"], &list["system"]), (&5.into(), &system.into()));
        assert_eq!(list["absent"], serde_json::json!([22, 43, 28]));
        let players = list["players"].as_array().expect("players");
        let may = |id: u32| {
            let player = players.iter().find(|player| player["id"] == id).expect("a player");
            player["may_have_bye"].as_bool().expect("yes or no")
        };
        assert_eq!([14, 13, 52, 1].map(may), expected, "{system}");
    }
}

/// 2017 A.4.b: whoever does not play has a downfloat. 2026 1.4.3: the bye, and more points than for a loss. 1998 A.5: floats
/// come from the pairing. Double-Swiss 1.5: a floater plays somebody. Dubov of 2026 knows upfloats alone.
#[test]
fn floats_follow_from_the_system() {
    let past = r#""players": [{"id":1},{"id":2},{"id":3},{"id":4},{"id":5},{"id":6}], "rounds": [{
        "games": [{"white":1,"black":2,"result":"1-0"}, {"white":3,"black":4,"result":"+/-"}],
        "byes": [{"player":5,"kind":"half"}]}]"#;
    let usual = format!("{{{past}}}");
    let by_points = format!("{{\"points\": {{\"forfeit_win\": 0, \"half_bye\": 0, \"zero_bye\": 0.5}}, {past}}}");
    for (system, file, down) in [
        ("dutch-2026", &usual, &[3, 5][..]),
        ("dutch-2026", &by_points, &[6]),
        ("dutch-2017", &usual, &[3, 4, 5, 6]),
        ("dutch-2012", &usual, &[3, 5]),
        ("dutch-1998", &usual, &[]),
        ("dubov-2026", &usual, &[]),
        ("double-swiss-2026", &usual, &[]),
    ] {
        let list = json(&run(&["pair", "-", "--system", system, "--checklist", "--format", "json"], file));
        let players = list["players"].as_array().expect("players");
        let has_float = |player: &&serde_json::Value| player["last_float"] == "down";
        let mut found: Vec<_> = players.iter().filter(has_float).filter_map(|player| player["id"].as_u64()).collect();
        found.sort_unstable();
        assert_eq!(found, down, "{system}: {list}");
    }
}

#[test]
fn the_list_heeds_the_decisions_and_is_no_report() {
    let list = ["pair", GROS, "--system", "dutch-2012", "--checklist"];
    let text = stdout(&run(&[&list[..], &["--absent", "1,3"]].concat(), ""));
    assert!(text.contains("\nAbsent: 1, 3, 22, 43, 28.\n"), "{text}");
    assert!(!text.contains("Player 3 "), "{text}");
    assert_eq!(code(&[&list[..], &["--format", "trf"]].concat(), ""), 3);
    assert_eq!(code(&[&list[..], &["--trace"]].concat(), ""), 3);
    // Nobody has to be able to be paired.
    let met = r#"{"players":[{"id":1},{"id":2}],"rounds":[{"games":[{"white":1,"black":2,"result":"1-0"}]}]}"#;
    assert_eq!(code(&["pair", "-", "--system", "dutch-2012"], met), 1);
    let list = ended(&["pair", "-", "--system", "dutch-2012", "--checklist", "--format", "csv"], met, 0, "");
    assert_eq!(
        stdout(&list).lines().skip(1).collect::<Vec<_>>(),
        ["1,,,1.0,W,black,strong,+1,,,yes,2,", "2,,,0.0,B,white,strong,-1,,,yes,1,"]
    );
}
