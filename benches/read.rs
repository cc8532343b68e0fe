//! Reading the largest report of `instances/`, and checking it.

#![expect(clippy::disallowed_methods, reason = "files of the project or of the system")]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use swiss_ilp::files;
use swiss_ilp::tournament::{RoundRequest, RoundState};

fn largest_report(criterion: &mut Criterion) {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/instances/graz-open-2026-a.trf");
    let bytes = std::fs::read(file).expect(file);
    let mut group = criterion.benchmark_group("graz");
    group.throughput(Throughput::Bytes(bytes.len() as u64));
    group.bench_function("read", |bencher| bencher.iter(|| files::read(black_box(&bytes)).expect("a sound file")));
    let loaded = files::read(&bytes).expect("a sound file");
    group.bench_function("check", |bencher| {
        bencher.iter(|| {
            RoundState::new(black_box(&loaded.tournament), RoundRequest::default()).expect("a sound tournament")
        });
    });
    group.finish();
}

criterion_group!(benches, largest_report);
criterion_main!(benches);
