//! The ledger, played: `make ledger` plays many tournaments, and
//! a few are played here.

use super::{Edition, Kind, Tally, play};
use crate::support::long::{self, Journal, root, threads};
use crate::support::{LITERALS, system};
use itertools::Itertools;
use std::fs;
use std::time::Duration;
use swiss_ilp::files;
use swiss_ilp::rules::EDITIONS;
use swiss_ilp::tournament::Trust;

/// The most players of three of four tournaments, and of the fourth.
const MOST: [[usize; 2]; 8] = [[14, 30], [14, 30], [14, 24], [12, 16], [12, 16], [10, 12], [10, 12], [10, 12]];

fn all() -> impl Iterator<Item = Edition> {
    LITERALS.into_iter().zip(MOST).map(|((id, literal), most)| Edition::new(id, literal, most))
}

fn editions() -> Vec<Edition> {
    all().filter(|edition| long::is_chosen("LEDGER_EDITIONS", &edition.id)).collect()
}

#[test]
fn a_few_tournaments_of_every_edition() {
    let folder = tempfile::tempdir().expect("a folder");
    for edition in editions() {
        let tally = play(&edition, 0..60, 1, folder.path());
        assert_eq!(tally.differences, [], "{}", edition.id);
        assert!(tally.rounds > 200 && tally.unpairable > 0, "{}: {tally:?}", edition.id);
    }
}

/// The literal reading of TCEC has random rounds of its own.
#[test]
fn every_edition_is_played() {
    let listed = EDITIONS.iter().map(|edition| edition.id).filter(|id| *id != "tcec");
    assert_eq!(all().map(|edition| edition.id).collect_vec(), listed.collect_vec());
}

/// The ledger; `make ledger` runs it. Slices that this very program has recorded are not played again.
#[test]
#[ignore = "long; make ledger"]
fn the_ledger() {
    let tournaments = long::number("LEDGER_TOURNAMENTS").unwrap_or(50_000);
    let folder = root().join("target/ledger");
    let (mut rows, mut differences) = (Vec::new(), Vec::new());
    for edition in editions() {
        let journal = Journal::new(&folder, &edition.id);
        let tell = |total: &Tally| {
            let different = total.differences.len();
            println!("{}: {} tournaments, {different} with a difference", edition.id, total.tournaments);
        };
        let total =
            journal.fill(0..tournaments, |seeds| play(&edition, seeds, threads("LEDGER_THREADS"), &folder), tell);
        let row = row(&edition.id, &total);
        println!("{row}");
        rows.push(row);
        differences.extend(total.differences);
    }
    if std::env::var_os("LEDGER_WRITE").is_some() {
        let table = format!("{COLUMNS}\n{}\n", rows.join("\n"));
        fs::write(root().join("docs/src/evidence/ledger.csv"), table).expect("written");
    }
    assert_eq!(differences, []);
}

/// The columns of the table in the book.
const COLUMNS: &str = "system,tournaments,rounds,other_pairs,other_colours,no_pairing,second_reading_differs,\
                       engine_per_second,literal_per_second,second_per_second,known_rounds,known_otherwise";

/// A row of the table; what was not asked is empty.
fn row(id: &str, tally: &Tally) -> String {
    let speed = |time: Duration| match time.as_micros() {
        0 => String::new(),
        micros => (u128::from(tally.rounds) * 1_000_000 / micros).to_string(),
    };
    let is_read_twice = !tally.second_time.is_zero();
    let known = replayed(id);
    let cells = [
        id.to_owned(),
        tally.tournaments.to_string(),
        tally.rounds.to_string(),
        tally.count(Kind::Pairs).to_string(),
        tally.count(Kind::Colours).to_string(),
        tally.unpairable.to_string(),
        if is_read_twice { tally.count(Kind::SecondReading).to_string() } else { String::new() },
        speed(tally.engine_time),
        speed(tally.literal_time),
        speed(tally.second_time),
        known.map_or_else(String::new, |(rounds, _)| rounds.to_string()),
        known.map_or_else(String::new, |(_, different)| different.to_string()),
    ];
    cells.join(",")
}

/// The rounds of the tournaments known to be right that the engine pairs, and those it pairs otherwise.
fn replayed(id: &str) -> Option<(usize, usize)> {
    let mut files = fs::read_dir(root().join("tests/data/oracle").join(id)).ok()?.peekable();
    files.peek()?;
    let mut counts = (0, 0);
    for file in files {
        let bytes = fs::read(file.expect("an entry").path()).expect("readable");
        let tournament = files::read(&bytes).expect("sound").tournament;
        let rounds = swiss_ilp::questions::check::check(&tournament, system(id), Trust::Nothing).expect("sound");
        counts.0 += rounds.len();
        counts.1 += rounds.iter().filter(|round| round.is_different()).count();
    }
    Some(counts)
}
