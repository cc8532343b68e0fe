//! Whether rounds can follow a pairing.

use super::feasibility::structure;
use super::record::Field;
use crate::model::Objective;
use crate::rules::Hard;
use crate::tournament::{Board, ForbiddenGroup, Pairing, PlayerId, RoundPairs, RoundState, Tournament};
use std::collections::BTreeSet;

/// What speaks against `later`, rounds that are to follow `pairing`, by the rules of `objective` on pairs: a clause for each fault.
///
/// Every round must have all players of this round once, and one bye if they are odd in number. Nobody meets an opponent
/// of an earlier round again, or receives a second bye, or meets whom the tournament forbids in that round, if `objective` has
/// the rule; nobody meets whom the side constraints of `objective` forbid. Colours are not checked.
pub fn keep_open(
    tournament: &Tournament,
    state: &RoundState,
    objective: &Objective,
    pairing: &Pairing,
    later: &[RoundPairs],
) -> Vec<String> {
    let field = Field::new(state);
    let has = |rule| objective.hard.contains(&rule);
    let mut faults = Vec::new();
    let mut made: BTreeSet<(PlayerId, PlayerId)> =
        pairing.boards.iter().map(|board| unordered(board.white, board.black)).collect();
    let mut byes: BTreeSet<PlayerId> = pairing.bye.into_iter().collect();
    let apart = |[one, other]: &[u32; 2]| unordered(PlayerId(*one), PlayerId(*other));
    let apart: BTreeSet<(PlayerId, PlayerId)> = objective.side.forbidden.iter().map(apart).collect();
    for (number, round) in (state.round() + 1..).zip(later) {
        if round.round != number {
            faults.push(format!("round {} stands in the place of round {number}", round.round));
        }
        let boards = round.pairs.iter().map(|[white, black]| Board { white: *white, black: *black }).collect();
        let seated = Pairing { boards, bye: round.bye };
        faults.extend(structure(&field, &seated).iter().map(|fault| format!("round {number}: {fault}")));
        for (one, other) in round.pairs.iter().map(|[one, other]| unordered(*one, *other)) {
            let is_new =
                made.insert((one, other)) && field.record(one).is_none_or(|record| record.met(other).is_none());
            if has(Hard::NoRematch) && !is_new {
                faults.push(format!("round {number}: {one} and {other} meet again"));
            }
            let bars = |group: &ForbiddenGroup| {
                group.holds_in(number) && group.players.contains(&one) && group.players.contains(&other)
            };
            let is_banned = has(Hard::NoForbiddenPair) && tournament.forbidden.iter().any(bars);
            if is_banned || apart.contains(&(one, other)) {
                faults.push(format!("round {number}: {one} and {other} may not meet"));
            }
        }
        if let Some(id) = round.bye {
            let has_point = field.record(id).is_some_and(|record| record.point_without_playing().is_some());
            if has(Hard::NoSecondBye) && (!byes.insert(id) || has_point) || apart.contains(&(PlayerId(0), id)) {
                faults.push(format!("round {number}: {id} may not have the bye"));
            }
        }
    }
    faults
}

fn unordered(one: PlayerId, other: PlayerId) -> (PlayerId, PlayerId) {
    (one.min(other), one.max(other))
}
