//! Rounds of the Double-Swiss System that its text decides, worked out by hand, and their certificates. Scores are made by acceleration.

mod support;

use std::collections::BTreeSet;
use support::{accelerate, made};
use swiss_rule_proof::evidence::{Inquiry, Unproven};
use swiss_rule_proof::make::Maker;
use swiss_rule_proof::procedure;
use swiss_rule_proof::wishes::{Wish, Wishes};
use swiss_trf::tournament::{
    Board, Bye, ByeKind, Colour, ForbiddenGroup, Game, GameResult, GamesPerPairing, Pairing, Player, PlayerId, Round,
    RoundRequest, RoundState, Tournament,
};

const ID: &str = "double-swiss-2026";

fn pair(state: &RoundState, evidence: &mut Inquiry<'_>) -> Result<Option<Pairing>, Unproven> {
    procedure(ID).expect("a second reading")(state, evidence)
}

/// Double rounds of these players.
fn tournament(players: impl IntoIterator<Item = u32>, planned: u32) -> Tournament {
    Tournament {
        players: players.into_iter().map(|id| Player::new(PlayerId(id))).collect(),
        rounds_planned: Some(planned),
        games_per_pairing: GamesPerPairing::Two,
        initial_colour: Some(Colour::White),
        ..Tournament::default()
    }
}

/// A round of these matches: who has White in the first game, the other, and the results of both games, each with its White first.
fn round(matches: &[(u32, u32, [&str; 2])], bye: Option<u32>) -> Round {
    let game = |white: u32, black: u32, result: &str| {
        let [white, black] = [white, black].map(PlayerId);
        Game { white, black, result: GameResult::from_name(result), rated: true }
    };
    let first = matches.iter().map(|(white, black, [result, _])| game(*white, *black, result));
    let second = matches.iter().map(|(white, black, [_, result])| game(*black, *white, result));
    let byes = bye.map(|player| Bye { player: PlayerId(player), kind: ByeKind::Pairing });
    Round { games: first.chain(second).collect(), byes: byes.into_iter().collect() }
}

const DRAWN: [&str; 2] = ["1/2-1/2"; 2];
const WON: [&str; 2] = ["1-0", "0-1"];

fn forbid(tournament: &mut Tournament, groups: &[&[u32]]) {
    let group =
        |players: &&[u32]| ForbiddenGroup { players: players.iter().copied().map(PlayerId).collect(), rounds: None };
    tournament.forbidden.extend(groups.iter().map(group));
}

fn state(tournament: &Tournament, round: u32) -> RoundState {
    RoundState::new(tournament, RoundRequest::from(round)).expect("sound")
}

fn numbers(pairing: Option<Pairing>) -> (Vec<(u32, u32)>, Option<u32>) {
    let pairing = pairing.expect("there is one");
    let number = |board: &Board| (board.white.0, board.black.0);
    (pairing.boards.iter().map(number).collect(), pairing.bye.map(|bye| bye.0))
}

/// The boards, White first, and the bye.
fn paired(tournament: &Tournament, round: u32) -> (Vec<(u32, u32)>, Option<u32>) {
    numbers(made(ID, &state(tournament, round), &[]).0)
}

fn paired_without(tournament: &Tournament, round: u32, criterion: &str) -> Vec<(u32, u32)> {
    numbers(made(ID, &state(tournament, round), &[criterion]).0).0
}

/// 3.4.4, 3.6 and 4.3.1. A round of single games is paired in the same way.
#[test]
fn the_first_round() {
    let mut tournament = tournament(1..=7, 5);
    let expected = (vec![(1, 4), (5, 2), (3, 6)], Some(7));
    assert_eq!(paired(&tournament, 1), expected);
    tournament.games_per_pairing = GamesPerPairing::One;
    assert_eq!(paired(&tournament, 1), expected);
}

/// The example of 3.5.4: 2, 6, 8 have 3 points, and 1, 3, 5 have 2.5; a set of three is needed, of whom one must have 2.5. Then 8 takes 3.
#[test]
fn the_first_set_of_upfloaters() {
    let mut tournament = tournament(1..=10, 5);
    accelerate(&mut tournament, 1, &[(&[4, 7, 9], 40), (&[2, 6, 8], 30), (&[1, 3, 5], 25)]);
    forbid(&mut tournament, &[&[4, 7, 9], &[9, 2], &[9, 6], &[9, 8]]);
    assert_eq!(paired(&tournament, 1), (vec![(9, 1), (7, 2), (3, 8), (6, 4), (5, 10)], None));
}

/// The example of 3.6.2, 4-8 6-16 9-10 11-24, comes before 4-16 6-8, by its bottom members, and before 4-6 8-16, by its top members.
#[test]
fn the_first_pairing() {
    let players = [4, 6, 8, 9, 10, 11, 16, 24];
    let allowed = [(4, 8), (6, 16), (9, 10), (11, 24), (4, 16), (6, 8), (4, 6), (8, 16)];
    let mut tournament = tournament(players, 5);
    for (at, one) in players.iter().enumerate() {
        for other in players[at + 1..].iter().filter(|other| !allowed.contains(&(*one, **other))) {
            forbid(&mut tournament, &[&[*one, *other]]);
        }
    }
    assert_eq!(paired(&tournament, 1), (vec![(4, 8), (16, 6), (10, 9), (24, 11)], None));
}

/// The preface: who forfeits both games may meet the same opponent again. If each forfeits one, the match was played.
#[test]
fn matches_by_forfeit() {
    let mut tournament = tournament(1..=2, 5);
    tournament.rounds = vec![round(&[(2, 1, ["+/-", "-/+"])], None)];
    assert_eq!(paired(&tournament, 2), (vec![(1, 2)], None));
    tournament.rounds = vec![round(&[(2, 1, ["-/-", "-/+"])], None)];
    assert_eq!(paired(&tournament, 2), (vec![(1, 2)], None));
    for played in [["+/-", "+/-"], ["+/-", "1-0"], DRAWN] {
        tournament.rounds = vec![round(&[(2, 1, played)], None)];
        assert_eq!(made(ID, &state(&tournament, 2), &[]).0, None);
    }
}

/// C2: 1 has won a match by forfeit, and 3 has had the bye. A game won by forfeit is no match.
#[test]
fn who_may_have_the_bye() {
    let mut tournament = tournament(1..=3, 5);
    tournament.rounds = vec![round(&[(1, 2, ["+/-", "-/+"])], Some(3))];
    assert_eq!(paired(&tournament, 2), (vec![(1, 3)], Some(2)));
    forbid(&mut tournament, &[&[1, 3]]);
    assert_eq!(made(ID, &state(&tournament, 2), &[]).0, None);
    tournament.rounds = vec![round(&[(1, 2, ["+/-", "0-1"])], Some(3))];
    assert_eq!(paired(&tournament, 2), (vec![(2, 3)], Some(1)));
}

/// 3.4.3: of 2 and 4, who have no points, 2 has played a match. 4.3.2: 4 has had no White.
#[test]
fn the_bye_is_of_who_has_played() {
    let mut tournament = tournament(1..=5, 5);
    tournament.rounds = vec![round(&[(1, 2, WON), (3, 4, ["+/-", "-/+"])], Some(5))];
    assert_eq!(paired(&tournament, 2), (vec![(3, 5), (4, 1)], Some(2)));
}

/// C6: if 2 went up, 3 and 4 would need two upfloaters.
#[test]
fn the_following_bracket_needs_fewest() {
    let mut tournament = tournament(1..=6, 5);
    accelerate(&mut tournament, 1, &[(&[1], 30), (&[2, 3, 4], 20), (&[5, 6], 10)]);
    forbid(&mut tournament, &[&[3, 4]]);
    assert_eq!(paired(&tournament, 1), (vec![(1, 3), (4, 2), (5, 6)], None));
    assert_eq!(paired_without(&tournament, 1, "C6"), [(1, 2), (3, 5), (6, 4)]);
}

/// C6: 4 "became" an upfloater to 1; so the scoregroup that follows 2 and 3 is empty, and nobody asks what 7 and 8 will need.
#[test]
fn the_following_scoregroup_became_empty() {
    let mut tournament = tournament(1..=10, 5);
    accelerate(&mut tournament, 1, &[(&[1], 50), (&[2, 3], 40), (&[4], 30), (&[5, 6, 7, 8], 20), (&[9, 10], 10)]);
    forbid(&mut tournament, &[&[1, 2, 3], &[7, 8]]);
    assert_eq!(paired(&tournament, 1), (vec![(1, 4), (5, 2), (3, 6), (7, 9), (10, 8)], None));
}

/// C7: 2 was a floater; so 3 goes up, but for the last round. A match by forfeit makes no floater.
#[test]
fn upfloaters_are_protected() {
    let mut tournament = tournament(1..=6, 3);
    accelerate(&mut tournament, 1, &[(&[2], 10)]);
    accelerate(&mut tournament, 2, &[(&[1], 20), (&[2, 3, 4], 10)]);
    tournament.rounds = vec![round(&[(2, 6, DRAWN), (1, 4, DRAWN), (3, 5, DRAWN)], None)];
    let met = |tournament: &Tournament| {
        let boards = paired(tournament, 2).0;
        boards.iter().map(|(white, black)| (*white.min(black), *white.max(black))).collect::<BTreeSet<_>>()
    };
    assert_eq!(met(&tournament), BTreeSet::from([(1, 3), (2, 4), (5, 6)]));
    tournament.rounds_planned = None;
    assert_eq!(met(&tournament), BTreeSet::from([(1, 3), (2, 4), (5, 6)]));
    tournament.rounds_planned = Some(2);
    assert_eq!(met(&tournament), BTreeSet::from([(1, 2), (3, 4), (5, 6)]));
    tournament.rounds_planned = Some(3);
    tournament.rounds = vec![round(&[(2, 6, ["-/-", "-/-"]), (1, 4, DRAWN), (3, 5, DRAWN)], None)];
    accelerate(&mut tournament, 2, &[(&[2], 20), (&[6], 10)]);
    assert_eq!(met(&tournament), BTreeSet::from([(1, 2), (3, 4), (5, 6)]));
}

/// C8: 2 was a floater; so 1 meets the upfloater 4, but for the last round.
#[test]
fn opponents_are_protected() {
    let mut tournament = tournament(1..=6, 3);
    accelerate(&mut tournament, 1, &[(&[2], 10)]);
    accelerate(&mut tournament, 2, &[(&[1, 2, 3], 20)]);
    tournament.rounds = vec![round(&[(2, 6, DRAWN), (1, 5, DRAWN), (3, 4, DRAWN)], None)];
    assert_eq!(paired(&tournament, 2).0, [(4, 1), (3, 2), (5, 6)]);
    assert_eq!(paired_without(&tournament, 2, "C8"), [(3, 1), (4, 2), (5, 6)]);
    tournament.rounds_planned = Some(2);
    assert_eq!(paired(&tournament, 2).0, [(3, 1), (4, 2), (5, 6)]);
}

/// 4.3.2 to 4.3.5. The colour of a match is that of the first game, if any game was played.
#[test]
fn colours() {
    let mut tournament = tournament(1..=4, 5);
    tournament.rounds = vec![round(&[(1, 3, DRAWN), (4, 2, DRAWN)], None)];
    // 1 and 4 had White, 2 and 3 Black: 1 and 2 alternate.
    assert_eq!(paired(&tournament, 2).0, [(4, 1), (2, 3)]);
    tournament.rounds.push(round(&[(4, 1, DRAWN), (2, 3, DRAWN)], None));
    // 1 had WB and 2 BW; 3 had BB and 4 WW.
    assert_eq!(paired(&tournament, 3).0, [(1, 2), (3, 4)]);
    // 2 and 4 forfeited a game each, and have had no colour: 3, who had Black, alternates.
    tournament.rounds = vec![round(&[(1, 3, DRAWN), (4, 2, ["+/-", "+/-"])], None)];
    assert_eq!(paired(&tournament, 2).0, [(4, 1), (3, 2)]);
    tournament.rounds = vec![round(&[(4, 3, ["+/-", "+/-"]), (1, 2, ["+/-", "+/-"])], None)];
    assert_eq!(paired(&tournament, 2).0, [(1, 3), (4, 2)]);
}

/// What an organiser wishes comes before the order of pairings, and after the absolute criteria.
#[test]
fn with_a_wish() {
    let tournament = tournament(1..=6, 5);
    let state = state(&tournament, 1);
    let wish = Wish { one: PlayerId(1), other: PlayerId(4), rank: 0, weight: 1 };
    let mut maker = Maker::new(&|| false);
    let mut evidence = Inquiry::new(&mut maker).with(Wishes::new(&state, [wish]));
    assert_eq!(numbers(evidence.pair(pair, &state).expect("solved")).0, [(1, 5), (4, 2), (3, 6)]);
}
