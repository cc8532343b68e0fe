//! Which of several equal optima is reported: one more tier of costs, after all tiers of the model.

use super::equal_optima::mates;
use crate::model::{PairModel, Vertex};
use crate::rules::{Places, Term};
use crate::tournament::RoundState;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Which of several equal optima is reported.
///
/// The choice is exact: it is one more tier, which is minimised after all tiers of the model, and then the canonical order. It
/// changes neither the value of the optimum nor what proves it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(with = "String")]
pub enum Ties {
    /// The canonical one: the first player in pairing order with the highest opponent that any optimum allows, and so on.
    #[default]
    Canonical,
    /// Each pair has a random number of 32 bits, and the least sum wins. The number is a word of ChaCha8: the seed is expanded by
    /// `seed_from_u64`, the stream is the round, and the place of the word is b(b − 1)/2 + a for pairing numbers a < b, where 0 is
    /// the bye. So it depends on the seed, the round and the two players, and on nothing else.
    Random(u64),
    /// The least sum of distances from the fold ([`Term::FoldDistance`]) wins.
    Fold,
}

impl Ties {
    /// Whether it is the default.
    pub fn is_canonical(&self) -> bool {
        *self == Self::Canonical
    }
}

impl fmt::Display for Ties {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Canonical => f.write_str("canonical"),
            Self::Random(seed) => write!(f, "random:{seed}"),
            Self::Fold => f.write_str("fold"),
        }
    }
}

impl From<Ties> for String {
    fn from(ties: Ties) -> Self {
        ties.to_string()
    }
}

impl TryFrom<String> for Ties {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl FromStr for Ties {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match (text, text.strip_prefix("random:")) {
            ("canonical", _) => Ok(Self::Canonical),
            ("fold", _) => Ok(Self::Fold),
            (_, Some(seed)) => {
                let seed = seed.parse().map(Self::Random);
                seed.map_err(|_| format!("the seed is a whole number from 0 to {}, such as random:7", u64::MAX))
            }
            _ => Err("name canonical, fold, or random with a seed, such as random:7".to_owned()),
        }
    }
}

/// What pairs cost in the tier of [`Ties`]: 0 or more.
#[derive(Debug)]
pub(super) enum TieCosts {
    /// By the places of the two players: row by row, each player with those before.
    Random(Vec<u32>),
    Fold(Vec<Places>),
    /// The partner of each vertex in the pairing of which fewest pairs should change.
    Near(Vec<Vertex>),
}

impl TieCosts {
    /// `None` for the canonical choice, which is no sum over pairs.
    pub fn new(ties: Ties, model: &PairModel<'_>) -> Option<Self> {
        match ties {
            Ties::Canonical => model.pairing_nearby().map(|pairing| Self::Near(mates(model, pairing))),
            Ties::Random(seed) => Some(Self::Random(random_numbers(seed, model.state()))),
            Ties::Fold => Some(Self::Fold(Places::all(model.state(), Term::FoldDistance))),
        }
    }

    /// What the pair of these two costs, or the bye of one of them.
    pub fn of(&self, one: Vertex, other: Vertex) -> i64 {
        match self {
            Self::Random(numbers) => {
                let (high, low) = (one.min(other), one.max(other));
                numbers[low * (low - 1) / 2 + high].into()
            }
            Self::Fold(places) => Places::between(Term::FoldDistance, places, one, other),
            Self::Near(mates) => i64::from(mates[one] != other),
        }
    }
}

/// The random numbers of all pairs, by places.
fn random_numbers(seed: u64, state: &RoundState) -> Vec<u32> {
    // In the order of pairing numbers, which is mostly that of the words.
    let bye = (state.players().len() % 2 == 1).then_some((0, state.players().len()));
    let places = state.players().iter().enumerate().map(|(place, player)| (u64::from(player.id.0), place));
    let mut places: Vec<(u64, usize)> = places.chain(bye).collect();
    places.sort_unstable();
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(state.round().into());
    let mut next = 0;
    let mut numbers = vec![0; places.len() * places.len().saturating_sub(1) / 2];
    for (rank, (b, of_b)) in places.iter().enumerate() {
        for (a, of_a) in &places[..rank] {
            let word = u128::from(*b) * u128::from(b - 1) / 2 + u128::from(*a);
            if word != next {
                rng.set_word_pos(word);
            }
            next = word + 1;
            let (high, low) = (of_a.min(of_b), of_a.max(of_b));
            numbers[low * (low - 1) / 2 + high] = rng.next_u32();
        }
    }
    numbers
}
