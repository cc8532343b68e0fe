//! The systems' integer programs against their engines: the only optimum of a program is the engine's pairing.

use crate::readings::dutch_candidates;
use crate::support::system;
use crate::support::{dutch_random, paired_by, pairing, state, tcec_random};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;
use swiss_ilp::model::{Count, Model, ModelError, SystemProgram};
use swiss_ilp::programs::{StageKind, solve};
use swiss_ilp::questions::verify::OptimumVerdict;
use swiss_ilp::registry::System;
use swiss_ilp::rules::Rule;
use swiss_ilp::solve::{Evidence, Options};
use swiss_ilp::tasks;
use swiss_ilp::tournament::{Board, Pairing, PlayerId, RoundRequest, RoundState, Tournament};

/// The number of random rounds of each system; `PROGRAM_ROUNDS=2000` sets it.
fn rounds() -> usize {
    std::env::var("PROGRAM_ROUNDS").map_or(200, |rounds| rounds.parse().expect("a number of rounds"))
}

type Plain = (Vec<Board>, Option<PlayerId>);

fn plain(pairing: Pairing) -> Plain {
    let mut boards = pairing.boards;
    boards.sort();
    (boards, pairing.bye)
}

/// The pairings of the engine and of the program, if they differ.
fn difference(system: System, spec: &SystemProgram, state: &RoundState) -> Option<(Option<Plain>, Option<Plain>)> {
    let engine = system.pair(state).ok().map(|paired| plain(paired.pairing));
    let program = solve(state, spec, None, Options::default()).expect("solved");
    // No tier rests on floating point.
    assert!(program.solution.evidence() >= Evidence::Obstruction);
    let program = program.solution.incumbent.map(|best| plain(best.pairing));
    (engine != program).then_some((engine, program))
}

fn spec(system: System) -> SystemProgram {
    system.program().expect("well-formed").expect("built in")
}

/// A kind of random tournaments: its name, and a function from the seed to the tournament.
type Kind<'a> = (&'a str, &'a dyn Fn(u64) -> Tournament);

fn assert_random(system: System, kinds: &[Kind]) {
    let spec = spec(system);
    let started = Instant::now();
    let mut different = Vec::new();
    let seeds_and_kinds = (0..).flat_map(|seed| kinds.iter().map(move |kind| (seed, kind)));
    for (seed, (kind, tournament)) in seeds_and_kinds.take(rounds()) {
        if let Some((engine, program)) = difference(system, &spec, &state(&tournament(seed))) {
            println!("{} {kind} {seed}:\n  engine  {engine:?}\n  program {program:?}", system);
            different.push((kind, seed));
        }
    }
    println!("{}: {} rounds, {} different, {:.1?}", system, rounds(), different.len(), started.elapsed());
    assert_eq!(different, []);
}

#[test]
fn random_rounds_of_tcec() {
    assert_random(system("tcec"), &[("ruled", &tcec_random::ruled), ("wild", &tcec_random::wild)]);
}

fn assert_random_dutch(system: System) {
    let ruled = |seed| dutch_random::ruled(seed, paired_by(system));
    let rare: [Kind; 3] = [
        ("barred", &dutch_random::barred),
        ("topscorers", &dutch_random::topscorers),
        ("banned", &dutch_random::banned),
    ];
    assert_random(system, &[&[("ruled", &ruled as _), ("wild", &dutch_random::wild as _)], &rare[..]].concat());
}

#[test]
fn random_rounds_of_2012() {
    assert_random_dutch(system("dutch-2012"));
}

#[test]
fn random_rounds_of_1998() {
    assert_random_dutch(system("dutch-1998"));
}

#[test]
fn random_rounds_of_2017() {
    assert_random_dutch(system("dutch-2017"));
}

#[test]
fn random_rounds_of_2026() {
    assert_random_dutch(system("dutch-2026"));
}

#[test]
fn random_rounds_of_2026_with_other_points() {
    assert_random(system("dutch-2026"), &[("valued", &dutch_random::valued)]);
}

fn oracle(folder: &str) -> Vec<(PathBuf, Tournament)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/oracle").join(folder);
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).expect("the folder").map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    let read = |path: PathBuf| {
        let tournament = swiss_ilp::formats::read(&fs::read(&path).expect("readable")).expect("sound").tournament;
        (path, tournament)
    };
    paths.into_iter().map(read).collect()
}

/// Every round of the oracle's tournaments. The last round of a file counts as the last of the tournament.
fn assert_oracle(system: System, folder: &str) {
    let spec = spec(system);
    let started = Instant::now();
    let (mut rounds, mut different) = (0, Vec::new());
    for (path, mut tournament) in oracle(folder) {
        let last = u32::try_from(tournament.rounds.len()).expect("few");
        tournament.rounds_planned.get_or_insert(last);
        for round in 1..=last {
            let request = RoundRequest { round: Some(round), ..RoundRequest::default() };
            let state = RoundState::new(&tournament, request).expect("sound");
            let begun = Instant::now();
            rounds += 1;
            if let Some((engine, program)) = difference(system, &spec, &state) {
                println!("{} round {round}:\n  engine  {engine:?}\n  program {program:?}", path.display());
                different.push((path.file_name().map(ToOwned::to_owned), round));
            }
            if begun.elapsed().as_secs() >= 5 {
                println!("{} round {round}: {:.1?}", path.display(), begun.elapsed());
            }
        }
    }
    println!("{} on {folder}: {rounds} rounds, {} different, {:.1?}", system, different.len(), started.elapsed());
    assert_eq!(different, []);
}

#[test]
fn the_oracle_of_tcec() {
    assert_oracle(system("tcec"), "tcec");
}

#[test]
fn the_oracle_of_2012() {
    assert_oracle(system("dutch-2012"), "dutch-2012");
}

#[test]
fn the_oracle_of_2017() {
    assert_oracle(system("dutch-2017"), "dutch-2017");
}

#[test]
fn the_oracle_of_2026() {
    assert_oracle(system("dutch-2026"), "dutch-2026");
}

/// Colours of round 1 from which somebody is away: by the place among those who have arrived.
#[test]
fn the_colours_of_late_entries() {
    let mut rounds = 0;
    for edition in ["dutch-2017", "dutch-2026"] {
        let spec = spec(system(edition));
        for (path, tournament) in oracle(&format!("{edition}-absent")) {
            let request = RoundRequest { round: Some(1), ..RoundRequest::default() };
            let state = RoundState::new(&tournament, request).expect("sound");
            let is_whole = state.absent().is_empty();
            if is_whole || state.players().len() > 130 {
                continue;
            }
            assert_eq!(difference(system(edition), &spec, &state), None, "{}", path.display());
            rounds += 1;
        }
    }
    assert!(rounds >= 5, "{rounds}");
}

/// Late entries, absences, byes, bans, accelerated points and 3-1-0.
#[test]
#[ignore = "takes minutes"]
fn the_odd_oracles_of_2017_and_2026() {
    for edition in ["dutch-2017", "dutch-2026"] {
        for kind in ["odd", "absent"] {
            assert_oracle(system(edition), &format!("{edition}-{kind}"));
        }
    }
}

/// No rounds of 1998 are known to be right, so those of 2012 are paired anew.
#[test]
fn the_oracle_of_2012_by_1998() {
    assert_oracle(system("dutch-1998"), "dutch-2012");
}

/// Every tier of a built-in program cites a rule that `rule` knows.
#[test]
fn tiers_cite_rules_that_there_are() {
    let built_in = Model::built_in_names().map(|name| Model::load(name).expect("well-formed"));
    let programs: Vec<SystemProgram> = built_in.filter_map(|model| model.try_into().ok()).collect();
    assert_eq!(programs.len(), 5);
    for spec in programs {
        let articles = spec.tiers.iter().map(|tier| &tier.article).chain(spec.colours.iter().map(|tier| &tier.article));
        for id in articles.map(String::as_str).chain(spec.hard.iter().copied()) {
            assert!(Rule::find(id).is_some() && id.starts_with(&spec.name), "{}: {id}", spec.name);
        }
    }
}

/// Without any one of its tiers a program pairs otherwise. The numbers are of rounds paired otherwise, among 400 random
/// rounds of a kind in which the tier can matter. For D.3, which seldom has a choice, there are 4,000 rounds.
fn ablated(system: System) -> Vec<(String, usize)> {
    let whole = spec(system);
    let states = |tournaments: Vec<Tournament>| -> Vec<RoundState> { tournaments.iter().map(state).collect() };
    let any = states(
        (0..200).flat_map(|seed| [dutch_random::ruled(seed, paired_by(system)), dutch_random::wild(seed)]).collect(),
    );
    let barred = states((0..4000).map(dutch_random::barred).collect());
    let many = states((0..4000).map(dutch_random::wild).collect());
    let is_of_candidates = whole.edition.candidates().is_some();
    let rare = if is_of_candidates { 20_000 } else { 0 };
    let banned = states((0..rare).map(dutch_random::banned).collect());
    let last = states((0..400).map(dutch_random::topscorers).collect());
    let without = |left_out: usize| {
        let mut spec = whole.clone();
        let tier = spec.tiers.remove(left_out);
        let states = match tier.count {
            Count::SameAbsolutePreference | Count::BeyondTwo | Count::ThirdInRow => &last[..],
            Count::S1Set if whole.edition.id == "dutch-2012" => &barred[..],
            Count::Downfloaters if whole.edition.id == "dutch-2017" => &banned[..],
            Count::NextDownfloaters => &banned[..],
            Count::S1Set | Count::NextScoreDifferences | Count::NextDownfloatersByScore => &many[..],
            Count::AnyUpfloatAsTwoRoundsAgo | Count::UpfloatAsTwoRoundsAgo if whole.edition.id != "dutch-2012" => {
                &many[..]
            }
            Count::UnplayedGamesOfBye
            | Count::DownfloatDifferencesLastRound
            | Count::UpfloatDifferencesLastRound
            | Count::DownfloatDifferencesTwoRoundsAgo
            | Count::UpfloatDifferencesTwoRoundsAgo => &many[..],
            Count::Exchanges | Count::ExchangeDifference => &barred[..400],
            Count::ExchangedFromS1 | Count::ExchangedFromS2 => &barred[..400],
            _ => &any,
        };
        let different = states.iter().filter(|state| difference(system, &spec, state).is_some()).count();
        println!("{} without {} [{}]: {different} of {}", system, tier.count.name(), tier.article, states.len());
        (tier.count.name(), different)
    };
    (0..whole.tiers.len()).map(without).collect()
}

#[test]
#[ignore = "minutes long: make programs"]
fn every_tier_is_needed() {
    let of_2012 = ablated(system("dutch-2012"));
    let of_1998 = ablated(system("dutch-1998"));
    let of_2017 = ablated(system("dutch-2017"));
    let of_2026 = ablated(system("dutch-2026"));
    // Where the next bracket makes fewer pairs than it could, another pair leaves nobody unpaired who was paired, so it lowers the
    // score differences, too: these imply the first part of 2017 C.7.
    let (implied, of_2017): (Vec<_>, Vec<_>) = of_2017.into_iter().partition(|(tier, _)| tier == "next-downfloaters");
    assert_eq!(implied, [("next-downfloaters".to_owned(), 0)]);
    // In rounds as many as these the tiers that follow decide the same; see `the_rarest_tiers_of_2026_are_needed`.
    let seldom = ["next-downfloaters", "upfloat-as-two-rounds-ago"].map(str::to_owned);
    let of_2026 = of_2026.into_iter().filter(|(tier, _)| !seldom.contains(tier));
    let all = of_2012.into_iter().chain(of_1998).chain(of_2017).chain(of_2026);
    let useless: Vec<_> = all.filter(|(_, different)| *different == 0).collect();
    assert_eq!(useless, []);
}

/// The first half of C8, and C17. Each decides one of 27,369 random rounds with many forbidden pairs, which is here.
#[test]
fn the_rarest_tiers_of_2026_are_needed() {
    for (name, count) in
        [("next-downfloaters", Count::NextDownfloaters), ("upfloat-as-two-rounds-ago", Count::UpfloatAsTwoRoundsAgo)]
    {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/rare-tiers").join(format!("{name}.json"));
        let tournament = swiss_ilp::formats::read(&fs::read(path).expect("readable")).expect("sound").tournament;
        let last = u32::try_from(tournament.rounds.len()).expect("few");
        let request = RoundRequest { round: Some(last), ..RoundRequest::default() };
        let state = RoundState::new(&tournament, request).expect("sound");
        let mut spec = spec(system("dutch-2026"));
        assert_eq!(difference(system("dutch-2026"), &spec, &state), None, "{name}");
        spec.tiers.retain(|tier| tier.count != count);
        assert!(difference(system("dutch-2026"), &spec, &state).is_some(), "{name}");
    }
}

/// Two rounds of the ledger, and three of another program's generator: in the collapsed bracket a moved-down player may have the
/// bye at the price of no score difference, but S1 has as many as can be paired (2017 B.1.c). Both other programs of 2017 give all
/// five otherwise: 30209 with 2-3, 12-1 and the bye for 6, 36560 with 10-12, 7-6 and the bye for 5, 10416 with 2-13, 11-6 and the bye
/// for 5, 6934 with 7-2, 9-10 and the bye for 5, and 7177 with 4-12, 9-13 and the bye for 6.
#[test]
fn the_collapsed_bracket_pairs_as_many_moved_down_players_as_it_can() {
    let expected = [
        ("dutch-2017-30209-pairs", vec![(1, 3), (2, 6), (8, 5), (9, 10), (11, 4)], 12, 6),
        ("dutch-2017-36560-pairs", vec![(4, 1), (10, 7), (11, 2), (12, 5)], 6, 5),
        ("dutch-2017-10416-peers", vec![(2, 11), (3, 9), (7, 8), (10, 4), (12, 1), (13, 5)], 6, 5),
        ("dutch-2017-6934-peers", vec![(1, 8), (2, 10), (4, 6), (7, 5)], 9, 5),
        ("dutch-2017-7177-peers", vec![(3, 2), (4, 13), (6, 12), (8, 7), (10, 1), (11, 5)], 9, 6),
    ];
    for (name, boards, bye, by_c6) in expected {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/ledger").join(format!("{name}.json"));
        let tournament = swiss_ilp::formats::read(&fs::read(path).expect("readable")).expect("sound").tournament;
        let state = RoundState::new(&tournament, RoundRequest::default()).expect("sound");
        let of_2017 = system("dutch-2017");
        assert_eq!(difference(of_2017, &spec(of_2017), &state), None, "{name}");
        let paired = plain(of_2017.pair(&state).expect("a pairing").pairing);
        assert_eq!(paired, plain(dutch_candidates::pair_2017(&state).expect("a pairing")), "{name}");
        let mut found: Vec<(u32, u32)> = paired.0.iter().map(|board| (board.white.0, board.black.0)).collect();
        found.sort_unstable();
        assert_eq!((found, paired.1), (boards, Some(PlayerId(bye))), "{name}");
        let without = dutch_candidates::pair_2017_by_c6_alone(&state).expect("a pairing");
        assert_eq!(without.bye, Some(PlayerId(by_c6)), "{name}");
    }
}

/// The tier of C.12 counts pairs of the next bracket. Without it, these of the first 400 rounds are paired otherwise.
#[test]
fn backtracking_needs_its_tier() {
    let mut spec = spec(system("dutch-2012"));
    spec.tiers.retain(|tier| tier.count != Count::NextBracketBySteps);
    let mut different = Vec::new();
    for seed in 0..200 {
        let rounds = [dutch_random::ruled(seed, paired_by(system("dutch-2012"))), dutch_random::wild(seed)];
        for (kind, tournament) in ["ruled", "wild"].into_iter().zip(rounds) {
            let state = state(&tournament);
            if let Some(both) = difference(system("dutch-2012"), &spec, &state) {
                println!("{kind} {seed}: {} players, round {}: {both:?}", state.players().len(), state.round());
                different.push((kind, seed));
            }
        }
    }
    let with_it =
        [("wild", 15), ("wild", 20), ("ruled", 29), ("wild", 70), ("wild", 79), ("ruled", 114), ("ruled", 125)];
    assert_eq!(different, with_it);

    // The smallest of them: six players.
    let state = state(&dutch_random::wild(15));
    let paired = system("dutch-2012").pair(&state).expect("a pairing").pairing;
    assert_eq!(plain(paired), plain(pairing(&[(2, 1), (5, 4), (6, 3)], None)));
    let alone = solve(&state, &spec, None, Options::default()).expect("solved").solution.incumbent.expect("a pairing");
    assert_eq!(plain(alone.pairing), plain(pairing(&[(4, 1), (5, 3), (6, 2)], None)));
}

/// In three of the first 3,000 random rounds a bracket above the last two is asked for other downfloaters.
#[test]
fn a_bracket_that_is_not_the_lowest_asks_for_other_downfloaters() {
    let spec = spec(system("dutch-2012"));
    let ruled = dutch_random::ruled(1227, paired_by(system("dutch-2012")));
    for tournament in [dutch_random::wild(430), dutch_random::wild(817), ruled] {
        let state = state(&tournament);
        assert_eq!(difference(system("dutch-2012"), &spec, &state), None);
        let solution = solve(&state, &spec, None, Options::default()).expect("solved");
        let kinds: Vec<StageKind> = solution.stages.iter().map(|stage| stage.kind).collect();
        let asked = |two: &[StageKind]| two[0] == StageKind::Backtracked && two[1] != StageKind::Lowest;
        assert!(kinds.windows(2).any(asked), "{kinds:?}");
    }
}

/// A pairing that is not the optimum falls behind in some tier of some program.
#[test]
fn another_pairing_falls_behind_somewhere() {
    for [id, older] in [["dutch-2012", "dutch-1998"], ["dutch-2017", "dutch-2012"], ["dutch-2026", "dutch-1998"]] {
        assert_falls_behind(system(id), system(older));
    }
}

fn assert_falls_behind(system: System, older: System) {
    let spec = spec(system);
    let (mut others, mut shown) = (0, std::collections::BTreeSet::new());
    for seed in 0..200 {
        let state = state(&dutch_random::wild(seed));
        let (Ok(right), Ok(other)) = (system.pair(&state), older.pair(&state)) else {
            continue;
        };
        let solution = solve(&state, &spec, Some(&right.pairing), Options::default()).expect("solved");
        assert!(solution.stages.iter().all(|stage| stage.behind.is_none()), "{seed}");
        let verdict = OptimumVerdict::new(&state, &solution, &right.pairing);
        assert!(verdict.optimal && verdict.behind.is_none(), "{seed}: {verdict:?}");
        if plain(right.pairing) == plain(other.pairing.clone()) {
            continue;
        }
        let solution = solve(&state, &spec, Some(&other.pairing), Options::default()).expect("solved");
        let verdict = OptimumVerdict::new(&state, &solution, &other.pairing);
        let behind = verdict.behind.unwrap_or_else(|| panic!("{seed}: {:?}", verdict.differences));
        others += 1;
        shown.insert(behind.tier);
    }
    println!("{system}: {others} other pairings fall behind in {shown:?}");
    assert!(others > 20 && shown.len() > 4, "{others}: {shown:?}");
}

/// A program with one line or block left out, doubled, or exchanged with the next.
fn edited(text: &str) -> Vec<String> {
    let lines: Vec<String> = text.lines().map(|line| format!("{line}\n")).collect();
    let mut blocks = vec![String::new()];
    for line in &lines {
        if line.starts_with("[[") {
            blocks.push(String::new());
        }
        *blocks.last_mut().expect("one at least") += line;
    }
    let edits = |parts: &[String]| -> Vec<String> {
        let without = (0..parts.len()).map(|at| [&parts[..at], &parts[at + 1..]].concat().concat());
        let doubled = (0..parts.len()).map(|at| [&parts[..=at], &parts[at..]].concat().concat());
        let exchanged = (1..parts.len()).map(|at| {
            let mut parts = parts.to_vec();
            parts.swap(at - 1, at);
            parts.concat()
        });
        without.chain(doubled).chain(exchanged).collect()
    };
    let without_colours = blocks.iter().filter(|block| !block.starts_with("[[colour]]")).cloned().collect();
    let without_tiers = blocks.iter().filter(|block| !block.starts_with("[[tier]]")).cloned().collect();
    [edits(&lines), edits(&blocks), vec![without_colours, without_tiers]].concat()
}

/// An edited program is refused with its place, or every pairing by it is one that the verifier accepts: nobody is asked
/// to report an edit.
#[test]
fn an_edited_program_is_refused_or_verified() {
    let mut counts = [0; 3];
    for name in ["tcec", "dutch-2026", "dutch-2017", "dutch-2012", "dutch-1998"] {
        let path = format!("{}/models/{name}.toml", env!("CARGO_MANIFEST_DIR"));
        let random = if name == "tcec" { tcec_random::wild } else { dutch_random::wild };
        let mut rounds: Vec<RoundState> = (0..8).map(|seed| state(&random(seed))).collect();
        if name == "tcec" {
            let doubled =
                fs::read(format!("{}/tests/data/oracle/tcec/season-20-swiss-test-2.json", env!("CARGO_MANIFEST_DIR")));
            let read = swiss_ilp::formats::read(&doubled.expect("readable")).expect("sound").tournament;
            let round = |round| RoundState::new(&read, RoundRequest { round: Some(round), ..RoundRequest::default() });
            rounds.extend((1..=3).map(|number| round(number).expect("a round")));
        }
        for text in edited(&fs::read_to_string(path).expect("readable")) {
            let model = match Model::parse("mine.toml", &text) {
                Ok(model) => model,
                Err(error) => {
                    assert!(matches!(error, ModelError::Wrong { .. }), "{error}");
                    counts[0] += 1;
                    continue;
                }
            };
            counts[1] += 1;
            for state in &rounds {
                let solved =
                    tasks::solve(state, &model, Options::default()).unwrap_or_else(|error| panic!("{error}\n{text}"));
                if solved.solution.incumbent.is_some() {
                    assert!(solved.is_verified(), "{:?}\n{text}", solved.verdict);
                    counts[2] += 1;
                }
            }
        }
    }
    println!("{} refused, {} accepted, {} pairings verified", counts[0], counts[1], counts[2]);
    assert!(counts.iter().all(|count| *count > 300), "{counts:?}");
}
