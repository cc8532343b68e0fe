//! The result of a solve, in the manner of `MathOptInterface`: the termination, the incumbent, and the bound of each tier
//! with its evidence.

use super::{CappedProof, Limit, NoPairing};
use crate::graph::MatchingDual;
use crate::model::Value;
use crate::tournament::Pairing;
use schemars::JsonSchema;
use serde::Serialize;
use std::time::Duration;

/// The result of a solve, by a model or by a system.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solution {
    /// How the solver terminated.
    pub termination: Termination,
    /// The best pairing found, if any; if optimal, the one of [`Options::ties`](super::Options::ties).
    pub incumbent: Option<Incumbent>,
    /// Whether the incumbent is the only optimum, where the proof of the optimum says so. Colours do not count.
    pub unique: Option<bool>,
    /// The bound of each tier, up to the first tier not solved to the end.
    pub bounds: Vec<Bound>,
    /// The dual solution of an optimal matching.
    pub dual: Option<DualSolution>,
    /// What proves the optimum of a model with caps that the optimum without them does not keep.
    pub capped: Option<CappedProof>,
    /// The course of branch and bound, if the log of HiGHS was asked for and it branched.
    pub course: Vec<CoursePoint>,
    /// How long each step took.
    pub timing: Timing,
}

/// How far branch and bound had come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CoursePoint {
    /// The tier, from 0.
    pub tier: usize,
    /// The time since the first tier began.
    pub time: Duration,
    /// The nodes so far.
    pub nodes: u64,
    /// The value of the tier at the best point so far, if there is one.
    pub value: Option<Value>,
    /// What no point exceeds in the tier, if it is known; rounded down to a unit of the tier.
    pub bound: Option<Value>,
}

/// A dual solution of the matching problem that minimises minus the values, by vertices of the
/// [`PairModel`](crate::model::PairModel). Its numbers are halves of a unit, one for each tier, and compared lexicographically.
pub type DualSolution = MatchingDual<Vec<i64>>;

/// How a solve terminated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Termination {
    /// Every tier was solved to the end.
    Optimal,
    /// The time limit came first.
    TimeLimit,
    /// The memory limit came first.
    MemoryLimit,
    /// It was interrupted.
    Interrupted,
    /// There is no legal pairing, and this is why.
    Infeasible(NoPairing),
}

impl From<Limit> for Termination {
    fn from(limit: Limit) -> Self {
        match limit {
            Limit::Time => Self::TimeLimit,
            Limit::Memory => Self::MemoryLimit,
            Limit::Interrupt => Self::Interrupted,
        }
    }
}

impl Termination {
    /// The limit that ended it, if one did.
    pub const fn limit(&self) -> Option<Limit> {
        match self {
            Self::TimeLimit => Some(Limit::Time),
            Self::MemoryLimit => Some(Limit::Memory),
            Self::Interrupted => Some(Limit::Interrupt),
            Self::Optimal | Self::Infeasible(_) => None,
        }
    }
}

/// A legal pairing with its values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Incumbent {
    /// The pairing, in board order.
    pub pairing: Pairing,
    /// Its value in each tier, by the model's own count.
    pub values: Vec<Value>,
}

/// The bound of a tier: no legal pairing that is optimal in the tiers before exceeds it. The tiers of a system
/// are minimised, and none falls below it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bound {
    /// The bound.
    pub value: Value,
    /// Its evidence.
    pub evidence: Evidence,
}

/// The evidence for a bound, the weakest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema, strum::Display)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Evidence {
    /// Nothing: the solver has not begun.
    Nothing,
    /// Branch and bound by HiGHS, both gaps 0.
    BranchAndBound,
    /// A search that tries all pairings from the best, each an optimum with dual values in integers, and for each all rounds
    /// that can follow.
    Search,
    /// A branching tree whose leaves are dual solutions in integers, each checked in exact integers.
    IntegerTree,
    /// A Tutte set with more odd components than members, found and checked in integers: of all legal pairs.
    Obstruction,
    /// A dual solution in half-integers, checked in exact integers.
    IntegerDual,
}

/// Wall time of each step.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Timing {
    /// Building the model.
    pub build: Duration,
    /// Proving the optimum.
    pub optimise: Duration,
    /// Choosing the canonical optimum.
    pub canonical: Duration,
}

impl Solution {
    /// Without a pairing or a bound.
    pub(crate) fn new(termination: Termination) -> Self {
        Self {
            termination,
            incumbent: None,
            unique: None,
            bounds: Vec::new(),
            dual: None,
            capped: None,
            course: Vec::new(),
            timing: Timing::default(),
        }
    }

    /// How far the incumbent may be from the optimum, in the first tier not solved to the end; 0 if optimal.
    pub fn gap(&self) -> Option<Value> {
        let values = &self.incumbent.as_ref()?.values;
        let gaps = self.bounds.iter().zip(values).map(|(bound, value)| bound.value - *value);
        Some(gaps.into_iter().find(|gap| *gap != Value::ZERO).unwrap_or_default())
    }

    /// Whether every tier was solved to the end, and the choice among equal optima, too.
    pub fn is_optimal(&self) -> bool {
        self.termination == Termination::Optimal
    }

    /// Whether the incumbent is a proven optimum. If a limit came before the choice, it is not the canonical one yet.
    pub fn is_proven(&self) -> bool {
        let has_evidence = |bound: &Bound| bound.evidence > Evidence::Nothing;
        let reaches_bounds = |best: &Incumbent| best.values == self.bound_values();
        self.is_optimal() || self.incumbent.as_ref().is_some_and(reaches_bounds) && self.bounds.iter().all(has_evidence)
    }

    /// The weakest evidence of any tier, or the evidence that there is no pairing.
    pub fn evidence(&self) -> Evidence {
        let of_bounds = self.bounds.iter().map(|bound| bound.evidence);
        match &self.termination {
            Termination::Infeasible(why) => why.evidence(),
            // With nobody to pair there is no tier to bound.
            Termination::Optimal => of_bounds.min().unwrap_or(Evidence::IntegerDual),
            Termination::TimeLimit | Termination::MemoryLimit | Termination::Interrupted => {
                of_bounds.min().unwrap_or(Evidence::Nothing)
            }
        }
    }

    /// The values of the bounds.
    pub(crate) fn bound_values(&self) -> Vec<Value> {
        self.bounds.iter().map(|bound| bound.value).collect()
    }
}
