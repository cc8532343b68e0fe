//! Reports: any bytes come back as they were, and what can be read survives being written.
#![no_main]

use libfuzzer_sys::fuzz_target;
use swiss_ilp::files::trf::Document;
use swiss_ilp::tournament::{Board, Pairing, RoundRequest, RoundState};

fuzz_target!(|bytes: &[u8]| {
    let document = Document::parse(bytes);
    assert!(document.to_bytes() == bytes);
    let Ok(loaded) = document.tournament() else { return };
    if let Ok(state) = RoundState::new(&loaded.tournament, RoundRequest::default()) {
        let (pairs, rest) = state.players().as_chunks();
        let boards = pairs.iter().map(|[white, black]| Board { white: white.id, black: black.id }).collect();
        let pairing = Pairing { boards, bye: rest.first().map(|player| player.id) };
        if let Ok(report) = loaded.with_round(state.round(), &pairing) {
            let again = Document::parse(&report.to_bytes()).tournament().expect("our own report").tournament;
            assert_eq!(again.round(state.round()).map(|round| round.games.len()), Some(pairing.boards.len()));
        }
    }
    if let Ok(written) = Document::from_tournament(&loaded.tournament) {
        let again = written.tournament().expect("our own report");
        assert_eq!(again.tournament.players.len(), loaded.tournament.players.len());
        assert_eq!(again.tournament.rounds, loaded.tournament.rounds);
    }
});
