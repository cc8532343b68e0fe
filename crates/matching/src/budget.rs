//! A budget of work: loops spend it, and whoever holds it says when it is spent.
//!
//! A limit on time must be asked where the time goes. So the work itself, which is called from everywhere, [`spend`]s units as it
//! goes: a unit is about what it takes to look at one pair. Each few thousand units it is asked whether the budget is spent. If so,
//! the work is left at once, wherever it is, up to the caller that [`hold`]s the budget. Code between the two neither asks nor
//! passes anything on, and so it can forget neither.
//!
//! The work is left by unwinding, without a message: destructors run. Where programs are built to abort instead, as for WebAssembly, a
//! budget only counts, and the work goes on to its end: a page ends the worker that it runs in.

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::rc::Rc;
use std::thread;

/// After so many units it is asked whether the budget is spent: some ten microseconds.
const EVERY: usize = 1 << 12;

/// What unwinding carries.
struct Spent;

type LimitCheck = Rc<dyn Fn() -> bool>;

thread_local! {
    /// The units that are left before the next question.
    static LEFT: Cell<usize> = const { Cell::new(EVERY) };
    /// Those who hold a budget on this thread, the innermost last.
    static HOLDERS: RefCell<Vec<LimitCheck>> = const { RefCell::new(Vec::new()) };
    /// Whether nobody is asked.
    static IS_UNASKED: Cell<bool> = const { Cell::new(false) };
}

/// Spend so many units of work. It does not return if a budget that is held on this thread is spent.
#[inline]
pub fn spend(units: usize) {
    LEFT.with(|left| match left.get().checked_sub(units) {
        Some(rest) => left.set(rest),
        None => ask(),
    });
}

#[cold]
#[inline(never)]
fn ask() {
    LEFT.set(EVERY);
    if IS_UNASKED.get() || thread::panicking() {
        return;
    }
    let is_spent = HOLDERS.with_borrow(|holders| holders.iter().any(|is_spent| is_spent()));
    if is_spent && cfg!(panic = "unwind") {
        resume_unwind(Box::new(Spent));
    }
}

/// The result of `work`, which is left as soon as `is_spent` says so; then it is `None`. Of budgets within each other, all are
/// asked. The budget is that of the calling thread alone.
///
/// ```
/// use swiss_matching::budget::{hold, spend};
/// let endless = || -> u8 { loop { spend(1) } };
/// assert_eq!(hold(|| true, endless), None);
/// assert_eq!(hold(|| true, || 7), Some(7));
/// ```
pub fn hold<T>(is_spent: impl Fn() -> bool + 'static, work: impl FnOnce() -> T) -> Option<T> {
    let _holder = Holder::new(Rc::new(is_spent));
    // What the work leaves half done it leaves with it: `None` has nothing of it.
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(done) => Some(done),
        Err(carried) if carried.is::<Spent>() => None,
        Err(panic) => resume_unwind(panic),
    }
}

/// The result of `work`, which is not left: another language has called it, and cannot be unwound.
pub fn unasked<T>(work: impl FnOnce() -> T) -> T {
    struct Before(bool);
    impl Drop for Before {
        fn drop(&mut self) {
            IS_UNASKED.set(self.0);
        }
    }
    let _before = Before(IS_UNASKED.replace(true));
    work()
}

/// Takes its question away at its end.
struct Holder {
    before: usize,
}

impl Holder {
    fn new(question: LimitCheck) -> Self {
        // What is spent already is noticed at once.
        LEFT.set(0);
        HOLDERS.with_borrow_mut(|holders| {
            let before = holders.len();
            holders.push(question);
            Self { before }
        })
    }
}

impl Drop for Holder {
    fn drop(&mut self) {
        HOLDERS.with_borrow_mut(|holders| holders.truncate(self.before));
    }
}

#[cfg(test)]
#[path = "../tests/unit/budget.rs"]
mod tests;
