//! The Dubov system against the literal reading of its text, and against what the text promises.

mod support;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use support::{dubov_1997_literal, dutch_random, state};
use swiss_ilp::systems::System;
use swiss_ilp::systems::dubov_1997::Dubov1997;
use swiss_ilp::tournament::{RoundState, Tournament};

/// The tournament number `seed` with random ratings, few enough to have many alike.
fn rated(mut tournament: Tournament, seed: u64) -> Tournament {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let many = rng.random_range(1..400);
    for player in &mut tournament.players {
        player.rating = (!rng.random_bool(0.05)).then(|| 2000 + rng.random_range(0..many));
    }
    tournament
}

#[test]
fn the_engine_agrees_with_the_literal_reading() {
    let readings = swiss_ilp::systems::dubov_1997::Readings {
        transfers_only: std::env::var("T").is_ok(),
        exchange_rows: std::env::var("E").is_ok(),
        floaters_by_rating: std::env::var("F").is_ok(),
    };
    let system = Dubov1997 { readings };
    let times: u64 = std::env::var("STRESS").map_or(1, |times| times.parse().expect("a number of times"));
    let (mut rounds, mut unpairable, mut differ) = (0, 0, 0);
    for seed in 0..10_000 * times {
        let by_literal = |state: &RoundState| dubov_1997_literal::pair(state);
        let ruled = dutch_random::ruled(seed, by_literal);
        for tournament in [rated(ruled, seed), rated(dutch_random::wild(seed), seed)] {
            let state = state(&tournament);
            let expected = dubov_1997_literal::pair_by(&state, readings);
            let found = system.pair(&state).ok();
            if found.as_ref().map(|paired| &paired.pairing) != expected.as_ref() {
                differ += 1;
                if differ < 10 {
                    println!("seed {seed} players {} round {}", state.players().len(), state.round());
                    println!("{}", found.map(|p| p.trace.join("\n")).unwrap_or_default());
                    println!("literal {expected:?}");
                }
            }
            rounds += 1;
            unpairable += u32::from(expected.is_none());
        }
    }
    panic!("{rounds} rounds, {unpairable} without a pairing, {differ} differ");
}
