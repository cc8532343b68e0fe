//! swiss-ilp
#![warn(missing_docs)]
#![forbid(unsafe_code)]
pub mod formats;
pub mod model;
pub mod rules;
pub mod tournament;
