//! Random tournaments for the TCEC rules. Their past rounds are paired by the rules ([`ruled`]) or at random
//! ([`wild`]).

use super::generate::{Options, random_tournament};
use super::state;
use crate::readings::tcec::pair;
use crate::support::prelude::*;

/// Tournament number `seed`: 2 to 14 players and up to twice as many rounds, all paired by the rules.
pub fn ruled(seed: u64) -> Tournament {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let players = rng.random_range(2..=14);
    let rounds = rng.random_range(0..=2 * players);
    let games = if rng.random_bool(0.3) { GamesPerPairing::Two } else { GamesPerPairing::One };
    ruled_with(&mut rng, players, rounds, games)
}

/// Seeds 1 to `players`, who all play `rounds` rounds by the rules.
pub fn ruled_with(rng: &mut impl Rng, players: usize, rounds: usize, games: GamesPerPairing) -> Tournament {
    let draws = *[0.1, 0.5, 0.8, 1.0].choose(rng).expect("not empty");
    let ids = (1..).map(PlayerId).take(players);
    let mut tournament =
        Tournament { games_per_pairing: games, players: ids.map(Player::new).collect(), ..Tournament::default() };
    if rng.random_bool(0.3) {
        // The order of the file is not the order of the seeds.
        tournament.players.shuffle(rng);
    }
    for _ in 0..rounds {
        let literal = pair(&state(&tournament)).unwrap_or_else(|error| panic!("{error} in {tournament:#?}"));
        let round = played(rng, &literal.pairing, games, draws);
        tournament.rounds.push(round);
    }
    tournament
}

/// Tournament number `seed`: 2 to 14 players, whose past rounds were paired at random, with absences and forfeits.
pub fn wild(seed: u64) -> Tournament {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let count = rng.random_range(2..=14);
    let rounds = match rng.random_range(0..3) {
        0 => rng.random_range(0..=3),
        1 => rng.random_range(0..=count),
        _ => rng.random_range(0..=2 * count),
    };
    let random = random_tournament(&mut rng, &Options { players: count..=count, rounds: rounds..=rounds });
    Tournament { points: Default::default(), accelerations: Default::default(), forbidden: Vec::new(), ..random }
}

fn played(rng: &mut impl Rng, pairing: &Pairing, games: GamesPerPairing, draws: f64) -> Round {
    let mut boards = pairing.boards.clone();
    if games == GamesPerPairing::Two {
        let reversed = |board: &Board| Board { white: board.black, black: board.white };
        boards.extend(pairing.boards.iter().map(reversed));
    }
    let game = |board: Board| {
        let names: &[&str] = if rng.random_bool(draws) { &["1/2-1/2"] } else { &["1-0", "0-1"] };
        let result = GameResult::from_name(names.choose(rng).expect("not empty"));
        Game { white: board.white, black: board.black, result, rated: true }
    };
    let byes = pairing.bye.map(|player| Bye { player, kind: ByeKind::Pairing });
    Round { games: boards.into_iter().map(game).collect(), byes: byes.into_iter().collect() }
}
