//! The formulations: what a model file says ([`Spec`]) and, from it and a round, the integer program.

mod spec;
mod value;

pub use spec::{Formulation, Side, Spec, SpecError, Tier, Weighted};
pub use value::Value;
