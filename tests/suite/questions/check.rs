//! The ranks of a file, checked by its own list of tie-breaks.

use crate::support::program::{code, ended, json, run, stderr, stdout};

/// Four players after two rounds: 1 and 2 drew, and both beat others; 3 and 4 are equal in everything. The ranks are these.
fn ranked(records: &str, ranks: [&str; 4]) -> String {
    let rows = [
        (1, "1.5", "     2 w =     3 b 1"),
        (2, "1.5", "     1 b =     4 w 1"),
        (3, "0.5", "     4 w =     1 w 0"),
        (4, "0.5", "     3 b =     2 b 0"),
    ];
    let row = |((id, points, cells), rank): ((u32, &str, &str), &str)| {
        format!("001 {id:>4}      {:33}{points:>37}{rank:>5}{cells}\n", format!("Player {id}"))
    };
    let rows: String = rows.into_iter().zip(ranks).map(row).collect();
    format!("142 2\n152 W\n{records}{rows}")
}

const CHECK: [&str; 5] = ["check", "-", "--system", "dutch-2026", "--standings"];

/// The end of the table: the ranks.
fn table(file: &str) -> String {
    let checked = run(&CHECK, file);
    stdout(&checked).split_once("different.").expect("rounds").1.split_once("\n\n").expect("ranks").1.to_owned()
}

/// A report does not keep the order of the boards, so nothing is said of it.
#[test]
fn the_order_of_boards_is_compared_where_the_file_has_one() {
    let rounds = |file: &str, input: &str| stdout(&run(&["check", file, "--system", "dutch-2026"], input));
    let report = rounds("-", &ranked("", ["1", "2", "3", "4"]));
    assert!(report.starts_with("Round  Pairs      Colours  Bye\n") && !report.contains("order of boards"), "{report}");
    let kept = rounds("instances/teaching-8.json", "");
    assert!(kept.lines().next().is_some_and(|heading| heading.ends_with("Order")), "{kept}");
}

#[test]
fn the_ranks_of_a_file_are_right_or_wrong_row_by_row() {
    // By points 1 and 2 share the first rank, and may be ranked one after the other; 3 and 4 the third.
    for ranks in [["1", "2", "3", "4"], ["2", "1", "4", "3"], ["1", "1", "3", "3"]] {
        let table = table(&ranked("202 BH\n", ranks));
        assert!(table.ends_with("4 ranks checked by PTS, BH, 0 wrong.\n"), "{table}");
    }
    let expected = "\
No.  Player    Rank  In the file
  1  Player 1     1            2  wrong
  2  Player 2     2            1  wrong
  3  Player 3     3            4  wrong
  4  Player 4     4               wrong

4 ranks checked by PTS, TPN, 4 wrong.
";
    assert_eq!(table(&ranked("212 PTS,TPN\n", ["2", "1", "4", ""])), expected);
    let shared = table(&ranked("202 BH\n", ["1", "3", "3", "4"]));
    let holds = shared.contains("  1  Player 1   1-2            1  right\n  2  Player 2   1-2            3  wrong\n");
    assert!(holds, "{shared}");
    let record = json(&run(&[&CHECK[..], &["--format", "json"]].concat(), &ranked("202 BH\n", ["1", "3", "3", "4"])));
    assert_eq!((&record["standings"]["wrong"], &record["standings"]["tie_breaks"][1]), (&1.into(), &"BH".into()));
    assert_eq!(
        record["standings"]["ranks"][1],
        serde_json::json!({ "id": 2, "name": "Player 2", "rank": 1, "last": 2, "in_file": 3, "is_right": false })
    );
}

#[test]
fn wrong_ranks_are_a_discrepancy() {
    let (right, wrong) = (ranked("202 BH\n", ["1", "2", "3", "4"]), ranked("202 BH\n", ["1", "3", "3", "4"]));
    let rounds = run(&["check", "-", "--system", "dutch-2026"], &right).status.code();
    let checked = ended(&CHECK, &wrong, 6, "");
    assert!(stderr(&checked).ends_with("1 rank is wrong\n"), "{}", stderr(&checked));
    assert_eq!(run(&CHECK, &right).status.code(), rounds);
    // Called as another program, it says which ranks are wrong if the file names tie-breaks.
    let said = stdout(&run(&["--dutch=2026", "-c"], &wrong));
    let expected = "(stdin): Standings by PTS,BH
  Checker ranks           Tournament ranks
      2:   1                   2:   3

";
    assert!(said.ends_with(expected), "{said}");
    assert_eq!(code(&["--dutch=2026", "-c"], &wrong), 6);
    assert!(stdout(&run(&["--dutch=2026", "-c"], &right)).ends_with("(stdin): Standings by PTS,BH\n\n"));
    let unnamed = ranked("", ["1", "3", "3", "4"]);
    assert!(!stdout(&run(&["--dutch=2026", "-c"], &unnamed)).contains("Standings"));
    assert!(!stdout(&run(&["--dutch=2026", "-c", "2"], &wrong)).contains("Standings"));
    let unknown = run(&["--dutch=2026", "-c"], &ranked("202 EDE\n", ["1", "2", "3", "4"]));
    assert!(stderr(&unknown).contains("the ranks are not checked: records 202 and 212: 'EDE' is a tie-break of teams"));
}

#[test]
fn what_has_no_ranks_or_no_list_is_refused() {
    for (file, why) in [
        (ranked("", ["1", "2", "3", "4"]), "names no tie-breaks"),
        (ranked("212 BH,PTS\n", ["1", "2", "3", "4"]), "and not by the points first, which is not done"),
        (ranked("202 BH\n", ["", "", "", ""]), "the file has no ranks"),
        (r#"{"players":[{"id":1},{"id":2}]}"#.to_owned(), "the file has no ranks"),
    ] {
        let refused = ended(&CHECK, &file, 3, why);
        // What is proposed instead is an option of this command.
        assert!(stderr(&refused).ends_with("leave out --standings\n"), "{}", stderr(&refused));
    }
    let table = [&CHECK[..], &["--format", "csv", "--table", "standings"]].concat();
    let ranks = stdout(&run(&table, &ranked("202 BH\n", ["1", "2", "3", "4"])));
    assert!(ranks.starts_with("no,player,rank,in_the_file,verdict\n") && ranks.lines().count() == 5, "{ranks}");
}
