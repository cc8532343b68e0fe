//! The absolute rules and the colours of the Dutch system, as the verifier reads them in either edition.

use crate::support::dubov_cases::after;
use crate::support::prelude::*;

const EDITIONS: [&str; 2] = ["dutch-1998", "dutch-2012"];

/// The violations of the rules of `edition`, without those of the structure. The ids are without the edition.
fn violations(edition: &str, tournament: &Tournament, boards: &[(u32, u32)], bye: Option<u32>) -> Vec<String> {
    let verdict = system(edition).verify(&crate::support::state(tournament), &pairing(boards, bye));
    let of_edition = verdict.violations.iter().filter(|violation| violation.rule.starts_with(edition));
    of_edition.map(|violation| violation.to_string().replace(&format!("{edition}."), "")).collect()
}

// ---- B.1 ----

#[test]
fn nobody_meets_twice_nor_against_a_ban() {
    let mut played = table(&["2w1 3w=", "1b0 4b=", "4w1 1b=", "3b0 2w="]);
    let forfeited = table(&["2w+ 3w=", "1b- 4b=", "4w- 1b=", "3b- 2w="]);
    for edition in EDITIONS {
        let counted = violations(edition, &played, &[(2, 4), (3, 1)], None);
        assert_eq!(counted, ["2 and 4 met in round 2 [B1a]", "3 and 1 met in round 2 [B1a]"]);
        assert_eq!(violations(edition, &played, &[(4, 1), (2, 3)], None), [""; 0]);
        // 1 and 2 come back to the game that was not played.
        assert_eq!(violations(edition, &forfeited, &[(2, 1), (3, 4)], None), [""; 0]);
    }
    played.forbidden = vec![ForbiddenGroup { players: [1, 4].map(PlayerId).to_vec(), rounds: Some((3, 3)) }];
    for edition in EDITIONS {
        let banned = ["4 and 1 are kept apart by the organiser [B1a]"];
        assert_eq!(violations(edition, &played, &[(4, 1), (2, 3)], None), banned);
    }
}

/// C2 of 2026 speaks of "as many points as rewarded for a win"; C.2 of 2017 of the bye and the win by forfeit.
#[test]
fn points_exclude_from_the_bye_in_2026() {
    let mut tournament = table(&["U H", "F .", "H .", "Z .", ". F", "7w+ .", "6b- 8w=", "9w- 7b=", "8b- H"]);
    let points = &mut tournament.points;
    (points.full_bye, points.half_bye, points.forfeit_win) = (points.half_bye, points.full_bye, points.half_bye);
    points.pairing_bye = points.zero_bye;
    for (edition, barred) in [("dutch-2017", &[1, 6][..]), ("dutch-2026", &[1, 3, 9])] {
        let is_barred = |id: &u32| !violations(edition, &tournament, &[], Some(*id)).is_empty();
        assert_eq!((1..=9).filter(is_barred).collect::<Vec<u32>>(), barred, "{edition}");
    }
    let found = violations("dutch-2026", &tournament, &[], Some(3));
    assert_eq!(found, ["3 had a half-point bye with the points of a win in round 1 and gets the bye [C2]"]);
}

// ---- B.2 ----

/// The violations if player 2 has White against 1, and those if player 1 has White against 2.
fn both_ways(edition: &str, tournament: &Tournament) -> [Vec<String>; 2] {
    [violations(edition, tournament, &[(2, 1)], None), violations(edition, tournament, &[(1, 2)], None)]
}

#[test]
fn the_same_absolute_preference_keeps_two_apart() {
    let both = |colour| [format!("2 and 1 both have to get {colour} [B2]")];
    for (one, colour, third) in [
        ("bww", "Black", "2 gets White for the third time running [B2]"),
        ("ww", "Black", "2 gets White and would have a colour difference of +3 [B2]"),
        ("wwbw", "Black", "2 gets White and would have a colour difference of +3 [B2]"),
    ] {
        let tournament = after(&[one, one], &[0; 2], &[0; 2]);
        assert_eq!(both_ways("dutch-2012", &tournament)[0], both(colour), "{one}");
        assert_eq!(both_ways("dutch-1998", &tournament)[0], [third], "{one}");
    }
    let blacks = after(&["wbb", "bb"], &[0; 2], &[0; 2]);
    let third =
        ["1 gets Black for the third time running [B2]", "2 has White against 1, and should have Black by E.4 [E]"];
    assert_eq!(both_ways("dutch-2012", &blacks)[0], [both("White")[0].as_str(), third[1]]);
    assert_eq!(both_ways("dutch-1998", &blacks)[0], third);
}

// ---- many rounds ----

/// The engines' colours, which are those of the literal readings, are legal; so these are the verifier's.
#[test]
fn exactly_one_colouring_of_a_board_is_legal() {
    let mut rng = ChaCha8Rng::seed_from_u64(1998);
    let mut pairs = 0;
    for _ in 0..100 {
        let tournament = random_tournament(&mut rng, &Options { players: 2..=9, rounds: 0..=7 });
        let state = crate::support::state(&tournament);
        let ids: Vec<u32> = state.players().iter().map(|player| player.id.0).collect();
        let single = state.games_per_pairing() == swiss_ilp::tournament::GamesPerPairing::One;
        for edition in ["dutch-1998", "dutch-2012", "dutch-2017", "dutch-2026"] {
            let article = if edition == "dutch-2026" { "[5.2]" } else { "[E]" };
            for (index, one) in ids.iter().enumerate() {
                for other in &ids[index + 1..] {
                    let ways = [(*one, *other), (*other, *one)];
                    let wrong = ways.map(|board| {
                        violations(edition, &tournament, &[board], None).iter().any(|v| v.ends_with(article))
                    });
                    assert_eq!(wrong[0] != wrong[1], single, "{edition}: {ways:?} in {tournament:#?}");
                    pairs += 1;
                }
            }
        }
    }
    assert!(pairs > 1000, "{pairs}");
}
