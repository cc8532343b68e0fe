//! What large, long or repetitive files may cost: the documented limits hold, and no list is gone through for each of its
//! entries. A reader that forgot that would not end here in reasonable time.

use crate::support::prelude::*;
use swiss_ilp::files::pairs;
use swiss_ilp::model::ModelError;

/// How often each code is said of the file.
fn codes(faults: &[Fault]) -> Vec<(&'static str, usize)> {
    let mut counted: Vec<(&'static str, usize)> = Vec::new();
    for fault in faults {
        match counted.iter_mut().find(|(code, _)| *code == fault.code.id()) {
            Some((_, count)) => *count += 1,
            None => counted.push((fault.code.id(), 1)),
        }
    }
    counted
}

fn faults(file: &str) -> Vec<(&'static str, usize)> {
    codes(&files::read(file.as_bytes()).expect_err("a fault"))
}

fn state(loaded: &Loaded) -> RoundState {
    RoundState::new(&loaded.tournament, RoundRequest::default()).expect("a round")
}

fn json_players(count: usize) -> String {
    let players: Vec<String> = (1..=count).map(|id| format!(r#"{{"id":{id}}}"#)).collect();
    format!(r#""players":[{}]"#, players.join(","))
}

/// A report of four players with these further lines.
fn report(lines: &str) -> String {
    let row = |id: u32| format!("001 {id:4}      {:33} {:4}     {:22} {:4} {id:4}\n", "Ann", "", "", "0.0");
    (1..=4).map(row).collect::<String>() + "XXR 5\n" + lines
}

#[test]
fn groups_beyond_the_limit_are_refused() {
    for (count, expected) in [(100_000, None), (100_001, Some(1)), (200_000, Some(1))] {
        let said = expected.map(|times| vec![("file-too-large", times)]);
        let found = |read: Result<Loaded, Vec<Fault>>| read.err().map(|faults| codes(&faults));
        assert_eq!(found(files::read(report(&"XXP 1 2\n".repeat(count)).as_bytes())), said, "{count}");
        let groups = vec![r#"{"players":[1,2]}"#; count].join(",");
        let json = format!(r#"{{{},"forbidden":[{groups}]}}"#, json_players(4));
        assert_eq!(found(files::read(json.as_bytes())), said, "{count}");
    }
}

#[test]
fn lines_beyond_the_limit_are_refused() {
    assert!(files::read(report("").as_bytes()).is_ok());
    let group = |times: usize| report(&format!("XXP{}\n", " 1 2".repeat(times)));
    assert!(files::read(group(49_999).as_bytes()).is_ok());
    assert_eq!(faults(&group(50_000)), [("file-too-large", 1)]);
    // A line that is no record is not read, however long it is, and blanks are nothing.
    assert!(files::read(report(&"x".repeat(300_000)).as_bytes()).is_ok());
    assert_eq!(faults(&" ".repeat(300_000)), [("empty-file", 1)]);
    assert_eq!(faults(&"[".repeat(300_000)), [("not-trf", 1)]);
}

#[test]
fn no_more_faults_are_kept_than_a_person_reads() {
    let fields: Vec<String> = (0..100_000).map(|field| format!(r#""{field}":0"#)).collect();
    let file = format!(r#"{{"players":[{{"id":1,"attributes":{{{}}}}}]}}"#, fields.join(","));
    assert_eq!(faults(&file), [("json-value", 1000), ("too-many-faults", 1)]);
    let byes = vec![r#"{"player":1,"kind":"half"}"#; 100_000].join(",");
    let file = format!(r#"{{{},"rounds":[{{"byes":[{byes}]}}]}}"#, json_players(2));
    let loaded = files::read(file.as_bytes()).expect("well-formed");
    let error = RoundState::new(&loaded.tournament, RoundRequest::default()).expect_err("many byes");
    let swiss_ilp::tournament::RoundError::Faults(found) = error else { panic!("{error}") };
    assert_eq!(codes(&found), [("twice-in-a-round", 1000), ("too-many-faults", 1)]);
    let notes = files::read(report(&"XXQ\n".repeat(100_000)).as_bytes()).expect("a sound report").notes;
    assert_eq!(codes(&notes), [("unknown-record", 1000), ("too-many-faults", 1)]);
    let list = "1 x\n".repeat(100_000);
    let found = codes(&pairs::read(list.as_bytes()).expect_err("no pairs"));
    assert_eq!(found, [("bad-pair", 1000), ("too-many-faults", 1)]);
    let counted = pairs::read(format!("7\n{list}").as_bytes()).expect_err("no pairs");
    assert_eq!(codes(&counted), [("bad-count", 1), ("bad-pair", 999), ("too-many-faults", 1)]);
}

#[test]
fn forbidden_groups_cost_what_their_pairs_cost() {
    let group = |players: &str| format!(r#"{{"players":[{players}]}}"#);
    let file = format!(r#"{{{},"forbidden":[{}]}}"#, json_players(2), group(&["1"; 100_000].join(",")));
    let loaded = files::read(file.as_bytes()).expect("a tournament");
    let refused = RoundState::new(&loaded.tournament, RoundRequest::default()).expect_err("one player");
    assert!(matches!(&refused, RoundError::Faults(faults) if codes(faults) == [("forbidden-group", 1)]), "{refused:?}");
    let everybody: Vec<String> = (1..=2000).map(|id| id.to_string()).collect();
    let groups = vec![group(&everybody.join(",")); 200].join(",");
    let file = format!(r#"{{{},"forbidden":[{groups}]}}"#, json_players(2000));
    let state = state(&files::read(file.as_bytes()).expect("sound"));
    assert_eq!(state.forbidden().count(), 2000 * 1999 / 2);
    assert!(state.is_forbidden(PlayerId(2000), PlayerId(1)) && !state.is_forbidden(PlayerId(1), PlayerId(1)));
}

#[test]
fn model_files_beyond_the_limit_are_refused() {
    let model = std::fs::read_to_string("models/pairs.toml").expect("a model");
    let padded = |bytes: usize| model.clone() + &" ".repeat(bytes - model.len());
    assert!(Model::load(&written("large.toml", padded(1_000_000))).is_ok());
    let error = Model::load(&written("large.toml", padded(1_000_001))).expect_err("too large");
    assert!(matches!(error, ModelError::Read { .. }) && error.to_string().contains("1000000 bytes"), "{error}");
    let pairs: Vec<String> = (1..60_000).map(|id| format!("[{id},{}]", id + 1)).collect();
    let side = format!("{model}\n[side]\nforbidden = [{}]\n", pairs.join(","));
    assert!(Model::parse("side.toml", &side).is_ok());
    // A list is all pairs of its players.
    let list = |most: u32| (1..=most).map(|id| id.to_string()).collect::<Vec<_>>().join(",");
    let parsed = |most| Model::parse("list.toml", &format!("{model}\n[side]\nforbidden = [[{}]]\n", list(most)));
    assert!(parsed(1_000).is_ok());
    let error = parsed(1_001).expect_err("too many");
    assert!(error.to_string().contains("more than 500000 pairs"), "{error}");
}
