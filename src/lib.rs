//! Pair a round of a Swiss tournament optimally, and prove it.
//!
//! ```
//! use swiss_ilp::tournament::{RoundRequest, RoundState};
//! use swiss_ilp::{files, model::Model, solve::Options, questions::tasks};
//!
//! let loaded = files::read(&std::fs::read("instances/british-championship-2026.trf")?).expect("a sound file");
//! let state = RoundState::new(&loaded.tournament, RoundRequest { round: Some(8), ..Default::default() })?;
//! let solved = tasks::solve(&state, &Model::load("pairs")?, Options::default())?;
//! assert!(solved.is_optimal() && solved.is_verified());
//! println!("{:?}", solved.solution.incumbent.map(|best| best.pairing.boards));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ```text
//! file ──files──▶ Tournament ──at round R──▶ RoundState ──┬── model ── solve ──┬──▶ Pairing ──verify──▶ Verdict
//!                                                         └── systems ─────────┘
//! all of it inside one question:   Request ──ask──▶ Answer ──show──▶ Document ──▶ person or program
//! ```
//!
//! | room | what is in it |
//! |---|---|
//! | [`tournament`] | players, rounds, results; [`tournament::RoundState`] is everything that the pairing of one round may depend on (the crate `swiss-trf`) |
//! | [`graph`] | exact matchings with their dual solutions (the crate `swiss-matching`) |
//! | [`files`] | how files are read and written, with every fault in its place |
//! | [`rules`] | named and citable: every id that is printed, and what it means |
//! | [`systems`] | the engines of the rule systems, and their articles |
//! | [`model`] | a round and a model file as an integer program in exact integers |
//! | [`proof`] | the verifier, which reads every rule a second time; certificates and their checker; VeriPB. The second readings of the systems are the crate `swiss-rule-proof` |
//! | [`solve`] | its optimum, proven with HiGHS or without it, and the canonical one of equal optima |
//! | [`questions`] | what is asked of a tournament or of many, each with its request, its answer and what it shows |
//! | `doors` | the command line. The doors for Python and browsers stand beside `src`, in `py` and `web` |
//!
//! A room uses those above it, and no others: neither [`systems`] nor [`model`] sees the other one, and [`proof`] sees neither the
//! engines nor the solver. Only [`solve`] calls HiGHS.
//!
//! Without its features the library compiles for WebAssembly, too, without what needs files, processes or statistics. The command line
//! belongs to `cli`, which is on by default. Without `highs` every model of pairs is solved as with it, exactly and to the same
//! pairing; a model of slots is refused ([`solve::SolveError::WithoutHighs`]).

#![warn(missing_docs)]
#![deny(unsafe_code)]
#![cfg_attr(
    target_arch = "wasm32",
    allow(dead_code, unused_imports, reason = "what only files, processes and experiments use")
)]

/// The version of this program: that of the release, and after a `+` the commit, if it was built in a checkout of its repository
/// (`0.1.0+f25b09084fba`); `.modified` follows if its sources were not those of the commit. Records and manifests have it, too.
pub const VERSION: &str = env!("SWISS_ILP_VERSION");

#[cfg(feature = "cli")]
pub mod doors;
pub mod files;
pub mod model;
pub mod proof;
pub mod questions;
pub mod rules;
pub mod solve;
pub mod systems;

pub use swiss_matching as graph;
pub use swiss_trf::tournament;

/// Whether it is the module for browsers, which is to be small: its searches are for vectors of fewer lengths than the program's, and it
/// makes no pages, for its own page shows what they show.
const IN_BROWSER: bool = cfg!(target_arch = "wasm32");
