//! The literal reading of the Dubov system, checked on the examples of the text and on random rounds.

use crate::readings::dubov_1997::{
    Aro, Columns, Field, choices, due_colour, may_be_transferred, may_have, members, pair,
};
use crate::support::dubov_cases::{self, after, forbid, rated};
use crate::support::dutch_random::{ruled, wild};
use crate::support::system;
use crate::support::table::table;
use crate::support::{lines, play, state};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::time::{Duration, Instant};
use swiss_ilp::systems::dubov_1997::DubovReadings;
use swiss_ilp::tournament::{Colour, PlayerId, RoundState, Tournament};

/// The boards of the literal reading. The engine must have the same.
fn boards(tournament: &Tournament) -> (Vec<(u32, u32)>, Option<u32>) {
    let found = pair(&state(tournament)).expect("a pairing");
    let of_engine = system("dubov-1997").pair(&state(tournament)).expect("a pairing");
    assert_eq!(found, of_engine.pairing, "{}", lines(&of_engine).join("\n"));
    dubov_cases::boards(&found)
}

#[test]
fn the_due_colour_balances_and_then_alternates() {
    let due = |colours: &str| due_colour(state(&after(&[colours], &[0], &[0])).player(PlayerId(1)).unwrap());
    assert_eq!(due("-"), None);
    assert_eq!(due("w"), Some(Colour::Black));
    assert_eq!(due("b-"), Some(Colour::White));
    assert_eq!(due("wb"), Some(Colour::White));
    assert_eq!(due("bw"), Some(Colour::Black));
    assert_eq!(due("wwb"), Some(Colour::Black));
    // Not what the preference of the Dutch system says.
    assert_eq!(due("bbbww"), Some(Colour::White));
}

#[test]
fn colours_are_limited() {
    let may = |colours: &str| {
        let state = state(&after(&[colours], &[0], &[0]));
        Colour::BOTH.map(|colour| may_have(state.player(PlayerId(1)).unwrap(), colour))
    };
    assert_eq!(may("w"), [true, true]);
    assert_eq!(may("ww"), [false, true], "2.4");
    assert_eq!(may("w-w"), [false, true], "2.4");
    assert_eq!(may("wwbw"), [false, true], "2.3");
    assert_eq!(may("bbwb"), [true, false], "2.3");
    assert_eq!(may("wwwwbb"), [false, false], "both");
}

#[test]
fn the_average_of_opponents_is_exact() {
    let tournament = rated(&["2w= 3b= 4w+", "1b= . .", ". 1w= .", ". . 1b-"], &[2000, 2100, 2201, 2900], 4);
    let state = state(&tournament);
    let field = Field::new(&state, DubovReadings::default(), false);
    let of_1 = field.aros[state.rank(PlayerId(1)).unwrap()];
    assert_eq!((of_1.sum, of_1.opponents), (4301, 2), "a forfeit does not count");
    assert!(Aro { sum: 1, opponents: 3 } < Aro { sum: 334, opponents: 1000 });
    assert_eq!(Aro { sum: 2, opponents: 4 }, Aro { sum: 1, opponents: 2 });
}

#[test]
fn transfers_are_limited() {
    // The player loses all games; the opponents have won before if there is an `up`.
    let may = |rounds: &str, planned: Option<u32>| {
        let mut tournament = after(&[&"w-".repeat(rounds.len()).replace("w-", "w")], &[0], &[0]);
        for (round, up) in (1..).zip(rounds.chars()) {
            let score = swiss_ilp::tournament::Score::from_tenths(if up == 'u' { 10 } else { 0 });
            tournament.accelerations.entry(PlayerId(2)).or_default().insert(round, score);
        }
        tournament.rounds_planned = planned;
        let state = state(&tournament);
        may_be_transferred(&state, state.player(PlayerId(1)).unwrap())
    };
    assert!(may("-u-", Some(9)));
    assert!(!may("--u", Some(9)), "two times running");
    assert!(may("--u", Some(4)), "apart from the last round");
    assert!(!may("--u", None));
    assert!(may("u-u-", Some(9)));
    assert!(!may("u-u-u-", Some(9)), "more than three times");
    assert!(may("u-u-u-", Some(7)), "apart from the last round");
    assert!(may("u-u-u-", Some(10)));
    assert!(!may("u-u-u-u-", Some(10)), "more than four times");
    assert!(!may("u-u-u-u-", Some(11)), "more than four times");
}

#[test]
fn the_first_round_is_the_upper_half_against_the_lower_half() {
    for (tournament, expected) in crate::support::first_rounds() {
        assert_eq!(pair(&state(&tournament)), Some(expected));
    }
}

/// The example of 6.2, ARO in tenths of a point: players 1 to 6 are due White, 7 to 12 Black.
fn example() -> Tournament {
    let whites = [23336, 23100, 23446, 23184, 23405, 23223];
    let blacks = [2260, 2380, 2250, 2365, 2280, 2300];
    let colours = [["b"; 6], ["w"; 6]].concat();
    after(&colours, &[&[1000; 6][..], &blacks].concat(), &[&whites[..], &[2000; 6]].concat())
}

#[test]
fn the_columns_of_the_example() {
    let expected = vec![(1, 11), (2, 8), (3, 9), (4, 10), (5, 7), (6, 12)];
    assert_eq!(boards(&example()), (expected, None));
}

#[test]
fn improvements_go_to_the_lower_rows_and_then_back_up() {
    // The columns are 2, 4, 6, 1, 5, 3 and 8, 10, 12, 11, 7, 9.
    let with = |pairs: &[(u32, u32)]| {
        let mut tournament = example();
        pairs.iter().for_each(|(one, other)| forbid(&mut tournament, *one, *other));
        boards(&tournament).0
    };
    assert_eq!(with(&[(2, 8)]), [(1, 11), (2, 10), (3, 9), (4, 8), (5, 7), (6, 12)]);
    assert_eq!(with(&[(3, 9)]), [(1, 11), (2, 8), (3, 7), (4, 10), (5, 9), (6, 12)], "the last but one row is changed");
    assert_eq!(with(&[(3, 9), (5, 9)]), [(1, 9), (2, 8), (3, 7), (4, 10), (5, 11), (6, 12)], "then the one above");
    // 5 has played with all blacks, so it plays 3, and 7 and 9 remain.
    let all_of_5: Vec<(u32, u32)> = (7..=12).map(|black| (5, black)).collect();
    let found = with(&all_of_5);
    assert!(found.contains(&(5, 3)) || found.contains(&(3, 5)), "{found:?}");
    // Player 3 looks for an opponent in the rows above.
    let all_of_3: Vec<(u32, u32)> = (7..=12).map(|black| (3, black)).collect();
    let found = with(&[&all_of_3[..], &[(3, 5)]].concat());
    assert!(found.contains(&(1, 3)) || found.contains(&(3, 1)), "{found:?}");
}

#[test]
fn whites_with_the_lowest_average_become_blacks() {
    // All due White: 1 and 3 have the lowest ARO, 3 the higher R.
    let columns = |colours: &[&str], ratings: &[u32], opponents: &[u32]| {
        let state = state(&after(colours, ratings, opponents));
        let field = Field::new(&state, DubovReadings::default(), false);
        let columns = field.columns(&(0..colours.len()).collect::<Vec<_>>());
        [columns.white, columns.black].map(|column| column.iter().map(|place| place + 1).collect::<Vec<_>>())
    };
    let ratings = [2000, 2100, 2200, 2300];
    assert_eq!(columns(&["b"; 4], &ratings, &[1500, 1900, 1500, 1800]), [[4, 2], [3, 1]], "7.3");
    assert_eq!(columns(&["b", "b", "b", "w"], &ratings, &[1500, 1900, 1500, 1800]), [[1, 2], [4, 3]], "higher R");
    assert_eq!(columns(&["w", "w", "w", "b"], &ratings, &[1900, 1600, 1900, 1800]), [[4, 1], [3, 2]], "7.4, lower R");
    // 2.6: 3 had Black twice.
    assert_eq!(columns(&["wb", "wb", "bb", "bw"], &ratings, &[1500, 1900, 1500, 1800]), [[3, 2], [4, 1]]);
}

#[test]
fn an_odd_group_takes_the_highest_of_the_opposite_colour() {
    // 1 has a point and is due Black; 2, 3 and 4 have none.
    let with = |cells: [&str; 3], change: fn(&mut Tournament)| {
        let rows = ["5w1", cells[0], cells[1], cells[2], "1b0", "2w=", "3w=", "4w="];
        let mut rows = rows.map(ToOwned::to_owned);
        for player in 2..=4 {
            rows[player + 3] = format!("{player}{}=", if rows[player - 1].contains('w') { 'b' } else { 'w' });
        }
        let rows = rows.each_ref().map(String::as_str);
        let mut tournament = rated(&rows, &[2000, 2100, 2300, 2200, 2000, 2000, 2000, 2000], 4);
        tournament.rounds_planned = Some(9);
        change(&mut tournament);
        let (boards, _) = boards(&tournament);
        boards.into_iter().find(|(white, black)| [*white, *black].contains(&1)).unwrap()
    };
    assert_eq!(with(["6b=", "7b=", "8b="], |_| ()), (3, 1), "the highest R");
    assert_eq!(with(["6b=", "7w=", "8b="], |_| ()), (4, 1), "the opposite due colour");
    assert_eq!(with(["6b=", "7b=", "8b="], |tournament| forbid(tournament, 1, 3)), (4, 1));
    assert_eq!(with(["6b=", "7b=", "8b="], |tournament| forbid(tournament, 2, 4)), (4, 1), "2 and 3 must be a pair");
}

#[test]
fn floaters_play_the_highest_of_the_opposite_colour() {
    // None of 2 to 4 may go up again, so that 1 floats (6.4).
    let with = |forbidden: &[(u32, u32)]| {
        let rows = ["5w1", "6b=", "7b=", "8b=", "1b0", "2w=", "3w=", "4w="];
        let mut tournament = rated(&rows, &[2000, 2100, 2300, 2200, 2000, 2000, 2000, 2000], 4);
        for opponent in 6..=8 {
            let score = swiss_ilp::tournament::Score::from_tenths(10);
            tournament.accelerations.entry(PlayerId(opponent)).or_default().insert(1, score);
        }
        forbidden.iter().for_each(|(one, other)| forbid(&mut tournament, *one, *other));
        boards(&tournament).0
    };
    assert!(with(&[]).contains(&(3, 1)));
    assert!(with(&[(1, 3)]).contains(&(4, 1)));
}

#[test]
fn the_bye_goes_to_the_lowest_rating_of_the_lowest_group() {
    let bye = |colours: &[&str], ratings: &[u32], opponents: &[u32]| boards(&after(colours, ratings, opponents)).1;
    assert_eq!(bye(&["w", "b", "w"], &[2000, 1900, 2100], &[2000; 3]), Some(2));
    assert_eq!(bye(&["w", "b", "w"], &[1900, 1900, 2100], &[2000; 3]), Some(1), "the dominating colour");
    assert_eq!(bye(&["w", "b", "w"], &[1900, 1900, 1900], &[2000, 2200, 2100]), Some(3), "the higher ARO");
    let had_one = rated(&["2w=", "1b=", "U"], &[2000, 1900, 1800], 3);
    assert_eq!(boards(&had_one), (vec![(3, 1)], Some(2)), "2.2");
    let had_one = rated(&["2w1", "1b0", "U", "5w0", "4b1"], &[2000, 1900, 1800, 1700, 1600], 5);
    assert_eq!(boards(&had_one).1, Some(4));
}

#[test]
fn colours_follow_chapter_3() {
    let white = |one: &str, two: &str, ratings: [u32; 2], opponents: [u32; 2]| {
        boards(&after(&[one, two], &ratings, &opponents)).0[0].0
    };
    let even = [2000; 2];
    assert_eq!(white("w", "b", even, even), 2, "due colours");
    assert_eq!(white("w", "-", even, even), 2);
    assert_eq!(white("-", "b", even, even), 2);
    assert_eq!(white("wwb", "wwbbw", even, even), 2, "equalise");
    assert_eq!(white("wbbw", "bwbw", even, even), 1, "the first difference is two games back");
    assert_eq!(white("w", "w", even, [2100, 2200]), 2, "the higher ARO");
    assert_eq!(white("w", "w", [1900, 2000], even), 1, "the lower R");
    assert_eq!(white("w", "w", even, even), 2);
}

#[test]
fn choices_come_in_order_of_their_first_item() {
    assert_eq!(choices(&[5, 6, 7], 2), [[5, 6], [5, 7], [6, 7]]);
    assert_eq!(choices(&[5, 6, 7], 0), [[0; 0]]);
    assert_eq!(choices(&[5, 6, 7, 8], 2)[..4], [[5, 6], [5, 7], [5, 8], [6, 7]]);
}

/// Whether brute force pairs everybody but one, if their number is odd, within chapter 2.
fn has_legal_pairing(state: &RoundState) -> bool {
    let may_have_bye = |bye: usize| !state.players()[bye].has_scored_without_playing();
    let may_meet = |one, other| is_legal(state, one, other) || is_legal(state, other, one);
    crate::support::can_all_be_paired(state.players().len(), may_have_bye, &may_meet)
}

/// 2.1, 2.3 and 2.4, written independently of the reading itself.
fn is_legal(state: &RoundState, white: usize, black: usize) -> bool {
    let [one, other] = [white, black].map(|place| &state.players()[place]);
    let allowed = |player: &swiss_ilp::tournament::PlayerState, colour: Colour| {
        let colours: Vec<Colour> = player.colours().collect();
        let had = |colour| colours.iter().filter(|past| **past == colour).count();
        let third = colours.len() >= 2 && colours[colours.len() - 2..] == [colour; 2];
        had(colour) < had(colour.opposite()) + 2 && !third
    };
    !one.has_met(other.id)
        && !state.is_forbidden(one.id, other.id)
        && allowed(one, Colour::White)
        && allowed(other, Colour::Black)
}

/// The tournament number `seed`, wild or with its past rounds paired by the reading itself, with random ratings.
fn random(seed: u64) -> RoundState {
    let mut tournament = if seed.is_multiple_of(2) { wild(seed) } else { ruled(seed, pair) };
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let spread = rng.random_range(1..=40);
    for player in &mut tournament.players {
        player.rating = rng.random_bool(0.95).then(|| 2000 + 10 * rng.random_range(0..spread));
    }
    state(&tournament)
}

#[test]
fn every_round_that_can_be_paired_is_paired_legally() {
    let mut seen = [0; 2];
    let mut spent = Duration::ZERO;
    let mut slowest = Duration::ZERO;
    for seed in 0..4000 {
        let state = random(seed);
        let start = Instant::now();
        let found = pair(&state);
        spent += start.elapsed();
        slowest = slowest.max(start.elapsed());
        assert_eq!(found.is_some(), has_legal_pairing(&state), "seed {seed}");
        seen[usize::from(found.is_some())] += 1;
        let Some(found) = found else { continue };
        crate::support::assert_everybody_is_paired(&state, &found, &format!("seed {seed}"));
        for board in &found.boards {
            let [white, black] = [board.white, board.black].map(|id| state.rank(id).unwrap());
            assert!(state.round() == 1 || is_legal(&state, white, black), "seed {seed}");
        }
        let bye = found.bye.map(|bye| state.player(bye).unwrap());
        assert!(bye.is_none_or(|bye| !bye.has_scored_without_playing()), "seed {seed}");
        assert_eq!(found.clone().in_board_order(&state), found, "seed {seed}");
    }
    println!("{seen:?} in {spent:?}, the slowest in {slowest:?}");
    assert!(seen.iter().all(|count| *count >= 100), "{seen:?}");
}

#[test]
fn the_order_of_floaters_alternates() {
    let state =
        state(&after(&["b", "w", "b", "w", "b", "-"], &[2000, 2100, 2000, 2200, 2000, 2400], &[3, 9, 1, 9, 2, 9]));
    let field = Field::new(&state, DubovReadings::default(), false);
    // The scores of those who played are equal, 6 has none and comes last.
    let places = members(0b11_1111);
    let ids = field.order_of_floaters(&places).into_iter().map(|place| field.players[place].id.0);
    assert_eq!(ids.collect::<Vec<_>>(), [3, 4, 5, 2, 1, 6]);
}

#[test]
fn later_rounds_of_tournaments_paired_by_the_rules_are_legal() {
    let (mut rounds, mut transfers) = (0, 0);
    for seed in 0..400 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut tournament = table(&vec![""; rng.random_range(2..=14)]);
        tournament.rounds_planned = rng.random_bool(0.7).then(|| rng.random_range(3..=11));
        for player in &mut tournament.players {
            player.rating = Some(2600 - 20 * player.id.0 - rng.random_range(0..20));
        }
        while tournament.rounds_planned.is_none_or(|planned| tournament.next_round() <= planned) {
            let state = state(&tournament);
            assert_eq!(pair(&state).is_some(), has_legal_pairing(&state), "seed {seed}");
            let Some(found) = pair(&state) else { break };
            if found.boards.is_empty() {
                break;
            }
            rounds += 1;
            for board in &found.boards {
                let [white, black] = [board.white, board.black].map(|id| state.player(id).unwrap());
                transfers += u32::from(white.score != black.score);
            }
            for player in state.players() {
                let colours: Vec<Colour> = player.colours().collect();
                assert!(player.colour_difference().abs() <= 2, "seed {seed}");
                assert!(colours.windows(3).all(|three| three[0] != three[1] || three[1] != three[2]), "seed {seed}");
            }
            // The order of the players in the file makes no difference.
            let mut reversed = tournament.clone();
            reversed.players.reverse();
            assert_eq!(pair(&crate::support::state(&reversed)).as_ref(), Some(&found), "seed {seed}");
            tournament.rounds.push(play(&found, &mut rng));
        }
    }
    assert!(rounds > 1500 && transfers > 1500, "{rounds} rounds with {transfers} transfers");
}

/// All ways to pair the rest of the columns, in the order of 6.3: "whites" from the top with "blacks" and then with
/// "whites" below, then "blacks" among themselves.
fn all_walks(field: &Field, columns: &Columns, pairs: &[(usize, usize)], all: &mut Vec<Vec<(usize, usize)>>) {
    let free = |place: &&usize| pairs.iter().all(|(one, other)| ![*one, *other].contains(*place));
    let white: Vec<usize> = columns.white.iter().filter(free).copied().collect();
    let black: Vec<usize> = columns.black.iter().filter(free).copied().collect();
    let (player, others) = match (white.split_first(), black.split_first()) {
        (Some((player, below)), _) => (*player, [&black, below].concat()),
        (None, Some((player, below))) => (*player, below.to_vec()),
        (None, None) => return all.push(pairs.to_vec()),
    };
    for other in others.into_iter().filter(|other| field.may_meet(player, *other)) {
        all_walks(field, columns, &[pairs, &[(player, other)]].concat(), all);
    }
}

#[test]
fn rows_are_paired_as_by_trying_all_in_order() {
    let mut seen = [0; 3];
    for seed in 0..3000 {
        let state = random(seed);
        let field = Field::new(&state, DubovReadings::default(), false);
        let columns = field.columns(&(0..field.players.len().min(8)).collect::<Vec<_>>());
        let mut all = Vec::new();
        all_walks(&field, &columns, &[], &mut all);
        let within = |pairs: &Vec<(usize, usize)>| {
            pairs.iter().filter(|(one, other)| columns.white.contains(one) == columns.white.contains(other)).count()
        };
        // The first one of those with the fewest pairs within a column.
        let Some(plain) = all.iter().min_by_key(|pairs| within(pairs)) else { continue };
        assert_eq!(&field.rows(&columns), plain, "seed {seed}");
        seen[if within(plain) > 0 { 2 } else { usize::from(plain != &all[0]) }] += 1;
    }
    assert!(seen[0] > 500 && seen[2] > 50, "{seen:?}");
}

#[test]
fn players_who_can_be_paired_below_float_first() {
    let mut tournament = after(&["w", "b", "w", "b"], &[2300, 2200, 2100, 2000], &[2000; 4]);
    for player in 1..=3 {
        let score = swiss_ilp::tournament::Score::from_tenths(10);
        tournament.accelerations.entry(PlayerId(player)).or_default().insert(2, score);
    }
    let order = |tournament: &Tournament| {
        let state = state(tournament);
        let field = Field::new(&state, DubovReadings::default(), false);
        let order = field.order_of_floating(0b1111, &[0, 1, 2], &[0, 1, 2]);
        order.into_iter().map(|place| place + 1).collect::<Vec<_>>()
    };
    assert_eq!(order(&tournament), [3, 1, 2], "of the dominating colour the lowest R");
    forbid(&mut tournament, 3, 4);
    assert_eq!(order(&tournament), [1, 2, 3], "6.4");
    // Player 4 is transferred up (7.2) to another player.
    assert_eq!(boards(&tournament).0, [(2, 3), (4, 1)]);
}
