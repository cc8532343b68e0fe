//! Pages to be opened in a browser: one file, nothing loaded from outside.

pub mod live_round;
