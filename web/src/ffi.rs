//! What a page calls, and the clock that it gives; the only unsafe code of the crate.
//!
//! The page asks for [`input`] of the tournament and the request together, writes both there one after the other, and calls [`ask`].
//! The answer is where [`output`] says.
#![allow(unsafe_code)]

use std::cell::RefCell;

thread_local! {
    /// What the page writes, and what it reads.
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static OUTPUT: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Make room for so many bytes; returns where they are.
#[unsafe(no_mangle)]
pub extern "C" fn input(bytes: usize) -> *mut u8 {
    INPUT.with_borrow_mut(|input| {
        input.clear();
        input.resize(bytes, 0);
        input.as_mut_ptr()
    })
}

/// Answer what is in the input: so many bytes of a tournament, and then the request. Returns how many bytes the answer has.
#[unsafe(no_mangle)]
pub extern "C" fn ask(tournament: usize) -> usize {
    clock::give();
    let answer = INPUT.with_borrow(|input| {
        let (tournament, request) = input.split_at(tournament.min(input.len()));
        crate::answer(tournament, request)
    });
    let bytes = answer.len();
    OUTPUT.replace(answer);
    bytes
}

/// Where the answer is.
#[unsafe(no_mangle)]
pub extern "C" fn output() -> *const u8 {
    OUTPUT.with_borrow(|output| output.as_ptr())
}

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
mod clock {
    use std::time::Duration;

    #[link(wasm_import_module = "page")]
    unsafe extern "C" {
        /// The milliseconds since some moment, never less than before.
        safe fn milliseconds() -> f64;
    }

    /// The library goes by the clock of the page.
    pub(super) fn give() {
        swiss_ilp::solve::set_clock(|| Duration::try_from_secs_f64(milliseconds() / 1e3).unwrap_or_default());
    }
}

/// Elsewhere there is one.
#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
mod clock {
    pub(super) const fn give() {}
}
