//! The command line as other programs use it: exit codes, streams and formats.

use crate::support::program::{BRITISH, FRESH, MET, code, folder, json, run, stderr, stdout};
use std::path::Path;
use swiss_ilp::questions::pair::{Answer, PairStatus};
use swiss_ilp::questions::tasks::Unpaired;
use swiss_ilp::solve::Limit;
use swiss_ilp::tournament::{RoundRequest, RoundState};

#[test]
fn solve_writes_a_pairing_and_a_complete_record() {
    let solved = run(&["solve", BRITISH, "--round", "8", "--format", "pairs"], "");
    assert!(stdout(&solved).starts_with("52\n"));
    assert_eq!(stdout(&solved).lines().count(), 53);
    let record = json(&run(&["solve", BRITISH, "--round", "8", "--format", "json"], ""));
    assert_eq!(record["round"], 8);
    assert_eq!(record["model"], "pairs");
    assert_eq!(record["status"], "optimal");
    assert_eq!(record["optimal"], true);
    assert_eq!(record["verified"], true);
    assert_eq!(record["gap"], 0);
    assert_eq!(record["bound"][0]["value"], record["objective"][0]["value"]);
    assert_eq!(record["pairs"].as_array().expect("boards").len(), 51);
    assert!(record["bye"].is_u64());
    assert!(record["seconds"]["total"].is_f64());
}

#[test]
fn verify_reads_the_pairing_that_solve_writes() {
    for format in ["pairs", "json"] {
        let pairing = stdout(&run(&["solve", BRITISH, "--round", "5", "--format", format], ""));
        let verified = run(&["verify", BRITISH, "--round", "5", "--pairing", "-", "--format", "json"], &pairing);
        assert_eq!(verified.status.code(), Some(0), "{format}: {}", stderr(&verified));
        assert_eq!(json(&verified)["legal"], true);
    }
}

#[test]
fn exit_codes() {
    assert_eq!(code(&["solve", "-"], FRESH), 0);
    assert_eq!(code(&["--help"], ""), 0);
    assert_eq!(code(&["solve", "-"], MET), 1);
    for request in [
        &["solve"][..],
        &["solve", "-", "--frob"],
        &["solve", "-", "--round", "7"],
        &["solve", "-", "--round", "0"],
        &["solve", "-", "--model", "nonesuch"],
        &["rule", "nonesuch"],
    ] {
        let refused = run(request, FRESH);
        assert_eq!(refused.status.code(), Some(3), "{request:?}");
        assert!(!refused.stderr.is_empty());
    }
    assert_eq!(code(&["solve", BRITISH, "--round", "8", "--time-limit", "0"], ""), 4);
    assert_eq!(code(&["solve", "no-such-file"], ""), 5);
    assert_eq!(code(&["solve", "-"], "{"), 5);
    assert_eq!(code(&["solve", "-", "--model", "tests/suite/cli/commands.rs"], FRESH), 5);
    assert_eq!(code(&["verify", "instances/teaching-8.json", "--pairing", "-"], "1\n1 2\n"), 6);
}

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
        (&["seed", "-", "--method", "nonesuch"], 3),
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
        let ended = run(
            &[request, &["--format", "json"]].concat(),
            &MET.replace("\"white\":1,\"black\":2", "\"white\":2,\"black\":1"),
        );
        assert_eq!(ended.status.code(), Some(exit), "{request:?}: {}", stderr(&ended));
        assert_eq!(stdout(&ended).lines().count(), 1, "{request:?}");
        assert!(json(&ended)["status"] != "error", "{request:?}");
    }
}

/// The rows of a CSV, each cell under its heading.
fn table(csv: &str) -> Vec<std::collections::BTreeMap<String, String>> {
    csv::Reader::from_reader(csv.as_bytes()).deserialize().map(|row| row.expect("a row")).collect()
}

/// Boards, byes and rounds without a pairing have the same columns, so that tables of many rounds can be joined.
#[test]
fn a_row_of_csv_says_which_round_it_is_of_and_whether_there_is_a_pairing() {
    let file = "instances/teaching-10.json";
    let solved = stdout(&run(&["solve", file, "--format", "csv"], ""));
    assert_eq!(
        solved.lines().next(),
        Some(
            "tournament,round,model,status,value,kind,board,white,white_name,white_score,black,black_name,black_score"
        )
    );
    let record = json(&run(&["solve", file, "--format", "json"], ""));
    let rows = table(&solved);
    assert_eq!(
        rows.iter().map(|row| row["kind"].as_str()).collect::<Vec<_>>(),
        ["board", "board", "board", "board", "bye"]
    );
    for row in &rows {
        assert_eq!(row["tournament"], record["tournament"].as_str().expect("a name"));
        assert_eq!((row["round"].as_str(), row["model"].as_str(), row["status"].as_str()), ("4", "pairs", "optimal"));
        assert_eq!(row["value"], record["objective"][0]["value"].to_string());
    }
    let bye = &rows[4];
    assert_eq!((bye["white"].as_str(), bye["black"].as_str(), bye["black_name"].as_str()), ("5", "0", ""));
    let fair = table(&stdout(&run(&["solve", file, "--model", "fair", "--format", "csv"], "")));
    let values: Vec<serde_json::Value> = serde_json::from_str(&fair[0]["value"]).expect("a list");
    let record = json(&run(&["solve", file, "--model", "fair", "--format", "json"], ""));
    let tiers: Vec<_> =
        record["objective"].as_array().expect("tiers").iter().map(|tier| tier["value"].clone()).collect();
    assert_eq!(values, tiers);

    let paired = stdout(&run(&["pair", file, "--system", "tcec", "--format", "csv"], ""));
    assert!(paired.starts_with("tournament,round,system,status,kind,board,white,"), "{paired}");
    assert!(table(&paired).iter().all(|row| row["system"] == "tcec" && row["status"] == "paired"), "{paired}");

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
fn pair_has_a_record_of_a_round_without_a_pairing() {
    let request = ["pair", "-", "--system", "dutch-2012"];
    let record = json(&run(&[&request[..], &["--format", "json"]].concat(), MET));
    let reason = record["reason"].as_str().expect("a reason");
    assert_eq!(
        (&record["status"], &record["pairs"], &record["bye"]),
        (&"infeasible".into(), &serde_json::json!([]), &serde_json::Value::Null)
    );
    let shown = run(&request, MET);
    assert!(stdout(&shown).ends_with(&format!("\nNo pairing by dutch-2012: {reason}.\n")), "{}", stdout(&shown));
    assert!(stderr(&shown).contains(reason));
    let tournament = swiss_ilp::files::read(MET.as_bytes()).expect("sound").tournament;
    let state = RoundState::new(&tournament, RoundRequest::default()).expect("a round");
    for (limit, status) in [
        (Limit::Time, PairStatus::TimeLimit),
        (Limit::Memory, PairStatus::MemoryLimit),
        (Limit::Interrupt, PairStatus::Interrupted),
    ] {
        let stopped = Unpaired::Stopped(limit);
        let report = Answer::new("", &state, crate::support::system("tcec"), Err(&stopped), false);
        assert_eq!((report.status, report.reason), (status, Some(format!("{limit} came first"))));
    }
}

/// CSV has the whole verdict, in one table for all files.
#[test]
fn verify_writes_its_verdict_as_csv() {
    let pairing = "instances/gros-open-2010.round-5.dutch-2012.pairs";
    let verify = ["verify", "instances/gros-open-2010.trf", "--round", "5", "--pairing", pairing];
    let record = |more: &[&str]| json(&run(&[&verify[..], more, &["--format", "json"]].concat(), ""));
    let csv = |more: &[&str]| stdout(&run(&[&verify[..], more, &["--format", "csv"]].concat(), ""));
    let column =
        |text: &str, column: &str| -> Vec<String> { table(text).iter().map(|row| row[column].clone()).collect() };
    let of_list = |list: &serde_json::Value, field: &str| -> Vec<String> {
        let text = |one: &serde_json::Value| one[field].as_str().map_or_else(|| one[field].to_string(), str::to_owned);
        list.as_array().expect("a list").iter().map(text).collect()
    };
    let optimal = record(&[]);
    let boards = csv(&[]);
    let key = |row: &std::collections::BTreeMap<String, String>| {
        ["round", "rules", "verdict"].map(|name| row[name].clone()) == ["5", "model pairs", "legal"]
    };
    assert!(table(&boards).iter().all(key));
    let boards_and_bye = optimal["pairs"].as_array().expect("boards").len() + 1;
    assert_eq!(column(&boards, "white").len(), boards_and_bye);
    let bye = table(&boards).pop().expect("a bye");
    assert_eq!((&bye["kind"], &bye["white"], &bye["black"]), (&"bye".into(), &optimal["bye"].to_string(), &"0".into()));
    // The same table is read as a pairing.
    let again =
        run(&["verify", "instances/gros-open-2010.trf", "--round", "5", "--pairing", "-", "--format", "json"], &boards);
    assert_eq!(json(&again), optimal);
    let value = optimal["objective"][0]["value"].to_string();
    assert_eq!(column(&csv(&["--table", "objective"]), "value")[0], value);
    let price = optimal["distance"]["price"][0]["value"].to_string();
    assert_eq!(column(&csv(&["--table", "distance"]), "value")[0], price);
    let systems = csv(&["--table", "systems"]);
    assert_eq!(column(&systems, "system"), of_list(&optimal["systems"], "system"));
    assert_eq!(column(&systems, "equal_colours"), of_list(&optimal["systems"], "same_colours"));
    // Another system.
    let broken = record(&["--system", "tcec"]);
    let violations = csv(&["--system", "tcec", "--table", "violations"]);
    assert_eq!(column(&violations, "rule"), of_list(&broken["violations"], "rule"));
    assert_eq!(column(&violations, "what"), of_list(&broken["violations"], "what"));
}

#[test]
fn a_wrong_name_is_answered_with_the_one_most_like_it() {
    for (request, meant) in [
        (&["pair", "-", "--system", "dutsch-2026"][..], "dutch-2026"),
        (&["compare", "-", "--systems", "tcec,Dutch-98"], "dutch-1998"),
        (&["check", "-", "--system", "dubov"], "dubov-1997"),
        (&["pair", "-", "--system", "dubov-1997+exchange-row"], "dubov-1997+exchange-rows"),
        (&["solve", "-", "--model", "pair"], "pairs"),
        (&["model", "slots-order"], "slots-ordered"),
        (&["rule", "ilp.no-rematches"], "ilp.no-rematch"),
    ] {
        let refused = run(request, FRESH);
        assert_eq!(refused.status.code(), Some(3), "{request:?}");
        assert!(stderr(&refused).contains(&format!("(did you mean '{meant}'?)")), "{}", stderr(&refused));
    }
    assert!(!stderr(&run(&["pair", "-", "--system", "swiss"], FRESH)).contains("did you mean"));
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
    assert_eq!(stderr(&run(&["standings", "instances/teaching-8.json", "--aro"], "")), "");
    assert!(!stderr(&run(&["standings", "tests/damaged/two-whites.trf"], "")).contains("ranked"));
}

#[test]
fn check_says_that_the_order_of_boards_does_not_count_where_it_differs() {
    let check = |file: &str, system: &str| stdout(&run(&["check", file, "--system", system], ""));
    let other = check("tests/data/oracle/dutch-2012/n10_r7_103.trf", "dutch-2012");
    assert!(other.contains("different\n"), "{other}");
    assert!(other.ends_with("7 rounds checked by dutch-2012, 0 different. The order of boards does not count.\n"));
    let same = check("tests/data/oracle/tcec/season-20-swiss-test-2.json", "tcec");
    assert!(same.ends_with("\n5 rounds checked by tcec, 0 different.\n"), "{same}");
}

/// The rows of four players, with these cells of round 1.
fn four(cells: [&str; 4]) -> String {
    let row = |(number, cell): (usize, &str)| {
        format!("001 {number:>4}      {:33} 2{number}00{:29}0.0{number:>5}{cell}\n", "P", "")
    };
    (1..).zip(cells).map(row).collect()
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
    let lines: Vec<_> =
        record["faults"].as_array().expect("faults").iter().map(|fault| fault["line"].clone()).collect();
    assert_eq!(lines, [1, 3]);
    // Other faults are shown one by one.
    let wrong = four(["     2 w x", "     1 b x", "     4 w x", "     3 b 0"]);
    assert_eq!(stderr(&run(&["solve", "-"], &wrong)).matches("error[bad-result]").count(), 3);

    let noted = four([""; 4]) + "XXA 1 1.0\nXXA 2 1.0\nXXR 5\nXXA 3 1.0\n";
    let solved = run(&["solve", "-"], &noted);
    assert_eq!((solved.status.code(), stderr(&solved).matches("note[free-columns]").count()), (Some(0), 1));
    assert!(
        stderr(&solved).contains("= note: there are 3 of these; the others are in lines 6, 8\n"),
        "{}",
        stderr(&solved)
    );
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
            assert_eq!(
                [1, 2, 4].map(points),
                [worth, "1", worth].map(|points| Some(points.trim_end_matches(".0").into()))
            );
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
        let paired = run(&[&["pair", "-", "--system", "dutch-2012"], more].concat(), file);
        assert_eq!(paired.status.code(), Some(0), "{}", stderr(&paired));
        (stdout(&paired), stderr(&paired).lines().next().map(str::to_owned))
    };
    let rounds = ["--rounds", "9"];
    assert_eq!(pair(&rounds, &without), pair(&[], &with));
    assert!(pair(&rounds, &without).0.contains(" 1.0 "), "the score has the added points");
    let report = pair(&[&rounds[..], &["--format", "trf"]].concat(), &without).0;
    let file = folder("baku.trf");
    std::fs::write(&file, report).expect("a report");
    let verify = ["verify", "-", "--pairing", &file, "--system", "dutch-2012", "--rounds", "9"];
    assert_eq!(code(&verify, &without), 0);
}

#[test]
fn a_time_limit_still_gives_a_legal_pairing_and_a_bound() {
    for model in ["pairs", "fair", "slots"] {
        let limit = ["solve", BRITISH, "--round", "3", "--model", model, "--time-limit", "0", "--format", "json"];
        let record = json(&run(&limit, ""));
        assert_eq!(record["status"], "time-limit");
        assert_eq!(record["optimal"], false);
        assert_eq!(record["verified"], true, "{model}");
        let number = |value: &serde_json::Value| value.as_f64().expect("a number");
        assert!(number(&record["bound"][0]["value"]) >= number(&record["objective"][0]["value"]), "{model}");
    }
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
fn solve_says_why_no_legal_pairing_exists() {
    let refused = run(&["solve", "-", "--format", "json"], MET);
    let record = json(&refused);
    assert_eq!(record["status"], "infeasible");
    let reason = "player 1 has no legal opponent: 1 not with 2 [ilp.no-rematch]";
    assert_eq!(record["reason"], reason);
    assert_eq!(record["barred"], serde_json::json!([{ "rules": ["ilp.no-rematch"], "seat": 1, "from": [2] }]));
    assert!(stderr(&refused).contains(reason));
}

#[test]
fn notes_go_to_standard_error() {
    let solved = run(&["solve", "instances/graz-open-2026-a.trf", "--round", "2", "--format", "pairs"], "");
    assert!(stderr(&solved).contains("shifted-row"), "the shifted row is reported");
    let quiet = run(&["solve", "instances/graz-open-2026-a.trf", "--round", "2", "--format", "pairs", "--quiet"], "");
    assert_eq!(stderr(&quiet), "");
    assert_eq!(stdout(&solved), stdout(&quiet));
}

#[test]
fn every_fault_of_a_file_is_reported_with_line_and_column() {
    let refused = run(&["solve", "tests/damaged/several-faults.trf"], "");
    assert_eq!(refused.status.code(), Some(5));
    assert_eq!(stdout(&refused), "");
    let report = stderr(&refused);
    let record = json(&run(&["solve", "tests/damaged/several-faults.trf", "--format", "json"], ""));
    assert_eq!(record["status"], "bad-file");
    let faults = record["faults"].as_array().expect("faults");
    assert!(faults.len() > 1, "{report}");
    assert_eq!(report.matches("error[").count(), faults.len(), "{report}");
    for fault in faults {
        let title =
            format!("error[{}]: {}\n", fault["code"].as_str().expect("a code"), fault["what"].as_str().expect("text"));
        let place = format!("--> tests/damaged/several-faults.trf:{}:{}\n", fault["line"], fault["column"]);
        let help = format!("= help: {}\n", fault["mend"].as_str().expect("text"));
        assert!([title, place, help].iter().all(|part| report.contains(part)), "{report}");
    }
    let coloured = run(&["solve", "tests/damaged/several-faults.trf", "--color", "always"], "");
    assert!(stderr(&coloured).contains("\u{1b}[31merror[") && !report.contains('\u{1b}'), "{report}");
}

#[test]
fn trust_results_overrules_the_points_of_the_file() {
    let file = "tests/damaged/points-do-not-follow.trf";
    assert_eq!(code(&["solve", file], ""), 5);
    let trusted = run(&["solve", file, "--trust", "results"], "");
    assert_eq!(trusted.status.code(), Some(0), "{}", stderr(&trusted));
    assert!(stderr(&trusted).contains("the results are trusted"));
    for command in [&["standings", file][..], &["standings", file, "--aro"], &["check", file, "--system", "tcec"]] {
        let trusted = run(&[command, &["--trust", "results"]].concat(), "");
        assert!(stderr(&trusted).contains("the results are trusted"), "{command:?} {}", stderr(&trusted));
    }
}

#[test]
fn the_number_of_threads_changes_only_the_times() {
    let solve = |threads: &str| {
        let arguments = ["solve", BRITISH, "--round", "6", "--format", "json", "--threads", threads];
        let mut record = json(&run(&arguments, ""));
        record["seconds"].take();
        record
    };
    assert_eq!(solve("1"), solve("2"));
}

#[test]
fn systems_are_paired_checked_seeded_and_ranked() {
    let event = "tests/data/oracle/tcec/season-20-swiss-test-2.json";
    let record = json(&run(&["check", event, "--system", "tcec", "--format", "json"], ""));
    assert_eq!(record["system"], "tcec");
    assert_eq!((&record["rounds_checked"], &record["rounds_different"]), (&5.into(), &0.into()));
    assert_eq!(record["rounds"][4]["same_order"], true);
    // This tournament was paired by the Dutch rules, so the TCEC's rules give other pairings.
    assert_eq!(code(&["check", BRITISH, "--system", "tcec"], ""), 6);
    assert_eq!(code(&["check", BRITISH, "--system", "nonesuch"], ""), 3);

    let paired = run(&["pair", event, "--system", "tcec", "--round", "3", "--format", "pairs"], "");
    assert!(stdout(&paired).starts_with("21\n"));
    let verify = ["verify", event, "--round", "3", "--system", "tcec", "--pairing", "-"];
    assert_eq!(code(&verify, &stdout(&paired)), 0);
    assert_eq!(code(&verify, "21\n"), 5);
    assert_eq!(code(&["pair", "-", "--system", "tcec"], MET), 0);

    let seeded = run(&["seed", "-", "--method", "group", "--groups", "2", "--format", "json"], FRESH);
    let strengths: Vec<u64> = json(&seeded)["players"]
        .as_array()
        .expect("players")
        .iter()
        .map(|player| player["strength_rank"].as_u64().expect("a rank"))
        .collect();
    assert_eq!(strengths, [1, 3, 2, 4]);
    assert_eq!(code(&["seed", "-", "--method", "random"], MET), 3);
    let ranking = json(&run(&["standings", event, "--format", "json"], ""));
    assert_eq!(ranking["rounds"], 5);
    assert_eq!(ranking["standings"].as_array().expect("a ranking").len(), 42);
    // The text of 2012 does not define a ranking.
    let refused = run(&["standings", event, "--system", "dutch-2012"], "");
    assert_eq!(refused.status.code(), Some(3));
    assert_eq!(stderr(&refused), "error: 'dutch-2012' has no standings; name one of tcec, dutch-1998\n");
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
    let differences: Vec<&str> =
        older["differences"].as_array().expect("a list").iter().filter_map(|one| one.as_str()).collect();
    assert!(differences.iter().any(|one| one.ends_with("[dutch-1998.A5]")), "{differences:?}");
    assert!(differences.iter().any(|one| one.ends_with("[dutch-1998.C6]")), "{differences:?}");

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
    assert!(
        stdout(&verified).contains(" meet by the system, and not here [dubov-1997.6.2]\n"),
        "{}",
        stdout(&verified)
    );
    assert!(
        json(&run(&[&gros[..], &[published, "--system", "tcec", "--format", "json"]].concat(), ""))["distance"]
            .is_null()
    );
}

#[test]
fn standings_with_aro_are_exact() {
    let games = |pairs: &[(u32, u32)]| {
        let game = |(white, black): &(u32, u32)| format!(r#"{{"white":{white},"black":{black},"result":"1/2-1/2"}}"#);
        format!(r#"{{"games":[{}]}}"#, pairs.iter().map(game).collect::<Vec<_>>().join(","))
    };
    let players = r#"[{"id":1,"name":"A","rating":2000},{"id":2,"name":"B","rating":2101},{"id":3,"name":"C"},
        {"id":4,"name":"D","rating":1900}]"#;
    let rounds = [games(&[(1, 2), (3, 4)]), games(&[(4, 1), (2, 3)])].join(",");
    let file = format!(r#"{{"players":{players},"rounds":[{rounds}]}}"#);
    let list = run(&["standings", "-", "--aro", "--format", "csv"], &file);
    assert_eq!(
        stdout(&list),
        "number,name,score,rating,aro,exact,due,difference,transfers\n1,A,1,2000,2000.5,4001/2,white,0,\n\
         2,B,1,2101,2000,2000,black,0,\n3,C,1,,2000.5,4001/2,white,0,\n4,D,1,1900,2000,2000,black,0,\n"
    );
    let record = json(&run(&["standings", "-", "--aro", "--format", "json"], &file));
    assert_eq!((&record["rounds"], &record["players"][0]["exact"]), (&2.into(), &"4001/2".into()));
    let both = run(&["standings", "-", "--aro", "--system", "tcec"], &file);
    assert_eq!(both.status.code(), Some(3));

    // Player 4 met a higher score in round 2, and player 2 in rounds 2 and 3.
    let game = |white, black, result| format!(r#"{{"white":{white},"black":{black},"result":"{result}"}}"#);
    let round = |one: String, other: String| format!(r#"{{"games":[{one},{other}]}}"#);
    let rounds = [
        round(game(1, 2, "1-0"), game(3, 4, "1-0")),
        round(game(4, 1, "1-0"), game(3, 2, "1-0")),
        round(game(4, 2, "1-0"), game(3, 1, "1-0")),
    ];
    let file = format!(r#"{{"players":{players},"rounds":[{}]}}"#, rounds.join(","));
    let averages =
        |more: &[&str]| json(&run(&[&["standings", "-", "--aro", "--format", "json"], more].concat(), &file));
    let line = |list: &serde_json::Value, id: u64| {
        let found = list["players"].as_array().expect("players").iter().find(|row| row["id"] == id).cloned();
        let row = found.expect("a player");
        (row["difference"].as_i64().expect("a difference"), row["transfers"].clone())
    };
    let after_all = averages(&[]);
    assert_eq!(line(&after_all, 2), (-3, serde_json::json!([2, 3])));
    assert_eq!(line(&after_all, 3), (3, serde_json::json!([])));
    assert_eq!(line(&after_all, 4), (1, serde_json::json!([2])));
    let before_round_3 = averages(&["--round", "3"]);
    assert_eq!(before_round_3["rounds"], 2);
    assert_eq!(line(&before_round_3, 2), (-2, serde_json::json!([2])));
    let csv = stdout(&run(&["standings", "-", "--aro", "--format", "csv"], &file));
    assert!(csv.contains("\n2,B,0,2101,1950,1950,white,-3,2 3\n"), "{csv}");
}

#[test]
fn standings_before_a_round_use_the_rounds_before_it() {
    let event = "tests/data/oracle/tcec/season-20-swiss-test-2.json";
    let mut file: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(event).expect("a file")).expect("JSON");
    let of_round = json(&run(&["standings", event, "--round", "4", "--format", "json"], ""));
    file["rounds"].as_array_mut().expect("rounds").truncate(3);
    let cut_off = json(&run(&["standings", "-", "--format", "json"], &file.to_string()));
    assert_eq!(of_round["rounds"], 3);
    assert_eq!(of_round, cut_off);
    assert_eq!(code(&["standings", event, "--round", "7"], ""), 3);
}

#[test]
fn another_reading_of_a_system_is_part_of_its_id() {
    let event = "instances/teaching-8.json";
    let paired = json(&run(&["pair", event, "--system", "dubov-1997+exchange-rows", "--format", "json"], ""));
    assert_eq!(paired["system"], "dubov-1997+exchange-rows");
    let unknown = run(&["pair", event, "--system", "dubov-1997+nonesuch"], "");
    assert_eq!(unknown.status.code(), Some(3));
    assert!(stderr(&unknown).contains("[+exchange-rows]"), "{}", stderr(&unknown));
}

#[test]
fn standings_have_the_columns_of_their_system() {
    let round = r#"{"games":[{"white":1,"black":2,"result":"1/2-1/2"},{"white":3,"black":4,"result":"1-0"}]}"#;
    let players = r#"[{"id":1,"name":"A","rating":2000},{"id":2,"name":"B","rating":2101},{"id":3,"name":"C"},
        {"id":4,"name":"D","rating":1900},{"id":5,"name":"E"}]"#;
    let file = format!(r#"{{"players":{players},"rounds":[{round}]}}"#);
    let shown = |system, format| {
        let ranked = run(&["standings", "-", "--system", system, "--format", format], &file);
        assert_eq!(ranked.status.code(), Some(0), "{}", stderr(&ranked));
        stdout(&ranked)
    };
    assert_eq!(
        shown("dutch-1998", "csv"),
        "rank,number,name,score,against_each_other,average_opponent\n1,3,C,1,,1900\n2,1,A,0.5,,2101\n3,2,B,0.5,,2000\n\
         4,4,D,0,,\n4,5,E,0,,\n"
    );
    let record: serde_json::Value = serde_json::from_str(&shown("dutch-1998", "json")).expect("JSON");
    assert_eq!(record["standings"][1]["average_opponent"], 2101);
    assert!(record["standings"][0]["against_each_other"].is_null());
    let table = shown("dutch-1998", "table");
    let headers: Vec<&str> = table.lines().next().expect("headers").split_whitespace().collect();
    assert_eq!(headers, ["Rank", "No.", "Player", "Score", "Mutual", "Average"]);
    assert!(shown("tcec", "csv").starts_with("rank,number,name,score,byes,blacks,sonneborn_berger\n1,3,C,1,0,0,0\n"));
}

/// In round 11 of this tournament two topscorers have the same absolute colour preference. Its file does not give the
/// number of rounds.
#[test]
fn check_takes_the_number_of_rounds_or_tries_the_last_round_both_ways() {
    let file = "tests/data/oracle/dutch-2012/n16_r11_134.trf";
    let check =
        |more: &[&str]| run(&[&["check", file, "--system", "dutch-2012", "--format", "json"], more].concat(), "");
    let unknown = check(&[]);
    assert_eq!(unknown.status.code(), Some(0));
    assert_eq!(json(&unknown)["rounds"][10]["only_as_last_round"], true);
    assert_eq!(json(&unknown)["rounds"][9]["only_as_last_round"], false);
    let given = check(&["--rounds", "11"]);
    assert_eq!(given.status.code(), Some(0));
    assert_eq!(json(&given)["rounds"][10]["only_as_last_round"], false);
    let wrong = check(&["--rounds", "12"]);
    assert_eq!(wrong.status.code(), Some(6));
    assert_eq!(json(&wrong)["rounds_different"], 1);

    let against_the_file = run(&["check", BRITISH, "--system", "dutch-2012", "--rounds", "8"], "");
    assert_eq!(against_the_file.status.code(), Some(3));
    assert!(stderr(&against_the_file).contains("says that there are 9 rounds, not 8"), "{}", stderr(&against_the_file));
}

/// A wrong number of rounds is a wrong request, and not a fault of the file, whatever is asked.
#[test]
fn too_few_rounds_are_a_wrong_request() {
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
        &["standings", "-", "--aro"],
        &["verify", "-", "--round", "2"],
        &["seed", "-", "--method", "random"],
    ] {
        for rounds in ["0", "2"] {
            let refused = run(&[command, &["--rounds", rounds]].concat(), file);
            assert_eq!(refused.status.code(), Some(3), "{command:?} {}", stderr(&refused));
            let why = if rounds == "0" { "at least 1 round" } else { "cannot have 2 rounds: 3 are in the file" };
            assert!(stderr(&refused).contains(why), "{}", stderr(&refused));
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
    let checked = run(&["check", "-", "--system", "dutch-2012", "--format", "json"], file);
    assert_eq!(checked.status.code(), Some(6), "{}", stderr(&checked));
    let record = json(&checked);
    assert_eq!((&record["rounds_checked"], &record["rounds_different"]), (&1.into(), &1.into()));
    assert_eq!(record["rounds"][0]["only_as_last_round"], false);
}

/// A ranking takes no file that a pairing refuses.
#[test]
fn standings_refuse_what_solve_refuses() {
    let file = r#"{"rounds_planned":1,"players":[{"id":1},{"id":2}],"rounds":[{},{}]}"#;
    for command in [&["solve", "-"][..], &["standings", "-"], &["standings", "-", "--aro"]] {
        let refused = run(command, file);
        assert_eq!(refused.status.code(), Some(5), "{command:?}");
        assert!(stderr(&refused).contains("[round-after-last]"), "{}", stderr(&refused));
    }
    let ended = r#"{"rounds_planned":1,"players":[{"id":1},{"id":2}],"rounds":[{"games":[{"white":1,"black":2,"result":"1-0"}]}]}"#;
    assert_eq!([code(&["solve", "-"], ended), code(&["standings", "-"], ended)], [3, 0]);
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
    for (name, forced, reason) in [
        ("met", "[[1, 2]]", "the model's [side] constraints force 1-2, which is not legal [ilp.no-rematch]"),
        (
            "third",
            "[[1, 4], [3, 8]]",
            "the model's [side] constraints force 3-8, which is not legal [ilp.no-third-colour]",
        ),
    ] {
        let model = with_side(&format!("forced-{name}"), &format!("forced = {forced}"));
        for model in [&slots(&model), &model] {
            let solved = run(&["solve", file, "--model", model, "--format", "json"], "");
            assert_eq!(solved.status.code(), Some(1));
            let record = json(&solved);
            assert_eq!(record["proof"], "obstruction");
            assert_eq!(record["reason"], reason);
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
fn pair_says_why_a_dutch_round_has_no_pairing() {
    for system in ["dutch-2012", "dutch-1998"] {
        let met = run(&["pair", "-", "--system", system], MET);
        assert_eq!(met.status.code(), Some(1));
        assert!(stderr(&met).contains(&format!("[{system}.B1a]")), "{}", stderr(&met));
        // Its program has the same reason.
        let solved = run(&["solve", "-", "--model", system, "--format", "json"], MET);
        assert_eq!(solved.status.code(), Some(1));
        let reason = json(&solved)["reason"].as_str().expect("a reason").to_owned();
        assert!(reason.contains(&format!("[{system}.B1a]")) && stderr(&met).contains(&reason), "{reason}");
        // All three have had the bye.
        let byes = r#"{"players":[{"id":1},{"id":2},{"id":3}],"rounds":[
            {"games":[{"white":1,"black":2,"result":"1-0"}],"byes":[{"player":3,"kind":"pairing"}]},
            {"games":[{"white":3,"black":1,"result":"1-0"}],"byes":[{"player":2,"kind":"pairing"}]},
            {"games":[{"white":2,"black":3,"result":"1-0"}],"byes":[{"player":1,"kind":"pairing"}]}]}"#;
        let byes = run(&["pair", "-", "--system", system], byes);
        assert_eq!(byes.status.code(), Some(1));
        assert!(stderr(&byes).contains(&format!("[{system}.B1b]")), "{}", stderr(&byes));
    }
}

#[test]
fn compare_writes_a_round_in_every_format() {
    let round = ["compare", BRITISH, "--round", "8"];
    let compared = |format| run(&[&round[..], &["--format", format]].concat(), "");
    let record = json(&compared("json"));
    let names = |list: &serde_json::Value, key: &str| -> Vec<String> {
        let names = list.as_array().expect("a list").iter().map(|item| item[key].as_str().expect("a name").to_owned());
        names.collect()
    };
    let columns = names(&record["pairings"], "name");
    for name in ["tcec", "dutch-2012", "dutch-1998", "played", "pairs", "fair"] {
        assert!(columns.iter().any(|column| column == name), "{name}");
    }
    assert_eq!(names(&record["models"], "model"), ["pairs", "fair"]);
    assert_eq!(record["round"], 8);
    assert_eq!(record["discrepancies"].as_array().map(Vec::len), Some(0));
    assert_eq!(record["missing"].as_array().map(Vec::len), Some(0));
    // This round was played as the Dutch rules of 2012 pair it.
    let of = |name: &str| record["pairings"].as_array().expect("pairings").iter().find(|one| one["name"] == name);
    let (played, dutch) = (of("played").expect("played"), of("dutch-2012").expect("dutch-2012"));
    assert_eq!(played["metrics"], dutch["metrics"]);
    let with = |one: &serde_json::Value, name: &str| {
        let shared = one["in_common"].as_array().expect("a list").iter().find(|shared| shared["with"] == name).cloned();
        shared.expect("shared")
    };
    assert_eq!(with(played, "dutch-2012")["pairs"], 51);
    assert_eq!(with(played, "dutch-2012")["byes"], 1);
    // The optima are those that `solve` finds.
    for (model, name) in record["models"].as_array().expect("models").iter().zip(["pairs", "fair"]) {
        let solved = json(&run(&["solve", BRITISH, "--round", "8", "--model", name, "--format", "json"], ""));
        assert_eq!(model["optimum"], solved["objective"], "{name}");
        assert_eq!(of(name).expect(name)["pairs"], solved["pairs"], "{name}");
    }

    let csv = stdout(&compared("csv"));
    assert!(csv.starts_with("tournament,round,metric,pairing,tcec,"), "{csv}");
    assert!(csv.contains(",8,pairs,Pairs,51,51,"), "{csv}");
    let shared = &with(played, "dutch-2012")["pairs"];
    let rows = table(&csv);
    let in_common = rows.iter().find(|row| row["metric"] == "pairs_in_common:dutch-2012").expect("a row");
    assert_eq!(in_common["played"], shared.to_string());
    let prices =
        stdout(&run(&["compare", BRITISH, "--round", "8", "--format", "csv", "--table", "price-under-pairs"], ""));
    let prices = table(&prices);
    let of = |subject: &str| prices.iter().find(|row| row["subject"].trim() == subject).expect(subject);
    assert_eq!((&of("formulation")["optimum"], &of("score-difference")["dutch-2012"]), (&"2526".into(), &"70".into()));
    let pairs = stdout(&compared("pairs"));
    let of_model = stdout(&run(&["solve", BRITISH, "--round", "8", "--format", "pairs"], ""));
    assert!(pairs.contains(&format!("# round 8, pairs\n{of_model}# round 8, fair\n")));
    // `verify` reads one pairing with the line of its name. It refuses several pairings.
    let verify = ["verify", BRITISH, "--round", "8", "--pairing", "-", "--system", "tcec"];
    let of_system = &pairs[..pairs[1..].find('#').expect("another pairing") + 1];
    assert!(of_system.starts_with("# round 8, tcec\n"), "{of_system}");
    assert_eq!(code(&verify, of_system), 0);
    let all = run(&verify, &pairs);
    assert_eq!(all.status.code(), Some(5));
    assert!(stderr(&all).contains("[several-pairings]"), "{}", stderr(&all));
    let table = compared("table");
    assert_eq!(table.status.code(), Some(0));
    // A column for each of six systems, two models and what was played.
    assert!(stdout(&table).lines().all(|line| line.chars().count() <= 120));
}

#[test]
fn compare_takes_only_the_systems_and_models_asked_for() {
    let chosen = ["--systems", "dutch-1998,tcec", "--models", "models/fair.toml", "--format", "json"];
    let record = json(&run(&[&["compare", "instances/teaching-8.json"][..], &chosen].concat(), ""));
    let names: Vec<&str> =
        record["pairings"].as_array().expect("pairings").iter().filter_map(|one| one["name"].as_str()).collect();
    assert_eq!(names, ["dutch-1998", "tcec", "fair"]);

    for wrong in [
        &["--systems", "tcec,nonesuch"][..],
        &["--models", "nonesuch"],
        &["--models", "pairs,models/pairs.toml"],
        &["--systems", "tcec,tcec"],
        &["--round", "7"],
    ] {
        let refused = run(&[&["compare", "-"], wrong].concat(), FRESH);
        assert_eq!(refused.status.code(), Some(3), "{wrong:?}");
        assert!(!refused.stderr.is_empty() && refused.stdout.is_empty());
    }
    assert_eq!(code(&["compare", "no-such-file"], ""), 5);
    assert_eq!(code(&["compare", "tests/damaged/several-faults.trf"], ""), 5);
}

#[test]
fn compare_reports_systems_and_models_without_a_pairing() {
    let met = run(&["compare", "-", "--format", "json"], MET);
    assert_eq!(met.status.code(), Some(0), "the TCEC lets players meet again: {}", stderr(&met));
    let record = json(&met);
    assert_eq!(record["pairings"][0]["name"], "tcec");
    let missing: Vec<&str> =
        record["missing"].as_array().expect("a list").iter().filter_map(|one| one["name"].as_str()).collect();
    for name in ["dutch-2012", "dutch-1998", "pairs", "fair"] {
        assert!(missing.contains(&name), "{name}");
    }
    assert_eq!(record["models"][0]["pairings"][0]["violations"][0]["rule"], "ilp.no-rematch");
    assert!(record["models"][0]["optimum"].is_null() && record["models"][0]["pairings"][0]["price"].is_null());
    let table = stdout(&run(&["compare", "-"], MET));
    assert!(
        table.contains("pairs has no pairing: player 1 has no legal opponent: 1 not with 2 [ilp.no-rematch].\n"),
        "{table}"
    );
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

const GROS: &str = "instances/gros-open-2010.trf";

#[test]
fn compare_writes_all_rounds_in_every_format() {
    let asked = ["compare", GROS, "--all-rounds", "--systems", "tcec,dutch-1998,dutch-2012", "--models", "pairs,fair"];
    let compared = |format| run(&[&asked[..], &["--format", format]].concat(), "");
    let record = json(&compared("json"));
    assert_eq!(record["discrepancies_found"], 0);
    let rounds = record["rounds"].as_array().expect("rounds");
    assert_eq!(rounds.len(), 4);
    // A round has the same record as when it is compared alone.
    let mut alone = asked.to_vec();
    alone.splice(2..3, ["--round", "3"]);
    assert_eq!(json(&run(&[&alone[..], &["--format", "json"]].concat(), "")), rounds[2]);
    let totals = &record["totals"];
    let hundredths = |number: &serde_json::Value| (number.as_f64().expect("a number") * 100.0).round() as i64;
    for (index, name) in ["tcec", "dutch-1998", "dutch-2012", "played", "pairs", "fair"].into_iter().enumerate() {
        let of = &totals["pairings"][index];
        assert_eq!((&of["name"], &of["rounds"]), (&name.into(), &4.into()));
        for (metric, sum) in of["metrics"].as_object().expect("metrics") {
            let of_rounds = rounds.iter().map(|round| hundredths(&round["pairings"][index]["metrics"][metric]));
            assert_eq!(hundredths(sum), of_rounds.sum::<i64>(), "{name}, {metric}");
        }
    }
    let price = |model: &serde_json::Value| hundredths(&model["pairings"][1]["price"][0]["value"]);
    let of_rounds: i64 = rounds.iter().map(|round| price(&round["models"][0])).sum();
    assert_eq!((price(&totals["models"][0]), &totals["models"][0]["pairings"][1]["legal"]), (of_rounds, &4.into()));

    let csv = stdout(&compared("csv"));
    assert_eq!(table(&csv)[0]["played"], "4");
    let pairs = stdout(&compared("pairs"));
    let headed = pairs.lines().filter(|line| line.starts_with("# ")).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(headed.len(), 4 * 6);
    assert_eq!((headed[0].as_str(), headed[23].as_str()), ("# round 1, tcec", "# round 4, fair"));
    let table = compared("table");
    assert_eq!(table.status.code(), Some(0));
    assert!(stdout(&table).lines().all(|line| line.chars().count() <= 100));
}

#[test]
fn all_rounds_means_the_rounds_that_were_played() {
    assert_eq!(code(&["compare", GROS, "--all-rounds", "--round", "2"], ""), 3);
    let none = run(&["compare", "-", "--all-rounds"], FRESH);
    assert_eq!(none.status.code(), Some(3));
    assert!(stderr(&none).contains("no round was played"), "{}", stderr(&none));
    // Round 1 was played. Before it nobody had met, so it can be paired.
    let met = run(&["compare", "-", "--all-rounds", "--format", "json"], MET);
    assert_eq!(met.status.code(), Some(0), "{}", stderr(&met));
    assert_eq!(json(&met)["rounds"].as_array().map(Vec::len), Some(1));
}

/// After three rounds of four players everybody has met everybody. A fourth round was played all the same.
#[test]
fn a_round_without_a_pairing_does_not_stop_the_comparison() {
    let game = |white, black| format!(r#"{{"white":{white},"black":{black},"result":"1/2-1/2"}}"#);
    let rounds = [[(1, 3), (4, 2)], [(2, 1), (3, 4)], [(1, 4), (2, 3)], [(3, 1), (2, 4)]];
    let rounds: Vec<String> = rounds
        .iter()
        .map(|games| format!(r#"{{"games":[{},{}]}}"#, game(games[0].0, games[0].1), game(games[1].0, games[1].1)))
        .collect();
    let file =
        format!(r#"{{"players":[{{"id":1}},{{"id":2}},{{"id":3}},{{"id":4}}],"rounds":[{}]}}"#, rounds.join(","));
    let compared = run(&["compare", "-", "--all-rounds", "--format", "json"], &file);
    assert_eq!(compared.status.code(), Some(0), "{}", stderr(&compared));
    let record = json(&compared);
    let missing = |round: usize| -> Vec<String> {
        let missing = record["rounds"][round]["missing"].as_array().expect("a list").iter();
        missing.map(|one| one["name"].as_str().expect("a name").to_owned()).collect()
    };
    assert!(missing(0).is_empty());
    for name in ["dutch-2012", "dutch-1998", "pairs", "fair"] {
        assert!(missing(3).iter().any(|missing| missing == name), "{name}");
    }
    let totals = record["totals"]["pairings"].as_array().expect("a list");
    let rounds_of = |name: &str| totals.iter().find(|of| of["name"] == name).map(|of| of["rounds"].clone());
    assert_eq!((rounds_of("tcec"), rounds_of("played")), (Some(4.into()), Some(4.into())));
    let table = stdout(&run(&["compare", "-", "--all-rounds"], &file));
    assert!(table.contains("pairs has no pairing in round 4: player 1 has no legal opponent: "), "{table}");
}

/// In round 1 of this tournament players 140 and 209 were both given the bye.
#[test]
fn a_round_played_with_two_byes_is_no_pairing() {
    let arad = "instances/arad-2026-a.trf";
    let several = "pairing-allocated byes were given to 140, 209, and a pairing has one at most";
    let round = ["compare", arad, "--round", "1", "--systems", "dutch-2012", "--models", "pairs"];
    let compared = run(&[&round[..], &["--format", "json"]].concat(), "");
    assert_eq!(compared.status.code(), Some(0), "{}", stderr(&compared));
    let record = json(&compared);
    assert_eq!(record["missing"], serde_json::json!([{"name": "played", "lacks": "pairing", "reason": several}]));
    let names: Vec<&str> =
        record["pairings"].as_array().expect("pairings").iter().filter_map(|one| one["name"].as_str()).collect();
    assert_eq!(names, ["dutch-2012", "pairs"]);
    assert!(stdout(&run(&round, "")).contains(&format!("\nplayed has no pairing: {several}.\n")));

    let checked = json(&run(&["check", arad, "--system", "dutch-2012", "--format", "json"], ""));
    let differences = checked["rounds"][0]["differences"].as_array().expect("differences");
    assert_eq!(differences.first(), Some(&several.into()));
    assert_eq!(differences.last(), Some(&"140, 209 have the bye, and nobody by the system".into()));
}

#[test]
fn after_a_time_limit_a_comparison_has_no_proofs_and_no_prices() {
    let limited = ["compare", BRITISH, "--round", "3", "--systems", "dutch-2012", "--models", "pairs,slots"];
    let limited = |format| run(&[&limited[..], &["--time-limit", "0", "--format", format]].concat(), "");
    let compared = limited("json");
    assert_eq!(compared.status.code(), Some(4), "{}", stderr(&compared));
    let record = json(&compared);
    let reason = "the time limit came before a proof";
    let missing = |name| serde_json::json!({"name": name, "lacks": "proof", "reason": reason});
    assert_eq!(record["missing"], serde_json::json!([missing("pairs"), missing("slots")]));
    // The incumbents are listed, and no pairing has a price.
    let names: Vec<&str> =
        record["pairings"].as_array().expect("pairings").iter().filter_map(|one| one["name"].as_str()).collect();
    assert_eq!(names, ["dutch-2012", "played", "pairs", "slots"]);
    assert!(record["models"][0]["optimum"].is_null() && record["models"][0]["pairings"][0]["price"].is_null());
    assert_eq!(record["models"][0]["pairings"][2]["legal"], true);
    assert!(stdout(&limited("table")).contains(&format!("\nslots has no proof: {reason}.\n")));
    assert_eq!(code(&["compare", "-", "--time-limit", "-1"], FRESH), 3);
}

/// A copy of the model `pairs` with these side constraints.
fn with_side(name: &str, side: &str) -> String {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.toml"));
    let model = std::fs::read_to_string("models/pairs.toml").expect("a model");
    std::fs::write(&path, format!("{model}\n[side]\n{side}\n")).expect("a model");
    path.to_str().expect("a UTF-8 path").to_owned()
}

/// If the optimum is not found, `verify` still says whether the pairing is legal, and why there is no distance.
#[test]
fn verify_says_why_a_pairing_has_no_distance() {
    let verify = |arguments: &[&str], tournament: &str| {
        let pairing = folder("pairing-without-distance");
        std::fs::write(&pairing, "1\n1 2\n").expect("a pairing");
        run(&[&["verify", "-", "--pairing", &pairing], arguments].concat(), tournament)
    };
    let two = r#"{"players":[{"id":1},{"id":2}]}"#;
    let no_time = ["--time-limit", "0"];
    let forced = with_side("forced", "forced = [[1, 9]]");
    for (arguments, tournament, legal, lacks, reason) in [
        (&[][..], MET, false, "pairing", "player 1 has no legal opponent"),
        (&["--model", &forced], two, false, "pairing", "the model forces a pair with player 9"),
        (&["--system", "dubov-1997"], two, true, "optimum", "there is no second reading of its rules"),
        (&no_time, two, true, "proof", "the time limit came before a proof"),
        (
            &[&["--system", "dutch-1998"], &no_time[..]].concat(),
            two,
            true,
            "proof",
            "the time limit came before a proof",
        ),
    ] {
        let verified = verify(&[arguments, &["--format", "json"]].concat(), tournament);
        let exit = if lacks == "proof" { 4 } else { 0 };
        assert_eq!(verified.status.code(), Some(if legal { exit } else { 6 }), "{}", stderr(&verified));
        let record = json(&verified);
        assert_eq!((&record["legal"], &record["missing"]["lacks"]), (&legal.into(), &lacks.into()));
        assert!(record["distance"].is_null() && record["second_reading"].is_null());
        assert!(record["missing"]["reason"].as_str().is_some_and(|given| given.starts_with(reason)), "{record}");
        let table = stdout(&verify(arguments, tournament));
        assert!(table.contains(if legal { "Legal in round" } else { "Not legal in round" }), "{table}");
        assert!(
            table.contains(&format!(" has no {}: {reason}", lacks.replace("optimum", "proven optimum"))),
            "{table}"
        );
    }
    for arguments in [&[][..], &["--system", "tcec"]] {
        let found = json(&verify(&[arguments, &["--format", "json"]].concat(), two));
        assert!(found["missing"].is_null() && (found["distance"].is_object() != found["second_reading"].is_object()));
    }
}

/// `verify` reads the same boards from the tournament, from another tournament file and from every list of boards.
#[test]
fn verify_reads_a_pairing_in_every_format() {
    let verify =
        |pairing: &[&str]| run(&[&["verify", BRITISH, "--round", "5", "--format", "json"], pairing].concat(), "");
    let played = verify(&[]);
    assert_eq!(played.status.code(), Some(0), "{}", stderr(&played));
    let boards = |record: &serde_json::Value| record["pairs"].clone();
    assert_eq!(boards(&json(&played)).as_array().expect("boards").len(), 52);
    assert_eq!(boards(&json(&verify(&["--pairing", BRITISH]))), boards(&json(&played)));

    let solve = |format| stdout(&run(&["solve", BRITISH, "--round", "5", "--quiet", "--format", format], ""));
    let file = folder("pairing-of-every-format");
    let read = |text: &str| {
        std::fs::write(&file, text).expect("a pairing");
        boards(&json(&verify(&["--pairing", &file])))
    };
    let solved = read(&solve("pairs"));
    assert_ne!(solved, boards(&json(&played)));
    for format in ["csv", "json"] {
        assert_eq!(read(&solve(format)), solved, "{format}");
    }
    assert_eq!(code(&["verify", BRITISH, "--round", "10", "--rounds", "12"], ""), 3);
    assert_eq!(code(&["verify", BRITISH, "--round", "5", "--pairing", "instances/teaching-8.json"], ""), 5);
    let two_byes = run(&["verify", "instances/arad-2026-a.trf", "--round", "1"], "");
    assert_eq!(two_byes.status.code(), Some(6), "{}", stderr(&two_byes));
    assert!(stderr(&two_byes).contains("byes were given to 140, 209"), "{}", stderr(&two_byes));
}

/// The exit code does not depend on the output format.
#[test]
fn the_exit_code_of_verify_is_the_same_in_every_format() {
    let other = "5\n3 1\n6 2\n9 7\n10 8\n5 0\n";
    for (arguments, expected) in [(&[][..], 0), (&["--system", "dutch-2012"], 6), (&["--round", "1"], 6)] {
        for format in ["table", "json", "pairs", "csv"] {
            let verify = ["verify", "instances/teaching-10.json", "--pairing", "-", "--format", format];
            let output = run(&[&verify[..], arguments].concat(), other);
            assert_eq!(output.status.code(), Some(expected), "{arguments:?}, {format}: {}", stderr(&output));
        }
    }
}

#[test]
fn verify_accepts_the_proof_that_solve_writes() {
    for (model, file, round) in
        [("pairs", BRITISH, "8"), ("fair", BRITISH, "8"), ("slots", BRITISH, "8"), ("slots-ordered", BRITISH, "8")]
    {
        let dir = folder(&format!("proof-{model}"));
        let round = ["--round", round, "--model", model];
        let solved = run(&[&["solve", file, "--proof", &dir, "--format", "pairs"], &round[..]].concat(), "");
        assert_eq!(solved.status.code(), Some(0), "{}", stderr(&solved));
        assert!(stderr(&solved).contains("veripb"), "{}", stderr(&solved));
        let verify =
            |pairing: &str| run(&[&["verify", file, "--proof", &dir, "--pairing", "-"], &round[..]].concat(), pairing);
        let verified = verify(&stdout(&solved));
        assert_eq!(verified.status.code(), Some(0), "{}", stderr(&verified));
        assert!(stdout(&verified).contains("\nOptimal: the proof holds, checked in integers.\n"));
    }
}

#[test]
fn a_proof_does_not_hold_for_a_pairing_worth_less() {
    let dir = folder("proof-dutch");
    let file = "instances/gros-open-2010.trf";
    assert_eq!(code(&["solve", file, "--round", "5", "--proof", &dir], ""), 0);
    let dutch = ["verify", file, "--round", "5", "--pairing", "instances/gros-open-2010.round-5.dutch-2012.pairs"];
    let legal = run(&[&dutch[..], &["--model", "pairs"]].concat(), "");
    assert_eq!(legal.status.code(), Some(0), "{}", stderr(&legal));
    let refused = run(&[&dutch[..], &["--proof", &dir]].concat(), "");
    assert_eq!(refused.status.code(), Some(6));
    assert!(stderr(&refused).contains("[proof.equality]"), "{}", stderr(&refused));
}

#[test]
fn a_changed_proof_is_refused_by_the_check_that_fails() {
    let dir = folder("proof-refused");
    let file = "instances/teaching-10.json";
    let pairing = stdout(&run(&["solve", file, "--proof", &dir, "--format", "pairs"], ""));
    let verify =
        |arguments: &[&str]| run(&[&["verify", file, "--pairing", "-", "--proof", &dir], arguments].concat(), &pairing);
    assert_eq!(verify(&[]).status.code(), Some(0));
    let record = json(&verify(&["--format", "json"]));
    assert_eq!(record["proof"]["proven"], "optimal");

    let other_model = verify(&["--model", "fair"]);
    assert_eq!(other_model.status.code(), Some(6));
    assert!(stderr(&other_model).contains("[proof.statement]"), "{}", stderr(&other_model));
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
    let solved = run(&["solve", "-", "--proof", &dir], MET);
    assert_eq!(solved.status.code(), Some(1));
    let verified = run(&["verify", "-", "--proof", &dir], MET);
    assert_eq!(verified.status.code(), Some(0), "{}", stderr(&verified));
    assert!(stdout(&verified).contains("No legal pairing: the proof holds"));
    assert_eq!(json(&run(&["verify", "-", "--proof", &dir, "--format", "json"], MET))["proven"], "infeasible");
    let refused = run(&["verify", "-", "--proof", &dir, "--format", "pairs"], MET);
    assert_eq!(refused.status.code(), Some(3));
    assert!(stderr(&refused).contains("no boards to list"), "{}", stderr(&refused));
    let csv = stdout(&run(&["verify", "-", "--proof", &dir, "--format", "csv"], MET));
    let row = ",2,\"No legal pairing: the proof holds, checked in integers.\"";
    assert_eq!(csv.lines().nth(1), Some(row), "{csv}");
    // The certificate does not hold for a round in which players 1 and 2 have not met.
    let fresh = r#"{"players":[{"id":1},{"id":2},{"id":3},{"id":4}],"rounds":[{"games":[{"white":3,"black":4,"result":"1-0"}]}]}"#;
    let refused = run(&["verify", "-", "--proof", &dir], fresh);
    assert_eq!(refused.status.code(), Some(6));
    assert!(stderr(&refused).contains("[proof.boundary]"), "{}", stderr(&refused));
}

/// A proof of an optimum is checked for the pairing in the file. Without one, the request is wrong, and not the proof.
#[test]
fn a_proof_of_an_optimum_needs_its_pairing() {
    let dir = folder("proof-without-pairing");
    let file = "instances/teaching-8.json";
    assert_eq!(code(&["solve", file, "--proof", &dir], ""), 0);
    let missing = run(&["verify", file, "--proof", &dir], "");
    assert_eq!(missing.status.code(), Some(3));
    assert!(stderr(&missing).contains("round 4 is not paired in the file; give --pairing"), "{}", stderr(&missing));
    assert!(!stderr(&missing).contains("refused"), "{}", stderr(&missing));
    let solved = run(&["solve", file, "--format", "trf"], "");
    let paired = run(&["verify", "-", "--round", "4", "--proof", &dir], &stdout(&solved));
    assert_eq!(paired.status.code(), Some(0), "{}", stderr(&paired));
    assert!(stdout(&paired).contains("\nOptimal: the proof holds"), "{}", stdout(&paired));
    let nowhere = run(&["verify", file, "--proof", &dir, "--pairing", "no/such/file"], "");
    assert_eq!(nowhere.status.code(), Some(5));
    assert!(stderr(&nowhere).contains("cannot read no/such/file"), "{}", stderr(&nowhere));
}

#[test]
fn wrong_requests_for_a_proof_are_refused() {
    let dir = folder("proof-request");
    assert_eq!(code(&["verify", "-"], FRESH), 3);
    assert_eq!(code(&["verify", "-", "--proof", &dir, "--system", "dubov-1997"], FRESH), 3);
    assert_eq!(code(&["pair", "-", "--proof", &dir, "--system", "dubov-1997"], FRESH), 3);
    // There is no proof to read.
    assert_eq!(code(&["verify", "-", "--proof", &dir, "--system", "tcec"], FRESH), 5);
    // `Cargo.toml` is a file, not a folder.
    assert_eq!(code(&["solve", "-", "--proof", "Cargo.toml"], FRESH), 3);
}

#[test]
fn the_proof_of_a_model_with_caps_is_verified() {
    let file = "instances/gros-open-2010.trf";
    for (side, exit) in [("max-downfloats = 2", 0), ("max-downfloats = 0", 1)] {
        let (dir, capped) = (folder("proof-caps"), with_side("proof-caps", side));
        let ask = |command: &[&str]| {
            let rest = [file, "--round", "5", "--model", &capped, "--proof", &dir, "--format", "json"];
            run(&[command, &rest].concat(), "")
        };
        let solved = ask(&["solve"]);
        assert_eq!(solved.status.code(), Some(exit), "{}", stderr(&solved));
        assert_eq!(json(&solved)["proof"], "integer-tree");
        let pairing = folder("proof-caps-pairing");
        std::fs::write(&pairing, stdout(&solved)).expect("a pairing");
        let given: &[&str] = if exit == 0 { &["verify", "--pairing", &pairing] } else { &["verify"] };
        let verified = ask(given);
        assert_eq!(verified.status.code(), Some(0), "{}", stderr(&verified));
        let record = json(&verified);
        let proven = if exit == 0 { &record["proof"]["proven"] } else { &record["proven"] };
        assert_eq!(proven, if exit == 0 { "optimal" } else { "infeasible" });
    }
}

/// `verify --system` asks the second reading, which agrees with the system's pairing, and says in what another legal one is behind.
#[test]
fn verify_compares_a_pairing_with_the_second_reading_of_its_system() {
    for system in ["dutch-2012", "dutch-1998", "tcec"] {
        let file = "instances/teaching-8.json";
        let paired = stdout(&run(&["pair", file, "--system", system, "--format", "pairs"], ""));
        let verify = ["verify", file, "--pairing", "-", "--system", system, "--format", "json"];
        let right = run(&verify, &paired);
        assert_eq!(right.status.code(), Some(0), "{}", stderr(&right));
        let agrees = json(&right)["second_reading"].as_object().is_some_and(|reading| reading["dispute"].is_null());
        assert!(agrees, "{system}");
        // Exchange the colours of the last board.
        let (others, last) = paired.trim_end().rsplit_once('\n').expect("boards");
        let (white, black) = last.split_once(' ').expect("two players");
        let wrong = run(&verify, &format!("{others}\n{black} {white}\n"));
        assert_eq!(wrong.status.code(), Some(6), "{system}");
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
    assert_eq!(code(&["solve", "-", "--model", "dutch-2012"], MET), 1);
}

/// Who cannot be meant, or cannot be paired, is refused with the reason and a way out.
#[test]
fn why_refuses_who_cannot_be_paired_with_the_reason() {
    let file = r#"{"rounds_planned":3,"players":[{"id":1,"name":"Ada Alt"},{"id":2,"name":"Ben Alt"},{"id":3,"name":"Cleo"},{"id":4,"name":"Dan"},{"id":5,"name":"Eva"},{"id":6,"name":"Finn"},{"id":7,"name":"Alt"}],
        "absences":[{"player":6}],
        "rounds":[{"games":[{"white":1,"black":2,"result":"1-0"},{"white":3,"black":4,"result":"1-0"}],"byes":[{"player":5,"kind":"pairing"}]},{"byes":[{"player":4,"kind":"half"}]}]}"#;
    for (pair, more, message) in [
        (["1", "1"], &[][..], "player 1 does not meet himself; name two players"),
        (["bye", "bye"], &[], "the bye is named twice"),
        (["1", "9"], &[], "there is no player 9 in the tournament"),
        (["1", "Gus"], &[], "no player is called 'Gus'"),
        (["al", "3"], &[], "'al' may be any of 1 Ada Alt, 2 Ben Alt, 7 Alt; name the player by pairing number"),
        (["1", "4"], &[], "player 4 is not to be paired in round 2: a half-point bye was asked for"),
        (
            ["1", "6"],
            &[],
            "player 6 is not to be paired in round 2: declared absent in the file, and has not played yet",
        ),
        (["1", "3"], &["--absent", "3"], "player 3 is not to be paired in round 2: absent by the request (--absent)"),
    ] {
        let refused = run(&[&["why", "-"], &pair[..], more].concat(), file);
        assert_eq!(refused.status.code(), Some(3), "{pair:?}");
        assert!(stderr(&refused).contains(message), "{pair:?}: {}", stderr(&refused));
    }
    // A whole name goes before a part of another one, and capitals do not count.
    let named = run(&["why", "-", "alt", "CLEO", "--format", "json"], file);
    assert_eq!((json(&named)["white"].clone(), json(&named)["black"].clone()), (7.into(), 3.into()));
    let bye = run(&["why", "-", "bye", "eva"], file);
    assert_eq!(bye.status.code(), Some(0));
    assert!(stdout(&bye).contains("5 had the bye in round 1 and gets the bye [ilp.no-second-bye]"), "{}", stdout(&bye));
}

/// The reason why the others cannot all be paired is in words, and has the rules.
#[test]
fn why_names_who_is_left_without_an_opponent() {
    let six = |groups: &str| {
        format!(
            r#"{{"players":[{{"id":1}},{{"id":2}},{{"id":3}},{{"id":4}},{{"id":5}},{{"id":6}}],"forbidden":[{groups}]}}"#
        )
    };
    for (groups, reason) in [
        (
            r#"{"players":[3,4]},{"players":[3,5]},{"players":[3,6]}"#,
            "player 3 has no legal opponent: 3 not with 4, 5, 6 [ilp.no-forbidden-pair]",
        ),
        (
            r#"{"players":[3,4,5]}"#,
            "players 3, 4 and 5 can only meet 6, so one of them has no opponent: 3 not with 4, 5 and 4 not with 5 [ilp.no-forbidden-pair]",
        ),
    ] {
        let file = six(groups);
        let asked = run(&["why", "-", "1", "2", "--format", "json"], &file);
        assert_eq!(asked.status.code(), Some(1), "{}", stdout(&asked));
        let record = json(&asked);
        assert!(record["legal"] == true && record["status"] == "no-round", "{record}");
        assert!(stderr(&asked).contains("no legal pairing has the pair"));
        let said = record["reason"].as_str().expect("a reason");
        assert!(said == reason || groups.contains("3,4,5"), "{said}");
        if groups.contains("3,4,5") {
            assert!(said.contains("can only meet 6, so one of them has no opponent: "), "{said}");
        }
        // The same for a system that keeps the organiser's bans.
        let asked = run(&["why", "-", "1", "2", "--system", "dutch-2012", "--format", "json"], &file);
        let record = json(&asked);
        assert!(asked.status.code() == Some(1) || record["status"] == "paired", "{record}");
    }
}

#[test]
fn explain_and_why_keep_their_limits_and_formats() {
    let late = run(&["explain", BRITISH, "--round", "8", "--time-limit", "0"], "");
    assert_eq!(late.status.code(), Some(4));
    let late = run(&["why", BRITISH, "5", "20", "--round", "8", "--time-limit", "0", "--format", "json"], "");
    assert_eq!((late.status.code(), json(&late)["status"].as_str()), (Some(4), Some("limit")));
    assert_eq!(code(&["explain", BRITISH, "--round", "8", "--format", "pairs"], ""), 3);
    assert_eq!(code(&["explain", BRITISH, "--round", "8", "--model", "tcec"], ""), 3);
    assert_eq!(code(&["explain", BRITISH, "--round", "8", "--board", "99"], ""), 3);
    let asked = ["why", BRITISH, "5", "20", "--round", "8", "--model", "pairs"];
    assert_eq!(code(&[&asked[..], &["--system", "tcec"]].concat(), ""), 3);
    // The pairing with the pair is one that `verify` finds legal, and worth what the record says.
    let [record, list] = ["json", "pairs"].map(|format| run(&[&asked[..], &["--format", format]].concat(), ""));
    let verified = run(&["verify", BRITISH, "--round", "8", "--pairing", "-", "--format", "json"], &stdout(&list));
    assert_eq!(verified.status.code(), Some(0));
    assert_eq!(json(&verified)["objective"], json(&record)["objective"]);
    assert_eq!(json(&verified)["distance"]["price"], json(&record)["price"]);
    let csv = stdout(&run(&[&asked[..], &["--format", "csv"]].concat(), ""));
    // The boards that change; the list has all.
    assert!(csv.lines().all(|line| line.split(',').count() == 14) && csv.contains(",worse,5,20,board,"), "{csv}");
    let terms = stdout(&run(&[&asked[..], &["--format", "csv", "--table", "terms"]].concat(), ""));
    assert_eq!(table(&terms)[0]["price"], json(&record)["price"][0]["value"].to_string());
}

/// A round without a board, as each format writes it, is read back as a pairing.
#[test]
fn a_round_without_a_board_is_read_back() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let half = r#"{"games": [], "byes": [{"player": 1, "kind": "half"}, {"player": 2, "kind": "half"}]}"#;
    let players = [1, 2].map(|id| format!(r#"{{"id": {id}, "name": "N{id}"}}"#));
    for (name, players, rounds) in [("one", &players[..1], ""), ("none", &players[..], half)] {
        let tournament = folder.join(format!("empty-{name}.json"));
        let text = format!(r#"{{"players": [{}], "rounds_planned": 2, "rounds": [{rounds}]}}"#, players.join(", "));
        std::fs::write(&tournament, text).expect("written");
        let file = tournament.to_str().expect("a name");
        for format in ["trf", "csv", "json", "pairs"] {
            let solved = run(&["solve", file, "--round", "1", "--format", format], "");
            assert_eq!(
                solved.status.code(),
                Some(0),
                "{name} as {format}: {}",
                String::from_utf8_lossy(&solved.stderr)
            );
            let written = folder.join(format!("empty-{name}-{format}.txt"));
            std::fs::write(&written, &solved.stdout).expect("written");
            let pairing = written.to_str().expect("a name");
            let read = run(&["verify", file, "--round", "1", "--model", "pairs", "--pairing", pairing], "");
            assert_eq!(read.status.code(), Some(0), "{name} as {format}: {}", String::from_utf8_lossy(&read.stderr));
        }
    }
    // A round that is only prepared is no pairing: somebody is left.
    let prepared =
        r#"{"players": [{"id": 1}, {"id": 2}], "rounds": [{"games": [], "byes": [{"player": 1, "kind": "half"}]}]}"#;
    let path = folder.join("empty-prepared.json");
    std::fs::write(&path, prepared).expect("written");
    let name = path.to_str().expect("a name");
    let refused = run(&["verify", name, "--round", "1", "--model", "pairs", "--pairing", name], "");
    assert_eq!(refused.status.code(), Some(5), "{}", String::from_utf8_lossy(&refused.stdout));
}
