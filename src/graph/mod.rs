//! Matchings on general graphs: kept, repaired, and refuted.
//!
//! A [`Matching`] is grown edge by edge (Edmonds 1965), so that "could these two also be paired?" costs one
//! search and not a matching from scratch. Where there is no perfect matching, [`obstruction`] says why.

mod cheapest;
mod filled;
mod lex;
mod matching;
mod prices;
mod sparse;

pub use cheapest::{CheapestMatching, Failure};
pub use filled::FilledMatching;
pub use lex::{Lex, Weight};
pub use matching::{Graph, Matching, Obstruction, obstruction};
pub use prices::{MatchingDual, Prices};
