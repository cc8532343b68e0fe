//! The program called as bbpPairings and JaVaFo are.

use crate::support::program::{BRITISH, MET, code, run, stderr, stdout};
use std::fs;

const ORACLE: &str = "tests/data/oracle/dutch-2012/n9_r5_102.trf";
const GROS: &str = "instances/gros-open-2010.trf";

#[test]
fn a_round_is_paired_as_by_pair() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("open.trf");
    fs::copy(GROS, &file).expect("copied");
    let file = file.to_str().expect("UTF-8");
    let expected = stdout(&run(&["pair", GROS, "--system", "dutch-2012", "--format", "pairs"], ""));
    assert!(expected.starts_with("25\n"), "{expected}");
    let text = fs::read_to_string(GROS).expect("readable");
    for (arguments, input) in [
        (&["--dutch=2012", file, "-p"][..], ""),
        (&["-r", "--dutch=2012", file, "-p"], ""),
        (&["--dutch=2012", "-p"], &text),
        (&["--dutch=2012", "-", "-p"], &text),
        (&["--quiet", "--dutch=2012", file, "-p"], ""),
    ] {
        let paired = run(arguments, input);
        assert_eq!(paired.status.code(), Some(0), "{arguments:?}: {}", stderr(&paired));
        let version = format!("swiss-ilp {}\n", env!("CARGO_PKG_VERSION"));
        let out = stdout(&paired);
        assert_eq!(out.strip_prefix(&version).unwrap_or(&out), expected, "{arguments:?}");
        assert_eq!(out.starts_with(&version), arguments[0] == "-r");
    }
    // A name alone is that of a file beside the tournament, and any other path is taken as it is.
    let elsewhere = dir.path().join("elsewhere");
    fs::create_dir(&elsewhere).expect("made");
    for out in ["pairs.txt".to_owned(), elsewhere.join("p").to_str().expect("UTF-8").to_owned()] {
        let paired = run(&["--dutch=2012", file, "-p", &out, "-l"], "");
        assert_eq!((paired.status.code(), stdout(&paired)), (Some(0), String::new()), "{}", stderr(&paired));
        assert_eq!(fs::read_to_string(dir.path().join(out)).expect("written"), expected);
    }
    let list = stdout(&run(&["pair", GROS, "--system", "dutch-2012", "--checklist"], ""));
    assert_eq!(fs::read_to_string(dir.path().join("open.list")).expect("written"), list);
    assert_eq!(stdout(&run(&["--dutch=2012", file, "-l"], "")), list);
    assert_eq!(code(&["--dutch=2012", file, "-p", "-l", "other"], ""), 0);
    assert_eq!(fs::read_to_string(dir.path().join("other")).expect("written"), list);
}

/// As bbpPairings 6.0.0 writes them: 3-4 comes after 6-5, because accelerated points do not count. By `pair` they do.
#[test]
fn boards_are_ordered_by_points_without_accelerated_ones() {
    let cells = ["   3 w 1", "   4 b =", "   1 b 0", "   2 w =", "   7 w 1", "   8 b =", "   5 b 0", "   6 w ="];
    let points = |cell: &str| match cell.chars().last() {
        Some('1') => "1.0",
        Some('=') => "0.5",
        _ => "0.0",
    };
    let row = |(id, cell): (u32, &str)| format!("001 {id:4}      {:33}{:>37}       {cell}\n", "", points(cell));
    let rows: String = (1..).zip(cells).map(row).collect();
    let accelerated: String = (1..=4).map(|id| format!("XXA {id:4}  1.0  1.0\n")).collect();
    let file = format!("XXR 5\n152 W\n{rows}{accelerated}");
    let by_points = run(&["--dutch=2026", "-p"], &file);
    assert_eq!(stdout(&by_points), "4\n2 1\n6 5\n3 4\n7 8\n", "{}", stderr(&by_points));
    let by_scores = run(&["pair", "-", "--system", "dutch-2026", "--format", "pairs"], &file);
    assert_eq!(stdout(&by_scores), "4\n2 1\n3 4\n6 5\n7 8\n", "{}", stderr(&by_scores));
}

#[test]
fn a_replay_lists_the_boards_that_are_different() {
    let same = run(&["--dutch=2012", ORACLE, "-c"], "");
    let rounds: String = (1..=5).map(|round| format!("n9_r5_102: Round #{round}\n")).collect();
    assert_eq!((same.status.code(), stdout(&same)), (Some(0), rounds + "\n"));
    assert_eq!(stdout(&run(&["--dutch=2012", ORACLE, "-c", "3"], "")), "n9_r5_102: Round #3\n\n");
    let different = run(&["--dutch=2012", BRITISH, "-c", "2"], "");
    let expected = "british-championship-2026: Round #2
  Checker pairings        Tournament pairings\u{20}
     81 -  32                 79 -  32
     82 -  44                 81 -  44
     84 -  54                 82 -  54
     87 -  56                 84 -  56
     57 -  89                 57 -  87
    108 -  79                108 -  89


";
    assert_eq!((different.status.code(), stdout(&different)), (Some(6), expected.to_owned()));
    // The bye has the number 0. As 1 had Black in round 1, this is the first colour.
    let swapped = r#"{"players":[{"id":1},{"id":2},{"id":3}],
        "rounds":[{"games":[{"white":3,"black":1,"result":"1-0"}],"byes":[{"player":2,"kind":"pairing"}]}]}"#;
    let different = run(&["--dutch=2012", "-", "-c"], swapped);
    let expected = "(stdin): Round #1
  Checker pairings        Tournament pairings\u{20}
      2 -   1                  3 -   1
      3 -   0                  2 -   0


";
    assert_eq!((different.status.code(), stdout(&different)), (Some(6), expected.to_owned()));
    let reversed = r#"{"initial_colour":"white","players":[{"id":1},{"id":2}],
        "rounds":[{"games":[{"white":2,"black":1,"result":"1-0"}]}]}"#;
    let expected = "(stdin): Round #1
  Checker pairings        Tournament pairings\u{20}
      1 -   2                  2 -   1


";
    assert_eq!(stdout(&run(&["--dutch=2012", "-c"], reversed)), expected);
    let again = MET.replace("}]}]}", "}]},{\"games\":[{\"white\":2,\"black\":1,\"result\":\"1-0\"}]}]}");
    let different = run(&["--dutch=2012", "-c"], &again);
    let expected = "(stdin): Round #1\n(stdin): Round #2\nNo valid pairing exists for round 2.\n\n\n";
    assert_eq!((different.status.code(), stdout(&different)), (Some(6), expected.to_owned()));
}

#[test]
fn the_check_list_of_a_replay_has_every_round() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("open.trf");
    fs::copy(ORACLE, &file).expect("copied");
    let file = file.to_str().expect("UTF-8");
    assert_eq!(code(&["--dutch=2012", file, "-c", "-l"], ""), 0);
    let list = fs::read_to_string(dir.path().join("open.list")).expect("written");
    let of =
        |round: &str| stdout(&run(&["pair", ORACLE, "--system", "dutch-2012", "--checklist", "--round", round], ""));
    let expected: String = ["1", "2", "3", "4", "5"].map(|round| format!("Round #{round}\n\n{}\n", of(round))).concat();
    assert_eq!(list, expected);
}

#[test]
fn exit_codes() {
    let dir = tempfile::tempdir().expect("a folder");
    let none = dir.path().join("none");
    let none = none.to_str().expect("UTF-8");
    let unwritable = dir.path().join("no folder/out");
    let unwritable = unwritable.to_str().expect("UTF-8");
    for (expected, arguments, input) in [
        (1, &["--dutch=2012", "-", "-p"][..], MET),
        (3, &["--dutch"], ""),
        (3, &["--dutch=2012", ORACLE], ""),
        (3, &["--dutch=2012", ORACLE, "-p", "-c"], ""),
        (3, &["--dutch=2012", ORACLE, "-c", "9"], ""),
        (3, &["--dutch=2012", ORACLE, "-c", "x"], ""),
        (3, &["--dutch=2012", ORACLE, "-p", "-b"], ""),
        (3, &["--dutch=2012", "--burstein", ORACLE, "-p"], ""),
        (3, &["--dutch=2012", GROS, "-p", unwritable], ""),
        (3, &["--dutch=2012", GROS, "-p", "--format", "json"], ""),
        (3, &["--dutch=2012", "-p", "-l"], MET),
        (5, &["--dutch=2012", none, "-p"], ""),
        (5, &["--dutch=2012", "tests/damaged/several-faults.trf", "-p"], ""),
        (0, &["--dutch=2012", "--help"], ""),
    ] {
        assert_eq!(code(arguments, input), expected, "{arguments:?}");
    }
}
