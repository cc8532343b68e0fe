//! swiss-ilp
#![warn(missing_docs)]
#![deny(unsafe_code)]
pub mod graph;
pub mod model;
pub mod rules;
pub mod solve;
pub mod tournament;
pub mod verify;
