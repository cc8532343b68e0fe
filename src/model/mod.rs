//! The formulations: what a model file says ([`Spec`]) and, from it and a round, the integer program.
//!
//! [`PairModel`] is a matching with weights, [`SlotModel`] the formulation's own variables; both become a
//! [`Program`], in exact integers, for a solver or an exporter. A [`system`] has programs of its own.

mod choice;
mod pairs;
mod program;
mod slots;
mod spec;
pub mod system;
mod value;

pub use choice::Model;
pub use pairs::{Pair, PairModel, Vertex};
pub use program::{Column, Objective, Program, Row};
pub use slots::SlotModel;
pub use spec::{Cap, Formulation, MOST_WEIGHT, Side, Spec, SpecError, Tier, Weighted};
pub use value::{Value, values};
