//! `make peers` plays against the programs of a folder; here this program is played against, and one that errs.

use super::fields::{self, Field};
use super::programs::{Answer, CommandLine, Generated, Program, Replay, replay};
use super::reports::Dialect;
use super::{Counts, Difference, Kind, Maker, Peer, Tally, Verdict, causes, in_folder, of};
use crate::readings::dutch_candidates::{pair_2017, pair_2026, pair_2026_without_floats_of_poor_byes};
use crate::support::long::{self, Journal, root};
use crate::support::program::PROGRAM;
use crate::support::table::table;
use crate::support::{state, system};
use itertools::Itertools;
use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use swiss_ilp::files::{self, json};
use swiss_ilp::questions::check;
use swiss_ilp::questions::registry::System;
use swiss_ilp::tournament::{Board, Pairing, RoundState, Trust};
use tempfile::TempDir;

/// How many differences for one reason are made small.
const SHOWN: usize = 3;

/// The long suite; `make peers` runs it.
#[test]
#[ignore = "long, and needs other programs; make peers"]
fn the_peers() {
    let Some(programs) = std::env::var_os("PEERS").filter(|folder| !folder.is_empty()).map(PathBuf::from) else {
        println!("PEERS names no folder of other programs: nobody to play against");
        return;
    };
    let tournaments = long::number("FROM").unwrap_or(0)..long::number("TOURNAMENTS").unwrap_or(50_000);
    let folder = root().join("target/peers");
    fs::create_dir_all(&folder).expect("a folder");
    let (mut rows, mut differences) = (Vec::new(), Vec::new());
    for peer in in_folder(&programs) {
        for maker in
            [Maker::Ours, Maker::Theirs].into_iter().filter(|maker| long::is_chosen("MAKERS", &maker.to_string()))
        {
            let name = peer.beginning(maker);
            let tell = |total: &Tally| println!("{name}: {}, by {:?}", total.total(), reasons(total));
            let play = |seeds| {
                let play = |program: &mut Box<dyn Program>, seed| peer.play(maker, program.as_mut(), seed, &folder);
                long::in_threads(seeds, long::threads("THREADS"), || (peer.start)(), play)
            };
            let tally = match long::number("NUMBER") {
                Some(number) => play(number..number + 1),
                None => Journal::new(&folder, &name).fill(tournaments.clone(), play, tell),
            };
            let row = |kind: &str, counts: Counts| format!("{},{},{maker},{kind},{counts}", peer.name, peer.system());
            rows.extend(tally.counts.iter().map(|(field, counts)| row(&field.to_string(), *counts)));
            rows.push(row("all", tally.total()));
            differences.extend(tally.refusals.iter().map(|(why, count)| format!("{name}: {count} refused: {why}")));
            differences.extend(shown(&peer, maker, &tally, &folder));
            let files: Vec<PathBuf> =
                tally.differences.iter().map(|difference| folder.join(peer.file(maker, difference))).collect();
            differences.extend(adjudicated(&peer, maker, &files));
        }
    }
    println!("{COLUMNS}\n{}\n\n{}", rows.join("\n"), differences.join("\n"));
}

/// The columns of `docs/src/evidence/peers.csv`.
const COLUMNS: &str = "program,system,made_by,kind,tournaments,rounds,no_pairing,same_pairs,same_colours,\
                       other_pairs,other_colours,refused";

/// How many differences there are for each reason.
fn reasons(tally: &Tally) -> BTreeMap<(String, Kind, bool), usize> {
    let reason = |one: &Difference| (one.why.clone(), one.kind, one.is_sure);
    tally.differences.iter().map(reason).counts().into_iter().collect()
}

/// The differences by reason, a few of each as small as they can be.
fn shown(peer: &Peer, maker: Maker, tally: &Tally, folder: &Path) -> Vec<String> {
    let mut program = (peer.start)();
    let mut lines = Vec::new();
    for ((why, kind, is_sure), count) in reasons(tally) {
        lines.push(format!(
            "{}, {maker}: {count} with other {kind}, {why}, {}",
            peer.name,
            if is_sure { "sure" } else { "NOT SURE" }
        ));
        let of_it = tally.differences.iter().filter(|one| (&one.why, one.kind, one.is_sure) == (&why, kind, is_sure));
        for difference in of_it.take(SHOWN) {
            let file = peer.file(maker, difference);
            let bytes = fs::read(folder.join(&file)).expect("written");
            let tournament = files::read(&bytes).expect("sound").tournament;
            let smallest = peer.smallest(program.as_mut(), tournament, difference);
            fs::write(folder.join(format!("small-{file}")), json::write(&smallest)).expect("written");
            fs::write(folder.join(format!("small-{file}.trf")), peer.report(&smallest)).expect("written");
            lines.push(format!("    {file}: {}", peer.both(program.as_mut(), &smallest)));
        }
    }
    lines
}

/// Judges the rounds that differ of all runs so far, whatever program played them.
#[test]
#[ignore = "needs other programs, and what make peers has found"]
fn the_differences() {
    let Some(programs) = std::env::var_os("PEERS").filter(|folder| !folder.is_empty()).map(PathBuf::from) else {
        println!("PEERS names no folder of other programs: nobody to ask");
        return;
    };
    let folder = root().join("target/peers");
    for peer in in_folder(&programs) {
        for maker in [Maker::Ours, Maker::Theirs] {
            println!("{}", adjudicated(&peer, maker, &peer.files(maker, &folder)).join("\n"));
        }
    }
}

/// The verdicts on these rounds, with their number, and the names of those without an explanation.
fn adjudicated(peer: &Peer, maker: Maker, files: &[PathBuf]) -> Vec<String> {
    let mut program = (peer.start)();
    let mut by_verdict: BTreeMap<Verdict, Vec<String>> = BTreeMap::new();
    for file in files {
        let tournament = files::read(&fs::read(file).expect("written")).expect("sound").tournament;
        let name = file.file_stem().expect("a name").display().to_string();
        by_verdict.entry(peer.verdict(program.as_mut(), &tournament)).or_default().push(name);
    }
    let mut lines = vec![format!("{}, {maker}: {} rounds that differ", peer.name, files.len())];
    for (verdict, names) in by_verdict {
        lines.push(format!("    {} {verdict}", names.len()));
        if !matches!(verdict, Verdict::Explained(_)) {
            lines.push(format!("        {}", names.join(" ")));
        }
    }
    lines
}

/// This program as others call it.
fn ourselves(id: &'static str, first: &'static str) -> Peer {
    let start = move || -> Box<dyn Program> { Box::new(CommandLine::executable(PROGRAM.into(), first)) };
    Peer::new("swiss-ilp", id, Dialect::Ours, start)
}

/// What is played of these numbers, and where the differences are.
fn played(peer: &Peer, maker: Maker, seeds: Range<u64>) -> (Tally, TempDir) {
    let folder = tempfile::tempdir().expect("a folder");
    let play = |program: &mut Box<dyn Program>, seed| peer.play(maker, program.as_mut(), seed, folder.path());
    (long::in_threads(seeds, 1, || (peer.start)(), play), folder)
}

/// Reports of all kinds are taken and paired as they were made.
#[test]
fn this_program_agrees_with_itself() {
    for (id, first) in [("dutch-2026", "--dutch=2026"), ("dutch-2012", "--dutch=2012")] {
        let (tally, _) = played(&ourselves(id, first), Maker::Ours, 0..40);
        let total = tally.total();
        assert_eq!(tally.differences, [], "{id}");
        assert_eq!((total.tournaments, total.refused), (40, 0), "{id}");
        assert!(total.rounds > 150 && total.unpairable > 0 && tally.counts.len() == 7, "{id}: {tally:?}");
    }
}

/// Another edition is another program: its rounds are told, with the rule by which they are worse, and all of them are sure.
#[test]
fn another_edition_differs() {
    let peer = ourselves("dutch-2026", "--dutch=2017");
    let (tally, folder) = played(&peer, Maker::Ours, 0..60);
    let rules: Vec<&str> = tally.differences.iter().map(|one| one.why.as_str()).collect();
    assert!(rules.contains(&"dutch-2026.C5") && rules.iter().all(|rule| rule.starts_with("dutch-2026.")), "{rules:?}");
    assert!(tally.differences.iter().all(|one| one.is_sure && one.kind == Kind::Pairs), "{tally:?}");
    let mut program = (peer.start)();
    let first = &tally.differences[0];
    let bytes = fs::read(folder.path().join(peer.file(Maker::Ours, first))).expect("written");
    let tournament = files::read(&bytes).expect("sound").tournament;
    let smallest = peer.smallest(program.as_mut(), tournament, first);
    let found = peer.compare(program.as_mut(), &smallest);
    assert_eq!(found, Ok(Some((Kind::Pairs, first.why.clone()))));
    assert!(smallest.players.len() < 8, "{smallest:?}");
}

/// A program within this one, with a generator, which reverses a board of every second round or gives no pairing.
struct Errs {
    system: System,
    reverses: bool,
}

impl Errs {
    fn wrong(&self, pairing: Option<Pairing>, round: u32) -> Option<Pairing> {
        let mut pairing = pairing.filter(|_| self.reverses || round % 2 == 1)?;
        if let Some(Board { white, black }) =
            pairing.boards.first_mut().filter(|_| self.reverses && round.is_multiple_of(2))
        {
            std::mem::swap(white, black);
        }
        Some(pairing)
    }

    fn pairing(&self, state: &RoundState) -> Option<Pairing> {
        self.wrong(self.system.pair(state).ok().map(|paired| paired.pairing), state.round())
    }
}

impl Program for Errs {
    fn check(&mut self, report: &str) -> Result<Replay, String> {
        let tournament = files::read(report.as_bytes()).expect("sound").tournament;
        let checks = check::check(&tournament, self.system, Trust::Nothing).expect("sound");
        let is_other = |round: &&check::RoundCheck| {
            let theirs = self.wrong(round.paired.clone(), round.round);
            theirs.map(|pairing| of(&pairing)) != round.paired.as_ref().map(of)
        };
        let different = checks.iter().filter(is_other).map(|round| round.round).collect();
        Ok(Replay { rounds: u32::try_from(checks.len()).expect("few"), different })
    }

    fn pair(&mut self, report: &str) -> Result<Answer, String> {
        let tournament = files::read(report.as_bytes()).expect("sound").tournament;
        Ok(self.pairing(&state(&tournament)).map(|pairing| of(&pairing)))
    }

    fn generate(&mut self, _: &str, seed: u64) -> Result<Generated, String> {
        let field = Field::Small;
        let tournament = fields::tournament(field, seed, Dialect::Ours, |state| self.pairing(state));
        let has_ended_early = self.pairing(&state(&tournament)).is_none();
        Ok(Generated { report: Dialect::Ours.report(&tournament).into_bytes(), has_ended_early })
    }
}

/// Colours and missing pairings are told, whoever has made the tournament.
#[test]
fn a_program_that_errs_is_counted() {
    for (reverses, kind) in [(true, Kind::Colours), (false, Kind::Pairs)] {
        let start = move || -> Box<dyn Program> { Box::new(Errs { system: system("dutch-2017"), reverses }) };
        let peer = Peer::new("one that errs", "dutch-2017", Dialect::Ours, start);
        for maker in [Maker::Ours, Maker::Theirs] {
            let (tally, _) = played(&peer, maker, 0..20);
            let of_kind =
                tally.differences.iter().filter(|one| one.kind == kind && one.round.is_multiple_of(2) && one.is_sure);
            let count = of_kind.count();
            assert!(count > 10 && count == tally.differences.len(), "{maker}: {tally:?}");
            let Counts { other_pairs, other_colours, .. } = tally.total();
            assert_eq!(if reverses { [0, other_colours] } else { [other_pairs, 0] }, [other_pairs, other_colours]);
        }
    }
}

/// A program that pairs by a reading, and is never asked for a whole tournament.
struct Reads(Reading);

type Reading = fn(&RoundState) -> Option<Pairing>;

impl Program for Reads {
    fn check(&mut self, _: &str) -> Result<Replay, String> {
        Err("replays nothing".to_owned())
    }

    fn pair(&mut self, report: &str) -> Result<Answer, String> {
        let tournament = files::read(report.as_bytes()).expect("sound").tournament;
        Ok((self.0)(&state(&tournament)).map(|pairing| of(&pairing)))
    }

    fn generate(&mut self, _: &str, _: u64) -> Result<Generated, String> {
        Err("makes nothing".to_owned())
    }
}

/// A cause explains the rounds that are paired by it, and no others: not those of a program that reverses boards, and not those of
/// one that pairs by another edition.
#[test]
fn a_difference_is_explained_by_its_cause_alone() {
    let reversed = |state: &RoundState| {
        let mut pairing = pair_2026_without_floats_of_poor_byes(state)?;
        let Board { white, black } = pairing.boards.first_mut()?;
        std::mem::swap(white, black);
        Some(pairing)
    };
    let programs: [(Reading, bool); 3] =
        [(pair_2026_without_floats_of_poor_byes, true), (reversed, false), (pair_2017, false)];
    for (reads, is_explained) in programs {
        let start = move || -> Box<dyn Program> { Box::new(Reads(reads)) };
        let peer =
            Peer::new("one that reads", "dutch-2026", Dialect::Ours, start).known_for(&[causes::BYES_WITHOUT_FLOAT]);
        let (tally, folder) = played(&peer, Maker::Ours, 11_594..11_596);
        let files = peer.files(Maker::Ours, folder.path());
        assert!(files.len() == tally.differences.len() && !files.is_empty(), "{tally:?}");
        let verdict = |file: &PathBuf| {
            let tournament = files::read(&fs::read(file).expect("written")).expect("sound").tournament;
            peer.verdict((peer.start)().as_mut(), &tournament)
        };
        let is_known = |verdict: Verdict| verdict == Verdict::Explained(causes::BYES_WITHOUT_FLOAT.name);
        let explained = files.iter().filter(|file| is_known(verdict(file))).count();
        assert_eq!(explained, if is_explained { files.len() } else { 0 });
    }
}

/// JaVaFo 1.4 lists who won a round of forfeits as if they had the bye now.
#[test]
fn a_round_of_forfeits_is_foretold() {
    let explains = |rows: &[&str], boards: &[[u32; 2]]| {
        (causes::FORFEITED_ROUND.explains)(&state(&table(rows)), &Some(boards.iter().copied().collect()))
    };
    assert!(explains(&["3w+", ".", "1b-"], &[[1, 0]]));
    assert!(!explains(&["3w+", ".", "1b-"], &[[1, 0], [2, 3]]));
    assert!(explains(&["2w+", "1b-", "U"], &[[1, 0], [3, 0]]));
    assert!(!explains(&["2w1", "1b0", "U"], &[[3, 0]]));
}

/// Byes that are worth no more than a loss are among these points, and none of the ledger's: other programs have shown that they count.
#[test]
fn any_points_are_paired_as_by_the_literal_reading() {
    let of_2026 = system("dutch-2026");
    let mut rounds = 0;
    for seed in 0..150 {
        let pair = |state: &RoundState| {
            rounds += 1;
            let engine = of_2026.pair(state).ok().map(|paired| paired.pairing);
            assert_eq!(engine.as_ref().map(of), pair_2026(state).as_ref().map(of), "{seed}, round {}", state.round());
            engine
        };
        let _ = fields::tournament(Field::Points, seed, Dialect::Bbp6, pair);
    }
    assert!(rounds > 500, "{rounds}");
}

/// As bbpPairings and JaVaFo write it.
#[test]
fn a_replay_is_read() {
    let text = "a: Round #1\na: Round #2\n  Checker pairings        Tournament pairings \n      5 -   1                  1 -   5\n\n\
                a: Round #3\nNo valid pairing exists for round 3.\n\n";
    assert_eq!(replay(text), Replay { rounds: 3, different: vec![2, 3] });
}
