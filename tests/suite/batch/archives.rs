//! Archives: every round has one record, whatever the files are and whatever ends a run or one of its processes.

use crate::support::files::load;
use crate::support::prelude::*;
use crate::support::program::{PROGRAM, signal};
use flate2::{Compression, write::GzEncoder};
use serde_json::Value;
use std::fs::File;
use std::io::Write;
use swiss_ilp::questions::batch::RoundSelection;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

/// The instances without the benchmark set, whose certificates are no tournaments and whose rounds take long.
const INSTANCES: [&str; 3] = ["instances/*.trf", "instances/*.json", "instances/errata"];
const GRAZ: &str = "instances/graz-open-2026-a.trf";
const ODD: &str = "tests/data/oracle/dutch-2012/n9_r5_102.trf";
const SMALL: &str = "tests/data/oracle/dutch-2012/n8_r5_101.trf";

fn records(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("a record")).collect()
}

/// The records of a run that writes them to standard output.
fn batch(arguments: &[&str], input: &str) -> Vec<Value> {
    records(&stdout(&run(&[&["batch", "--format", "json"], arguments].concat(), input)))
}

fn text<'r>(record: &'r Value, field: &str) -> &'r str {
    record[field].as_str().unwrap_or_default()
}

fn texts<'r>(records: &'r [Value], field: &str) -> Vec<&'r str> {
    records.iter().map(|record| text(record, field)).collect()
}

/// The records by file, round and model; no two have the same.
fn by_key(records: &[Value]) -> BTreeMap<(String, Option<u64>, String), &Value> {
    let key =
        |record: &Value| (text(record, "file").to_owned(), record["round"].as_u64(), text(record, "model").to_owned());
    let keyed: BTreeMap<_, _> = records.iter().map(|record| (key(record), record)).collect();
    assert_eq!(keyed.len(), records.len(), "a record is there twice");
    keyed
}

fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).expect("memory");
    encoder.finish().expect("memory")
}

/// An archive of these members.
fn zipped(path: &str, method: CompressionMethod, members: &[(&str, Vec<u8>)]) {
    let mut archive = ZipWriter::new(File::create(path).expect("a file"));
    for (name, bytes) in members {
        archive.start_file(*name, SimpleFileOptions::default().compression_method(method)).expect("a member");
        archive.write_all(bytes).expect("a member");
    }
    archive.finish().expect("an archive");
}

/// What unpacks to far more than it is, is made to take time and memory. It is refused, with the bound.
#[test]
fn what_unpacks_to_too_much_is_refused() {
    let dir = empty("batch-unpacked");
    let blank = vec![b'\n'; 5_000_000];
    fs::write(format!("{dir}/blank.trf.gz"), packed(&blank)).expect("a file");
    fs::write(format!("{dir}/blank.trf"), &blank).expect("a file");
    // Up to a mebibyte nothing is said of the ratio.
    fs::write(format!("{dir}/small.trf.gz"), packed(&blank[..1 << 20])).expect("a file");
    zipped(&format!("{dir}/z.zip"), CompressionMethod::Deflated, &[("blank.trf", blank.clone())]);
    let two = ["a.trf", "b.trf"].map(|name| (name, fs::read(SMALL).expect("a file")));
    zipped(&format!("{dir}/two.zip"), CompressionMethod::Stored, &two);
    // The directory of the archive says that the second member is where the first one is.
    let mut bytes = fs::read(format!("{dir}/two.zip")).expect("a file");
    let entries: Vec<usize> = (0..bytes.len() - 4).filter(|at| bytes[*at..].starts_with(b"PK\x01\x02")).collect();
    bytes[entries[1] + 42..entries[1] + 46].fill(0);
    fs::write(format!("{dir}/overlap.zip"), bytes).expect("a file");
    let of = |name: &str| texts(&batch(&[&format!("{dir}/{name}"), "--rounds", "last"], ""), "error").join("; ");
    assert!(of("blank.trf.gz").contains("it unpacks to more than 200 times its size"), "{}", of("blank.trf.gz"));
    assert!(of("z.zip").contains("it unpacks to more than 200 times its size"), "{}", of("z.zip"));
    assert!(of("blank.trf").contains("the file has more than 2000000 lines"), "{}", of("blank.trf"));
    assert!(!of("small.trf.gz").contains("times its size"), "{}", of("small.trf.gz"));
    assert!(of("overlap.zip").contains("members of the archive share bytes"), "{}", of("overlap.zip"));
    assert_eq!(of("two.zip"), "; ");
}

#[test]
fn every_round_of_every_known_tournament_is_optimal_verified_and_certified() {
    let records = batch(&[&INSTANCES[..], &["tests/data"]].concat(), "");
    let keyed = by_key(&records);
    let files: BTreeSet<&str> = records.iter().map(|record| text(record, "file")).collect();
    let mut expected = 0;
    for file in &files {
        let tournament = load(file.as_ref()).tournament;
        if tournament.played_rounds().next().is_none() {
            // The round of an erratum that shows in round 1.
            assert_eq!(*file, "instances/errata/04-no-points.json");
            expected += 1;
        }
        for (round, _) in tournament.played_rounds() {
            let record = keyed[&((*file).to_owned(), Some(round.into()), "pairs".to_owned())];
            for what in ["optimal", "verified", "proof_checked"] {
                assert_eq!(record[what], true, "{what}: {record}");
            }
            assert_eq!((text(record, "status"), &record["gap"]), ("optimal", &Value::from(0)), "{record}");
            expected += 1;
        }
    }
    assert!(files.len() > 85 && expected > 800, "{} files, {expected} rounds", files.len());
    assert_eq!(records.len(), expected);
}

#[test]
fn a_record_says_what_solve_says() {
    let records = batch(&[BRITISH, ODD, "--models", "pairs,fair", "--systems", "dutch-2012,tcec", "--boards"], "");
    assert_eq!(records.len(), 2 * (9 + 5));
    for record in &records {
        let (file, model, round) = (text(record, "file"), text(record, "model"), record["round"].to_string());
        let solved = json(&run(&["solve", file, "--round", &round, "--model", model, "--format", "json"], ""));
        for field in ["status", "optimal", "verified", "bound", "gap", "proof", "pairs", "bye", "rounds_planned"] {
            assert_eq!(record[field], solved[field], "{file}, round {round}, {model}: {field}");
        }
        for (tier, counted) in
            record["objective"].as_array().expect("tiers").iter().zip(solved["objective"].as_array().expect("tiers"))
        {
            let found = (&tier["tier"], &tier["name"], &tier["value"]);
            assert_eq!(found, (&counted["tier"], &counted["name"], &counted["value"]));
        }
        let bytes = fs::read(file).expect(file);
        let hash: String = Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(text(record, "sha256"), hash);
    }
}

#[test]
fn the_records_do_not_depend_on_the_number_of_processes_or_on_where_they_go() {
    let files = [BRITISH, "instances/errata", "tests/data/oracle/tcec/p1*.json"];
    let request = ["--systems", "dutch-2012", "--boards", "--no-times", "-q"];
    let by = |more: &[&str]| run(&[&["batch"], &files[..], &request, more].concat(), "").stdout;
    let one = by(&["--jobs", "1", "--format", "json"]);
    assert_eq!(one, by(&["--jobs", "3", "--format", "json"]));
    let dir = empty("batch-jobs");
    for (ending, expected) in [("jsonl", one), ("csv", by(&["--jobs", "1", "--format", "csv"]))] {
        let out = format!("{dir}/records.{ending}");
        by(&["--jobs", "2", "--out", &out]);
        assert_eq!(fs::read(&out).expect("records"), expected, "{ending}");
    }
    assert_eq!(fs::read_dir(&dir).expect("a folder").count(), 2, "another file was left");
}

#[test]
fn folders_archives_patterns_and_standard_input_are_gone_through_and_nothing_twice() {
    let dir = empty("batch-inputs");
    let bytes = fs::read(SMALL).expect(SMALL);
    fs::create_dir_all(format!("{dir}/b/c")).expect("folders");
    fs::write(format!("{dir}/b/c/deep.TRF"), &bytes).expect("a file");
    fs::write(format!("{dir}/b/notes.pdf"), &bytes).expect("a file");
    fs::write(format!("{dir}/b/.hidden.trf"), &bytes).expect("a file");
    fs::write(format!("{dir}/a.trf.gz"), packed(&bytes)).expect("a file");
    let members = [("it/2.txt", bytes.clone()), ("it/1.trf.gz", packed(&bytes)), ("it/cover.jpg", Vec::new())];
    zipped(&format!("{dir}/z.zip"), CompressionMethod::Deflated, &members);
    fs::write(format!("{dir}/torn.zip"), b"PK\x03\x04").expect("a file");
    let names = |records: &[Value]| -> Vec<String> {
        texts(records, "file").into_iter().map(|name| name.replace(&format!("{dir}/"), "")).collect()
    };
    let inside = ["a.trf.gz", "b/c/deep.TRF", "torn.zip", "z.zip/it/1.trf.gz", "z.zip/it/2.txt"];
    let found = batch(&[&dir, &format!("{dir}/*.gz"), &dir, "--rounds", "last"], "");
    assert_eq!(names(&found), inside);
    let hash = &found[0]["sha256"];
    for record in found.iter().filter(|record| text(record, "status") != "error") {
        assert_eq!((&record["sha256"], &record["round"]), (hash, &Value::from(5)));
    }
    assert_eq!(text(&found[2], "status"), "error");
    let said = stdout(&run(&["batch", &dir, "--rounds", "last"], ""));
    assert!(said.contains("2 other files were passed over"), "{said}");

    let input = format!("{dir}/b\n\n{FRESH}\n{dir}/nowhere.trf\n{MET}\n  \n{{\n");
    let read = batch(&["-", "--rounds", "next"], &input);
    assert_eq!(names(&read), ["b/c/deep.TRF", "stdin:3", "nowhere.trf", "stdin:5", "stdin:7"]);
    assert_eq!(texts(&read, "status"), ["optimal", "optimal", "error", "infeasible", "error"]);
    let none = batch(&[&format!("{dir}/*.nothing"), &format!("{dir}/b/notes.pdf"), "--rounds", "1"], "");
    assert_eq!(texts(&none, "status"), ["error", "optimal"]);
}

#[test]
fn rounds_are_those_that_are_asked_for() {
    let tournament = load(GRAZ.as_ref()).tournament;
    let played = tournament.played_rounds().count() as u32;
    let of = |text: &str| text.parse::<RoundSelection>().expect(text).of(&tournament);
    assert_eq!(of("all"), Ok((1..=played).collect()));
    assert_eq!(of("last"), Ok(vec![played]));
    assert_eq!(of("3-5"), Ok(vec![3, 4, 5]));
    assert_eq!(of("2"), Ok(vec![2]));
    assert_eq!(of("1-999"), Ok((1..=played + u32::from(tournament.rounds_planned > Some(played))).collect()));
    assert!(of("500-999").is_err());
    let unfinished = load(TEACHING.as_ref()).tournament;
    assert_eq!("next".parse::<RoundSelection>().expect("next").of(&unfinished), Ok(vec![4]));
    assert_eq!("3-4".parse::<RoundSelection>().expect("3-4").of(&unfinished), Ok(vec![3, 4]));
    for wrong in ["", "0", "5-3", "-3", "3-", "every", "1,2"] {
        assert!(wrong.parse::<RoundSelection>().is_err(), "{wrong}");
    }
}

#[test]
fn wrong_requests_are_refused_before_anything_is_written() {
    let dir = empty("batch-refused");
    let out = format!("{dir}/records.jsonl");
    for request in [
        &["batch"][..],
        &["batch", SMALL, "--out", "records.xlsx"],
        &["batch", SMALL, "--models", "nonesuch", "--out", &out],
        &["batch", SMALL, "--models", "pairs,pairs", "--out", &out],
        &["batch", SMALL, "--systems", "dutch-2025", "--out", &out],
        &["batch", SMALL, "--rounds", "none", "--out", &out],
        &["batch", SMALL, "--format", "pairs"],
        &["batch", SMALL, "--format", "csv", "--out", &out],
        &["batch", SMALL, "--format", "trf", "--out", &out],
        &["batch", SMALL, "--resume"],
        &["batch", SMALL, "--jobs", "0", "--out", &out],
        &["batch", SMALL, "--delimiter", "ab", "--out", &out],
        &["batch", SMALL, "--out", "/nowhere/records.jsonl"],
    ] {
        assert_eq!(code(request, ""), 3, "{request:?}");
        assert!(!Path::new(&out).exists(), "{request:?}");
    }
}

/// The records of an undisturbed run, and the request that makes them.
fn undisturbed(file: &'static str, dir: &str) -> (Vec<u8>, [&'static str; 7]) {
    let request = ["batch", file, "tests/data/oracle/tcec/p1*.json", "--systems", "dutch-2012", "--no-times", "-q"];
    let whole = format!("{dir}/whole.jsonl");
    assert_eq!(code(&[&request[..], &["--out", &whole]].concat(), ""), 0);
    (fs::read(whole).expect("records"), request)
}

#[test]
fn a_run_is_resumed_after_any_beginning_of_its_records() {
    let dir = empty("batch-resume");
    let (whole, request) = undisturbed(BRITISH, &dir);
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let lines: Vec<usize> = (0..whole.len()).filter(|place| whole[*place] == b'\n').map(|place| place + 1).collect();
    let mut ends: Vec<usize> = (0..4).map(|_| rng.random_range(0..whole.len())).collect();
    ends.extend([0, whole.len(), lines[3], lines[10] - 1, lines[20] + 1]);
    for end in ends {
        let out = format!("{dir}/{end}.jsonl");
        fs::write(&out, &whole[..end]).expect("a file");
        assert_eq!(code(&[&request[..], &["--out", &out]].concat(), ""), 3, "it is there");
        assert_eq!(code(&[&request[..], &["--out", &out, "--resume"]].concat(), ""), 0, "{end}");
        assert!(fs::read(&out).expect("records") == whole, "resumed after {end} of {} bytes", whole.len());
    }
    let out = format!("{dir}/table.csv");
    fs::write(format!("{out}.part.jsonl"), &whole[..lines[12] + 5]).expect("a file");
    assert_eq!(code(&[&request[..], &["--out", &out, "--resume"]].concat(), ""), 0);
    let table = run(&[&request[..], &["--format", "csv"]].concat(), "").stdout;
    assert!(fs::read(&out).expect("a table") == table);
    assert!(!Path::new(&format!("{out}.part.jsonl")).exists());
}

#[test]
fn records_of_another_run_are_not_resumed() {
    let dir = empty("batch-other");
    let out = format!("{dir}/records.jsonl");
    let with = |more: &[&str], code, said: &str| ended(&[&["batch", "--out", &out][..], more].concat(), "", code, said);
    with(&[SMALL, TEACHING], 0, "");
    let whole = fs::read_to_string(&out).expect("records");
    for (request, said) in [
        (&[TEACHING, SMALL, "--resume"][..], "line 1: it is of"),
        (&[SMALL, "--resume"], "which is not among the inputs"),
        (&[SMALL, TEACHING, "--models", "fair", "--resume"], "line 1: it was made with other models"),
        (&[SMALL, TEACHING, "--models", "pairs,fair", "--resume"], "line 1: it was made with other models"),
        (&[SMALL, TEACHING, "--rounds", "1-2", "--resume"], "line 1: it was made with other models"),
        (&[SMALL, TEACHING, "--boards", "--resume"], "line 1: it was made with other models"),
        (&[SMALL, TEACHING], "--resume to go on where it ends, or --force"),
    ] {
        with(request, 3, said);
        assert_eq!(fs::read_to_string(&out).expect("records"), whole, "{request:?}");
    }
    for (from, to, said) in
        [("\"version\":\"", "\"version\":\"9", "of version 9"), ("{\"file\"", "\"file\"", "line 1: no record")]
    {
        fs::write(&out, whole.replacen(from, to, 1)).expect("a file");
        with(&[SMALL, TEACHING, "--resume"], 3, said);
    }
}

/// Each record must be the one that the run writes there, of the source as it is, and no record may be missing.
#[test]
fn a_journal_that_was_altered_is_not_resumed() {
    let dir = empty("batch-altered");
    let (out, bad) = (format!("{dir}/records.jsonl"), format!("{dir}/bad.trf"));
    fs::write(&bad, "nothing").expect("a file");
    let request = ["batch", SMALL, &bad, TEACHING, "--models", "pairs,fair", "--rounds", "1-2", "--out", &out];
    assert_eq!(code(&request, ""), 6, "one file is none");
    let whole = fs::read_to_string(&out).expect("records");
    let lines: Vec<&str> = whole.split_inclusive('\n').collect();
    // Two rounds by two models, the file that is none, and the same again.
    assert_eq!(lines.len(), 9);
    let without = |place: usize| [&lines[..place], &lines[place + 1..]].concat().concat();
    let changed = |place: usize, from: &str, to: &str| {
        assert!(lines[place].contains(from), "{from}");
        let line = lines[place].replacen(from, to, 1);
        [&lines[..place], &[&line], &lines[place + 1..]].concat().concat()
    };
    let of_file: Value = serde_json::from_str(lines[5]).expect("a record");
    let sha256 = of_file["sha256"].as_str().expect("a hash");
    let another = sha256.replace(|c: char| c.is_ascii_digit(), "a");
    let twice = [&lines[..], &lines[8..]].concat().concat();
    for (text, said) in [
        (without(0), "line 1: round 1 by model 1"),
        (lines[2..].concat(), "line 1: round 1 by model 1"),
        (without(2), "line 3: it does not come after the record before it: round 2 by model 1"),
        (without(3), "line 4: it is of"),
        (lines[4..].concat(), "line 1: it is of"),
        (without(4), "line 5: it is of instances/teaching-8.json, and a record of"),
        (without(5), "line 6: round 1 by model 1 of instances/teaching-8.json belongs here"),
        (lines.repeat(2).concat(), "line 10: it is of"),
        (twice, "line 10: it does not come after the record before it: all records"),
        (changed(6, sha256, &another), "line 7: instances/teaching-8.json has"),
        (changed(6, &format!("\"{sha256}\""), "null"), "line 7: instances/teaching-8.json could not be read when"),
        (changed(7, "\"tournament\":\"", "\"tournament\":\"Another "), "line 8: its tournament"),
        (changed(7, "\"rounds_planned\":", "\"rounds_planned\":1"), "line 8: its tournament"),
        (changed(7, "\"round\":2", "\"round\":3"), "line 8: it does not come after"),
        (changed(7, "\"model\":\"pairs", "\"model\":\"pears"), "line 8: it does not come after"),
        (changed(8, "\"model_sha256\":\"", "\"model_sha256\":\"0"), "line 9: it does not come after"),
        (changed(8, "\"highs\":\"", "\"highs\":\"9"), "line 9: it was made with HiGHS 9"),
        (changed(4, "\"error\":\"", "\"error\":\"no "), "line 5: it is not the record of"),
        (changed(4, "\"sha256\":\"", "\"sha256\":\"0"), "line 5: "),
    ] {
        fs::write(&out, &text).expect("a file");
        let refused = ended(&[&request[..], &["--resume"]].concat(), "", 3, "");
        let words = stderr(&refused);
        assert!(words.contains(said) && words.contains("begin anew with --force"), "not {said}: {words}");
        assert_eq!(fs::read_to_string(&out).expect("records"), text, "{said}");
    }
    fs::write(&out, &whole).expect("a file");
    assert_eq!(code(&[&request[..], &["--resume"]].concat(), ""), 6);
    assert_eq!(fs::read_to_string(&out).expect("records"), whole);
}

#[test]
fn files_that_were_changed_or_deleted_are_not_resumed() {
    let dir = empty("batch-changed");
    let (file, out) = (format!("{dir}/a.trf"), format!("{dir}/records.jsonl"));
    let small = fs::read(SMALL).expect(SMALL);
    let changed = fs::read(ODD).expect(ODD);
    fs::write(&file, &small).expect("a file");
    let request = ["batch", &file, TEACHING, "--out", &out];
    assert_eq!(code(&request, ""), 0);
    let whole = fs::read_to_string(&out).expect("records");
    let first = whole.split_inclusive('\n').next().expect("a record");
    for after in [Some(&changed), None] {
        match after {
            Some(bytes) => fs::write(&file, bytes).expect("a file"),
            None => fs::remove_file(&file).expect("a file"),
        }
        for text in [first, &whole] {
            fs::write(&out, text).expect("a file");
            ended(&[&request[..], &["--resume"]].concat(), "", 3, "a.trf has changed since it was paired");
        }
    }
    fs::write(&file, &small).expect("a file");
    fs::write(&out, first).expect("a file");
    assert_eq!(code(&[&request[..], &["--resume"]].concat(), ""), 0);
}

#[test]
fn every_path_has_an_outcome() {
    let dir = empty("batch-outcomes");
    fs::create_dir_all(format!("{dir}/empty/.hidden")).expect("folders");
    fs::write(format!("{dir}/empty/.hidden/a.trf"), "").expect("a file");
    zipped(&format!("{dir}/none.zip"), CompressionMethod::Deflated, &[("cover.jpg", Vec::new())]);
    let [empty, none] = [format!("{dir}/empty"), format!("{dir}/none.zip")];
    assert_eq!(texts(&batch(&[&empty, &none, "/dev/null"], ""), "status"), ["error"; 3]);
    // A line of exactly as many bytes as are allowed is a line, and so is the next one.
    let padded = format!("{FRESH}{}", " ".repeat(files::MOST_BYTES - FRESH.len()));
    let longer = format!("{padded} ");
    let lines = batch(&["-", "--rounds", "next"], &format!("\u{feff}{FRESH}\n{padded}\n{FRESH}\n{longer}\n{FRESH}\n"));
    assert_eq!(texts(&lines, "status"), ["optimal", "optimal", "optimal", "error", "optimal"]);
    assert_eq!(texts(&lines, "file"), ["stdin:1", "stdin:2", "stdin:3", "stdin:4", "stdin:5"]);
}

#[test]
fn the_command_that_repeats_a_failure_does_so() {
    let dir = empty("batch-repeat");
    let bad = "012 nobody plays";
    fs::write(format!("{dir}/packed.trf"), packed(bad.as_bytes())).expect("a file");
    fs::write(format!("{dir}/-x.json"), "{").expect("a file");
    let members = [("-d.trf", bad.into()), ("a b.trf.gz", packed(bad.as_bytes())), ("x[1]*.trf", bad.into())];
    zipped(&format!("{dir}/z.zip"), CompressionMethod::Deflated, &members);
    let summary = format!("{dir}/summary.json");
    let mut program = program(["batch", "./-x.json", "packed.trf", "z.zip", "--summary", &summary]);
    let output = program.current_dir(&dir).output().expect("the program starts");
    assert_eq!(output.status.code(), Some(6));
    let counted: Value = serde_json::from_slice(&fs::read(&summary).expect("a summary")).expect("JSON");
    let expected = [
        "swiss-ilp solve ./-x.json",
        "gzip -dc packed.trf | swiss-ilp solve -",
        "unzip -p z.zip '[-]d.trf' | swiss-ilp solve -",
        "unzip -p z.zip 'a b.trf.gz' | gzip -dc | swiss-ilp solve -",
        "unzip -p z.zip 'x[[]1][*].trf' | swiss-ilp solve -",
    ];
    assert_eq!(texts(counted["failures"].as_array().expect("failures"), "command"), expected);
}

#[cfg(target_os = "linux")]
mod processes {
    use super::*;
    use std::process::{Child, Command, Stdio};
    use std::thread::sleep;
    use std::time::Instant;

    fn start(arguments: &[&str]) -> Child {
        let mut command = program(arguments);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the program starts")
    }

    /// The processes that `parent` has started.
    fn children(parent: u32) -> Vec<u32> {
        let all_threads = fs::read_dir(format!("/proc/{parent}/task")).into_iter().flatten().flatten();
        let of_thread = |thread: fs::DirEntry| fs::read_to_string(thread.path().join("children")).unwrap_or_default();
        let found = all_threads.map(of_thread).join(" ");
        found.split_whitespace().map(|id| id.parse().expect("a number")).collect()
    }

    fn until(what: &str, mut is_so: impl FnMut() -> bool) {
        let begun = Instant::now();
        while !is_so() {
            assert!(begun.elapsed() < Duration::from_secs(60), "{what} did not happen");
            sleep(Duration::from_millis(2));
        }
    }

    fn is_alive(process: u32) -> bool {
        let state = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
        let after_the_name = state.rsplit(')').next().unwrap_or_default().trim_start();
        !after_the_name.is_empty() && !after_the_name.starts_with('Z')
    }

    fn lines(path: &str) -> usize {
        fs::read_to_string(path).unwrap_or_default().lines().count()
    }

    /// A process that is at a long round does not go on when nobody waits for it any more.
    #[test]
    fn a_killed_run_ends_its_processes_at_once() {
        let mut run =
            start(&["batch", GRAZ, "--rounds", "7", "--models", "slots", "--method", "highs", "--time-limit", "600"]);
        until("a process", || !children(run.id()).is_empty());
        sleep(Duration::from_millis(500));
        let workers = children(run.id());
        run.kill().expect("killed");
        run.wait().expect("ended");
        until("the end of its processes", || !workers.iter().any(|worker| is_alive(*worker)));
    }

    /// What kills a process costs the round that it is at.
    #[test]
    fn a_killed_process_costs_one_round() {
        let dir = empty("batch-worker");
        let out = format!("{dir}/records.jsonl");
        // Slots take HiGHS longer than the test waits.
        let how = "--rounds 2-3 --models pairs,slots,fair --method highs --time-limit 600 --jobs 1 --out";
        let request = [&["batch", SMALL, GRAZ][..], &how.split(' ').collect::<Vec<_>>(), &[&out]].concat();
        let mut run = start(&request);
        for done in [4, 7] {
            until("the records before", || lines(&out) == done + 3);
            // It has begun the next one, which takes long.
            sleep(Duration::from_millis(200));
            let workers = children(run.id());
            assert_eq!(workers.len(), 1);
            signal(workers[0], if done == 4 { "KILL" } else { "ABRT" });
        }
        assert_eq!(run.wait().expect("ended").code(), Some(6));
        let records = records(&fs::read_to_string(&out).expect("records"));
        let expected = [&["optimal"; 6][..], &["optimal", "error", "optimal", "optimal", "error", "optimal"]].concat();
        assert_eq!(texts(&records, "status"), expected);
        for (index, cause) in [(7, "signal 9"), (10, "signal 6")] {
            let record = &records[index];
            assert_eq!((text(record, "model"), text(record, "file")), ("slots", GRAZ));
            assert!(text(record, "error").contains(cause) && record["sha256"].is_string(), "{record}");
        }
    }

    #[test]
    fn an_interrupt_ends_the_processes_and_leaves_whole_records() {
        let dir = empty("batch-interrupt");
        let (whole, request) = undisturbed(GRAZ, &dir);
        let out = format!("{dir}/records.jsonl");
        let mut run = start(&[&request[..], &["--out", &out, "--jobs", "2"]].concat());
        until("some records", || lines(&out) > 5);
        let workers = children(run.id());
        signal(run.id(), "INT");
        assert_eq!(run.wait().expect("ended").code(), Some(130));
        until("the end of its processes", || !workers.iter().any(|worker| is_alive(*worker)));
        let left = fs::read(&out).expect("records");
        assert!(left.ends_with(b"\n") && whole.starts_with(&left) && left.len() < whole.len());
        assert_eq!(code(&[&request[..], &["--out", &out, "--resume"]].concat(), ""), 0);
        assert!(fs::read(&out).expect("records") == whole);
    }

    /// A limit on the size of files stands for a full disk.
    #[test]
    fn a_full_disk_is_reported_and_what_was_written_stays_valid() {
        let dir = empty("batch-full");
        let (whole, request) = undisturbed(BRITISH, &dir);
        for name in ["records.jsonl", "table.csv"] {
            let out = format!("{dir}/{name}");
            let script = format!("trap '' XFSZ; ulimit -f 16; exec '{PROGRAM}' {} --out '{out}'", request.join(" "));
            let full = Command::new("bash").args(["-c", &script]).current_dir(env!("CARGO_MANIFEST_DIR")).output();
            let full = full.expect("bash");
            assert_eq!(full.status.code(), Some(3));
            let said = stderr(&full);
            assert!(said.contains("are whole in") && said.contains("--resume goes on"), "{said}");
            let written = if name == "table.csv" { format!("{out}.part.jsonl") } else { out.clone() };
            let left = fs::read(&written).expect("records");
            assert!(left.ends_with(b"\n") && whole.starts_with(&left) && left.len() < whole.len());
            assert_eq!(code(&[&request[..], &["--out", &out, "--resume"]].concat(), ""), 0);
        }
        assert!(fs::read(format!("{dir}/records.jsonl")).expect("records") == whole);
    }
}

#[cfg(feature = "parquet")]
#[test]
fn parquet_has_the_rows_of_csv() {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::{Field, Row};
    let dir = empty("batch-parquet");
    let out = format!("{dir}/records.parquet");
    let request = ["batch", GRAZ, TEACHING, "--systems", "dutch-2012", "--boards", "--no-times", "--rounds", "1-4"];
    assert_eq!(code(&[&request[..], &["--out", &out]].concat(), ""), 0);
    let reader = SerializedFileReader::new(File::open(&out).expect("a file")).expect("Parquet");
    let rows: Vec<Row> = reader.get_row_iter(None).expect("rows").map(|row| row.expect("a row")).collect();
    let text = stdout(&run(&[&request[..], &["--format", "csv"]].concat(), ""));
    let mut table = csv::Reader::from_reader(text.as_bytes());
    let headers = table.headers().expect("a header").clone();
    let expected: Vec<csv::StringRecord> = table.records().map(|row| row.expect("a row")).collect();
    assert_eq!(rows.len(), expected.len());
    for (row, expected) in rows.iter().zip(&expected) {
        for ((column, field), (name, cell)) in row.get_column_iter().zip(headers.iter().zip(expected)) {
            let value = match field {
                Field::Null => String::new(),
                Field::Str(text) => text.clone(),
                Field::Long(whole) => whole.to_string(),
                Field::Double(number) => number.to_string(),
                Field::Bool(truth) => truth.to_string(),
                other => panic!("{name} is {other}"),
            };
            assert_eq!((column.as_str(), value.as_str()), (name, cell));
        }
    }
}
