//! A made tournament as JSON, for measuring: `cargo run --release --example made -- PLAYERS ROUNDS SEED`.
//!
//! Rounds are paired by lot within the scores. The same arguments give the same tournament; one that a rule system has paired is made by
//! `swiss-ilp simulate --write`.

#[path = "../tests/suite/support/swiss.rs"]
mod swiss;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use swiss_ilp::files::json;

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [players, rounds, seed] = arguments.as_slice() else {
        anyhow::bail!("usage: made PLAYERS ROUNDS SEED");
    };
    let mut rng = ChaCha8Rng::seed_from_u64(seed.parse()?);
    println!("{}", json::write(&swiss::swiss_tournament(&mut rng, players.parse()?, rounds.parse()?)));
    Ok(())
}
