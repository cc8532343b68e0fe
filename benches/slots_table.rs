//! What the order of slots buys: the time to prove round 4 optimal, `slots` compared with `slots-ordered`, as a Markdown table.
//!
//! `cargo bench --bench slots_table -- [FIRST LAST [ROUNDS [SECONDS]]]`: from FIRST to LAST players, the median of
//! ROUNDS rounds each, SECONDS a round at most.

#[path = "../tests/suite/support/swiss.rs"]
mod swiss;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use std::time::Duration;
use swiss_ilp::model::Objective;
use swiss_ilp::solve::{self, Termination, solve};
use swiss_ilp::tournament::{RoundRequest, RoundState};

const MODELS: [&str; 2] = ["slots", "slots-ordered"];
const PLAYED: usize = 3;

fn main() {
    let numbers: Vec<u32> = std::env::args().skip(1).filter_map(|argument| argument.parse().ok()).collect();
    let number = |index: usize, default| numbers.get(index).copied().unwrap_or(default);
    let (first, last, rounds, seconds) = (number(0, 6), number(1, 20), number(2, 3), number(3, 60));
    let limit = Duration::from_secs(seconds.into());

    println!("| players | {} | {} | ratio |\n|---:|---:|---:|---:|", MODELS[0], MODELS[1]);
    for players in first..=last {
        let states = states(players, rounds as usize);
        let [plain, ordered] =
            MODELS.map(|name| median(&states, &Objective::load(name).expect("a built-in model"), limit));
        let ratio = match (plain, ordered) {
            (Some(plain), Some(ordered)) => format!("{:.1}", plain.as_secs_f64() / ordered.as_secs_f64()),
            _ => String::new(),
        };
        println!("| {players} | {} | {} | {ratio} |", shown(plain, limit), shown(ordered, limit));
    }
}

/// The first `count` seeds whose round has a legal pairing.
fn states(players: u32, count: usize) -> Vec<RoundState> {
    let pairs = Objective::load("pairs").expect("a built-in model");
    let states = (0..).map(|seed| {
        let tournament = swiss::swiss_tournament(&mut ChaCha8Rng::seed_from_u64(seed), players, PLAYED);
        RoundState::new(&tournament, RoundRequest::default()).expect("a sound tournament")
    });
    let is_legal = |state: &RoundState| {
        let solution = solve(state, &pairs, solve::Options::default()).expect("a solution");
        !matches!(solution.termination, Termination::Infeasible(_))
    };
    states.filter(is_legal).take(count).collect()
}

/// The median time to the proof; `None` if there are too few proofs for one.
fn median(states: &[RoundState], spec: &Objective, limit: Duration) -> Option<Duration> {
    let options = solve::Options { time_limit: Some(limit), ..solve::Options::default() };
    let mut times: Vec<Option<Duration>> = states
        .iter()
        .map(|state| {
            let solution = solve(state, spec, options).expect("a solution");
            solution.is_optimal().then_some(solution.timing.optimise)
        })
        .collect();
    times.sort_by_key(|time| time.unwrap_or(Duration::MAX));
    times[times.len() / 2]
}

fn shown(time: Option<Duration>, limit: Duration) -> String {
    time.map_or_else(|| format!("> {} s", limit.as_secs()), |time| format!("{:.2} s", time.as_secs_f64()))
}
