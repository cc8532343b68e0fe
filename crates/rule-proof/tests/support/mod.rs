//! What the tests of several second readings need.

use swiss_rule_proof::certificate::{Reader, StepEvidence};
use swiss_rule_proof::evidence::Inquiry;
use swiss_rule_proof::make::Maker;
use swiss_rule_proof::procedure;
use swiss_trf::tournament::{Pairing, PlayerId, RoundState, Score, Tournament};

/// Makes the pairing by the system `id` without some criteria, and reads its certificate back.
pub fn made(id: &str, state: &RoundState, without: &[&str]) -> (Option<Pairing>, Vec<StepEvidence>) {
    let pair = procedure(id).expect("a second reading");
    let without: Vec<String> = without.iter().map(|article| (*article).to_owned()).collect();
    let mut maker = Maker::new(&|| false);
    let made = pair(state, &mut Inquiry::new(&mut maker).without(&without)).expect("solved");
    let steps = maker.into_steps();
    let mut reader = Reader::new(&steps);
    let read = pair(state, &mut Inquiry::new(&mut reader).without(&without)).expect("it holds");
    assert_eq!(read, made);
    assert_eq!(reader.end(), Ok(()));
    (made, steps)
}

/// Adds points, in tenths, to each of these in a round.
pub fn accelerate(tournament: &mut Tournament, round: u32, points: &[(&[u32], i32)]) {
    for (players, tenths) in points {
        for player in *players {
            let of_player = tournament.accelerations.entry(PlayerId(*player)).or_default();
            of_player.insert(round, Score::from_tenths(*tenths));
        }
    }
}
