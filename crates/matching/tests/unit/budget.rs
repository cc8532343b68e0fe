use super::{EVERY, hold, spend, unasked};
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

/// A question that is answered with yes from the time `at` on, and how often it was asked.
fn question(at: usize) -> (impl Fn() -> bool, Rc<Cell<usize>>) {
    let asked = Rc::new(Cell::new(0));
    let count = asked.clone();
    let ask = move || {
        count.set(count.get() + 1);
        count.get() >= at
    };
    (ask, asked)
}

#[test]
fn work_is_left_at_the_first_question_that_is_answered_with_yes() {
    let (is_spent, asked) = question(5);
    let done = Cell::new(0);
    let left: Option<()> = hold(is_spent, || {
        loop {
            spend(1);
            done.set(done.get() + 1);
        }
    });
    assert_eq!((left, asked.get()), (None, 5));
    assert!(done.get() <= 5 * (EVERY + 1), "{done:?}");
    // Nobody holds a budget any more.
    (0..10).for_each(|_| spend(EVERY));
}

#[test]
fn of_budgets_within_each_other_each_ends_its_own_work() {
    let (inner, outer) = (question(3), question(usize::MAX));
    let found = hold(outer.0, || {
        let inner = hold(inner.0, || (0..100).for_each(|_| spend(EVERY + 1)));
        (0..100).for_each(|_| spend(EVERY + 1));
        inner
    });
    assert_eq!(found, Some(None));
    assert!(outer.1.get() > 100);
    // An outer budget that is spent ends both.
    let (inner, outer) = (question(usize::MAX), question(3));
    let found = hold(outer.0, || {
        let inner = hold(inner.0, || (0..100).for_each(|_| spend(EVERY + 1)));
        spend(EVERY + 1);
        inner
    });
    assert_eq!((found, outer.1.get()), (None, 4));
}

#[test]
fn a_panic_is_no_end_of_a_budget_and_foreign_callers_are_not_unwound() {
    let panicked = catch_unwind(AssertUnwindSafe(|| hold(|| false, || std::panic::panic_any("other"))));
    assert!(panicked.is_err());
    let done = hold(|| true, || unasked(|| (0..10).for_each(|_| spend(EVERY + 1))));
    assert_eq!(done, Some(()));
}
