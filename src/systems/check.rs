use super::{Paired, System};
use crate::tournament::{Board, ByeKind, PlayerId, Round, RoundError, RoundRequest, RoundState, Tournament, Trust};
use serde::Serialize;
use std::collections::BTreeMap;

/// How a round that was played compares with what a system makes of it.
///
/// A round is *different* if pairs, colours or the bye differ; the order of boards does not count.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RoundCheck {
    /// The round, from 1.
    pub round: u32,
    /// Whether the same players meet.
    pub same_pairs: bool,
    /// Whether those who meet in both have the same colours in both.
    pub same_colours: bool,
    /// Whether the same player, or nobody, has the bye.
    pub same_bye: bool,
    /// Whether the file lists the boards in the system's order.
    pub same_order: bool,
    /// Whether that is so only if this was the last round, in a tournament that does not say how many it has.
    pub only_as_last_round: bool,
    /// What differs, each in a sentence.
    pub differences: Vec<String>,
}

impl RoundCheck {
    /// Whether pairs, colours or the bye differ.
    #[must_use]
    pub const fn is_different(&self) -> bool {
        !(self.same_pairs && self.same_colours && self.same_bye)
    }
}

/// Replay every round of `tournament` that was played: pair it anew from the rounds before, and compare.
///
/// If the tournament does not say how many rounds it has, its last one may have been the last: it is the same if it is so
/// by either.
///
/// # Errors
/// [`RoundError`] if the tournament cannot be as it is written.
pub fn check(tournament: &Tournament, system: &dyn System, trust: Trust) -> Result<Vec<RoundCheck>, RoundError> {
    let played = tournament.rounds.iter().zip(1..).filter(|(round, _)| !round.games.is_empty());
    let mut checks = Vec::new();
    for (round, number) in played {
        let check = check_round(tournament, number, round, system, trust)?;
        let may_be_last = tournament.rounds_planned.is_none() && number + 1 == tournament.next_round();
        if !(check.is_different() && may_be_last) {
            checks.push(check);
            continue;
        }
        let ended = Tournament { rounds_planned: Some(number), ..tournament.clone() };
        let as_last = check_round(&ended, number, round, system, trust)?;
        checks.push(if as_last.is_different() { check } else { RoundCheck { only_as_last_round: true, ..as_last } });
    }
    Ok(checks)
}

fn check_round(
    tournament: &Tournament,
    number: u32,
    played: &Round,
    system: &dyn System,
    trust: Trust,
) -> Result<RoundCheck, RoundError> {
    let state = RoundState::new(tournament, RoundRequest { round: Some(number), trust })?;
    Ok(match system.pair(&state) {
        Ok(paired) => compare(number, played, &paired),
        Err(why) => RoundCheck {
            round: number,
            same_pairs: false,
            same_colours: false,
            same_bye: false,
            same_order: false,
            only_as_last_round: false,
            differences: vec![format!("the system finds no pairing: {why}")],
        },
    })
}

fn compare(number: u32, played: &Round, paired: &Paired) -> RoundCheck {
    let key = |board: &Board| (board.white.min(board.black), board.white.max(board.black));
    let first_encounters = played.pairing().boards;
    let of_file: BTreeMap<_, _> = first_encounters.iter().map(|board| (key(board), *board)).collect();
    let of_system: BTreeMap<_, _> = paired.pairing.boards.iter().map(|board| (key(board), *board)).collect();
    let byes: Vec<PlayerId> =
        played.byes.iter().filter(|bye| bye.kind == ByeKind::Pairing).map(|bye| bye.player).collect();
    let same_bye = byes.iter().copied().eq(paired.pairing.bye);

    let mut differences = Vec::new();
    for ((one, other), _) in of_file.iter().filter(|(pair, _)| !of_system.contains_key(pair)) {
        differences.push(format!("the file pairs {one} and {other}, the system does not"));
    }
    for ((one, other), _) in of_system.iter().filter(|(pair, _)| !of_file.contains_key(pair)) {
        differences.push(format!("the system pairs {one} and {other}, the file does not"));
    }
    let same_pairs = differences.is_empty();
    let mut same_colours = true;
    for (pair, board) in &of_file {
        if of_system.get(pair).is_some_and(|system| system.white != board.white) {
            same_colours = false;
            differences.push(format!("the file gives {} White against {}, the system Black", board.white, board.black));
        }
    }
    if !same_bye {
        let said = |ids: &[PlayerId]| match ids {
            [] => "nobody".to_owned(),
            ids => ids.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
        };
        let system: Vec<PlayerId> = paired.pairing.bye.into_iter().collect();
        differences.push(format!("the file gives the bye to {}, the system to {}", said(&byes), said(&system)));
    }
    let same_order = first_encounters == paired.pairing.boards;
    RoundCheck { round: number, same_pairs, same_colours, same_bye, same_order, only_as_last_round: false, differences }
}
