//! What there is without HiGHS: nothing.

use super::super::Limits;
use super::{Ear, HighsAnswer, HighsFailure, LinearOptimum, NoOptimum, Task};
use std::convert::Infallible;
use std::ops::RangeBounds;

/// A linear program. There is none.
pub(in super::super) struct SimplexProgram(Infallible);

impl SimplexProgram {
    pub fn new(
        _: impl IntoIterator<Item = (f64, f64)>,
        _: impl IntoIterator<Item = (f64, Vec<(usize, f64)>)>,
        _: Limits,
    ) -> Result<Self, HighsFailure> {
        Err(HighsFailure("there is no HiGHS".to_owned()))
    }

    pub fn add_row(
        &mut self,
        _: impl RangeBounds<f64>,
        _: impl IntoIterator<Item = (usize, f64)>,
    ) -> Result<usize, HighsFailure> {
        match self.0 {}
    }

    pub fn add_column(&mut self, _: f64, _: impl IntoIterator<Item = (usize, f64)>) -> Result<usize, HighsFailure> {
        match self.0 {}
    }

    pub fn set_cost(&mut self, _: usize, _: f64) -> Result<(), HighsFailure> {
        match self.0 {}
    }

    pub fn close_column(&mut self, _: usize) -> Result<(), HighsFailure> {
        match self.0 {}
    }

    pub fn set_row_bounds(&mut self, _: usize, _: f64, _: f64) -> Result<(), HighsFailure> {
        match self.0 {}
    }

    pub fn solve(&mut self, _: &(dyn Fn() -> bool + Sync), _: Ear<'_>) -> Result<LinearOptimum, NoOptimum> {
        match self.0 {}
    }
}

pub(crate) const fn version() -> Option<String> {
    None
}

pub(in super::super) fn perform_here(
    _: &Task<'_>,
    _: f64,
    _: &(dyn Fn() -> bool + Sync),
    _: Ear<'_>,
) -> Result<HighsAnswer, HighsFailure> {
    Err(HighsFailure("is not in this build".to_owned()))
}
