//! Small rounds with models of all kinds, and what the legal pairings of a round say of a pair.

use super::generate::{Options, random_tournament};
use super::state;
use crate::support::prelude::*;
use swiss_ilp::model::{Cap, Tier, Weighted};
use swiss_ilp::proof::verify::TierVerdict;
use swiss_ilp::questions::explain::ExplainedBoard;
use swiss_ilp::questions::report::TierPrice;
use swiss_ilp::solve;

/// A round and a model: one of those built in, or one of random tiers, with random side constraints.
pub fn random_round(seed: u64) -> (RoundState, Objective) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut tournament = random_tournament(&mut rng, &Options { players: 1..=8, rounds: 0..=7 });
    for player in &mut tournament.players {
        player.federation = rng.random_bool(0.8).then(|| format!("F{}", rng.random_range(0..3)));
    }
    let state = state(&tournament);
    let mut spec = Objective::load(["pairs", "fair"][rng.random_range(0..2)]).expect("a model");
    if rng.random_bool(0.5) {
        spec.tiers = (0..rng.random_range(1..=5)).map(|number| random_tier(&mut rng, number)).collect();
        spec.hard.retain(|_| rng.random_bool(0.8));
    }
    let ids: Vec<u32> = state.players().iter().map(|player| player.id.0).collect();
    let pairs: Vec<[u32; 2]> = (1..ids.len()).map(|place| [ids[rng.random_range(0..place)], ids[place]]).collect();
    let (mut sides, mut used) = ([Vec::new(), Vec::new()], Vec::new());
    for pair in pairs {
        if !rng.random_bool(0.15) {
            continue;
        }
        let is_forced = rng.random_bool(0.4) && pair.iter().all(|id| !used.contains(id));
        used.extend(pair);
        sides[usize::from(is_forced)].push(pair);
    }
    let [forbidden, forced] = sides;
    (spec.side.forbidden, spec.side.forced) = (forbidden, forced);
    if rng.random_bool(0.25) {
        spec.side.max_downfloats = Some(rng.random_range(0..=2));
    }
    if rng.random_bool(0.15) {
        spec.side.max_same_federation = Some(rng.random_range(0..=1));
    }
    (state, spec)
}

fn random_tier(rng: &mut ChaCha8Rng, number: usize) -> Tier {
    let terms = Term::ALL.iter().copied().filter(|_| rng.random_bool(0.3)).collect::<Vec<_>>();
    let mut weighted = |term: Term| Weighted { term: term.into(), weight: rng.random_range(-12..=12).into() };
    Tier { name: format!("tier {number}"), terms: terms.into_iter().map(&mut weighted).collect() }
}

/// The seats of a round: the players, and the bye of an odd field.
pub fn seats(state: &RoundState) -> Vec<Seat> {
    let players = state.players().iter().map(|player| Seat::Player(player.id));
    players.chain((state.players().len() % 2 == 1).then_some(Seat::Bye)).collect()
}

/// The best of the legal pairings in which these two are paired, the first of several.
pub fn best_with(legal: &[(Vec<Value>, Pairing)], one: Seat, other: Seat) -> Option<&(Vec<Value>, Pairing)> {
    let with = legal.iter().filter(|(_, pairing)| pairing.partner(one) == Some(other));
    with.reduce(|best, next| if next.0 > best.0 { next } else { best })
}

pub fn minus(one: &[Value], other: &[Value]) -> Vec<Value> {
    one.iter().zip(other).map(|(one, other)| *one - *other).collect()
}

pub fn values(tiers: &[TierVerdict]) -> Vec<Value> {
    tiers.iter().map(|tier| tier.value).collect()
}

pub fn prices(tiers: &[TierPrice]) -> Vec<Value> {
    tiers.iter().map(|tier| tier.value).collect()
}

/// The pairing of these boards.
pub fn pairing(boards: &[ExplainedBoard]) -> Pairing {
    let mut pairing = Pairing::default();
    for board in boards {
        match [board.white, board.black] {
            [Seat::Player(white), Seat::Player(black)] => pairing.boards.push(Board { white, black }),
            [Seat::Player(id), Seat::Bye] => pairing.bye = Some(id),
            seats => panic!("{seats:?}"),
        }
    }
    pairing
}

/// A random round, and a model whose caps lie up to two below what the optimum without them has.
pub fn capped_round(rng: &mut ChaCha8Rng, players: RangeInclusive<usize>) -> (RoundState, Objective) {
    let mut tournament = random_tournament(rng, &Options { players, rounds: 0..=8 });
    let federations = rng.random_range(2..=5);
    for player in &mut tournament.players {
        player.federation = rng.random_bool(0.9).then(|| format!("F{}", rng.random_range(0..federations)));
    }
    let state = state(&tournament);
    let mut spec = Objective::load(if rng.random_bool(0.5) { "pairs" } else { "fair" }).expect("a model");
    let Some(free) = solve(&state, &spec, solve::Options::default()).expect("a solution").incumbent else {
        return (state, spec);
    };
    let counted = |cap: Cap| {
        let boards = free.pairing.boards.iter();
        let player = |id| state.player(id).expect("present");
        boards.filter(|board| cap.counts(&state, player(board.white), player(board.black))).count() as u32
    };
    let [downfloats, federation] = [Cap::Downfloats(0), Cap::SameFederation(0)].map(counted);
    if rng.random_bool(0.7) {
        spec.side.max_downfloats = Some(downfloats.saturating_sub(rng.random_range(0..=2)));
    }
    if rng.random_bool(0.7) {
        spec.side.max_same_federation = Some(federation.saturating_sub(rng.random_range(0..=2)));
    }
    (state, spec)
}
