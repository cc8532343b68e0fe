//! Chess tournaments by the Swiss system: FIDE's tournament report (TRF) with its extensions, read, checked and written.
//!
//! ```text
//! bytes ── formats::read ──▶ Loaded { tournament, sources, notes } ── RoundState::new ──▶ RoundState, or all faults
//! ```
//!
//! - [`formats`] read a file into a [`tournament::Tournament`] and say what is wrong with it, each fault with line, column and
//!   what to do. [`formats::trf`] is FIDE's report as programs write it, [`formats::json`] a JSON of the same content,
//!   [`formats::pairs`] the pairing of a round.
//! - [`tournament::RoundState`] is everything that the pairing of one round may depend on: scores, colours, floats, opponents.
//!
//! ```
//! let row = |id: u32, name: &str| format!("001 {id:>4}      {name:33}{:>37}\n", "0.0");
//! let file = [row(1, "Anna"), row(2, "Ben")].concat();
//! let loaded = swiss_trf::formats::read(file.as_bytes()).expect("a sound report");
//! assert_eq!(loaded.tournament.players[1].name, "Ben");
//! let faults = swiss_trf::formats::read(b"001 nobody").expect_err("no pairing number");
//! assert_eq!(faults[0].code.id(), "bad-number");
//! ```
//!
//! The crate is the foundation of [swiss-ilp](https://docs.rs/swiss-ilp), which pairs rounds optimally.

#![warn(missing_docs)]
#![deny(unsafe_code)]

pub mod formats;
pub mod tournament;

/// The README's example, compiled and run with the other documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
