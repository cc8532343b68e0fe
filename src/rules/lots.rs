//! Lots: a random order of the players that anyone can draw again.

use crate::tournament::{PlayerState, RoundState};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A lot for each player to be paired, in pairing order: a number of 64 bits.
///
/// By pairing number, the players draw one number each from ChaCha8. Its seed is the FNV-1a hash (64 bits) of the round, and of
/// the pairing number, the rating (0 without one) and the score in tenths of each of these players: 4 bytes a number, the
/// lowest first. So one round has one draw on every machine, and another round, field or score has another. A seed of the
/// organiser's ([`RoundState::lots`]) is hashed after these, in 8 bytes: whoever does not know it cannot draw beforehand.
pub fn lots(state: &RoundState) -> Vec<u64> {
    let mut by_id: Vec<(usize, &PlayerState)> = state.players().iter().enumerate().collect();
    by_id.sort_by_key(|(_, player)| player.id);
    let facts = by_id.iter().flat_map(|(_, player)| {
        [player.id.0.to_le_bytes(), player.rating.unwrap_or(0).to_le_bytes(), player.score.tenths().to_le_bytes()]
    });
    let seed = state.lots().into_iter().flat_map(u64::to_le_bytes);
    let bytes = std::iter::once(state.round().to_le_bytes()).chain(facts).flatten().chain(seed);
    let mut generator = ChaCha8Rng::seed_from_u64(fnv_1a(bytes));
    let mut lots = vec![0; by_id.len()];
    for (place, _) in by_id {
        lots[place] = generator.next_u64();
    }
    lots
}

/// The hash of Fowler, Noll and Vo (RFC 9923), in the variant 1a with 64 bits.
fn fnv_1a(bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}
