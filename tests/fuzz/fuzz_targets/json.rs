//! JSON: nothing panics, and what can be read survives being written.
#![no_main]

use libfuzzer_sys::fuzz_target;
use swiss_ilp::files::json;
use swiss_ilp::tournament::{RoundRequest, RoundState};

fuzz_target!(|bytes: &[u8]| {
    let Ok(loaded) = json::read(bytes) else { return };
    let _ = RoundState::new(&loaded.tournament, RoundRequest::default());
    let again = json::read(json::write(&loaded.tournament).as_bytes()).expect("our own JSON");
    assert_eq!(again.tournament, loaded.tournament);
});
