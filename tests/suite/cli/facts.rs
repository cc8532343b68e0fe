//! What a file says of byes, colours, absences and bans, and what every command makes of it, in both formats.

use crate::support::files as tournaments;
use crate::support::prelude::*;
use swiss_ilp::files::json;

/// A report of players with these points and cells.
fn report(records: &str, rows: &[(&str, &str)]) -> String {
    tournaments::report(&format!("042 2026/03/01\n152 W\n{records}"), rows)
}

/// The row of a player who won in round 1 and has the bye of round 2 before it is paired, of one who has none, and of the bye of round 1.
const HAS_BYE: (&str, &str) = ("2.0", "     5 b 1  0000 - U");
const HAS_NONE: (&str, &str) = ("1.0", "     5 b 1");
const HAD_BYE: (&str, &str) = ("1.0", "  0000 - U");

/// Before round 2. `second` and `seventh` are the rows of 2 and 7, and `more` those of others.
fn preset(second: (&str, &str), seventh: (&str, &str), more: &[(&str, &str)]) -> String {
    let rows = [
        ("1.0", "     4 w 1"),
        second,
        ("1.0", "     6 w 1"),
        ("0.0", "     1 b 0"),
        ("0.0", "     2 w 0"),
        ("0.0", "     3 b 0"),
        seventh,
    ];
    report("142 5\n", &[&rows[..], more].concat())
}

/// A command, its exit code, and what it says on standard output and on standard error. `FILE` is the file.
type Case<'a> = (&'a [&'a str], i32, &'a str, &'a str);

const PAIR: [&str; 6] = ["pair", "FILE", "--system", "dutch", "--format", "pairs"];

/// As [`PAIR`], with these options.
fn pair(options: &str) -> Vec<&str> {
    PAIR.into_iter().chain(options.split(' ')).collect()
}

/// The cases hold for the report, and for the same tournament in JSON.
fn hold(name: &str, report: &str, cases: &[Case<'_>]) {
    let loaded = files::read(report.as_bytes()).unwrap_or_else(|faults| panic!("{name}: {faults:#?}"));
    for (ending, text) in [("trf", report.to_owned()), ("json", json::write(&loaded.tournament))] {
        let path = &*written(&format!("facts-{name}.{ending}"), text);
        for (arguments, expected, out, said) in cases {
            let arguments: Vec<&str> = arguments.iter().map(|word| if *word == "FILE" { path } else { word }).collect();
            let output = run(&arguments, "");
            let (found, complaint) = (stdout(&output), stderr(&output));
            let context = format!("{name}.{ending} {arguments:?}:\n{found}\n{complaint}");
            assert_eq!(output.status.code(), Some(*expected), "{context}");
            assert!(found.contains(out) && complaint.contains(said), "{context}");
        }
    }
}

#[test]
fn a_bye_given_before_is_kept_and_the_others_are_paired() {
    const HAS: &str = "note: player 2 has the pairing-allocated bye of round 2, and the others are paired";
    let sound = preset(HAS_BYE, HAD_BYE, &[]);
    let legal = ["verify", "FILE", "--bye", "2", "--round", "2", "--pairing"];
    let list = written("facts-kept-list", "4\n7 1\n4 3\n6 5\n2 0\n");
    let verify = [&legal[..], &[&list, "--system", "dutch"]].concat();
    let batch = ["batch", "FILE", "--rounds", "next", "--systems", "dutch", "--boards", "--format", "json"];
    hold(
        "kept",
        &sound,
        &[
            (&PAIR, 0, "\n2 0\n", HAS),
            (&["solve", "FILE", "--format", "pairs"], 0, "\n2 0\n", HAS),
            (&["solve", "FILE", "--format", "json"], 0, "\"absent\":[]", HAS),
            (&["solve", "FILE", "--model", "dutch-2026", "--format", "pairs"], 0, "\n2 0\n", HAS),
            (&["FILE", "-p"], 0, "\n2 0\n", HAS),
            (&["compare", "FILE", "--systems", "dutch"], 0, "", HAS),
            (&["explain", "FILE"], 0, "", HAS),
            (&batch, 0, "\"bye\":2", ""),
            (&["why", "FILE", "2", "3"], 3, "", "the file has the pairing-allocated bye for the player"),
            (&verify, 0, "", HAS),
            // The request goes before the file.
            (&pair("--late 2"), 0, "\n6 0\n", ""),
            (&pair("--absent 2"), 0, "3\n", ""),
            (&pair("--bye 3"), 3, "", "round 2 is that of 2 and 3, and a round has one at most"),
            (&pair("--bye 2 --absent 2"), 3, "", "player 2 is to be absent, and also to have the bye"),
            (&pair("--bye 9"), 3, "", "player 9 is to have the bye, but is not in the tournament"),
        ],
    );
    // Who is paired beside the bye does not depend on where it was said.
    let asked = preset(HAS_NONE, HAD_BYE, &[]);
    hold("asked", &asked, &[(&pair("--bye 2"), 0, "\n2 0\n", HAS)]);
    let trf = |name: &str, text: &str, more: &[&str]| {
        let pair = ["pair", &written(name, text), "--system", "dutch", "--format", "trf"];
        stdout(&run(&[&pair[..], more].concat(), ""))
    };
    let written = trf("facts-of-file.trf", &sound, &[]);
    assert!(written.contains("5 b 1  0000 - U\n") && written.contains("  2.0"), "{written}");
    assert_eq!(written, trf("facts-of-request.trf", &asked, &["--bye", "2"]));
}

#[test]
fn a_bye_that_the_rules_forbid_is_refused_unless_it_is_trusted() {
    let second = preset(HAS_NONE, ("2.0", "  0000 - U  0000 - U"), &[]);
    let trusted = pair("--trust byes");
    hold(
        "second",
        &second,
        &[
            (&PAIR, 3, "", "player 7 may not have the pairing-allocated bye of round 2 [dutch-2026.C2]"),
            (&["FILE", "-p"], 3, "", "[dutch-2026.C2]"),
            (&["solve", "FILE"], 3, "", "[ilp.no-second-bye]"),
            (&["compare", "FILE", "--systems", "dutch"], 3, "", "[dutch-2026.C2]"),
            (&["batch", "FILE", "--rounds", "next"], 6, "ilp.no-second-bye", ""),
            (&trusted, 0, "\n7 0\n", "player 7 has"),
            (&["FILE", "-p", "--trust", "byes"], 0, "\n7 0\n", "player 7 has"),
        ],
    );
    let odd = preset(HAS_BYE, HAD_BYE, &[("0.0", "  0000 - Z")]);
    hold(
        "odd",
        &odd,
        &[
            (&PAIR, 3, "", "of 2, and of the 7 others one more would need it"),
            (&["solve", "FILE", "--trust", "byes"], 3, "", "one more would need it"),
            (&["FILE", "-p"], 3, "", "one more would need it"),
            // The standings need no pairing.
            (&["standings", "FILE", "--tie-breaks", "BH"], 0, "Player 8", ""),
        ],
    );
}

#[test]
fn a_colour_that_the_file_does_not_give_agrees_with_any() {
    let rows = [
        ("2.0", "     3 w 1     2 b 1"),
        ("1.0", "     4 - +     1 w 0"),
        ("1.0", "     1 b 0     4 w 1"),
        ("0.0", "     2 - -     3 b 0"),
    ];
    let file = report("142 3\n", &rows);
    const LEGAL: &str = r#""played":{"boards":0,"colours":0,"bye":false,"legal":true,"breaks":[]}"#;
    let verify = ["verify", "FILE", "--round", "1", "--system", "dutch"];
    hold(
        "forfeit",
        &file,
        &[
            (&["check", "FILE", "--system", "dutch"], 0, "0 different", ""),
            (&["FILE", "-c"], 0, "Round #1\n", ""),
            (&["batch", "FILE", "--rounds", "1", "--systems", "dutch", "--format", "json"], 0, LEGAL, ""),
            (&verify, 0, "", ""),
            (&["compare", "FILE", "--systems", "dutch", "--round", "1"], 0, "", ""),
        ],
    );
    // With the wrong colours it is different.
    let wrong = file.replace("4 - +", "4 w +").replace("2 - -", "2 b -");
    hold(
        "wrong",
        &wrong,
        &[(&["check", "FILE", "--system", "dutch"], 6, "2 has White against 4", ""), (&verify, 6, "", "")],
    );
    // Both formats keep that the colour is not known.
    let loaded = files::read(file.as_bytes()).expect("sound").tournament;
    let again = files::read(json::write(&loaded).as_bytes()).expect("sound").tournament;
    assert_eq!(again, loaded);
    let written = files::trf::Document::from_tournament(&loaded).expect("written").to_bytes();
    assert_eq!(files::read(&written).expect("sound").tournament.colourless, loaded.colourless);
}

#[test]
fn notes_say_what_may_not_have_been_meant() {
    let out = [("0.0", "  0000 - Z"); 4];
    let all = "note: all 4 players are absent from round 1";
    let system = ["pair", "FILE", "--system", "dutch"];
    let away = report(
        "142 5\n",
        &[
            ("2.0", "     2 w 1     3 b 1"),
            ("0.0", "     1 b 0  0000 - Z"),
            ("1.0", "     4 w 1     1 w 0"),
            ("0.0", "     3 b 0  0000 - Z"),
        ],
    );
    let again = "who was away is paired again: 2 (since round 2), 4 (since round 2)";
    let one = report("142 5\nXXP 1\n", &[("0.0", ""); 4]);
    for (name, file, said) in [("nobody", report("142 5\n", &out), all), ("away", away, again)] {
        hold(name, &file, &[(&system, 0, "", said), (&["solve", "FILE"], 0, "", said), (&["FILE", "-p"], 0, "", said)]);
    }
    let alone = r#"{"players":[{"id":1},{"id":2}],"forbidden":[{"players":[2]}]}"#;
    for (name, text) in [("facts-one.trf", one.as_str()), ("facts-one.json", alone)] {
        let path = &written(name, text);
        for arguments in
            [&["pair", path, "--system", "dutch-2026"][..], &["solve", path], &["info", path], &[path, "-p"]]
        {
            ended(arguments, "", 0, "[ban-of-one]");
        }
    }
}

/// A caret stands under the number that is wrong; JSON names the value.
#[test]
fn the_place_of_a_wrong_number_is_its_own() {
    let rows = report("142 5\n", &[("0.0", ""); 4]);
    for (text, at) in [
        (format!("XXP 1 2 99\n{rows}"), "1:9"),
        (format!("260 001 003    1   99\n{rows}"), "1:20"),
        (format!("XXZ 1 99\n{rows}"), "1:7"),
        (format!("240 H 001    1   99\n{rows}"), "1:18"),
        (r#"{"players":[{"id":1},{"id":2}],"forbidden":[{"players":[1,2,99]}]}"#.to_owned(), " forbidden[0]"),
    ] {
        ended(&["info", "-"], &text, 5, &format!("-:{at}\n"));
    }
}

/// The rest of a row whose name was padded to 33 bytes stands to the left by as many columns as the name has more bytes than characters.
#[test]
fn names_may_be_padded_by_bytes() {
    let names = ["Иванов Александр", "Петров", "Кузнецова Елена", "李小龍"];
    let rows: String = (1..)
        .zip(names)
        .map(|(id, name): (usize, _)| {
            let padded = format!("{name}{}", " ".repeat(33_usize.saturating_sub(name.len())));
            format!("001{id:>5}      {padded}{:>5}{:27}{:>5}\n", 2400, "", "0.0")
        })
        .collect();
    let loaded = files::read(format!("XXR 5\n{rows}").as_bytes()).unwrap_or_else(|faults| panic!("{faults:#?}"));
    let read: Vec<(&str, Option<u32>)> =
        loaded.tournament.players.iter().map(|player| (player.name.as_str(), player.rating)).collect();
    assert_eq!(read, names.map(|name| (name, Some(2400))));
}

/// The variables say what the options of a call say.
#[test]
fn a_caller_can_trust_points_and_choose_exit_codes() {
    let file = |name: &str, won: &str| {
        let rows = [(won, "     2 w 1"), ("0.0", "     1 b 0"), (won, "     4 w 1"), ("0.0", "     3 b 0")];
        written(name, report("142 5\n", &rows))
    };
    let (points, different) = (file("facts-points.trf", "2.0"), file("facts-different.trf", "1.0"));
    let with = |variable: (&str, &str), arguments: &[&str]| {
        let output = program(arguments).env(variable.0, variable.1).output().expect("the program runs");
        (output.status.code(), stderr(&output))
    };
    let none = ("SWISS_ILP_DUTCH", "");
    for (variable, option, arguments, expected) in [
        (none, &[][..], [&points, "-p"], 5),
        (none, &["--trust", "results"], [&points, "-p"], 0),
        (("SWISS_ILP_TRUST", "results"), &[], [&points, "-p"], 0),
        (("SWISS_ILP_TRUST", "everything"), &[], [&points, "-p"], 3),
        (("SWISS_ILP_EXIT_CODES", "bbpPairings"), &[], [&points, "-p"], 3),
        (none, &["--exit-codes", "bbpPairings"], [&points, "-p"], 3),
        (none, &[], [&different, "-c"], 6),
        (none, &["--exit-codes", "bbpPairings"], [&different, "-c"], 0),
        (("SWISS_ILP_EXIT_CODES", "bbpPairings"), &[], [&different, "-c"], 0),
        (("SWISS_ILP_EXIT_CODES", "bbpPairings"), &["--exit-codes", "own"], [&different, "-c"], 6),
    ] {
        let (found, said) = with(variable, &[&arguments[..], option].concat());
        assert_eq!(found, Some(expected), "{variable:?} {arguments:?} {option:?}: {said}");
    }
}

#[test]
fn a_file_of_another_system_is_not_paired_unless_the_dutch_one_is_asked_for() {
    let named = |name: &str| written("facts-named.trf", report(&format!("142 5\n192 {name}\n"), &[("0.0", ""); 4]));
    let by_variable = |path: &str, system: &str| {
        program([path, "-p"]).env("SWISS_ILP_DUTCH", system).output().expect("the program runs")
    };
    for name in ["FIDE_DUBOV", "FIDE_BURSTEIN", "BERGER_ROUNDROBIN_G1", "CUSTOM_SWISS"] {
        let path = named(name);
        for call in ["-p", "-c", "-l"] {
            let refused = ended(&[&path, call], "", 3, &format!("record 192 names {name}"));
            assert!(refused.stdout.is_empty(), "{name} {call}");
        }
        assert_eq!(code(&["--dutch", &path, "-p"], ""), 0);
        assert_eq!(by_variable(&path, "2026").status.code(), Some(0));
    }
    // Who asks for auto has the system that the file names, as every command has.
    for (name, system) in
        [("FIDE_DUBOV", "dubov-2026"), ("FIDE_DOUBLESWISS", "double-swiss-2026"), ("FIDE_DUTCH_2017", "dutch-2017")]
    {
        let path = named(name);
        let expected = stdout(&run(&["--system", system, &path, "-p"], ""));
        for called in [run(&[&path, "-p", "--system", "auto"], ""), by_variable(&path, "auto")] {
            assert_eq!((called.status.code(), &stdout(&called)), (Some(0), &expected));
            let said = stderr(&called);
            assert!(said.contains(&format!("is {system}, named in the file (record 192)")), "{said}");
        }
    }
    for name in ["FIDE_BURSTEIN", ""] {
        ended(&[&named(name), "-p", "--system", "auto"], "", 3, "there is no system for 'auto'");
    }
    for option in ["--burstein", "--fast"] {
        ended(&[option, "instances/teaching-8.json", "-p"], "", 3, &format!("{option} asks for"));
    }
}

/// A round that a second reading does not read is paired, and not proven. What needs the proof is refused by every command, and the rest
/// answers.
#[test]
fn what_is_not_read_twice_is_paired_and_not_proven() {
    let double = r#"{"games_per_pairing":2,"rounds_planned":5,"players":[{"id":1},{"id":2},{"id":3},{"id":4}]}"#;
    let high = r#"{"rounds_planned":5,"points":{"win_white":9999,"win_black":9999},"players":[{"id":1},{"id":2},{"id":3},{"id":4}],
        "rounds":[{"games":[{"white":1,"black":2,"result":"1-0"},{"white":3,"black":4,"result":"1-0"}]},
        {"games":[{"white":3,"black":1,"result":"0-1"},{"white":4,"black":2,"result":"0-1"}]},{"games":[{"white":1,"black":4,"result":"1-0"},{"white":2,"black":3,"result":"1-0"}]}]}"#;
    let proof = format!("{}/proof-of-what-is-not-read", env!("CARGO_TARGET_TMPDIR"));
    for (file, rounds, system, pair, lacks) in [
        (double, &[][..], "dutch-2026", ["1", "3"], "its second reading has one game a pairing"),
        (high, &["--round", "3"], "dutch-2012", ["1", "4"], "its second reading squares differences of scores"),
    ] {
        let wish = format!("{}-{}", pair[0], pair[1]);
        for (arguments, code) in [
            (&["pair", "-", "--system", system][..], 0),
            (&["why", "-", pair[0], pair[1], "--system", system], 0),
            (&["pair", "-", "--system", system, "--proof", &proof], 3),
            (&["pair", "-", "--system", system, "--rather-not", &wish], 3),
            (&["why", "-", pair[0], pair[1], "--system", system, "--rather-not", &wish], 3),
            (&["verify", "-", "--proof", &proof, "--make", "--system", system], 3),
            (&["solve", "-", "--model", system], 3),
            (&["model", system, "-", "--show"], 3),
        ] {
            let output = ended(&[arguments, rounds].concat(), file, code, "");
            assert_eq!(stderr(&output).contains(lacks), code == 3, "{arguments:?}: {}", stderr(&output));
        }
        ended(&["check", "-", "--system", system, "--rather-not", &wish], file, 3, lacks);
    }
    assert_eq!(run(&["solve", "-", "--model", "tcec"], double).status.code(), Some(0));
}
