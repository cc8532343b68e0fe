//! A made tournament as JSON, for measuring: `cargo run --release --example made -- PLAYERS ROUNDS SEED [SYSTEM]`.
//!
//! Rounds are paired by lot within the scores, or by a rule system. The same arguments give the same tournament.

#[path = "../tests/suite/support/swiss.rs"]
mod swiss;

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use swiss_ilp::files::json;
use swiss_ilp::questions::registry::System;
use swiss_ilp::tournament::{
    Bye, ByeKind, Game, GameResult, Pairing, Player, PlayerId, Round, RoundRequest, RoundState, Tournament,
};

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [players, rounds, seed, system @ ..] = arguments.as_slice() else {
        anyhow::bail!("usage: made PLAYERS ROUNDS SEED [SYSTEM]");
    };
    let (players, rounds) = (players.parse()?, rounds.parse()?);
    let mut rng = ChaCha8Rng::seed_from_u64(seed.parse()?);
    let tournament = match system {
        [] => swiss::swiss_tournament(&mut rng, players, rounds),
        [system, ..] => by_system(&mut rng, players, rounds, system.parse()?)?,
    };
    println!("{}", json::write(&tournament));
    Ok(())
}

fn by_system(rng: &mut impl Rng, players: u32, rounds: usize, system: System) -> anyhow::Result<Tournament> {
    let players = (1..=players).map(|id| Player::new(PlayerId(id))).collect();
    let mut tournament = Tournament { players, rounds_planned: Some(rounds as u32 + 2), ..Tournament::default() };
    for _ in 0..rounds {
        let state = RoundState::new(&tournament, RoundRequest::default())?;
        let paired = system.pair(&state)?;
        tournament.rounds.push(played(rng, &paired.pairing));
    }
    Ok(tournament)
}

fn played(rng: &mut impl Rng, pairing: &Pairing) -> Round {
    let mut result = || {
        let name = ["1-0", "1/2-1/2", "0-1"].choose(rng).copied().unwrap_or("1-0");
        GameResult::from_name(name)
    };
    let game = |board: &swiss_ilp::tournament::Board| Game {
        white: board.white,
        black: board.black,
        result: result(),
        rated: true,
    };
    Round {
        games: pairing.boards.iter().map(game).collect(),
        byes: pairing.bye.map(|player| Bye { player, kind: ByeKind::Pairing }).into_iter().collect(),
    }
}
