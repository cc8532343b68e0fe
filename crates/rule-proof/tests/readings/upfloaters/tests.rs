//! The examples of the two texts, and small rounds derived by hand. Byes in past rounds (F, H and Z) make the scores. What the Double-Swiss
//! system pairs, engine and second reading pair alike.

use crate::readings::upfloaters::{
    DOUBLE_SWISS, Preferences::*, Text, c2, colours, identifier, may_meet, order_of_set, pair, preference, team,
};
use crate::support::dubov_cases::{self, accelerate, forbid};
use crate::support::prelude::*;
use crate::support::tcec_random::wild;
use crate::support::{opponent_without, paired_alike};
use itertools::Itertools;

fn paired(tournament: &Tournament, text: Text) -> Option<Pairing> {
    let state = state(tournament);
    let found = pair(&state, text, |_| Score::ZERO);
    if text.unprotected == DOUBLE_SWISS.unprotected {
        paired_alike("double-swiss-2026", &state);
    }
    found
}

/// The boards, without bye.
fn boards(tournament: &Tournament, text: Text) -> Vec<(u32, u32)> {
    let Pairing { boards, bye } = paired(tournament, text).expect("a pairing");
    assert_eq!(bye, None);
    boards.iter().map(|board| (board.white.0, board.black.0)).collect()
}

/// A tournament with two cells a match, one a game.
fn matches(rows: &[&str]) -> Tournament {
    let games = table(rows).rounds;
    let rounds = games
        .chunks(2)
        .map(|two| Round { games: two.iter().flat_map(|one| one.games.clone()).collect(), ..two[0].clone() });
    Tournament { rounds: rounds.collect(), games_per_pairing: GamesPerPairing::Two, ..table(rows) }
}

#[test]
fn sets_and_pairings_are_in_the_order_of_the_examples() {
    let points = |tpn: &u32| Score::from_tenths(if tpn.is_multiple_of(2) { 30 } else { 25 });
    let sets = [1, 2, 3, 5, 6, 8].into_iter().combinations(3);
    let sets = sets.filter(|set| set.iter().filter(|tpn| points(tpn) == Score::from_tenths(30)).count() == 2);
    let sets = sets.map(|set| order_of_set(set.iter().map(|tpn| (points(tpn), *tpn)).collect())).sorted();
    let expected = ["261", "263", "265", "281", "283", "285", "681", "683", "685"];
    assert_eq!(sets.map(|set| set.iter().join("")).collect_vec(), expected);
    assert_eq!(identifier(vec![[11, 24], [16, 6], [10, 9], [8, 4]]), [4, 6, 9, 11, 8, 16, 10, 24]);
}

/// The example of 3.5.4 as a round: 2, 6, 8 have 3 points, and 1, 3, 5 have 2.5; a set of three is needed, of whom one must have 2.5. Then 8
/// takes 3. That of 3.6.2: 4-8 6-16 9-10 11-24 comes before 4-16 6-8, by its bottom members, and before 4-6 8-16, by its top members.
#[test]
fn the_examples_are_paired_so() {
    let forbid_all = |tournament: &mut Tournament, pairs: &[(u32, u32)]| {
        pairs.iter().for_each(|(one, other)| forbid(tournament, *one, *other));
    };
    let mut sets = table(&[""; 10]);
    accelerate(&mut sets, 1, &[(&[4, 7, 9], 40), (&[2, 6, 8], 30), (&[1, 3, 5], 25)]);
    forbid_all(&mut sets, &[(4, 7), (4, 9), (7, 9), (9, 2), (9, 6), (9, 8)]);
    assert_eq!(boards(&sets, DOUBLE_SWISS), [(6, 4), (7, 2), (9, 1), (3, 8), (5, 10)]);
    let allowed = [(4, 8), (6, 16), (9, 10), (11, 24), (4, 16), (6, 8), (4, 6), (8, 16)];
    let mut eight = table(&[""; 24]);
    eight.players.retain(|player| allowed.iter().any(|(one, other)| [*one, *other].contains(&player.id.0)));
    let ids: Vec<u32> = eight.players.iter().map(|player| player.id.0).collect();
    let pairs: Vec<(u32, u32)> = ids
        .iter()
        .flat_map(|one| ids.iter().map(move |other| (*one, *other)))
        .filter(|(one, other)| one < other)
        .collect();
    pairs.into_iter().filter(|pair| !allowed.contains(pair)).for_each(|pair| forbid_all(&mut eight, &[pair]));
    assert_eq!(boards(&eight, DOUBLE_SWISS), [(4, 8), (16, 6), (10, 9), (24, 11)]);
}

#[test]
fn the_first_round_pairs_the_halves() {
    // The identifier 1 2 3 4 5 6 is the least of all. Odd numbers have White; of five, the largest has the bye.
    for text in [DOUBLE_SWISS, team(TypeA), team(TypeB), team(Unused)] {
        assert_eq!(paired(&table(&[""; 6]), text), Some(pairing(&[(1, 4), (5, 2), (3, 6)], None)));
        assert_eq!(paired(&table(&[""; 5]), text), Some(pairing(&[(1, 3), (4, 2)], Some(5))));
        assert_eq!(paired(&table(&[]), text), Some(pairing(&[], None)));
        // 3.3.3.
        assert_eq!(paired(&table(&["2w=", "1b="]), text), None);
    }
    // Those who have not arrived have no number: 2 is the first, 4 the second.
    let mut late = table(&[""; 10]);
    let absence = |player| Absence { player: PlayerId(player), round: None, kind: ByeKind::Zero };
    late.absences.extend([1, 3].map(absence));
    assert_eq!(boards(&late, DOUBLE_SWISS), [(2, 7), (8, 4), (5, 9), (10, 6)]);
}

#[test]
fn a_second_round_of_matches() {
    // 1 and 2 have 2 points and meet: only 1 had White (4.3.2). 3 and 6 have met, so both from below come up, and 3 4 5 6 (3-5, 4-6) is
    // before 3 5 4 6. 3 and 5 had White, 4 and 6 had Black: the higher-ranked, 3 and 6, alternate (4.3.4).
    let rows = ["4w1 4b1", "5b1 5w1", "6w1 6b0", "1b0 1w0", "2w0 2b0", "3b0 3w1"];
    assert_eq!(boards(&matches(&rows), DOUBLE_SWISS), [(2, 1), (5, 3), (6, 4)]);
}

#[test]
fn a_match_ends_by_forfeit_if_somebody_forfeits_all_of_it() {
    let rows = [("2w+ 2b+", "1b- 1w-"), ("2w- 2b-", "1b- 1w-"), ("2w+ 2b-", "1b- 1w+"), ("2w+ 2b1", "1b- 1w0")];
    let found = rows.map(|(first, second)| {
        let played = matches(&[first, second]);
        (paired(&played, DOUBLE_SWISS).is_some(), colours(&state(&played).players()[0]).len())
    });
    // The third counts as played and gives no colour; the fourth gives the colours of the game that was not played.
    assert_eq!(found, [(true, 0), (true, 0), (false, 0), (false, 1)]);
}

#[test]
fn the_bye_goes_to_the_lowest_score_then_the_most_matches_then_the_largest_number() {
    // All have half a point; 5 has not played, so 4 has the bye. 1-2 have met: 1-3, 2-5, where 1 and 2 alternate.
    let five = table(&["2w=", "1b=", "4w=", "3b=", "H"]);
    assert_eq!(paired(&five, DOUBLE_SWISS), Some(pairing(&[(3, 1), (2, 5)], Some(4))));
    let bye = |rows: &[&str]| paired(&table(rows), DOUBLE_SWISS).unwrap().bye;
    // 3 is the lowest, and leaves 1 and 2, who have met.
    assert_eq!(bye(&["2w=", "1b=", "Z"]), Some(PlayerId(2)));
    // 2 and 3 have one point, 1 has more, and nobody has played a match. 3 has won one by forfeit.
    assert_eq!(bye(&["H H H", "H H 3b-", "Z Z 2w+"]), Some(PlayerId(2)));
    // C2: 1 has won a match by forfeit, and 3 has had the bye. A game won by forfeit is no match.
    let mut won = matches(&["2w+ 2b+", "1b- 1w-", "U U"]);
    assert_eq!(paired(&won, DOUBLE_SWISS), Some(pairing(&[(1, 3)], Some(2))));
    forbid(&mut won, 1, 3);
    assert_eq!(paired(&won, DOUBLE_SWISS), None);
    won.rounds = matches(&["2w+ 2b1", "1b- 1w0", "U U"]).rounds;
    assert_eq!(paired(&won, DOUBLE_SWISS), Some(pairing(&[(2, 3)], Some(1))));
}

#[test]
fn a_set_leaves_the_following_scoregroup_as_well_paired_as_can_be() {
    // 1 needs one of 2, 3, 4. After 2, 3 and 4 would be left, who have met and would need 5 and 6 (C6). So 3 comes up.
    // 1-3: 3 had White. 2-4: nobody had White, 2 had nothing to alternate, 4 had Black. 5-6: 5 is odd.
    let rows = ["F F", "H H", "H 4w=", "H 3b=", "Z Z", "Z Z"];
    assert_eq!(boards(&table(&rows), DOUBLE_SWISS), [(1, 3), (4, 2), (5, 6)]);
    assert_eq!(opponent_without("double-swiss-2026", &table(&rows), 1, "C6"), Some(Seat::Player(PlayerId(2))));
    // 1 and 2 have met and need 3, who is the following scoregroup, and one of 4, 5, 6. No more is asked: 4, though 5 and 6 have met.
    let rows = ["F 2w=", "F 1b=", "H H", "Z H", "Z 6w=", "Z 5b=", "Z Z", "Z Z"];
    assert_eq!(boards(&table(&rows), DOUBLE_SWISS), [(3, 1), (2, 4), (7, 5), (6, 8)]);
    // 1 has met 2 and 3, and needs 4: the scoregroup that follows that of 2 and 3, who have met. It is empty now, so 5 and 6 come up,
    // though 7 and 8 have met.
    let rows =
        ["2w= 3b= F", "1b= H 3w=", "H 1w= 2b=", "H H Z", "H Z Z", "H Z Z", "8w= Z Z", "7b= Z Z", "Z Z Z", "Z Z Z"];
    assert_eq!(boards(&table(&rows), DOUBLE_SWISS), [(4, 1), (5, 2), (6, 3), (9, 7), (8, 10)]);
}

#[test]
fn floaters_are_protected_until_the_last_round_or_the_last_two() {
    // 1 needs one of 2, 3, 4, and 2 floated: 3 (C7).
    let upfloater = ["F F", "H 5w=", "H H", "H H", "Z 2b=", "Z H"];
    let of_set = [[(1, 3), (4, 2), (5, 6)], [(1, 2), (3, 4), (5, 6)]];
    // 1, 2 and 3 need 4. 1-3, 2-4 comes first, but 2 floated: 1-4, 2-3 (C8 / C10).
    let opponent = ["F H", "F 5w=", "F H", "H H", "H 2b=", "H H"];
    let of_pairing = [[(3, 2), (1, 4), (5, 6)], [(1, 3), (4, 2), (5, 6)]];
    for (rows, [protected, free]) in [(upfloater, of_set), (opponent, of_pairing)] {
        for (text, last) in [(DOUBLE_SWISS, 1), (team(TypeA), 2), (team(TypeB), 2), (team(Unused), 2)] {
            let of = |rounds_planned| boards(&Tournament { rounds_planned, ..table(&rows) }, text);
            assert_eq!(of(None), protected);
            assert_eq!((of(Some(3 + last)), of(Some(2 + last))), (protected.to_vec(), free.to_vec()));
        }
    }
}

#[test]
fn preferences_of_teams() {
    let of = |history: &str, preferences, is_last| {
        let colour = |c| if c == 'w' { Colour::White } else { Colour::Black };
        preference(&history.chars().map(colour).collect_vec(), preferences, is_last)
    };
    let (white, black) = (Colour::White, Colour::Black);
    // The history, type A, the same of type B, and that of the last round.
    let histories = [
        ("", None, None, None),
        ("b", None, Some((white, false)), Some((white, false))),
        ("wb", None, Some((white, false)), None),
        ("wwb", None, Some((black, false)), Some((black, false))),
        ("wbb", Some(white), Some((white, true)), Some((white, true))),
        ("wwbb", Some(white), Some((white, true)), Some((white, true))),
        ("wwwbb", None, Some((black, false)), Some((black, false))),
        ("wwwwbb", Some(black), Some((black, true)), Some((black, true))),
    ];
    for (history, type_a, type_b, last) in histories {
        assert_eq!(of(history, TypeA, true), type_a.map(|colour| (colour, false)), "{history}");
        assert_eq!((of(history, TypeB, false), of(history, TypeB, true)), (type_b, last), "{history}");
        assert_eq!(of(history, Unused, false), None);
    }
}

#[test]
fn preferences_decide_pairs_and_colours() {
    // 1 and 3 want Black, 2 and 4 White: 1-4, 2-3. 5 and 6 want White, 7 and 8 Black. Without preferences: 1-3, 2-4, and 1 and 2 alternate.
    let firm = table(&["5w1 6w1", "7b1 8b1", "6w1 5w1", "8b1 7b1", "1b0 3b0", "3b0 1b0", "2w0 4w0", "4w0 2w0"]);
    assert_eq!(boards(&firm, team(TypeA)), [(4, 1), (2, 3), (5, 7), (6, 8)]);
    assert_eq!(boards(&firm, team(TypeB)), [(4, 1), (2, 3), (5, 7), (6, 8)]);
    assert_eq!(boards(&firm, team(Unused)), [(3, 1), (2, 4), (5, 7), (6, 8)]);
    // By the secondary score 3 is the first-team (4.2.2), and has Black.
    let third = pair(&state(&firm), team(Unused), |team| Score::from_tenths(i32::from(team.id == PlayerId(3))));
    assert_eq!(third, Some(pairing(&[(1, 3), (2, 4), (5, 7), (6, 8)], None)));
    // 1 to 4 all want White, and two will not have it (C8). 1 and 3 want it strongly, so they do not meet (C9), and have it (4.3.4).
    // 5 to 8 want Black, 5 and 6 strongly.
    let mild = table(&["5b1 6b1", "7w1 8b1", "6b1 5b1", "8w1 7b1", "1w0 3w0", "3w0 1w0", "2b0 4w0", "4b0 2w0"]);
    assert_eq!(boards(&mild, team(TypeB)), [(1, 4), (3, 2), (7, 5), (8, 6)]);
    // 1 had W, B and 4 had B, W: in the latest match of each 1 had Black. 2 had no White, 3 had two.
    let gaps = table(&["2w= 3b= H", "1b= H 4b=", "4w= 1w= H", "3b= H 2w="]);
    assert!([DOUBLE_SWISS, team(TypeA), team(TypeB)].iter().all(|text| boards(&gaps, *text) == [(1, 4), (2, 3)]));
    // 2 and 4 forfeited a game each, and have had no colour: 3, who had Black, alternates.
    let forfeited = matches(&["3w= 3b=", "4b- 4w+", "1b= 1w=", "2w+ 2b-"]);
    assert_eq!(dubov_cases::boards(&paired(&forfeited, DOUBLE_SWISS).expect("a pairing")).0, [(3, 2), (4, 1)]);
}

fn can_be_paired(players: &[usize], may_meet: &impl Fn(usize, usize) -> bool) -> bool {
    let Some((first, others)) = players.split_first() else { return true };
    others.iter().any(|other| {
        let rest: Vec<usize> = others.iter().copied().filter(|player| player != other).collect();
        may_meet(*first, *other) && can_be_paired(&rest, may_meet)
    })
}

#[test]
fn a_round_is_paired_whenever_that_is_legal() {
    for seed in 0..400 {
        let state = state(&wild(seed));
        let players = state.players();
        if players.len() > 12 {
            continue;
        }
        let may_meet = |one: usize, other: usize| may_meet(&state, &players[one], &players[other]);
        let everybody: Vec<usize> = (0..players.len()).collect();
        let can = match everybody.len() % 2 {
            0 => can_be_paired(&everybody, &may_meet),
            _ => everybody.iter().any(|bye| {
                let others: Vec<usize> = everybody.iter().copied().filter(|player| player != bye).collect();
                c2(&state, &players[*bye]) && can_be_paired(&others, &may_meet)
            }),
        };
        for text in [DOUBLE_SWISS, team(TypeA), team(TypeB), team(Unused)] {
            let found = pair(&state, text, |_| Score::ZERO);
            assert_eq!(found.is_some(), can, "seed {seed}");
            let Some(found) = found else { continue };
            assert_eq!(2 * found.boards.len() + usize::from(found.bye.is_some()), players.len(), "seed {seed}");
            let seats =
                found.boards.iter().map(|board| [board.white, board.black].map(|id| state.rank(id).expect("is here")));
            assert!(seats.into_iter().all(|[white, black]| may_meet(white, black)), "seed {seed}");
        }
    }
}
