use super::{Paired, System, Who};
use crate::tournament::{Board, PlayerId, Round, RoundError, RoundRequest, RoundState, Tournament, Trust};
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
    let boards = played.boards();
    let differences = Differences::of(&boards, &played.pairing_byes(), paired);
    let no_pairing = played.pairing().err().map(|why| why.to_string());
    RoundCheck {
        round: number,
        same_pairs: differences.only_here.is_empty() && differences.only_by_system.is_empty(),
        same_colours: differences.reversed.is_empty(),
        same_bye: differences.bye.is_none(),
        same_order: boards == paired.pairing.boards,
        only_as_last_round: false,
        differences: no_pairing.into_iter().chain(differences.told()).collect(),
    }
}

/// How a pairing differs from a system's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Differences {
    /// Who meets, and not by the system.
    pub only_here: Vec<Board>,
    /// Who meets by the system only, and its rule.
    pub only_by_system: Vec<(Board, String)>,
    /// Who meets by both, with other colours by the system.
    pub reversed: Vec<Board>,
    /// If another player, or nobody, has the bye: who has it here, who by the system, and its rule.
    pub bye: Option<(Vec<PlayerId>, Option<PlayerId>, String)>,
}

impl Differences {
    /// Of a pairing with these boards and byes from what a system made of the round.
    #[must_use]
    pub fn of(boards: &[Board], byes: &[PlayerId], paired: &Paired) -> Self {
        let by_pair = |boards: &[Board]| -> BTreeMap<Who, Board> {
            boards.iter().map(|board| (Who::pair(board.white, board.black), *board)).collect()
        };
        let (here, by_system) = (by_pair(boards), by_pair(&paired.pairing.boards));
        let rule = |who: &Who| paired.rules.get(who).cloned().unwrap_or_default();
        let only_here = here.iter().filter(|(pair, _)| !by_system.contains_key(pair));
        let only_by_system = by_system.iter().filter(|(pair, _)| !here.contains_key(pair));
        let reversed =
            here.iter().filter(|(pair, board)| by_system.get(pair).is_some_and(|other| other.white != board.white));
        let bye = paired.pairing.bye;
        Self {
            only_here: only_here.map(|(_, board)| *board).collect(),
            only_by_system: only_by_system.map(|(pair, board)| (*board, rule(pair))).collect(),
            reversed: reversed.map(|(_, board)| *board).collect(),
            bye: (byes != bye.as_slice())
                .then(|| (byes.to_vec(), bye, bye.map(|player| rule(&Who::Bye(player))).unwrap_or_default())),
        }
    }

    /// Each in a sentence, with the rule by which the system has it so.
    #[must_use]
    pub fn told(&self) -> Vec<String> {
        let only_here = self
            .only_here
            .iter()
            .map(|Board { white, black }| format!("{white} and {black} meet, and not by the system"));
        let only_by_system = self.only_by_system.iter().map(|(Board { white, black }, rule)| {
            format!("{white} and {black} meet by the system, and not here [{rule}]")
        });
        let reversed = self
            .reversed
            .iter()
            .map(|Board { white, black }| format!("{white} has White against {black}, and Black by the system"));
        let said = |ids: &[PlayerId]| match ids {
            [] => "nobody".to_owned(),
            ids => ids.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
        };
        let has = |ids: &[PlayerId]| if ids.len() > 1 { "have" } else { "has" };
        let bye = self.bye.iter().map(|(here, by_system, rule)| {
            let rule = if rule.is_empty() { String::new() } else { format!(" [{rule}]") };
            format!("{} {} the bye, and {} by the system{rule}", said(here), has(here), said(by_system.as_slice()))
        });
        only_here.chain(only_by_system).chain(reversed).chain(bye).collect()
    }
}
