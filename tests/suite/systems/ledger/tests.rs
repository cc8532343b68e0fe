//! The ledger, played: `make ledger` plays many tournaments, and
//! a few are played here.

use super::{Difference, Edition, Kind, Tally, play};
use crate::readings::dutch_candidates::{pair_2017, pair_2026};
use crate::readings::{dubov_1997, dutch_1998, dutch_2012};
use crate::support::long::{self, Journal, root, threads};
use crate::support::system;
use itertools::Itertools;
use std::fs;
use std::time::Duration;
use swiss_ilp::formats;
use swiss_ilp::rules::EDITIONS;
use swiss_ilp::tournament::{Board, RoundState, Trust};

fn all() -> [Edition; 5] {
    [
        Edition::new("dutch-2026", pair_2026, [14, 30]),
        Edition::new("dutch-2017", pair_2017, [14, 30]),
        Edition::new("dutch-2012", dutch_2012::pair, [14, 24]),
        Edition::new("dutch-1998", dutch_1998::pair, [12, 16]),
        Edition::new("dubov-1997", dubov_1997::pair, [12, 16]),
    ]
}

fn editions() -> Vec<Edition> {
    all().into_iter().filter(|edition| long::is_chosen("LEDGER_EDITIONS", &edition.id)).collect()
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
    assert_eq!(all().map(|edition| edition.id).to_vec(), listed.collect_vec());
}

/// An engine that errs is caught: in pairs and in colours, with the smallest tournament of each.
#[test]
fn an_engine_that_errs_is_counted() {
    let folder = tempfile::tempdir().expect("a folder");
    let right = system("dutch-2017");
    let wrong = move |state: &RoundState| {
        let mut paired = right.pair(state).ok()?;
        match paired.pairing.boards.as_mut_slice() {
            // Two boards of seven or more exchange their players with Black.
            [first, second, _, _, _, _, _, ..] => std::mem::swap(&mut first.black, &mut second.black),
            // Four boards have other colours on the last one.
            [_, _, _, Board { white, black }] => std::mem::swap(white, black),
            _ => {}
        }
        Some(paired)
    };
    let errs = Edition { engine: Box::new(wrong), ..Edition::new("dutch-2017", pair_2017, [14, 30]) };
    let tally = play(&errs, 0..40, 1, folder.path());
    assert!(tally.count(Kind::Pairs) > 3 && tally.count(Kind::Colours) > 3, "{tally:?}");
    for Difference { kind, file, .. } in &tally.differences {
        let smallest = formats::read(&fs::read(folder.path().join(file)).expect("written")).expect("sound");
        let players = smallest.tournament.players.len();
        assert!(if *kind == Kind::Pairs { (14..=15).contains(&players) } else { (8..=9).contains(&players) });
        assert_eq!(smallest.tournament.next_round(), 1, "{file}");
    }
}

#[test]
fn the_counts_do_not_depend_on_threads_or_slices() {
    let folder = tempfile::tempdir().expect("a folder");
    let edition = Edition::new("dutch-2026", pair_2026, [14, 14]);
    let without_times = |tally: Tally| (tally.tournaments, tally.rounds, tally.unpairable, tally.differences);
    let whole = without_times(play(&edition, 0..24, 1, folder.path()));
    let mut slices = play(&edition, 0..9, 3, folder.path());
    slices += play(&edition, 9..24, 2, folder.path());
    assert_eq!(without_times(slices), whole);
}

/// The ledger; `make ledger` runs it. Slices that this very program has recorded are not played again.
#[test]
#[ignore = "long; make ledger"]
fn the_ledger() {
    let tournaments = long::number("LEDGER_TOURNAMENTS").unwrap_or(50_000);
    let folder = root().join("target/ledger");
    let mut rows = Vec::new();
    for edition in editions() {
        let journal = Journal::new(&folder, &edition.id);
        let tell = |total: &Tally| {
            let different = total.differences.len();
            println!("{}: {} tournaments, {different} with a difference", edition.id, total.tournaments);
        };
        let total =
            journal.fill(0..tournaments, |seeds| play(&edition, seeds, threads("LEDGER_THREADS"), &folder), tell);
        println!("{}", row(&edition.id, &total));
        rows.push((edition.id, total));
    }
    let page = page(&rows);
    println!("{page}");
    if std::env::var_os("LEDGER_PAGE").is_some() {
        fs::write(root().join("docs/src/conformance-ledger.md"), page).expect("written");
    }
    let differences: Vec<&Difference> = rows.iter().flat_map(|(_, tally)| &tally.differences).collect();
    assert!(differences.is_empty(), "{differences:#?}");
}

fn row(id: &str, tally: &Tally) -> String {
    let speed = |rounds: u64, time: Duration| match time.as_micros() {
        0 => "–".to_owned(),
        micros => (u128::from(rounds) * 1_000_000 / micros).to_string(),
    };
    let by_others = by_others(id);
    let fields = [
        format!("`{id}`"),
        tally.tournaments.to_string(),
        tally.rounds.to_string(),
        tally.count(Kind::Pairs).to_string(),
        tally.count(Kind::Colours).to_string(),
        tally.unpairable.to_string(),
        if tally.second_time.is_zero() { "–".to_owned() } else { tally.count(Kind::SecondReading).to_string() },
        by_others.map_or("–".to_owned(), |(rounds, _)| rounds.to_string()),
        by_others.map_or("–".to_owned(), |(_, different)| different.to_string()),
        speed(tally.rounds, tally.engine_time),
        speed(tally.rounds, tally.literal_time),
        speed(tally.rounds, tally.second_time),
    ];
    format!("| {} |", fields.join(" | "))
}

/// The cells of the rows of all tables on the page of the other programs.
fn rows_of_others() -> Vec<Vec<String>> {
    let page = fs::read_to_string(root().join("docs/src/peers.md")).expect("the page");
    let cells = |line: &str| line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect();
    page.lines().filter(|line| line.starts_with('|')).map(cells).collect()
}

/// The rounds of this system that other programs have paired, and those that they pair otherwise, as their page has them.
fn by_others(id: &str) -> Option<(u64, u64)> {
    let rows = rows_of_others();
    let is_of_it = |row: &&Vec<String>| row.len() == 3 && row[2] == format!("`{id}`");
    let programs: Vec<&String> = rows.iter().filter(is_of_it).map(|row| &row[1]).collect();
    // Program, made by, kind, tournaments, rounds, no pairing, same pairs, same colours, other pairs, other colours, refused.
    let of_all = rows.iter().filter(|row| row.len() == 11 && row[2] == "**all**" && programs.contains(&&row[0]));
    let number = |cell: &str| -> u64 { cell.parse().unwrap_or_else(|_| panic!("not a number: {cell}")) };
    of_all
        .map(|row| (number(&row[4]), number(&row[8]) + number(&row[9])))
        .reduce(|sum, one| (sum.0 + one.0, sum.1 + one.1))
}

/// The page has what the page of the other programs has.
#[test]
fn the_other_programs_are_in_the_table() {
    let page = fs::read_to_string(root().join("docs/src/conformance-ledger.md")).expect("the page");
    for edition in all() {
        let row = page.lines().find(|line| line.starts_with(&format!("| `{}` | 50000 ", edition.id))).expect("a row");
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let expected = by_others(&edition.id).map_or(["–"; 2].map(str::to_owned), |(rounds, different)| {
            [rounds, different].map(|count| count.to_string())
        });
        assert_eq!(cells[7..9], expected, "{}", edition.id);
    }
    assert!(by_others("dutch-2026").is_some_and(|(rounds, _)| rounds > 100_000));
}

/// The rounds of the tournaments known to be right that the engine pairs, and those it pairs otherwise.
fn replayed(id: &str) -> Option<(usize, usize)> {
    let mut files = fs::read_dir(root().join("tests/data/oracle").join(id)).ok()?.peekable();
    files.peek()?;
    let mut counts = (0, 0);
    for file in files {
        let bytes = fs::read(file.expect("an entry").path()).expect("readable");
        let tournament = formats::read(&bytes).expect("sound").tournament;
        let rounds = swiss_ilp::questions::check::check(&tournament, system(id), Trust::Nothing).expect("sound");
        counts.0 += rounds.len();
        counts.1 += rounds.iter().filter(|round| round.is_different()).count();
    }
    Some(counts)
}

fn page(rows: &[(String, Tally)]) -> String {
    let table = rows.iter().map(|(id, tally)| row(id, tally)).join("\n");
    let replays = rows.iter().filter_map(|(id, _)| replayed(id).map(|counts| (id, counts)));
    let replays = replays.map(|(id, (rounds, different))| format!("| `{id}` | {rounds} | {different} |")).join("\n");
    let differences = rows.iter().flat_map(|(id, tally)| {
        tally
            .differences
            .iter()
            .map(move |one| format!("| `{id}` | {} | {} | {} | `{}` |", one.seed, one.kind, one.article, one.file))
    });
    let differences = differences.collect_vec();
    let differences = if differences.is_empty() {
        "There was no difference.".to_owned()
    } else {
        let head = "| system | tournament | kind | article | smallest file |\n|---|---|---|---|---|";
        format!("{head}\n{}", differences.join("\n"))
    };
    PAGE.replace("TABLE", &table).replace("REPLAYS", &replays).replace("DIFFERENCES", &differences)
}

const PAGE: &str = include_str!("page.md");
