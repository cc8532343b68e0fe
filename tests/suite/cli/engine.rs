//! The program called as bbpPairings and JaVaFo are.

use crate::support::files::report;
use crate::support::prelude::*;

const ORACLE: &str = "tests/data/oracle/dutch-2012/n9_r5_102.trf";

/// A copy of the file in a folder of its own.
fn copied(file: &str) -> (tempfile::TempDir, String) {
    let dir = tempfile::tempdir().expect("a folder");
    let copy = dir.path().join("open.trf");
    fs::copy(file, &copy).expect("copied");
    let copy = copy.to_str().expect("UTF-8").to_owned();
    (dir, copy)
}

#[test]
fn a_round_is_paired_as_by_pair() {
    let (dir, file) = copied(GROS);
    let file = &*file;
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
        let paired = ended(arguments, input, 0, "");
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
    let list = fs::read_to_string(dir.path().join("open.list")).expect("written");
    assert_eq!(code(&["--dutch=2012", file, "-p", "-l", "other"], ""), 0);
    assert_eq!(fs::read_to_string(dir.path().join("other")).expect("written"), list);
    // Alone it does not pair, so nobody has an opponent of the round.
    let alone = stdout(&run(&["--dutch=2012", file, "-l"], ""));
    let without = |list: &str| -> Vec<Vec<String>> {
        let cells = |line: &str| line.split('\t').map(|cell| cell.trim().to_owned()).collect::<Vec<_>>();
        let mut rows: Vec<_> = list.lines().map(cells).collect();
        rows.iter_mut().filter(|row| row.len() > 8).for_each(|row| row[7].clear());
        rows
    };
    assert!(list != alone && without(&list) == without(&alone));
}

/// Arguments may stand in any order, and without `--dutch`, as JaVaFo is called.
#[test]
fn arguments_stand_in_any_order() {
    let (dir, file) = copied(ORACLE);
    let (file, out) = (&*file, format!("{}/pairs.txt", dir.path().display()));
    let pairs = stdout(&run(&["--dutch=2012", file, "-p"], ""));
    let out = &*out;
    for arguments in [
        &["--dutch=2012", file, "-p", out][..],
        &["--dutch=2012", "-p", out, file],
        &[file, "--dutch=2012", "-p", out],
        &[file, "-p", out, "--dutch=2012"],
        &["-p", out, file, "--dutch=2012"],
        &["-p", "pairs.txt", "--dutch=2012", file],
        &[file, "--dutch=2012", "-q", "10000", "-p", out],
        &["--dutch=2012", "-q", file, "-p", out],
        &[file, "-w", "-p", out, "--dutch=2012"],
    ] {
        let _ = fs::remove_file(out);
        let called = run(arguments, "");
        assert_eq!((called.status.code(), stdout(&called)), (Some(0), String::new()), "{arguments:?}");
        assert_eq!(fs::read_to_string(out).expect("written"), pairs, "{arguments:?}");
    }
    let replay = stdout(&run(&["--dutch=2012", file, "-c"], ""));
    for arguments in [&["--dutch=2012", "-c", file][..], &["-c", file, "--dutch=2012"], &[file, "-c", "--dutch=2012"]] {
        assert_eq!(stdout(&run(arguments, "")), replay, "{arguments:?}");
    }
    // Without a date the latest edition pairs.
    let latest = stdout(&run(&["--dutch=2026", file, "-p"], ""));
    for arguments in [&[file, "-p"][..], &["-p", "-", file], &[file, "-p", "-q", "10000"], &["--dutch", file, "-p"]] {
        let called = run(arguments, "");
        let said = stderr(&called);
        assert_eq!((called.status.code(), stdout(&called)), (Some(0), latest.clone()), "{arguments:?}: {said}");
        assert!(said.contains("dutch is dutch-2026, the latest edition: the file says neither"), "{said}");
    }
    let release = format!("swiss-ilp {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(stdout(&run(&["-r"], "")), release);
    assert_eq!(stdout(&run(&[file, "-r", "-p"], "")), release + &latest);
    // A command is none, whatever its options are.
    assert_eq!(code(&["pair", file, "-p"], ""), 3);
    assert!(stderr(&run(&["pair", file, "-p"], "")).contains("unexpected argument"));
}

/// A program that calls this one cannot be given an option.
#[test]
fn a_variable_names_the_edition() {
    let with = |year: &str, arguments: &[&str]| {
        let called = program(arguments).env("SWISS_ILP_DUTCH", year).output().expect("the program runs");
        (called.status.code(), stdout(&called), stderr(&called))
    };
    let by = |year: &str| stdout(&run(&[&*format!("--dutch={year}"), GROS, "-p"], ""));
    assert_ne!(by("2012"), by("2026"));
    let (code, pairs, said) = with("2012", &["--dutch", GROS, "-p"]);
    assert_eq!((code, pairs), (Some(0), by("2012")), "{said}");
    assert!(said.contains("dutch is dutch-2012, named by the variable SWISS_ILP_DUTCH"), "{said}");
    assert_eq!(with("2012", &[GROS, "-p"]).1, by("2012"));
    assert_eq!(with("2012", &["--dutch=2026", GROS, "-p"]).1, by("2026"), "an option counts more");
    // The Gros Open began in 2010.
    assert_eq!(with("", &[GROS, "-p"]).1, by("1998"));
    assert_eq!(with("2013", &["--dutch=2026", GROS, "-p"]).0, Some(0));
    let (code, _, said) = with("2013", &[GROS, "-p"]);
    assert_eq!(code, Some(3));
    assert!(said.contains("the variable SWISS_ILP_DUTCH: name the edition of 1998, 2012, 2017 or 2026"), "{said}");
}

/// As bbpPairings leaves it: exit code 1, its words on standard error, the file of the pairs made and empty, and the check-list.
#[test]
fn a_round_without_a_pairing_leaves_an_empty_file() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("met.json");
    fs::write(&file, MET).expect("written");
    let (file, out) = (file.to_str().expect("UTF-8"), dir.path().join("pairs.txt"));
    fs::write(&out, "1\n1 2\n").expect("written");
    let called = run(&["--dutch=2026", file, "-p", "pairs.txt", "-l"], "");
    let said = format!(
        "Error while pairing {file}: No valid pairing exists: player 1 has no legal opponent: 1 not with 2 [dutch-2026.C1].\n"
    );
    assert_eq!((called.status.code(), stderr(&called), stdout(&called)), (Some(1), said, String::new()));
    assert_eq!(fs::read_to_string(out).expect("made"), "");
    let list = fs::read_to_string(dir.path().join("met.list")).expect("written");
    let rows = "\nID\tPts\t--\tPref\tC2\tC14\tC16\tCur\t\tR1\t\n\n 1\t1.0\t W\t (B)\t Y\t   \t   \t   \t\t 2\t\n\n \
                2\t0.0\t B\t (W)\t Y\t   \t   \t   \t\t 1\t\n\n\n";
    assert_eq!(list, format!("{rows}swiss-ilp {}\n", env!("CARGO_PKG_VERSION")));
    let called = run(&["--dutch=2026", "-p"], MET);
    assert!(stderr(&called).starts_with("Error while pairing standard input: No valid pairing exists: "));
    assert_eq!((called.status.code(), stdout(&called)), (Some(1), String::new()));
}

/// Under `-b` as if record 192 had named the acceleration.
#[test]
fn baku_accelerates_whom_the_file_does_not() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = |name: &str, records: &str| {
        let path = dir.path().join(name);
        fs::write(&path, report(records, &[("0.0", ""); 12])).expect("written");
        path.to_str().expect("UTF-8").to_owned()
    };
    let [plain, named] = [file("a", "142 9\n152 W\n"), file("b", "142 9\n152 W\n192 FIDE_DUTCH_2026_BAKU\n")];
    let accelerated = stdout(&run(&["--dutch=2026", &named, "-p"], ""));
    assert_ne!(stdout(&run(&["--dutch=2026", &plain, "-p"], "")), accelerated);
    assert_eq!(stdout(&run(&["--dutch=2026", &plain, "-p", "-b"], "")), accelerated);
    let again = run(&["--dutch=2026", &named, "-b", "-p"], "");
    assert_eq!(stdout(&again), accelerated);
    assert!(stderr(&again).contains("-b is not needed"), "{}", stderr(&again));
    // How many rounds are accelerated depends on how many there are.
    ended(&["--dutch=2026", &file("c", "152 W\n"), "-p", "-b"], "", 3, "how many rounds there are");
}

/// As bbpPairings 6.0.0 writes them: 3-4 comes after 6-5, because accelerated points do not count. By `pair` they do.
#[test]
fn boards_are_ordered_by_points_without_accelerated_ones() {
    let rows = [
        ("1.0", "     3 w 1"),
        ("0.5", "     4 b ="),
        ("0.0", "     1 b 0"),
        ("0.5", "     2 w ="),
        ("1.0", "     7 w 1"),
        ("0.5", "     8 b ="),
        ("0.0", "     5 b 0"),
        ("0.5", "     6 w ="),
    ];
    let accelerated: String = (1..=4).map(|id| format!("XXA {id:4}  1.0  1.0\n")).collect();
    let file = report("XXR 5\n152 W\n", &rows) + &accelerated;
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
    let (dir, file) = copied(ORACLE);
    let file = &*file;
    assert_eq!(code(&["--dutch=2012", file, "-c", "-l"], ""), 0);
    let list = fs::read_to_string(dir.path().join("open.list")).expect("written");
    let rounds: Vec<&str> = list.lines().filter(|line| line.starts_with("Round #")).collect();
    assert_eq!(rounds, ["Round #1", "Round #2", "Round #3", "Round #4", "Round #5"]);
    let players = list.lines().filter(|line| line.split('\t').count() > 8 && !line.contains("Pref")).count();
    assert_eq!(players, 5 * 9);
    assert!(list.ends_with(&format!("\n\n\nswiss-ilp {}\n", env!("CARGO_PKG_VERSION"))));
    assert_eq!(code(&["--dutch=2012", file, "-c", "2", "-l"], ""), 0);
    let one = fs::read_to_string(dir.path().join("open.list")).expect("written");
    let second = list.split("Round #").nth(2).expect("round 2");
    assert!(one.starts_with(&format!("Round #{second}")) && one.matches("Round #").count() == 1);
}

#[test]
fn exit_codes() {
    let (none, unwritable) = ("no folder/none", "no folder/out");
    for (expected, arguments, input) in [
        (3, &["--dutch"][..], ""),
        (3, &["--dutch=2012", ORACLE], ""),
        (3, &["--dutch=2012", ORACLE, "-p", "-c"], ""),
        (3, &["--dutch=2012", ORACLE, "-c", "9"], ""),
        (3, &["--dutch=2012", ORACLE, "-c", "x"], ""),
        (3, &["--dutch=2012", "--burstein", ORACLE, "-p"], ""),
        (3, &["--burstein", ORACLE, "-c"], ""),
        (3, &["--burstein"], ""),
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
