//! Limits: whatever ends a run, it ends with a legal pairing and a bound that holds.
//!
//! Nothing here depends on how fast the machine is: the limits are reached before the run begins.

use crate::support::generate::Options as Rounds;
use crate::support::prelude::*;
use std::sync::atomic::AtomicBool;
use swiss_ilp::model::SlotModel;
use swiss_ilp::questions::report::{Format, Render};
use swiss_ilp::questions::solve::Answer;
use swiss_ilp::questions::tasks::{self, Lack, Unpaired};
use swiss_ilp::questions::{AskError, compare};
use swiss_ilp::solve::{Limit, MatchingMethod, Options, SolveError, Termination};

static SET: AtomicBool = AtomicBool::new(true);

fn interrupted() -> Options {
    Options { interrupt: Some(&SET), ..Options::default() }
}

fn no_time() -> Options {
    Options { time_limit: Some(Duration::ZERO), ..Options::default() }
}

fn no_memory() -> Options {
    Options { memory_limit: Some(1 << 20), ..Options::default() }
}

fn british(round: u32) -> (Tournament, RoundState) {
    let file = std::fs::read("instances/british-championship-2026.trf").expect("a file");
    let tournament = swiss_ilp::files::read(&file).expect("a sound file").tournament;
    let request = RoundRequest { round: Some(round), ..RoundRequest::default() };
    let state = RoundState::new(&tournament, request).expect("a sound round");
    (tournament, state)
}

fn with_caps() -> Objective {
    let mut spec = Objective::load("fair").expect("a built-in model");
    spec.side.max_downfloats = Some(3);
    spec
}

#[test]
fn whatever_stops_a_solve_leaves_a_legal_pairing_and_a_bound_that_holds() {
    for seed in seeds(6) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let state = state(&random_tournament(&mut rng, &Rounds { players: 10..=40, rounds: 2..=5 }));
        for name in ["pairs", "fair", "slots", "slots-ordered"] {
            let spec = Objective::load(name).expect("a built-in model");
            let pairs = Objective { formulation: swiss_ilp::model::Formulation::Pairs, ..spec.clone() };
            let Some(optimum) = solve(&state, &pairs, Options::default()).expect("a solution").incumbent else {
                continue;
            };
            for method in [MatchingMethod::Exact, MatchingMethod::Highs] {
                for (options, limit) in [(interrupted(), Limit::Interrupt), (no_time(), Limit::Time)] {
                    let solution = solve(&state, &spec, Options { method, ..options }).expect("a solution");
                    assert_eq!(solution.termination.limit(), Some(limit), "{name}, seed {seed}");
                    let best = solution.incumbent.expect("some legal pairing");
                    let verdict = verify(&state, &spec, &best.pairing, Some(&best.values));
                    assert!(verdict.is_verified(), "{name}, seed {seed}");
                    assert!(!solution.bounds.is_empty(), "{name}, seed {seed}");
                    for values in [&best.values, &optimum.values] {
                        let holds = solution.bounds.iter().zip(values).all(|(bound, value)| bound.value >= *value);
                        assert!(holds, "{name}, seed {seed}");
                    }
                }
            }
        }
    }
}

#[test]
fn under_caps_there_may_be_no_pairing_but_there_is_a_bound_that_holds() {
    for round in [2, 5] {
        let (_, state) = british(round);
        let optimum = solve(&state, &with_caps(), Options::default()).expect("a solution");
        for options in [interrupted(), no_time()] {
            let solution = solve(&state, &with_caps(), options).expect("a solution");
            assert!(solution.termination.limit().is_some());
            if let Some(best) = &solution.incumbent {
                assert!(verify(&state, &with_caps(), &best.pairing, Some(&best.values)).is_verified());
            }
            assert!(solution.bounds[0].value >= optimum.bounds[0].value);
        }
    }
}

#[test]
fn memory_that_is_gone_is_a_limit_of_its_own() {
    let (_, state) = british(8);
    for name in ["pairs", "fair"] {
        let spec = Objective::load(name).expect("a built-in model");
        let solution = solve(&state, &spec, no_memory()).expect("a solution");
        assert_eq!(solution.termination, Termination::MemoryLimit);
        let best = solution.incumbent.expect("a pairing");
        assert!(verify(&state, &spec, &best.pairing, Some(&best.values)).is_verified());
        assert!(solution.bounds[0].value >= best.values[0]);
    }
}

/// A solver may be stopped although nobody asked for it: the system gives no thread and no memory. That is no time limit.
#[test]
fn the_limit_that_is_named_is_the_one_that_came() {
    let soon = Options { time_limit: Some(Duration::from_secs(1_000)), ..Options::default() };
    for (options, limit) in [
        (Options::default(), Limit::Memory),
        (soon, Limit::Memory),
        (no_memory(), Limit::Memory),
        (no_time(), Limit::Time),
        (interrupted(), Limit::Interrupt),
        (Options { interrupt: Some(&SET), ..no_time() }, Limit::Interrupt),
    ] {
        assert_eq!(options.start().reached(), limit);
    }
}

#[test]
fn a_program_that_is_too_large_is_refused_with_its_size() {
    let (_, state) = british(8);
    for spec in [Objective::load("slots").expect("a built-in model"), with_caps()] {
        let options = Options { method: MatchingMethod::Highs, ..no_memory() };
        let Err(SolveError::Request(message)) = solve(&state, &spec, options) else { panic!("not refused") };
        assert!(message.contains("rows") && message.contains("MiB of memory"), "{message}");
    }
    let pairs = Objective::load("pairs").expect("a built-in model");
    let options = Options { method: MatchingMethod::Highs, ..no_memory() };
    let Err(SolveError::Request(message)) = solve(&state, &pairs, options) else { panic!("not refused") };
    assert!(message.contains("5356 pairs"), "{message}");
}

#[test]
fn what_takes_no_limit_stops_when_it_is_interrupted() {
    let (tournament, state) = british(3);
    let system = "dutch-2012".parse().expect("a system");
    assert_eq!(tasks::pair(&state, system, interrupted()), Err(Unpaired::Stopped(Limit::Interrupt)));
    for model in ["dutch-2012", "tcec"] {
        let solved = tasks::solve(&state, &Model::load(model).expect("a built-in model"), interrupted());
        assert_eq!(solved.expect("a solution").solution.termination, Termination::Interrupted);
    }
    let models = [Objective::load("pairs").expect("a built-in model")];
    let compared = compare::Answer::new(&tournament, state, &[system], &models, interrupted()).expect("a comparison");
    assert!(compared.missing.iter().all(|missing| missing.lacks == Lack::Proof));
    assert_eq!(compared.missing.len(), 2);
    assert!(matches!(compared.ended(), Err(AskError::Limit(_))));
}

#[test]
fn the_size_of_slots_is_known_before_they_are_built() {
    for seed in seeds(30) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let state = state(&random_tournament(&mut rng, &Rounds { players: 2..=14, rounds: 1..=5 }));
        let mut spec = Objective::load(if rng.random_bool(0.5) { "slots" } else { "slots-ordered" }).expect("a model");
        spec.side.max_downfloats = rng.random_bool(0.5).then_some(2);
        let (most, size) = (SlotModel::size(&state, &spec), SlotModel::new(&state, &spec).program.size());
        let holds = most.columns >= size.columns && most.rows >= size.rows && most.nonzeros >= size.nonzeros;
        assert!(holds, "seed {seed}");
        let holds = most.rows <= 2 * size.rows + 20 && most.nonzeros <= 2 * size.nonzeros + 40;
        assert!(holds, "seed {seed}: {most}, {size}");
    }
}

/// Every tier is proven, and only the choice among equal optima was stopped: then the pairing is optimal, and said to be.
#[test]
fn a_limit_after_the_proof_does_not_deny_the_proof() {
    let (_, state) = british(3);
    let model = Model::load("pairs").expect("a built-in model");
    let mut solved = tasks::solve(&state, &model, Options::default()).expect("a solution");
    solved.solution.termination = Termination::TimeLimit;
    assert!(solved.solution.is_proven() && !solved.solution.is_optimal() && solved.is_optimal());
    let said = |solved: &tasks::Solved| {
        let mut out = Vec::new();
        let report = Answer::new("", &state, &model, solved, Duration::ZERO);
        report.render(Format::Table, &mut out).expect("a table");
        String::from_utf8(out).expect("text")
    };
    let choice = "checked in integers; the time limit came before the choice among equal optima.";
    assert!(said(&solved).contains(choice), "{}", said(&solved));
    // With a bound that is not reached, nothing is proven.
    solved.solution.bounds[0].value += swiss_ilp::model::Value::from_whole(1);
    assert!(!solved.is_optimal());
    assert!(said(&solved).contains("Not proven optimal: the time limit came first; tier 1 is at most"));
}

/// A proof lists every pair. One that is too large is refused with its size, before anything is solved.
#[test]
fn a_proof_beyond_the_memory_limit_is_refused() {
    let graz = "instances/graz-open-2026-a.trf";
    for command in [&["solve", graz, "--round", "8"][..], &["verify", graz, "--round", "8"]] {
        let limited = run(&[command, &["--proof", "target/no-proof", "--memory-limit", "5"]].concat(), "");
        let said = stderr(&limited);
        assert_eq!(limited.status.code(), Some(3), "{said}");
        assert!(said.contains("the proof of round 8, of up to 35511 pairs, would take about 9 MiB"), "{said}");
    }
    assert!(!std::path::Path::new("target/no-proof").exists());
}
