//! The ledger, played: `make ledger` plays many tournaments, and
//! a few are played here.

use super::{Difference, Edition, Kind, Tally, play};
use crate::readings::dutch_candidates::{pair_2017, pair_2026};
use crate::readings::{dubov_1997, dutch_1998, dutch_2012};
use crate::support::system;
use itertools::Itertools;
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;
use swiss_ilp::formats;
use swiss_ilp::rules::EDITIONS;
use swiss_ilp::tournament::{Board, RoundState, Trust};

/// Tournaments that are played and recorded at once.
const SLICE: u64 = 500;

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
    let chosen = std::env::var("LEDGER_EDITIONS").unwrap_or_default();
    let is_chosen = |edition: &Edition| chosen.is_empty() || chosen.split([',', ' ']).any(|id| id == edition.id);
    all().into_iter().filter(is_chosen).collect()
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|text| text.parse().unwrap_or_else(|_| panic!("{name} is not a number: {text}")))
}

fn threads() -> usize {
    number("LEDGER_THREADS")
        .and_then(|threads| usize::try_from(threads).ok())
        .unwrap_or_else(|| std::thread::available_parallelism().map_or(1, std::num::NonZero::get))
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
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
    let without_times =
        |tally: Tally| (tally.tournaments, tally.rounds, tally.unpairable, tally.program_rounds, tally.differences);
    let whole = without_times(play(&edition, 0..24, 1, folder.path()));
    let mut slices = play(&edition, 0..9, 3, folder.path());
    slices += play(&edition, 9..24, 2, folder.path());
    assert_eq!(without_times(slices), whole);
}

/// The ledger; `make ledger` runs it. Slices that this very program has recorded are not played again.
#[test]
#[ignore = "long; make ledger"]
fn the_ledger() {
    let tournaments = number("LEDGER_TOURNAMENTS").unwrap_or(50_000);
    let folder = root().join("target/ledger");
    fs::create_dir_all(&folder).expect("a folder");
    let program = fingerprint();
    let mut rows = Vec::new();
    for edition in editions() {
        let journal = Journal { path: folder.join(format!("{}-{program}.csv", edition.id)) };
        let total = journal.fill(&edition, tournaments, &folder);
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

/// What stands for the program that plays: tournaments played by another one are played again.
fn fingerprint() -> String {
    let program = std::env::current_exe().and_then(fs::read).expect("this program");
    Sha256::digest(program).iter().take(6).fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// The slices of an edition that were played, one a line.
struct Journal {
    path: PathBuf,
}

impl Journal {
    /// Plays the slices that are missing up to this number of tournaments.
    fn fill(&self, edition: &Edition, tournaments: u64, folder: &Path) -> Tally {
        let done = fs::read_to_string(&self.path).unwrap_or_default();
        // A line that was cut off has no end.
        let mut text: String = done.split_inclusive('\n').filter(|line| line.ends_with('\n')).collect();
        let mut total = Tally::default();
        for first in (0..tournaments).step_by(usize::try_from(SLICE).expect("small")) {
            let seeds = first..tournaments.min(first + SLICE);
            let key = format!("{},{},", seeds.start, seeds.end);
            if let Some(tally) = text.lines().find_map(|line| read_tally(line.strip_prefix(&key)?)) {
                total += tally;
                continue;
            }
            let tally = play(edition, seeds, threads(), folder);
            text.push_str(&format!("{key}{}\n", write_tally(&tally)));
            fs::write(&self.path, &text).expect("written");
            total += tally;
            println!(
                "{}: {} tournaments, {} with a difference",
                edition.id,
                total.tournaments,
                total.differences.len()
            );
        }
        total
    }
}

fn write_tally(tally: &Tally) -> String {
    let times = [tally.engine_time, tally.literal_time, tally.program_time].map(|time| time.as_micros());
    let counts = [tally.tournaments, tally.rounds, tally.unpairable, tally.program_rounds];
    let differences = tally.differences.iter();
    let differences = differences.map(|one| format!("{}:{}:{}:{}", one.seed, one.kind, one.article, one.file));
    format!("{},{},{}", counts.iter().join(","), times.iter().join(","), differences.collect_vec().join(";"))
}

fn read_tally(text: &str) -> Option<Tally> {
    let mut fields = text.splitn(8, ',');
    let mut number = || fields.next()?.parse::<u64>().ok();
    let [tournaments, rounds, unpairable, program_rounds] = [number()?, number()?, number()?, number()?];
    let times = [number()?, number()?, number()?].map(Duration::from_micros);
    let difference = |text: &str| {
        let (seed, kind, article, file) = text.split(':').collect_tuple()?;
        let [article, file] = [article, file].map(str::to_owned);
        Some(Difference { seed: seed.parse().ok()?, kind: kind.parse().ok()?, article, file })
    };
    let differences = fields.next()?.split(';').filter(|text| !text.is_empty()).map(difference);
    let differences = differences.collect::<Option<Vec<_>>>()?;
    let [engine_time, literal_time, program_time] = times;
    Some(Tally {
        tournaments,
        rounds,
        unpairable,
        program_rounds,
        engine_time,
        literal_time,
        program_time,
        differences,
    })
}

#[test]
fn a_slice_is_read_as_it_was_written() {
    let one = |seed, kind| Difference { seed, kind, article: "dutch-2012.C12".into(), file: "a-1.json".into() };
    for differences in [vec![], vec![one(3, Kind::Colours), one(9, Kind::Program)]] {
        let time = Duration::from_micros(17);
        let tally = Tally {
            tournaments: 500,
            rounds: 4000,
            unpairable: 12,
            program_rounds: 7,
            engine_time: time,
            literal_time: 2 * time,
            program_time: 3 * time,
            differences,
        };
        assert_eq!(read_tally(&write_tally(&tally)), Some(tally));
    }
    assert_eq!(read_tally("500,4000"), None);
}

fn row(id: &str, tally: &Tally) -> String {
    let speed = |rounds: u64, time: Duration| match time.as_micros() {
        0 => "–".to_owned(),
        micros => (u128::from(rounds) * 1_000_000 / micros).to_string(),
    };
    let fields = [
        format!("`{id}`"),
        tally.tournaments.to_string(),
        tally.rounds.to_string(),
        tally.count(Kind::Pairs).to_string(),
        tally.count(Kind::Colours).to_string(),
        tally.unpairable.to_string(),
        tally.program_rounds.to_string(),
        tally.count(Kind::Program).to_string(),
        speed(tally.rounds, tally.engine_time),
        speed(tally.rounds, tally.literal_time),
        speed(tally.program_rounds, tally.program_time),
    ];
    format!("| {} |", fields.join(" | "))
}

/// The rounds of the tournaments known to be right that the engine pairs, and those it pairs otherwise.
fn replayed(id: &str) -> Option<(usize, usize)> {
    let mut files = fs::read_dir(root().join("tests/data/oracle").join(id)).ok()?.peekable();
    files.peek()?;
    let mut counts = (0, 0);
    for file in files {
        let bytes = fs::read(file.expect("an entry").path()).expect("readable");
        let tournament = formats::read(&bytes).expect("sound").tournament;
        let rounds = swiss_ilp::tasks::check(&tournament, system(id), Trust::Nothing).expect("sound");
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
