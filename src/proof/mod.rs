//! Proofs that anyone can check: certificates in integers, and their checker.
//!
//! This folder is the trusted base of a proof, and meant to be read in one sitting. It believes the round and the model;
//! which pairs are legal and what each weighs it asks of [`verify`], and of nobody who made the proof.
//!
//! **One convention** for dual values holds in the certificate, in the proof for `VeriPB` and in `solve --show duals`.
//! What is maximised is the weight of a pairing. A pair `a`, `b` weighs `w_ab <= u_a + u_b + sum z_S` over the odd sets `S` that hold
//! both, with `u` of either sign and `z_S >= 0`. So no pairing weighs more than `sum u + sum z_S (|S| - 1) / 2`. All numbers are
//! in the unit of the tier. Of several tiers each has a weight in units of the last one, so that it outweighs those after it.

pub mod by_rules;
mod capped;
mod certificate;
mod check;
pub(crate) mod folder;
pub mod verify;
pub mod veripb;
mod weights;

pub use certificate::{Certificate, Claim, Dual, Leaf, Node, Obstruction, OddSet, Overrun, Proof, SeatDual, Stage};
pub use check::{ProofRefusal, check};

pub(crate) use check::{DualSums, Listing, checked, seated, weights};
pub(crate) use weights::{CombinedWeights, LegalPair, most_weight};
