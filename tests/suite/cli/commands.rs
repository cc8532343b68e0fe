//! The command line as other programs use it: exit codes, streams and formats.

use crate::support::files::report;
use crate::support::prelude::*;

/// A program that reads JSON has one record, whatever the exit code.
#[test]
fn every_error_without_a_record_is_one_in_json() {
    let requests: [(&[&str], i32); 13] = [
        (&["solve", "-", "--round", "7"], 3),
        (&["solve", "-", "--model", "nonesuch"], 3),
        (&["solve", "-", "--model", "tests/suite/cli/commands.rs"], 5),
        (&["solve", "no-such-file"], 5),
        (&["solve", "-", "--frob"], 3),
        (&["solve"], 3),
        (&["nonesuch"], 3),
        (&["pair", "-", "--system", "nonesuch"], 3),
        (&["standings", "-", "--system", "dutch-2012"], 3),
        (&["rule", "nonesuch"], 3),
        (&["seed", "-", "--by", "nonesuch"], 3),
        (&["verify", "instances/arad-2026-a.trf", "--round", "1"], 6),
        (&["verify", "-"], 3),
    ];
    for (request, exit) in requests {
        for format in [&["--format", "json"][..], &["--format=json"]] {
            let refused = run(&[request, format].concat(), FRESH);
            assert_eq!(refused.status.code(), Some(exit), "{request:?}");
            let record = json(&refused);
            assert_eq!((&record["status"], &record["exit"]), (&"error".into(), &exit.into()), "{request:?}");
            let what = record["error"].as_str().expect("a message");
            assert!(!what.starts_with("error") && stderr(&refused).contains(what), "{request:?}: {what}");
            assert_eq!(stdout(&refused).lines().count(), 1);
        }
        assert_eq!(stdout(&run(request, FRESH)), "", "{request:?}");
    }
    assert_eq!(stdout(&run(&["solve", "-", "--", "--format", "json"], FRESH)), "");
    // Whatever has a record of its own has no other one.
    let met = MET.replace("\"white\":1,\"black\":2", "\"white\":2,\"black\":1");
    for (request, exit) in [
        (&["solve", "-"][..], 1),
        (&["pair", "-", "--system", "dutch-2012"], 1),
        (&["solve", "-", "--model", "dutch-2012"], 1),
        (&["compare", "-", "--systems", "dutch-2012"], 1),
        (&["solve", BRITISH, "--round", "8", "--time-limit", "0"], 4),
        (&["check", BRITISH, "--system", "tcec"], 6),
        (&["verify", BRITISH, "--round", "2", "--system", "tcec"], 6),
        (&["solve", "tests/damaged/two-whites.trf"], 5),
    ] {
        let ended = ended(&[request, &["--format", "json"]].concat(), &met, exit, "");
        assert_eq!(stdout(&ended).lines().count(), 1, "{request:?}");
        assert!(json(&ended)["status"] != "error", "{request:?}");
    }
}

/// The texts of this name in a list.
fn texts<'r>(list: &'r serde_json::Value, name: &str) -> Vec<&'r str> {
    list.as_array().expect("a list").iter().filter_map(|one| one[name].as_str()).collect()
}

/// Boards, byes and rounds without a pairing have the same columns, so that tables of many rounds can be joined.
#[test]
fn a_row_of_csv_says_which_round_it_is_of_and_whether_there_is_a_pairing() {
    let file = "instances/teaching-10.json";
    let solved = stdout(&run(&["solve", file, "--format", "csv"], ""));
    let columns =
        "tournament,round,model,status,value,kind,board,white,white_name,white_score,black,black_name,black_score\n";
    assert!(solved.starts_with(columns), "{solved}");
    let record = json(&run(&["solve", file, "--format", "json"], ""));
    let rows = rows_of(&solved);
    let found = rows.iter().map(|row| row["kind"].as_str()).collect::<Vec<_>>();
    assert_eq!(found, ["board", "board", "board", "board", "bye"]);
    for row in &rows {
        assert_eq!(row["tournament"], record["tournament"].as_str().expect("a name"));
        assert_eq!(["round", "model", "status"].map(|name| row[name].as_str()), ["4", "pairs", "optimal"]);
        assert_eq!(row["value"], record["objective"][0]["value"].to_string());
    }
    assert_eq!(["white", "black", "black_name"].map(|name| rows[4][name].as_str()), ["5", "0", ""]);
    let fair = rows_of(&stdout(&run(&["solve", file, "--model", "fair", "--format", "csv"], "")));
    let values: Vec<serde_json::Value> = serde_json::from_str(&fair[0]["value"]).expect("a list");
    let record = json(&run(&["solve", file, "--model", "fair", "--format", "json"], ""));
    let tiers = record["objective"].as_array().expect("tiers");
    assert!(values.iter().eq(tiers.iter().map(|tier| &tier["value"])), "{values:?}");

    let paired = stdout(&run(&["pair", file, "--system", "tcec", "--format", "csv"], ""));
    assert!(paired.starts_with("tournament,round,system,status,kind,board,white,"), "{paired}");
    assert!(rows_of(&paired).iter().all(|row| row["system"] == "tcec" && row["status"] == "paired"), "{paired}");

    for (request, key) in [
        (&["solve", "-"][..], ",2,pairs,infeasible,,none,,,,,,,"),
        (&["solve", "-", "--model", "dutch-2012"], ",2,dutch-2012,infeasible,,none,,,,,,,"),
        (&["pair", "-", "--system", "dutch-2012"], ",2,dutch-2012,infeasible,none,,,,,,,"),
    ] {
        let none = run(&[request, &["--format", "csv"]].concat(), MET);
        assert_eq!((none.status.code(), stdout(&none).lines().nth(1)), (Some(1), Some(key)), "{request:?}");
        assert_eq!(stdout(&none).lines().count(), 2);
        for format in ["pairs", "trf"] {
            assert_eq!(stdout(&run(&[request, &["--format", format]].concat(), MET)), "", "{request:?} {format}");
        }
    }
}

#[test]
fn a_wrong_name_is_answered_with_the_one_most_like_it() {
    for (request, meant) in [
        (&["pair", "-", "--system", "dutsch-2026"][..], "dutch-2026"),
        (&["compare", "-", "--systems", "tcec,Dutch-98"], "dutch-1998"),
        (&["check", "-", "--system", "dubov"], "dubov-1997"),
        (&["check", "-", "--system", "TCEK"], "tcec"),
        (&["pair", "-", "--system", "dubov-1997+exchange-row"], "dubov-1997+exchange-rows"),
        (&["solve", "-", "--model", "pair"], "pairs"),
        (&["pair", "-", "--system", "duch"], "dutch"),
        (&["model", "slots-order"], "slots-ordered"),
        (&["rule", "ilp.no-rematches"], "ilp.no-rematch"),
    ] {
        ended(request, FRESH, 3, &format!("(did you mean '{meant}'?)"));
    }
    let unlike = ended(&["pair", "-", "--system", "league"], FRESH, 3, ", or dutch");
    assert!(!stderr(&unlike).contains("did you mean"));
}

#[test]
fn standings_say_by_which_rules_they_are_if_none_are_asked_for() {
    let ranked = run(&["standings", "instances/teaching-8.json"], "");
    let said = "note: ranked by the rules of tcec; choose others with --system, one of tcec, dutch-1998, or FIDE's with \
                --tie-breaks\n";
    assert_eq!(stderr(&ranked), said);
    let asked = run(&["standings", "instances/teaching-8.json", "--system", "tcec"], "");
    assert_eq!((stderr(&asked).as_str(), stdout(&asked)), ("", stdout(&ranked)));
    assert_eq!(stderr(&run(&["standings", "instances/teaching-8.json", "--quiet"], "")), "");
    assert!(!stderr(&run(&["standings", "tests/damaged/two-whites.trf"], "")).contains("ranked"));
}

/// The rows of four players, with these cells of round 1.
fn four(cells: [&str; 4]) -> String {
    report("", &cells.map(|cell| ("0.0", cell)))
}

#[test]
fn many_notes_and_missing_results_of_one_kind_are_one_with_their_number_and_lines() {
    let cells = ["     2 w  ", "     1 b  ", "     4 w  ", "     3 b  "];
    let open = four(cells);
    let refused = run(&["solve", "-"], &open);
    let said = stderr(&refused);
    assert_eq!((refused.status.code(), said.matches("error[result-missing]").count()), (Some(5), 1), "{said}");
    assert!(said.contains("= note: there are 2 of these; the others are in line 3\n"), "{said}");
    let record = json(&run(&["solve", "-", "--format", "json"], &open));
    let faults = record["faults"].as_array().expect("faults");
    assert_eq!(faults.iter().map(|fault| fault["line"].clone()).collect::<Vec<_>>(), [1, 3]);
    // Other faults are shown one by one.
    let wrong = four(["     2 w x", "     1 b x", "     4 w x", "     3 b 0"]);
    assert_eq!(stderr(&run(&["solve", "-"], &wrong)).matches("error[bad-result]").count(), 3);

    let noted = four([""; 4]) + "XXA 1 1.0\nXXA 2 1.0\nXXR 5\nXXA 3 1.0\n";
    let solved = run(&["solve", "-"], &noted);
    assert_eq!((solved.status.code(), stderr(&solved).matches("note[free-columns]").count()), (Some(0), 1));
    assert!(stderr(&solved).contains("= note: there are 3 of these; the others are in lines 6, 8\n"), "{solved:?}");
}

/// Two rounds of eight players, the second with an adjourned game and a penalty after it.
const ADJOURNED: &str = "\
142 5
152 W
299          -1.0  002    2
001    1      One                               2390                             1.5    1     5 w 1     4 b ?
001    2      Two                               2380                             1.0    2     6 b 1     3 w 1
001    3      Three                             2370                             1.0    3     7 w 1     2 b 0
001    4      Four                              2360                             1.5    4     8 b 1     1 w ?
001    5      Five                              2350                             1.0    5     1 b 0     8 w 1
001    6      Six                               2340                             1.0    6     2 w 0     7 b 1
001    7      Seven                             2330                             0.0    7     3 b 0     6 w 0
001    8      Eight                             2320                             0.0    8     4 w 0     5 b 0
";

#[test]
fn adjourned_games_and_decisions_count_the_same_in_every_command_and_format() {
    let commands: [(&[&str], &str); 13] = [
        (&["info", "-"], "2 (-1.0 after round 2)"),
        (&["check", "-", "--system", "dutch-2026"], "2 rounds checked by dutch-2026, 0 different"),
        (&["convert", "-", "--to", "json"], "\"result\": \"?\""),
        (&["convert", "-", "--to", "trf"], "1 w ?"),
        (&["standings", "-", "--tie-breaks", "BH"], "   1    1  One     1.5"),
        (&["pair", "-", "--system", "dutch-2026"], ""),
        (&["solve", "-"], ""),
        (&["compare", "-"], ""),
        (&["why", "-", "1", "2"], ""),
        (&["explain", "-"], ""),
        (&["verify", "-", "--round", "2", "--system", "dutch-2026"], ""),
        (&["-p", "--dutch=2026"], ""),
        (&["-c", "--dutch=2026"], ""),
    ];
    let without = ADJOURNED.replace(" 1.5 ", " 1.0 ");
    let none = without.replace("142", "162 X 0.0\n142");
    for (report, worth) in [(ADJOURNED, "1.5"), (&without, "1.5"), (&none, "1.0")] {
        let text = stdout(&run(&["convert", "-", "--to", "json"], report));
        assert_eq!(stdout(&run(&["convert", "-", "--to", "json"], &text)), text);
        for file in [report, &text] {
            for (command, said) in commands {
                let (answer, case) = (run(command, file), format!("{command:?} {worth}"));
                assert_eq!(answer.status.code(), Some(0), "{case}: {}", stderr(&answer));
                assert_eq!(stderr(&answer).matches("note[adjourned-game]").count(), 1, "{case}");
                if worth == "1.5" {
                    assert!(stdout(&answer).contains(said), "{case}: {}", stdout(&answer));
                }
            }
            let ranked = json(&run(&["standings", "-", "--tie-breaks", "BH", "--format", "json"], file));
            let points = |id: u64| {
                let line = ranked["standings"].as_array()?.iter().find(|line| line["id"] == id)?;
                Some(line["PTS"].to_string())
            };
            let found = [1, 2, 4].map(points);
            assert_eq!(found, [worth, "1", worth].map(|points| Some(points.trim_end_matches(".0").into())));
            // The next round rests on the same points when it is paired, and when it is replayed.
            let paired = stdout(&run(&["pair", "-", "--system", "dutch-2026", "--format", "trf"], file));
            assert!(paired.contains("1 w ?") && paired.contains("299          -1.0  002    2\n"), "{paired}");
            let replayed = run(&["check", "-", "--system", "dutch-2026"], &paired);
            assert!(stdout(&replayed).contains("3 rounds checked by dutch-2026, 0 different"), "{}", stdout(&replayed));
        }
    }
    // A game without a result is not paired on, but all else can be asked.
    let open = without.replace('?', " ");
    for (command, expected) in [
        (&["pair", "-", "--system", "dutch-2026"][..], 5),
        (&["info", "-"], 0),
        (&["check", "-", "--system", "dutch-2026"], 0),
        (&["standings", "-", "--round", "2"], 0),
        (&["explain", "-", "--round", "2"], 0),
    ] {
        assert_eq!(code(command, &open), expected, "{command:?}");
    }
}

#[test]
fn points_that_are_trusted_to_the_results_are_written() {
    let stale = ADJOURNED.replace(" 1.5 ", " 9.0 ").replace(" 1.0    2 ", " 0.0    2 ");
    assert_eq!(code(&["info", "-"], &stale), 5);
    for command in [
        &["pair", "-", "--system", "dutch-2026", "--format", "trf"][..],
        &["solve", "-", "--format", "trf"],
        &["convert", "-", "--to", "trf"],
        &["convert", "-", "--to", "json"],
    ] {
        let written = stdout(&run(&[command, &["--trust", "results"]].concat(), &stale));
        let right = stdout(&run(command, ADJOURNED));
        assert!(!right.is_empty() && written == right, "{command:?}: {written}");
    }
}

/// The points of a Baku acceleration follow from the number of rounds, wherever it is said.
#[test]
fn a_baku_acceleration_takes_the_number_of_rounds_from_the_command_line() {
    let [without, with] = ["", "142 9\n"].map(|rounds| format!("192 FIDE_DUTCH_2026_BAKU\n{rounds}{}", four([""; 4])));
    assert_eq!(code(&["pair", "-", "--system", "dutch-2012"], &without), 5);
    assert_eq!(code(&["pair", "-", "--system", "dutch-2012", "--rounds", "0"], &without), 3);
    let pair = |more: &[&str], file: &str| {
        let paired = ended(&[&["pair", "-", "--system", "dutch-2012"], more].concat(), file, 0, "");
        (stdout(&paired), stderr(&paired).lines().next().map(str::to_owned))
    };
    let rounds = ["--rounds", "9"];
    assert_eq!(pair(&rounds, &without), pair(&[], &with));
    assert!(pair(&rounds, &without).0.contains(" 1.0 "), "the score has the added points");
    let report = pair(&[&rounds[..], &["--format", "trf"]].concat(), &without).0;
    let file = written("baku.trf", report);
    let verify = ["verify", "-", "--pairing", &file, "--system", "dutch-2012", "--rounds", "9"];
    assert_eq!(code(&verify, &without), 0);
}

#[test]
fn solve_counts_the_optima_and_lists_the_first() {
    let table = run(&["solve", "instances/teaching-8.json", "--count-optima"], "");
    assert!(stdout(&table).contains("\nOptima: this is the only one, proven by one more tier of the dual solution.\n"));
    let wanted = ["solve", BRITISH, "--round", "8", "--model", "fair", "--all-optima", "3", "--format", "json"];
    let record = json(&run(&wanted, ""));
    assert_eq!((&record["unique"], record["all_optima"].as_array().map(Vec::len)), (&false.into(), Some(3)));
    assert_eq!(record["all_optima"][0]["pairs"], record["pairs"]);
    let counted = json(&run(&[&wanted[..], &["--count-optima"]].concat(), ""));
    assert_eq!((&counted["optima"], &counted["optima_exact"]), (&144.into(), &true.into()));

    // What is not known at a limit is not claimed.
    let late = run(&[&wanted[..], &["--count-optima", "--time-limit", "0"]].concat(), "");
    assert_eq!((late.status.code(), &json(&late)["unique"]), (Some(4), &serde_json::Value::Null));
    for refused in [&["--model", "dutch-2012"][..], &["--format", "pairs"], &["--format", "trf"]] {
        assert_eq!(code(&[&["solve", BRITISH, "--count-optima"], refused].concat(), ""), 3, "{refused:?}");
    }
    let none = json(&run(&["solve", "-", "--count-optima", "--format", "json"], MET));
    assert_eq!((&none["optima"], &none["optima_exact"], &none["unique"]), (&0.into(), &true.into(), &false.into()));
}

#[test]
fn verify_compares_a_published_pairing_with_the_optimum_and_the_systems() {
    let gros = ["verify", "instances/gros-open-2010.trf", "--round", "5", "--pairing"];
    let published = "instances/gros-open-2010.round-5.dutch-2012.pairs";
    let record = json(&run(&[&gros[..], &[published, "--format", "json"]].concat(), ""));
    let systems = record["systems"].as_array().expect("systems");
    let dutch = systems.iter().find(|system| system["system"] == "dutch-2012").expect("dutch-2012");
    assert_eq!(dutch["differences"], serde_json::json!([]));
    assert_eq!((&dutch["pairs"], &dutch["same_colours"], &dutch["same_bye"]), (&24.into(), &24.into(), &true.into()));
    // By the edition of 1998 a player with a half-point bye may still get the bye, so another player gets it.
    let older = systems.iter().find(|system| system["system"] == "dutch-1998").expect("dutch-1998");
    let differences = older["differences"].to_string();
    assert!(["A5", "C6"].iter().all(|rule| differences.contains(&format!("[dutch-1998.{rule}]\""))), "{differences}");

    // The optimum has the distance 0. `verify` and `compare` give the same price for the systems' pairings.
    let solved = run(&["solve", gros[1], "--round", "5", "--format", "pairs"], "");
    let optimum = run(&[&gros[..], &["-"]].concat(), &stdout(&solved));
    assert!(stdout(&optimum).contains("\nNo legal pairing is worth more.\n"), "{}", stdout(&optimum));
    let compared = json(&run(&["compare", gros[1], "--round", "5", "--models", "pairs", "--format", "json"], ""));
    let judged = compared["models"][0]["pairings"].as_array().expect("pairings");
    let price = judged.iter().find(|judged| judged["pairing"] == "dutch-2012").expect("dutch-2012");
    assert_eq!(record["distance"]["price"], price["price"]);
    assert_eq!(record["distance"]["optimum"], compared["models"][0]["optimum"]);

    // With `--system`, every difference from that system is listed.
    let verified = run(&[&gros[..], &[published, "--system", "dubov-1997"]].concat(), "");
    assert!(stdout(&verified).contains(" meet by the system, and not here [dubov-1997.6.2]\n"), "{verified:?}");
    let by_system = run(&[&gros[..], &[published, "--system", "tcec", "--format", "json"]].concat(), "");
    assert!(json(&by_system)["distance"].is_null());
}

/// In round 11 of this tournament two topscorers have the same absolute colour preference. Its file does not give the
/// number of rounds.
#[test]
fn check_takes_the_number_of_rounds_or_tries_the_last_round_both_ways() {
    let file = "tests/data/oracle/dutch-2012/n16_r11_134.trf";
    let check = |more: &[&str], code| {
        let check = ["check", file, "--system", "dutch-2012", "--format", "json"];
        json(&ended(&[&check[..], more].concat(), "", code, ""))
    };
    let unknown = check(&[], 0);
    assert_eq!([9, 10].map(|round| unknown["rounds"][round]["only_as_last_round"] == true), [false, true]);
    assert_eq!(check(&["--rounds", "11"], 0)["rounds"][10]["only_as_last_round"], false);
    assert_eq!(check(&["--rounds", "12"], 6)["rounds_different"], 1);
    ended(&["check", BRITISH, "--system", "dutch-2012", "--rounds", "8"], "", 3, "says that there are 9 rounds, not 8");
}

/// A wrong number of rounds is a wrong request, and not a fault of the file, whatever is asked.
#[test]
fn a_wrong_number_of_rounds_is_a_wrong_request() {
    let file = r#"{"players":[{"id":1},{"id":2},{"id":3},{"id":4}],"rounds":[
        {"games":[{"white":1,"black":2,"result":"1-0"},{"white":3,"black":4,"result":"1-0"}]},
        {"games":[{"white":3,"black":1,"result":"1-0"},{"white":4,"black":2,"result":"1-0"}]},{}]}"#;
    for command in [
        &["solve", "-"][..],
        &["pair", "-", "--system", "tcec"],
        &["check", "-", "--system", "dutch-2012"],
        &["compare", "-"],
        &["compare", "-", "--all-rounds"],
        &["standings", "-"],
        &["verify", "-", "--round", "2"],
        &["seed", "-", "--by", "lots"],
    ] {
        let few = "cannot have 2 rounds: 3 are in the file";
        for (rounds, why) in [("0", "1 to 999 rounds"), ("2", few), ("1000", "1 to 999 rounds")] {
            ended(&[command, &["--rounds", rounds]].concat(), file, 3, why);
        }
    }
    assert_eq!(code(&["solve", "-", "--rounds", "3"], file), 0);
}

/// A round after the last one played, with byes only, shows that the tournament goes on.
#[test]
fn check_takes_a_file_that_ends_with_byes() {
    let file = r#"{"players":[{"id":1},{"id":2},{"id":3},{"id":4},{"id":5}],"rounds":[
        {"games":[{"white":1,"black":2,"result":"1-0"},{"white":3,"black":4,"result":"1-0"}],"byes":[{"player":5,"kind":"pairing"}]},
        {"byes":[{"player":5,"kind":"half"}]}]}"#;
    let checked = ended(&["check", "-", "--system", "dutch-2012", "--format", "json"], file, 6, "");
    let record = json(&checked);
    assert_eq!((&record["rounds_checked"], &record["rounds_different"]), (&1.into(), &1.into()));
    assert_eq!(record["rounds"][0]["only_as_last_round"], false);
}

/// The pairs that the model forces are named if they leave no pairing, and only then.
#[test]
fn forced_pairs_are_named_if_they_leave_no_pairing() {
    let file = "instances/teaching-8.json";
    let slots = |path: &str| {
        let slots = path.replace(".toml", "-slots.toml");
        let text = std::fs::read_to_string(path).expect("a model").replace("\"pairs\"\nhard", "\"slots\"\nhard");
        assert!(text.contains("formulation = \"slots\""));
        std::fs::write(&slots, text).expect("a model");
        slots
    };
    for (name, forced, illegal) in [
        ("met", "[[1, 2]]", "1-2, which is not legal [ilp.no-rematch]"),
        ("third", "[[1, 4], [3, 8]]", "3-8, which is not legal [ilp.no-third-colour]"),
    ] {
        let reason = format!("the model's [side] constraints force {illegal}");
        let model = with_side(&format!("forced-{name}"), &format!("forced = {forced}"));
        for model in [&slots(&model), &model] {
            let record = json(&ended(&["solve", file, "--model", model, "--format", "json"], "", 1, ""));
            assert_eq!((&record["proof"], &record["reason"]), (&"obstruction".into(), &reason.as_str().into()));
            let [barred] = record["barred"].as_array().expect("a list").as_slice() else { panic!("{record}") };
            let pair = format!("{}-{}", barred["seat"], barred["from"][0]);
            assert!(reason.contains(&pair), "{record}");
        }
        let dir = folder(&format!("proof-forced-{name}"));
        assert_eq!(code(&["solve", file, "--model", &model, "--proof", &dir], ""), 1);
        assert_eq!(code(&["verify", file, "--model", &model, "--proof", &dir], ""), 0);
    }
    // 1 and 2 have met, and nobody else is there: no pair that the model forces is to blame.
    let four = r#"{"players":[{"id":1},{"id":2},{"id":3},{"id":4}],"forbidden":[{"players":[2,3,4]}]}"#;
    let model = with_side("forced-blameless", "forced = [[1, 2]]");
    let solved = run(&["solve", "-", "--model", &model], four);
    assert!(!stdout(&solved).contains("force"), "{}", stdout(&solved));
    // Each pair is legal, but together they leave two who may not meet.
    let four = r#"{"players":[{"id":1},{"id":2},{"id":3},{"id":4}],"forbidden":[{"players":[3,4]}]}"#;
    let solved = run(&["solve", "-", "--model", &model], four);
    let why = "the model's [side] constraints force 1-2, and so player 3 has no legal opponent";
    assert!(stdout(&solved).contains(why), "{}", stdout(&solved));
    // A table has the reason, so the error does not say it again.
    assert!(!stderr(&solved).contains(why), "{}", stderr(&solved));
}

#[test]
fn compare_takes_only_the_systems_and_models_asked_for() {
    let chosen = ["--systems", "dutch-1998,tcec", "--models", "models/fair.toml", "--format", "json"];
    let record = json(&run(&[&["compare", "instances/teaching-8.json"][..], &chosen].concat(), ""));
    assert_eq!(texts(&record["pairings"], "name"), ["dutch-1998", "tcec", "fair"]);
    for wrong in [
        &["--systems", "tcec,nonesuch"][..],
        &["--models", "nonesuch"],
        &["--models", "pairs,models/pairs.toml"],
        &["--systems", "tcec,tcec"],
        &["--round", "7"],
    ] {
        let refused = ended(&[&["compare", "-"], wrong].concat(), FRESH, 3, "error: ");
        assert!(refused.stdout.is_empty());
    }
    assert_eq!(code(&["compare", "no-such-file"], ""), 5);
    assert_eq!(code(&["compare", "tests/damaged/several-faults.trf"], ""), 5);
}

#[test]
fn compare_reports_systems_and_models_without_a_pairing() {
    let met = ended(&["compare", "-", "--format", "json"], MET, 0, "");
    let record = json(&met);
    assert_eq!(record["pairings"][0]["name"], "tcec");
    let missing = texts(&record["missing"], "name");
    assert!(["dutch-2012", "dutch-1998", "pairs", "fair"].iter().all(|name| missing.contains(name)), "{missing:?}");
    assert_eq!(record["models"][0]["pairings"][0]["violations"][0]["rule"], "ilp.no-rematch");
    assert!(record["models"][0]["optimum"].is_null() && record["models"][0]["pairings"][0]["price"].is_null());
    let table = stdout(&run(&["compare", "-"], MET));
    let why = "pairs has no pairing: player 1 has no legal opponent: 1 not with 2 [ilp.no-rematch].\n";
    assert!(table.contains(why), "{table}");
    assert_eq!(code(&["compare", "-", "--systems", "dutch-2012"], MET), 1);
}

/// In the last round the Dutch rules allow topscorers what the models' rules allow nobody.
#[test]
fn compare_names_the_rule_by_which_a_model_forbids_a_pairing() {
    let file = "tests/data/oracle/dutch-2012/n16_r11_134.trf";
    let last = ["compare", file, "--round", "11", "--rounds", "11", "--systems", "dutch-2012", "--models", "pairs"];
    let record = json(&run(&[&last[..], &["--format", "json"]].concat(), ""));
    let judged = &record["models"][0]["pairings"];
    let rules = |index: usize| judged[index]["violations"].as_array().expect("a list").clone();
    assert_eq!(judged[0]["legal"], false);
    assert!(rules(0).iter().all(|broken| broken["rule"].as_str().is_some_and(|rule| rule.starts_with("ilp."))));
    assert_eq!((&judged[2]["pairing"], &judged[2]["legal"]), (&"pairs".into(), &true.into()));
    let table = stdout(&run(&last, ""));
    assert!(table.contains("\ndutch-2012 is not legal by pairs:\n  "), "{table}");
}

#[test]
fn all_rounds_means_the_rounds_that_were_played() {
    assert_eq!(code(&["compare", GROS, "--all-rounds", "--round", "2"], ""), 3);
    ended(&["compare", "-", "--all-rounds"], FRESH, 3, "no round was played");
    // Round 1 was played. Before it nobody had met, so it can be paired.
    let met = ended(&["compare", "-", "--all-rounds", "--format", "json"], MET, 0, "");
    assert_eq!(json(&met)["rounds"].as_array().map(Vec::len), Some(1));
}

/// In round 1 of this tournament players 140 and 209 were both given the bye.
#[test]
fn a_round_played_with_two_byes_is_no_pairing() {
    let arad = "instances/arad-2026-a.trf";
    let several = "pairing-allocated byes were given to 140, 209, and a pairing has one at most";
    let round = ["compare", arad, "--round", "1", "--systems", "dutch-2012", "--models", "pairs"];
    let compared = ended(&[&round[..], &["--format", "json"]].concat(), "", 0, "");
    let record = json(&compared);
    assert_eq!(record["missing"], serde_json::json!([{"name": "played", "lacks": "pairing", "reason": several}]));
    assert_eq!(texts(&record["pairings"], "name"), ["dutch-2012", "pairs"]);
    assert!(stdout(&run(&round, "")).contains(&format!("\nplayed has no pairing: {several}.\n")));

    let checked = json(&run(&["check", arad, "--system", "dutch-2012", "--format", "json"], ""));
    let differences = checked["rounds"][0]["differences"].as_array().expect("differences");
    assert_eq!(differences.first(), Some(&several.into()));
    assert_eq!(differences.last(), Some(&"140, 209 have the bye, and nobody by the system".into()));
}

/// A copy of the model `pairs` with these side constraints.
fn with_side(name: &str, side: &str) -> String {
    let model = std::fs::read_to_string("models/pairs.toml").expect("a model");
    written(&format!("{name}.toml"), format!("{model}\n[side]\n{side}\n"))
}

/// If the optimum is not found, `verify` still says whether the pairing is legal, and why there is no distance.
#[test]
fn verify_says_why_a_pairing_has_no_distance() {
    let verify = |arguments: &[&str], tournament: &str| {
        let pairing = written("pairing-without-distance", "1\n1 2\n");
        run(&[&["verify", "-", "--pairing", &pairing], arguments].concat(), tournament)
    };
    let two = r#"{"players":[{"id":1},{"id":2}]}"#;
    let forced = with_side("forced", "forced = [[1, 9]]");
    let late = "the time limit came before a proof";
    for (arguments, tournament, lacks, reason) in [
        (&[][..], MET, "pairing", "player 1 has no legal opponent"),
        (&["--model", &forced], two, "pairing", "the model forces a pair with player 9"),
        (&["--system", "dubov-1997"], two, "optimum", "there is no second reading of its rules"),
        (&["--time-limit", "0"], two, "proof", late),
        (&["--system", "dutch-1998", "--time-limit", "0"], two, "proof", late),
    ] {
        let verified = verify(&[arguments, &["--format", "json"]].concat(), tournament);
        let (legal, exit) = match lacks {
            "pairing" => (false, 6),
            "optimum" => (true, 0),
            _ => (true, 4),
        };
        assert_eq!(verified.status.code(), Some(exit), "{}", stderr(&verified));
        let record = json(&verified);
        assert_eq!((&record["legal"], &record["missing"]["lacks"]), (&legal.into(), &lacks.into()));
        assert!(record["distance"].is_null() && record["second_reading"].is_null());
        assert!(record["missing"]["reason"].as_str().is_some_and(|given| given.starts_with(reason)), "{record}");
        let table = stdout(&verify(arguments, tournament));
        assert!(table.contains(if legal { "Legal in round" } else { "Not legal in round" }), "{table}");
        let lacks = lacks.replace("optimum", "proven optimum");
        assert!(table.contains(&format!(" has no {lacks}: {reason}")), "{table}");
    }
    for arguments in [&[][..], &["--system", "tcec"]] {
        let found = json(&verify(&[arguments, &["--format", "json"]].concat(), two));
        assert!(found["missing"].is_null() && (found["distance"].is_object() != found["second_reading"].is_object()));
    }
}

#[test]
fn a_changed_proof_is_refused_by_the_check_that_fails() {
    let dir = folder("proof-refused");
    let file = "instances/teaching-10.json";
    let pairing = stdout(&run(&["solve", file, "--proof", &dir, "--format", "pairs"], ""));
    let verify =
        |arguments: &[&str]| run(&[&["verify", file, "--pairing", "-", "--proof", &dir], arguments].concat(), &pairing);
    let right = verify(&["--format", "json"]);
    assert_eq!((right.status.code(), &json(&right)["proof"]["proven"]), (Some(0), &"optimal".into()));
    assert!(stderr(&verify(&["--model", "fair"])).contains("[proof.statement]"));
    let change = |name: &str, from: &str, to: &str| {
        let path = std::path::Path::new(&dir).join(name);
        let text = std::fs::read_to_string(&path).expect("a file of the proof");
        assert!(text.contains(from), "{name} has no {from}: {text}");
        std::fs::write(&path, text.replacen(from, to, 1)).expect("a file of the proof");
    };
    for (file, from, to, check) in [
        ("round.pbp", "f ", "f  ", "proof.files"),
        ("round.opb", "min: -", "min: ", "proof.files"),
        ("certificate.json", "\"bound\":2", "\"bound\":3", "proof.bound"),
        ("certificate.json", "\"seat\":3,", "\"seat\":4,", "proof.seats"),
    ] {
        change(file, from, to);
        let refused = verify(&["--format", "json"]);
        assert_eq!(refused.status.code(), Some(6), "{file}");
        assert_eq!(json(&refused)["proof"]["refused"]["check"], check, "{}", stderr(&refused));
        assert!(stderr(&refused).contains(&format!("[{check}]")), "{}", stderr(&refused));
        change(file, to, from);
    }
    change("certificate.json", "{", "[");
    assert_eq!(verify(&[]).status.code(), Some(5));
    std::fs::remove_dir_all(&dir).expect("the folder");
    assert_eq!(verify(&[]).status.code(), Some(5));
}

#[test]
fn the_proof_that_no_pairing_exists_is_verified() {
    let dir = folder("proof-infeasible");
    ended(&["solve", "-", "--proof", &dir], MET, 1, "");
    let verified = ended(&["verify", "-", "--proof", &dir], MET, 0, "");
    assert!(stdout(&verified).contains("No legal pairing: the proof holds"));
    assert_eq!(json(&run(&["verify", "-", "--proof", &dir, "--format", "json"], MET))["proven"], "infeasible");
    let _refused = ended(&["verify", "-", "--proof", &dir, "--format", "pairs"], MET, 3, "no boards to list");
    let csv = stdout(&run(&["verify", "-", "--proof", &dir, "--format", "csv"], MET));
    let row = ",2,\"No legal pairing: the proof holds, checked in integers.\"";
    assert_eq!(csv.lines().nth(1), Some(row), "{csv}");
    // The certificate does not hold for a round in which players 1 and 2 have not met.
    let fresh = r#"{"players":[{"id":1},{"id":2},{"id":3},{"id":4}],"rounds":[{"games":[{"white":3,"black":4,"result":"1-0"}]}]}"#;
    ended(&["verify", "-", "--proof", &dir], fresh, 6, "[proof.boundary]");
}

/// A proof of an optimum is checked for the pairing in the file. Without one, the request is wrong, and not the proof.
#[test]
fn a_proof_of_an_optimum_needs_its_pairing() {
    let dir = folder("proof-without-pairing");
    let file = "instances/teaching-8.json";
    assert_eq!(code(&["solve", file, "--proof", &dir], ""), 0);
    let verify = ["verify", file, "--proof", &dir];
    let why = "round 4 is not paired in the file; give --pairing";
    let missing = ended(&verify, "", 3, &format!("{why}, or --round"));
    assert!(!stderr(&missing).contains("refused"), "{}", stderr(&missing));
    let missing = ended(&[&verify[..], &["--round", "4"]].concat(), "", 3, why);
    assert!(!stderr(&missing).contains("or --round"));
    let solved = run(&["solve", file, "--format", "trf"], "");
    let paired = ended(&["verify", "-", "--round", "4", "--proof", &dir], &stdout(&solved), 0, "");
    assert!(stdout(&paired).contains("\nOptimal: the proof holds"), "{}", stdout(&paired));
    ended(&["verify", file, "--proof", &dir, "--pairing", "no/such/file"], "", 5, "cannot read no/such/file");
}

/// `verify --system` asks the second reading, which agrees with the system's pairing, and says in what another legal one is behind.
#[test]
fn verify_compares_a_pairing_with_the_second_reading_of_its_system() {
    for system in ["dutch-2012", "dutch-1998", "tcec"] {
        let file = "instances/teaching-8.json";
        let paired = stdout(&run(&["pair", file, "--system", system, "--format", "pairs"], ""));
        let verify = ["verify", file, "--pairing", "-", "--system", system, "--format", "json"];
        let reading = json(&ended(&verify, &paired, 0, ""))["second_reading"].clone();
        assert!(reading.is_object() && reading["dispute"].is_null(), "{system}");
        // Exchange the colours of the last board.
        let (others, last) = paired.trim_end().rsplit_once('\n').expect("boards");
        let (white, black) = last.split_once(' ').expect("two players");
        let wrong = ended(&verify, &format!("{others}\n{black} {white}\n"), 6, "");
        let record = json(&wrong);
        let dispute = &record["second_reading"]["dispute"];
        assert!(dispute.to_string().contains("colours"), "{dispute}");
        let against = &record["systems"][0];
        let [pairs, same, colours] = ["pairs", "same_pairs", "same_colours"].map(|count| against[count].as_u64());
        assert_eq!((same, colours), (pairs, pairs.map(|pairs| pairs - 1)), "{system}");
        let solved = run(&["solve", file, "--model", system, "--format", "json"], "");
        assert_eq!((solved.status.code(), &json(&solved)["verified"]), (Some(0), &true.into()), "{system}");
        assert_eq!(code(&["model", system, "--show"], ""), 0);
    }
    let wrong = ["verify", "instances/teaching-8.json", "--pairing", "-", "--model", "dutch-2012"];
    assert_eq!(code(&wrong, "1\n1 2\n"), 3);
    assert_eq!(code(&["solve", "-", "--model", "tcec", "--time-limit", "0"], FRESH), 4);
}

/// Who cannot be meant, or cannot be paired, is refused with the reason and a way out.
#[test]
fn why_refuses_who_cannot_be_paired_with_the_reason() {
    let file = r#"{"rounds_planned":3,"players":[{"id":1,"name":"Ada Alt"},{"id":2,"name":"Ben Alt"},{"id":3,"name":"Cleo"},{"id":4,"name":"Dan"},{"id":5,"name":"Eva"},{"id":6,"name":"Finn"},{"id":7,"name":"Alt"}],
        "absences":[{"player":6}],
        "rounds":[{"games":[{"white":1,"black":2,"result":"1-0"},{"white":3,"black":4,"result":"1-0"}],"byes":[{"player":5,"kind":"pairing"}]},{"byes":[{"player":4,"kind":"half"}]}]}"#;
    for (asked, message) in [
        (&["1", "1"][..], "player 1 does not meet himself; name two players"),
        (&["bye", "bye"], "the bye is named twice"),
        (&["1", "9"], "there is no player 9 in the tournament"),
        (&["1", "Gus"], "no player is called 'Gus'"),
        (&["al", "3"], "'al' may be any of 1 Ada Alt, 2 Ben Alt, 7 Alt; name the player by pairing number"),
        (&["1", "4"], "player 4 is not to be paired in round 2: a half-point bye was asked for"),
        (&["1", "6"], "6 is not to be paired in round 2: declared absent in the file, and has not played yet"),
        (&["1", "3", "--absent", "3"], "3 is not to be paired in round 2: absent by the request (--absent)"),
    ] {
        ended(&[&["why", "-"], asked].concat(), file, 3, message);
    }
    // A whole name goes before a part of another one, and capitals do not count.
    let named = run(&["why", "-", "alt", "CLEO", "--format", "json"], file);
    assert_eq!((json(&named)["white"].clone(), json(&named)["black"].clone()), (7.into(), 3.into()));
    let bye = ended(&["why", "-", "bye", "eva"], file, 0, "");
    assert!(stdout(&bye).contains("5 had the bye in round 1 and gets the bye [ilp.no-second-bye]"), "{}", stdout(&bye));
}

#[test]
fn explain_and_why_keep_their_limits_and_formats() {
    ended(&["explain", BRITISH, "--round", "8", "--time-limit", "0"], "", 4, "");
    let late = run(&["why", BRITISH, "5", "20", "--round", "8", "--time-limit", "0", "--format", "json"], "");
    assert_eq!((late.status.code(), json(&late)["status"].as_str()), (Some(4), Some("limit")));
    assert_eq!(code(&["explain", BRITISH, "--round", "8", "--format", "pairs"], ""), 3);
    assert_eq!(code(&["explain", BRITISH, "--round", "8", "--model", "tcec"], ""), 3);
    let asked = ["why", BRITISH, "5", "20", "--round", "8", "--model", "pairs"];
    assert_eq!(code(&[&asked[..], &["--system", "tcec"]].concat(), ""), 3);
    // The pairing with the pair is one that `verify` finds legal, and worth what the record says.
    let [record, list] = ["json", "pairs"].map(|format| run(&[&asked[..], &["--format", format]].concat(), ""));
    let verify = ["verify", BRITISH, "--round", "8", "--pairing", "-", "--format", "json"];
    let verified = json(&ended(&verify, &stdout(&list), 0, ""));
    assert_eq!(verified["objective"], json(&record)["objective"]);
    assert_eq!(verified["distance"]["price"], json(&record)["price"]);
    let csv = stdout(&run(&[&asked[..], &["--format", "csv"]].concat(), ""));
    // The boards that change; the list has all.
    assert!(csv.lines().all(|line| line.split(',').count() == 14) && csv.contains(",worse,5,20,board,"), "{csv}");
    let terms = stdout(&run(&[&asked[..], &["--format", "csv", "--table", "terms"]].concat(), ""));
    assert_eq!(rows_of(&terms)[0]["price"], json(&record)["price"][0]["value"].to_string());
}

/// A round without a board, as each format writes it, is read back as a pairing.
#[test]
fn a_round_without_a_board_is_read_back() {
    let half = r#"{"games": [], "byes": [{"player": 1, "kind": "half"}, {"player": 2, "kind": "half"}]}"#;
    let players = [1, 2].map(|id| format!(r#"{{"id": {id}, "name": "N{id}"}}"#));
    for (name, players, rounds) in [("one", &players[..1], ""), ("none", &players[..], half)] {
        let text = format!(r#"{{"players": [{}], "rounds_planned": 2, "rounds": [{rounds}]}}"#, players.join(", "));
        let file = &written(&format!("empty-{name}.json"), text);
        for format in ["trf", "csv", "json", "pairs"] {
            let solved = ended(&["solve", file, "--round", "1", "--format", format], "", 0, "");
            let pairing = &written(&format!("empty-{name}-{format}.txt"), &solved.stdout);
            ended(&["verify", file, "--round", "1", "--model", "pairs", "--pairing", pairing], "", 0, "");
        }
    }
    // A round that is only prepared is no pairing: somebody is left.
    let prepared =
        r#"{"players": [{"id": 1}, {"id": 2}], "rounds": [{"games": [], "byes": [{"player": 1, "kind": "half"}]}]}"#;
    let name = &written("empty-prepared.json", prepared);
    ended(&["verify", name, "--round", "1", "--model", "pairs", "--pairing", name], "", 5, "");
}
