//! What the text works out itself, single articles, and rounds worked out by hand. Engine and second reading pair those alike.

use super::*;
use crate::support::dubov_cases::{self, accelerate, forbid, rated};
use crate::support::prelude::*;
use crate::support::{opponent_without, paired_alike};
use swiss_trf::tournament::Outcome::ForfeitLoss;

/// The example of 4.3.3, where A is 1.
#[test]
fn sequence_numbers_from_the_middle() {
    assert_eq!(from_the_middle((1..=7).collect()), [4, 3, 5, 2, 6, 1, 7]);
}

/// 1.8.2.
#[test]
fn most_upfloats() {
    assert_eq!([4, 5, 9, 10].map(max_t), [2, 3, 3, 4]);
}

/// 1.6.
#[test]
fn colour_preferences() {
    use Colour::{Black, White};
    assert_eq!(preference(&[]), (Black, Strength::Mild));
    assert_eq!(preference(&[Black]), (White, Strength::Strong));
    assert_eq!(preference(&[White, Black]), (White, Strength::Mild));
    assert_eq!(preference(&[Black, White, White]), (Black, Strength::Absolute));
    assert_eq!(preference(&[Black, Black, White, White]), (Black, Strength::Absolute));
}

/// 1.8.1: a pairing with somebody of a higher score, whose game was forfeited.
#[test]
fn a_forfeited_game_is_an_upfloat() {
    let opponent_score = Score::from_tenths(10);
    let encounters = vec![(Colour::White, ForfeitLoss)];
    let event = PastEvent::Game { opponent: PlayerId(1), opponent_score, encounters };
    let past = PastRound { score: Score::ZERO, points: Score::ZERO, adjustment: Score::ZERO, event };
    assert!(was_upfloated(&past));
}

/// A tournament of so many rounds, as [`table`].
fn of_rounds(planned: u32, rows: &[&str]) -> Tournament {
    Tournament { rounds_planned: Some(planned), initial_colour: Some(Colour::White), ..table(rows) }
}

/// Players with these colours in games against players of their own with these ratings, who are absent now.
fn after(colours: &[&str], opponents: &[u32]) -> Tournament {
    let after = dubov_cases::after(colours, &vec![0; colours.len()], opponents);
    Tournament { rounds_planned: Some(9), initial_colour: Some(Colour::White), ..after }
}

fn pairing(tournament: &Tournament) -> Option<Pairing> {
    paired_alike("dubov-2026", &state(tournament))
}

/// The boards, White first, in numerical order.
fn boards(tournament: &Tournament) -> Vec<(u32, u32)> {
    dubov_cases::boards(&pairing(tournament).expect("a pairing")).0
}

fn bye(tournament: &Tournament) -> Option<u32> {
    pairing(tournament).expect("a pairing").bye.map(|player| player.0)
}

/// Who meets player 1.
fn opponent(tournament: &Tournament) -> u32 {
    let boards = boards(tournament);
    let (one, other) = boards.iter().find(|board| board.0 == 1 || board.1 == 1).expect("a board");
    one + other - 1
}

/// 3.2.4 in a first round, with the example of 4.3.3: of 1 to 7, 4 is the first shifter, then 3, 5, 2, 6, 1. Of 8 to 14 it is 11.
#[test]
fn those_who_cannot_meet_the_other_half() {
    let mut tournament = of_rounds(5, &[""; 14]);
    (8..=14).for_each(|other| forbid(&mut tournament, 1, other));
    assert_eq!(boards(&tournament), [(1, 4), (3, 9), (5, 10), (7, 13), (8, 2), (11, 14), (12, 6)]);
    forbid(&mut tournament, 1, 4);
    assert_eq!(boards(&tournament), [(1, 3), (5, 10), (7, 13), (8, 2), (9, 4), (11, 14), (12, 6)]);
    [3, 5, 2].iter().for_each(|other| forbid(&mut tournament, 1, *other));
    assert_eq!(opponent(&tournament), 6);
    // With 7, 1 itself is the shifter.
    forbid(&mut tournament, 1, 6);
    assert_eq!(boards(&tournament), [(1, 7), (3, 9), (5, 12), (8, 2), (10, 4), (11, 14), (13, 6)]);
}

/// 3.2.5: those who want White come by ascending ARO.
#[test]
fn the_lowest_average_meets_the_highest_player() {
    let rows = ["5w=", "6b=", "7w=", "8b=", "1b=", "2w=", "3b=", "4w="];
    let tournament = rated(&rows, &[2400, 2300, 2200, 2100, 2000, 1900, 1800, 1700], 8);
    assert_eq!(boards(&tournament), [(2, 3), (4, 1), (5, 8), (7, 6)]);
}

/// 1.7.1: an average is rounded, a half upwards. A forfeited game is none, and a rating that nobody gave is 0.
#[test]
fn averages_are_whole_numbers() {
    let rows = [
        "5w= 9b=", "6w= 10b=", "7b= 11w=", "8b= 12w=", "1b= .", "2b= .", "3w= .", "4w= .", ". 1w=", ". 2w=", ". 3b=",
        ". 4b=",
    ];
    for (of_1, of_2, expected) in [
        ([2001, 2001], [2000, 2001], [(1, 3), (2, 4)]),
        ([2001, 2002], [2000, 2001], [(1, 4), (2, 3)]),
        ([1000, 1000], [0, 1999], [(1, 3), (2, 4)]),
        ([1000, 1000], [0, 1998], [(1, 4), (2, 3)]),
    ] {
        let ratings = [0, 0, 0, 0, of_1[0], of_2[0], 0, 0, of_1[1], of_2[1]];
        assert_eq!(boards(&rated(&rows, &ratings, 4)), expected, "{of_1:?} {of_2:?}");
    }
}

/// 3.2.4, 4.3.2 and 4.3.3: of six who want Black, the two in the middle by TPN are shifted; of six who want White, by ARO.
#[test]
fn shifters_from_the_middle() {
    let tournament = after(&["w", "w", "w", "w", "w", "w", "b", "b"], &[1, 1, 1600, 1700, 1, 1, 1500, 1800]);
    assert_eq!(boards(&tournament), [(3, 2), (5, 4), (7, 1), (8, 6)]);
    let tournament = after(&["b", "b", "b", "b", "b", "b", "w", "w"], &[1900, 1500, 1800, 1600, 1700, 1400, 1, 1]);
    assert_eq!(boards(&tournament), [(1, 8), (2, 5), (3, 7), (4, 6)]);
}

/// C1 and C3. A forfeited game may be paired again.
#[test]
fn who_may_meet() {
    for (tournament, may) in [
        (after(&["ww", "ww"], &[]), false),
        (after(&["w-w", "ww"], &[]), false),
        (after(&["w", "ww"], &[]), true),
        (of_rounds(5, &["2b0", "1w1"]), false),
        (of_rounds(5, &["2b-", "1w+"]), true),
    ] {
        assert_eq!(pairing(&tournament).is_some(), may, "{tournament:?}");
    }
}

/// 3.1.1 and 3.1.4: of 2 and 4, who have no points, 2 has played a game.
#[test]
fn the_bye() {
    let mut tournament = of_rounds(5, &["2w1", "1b0", "4w+", "3b-", "U"]);
    assert_eq!(bye(&tournament), Some(2));
    // C2 alone would let 4 have it, whose win by forfeit is worth nothing.
    let mut worthless = of_rounds(5, &["2w=", "1b=", "4b-", "3w+", "U"]);
    worthless.points.forfeit_win = Score::ZERO;
    assert_eq!(bye(&worthless), Some(3));
    [1, 3, 5].iter().for_each(|other| forbid(&mut tournament, 4, *other));
    assert_eq!(bye(&tournament), Some(4));
    [(4, 2), (2, 1), (5, 1), (5, 2), (5, 3)].iter().for_each(|(one, other)| forbid(&mut tournament, *one, *other));
    assert_eq!(pairing(&tournament), None);
}

/// 4.2 and C7: the first upfloater in the order of TPNs, who wants another colour than 1.
#[test]
fn upfloaters_by_colours() {
    for (rows, expected) in
        [(["3w=", "4b=", "1b=", "2w="], [(2, 1), (3, 4)]), (["3w=", "4w=", "1b=", "2b="], [(3, 2), (4, 1)])]
    {
        let mut tournament = of_rounds(5, &rows);
        accelerate(&mut tournament, 2, &[(&[1], 10)]);
        assert_eq!(boards(&tournament), expected);
        assert_eq!(opponent_without("dubov-2026", &tournament, 1, "C7"), Some(Seat::Player(PlayerId(2))));
    }
}

/// C10: 2 upfloated in the round before, so 3 goes up, but for the last round; also by a game that was forfeited (1.8, 1.3.2).
#[test]
fn who_upfloated_before_is_protected() {
    let with = |rows: &[&str], rounds_planned| {
        let mut tournament = Tournament { rounds_planned, ..of_rounds(3, rows) };
        accelerate(&mut tournament, 1, &[(&[6], 10)]);
        accelerate(&mut tournament, 2, &[(&[1], 20), (&[2, 3, 4], 10)]);
        tournament
    };
    let rows = ["4w=", "6b=", "5b=", "1b=", "3w=", "2w="];
    for (planned, expected) in [(Some(3), 3), (None, 3), (Some(2), 2)] {
        assert_eq!(opponent(&with(&rows, planned)), expected, "{planned:?}");
    }
    assert_eq!(opponent_without("dubov-2026", &with(&rows, Some(3)), 1, "C10"), Some(Seat::Player(PlayerId(2))));
    assert_eq!(opponent(&with(&["4w=", "6b-", "5b-", "1b=", "3w-", "2w-"], Some(3))), 3);
}

/// C8 and 1.8: both upfloated in the round before, and 2 twice, which is the most in four rounds, and in three that may be more; in five it
/// is not.
#[test]
fn maximum_upfloaters_are_protected() {
    let rows = ["4b= 7w=", "5w= 6b=", "6w= 5b=", "1w= 8b=", "2b= 3w=", "3b= 2w=", "8w= 1b=", "7b= 4w="];
    let mut tournament = of_rounds(4, &rows);
    accelerate(&mut tournament, 1, &[(&[5], 10)]);
    accelerate(&mut tournament, 2, &[(&[5, 6], 10)]);
    accelerate(&mut tournament, 3, &[(&[1], 20), (&[2, 3], 10)]);
    for (planned, expected) in [(Some(4), 3), (None, 3), (Some(3), 2), (Some(5), 2)] {
        tournament.rounds_planned = planned;
        assert_eq!(opponent(&tournament), expected, "{planned:?}");
    }
}

/// C9: 2 upfloated four times, and 3 three times, which is the most in six rounds.
#[test]
fn the_fewest_times_of_maximum_upfloaters() {
    let opponents = [(4, 'b'), (5, 'w'), (6, 'w'), (1, 'w'), (2, 'b'), (3, 'b'), (8, 'w'), (7, 'b')];
    let row = |(other, colour)| {
        let turned = if colour == 'w' { 'b' } else { 'w' };
        format!("{other}{colour}= {other}{turned}= ").repeat(2)
    };
    let rows = opponents.map(row);
    let mut tournament = of_rounds(6, &rows.each_ref().map(String::as_str));
    accelerate(&mut tournament, 1, &[(&[5], 10)]);
    (2..=4).for_each(|round| accelerate(&mut tournament, round, &[(&[5, 6], 10)]));
    accelerate(&mut tournament, 5, &[(&[1], 20), (&[2, 3], 10)]);
    assert_eq!(opponent(&tournament), 3);
    assert_eq!(opponent_without("dubov-2026", &tournament, 1, "C9"), Some(Seat::Player(PlayerId(2))));
}

/// Article 5.2.
#[test]
fn colours() {
    for (colours, white) in [
        // 5.2.2
        (["wb", "bw"], 1),
        (["-", "wb"], 2),
        // 5.2.3
        (["wb", "b"], 2),
        (["b", "wbb"], 2),
        (["-", "w"], 1),
        // 5.2.4, with unplayed rounds between
        (["bbw", "bwb"], 2),
        (["bbw-", "-bwb"], 2),
        // 5.2.5: more points, then the smaller TPN
        (["b", "bwb"], 2),
        (["-", "bw"], 1),
        (["bwb", "bwb"], 1),
    ] {
        assert_eq!(boards(&after(&colours, &[])), [(white, 3 - white)], "{colours:?}");
    }
    // 5.2.1 in a later round
    assert_eq!(boards(&of_rounds(5, &["3w-", "4b-", "1b-", "2w-"])), [(1, 3), (4, 2)]);
}
