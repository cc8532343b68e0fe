//! The HiGHS calls that the `highs` crate does not wrap; the only unsafe code of the project.
#![allow(unsafe_code)]

use highs::{HighsStatus, Model};

/// Set the bounds of the row with index `row`.
pub(super) fn change_row_bounds(model: &mut Model, row: usize, lower: f64, upper: f64) -> Result<(), HighsStatus> {
    let row = highs_sys::HighsInt::try_from(row).map_err(|_| HighsStatus::Error)?;
    // SAFETY: the pointer is that of a live HiGHS instance, borrowed mutably for the call; HiGHS checks the index.
    let status = unsafe { highs_sys::Highs_changeRowBounds(model.as_mut_ptr(), row, lower, upper) };
    if status == highs_sys::STATUS_OK { Ok(()) } else { Err(HighsStatus::Error) }
}
