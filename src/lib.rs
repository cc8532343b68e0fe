//! Pair a round of a Swiss tournament optimally, and prove it.
//!
//! ```text
//! file ──formats──▶ Tournament ──at round r──▶ RoundState ── model ─▶ Program ── solve ─▶ Solution ─▶ Pairing ── verify ─▶ Verdict ── report ─▶ person
//! ```
//!
//! - [`formats`] read what was played into a [`tournament::Tournament`] and say what is wrong with a file;
//! - [`tournament::RoundState`] is everything the pairing of one round may depend on;
//! - [`rules`] are named and citable: what a pairing may not do, and what an objective counts; every other id that is
//!   printed is explained there, too;
//! - [`model`] turns a round and a model file into an integer program in exact integers;
//! - [`solve`] proves an optimum with HiGHS, on matchings from [`graph`], and picks the canonical one;
//! - [`systems`] are what federations' rules make of the same round, and know neither models nor solver;
//! - [`proof`]s of optima in integers, which [`solve`] makes and anyone can check;
//! - [`verify`] knows none of that and derives every rule and count again;
//! - [`report`] writes what was found; [`cli`] is the command line, and has no logic of its own.
//!
//! The arrows never turn back: a module knows those before it, and only [`solve`] knows that a solver exists.

#![warn(missing_docs)]
#![deny(unsafe_code)]

pub mod cli;
pub mod compare;
pub mod formats;
pub mod graph;
pub mod model;
pub mod programs;
pub mod proof;
pub mod registry;
pub mod report;
pub mod rules;
pub mod solve;
pub mod systems;
pub mod tasks;
pub mod tournament;
pub mod verify;

/// The README's example, compiled and run with the other documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
