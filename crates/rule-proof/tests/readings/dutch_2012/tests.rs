//! Colours and byes by the text of 2012, by the literal reading, the engine and the second reading.

use crate::support::paired_alike;
use crate::support::prelude::*;

fn absent(tournament: &mut Tournament, players: impl IntoIterator<Item = u32>) {
    let absence = |player| Absence { player: PlayerId(player), round: None, kind: ByeKind::Zero };
    tournament.absences.extend(players.into_iter().map(absence));
}

fn pairing_of(tournament: &Tournament) -> Option<Pairing> {
    paired_alike("dutch-2012", &state(tournament))
}

#[test]
fn colours_in_the_first_round() {
    // Player 2 is absent, so 3 is the second in S1.
    let mut six = table(&[""; 6]);
    absent(&mut six, [2]);
    assert_eq!(pairing_of(&six), Some(pairing(&[(1, 4), (5, 3)], Some(6))), "places in S1");
}

#[test]
fn colours_in_later_rounds() {
    let colours = |rows: &[&str]| {
        let mut tournament = table(rows);
        absent(&mut tournament, 3..=u32::try_from(rows.len()).expect("few"));
        let pairing = pairing_of(&tournament).expect("a pairing");
        (pairing.boards[0].white.0, pairing.boards[0].black.0)
    };
    assert_eq!(colours(&["3w=", "4b=", "1b=", "2w="]), (2, 1), "E.1");
    assert_eq!(colours(&["3w= 4b=", "4w= 3w=", "1b= 2b=", "2b= 1w="]), (1, 2), "E.2");
    assert_eq!(colours(&["3w= 4b= 5w=", "4b= 3w= 6w=", "1b= 2b= .", "2w= 1w= .", ". . 1b=", ". . 2b="]), (1, 2), "E.3");
    // Player 2 had a bye in the round between. It leaves no gap, so both had WB, and the higher ranked alternates.
    assert_eq!(colours(&["3w= 4b= .", "4w= H 3b=", "1b= . 2w=", "2b= 1w= ."]).1, 1, "E.4 with a gap");
    assert_eq!(colours(&["3w=", "4w=", "1b=", "2b="]), (2, 1), "E.4");
    assert_eq!(colours(&["3w=", "H", "1b=", "."]), (2, 1), "A.7.f");
    // The lot gave the first colour of round 1 to 3, who was White; an odd number has the other one.
    assert_eq!(colours(&["H", "H", "4w=", "3b="]), (2, 1), "no preference, later");
    assert_eq!(colours(&["H", "H", "4b=", "3w="]), (1, 2), "no preference, later");
}

#[test]
fn topscorers_may_have_the_same_absolute_preference() {
    let mut tournament = table(&["3w1 4w1", "4w1 3w1", "1b0 2b0", "2b0 1b0"]);
    absent(&mut tournament, [3, 4]);
    for (planned, expected) in [(None, None), (Some(4), None), (Some(3), Some(pairing(&[(2, 1)], None)))] {
        tournament.rounds_planned = planned;
        assert_eq!(pairing_of(&tournament), expected, "{planned:?}");
    }
    // Half of the points is not over half.
    let mut tournament = table(&["3w1 4w0", "4w1 3w0", "1b0 2b1", "2b0 1b1"]);
    absent(&mut tournament, [3, 4]);
    tournament.rounds_planned = Some(3);
    assert_eq!(pairing_of(&tournament), None);
    // One topscorer in the pair is enough.
    let mut tournament = table(&["3w1 4w1", "4w1 3w0", "1b0 2b1", "2b0 1b0"]);
    absent(&mut tournament, [3, 4]);
    tournament.rounds_planned = Some(3);
    assert_eq!(pairing_of(&tournament), Some(pairing(&[(2, 1)], None)));
}

#[test]
fn who_may_have_the_bye() {
    let mut bye = BTreeMap::new();
    for cell in ["U", "F", "H", "Z", "."] {
        let mut tournament = table(&["4w=", "5w=", cell, "1b=", "2b="]);
        absent(&mut tournament, [4, 5]);
        bye.insert(cell, pairing_of(&tournament).and_then(|pairing| pairing.bye));
    }
    // B.1.b: 3 may not have it after a point or half a point without playing, so the lower of the others has.
    let expected = [("U", 2), ("F", 2), ("H", 2), ("Z", 3), (".", 3)];
    assert_eq!(bye, expected.map(|(cell, id)| (cell, Some(PlayerId(id)))).into());
}
