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

/// Asserts that no changed certificate of the round is accepted: without a step, with other partners, and with another dual solution.
pub fn every_change_is_refused(id: &str, state: &RoundState) {
    let (_, steps) = made(id, state, &[]);
    let mut changed = 0;
    let mut refuses = |steps: &[StepEvidence]| {
        let mut reader = Reader::new(steps);
        let read = procedure(id).expect("a second reading")(state, &mut Inquiry::new(&mut reader));
        assert!(read.is_err() || reader.end().is_err(), "{steps:?}");
        changed += 1;
    };
    for at in 0..steps.len() {
        let mut fewer = steps.clone();
        fewer.remove(at);
        refuses(&fewer);
        let StepEvidence::Paired { partners, tiers } = &steps[at] else { continue };
        let mut turned = partners.clone();
        turned.rotate_left(1);
        let mut other = steps.clone();
        other[at] = StepEvidence::Paired { partners: turned, tiers: tiers.clone() };
        refuses(&other);
        for tier in 0..tiers.len() {
            let mut tiers = tiers.clone();
            tiers[tier].dual.u.push((0, 2));
            let mut other = steps.clone();
            other[at] = StepEvidence::Paired { partners: partners.clone(), tiers };
            refuses(&other);
        }
    }
    assert!(changed > 10, "{changed}");
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
