//! The systems that began in 2026: engine, second reading and, in small fields, the literal reading in tournaments of many kinds.

use super::ledger::difference;
use crate::readings::dubov_2026;
use crate::readings::upfloaters::{self, DOUBLE_SWISS};
use crate::support::dutch_random::{self, Customs, as_paired_by};
use crate::support::long::{is_chosen, rounds};
use crate::support::{paired_by, read_again, state, system};
use itertools::Itertools;
use rand::prelude::*;
use rand_chacha::ChaCha8Rng;
use std::cell::RefCell;
use std::collections::BTreeMap;
use swiss_ilp::files::json;
use swiss_ilp::tournament::{ByeKind, Pairing, PlayerState, RoundState, Score, Tournament};

/// The literal reading of a round.
type Literal = fn(&RoundState) -> Option<Pairing>;

const SYSTEMS: [(&str, Literal); 3] = [
    ("dubov-2026", dubov_2026::pair),
    ("double-swiss-2026", |state| upfloaters::pair(state, DOUBLE_SWISS, |_| Score::ZERO)),
    ("team-2026", upfloaters::pair_teams),
];

/// The most players of a round that is read literally.
const MOST: usize = 10;

/// Draws the tournament of a seed.
type Draw = fn(u64) -> Tournament;

/// What was compared by a system of each kind of tournaments: rounds, those without a pairing, and the files of those that differ.
#[derive(Default)]
struct Seen(BTreeMap<(&'static str, &'static str), (u64, u64, Vec<String>)>);

impl Seen {
    /// The pairing of the engine, if the readings and the verifier agree.
    fn compare(
        &mut self,
        (id, literal): (&'static str, Literal),
        kind: &'static str,
        state: &RoundState,
    ) -> (Option<Pairing>, bool) {
        let engine = paired_by(system(id))(state);
        // The text does not say how often an opponent counts who was met twice, against C1 (1.7.1).
        let is_read = state.players().len() <= MOST && !(id == "dubov-2026" && state.players().iter().any(met_twice));
        let is_different = difference(engine.as_ref(), read_again(id, state).as_ref()).is_some()
            || is_read && difference(engine.as_ref(), literal(state).as_ref()).is_some()
            || engine.as_ref().is_some_and(|pairing| !system(id).verify(state, pairing).violations.is_empty());
        let (rounds, unpairable, _) = self.0.entry((id, kind)).or_default();
        *rounds += 1;
        *unpairable += u64::from(engine.is_none());
        (engine.filter(|_| !is_different), is_different)
    }

    fn keep(&mut self, id: &'static str, kind: &'static str, seed: u64, tournament: &Tournament) {
        let file = format!("{}/{id}-{kind}-{seed}.json", env!("CARGO_TARGET_TMPDIR"));
        std::fs::write(&file, json::write(tournament)).expect("written");
        self.0.entry((id, kind)).or_default().2.push(file);
    }
}

fn met_twice(player: &PlayerState) -> bool {
    !player.history.iter().filter_map(|past| past.event.met()).all_unique()
}

/// Rounds paired at random, with many bans, with any points for byes, after long runs of one colour; and events in which every round is
/// compared: of clubs, of small fields up to their last possible round, with many who come late or leave, and with results that are rare.
#[test]
fn all_readings_pair_alike() {
    let seen = RefCell::new(Seen::default());
    for read @ (id, _) in SYSTEMS.into_iter().filter(|(id, _)| is_chosen("LEDGER_EDITIONS", id)) {
        let change = |tournament: &mut Tournament, seed: u64| as_paired_by(system(id).edition(), tournament, seed);
        for seed in 0..rounds(50) {
            let random: [(_, Draw); 5] = [
                ("wild", |seed| dutch_random::wild_up_to(20, seed)),
                ("barred", dutch_random::barred),
                ("topscorers", dutch_random::topscorers),
                ("banned", dutch_random::banned),
                ("valued", dutch_random::valued),
            ];
            for (kind, tournament) in random {
                let mut tournament = tournament(seed);
                change(&mut tournament, seed);
                let (_, is_different) = seen.borrow_mut().compare(read, kind, &state(&tournament));
                if is_different {
                    seen.borrow_mut().keep(id, kind, seed, &tournament);
                }
            }
            for kind in ["clubs", "small", "restless", "unusual"] {
                let different = RefCell::new(false);
                let pair = |state: &RoundState| {
                    let (pairing, is_different) = seen.borrow_mut().compare(read, kind, state);
                    *different.borrow_mut() |= is_different;
                    pairing
                };
                let mut rng = ChaCha8Rng::seed_from_u64(seed);
                let change = |tournament: &mut Tournament| change(tournament, seed);
                let mut restless = |players, customs| {
                    let (count, rounds) = (rng.random_range(players), rng.random_range(3..=11));
                    dutch_random::restless(&mut rng, count, rounds, customs, change, pair)
                };
                let last = match kind {
                    "clubs" => dutch_random::clubs(seed, pair),
                    "small" => dutch_random::ruled_with(8, seed, change, pair),
                    "restless" => restless(8..=30, Customs::default()),
                    _ => restless(4..=10, Customs { byes: &[ByeKind::Full, ByeKind::Zero], unusual: 0.2 }),
                };
                if !*different.borrow() {
                    *different.borrow_mut() |= seen.borrow_mut().compare(read, kind, &state(&last)).1;
                }
                if *different.borrow() {
                    seen.borrow_mut().keep(id, kind, seed, &last);
                }
            }
        }
    }
    let seen = seen.into_inner().0;
    for ((id, kind), (rounds, unpairable, different)) in &seen {
        println!("{id}, {kind}: {rounds} rounds, {unpairable} without a pairing, {} otherwise", different.len());
    }
    let different: Vec<_> = seen.values().flat_map(|(.., different)| different).collect();
    assert_eq!(different, [""; 0]);
}
