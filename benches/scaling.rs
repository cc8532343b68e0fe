//! How far the pair model goes: round 9 of a Swiss tournament by lot, step by step, with the peak memory.
//!
//! `cargo bench --bench scaling -- MODEL PLAYERS [SEED]`: one round a process, because the peak is the process's.

#![expect(clippy::disallowed_methods, reason = "files of the project or of the system")]

#[path = "../tests/suite/support/swiss.rs"]
mod swiss;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use std::time::Instant;
use swiss_ilp::model::Objective;
use swiss_ilp::proof::verify::verify;
use swiss_ilp::solve::{self, solve};
use swiss_ilp::tournament::{RoundRequest, RoundState};

const PLAYED: usize = 8;

fn main() {
    let mut arguments = std::env::args().skip(1).filter(|argument| argument != "--bench");
    let model = arguments.next().unwrap_or_else(|| "pairs".into());
    let mut number = |default: u32| arguments.next().map_or(default, |text| text.parse().expect("a number"));
    let (players, seed) = (number(500), number(0));

    let spec = Objective::load(&model).expect("a model");
    let tournament = swiss::swiss_tournament(&mut ChaCha8Rng::seed_from_u64(seed.into()), players, PLAYED);
    let checking = Instant::now();
    let state = RoundState::new(&tournament, RoundRequest::default()).expect("a sound tournament");
    let check = checking.elapsed().as_secs_f64();
    let solution = solve(&state, &spec, solve::Options::default()).expect("a solution");
    let verifying = Instant::now();
    let best = solution.incumbent.as_ref().expect("a pairing");
    assert!(verify(&state, &spec, &best.pairing, Some(&best.values)).is_verified());
    let verify = verifying.elapsed().as_secs_f64();
    let [build, optimise, canonical] =
        [solution.timing.build, solution.timing.optimise, solution.timing.canonical].map(|time| time.as_secs_f64());
    println!(
        "{model}, {players} players, seed {seed}: check {check:.2} s, build {build:.2} s, optimise {optimise:.2} s, \
         canonical {canonical:.2} s, verify {verify:.2} s, {:?}, peak {}",
        solution.evidence(),
        peak()
    );
}

/// The most memory the process had, where the system reports it.
fn peak() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let kibibytes =
        status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB")?.parse().ok());
    kibibytes.map_or_else(|| "unknown".into(), |kibibytes: u64| format!("{} MiB", kibibytes / 1024))
}
