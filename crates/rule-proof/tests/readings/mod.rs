//! Literal readings of the rules: each was written from the text alone, word by word, slow and simple, by somebody who had seen neither the
//! engine nor the second reading. The suite of the program compares them with both (`tests/suite`).

pub mod dubov_1997;
pub mod dubov_2026;
pub mod dutch_1998;
pub mod dutch_2012;
pub mod dutch_candidates;
mod matching;
pub mod tcec;
pub mod upfloaters;
