//! The examples of the FIDE Swiss rules of 1998, by the literal reading, the engine and the second reading.

use crate::readings::dutch_1998::{Bracket, Dropped, Field, Size, exchanges, float, may_have, preference, set};
use crate::support::dubov_cases::{self, accelerate, forbid, rated, score};
use crate::support::paired_alike;
use crate::support::prelude::*;

fn pair(state: &RoundState) -> Option<Pairing> {
    paired_alike("dutch-1998", state)
}

#[test]
fn colour_preferences_are_absolute_strong_or_mild() {
    let of = |cells: &str, is_topscorer| {
        // Opponents in the same colours, reversed.
        let other = cells.replace('w', "x").replace('b', "w").replace('x', "b").replace('2', "1");
        let state = state(&table(&[cells, &other]));
        preference(state.player(PlayerId(1)).unwrap(), is_topscorer)
    };
    let wants = |colour, strength| Some(Preference { colour, strength });
    assert_eq!(of("", false), None);
    assert_eq!(of("2w=", false), wants(Colour::Black, Strength::Strong));
    assert_eq!(of("2w= 2b=", false), wants(Colour::White, Strength::Mild));
    assert_eq!(of("2w= 2w=", false), wants(Colour::Black, Strength::Absolute));
    assert_eq!(of("2w= 2b= 2b=", false), wants(Colour::White, Strength::Absolute));
    assert_eq!(of("2b= 2b= 2w= 2b=", false), wants(Colour::White, Strength::Absolute));
    // The last two games were with Black, but the difference is followed.
    assert_eq!(of("2w= 2w= 2w= 2w= 2b= 2b=", false), wants(Colour::Black, Strength::Absolute));
    // A.7.a is not in effect for topscorers.
    assert_eq!(of("2b= 2b= 2w= 2b=", true), wants(Colour::White, Strength::Strong));
    assert_eq!(of("2w= 2w= 2b= 2b=", true), wants(Colour::White, Strength::Mild));
}

#[test]
fn floats_come_from_the_pairing_and_from_the_bye() {
    let floats = |rows: &[&str]| {
        let state = state(&table(rows));
        let field = Field::new(&state);
        field.players.iter().map(|player| float(player, 1)).collect::<Vec<_>>()
    };
    // 1 with a point met 4 with none; the order is then 1, 3, 2, 4.
    let floats_of = floats(&["2w1 4b1", "1b0 3w=", "4w1 2b=", "3b0 1w0"]);
    assert_eq!(floats_of, [Some(Float::Down), Some(Float::Down), Some(Float::Up), Some(Float::Up)]);
    assert_eq!(floats(&["2w+ 3w=", "1b- U", "U 1b="]), [None, None, Some(Float::Down)]);
    // The order is 2, 3, 1, 4: a forfeited pair of equal scores gives none, one of unequal scores does.
    assert_eq!(floats(&["2b-", "1w+", "4w=", "3b="]), [None; 4]);
    let unequal = floats(&["3w1 2b-", "4w1 1w+", "1b0 4w+", "2b0 3b-"]);
    assert_eq!(unequal, [None; 4]);
    let unequal = floats(&["3w1 4b-", "4w1 3w-", "1b0 2b-", "2b0 1w+"]);
    assert_eq!(unequal, [Some(Float::Down), Some(Float::Down), Some(Float::Up), Some(Float::Up)]);
    // A full point is a bye as the text knows it; the order is 1, 2, 3, 4.
    let asked = floats(&["5w1 F", "6w1 H", "7w= Z", "8w= .", "1b0 6w=", "2b0 5b=", "3b= 8w=", "4b= 7b="]);
    assert_eq!(asked[..2], [Some(Float::Down), None]);
    assert_eq!(floats(&["F 2w=", "H 1b=", "Z 4w=", ". 3b="])[..2], [Some(Float::Down), Some(Float::Up)]);
}

#[test]
fn pairs_of_unequal_scores_have_floats_however_the_bracket_is_treated() {
    // 2 and 3 are moved down to 4 and 5: half of the bracket, so 2-4 and 3-5, but 4 had an upfloat.
    let scores = |four| after(&[(20, "- -"), (10, "w= b="), (10, "w= b="), (0, four), (0, "b= w=")]);
    let mut tournament = scores("b= w=");
    forbid(&mut tournament, 2, 3);
    tournament.absences.push(Absence { player: PlayerId(1), round: None, kind: ByeKind::Zero });
    assert_eq!(pairs(&tournament), (vec![(2, 4), (3, 5)], None));
    let state = state(&tournament);
    let field = Field::new(&state);
    assert!(field.may_be_paired(0, 2, Dropped::Nothing, Dropped::Nothing));
    let mut tournament = scores("b= wU");
    tournament.absences.push(Absence { player: PlayerId(1), round: None, kind: ByeKind::Zero });
    let state = crate::support::state(&tournament);
    let field = Field::new(&state);
    let bracket = Bracket { moved_down: set(&[0, 1]), residents: set(&[2, 3]) };
    assert!(bracket.is_homogeneous());
    assert!(!field.may_be_paired(0, 2, Dropped::Nothing, Dropped::Nothing));
    let size = Size { pairs: 2, not_in_s1: 0 };
    // Only 2-3 and 4-5 give no upfloat to 4, but they want the same colours: B.4 comes before B.5.
    assert_eq!(field.first_pairing(bracket, size, &|_| true).unwrap().pairs, [(0, 2), (1, 3)]);
}

/// The exchanges of `count` players as written in the text: from S1, from S2.
fn exchanged(players: usize, p: usize, count: usize) -> Vec<[Vec<usize>; 2]> {
    let group: Vec<usize> = (1..=players).collect();
    let (s1, s2) = group.split_at(p);
    let taken = |before: &[usize], after: &[usize]| -> Vec<usize> {
        before.iter().copied().filter(|player| !after.contains(player)).collect()
    };
    let made = exchanges(&group, p, count);
    made.iter().map(|[new_s1, new_s2]| [taken(s1, new_s1), taken(s2, new_s2)]).collect()
}

#[test]
fn exchanges_follow_the_matrices() {
    let one = [(4, 5), (4, 6), (3, 5), (4, 7), (3, 6), (2, 5), (3, 7), (2, 6), (2, 7)];
    assert_eq!(exchanged(8, 4, 1), one.map(|(from, to)| [vec![from], vec![to]]), "a to i");
    let two = [
        ([3, 4], [5, 6]),
        ([3, 4], [5, 7]),
        ([2, 4], [5, 6]),
        ([3, 4], [6, 7]),
        ([2, 4], [5, 7]),
        ([2, 3], [5, 6]),
        ([2, 4], [6, 7]),
        ([2, 3], [5, 7]),
        ([2, 3], [6, 7]),
    ];
    assert_eq!(exchanged(8, 4, 2), two.map(|(from, to)| [from.to_vec(), to.to_vec()]), "j to r");
    // The remark: all numbers one lower, and the last column obsolete.
    assert_eq!(exchanged(7, 3, 1), one.map(|(from, to)| [vec![from - 1], vec![to - 1]]));
    let without_last_column = two.into_iter().filter(|(from, _)| *from != [2, 3]);
    let lower: Vec<[Vec<usize>; 2]> =
        without_last_column.map(|(from, to)| [from, to].map(|pair| pair.iter().map(|n| n - 1).collect())).collect();
    assert_eq!(exchanged(7, 3, 2), lower);
    assert_eq!(exchanges(&[3, 5, 7, 9], 2, 1), [[vec![3, 7], vec![5, 9]]], "C.5 orders both again");
    assert_eq!(exchanges(&[3, 5, 7], 1, 0), [[vec![3], vec![5, 7]]]);
}

/// A first round with these scores, in tenths, given by acceleration, and these forbidden pairs.
fn first_round(scores: &[i32], forbidden: &[(u32, u32)]) -> Tournament {
    let mut tournament = table(&vec![""; scores.len()]);
    score(&mut tournament, scores);
    forbidden.iter().for_each(|(one, other)| forbid(&mut tournament, *one, *other));
    tournament
}

/// Every pair of one of `ones` and one of `others`.
fn all_between(ones: &[u32], others: &[u32]) -> Vec<(u32, u32)> {
    ones.iter().flat_map(|one| others.iter().map(move |other| (*one, *other))).collect()
}

/// The pairs in board order, the higher player first, and the player with the bye.
fn pairs(tournament: &Tournament) -> (Vec<(u32, u32)>, Option<u32>) {
    let state = state(tournament);
    let found = pair(&state).expect("a pairing");
    let by_rank = |board: &Board| {
        let [white, black] = [board.white, board.black].map(|id| (state.rank(id), id.0));
        (white.min(black).1, white.max(black).1)
    };
    (found.boards.iter().map(by_rank).collect(), found.bye.map(|player| player.0))
}

/// The table with only the first `present` players in the round to pair.
fn present(present: u32, rows: &[&str]) -> Tournament {
    rated(rows, &[], present)
}

#[test]
fn c1_moves_down_players_without_opponents() {
    let forbidden = all_between(&[2], &[1, 3, 4]);
    // Without 2, three remain: 1-3, and 4 is moved down. 2 and 4 are half of the bracket: 2 and 4 against 5 and 6.
    assert_eq!(pairs(&first_round(&[10, 10, 10, 10, 0, 0], &forbidden)), (vec![(1, 3), (2, 5), (4, 6)], None));
    // A player alone in the lowest bracket may have the bye.
    assert_eq!(pairs(&first_round(&[10, 10, 0], &[])), (vec![(1, 2)], Some(3)));
}

#[test]
fn c12_moves_down_another_player() {
    let scores = [20, 20, 20, 10, 10, 0];
    assert_eq!(pairs(&first_round(&scores, &[])), (vec![(1, 2), (3, 4), (5, 6)], None));
    let of_3 = all_between(&[3], &[4, 5]);
    assert_eq!(pairs(&first_round(&scores, &of_3)), (vec![(1, 3), (2, 4), (5, 6)], None), "2 instead of 3");
    let of_2_and_3 = all_between(&[2, 3], &[4, 5]);
    // Neither 3 nor 2: the exchange of 1 and 2.
    assert_eq!(pairs(&first_round(&scores, &of_2_and_3)), (vec![(2, 3), (1, 4), (5, 6)], None));
}

#[test]
fn c1_applies_c12_in_a_bracket_treated_as_homogeneous_too() {
    // 3 and 4 would be half and half; without C.12 both would be moved down.
    let scores = [20, 20, 20, 10, 0, 0];
    assert_eq!(pairs(&first_round(&scores, &[(3, 4)])), (vec![(1, 3), (2, 4), (5, 6)], None));
    // If it does not help, 4 is moved down by C.1, and 3 is left over.
    let forbidden = all_between(&[1, 2, 3], &[4]);
    assert_eq!(pairs(&first_round(&scores, &forbidden)), (vec![(1, 2), (3, 5), (4, 6)], None));
}

#[test]
fn c1_moves_on_a_moved_down_player_without_opponents() {
    let scores = [20, 20, 20, 10, 10, 10, 10, 0, 0, 0];
    let forbidden = all_between(&[1, 2, 3], &[4, 5, 6, 7]);
    // Player 3 can meet none of 4 to 7, who are paired with each other.
    let expected = vec![(1, 2), (3, 8), (4, 6), (5, 7), (9, 10)];
    assert_eq!(pairs(&first_round(&scores, &forbidden)), (expected, None));
}

#[test]
fn c14_leaves_the_lowest_moved_down_to_s2() {
    let scores = [20, 20, 10, 10, 10, 10, 10, 0];
    let mut forbidden = all_between(&[2], &[3, 4, 5, 6, 7]);
    forbidden.push((1, 2));
    // 1 and 2 are both moved down by C.1, only 1 can be paired, and 2 is left over once more.
    let expected = vec![(1, 3), (2, 8), (4, 6), (5, 7)];
    assert_eq!(pairs(&first_round(&scores, &forbidden)), (expected, None));
}

#[test]
fn c14_decreases_p_of_a_homogeneous_bracket() {
    // 2, 3 and 4 can only play 1.
    let forbidden = [(2, 3), (2, 4), (3, 4)];
    assert_eq!(pairs(&first_round(&[10, 10, 10, 10, 0, 0], &forbidden)), (vec![(1, 2), (3, 5), (4, 6)], None));
}

#[test]
fn c14_decreases_p_of_the_remainder() {
    // 1 is moved down by C.1 and plays 2; 4, 5 and 6 can only play 3 among 3 to 6, and 3-4 do.
    let scores = [20, 10, 10, 10, 10, 10, 0, 0];
    let mut forbidden = vec![(4, 5), (4, 6), (5, 6)];
    let of_1 = all_between(&[1], &[3, 4, 5, 6]);
    forbidden.extend(&of_1);
    assert_eq!(pairs(&first_round(&scores, &forbidden)), (vec![(1, 2), (3, 4), (5, 7), (6, 8)], None));
    // If nobody can play in the remainder, all of it is moved down, but 1 and 2 play.
    forbidden.extend(all_between(&[3], &[4, 5, 6]));
    let expected = vec![(1, 2), (3, 7), (4, 8), (5, 9), (6, 10)];
    assert_eq!(pairs(&first_round(&[20, 10, 10, 10, 10, 10, 0, 0, 0, 0], &forbidden)), (expected, None));
}

#[test]
fn c13_makes_fewer_pairs_in_the_penultimate_bracket() {
    let scores = [10, 10, 10, 10, 0, 0];
    assert_eq!(pairs(&first_round(&scores, &[(5, 6)])), (vec![(1, 2), (3, 5), (4, 6)], None));
    // Those who can play 5 and 6 are moved down.
    let mut forbidden = all_between(&[3, 4], &[5, 6]);
    forbidden.push((5, 6));
    assert_eq!(pairs(&first_round(&scores, &forbidden)), (vec![(3, 4), (1, 5), (2, 6)], None));
}

#[test]
fn c13_joins_brackets() {
    // Half of the players are moved down, so 1 and 2 meet 3 and 4.
    assert_eq!(pairs(&first_round(&[10, 10, 0, 0], &[(3, 4)])), (vec![(1, 3), (2, 4)], None));
    // Fewer than half are moved down, so they are paired first. In a homogeneous bracket it would be 1-3, 2-6, 4-7,
    // 5-8.
    let scores = [10, 10, 0, 0, 0, 0, 0, 0];
    let forbidden = all_between(&[3], &[4, 5, 6, 7, 8]);
    assert_eq!(pairs(&first_round(&scores, &forbidden)), (vec![(1, 3), (2, 4), (5, 7), (6, 8)], None));
}

#[test]
fn c13_treats_the_players_of_the_bracket_joined_last_as_moved_down() {
    // 8 can only play 1, so all three brackets are joined, and 1 and 2 are the players moved down. If 3 and 4 were
    // players moved down as well, they would be half, and 1 to 4 would play 5 to 8.
    let scores = [20, 20, 10, 10, 0, 0, 0, 0];
    let forbidden = all_between(&[8], &[2, 3, 4, 5, 6, 7]);
    assert_eq!(pairs(&first_round(&scores, &forbidden)), (vec![(2, 3), (1, 8), (4, 6), (5, 7)], None));
}

#[test]
fn c14_moves_players_out_of_s1_when_all_brackets_are_joined() {
    // 1, 2 and 3 can only play each other: the third of them has the bye.
    let forbidden = all_between(&[1, 2, 3], &[4, 5, 6, 7]);
    let tournament = first_round(&[10, 10, 10, 0, 0, 0, 0], &forbidden);
    assert_eq!(pairs(&tournament), (vec![(1, 2), (4, 6), (5, 7)], Some(3)));
}

#[test]
fn b1b_moves_the_bye_up_by_joining() {
    let mut tournament = present(3, &["4w=", "5b=", "U", "1b=", "2w="]);
    for player in [1, 2] {
        tournament.accelerations.insert(PlayerId(player), BTreeMap::from([(2, Score::from_tenths(10))]));
    }
    assert_eq!(pairs(&tournament), (vec![(1, 3)], Some(2)));
    for (bye, had_one) in [("F", true), ("U", true), ("H", false), ("Z", false), (".", false)] {
        let tournament = present(1, &[bye, "3w=", "2b="]);
        assert_eq!(pair(&state(&tournament)).is_none(), had_one, "{bye}");
    }
    assert_eq!(pair(&state(&present(1, &["2b+", "1w-"]))), None);
}

#[test]
fn b2_forbids_a_third_colour_in_a_row_and_a_difference_beyond_2() {
    let may_have_both = |cells: &str| {
        let opponent = cells.replace('2', "1").replace('w', "x").replace('b', "w").replace('x', "b");
        let state = state(&table(&[cells, &opponent]));
        Colour::BOTH.map(|colour| may_have(state.player(PlayerId(1)).unwrap(), colour))
    };
    assert_eq!(may_have_both("2w="), [true, true]);
    assert_eq!(may_have_both("2w= 2w="), [false, true]);
    assert_eq!(may_have_both("2w= 2b= 2b="), [true, false]);
    assert_eq!(may_have_both("2w= 2w= 2b= 2w="), [false, true], "a difference of 2");
    assert_eq!(may_have_both("2w= 2w= 2w="), [false, true], "3 may become 2");
    assert_eq!(
        may_have_both("2w= 2w= 2w= 2w= 2b= 2b="),
        [false, true],
        "2, and Black twice: A.7.a follows the difference"
    );
}

#[test]
fn b1_topscorers_are_above_half_of_the_points_before_the_last_round() {
    // Both had White twice; the others are absent.
    let tournament = |results: [&str; 2], planned| {
        let cells = results.map(|results| {
            let (first, second) = results.split_at(1);
            (format!("3w{first} 4w{second}"), format!("4w{first} 3w{second}"))
        });
        let reverse = |result: &str| result.replace('1', "x").replace('0', "1").replace('x', "0");
        let [one, other] = results.map(reverse);
        let third = format!("1b{} 2b{}", &one[..1], &other[1..]);
        let fourth = format!("2b{} 1b{}", &other[..1], &one[1..]);
        Tournament { rounds_planned: planned, ..present(2, &[&cells[0].0, &cells[1].1, &third, &fourth]) }
    };
    let found = |results, planned| pair(&state(&tournament(results, planned)));
    // Neither may have White, but topscorers may: the higher one has Black, and the other has White.
    assert_eq!(found(["11", "11"], Some(3)), Some(pairing(&[(2, 1)], None)));
    assert_eq!(found(["11", "11"], Some(4)), None);
    assert_eq!(found(["11", "11"], None), None);
    // A topscorer takes the third White where the other is none; 1 of 2 is not over half.
    assert_eq!(found(["11", "01"], Some(3)), Some(pairing(&[(1, 2)], None)));
    assert_eq!(found(["01", "11"], Some(3)), Some(pairing(&[(2, 1)], None)));
    assert_eq!(found(["01", "01"], Some(3)), None);
    // Accelerated points are not scored.
    let mut accelerated = tournament(["01", "01"], Some(3));
    for player in [1, 2] {
        accelerated.accelerations.insert(PlayerId(player), BTreeMap::from([(3, Score::from_tenths(10))]));
    }
    assert_eq!(pair(&state(&accelerated)), None);
}

#[test]
fn x_counts_the_preferences_that_must_go_ungranted() {
    let first_x = |cells: &[&str], pairs| {
        let opponents: Vec<String> = (1..=cells.len())
            .zip(cells)
            .map(|(player, cell)| match *cell {
                "w" => format!("{player}b="),
                "b" => format!("{player}w="),
                _ => ".".to_owned(),
            })
            .collect();
        let own = (cells.len() + 1..).zip(cells).map(|(opponent, cell)| match *cell {
            "." => ".".to_owned(),
            colour => format!("{opponent}{colour}="),
        });
        let rows: Vec<String> = own.chain(opponents).collect();
        let count = u32::try_from(cells.len()).unwrap();
        let state = state(&present(count, &rows.iter().map(String::as_str).collect::<Vec<_>>()));
        let field = Field::new(&state);
        let residents = set(&(0..cells.len()).collect::<Vec<_>>());
        field.first_x(Bracket { moved_down: 0, residents }, Size { pairs, not_in_s1: 0 })
    };
    assert_eq!(first_x(&["w", "b", "w", "b"], 2), 0);
    assert_eq!(first_x(&["w", "w", "w", "b"], 2), 1);
    assert_eq!(first_x(&["b", "b", "b", "b"], 2), 2);
    assert_eq!(first_x(&["b", "b", "b", "b"], 1), 1, "C.14");
    assert_eq!(first_x(&["w", "w", "w", "b", "b"], 2), 0, "q is rounded upwards");
    assert_eq!(first_x(&["w", "w", "w", "w", "b"], 2), 1);
    assert_eq!(first_x(&["w", "w", ".", "."], 2), 0);
    assert_eq!(first_x(&[".", ".", ".", "."], 2), 0, "not -2");
}

#[test]
fn x_is_used_up_by_players_moved_down() {
    // 1 and 2 want Black, 3 to 6 want White: x is 1. 1-2 would use it up, and leave two pairs of 3 to 6 wanting White.
    let rows = ["7w1", "8w=", "9b=", "10b=", "11b=", "12b=", "1b0", "2b=", "3w=", "4w=", "5w=", "6w="];
    assert_eq!(pairs(&present(6, &rows)), (vec![(1, 3), (2, 5), (4, 6)], None));
}

/// Players with these scores, in tenths, and these histories. A round is a colour and a float (`wD`, `bU`, `w=`), or
/// `-` without a game. Each player drew all games with an opponent of its own, who is absent now.
fn after(players: &[(i32, &str)]) -> Tournament {
    let colours: Vec<String> = players.iter().map(|(_, past)| past.replace(['=', 'D', 'U', ' '], "")).collect();
    let colours: Vec<&str> = colours.iter().map(String::as_str).collect();
    let mut tournament = dubov_cases::after(&colours, &vec![0; players.len()], &[]);
    for (player, (_, past)) in (1..).zip(players) {
        for (round, cell) in (1..).zip(past.split_whitespace()) {
            let higher = if cell.ends_with('D') { player } else { player + players.len() as u32 };
            if cell.ends_with(['D', 'U']) {
                accelerate(&mut tournament, round, &[(&[higher], 10)]);
            }
        }
    }
    score(&mut tournament, &players.iter().map(|(score, _)| *score).collect::<Vec<_>>());
    tournament
}

#[test]
fn b5_and_b6_avoid_downfloats_as_long_as_possible() {
    // One of 1 to 3 is moved down to 4.
    let moved_down = |[one, two, three]: [&str; 3]| {
        let (boards, _) = pairs(&after(&[(10, one), (10, two), (10, three), (0, "- -")]));
        boards[1].0
    };
    // 1 wants White, 2 and 3 want Black.
    assert_eq!(moved_down(["w= b=", "b= w=", "b= w="]), 3);
    assert_eq!(moved_down(["w= b=", "b= w=", "b= wD"]), 2, "B.5");
    assert_eq!(moved_down(["w= b=", "b= w=", "bD w="]), 2, "B.6");
    assert_eq!(moved_down(["w= b=", "b= w=", "bU wU"]), 3, "no identical float");
    assert_eq!(moved_down(["w= b=", "b= wD", "bD w="]), 3, "B.6 is dropped first");
    assert_eq!(moved_down(["w= b=", "bD w=", "b= wD"]), 2);
    assert_eq!(moved_down(["w= b=", "b= wD", "b= wD"]), 3, "then B.5");
    // 2 wants White, 1 and 3 want Black: B.4 comes before B.5, so it is not 2.
    assert_eq!(moved_down(["b= w=", "w= b=", "b= wD"]), 1, "C.8");
    assert_eq!(moved_down(["b= wD", "w= b=", "b= wD"]), 3);
}

#[test]
fn c11_increases_x_and_puts_b5_and_b6_in_force_again() {
    // 1 and 2 want Black, 3 to 5 want White, and none of them may meet. x is 0 and must become 2: 1-2, and two of 3 to
    // 5. B.5 and B.6 were dropped at 0 and 1, in vain.
    let mut tournament =
        after(&[(10, "b= w="), (10, "b= w="), (10, "w= b="), (10, "w= b="), (10, "w= bD"), (0, "- -")]);
    all_between(&[1, 2], &[3, 4, 5]).iter().for_each(|(one, other)| forbid(&mut tournament, *one, *other));
    assert_eq!(pairs(&tournament), (vec![(1, 2), (3, 5), (4, 6)], None));
}

#[test]
fn b5_and_b6_for_upfloats_are_dropped_last() {
    // One of 2 and 3 plays 1, the other has the bye.
    let round = |[one, two, three]: [&str; 3]| pairs(&after(&[(10, one), (0, two), (0, three)]));
    let [with_2, with_3] = [(vec![(1, 2)], Some(3)), (vec![(1, 3)], Some(2))];
    assert_eq!(round(["w= b=", "b= w=", "b= w="]), with_2);
    assert_eq!(round(["w= b=", "b= wU", "b= w="]), with_3, "C.10 tries another opponent");
    assert_eq!(round(["w= b=", "bU w=", "b= w="]), with_3);
    assert_eq!(round(["w= b=", "b= wU", "bU w="]), with_3, "B.6 is dropped first");
    assert_eq!(round(["w= b=", "b= wU", "b= wU"]), with_2, "then B.5");
    assert_eq!(round(["w= b=", "b= wU", "b= wD"]), with_3);
    // C.9 drops B.6 and B.5 for the downfloat of the remainder before C.10 tries another opponent.
    assert_eq!(round(["w= b=", "b= w=", "b= wD"]), with_2);
    // The downfloat of player 1 cannot be avoided.
    assert_eq!(round(["w= bD", "b= w=", "b= w="]), with_2);
    // B.4 comes before B.5.
    assert_eq!(round(["w= b=", "b= wU", "w= b="]), with_2);
}

#[test]
fn colours_follow_the_preferences_then_the_past() {
    let white = |one: &str, two: &str| {
        let [one, two] = [one, two].map(|past| {
            past.chars().map(|c| if c == '-' { "- ".into() } else { format!("{c}= ") }).collect::<String>()
        });
        let found = pair(&state(&after(&[(0, &one), (0, &two)]))).expect("a pairing");
        found.boards[0].white.0
    };
    assert_eq!(white("w", "b"), 2, "E.1");
    assert_eq!(white("b", "-"), 1);
    assert_eq!(white("-", "b"), 2);
    assert_eq!(white("-", "w"), 1);
    assert_eq!(white("wb-", "bwb"), 2, "E.2: strong before mild");
    assert_eq!(white("wbb", "--b"), 1, "absolute before strong");
    assert_eq!(white("wbbw", "bwbw"), 1, "E.3: 1 had Black when 2 had White");
    assert_eq!(white("bwbw", "wbbw"), 2);
    assert_eq!(white("w", "w"), 2, "E.4");
    assert_eq!(white("b", "b"), 1);
    assert_eq!(white("-", "-"), 1, "E.5");
}
