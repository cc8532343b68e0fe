//! One round by a rule-based system, from a checked round on; the rounds before it were paired by the system itself.

use criterion::{Criterion, criterion_group, criterion_main};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use swiss_ilp::questions::registry::System;
use swiss_ilp::tournament::{
    Bye, ByeKind, Game, GameResult, Player, PlayerId, Round, RoundRequest, RoundState, Tournament,
};

/// The state before `round` of a tournament of `players` with random results.
fn state(system: System, players: u32, round: u32) -> RoundState {
    let mut rng = ChaCha8Rng::seed_from_u64(u64::from(players));
    let mut rating = || Some(1500 + rng.random_range(0..1200));
    let mut ratings: Vec<Option<u32>> = (0..players).map(|_| rating()).collect();
    ratings.sort_unstable_by(|one, other| other.cmp(one));
    let players = (1..).zip(ratings).map(|(id, rating)| Player { rating, ..Player::new(PlayerId(id)) }).collect();
    let mut tournament = Tournament { players, ..Tournament::default() };
    let state = |tournament: &Tournament| RoundState::new(tournament, RoundRequest::default()).expect("sound");
    let results = ["1-0", "0-1", "1/2-1/2"].map(GameResult::from_name);
    for _ in 1..round {
        let pairing = system.pair(&state(&tournament)).expect("a pairing").pairing;
        let boards = pairing.boards.into_iter();
        let games = boards.map(|board| Game {
            white: board.white,
            black: board.black,
            result: results[rng.random_range(0..3)],
            rated: true,
        });
        let byes = pairing.bye.map(|player| Bye { player, kind: ByeKind::Pairing });
        tournament.rounds.push(Round { games: games.collect(), byes: byes.into_iter().collect() });
    }
    state(&tournament)
}

fn rounds(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("systems");
    group.sample_size(10);
    for system in System::all() {
        for (players, round) in [(50, 11), (100, 9), (200, 9), (1000, 9), (2000, 9)] {
            let state = state(system, players, round);
            let name = format!("{} {players} players, round {round}", system);
            group.bench_function(name, |bencher| bencher.iter(|| system.pair(&state)));
        }
    }
}

criterion_group!(benches, rounds);
criterion_main!(benches);
