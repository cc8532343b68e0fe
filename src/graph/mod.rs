//! Matchings on general graphs: kept, repaired, and refuted.
//!
//! A [`Matching`] is grown edge by edge (Edmonds 1965), so that "could these two also be paired?" costs one
//! search and not a matching from scratch. Where there is no perfect matching, [`obstruction`] says why.

mod filled;
mod lex;
mod matching;
mod sparse;
mod weighted;

pub use filled::FilledMatching;
pub use lex::Lex;
pub use matching::{Graph, Matching, Obstruction, obstruction};
pub use sparse::{Completion, LexDual, SparseMatching};
pub use weighted::{CheapestMatching, Cost, MatchingDual};
