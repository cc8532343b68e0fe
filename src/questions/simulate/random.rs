//! Random numbers by address: what is drawn depends on what it is for, and on nothing that was drawn before.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::f64::consts::PI;

/// What a number is drawn for. Each purpose has streams of its own.
#[derive(Debug, Clone, Copy)]
pub(super) enum Purpose {
    /// The rating of a player.
    Rating = 1,
    /// How far a player's strength is from the rating.
    Strength = 2,
    /// Whether and when a player enters late.
    Entry = 3,
    /// What happens to a player in a round.
    Life = 4,
    /// The result of a game.
    Game = 5,
    /// The colour of the first player in round 1.
    Colour = 6,
    /// The seed of lots between equal optima.
    Ties = 7,
    /// Whether the result of a game is an odd one, and which.
    OddResult = 8,
    /// A setting of a random tournament.
    Setting = 9,
}

/// The experiment's seed and the number of the event.
#[derive(Debug, Clone, Copy)]
pub(super) struct RandomSource {
    pub seed: u64,
    pub event: u64,
}

impl RandomSource {
    /// The stream of numbers at this address: `ChaCha8`, whose key of 32 bytes is the seed (8), the event (8), the purpose (4) and
    /// three numbers (4 each), all with the lowest byte first.
    pub fn stream(self, purpose: Purpose, address: [u32; 3]) -> RandomStream {
        let [one, two, three] = address.map(u32::to_le_bytes);
        let (seed, event) = (self.seed.to_le_bytes(), self.event.to_le_bytes());
        let parts: [&[u8]; 6] = [&seed, &event, &(purpose as u32).to_le_bytes(), &one, &two, &three];
        let mut key = [0; 32];
        key.iter_mut().zip(parts.into_iter().flatten()).for_each(|(byte, part)| *byte = *part);
        RandomStream(ChaCha8Rng::from_seed(key))
    }
}

/// The random numbers of one address.
pub(super) struct RandomStream(ChaCha8Rng);

impl RandomStream {
    /// A number from 0 to less than 1, a multiple of 2⁻⁵³.
    pub fn uniform(&mut self) -> f64 {
        const STEPS: f64 = (1_u64 << 53) as f64;
        (self.0.next_u64() >> 11) as f64 / STEPS
    }

    /// A whole number of 64 bits.
    pub fn whole(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number of the normal distribution with mean 0 and standard deviation 1 (Box and Muller 1958).
    pub fn normal(&mut self) -> f64 {
        let (radius, angle) = (1.0 - self.uniform(), self.uniform());
        libm::sqrt(-2.0 * libm::log(radius)) * libm::cos(2.0 * PI * angle)
    }
}
