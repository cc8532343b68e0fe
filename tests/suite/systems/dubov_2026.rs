//! The Dubov system of 2026: engine and second reading in tournaments of many kinds.

use super::ledger::difference;
use crate::support::dutch_random::{self, Customs, rate};
use crate::support::long::rounds;
use crate::support::{paired_by, read_again, state, system};
use rand::prelude::*;
use rand_chacha::ChaCha8Rng;
use std::cell::RefCell;
use std::collections::BTreeMap;
use swiss_ilp::files::json;
use swiss_ilp::tournament::{Pairing, RoundState, Tournament};

const ID: &str = "dubov-2026";

/// Draws the tournament of a seed.
type Draw = fn(u64) -> Tournament;

/// What was compared of each kind of tournaments: rounds, those without a pairing, and the files of those that differ.
#[derive(Default)]
struct Seen(BTreeMap<&'static str, (u64, u64, Vec<String>)>);

impl Seen {
    /// The pairing of the engine, if the second reading has it, too.
    fn compare(&mut self, kind: &'static str, state: &RoundState) -> (Option<Pairing>, bool) {
        let engine = paired_by(system(ID))(state);
        let is_different = difference(engine.as_ref(), read_again(ID, state).as_ref()).is_some();
        let (rounds, unpairable, _) = self.0.entry(kind).or_default();
        *rounds += 1;
        *unpairable += u64::from(engine.is_none());
        (engine.filter(|_| !is_different), is_different)
    }

    fn keep(&mut self, kind: &'static str, seed: u64, tournament: &Tournament) {
        let file = format!("{}/{ID}-{kind}-{seed}.json", env!("CARGO_TARGET_TMPDIR"));
        std::fs::write(&file, json::write(tournament)).expect("written");
        self.0.entry(kind).or_default().2.push(file);
    }
}

/// Rounds paired at random, with many bans, after long runs of one colour; and events in which every round is compared: of clubs, of
/// small fields up to their last possible round, and with many who come late or leave.
#[test]
fn engine_and_second_reading_pair_alike() {
    let seen = RefCell::new(Seen::default());
    for seed in 0..rounds(150) {
        let random: [(_, Draw); 4] = [
            ("wild", |seed| dutch_random::wild_up_to(20, seed)),
            ("barred", dutch_random::barred),
            ("topscorers", dutch_random::topscorers),
            ("banned", dutch_random::banned),
        ];
        for (kind, tournament) in random {
            let mut tournament = tournament(seed);
            rate(&mut tournament, seed);
            let (_, is_different) = seen.borrow_mut().compare(kind, &state(&tournament));
            if is_different {
                seen.borrow_mut().keep(kind, seed, &tournament);
            }
        }
        for kind in ["clubs", "small", "restless"] {
            let different = RefCell::new(false);
            let pair = |state: &RoundState| {
                let (pairing, is_different) = seen.borrow_mut().compare(kind, state);
                *different.borrow_mut() |= is_different;
                pairing
            };
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let last = match kind {
                "clubs" => dutch_random::clubs(seed, pair),
                "small" => dutch_random::ruled_with(8, seed, |tournament| rate(tournament, seed), pair),
                _ => {
                    let (count, rounds) = (rng.random_range(8..=30), rng.random_range(3..=11));
                    let change = |tournament: &mut Tournament| rate(tournament, seed);
                    dutch_random::restless(&mut rng, count, rounds, Customs::default(), change, pair)
                }
            };
            if !*different.borrow() {
                *different.borrow_mut() |= seen.borrow_mut().compare(kind, &state(&last)).1;
            }
            if *different.borrow() {
                seen.borrow_mut().keep(kind, seed, &last);
            }
        }
    }
    let seen = seen.into_inner().0;
    for (kind, (rounds, unpairable, different)) in &seen {
        println!("{kind}: {rounds} rounds, {unpairable} without a pairing, {} otherwise", different.len());
    }
    let different: Vec<_> = seen.values().flat_map(|(.., different)| different).collect();
    assert_eq!(different, [""; 0]);
}
