//! Matchings on general graphs (Edmonds 1965): the most pairs, the cheapest pairs, and a choice among equals.
//!
//! - A [`Matching`] has as many pairs as there can be. Where it is not perfect, [`obstruction`] says why.
//! - A [`CheapestMatching`] is perfect, and comes with the dual solution that proves it. [`EdgeCosts`] are costs of listed
//!   pairs. Where pairs of two classes cost alike, the caller implements [`Prices`]: costs are then asked for when they are
//!   needed, and no table of all pairs is kept.
//! - A [`SparseMatching`] is the search itself, for a caller who adds edges between one search and the next.
//! - A [`FilledMatching`] is one of all that are as cheap. It finds out which partners a vertex can have, and chooses.
//!   [`Alternatives`] are all of them.
//! - [`class_duals`] are dual values to begin with, found by classes alone.
//! - [`disjoint_perfect_matchings`] are those of several rounds.
//! - [`PartnerPrices`] says how much more a matching costs that has another pair.
//! - A [`budget`] ends any of this, wherever it is.
//!
//! Everything is exact: weights are integers, or several of them in order of importance ([`Lex`]).
//!
//! ```
//! use swiss_matching::{Graph, Matching, obstruction};
//! let path = Graph::new(4, [(0, 1), (1, 2), (2, 3)]);
//! assert!(Matching::maximum(&path).is_perfect());
//! // Each of three leaves needs the one vertex that they hang on.
//! let star = Graph::new(4, [(0, 1), (0, 2), (0, 3)]);
//! let why = obstruction(&star, &Matching::maximum(&star)).expect("it is not perfect");
//! assert_eq!((why.tutte_set, why.odd_components.len()), (vec![0], 3));
//! ```
//!
//! A vertex that a caller names must be one: methods that take the number of a vertex panic if there is none of that number.
//!
//! The crate is part of [swiss-ilp](https://docs.rs/swiss-ilp), which pairs rounds of chess tournaments optimally.

#![warn(missing_docs)]
#![deny(unsafe_code)]

mod alternatives;
pub mod budget;
mod cheapest;
mod disjoint;
mod edges;
mod filled;
mod lex;
mod matching;
mod partners;
mod prices;
mod sparse;
mod transport;

pub use alternatives::{Alternatives, MatchingCount};
pub use cheapest::{CheapestMatching, MatchingFailure};
pub use disjoint::{StoppedSearch, disjoint_perfect_matchings};
pub use edges::EdgeCosts;
pub use filled::FilledMatching;
pub use lex::{EdgeWeight, Lex};
pub use matching::{Graph, Matching, TutteObstruction, irreducible_obstruction, obstruction};
pub use partners::PartnerPrices;
pub use prices::{MatchingDual, Part, Prices, few_at_each, nearest};
pub use sparse::{Completion, SparseMatching};
pub use transport::class_duals;

/// The README's example, compiled and run with the other documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
