//! Rounds of the Dubov System of 2026 that its text decides, worked out by hand, and their certificates. Scores are made by acceleration.

mod support;

use std::collections::BTreeSet;
use support::{accelerate, made};
use swiss_rule_proof::evidence::Inquiry;
use swiss_rule_proof::make::Maker;
use swiss_rule_proof::procedure;
use swiss_rule_proof::wishes::{Wish, Wishes};
use swiss_trf::tournament::{
    Absence, Bye, ByeKind, Colour, ForbiddenGroup, Game, GameResult, Pairing, Player, PlayerId, Round, RoundRequest,
    RoundState, Score, Tournament,
};

const ID: &str = "dubov-2026";

fn tournament(players: u32, planned: u32) -> Tournament {
    Tournament {
        players: (1..=players).map(|id| Player::new(PlayerId(id))).collect(),
        rounds_planned: Some(planned),
        initial_colour: Some(Colour::White),
        ..Tournament::default()
    }
}

/// A round of these games, White first, and the bye.
fn round(games: &[(u32, u32, &str)], bye: Option<u32>) -> Round {
    let game = |(white, black, result): &(u32, u32, &str)| {
        let [white, black] = [*white, *black].map(PlayerId);
        Game { white, black, result: GameResult::from_name(result), rated: true }
    };
    let byes = bye.map(|player| Bye { player: PlayerId(player), kind: ByeKind::Pairing });
    Round { games: games.iter().map(game).collect(), byes: byes.into_iter().collect() }
}

fn drawn(games: &[(u32, u32)]) -> Round {
    let games: Vec<_> = games.iter().map(|(white, black)| (*white, *black, "1/2-1/2")).collect();
    round(&games, None)
}

/// Players with these colours in games against players of their own with these ratings, who are absent now.
fn after(colours: &[&str], opponents: &[u32]) -> Tournament {
    let count = colours.len() as u32;
    let mut tournament = tournament(2 * count, 9);
    let rounds = colours.iter().map(|of_player| of_player.len()).max().unwrap_or_default();
    let colour = |player: u32, round: usize| colours[player as usize - 1].as_bytes().get(round).copied();
    for number in 0..rounds {
        let game = |player: u32| match colour(player, number) {
            Some(b'w') => Some((player, player + count)),
            Some(b'b') => Some((player + count, player)),
            _ => None,
        };
        tournament.rounds.push(drawn(&(1..=count).filter_map(game).collect::<Vec<_>>()));
    }
    for (player, rating) in tournament.players.iter_mut().skip(colours.len()).zip(opponents) {
        player.rating = Some(*rating);
    }
    let absent = (count + 1..=2 * count).map(PlayerId);
    tournament.absences = absent.map(|player| Absence { player, round: None, kind: ByeKind::Zero }).collect();
    tournament
}

fn forbid(tournament: &mut Tournament, one: u32, others: &[u32]) {
    let group = |other: &u32| ForbiddenGroup { players: vec![PlayerId(one), PlayerId(*other)], rounds: None };
    tournament.forbidden.extend(others.iter().map(group));
}

fn state(tournament: &Tournament) -> RoundState {
    RoundState::new(tournament, RoundRequest::default()).expect("sound")
}

/// The pairing of the next round without these criteria.
fn pairing(tournament: &Tournament, without: &[&str]) -> Option<Pairing> {
    made(ID, &state(tournament), without).0
}

/// The boards, White first, and the bye.
fn paired(tournament: &Tournament) -> (BTreeSet<(u32, u32)>, Option<u32>) {
    numbers(&pairing(tournament, &[]).expect("a pairing"))
}

fn numbers(pairing: &Pairing) -> (BTreeSet<(u32, u32)>, Option<u32>) {
    let boards = pairing.boards.iter().map(|board| (board.white.0, board.black.0)).collect();
    (boards, pairing.bye.map(|bye| bye.0))
}

fn boards(tournament: &Tournament) -> BTreeSet<(u32, u32)> {
    paired(tournament).0
}

/// Who meets this player without these criteria.
fn opponent(tournament: &Tournament, player: u32, without: &[&str]) -> Option<u32> {
    let boards = numbers(&pairing(tournament, without)?).0;
    boards.iter().find_map(|(white, black)| match (*white == player, *black == player) {
        (true, _) => Some(*black),
        (_, true) => Some(*white),
        _ => None,
    })
}

/// 3.1.5, 3.2.3 and 5.2.1.
#[test]
fn the_first_round() {
    let (boards, bye) = paired(&tournament(7, 5));
    assert_eq!((boards, bye), ([(1, 4), (5, 2), (3, 6)].into(), Some(7)));
}

/// 3.2.4 in a first round, with the example of 4.3.3: of 1 to 7, 4 is the first shifter, then 3, 5, 2, 6, 1. Of 8 to 14 it is 11.
#[test]
fn those_who_cannot_meet_the_other_half() {
    let mut tournament = tournament(14, 5);
    forbid(&mut tournament, 1, &(8..=14).collect::<Vec<_>>());
    assert_eq!(boards(&tournament), [(1, 4), (8, 2), (3, 9), (5, 10), (12, 6), (7, 13), (11, 14)].into());
    forbid(&mut tournament, 1, &[4]);
    assert_eq!(boards(&tournament), [(1, 3), (8, 2), (9, 4), (5, 10), (12, 6), (7, 13), (11, 14)].into());
    forbid(&mut tournament, 1, &[3, 5, 2]);
    assert_eq!(opponent(&tournament, 1, &[]), Some(6));
    // With 7, 1 itself is the shifter.
    forbid(&mut tournament, 1, &[6]);
    assert_eq!(boards(&tournament), [(1, 7), (8, 2), (3, 9), (10, 4), (5, 12), (13, 6), (11, 14)].into());
}

/// 3.2.5: those who want White come by ascending ARO.
#[test]
fn the_lowest_average_meets_the_highest_player() {
    let mut tournament = tournament(8, 5);
    for (player, rating) in tournament.players.iter_mut().zip([2400, 2300, 2200, 2100, 2000, 1900, 1800, 1700]) {
        player.rating = Some(rating);
    }
    tournament.rounds = vec![drawn(&[(1, 5), (6, 2), (3, 7), (8, 4)])];
    assert_eq!(boards(&tournament), [(4, 1), (2, 3), (7, 6), (5, 8)].into());
}

/// 1.7.1: an average is rounded, a half upwards. A forfeited game is none, and a rating that nobody gave is 0.
#[test]
fn averages_are_whole_numbers() {
    let games = [drawn(&[(1, 5), (2, 6), (7, 3), (8, 4)]), drawn(&[(9, 1), (10, 2), (3, 11), (4, 12)])];
    let with = |ratings: [Option<u32>; 4]| {
        let mut tournament = tournament(12, 5);
        tournament.rounds = games.to_vec();
        for (player, rating) in [4, 8, 5, 9].into_iter().zip(ratings) {
            tournament.players[player].rating = rating;
        }
        let absent = (5..=12).map(PlayerId);
        tournament.absences = absent.map(|player| Absence { player, round: None, kind: ByeKind::Zero }).collect();
        tournament
    };
    let [in_order, turned] = [[(1, 3), (2, 4)], [(2, 3), (1, 4)]].map(BTreeSet::from);
    assert_eq!(boards(&with([Some(2001), Some(2001), Some(2000), Some(2001)])), in_order);
    assert_eq!(boards(&with([Some(2001), Some(2002), Some(2000), Some(2001)])), turned);
    assert_eq!(boards(&with([Some(1000), Some(1000), None, Some(1999)])), in_order);
    assert_eq!(boards(&with([Some(1000), Some(1000), None, Some(1998)])), turned);
}

/// 3.2.4, 4.3.2 and 4.3.3: of six who want Black, the two in the middle by TPN are shifted; of six who want White, by ARO.
#[test]
fn shifters_from_the_middle() {
    let tournament = after(&["w", "w", "w", "w", "w", "w", "b", "b"], &[1, 1, 1600, 1700, 1, 1, 1500, 1800]);
    assert_eq!(boards(&tournament), [(7, 1), (3, 2), (5, 4), (8, 6)].into());
    let tournament = after(&["b", "b", "b", "b", "b", "b", "w", "w"], &[1900, 1500, 1800, 1600, 1700, 1400, 1, 1]);
    assert_eq!(boards(&tournament), [(4, 6), (2, 5), (3, 7), (1, 8)].into());
}

/// C1 and C3. A forfeited game may be paired again.
#[test]
fn who_may_meet() {
    assert_eq!(pairing(&after(&["ww", "ww"], &[]), &[]), None);
    assert_eq!(pairing(&after(&["w-w", "ww"], &[]), &[]), None);
    assert_eq!(boards(&after(&["w", "ww"], &[])), [(1, 2)].into());
    let mut tournament = tournament(2, 5);
    tournament.rounds = vec![round(&[(2, 1, "1-0")], None)];
    assert_eq!(pairing(&tournament, &[]), None);
    tournament.rounds = vec![round(&[(2, 1, "+/-")], None)];
    assert!(pairing(&tournament, &[]).is_some());
}

/// 3.1.1 and 3.1.4: of 2 and 4, who have no points, 2 has played a game.
#[test]
fn the_bye() {
    let mut tournament = tournament(5, 5);
    tournament.rounds = vec![round(&[(1, 2, "1-0"), (3, 4, "+/-")], Some(5))];
    assert_eq!(paired(&tournament).1, Some(2));
    // C2 alone would let 4 have it, whose win by forfeit is worth nothing.
    let mut worthless = tournament.clone();
    worthless.points.forfeit_win = Score::ZERO;
    worthless.rounds = vec![round(&[(1, 2, "1/2-1/2"), (4, 3, "+/-")], Some(5))];
    assert_eq!(paired(&worthless).1, Some(3));
    forbid(&mut tournament, 4, &[1, 3, 5]);
    assert_eq!(paired(&tournament).1, Some(4));
    forbid(&mut tournament, 4, &[2]);
    forbid(&mut tournament, 2, &[1]);
    forbid(&mut tournament, 5, &[1, 2, 3]);
    assert_eq!(pairing(&tournament, &[]), None);
}

/// 4.2 and C7: the first upfloater in the order of TPNs, who wants another colour than 1.
#[test]
fn upfloaters_by_colours() {
    let mut tournament = tournament(4, 5);
    accelerate(&mut tournament, 2, &[(&[1], 10)]);
    tournament.rounds = vec![drawn(&[(1, 3), (4, 2)])];
    assert_eq!(boards(&tournament), [(2, 1), (3, 4)].into());
    tournament.rounds = vec![drawn(&[(1, 3), (2, 4)])];
    assert_eq!(boards(&tournament), [(4, 1), (3, 2)].into());
    assert_eq!(opponent(&tournament, 1, &["C7"]), Some(2));
}

/// C10: 2 upfloated in the round before, so 3 goes up, but for the last round; also by a game that was forfeited (1.8, 1.3.2).
#[test]
fn who_upfloated_before_is_protected() {
    let mut tournament = tournament(6, 3);
    accelerate(&mut tournament, 1, &[(&[6], 10)]);
    accelerate(&mut tournament, 2, &[(&[1], 20), (&[2, 3, 4], 10)]);
    tournament.rounds = vec![drawn(&[(6, 2), (1, 4), (5, 3)])];
    assert_eq!(opponent(&tournament, 1, &[]), Some(3));
    assert_eq!(opponent(&tournament, 1, &["C10"]), Some(2));
    tournament.rounds_planned = None;
    assert_eq!(opponent(&tournament, 1, &[]), Some(3));
    tournament.rounds_planned = Some(2);
    assert_eq!(opponent(&tournament, 1, &[]), Some(2));
    tournament.rounds_planned = Some(3);
    tournament.rounds = vec![round(&[(6, 2, "-/-"), (1, 4, "1/2-1/2"), (5, 3, "-/-")], None)];
    assert_eq!(opponent(&tournament, 1, &[]), Some(3));
}

/// C8 and 1.8: both upfloated in the round before, and 2 twice, which is the most in four rounds, and in three that may be more; in five it
/// is not.
#[test]
fn maximum_upfloaters_are_protected() {
    let mut tournament = tournament(8, 4);
    accelerate(&mut tournament, 1, &[(&[5], 10)]);
    accelerate(&mut tournament, 2, &[(&[5, 6], 10)]);
    accelerate(&mut tournament, 3, &[(&[1], 20), (&[2, 3], 10)]);
    tournament.rounds = vec![drawn(&[(2, 5), (3, 6), (4, 1), (7, 8)]), drawn(&[(6, 2), (5, 3), (1, 7), (8, 4)])];
    for (planned, expected) in [(Some(4), 3), (None, 3), (Some(3), 2), (Some(5), 2)] {
        tournament.rounds_planned = planned;
        assert_eq!(opponent(&tournament, 1, &[]), Some(expected), "{planned:?}");
    }
}

/// C9: 2 upfloated four times, and 3 three times, which is the most in six rounds.
#[test]
fn the_fewest_times_of_maximum_upfloaters() {
    let mut tournament = tournament(8, 6);
    let games = [(2, 5), (3, 6), (4, 1), (7, 8)];
    let turned = games.map(|(white, black)| (black, white));
    tournament.rounds = [games, turned, games, turned].iter().map(|games| drawn(games)).collect();
    accelerate(&mut tournament, 1, &[(&[5], 10)]);
    (2..=4).for_each(|round| accelerate(&mut tournament, round, &[(&[5, 6], 10)]));
    accelerate(&mut tournament, 5, &[(&[1], 20), (&[2, 3], 10)]);
    assert_eq!(opponent(&tournament, 1, &[]), Some(3));
    assert_eq!(opponent(&tournament, 1, &["C9"]), Some(2));
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
        let expected = if white == 1 { (1, 2) } else { (2, 1) };
        assert_eq!(boards(&after(&colours, &[])), [expected].into(), "{colours:?}");
    }
    // 5.2.1 in a later round
    let mut tournament = tournament(4, 5);
    tournament.rounds = vec![round(&[(1, 3, "-/-"), (4, 2, "-/-")], None)];
    assert_eq!(boards(&tournament), [(1, 3), (4, 2)].into());
}

/// What an organiser wishes comes after the absolute criteria, and before the others.
#[test]
fn with_a_wish() {
    let state = RoundState::new(&tournament(6, 5), RoundRequest::default()).expect("sound");
    let wish = Wish { one: PlayerId(1), other: PlayerId(4), rank: 0, weight: 1 };
    let mut maker = Maker::new(&|| false);
    let mut evidence = Inquiry::new(&mut maker).with(Wishes::new(&state, [wish]));
    let paired = evidence.pair(procedure(ID).expect("a second reading"), &state).expect("solved");
    assert_eq!(numbers(&paired.expect("a pairing")).0, [(1, 5), (4, 2), (3, 6)].into());
}
