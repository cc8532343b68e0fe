//! Slots against ordered slots on rounds small enough for both; `slots_table` goes further.

#[path = "../tests/suite/support/swiss.rs"]
mod swiss;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use swiss_ilp::model::Objective;
use swiss_ilp::solve::{self, solve};
use swiss_ilp::tournament::{RoundRequest, RoundState};

fn round_four(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("round-4");
    group.sample_size(10);
    for players in [6, 8, 10] {
        let tournament = swiss::swiss_tournament(&mut ChaCha8Rng::seed_from_u64(4), players, 3);
        let state = RoundState::new(&tournament, RoundRequest::default()).expect("a sound tournament");
        for model in ["slots", "slots-ordered", "pairs"] {
            let spec = Objective::load(model).expect("a built-in model");
            group.bench_function(BenchmarkId::new(model, players), |bencher| {
                bencher.iter(|| {
                    let solution = solve(&state, &spec, solve::Options::default()).expect("a solution");
                    assert!(solution.is_optimal());
                    solution
                });
            });
        }
    }
    group.finish();
}

criterion_group!(benches, round_four);
criterion_main!(benches);
