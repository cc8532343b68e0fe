//! Pair a round of a Swiss tournament optimally, and prove it.
//!
//! ```
//! use swiss_ilp::tournament::{RoundRequest, RoundState};
//! use swiss_ilp::{formats, model::Model, solve::Options, tasks};
//!
//! let loaded = formats::read(&std::fs::read("instances/british-championship-2026.trf")?).expect("a sound file");
//! let state = RoundState::new(&loaded.tournament, RoundRequest { round: Some(8), ..Default::default() })?;
//! let solved = tasks::solve(&state, &Model::load("pairs")?, Options::default())?;
//! assert!(solved.is_optimal() && solved.is_verified());
//! println!("{:?}", solved.solution.incumbent.map(|best| best.pairing.boards));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ```text
//! file ──formats──▶ Tournament ──at round R──▶ RoundState ──┬── model ── solve ──┬──▶ Pairing ──verify──▶ Verdict ──report──▶ person
//!                                                           └── systems ─────────┘
//! ```
//!
//! - [`tournament::RoundState`] is everything that the pairing of one round may depend on;
//! - [`formats`] read a file into a [`tournament::Tournament`] and say what is wrong with it, each fault with its place;
//! - [`rules`] are named and citable, and explain every id that is printed;
//! - [`model`] turns a round and a model file into an integer program in exact integers;
//! - [`solve`] finds and proves an optimum with HiGHS or without it, on matchings from [`graph`], and chooses the canonical one;
//! - [`systems`] are the engines of the rule systems; their second readings are the crate `swiss-rule-proof`;
//! - [`verify`] reads every rule and repeats every count a second time; [`proof`] checks certificates in integers, and [`veripb`] writes them for VeriPB;
//! - [`ranking`] ranks the players by points and FIDE's tie-breaks;
//! - [`compare`] counts, prices and cross-checks the pairings of a round;
//! - the [`registry`] has an entry for each system, with what each of these modules has of it;
//! - [`in_force`] says which edition of a system a tournament is paired by;
//! - [`tasks`] are what several questions do with a round, [`report`] writes what an answer shows, and has the records that answers share;
//! - [`questions`] are what is asked of a tournament, each with its request and its answer, through a context that a door gives;
//! - [`batch`] does whole archives, one record a round;
//! - [`cli`] is the command line, a door;
//! - [`lab`] plays experiments.
//!
//! A module uses those before it in this list, with two exceptions: [`solve`] makes the certificates, whose types are those of
//! [`proof`], and the list of commands in [`cli`] names `simulate`. Only [`solve`] calls HiGHS.
//!
//! Without its features the library compiles for WebAssembly, too. There [`batch`], [`lab`] and what else needs files, processes or
//! statistics are left out. The command line belongs to `cli`, which is on by default.
//! Without `highs` every model of pairs is solved as with it, exactly and to the same pairing; a model of slots is refused
//! ([`solve::SolveError::WithoutHighs`]).

#![warn(missing_docs)]
#![deny(unsafe_code)]
#![cfg_attr(
    target_arch = "wasm32",
    allow(dead_code, unused_imports, reason = "what only files, processes and experiments use")
)]

/// The version of this program: that of the release, and after a `+` the commit, if it was built in a checkout of its repository
/// (`0.1.0+f25b09084fba`); `.modified` follows if its sources were not those of the commit. Records and manifests have it, too.
pub const VERSION: &str = env!("SWISS_ILP_VERSION");

#[cfg(not(target_arch = "wasm32"))]
pub mod batch;
#[cfg(feature = "cli")]
pub mod cli;
pub mod compare;
pub mod field;
pub mod formats;
pub mod in_force;
#[cfg(not(target_arch = "wasm32"))]
pub mod lab;
pub mod model;
mod nearest;
mod new_file;
mod printable;
pub mod proof;
mod proof_folder;
pub mod questions;
pub mod ranking;
mod read_file;
pub mod registry;
pub mod report;
pub mod rules;
pub mod solve;
pub mod systems;
pub mod tasks;
pub mod verify;
pub mod veripb;

pub use swiss_matching as graph;
pub use swiss_trf::tournament;

/// Whether the code is to be small: the module for browsers has the searches for vectors of fewer lengths than the program, and makes no
/// pages, for its own page shows what they show.
const IS_SMALL: bool = cfg!(target_arch = "wasm32");
