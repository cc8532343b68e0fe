//! Pairing the hard rounds of the real tournaments, from the file's bytes to the proven, canonical optimum.

#![expect(clippy::disallowed_methods, reason = "files of the project or of the system")]

use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use swiss_ilp::files;
use swiss_ilp::model::Objective;
use swiss_ilp::solve::{self, solve};
use swiss_ilp::tournament::{RoundRequest, RoundState};

const FILES: [(&str, &str, &[u32]); 3] = [
    ("arad", "arad-2026-a.trf", &[3, 6, 7]),
    ("graz", "graz-open-2026-a.trf", &[3, 9]),
    ("british", "british-championship-2026.trf", &[8]),
];

fn real_rounds(criterion: &mut Criterion) {
    for model in ["pairs", "fair"] {
        let spec = Objective::load(model).expect("a built-in model");
        let mut group = criterion.benchmark_group(model);
        group.sample_size(10);
        for (name, file, rounds) in FILES {
            let bytes = std::fs::read(format!("{}/instances/{file}", env!("CARGO_MANIFEST_DIR"))).expect(file);
            for round in rounds {
                group.bench_function(format!("{name}-{round}"), |bencher| {
                    bencher.iter(|| {
                        let loaded = files::read(black_box(&bytes)).expect("a sound file");
                        let request = RoundRequest { round: Some(*round), ..RoundRequest::default() };
                        let state = RoundState::new(&loaded.tournament, request).expect("a sound tournament");
                        let solution = solve(&state, &spec, solve::Options::default()).expect("a solution");
                        assert!(solution.is_optimal());
                        solution
                    });
                });
            }
        }
        group.finish();
    }
}

criterion_group!(benches, real_rounds);
criterion_main!(benches);
