//! Proofs that anyone can check: certificates in integers, and their checker.
//!
//! This folder is the trusted base of a proof, and meant to be read in one sitting. It believes the round and the model;
//! which pairs are legal and what each weighs it asks of [`verify`](crate::verify), and of nobody who made the proof.

mod capped;
mod certificate;
mod check;
mod weights;

pub use certificate::{Certificate, Claim, Dual, Leaf, Node, Obstruction, OddSet, Overrun, Proof, SeatDual, Stage};
pub use check::{Refusal, check};

pub(crate) use capped::Ceilings;
pub(crate) use check::checked;
pub(crate) use weights::{LegalPair, Weights};
