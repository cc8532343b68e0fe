//! The TCEC Swiss: examples and guarantees of the text, and tournaments that were paired by these rules.

use super::conformance::fresh;
use crate::readings::tcec;
use crate::support::files::{files, load};
use crate::support::prelude::*;
use crate::support::table::doubled;
use swiss_ilp::questions::check::check;
use swiss_ilp::systems::Fraction;
use swiss_ilp::systems::tcec::{Seeding, advice, advised_groups, seeded, standings};

#[test]
fn tournaments_paired_by_the_organiser_replay_without_a_difference() {
    let mut rounds = 0;
    for path in files("tests/data/oracle/tcec", "json") {
        let loaded = load(&path);
        let checks = check(&loaded.tournament, system("tcec"), Default::default()).expect("sound");
        rounds += checks.len();
        for check in checks {
            assert!(!check.is_different(), "{}, round {}: {:?}", path.display(), check.round, check.differences);
            assert!(check.same_order, "{}, round {}", path.display(), check.round);
            let state = RoundState::new(&loaded.tournament, RoundRequest::from(check.round)).expect("sound");
            let literal = tcec::pair(&state).expect("a pairing");
            assert_eq!(Some(&literal.pairing), check.paired.as_ref(), "{}, round {}", path.display(), check.round);
        }
    }
    assert!(rounds > 50, "{rounds}");
}

#[test]
fn the_earliest_round_is_forgotten_when_nobody_is_left() {
    let state = crate::support::state(&table(&["2w1", "1b0"]));
    let paired = system("tcec").pair(&state).expect("round 1 is forgotten");
    assert_eq!(paired.pairing.boards.len(), 1);
    assert!(paired.trace.iter().any(|step| step.text.contains("[tcec.removal]")), "{:?}", paired.trace);
    let double =
        system("tcec").pair(&crate::support::state(&doubled(table(&["2w1", "1b0"])))).expect("round 1 is forgotten");
    assert_eq!(double.pairing.boards.len(), 1);
}

/// The text's example divides "11 players" into groups of 4, 4, 4 and 3, which are 15 players. So 11 and 15 are tested.
#[test]
fn groups_are_filled_from_the_strongest_and_seeded_in_turn() {
    let strengths = |players: u32, groups: usize| -> Vec<u32> {
        let seeds = seeded(fresh(players), Seeding::Group { groups }).players;
        assert!(seeds.iter().map(|player| player.id.0).eq(1..=players));
        seeds.iter().filter_map(|player| player.strength_rank).collect()
    };
    // A = 1-3, B = 4-6, C = 7-9, D = 10-11.
    assert_eq!(strengths(11, 4), [1, 4, 7, 10, 2, 5, 8, 11, 3, 6, 9]);
    // A = 1-4, B = 5-8, C = 9-12, D = 13-15.
    assert_eq!(strengths(15, 4), [1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15, 4, 8, 12]);
    assert_eq!(strengths(3, 7), [1, 2, 3]);
    assert_eq!([42, 44, 48, 49, 50, 6].map(advised_groups), [6, 6, 6, 8, 8, 2]);
}

/// A player who is absent, may not meet another or has points for pairing is the same player under the new number.
#[test]
fn whatever_names_a_player_gets_the_new_number() {
    let mut tournament = fresh(4);
    for (player, rating) in tournament.players.iter_mut().zip([2000, 2300, 2100, 2200]) {
        player.rating = Some(rating);
    }
    tournament.absences = vec![Absence { player: PlayerId(1), round: None, kind: ByeKind::Zero }];
    tournament.forbidden = vec![ForbiddenGroup { players: vec![PlayerId(2), PlayerId(3)], rounds: None }];
    tournament.accelerations = [(PlayerId(3), [(1, Score::from_tenths(10))].into())].into();
    // By strength 2, 4, 3, 1; from groups of two in turn 2, 3, 4, 1.
    let seeded =
        swiss_ilp::questions::seed::Answer::new(&tournament, Seeding::Group { groups: 2 }).expect("sound").tournament;
    assert_eq!(seeded.players.iter().filter_map(|player| player.rating).collect::<Vec<_>>(), [2300, 2100, 2200, 2000]);
    assert_eq!(seeded.absences[0].player, PlayerId(4));
    assert_eq!(seeded.forbidden[0].players, [PlayerId(1), PlayerId(2)]);
    assert_eq!(seeded.accelerations.into_keys().collect::<Vec<_>>(), [PlayerId(2)]);
}

#[test]
fn recommendations_are_warnings() {
    let tournament = Tournament { rounds_planned: Some(10), ..fresh(15) };
    let advice = advice(&tournament, Seeding::Group { groups: 3 });
    for part in ["15 players", "10 single rounds", "10 rounds for 15", "3 groups"] {
        assert!(advice.iter().any(|line| line.contains(part)), "{part}: {advice:?}");
    }
    let sound = Tournament { rounds_planned: Some(11), ..fresh(42) };
    assert_eq!(swiss_ilp::systems::tcec::advice(&sound, Seeding::Group { groups: 6 }), [""; 0]);
}

#[test]
fn the_ranking_goes_by_score_byes_blacks_and_sonneborn_berger() {
    // 1: 1.5 (beat 3 with White, drew 2 with Black); 2: 1.5 (bye, drew 1 with White); 3: 1 (lost, bye).
    let ranking = standings(&crate::support::state(&table(&["3w1 2b=", "U 1w=", "1b0 U"])));
    let lines: Vec<_> = ranking.players.iter().map(|line| (line.rank, line.id.0, &line.values[1..])).collect();
    let values =
        |byes, blacks, sb| [(byes, 1), (blacks, 1), (sb, 100)].map(|(parts, whole)| Some(Fraction::new(parts, whole)));
    assert_eq!(lines, [(1, 1, &values(0, 1, 175)[..]), (2, 2, &values(1, 0, 75)[..]), (3, 3, &values(1, 1, 0)[..])]);
}

/// The verifier must find a wrong bye, a pair of the history, wrong colours, and too many Whites.
#[test]
fn pairings_that_break_the_rules_are_not_legal() {
    let rules = |rows: &[&str], boards: &[(u32, u32)], bye: Option<u32>| -> Vec<&'static str> {
        let verdict =
            system("tcec").verify(&crate::support::state(&table(rows)), &crate::support::pairing(boards, bye));
        verdict.violations.iter().map(|violation| violation.rule).collect()
    };
    let three = ["2w1", "1b0", "U"];
    assert_eq!(rules(&three, &[(3, 1)], Some(2)), [""; 0]);
    assert_eq!(rules(&three, &[(2, 3)], Some(1)), ["tcec.bye"]);
    let four = ["3w1", "4w1", "1b0", "2b0"];
    assert_eq!(rules(&four, &[(1, 2), (3, 4)], None), [""; 0]);
    assert_eq!(rules(&four, &[(2, 1), (3, 4)], None), ["tcec.colours"]);
    assert_eq!(rules(&four, &[(3, 1), (4, 2)], None), ["tcec.history"; 2]);
    // Two players with +2 each: one of them would come to +3.
    let whites = ["3w1 5w1", "4w1 6w1", "1b0 7w1", "2b0 8w1", "7w1 1b0", "8w1 2b0", "5b0 3b0", "6b0 4b0"];
    let found = rules(&whites, &[(1, 2), (3, 4), (5, 6), (7, 8)], None);
    assert_eq!(found, ["tcec.viability", "tcec.viability"]);
}
