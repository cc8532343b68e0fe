//! Model files: nothing panics, and the optimum of a model of pairs is verified.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;
use swiss_ilp::files;
use swiss_ilp::model::{Formulation, Model};
use swiss_ilp::solve::Options;
use swiss_ilp::questions::tasks;
use swiss_ilp::tournament::{RoundRequest, RoundState};

/// A round of eight players.
static ROUND: LazyLock<RoundState> = LazyLock::new(|| {
    let loaded = files::read(include_bytes!("../../../instances/teaching-8.json")).expect("a sound file");
    RoundState::new(&loaded.tournament, RoundRequest::default()).expect("a sound round")
});

fuzz_target!(|text: &str| {
    // Such a model names a file of the machine.
    if text.contains("objective-of") {
        return;
    }
    let Ok(model) = Model::parse("fuzz.toml", text) else { return };
    if matches!(&model, Model::Objective(spec) if spec.formulation == Formulation::Pairs)
        && let Ok(solved) = tasks::solve(&ROUND, &model, Options::default())
    {
        assert!(solved.solution.incumbent.is_none() || solved.is_optimal());
    }
});
