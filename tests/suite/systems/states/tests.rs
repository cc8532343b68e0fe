//! The fields, explored: `make states` explores many, and the smallest are explored here and compared with the tables of the book.

use super::{ABSENCE, Asked, Edition, Exploration, Explored, FORFEIT, Field};
use crate::support::long::{self, root};
use itertools::Itertools;
use std::fs;
use std::path::Path;
use std::time::Instant;

/// All of these fields take some minutes.
const FIELDS: &str = "2 3 4 5 6:3 6:4 4+ 5+:3";

/// Of fields that are not small, another program pairs every so many rounds.
const EVERY: u64 = 20;

/// How many differences are shown.
const SHOWN: usize = 20;

/// A field as `STATES` names it: `6+:4` has six players, an absence and a forfeit, and is paired up to round 4.
fn field(name: &str) -> Field {
    let (field, rounds) = name.split_once(':').unwrap_or((name, "5"));
    let players = field.trim_end_matches('+').parse().unwrap_or_else(|_| panic!("not a field: {name}"));
    let rounds = rounds.parse().unwrap_or_else(|_| panic!("not a number of rounds: {name}"));
    Field { players, rounds, incidents: if field.ends_with('+') { ABSENCE | FORFEIT } else { 0 } }
}

fn explored(edition: &Edition, field: Field, threads: usize) -> Explored {
    Exploration { edition, field, threads, merges: true, asked: None }.run(|_| ())
}

/// The players of a field, as `STATES` names them.
fn players(field: Field) -> String {
    format!("{}{}", field.players, if field.incidents == 0 { "" } else { "+" })
}

/// The rows of a field: one for each round.
fn rows(id: &str, field: Field, explored: &Explored) -> Vec<String> {
    let row = |(round, counts): (u32, &super::Counts)| {
        let unpairable = counts.unpairable.iter().join(",");
        format!("{id},{},{round},{},{},{unpairable}", players(field), counts.states, counts.rounds / 2)
    };
    // Where nobody can be paired any more, the field has ended.
    (1..).zip(&explored.counts).filter(|(_, counts)| counts.states > 0).map(row).collect()
}

/// The row with the hash of a field.
fn row_of_hash(id: &str, field: Field, explored: &Explored) -> String {
    format!("{id},{},{},{}", players(field), field.rounds, explored.hash)
}

/// The tables of the book: the rounds, the hashes, and the rounds of other programs, each with its columns.
const TABLES: [(&str, &str); 3] = [
    ("docs/src/evidence/small-fields.csv", "system,players,round,states,rounds,no_pairing,no_pairing_last"),
    ("docs/src/evidence/small-fields-hashes.csv", "system,players,up_to_round,sha256"),
    ("docs/src/evidence/small-fields-programs.csv", "program,players,up_to_round,rounds,otherwise"),
];

/// The tables have what is found now.
#[test]
fn small_fields_are_paired_as_the_tables_say() {
    let tables = TABLES.map(|(path, _)| fs::read_to_string(root().join(path)).expect(path)).join("\n");
    for edition in Edition::all() {
        for name in ["2", "3", "4", "6:3"] {
            let field = field(name);
            let explored = explored(&edition, field, 1);
            assert_eq!(explored.differences, Vec::<String>::new(), "{} {name}", edition.id);
            let rows =
                rows(edition.id, field, &explored).into_iter().chain([row_of_hash(edition.id, field, &explored)]);
            for row in rows {
                assert!(tables.lines().any(|line| line == row), "not in the tables: {row}");
            }
        }
    }
}

/// States that are one by what a reading sees are paired alike, whatever led to them: with all ways apart, the lines are the same.
#[test]
fn what_a_reading_sees_is_all_that_counts() {
    for edition in Edition::all() {
        for name in ["4:4", "4+:3"] {
            let lines = |merges| {
                let exploration =
                    Exploration { edition: &edition, field: field(name), threads: 1, merges, asked: None };
                let mut lines = String::new();
                let explored = exploration.run(|visited| lines.push_str(visited));
                assert_eq!(explored.differences, Vec::<String>::new(), "{} {name}", edition.id);
                let sorted = lines.lines().map(ToOwned::to_owned).sorted();
                (sorted.dedup().collect_vec(), explored.counts.iter().map(|counts| counts.states).sum::<u64>())
            };
            let ((merged, states), (apart, ways)) = (lines(true), lines(false));
            assert!(states < ways && merged == apart, "{} {name}: {states} states, {ways} ways", edition.id);
        }
    }
}

#[test]
fn the_hash_does_not_depend_on_threads() {
    let [edition, ..] = Edition::all();
    assert_eq!(explored(&edition, field("5:3"), 1), explored(&edition, field("5:3"), 3));
}

/// A literal reading of another edition is found out, and so is a second reading without a criterion.
#[test]
fn other_readings_differ() {
    let [of_2026, of_2017, _] = Edition::all();
    let wrong = Edition { literal: of_2017.literal, without: vec!["C12".to_owned()], ..of_2026 };
    let explored = explored(&wrong, field("5:3"), 1);
    let (literal, second): (u64, u64) = explored
        .counts
        .iter()
        .map(|counts| (counts.other_by_reading, counts.other_by_second))
        .fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
    assert!(literal > 5 && second > 5, "{literal} {second}");
}

/// The long suite; `make states` runs it.
#[test]
#[ignore = "long; make states"]
fn the_states() {
    let names = std::env::var("STATES").ok().filter(|names| !names.is_empty()).unwrap_or_else(|| FIELDS.to_owned());
    let folder = std::env::var("PEERS").ok().filter(|folder| !folder.is_empty());
    let peers = folder.map(|folder| super::super::peers::in_folder(Path::new(&folder))).unwrap_or_default();
    let (mut table, mut hashes, mut by_peers, mut differences) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for edition in Edition::all().iter().filter(|edition| long::is_chosen("EDITIONS", edition.id)) {
        let peer = peers.iter().find(|peer| peer.system().to_string() == edition.id);
        for name in names.split([' ', ',']).filter(|name| !name.is_empty()) {
            let (field, started) = (field(name), Instant::now());
            let asked = peer.map(|peer| Asked { peer, every: EVERY });
            let threads = long::threads("STATES_THREADS");
            let explored = Exploration { edition, field, threads, merges: true, asked }.run(|_| ());
            let of_field = rows(edition.id, field, &explored);
            println!(
                "{}\n{}: {:.0?}",
                of_field.join("\n"),
                row_of_hash(edition.id, field, &explored),
                started.elapsed()
            );
            let total = explored.counts.iter().fold(super::Counts::default(), |mut total, counts| {
                total += *counts;
                total
            });
            println!("{total:?}");
            table.extend(of_field);
            hashes.push(row_of_hash(edition.id, field, &explored));
            if let Some(peer) = peer {
                let super::Counts { by_peers: rounds, other_by_peers: other, .. } = total;
                by_peers.push(format!("{},{},{},{rounds},{other}", peer.name, players(field), field.rounds));
            }
            println!("{}", explored.differences.iter().take(SHOWN).join("\n"));
            differences.extend(explored.differences);
        }
    }
    let table = table.into_iter().unique().collect_vec();
    for ((path, columns), rows) in TABLES.into_iter().zip([table, hashes, by_peers]) {
        // Without other programs, their table stays.
        if std::env::var_os("STATES_WRITE").is_some() && !rows.is_empty() {
            fs::write(root().join(path), format!("{columns}\n{}\n", rows.join("\n"))).expect("written");
        }
    }
    let ours = differences.iter().filter(|line| !peers.iter().any(|peer| line.starts_with(peer.name)));
    assert_eq!(ours.count(), 0, "see above");
}
