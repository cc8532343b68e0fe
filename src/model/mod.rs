//! The formulations: the model of a file ([`Model`]) and, from it and a round, the integer program.
//!
//! An objective ([`Objective`]) has [`PairModel`], a matching with weights, or [`SlotModel`], the formulation's own variables;
//! both become a [`Program`], in exact integers, for a solver or an exporter. A rule system ([`SystemModel`]) is paired by a
//! procedure of its own. The student's text, from which the formulations come, is a program, too ([`TextModel`]):
//! one to learn from, whose answer need not be a pairing.

mod as_written;
mod choice;
mod error;
mod exact;
pub mod export;
mod expression;
pub mod families;
mod family;
mod file;
mod objective;
mod pairs;
mod program;
mod range;
mod slots;
mod system;
mod value;
mod weight;

pub use as_written::families::of as text_families;
pub use as_written::{
    Differences, Erratum, Link, Pairs, Previously, Readings, Rounding, SamePlayer, Slots, StudentText, TextModel,
    TextPoint, TextSeat, TextSlot, TextWeights,
};
pub use choice::Model;
pub(crate) use error::SpanFault;
pub use error::{ModelError, ModelFault, WrongKind};
pub use exact::ExactValue;
pub use expression::{Attribute, Counted, Definition, Expression, Formula, MOST_EXPRESSION, RoundAttribute, Subject};
pub(crate) use expression::{Exact, Part, Placement, PlayedExpression, Type, Unmeasured, sum};
pub(crate) use expression::{escaped, weighed};
pub use family::{Family, HELD, Index};
pub(crate) use objective::TierInUnits;
pub use objective::{Cap, Formulation, MOST_TIERS, Objective, Side, Tier, Weighted};
pub use pairs::{Kind, Pair, PairModel, Vertex};
pub use program::{LinearTier, OmittedColumns, Program, ProgramColumn, ProgramRow, Size, Sum};
pub use range::OutOfRange;
pub use slots::SlotModel;
pub use system::SystemModel;
pub use value::{Unit, Value, ValueSum, values};
pub use weight::{MOST_WEIGHT, Weight};

use as_written::StudentFile;
