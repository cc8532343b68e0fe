//! Certificates: nothing panics, and no certificate proves what is false of a round that has pairings.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;
use swiss_ilp::files;
use swiss_ilp::model::{Model, Objective, Weight};
use swiss_ilp::proof::{Certificate, Claim, check};
use swiss_ilp::solve::Options;
use swiss_ilp::questions::tasks;
use swiss_ilp::tournament::{Pairing, RoundRequest, RoundState};

/// A model with an optimum of it, and a pairing that is legal and worse.
type Case = (Objective, [Pairing; 2]);

/// A round of six players, and two models of it, without a cap and with one.
static ROUND: LazyLock<(RoundState, [Case; 2])> = LazyLock::new(|| {
    let loaded = files::read(include_bytes!("../../../instances/teaching-6.json")).expect("a sound file");
    let state = RoundState::new(&loaded.tournament, RoundRequest::default()).expect("a sound round");
    let pairing = |model: &Objective| {
        let solved = tasks::solve(&state, &Model::Objective(model.clone()), Options::default()).expect("an answer");
        solved.solution.incumbent.expect("a pairing").pairing
    };
    let case = |most| {
        let mut spec = Objective::load("pairs").expect("a model");
        spec.side.max_downfloats = most;
        let mut worst = spec.clone();
        for term in worst.tiers.iter_mut().flat_map(|tier| &mut tier.terms) {
            term.weight = Weight::from_thousandths(-term.weight.thousandths());
        }
        let pairings = [pairing(&spec), pairing(&worst)];
        (spec, pairings)
    };
    let cases = [case(None), case(Some(2))];
    (state, cases)
});

fuzz_target!(|bytes: &[u8]| {
    let Ok(certificate) = serde_json::from_slice::<Certificate>(bytes) else { return };
    let (state, cases) = &*ROUND;
    for (spec, [best, worse]) in cases {
        if check(state, spec, Some(best), &certificate).is_ok() {
            assert_eq!(certificate.claim(), Claim::Optimal);
        }
        assert!(check(state, spec, Some(worse), &certificate).is_err());
        assert!(check(state, spec, None, &certificate).is_err());
    }
});
