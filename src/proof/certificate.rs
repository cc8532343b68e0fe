//! What proves that a pairing is optimal, or that there is none: integers and nothing else.
//!
//! A [`Certificate`] is made by [`solve::certify`](crate::solve::certify) and checked by
//! [`check`](super::check()), which share nothing but this form of it. It is JSON, with a player written
//! as the pairing number and the bye as 0.

use crate::tournament::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A claim about a round, with what proves it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
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
/// most the sum of its seats' multipliers and those of the odd sets that hold both. A pairing has one pair at every
/// seat, and at most `(|S| - 1) / 2` pairs within a set `S`. So it weighs at most the bound: the sum of
/// all seats' multipliers and of `(|S| - 1) / 2` times the multiplier of each `S`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dual {
    /// What no pairing exceeds.
    #[serde(with = "exact")]
    pub bound: i128,
    /// A multiplier of either sign for each seat, in pairing order, the bye last.
    pub seats: Vec<SeatMultiplier>,
    /// Multipliers of odd sets, none of them negative.
    pub odd_sets: Vec<OddSet>,
}

/// The multiplier of a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatMultiplier {
    /// The seat.
    pub seat: Seat,
    /// Its multiplier.
    #[serde(with = "exact")]
    pub multiplier: i128,
}

/// An odd number of seats and their multiplier.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OddSet {
    /// Three or more, in pairing order.
    pub seats: Vec<Seat>,
    /// Their multiplier.
    #[serde(with = "exact")]
    pub multiplier: i128,
}

/// Groups, each odd in number, that have nobody outside themselves but the hubs, who are fewer (Tutte 1947).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Obstruction {
    /// The only ones the groups can be paired with outside themselves.
    pub hubs: Vec<Seat>,
    /// The groups.
    pub groups: Vec<Vec<Seat>>,
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

    /// The certificate as JSON.
    ///
    /// # Errors
    /// None that a certificate has; they are those of `serde_json`.
    pub fn to_json(&self) -> serde_json::Result<String> {
        Ok(serde_json::to_string(self)? + "\n")
    }

    /// Reads a certificate from JSON.
    ///
    /// # Errors
    /// What is wrong with the JSON, with line and column.
    pub fn from_json(bytes: &[u8]) -> serde_json::Result<Self> {
        serde_json::from_slice(bytes)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::PlayerId;

    #[test]
    fn certificates_come_back_as_they_were_written() {
        let seats = [Seat::Player(PlayerId(7)), Seat::Player(PlayerId(2)), Seat::Bye];
        let multipliers = [i128::MAX, -(1 << 100), 0];
        let dual = Dual {
            bound: i128::MIN,
            seats: seats.into_iter().zip(multipliers).map(|(seat, m)| SeatMultiplier { seat, multiplier: m }).collect(),
            odd_sets: vec![OddSet { seats: seats.to_vec(), multiplier: 3 }],
        };
        let obstruction = Obstruction { hubs: vec![seats[0]], groups: vec![vec![seats[1]], vec![seats[2]]] };
        for proof in [Proof::Optimal(dual), Proof::Infeasible(obstruction)] {
            let certificate = Certificate { round: 3, model: "pairs".into(), proof };
            let json = certificate.to_json().expect("JSON");
            assert_eq!(Certificate::from_json(json.as_bytes()).expect("a certificate"), certificate, "{json}");
        }
        for number in ["1.5", "\"1\"", "1e3", "170141183460469231731687303715884105728"] {
            let json = format!("{{\"seat\":1,\"multiplier\":{number}}}");
            assert!(serde_json::from_str::<SeatMultiplier>(&json).is_err(), "{json}");
        }
    }
}
