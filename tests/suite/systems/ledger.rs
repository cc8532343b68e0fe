//! The conformance ledger: random tournaments, every round of which is paired by an engine, by the literal reading of
//! its articles, and by the second reading, if there is one. `make ledger` plays many, and a few are played here.

use crate::support::dutch_random::{as_paired_by, ruled_with};
use crate::support::generate::three_for_a_win;
use crate::support::long::{self, Journal, root, threads};
use crate::support::prelude::*;
use crate::support::{LITERALS, Literal, paired_by, read_again};
use serde::{Deserialize, Serialize};
use std::ops::{AddAssign, Range};
use std::time::{Duration, Instant};
use swiss_ilp::questions::check::check;
use swiss_ilp::rules::EDITIONS;

/// What is compared: the engine of a system with the literal reading of its articles, and the second reading, if there is one.
struct Edition {
    id: &'static str,
    literal: Literal,
    /// The most players of three of four tournaments, and of the fourth.
    most: [usize; 2],
}

impl Edition {
    /// Plays the tournaments of these numbers on so many threads. The counts do not depend on the threads.
    fn play_all(&self, seeds: Range<u64>, threads: usize) -> Tally {
        long::in_threads(seeds, threads, |seed| self.play(seed))
    }

    /// Plays tournament number `seed` by the literal reading, and compares every round.
    fn play(&self, seed: u64) -> Tally {
        let mut tally = Tally { tournaments: 1, ..Tally::default() };
        let most = self.most[usize::from(seed % 4 == 3)];
        let is_read_twice = swiss_rule_proof::procedure(self.id).is_some();
        let mut compare = |state: &RoundState| {
            let engine = timed(&mut tally.engine_time, || paired_by(system(self.id))(state));
            let pairing = timed(&mut tally.literal_time, || (self.literal)(state));
            tally.rounds += 1;
            tally.unpairable += u64::from(pairing.is_none() && engine.is_none());
            let mut add = |kind| tally.differences.push(Difference { seed, round: state.round(), kind });
            if let Some(kind) = difference(pairing.as_ref(), engine.as_ref()) {
                add(kind);
            }
            if is_read_twice {
                let again = timed(&mut tally.second_time, || read_again(self.id, state));
                if difference(pairing.as_ref(), again.as_ref()).is_some() {
                    add(Kind::SecondReading);
                }
            }
            pairing
        };
        let vary = |tournament: &mut Tournament| {
            vary(tournament, seed);
            as_paired_by(system(self.id).edition(), tournament, seed);
        };
        let last = ruled_with(most, seed, vary, &mut compare);
        compare(&crate::support::state(&last));
        tally
    }
}

/// The unordered pairs and the bye.
fn pairs(pairing: &Pairing) -> (BTreeSet<[PlayerId; 2]>, Option<PlayerId>) {
    let pair = |board: &Board| [board.white.min(board.black), board.white.max(board.black)];
    (pairing.boards.iter().map(pair).collect(), pairing.bye)
}

/// In what two pairings of a round differ; `None` if in nothing that counts. The order of boards does not count.
pub fn difference(one: Option<&Pairing>, other: Option<&Pairing>) -> Option<Kind> {
    let boards = |pairing: &Pairing| pairing.boards.iter().copied().collect::<BTreeSet<_>>();
    if one.map(pairs) != other.map(pairs) {
        Some(Kind::Pairs)
    } else if one.map(boards) != other.map(boards) {
        Some(Kind::Colours)
    } else {
        None
    }
}

fn timed<T>(total: &mut Duration, work: impl FnOnce() -> T) -> T {
    let started = Instant::now();
    let result = work();
    *total += started.elapsed();
    result
}

/// Gives some tournaments other points for results and byes, or the points of the Baku acceleration.
fn vary(tournament: &mut Tournament, seed: u64) {
    let rng = &mut ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(1);
    let half = Score::from_tenths(5);
    let usual = PointSystem::default();
    tournament.points = match rng.random_range(0..20) {
        0..3 => three_for_a_win(),
        3..5 => PointSystem { pairing_bye: half, ..usual },
        _ => usual,
    };
    if rng.random_bool(0.1) {
        let rounds = tournament.rounds_planned.unwrap_or(5).div_ceil(2);
        let [win, draw] = [tournament.points.win[0], tournament.points.draw[0]];
        let points = |round| if round <= rounds.div_ceil(2) { win } else { draw };
        let upper = 2 * tournament.players.len().div_ceil(4);
        let upper = tournament.players.iter().take(upper).map(|player| player.id);
        tournament.accelerations =
            upper.map(|id| (id, (1..=rounds).map(|round| (round, points(round))).collect())).collect();
    }
}

/// In what two pairings of a round differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Kind {
    /// Engine and literal reading have other pairs or another bye, or only one has a pairing.
    Pairs,
    /// They have the same pairs with other colours.
    Colours,
    /// The second reading has another pairing.
    SecondReading,
}

/// A round in which something differs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Difference {
    /// The number of the tournament.
    seed: u64,
    round: u32,
    kind: Kind,
}

/// What was compared.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Tally {
    tournaments: u64,
    rounds: u64,
    /// Rounds of which engine and literal reading say that there is no pairing.
    unpairable: u64,
    engine_time: Duration,
    literal_time: Duration,
    second_time: Duration,
    differences: Vec<Difference>,
}

impl Tally {
    /// The number of rounds with a difference of this kind.
    fn count(&self, kind: Kind) -> usize {
        self.differences.iter().filter(|difference| difference.kind == kind).count()
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.tournaments += other.tournaments;
        self.rounds += other.rounds;
        self.unpairable += other.unpairable;
        self.engine_time += other.engine_time;
        self.literal_time += other.literal_time;
        self.second_time += other.second_time;
        self.differences.extend(other.differences);
        self.differences.sort_by_key(|difference| (difference.seed, difference.round));
    }
}

/// The most players of three of four tournaments, and of the fourth.
const MOST: [[usize; 2]; 8] = [[14, 30], [14, 30], [14, 24], [12, 16], [12, 16], [10, 12], [10, 12], [10, 12]];

fn editions() -> impl Iterator<Item = Edition> {
    let all = LITERALS.into_iter().zip(MOST).map(|((id, literal), most)| Edition { id, literal, most });
    all.filter(|edition| long::is_chosen("LEDGER_EDITIONS", edition.id))
}

#[test]
fn a_few_tournaments_of_every_edition() {
    for edition in editions() {
        let tally = edition.play_all(0..60, 1);
        assert_eq!(tally.differences, [], "{}", edition.id);
        assert!(tally.rounds > 200 && tally.unpairable > 0, "{}: {tally:?}", edition.id);
    }
}

/// The literal reading of TCEC has random rounds of its own.
#[test]
fn every_edition_is_played() {
    let listed = EDITIONS.iter().map(|edition| edition.id).filter(|id| *id != "tcec");
    assert!(LITERALS.iter().map(|(id, _)| *id).eq(listed));
}

/// The ledger; `make ledger` runs it. Slices that this very program has recorded are not played again.
#[test]
#[ignore = "long; make ledger"]
fn the_ledger() {
    let tournaments = long::number("LEDGER_TOURNAMENTS").unwrap_or(50_000);
    let folder = root().join("target/ledger");
    let (mut rows, mut differences) = (Vec::new(), Vec::new());
    for edition in editions() {
        let journal = Journal::new(&folder, edition.id);
        let tell = |total: &Tally| {
            let different = total.differences.len();
            println!("{}: {} tournaments, {different} differences", edition.id, total.tournaments);
        };
        let total = journal.fill(0..tournaments, |seeds| edition.play_all(seeds, threads("LEDGER_THREADS")), tell);
        let row = row(edition.id, &total);
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
        let rounds = check(&tournament, system(id), Trust::Nothing).expect("sound");
        counts.0 += rounds.len();
        counts.1 += rounds.iter().filter(|round| round.is_different()).count();
    }
    Some(counts)
}
