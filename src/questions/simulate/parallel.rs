//! Work on numbered events by several threads, told in the order of the events.

use super::EventHalt;
use std::collections::BTreeMap;
use std::io;
use std::ops::{ControlFlow, RangeInclusive};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::channel;
use std::thread;

/// HiGHS and the systems recurse no deeper than a main thread allows, which has 8 MiB.
const STACK: usize = 16 << 20;

/// Do `work` for each of `events` by `jobs` threads, and tell `take` what each has brought, in their order, until
/// `is_over`, or until `take` has enough. What a limit ended and what comes after it is not told.
///
/// # Errors
/// The first error of `work` or `take`, by the order of the events as far as they were begun.
pub(super) fn in_order<T: Send>(
    events: RangeInclusive<u64>,
    jobs: usize,
    is_over: &(impl Fn() -> bool + Sync),
    work: &(impl Fn(u64) -> Result<T, EventHalt> + Sync),
    mut take: impl FnMut(u64, T) -> io::Result<ControlFlow<()>>,
) -> Result<(), EventHalt> {
    let (mut current, last) = events.into_inner();
    let (next, is_broken) = (AtomicU64::new(current), AtomicBool::new(false));
    thread::scope(|scope| {
        let (sender, receiver) = channel();
        for _ in 0..jobs {
            let sender = sender.clone();
            let (next, is_broken) = (&next, &is_broken);
            let worker = move || {
                while !is_over() && !is_broken.load(Ordering::Relaxed) {
                    let event = next.fetch_add(1, Ordering::Relaxed);
                    // Nobody listens any more after an error.
                    if event > last || sender.send((event, work(event))).is_err() {
                        return;
                    }
                }
            };
            thread::Builder::new().stack_size(STACK).spawn_scoped(scope, worker)?;
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        for (event, done) in receiver {
            is_broken.fetch_or(done.is_err(), Ordering::Relaxed);
            waiting.insert(event, done);
            while let Some(done) = waiting.remove(&current) {
                let taken = match done {
                    Ok(done) => take(current, done).map_err(EventHalt::from),
                    Err(EventHalt::Limit) => Ok(ControlFlow::Break(())),
                    Err(error) => Err(error),
                };
                if !matches!(taken, Ok(ControlFlow::Continue(()))) {
                    is_broken.store(true, Ordering::Relaxed);
                    return taken.map(|_| ());
                }
                current += 1;
            }
        }
        Ok(())
    })
}
