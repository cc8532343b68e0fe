//! An integer program for HiGHS, and what HiGHS answers: plain data, so that another process can do the work.

use crate::model::{Program, ProgramRow};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// What HiGHS is to maximise, and how.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Task<'a> {
    pub(super) columns: Vec<Bounds>,
    pub(super) rows: Vec<Line<'a>>,
    pub(super) objective: Cow<'a, [(usize, i64)]>,
    pub(super) start: Option<Cow<'a, [i64]>>,
    pub(super) how: How,
}

/// The settings of HiGHS.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(crate) struct How {
    /// Whether HiGHS simplifies the program first.
    pub presolves: bool,
    /// The threads it may use.
    pub threads: u32,
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(super) struct Bounds {
    pub lower: i64,
    pub upper: Option<i64>,
    pub integer: bool,
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Line<'a> {
    pub coefficients: Cow<'a, [(usize, i64)]>,
    pub lower: Option<i64>,
    pub upper: Option<i64>,
}

/// How HiGHS ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Ending {
    Optimal,
    Infeasible,
    /// A limit came first.
    Stopped,
    /// In another way, which has this name.
    Otherwise(String),
}

/// What HiGHS answers.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct HighsAnswer {
    pub ending: Ending,
    /// The columns of the best point, rounded.
    pub columns: Option<Vec<i64>>,
    /// The value of that point.
    pub value: Option<f64>,
    /// What no point exceeds, if it is known.
    pub bound: Option<f64>,
    pub nodes: u64,
}

impl HighsAnswer {
    /// What there is when the work was ended from outside.
    pub const fn stopped() -> Self {
        Self { ending: Ending::Stopped, columns: None, value: None, bound: None, nodes: 0 }
    }
}

/// Why HiGHS has no answer: a status, or of an integer program what it did, as the end of "HiGHS …".
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct HighsFailure(pub String);

impl<'a> Task<'a> {
    pub fn new(
        program: &'a Program,
        floors: &'a [ProgramRow],
        objective: &'a [(usize, i64)],
        start: Option<&'a [i64]>,
        how: How,
    ) -> Self {
        let bounds = program.columns.iter().map(|c| Bounds { lower: c.lower, upper: c.upper, integer: c.integer });
        let line = |row: &'a ProgramRow| Line {
            coefficients: Cow::Borrowed(&row.coefficients),
            lower: row.lower,
            upper: row.upper,
        };
        Self {
            columns: bounds.collect(),
            rows: program.rows.iter().chain(floors).map(line).collect(),
            objective: Cow::Borrowed(objective),
            start: start.map(Cow::Borrowed),
            how,
        }
    }

    /// How large it is: its columns and coefficients.
    pub fn size(&self) -> usize {
        self.columns.len() + self.rows.iter().map(|row| row.coefficients.len()).sum::<usize>()
    }
}
