//! What proves that a pairing is optimal, or that there is none: integers and nothing else.
//!
//! A [`Certificate`] is made by [`solve::certify`](crate::solve::certify) and checked by
//! [`check`](super::check()), which share nothing but this form of it. It is JSON, with a player written
//! as the pairing number and the bye as 0.

use crate::tournament::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A claim about a round, with what proves it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// The round.
    pub round: u32,
    /// The model's name.
    pub model: String,
    /// What is claimed, and why.
    pub proof: Proof,
}

/// What is claimed, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Proof {
    /// No pairing is worth more than the bound.
    Optimal(Dual),
    /// There is no legal pairing.
    Infeasible(Obstruction),
}

/// What a certificate claims of its round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Claim {
    /// No legal pairing is better.
    Optimal,
    /// There is no legal pairing.
    Infeasible,
}

/// A dual solution of the matching problem (Edmonds 1965).
///
/// A pair weighs its value in all tiers, made one number so that a tier outweighs all that follow. It weighs at
/// most the sum of its seats' dual values and those of the odd sets that hold both. A pairing has one pair at every
/// seat, and at most `(|S| - 1) / 2` pairs within a set `S`. So it weighs at most the bound: the sum of
/// all seats' dual values and of `(|S| - 1) / 2` times the dual value of each `S`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Dual {
    /// What no pairing exceeds.
    #[serde(with = "exact")]
    #[schemars(with = "i128")]
    pub bound: i128,
    /// A dual value of either sign for each seat, in pairing order, the bye last.
    pub seats: Vec<SeatDual>,
    /// The odd sets with their dual values, none of them negative.
    pub odd_sets: Vec<OddSet>,
}

/// The dual value of a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SeatDual {
    /// The seat.
    pub seat: Seat,
    /// Its dual value.
    #[serde(with = "exact")]
    #[schemars(with = "i128")]
    pub dual: i128,
}

/// An odd number of seats and their dual value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OddSet {
    /// Three or more, in pairing order.
    pub seats: Vec<Seat>,
    /// Their dual value.
    #[serde(with = "exact")]
    #[schemars(with = "i128")]
    pub dual: i128,
}

/// A set without which the players fall apart into more odd components than it has members (Tutte 1947).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Obstruction {
    /// The only ones with whom the odd components can be paired outside themselves.
    pub tutte_set: Vec<Seat>,
    /// Components, each odd in number.
    pub odd_components: Vec<Vec<Seat>>,
}

impl Certificate {
    /// What is claimed.
    #[must_use]
    pub const fn claim(&self) -> Claim {
        match self.proof {
            Proof::Optimal(_) => Claim::Optimal,
            Proof::Infeasible(_) => Claim::Infeasible,
        }
    }
}

/// Integers of any size as JSON numbers, digit by digit.
mod exact {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};
    use serde_json::value::RawValue;

    pub fn serialize<S: Serializer>(value: &i128, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_i128(*value)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i128, D::Error> {
        let digits = Box::<RawValue>::deserialize(deserializer)?;
        digits.get().parse().map_err(|_| D::Error::custom(format!("{} is not an integer below 2^127", digits.get())))
    }
}
