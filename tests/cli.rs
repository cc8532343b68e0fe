//! The command line as a program meets it: exit codes, streams, formats.

use std::io::Write;
use std::process::{Command, Output, Stdio};

fn run(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_swiss-ilp"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // A program that stops before it reads closes the pipe, which is its right.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    child.wait_with_output().expect("the program ends")
}

fn code(arguments: &[&str], input: &str) -> i32 {
    run(arguments, input).status.code().expect("an exit code")
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("UTF-8")
}

fn json(output: &Output) -> serde_json::Value {
    serde_json::from_slice(&output.stdout).expect("JSON")
}

const BRITISH: &str = "instances/british-championship-2026.trf";
/// Two players who have met: nothing is left to pair.
const MET: &str = r#"{"players":[{"id":1},{"id":2}],"rounds":[{"games":[{"white":1,"black":2,"result":"1-0"}]}]}"#;
const FRESH: &str = r#"{"players":[{"id":1},{"id":2},{"id":3},{"id":4}]}"#;

#[test]
fn the_main_job_keeps_its_contract() {
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
fn what_is_solved_can_be_verified_in_every_form() {
    for format in ["pairs", "json"] {
        let pairing = stdout(&run(&["solve", BRITISH, "--round", "5", "--format", format], ""));
        let verified = run(&["verify", BRITISH, "--round", "5", "--pairing", "-", "--format", "json"], &pairing);
        assert_eq!(verified.status.code(), Some(0), "{format}: {}", stderr(&verified));
        assert_eq!(json(&verified)["legal"], true);
    }
}

#[test]
fn every_way_out_has_its_exit_code() {
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
    assert_eq!(code(&["solve", "-", "--model", "tests/cli.rs"], FRESH), 5);
    assert_eq!(code(&["verify", "instances/teaching-8.json", "--pairing", "-"], "1\n1 2\n"), 6);
}

#[test]
fn a_limit_still_gives_a_legal_pairing_and_a_bound() {
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
fn no_legal_pairing_has_its_reason() {
    let refused = run(&["solve", "-", "--format", "json"], MET);
    let record = json(&refused);
    assert_eq!(record["status"], "infeasible");
    assert_eq!(record["reason"], "player 1 has no legal opponent");
    assert!(stderr(&refused).contains("player 1 has no legal opponent"));
}

#[test]
fn data_and_talk_keep_apart() {
    let solved = run(&["solve", "instances/graz-open-2026-a.trf", "--round", "2", "--format", "pairs"], "");
    assert!(stderr(&solved).contains("shifted-row"), "the shifted row is talked about");
    let quiet = run(&["solve", "instances/graz-open-2026-a.trf", "--round", "2", "--format", "pairs", "--quiet"], "");
    assert_eq!(stderr(&quiet), "");
    assert_eq!(stdout(&solved), stdout(&quiet));
}

#[test]
fn every_fault_of_a_file_is_told_with_line_and_column() {
    let refused = run(&["solve", "tests/damaged/several-faults.trf"], "");
    assert_eq!(refused.status.code(), Some(5));
    assert_eq!(stdout(&refused), "");
    let told = stderr(&refused);
    assert!(told.lines().count() > 1, "{told}");
    assert!(told.lines().all(|line| line.starts_with("error: tests/damaged/several-faults.trf:")), "{told}");
    let record = json(&run(&["solve", "tests/damaged/several-faults.trf", "--format", "json"], ""));
    assert_eq!(record["status"], "bad-file");
    assert_eq!(record["faults"].as_array().expect("faults").len(), told.lines().count());
    assert!(record["faults"].as_array().expect("faults").iter().all(|fault| fault["line"].is_u64()));
}

#[test]
fn trusted_results_overrule_the_points() {
    let file = "tests/damaged/points-do-not-follow.trf";
    assert_eq!(code(&["solve", file], ""), 5);
    let trusted = run(&["solve", file, "--trust", "results"], "");
    assert_eq!(trusted.status.code(), Some(0), "{}", stderr(&trusted));
    assert!(stderr(&trusted).contains("the results are trusted"));
}

#[test]
fn the_same_input_gives_the_same_output_but_for_the_times() {
    let solve = |threads: &str| {
        let arguments = ["solve", BRITISH, "--round", "6", "--format", "json", "--threads", threads];
        let mut record = json(&run(&arguments, ""));
        record["seconds"].take();
        record
    };
    assert_eq!(solve("1"), solve("2"));
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let script = format!("'{}' solve {BRITISH} --round 8; echo $? >&2", env!("CARGO_BIN_EXE_swiss-ilp"));
    let pipeline = format!("{{ {script}; }} | true");
    let output = Command::new("sh").args(["-c", &pipeline]).current_dir(env!("CARGO_MANIFEST_DIR")).output();
    assert_eq!(stderr(&output.expect("a shell")).trim(), "0");
}

#[test]
fn systems_are_paired_checked_seeded_and_ranked() {
    let event = "tests/data/oracle/tcec/season-20-swiss-test-2.json";
    let record = json(&run(&["check", event, "--system", "tcec", "--format", "json"], ""));
    assert_eq!(record["system"], "tcec");
    assert_eq!((&record["rounds_checked"], &record["rounds_different"]), (&5.into(), &0.into()));
    assert_eq!(record["rounds"][4]["same_order"], true);
    // A Dutch tournament is not what the TCEC's rules make of it.
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
    // The text of 2012 says nothing of a ranking.
    let refused = run(&["standings", event, "--system", "dutch-2012"], "");
    assert_eq!(refused.status.code(), Some(3));
    assert_eq!(stderr(&refused), "error: 'dutch-2012' has no standings; name one of tcec, dutch-1998\n");
}

#[test]
fn the_list_of_averages_is_exact() {
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
        "no,name,score,rating,aro,exact,due,transfers\n1,A,1,2000,2000.5,4001/2,white,0\n2,B,1,2101,2000,2000,black,0\n\
         3,C,1,,2000.5,4001/2,white,0\n4,D,1,1900,2000,2000,black,0\n"
    );
    let record = json(&run(&["standings", "-", "--aro", "--format", "json"], &file));
    assert_eq!((&record["rounds"], &record["players"][0]["exact"]), (&2.into(), &"4001/2".into()));
    let both = run(&["standings", "-", "--aro", "--system", "tcec"], &file);
    assert_eq!(both.status.code(), Some(3));
}

#[test]
fn a_system_by_another_reading_is_known_by_its_id() {
    let event = "instances/teaching-8.json";
    let paired = json(&run(&["pair", event, "--system", "dubov-1997+exchange-rows", "--format", "json"], ""));
    assert_eq!(paired["system"], "dubov-1997+exchange-rows");
    let unknown = run(&["pair", event, "--system", "dubov-1997+nonesuch"], "");
    assert_eq!(unknown.status.code(), Some(3));
    assert!(stderr(&unknown).contains("[+exchange-rows]"), "{}", stderr(&unknown));
}

#[test]
fn a_ranking_has_the_columns_of_its_system() {
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
        "rank,no,name,score,against_each_other,average_opponent\n1,3,C,1,,1900\n2,1,A,0.5,,2101\n3,2,B,0.5,,2000\n\
         4,4,D,0,,\n4,5,E,0,,\n"
    );
    let record: serde_json::Value = serde_json::from_str(&shown("dutch-1998", "json")).expect("JSON");
    assert_eq!(record["standings"][1]["average_opponent"], 2101);
    assert!(record["standings"][0]["against_each_other"].is_null());
    let table = shown("dutch-1998", "table");
    let headers: Vec<&str> = table.lines().next().expect("headers").split_whitespace().collect();
    assert_eq!(headers, ["Rank", "No.", "Player", "Score", "Mutual", "Average"]);
    assert!(shown("tcec", "csv").starts_with("rank,no,name,score,byes,blacks,sonneborn_berger\n1,3,C,1,0,0,0\n"));
}

/// In round 11 of this tournament two topscorers want the same colour; its file does not say how many rounds there are.
#[test]
fn the_number_of_rounds_can_be_told_and_the_last_one_left_open() {
    let file = "tests/data/oracle/dutch-2012/n16_r11_134.trf";
    let check =
        |more: &[&str]| run(&[&["check", file, "--system", "dutch-2012", "--format", "json"], more].concat(), "");
    let left_open = check(&[]);
    assert_eq!(left_open.status.code(), Some(0));
    assert_eq!(json(&left_open)["rounds"][10]["only_as_last_round"], true);
    assert_eq!(json(&left_open)["rounds"][9]["only_as_last_round"], false);
    let told = check(&["--rounds", "11"]);
    assert_eq!(told.status.code(), Some(0));
    assert_eq!(json(&told)["rounds"][10]["only_as_last_round"], false);
    let wrong = check(&["--rounds", "12"]);
    assert_eq!(wrong.status.code(), Some(6));
    assert_eq!(json(&wrong)["rounds_different"], 1);

    let against_the_file = run(&["check", BRITISH, "--system", "dutch-2012", "--rounds", "8"], "");
    assert_eq!(against_the_file.status.code(), Some(3));
    assert!(stderr(&against_the_file).contains("says that there are 9 rounds, not 8"), "{}", stderr(&against_the_file));
}

#[test]
fn a_dutch_round_without_a_pairing_has_its_reason() {
    for system in ["dutch-2012", "dutch-1998"] {
        let met = run(&["pair", "-", "--system", system], MET);
        assert_eq!(met.status.code(), Some(1));
        assert!(stderr(&met).contains(&format!("[{system}.B1a]")), "{}", stderr(&met));
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

/// `verify --system` solves the system's program: the engine's pairing is its optimum, another legal one is not.
#[test]
fn verify_holds_a_pairing_to_the_optimum_of_its_system() {
    for system in ["dutch-2012", "dutch-1998", "tcec"] {
        let file = "instances/teaching-8.json";
        let paired = stdout(&run(&["pair", file, "--system", system, "--format", "pairs"], ""));
        let verify = ["verify", file, "--pairing", "-", "--system", system, "--format", "json"];
        let right = run(&verify, &paired);
        assert_eq!(right.status.code(), Some(0), "{}", stderr(&right));
        assert_eq!(json(&right)["program"]["optimal"], true, "{system}");
        // Exchange the colours of the last board.
        let (others, last) = paired.trim_end().rsplit_once('\n').expect("boards");
        let (white, black) = last.split_once(' ').expect("two players");
        let wrong = run(&verify, &format!("{others}\n{black} {white}\n"));
        assert_eq!(wrong.status.code(), Some(6), "{system}");
        let record = json(&wrong);
        assert_eq!(record["program"]["optimal"], false);
        assert_eq!(record["program"]["behind"]["program"], "colours");
        assert!(record["program"]["behind"]["rule"].as_str().expect("a rule").starts_with(system));
        let solved = run(&["solve", file, "--model", system, "--format", "json"], "");
        assert_eq!((solved.status.code(), &json(&solved)["verified"]), (Some(0), &true.into()), "{system}");
        assert_eq!(code(&["model", system, "--show"], ""), 0);
    }
    let wrong = ["verify", "instances/teaching-8.json", "--pairing", "-", "--model", "dutch-2012"];
    assert_eq!(code(&wrong, "1\n1 2\n"), 3);
    assert_eq!(code(&["solve", "-", "--model", "tcec", "--time-limit", "1"], FRESH), 3);
    assert_eq!(code(&["solve", "-", "--model", "dutch-2012"], MET), 1);
}
