//! The fields, explored: `make states` explores many, and the smallest are explored here and compared with the tables of the book.

use super::{ABSENCE, Edition, Exploration, Explored, FORFEIT, Field};
use crate::support::long::{self, root};
use itertools::Itertools;
use std::fs;
use std::time::Instant;

/// All of these fields take some minutes.
const FIELDS: &str = "2 3 4 5 6:3 6:4 4+ 5+:3";

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
    Exploration { edition, field, threads }.run()
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

/// The tables of the book: the rounds and the hashes, each with its columns.
const TABLES: [(&str, &str); 2] = [
    ("docs/src/evidence/small-fields.csv", "system,players,round,states,rounds,no_pairing,no_pairing_last"),
    ("docs/src/evidence/small-fields-hashes.csv", "system,players,up_to_round,sha256"),
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

/// The long suite; `make states` runs it.
#[test]
#[ignore = "long; make states"]
fn the_states() {
    let names = std::env::var("STATES").ok().filter(|names| !names.is_empty()).unwrap_or_else(|| FIELDS.to_owned());
    let (mut table, mut hashes, mut differences) = (Vec::new(), Vec::new(), Vec::new());
    for edition in Edition::all().iter().filter(|edition| long::is_chosen("EDITIONS", edition.id)) {
        for name in names.split([' ', ',']).filter(|name| !name.is_empty()) {
            let (field, started) = (field(name), Instant::now());
            let explored = explored(edition, field, long::threads("STATES_THREADS"));
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
            println!("{}", explored.differences.iter().take(SHOWN).join("\n"));
            differences.extend(explored.differences);
        }
    }
    let table = table.into_iter().unique().collect_vec();
    for ((path, columns), rows) in TABLES.into_iter().zip([table, hashes]) {
        if std::env::var_os("STATES_WRITE").is_some() {
            fs::write(root().join(path), format!("{columns}\n{}\n", rows.join("\n"))).expect("written");
        }
    }
    assert!(differences.is_empty(), "see above");
}
