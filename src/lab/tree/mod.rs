//! The tree of cases that decides a model with caps, as `solve --tree` shows it.

mod drawing;
mod record;

pub use record::{Branching, CaseReport, Closed, MultiplierReport, TreeReport, TreeStageReport};

pub(super) use drawing::page;
