//! The absolute rules and the colours of the Dutch system, as the verifier reads them in either edition.

use crate::support::prelude::*;

const EDITIONS: [&str; 2] = ["dutch-1998", "dutch-2012"];

/// The violations of the rules of `edition`, without those of the structure. The ids are without the edition.
fn violations(edition: &str, tournament: &Tournament, boards: &[(u32, u32)], bye: Option<u32>) -> Vec<String> {
    let verdict = system(edition).verify(&crate::support::state(tournament), &pairing(boards, bye));
    let of_edition = verdict.violations.iter().filter(|violation| violation.rule.starts_with(edition));
    of_edition.map(|violation| violation.to_string().replace(&format!("{edition}."), "")).collect()
}

/// A tournament with these histories of players 1 and 2, who met a new opponent in each round. `w` and `b` are draws,
/// `W` and `B` wins, `+` is a win by forfeit with White, a dot a half-point bye and `F` a full-point bye. The last two
/// players are paired in every round, and their game is always forfeited.
fn past(one: &str, other: &str) -> Tournament {
    assert_eq!(one.len(), other.len(), "{one} and {other}");
    let players = 2 * one.len() + 4;
    let mut rows = vec![vec!["Z".to_owned(); one.len()]; players];
    for (id, history) in [(1, one), (2, other)] {
        for (round, letter) in history.chars().enumerate() {
            let opponent = 2 * round + id + 2;
            let (cell, back) = match letter {
                'w' => ("w=", "b="),
                'W' => ("w1", "b0"),
                'b' => ("b=", "w="),
                'B' => ("b1", "w0"),
                '+' => ("w+", "b-"),
                bye => {
                    rows[id - 1][round] = if bye == 'F' { "F" } else { "H" }.into();
                    continue;
                }
            };
            rows[id - 1][round] = format!("{opponent}{cell}");
            rows[opponent - 1][round] = format!("{id}{back}");
        }
    }
    rows[players - 2].fill(format!("{players}w-"));
    rows[players - 1].fill(format!("{}b-", players - 1));
    let rows: Vec<String> = rows.iter().map(|row| row.join(" ")).collect();
    table(&rows.iter().map(String::as_str).collect::<Vec<_>>())
}

/// The same before the last round.
fn before_last(one: &str, other: &str) -> Tournament {
    let tournament = past(one, other);
    Tournament { rounds_planned: Some(tournament.next_round()), ..tournament }
}

// ---- B.1 ----

#[test]
fn nobody_meets_twice_nor_against_a_ban() {
    let mut played = table(&["2w1 3w=", "1b0 4b=", "4w1 1b=", "3b0 2w="]);
    let forfeited = table(&["2w+ 3w=", "1b- 4b=", "4w- 1b=", "3b- 2w="]);
    for edition in EDITIONS {
        assert_eq!(
            violations(edition, &played, &[(2, 4), (3, 1)], None),
            ["2 and 4 met in round 2 [B1a]", "3 and 1 met in round 2 [B1a]"]
        );
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
        let tournament = past(one, one);
        assert_eq!(both_ways("dutch-2012", &tournament)[0], both(colour), "{one}");
        assert_eq!(both_ways("dutch-1998", &tournament)[0], [third], "{one}");
    }
    let blacks = past("wbb", "bb.");
    let third =
        ["1 gets Black for the third time running [B2]", "2 has White against 1, and should have Black by E.4 [E]"];
    assert_eq!(both_ways("dutch-2012", &blacks)[0], [both("White")[0].as_str(), third[1]]);
    assert_eq!(both_ways("dutch-1998", &blacks)[0], third);
}

/// Two Blacks in balance: no more than a mild preference of a top scorer's in 1998, and absolute in 2012.
#[test]
fn a_top_scorer_in_balance_has_a_mild_preference_in_1998() {
    let mild = before_last("WWBB", "bwb.");
    assert_eq!(both_ways("dutch-1998", &mild)[0], [""; 0]);
    assert_eq!(both_ways("dutch-2012", &mild)[1], [""; 0]);
}

#[test]
fn who_is_a_top_scorer() {
    let is_free = |tournament: &Tournament| {
        let found = EDITIONS.map(|edition| {
            let [one, other] = both_ways(edition, tournament);
            !one.iter().chain(&other).any(|violation| violation.ends_with("[B2]"))
        });
        assert_eq!(found[0], found[1]);
        found[0]
    };
    assert!(is_free(&before_last("WW", "WW")));
    assert!(is_free(&before_last("Ww", "Ww")));
    assert!(!is_free(&before_last("ww", "ww")), "50% is not over 50%");
    assert!(!is_free(&past("WW", "WW")), "nobody knows the last round");
    assert!(!is_free(&Tournament { rounds_planned: Some(4), ..past("WW", "WW") }), "not the last round");
    let mut accelerated = before_last("ww", "ww");
    for id in [1, 2] {
        accelerated.accelerations.insert(PlayerId(id), [(3, Score::from_tenths(20))].into());
    }
    assert!(!is_free(&accelerated), "points of an accelerated system were not scored");
    // Two points of six with 3, 1 and 0 points, and two of two with half a point a win.
    let worth = |win, draw| {
        let mut tournament = before_last("ww", "ww");
        tournament.points.win = [win, win].map(Score::from_tenths);
        tournament.points.draw = [draw, draw].map(Score::from_tenths);
        tournament
    };
    assert!(!is_free(&worth(30, 10)));
    assert!(is_free(&worth(10, 6)));
}

// ---- E ----

/// Which of players 1 and 2 has White, and the sentence if the other one has it. Both editions agree.
fn allocated(edition: &str, tournament: &Tournament) -> (u32, String) {
    let mut ways = both_ways(edition, tournament).map(|way| way.into_iter().find(|why| why.ends_with("[E]")));
    let (white, wrong) = match (ways[0].take(), ways[1].take()) {
        (None, Some(why)) => (2, why),
        (Some(why), None) => (1, why),
        both => panic!("one of two colours is right: {both:?}"),
    };
    let why = wrong.split_once("should have Black ").expect("a reason").1.trim_end_matches(" [E]");
    (white, why.to_owned())
}

/// The past of two players with rounds that one of them has not.
fn past_of(one: &str, other: &str) -> Tournament {
    let rounds = one.len().max(other.len());
    let filled = |past: &str| format!("{past}{}", ".".repeat(rounds - past.len()));
    past(&filled(one), &filled(other))
}

#[test]
fn colours_are_allocated_by_preference_history_and_rank() {
    let only = "since only one has a preference";
    for (one, other, white, why) in [
        ("w", "b", 2, "by E.1"),
        // Strong before mild, absolute before strong and before mild.
        ("w..", "bw.", 2, "by E.2"),
        ("bw.", "w..", 1, "by E.2"),
        ("bww", "wbw", 2, "by E.2"),
        ("bwb", "wbb", 2, "by E.2"),
        ("wwbb", "wbwb", 1, "by E.2"),
        // The latest games with different colours decide. Unplayed games are skipped, so round 2 is compared with round
        // 3.
        ("wbwb", "bwwb", 1, "by E.3"),
        ("wb.wb", "b.wwb", 1, "by E.3"),
        // The two histories are equal as far as the shorter one goes.
        ("wb", "wb", 1, "by E.4"),
        ("w", "w", 2, "by E.4"),
        ("wb..", "wbwb", 1, "by E.4"),
        // Ranked higher by score.
        ("wb", "wB", 2, "by E.4"),
        // A player who never played, also one whose opponents did not come.
        ("w", ".", 2, only),
        ("+", "w", 1, only),
        ("..", "wb", 2, only),
    ] {
        for edition in EDITIONS {
            assert_eq!(allocated(edition, &past_of(one, other)), (white, why.to_owned()), "{one} {other}");
        }
    }
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
