//! swiss-ilp
#![warn(missing_docs)]
#![forbid(unsafe_code)]
pub mod model;
pub mod rules;
pub mod tournament;
pub mod verify;
