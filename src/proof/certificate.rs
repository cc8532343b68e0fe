//! What proves that a pairing is optimal, or that there is none: integers and nothing else.
//!
//! A [`Certificate`] is made by [`solve::certify`](crate::solve::certify) and checked by
//! [`check`](super::check()), which share nothing but this form of it. It is JSON, with a player written
//! as the pairing number and the bye as 0.

use crate::tournament::Seat;
use schemars::JsonSchema;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;

/// A claim about a round, with what proves it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// The round.
    pub round: u32,
    /// The model's name.
    pub model: String,
    /// Whether the optimum is claimed to be the only one. What is proven then has one more tier, after all others: a unit for
    /// each pair that the pairing does not make. So an optimum with other pairs would be worth more.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unique: bool,
    /// For a model of slots, who sits in which, White first. A filling of slots is a pairing, so what is claimed of pairings holds for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slots: Option<Vec<[u32; 2]>>,
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
    /// No pairing that keeps the caps is worth more: the tiers, in order.
    OptimalWithCaps(Vec<Stage>),
    /// No pairing keeps the caps.
    InfeasibleByCaps(Overrun),
}

/// What a certificate claims of its round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Claim {
    /// No legal pairing is better.
    Optimal,
    /// No legal pairing is better, and none with other pairs is as good.
    OnlyOptimum,
    /// There is no legal pairing.
    Infeasible,
}

impl Claim {
    /// The claim in a word, as in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Optimal => "optimal",
            Self::OnlyOptimum => "only-optimum",
            Self::Infeasible => "infeasible",
        }
    }
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
    #[serde(deserialize_with = "exact")]
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
    #[serde(deserialize_with = "exact")]
    pub dual: i128,
}

/// An odd number of seats and their dual value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OddSet {
    /// Three or more, in pairing order.
    pub seats: Vec<Seat>,
    /// Their dual value.
    #[serde(deserialize_with = "exact")]
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

/// No pairing that keeps the caps before keeps this one. What is weighed is minus the number of pairs that it counts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Overrun {
    /// The cap, as the model names it.
    pub cap: String,
    /// Why it cannot be kept.
    pub stage: Stage,
}

/// What no pairing exceeds in a tier that keeps the *ceilings*: the caps, and the optima of the tiers before.
///
/// A tree of cases, as a list: after a case with some pairs at most so many times come all cases within it, then all cases with
/// these pairs more often. Each case without cases within has a leaf.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Stage {
    /// What no pairing exceeds, in the units of the tiers.
    #[serde(deserialize_with = "exact")]
    pub bound: i128,
    /// Bounds without cases, which may be greater. A pair whose reduced cost exceeds the difference is in no optimum. It is left out
    /// from there on. A cap that cannot be kept has none.
    pub roots: Vec<Leaf>,
    /// The cases.
    pub tree: Vec<Node>,
}

/// A node of a tree of cases.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Node {
    /// Of the pairs with one seat in a list and the other in another, so many are made at most, or more.
    Branch {
        /// One list.
        one: Vec<Seat>,
        /// The other.
        other: Vec<Seat>,
        /// How many.
        at_most: u32,
    },
    /// The bound of a case.
    Leaf(Leaf),
}

/// Nonnegative multipliers of all rows that a pairing keeps, and a dual solution: see [`Dual`].
///
/// A pair weighs, `scale` times, at most what its seats and odd sets give, and what it counts in each row, times the
/// row's multiplier. So a pairing weighs, `scale` times, at most the sum of the seats', odd sets' and rows' multipliers, each times
/// its right side. A tier before is a row as well: minus its weights are at most minus its optimum.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Leaf {
    /// How many times all numbers are as large.
    #[serde(deserialize_with = "exact")]
    pub scale: i128,
    /// The multipliers of the caps, in the model's order, then of the tiers before.
    #[serde(deserialize_with = "exact_list")]
    pub ceilings: Vec<i128>,
    /// The multipliers of the cases that hold here, the widest first.
    #[serde(deserialize_with = "exact_list")]
    pub branches: Vec<i128>,
    /// A dual value of either sign for each seat, in pairing order, the bye last.
    pub seats: Vec<SeatDual>,
    /// The odd sets with their dual values, none of them negative.
    pub odd_sets: Vec<OddSet>,
}

impl Certificate {
    /// What is claimed.
    pub const fn claim(&self) -> Claim {
        match self.proof {
            Proof::Optimal(_) | Proof::OptimalWithCaps(_) if self.unique => Claim::OnlyOptimum,
            Proof::Optimal(_) | Proof::OptimalWithCaps(_) => Claim::Optimal,
            Proof::Infeasible(_) | Proof::InfeasibleByCaps(_) => Claim::Infeasible,
        }
    }
}

/// An integer of any size of a JSON number, digit by digit.
fn exact<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i128, D::Error> {
    of_digits(&Box::deserialize(deserializer)?)
}

/// Such integers of a list.
fn exact_list<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<i128>, D::Error> {
    Vec::<Box<RawValue>>::deserialize(deserializer)?.iter().map(|digits| of_digits(digits)).collect()
}

fn of_digits<E: Error>(digits: &RawValue) -> Result<i128, E> {
    digits.get().parse().map_err(|_| E::custom(format!("{} is not an integer below 2^127", digits.get())))
}
