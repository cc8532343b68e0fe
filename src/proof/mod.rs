//! Proofs that anyone can check: certificates in integers, their checker, and the same for VeriPB.
//!
//! This folder is the trusted base of a proof, and meant to be read in one sitting. It believes the round and the model;
//! which pairs are legal and what each weighs it asks of [`verify`](crate::verify), and of nobody who made the proof.

mod certificate;
mod check;
mod veripb;
mod weights;

pub use certificate::{Certificate, Claim, Dual, Obstruction, OddSet, Proof, SeatDual};
pub use check::{Refusal, check};
pub use veripb::Veripb;
