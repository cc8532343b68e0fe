//! Reports: any bytes come back as they were, and what can be read survives being written.
#![no_main]

use libfuzzer_sys::fuzz_target;
use swiss_ilp::formats::trf::Document;
use swiss_ilp::tournament::{RoundRequest, RoundState};

fuzz_target!(|bytes: &[u8]| {
    let document = Document::parse(bytes);
    assert!(document.to_bytes() == bytes);
    let Ok(loaded) = document.tournament() else { return };
    let _ = RoundState::new(&loaded.tournament, RoundRequest::default());
    if let Ok(written) = Document::from_tournament(&loaded.tournament) {
        let again = written.tournament().expect("our own report");
        assert_eq!(again.tournament.players.len(), loaded.tournament.players.len());
        assert_eq!(again.tournament.rounds, loaded.tournament.rounds);
    }
});
