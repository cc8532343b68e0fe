//! The Dutch system.

pub mod standings;
