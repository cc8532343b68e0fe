use super::{Bracket, DownfloaterDemand};
use crate::graph::{Graph, Matching};
use crate::rules::Edition;
use crate::systems::dutch_since_2017::facts::Facts;
use crate::tournament::{ForbiddenGroup, Player, PlayerId, RoundRequest, RoundState, Tournament};
use itertools::Itertools;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;

/// Round 1, in which some may not meet.
fn state(rng: &mut ChaCha8Rng, players: u32) -> RoundState {
    let bans = rng.random_range(0.0..0.4);
    let forbidden = (1..=players).array_combinations().filter(|_| rng.random_bool(bans));
    let forbidden =
        forbidden.map(|[one, other]| ForbiddenGroup { players: vec![PlayerId(one), PlayerId(other)], rounds: None });
    let forbidden = forbidden.collect();
    let players = (1..=players).map(|id| Player::new(PlayerId(id))).collect();
    let tournament = Tournament { players, forbidden, ..Tournament::default() };
    RoundState::new(&tournament, RoundRequest::default()).expect("sound")
}

/// Whether all these can be paired, if none of the `apart` meets another of them, one of an odd number with the bye.
fn can_be_paired(facts: &Facts<'_>, apart: &[usize], others: &[usize]) -> bool {
    let players = [apart, others].concat();
    let size = players.len();
    let meetings = facts.field.meetings_among(&players, apart.len());
    let byes = (0..size).filter(|one| size % 2 == 1 && facts.card(players[*one]).may_have_bye);
    let edges = meetings.chain(byes.map(|one| (one, size)));
    Matching::maximum(&Graph::new(size + size % 2, edges)).is_perfect()
}

/// Whether the next bracket pairs all `down`, and all its own but one of an odd number, so that the others can be paired.
fn is_paired_next(facts: &Facts<'_>, down: &[usize], next: &[usize], others: &[usize]) -> bool {
    let without = |left: Option<usize>| {
        let own: Vec<usize> = next.iter().copied().filter(|player| Some(*player) != left).collect();
        let left: Vec<usize> = left.into_iter().collect();
        can_be_paired(facts, down, &own) && can_be_paired(facts, &left, others)
    };
    if (down.len() + next.len()).is_multiple_of(2) {
        without(None)
    } else {
        next.iter().any(|left| without(Some(*left)))
    }
}

#[test]
fn what_need_not_be_asked_holds_for_all_downfloaters() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let mut seen = BTreeMap::new();
    for _ in 0..20_000 {
        let size = rng.random_range(3..=13);
        let state = state(&mut rng, size);
        let text = Edition::find("dutch-2026").and_then(Edition::candidates).expect("an edition of candidates");
        let mut facts = Facts::new(&state, text);
        let share = rng.random_range(0.0..=1.0);
        facts.field.cards.iter_mut().for_each(|card| card.may_have_bye = rng.random_bool(share));
        let everybody: Vec<usize> = (0..size as usize).collect();
        let (members, below) = everybody.split_at(rng.random_range(1..everybody.len().min(5)));
        let (moved_down, residents) = members.split_at(rng.random_range(0..members.len()));
        let (next, others) = below.split_at(rng.random_range(1..=below.len()));
        let leaving = rng.random_range(1..=members.len());
        let bye = (leaving + below.len()) % 2 == 1;
        let after = DownfloaterDemand::Completing { below, next: next.len(), bye };
        let facts = &facts;
        let bracket = Bracket { facts, moved_down, residents, after };
        let context = || format!("{:?} {members:?} {next:?} {others:?} {leaving}", facts.field);
        let mut downs = members.iter().copied().combinations(leaving);
        if bracket.completes_with(leaving) {
            assert!(downs.clone().all(|down| can_be_paired(facts, &down, below)), "{}", context());
            *seen.entry("completes").or_insert(0) += 1;
        }
        match bracket.asked_of(leaving) {
            DownfloaterDemand::Anyhow { .. } => {
                assert!(downs.all(|down| is_paired_next(facts, &down, next, others)), "{}", context());
                *seen.entry("anyhow").or_insert(0) += 1;
            }
            DownfloaterDemand::Next { .. } => {
                let is_right = |left: Vec<usize>| {
                    (left.len() + others.len()) % 2 != usize::from(bye) || can_be_paired(facts, &left, others)
                };
                let all = |down: Vec<usize>| [down, next.to_vec()].concat().into_iter().powerset().all(is_right);
                assert!(downs.all(all), "{}", context());
                *seen.entry("next").or_insert(0) += 1;
            }
            _ => *seen.entry("all").or_insert(0) += 1,
        }
    }
    assert!(seen.len() == 4 && seen.values().all(|times| *times > 300), "{seen:?}");
}
