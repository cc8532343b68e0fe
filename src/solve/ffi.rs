//! The HiGHS calls that the `highs` crate does not wrap; the only unsafe code of the project.
#![allow(unsafe_code)]

use highs::{HighsStatus, Model, SolvedModel};
use highs_sys::{HighsCallbackDataIn, HighsCallbackDataOut, HighsInt};
use std::ffi::{CStr, c_char, c_int, c_void};
use std::ptr::{from_ref, null_mut};

/// The questions that HiGHS asks while it works: in the simplex method, in the interior point method, and in branch and
/// bound.
const QUESTIONS: [HighsInt; 3] = [
    highs_sys::kHighsCallbackSimplexInterrupt,
    highs_sys::kHighsCallbackIpmInterrupt,
    highs_sys::kHighsCallbackMipInterrupt,
];

/// The version of HiGHS.
pub(super) fn version() -> String {
    // SAFETY: HiGHS returns a constant string that ends with a zero.
    unsafe { CStr::from_ptr(highs_sys::Highs_version()) }.to_string_lossy().into_owned()
}

/// Set the bounds of the row with index `row`.
pub(super) fn change_row_bounds(model: &mut Model, row: usize, lower: f64, upper: f64) -> Result<(), HighsStatus> {
    let row = HighsInt::try_from(row).map_err(|_| HighsStatus::Error)?;
    // SAFETY: the pointer is that of a live HiGHS instance, borrowed mutably for the call; HiGHS checks the index.
    let status = unsafe { highs_sys::Highs_changeRowBounds(model.as_mut_ptr(), row, lower, upper) };
    accepted(status)
}

/// Solve `model`. HiGHS asks `is_over`, and then stops with the status of an interrupt.
///
/// Its own time limit would not do: it is counted in the time that HiGHS works, and knows neither memory nor signals.
pub(super) fn solve_within<F: Fn() -> bool + Sync>(mut model: Model, is_over: &F) -> Result<SolvedModel, HighsStatus> {
    // SAFETY: the pointer is that of a live HiGHS instance. HiGHS calls `answer` only from `Highs_run`, so within
    // `try_solve`, which `is_over` outlives. Afterwards HiGHS is told to forget both; where `try_solve` fails, it has
    // destroyed the instance.
    unsafe {
        let data = from_ref(is_over).cast_mut().cast::<c_void>();
        accepted(highs_sys::Highs_setCallback(model.as_mut_ptr(), Some(answer::<F>), data))?;
        for question in QUESTIONS {
            accepted(highs_sys::Highs_startCallback(model.as_mut_ptr(), question))?;
        }
        let mut solved = model.try_solve()?;
        accepted(highs_sys::Highs_setCallback(solved.as_mut_ptr(), None, null_mut()))?;
        Ok(solved)
    }
}

/// Answers HiGHS's question whether to stop.
unsafe extern "C" fn answer<F: Fn() -> bool>(
    _question: c_int,
    _message: *const c_char,
    _known: *const HighsCallbackDataOut,
    answer: *mut HighsCallbackDataIn,
    is_over: *mut c_void,
) {
    // SAFETY: HiGHS passes its own data, which it owns during the call, and the pointer as it was given.
    if let (Some(answer), Some(is_over)) = unsafe { (answer.as_mut(), is_over.cast::<F>().as_ref()) } {
        answer.user_interrupt = c_int::from(is_over());
    }
}

fn accepted(status: HighsInt) -> Result<(), HighsStatus> {
    if status == highs_sys::STATUS_OK { Ok(()) } else { Err(HighsStatus::Error) }
}
